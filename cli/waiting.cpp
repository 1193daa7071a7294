// How the threads of OpenMP wait for each other: asleep. Unless they are told so they spin, and
// where something else runs on the machine, a spinning thread takes the time of the one that it
// waits for: there a battle took eight times as long.
//
// OpenMP reads this from the environment, once, when it is initialised. That is after what is here
// where it is linked into the program, as GCC's is; where it is a library of its own, it is before.
#include <stdlib.h>

namespace {

constexpr int first_of_all = 101;

[[gnu::constructor(first_of_all)]] void sleep_while_waiting() {
  constexpr int unless_it_is_set = 0;
  setenv("OMP_WAIT_POLICY", "passive", unless_it_is_set);
}

}  // namespace
