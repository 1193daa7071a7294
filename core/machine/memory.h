// How much memory the machine has.
#pragma once

namespace warodds {

/// Bytes that this process may use at most: of the machine, or less where a limit was set for it
/// (limit_memory(), RLIMIT_AS, RLIMIT_DATA, the control group of a container). Infinite where
/// nobody can say.
double memory_there_is();

/// From now on memory_there_is() is at most so many bytes.
void limit_memory(double most_bytes);

/// Bytes that it has in memory now; 0 where nobody can say.
double memory_in_use();

}  // namespace warodds
