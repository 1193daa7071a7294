// Several attackers on one target: a line a step, what is left at the end, the best order.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/answer/beyond_reach.h"
#include "core/ask/forms/text/chart.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

std::string steps_table(const SequenceReport& report, const Style& style) {
  const bool any_losses = std::any_of(report.answer.steps.begin(), report.answer.steps.end(),
                                      [](const StepAnswer& step) { return step.losses.max() > 0; });
  // Where the rules may not allow a step that is needed.
  const bool any_left_out =
      std::any_of(report.answer.steps.begin(), report.answer.steps.end(), [](const auto& step) {
        return step.takes_place.value < step.needed.estimate(1).value - 1e-12;
      });
  std::string text = style.bold(pad("step", 31)) + style.faint("   needed") +
                     (any_left_out ? style.faint("  takes place") : "") +
                     style.faint("    damage  gone then  left") +
                     (any_losses ? style.faint("   loses") : "") + "\n";
  double half_width = 0;
  for (std::size_t i = 0; i < report.answer.steps.size(); ++i) {
    const StepAnswer& step = report.answer.steps[i];
    const std::string damage =
        step.fight ? fmt::format("{:.2f}", step.fight->deals.attacker.damage.mean()) : "";
    text += pad_left(std::to_string(i + 1), 3) + "  " + pad(shorten(report.steps[i], 25), 26) +
            pad_left(percent(step.needed.estimate(1), style, false), 9) +
            (any_left_out ? pad_left(percent(step.takes_place, style, false), 13) : "") +
            pad_left(damage, 10) + pad_left(percent(step.destroyed(), style, false), 11) +
            pad_left(fmt::format("{:.2f}", step.left.mean()), 6);
    if (any_losses) text += pad_left(fmt::format("{:.2f}", step.losses.mean()), 8);
    text += "\n";
    half_width = std::max({half_width, step.needed.estimate(1).half_width.value_or(0),
                           step.destroyed().half_width.value_or(0)});
  }
  return text + half_widths_line(half_width, true, style);
}

/// The first few orders, and the one that was given.
std::string orders_table(const SequenceReport& report, const Style& style) {
  constexpr std::size_t most_shown = 5;
  const std::vector<RankedOrder>& orders = report.answer.orders;
  std::string text = style.bold(fmt::format("the best of {} orders", orders.size())) + "\n";
  const auto show = [&](std::size_t place) {
    const RankedOrder& ranked = orders[place];
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(shown(report.steps[step]));
    text += wrapped(fmt::format("{:>3}  {}", place + 1, fmt::join(names, ", ")), 0, 5);
    text += wrapped(fmt::format("destroyed {}, hit points lost {}, steps needed {}",
                                percent(ranked.destroyed, style), percent(ranked.share_lost, style),
                                mean(ranked.steps, style)),
                    7, 7);
  };
  for (std::size_t place = 0; place < std::min(orders.size(), most_shown); ++place) show(place);
  for (std::size_t place = most_shown; place < orders.size(); ++place) {
    if (!std::is_sorted(orders[place].order.begin(), orders[place].order.end())) continue;
    text += "as given\n";
    show(place);
  }
  return text;
}

}  // namespace

std::string text_of(const SequenceReport& report, const Style& style) {
  const SequenceAnswer& answer = report.answer;
  std::string text =
      style.bold(fmt::format(
          "{}, attacked {}", shorten(report.target, 40),
          report.steps.size() == 1 ? "once" : fmt::format("{} times", report.steps.size()))) +
      "  (" + report.title + ")\n";
  text += origin_lines("", answer.origin) + given_lines(report.given) +
          assumed_lines(report.assumed, {"each attacker", report.target}, "all") +
          condition_lines(report.condition, style) + "\n";
  if (!report.shown.empty()) {
    text += shown_lines(report.shown, {"", report.target}, style);
    for (const std::string& one : those_beyond_reach(answer.remarks)) text += wrapped(one, 2, 4);
    return text;
  }
  for (const std::string& remark : answer.remarks) text += wrapped(remark, 2, 4);
  if (!answer.remarks.empty()) text += "\n";
  text += steps_table(report, style);

  text += fmt::format("\n  {} {}\n", pad("destroys " + shorten(report.target, 30), 40),
                      pad_left(percent(answer.destroyed(), style), 17));
  if (answer.retreated.value > 0) {
    text += fmt::format("  {} {}\n", pad(shorten(report.target, 27) + " moves away", 40),
                        pad_left(percent(answer.retreated, style), 17));
  }
  if (!report.paid.empty()) {
    std::string paid = report.paid;
    std::replace(paid.begin(), paid.end(), '_', ' ');
    text += fmt::format("  {} {}\n", pad(paid, 40), pad_left(std::to_string(report.cost), 17));
  }
  text += points_lines(answer.points, {"attackers", report.target}, style) + "\n";
  for (const std::string& line :
       chart({"left of " + report.target, answer.target_survivors}, 76, style)) {
    text += line + "\n";
  }
  if (report.joint) text += "\n" + joint_table(report.joint, style);
  if (!answer.orders.empty()) text += "\n" + orders_table(report, style);
  return text;
}

}  // namespace warodds::text
