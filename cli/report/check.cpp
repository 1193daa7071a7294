// What stands behind an answer: how its dice came about, and whether both engines agree.
#include <fmt/format.h>

#include <algorithm>

#include "cli/report/csv.h"
#include "cli/report/report.h"
#include "cli/report/text.h"
#include "core/answer/version.h"

namespace warodds::cli {

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

std::string csv_of(const ExplainReport& report) {
  const Asked& asked = report.asked;
  Csv csv;
  row(csv, {"version", "system", "attacker", "defender", "rule", "what", "how"});
  for (const ExplanationStep& step : asked.why) {
    row(csv, {version(), asked.system, asked.units.attacker, asked.units.defender, step.rule,
              step.what, step.how});
  }
  return csv.take();
}

std::string text_of(const CheckReport& report, const Style& style) {
  const Agreement& agreement = report.agreement;
  std::string text = heading(report.asked, style);
  text += origin_lines("", agreement.simulation) + "\n";
  text += style.bold("side      quantity       chi-square  degrees    p-value") + "\n";
  for (const AgreementTest& one : agreement.tests) {
    text += fmt::format("{:<9} {:<13} {:>11.3f} {:>8} {:>10.4g}{}\n", one.side, one.quantity,
                        one.statistic, one.degrees, one.p_value,
                        one.impossible >= 0
                            ? fmt::format("  saw {}, which is impossible", one.impossible)
                            : (one.agrees ? "" : "  DISAGREES"));
  }
  return text + "\n" +
         wrapped(
             fmt::format("{}: each p-value is compared with {:.3g}, so that a false alarm has a "
                         "chance of at most {:g}",
                         agreement.agrees ? "the engines agree" : "THE ENGINES DISAGREE",
                         agreement.each_level, agreement.level),
             0, 0);
}

std::string csv_of(const CheckReport& report) {
  const Agreement& agreement = report.agreement;
  Csv csv;
  origin_header(csv);
  row(csv, {"side", "quantity", "chi_square", "degrees", "p_value", "level", "agrees"});
  for (const AgreementTest& one : agreement.tests) {
    origin(csv, report.asked, agreement.simulation);
    csv.field(one.side).field(one.quantity).field(one.statistic);
    csv.field(static_cast<std::uint64_t>(one.degrees))
        .field(one.p_value)
        .field(agreement.each_level);
    csv.field(one.agrees ? "yes" : "no");
    csv.end();
  }
  return csv.take();
}

}  // namespace warodds::cli
