#include "core/answer/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/answer/facts.h"
#include "core/fields/field.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;
using Statistic = Quantity::Statistic;

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

/// Names of quantities, for whoever has mistyped one.
std::vector<std::string> names_of_quantities(OutcomeOf rather) {
  std::vector<std::string> names;
  for (const OutcomeOf of : {OutcomeOf::fight, OutcomeOf::battle, OutcomeOf::sequence}) {
    if ((of == OutcomeOf::sequence) != (rather == OutcomeOf::sequence)) continue;
    for (const std::string& name : names_of_facts(of)) {
      const auto fact = find_fact(name, of);
      if (!fact || is_yes_or_no(*fact)) {
        names.push_back(name);
        continue;
      }
      for (const char* how : {".mean", ".sd", ".p90", " >= 1"}) names.push_back(name + how);
    }
  }
  return names;
}

[[noreturn]] void throw_unknown(const std::string& text, OutcomeOf rather) {
  for (const auto& [word, ask_for] : other_words) {
    if (lower(text).find(word) == std::string::npos) continue;
    throw UnknownQuantity(fmt::format("unknown quantity '{}'. Ask for {}. See: warodds quantities",
                                      shown(text), ask_for));
  }
  throw UnknownQuantity(unknown_name("quantity", text, names_of_quantities(rather)) +
                        " See: warodds quantities");
}

/// Of fights or of battles, as its facts say; where they say both, as `rather` does.
Quantity parse_event(const std::string& text, OutcomeOf rather) {
  const auto event_of = [&](OutcomeOf of) {
    return Quantity{std::string(trim(std::string_view(text))), of, Event(text, of),
                    Statistic::probability};
  };
  try {
    return event_of(rather);
  } catch (const EventError& error) {
    if (rather == OutcomeOf::sequence) throw;
    try {
      return event_of(rather == OutcomeOf::fight ? OutcomeOf::battle : OutcomeOf::fight);
    } catch (const EventError& other) {
      throw other.column > error.column ? other : error;  // whoever has read further
    }
  }
}

/// "mean", "p90": false where it is none. Throws InputError for percentiles that there are not.
bool read_statistic(std::string_view word, Quantity& quantity) {
  quantity.parameter = 50;
  if (word == "mean" || word == "sd" || word == "median") {
    quantity.statistic = word == "mean" ? Statistic::mean
                         : word == "sd" ? Statistic::sd
                                        : Statistic::percentile;
    return true;
  }
  if (word.size() < 2 || word[0] != 'p') return false;
  const auto number = read_number<int>(word.substr(1));
  if (!number) return false;
  if (*number < 1 || *number > 99) {
    throw InputError(
        fmt::format("quantity '{}': {} is not from 1 to 99", shown(quantity.text), *number));
  }
  quantity.statistic = Statistic::percentile;
  quantity.parameter = *number;
  return true;
}

/// A fact with a statistic, or one of which the mean is meant; nothing: it is none of that.
std::optional<Quantity> statistic_of_fact(std::string_view name, OutcomeOf of) {
  Quantity quantity;
  quantity.text = std::string(name);
  quantity.of = of;
  if (const auto mean = find_mean(name, of)) {
    quantity.column = *mean;
    return quantity;
  }
  const auto dot = name.rfind('.');
  auto fact = find_fact(name, of);
  const bool is_meant = fact && (is_of_points(*fact) || fact->kind == Kind::hit_points);
  if (!is_meant) {
    fact.reset();
    if (dot == std::string_view::npos) return std::nullopt;
    if (const auto found = find_fact(trim(name.substr(0, dot)), of)) {
      if (read_statistic(trim(name.substr(dot + 1)), quantity)) fact = found;
    }
  }
  if (!fact || is_yes_or_no(*fact)) return std::nullopt;
  quantity.column = *fact;
  return quantity;
}

std::vector<OutcomeOf> meant_by(OutcomeOf rather) {
  if (rather == OutcomeOf::sequence) return {rather};
  return {rather, rather == OutcomeOf::fight ? OutcomeOf::battle : OutcomeOf::fight};
}

