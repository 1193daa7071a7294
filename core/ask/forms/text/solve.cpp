// Best play for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/reports.h"

namespace warodds::text {
namespace {

/// A payoff: odds in percent, anything else with four decimals.
std::string payoff(double value, bool odds) {
  if (odds) return odds_in_percent(value);
  const double shown = std::abs(value) < 5e-5 ? 0 : value;  // never -0.0000
  return fmt::format("{:.4f}", shown);
}

std::string advice(const SolveReport& report, Side side, const Style& style) {
  const std::vector<double>& p = report.solution.first[side];
  if (p.size() == 1) return "";
  std::string text = style.bold(shorten(report.asked.labels[side], 60)) + "\n";
  const double largest = *std::max_element(p.begin(), p.end());
  std::vector<Estimate> odds;
  for (const double of_choice : p) odds.push_back({of_choice});
  const std::vector<PartInPercent> shown = percents(odds, style);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0) continue;
    const std::string& words = report.words[side][i];
    if (p[i] == 1) return text + "  always: " + words + "\n";
    std::string line = fmt::format("  {} {} {}", pad(words, 28), pad_left(shown[i].text, 9),
                                   style.bar(p[i] / largest, 30));
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

/// What is known of a side's choice, and whether that leaves anything to choose.
std::string known_lines(const SolveReport& report) {
  std::string text;
  bool choice = false;
  for (const Side side : both_sides) {
    if (!report.known[side].empty()) {
      text += wrapped(fmt::format("known: {} plays {}", shorten(report.asked.labels[side], 40),
                                  report.known[side]),
                      0, 2);
    }
    choice = choice || report.solution.choices[side].size() > 1 ||
             (report.solution.assignments && report.known[side].empty());
  }
  if (text.empty() || choice) return text;
  return text + "nothing is left to choose: this is what these choices are worth\n";
}

std::string plain_table(const SolveReport& report, const Style& style) {
  if (report.solution.plain.empty()) return "";
  const bool odds = report.is_odds;
  std::string text = style.bold(pad("one choice for good", 40)) +
                     style.faint(pad_left("against best play", 18) + pad_left("if foreseen", 22)) +
                     "\n";
  const double value = report.solution.value();
  for (const PlainPlan& plan : report.solution.plain) {
    const double sign = plan.side == Side::attacker ? 1 : -1;
    const auto loss = [&](double got) {
      const double lost = std::max(sign * (value - got), 0.0);
      return lost < 1e-9 ? std::string("loses nothing") : "loses " + payoff(lost, odds);
    };
    text += fmt::format("  {} {}{}{}\n", pad(shorten(report.asked.labels[plan.side], 18), 19),
                        pad(plan.name, 17), pad_left(loss(plan.against_best), 19),
                        pad_left(loss(plan.against_answer), 22));
  }
  return text;
}

/// Who falls where most depends on it.
std::string who_falls_text(const SolveReport& report, const Style& style) {
  constexpr std::size_t most_shown = 6;
  constexpr double matters = 1e-9;
  std::size_t shown = 0;
  std::string text;
  for (const WhoFalls& row : report.who_falls) {
    if (shown == most_shown || row.met * row.stake < matters) break;
    ++shown;
    const auto left = [&](Side side) { return in_words(row.left[side], row.lying[side]); };
    const Side enemy = enemy_of(row.side);
    std::string falls;
    std::vector<Estimate> odds;
    for (const Falls& one : row.falls) odds.push_back({one.p});
    const std::vector<PartInPercent> shown_odds = percents(odds, style);
    for (std::size_t i = 0; i < row.falls.size(); ++i) {
      falls += (falls.empty() ? "" : "; or ") + in_words(row.falls[i]);
      if (row.falls[i].p < 1) falls += " (" + shown_odds[i].text + ")";
    }
    const std::string when = row.rounds_left ? fmt::format(", {} round{} left", *row.rounds_left,
                                                           *row.rounds_left == 1 ? "" : "s")
                                             : "";
    text +=
        wrapped(fmt::format("{}: {} ({}) suffers {} and deals {} ({}){}: {}", shown,
                            shorten(report.asked.labels[row.side], 30), left(row.side),
                            row.suffered[row.side], row.suffered[enemy], left(enemy), when, falls),
                2, 5);
  }
  if (shown == 0) return "";
  text = style.bold("who falls, where most depends on it") + "\n" + text;
  if (shown < report.who_falls.size()) {
    text += style.faint(fmt::format("  ... {} more decisions; --format csv has them\n",
                                    report.who_falls.size() - shown));
  }
  return text;
}

std::string verification_text(const SolveReport& report, const Style& style) {
  const Verification& verified = *report.verification;
  const bool odds = report.is_odds;
  const auto shown = [&](const PayoffEstimate& estimate) {
    return fmt::format("{} {} {}", payoff(estimate.mean, odds), style.plus_minus(),
                       payoff(estimate.half_width, odds));
  };
  std::string text = style.bold("played with dice") +
                     fmt::format("  ({} games each)\n", verified.best_play.trials);
  text += fmt::format("  both play best: {}, exactly {}{}\n", shown(verified.best_play),
                      payoff(report.solution.value(), odds),
                      verified.best_play_agrees ? "" : "  DISAGREES");
  int better = 0;
  for (const Deviation& deviation : verified.deviations) {
    if (!deviation.better) continue;
    ++better;
    text += fmt::format("  {} {} does BETTER: {}\n", to_string(deviation.side), deviation.name,
                        shown(deviation.payoff));
  }
  if (better == 0) {
    text += fmt::format("  none of the {} single choices does better than best play\n",
                        verified.deviations.size());
  }
  if (verified.not_played > 0) {
    text += fmt::format("  PARTIAL: {}, {} not played\n", verified.why_not,
                        counted(verified.not_played, "choice"));
  }
  return text;
}

}  // namespace

std::string text_of(const SolveReport& report, const Style& style) {
  const bool odds = report.is_odds;
  std::string text = heading(report.asked, style);
  text += wrapped(fmt::format("best play for {}: {}", report.payoff, report.payoff_meaning), 0, 2);
  text += given_lines(report.asked.given) + until_line(report.until);
  text += known_lines(report);
  text += origin_lines("", report.solution.origin) + "\n";
  const Solution& solution = report.solution;
  text += fmt::format("  worth {} to {}, sure to within {:.1g}\n", payoff(solution.value(), odds),
                      shorten(report.asked.labels.attacker, 30), std::max(solution.gap(), 1e-15));
  std::string blocks;
  for (const Side side : both_sides) {
    const std::string block = advice(report, side, style);
    if (!block.empty()) blocks += "\n" + block;
  }
  if (!blocks.empty() && solution.policy->size() > 1) {
    text += fmt::format("  the first of {} decisions:\n", solution.policy->size());
  }
  text += blocks;
  const std::string falls = who_falls_text(report, style);
  if (!falls.empty()) text += "\n" + falls;
  const std::string plain = plain_table(report, style);
  if (!plain.empty()) text += "\n" + plain;
  if (report.verification) text += "\n" + verification_text(report, style);
  if (!report.not_verified.empty()) text += "\nNOT VERIFIED: " + report.not_verified + "\n";
  return text;
}

}  // namespace warodds::text
