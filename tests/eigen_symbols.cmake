# Checks that a library defines no symbol of the namespace Eigen, compiled with settings of ours: a program that has
# an Eigen of its own, compiled with others, could be given ours by the linker.
# Call: cmake -D NM=<nm> -D LIBRARY=<file> -P eigen_symbols.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols ERROR_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]*5Eigen[^\n]*" theirs "${symbols}")
if(theirs)
  list(GET theirs 0 first)
  message(FATAL_ERROR "${LIBRARY} defines symbols of the namespace Eigen, such as ${first}")
endif()
if(NOT symbols MATCHES "warodds")
  message(FATAL_ERROR "${LIBRARY} defines nothing of ours")
endif()