const char* word_of(OutcomeOf of) {
  return of == OutcomeOf::fight ? "fight" : of == OutcomeOf::battle ? "battle" : "sequence";
}

/// Throws InputError where the text names a fact that is a number of every outcome.
void require_no_bare_fact(std::string_view name, OutcomeOf rather) {
  for (const OutcomeOf of : meant_by(rather)) {
    const auto fact = find_fact(name, of);
    if (!fact || is_yes_or_no(*fact)) continue;
    throw InputError(
        fmt::format("quantity '{}': it is a number of each {}; ask for {}.mean, {}.sd, {}.p90 or "
                    "{} >= 1",
                    shown(name), word_of(of), shown(name), shown(name), shown(name), shown(name)));
  }
}

/// The law of a fact, as far as every answer tells it.
struct Told {
  const Distribution* whole = nullptr;
  const NumberLaw* numbers = nullptr;
  const Estimate* better_mean = nullptr;
  std::optional<Estimate> odds = {};  ///< of what is so or not
};

bool is_draw(const Quantity& quantity) { return lower(quantity.text) == name_of_draw; }

/// Whether every answer tells the law of a fact, and so much of it as is asked.
bool is_told(const Quantity& quantity) {
  const OutcomeFact* const fact = quantity.fact();
  if (fact == nullptr) return false;
  if (is_mean(*fact)) return true;
  if (quantity.of == OutcomeOf::sequence) {
    return quantity.event() == nullptr && is_of_points(*fact) && fact->step == 0;
  }
  if (is_draw(quantity)) return true;
  if (const Event* const event = quantity.event()) {
    constexpr double most = 1e9;
    const auto bound = event->bound();
    const bool is_counted = bound && bound->least >= 0 && bound->least <= most;
    if (!is_counted && !event->is_alone()) return false;
  }
  switch (fact->kind) {
    case Kind::report:
    case Kind::damage:
    case Kind::end:
    case Kind::ahead:
    case Kind::rounds:
      return true;
    case Kind::destroys:
    case Kind::destroyed:
    case Kind::kills:
      return quantity.of == OutcomeOf::fight;
    case Kind::survivors:
    case Kind::points_lost:
      return fact->group.empty();
    case Kind::swing:
      return fact->side == Side::attacker;
    default:
      return false;
  }
}

const Distribution& kills_of_group(const OutcomeFact& fact, const Deals& deals) {
  std::string there;
  for (const auto& [group, kills] : deals.kills_by_group) {
    if (lower(group) == lower(fact.group)) return kills;
    there += (there.empty() ? "" : ", ") + group;
  }
  throw NoAnswer(fmt::format("quantity '{}': the {} has no group '{}'{}", shown(name_of(fact)),
                             to_string(enemy_of(fact.side)), shown(fact.group),
                             there.empty() ? "" : "; there is " + there));
}

Told told(const OutcomeFact& fact, const std::optional<PointsAnswer>& points) {
  if (!points) return {};
  if (fact.kind == Kind::points_lost) return {nullptr, &points->lost[fact.side]};
  return {nullptr, points->swing ? &*points->swing : nullptr};
}

Told told(const OutcomeFact& fact, const FightAnswer& answer) {
  if (is_of_points(fact)) return told(fact, answer.points);
  const Deals& deals = answer.deals[fact.side];
  switch (fact.kind) {
    case Kind::damage:
      return {&deals.damage};
    case Kind::kills:
      return {fact.group.empty() ? &deals.kills : &kills_of_group(fact, deals)};
    case Kind::destroys:
      return {nullptr, nullptr, nullptr, deals.destroyed};
    case Kind::destroyed:
      return {nullptr, nullptr, nullptr, answer.deals[enemy_of(fact.side)].destroyed};
    default:
      break;
  }
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    if (answer.reports[i].name != fact.name) continue;
    const Distribution& reported = deals.reported[i];
    if (!is_yes_or_no(fact)) return {&reported};
    return {nullptr, nullptr, nullptr, reported.estimate_at_least(1)};
  }
  return {};
}

Told told(const OutcomeFact& fact, const BattleAnswer& answer) {
  if (is_of_points(fact)) return told(fact, answer.points);
  if (fact.kind == Kind::rounds) return {&answer.rounds, nullptr, &answer.mean_rounds};
  if (fact.kind == Kind::survivors) return {&answer.survivors[fact.side]};
  return {};
}

