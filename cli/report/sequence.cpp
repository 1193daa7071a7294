// Several attackers on one target: a line a step, what is left at the end, the best order.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/report/chart.h"
#include "cli/report/csv.h"
#include "cli/report/report.h"
#include "cli/report/text.h"
#include "core/answer/version.h"

namespace warodds::cli {
namespace {

std::string steps_table(const SequenceReport& report, const Style& style) {
  const bool any_losses = std::any_of(report.answer.steps.begin(), report.answer.steps.end(),
                                      [](const StepAnswer& step) { return step.losses.max() > 0; });
  std::string text = style.bold(pad("step", 31)) +
                     style.faint("   needed    damage  gone then  left") +
                     (any_losses ? style.faint("   loses") : "") + "\n";
  for (std::size_t i = 0; i < report.answer.steps.size(); ++i) {
    const StepAnswer& step = report.answer.steps[i];
    const std::string damage =
        step.fight ? fmt::format("{:.2f}", step.fight->deals.attacker.damage.mean()) : "";
    text += pad_left(std::to_string(i + 1), 3) + "  " + pad(shorten(report.steps[i], 25), 26) +
            pad_left(percent(step.needed.estimate(1), style, false), 9) + pad_left(damage, 10) +
            pad_left(percent(step.destroyed(), style, false), 11) +
            pad_left(fmt::format("{:.2f}", step.left.mean()), 6);
    if (any_losses) text += pad_left(fmt::format("{:.2f}", step.losses.mean()), 8);
    text += "\n";
  }
  return text;
}

/// The first few orders, and the one that was given.
std::string orders_table(const SequenceReport& report, const Style& style) {
  constexpr std::size_t most_shown = 5;
  const std::vector<RankedOrder>& orders = report.answer.orders;
  std::string text = style.bold(fmt::format("the best of {} orders", orders.size())) + "\n";
  const auto show = [&](std::size_t place) {
    const RankedOrder& ranked = orders[place];
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(report.steps[step]);
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

/// Rows of (step, unit, quantity, statistic, k, value, half-width), each after where it comes from.
class StepRows {
 public:
  explicit StepRows(const SequenceReport& report) : report_(report) {
    row(csv_, {"version", "system", "target", "engine", "trials", "seed", "confidence", "partial",
               "step", "unit", "quantity", "statistic", "k", "value", "half_width"});
  }

  /// What the following rows are about; 0: the whole sequence.
  void begin(std::uint64_t step, const std::string& unit) {
    step_ = step;
    unit_ = unit;
  }

  void number(std::string_view quantity, std::string_view statistic, std::optional<std::uint64_t> k,
              const Estimate& estimate) {
    csv_.field(version()).field(report_.system).field(report_.target);
    engine_of(csv_, report_.answer.origin);
    if (step_ > 0) csv_.field(step_);
    if (step_ == 0) csv_.field("");
    csv_.field(unit_).field(quantity).field(statistic);
    if (k) csv_.field(*k);
    if (!k) csv_.field("");
    csv_.field(estimate.value).field(estimate.half_width);
    csv_.end();
  }

  void distribution(std::string_view quantity, const Distribution& of) {
    number(quantity, "mean", std::nullopt, of.estimate_mean());
    number(quantity, "sd", std::nullopt, {of.sd()});
    const std::vector<Estimate> of_each = of.estimates();
    const std::vector<Estimate> at_least = of.estimates_at_least();
    for (std::size_t k = 0; k < of_each.size(); ++k) {
      number(quantity, "probability", k, of_each[k]);
      number(quantity, "at_least", k, at_least[k]);
    }
  }

  std::string take() { return csv_.take(); }

 private:
  const SequenceReport& report_;
  Csv csv_;
  std::uint64_t step_ = 0;
  std::string unit_;
};

/// What the attacker of a step deals, given that it takes place.
void add_deals(StepRows& rows, const FightAnswer& fight) {
  const Deals& deals = fight.deals.attacker;
  for (std::size_t i = 0; i < fight.reports.size(); ++i) {
    const ReportSpec& of = fight.reports[i];
    if (of.kind == ReportKind::count) rows.distribution(of.name, deals.reported[i]);
  }
  rows.distribution("damage", deals.damage);
  rows.distribution("kills", deals.kills);
  for (const auto& [group, kills] : deals.kills_by_group) {
    rows.distribution("kills[" + group + "]", kills);
  }
  rows.number("destroys", "probability", std::nullopt, deals.destroyed);
  for (std::size_t i = 0; i < fight.reports.size(); ++i) {
    const ReportSpec& of = fight.reports[i];
    if (of.kind != ReportKind::event) continue;
    rows.number(of.name, "probability", std::nullopt, deals.reported[i].estimate_at_least(1));
  }
  if (const auto rate = fight.rate_of(Side::attacker)) {
    rows.number(fight.rate.name, "mean", std::nullopt, *rate);
  }
}

}  // namespace

std::string text_of(const SequenceReport& report, const Style& style) {
  const SequenceAnswer& answer = report.answer;
  std::string text =
      style.bold(fmt::format(
          "{}, attacked {}", shorten(report.target, 40),
          report.steps.size() == 1 ? "once" : fmt::format("{} times", report.steps.size()))) +
      "  (" + report.title + ")\n";
  text += origin_lines("", answer.origin) + given_lines(report.given) + "\n";
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
  text += "\n";
  for (const std::string& line :
       chart({"left of " + report.target, answer.target_survivors}, 76, style)) {
    text += line + "\n";
  }
  if (!answer.orders.empty()) text += "\n" + orders_table(report, style);
  return text;
}

std::string csv_of(const SequenceReport& report) {
  const SequenceAnswer& answer = report.answer;
  StepRows rows(report);
  for (std::size_t i = 0; i < answer.steps.size(); ++i) {
    const StepAnswer& step = answer.steps[i];
    rows.begin(i + 1, report.steps[i]);
    rows.number("needed", "probability", std::nullopt, step.needed.estimate(1));
    rows.number("destroyed", "probability", std::nullopt, step.destroyed());
    rows.number("target_left", "mean", std::nullopt, step.left.estimate_mean());
    if (step.fight) add_deals(rows, *step.fight);
    rows.distribution("losses", step.losses);
    rows.number("lost", "probability", std::nullopt, step.lost);
  }
  rows.begin(0, "");
  rows.distribution("target_survivors", answer.target_survivors);
  rows.number("destroyed", "probability", std::nullopt, answer.destroyed());
  if (answer.retreated.value > 0) {
    rows.number("retreated", "probability", std::nullopt, answer.retreated);
  }
  if (!report.paid.empty()) {
    rows.number(report.paid, "sum", std::nullopt, {static_cast<double>(report.cost)});
  }
  for (std::size_t i = 0; i < answer.orders.size(); ++i) {
    const RankedOrder& ranked = answer.orders[i];
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(report.steps[step]);
    rows.begin(0, fmt::format("{}", fmt::join(names, " > ")));
    rows.number("order", "destroyed", i + 1, ranked.destroyed);
    rows.number("order", "share_lost", i + 1, ranked.share_lost);
    rows.number("order", "steps", i + 1, ranked.steps);
  }
  return rows.take();
}

}  // namespace warodds::cli
