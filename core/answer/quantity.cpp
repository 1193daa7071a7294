#include "core/answer/quantity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/answer/answer_facts.h"
#include "core/fields/field.h"
#include "core/systems/systems.h"
#include "core/systems/traits/order_cost.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Statistic = Quantity::Statistic;

/// A fact that can be asked for by name.
struct Known {
  std::string name;
  std::string meaning;
  bool is_law = false;
  bool by_side = false;
  bool is_mean = false;
  std::string csv;  ///< two that differ in `of` alone say the same of one side and of the other
  std::string of;
  bool of_group = false;
  bool of_unit = false;
};

/// Lists what can be asked for among the facts that it hears.
class Listing : public Facts {
 public:
  Listing() : Facts(Form::name) {}
  std::vector<Known> take() { return std::move(known_); }

 private:
  void hear(std::string_view key, const FactValue& value, const Naming& naming) override {
    if (naming.quantity.empty()) return;
    const bool is_law =
        std::holds_alternative<Law>(value) || std::holds_alternative<LawOfNumbers>(value);
    const bool is_new = std::none_of(known_.begin(), known_.end(), [&](const Known& known) {
      return known.name == naming.quantity && known.is_law == is_law &&
             known.of_group != naming.group.empty() && known.of_unit != naming.unit.empty();
    });
    if (!is_new) return;  // of the other side
    known_.push_back({std::string(naming.quantity), std::string(naming.meaning), is_law,
                      naming.by_side, naming.statistic == "mean", std::string(naming.csv_or(key)),
                      std::string(naming.of), !naming.group.empty(), !naming.unit.empty()});
  }
  bool open(Nest, std::string_view, const Naming&) override { return true; }
  void close(Nest) override {}

  std::vector<Known> known_;
};

struct Catalogue {
  std::vector<Known> fights;
  std::vector<Known> battles;
};

/// Of units that have some.
PointsAnswer some_points() {
  PointsAnswer points;
  points.cost = {1, 1};
  points.swing = NumberLaw::certain(0);
  return points;
}

/// What an answer says in which these are reported, and nothing has happened yet.
Catalogue catalogue_of(const std::vector<ReportSpec>& reports, const RateSpec& rate, bool by_group,
                       bool can_retreat) {
  FightAnswer fight;
  fight.reports = reports;
  fight.rate = rate;
  fight.deals.attacker.reported.resize(reports.size());
  if (by_group) fight.deals.attacker.kills_by_group.emplace_back("GROUP", Distribution());
  Listing of_fights;
  state_deals(of_fights, fight, Side::attacker);
  state_points(of_fights, some_points());
  BattleAnswer battle;
  battle.can_end_by_retreat = can_retreat;
  UnitAnswer unit;
  unit.name = "UNIT";
  unit.part = Estimate{0.0};
  battle.units.attacker.push_back(unit);
  battle.points = some_points();
  Listing of_battles;
  state_outcome(of_battles, battle);
  return {of_fights.take(), of_battles.take()};
}

/// What can be asked for in any system.
const Catalogue& all_known() {
  static const Catalogue all = [] {
    std::vector<ReportSpec> reports;
    RateSpec rate;
    Systems::for_each([&](auto system) {
      using System = decltype(system);
      reports.insert(reports.end(), System::reports.begin(), System::reports.end());
      if (PaysForAttacks<System>) rate = rate_of<System>();
    });
    return catalogue_of(reports, rate, true, true);
  }();
  return all;
}

/// Null where there is none, or where it has no distribution although one is asked for, or has.
const Known* find(const std::vector<Known>& among, std::string_view name, bool is_law,
                  bool of_unit = false) {
  for (const Known& known : among) {
    if (known.name == name && known.is_law == is_law && known.of_unit == of_unit) return &known;
  }
  return nullptr;
}

/// Names of quantities, for whoever has mistyped one.
std::vector<std::string> examples() {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<Known>& facts, bool by_side, const std::string& side) {
    for (const Known& fact : facts) {
      if (fact.by_side != by_side || fact.of_group || fact.of_unit) continue;
      if (!fact.is_law) names.push_back(side + fact.name);
      if (!fact.is_law) continue;
      for (const char* statistic : {".mean", ".sd", ".p90", by_side ? ">=1" : ">=3"}) {
        names.push_back(side + fact.name + statistic);
      }
    }
  };
  for (const char* side : {"attacker.", "defender."}) {
    add(all_known().fights, true, side);
    add(all_known().battles, true, side);
  }
  add(all_known().battles, false, "");
  return names;
}

