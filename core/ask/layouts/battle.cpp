// Battles for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/layouts/layouts.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

using blocks::Column;
using text::percent;
using text::shorten;

/// The ends with their odds, and of undecided battles who is ahead.
void say_ends(Document& page, const BattleReport& report) {
  const BattleAnswer& answer = report.answer;
  const auto label = [&](Side side) { return shorten(report.asked.labels[side], 24); };
  const std::string names[] = {label(Side::attacker) + " wins",
                               report.can_break ? "both beaten" : "both destroyed", "undecided",
                               "retreated", label(Side::defender) + " wins"};
  constexpr BattleEnd ends[] = {BattleEnd::attacker_wins, BattleEnd::both_destroyed,
                                BattleEnd::undecided, BattleEnd::retreated,
                                BattleEnd::defender_wins};
  std::vector<Estimate> odds;
  for (const BattleEnd end : ends) odds.push_back(answer.end(end));
  const std::vector<text::PartInPercent> shown = text::percents(odds, page.style());
  blocks::Parts parts;
  for (std::size_t i = 0; i < odds.size(); ++i) {
    if (ends[i] == BattleEnd::retreated && odds[i].value == 0) continue;
    parts.parts.push_back({static_cast<int>(i), names[i], shown[i].text, odds[i].value});
    if (ends[i] != BattleEnd::undecided || odds[i].value == 0) continue;
    const std::vector<text::PartInPercent> ahead =
        text::percents({answer.is_ahead(Ahead::attacker), answer.is_ahead(Ahead::defender),
                        answer.is_ahead(Ahead::even)},
                       page.style(), true, shown[i].hundredths);
    parts.parts.push_back({{}, "  " + label(Side::attacker) + " ahead", ahead[0].text});
    parts.parts.push_back({{}, "  " + label(Side::defender) + " ahead", ahead[1].text});
    parts.parts.push_back({{}, "  even", ahead[2].text});
  }
  page.add(std::move(parts));
}

/// What is rolled, as the battle begins.
void say_dice(Document& page, const Asked& asked) {
  if (!asked.reply) {
    if (asked.fight) say_lines(page, summary_of(*asked.fight));
    return;
  }
  for (const Side side : both_sides) {
    const std::optional<AnyFight>& fight = side == Side::attacker ? asked.fight : asked.reply;
    if (!fight) continue;
    std::string label = shown(asked.labels[side]) + ": ";
    for (const std::string& line : summary_of(*fight)) {
      page.note(label + line, label.empty() ? 4 : 2, label.empty() ? 6 : 4);
      label.clear();
    }
  }
}

/// The settings of the attack and of the attack back.
void say_settings(Document& page, const Asked& asked) {
  say_given(page, asked.given);
  if (!asked.reply || (asked.given.empty() && asked.reply_given.empty())) return;
  const std::string settings = asked.reply_given.empty()
                                   ? "nothing set"
                                   : fmt::format("{}", fmt::join(asked.reply_given, ", "));
  page.note("attack back with " + settings, 0, 5);
}

