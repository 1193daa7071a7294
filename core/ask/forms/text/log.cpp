// A game that has been written down, for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

/// What a row of the log is of: "2  Human Warriors v Goblin Mob".
std::string name_of_row(const LoggedRow& row) {
  std::string text = fmt::format("{:>4}  ", row.line);
  if (!row.player.empty()) text += shorten(shown(row.player), 16) + ": ";
  text += fmt::format("{} v {}", shorten(row.units.attacker, 22), shorten(row.units.defender, 22));
  return text + note_behind(row.note, 60);
}

/// A side, or who plays it.
std::string person(const LogReport& report, Side side) {
  const std::string& name = report.who[side];
  return report.rows.front().player.empty() ? "the " + name : shorten(shown(name), 30);
}

struct Widest {
  double odds = 0, means = 0;
};

/// Each fact of each row, a line each below what it is of.
std::string rows_table(const LogReport& report, const Style& style) {
  std::string text =
      style.bold(pad("line", 30) + "happened  expected   so low  so high  percentile") + "\n";
  Widest widest;
  const auto line = [&](const std::string& name, const Luck& luck) {
    text += pad("      " + name, 30) + pad_left(count_text(luck.happened), 8) +
            pad_left(mean({luck.expected.value}, style), 10) +
            pad_left(percent(luck.at_most, style, false), 9) +
            pad_left(percent(luck.at_least, style, false), 9) +
            pad_left(percent(luck.percentile, style, false), 12) + "\n";
    text += tails_of(name, luck, 8);
    for (const Estimate& p : {luck.at_most, luck.at_least, luck.percentile}) {
      widest.odds = std::max(widest.odds, p.half_width.value_or(0));
    }
    widest.means = std::max(widest.means, luck.expected.half_width.value_or(0));
  };
  std::string file;
  const bool has_files = report.rows.front().file != report.rows.back().file;
  for (const LoggedRow& row : report.rows) {
    if (has_files && file != row.file) text += style.bold(shown(file = row.file)) + "\n";
    text += wrapped(name_of_row(row), 0, 8);
    for (const Luck& luck : row.luck.facts) line(shorten(luck.fact, 22), luck);
    if (row.luck.sum && row.luck.facts.size() > 1) line(name_of_sum, *row.luck.sum);
    if (!row.not_tested.empty()) text += wrapped("not in the test: " + row.not_tested, 6, 8);
  }
  return text + half_widths_line(widest.odds, true, style) +
         half_widths_line(widest.means, false, style);
}

std::string game_table(const LogReport& report, const Style& style) {
  std::vector<std::vector<std::string>> rows;
  double half_width = 0;
  for (const LuckOfGame& luck : report.game) {
    const double in_deviations = luck.sd > 0 ? luck.difference() / luck.sd : 0;
    rows.push_back({"  " + shorten(shown(luck.who), 14), shorten(luck.fact, 18),
                    fmt::format("{}", luck.rows), count_text(luck.happened),
                    mean({luck.expected.value}, style), signed_text(luck.difference()),
                    fmt::format("{:+.2f}", in_deviations)});
    half_width = std::max(half_width, luck.expected.half_width.value_or(0));
  }
  return table_of({"the whole game", "", "rows", "happened", "expected", "difference", "in sd"},
                  rows, style) +
         half_widths_line(half_width, false, style);
}

