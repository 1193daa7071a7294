#include "core/play/rolled.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "core/systems/systems.h"
#include "core/systems/traits/joined_fights.h"

namespace warodds {

Explanation spanned(Explanation low, const Explanation& high) {
  for (ExplanationStep& step : low) {
    const auto same_step = std::find_if(high.begin(), high.end(), [&](const auto& other) {
      return other.what == step.what && other.rule == step.rule;
    });
    if (same_step == high.end() || same_step->how == step.how) continue;
    // The same rule may explain one thing in several steps.
    const bool known = std::any_of(high.begin(), high.end(), [&](const auto& other) {
      return other.what == step.what && other.rule == step.rule && other.how == step.how;
    });
    if (!known) step.how += " ... " + same_step->how;
  }
  for (const ExplanationStep& step : high) {
    const bool known = std::any_of(low.begin(), low.end(), [&](const auto& other) {
      return other.what == step.what && other.rule == step.rule;
    });
    if (!known) low.push_back(step);
  }
  return low;
}

namespace {

/// Rolls the amounts at these places in all ways they can fall; `prepare(why)` makes the fight of
/// what they have come to.
template <class Fight, class Prepare>
Mixture<Fight> all_rolled(const std::vector<Amount*>& places, Explanation* why, Prepare&& prepare) {
  if (places.empty()) return prepare(why);
  std::vector<Amount> amounts;
  std::vector<std::vector<double>> laws;
  std::size_t combinations = 1;
  for (const Amount* place : places) {
    amounts.push_back(*place);
    laws.push_back(place->law());
    combinations *= laws.back().size();
    if (combinations > most_combinations) {
      throw TooLarge(
          fmt::format("the random amounts can fall in more than {} ways", most_combinations));
    }
  }
  std::vector<Fight> fights;
  std::vector<double> weights;
  std::vector<int> fight_of;
  Explanation last;
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    double weight = 1;
    std::size_t rest = combination;
    for (std::size_t i = places.size(); i-- > 0; rest /= laws[i].size()) {
      const std::size_t result = rest % laws[i].size();
      *places[i] = amounts[i].rolled(amounts[i].least() + static_cast<int>(result));
      weight *= laws[i][result];
    }
    Explanation* const explain_to = why == nullptr                    ? nullptr
                                    : combination == 0                ? why
                                    : combination + 1 == combinations ? &last
                                                                      : nullptr;
    Fight fight = prepare(explain_to);
    const auto known = std::find(fights.begin(), fights.end(), fight);
    fight_of.push_back(static_cast<int>(known - fights.begin()));
    if (known == fights.end()) {
      fights.push_back(std::move(fight));
      weights.push_back(weight);
    } else {
      weights[static_cast<std::size_t>(fight_of.back())] += weight;
    }
  }
  if (why != nullptr) *why = spanned(std::move(*why), last);
  return {std::move(fights), std::move(weights), std::move(amounts), std::move(fight_of)};
}

}  // namespace

template <class System>
Mixture<typename System::Fight> rolled_fights(const typename System::Unit& attacker,
                                              const typename System::Unit& defender,
                                              const typename System::Situation& situation,
                                              const Standing& standing, Explanation* why) {
  typename System::Unit rolled_attacker = attacker, rolled_defender = defender;
  typename System::Situation rolled = situation;
  std::vector<Amount*> places;
  find_random(System::unit_fields(), rolled_attacker, places);
  find_random(System::unit_fields(), rolled_defender, places);
  find_random(System::situation_fields(), rolled, places);
  return all_rolled<typename System::Fight>(places, why, [&](Explanation* explain_to) {
    return System::prepare(rolled_attacker, rolled_defender, rolled, standing, explain_to);
  });
}

template <class System>
Mixture<typename System::Fight> rolled_fights(const PerSide<Members<System>>& sides,
                                              const typename System::Situation& situation,
                                              bool later, Explanation* why) {
  // The amounts of each unit by itself, then those of the situation.
  typename System::Situation rolled = situation;
  PerSide<std::vector<typename System::Unit>> units;
  PerSide<Members<System>> members = sides;
  std::vector<Amount*> places;
  for (const Side side : both_sides) {
    for (const Member<System>& member : sides[side]) units[side].push_back(*member.unit);
    for (std::size_t i = 0; i < units[side].size(); ++i) {
      members[side][i].unit = &units[side][i];
      find_random(System::unit_fields(), units[side][i], places);
    }
  }
  find_random(System::situation_fields(), rolled, places);
  return all_rolled<typename System::Fight>(places, why, [&](Explanation* explain_to) {
    return System::prepare(members, rolled, later, explain_to);
  });
}

/// Those of a system, and of several units where they can be in one fight.
template <class System>
constexpr auto of_system() {
  constexpr auto of_units = static_cast<FightsOf<System> (*)(
      const UnitOf<System>&, const UnitOf<System>&, const typename System::Situation&,
      const Standing&, Explanation*)>(rolled_fights<System>);
  if constexpr (JoinsFights<System>) {
    return std::pair{
        of_units,
        static_cast<FightsOf<System> (*)(const PerSide<Members<System>>&,
                                         const typename System::Situation&, bool, Explanation*)>(
            rolled_fights<System>)};
  } else {
    return of_units;
  }
}
template <class... System>
constexpr auto of_all(SystemList<System...>) {
  return std::tuple{of_system<System>()...};
}
// Compiled here once, for all systems: it is a good part of what compiling a battle costs. Who is
// pointed at from outside must be there.
extern const decltype(of_all(Systems())) rolled_fights_of_all_systems;
constexpr decltype(of_all(Systems())) rolled_fights_of_all_systems = of_all(Systems());

}  // namespace warodds
