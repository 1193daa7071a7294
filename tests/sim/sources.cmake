# The tests of sim/, relative to tests/.
set(sim_test_sources
  sim/bounds_test.cpp
  sim/cell_counts_test.cpp
  sim/dice_test.cpp
  sim/intervals_test.cpp
  sim/kernels_test.cpp
  sim/lanes_test.cpp
  sim/lineup_dice_test.cpp
  sim/simulate_test.cpp
  sim/stream_test.cpp
  sim/verbs_test.cpp)