/// Luck after each row, from an axis in the middle; of a long game every so many rows.
std::string chart_of_luck(const LogReport& report, const std::vector<double>& luck,
                          const std::string& unit, const Style& style) {
  constexpr std::size_t most_lines = 40;
  constexpr int half = 26;
  double largest = 0;
  for (const double one : luck) largest = std::max(largest, std::abs(one));
  if (largest == 0) return "";
  const std::size_t step = (luck.size() + most_lines - 1) / most_lines;
  std::string text = style.bold(fmt::format("luck of {} so far, in {}",
                                            person(report, Side::attacker), shorten(unit, 24))) +
                     "\n";
  for (std::size_t i = 0; i < luck.size(); ++i) {
    if ((i + 1) % step != 0 && i + 1 != luck.size()) continue;
    const auto width = static_cast<int>(std::lround(std::abs(luck[i]) / largest * half));
    const std::string bar = style.bar(1, width);
    const bool is_bad = luck[i] < 0;
    text += pad_left(fmt::format("{}", report.rows[i].line), 6) +
            pad_left(fmt::format("{:+.2f}", luck[i]), 10) + "  " +
            (is_bad ? std::string(static_cast<std::size_t>(half - width), ' ') + bar
                    : std::string(half, ' ')) +
            (style.utf8 ? "│" : "|") + (is_bad ? "" : bar) + "\n";
  }
  return text;
}

std::string test_lines(const LogReport& report, const Style& style) {
  const FairDice& test = report.test;
  std::string text = style.bold("were the dice fair?") + "\n";
  const auto add = [&](const std::string& words) { text += wrapped(words, 2, 4); };
  if (test.numbers() == 0) {
    add("that cannot be told: no row is exact and has a fact that is a gain for a side");
    return text;
  }
  const std::size_t left_out = report.rows.size() - test.numbers();
  const bool is_luck = test.evidence_of_more() > test.evidence_of_less();
  add(fmt::format(
      "tested: whether what {} gained less what {} did was drawn from the odds of each "
      "row, all choices being what they were ({}{})",
      person(report, Side::attacker), person(report, Side::defender),
      counted(test.numbers(), "row"), left_out > 0 ? fmt::format("; {} left out", left_out) : ""));
  add(fmt::format(
      "bets on loaded dice have made {:.3g} of 1, at most {:.3g}{}; those on {} of {} "
      "have done best",
      test.evidence(), test.most(),
      test.most_after() > 0 ? fmt::format(" (after {} of them)", test.most_after()) : "",
      is_luck ? "luck" : "bad luck", person(report, Side::attacker)));
  constexpr double level = 0.01;
  if (test.p_value() <= level) {
    add(
        fmt::format("fair dice let them make so much in at most {} of 100 games, however often one "
                    "looks: these may be loaded, or something was not written down as it was",
                    fmt::format("{:.2g}", test.p_value() * 100)));
  } else {
    add("not enough against fair dice: that would be 100, which they let happen in "
        "at most 1 of 100 games, however often one looks");
  }
  add("assumed: what is written down of a fight was decided before it");
  return text;
}

}  // namespace

std::string text_of(const LogReport& report, const Style& style) {
  std::vector<std::string> files;
  for (const LoggedRow& row : report.rows) {
    const std::string file = shown(row.file);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  std::string text = wrapped(
      fmt::format("a game of {}: {}", counted(report.written, "row"), fmt::join(files, ", ")), 0,
      2);
  if (!report.why_partial.empty()) {
    text += wrapped(fmt::format("PARTIAL: {}; {} of {} are done", report.why_partial,
                                report.rows.size(), counted(report.written, "row")),
                    0, 2);
  }
  const auto simulated = std::count_if(report.rows.begin(), report.rows.end(),
                                       [](const LoggedRow& row) { return !row.origin.exact; });
  if (simulated > 0) {
    text += wrapped(fmt::format("{} of {} simulated; their numbers are off by what is said below",
                                simulated, counted(report.rows.size(), "row")),
                    0, 2);
  }
  text += "\n" + rows_table(report, style) + "\n" + game_table(report, style);
  std::string chart = chart_of_luck(report, report.luck_so_far, report.unit_of_luck, style);
  if (!chart.empty()) text += "\n" + chart;
  if (!report.points_so_far.empty() && report.unit_of_luck != "points-lost") {
    chart = chart_of_luck(report, report.points_so_far, "points", style);
    if (!chart.empty()) text += "\n" + chart;
  }
  return text + "\n" + test_lines(report, style);
}

}  // namespace warodds::text
