// What every answer to a sequence tells: the laws that an engine is to find for it, and what the
// answer is once they are found.
#pragma once

#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/sequence_answer.h"
#include "core/play/sequence.h"

namespace warodds {

template <class System>
class SequenceReading {
 public:
  /// `sequence` must outlive it.
  SequenceReading(const Sequence<System>& sequence, LawsAsked asked)
      : sequence_(sequence), asked_(std::move(asked)) {}

  /// Those under the condition, those of points, and those that are asked for besides. Under no
  /// condition an engine tells each step itself.
  std::vector<AskedLaw> to_find() const;
  /// Fills in what they say, once they are found. Throws NoAnswer where the condition is never met.
  void read(std::vector<OutcomeLaw> found, SequenceAnswer& answer) const;

 private:
  /// Kinds of figures of the target.
  std::size_t groups() const;

  const Sequence<System>& sequence_;
  LawsAsked asked_;
};

}  // namespace warodds
