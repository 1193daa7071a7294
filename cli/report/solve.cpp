// Best play for people, and the whole policy for spreadsheets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/report/csv.h"
#include "cli/report/report.h"
#include "cli/report/text.h"
#include "core/answer/version.h"

namespace warodds::cli {
namespace {

/// A payoff: odds in percent, anything else with four decimals.
std::string payoff(double value, bool odds) {
  if (odds) return fmt::format("{:.2f} %", value * 100);
  const double shown = std::abs(value) < 5e-5 ? 0 : value;  // never -0.0000
  return fmt::format("{:.4f}", shown);
}

std::string advice(const SolveReport& report, Side side, const Style& style) {
  const Eigen::VectorXd& p = report.solution.first[side];
  if (p.size() == 1) return "";
  std::string text = style.bold(shorten(report.asked.labels[side], 60)) + "\n";
  const double largest = p.maxCoeff();
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    if (p[i] == 0) continue;
    const std::string& words = report.words[side][static_cast<std::size_t>(i)];
    if (p[i] == 1) return text + "  always: " + words + "\n";
    std::string line =
        fmt::format("  {} {} {}", pad(words, 28), pad_left(percent({p[i]}, style), 9),
                    style.bar(p[i] / largest, 30));
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
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
    text += fmt::format("  {} {}{}{}\n", pad(shorten(report.asked.labels[plan.side], 23), 24),
                        pad(plan.name, 12), pad_left(loss(plan.against_best), 19),
                        pad_left(loss(plan.against_answer), 22));
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
  return text;
}

}  // namespace

std::string text_of(const SolveReport& report, const Style& style) {
  const bool odds = report.is_odds;
  std::string text = heading(report.asked, style);
  text += fmt::format("best play for {}: {}\n", report.payoff, report.payoff_meaning);
  text += given_lines(report.asked.given);
  text += origin_lines("", report.solution.origin) + "\n";
  const Solution& solution = report.solution;
  text += fmt::format("  worth {} to {}, sure to within {:.1g}\n", payoff(solution.value(), odds),
                      shorten(report.asked.labels.attacker, 30), std::max(solution.gap(), 1e-15));
  if (solution.policy->size() > 1) {
    text += fmt::format("  the first of {} decisions:\n", solution.policy->size());
  }
  for (const Side side : both_sides) {
    const std::string block = advice(report, side, style);
    if (!block.empty()) text += "\n" + block;
  }
  const std::string plain = plain_table(report, style);
  if (!plain.empty()) text += "\n" + plain;
  if (report.verification) text += "\n" + verification_text(report, style);
  return text;
}

std::string csv_of(const SolveReport& report) {
  Csv csv;
  row(csv,
      {"version", "system", "attacker", "defender", "engine", "payoff", "attacker_turns",
       "defender_turns", "attacker_damage_taken", "defender_damage_taken", "side", "choice", "p"});
  std::visit(
      [&](const auto& game) {
        for (const auto& [at, mixes] : *report.solution.policy) {
          for (const Side side : both_sides) {
            for (const WeightedChoice& played : mixes[side]) {
              csv.field(version()).field(report.asked.system);
              csv.field(report.asked.units.attacker).field(report.asked.units.defender);
              csv.field("exact").field(report.payoff);
              for (const int number :
                   {at.turns.attacker, at.turns.defender, at.taken.attacker, at.taken.defender}) {
                csv.field(static_cast<std::uint64_t>(number));
              }
              csv.field(to_string(side)).field(game.name(side, played.value)).field(played.p);
              csv.end();
            }
          }
        }
      },
      report.game);
  return csv.take();
}

}  // namespace warodds::cli
