// Whether nothing can happen any more in a battle of sides of several units.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/battle.h"
#include "core/play/conduct.h"
#include "core/play/round.h"
#include "core/systems/traits/turn_end.h"
#include "sim/run/extent.h"

namespace warodds::sim {

template <class System>
class ArmyStuck {
 public:
  /// Whether no round from this one on, of this phase, can change what anybody has lost or move
  /// anybody away, however the dice fall and whatever the policies leave open. `state`: between
  /// rounds; `round`: the same whenever it is asked, because its states have numbers of their own.
  bool is_stuck(Round<System>& round, int phase, const BattleState& state) {
    const Known key{phase, state};
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    constexpr std::size_t most_known = 100'000;
    if (known_.size() == most_known) known_.clear();
    return known_[key] = !Search(round).can_change(key);
  }

 private:
  struct Known {
    int phase;
    BattleState state;
    bool operator==(const Known&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Known& known) const {
      std::size_t sum = known.state.hash();
      boost::hash_combine(sum, known.phase);
      return sum;
    }
  };
  using Seen = std::unordered_set<Known, Hash>;

  class Search {
   public:
    explicit Search(Round<System>& round) : round_(round) {}

    /// Rounds that change nothing may still lead to others: settings change, units tire.
    bool can_change(const Known& first) {
      Seen seen;
      std::vector<Known> rounds{first};
      while (!rounds.empty()) {
        const Known now = std::move(rounds.back());
        rounds.pop_back();
        // It may halt after a round in which nothing has happened.
        if (round_.halts(now.state)) return true;
        if (round_.ending(now.state) || !seen.insert(now).second) continue;
        std::vector<BattleState> ends;
        if (round_can_change(now, ends)) return true;
        for (BattleState& end : ends)
          rounds.push_back({round_.battle().after(now.phase), std::move(end)});
      }
      return false;
    }

   private:
    /// Whether a round can change something; if not, how it may end.
    bool round_can_change(const Known& now, std::vector<BattleState>& ends) {
      BattleState begun = now.state;
      round_.begin(begun, now.phase);
      std::vector<BattleState> open{std::move(begun)};
      Seen seen;
      while (!open.empty()) {
        const BattleState state = std::move(open.back());
        open.pop_back();
        if (!seen.insert({now.phase, state}).second) continue;
        const Moment moment = round_.next(state);
        if (moment.next == Moment::Next::round_over) {
          ends.push_back(state);
        } else if (moment.next == Moment::Next::fight) {
          if (fight_can_change(now.state, state, open)) return true;
        } else {
          for (const int unit : taken_by_policy(round_, state, moment).value_or(moment.options)) {
            BattleState next = state;
            if (moment.next == Moment::Next::unit) {
              round_.choose_unit(next, unit);
            } else {
              round_.choose_target(next, unit);
            }
            open.push_back(std::move(next));
          }
        }
      }
      return false;
    }

    /// Whether a fight can change something that lasts; if not, what it may lead to.
    bool fight_can_change(const BattleState& before, const BattleState& state,
                          std::vector<BattleState>& open) {
      const Combat combat = round_.combat(state);
      const auto fights = round_.fights(combat, state);
      if (fights && fights->any().withdraws) return true;
      const PerSide<int> dealt = fights ? most_damage_of(*fights) : PerSide<int>{};
      PerSide<int> most;
      for (const Side side : both_sides) {
        const Side by = in_role(enemy_of(side), combat.by);
        for (const int unit : combat.units[side])
          most[side] += round_.hit_points(state, side, unit);
        most[side] = std::min(most[side], dealt[by]);
      }
      const bool harmless = most.attacker == 0 && most.defender == 0;
      if (!ClearsDamage<System> && !harmless) return true;
      // Damage that does not last may add up to something that does.
      PerSide<int> suffered;
      for (suffered.attacker = 0; suffered.attacker <= most.attacker; ++suffered.attacker) {
        for (suffered.defender = 0; suffered.defender <= most.defender; ++suffered.defender) {
          BattleState next = state;
          round_.dealt(next, combat, suffered, false);
          if (lasting(next) != lasting(before)) return true;
          open.push_back(std::move(next));
        }
      }
      return false;
    }

    /// What the units have lost when the turn ends.
    PerSide<OfUnits<int>> lasting(const BattleState& state) const {
      PerSide<OfUnits<int>> losses = state.losses;
      for (const Side side : both_sides) {
        for (int unit = 0; unit < round_.battle().size(side); ++unit) {
          int& one = losses[side][static_cast<std::size_t>(unit)];
          one = round_.states(side, unit).lasting(one);
        }
      }
      return losses;
    }

    Round<System>& round_;
  };

  std::unordered_map<Known, bool, Hash> known_;
};

}  // namespace warodds::sim
