#include "core/matchup/rolled.h"

namespace warodds {

Explanation spanned(Explanation low, const Explanation& high) {
  for (ExplanationStep& step : low) {
    const auto same_step = std::find_if(high.begin(), high.end(), [&](const auto& other) {
      return other.what == step.what && other.rule == step.rule;
    });
    if (same_step == high.end() || same_step->how == step.how) continue;
    // The same rule may explain one thing in several steps.
    const bool known = std::any_of(high.begin(), high.end(), [&](const auto& other) {
      return other.what == step.what && other.rule == step.rule && other.how == step.how;
    });
    if (!known) step.how += " ... " + same_step->how;
  }
  for (const ExplanationStep& step : high) {
    const bool known = std::any_of(low.begin(), low.end(), [&](const auto& other) {
      return other.what == step.what && other.rule == step.rule;
    });
    if (!known) low.push_back(step);
  }
  return low;
}

}  // namespace warodds
