// What every answer to a sequence tells: the laws that an engine is to find for it, and what the
// answer is once they are found.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/sequence_answer.h"
#include "core/answer/sequence_outcome.h"
#include "core/answer/told_laws.h"
#include "core/play/sequence.h"
#include "core/systems/traits/retreat.h"

namespace warodds {

class SequenceReading {
 public:
  template <class System>
  SequenceReading(const Sequence<System>& sequence, LawsAsked asked)
      : asked_(std::move(asked)),
        can_retreat_(CanRetreat<System>),
        groups_(
            names_once(sequence.target_in(sequence.target(), sequence.target().opening()).kinds)),
        points_(SequenceOutcome::points_in(sequence)) {
    SumsOfPoints sums;
    PerSide<std::vector<std::vector<int>>> standing;
    for (std::size_t step = 0; step < sequence.size(); ++step) {
      blanks_.push_back(blank(sequence, step));
      sums.add(points_, step, sequence.attacker(step));
      standing.attacker.push_back(sequence.attacker(step).survivors(0));
    }
    has_too_many_sums_ = sums.so_far() > most_sums;
    const SideStates& target = sequence.target();
    standing.defender = {target.standing_by_rank(target.opening())};
    for (const Side side : both_sides) cost_[side] = points_.cost(side, standing[side]);
  }

  /// Those that an engine is to find, those that are asked for besides behind the others.
  std::vector<AskedLaw> to_find() const;
  /// Fills in what they say, once they are found. Throws NoAnswer where the condition is never met.
  void read(std::vector<OutcomeLaw> found, SequenceAnswer& answer) const;

 private:
  static constexpr double most_sums = 10'000;

  /// What is known of a step without dice.
  template <class System>
  static FightAnswer blank(const Sequence<System>& sequence, std::size_t step) {
    const SideStates& target = sequence.target();
    if (sequence.ability(step) == nullptr) {
      const auto fights = sequence.fight({step}, target, target.opening());
      if (fights) return begin_answer(fights->any());
    }
    return begin_answer(typename System::Fight{});
  }
  /// What is read goes into the answer.
  ToldLaws told(SequenceAnswer& answer) const;
  void add_step(std::size_t number, ToldLaws& laws, SequenceAnswer& answer) const;
  /// Of the sides that have points, together, and last the swing; nothing where nobody has any, or
  /// the attackers can lose them in more ways than anybody reads.
  void add_points(ToldLaws& laws, SequenceAnswer& answer) const;

  LawsAsked asked_;
  bool can_retreat_;
  std::vector<FightAnswer> blanks_;  ///< what is known of each step without dice
  std::vector<std::string> groups_;  ///< of figures of the target
  PointsLost points_;
  bool has_too_many_sums_ = false;
  PerSide<double> cost_;  ///< of the attackers of all steps, and of the target as it is at first
};

}  // namespace warodds