void say_rounds(Document& page, const BattleReport& report) {
  const BattleAnswer& answer = report.answer;
  if (answer.by_round.empty()) return;
  constexpr int of_odds = 20, of_left = 12;
  blocks::Table table{"", {{"after round", Column::Set::right, 11}}};
  for (const Side side : both_sides) {
    table.columns.push_back({shorten(report.asked.labels[side], 14) + " gone", Column::Set::right,
                             side == Side::attacker ? of_odds + 2 : of_odds, 1});
  }
  for (const char* heading : {"A left", "B left"}) {
    table.columns.push_back({heading, Column::Set::right, of_left, 1});
  }
  // All rounds of a short battle; of a long one the first, then ever fewer.
  int shown = 0;
  const int last = static_cast<int>(answer.by_round.size());
  bool few_go_on = false;
  for (const RoundAnswer& row : answer.by_round) {
    const bool early = row.round <= 10 || row.round >= shown + std::max(1, shown / 4);
    if (!early && row.round != last) continue;
    shown = row.round;
    table.row({std::to_string(row.round), page.percent_alone(row.destroyed.attacker),
               page.percent_alone(row.destroyed.defender),
               fmt::format("{:.2f}", row.mean_left.attacker.value),
               fmt::format("{:.2f}", row.mean_left.defender.value)});
    const double going = 1 - row.destroyed.attacker.value - row.destroyed.defender.value;
    few_go_on = going < 1e-4 && row.round < last;
    if (few_go_on) break;
  }
  page.add(std::move(table));
  if (few_go_on) {
    page.faint(fmt::format(
        "fewer than 1 of 10000 battles go on; the distributions reach to round {}", last));
  }
  page.half_widths();
  if (answer.rounds_cut_off > 0) {
    page.faint(fmt::format("after which a share of {:.1g} of the battles still goes on",
                           answer.rounds_cut_off));
  }
}

void say_best(Document& page, const BattleReport& report) {
  if (!report.best) return;
  const BestOfBattle& best = *report.best;
  const char* const policy = best.who.attacker && best.who.defender ? "both"
                             : best.who.attacker                    ? "attacker"
                                                                    : "defender";
  std::string text = if_best(best.who, report.asked.labels);
  const int last = best.answer.rounds.max();
  if (best.answer.origin.partial) text += " for " + counted(last, "round");
  text += fmt::format(": {} wins {}", shorten(report.asked.labels.attacker, 40),
                      percent(best.answer.win(Side::attacker), page.style()));
  const auto add_where_often = [&](const char* how, BattleEnd end) {
    constexpr double often = 0.01;
    const Estimate p = best.answer.end(end);
    if (p.value > often) text += fmt::format(", {} {}", how, percent(p, page.style()));
  };
  add_where_often("undecided", BattleEnd::undecided);
  add_where_often("retreated", BattleEnd::retreated);
  if (report.from.empty()) {  // --policy does not go with --from
    const std::string longer = last > default_best_rounds ? fmt::format(" --rounds {}", last) : "";
    text += fmt::format(" (--policy {}=best{})", policy, longer);
  }
  page.note(text);
}

}  // namespace

void lay_out(Document& page, const BattleReport& report) {
  const Asked& asked = report.asked;
  const BattleAnswer& answer = report.answer;
  say_heading(page, asked);
  say_origin(page, "battle, ", answer.origin);
  say_settings(page, asked);
  say_assumed(page, asked.assumed, asked.labels);
  say_best(page, report);
  say_bought(page, asked.bought);
  if (!report.from.empty()) page.note("from where it stands: " + shown(report.from), 0, 5);
  say_until(page, report.until);
  say_condition(page, report.condition);
  page.gap();
  say_luck(page, report.luck);
  if (!report.shown.empty()) return say_shown(page, report.shown, asked.labels, answer.remarks);
  say_dice(page, asked);
  say_policy(page, report.players, 2);
  say_lines(page, answer.remarks);
  say_outcome(page, report);
}

void say_outcome(Document& page, const BattleReport& report) {
  const BattleAnswer& answer = report.answer;
  say_ends(page, report);
  page.laws("", "", [&] {
    page.member("rounds", Law{&answer.rounds, &answer.mean_rounds}, {.label = "rounds"});
    for (const Side side : both_sides) {
      const std::string label = "left of " + shorten(report.asked.labels[side], 14);
      page.member("left", answer.survivors[side], {.label = label});
      const std::optional<Distribution>& winning = report.left_if_wins[side];
      if (winning) page.member("left", *winning, {.label = "  if it wins"});
    }
  });
  say_points(page, answer.points, report.asked.labels);
  say_joint(page, report.joint);
  say_rounds(page, report);
}

}  // namespace warodds
