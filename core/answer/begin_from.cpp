#include "core/answer/begin_from.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/answer/luck.h"
#include "core/rules/assignment.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

constexpr const char* option = "--from";

std::string written(const ObservedFact& fact) {
  return fmt::format("{} = {:g}", name_of(fact.fact), fact.happened);
}

void require_of_standing(const OutcomeFact& fact) {
  switch (fact.kind) {
    case Kind::survivors:
    case Kind::kills:
    case Kind::hit_points:
    case Kind::rounds:
      return;
    default:
      throw InputError(
          fmt::format("{}: how things stand is said by survivors, hit-points-left or kills of a "
                      "side, and by rounds; not by {}",
                      option, name_of(fact)));
  }
}

/// Finds the state in which a side stands as some facts say.
class StateWanted {
 public:
  /// `facts`: of this side, at least one.
  StateWanted(Side side, std::vector<ObservedFact> facts,
              const PerSide<std::vector<std::string>>& kinds, PerSide<SideStates>& sides)
      : side_(side),
        facts_(std::move(facts)),
        all_kinds_(kinds),
        kinds_(kinds[side]),
        sides_(sides),
        outcome_(names_of(facts_), kinds, sides) {}

  int find() {
    require_there();
    return states().chosen() ? with_figures_left() : with_least_damage();
  }

 private:
  SideStates& states() { return sides_[side_]; }

  static std::vector<OutcomeFact> names_of(const std::vector<ObservedFact>& facts) {
    std::vector<OutcomeFact> names;
    for (const ObservedFact& one : facts) names.push_back(one.fact);
    return names;
  }

  bool is_as_wanted(int state) {
    PerSide<int> both{sides_.attacker.opening(), sides_.defender.opening()};
    both[side_] = state;
    std::vector<double> values;
    outcome_.tell(sides_, both, Halt::none, 0, values);
    return std::equal(values.begin(), values.end(), facts_.begin(),
                      [](double value, const ObservedFact& one) { return value == one.happened; });
  }

  [[noreturn]] void refuse(const std::string& why) const {
    std::string list;
    for (const ObservedFact& one : facts_) list += (list.empty() ? "" : ", ") + written(one);
    throw InputError(fmt::format("{}: {}: {}", option, list, why));
  }

  /// Nothing can be more than it is at first, nor can more be lost.
  void require_there() {
    std::vector<OutcomeFact> all = names_of(facts_);
    for (OutcomeFact& fact : all) {
      if (fact.kind == Kind::kills) fact = {Kind::survivors, side_, {}, fact.group};
    }
    const PerSide<int> opening{sides_.attacker.opening(), sides_.defender.opening()};
    std::vector<double> there;
    BattleOutcome(all, all_kinds_, sides_).tell(sides_, opening, Halt::none, 0, there);
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (facts_[i].happened <= there[i]) continue;
      refuse(fmt::format("there {} {:g}", there[i] == 1 ? "is" : "are", there[i]));
    }
  }

  /// Where figures fall in one fixed order, the state is the damage taken.
  int with_least_damage() {
    for (int state = states().opening(); state < static_cast<int>(states().found()); ++state) {
      if (is_as_wanted(state)) return state;
    }
    refuse(fmt::format("the {} cannot have come to this, as its figures fall in a fixed order",
                       to_string(side_)));
  }

  /// Where who falls is chosen, it is the figures left of each group, and damage on one of them.
  int with_figures_left() {
    const std::vector<Rank>& ranks = states().ranks();
    Remains remains = whole(ranks);
    for (const ObservedFact& one : facts_) {
      if (one.fact.kind == Kind::hit_points) continue;
      const std::size_t rank = rank_of(one.fact, ranks);
      const auto number = static_cast<int>(one.happened);
      int& figures = remains.figures[rank];
      figures = std::clamp(one.fact.kind == Kind::kills ? figures - number : number, 0, figures);
    }
    for (const ObservedFact& one : facts_) {
      if (one.fact.kind != Kind::hit_points) continue;
      const int damage = left(ranks, remains) - static_cast<int>(one.happened);
      if (damage > 0) set_injuries({{rank_with(damage, remains, ranks), damage}}, remains);
    }
    const int state = states().state_with(remains);
    if (!is_as_wanted(state)) refuse("these do not go together");
    return state;
  }

  std::size_t rank_of(const OutcomeFact& fact, const std::vector<Rank>& ranks) const {
    std::optional<std::size_t> found;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      const auto kind = static_cast<std::size_t>(ranks[rank].kind);
      const bool is_meant =
          fact.group.empty() || (kind < kinds_.size() && lower(kinds_[kind]) == lower(fact.group));
      if (!is_meant) continue;
      if (found || ranks[rank].wounds_only) {
        refuse(fmt::format("say it of each group, as in {}[{}].survivors", to_string(side_),
                           kinds_.empty() ? "NAME" : kinds_.front()));
      }
      found = rank;
    }
    if (!found) refuse("there is no such group");
    return *found;
  }

  /// The rank of the figure that damage lies on.
  int rank_with(int damage, const Remains& remains, const std::vector<Rank>& ranks) const {
    std::optional<std::size_t> found;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      if (remains.figures[rank] == 0 || ranks[rank].hit_points <= damage) continue;
      if (found) refuse("figures of more than one group can have the damage");
      found = rank;
    }
    if (!found) refuse("no figure can have so much damage and stand");
    return static_cast<int>(*found);
  }

  Side side_;
  std::vector<ObservedFact> facts_;
  const PerSide<std::vector<std::string>>& all_kinds_;
  const std::vector<std::string>& kinds_;
  PerSide<SideStates>& sides_;
  BattleOutcome outcome_;
};

template <class System>
void begin(const std::vector<ObservedFact>& now, Battle<System>& battle) {
  PerSide<std::vector<ObservedFact>> of_sides;
  int rounds = 0;
  for (const ObservedFact& one : now) {
    require_of_standing(one.fact);
    if (one.fact.kind == Kind::rounds) {
      rounds = static_cast<int>(one.happened);
    } else {
      of_sides[whose_figures(one.fact)].push_back(one);
    }
  }
  if (const int most = battle.most_rounds(); most > 0 && rounds >= most) {
    throw InputError(fmt::format("{}: rounds = {}: the battle is broken off after {}, {}", option,
                                 rounds, most, battle.breaks_off()));
  }
  PerSide<SideStates> sides = battle.sides();
  PerSide<int> states = battle.opening();
  for (const Side side : both_sides) {
    if (of_sides[side].empty()) continue;
    states[side] = StateWanted(side, of_sides[side], battle.kinds(), sides).find();
  }
  for (const Side side : both_sides) {
    if (sides[side].gone(states[side])) {
      throw InputError(fmt::format("{}: nobody is left of the {}", option, to_string(side)));
    }
  }
  if (battle.halt_after_round(sides, states) != Halt::none) {
    throw InputError(fmt::format("{}: as things stand the battle is over", option));
  }
  battle.begin_at(std::move(sides), states, rounds);
}

}  // namespace

void begin_from(std::string_view list, AnyBattle& battle) {
  const std::vector<ObservedFact> now = parse_observed(list, OutcomeOf::battle, option);
  std::visit([&](auto& of) { begin(now, of); }, battle);
}

}  // namespace warodds
