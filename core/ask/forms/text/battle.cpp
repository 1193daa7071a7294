// Battles for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/answer/beyond_reach.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

/// How each end of a battle is marked; in this order the bar shows them.
struct EndMark {
  BattleEnd end;
  const char* block;
  const char* ascii;
};
constexpr EndMark marks[] = {{BattleEnd::attacker_wins, "█", "#"},
                             {BattleEnd::both_destroyed, "╳", "x"},
                             {BattleEnd::undecided, "▒", "="},
                             {BattleEnd::retreated, "»", ">"},
                             {BattleEnd::defender_wins, "░", "."}};

const char* mark_of(const EndMark& mark, const Style& style) {
  return style.utf8 ? mark.block : mark.ascii;
}

/// One bar for all battles, by their ends.
std::string win_bar(const BattleAnswer& answer, int width, const Style& style) {
  std::string bar;
  double share = 0;
  int filled = 0;
  for (const EndMark& mark : marks) {
    share += answer.end(mark.end).value;
    const int until = std::min(static_cast<int>(std::lround(share * width)), width);
    for (; filled < until; ++filled) bar += mark_of(mark, style);
  }
  return bar;
}

/// The ends with their odds, and of undecided battles who is ahead.
std::string ends_table(const BattleReport& report, const Style& style) {
  const BattleAnswer& answer = report.answer;
  std::string text;
  const auto line = [&](const char* mark, const std::string& what, const PartInPercent& part) {
    text += fmt::format("{} {}{}\n", mark, pad(what, 32), pad_left(part.text, 17));
  };
  const auto label = [&](Side side) { return shorten(report.asked.labels[side], 24); };
  std::vector<Estimate> ends;
  for (const EndMark& mark : marks) ends.push_back(answer.end(mark.end));
  std::vector<PartInPercent> shown = percents(ends, style);
  for (std::size_t i = 0; i < ends.size(); ++i) {
  }
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const EndMark& mark = marks[i];
    if (mark.end == BattleEnd::retreated && ends[i].value == 0) continue;
    line(mark_of(mark, style),
         mark.end == BattleEnd::attacker_wins ? label(Side::attacker) + " wins"
         : mark.end == BattleEnd::both_destroyed
             ? report.can_break ? "both beaten" : "both destroyed"
         : mark.end == BattleEnd::undecided ? "undecided"
         : mark.end == BattleEnd::retreated ? "retreated"
                                            : label(Side::defender) + " wins",
         shown[i]);
    if (mark.end != BattleEnd::undecided || ends[i].value == 0) continue;
    const std::vector<PartInPercent> ahead =
        percents({answer.is_ahead(Ahead::attacker), answer.is_ahead(Ahead::defender),
                  answer.is_ahead(Ahead::even)},
                 style, true, shown[i].hundredths);
    line(" ", "  " + label(Side::attacker) + " ahead", ahead[0]);
    line(" ", "  " + label(Side::defender) + " ahead", ahead[1]);
    line(" ", "  even", ahead[2]);
  }
  return text;
}

/// What is rolled, as the battle begins.
std::string dice_lines(const Asked& asked) {
  std::string text;
  if (!asked.reply) {
    if (!asked.fight) return text;
    for (const std::string& line : summary_of(*asked.fight)) text += wrapped(line, 2, 4);
    return text;
  }
  for (const Side side : both_sides) {
    const std::optional<AnyFight>& fight = side == Side::attacker ? asked.fight : asked.reply;
    if (!fight) continue;
    std::string label = shown(asked.labels[side]) + ": ";
    for (const std::string& line : summary_of(*fight)) {
      text += wrapped(label + line, label.empty() ? 4 : 2, label.empty() ? 6 : 4);
      label.clear();
    }
  }
  return text;
}

/// The settings of the attack and of the attack back.
std::string settings_lines(const Asked& asked) {
  std::string text = given_lines(asked.given);
  if (!asked.reply || (asked.given.empty() && asked.reply_given.empty())) {
    return text;
  }
  const std::string settings = asked.reply_given.empty()
                                   ? "nothing set"
                                   : fmt::format("{}", fmt::join(asked.reply_given, ", "));
  return text + wrapped("attack back with " + settings, 0, 5);
}

