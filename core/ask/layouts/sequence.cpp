// Several attackers on one target: a line a step, what is left at the end, the best order.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/layouts/layouts.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

using text::percent;
using text::shorten;

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
  state_steps(page, report);
  say_end(page, report);
  say_points(page, answer.points, {"attackers", report.target});
  page.add(blocks::Charts{{{"left of " + report.target, answer.target_survivors}}});
  say_joint(page, report.joint);
  say_orders(page, report);
}

}  // namespace warodds
