#include "core/answer/begin_from.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/answer/luck.h"
#include "core/rules/assignment.h"
#include "core/rules/unit_set.h"
#include "core/systems/traits/break_off.h"
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
  switch (fact.round > 0 ? Kind::end : fact.kind) {
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

/// Finds the state in which a unit stands as some facts say.
template <class System>
class StateWanted {
 public:
  using States = PerSide<std::vector<SideStates>>;

  /// `facts`: of this unit, at least one; `states`: of the battle, and what is found besides.
  StateWanted(const Battle<System>& battle, Side side, int unit, std::vector<ObservedFact> facts,
              States& states)
      : battle_(battle),
        side_(side),
        place_(static_cast<std::size_t>(unit)),
        facts_(std::move(facts)),
        all_states_(states),
        outcome_(outcome_of(names_of(facts_), battle)) {}

  int find() {
    require_there();
    return states().chosen() ? with_figures_left() : with_least_damage();
  }

 private:
  SideStates& states() { return all_states_[side_][place_]; }

  static std::vector<OutcomeFact> names_of(const std::vector<ObservedFact>& facts) {
    std::vector<OutcomeFact> names;
    for (const ObservedFact& one : facts) names.push_back(one.fact);
    return names;
  }

  /// Refuses what is no group: here no other unit may have it.
  static BattleOutcome outcome_of(const std::vector<OutcomeFact>& names,
                                  const Battle<System>& battle) {
    try {
      return BattleOutcome(names, battle);
    } catch (const NoAnswer& error) {
      throw InputError(fmt::format("{}: {}", option, error.what()));
    }
  }

  /// What an outcome tells of the unit in such a state.
  std::vector<double> told_of(int state, const BattleOutcome& outcome) {
    std::vector<UnitLeft> left;
    for (const SideStates& of_unit : all_states_[side_]) {
      left.push_back(left_of(of_unit, of_unit.opening()));
    }
    left[place_] = left_of(states(), state);
    std::vector<double> values;
    outcome.tell_of(side_, left, values);
    return values;
  }
  bool is_as_wanted(int state) {
    const std::vector<double> values = told_of(state, outcome_);
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
    const std::vector<double> there = told_of(states().opening(), BattleOutcome(all, battle_));
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
    // Of several units, names are those of units.
    const std::string group = battle_.is_of_two_units() ? fact.group : "";
    const std::vector<std::string>& kinds = battle_.kinds()[side_];
    std::optional<std::size_t> found;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      const auto kind = static_cast<std::size_t>(ranks[rank].kind);
      const bool is_meant =
          group.empty() || (kind < kinds.size() && lower(kinds[kind]) == lower(group));
      if (!is_meant) continue;
      if (found || ranks[rank].wounds_only) {
        refuse(fmt::format("say it of each group, as in {}[{}].survivors", to_string(side_),
                           kinds.empty() ? "NAME" : kinds.front()));
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

  const Battle<System>& battle_;
  Side side_;
  std::size_t place_;  ///< of the unit
  std::vector<ObservedFact> facts_;
  States& all_states_;
  BattleOutcome outcome_;
};

/// The unit of a side that a fact speaks of.
template <class System>
int unit_of(const ObservedFact& one, Side side, const Battle<System>& battle) {
  if (battle.is_of_two_units()) return 0;
  const std::string& name = one.fact.group;
  UnitSet units = battle.all(side);
  try {
    if (!name.empty()) units = battle.called(side, name);
  } catch (const UnknownUnit& error) {
    throw UnknownUnit(fmt::format("{}: {}", option, error.what()));
  }
  if (units.is_one()) return units.first();
  throw InputError(fmt::format("{}: {}: say it of each unit, as in {}[{}].survivors", option,
                               written(one), to_string(side), battle.name(side, units.first())));
}

/// How tired a unit is follows from the rounds only where it fights once in each.
template <class System>
void require_never_tired(const Battle<System>& battle) {
  if constexpr (BreaksOff<System>) {
    for (const Side side : both_sides) {
      for (const int unit : battle.all(side)) {
        if (System::endurance(battle.unit(side, unit)) == 0) continue;
        throw InputError(fmt::format(
            "{}: rounds do not say how tired each of several units is: leave out rounds", option));
      }
    }
  }
}

template <class System>
void begin(const std::vector<ObservedFact>& now, Battle<System>& battle) {
  PerSide<std::map<int, std::vector<ObservedFact>>> of_units;
  int rounds = 0;
  for (const ObservedFact& one : now) {
    require_of_standing(one.fact);
    if (one.fact.kind == Kind::rounds) {
      rounds = static_cast<int>(one.happened);
    } else {
      const Side side = whose_figures(one.fact);
      of_units[side][unit_of(one, side, battle)].push_back(one);
    }
  }
  if (rounds > 0 && !battle.is_of_two_units()) require_never_tired(battle);
  if (const int most = battle.most_rounds(); most > 0 && rounds >= most) {
    throw InputError(fmt::format("{}: rounds = {}: the battle is broken off after {}, {}", option,
                                 rounds, most, battle.breaks_off()));
  }
  PerSide<std::vector<SideStates>> states = battle.states();
  PerSide<OfUnits<int>> opening = battle.opening();
  PerSide<std::vector<UnitLeft>> left;
  for (const Side side : both_sides) {
    for (const auto& [unit, facts] : of_units[side]) {
      opening[side][static_cast<std::size_t>(unit)] =
          StateWanted<System>(battle, side, unit, facts, states).find();
    }
    int hit_points = 0;
    for (std::size_t unit = 0; unit < states[side].size(); ++unit) {
      left[side].push_back(left_of(states[side][unit], opening[side][unit]));
      hit_points += states[side][unit].left(opening[side][unit]);
    }
    if (hit_points > 0) continue;
    throw InputError(fmt::format("{}: nobody is left of the {}", option, to_string(side)));
  }
  if (battle.can_halt() && battle.halt(left)) {
    throw InputError(fmt::format("{}: as things stand the battle is over", option));
  }
  battle.begin_at(std::move(states), std::move(opening), rounds);
}

}  // namespace

void begin_from(std::string_view list, AnyBattle& battle) {
  const std::vector<ObservedFact> now = parse_observed(list, OutcomeOf::battle, option);
  std::visit([&](auto& of) { begin(now, of); }, battle);
}

}  // namespace warodds
