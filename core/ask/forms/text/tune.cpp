// Tunings for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {

std::string text_of(const Tuning& tuning, const Style& style) {
  const Quantity& quantity = tuning.quantities.front();
  const PerSide<std::string> sides{shown(tuning.units.attacker), tuning.opponents.empty()
                                                                     ? shown(tuning.units.defender)
                                                                     : "the opponent"};
  std::string text =
      table_heading(fmt::format("{} against {}: {} = {:g}", sides.attacker,
                                others_text(shown(tuning.units.defender), tuning.opponents),
                                quantity_in_words(quantity, sides), tuning.target),
                    tuning, style);
  text += tuning.method + "\n\n";
  const auto settings = [&](const Tuning::Candidate& candidate) {
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < tuning.keys.size(); ++k) {
      parts.push_back(shown(tuning.keys[k]) + "=" + shown(candidate.values[k]));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  };
  if (tuning.best.size() == 1) {
    const Tuning::Candidate& best = tuning.tried[tuning.best.front()];
    text += style.bold(fmt::format("{} comes nearest: {}", settings(best),
                                   number_text(quantity, best.number, style))) +
            "\n";
  } else {
    text += style.bold(fmt::format("{} settings come equally near{}", tuning.best.size(),
                                   tuning.simulated > 0
                                       ? ", as far as their intervals can tell; more --trials "
                                         "may separate them"
                                       : "")) +
            "\n";
  }
  // The best ones and their neighbours.
  std::size_t lines = 0;
  for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
    const auto near = [&](std::size_t best) { return best <= i + 2 && i <= best + 2; };
    if (std::none_of(tuning.best.begin(), tuning.best.end(), near)) continue;
    const bool best = std::find(tuning.best.begin(), tuning.best.end(), i) != tuning.best.end();
    text += fmt::format("{} {} {}\n", best ? ">" : " ", pad(settings(tuning.tried[i]), 40),
                        pad_left(number_text(quantity, tuning.tried[i].number, style), 20));
    if (++lines == 25) break;
  }
  return text;
}

}  // namespace warodds::text
