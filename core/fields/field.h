// The table of a system's fields: name, meaning, unit, range, default, member. Rosters, inline
// units, `--with`, `--set`, help, error messages and random test matchups are all made from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/rules/amount.h"
#include "core/text/text.h"

namespace warodds {

/// What has a use for a key of the situation: everything, only sequences, only whole battles, only
/// best play, only battles of sides of several units.
enum class UsedIn { fights, sequences, battles, best_play, armies };

/// Whether a question of one kind has a use for a key of another; best play and armies look at
/// battles.
constexpr bool has_use(UsedIn question, UsedIn key) {
  return key == UsedIn::fights || key == question ||
         (key == UsedIn::battles && (question == UsedIn::best_play || question == UsedIn::armies));
}

/// For which attacks of a battle a key of the situation holds.
enum class HoldsFor {
  attack,  ///< the attacker's; the attack back has its own
  both,    ///< both sides': a rule of the table, or a stat of the game
  battle   ///< the same, from the first round to the last
};

/// What is said of a field besides what it holds.
struct FieldTraits {
  bool lone = false;     ///< belongs to a unit's only kind of figure: not allowed beside groups
  bool is_part = false;  ///< of a group: a part of the unit's field of that name
  bool is_size = false;  ///< how many the unit is: what a budget buys more or less of
  UsedIn used_in = UsedIn::fights;
  bool of_target = false;  ///< in a sequence: said once of the target, not of a step
  HoldsFor holds_for = HoldsFor::attack;
  int scale = 1;              ///< a power of ten: numbers with decimals are stored times this
  bool takes_lists = false;   ///< instead of a number, "3,2" will do: list_in(). Stored as one
                              ///< number: each is a digit to the base of the greatest and one
  bool takes_shares = false;  ///< instead of a number, "50%" will do, stored as -50
  std::string_view reply_was = {};  ///< what it was called in the attack back, in older versions
};

/// A field's value as it is shown: a number, yes or no, or a word.
using Value = std::variant<int, double, bool, std::string>;
/// A value as users write it.
std::string print(const Value& value);

/// What a field may hold and how it reads; nothing of where it is stored.
struct FieldSpec : FieldTraits {
  std::string_view name = {};     ///< as written by users
  std::string_view meaning = {};  ///< one line for people
  std::string_view unit = {};     ///< what is counted: "dice", "wounds", ""
  int least = 0;                  ///< range of numbers; least > most: only words
  int most = -1;
  std::vector<std::pair<std::string_view, int>> words = {};  ///< and the numbers they stand for
  int fallback = 0;                                          ///< the default
  bool text = false;           ///< free text; ranges, words and default are void
  bool takes_amounts = false;  ///< instead of a number, "1d6+1" will do

  bool has_numbers() const { return least <= most; }
  /// Its column in a table of units and of their groups: "arm", but "figure-points" for a part of
  /// the unit's points. `group_word`: what the system calls a group.
  std::string column(std::string_view group_word) const;
  /// The numbers of a value that takes lists, but for 0, the largest first.
  std::vector<int> list_in(int value) const;
  bool is_flag() const;

  /// Reads a value. Throws InputError: "<what>: <name> = <text>; …" where `what` names the place.
  int parse(std::string_view value, std::string_view what) const;
  /// The same for an amount, which stays in the range however it falls.
  Amount parse_amount(std::string_view value, std::string_view what) const;
  /// Writes a value as parse() reads it.
  std::string print(int value) const;
  /// The number that a stored value stands for.
  double number_of(int value) const { return static_cast<double>(value) / scale; }
  Value value_of(int value) const;
  /// "0 to 100", "close or ranged", "a number from 0 to 10, all, half or none".
  std::string allowed() const;

 private:
  std::optional<int> parse_list(std::string_view value) const;
  [[noreturn]] void refuse(std::string_view value, std::string_view what) const;
};

/// A field of T; one of the members says where it is stored.
template <class T>
struct Field : FieldSpec {
  int T::*number = nullptr;
  Amount T::*amount = nullptr;
  std::string T::*words_of = nullptr;  ///< storage of free text

