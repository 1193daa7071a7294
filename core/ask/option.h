// What can be said about a question besides its command: the options of the command line, and the
// keys of a question in JSON. What an option is given is data, its kind: from that follow how it is
// read, how it is written, how a shell completes it, and its schema.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/ask/question.h"
#include "core/numbers/limits.h"

namespace warodds {

using Json = nlohmann::ordered_json;

/// What somebody may mean who gives a word alone where the situation has keys with values: "feint"
/// is "choice=feint", "cover" is "cover=yes"; of all systems, "" where it is neither.
std::string setting_meant(std::string_view word);

/// What an option is given.
struct ValueKind {
  enum Of {
    flag,  ///< nothing: it is there or not
    integer,
    real,
    share,    ///< a real number, or "5%"
    numbers,  ///< one real number or several
    word,     ///< one of those that the option's `value` lists
    text,
    event,
    quantities,
    facts,        ///< "FACT,FACT"
    fact_values,  ///< "FACT=NUMBER,…"
    system,
    payoff,
    chunks,      ///< "FIRST..LAST"
    names,       ///< of units
    texts,       ///< one or several
    setting,     ///< KEY=VALUE of the situation
    stat,        ///< [SIDE.]KEY=VALUE
    range,       ///< KEY=LO..HI, KEY=A,B,…
    cost,        ///< KEY=N
    column,      ///< HEADER=KEY
    policy,      ///< SIDE=best
    targets,     ///< SIDE=POLICY, SIDE[UNIT]=ENEMY
    activation,  ///< SIDE=ORDER
    aim,         ///< QUANTITY=VALUE, or a value
    wishes,      ///< texts, or files with such texts in them
    file,
    files,
    opponents,  ///< a file, or units
    steps,
    side,
    units,
    armies,
    roster,  ///< the text of one
  };

  Of of;
  Limits<std::uint64_t> wholes = {};
  Limits<double> reals = {};

  ValueKind(Of any) : of(any) {}  // NOLINT: a kind without limits
  ValueKind(Limits<int> limits)
      : of(integer),
        wholes{static_cast<std::uint64_t>(limits.least), static_cast<std::uint64_t>(limits.most)} {}
  ValueKind(Limits<std::uint64_t> limits) : of(integer), wholes(limits) {}
  ValueKind(Limits<double> limits, Of any = real) : of(any), reals(limits) {}

  /// What JSON has for it, in words of JSON Schema: "boolean", "integer", "number" (both also as
  /// text) or "string"; "": more than that, as core/ask/json_question.h reads it.
  std::string_view json() const;
  bool may_be_list() const;  ///< of such in JSON
  bool may_be_map() const;   ///< an object: "KEY=VALUE" as {KEY: VALUE}
  /// The path of a file that is read for a value; empty: there is none.
  std::string_view path_in(std::string_view value) const;
};

struct Option;

/// What is said of an option. A text of a command line is a string of JSON.
struct Said {
  const Option& option;
  const Json& value;
  std::string where;  ///< begins messages: "--rounds", "rounds"
  const AllowedFiles& files;

  bool is_true() const;
  /// A number; a whole one for a whole Number. Throws InputError.
  template <class Number>
  Number number() const;
  /// The place of the word in Option::words().
  std::size_t word() const;
  /// One by one; objects as KEY=VALUE.
  std::vector<std::string> texts() const;
  /// With commas between several.
  std::string text() const;
};

/// How an option gets into a question that has a place for it, and out of it.
struct Access {
  /// Throws InputError.
  std::function<void(Question& question, const Said& said)> read;
  /// What the question says of it, as `read` takes it, whether or not a question that says nothing
  /// has the same; null: what changes no answer, or is written out in another way.
  std::function<Json(const Option& option, const Question& question)> value = {};
  bool (*fits)(const Question& question) = nullptr;
};

template <class Part>
bool has_part(const Question& question) {
  return part_of<Part>(question) != nullptr;
}
/// Of questions with that part, which `read` is given, or else the whole question.
template <class Part, class Read>
Access into(const Read& read) {
  return {[read](Question& question, const Said& said) {
            if constexpr (std::is_invocable_v<Read, Part&, const Said&>) {
              read(*part_of<Part>(question), said);
            } else {
              read(question, said);
            }
          },
          {},
          has_part<Part>};
}
template <class Part>
Access into(void (*read)(Part& part, const Said& said)) {
  return into<Part, decltype(read)>(read);
}
/// The path of a roster.
template <class Part>
Access path_of(RosterSource Part::*roster) {
  return into<Part>([roster](Part& part, const Said& said) { (part.*roster).path = said.text(); });
}

struct Option {
  std::string_view name;   ///< "time-limit"
  std::string_view value;  ///< what it takes, for help: "SECONDS"; "" for one that is there or not
  std::string_view meaning;
  ValueKind kind;
  Access access;
  bool repeatable = false;

  std::vector<std::string> words() const;  ///< of a kind of words
  /// Reads what a command line says. Throws InputError.
  void read(Question& question, const std::string& text) const;
};

/// An option as commands have it.
struct OptionOf {
  std::string_view option;
  std::vector<std::string_view> commands;
  std::string_view value;
  std::string_view meaning;
};
OptionOf option_for(const Option& option, std::string_view command);

/// All of them, in the order of the help.
const std::vector<Option>& all_options();
/// Null if there is none of that name.
const Option* find_option(std::string_view name);
/// What an option is called now that had another name once; "": it had none.
std::string_view new_name_of(std::string_view option);
/// Keys of questions in JSON that are no options of the command line, or more than that.
const std::vector<Option>& all_keys();
/// What a question in JSON may say: its keys and the options of its command, in the order in which
/// they are read.
std::vector<const Option*> keys_of(const Command& command);

}  // namespace warodds
