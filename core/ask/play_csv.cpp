// CSV of fights, battles, sequences, best play, and what stands behind them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/version.h"
#include "core/ask/csv.h"

namespace warodds {
namespace {

using Named = std::vector<std::pair<std::string, std::string>>;

/// The columns that say what a matchup is.
Named what_is(const Asked& asked) {
  return {{"version", version()},
          {"system", asked.system},
          {"attacker", asked.units.attacker},
          {"defender", asked.units.defender}};
}

/// Begins a row with the same.
Csv& begin(Csv& csv, const Asked& asked) {
  return csv.fields(version(), asked.system, asked.units.attacker, asked.units.defender);
}

std::string csv_of(const std::vector<ShownQuantity>& shown, Observations& rows) {
  for (const auto& [quantity, number] : shown) {
    const bool sided = quantity.of == Quantity::Of::fight || quantity.subject == "survivors";
    rows.about({sided ? to_string(quantity.side) : "both"});
    rows.number(quantity.text, "value", number);
  }
  return rows.take();
}

/// One row for each way to assign damage that is chosen.
std::string csv_of_who_falls(const SolveReport& report) {
  Csv csv;
  csv.row("version", "system", "attacker", "defender", "engine", "payoff", "rounds_left", "attack",
          "attacker_left", "defender_left", "attacker_suffers", "defender_suffers", "side", "falls",
          "p", "met", "stake");
  for (const WhoFalls& decision : report.who_falls) {
    for (const Falls& one : decision.falls) {
      begin(csv, report.asked)
          .fields("exact", report.payoff, decision.rounds_left, decision.attack);
      for (const Side side : both_sides) {
        csv.field(in_words(decision.left[side], decision.injured[side], decision.damage[side]));
      }
      csv.row(decision.suffered.attacker, decision.suffered.defender, to_string(decision.side),
              in_words(one), one.p, decision.met, decision.stake);
    }
  }
  return csv.take();
}

}  // namespace

std::string csv_of(const FightReport& report) {
  Observations rows(what_is(report.asked), report.answer.origin, {"side"});
  if (!report.shown.empty()) return csv_of(report.shown, rows);
  for (const Side side : both_sides) {
    rows.about({to_string(side)});
    rows.deals(report.answer, side, "destroyed");
  }
  return rows.take();
}

std::string csv_of(const BattleReport& report) {
  const BattleAnswer& answer = report.answer;
  Observations rows(what_is(report.asked), answer.origin, {"side"});
  if (!report.shown.empty()) return csv_of(report.shown, rows);
  for (const Side side : both_sides) {
    rows.about({to_string(side)});
    rows.probability("win", answer.win(side));
  }
  rows.about({"both"});
  rows.probability("both_destroyed", answer.end(BattleEnd::both_destroyed));
  rows.probability("undecided", answer.end(BattleEnd::undecided));
  rows.about({"attacker"});
  rows.probability("ahead", answer.is_ahead(Ahead::attacker));
  rows.about({"defender"});
  rows.probability("ahead", answer.is_ahead(Ahead::defender));
  rows.about({"both"});
  rows.probability("even", answer.is_ahead(Ahead::even));
  if (answer.can_end_by_retreat) {
    rows.probability("retreated", answer.end(BattleEnd::retreated));
  }
  rows.distribution("rounds", answer.rounds, answer.mean_rounds);
  for (const Side side : both_sides) {
    rows.about({to_string(side)});
    rows.distribution("survivors", answer.survivors[side]);
  }
  for (const RoundAnswer& round : answer.by_round) {
    const auto k = static_cast<std::uint64_t>(round.round);
    for (const Side side : both_sides) {
      rows.about({to_string(side)});
      rows.number("destroyed", "after_round", round.destroyed[side], k);
      rows.number("left", "after_round", round.mean_left[side], k);
    }
  }
  return rows.take();
}

std::string csv_of(const SequenceReport& report) {
  const SequenceAnswer& answer = report.answer;
  Observations rows({{"version", version()}, {"system", report.system}, {"target", report.target}},
                    answer.origin, {"step", "unit"});
  for (std::size_t i = 0; i < answer.steps.size(); ++i) {
    const StepAnswer& step = answer.steps[i];
    rows.about({std::to_string(i + 1), report.steps[i]});
    rows.probability("needed", step.needed.estimate(1));
    rows.probability("destroyed", step.destroyed());
    rows.number("target_left", "mean", step.left.estimate_mean());
    if (step.fight) rows.deals(*step.fight, Side::attacker, "destroys");
    rows.distribution("losses", step.losses);
    rows.probability("lost", step.lost);
  }
  rows.about({"", ""});
  rows.distribution("target_survivors", answer.target_survivors);
  rows.probability("destroyed", answer.destroyed());
  if (answer.retreated.value > 0) {
    rows.probability("retreated", answer.retreated);
  }
  if (!report.paid.empty()) {
    rows.number(report.paid, "sum", {static_cast<double>(report.cost)});
  }
  for (std::size_t i = 0; i < answer.orders.size(); ++i) {
    const RankedOrder& ranked = answer.orders[i];
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(report.steps[step]);
    rows.about({"", fmt::format("{}", fmt::join(names, " > "))});
    rows.number("order", "destroyed", ranked.destroyed, i + 1);
    rows.number("order", "share_lost", ranked.share_lost, i + 1);
    rows.number("order", "steps", ranked.steps, i + 1);
  }
  return rows.take();
}

std::string csv_of(const SolveReport& report) {
  if (report.solution.assignments) return csv_of_who_falls(report);
  Csv csv;
  csv.row("version", "system", "attacker", "defender", "engine", "payoff", "attacker_turns",
          "defender_turns", "attacker_damage_taken", "defender_damage_taken", "side", "choice",
          "p");
  std::visit(
      [&](const auto& game) {
        for (const auto& [at, mixes] : *report.solution.policy) {
          for (const Side side : both_sides) {
            for (const WeightedChoice& played : mixes[side]) {
              begin(csv, report.asked)
                  .row("exact", report.payoff, at.turns.attacker, at.turns.defender,
                       at.taken.attacker, at.taken.defender, to_string(side),
                       game.name(side, played.value), played.p);
            }
          }
        }
      },
      report.game);
  return csv.take();
}

std::string csv_of(const ExplainReport& report) {
  Csv csv;
  csv.row("version", "system", "attacker", "defender", "rule", "what", "how");
  for (const ExplanationStep& step : report.asked.why) {
    begin(csv, report.asked).row(step.rule, step.what, step.how);
  }
  return csv.take();
}

std::string csv_of(const CheckReport& report) {
  const Agreement& agreement = report.agreement;
  Csv csv;
  csv.fields("version", "system", "attacker", "defender").texts(origin_columns);
  csv.row("side", "quantity", "chi_square", "degrees", "p_value", "level", "agrees");
  for (const AgreementTest& one : agreement.tests) {
    add_origin(begin(csv, report.asked), agreement.simulation)
        .row(one.side, one.quantity, one.statistic, one.degrees, one.p_value, agreement.each_level,
             one.agrees ? "yes" : "no");
  }
  return csv.take();
}

}  // namespace warodds
