#include "core/answer/luck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "core/play/ending.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// What a fact that somebody has noted can be besides a number.
struct ObservedWord {
  const char* word;
  double value;
};
constexpr ObservedWord words_of_yes_and_no[] = {{"yes", 1}, {"true", 1}, {"no", 0}, {"false", 0}};
constexpr ObservedWord words_of_winners[] = {{"attacker", 1}, {"defender", 0}, {"nobody", 0.5}};

/// The number that an outcome's fact stands for: of the end of a battle, who has won.
double number_of_fact(const OutcomeFact& fact, double value) {
  if (fact.kind != OutcomeFact::Kind::end) return value;
  return value == static_cast<double>(BattleEnd::attacker_wins)   ? 1
         : value == static_cast<double>(BattleEnd::defender_wins) ? 0
                                                                  : 0.5;
}

/// The side for which more of the fact is better; nothing where it is neither.
std::optional<Side> who_gains(const OutcomeFact& fact) {
  switch (fact.kind) {
    case OutcomeFact::Kind::rounds:
    case OutcomeFact::Kind::ahead:
      return std::nullopt;
    case OutcomeFact::Kind::end:
      return Side::attacker;
    case OutcomeFact::Kind::points_lost:
    case OutcomeFact::Kind::destroyed:
      return enemy_of(fact.side);
    default:
      return fact.side;
  }
}

class ObservedReader {
 public:
  ObservedReader(std::string_view list, OutcomeOf of, std::string_view what)
      : list_(list), of_(of), what_(what) {}

  std::vector<ObservedFact> read() const {
    std::vector<ObservedFact> all;
    for (const std::string_view part : split_list(list_)) {
      const ObservedFact one = read(part);
      for (const ObservedFact& other : all) {
        if (other.fact == one.fact) fail(part, name_of(one.fact) + " is there twice");
      }
      all.push_back(one);
    }
    return all;
  }

 private:
  [[noreturn]] void fail(std::string_view at, const std::string& why) const {
    const auto begin = static_cast<std::size_t>(at.data() - list_.data());
    const std::string_view before = list_.substr(0, begin + at.size() - trim_left(at).size());
    const auto column = 1 + std::count_if(before.begin(), before.end(),
                                          [](char c) { return !continues_character(c); });
    throw EventError(fmt::format("{} '{}', column {}: {}", what_, shown(list_), column, why),
                     column);
  }
  static std::string_view trim_left(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\n");
    return first == std::string_view::npos ? "" : text.substr(first);
  }
  const char* example() const {
    return of_ == OutcomeOf::fight ? "attacker.kills=2" : "win=attacker or rounds=3";
  }

  ObservedFact read(std::string_view part) const {
    const auto sign = part.rfind('=');
    if (sign == std::string_view::npos || sign + 1 == part.size()) {
      fail(part, fmt::format("expected a fact and what it was, such as {}", example()));
    }
    const std::string_view name = trim(part.substr(0, sign));
    if (!name.empty() && std::string_view("<>!=").find(name.back()) != std::string_view::npos) {
      fail(part, fmt::format("what has happened is one number, such as {}", example()));
    }
    const std::string_view value = part.substr(sign + 1);
    if (of_ == OutcomeOf::battle && lower(name) == "win") {
      return {OutcomeFact{OutcomeFact::Kind::end}, word(value, words_of_winners, ""),
              Side::attacker};
    }
    ObservedFact observed{fact_called(name, part), 0};
    observed.gains = who_gains(observed.fact);
    observed.happened = is_yes_or_no(observed.fact)
                            ? word(value, words_of_yes_and_no, ", or 1 and 0")
                        : is_of_points(observed.fact) ? points(value)
                                                      : number(value);
    if (is_of_points(observed.fact)) observed.within = half_a_place(trim(value));
    return observed;
  }