/// What people call it, and how it is asked for here.
struct OtherWord {
  const char* word;
  const char* ask_for;
};
constexpr OtherWord other_words[] = {
    {"loss",
     "attacker.kills.mean, the figures that the defender loses; points-lost.mean, what they "
     "cost; and of battles survivors.mean, what is left"},
    {"lost", "attacker.kills.mean, the figures that the defender loses, or points-lost.mean"},
    {"average", "NAME.mean"},
    {"expected", "NAME.mean"},
    {"median", "NAME.median, which is NAME.p50"},
    {"std", "NAME.sd"},
    {"deviation", "NAME.sd"},
    {"variance", "NAME.sd, its square root"},
};

[[noreturn]] void unknown(const std::string& text) {
  for (const auto& [word, ask_for] : other_words) {
    if (lower(text).find(word) == std::string::npos) continue;
    throw UnknownQuantity(fmt::format("unknown quantity '{}'. Ask for {}. See: warodds quantities",
                                      shown(text), ask_for));
  }
  throw UnknownQuantity(unknown_name("quantity", text, examples()) + " See: warodds quantities");
}

/// Whether a text without a side begins with what is reported of fights: "kills>3".
bool is_of_fights(const std::string& text) {
  const std::string_view word = trim(std::string_view(text).substr(0, text.find_first_of(".>[")));
  return find(all_known().fights, word, true) != nullptr ||
         find(all_known().fights, word, false) != nullptr;
}

/// A number that a quantity cannot have, whatever else its text may mean.
struct OutOfRange : InputError {
  using InputError::InputError;
};

Estimate statistic_of(const Quantity& quantity, const Law& law) {
  switch (quantity.statistic) {
    case Statistic::mean:
      return law.mean();
    case Statistic::sd:
      return law.of->estimate_sd();
    case Statistic::percentile:
      return law.of->estimate_quantile(quantity.parameter / 100.0);
    default:
      return law.of->estimate_at_least(quantity.parameter);
  }
}

/// How likely points are so many is an event.
Estimate statistic_of(const Quantity& quantity, const NumberLaw& law) {
  switch (quantity.statistic) {
    case Statistic::mean:
      return law.mean();
    case Statistic::sd:
      return law.estimate_sd();
    default:
      return law.quantile(quantity.parameter / 100.0);
  }
}

/// Finds one quantity among the facts that it hears.
class Lookup : public Facts {
 public:
  explicit Lookup(const Quantity& quantity) : Facts(Form::name), quantity_(quantity) {}

  /// Throws InputError where there was no such fact, NoAnswer where it has no value.
  Estimate number() const {
    if (!found_) {
      throw InputError(
          fmt::format("quantity '{}': this system does not report it here", shown(quantity_.text)));
    }
    if (number_) return *number_;
    throw NoAnswer(fmt::format("quantity '{}': the {} pays nothing", shown(quantity_.text),
                               to_string(quantity_.side)));
  }
  bool found() const { return found_; }

 private:
  void hear(std::string_view, const FactValue& value, const Naming& naming) override {
    if (naming.quantity != quantity_.subject || found_) return;
    if (naming.by_side && !naming.of.empty() && naming.of != to_string(quantity_.side)) return;
    if (naming.group != quantity_.group) return;
    if (lower(naming.unit) != lower(quantity_.unit)) return;
    const bool is_law =
        std::holds_alternative<Law>(value) || std::holds_alternative<LawOfNumbers>(value);
    if (is_law != (quantity_.statistic != Statistic::value)) return;
    found_ = true;
    if (const Law* law = std::get_if<Law>(&value)) number_ = statistic_of(quantity_, *law);
    if (const auto* law = std::get_if<LawOfNumbers>(&value)) {
      number_ = statistic_of(quantity_, *law->of);
    }
    if (const Estimate* number = std::get_if<Estimate>(&value)) number_ = *number;
  }
  bool open(Nest, std::string_view, const Naming&) override { return true; }
  void close(Nest) override {}

