#include "core/answer/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <iterator>
#include <utility>

#include "core/fields/field.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
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

/// Of the rounds alone: every answer to a battle has their law, and an exact one knows more of them
/// than is asked for as a law.
bool is_of_rounds(const Quantity& quantity) {
  if (!quantity.is_of(Kind::rounds)) return false;
  const Event* const event = quantity.event();
  if (event == nullptr) return true;
  constexpr double most = 1e9;
  const auto bound = event->bound();
  return bound && bound->least >= 0 && bound->least <= most;
}

Estimate statistic_of(const Quantity& quantity, const Distribution& law, const Estimate& mean) {
  switch (quantity.statistic) {
    case Statistic::mean:
      return mean;
    case Statistic::sd:
      return law.estimate_sd();
    default:
      break;
  }
  return law.estimate_quantile(quantity.parameter / 100.0);
}

Estimate of_rounds(const Quantity& quantity, const Answer& answer) {
  if (const Event* const event = quantity.event()) {
    return answer.rounds.estimate_at_least(static_cast<int>(event->bound()->least));
  }
  return statistic_of(quantity, answer.rounds, answer.mean_rounds);
}

/// The odds that a side wins, a battle that nobody wins counting one half.
Estimate odds_in(const OutcomeLaw& ends) {
  const Distribution of = *ends.of();
  const auto end = [&](BattleEnd how) { return of.estimate(static_cast<int>(how)); };
  return odds_of_beating(end(BattleEnd::attacker_wins), end(BattleEnd::defender_wins));
}

/// The column that a quantity is read off; nothing: it needs none.
std::optional<OutcomeColumn> column_of(const Quantity& quantity) {
  const OutcomeFact* const fact = quantity.fact();
  if (fact == nullptr || !is_mean(*fact)) return quantity.column;
  if (fact->kind == Kind::odds) return OutcomeFact{Kind::end};
  if (fact->kind == Kind::rate) return OutcomeFact{Kind::damage, fact->side};
  return std::nullopt;
}

NoAnswer nobody_has_points(const Quantity& quantity) {
  return NoAnswer(
      fmt::format("quantity '{}': no unit has points; give units some, as in \"NAME,points=100\"",
                  shown(quantity.text)));
}

Estimate destroyed_per_point(const Quantity& quantity,
                             const std::optional<PointsLostAnswer>& points) {
  const auto rate = points ? points->destroyed_per_point(quantity.fact()->side) : std::nullopt;
  if (!rate) throw nobody_has_points(quantity);
  return *rate;
}

Estimate part_of(const OutcomeFact& fact, const Answer& answer) {
  std::string there;
  for (const UnitAnswer& unit : answer.units[fact.side]) {
    if (lower(unit.name) == lower(fact.group)) {
      if (unit.part) return *unit.part;
      throw NoAnswer(fmt::format(
          "quantity '{}': it is not known here: it is told of sides of several units whose battles "
          "are fought whole, without --targets SIDE=rollout and without --chunks",
          shown(name_of(fact))));
    }
    there += (there.empty() ? "" : ", ") + unit.name;
  }
  throw NoAnswer(fmt::format("quantity '{}': the {}'s side has no unit '{}'; {}", name_of(fact),
                             to_string(fact.side), fact.group,
                             there.empty() ? "it is a unit alone" : "there is " + there));
}

/// Damage for each point that the attack costs.
Estimate rate_of(const Quantity& quantity, const Answer& answer, const OutcomeLaw& damage) {
  const OutcomeFact& fact = *quantity.fact();
  if (answer.rate.name != fact.name) {
    throw InputError(
        fmt::format("quantity '{}': this system does not report it here", shown(name_of(fact))));
  }
  const auto rate = answer.rate_of(fact.side, damage.of()->estimate_mean());
  if (rate) return *rate;
  throw NoAnswer(fmt::format("quantity '{}': the {} pays nothing", shown(quantity.text),
                             to_string(fact.side)));
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

LawsAsked laws_asked_for(const std::vector<Quantity>& quantities, OutcomeOf of,
                         const std::optional<Event>& given) {
  LawsAsked asked;
  for (const Quantity& quantity : quantities) {
    if (quantity.of != of) continue;
    asked.points = asked.points || quantity.is_of(Kind::destroyed_per_point);
    const auto column = column_of(quantity);
    if (!column || (is_of_rounds(quantity) && !given)) continue;
    AskedLaw law{{*column}, given};
    const auto& all = asked.besides;
    if (std::find(all.begin(), all.end(), law) == all.end())
      asked.besides.push_back(std::move(law));
  }
  return asked;
}

std::vector<Quantity> parse_quantities(const std::string& text, OutcomeOf rather) {
  constexpr std::ptrdiff_t most = 1000;
  if (std::count(text.begin(), text.end(), ',') >= most) {
    throw InputError(fmt::format("more than {} quantities are asked for", most));
  }
  std::vector<Quantity> quantities;
  for (const std::string_view part : split_list(text)) {
    quantities.push_back(parse_quantity(std::string(part), rather));
  }
  return quantities;
}

Estimate estimate_of(const Quantity& quantity, const OutcomeLaw& law) {
  if (quantity.event() != nullptr) return law.probability();
  const Distribution of = *law.of();
  return statistic_of(quantity, of, of.estimate_mean());
}

Estimate estimate_of(const Quantity& quantity, const Answer& answer,
                     const std::optional<Event>& given) {
  if (quantity.is_of(Kind::destroyed_per_point)) {
    return destroyed_per_point(quantity, answer.points());
  }
  if (quantity.is_of(Kind::part)) return part_of(*quantity.fact(), answer);
  if (is_of_rounds(quantity) && !given) return of_rounds(quantity, answer);
  const OutcomeLaw& law = law_of({{*column_of(quantity)}, given}, answer.laws);
  if (quantity.is_of(Kind::rate)) return rate_of(quantity, answer, law);
  return quantity.is_of(Kind::odds) ? odds_in(law) : estimate_of(quantity, law);
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