  OutcomeFact fact_called(std::string_view name, std::string_view part) const {
    if (of_ == OutcomeOf::battle && is_end(lower(name))) {
      fail(part, "how a battle ended is written win=attacker, win=defender or win=nobody");
    }
    try {
      return parse_fact(name, of_);
    } catch (const InputError& error) {
      fail(part, error.what());
    }
  }

  double points(std::string_view part) const {
    const auto number = read_number<double>(trim(part));
    if (number && std::isfinite(*number)) return *number;
    fail(part, fmt::format("'{}' is not a number", shown(trim(part))));
  }

  double number(std::string_view part) const {
    const auto number = read_number<int>(trim(part));
    if (number && *number >= 0) return *number;
    fail(part, fmt::format("'{}' is not a whole number", shown(trim(part))));
  }

  template <std::size_t size>
  double word(std::string_view part, const ObservedWord (&words)[size], const char* more) const {
    const std::string given = lower(trim(part));
    std::string known;
    for (const ObservedWord& one : words) {
      if (given == one.word) return one.value;
      known += (known.empty() ? "" : ", ") + std::string(one.word);
    }
    if (*more != '\0' && (given == "0" || given == "1")) return given == "1" ? 1 : 0;
    fail(part, fmt::format("'{}' is none of: {}{}", shown(given), known, more));
  }

  std::string_view list_;
  OutcomeOf of_;
  std::string_view what_;
};

/// Facts that are the same of both sides can be added up as they are.
bool are_alike(const OutcomeFact& a, const OutcomeFact& b) {
  return a.kind == b.kind && a.name == b.name && a.group == b.group;
}

/// Calls take(values) for all outcomes that can be, or that a trial had.
template <class Take>
void each_outcome(const OutcomeLaw& law, const Take& take) {
  for (const auto& [values, p] : law.sums()) {
    if (p > 0) take(values);
  }
  for (const auto& [values, trials] : law.counts()) take(values);
}

/// How likely the values are from one place to before another: a sum of these, so that it keeps its
/// digits however small it is.
Estimate share(const Distribution& law, int from, int to) {
  const Estimate share = law.estimate_sum(from, to - 1);
  constexpr double roundings = 1e-12;
  const bool is_all = from == 0 && to > law.max();
  const bool is_sure = law.is_exact() && is_all && std::abs(1 - share.value) < roundings;
  return is_sure ? Estimate{1} : share;
}

Luck luck_in(const Distribution& law, std::string fact, double happened) {
  const auto [from, to] = law.places_of(happened);
  const Estimate at_most = share(law, 0, to), at_least = share(law, from, law.max() + 1);
  // P(less) + P(equal) / 2: ties count one half (H. O. Lancaster, Biometrika 36, 1949). Estimated,
  // it is off by no more than the mean of what the two sides are off by.
  Estimate percentile{share(law, 0, from).value + share(law, from, to).value / 2};
  if (!law.is_exact()) percentile.half_width = (*at_most.half_width + *at_least.half_width) / 2;
  return {std::move(fact), happened, law.estimate_mean(), law.sd(), at_most, at_least, percentile};
}

/// Of the values that an observed fact can have had, the nearest to what is written, if it is near
/// enough.
std::optional<double> nearest(const Distribution& law, const ObservedFact& observed) {
  std::optional<double> best;
  const auto off = [&](double value) { return std::abs(value - observed.happened); };
  for (const double value : law.values()) {
    const bool near = off(value) <= observed.within * (1 + 1e-9);
    if (near && (!best || off(value) < off(*best))) best = value;
  }
  return best;
}

}  // namespace

std::vector<ObservedFact> parse_observed(std::string_view text, OutcomeOf of,
                                         std::string_view what) {
  return ObservedReader(text, of, what).read();
}

OutcomeColumns columns_of(const std::vector<ObservedFact>& observed) {
  OutcomeColumns columns;
  for (const ObservedFact& one : observed) columns.emplace_back(one.fact);
  return columns;
}

