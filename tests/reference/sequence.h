// Several attackers, one after the other, on one target, in exact fractions.
#pragma once

#include <string>
#include <vector>

#include "reference.h"

namespace reference {

/// An attack by a fresh unit, or an ability that deals damage without answer.
struct SequenceStep {
  Unit unit;
  Situation situation;         ///< Settings of this step, before those of the whole sequence.
  std::string ability_damage;  ///< "3" or "1d6"; empty for an attack.
};

/// How a sequence goes. If a step is not `legal`, only `why` has a meaning.
struct Sequence {
  bool legal = true;
  std::string why;
  struct Step {
    Rational needed;            ///< The target is still there, so that the step takes place.
    Rational destroyed;         ///< The target is destroyed in this step or before.
    Rational target_mean_left;  ///< Figures or models left after the step.
    /// What the step does to the target: nothing if it does not take place. `destroyed` is in this
    /// step.
    DealsOf<Rational> deals;
    LawOf<Rational> losses{1};  ///< Figures or models that this attacker loses.
    Rational lost;              ///< It loses all of them.
    int order_points = 0;       ///< Arcane Legions.
  };
  std::vector<Step> steps;
  LawOf<Rational> target_survivors;
  Rational destroyed;
  Rational retreated;             ///< Dwethia, D8.
  Rational attackers_share_lost;  ///< Of the hit points of all attackers, on average.
  Rational mean_steps;            ///< How many steps take place.
  int order_points = 0;           ///< Arcane Legions: of all steps.
};

/// The situation has the settings of a single fight, and `target-actions` (Magewinds, B7).
Sequence arcane_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                         const Situation& situation);
Sequence magewinds_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                            const Situation& situation);
Sequence raiders_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                          const Situation& situation);
Sequence dwethia_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                          const Situation& situation);

using PlaySequence = Sequence (*)(const Unit&, const std::vector<SequenceStep>&, const Situation&);

struct RankedOrder {
  std::vector<std::size_t> order;  ///< The steps as given, in the order in which they come.
  Sequence sequence;
};

/// Every order of the steps, the best first: most likely to destroy the target, then the smallest
/// share lost, then the fewest steps; equal ones in lexicographic order.
std::vector<RankedOrder> ranked_orders(PlaySequence play, const Unit& target,
                                       const std::vector<SequenceStep>& steps,
                                       const Situation& situation);

}  // namespace reference