Told told(const OutcomeFact& fact, const SequenceAnswer& answer) {
  return told(fact, answer.points);
}

Estimate statistic_of(const Quantity& quantity, const Told& law) {
  const bool whole = law.whole != nullptr;
  switch (quantity.statistic) {
    case Statistic::mean:
      return whole ? Law{law.whole, law.better_mean}.mean() : law.numbers->mean();
    case Statistic::sd:
      return whole ? law.whole->estimate_sd() : law.numbers->estimate_sd();
    case Statistic::percentile:
      return whole ? law.whole->estimate_quantile(quantity.parameter / 100.0)
                   : law.numbers->quantile(quantity.parameter / 100.0);
    default:
      return law.odds
                 ? *law.odds
                 : law.whole->estimate_at_least(static_cast<int>(quantity.event()->bound()->least));
  }
}

/// A mean that no outcome has; nothing: the answer has none.
std::optional<Estimate> mean_of(const OutcomeFact& fact,
                                const std::optional<PointsAnswer>& points) {
  const bool is_there = fact.kind == Kind::destroyed_per_point && points;
  return is_there ? points->destroyed_per_point(fact.side) : std::nullopt;
}
std::optional<Estimate> mean_of(const OutcomeFact& fact, const FightAnswer& answer) {
  if (fact.kind != Kind::rate) return mean_of(fact, answer.points);
  if (answer.rate.name == fact.name) return answer.rate_of(fact.side);
  throw InputError(
      fmt::format("quantity '{}': this system does not report it here", shown(name_of(fact))));
}
std::optional<Estimate> mean_of(const OutcomeFact& fact, const BattleAnswer& answer) {
  if (fact.kind == Kind::odds) {
    return odds_of_beating(answer.win(Side::attacker), answer.win(Side::defender));
  }
  if (fact.kind != Kind::part) return mean_of(fact, answer.points);
  std::string there;
  for (const UnitAnswer& unit : answer.units[fact.side]) {
    if (lower(unit.name) == lower(fact.group)) return unit.part;
    there += (there.empty() ? "" : ", ") + unit.name;
  }
  throw NoAnswer(fmt::format("quantity '{}': the {}'s side has no unit '{}'; {}", name_of(fact),
                             to_string(fact.side), fact.group,
                             there.empty() ? "it is a unit alone" : "there is " + there));
}
std::optional<Estimate> mean_of(const OutcomeFact& fact, const SequenceAnswer& answer) {
  return mean_of(fact, answer.points);
}

/// How a battle ends, as the answer has it.
std::optional<Estimate> odds_of_end(const Quantity& quantity, const BattleAnswer& answer) {
  const Event* const event = quantity.event();
  if (event == nullptr) return std::nullopt;
  if (is_draw(quantity)) return answer.draw();
  const auto value = event->is_alone();
  if (!value) return std::nullopt;
  if (quantity.is_of(Kind::end)) return answer.end(static_cast<BattleEnd>(*value));
  if (quantity.is_of(Kind::ahead)) return answer.is_ahead(static_cast<Ahead>(*value));
  return std::nullopt;
}
template <class Answer>
std::optional<Estimate> odds_of_end(const Quantity&, const Answer&) {
  return std::nullopt;
}

template <class Answer>
Estimate number_in(const Quantity& quantity, const Answer& answer) {
  if (const auto column = quantity.to_ask()) {
    return estimate_of(quantity, law_of({*column}, answer.laws));
  }
  if (const auto odds = odds_of_end(quantity, answer)) return *odds;
  const OutcomeFact& fact = *quantity.fact();
  if (is_mean(fact)) {
    if (const auto mean = mean_of(fact, answer)) return *mean;
    throw NoAnswer(fact.kind == Kind::rate
                       ? fmt::format("quantity '{}': the {} pays nothing", shown(quantity.text),
                                     to_string(fact.side))
                       : fmt::format("quantity '{}': no unit has points; give units some, as in "
                                     "\"NAME,points=100\"",
                                     shown(quantity.text)));
  }
  const Told law = told(fact, answer);
  if (law.whole != nullptr || law.numbers != nullptr || law.odds)
    return statistic_of(quantity, law);
  if (is_of_points(fact)) {
    throw NoAnswer(
        fmt::format("quantity '{}': no unit has points; give units some, as in \"NAME,points=100\"",
                    shown(quantity.text)));
  }
  throw InputError(
      fmt::format("quantity '{}': this system does not report it here", shown(quantity.text)));
}

}  // namespace

