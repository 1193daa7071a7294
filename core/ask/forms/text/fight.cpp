// A fight: one screen for people.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/answer/answer_facts.h"
#include "core/answer/beyond_reach.h"
#include "core/ask/forms/text/chart.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"

namespace warodds::text {
namespace {

/// What a side deals, a line for each fact.
class DealsLines : public Facts {
 public:
  DealsLines(const std::string& target, const Style& style)
      : Facts(Form::text), target_(target), style_(style) {}
  std::string take() { return std::move(text_); }

 private:
  void hear(std::string_view, const FactValue& value, const Naming& naming) override {
    const std::string unit =
        naming.group.empty() ? shorten(target_, 19) : shorten(std::string(naming.group), 22);
    const std::string label = fmt::format(fmt::runtime(naming.label), unit);
    const Law* law = std::get_if<Law>(&value);
    if (law != nullptr && !naming.group.empty() && law->of->max() == 1) {
      // There is one of it: odds say more than a mean.
      text_ += fmt::format("  {} {}\n", pad("  kills " + unit, 28),
                           pad_left(percent_or_one_in(law->of->estimate_at_least(1), style_), 17));
    } else if (law != nullptr) {
      text_ += distribution_line(label, *law->of, law->mean(), style_);
    } else if (const Estimate* number = std::get_if<Estimate>(&value)) {
      const bool is_mean = naming.statistic == "mean";
      text_ += fmt::format(
          "  {} {}\n", pad(label, 28),
          pad_left(is_mean ? mean(*number, style_) : percent_or_one_in(*number, style_), 17));
    }
  }
  bool open(Nest, std::string_view, const Naming&) override { return true; }
  void close(Nest) override {}

  const std::string& target_;
  const Style& style_;
  std::string text_;
};

std::string side_block(const FightReport& report, Side side, const Style& style) {
  const std::string& name = report.asked.labels[side];
  const Deals& deals = report.answer.deals[side];
  if (!deals.any()) return fmt::format("{} deals nothing.\n", style.bold(shorten(name, 60)));
  DealsLines lines(report.asked.labels[enemy_of(side)], style);
  state_deals(lines, report.answer, side);
  return distribution_header("dealt by " + shorten(name, 24), style) + lines.take();
}

/// Two charts side by side, or one.
std::string charts(const std::vector<Charted>& charted, const Style& style) {
  std::string text;
  if (charted.size() == 1) {
    for (const std::string& line : chart(charted.front(), 76, style)) text += line + "\n";
  }
  if (charted.size() < 2) return text;
  constexpr int half = 38;
  const auto left = chart(charted[0], half, style);
  const auto right = chart(charted[1], half, style);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    std::string line = i < left.size() ? left[i] : std::string(half, ' ');
    if (i < right.size()) line += "   " + right[i];
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

/// Whether every point of damage takes a figure, as long as there are any.
bool takes_one_each(const Deals& deals) {
  for (int k = 0; k < deals.kills.max(); ++k) {
    if (deals.kills.probability(k) != deals.damage.probability(k)) return false;
  }
  return true;
}

/// The damage of each side that deals any; and the kills, where a figure has several hit points.
std::string charts(const FightReport& report, const Style& style) {
  std::vector<Charted> damage, kills;
  for (const Side side : both_sides) {
    const Deals& deals = report.answer.deals[side];
    const std::string by = " by " + report.asked.labels[side];
    if (!deals.any()) continue;
    damage.push_back({"damage" + by, deals.damage});
    if (takes_one_each(deals)) continue;
    const bool can_destroy = deals.destroyed.value > 0;
    kills.push_back(
        {"kills" + by, deals.kills, can_destroy ? std::optional(deals.kills.max()) : std::nullopt});
  }
  std::string text = charts(damage, style);
  if (!kills.empty()) text += "\n" + charts(kills, style);
  return text;
}

std::string best_lines(const FightReport& report) {
  if (!report.best) return "";
  std::string how = "solve";
  for (const std::string& setting : report.best->settings) how += " --with " + setting;
  return wrapped(fmt::format("{}: {:.4f}, {} ({})", if_best(report.best->who, report.asked.labels),
                             report.best->worth, report.best->meaning, how),
                 0, 2);
}

}  // namespace

std::string text_of(const FightReport& report, const Style& style) {
  const Asked& asked = report.asked;
  std::string text = heading(asked, style) + origin_lines("", report.answer.origin) +
                     given_lines(asked.given) + assumed_lines(asked.assumed, asked.labels) +
                     best_lines(report) + condition_lines(report.condition, style) + "\n" +
                     luck_lines(report.luck, style);
  if (!report.shown.empty()) {
    text += shown_lines(report.shown, asked.labels, style);
    for (const std::string& one : those_beyond_reach(report.answer.remarks))
      text += wrapped(one, 2, 4);
    return text;
  }
  for (const std::string& line : summary_of(*asked.fight)) text += wrapped(line, 2, 4);
  for (const std::string& remark : report.answer.remarks) text += wrapped(remark, 2, 4);
  for (const Side side : both_sides) text += "\n" + side_block(report, side, style);
  text += points_lines(report.answer.points, asked.labels, style);
  const std::string drawn = charts(report, style);
  if (!drawn.empty()) text += "\n" + drawn;
  if (report.joint) text += "\n" + joint_table(report.joint, style);
  return text;
}

}  // namespace warodds::text
