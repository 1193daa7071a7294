// How the dice counts and target numbers of a fight came about, step by step, each with its rule.
#pragma once

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

namespace warodds {

struct ExplanationStep {
  std::string what;  ///< e.g. "red dice of the attacker"
  std::string how;   ///< e.g. "8 icons + 2 granted - 3 from a grey side = 7"
  std::string rule;  ///< the ruling, e.g. "A1"
};

using Explanation = std::vector<ExplanationStep>;

/// Adds a step to `why`, unless nobody asked for one (null).
template <class... Arguments>
void explain(Explanation* why, const char* rule, std::string_view what,
             fmt::format_string<Arguments...> how, Arguments&&... arguments) {
  if (why == nullptr) return;
  why->push_back(
      {std::string(what), fmt::format(how, std::forward<Arguments>(arguments)...), rule});
}

}  // namespace warodds
