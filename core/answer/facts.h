// The facts of an answer: a small ordered tree of objects, lists and single values, each with what
// it is called. Who knows an answer states its facts, once; JSON, CSV and text for people are
// listeners, who take of each fact what they need. Facts refer to the answer, and hold only until
// the listener has heard them.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/numbers/array2d.h"
#include "core/numbers/distribution.h"
#include "core/numbers/estimate.h"

namespace warodds {

/// A distribution, and its mean where that is known better than from the probabilities.
struct Law {
  const Distribution* of;
  const Estimate* better_mean = nullptr;

  Estimate mean() const { return better_mean != nullptr ? *better_mean : of->estimate_mean(); }
};

/// The probabilities of two numbers jointly; rows are the attacker's, unless said otherwise.
struct JointLaw {
  const Array2d<double>* pmf;
  std::string_view columns = "defender";  ///< what the columns are, in CSV
  /// The values of rows and columns, where they are not 0, 1, 2, …
  const std::vector<double>* row_values = nullptr;
  const std::vector<double>* column_values = nullptr;
};

using FactValue = std::variant<std::nullptr_t, bool, long long, unsigned long long, double,
                               std::string_view, Estimate, Law, JointLaw>;

/// Who listens. A fact may be for one of them only, where the others say the same elsewhere or not
/// at all.
enum class Form { any, json, csv, text, not_csv, not_json };

/// What a value is, and so how people are shown it. Odds are percent with two decimals in any case;
/// a share of 0 is "never"; a change is one of odds, in points of percent. What stands alone has no
/// half-width beside it, but the largest below the table.
enum class Shows {
  text,
  words,  ///< text that goes on in the next line where it is long
  count,
  number,
  counted,  ///< whole, or a mean
  mean,
  mean_alone,
  percent,
  percent_alone,
  share,
  odds,
  change,
  rating,
  signed_number,
  difference,  ///< of points
  deviation,   ///< of a mean
  bar          ///< a share, drawn
};

/// How a fact, a list or an object is called besides its key. What is empty is not said.
struct Naming {
  /// In CSV; as its key unless set. Of an object or list, "" adds nothing to the names within.
  std::string_view csv = {};
  std::string_view statistic = {};  ///< of a result in CSV: "mean", "probability" …
  std::string_view of = {};         ///< the side, or the step, that it speaks of
  std::string_view unit = {};       ///< the unit of that step
  std::string_view group = {};      ///< of figures
  /// To people: of a law; the heading of a column; the title of a list, which makes a table of it
  /// with a row for each element. {} stands for the name of a unit.
  std::string_view label = {};
  Shows as = Shows::text;  ///< to people
  std::size_t most = 60;   ///< of a list, elements that people are shown
  bool column = false;     ///< a column of CSV, not a row
  Form only = Form::any;
  bool is_map = false;    ///< of an object: its keys are data, such as names of units
  bool is_asked = false;  ///< it is what `show` asks for, and stays where only that is wanted
  /// What JSON calls the number where a half-width stands beside it; "": its own key, and the
  /// half-width is a member like it.
  std::string_view word = "p";

  std::string_view csv_or(std::string_view key) const { return csv.data() != nullptr ? csv : key; }
};
inline const Naming as_keyed{};
/// A label of a list or column that says nothing.
inline constexpr std::string_view untitled = " ";

class Document;
struct CsvLayout;

class Facts {
 public:
  virtual ~Facts() = default;

  bool is_for(Form form) const { return form_ == form; }

  /// How CSV lays out what follows.
  virtual void lay_out(const CsvLayout&) {}
  /// Whether that is a table, and this is CSV.
  virtual bool is_table() const { return false; }
  /// Where people are to read it; no other form says what is for them alone.
  virtual Document* page() { return nullptr; }
  /// For people, what stands between the facts: titles, notes, charts (core/ask/forms/document.h).
  template <std::invocable<Document&> Say>
  void to_people(const Say& say) {
    if (Document* here = page()) say(*here);
  }

  /// An object with the members that `members()` states.
  template <std::invocable Members>
  void object(const Members& members, const Naming& naming = as_keyed) {
    nest(Nest::object, members, naming);
  }
  /// A list with what `state_one(element)` states of each element.
  template <class List, class StateOne>
  void array(const List& list, const StateOne& state_one, const Naming& naming = as_keyed) {
    nest(
        Nest::list,
        [&] {
          for (const auto& element : list) state_one(element);
        },
        naming);
  }

