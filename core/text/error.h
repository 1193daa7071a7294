// The two ways in which a question cannot be answered. Their messages are meant for the user: what
// was found, what is allowed, what to do. For programs that ask there is a code beside them.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace warodds {

/// What is wrong, for programs. A closed list.
enum class ErrorCode {
  // Of the input.
  bad_input,  ///< anything that is none of the following
  bad_json,
  bad_value,  ///< not of the kind that is wanted
  bad_event,
  bad_roster,
  bad_file,  ///< there is none, or it cannot be read
  out_of_range,
  missing,
  not_together,
  not_allowed,  ///< by whoever answers: a file
  unknown_command,
  unknown_option,
  unknown_key,
  unknown_word,
  unknown_system,
  unknown_unit,
  unknown_stat,
  unknown_quantity,
  // Of the answer.
  no_answer,  ///< anything that is none of the following
  no_fight,   ///< the rules forbid it
  too_large,  ///< for the engine asked for, or for the memory
  out_of_time,
  interrupted,
};
inline constexpr std::array<std::string_view, 23> words_of_error_codes{
    "bad-input",       "bad-json",       "bad-value",        "bad-event",    "bad-roster",
    "bad-file",        "out-of-range",   "missing",          "not-together", "not-allowed",
    "unknown-command", "unknown-option", "unknown-key",      "unknown-word", "unknown-system",
    "unknown-unit",    "unknown-stat",   "unknown-quantity", "no-answer",    "no-fight",
    "too-large",       "out-of-time",    "interrupted"};
constexpr std::string_view word_of(ErrorCode code) {
  return words_of_error_codes[static_cast<std::size_t>(code)];
}

struct Failure : std::runtime_error {
  ErrorCode code;
  std::string key;  ///< the option, the key or the stat that it is about; empty: of none alone
  std::string at;   ///< where that stands: "file:line", "units[2]", "byte 7"; empty: not known

 protected:
  Failure(const std::string& message, ErrorCode of, std::string about, std::string where)
      : std::runtime_error(message), code(of), key(std::move(about)), at(std::move(where)) {}
};

/// The input is wrong: a file, a field, an argument. The program exits with 2.
struct InputError : Failure {
  explicit InputError(const std::string& message, ErrorCode of = ErrorCode::bad_input,
                      std::string about = {}, std::string where = {})
      : Failure(message, of, std::move(about), std::move(where)) {}
  /// The same in other words.
  InputError(const std::string& message, const Failure& of)
      : Failure(message, of.code, of.key, of.at) {}
};

/// The input is well-formed, but nothing can be computed from it: the rules forbid the attack, or
/// it is too large for the engine asked for. The program exits with 1.
struct NoAnswer : Failure {
  explicit NoAnswer(const std::string& message, ErrorCode of = ErrorCode::no_answer,
                    std::string about = {}, std::string where = {})
      : Failure(message, of, std::move(about), std::move(where)) {}
  NoAnswer(const std::string& message, const Failure& of)
      : Failure(message, of.code, of.key, of.at) {}
};

/// What is thrown with a code of its own.
template <class Kind, ErrorCode of>
struct Coded : Kind {
  explicit Coded(const std::string& message, std::string about = {}, std::string where = {})
      : Kind(message, of, std::move(about), std::move(where)) {}
};
using BadJson = Coded<InputError, ErrorCode::bad_json>;
using BadValue = Coded<InputError, ErrorCode::bad_value>;
using BadRoster = Coded<InputError, ErrorCode::bad_roster>;
using BadFile = Coded<InputError, ErrorCode::bad_file>;
using NotInRange = Coded<InputError, ErrorCode::out_of_range>;
using Missing = Coded<InputError, ErrorCode::missing>;
using NotTogether = Coded<InputError, ErrorCode::not_together>;
using NotAllowed = Coded<InputError, ErrorCode::not_allowed>;
using UnknownCommand = Coded<InputError, ErrorCode::unknown_command>;
using UnknownOption = Coded<InputError, ErrorCode::unknown_option>;
using UnknownKey = Coded<InputError, ErrorCode::unknown_key>;
using UnknownWord = Coded<InputError, ErrorCode::unknown_word>;
using UnknownSystem = Coded<InputError, ErrorCode::unknown_system>;
using UnknownUnit = Coded<InputError, ErrorCode::unknown_unit>;
using UnknownStat = Coded<InputError, ErrorCode::unknown_stat>;
using UnknownQuantity = Coded<InputError, ErrorCode::unknown_quantity>;
using Forbidden = Coded<NoAnswer, ErrorCode::no_fight>;
using TooLarge = Coded<NoAnswer, ErrorCode::too_large>;

}  // namespace warodds
