// The two ways in which a question cannot be answered. Their messages are meant for the user: what
// was found, what is allowed, what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace warodds {

/// The input is wrong: a file, a field, an argument. The program exits with 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The input is well-formed, but nothing can be computed from it: the rules forbid the attack, or
/// it is too large for the engine asked for. The program exits with 1.
struct NoAnswer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warodds
