// How the dice counts and target numbers of a fight came about, step by step, each with its rule.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "core/rules/chance.h"
#include "core/rules/side.h"

namespace warodds {

struct ExplanationStep {
  std::string what;  ///< e.g. "red dice of the attacker"
  std::string how;   ///< e.g. "8 icons + 2 granted - 3 from a grey side = 7"
  std::string rule;  ///< the ruling, e.g. "A1"
};

using Explanation = std::vector<ExplanationStep>;

/// "4+", "4 or less", "any face", "no face".
inline std::string describe(const Target& target) {
  if (target.faces == 0) return "no face";
  if (target.faces == target.sides) return "any face";
  if (target.low_end) return fmt::format("{} or less", target.faces);
  return fmt::format("{}+", target.sides + 1 - target.faces);
}

/// "1 die", "5 dice".
inline std::string dice(int count) {
  return fmt::format("{} {}", count, count == 1 ? "die" : "dice");
}

/// One line for each thing a player must have at hand to roll a fight.
using Summary = std::vector<std::string>;

/// Adds a step to `why`, unless nobody asked for one (null).
template <class... Arguments>
void explain(Explanation* why, const char* rule, std::string_view what,
             fmt::format_string<Arguments...> how, Arguments&&... arguments) {
  if (why == nullptr) return;
  why->push_back(
      {std::string(what), fmt::format(how, std::forward<Arguments>(arguments)...), rule});
}

/// A step of one side: "attacker: combat dice".
template <class... Arguments>
void explain(Explanation* why, const char* rule, Side side, std::string_view what,
             fmt::format_string<Arguments...> how, Arguments&&... arguments) {
  if (why == nullptr) return;
  explain(why, rule, fmt::format("{}: {}", to_string(side), what), how,
          std::forward<Arguments>(arguments)...);
}

}  // namespace warodds
