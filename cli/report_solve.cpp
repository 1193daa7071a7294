// Best play as text, CSV and JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/csv.h"
#include "cli/json.h"
#include "cli/report.h"
#include "cli/text.h"
#include "cli/version.h"

namespace warodds::cli {
namespace {

bool is_odds(const GameQuestion& question) {
  return std::visit([](const auto& game) { return game.payoff() == Payoff::win; }, question.game);
}

/// A payoff: odds in percent, anything else with four decimals.
std::string payoff(double value, bool odds) {
  if (odds) return fmt::format("{:.2f} %", value * 100);
  const double shown = std::abs(value) < 5e-5 ? 0 : value;  // never -0.0000
  return fmt::format("{:.4f}", shown);
}

const Eigen::VectorXd& strategy(const SolveAnswer& answer, Side side) {
  return side == Side::attacker ? answer.solution.first.rows : answer.solution.first.columns;
}

std::string advice(const GameQuestion& question, const SolveAnswer& answer, Side side,
                   const Style& style) {
  const Eigen::VectorXd& p = strategy(answer, side);
  if (p.size() == 1) return "";
  std::string text = style.bold(shorten(question.units[side], 60)) + "\n";
  const double largest = p.maxCoeff();
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    if (p[i] == 0) continue;
    const std::string& words = answer.words[side][static_cast<std::size_t>(i)];
    if (p[i] == 1) return text + "  always: " + words + "\n";
    std::string line =
        fmt::format("  {} {} {}", pad(words, 28), pad_left(percent({p[i]}, style), 9),
                    style.bar(p[i] / largest, 30));
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string plain_table(const GameQuestion& question, const SolveAnswer& answer,
                        const Style& style) {
  if (answer.solution.plain.empty()) return "";
  const bool odds = is_odds(question);
  std::string text = style.bold(pad("one choice for good", 40)) +
                     style.faint(pad_left("against best play", 18) + pad_left("if foreseen", 22)) +
                     "\n";
  const double value = answer.solution.value();
  for (const exact::PlainPlan& plan : answer.solution.plain) {
    const double sign = plan.side == Side::attacker ? 1 : -1;
    const auto loss = [&](double got) {
      const double lost = std::max(sign * (value - got), 0.0);
      return lost < 1e-9 ? std::string("loses nothing") : "loses " + payoff(lost, odds);
    };
    text += fmt::format("  {} {}{}{}\n", pad(shorten(question.units[plan.side], 24), 26),
                        pad(plan.name, 12), pad_left(loss(plan.against_best), 19),
                        pad_left(loss(plan.against_answer), 22));
  }
  return text;
}

std::string verification_text(const GameQuestion& question, const SolveAnswer& answer,
                              const Style& style) {
  const Verification& verified = *answer.verification;
  const bool odds = is_odds(question);
  const auto shown = [&](const sim::PayoffEstimate& estimate) {
    return fmt::format("{} {} {}", payoff(estimate.mean, odds), style.plus_minus(),
                       payoff(estimate.half_width, odds));
  };
  std::string text = style.bold("played with dice") +
                     fmt::format("  ({} games each)\n", verified.best_play.trials);
  text += fmt::format("  both play best: {}, exactly {}{}\n", shown(verified.best_play),
                      payoff(answer.solution.value(), odds),
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

std::string solve_text(const GameQuestion& question, const SolveAnswer& answer,
                       const Style& style) {
  const bool odds = is_odds(question);
  std::string text = heading(question, style);
  text += fmt::format("best play for {}: {}\n", question.payoff, question.payoff_meaning);
  if (!question.given.empty()) text += fmt::format("with {}\n", fmt::join(question.given, ", "));
  text += engine_line(answer.engine) + "\n\n";
  const exact::Solution& solution = answer.solution;
  text += fmt::format("  worth {} to {}, sure to within {:.1g}\n", payoff(solution.value(), odds),
                      shorten(question.units.attacker, 30), std::max(solution.gap(), 1e-15));
  if (solution.policy->size() > 1) {
    text += fmt::format("  the first of {} decisions:\n", solution.policy->size());
  }
  for (const Side side : both_sides) {
    const std::string block = advice(question, answer, side, style);
    if (!block.empty()) text += "\n" + block;
  }
  const std::string plain = plain_table(question, answer, style);
  if (!plain.empty()) text += "\n" + plain;
  if (answer.verification) text += "\n" + verification_text(question, answer, style);
  return text;
}

std::string solve_csv(const GameQuestion& question, const SolveAnswer& answer) {
  Csv csv;
  row(csv,
      {"version", "system", "attacker", "defender", "engine", "payoff", "attacker_turns",
       "defender_turns", "attacker_damage_taken", "defender_damage_taken", "side", "choice", "p"});
  std::visit(
      [&](const auto& game) {
        for (const auto& [at, mixes] : *answer.solution.policy) {
          for (const Side side : both_sides) {
            for (const WeightedChoice& played : mixes[side]) {
              csv.field(program_version).field(question.system);
              csv.field(question.units.attacker).field(question.units.defender);
              csv.field("exact").field(question.payoff);
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
      question.game);
  return csv.take();
}

std::string solve_json(const GameQuestion& question, const SolveAnswer& answer) {
  Json json = header("solve", question);
  json["engine"] = to_json(answer.engine);
  // "attacker" and "defender" are the strategies here, so the units have a place of their own.
  Json units = Json::object();
  for (const Side side : both_sides) {
    units[to_string(side)] = {{"unit", question.units[side]},
                              {"profile", to_json(question.profiles[side])}};
  }
  json["units"] = std::move(units);
  json["situation"] = to_json(question.situation);
  const exact::Solution& solution = answer.solution;
  json["payoff"] = question.payoff;
  const int rounds = std::visit([](const auto& game) { return game.rounds(); }, question.game);
  if (is_odds(question) && rounds > 0) json["rounds"] = rounds;
  json["value"] = solution.value();
  json["gap"] = solution.gap();
  json["rows"] = answer.names.attacker;
  json["columns"] = answer.names.defender;
  Json matrix = Json::array();
  for (Eigen::Index r = 0; r < solution.matrix.rows(); ++r) {
    Json line = Json::array();
    for (Eigen::Index c = 0; c < solution.matrix.cols(); ++c) line.push_back(solution.matrix(r, c));
    matrix.push_back(std::move(line));
  }
  json["matrix"] = std::move(matrix);
  for (const Side side : both_sides) {
    Json played = Json::array();
    for (std::size_t i = 0; i < answer.names[side].size(); ++i) {
      const double p = strategy(answer, side)[static_cast<Eigen::Index>(i)];
      if (p > 0) played.push_back({{"choice", answer.names[side][i]}, {"p", p}});
    }
    json[to_string(side)] = std::move(played);
  }
  Json plain = Json::array();
  for (const exact::PlainPlan& plan : solution.plain) {
    plain.push_back({{"side", to_string(plan.side)},
                     {"choice", plan.name},
                     {"against_best", plan.against_best},
                     {"against_answer", plan.against_answer}});
  }
  json["plain"] = std::move(plain);
  if (answer.verification) {
    const Verification& verified = *answer.verification;
    const auto number = [](const sim::PayoffEstimate& estimate) {
      return Json{{"mean", estimate.mean}, {"half_width", estimate.half_width}};
    };
    Json deviations = Json::array();
    for (const Deviation& deviation : verified.deviations) {
      deviations.push_back({{"side", to_string(deviation.side)},
                            {"choice", deviation.name},
                            {"payoff", number(deviation.payoff)},
                            {"better", deviation.better}});
    }
    json["verification"] = {{"trials", verified.best_play.trials},
                            {"confidence", 1 - verified.each_level},
                            {"best_play", number(verified.best_play)},
                            {"deviations", std::move(deviations)},
                            {"holds", verified.holds}};
  }
  return write(json);
}

}  // namespace warodds::cli