  const Quantity& quantity_;
  bool found_ = false;
  std::optional<Estimate> number_;
};

[[noreturn]] void throw_no_points(const Quantity& quantity) {
  throw NoAnswer(
      fmt::format("quantity '{}': no unit has points; give units some, as in \"NAME,points=100\"",
                  shown(quantity.text)));
}

/// The group that the quantity speaks of, as the target calls it.
std::string group_in(const Deals& deals, const Quantity& quantity) {
  std::string there;
  for (const auto& [group, kills] : deals.kills_by_group) {
    if (lower(group) == lower(quantity.group)) return group;
    there += (there.empty() ? "" : ", ") + group;
  }
  throw NoAnswer(fmt::format("quantity '{}': the {} has no group '{}'{}", shown(quantity.text),
                             to_string(enemy_of(quantity.side)), shown(quantity.group),
                             there.empty() ? "" : "; there is " + there));
}

}  // namespace

std::optional<double> read_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const auto number = read_number<double>(trim(text));
  if (!number || !std::isfinite(*number)) return std::nullopt;
  return percent ? *number / 100 : *number;
}

Quantity with_sides_exchanged(Quantity quantity) {
  if (quantity.event) {
    quantity.event = quantity.event->with_sides_exchanged();
    quantity.side = enemy_of(quantity.side);
    return quantity;
  }
  quantity.side = enemy_of(quantity.side);
  if (quantity.fact) {
    if (quantity.fact->kind != OutcomeFact::Kind::rounds) quantity.fact->side = quantity.side;
    return quantity;
  }
  const Known* mine = find(all_known().battles, quantity.subject, false);
  if (mine == nullptr || mine->of.empty()) return quantity;
  for (const Known& other : all_known().battles) {
    if (other.csv == mine->csv && other.of != mine->of) quantity.subject = other.name;
  }
  return quantity;
}

