// The facts of one outcome of a battle of two units, from the states in which it has ended.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/points_lost.h"
#include "core/play/ending.h"
#include "core/play/side_states.h"
#include "core/rules/side.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {

class BattleOutcome {
 public:
  /// `kinds`: the names of the kinds of figures of each side, where it has several. Throws NoAnswer
  /// where a side has no such group, or no points. `sides`: as the battle begins.
  BattleOutcome(const std::vector<OutcomeFact>& facts,
                const PerSide<std::vector<std::string>>& kinds, const PerSide<SideStates>& sides)
      : points_({{sides.attacker.ranks()}, {sides.defender.ranks()}}) {
    for (const Side side : both_sides)
      opening_[side] = sides[side].standing_by_rank(sides[side].opening());
    for (const OutcomeFact& fact : facts) {
      const Side whose = whose_figures(fact);
      Told& told = told_.emplace_back(Told{fact.kind, whose, {}});
      if (!fact.group.empty()) {
        if (fact.kind == OutcomeFact::Kind::hit_points || is_of_points(fact)) {
          throw NoAnswer(name_of(fact) + ": that is told of the whole unit");
        }
        told.kinds = called(fact, kinds[whose]);
      }
      if (!is_of_points(fact)) continue;
      require_points(fact, points_);
      for (const Side side : both_sides) told.shares[side] = share_in(fact, side);
    }
  }

  bool needs_rounds() const {
    return std::any_of(told_.begin(), told_.end(),
                       [](const Told& told) { return told.kind == OutcomeFact::Kind::rounds; });
  }

  /// The values of the facts of a battle that has ended after so many rounds.
  void tell(const PerSide<SideStates>& sides, const PerSide<int>& states, Halt halt, int rounds,
            std::vector<double>& values) const {
    values.clear();
    const Ending ending = ending_of(sides, states, halt);
    for (const Told& told : told_) {
      switch (told.kind) {
        case OutcomeFact::Kind::end:
          values.push_back(static_cast<int>(ending.how));
          break;
        case OutcomeFact::Kind::ahead:
          values.push_back(static_cast<int>(ending.ahead));
          break;
        case OutcomeFact::Kind::rounds:
          values.push_back(rounds);
          break;
        case OutcomeFact::Kind::hit_points: {
          const SideStates& side = sides[told.whose];
          values.push_back(side.left(side.lasting(states[told.whose])));
          break;
        }
        case OutcomeFact::Kind::destroys:
        case OutcomeFact::Kind::destroyed:
          values.push_back(standing(told, sides[told.whose], states[told.whose]) == 0 ? 1 : 0);
          break;
        case OutcomeFact::Kind::points_lost:
        case OutcomeFact::Kind::swing:
          values.push_back(points_.points(lost(told, sides, states)));
          break;
        default: {
          const int left = standing(told, sides[told.whose], states[told.whose]);
          const bool lost = told.kind == OutcomeFact::Kind::kills;
          const SideStates& side = sides[told.whose];
          values.push_back(lost ? standing(told, side, side.opening()) - left : left);
        }
      }
    }
  }

 private:
  struct Told {
    OutcomeFact::Kind kind;
    Side whose;                ///< whose figures
    std::vector<int> kinds;    ///< of figures; empty: all
    PerSide<int> shares = {};  ///< of what each side loses, in points
  };

  static std::vector<int> called(const OutcomeFact& fact, const std::vector<std::string>& kinds) {
    std::vector<int> found;
    std::string there;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      if (lower(kinds[kind]) == lower(fact.group)) found.push_back(static_cast<int>(kind));
      there += (there.empty() ? "" : ", ") + kinds[kind];
    }
    if (!found.empty()) return found;
    throw NoAnswer(fmt::format("{}: there is no group '{}'{}", name_of(fact), fact.group,
                               there.empty() ? "" : "; there is " + there));
  }

  /// In parts of points.
  long long lost(const Told& told, const PerSide<SideStates>& sides,
                 const PerSide<int>& states) const {
    long long sum = 0;
    for (const Side side : both_sides) {
      if (told.shares[side] == 0) continue;
      sum += told.shares[side] *
             points_.lost(side, opening_[side], sides[side].standing_by_rank(states[side]));
    }
    return sum;
  }

  static int standing(const Told& told, const SideStates& side, int state) {
    if (told.kinds.empty()) return side.standing(state);
    const std::vector<int> by_rank = side.standing_by_rank(state);
    int sum = 0;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
      const bool counts = std::find(told.kinds.begin(), told.kinds.end(),
                                    side.ranks()[rank].kind) != told.kinds.end();
      if (counts) sum += by_rank[rank];
    }
    return sum;
  }

  PointsLost points_;
  PerSide<std::vector<int>> opening_;  ///< figures of each rank
  std::vector<Told> told_;
};

}  // namespace warodds
