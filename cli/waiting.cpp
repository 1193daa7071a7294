// How the threads of OpenMP wait for each other: they look whether there is something to do for
// about a hundred microseconds, then they sleep. GCC's would look for milliseconds: beside six
// other busy programs on two cores, battles of 60 figures and of three groups a side took 1.8
// and 2.2 times as long so. If they slept at once, to wake them would take as long as many a piece
// of work.
//
// OpenMP reads this from the environment, once, when it is initialised. That is after what is here
// where it is linked into the program, as GCC's is; where it is a library of its own, it is before.
#include <stdlib.h>

namespace {

constexpr int first_of_all = 101;

[[gnu::constructor(first_of_all)]] void soon_sleep_while_waiting() {
  if (getenv("OMP_WAIT_POLICY") != nullptr) return;
  constexpr int unless_it_is_set = 0;
  setenv("OMP_WAIT_POLICY", "passive", unless_it_is_set);
  setenv("GOMP_SPINCOUNT", "5000", unless_it_is_set);
}

}  // namespace