  /// A member of an object; its value is what `value()` states, if that is a function.
  template <class Value>
  void member(std::string_view key, const Value& value, const Naming& naming = as_keyed) {
    key_ = key;
    if constexpr (std::invocable<Value>) {
      value();
    } else {
      this->value(value, naming);
    }
  }
  /// A member that is not always there. Who wants to know what there can be hears it in any case.
  template <class Value>
  void member_if(bool is_there, std::string_view key, const Value& value,
                 const Naming& naming = as_keyed) {
    if (!is_there && !hears_missing_) return;
    may_be_missing_ = true;
    member(key, value, naming);
    may_be_missing_ = false;
  }
  /// The same of what may be nothing, or empty.
  template <class Value>
  void member_if_any(std::string_view key, const Value& value, const Naming& naming = as_keyed) {
    if constexpr (std::convertible_to<const Value&, std::string_view>) {
      member_if(!value.empty(), key, value, naming);
    } else if constexpr (requires { value.has_value(); }) {
      value ? member_if(true, key, *value, naming)
            : member_if(false, key, typename Value::value_type{}, naming);
    } else {
      value.empty() ? member_if(false, key, Value(1), naming) : member_if(true, key, value, naming);
    }
  }
  template <std::invocable Members>
  void object(std::string_view key, const Members& members, const Naming& naming = as_keyed) {
    key_ = key;
    object(members, naming);
  }
  template <class List, class StateOne>
  void array(std::string_view key, const List& list, const StateOne& state_one,
             const Naming& naming = as_keyed) {
    key_ = key;
    array(list, state_one, naming);
  }
  /// A list of objects, each with the members that `members(element)` states.
  template <class List, class Members>
  void objects(std::string_view key, const List& list, const Members& members,
               const Naming& naming = as_keyed) {
    array(
        key, list, [&](const auto& element) { object([&] { members(element); }); }, naming);
  }

  /// A single value, null for nothing, or a list of these.
  template <class Value>
  void value(const Value& value, const Naming& naming = as_keyed) {
    if constexpr (std::same_as<Value, bool> || std::same_as<Value, std::nullptr_t> ||
                  std::floating_point<Value> || std::same_as<Value, Estimate> ||
                  std::same_as<Value, Law> || std::same_as<Value, JointLaw>) {
      single(value, naming);
    } else if constexpr (std::signed_integral<Value>) {
      single(static_cast<long long>(value), naming);
    } else if constexpr (std::unsigned_integral<Value>) {
      single(static_cast<unsigned long long>(value), naming);
    } else if constexpr (std::same_as<Value, Distribution>) {
      single(Law{&value}, naming);
    } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
      single(std::string_view(value), naming);
    } else {
      array(
          value, [&](const auto& element) { this->value(element); }, naming);
    }
  }
  template <class Value>
  void value(const std::optional<Value>& held, const Naming& naming = as_keyed) {
    held ? value(*held, naming) : value(nullptr, naming);
  }
  template <class... Values>
  void value(const std::variant<Values...>& held, const Naming& naming = as_keyed) {
    std::visit([&](const auto& one) { this->value(one, naming); }, held);
  }

  /// A value that is JSON already, on one line; no other form says it.
  virtual void json(std::string_view) {}

  /// A row of a table in CSV; elsewhere nothing but the facts in it.
  template <std::invocable Columns>
  void row(const Columns& columns) {
    begin_row();
    columns();
    end_row();
  }
  /// A list of objects, each a row.
  template <class List, class Members>
  void rows(std::string_view key, const List& list, const Members& members,
            const Naming& naming = as_keyed) {
    objects(
        key, list, [&](const auto& element) { row([&] { members(element); }); }, naming);
  }
  virtual void begin_row() {}
  virtual void end_row() {}

 protected:
  enum class Nest { nothing, object, list };

  /// `hears_missing`: also what is not there.
  explicit Facts(Form form, bool hears_missing = false)
      : form_(form), hears_missing_(hears_missing) {}

  /// Whether what is heard is not always there; asked once of it, before what is within.
  bool take_may_be_missing() { return std::exchange(may_be_missing_, false); }

  /// The key of what comes next, "" in lists, and in what it stands.
  std::string_view take_key() { return std::exchange(key_, {}); }
  Nest inside() const { return inside_; }

 private:
  virtual void hear(std::string_view key, const FactValue& value, const Naming& naming) = 0;
  /// Whether what is inside is wanted; if so, close() comes after it.
  virtual bool open(Nest kind, std::string_view key, const Naming& naming) = 0;
  virtual void close(Nest kind) = 0;

  bool wants(const Naming& naming) const {
    return naming.only == Form::any || naming.only == form_ ||
           (naming.only == Form::not_csv && form_ != Form::csv) ||
           (naming.only == Form::not_json && form_ != Form::json);
  }
  void single(const FactValue& value, const Naming& naming) {
    const std::string_view key = take_key();
    if (wants(naming)) hear(key, value, naming);
  }
  template <class Inside>
  void nest(Nest kind, const Inside& within, const Naming& naming) {
    const std::string_view key = take_key();
    if (!wants(naming) || !open(kind, key, naming)) return;
    const Nest outer = std::exchange(inside_, kind);
    within();
    inside_ = outer;
    close(kind);
  }

  Form form_;
  bool hears_missing_, may_be_missing_ = false;
  Nest inside_ = Nest::nothing;
  std::string_view key_;
};

}  // namespace warodds