namespace {

/// Of fights or of battles, as its facts say; where they say both, as `rather` does.
Quantity parse_event(const std::string& text, OutcomeOf rather) {
  Quantity quantity;
  quantity.text = trim(text);
  quantity.of = rather;
  try {
    quantity.event = Event(text, rather);
    return quantity;
  } catch (const EventError& error) {
    if (rather == OutcomeOf::sequence) throw;
    quantity.of = rather == OutcomeOf::fight ? OutcomeOf::battle : OutcomeOf::fight;
    try {
      quantity.event = Event(text, quantity.of);
      return quantity;
    } catch (const EventError& other) {
      throw other.column > error.column ? other : error;  // whoever has read further
    }
  }
}

/// Whether fights and battles have it alike: it is of points.
bool is_of_either(const Quantity& quantity) {
  if (!quantity.event) return is_of_points(quantity);
  const std::vector<OutcomeFact>& facts = quantity.event->facts();
  return std::all_of(facts.begin(), facts.end(),
                     [](const OutcomeFact& fact) { return is_of_points(fact); });
}

/// "mean", "p90": false where it is none. Throws OutOfRange.
bool read_statistic(std::string_view word, Quantity& quantity) {
  if (word == "mean") {
    quantity.statistic = Statistic::mean;
  } else if (word == "sd") {
    quantity.statistic = Statistic::sd;
  } else if (word == "median") {
    quantity.statistic = Statistic::percentile;
    quantity.parameter = 50;
  } else if (word.size() > 1 && word[0] == 'p') {
    const auto number = warodds::read_number<int>(word.substr(1));
    if (!number) return false;
    if (*number < 1 || *number > 99) {
      throw OutOfRange(
          fmt::format("quantity '{}': {} is not from 1 to 99", shown(quantity.text), *number));
    }
    quantity.statistic = Statistic::percentile;
    quantity.parameter = *number;
  } else {
    return false;
  }
  return true;
}

/// What both fights and battles have a name for is meant of `rather`.
Quantity parse_plain(const std::string& text, OutcomeOf rather) {
  Quantity quantity;
  quantity.text = trim(text);
  std::string rest = quantity.text;
  const auto begins_with = [&](const char* with) { return rest.rfind(with, 0) == 0; };
  const bool of_unit = begins_with("attacker[") || begins_with("defender[");
  const bool says_side = of_unit || begins_with("attacker.") || begins_with("defender.");
  if (says_side) {
    quantity.side = rest[0] == 'a' ? Side::attacker : Side::defender;
    rest = rest.substr(9);
  }
  if (of_unit) {
    const auto end = rest.rfind("].");
    if (end == std::string::npos) unknown(text);
    quantity.unit = trim(std::string_view(rest).substr(0, end));
    rest = rest.substr(end + 2);
  }
  // What fights report is the attacker's, unless a side is named.
  const bool sided = says_side || is_of_fights(rest);
  // A group may be named in any way, so it goes first.
  const auto bracket = rest.rfind(']');
  if (sided && rest.rfind("kills[", 0) == 0 && bracket != std::string::npos) {
    quantity.group = rest.substr(6, bracket - 6);
    rest = "kills" + rest.substr(bracket + 1);
  }
  const auto end = rest.find('.');
  quantity.subject = trim(std::string_view(rest).substr(0, end));
  const Known* fact = nullptr;
  std::array lists{std::pair(OutcomeOf::fight, &all_known().fights),
                   std::pair(OutcomeOf::battle, &all_known().battles)};
  if (rather == OutcomeOf::battle) std::swap(lists[0], lists[1]);
  for (const auto& [of, facts] : lists) {
    const Known* known = find(*facts, quantity.subject, end != std::string::npos, of_unit);
    if (fact != nullptr || known == nullptr) continue;
    if (known->by_side ? !sided : says_side) continue;
    fact = known;
    quantity.of = of;
  }
  if (fact == nullptr) unknown(text);
  quantity.by_side = fact->by_side;
  quantity.is_mean = fact->is_mean;
  if (end == std::string::npos) return quantity;
  if (!read_statistic(trim(std::string_view(rest).substr(end + 1)), quantity)) unknown(text);
  return quantity;
}

/// Of "attacker.kills >= 2": every answer has that law, and none need be asked for. The text is an
/// event all the same: its names and its number are read once, by the grammar of events.
Quantity read_off(Quantity event) {
  if (event.of == OutcomeOf::sequence) return event;
  const auto sign = event.text.rfind('>');  // no number has one; a name may
  if (sign == std::string::npos) return event;
  Quantity plain;
  try {
    plain = parse_plain(event.text.substr(0, sign) + ".mean", event.of);
  } catch (const InputError&) {
    return event;
  }
  if (plain.of != event.of) return event;
  event.by_side = plain.by_side;  // as it is named in tables
  event.side = plain.side;
  const auto bound = event.event->bound();
  constexpr double most = 1e9;
  if (!bound || bound->least < 0 || bound->least > most) return event;
  plain.text = event.text;
  plain.statistic = Statistic::at_least;
  plain.parameter = static_cast<int>(bound->least);
  return plain;
}

/// "attacker.hit-points-left.mean" of battles, which must be asked for; nothing: it is none of
/// that.
std::optional<Quantity> statistic_of_fact(const std::string& text, OutcomeOf of) {
  Quantity quantity;
  quantity.text = trim(text);
  quantity.of = of;
  const auto dot = quantity.text.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string_view all = quantity.text;
  if (read_statistic(trim(all.substr(dot + 1)), quantity)) {
    quantity.fact = find_fact(trim(all.substr(0, dot)), of);
  } else if (lower(all.substr(dot + 1)) ==
             "hit-points-left") {  // the mean, as of a unit of several
    quantity.statistic = Statistic::mean;
    quantity.fact = find_fact(all, of);
  }
  if (!quantity.fact || is_yes_or_no(*quantity.fact)) return std::nullopt;
  quantity.side = quantity.fact->side;
  quantity.by_side = all.starts_with("attacker") || all.starts_with("defender");
  return quantity;
}

/// Throws InputError where the text names a fact that is a number of every outcome.
void require_no_bare_fact(const std::string& text) {
  const std::string_view name = trim(std::string_view(text));
  for (const OutcomeOf of : {OutcomeOf::fight, OutcomeOf::battle}) {
    const auto fact = find_fact(name, of);
    if (!fact || is_yes_or_no(*fact)) continue;
    throw InputError(fmt::format(
        "quantity '{}': it is a number of each {}; ask for {}.mean, {}.sd, {}.p90 or {} >= 1",
        shown(name), of == OutcomeOf::fight ? "fight" : "battle", shown(name), shown(name),
        shown(name), shown(name)));
  }
}

/// An event that looks like a quantity; nothing: it is none.
std::optional<Quantity> event_called(const std::string& text, OutcomeOf rather) {
  try {
    return parse_event(text, rather);
  } catch (const EventError&) {
    return std::nullopt;
  }
}

/// What is lost in points; nothing: it is none of that.
std::optional<Quantity> points_of_sequence(const std::string& text) {
  try {
    Quantity quantity = parse_plain(text, OutcomeOf::battle);
    quantity.of = OutcomeOf::sequence;
    if (is_of_points(quantity) && quantity.unit.empty()) return quantity;
  } catch (const InputError&) {
  }
  return std::nullopt;
}

}  // namespace

