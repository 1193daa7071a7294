// The laws of facts of a battle, collected as battles end.
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
  BattleOutcomes(const std::vector<AskedLaw>& laws, const PerSide<std::vector<std::string>>& kinds,
                 const BattleStates& states)
      : states_(states), observer_(laws), outcome_(observer_.facts(), kinds, states.sides()) {}

  /// Whether they are of battles by the rounds after which they have ended.
  bool needs_rounds() const { return outcome_.needs_rounds(); }

  /// The numbers of rounds from which on something of the laws can differ, ascending; nothing:
  /// they tell each number apart.
  std::optional<std::vector<int>> marks() const {
    std::set<int> marks;
    for (const AskedLaw& law : observer_.asked()) {
      if (law.given && !add_marks(*law.given, marks)) return std::nullopt;
      for (const OutcomeColumn& column : law.columns) {
        const auto* const event = std::get_if<Event>(&column);
        const bool is_told_apart =
            event == nullptr ? std::get<OutcomeFact>(column).kind == OutcomeFact::Kind::rounds
                             : !add_marks(*event, marks);
        if (is_told_apart) return std::nullopt;
      }
    }
    return std::vector<int>(marks.begin(), marks.end());
  }

  /// So many battles end in a state.
  void add(std::size_t state, int rounds, double p) {
    if (p == 0) return;
    outcome_.tell(states_.sides(), states_[state], states_.halt(state), rounds, values_);
    observer_.add(values_, p, sums_);
    for (const LawSums<double>& law : sums_) {
      if (law.size() > most_outcomes) {
        throw TooLarge(
            "what is asked has too many outcomes to be told apart exactly; take --engine sim");
      }
    }
  }

  std::vector<OutcomeLaw> take() { return laws_of(observer_.asked(), std::move(sums_)); }

 private:
  static constexpr std::size_t most_outcomes = 10'000'000;

  /// False where an event tells each number of rounds apart.
  static bool add_marks(const Event& event, std::set<int>& marks) {
    constexpr double most = std::numeric_limits<int>::max() - 1;
    const auto numbers = event.compared_with(OutcomeFact::Kind::rounds);
    if (!numbers) return false;
    for (const double number : *numbers) {
      if (number < 0 || number >= most) continue;  // no battle has so many
      marks.insert(static_cast<int>(std::ceil(number)));
      marks.insert(static_cast<int>(std::floor(number)) + 1);
    }
    return true;
  }

  const BattleStates& states_;
  Observer observer_;
  BattleOutcome outcome_;
  std::vector<LawSums<double>> sums_;
  std::vector<double> values_;
};

}  // namespace warodds::exact
