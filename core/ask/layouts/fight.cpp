// A fight: one screen for people.
#include <fmt/format.h>

#include <optional>

#include "core/answer/answer_facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/layouts/layouts.h"

namespace warodds {
namespace {

void say_side(Document& page, const FightReport& report, Side side) {
  const PerSide<std::string>& names = report.asked.labels;
  page.gap();
  if (!report.answer.deals[side].any()) {
    return page.note(text::shorten(names[side], 60) + " deals nothing.");
  }
  page.laws("dealt by " + text::shorten(names[side], 24), names[enemy_of(side)],
            [&] { state_deals(page, report.answer, side); });
}

/// Whether every point of damage takes a figure, as long as there are any.
bool takes_one_each(const Deals& deals) {
  for (int k = 0; k < deals.kills.max(); ++k) {
    if (deals.kills.probability(k) != deals.damage.probability(k)) return false;
  }
  return true;
}

/// The damage of each side that deals any; and the kills, where a figure has several hit points.
void say_charts(Document& page, const FightReport& report) {
  std::vector<text::Charted> damage, kills;
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
  if (!damage.empty()) page.add(blocks::Charts{std::move(damage)});
  if (!kills.empty()) page.add(blocks::Charts{std::move(kills)});
}

void say_best(Document& page, const FightReport& report) {
  if (!report.best) return;
  std::string how = "solve";
  for (const std::string& setting : report.best->settings) how += " --with " + setting;
  page.note(fmt::format("{}: {:.4f}, {} ({})", if_best(report.best->who, report.asked.labels),
                        report.best->worth, report.best->meaning, how));
}

}  // namespace

void lay_out(Document& page, const FightReport& report) {
  const Asked& asked = report.asked;
  say_heading(page, asked);
  say_origin(page, "", report.answer.origin);
  say_given(page, asked.given);
  say_assumed(page, asked.assumed, asked.labels);
  say_best(page, report);
  say_condition(page, report.condition);
  page.gap();
  say_luck(page, report.luck);
  if (!report.shown.empty()) {
    return say_shown(page, report.shown, asked.labels, report.answer.remarks);
  }
  say_lines(page, summary_of(*asked.fight));
  say_lines(page, report.answer.remarks);
  for (const Side side : both_sides) say_side(page, report, side);
  say_points(page, report.answer.points, asked.labels);
  say_charts(page, report);
  say_joint(page, report.joint);
}

}  // namespace warodds