  bool is_default(const T& object) const {
    if (text) return (object.*words_of).empty();
    return number_in(object) == fallback;
  }
  /// The number as stored; nothing for free text and for what has to be rolled.
  std::optional<int> number_in(const T& object) const {
    if (number != nullptr) return object.*number;
    if (amount == nullptr || (object.*amount).is_random()) return std::nullopt;
    return (object.*amount).plus();
  }
  /// Stores a number, as number_in() has it; not for free text.
  void put(T& object, int value) const {
    if (amount != nullptr) {
      object.*amount = value;
    } else {
      object.*number = value;
    }
  }
  std::string get(const T& object) const {
    if (text) return object.*words_of;
    return amount != nullptr ? (object.*amount).text() : print(object.*number);
  }
  void set(T& object, std::string_view value, std::string_view what) const {
    if (text) {
      object.*words_of = std::string(value);
    } else if (amount != nullptr) {
      object.*amount = parse_amount(value, what);
    } else {
      object.*number = parse(value, what);
    }
  }
};

template <class T>
using Fields = std::vector<Field<T>>;

/// Makes an object hold in this field what another one holds.
template <class T>
void copy(const Field<T>& field, const T& from, T& to) {
  if (field.text) {
    // Asked so that gcc 12 does not warn of text beyond the end of what is too small to have any.
    if constexpr (sizeof(T) >= sizeof(std::string)) to.*field.words_of = from.*field.words_of;
  } else if (field.amount != nullptr) {
    to.*field.amount = from.*field.amount;
  } else {
    to.*field.number = from.*field.number;
  }
}

/// Whether two objects hold the same in this field.
template <class T>
bool is_same(const Field<T>& field, const T& a, const T& b) {
  if (field.text) return a.*field.words_of == b.*field.words_of;
  if (field.amount != nullptr) return a.*field.amount == b.*field.amount;
  return a.*field.number == b.*field.number;
}

/// Adds the fields of a unit's groups to those of the unit, which inherits from Group, so that a
/// unit with one kind of figure can write them on itself; `name`, `count` and parts of what the
/// unit has stay with the groups.
template <class Unit, class Group>
void append_lone(Fields<Unit>& fields, const Fields<Group>& of_group) {
  for (const Field<Group>& field : of_group) {
    if (field.text || field.name == "count" || field.is_part) continue;
    Field<Unit> copy{static_cast<const FieldSpec&>(field)};
    copy.lone = true;
    copy.number = field.number;
    copy.amount = field.amount;
    fields.push_back(std::move(copy));
  }
}

/// A whole number from `least` to `most`. The default is what a fresh T holds.
template <class T>
Field<T> number(std::string_view name, std::string_view meaning, std::string_view unit, int least,
                int most, int T::*member, FieldTraits traits = {}) {
  const int scale = traits.scale;
  Field<T> field{{traits, name, meaning, unit, least * scale, most * scale, {}, T{}.*member}};
  field.number = member;
  return field;
}

/// A whole number, or one that is rolled: "1d6+1".
template <class T>
Field<T> amount(std::string_view name, std::string_view meaning, std::string_view unit, int least,
                int most, Amount T::*member) {
  Field<T> field{{{}, name, meaning, unit, least, most, {}, (T{}.*member).plus()}};
  field.takes_amounts = true;
  field.amount = member;
  return field;
}

/// A whole number, or one of some words that stand for numbers outside the range.
template <class T>
Field<T> number_or(std::string_view name, std::string_view meaning, std::string_view unit,
                   int least, int most, std::vector<std::pair<std::string_view, int>> words,
                   int T::*member, FieldTraits traits = {}) {
  Field<T> field = number(name, meaning, unit, least, most, member, traits);
  field.words = std::move(words);
  return field;
}

/// One of some words.
template <class T>
Field<T> choice(std::string_view name, std::string_view meaning,
                std::vector<std::pair<std::string_view, int>> words, int T::*member,
                FieldTraits traits = {}) {
  return number_or(name, meaning, "", 0, -1, std::move(words), member, traits);
}

/// no or yes (false, true, 0 and 1 are understood).
template <class T>
Field<T> flag(std::string_view name, std::string_view meaning, int T::*member,
              FieldTraits traits = {}) {
  return choice(name, meaning, {{"no", 0}, {"yes", 1}}, member, traits);
}

/// Free text.
template <class T>
Field<T> free_text(std::string_view name, std::string_view meaning, std::string T::*member) {
  Field<T> field{{{}, name, meaning}};
  field.text = true;
  field.words_of = member;
  return field;
}

/// The field of that name, in capital or small letters, or null.
template <class T>
const Field<T>* find_field(const Fields<T>& fields, std::string_view name) {
  for (const Field<T>& field : fields) {
    if (field.name == name) return &field;
  }
  const std::string small = lower(name);
  return small == name ? nullptr : find_field(fields, small);
}

/// The name nearest to `name`, for "did you mean": by edit distance, or one that begins with the
/// other ("armour" for "arm"); empty when nothing is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

/// "unknown <kind> '<name>' … did you mean 'x'? Known: a, b, c", for error messages.
std::string unknown_name(std::string_view kind, std::string_view name,
                         const std::vector<std::string>& names);

}  // namespace warodds
