// The laws of several facts of a battle of several units together, that are asked for besides what
// every answer says: collected as battles end.
#pragma once

#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/play/ending.h"
#include "core/text/error.h"
#include "exact/army/moments.h"

namespace warodds::exact {

template <class System>
class ArmyLaws {
 public:
  /// Throws NoAnswer where a side has no such unit.
  ArmyLaws(const Moments<System>& moments, const std::vector<AskedLaw>& laws) : moments_(moments) {
    for (const AskedLaw& asked : laws) {
      const Observer observer({asked});
      const BattleOutcome outcome(observer.facts(), moments.battle());
      laws_.push_back({observer, outcome, outcome.needs_rounds(), {}, {}});
      (laws_.back().of_rounds ? needs_rounds_ : needs_ends_) = true;
    }
  }

  /// Whether some are of the rounds after which battles have ended.
  bool needs_rounds() const { return needs_rounds_; }

  /// So many battles end with such losses, for the laws that do not ask when. These are told of all
  /// battles at once: many end in few ways, in one round after the other.
  void add(const Ending& ending, const PerSide<int>& losses, double p) {
    if (!needs_ends_) return;
    const Key key{static_cast<int>(ending.how), static_cast<int>(ending.ahead), losses.attacker,
                  losses.defender};
    const auto [place, is_new] = place_of_.try_emplace(key, ended_.size());
    if (is_new) ended_.push_back({ending, losses, 0});
    ended_[place->second].p += p;
  }
  /// The same for the laws that do ask.
  void add_after(int round, const Ending& ending, const PerSide<int>& losses, double p) {
    if (!needs_rounds_ || p == 0) return;
    for (Law& law : laws_) {
      if (law.of_rounds) add_to(law, round, ending, losses, p);
    }
  }

  std::vector<OutcomeLaw> take() {
    std::vector<OutcomeLaw> found;
    for (Law& law : laws_) {
      if (!law.of_rounds) {
        for (const Ended& one : ended_) add_to(law, 0, one.ending, one.losses, one.p);
      }
      for (OutcomeLaw& one : laws_of(law.observer, law.sums)) found.push_back(std::move(one));
    }
    return found;
  }

 private:
  static constexpr std::size_t most_outcomes = 10'000'000;

  using Key = std::array<int, 4>;
  struct Ended {
    Ending ending;
    PerSide<int> losses;
    double p;
  };
  struct Law {
    Observer observer;
    BattleOutcome outcome;
    bool of_rounds;
    std::vector<LawSums<double>> sums;
    /// What is told of each side, by number of its losses; empty: not asked yet.
    PerSide<std::vector<std::vector<double>>> of_losses;
  };

  /// What a law says of one side with such losses.
  const std::vector<double>& told(Law& law, Side side, int losses) {
    std::vector<std::vector<double>>& known = law.of_losses[side];
    const auto place = static_cast<std::size_t>(losses);
    if (known.size() <= place) known.resize(2 * place + 1);
    if (known[place].empty()) {
      const OfUnits<int>& of_units = moments_.sides(side)[losses];
      law.outcome.tell_of(
          side,
          [&](int unit) -> BattleOutcome::Left {
            const SideStates& states = moments_.round().states(side, unit);
            const int state = of_units[static_cast<std::size_t>(unit)];
            return {
                states.standing(state), states.left(states.lasting(state)),
                law.outcome.needs_ranks() ? states.standing_by_rank(state) : std::vector<int>()};
          },
          known[place]);
    }
    return known[place];
  }

  void add_to(Law& law, int round, const Ending& ending, const PerSide<int>& losses, double p) {
    if (p == 0) return;
    const auto& of_attacker = told(law, Side::attacker, losses.attacker);
    const auto& of_defender = told(law, Side::defender, losses.defender);
    law.outcome.tell(ending, round, {&of_attacker, &of_defender}, values_);
    law.observer.add(values_, p, law.sums);
    if (law.sums.front().size() > most_outcomes) {
      throw TooLarge(
          "what is asked has too many outcomes to be told apart exactly; take --engine sim");
    }
  }

  const Moments<System>& moments_;
  std::vector<Law> laws_;
  bool needs_rounds_ = false, needs_ends_ = false;
  std::unordered_map<Key, std::size_t, boost::hash<Key>> place_of_;
  std::vector<Ended> ended_;  ///< in the order in which they were found
  std::vector<double> values_;
};

}  // namespace warodds::exact
