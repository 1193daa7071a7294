// What every answer to a sequence tells: the laws that an engine is to find for it, and what the
// answer is once they are found.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/points_lost.h"
#include "core/answer/sequence_answer.h"
#include "core/answer/sequence_outcome.h"
#include "core/play/sequence.h"

namespace warodds {

class SequenceReading {
 public:
  template <class System>
  SequenceReading(const Sequence<System>& sequence, LawsAsked asked)
      : asked_(std::move(asked)),
        steps_(sequence.size()),
        reports_(System::reports),
        groups_(
            names_once(sequence.target_in(sequence.target(), sequence.target().opening()).kinds)),
        points_(SequenceOutcome::points_in(sequence)) {
    SumsOfPoints sums;
    const auto all_of = [&](Side side, const std::vector<int>& standing, std::size_t unit) {
      return points_.lost(side, standing, std::vector<int>(standing.size(), 0), unit);
    };
    long long parts = 0;
    for (std::size_t step = 0; step < steps_; ++step) {
      sums.add(points_, step, sequence.attacker(step));
      parts += all_of(Side::attacker, sequence.attacker(step).survivors(0), step);
    }
    has_too_many_sums_ = sums.so_far() > most_sums;
    const SideStates& target = sequence.target();
    cost_ = {points_.points(parts),
             points_.points(all_of(Side::defender, target.standing_by_rank(target.opening()), 0))};
  }

  /// Those under the condition, those of points, and those that are asked for besides. Under no
  /// condition an engine tells each step itself.
  std::vector<AskedLaw> to_find() const;
  /// Fills in what they say, once they are found. Throws NoAnswer where the condition is never met.
  void read(std::vector<OutcomeLaw> found, SequenceAnswer& answer) const;

 private:
  static constexpr double most_sums = 10'000;

  std::vector<AskedLaw> laws_given(const Event& event) const;
  /// Of the sides that have points, together, and last the swing; nothing where nobody has any, or
  /// the attackers can lose them in more ways than anybody reads.
  std::optional<AskedLaw> law_of_points() const;

  LawsAsked asked_;
  std::size_t steps_;
  std::span<const ReportSpec> reports_;
  std::vector<std::string> groups_;  ///< of figures of the target
  PointsLost points_;
  bool has_too_many_sums_ = false;
  PerSide<double> cost_;  ///< of the attackers of all steps, and of the target as it is at first
};

}  // namespace warodds
