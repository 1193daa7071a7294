// All that may happen in a fight, a sequence or a battle, by names of facts, and how likely it is:
// by every way in which the dice can fall, or by the second statement of the rules.
#pragma once

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/play/sequence.h"
#include "tests/reference/armies.h"
#include "tests/support/naive_dice.h"
#include "tests/support/random_event.h"
#include "tests/support/random_sequence.h"

namespace warodds::testing {

using Told = std::map<FactsByName, long double>;

/// What a figure costs: of the attacker's units, in a sequence 1 more in each step that follows,
/// and of the defender's.
constexpr int attackers_price = 2, defenders_price = 5;

/// Figures of a unit by its definition.
template <class Unit>
int figures_of(const Unit& unit) {
  int figures = 0;
  if constexpr (requires { unit.groups.front().own_points; }) {
    for (const auto& group : unit.groups) figures += group.count;
  }
  if (figures > 0) return figures;
  if constexpr (requires { unit.figures; }) return unit.figures;
  if constexpr (requires { unit.models; }) return unit.models;
  return 1;
}

using Stories = std::map<Story, long double>;

/// Nothing where there are too many.
template <class Fight>
std::optional<Stories> every_story(const Fight& fight, long most_ways) {
  constexpr std::size_t most_stories = 2'000;
  Stories all{{Story{}, 1.0L}};
  for (const auto& track : Fight::System::template tracks<NaiveDice>(fight)) {
    Stories of_track, both;
    EveryFace die;
    long ways = 0;
    do {
      if (++ways > most_ways) return std::nullopt;
      NaiveDice dice(die);
      Exchange<int> exchange;
      for (const auto& stage : track) stage.play(dice, fight, stage, exchange);
      dice.story.attacker_damage = exchange.damage.attacker;
      dice.story.defender_damage = exchange.damage.defender;
      of_track[dice.story] += 1.0L / static_cast<long double>(die.one_in());
    } while (die.turn());
    for (const auto& [before, p] : all) {
      for (const auto& [more, q] : of_track) {
        Story story = before;
        story.attacker_damage += more.attacker_damage;
        story.defender_damage += more.defender_damage;
        story.reports.insert(story.reports.end(), more.reports.begin(), more.reports.end());
        both[std::move(story)] += p * q;
      }
    }
    if (both.size() > most_stories) return std::nullopt;
    all = std::move(both);
  }
  return all;
}

/// Of a fight by every way of its dice; nothing where there are too many.
template <class Fight>
std::optional<Told> told_of_fight(const Fight& fight) {
  const std::optional<Stories> stories = every_story(fight, 1'000);
  if (!stories) return std::nullopt;
  Told told;
  for (const auto& [story, p] : *stories) {
    FactsByName facts;
    const auto name = [](Side side, std::string_view of) {
      return fmt::format("{}.{}", to_string(side), of);
    };
    for (const Side side : both_sides) {
      for (const ReportSpec& report : Fight::System::reports) facts[name(side, report.name)] = 0;
    }
    for (const Story::Report& report : story.reports) {
      const ReportSpec& spec = Fight::System::reports[static_cast<std::size_t>(report.what)];
      facts[name(report.side, spec.name)] = report.value;
    }
    for (const Side side : both_sides) {
      const Casualties& target = fight.casualties[enemy_of(side)];
      const int damage = side == Side::attacker ? story.attacker_damage : story.defender_damage;
      const Fallen of_enemy = fallen(target, damage);
      const int price = side == Side::attacker ? defenders_price : attackers_price;
      facts[name(side, "damage")] = target.amount(damage);
      facts[name(side, "kills")] = of_enemy.figures;
      facts[name(side, "destroys")] = facts[name(enemy_of(side), "destroyed")] = of_enemy.all;
      facts[name(enemy_of(side), "points-lost")] = price * of_enemy.figures;
    }
    facts["swing"] = facts["defender.points-lost"] - facts["attacker.points-lost"];
    told[facts] += p;
  }
  return told;
}

/// Of a sequence in the order given, by every way of the dice of every step.
template <class System>
class ToldOfSequence {
 public:
  explicit ToldOfSequence(const Sequence<System>& sequence)
      : sequence_(sequence), target_(sequence.target()) {}

  /// Nothing where there are too many.
  std::optional<Told> told() {
    std::map<State, long double> now{{State{target_.opening(), false, {}}, 1.0L}};
    for (const PlannedStep& planned : sequence_.planned_steps(sequence_.given_order())) {
      std::map<State, long double> next;
      for (const auto& [state, p] : now) {
        if (!step(planned, state, p, next)) return std::nullopt;
      }
      constexpr std::size_t most = 2'000;
      if (next.size() > most) return std::nullopt;
      now = std::move(next);
    }
    Told told;
    for (const auto& [state, p] : now) {
      FactsByName facts = state.facts;
      const auto last = fmt::format("step[{}].", sequence_.size());
      facts["survivors"] = facts[last + "survivors"];
      facts["destroyed"] = facts[last + "destroyed"];
      told[facts] += p;
    }
    return told;
  }

 private:
  struct State {
    int state;
    bool away;
    FactsByName facts;
    bool operator<(const State& other) const {
      return std::tie(state, away, facts) < std::tie(other.state, other.away, other.facts);
    }
  };

  bool step(const PlannedStep& planned, const State& from, long double p,
            std::map<State, long double>& next) {
    const std::string name = fmt::format("step[{}].", planned.step + 1);
    const bool needed = !from.away && !target_.gone(from.state);
    FactsByName own;
    for (const char* of : {"damage", "kills", "losses", "hits"}) own[of] = 0;
    const auto arrive = [&](int state, bool takes_place, long double weight) {
      State then{state, from.away, from.facts};
      then.away =
          from.away || (takes_place && sequence_.ends(planned.step) && !target_.gone(state));
      own["attacker.points-lost"] =
          (attackers_price + static_cast<int>(planned.step)) * own["losses"];
      own["defender.points-lost"] = defenders_price * own["kills"];
      own["swing"] = own["defender.points-lost"] - own["attacker.points-lost"];
      for (const auto& [of, value] : own) {
        then.facts[name + of] = value;
        then.facts[of] += value;
      }
      then.facts[name + "needed"] = needed;
      then.facts[name + "takes_place"] = takes_place;
      then.facts[name + "survivors"] = target_.standing(state);
      then.facts[name + "destroyed"] = target_.gone(state);
      next[std::move(then)] += p * weight;
    };
    const auto suffer = [&](int damage) {
      const std::size_t way = sequence_.way(planned.step);
      target_.find(from.state, damage, way);
      return target_.after(from.state, damage, way);
    };
    const Amount* amount = sequence_.ability(planned.step);
    if (needed && amount != nullptr) {
      const Figures target = sequence_.target_in(target_, from.state);
      int rolled = amount->least();
      for (const double of_rolled : amount->law()) {
        own["damage"] = sequence_.counted(rolled++, target_, from.state);
        own["kills"] = fallen(target.casualties, own["damage"]).figures;
        arrive(suffer(own["damage"]), true, of_rolled);
      }
      return true;
    }
    const auto fights = needed ? sequence_.fight(planned, target_, from.state)
                               : decltype(sequence_.fight(planned, target_, 0)){};
    if (!fights) {
      arrive(from.state, false, 1);
      return true;
    }
    for (std::size_t i = 0; i < fights->fights().size(); ++i) {
      const auto& fight = fights->fights()[i];
      const std::optional<Stories> stories = every_story(fight, 1'000);
      if (!stories) return false;
      for (const auto& [story, of_story] : *stories) {
        own["hits"] = 0;
        for (const Story::Report& report : story.reports) {
          const bool is_hits =
              System::reports[static_cast<std::size_t>(report.what)].name == "hits";
          if (is_hits && report.side == Side::attacker) own["hits"] += report.value;
        }
        own["damage"] = fight.casualties.defender.amount(story.attacker_damage);
        own["kills"] = fallen(fight.casualties.defender, story.attacker_damage).figures;
        own["losses"] = fallen(fight.casualties.attacker, story.defender_damage).figures;
        arrive(suffer(story.attacker_damage), true, fights->weight(i) * of_story);
      }
    }
    return true;
  }

  const Sequence<System>& sequence_;
  SideStates target_;
};

/// Of a battle, by the second statement in fractions. `at_first`: figures of each unit.
/// `by_unit`: of several units on a side.
inline Told told_of_battle(const reference::ArmyBattle& battle,
                           const PerSide<std::vector<int>>& at_first, bool by_unit) {
  Told told;
  for (const auto& [outcome, p] : battle.outcomes) {
    FactsByName facts;
    if (outcome.rounds >= 0) facts["rounds"] = outcome.rounds;
    for (const Side side : both_sides) {
      const int s = side == Side::attacker ? 0 : 1;
      const std::string own = to_string(side), enemy = to_string(enemy_of(side));
      const int price = side == Side::attacker ? attackers_price : defenders_price;
      const auto tell = [&](const std::string& of, int left, int points, int fallen) {
        const std::string who = of.empty() ? own : fmt::format("{}[{}]", own, of);
        facts[who + ".survivors"] = left;
        facts[who + ".destroyed"] = left == 0;
        facts[who + ".hit-points-left"] = points;
        facts[who + ".points-lost"] = price * fallen;
        facts[enemy + (of.empty() ? ".kills" : ".kills[" + of + "]")] = fallen;
      };
      const auto sum = [](const std::vector<int>& of) {
        return std::accumulate(of.begin(), of.end(), 0);
      };
      const int left = sum(outcome.figures[s]);
      tell("", left, sum(outcome.hit_points[s]), sum(at_first[side]) - left);
      facts[enemy + ".destroys"] = left == 0;
      for (std::size_t i = 0; by_unit && i < battle.units[s].size(); ++i) {
        tell(battle.units[s][i].name, outcome.figures[s][i], outcome.hit_points[s][i],
             at_first[side][i] - outcome.figures[s][i]);
      }
    }
    facts["swing"] = facts["defender.points-lost"] - facts["attacker.points-lost"];
    for (const char* end : {"win", "lose", "both_destroyed", "retreated", "undecided"}) {
      facts[end] = outcome.end == end;
    }
    facts["draw"] = !facts["win"] && !facts["lose"];
    for (const char* ahead : {"ahead", "behind", "even"}) facts[ahead] = outcome.ahead == ahead;
    told[facts] += static_cast<long double>(reference::as_double(p));
  }
  return told;
}

}  // namespace warodds::testing
