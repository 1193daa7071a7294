// What stands behind an answer: how its dice came about, and whether both engines agree.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/reports.h"

namespace warodds::text {

std::string text_of(const ExplainReport& report, const Style& style) {
  std::string text = heading(report.asked, style) + "\n";
  int width = 0;
  for (const ExplanationStep& step : report.asked.why) width = std::max(width, columns(step.what));
  for (const ExplanationStep& step : report.asked.why) {
    text += wrapped(
        fmt::format("{}  {}  {}", pad("[" + step.rule + "]", 5), pad(step.what, width), step.how),
        0, 9 + width);
  }
  return text;
}

std::string text_of(const CheckReport& report, const Style& style) {
  const Agreement& agreement = report.agreement;
  std::string text = heading(report.asked, style);
  text += origin_lines("", agreement.simulation);
  const std::string attacker =
      report.steps.empty() ? report.asked.labels.attacker : "each attacker";
  text += assumed_lines(report.asked.assumed, {attacker, report.asked.labels.defender},
                        report.steps.empty() ? "both" : "all") +
          "\n";
  text += style.bold("side      quantity       chi-square  degrees    p-value") + "\n";
  for (const AgreementTest& one : agreement.tests) {
    text += fmt::format("{:<9} {:<13} {:>11.3f} {:>8} {:>10.4g}{}\n", one.side, one.quantity,
                        one.statistic, one.degrees, one.p_value,
                        one.impossible >= 0
                            ? fmt::format("  saw {}, which is impossible", one.impossible)
                            : (one.agrees ? "" : "  DISAGREES"));
  }
  constexpr int few = 1000;  // so many trials show which outcomes are usual
  const bool any_compared = std::any_of(agreement.tests.begin(), agreement.tests.end(),
                                        [](const AgreementTest& one) { return one.degrees > 0; });
  if (agreement.agrees && !any_compared && agreement.simulation.trials < few) {
    return text + "\n" +
           wrapped(
               "nothing speaks against the engines, but so few trials compare nothing; --trials "
               "takes more",
               0, 0);
  }
  return text + "\n" +
         wrapped(
             fmt::format("{}: each p-value is compared with {:.3g}, so that a false alarm has a "
                         "chance of at most {:g}",
                         agreement.agrees ? "the engines agree" : "THE ENGINES DISAGREE",
                         agreement.each_level, agreement.level),
             0, 0);
}

}  // namespace warodds::text
