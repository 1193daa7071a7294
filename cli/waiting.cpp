// How the threads of OpenMP wait for each other: asleep. Unless they are told so they spin, and
// where something else runs on the machine, or two threads share a core, a spinning thread takes
// the time of the one that it waits for: such a battle took eight times as long.
//
// OpenMP reads this from the environment when it is loaded, which is before anything of this
// program runs but for what its linker is told to run first. Where that cannot be, threads spin.
#include <cstdlib>

#ifdef __GLIBC__

namespace {

void sleep_while_waiting(int, char**, char**) {
  constexpr int as_it_is_set = 0;
  setenv("OMP_WAIT_POLICY", "passive", as_it_is_set);
}

using RunFirst = void (*)(int, char**, char**);
[[gnu::section(".preinit_array"), gnu::used]] const RunFirst run_first = sleep_while_waiting;

}  // namespace

#endif
