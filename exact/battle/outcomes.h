// The laws of several facts of a battle together, that are asked for besides what every answer
// says: collected as battles end.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/text/error.h"
#include "exact/battle/states.h"

namespace warodds::exact {

class BattleOutcomes {
 public:
  /// Throws NoAnswer where a side has no such group. `states` must outlive it.
  BattleOutcomes(const std::vector<OutcomeColumns>& laws,
                 const PerSide<std::vector<std::string>>& kinds, const BattleStates& states)
      : states_(states) {
    for (const OutcomeColumns& asked : laws) {
      const ColumnsOfFacts columns(asked);
      laws_.push_back({asked, columns, BattleOutcome(columns.facts(), kinds, states.sides()), {}});
      needs_rounds_ = needs_rounds_ || laws_.back().outcome.needs_rounds();
    }
  }

  bool empty() const { return laws_.empty(); }
  /// Whether they are of battles by the rounds after which they have ended.
  bool needs_rounds() const { return needs_rounds_; }

  /// The numbers of rounds from which on something of the laws can differ, ascending; nothing:
  /// they tell each number apart.
  std::optional<std::vector<int>> marks() const {
    constexpr double most = std::numeric_limits<int>::max() - 1;
    std::set<int> marks;
    for (const Law& law : laws_) {
      for (const OutcomeColumn& column : law.asked) {
        if (const auto* fact = std::get_if<OutcomeFact>(&column)) {
          if (fact->kind == OutcomeFact::Kind::rounds) return std::nullopt;
          continue;
        }
        const auto numbers = std::get<Event>(column).compared_with(OutcomeFact::Kind::rounds);
        if (!numbers) return std::nullopt;
        for (const double number : *numbers) {
          if (number < 0 || number >= most) continue;  // no battle has so many
          marks.insert(static_cast<int>(std::ceil(number)));
          marks.insert(static_cast<int>(std::floor(number)) + 1);
        }
      }
    }
    return std::vector<int>(marks.begin(), marks.end());
  }

  /// So many battles end in a state.
  void add(std::size_t state, int rounds, double p) {
    if (p == 0) return;
    for (Law& law : laws_) {
      law.outcome.tell(states_.sides(), states_[state], states_.halt(state), rounds, values_);
      law.columns.tell(values_, of_columns_);
      law.sums[of_columns_] += p;
      if (law.sums.size() > most_outcomes) {
        throw TooLarge(
            "what is asked has too many outcomes to be told apart exactly; take --engine sim");
      }
    }
  }

  std::vector<OutcomeLaw> take() {
    std::vector<OutcomeLaw> found;
    for (Law& law : laws_) found.emplace_back(std::move(law.asked), std::move(law.sums));
    return found;
  }

 private:
  static constexpr std::size_t most_outcomes = 10'000'000;

  struct Law {
    OutcomeColumns asked;
    ColumnsOfFacts columns;
    BattleOutcome outcome;
    OutcomeSums<double> sums;
  };

  const BattleStates& states_;
  std::vector<Law> laws_;
  bool needs_rounds_ = false;
  std::vector<double> values_, of_columns_;
};

}  // namespace warodds::exact