std::string rounds_table(const BattleReport& report, const Style& style) {
  const BattleAnswer& answer = report.answer;
  std::string text = style.bold(pad("after round", 13));
  const auto name = [&](Side side) { return shorten(report.asked.labels[side], 14); };
  for (const Side side : both_sides) text += pad_left(name(side) + " gone", 20);
  for (const Side side : both_sides)
    text += pad_left(side == Side::attacker ? "A left" : "B left", 12);
  text += "\n";
  // All rounds of a short battle; of a long one the first, then ever fewer.
  int shown = 0;
  double half_width = 0;
  const int last = static_cast<int>(answer.by_round.size());
  for (const RoundAnswer& row : answer.by_round) {
    const bool early = row.round <= 10 || row.round >= shown + std::max(1, shown / 4);
    if (!early && row.round != last) continue;
    shown = row.round;
    text += pad_left(std::to_string(row.round), 11) + "  ";
    for (const Side side : both_sides) {
      text += pad_left(percent(row.destroyed[side], style, false), 20);
      half_width = std::max(half_width, row.destroyed[side].half_width.value_or(0));
    }
    for (const Side side : both_sides) {
      text += pad_left(fmt::format("{:.2f}", row.mean_left[side].value), 12);
    }
    text += "\n";
    const double going = 1 - row.destroyed.attacker.value - row.destroyed.defender.value;
    if (going < 1e-4 && row.round < last) {
      text += style.faint(fmt::format(
          "fewer than 1 of 10000 battles go on; the distributions reach to round {}\n", last));
      break;
    }
  }
  text += half_widths_line(half_width, true, style);
  if (answer.rounds_cut_off > 0) {
    text += style.faint(fmt::format("after which a share of {:.1g} of the battles still goes on\n",
                                    answer.rounds_cut_off));
  }
  return text;
}

std::string best_lines(const BattleReport& report, const Style& style) {
  if (!report.best) return "";
  const PerSide<bool>& who = report.best->who;
  const char* const policy = who.attacker && who.defender ? "both"
                             : who.attacker               ? "attacker"
                                                          : "defender";
  const BestOfBattle& best = *report.best;
  std::string text = if_best(who, report.asked.labels);
  const int last = best.answer.rounds.max();
  if (best.answer.origin.partial)
    text += fmt::format(" for {} round{}", last, last == 1 ? "" : "s");
  text += fmt::format(": {} wins {}", shorten(report.asked.labels.attacker, 40),
                      percent(best.answer.win(Side::attacker), style));
  const auto add_where_often = [&](const char* how, BattleEnd end) {
    constexpr double often = 0.01;
    const Estimate p = best.answer.end(end);
    if (p.value > often) text += fmt::format(", {} {}", how, percent(p, style));
  };
  add_where_often("undecided", BattleEnd::undecided);
  add_where_often("retreated", BattleEnd::retreated);
  if (report.from.empty()) {  // --policy does not go with --from
    const std::string longer = last > default_best_rounds ? fmt::format(" --rounds {}", last) : "";
    text += fmt::format(" (--policy {}=best{})", policy, longer);
  }
  return wrapped(text, 0, 2);
}

std::string from_line(const BattleReport& report) {
  if (report.from.empty()) return "";
  return wrapped(fmt::format("from where it stands: {}", shown(report.from)), 0, 5);
}

}  // namespace

std::string text_of(const BattleReport& report, const Style& style) {
  const Asked& asked = report.asked;
  const BattleAnswer& answer = report.answer;
  std::string text = heading(asked, style);
  text += origin_lines("battle, ", answer.origin);
  text += settings_lines(asked) + assumed_lines(asked.assumed, asked.labels) +
          best_lines(report, style) + bought_lines(asked.bought, style) + from_line(report) +
          until_line(report.until) + condition_lines(report.condition, style) + "\n" +
          luck_lines(report.luck, style);
  if (!report.shown.empty()) {
    text += shown_lines(report.shown, asked.labels, style);
    for (const std::string& one : those_beyond_reach(answer.remarks)) text += wrapped(one, 2, 4);
    return text;
  }
  text += dice_lines(asked);
  text += policy_lines(report.players, 2);
  for (const std::string& remark : answer.remarks) text += wrapped(remark, 2, 4);

  return text + outcome_lines(report, style);
}

std::string outcome_lines(const BattleReport& report, const Style& style) {
  const BattleAnswer& answer = report.answer;
  std::string text = "\n" + win_bar(answer, 76, style) + "\n" + ends_table(report, style);

  text += "\n" + distribution_header("", style) +
          distribution_line("rounds", answer.rounds, answer.mean_rounds, style);
  for (const Side side : both_sides) {
    const Distribution& left = answer.survivors[side];
    text += distribution_line("left of " + shorten(report.asked.labels[side], 14), left,
                              left.estimate_mean(), style);
    const std::optional<Distribution>& winning = report.left_if_wins[side];
    if (!winning) continue;
    text += distribution_line("  if it wins", *winning, winning->estimate_mean(), style);
  }
  text += points_lines(answer.points, report.asked.labels, style);
  if (report.joint) text += "\n" + joint_table(report.joint, style);
  if (!answer.by_round.empty()) text += "\n" + rounds_table(report, style);
  return text;
}

}  // namespace warodds::text