Quantity parse_quantity(const std::string& text, OutcomeOf rather) {
  if (looks_like_event(text)) return read_off(parse_event(text, rather));
  if (rather == OutcomeOf::sequence) {
    if (const auto points = points_of_sequence(text)) return *points;
    if (const auto of_fact = statistic_of_fact(text, rather)) return *of_fact;
    return parse_event(text, rather);
  }
  Quantity quantity;
  try {
    quantity = parse_plain(text, rather);
  } catch (const OutOfRange&) {
    throw;
  } catch (const InputError&) {
    if (const auto of_fact = statistic_of_fact(text, rather)) return *of_fact;
    const OutcomeOf other = rather == OutcomeOf::fight ? OutcomeOf::battle : OutcomeOf::fight;
    if (const auto of_fact = statistic_of_fact(text, other)) return *of_fact;
    require_no_bare_fact(text);
    if (const auto event = event_called(text, rather)) return *event;
    throw;
  }
  if (quantity.of == rather || rather != OutcomeOf::battle) return quantity;
  // Fights say "attacker.destroyed" and "attacker.kills.mean", but battles have such facts, too.
  if (quantity.statistic == Statistic::value) {
    if (quantity.subject != "destroyed") return quantity;
    const Quantity event = parse_event(text, rather);
    return event.of == rather ? event : quantity;
  }
  return statistic_of_fact(text, rather).value_or(quantity);
}

std::optional<OutcomeColumn> Quantity::column() const {
  if (event) return *event;
  if (fact) return *fact;
  return std::nullopt;
}

std::vector<OutcomeColumns> laws_asked_for(const std::vector<Quantity>& quantities, OutcomeOf of) {
  std::vector<OutcomeColumns> laws;
  for (const Quantity& quantity : quantities) {
    const auto column = quantity.column();
    if (column && quantity.of == of) laws.push_back({*column});
  }
  return laws;
}

std::vector<Quantity> parse_quantities(const std::string& text, OutcomeOf rather) {
  constexpr std::ptrdiff_t most = 1000;
  if (std::count(text.begin(), text.end(), ',') >= most) {
    throw InputError(fmt::format("more than {} quantities are asked for", most));
  }
  std::vector<Quantity> quantities;
  std::string part;
  bool in_group = false;  // whose name may have commas
  for (const char c : text) {
    if (c == '[' || c == ']') in_group = c == '[';
    if (c == ',' && !in_group) {
      quantities.push_back(parse_quantity(std::exchange(part, ""), rather));
    } else {
      part += c;
    }
  }
  quantities.push_back(parse_quantity(part, rather));
  // What both have, as swing, is meant of battles beside what only they have.
  const auto of = [&](OutcomeOf what) {
    return [what](const Quantity& one) { return one.of == what && !is_of_either(one); };
  };
  const bool of_battles =
      std::any_of(quantities.begin(), quantities.end(), of(OutcomeOf::battle)) &&
      std::none_of(quantities.begin(), quantities.end(), of(OutcomeOf::fight));
  if (rather == OutcomeOf::fight && of_battles) mean_battles(quantities);
  return quantities;
}

void mean_battles(std::vector<Quantity>& quantities) {
  for (Quantity& one : quantities) {
    if (is_of_either(one)) one = parse_quantity(one.text, OutcomeOf::battle);
  }
}

