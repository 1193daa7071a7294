// Several attackers on one target, exactly: a chain of laws over the states of the target.
#pragma once

#include <functional>

#include "core/answer/engine.h"

namespace warodds::exact {

class LineupCache;

struct SequenceOptions {
  /// Called now and then with the share of the work done.
  std::function<void(double)> progress = {};
  LineupCache* lineups = nullptr;  ///< shared by sequences that may roll the same dice
};

/// The exact outcome.
Answer sequence(const SequenceQuestion& question, const SequenceOptions& options);

}  // namespace warodds::exact