std::string LuckOfOutcome::words_of_sum() const {
  PerSide<std::string> names;
  for (const ObservedFact& one : observed) {
    const auto side = one.gains;
    if (!side) continue;
    std::string& list = names[*side];
    list += (list.empty() ? "" : " + ") + name_of(one.fact);
  }
  std::string words = names.attacker;
  if (!names.defender.empty()) {
    words += words.empty() ? "less " + names.defender : " less " + names.defender;
  }
  return in_deviations ? words + ", each in its standard deviations" : words;
}

LuckOfOutcome luck_of(const std::vector<ObservedFact>& observed, const OutcomeLaw& law) {
  const auto number_in = [&](std::span<const double> values, std::size_t i) {
    return number_of_fact(observed[i].fact, values[i]);
  };
  LuckOfOutcome luck;
  luck.observed = observed;
  std::vector<double> weights(observed.size(), 0);  // in the sum
  const ObservedFact* gain = nullptr;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    ObservedFact& one = luck.observed[i];
    const Distribution of_fact =
        law.numbers_by([&](const auto& values) { return number_in(values, i); });
    if (const auto meant = nearest(of_fact, one)) one.happened = *meant;
    const auto [from, to] = of_fact.places_of(one.happened);
    if (law.is_exact() && from == to) {
      throw InputError(fmt::format(
          "observed {} = {:g} {}: it is from {:g} to {:g}", name_of(one.fact), one.happened,
          one.fact.kind == OutcomeFact::Kind::rounds ? "is not among what is worked out"
                                                     : "cannot have happened",
          of_fact.values().front(), of_fact.values().back()));
    }
    luck.facts.push_back(luck_in(of_fact, name_of(one.fact), one.happened));
    if (!one.gains) continue;
    weights[i] = *one.gains == Side::attacker ? 1 : -1;
    luck.in_deviations =
        luck.in_deviations || (gain != nullptr && !are_alike(gain->fact, one.fact));
    gain = &one;
  }
  bool together = false;
  each_outcome(law, [&](std::span<const double> values) {
    bool is_so = true;
    for (std::size_t i = 0; i < observed.size(); ++i) {
      is_so = is_so && number_in(values, i) == luck.observed[i].happened;
    }
    together = together || is_so;
  });
  if (law.is_exact() && !together) {
    throw InputError("observed: each of these can happen, but not all of them together");
  }
  if (gain == nullptr) return luck;
  if (luck.in_deviations) {
    for (std::size_t i = 0; i < observed.size(); ++i) {
      weights[i] = luck.facts[i].sd > 0 ? weights[i] / luck.facts[i].sd : 0;
    }
  }
  const auto sum_of = [&](const auto& number_of) {
    double sum = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) sum += weights[i] * number_of(i);
    return sum;
  };
  luck.law_of_sum = law.numbers_by([&](const auto& values) {
    return sum_of([&](std::size_t i) { return number_in(values, i); });
  });
  luck.sum = luck_in(*luck.law_of_sum, "sum",
                     sum_of([&](std::size_t i) { return luck.observed[i].happened; }));
  return luck;
}

std::vector<LuckInPoints> luck_in_points(const std::vector<ObservedFact>& observed,
                                         const std::vector<OutcomeFact>& lost,
                                         const OutcomeLaw& law) {
  std::vector<LuckInPoints> found;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    const std::size_t column = observed.size() + i;
    std::optional<double> happened;
    bool is_settled = true;
    each_outcome(law, [&](std::span<const double> values) {
      for (std::size_t k = 0; k < observed.size(); ++k) {
        if (number_of_fact(observed[k].fact, values[k]) != observed[k].happened) return;
      }
      is_settled = is_settled && (!happened || *happened == values[column]);
      happened = values[column];
    });
    if (!happened || !is_settled) continue;
    const Distribution all = law.numbers_by([&](const auto& values) { return values[column]; });
    found.push_back({lost[i].side, luck_in(all, name_of(lost[i]), *happened)});
  }
  return found;
}

}  // namespace warodds