Estimate estimate_of(const Quantity& quantity, const OutcomeLaw& law, std::size_t column,
                     std::optional<std::size_t> given) {
  if (quantity.event) {
    return given ? law.of(column, given)->estimate_at_least(1) : law.probability(column);
  }
  if (is_of_points(*quantity.fact)) {
    return statistic_of(quantity, *law.numbers_of(column, given));
  }
  const Distribution of = *law.of(column, given);
  return statistic_of(quantity, Law{&of});
}

Estimate estimate_of(const Quantity& quantity, const FightAnswer& answer) {
  if (const auto column = quantity.column()) {
    return estimate_of(quantity, law_of({*column}, answer.laws), 0);
  }
  Lookup lookup(quantity);
  state_deals(lookup, answer, quantity.side);
  if (answer.points) state_points(lookup, *answer.points);
  if (!lookup.found() && is_of_points(quantity)) throw_no_points(quantity);
  if (lookup.found() || quantity.group.empty()) return lookup.number();
  // The same in capital or small letters.
  Quantity as_called = quantity;
  as_called.group = group_in(answer.deals[quantity.side], quantity);
  return estimate_of(as_called, answer);
}

Estimate estimate_of(const Quantity& quantity, const BattleAnswer& answer) {
  if (const auto column = quantity.column()) {
    return estimate_of(quantity, law_of({*column}, answer.laws), 0);
  }
  const std::vector<UnitAnswer>& units = answer.units[quantity.side];
  const bool is_there = std::any_of(units.begin(), units.end(), [&](const UnitAnswer& unit) {
    return lower(unit.name) == lower(quantity.unit);
  });
  if (!quantity.unit.empty() && !is_there) {
    std::vector<std::string> names;
    for (const UnitAnswer& unit : units) names.push_back(unit.name);
    throw NoAnswer(fmt::format("quantity '{}': the {}'s side has no unit '{}'{}{}", quantity.text,
                               to_string(quantity.side), quantity.unit,
                               names.empty() ? "; it is a unit alone" : "; there is ",
                               fmt::join(names, ", ")));
  }
  Lookup lookup(quantity);
  state_outcome(lookup, answer);
  if (!lookup.found() && is_of_points(quantity)) throw_no_points(quantity);
  return lookup.number();
}

Estimate estimate_of(const Quantity& quantity, const SequenceAnswer& answer) {
  if (const auto column = quantity.column()) {
    return estimate_of(quantity, law_of({*column}, answer.laws), 0);
  }
  if (!answer.points) throw_no_points(quantity);
  Lookup lookup(quantity);
  state_points(lookup, *answer.points);
  return lookup.number();
}

bool is_of_points(const Quantity& quantity) {
  return quantity.subject == "points-lost" || quantity.subject == "swing" ||
         quantity.subject == "destroyed-per-point";
}

std::vector<QuantityRow> list_quantities(std::string_view system) {
  std::vector<QuantityRow> rows;
  const auto list = [&](const char* of, const std::vector<Known>& facts) {
    for (const Known& fact : facts) {
      const std::string whose = !fact.by_side ? "" : fact.of_unit ? "SIDE[UNIT]." : "SIDE.";
      const std::string name = whose + fact.name + (fact.of_group ? "[GROUP]" : "");
      if (!fact.is_law) {
        const bool does = fact.by_side && !fact.is_mean;
        rows.push_back({of, name,
                        (!does          ? ""
                         : fact.of_unit ? "odds that the unit "
                                        : "odds that the side ") +
                            fact.meaning});
        continue;
      }
      const std::string what = fact.meaning + (fact.of_group ? " in GROUP" : "");
      rows.push_back({of, name + ".mean", "mean " + what});
      rows.push_back({of, name + ".sd", "standard deviation of " + what});
      rows.push_back({of, name + ".pN", "percentile of " + what + ", N from 1 to 99"});
      rows.push_back({of, name + ">=N", "probability of N or more " + what});
    }
  };
  with_system(system, "", [&](auto found) {
    using System = decltype(found);
    const Catalogue known =
        catalogue_of({System::reports.begin(), System::reports.end()}, rate_of<System>(),
                     System::groups_are_figures, CanRetreat<System>);
    list("fights", known.fights);
    list("battles", known.battles);
    Listing of_sequences;
    state_points(of_sequences, some_points());
    list("sequences", of_sequences.take());
  });
  return rows;
}

