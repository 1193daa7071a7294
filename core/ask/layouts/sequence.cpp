// Several attackers on one target: a line a step, what is left at the end, the best order.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/layouts/layouts.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

using text::percent;
using text::shorten;

void say_steps(Document& page, const SequenceReport& report) {
  const std::vector<StepAnswer>& steps = report.answer.steps;
  const bool any_losses = std::any_of(steps.begin(), steps.end(),
                                      [](const StepAnswer& step) { return step.losses.max() > 0; });
  // Where the rules may not allow a step that is needed.
  const bool any_left_out = std::any_of(steps.begin(), steps.end(), [](const StepAnswer& step) {
    return step.takes_place.value < step.needed.estimate(1).value - 1e-12;
  });
  using Set = blocks::Column::Set;
  blocks::Table table{"", {{"step", Set::left, 31}}};
  const auto column = [&](const char* heading, int width) {
    table.columns.push_back({heading, Set::right, width, 1});
  };
  column("needed", 9);
  if (any_left_out) column("takes place", 13);
  column("damage", 10);
  column("gone then", 11);
  column("left", 6);
  if (any_losses) column("loses", 8);
  const auto number = [](double value) { return fmt::format("{:.2f}", value); };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const StepAnswer& step = steps[i];
    std::vector<std::string> row{fmt::format("{:>3}  {}", i + 1, shorten(report.steps[i], 25)),
                                 page.percent_alone(step.needed.estimate(1))};
    if (any_left_out) row.push_back(percent(step.takes_place, page.style(), false));
    row.push_back(step.fight ? number(step.fight->deals.attacker.damage.mean()) : "");
    row.push_back(page.percent_alone(step.destroyed()));
    row.push_back(number(step.left.mean()));
    if (any_losses) row.push_back(number(step.losses.mean()));
    table.row(std::move(row));
  }
  page.add(std::move(table));
  page.half_widths();
}

/// The first few orders, and the one that was given.
void say_orders(Document& page, const SequenceReport& report) {
  constexpr std::size_t most_shown = 5;
  const std::vector<RankedOrder>& orders = report.answer.orders;
  if (orders.empty()) return;
  page.heading(fmt::format("the best of {} orders", orders.size()));
  const auto show = [&](std::size_t place) {
    const RankedOrder& ranked = orders[place];
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(shown(report.steps[step]));
    page.note(fmt::format("{:>3}  {}", place + 1, fmt::join(names, ", ")), 0, 5);
    page.note(fmt::format("destroyed {}, hit points lost {}, steps needed {}",
                          percent(ranked.destroyed, page.style()),
                          percent(ranked.share_lost, page.style()),
                          text::mean(ranked.steps, page.style())),
              7, 7);
  };
  for (std::size_t place = 0; place < std::min(orders.size(), most_shown); ++place) show(place);
  for (std::size_t place = most_shown; place < orders.size(); ++place) {
    if (!std::is_sorted(orders[place].order.begin(), orders[place].order.end())) continue;
    page.note("as given");
    show(place);
  }
}

/// What becomes of the target, and what that costs.
void say_end(Document& page, const SequenceReport& report) {
  const SequenceAnswer& answer = report.answer;
  using Set = blocks::Column::Set;
  blocks::Table table{"", {{"", Set::left, 42}, {"", Set::right, 18, 1}}};
  table.row(
      {"  destroys " + shorten(report.target, 30), percent(answer.destroyed(), page.style())});
  if (answer.retreated.value > 0) {
    table.row({"  " + shorten(report.target, 27) + " moves away",
               percent(answer.retreated, page.style())});
  }
  if (!report.paid.empty()) {
    std::string paid = report.paid;
    std::replace(paid.begin(), paid.end(), '_', ' ');
    table.row({"  " + paid, std::to_string(report.cost)});
  }
  page.add(std::move(table));
}

}  // namespace

void lay_out(Document& page, const SequenceReport& report) {
  const SequenceAnswer& answer = report.answer;
  page.title(
      fmt::format("{}, attacked {}", shorten(report.target, 40),
                  report.steps.size() == 1 ? "once" : fmt::format("{} times", report.steps.size())),
      report.title);
  say_origin(page, "", answer.origin);
  say_given(page, report.given);
  say_assumed(page, report.assumed, {"each attacker", report.target}, "all");
  say_condition(page, report.condition);
  page.gap();
  if (!report.shown.empty()) {
    return say_shown(page, report.shown, {"", report.target}, answer.remarks);
  }
  say_lines(page, answer.remarks);
  say_steps(page, report);
  say_end(page, report);
  say_points(page, answer.points, {"attackers", report.target});
  page.add(blocks::Charts{{{"left of " + report.target, answer.target_survivors}}});
  say_joint(page, report.joint);
  say_orders(page, report);
}

}  // namespace warodds
