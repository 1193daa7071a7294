// The Chance that has every verb of chance.h and nothing else. Each system compiles its rules
// against it in its own source file, so that a rule with a verb that is not there, or with other
// arithmetic than that of count.h, fails there, with a message that names it. Nobody plays it.
#pragma once

#include <vector>

#include "core/rules/chance.h"

namespace warodds {

class Vocabulary {
 public:
  class Count {
   public:
    Count(int) {}  // NOLINT: a number is a count

    friend Count operator+(Count a, Count) { return a; }
    friend Count operator*(Count a, Count) { return a; }
    friend Count smaller(Count a, Count) { return a; }
    friend Count larger(Count a, Count) { return a; }
    friend Count minus(Count a, Count) { return a; }
    friend Count look_up(const std::vector<int>&, Count at) { return at; }
  };

  Count successes(Count n, const Target&) { return n; }
  LineupHits<Count> lineup(const Lineup&) { return {0, 0}; }
  Count saves(Count n, const SaveQueue&) { return n; }
  Count saves_after(Count /*wounds*/, Count n, const SaveQueue&) { return n; }
  void report(Side, int /*what*/, Count) {}
};
static_assert(Chance<Vocabulary>);

}  // namespace warodds