const OutcomeFact* Quantity::fact() const {
  const Event* const of_event = event();
  if (of_event == nullptr) return std::get_if<OutcomeFact>(&column);
  return of_event->facts().size() == 1 ? &of_event->facts().front() : nullptr;
}

std::optional<Side> Quantity::side() const {
  return fact() != nullptr ? side_of(*fact()) : std::nullopt;
}

std::optional<OutcomeColumn> Quantity::to_ask() const {
  return is_told(*this) ? std::nullopt : std::optional(column);
}

std::optional<double> read_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const auto number = read_number<double>(trim(text));
  if (!number || !std::isfinite(*number)) return std::nullopt;
  return percent ? *number / 100 : *number;
}

Quantity with_sides_exchanged(Quantity quantity) {
  if (const Event* const event = quantity.event()) {
    quantity.column = event->with_sides_exchanged();
    return quantity;
  }
  auto& fact = std::get<OutcomeFact>(quantity.column);
  if (fact.kind != Kind::rounds && fact.kind != Kind::odds) fact.side = enemy_of(fact.side);
  return quantity;
}

Quantity parse_quantity(const std::string& text, OutcomeOf rather) {
  if (looks_like_event(text)) return parse_event(text, rather);
  const std::string_view name = trim(std::string_view(text));
  for (const OutcomeOf of : meant_by(rather)) {
    if (const auto found = statistic_of_fact(name, of)) return *found;
    const auto fact = find_fact(name, of);
    const bool is_so_or_not = of == OutcomeOf::battle && is_end(lower(name));
    if (is_so_or_not || (fact && is_yes_or_no(*fact))) return parse_event(text, of);
  }
  require_no_bare_fact(name, rather);
  throw_unknown(text, rather);
}

std::vector<AskedLaw> laws_asked_for(const std::vector<Quantity>& quantities, OutcomeOf of,
                                     const std::optional<Event>& given) {
  std::vector<AskedLaw> laws;
  for (const Quantity& quantity : quantities) {
    const auto column = quantity.to_ask();
    if (column && quantity.of == of) laws.push_back({{*column}, given});
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
  return quantities;
}

Estimate estimate_of(const Quantity& quantity, const OutcomeLaw& law) {
  if (quantity.event() != nullptr) return law.probability();
  if (is_of_points(*quantity.fact())) {
    const NumberLaw numbers = *law.numbers_of();
    return statistic_of(quantity, {nullptr, &numbers});
  }
  const Distribution of = *law.of();
  return statistic_of(quantity, {&of});
}

Estimate estimate_of(const Quantity& quantity, const FightAnswer& answer) {
  return number_in(quantity, answer);
}
Estimate estimate_of(const Quantity& quantity, const BattleAnswer& answer) {
  return number_in(quantity, answer);
}
Estimate estimate_of(const Quantity& quantity, const SequenceAnswer& answer) {
  return number_in(quantity, answer);
}

bool is_of_points(const Quantity& quantity) {
  const OutcomeFact* const fact = quantity.event() != nullptr ? nullptr : quantity.fact();
  return fact != nullptr && (is_of_points(*fact) || fact->kind == Kind::destroyed_per_point);
}

std::string word_that_changed(const std::vector<Quantity>& quantities) {
  for (const Quantity& quantity : quantities) {
    const bool changed = quantity.of == OutcomeOf::fight && quantity.is_of(Kind::destroyed);
    if (!changed) continue;
    return fmt::format("{} is what happens to the {}; that it destroys its enemy is {}.destroys",
                       shown(quantity.text), to_string(quantity.fact()->side),
                       to_string(quantity.fact()->side));
  }
  return "";
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