std::vector<QuantityRow> list_facts_of_events(std::string_view system) {
  std::vector<QuantityRow> rows;
  with_system(system, "", [&](auto found) {
    using System = decltype(found);
    const bool groups = System::groups_are_figures;
    const auto reported = [&](const char* of, const std::string& whose) {
      for (const ReportSpec& report : System::reports) {
        const bool is_count = report.kind == ReportKind::count;
        rows.push_back({of, whose + std::string(report.name),
                        (is_count ? "" : "yes or no: ") + std::string(report.label)});
      }
    };
    const auto add = [&](const char* of, const char* name, const char* meaning) {
      rows.push_back({of, name, meaning});
    };
    reported("events of fights", "SIDE.");
    add("events of fights", "SIDE.damage", "damage");
    add("events of fights", "SIDE.kills", "figures of the enemy that fall");
    if (groups) add("events of fights", "SIDE.kills[GROUP]", "of one group of them");
    add("events of fights", "SIDE.destroyed", "yes or no: destroys its target");
    add("events of battles", "rounds", "rounds fought");
    add("events of battles", "SIDE.survivors", "figures left of the side");
    add("events of battles", "SIDE.kills", "figures that the enemy has lost");
    if (groups) {
      add("events of battles", "SIDE.survivors[GROUP]", "of one group, where a side is one unit");
      add("events of battles", "SIDE.kills[GROUP]", "likewise");
    }
    add("events of battles", "SIDE.hit-points-left", "hit points left of the side");
    add("events of battles", "SIDE.destroyed", "yes or no: nobody of the side is left");
    add("events of battles", "SIDE[UNIT].survivors",
        "of one of several units; likewise .destroyed,");
    add("events of battles", "SIDE[UNIT].hit-points-left", "and SIDE.kills[UNIT]");
    add("events of battles", "win, lose, draw", "yes or no, of the attacker");
    add("events of battles", "both_destroyed, undecided", "yes or no");
    if (CanRetreat<System>)
      add("events of battles", "retreated", "yes or no: a side has moved away");
    add("events of battles", "ahead, behind, even", "yes or no: of the undecided, who is ahead");
    for (const char* whose : {"", "step[N]."}) {
      for (const ReportSpec& report : System::reports) {
        if (report.kind == ReportKind::event && *whose == '\0') continue;
        rows.push_back(
            {"events of sequences", whose + std::string(report.name), std::string(report.label)});
      }
      const auto of_steps = [&](const char* name, const char* meaning) {
        rows.push_back({"events of sequences", std::string(whose) + name, meaning});
      };
      of_steps("damage", "damage to the target");
      of_steps("kills", "figures of the target that fall");
      if (groups) of_steps("kills[GROUP]", "of one group of them");
      of_steps("losses", "figures that attackers lose");
      of_steps("survivors", "figures of the target left then");
      of_steps("destroyed", "yes or no: nobody of the target is left then");
      of_steps("SIDE.points-lost", "points lost by attackers, or the target");
      of_steps("swing", "what the target loses less the attackers");
    }
    add("events of sequences", "step[N].needed", "yes or no: the target still stands");
    add("events of sequences", "step[N].takes_place", "yes or no: and the rules allow it");
    add("events of sequences", "step[N].lost", "yes or no: its attacker is destroyed");
    if (CanRetreat<System>)
      add("events of sequences", "retreated", "yes or no: the target has moved away");
  });
  return rows;
}

double odds_that_nobody_wins(double win, double lose) {
  constexpr double rounding = 1e-12;
  const double odds = 1 - win - lose;
  return odds > rounding ? odds : 0;
}

double odds_of_beating(double win, double lose) {
  const double draw = odds_that_nobody_wins(win, lose);
  return draw > 0 ? win + draw / 2 : win / (win + lose);
}

Estimate odds_of_beating(const Estimate& win, const Estimate& lose) {
  Estimate odds{odds_of_beating(win.value, lose.value)};
  if (win.half_width) odds.half_width = (*win.half_width + lose.half_width.value_or(0)) / 2;
  return odds;
}

}  // namespace warodds
