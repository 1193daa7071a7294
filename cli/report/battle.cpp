// Battles for people and for spreadsheets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/report/csv.h"
#include "cli/report/report.h"
#include "cli/report/table.h"
#include "cli/report/text.h"

namespace warodds::cli {
namespace {

/// One bar for all battles: those A wins, those nobody wins, those B wins.
std::string win_bar(const BattleAnswer& answer, int width, const Style& style) {
  const double a = answer.win(Side::attacker).value;
  const double draws =
      answer.end(BattleEnd::both_destroyed).value + answer.end(BattleEnd::undecided).value;
  const auto column = [&](double share) { return static_cast<int>(std::lround(share * width)); };
  const int first = column(a);
  const int second = std::clamp(column(a + draws), first, width);
  std::string bar;
  for (int i = 0; i < width; ++i) bar += style.shade(i < first ? 2 : i < second ? 1 : 0);
  return bar;
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
  const int last = static_cast<int>(answer.by_round.size());
  for (const RoundAnswer& row : answer.by_round) {
    const bool early = row.round <= 10 || row.round >= shown + std::max(1, shown / 4);
    if (!early && row.round != last) continue;
    shown = row.round;
    text += pad_left(std::to_string(row.round), 11) + "  ";
    for (const Side side : both_sides) {
      text += pad_left(percent(row.destroyed[side], style, false), 20);
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
  if (answer.rounds_cut_off > 0) {
    text += style.faint(fmt::format("after which a share of {:.1g} of the battles is left out\n",
                                    answer.rounds_cut_off));
  }
  return text;
}

}  // namespace

std::string text_of(const BattleReport& report, const Style& style) {
  const Asked& asked = report.asked;
  const BattleAnswer& answer = report.answer;
  std::string text = heading(asked, style);
  text += origin_lines("battle, ", answer.origin);
  text += given_lines(asked.given) + bought_lines(asked.bought, style) + "\n";
  for (const std::string& line : asked.summary) text += wrapped(line, 2, 4);
  for (const Side side : both_sides) {
    if (report.best[side]) text += fmt::format("  the {} plays best\n", to_string(side));
  }
  for (const std::string& remark : answer.remarks) text += wrapped(remark, 2, 4);

  text += "\n" + win_bar(answer, 76, style) + "\n";
  const auto chance = [&](int shade, const std::string& what, const Estimate& number) {
    text += fmt::format("{} {}{}\n", style.shade(shade), pad(what, 32),
                        pad_left(percent(number, style), 17));
  };
  chance(2, shorten(asked.labels.attacker, 26) + " wins", answer.win(Side::attacker));
  chance(1, "both destroyed", answer.end(BattleEnd::both_destroyed));
  chance(1, "undecided", answer.end(BattleEnd::undecided));
  chance(0, shorten(asked.labels.defender, 26) + " wins", answer.win(Side::defender));

  text += "\n" + distribution_header("", style) +
          distribution_line("rounds", answer.rounds, answer.mean_rounds, style);
  for (const Side side : both_sides) {
    const Distribution& left = answer.survivors[side];
    text += distribution_line("left of " + shorten(report.asked.labels[side], 14), left,
                              left.estimate_mean(), style);
  }
  if (!answer.by_round.empty()) text += "\n" + rounds_table(report, style);
  return text;
}

std::string csv_of(const BattleReport& report) {
  const BattleAnswer& answer = report.answer;
  Observations rows(report.asked, answer.origin);
  for (const Side side : both_sides) {
    rows.number(to_string(side), "win", "probability", std::nullopt, answer.win(side));
  }
  rows.number("both", "both_destroyed", "probability", std::nullopt,
              answer.end(BattleEnd::both_destroyed));
  rows.number("both", "undecided", "probability", std::nullopt, answer.end(BattleEnd::undecided));
  rows.distribution("both", "rounds", answer.rounds, answer.mean_rounds);
  for (const Side side : both_sides) {
    const Distribution& left = answer.survivors[side];
    rows.distribution(to_string(side), "survivors", left, left.estimate_mean());
  }
  for (const RoundAnswer& round : answer.by_round) {
    const auto k = static_cast<std::uint64_t>(round.round);
    for (const Side side : both_sides) {
      rows.number(to_string(side), "destroyed", "after_round", k, round.destroyed[side]);
      rows.number(to_string(side), "left", "after_round", k, round.mean_left[side]);
    }
  }
  return rows.take();
}

}  // namespace warodds::cli
