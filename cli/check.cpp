#include "cli/check.h"

#include <algorithm>

#include "cli/answer.h"
#include "cli/answer_battle.h"
#include "core/numbers/chi_square.h"
#include "exact/battle/battle.h"
#include "exact/fight/fight.h"
#include "sim/battle.h"

namespace warodds::cli {
namespace {

/// Two joint tables as lists of cells, row by row of whichever is larger.
template <class Counts>
void compare_jointly(Check& check, const Eigen::ArrayXXd& pmf, const Counts& counts) {
  const Eigen::Index rows = std::max(pmf.rows(), counts.rows());
  const Eigen::Index columns = std::max(pmf.cols(), counts.cols());
  Eigen::ArrayXd cells = Eigen::ArrayXd::Zero(rows * columns);
  std::vector<std::uint64_t> seen(static_cast<std::size_t>(rows * columns), 0);
  for (Eigen::Index r = 0; r < rows; ++r) {
    for (Eigen::Index c = 0; c < columns; ++c) {
      if (r < pmf.rows() && c < pmf.cols()) cells[r * columns + c] = pmf(r, c);
      if (r < counts.rows() && c < counts.cols()) {
        seen[static_cast<std::size_t>(r * columns + c)] = counts(r, c);
      }
    }
  }
  check.compare("both", "joint damage", cells, seen);
}

/// The rounds an exact distribution leaves out, as one value at its end, and what was seen of them
/// as well.
void compare_rounds(Check& check, const BattleOutcome& outcome, const Tally& rounds) {
  const Eigen::Index known = outcome.rounds.pmf().size();
  Eigen::ArrayXd pmf = Eigen::ArrayXd::Zero(known + 1);
  pmf.head(known) = outcome.rounds.pmf();
  pmf[known] = outcome.rounds_cut_off;
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(known) + 1, 0);
  for (std::size_t k = 0; k < rounds.counts().size(); ++k) {
    counts[std::min(k, counts.size() - 1)] += rounds.counts()[k];
  }
  check.compare("both", "rounds", pmf, counts);
}

}  // namespace

void Check::compare(const std::string& side, const std::string& quantity, const Eigen::ArrayXd& pmf,
                    const std::vector<std::uint64_t>& counts) {
  const ChiSquare test = chi_square(pmf, counts);
  comparisons.push_back(
      {side, quantity, test.statistic, test.degrees, test.p_value, test.impossible, true});
}

void Check::judge() {
  each_level = sidak_level(level, static_cast<int>(comparisons.size()));
  for (Comparison& comparison : comparisons) {
    comparison.agrees = comparison.p_value >= each_level;
    agrees = agrees && comparison.agrees;
  }
}

Check check_fight(const Question& question, const Arguments& arguments,
                  const std::atomic<bool>* stop) {
  const FightFacts& facts = facts_of(question.fight);
  require_time(exact::predicted_seconds(question.fight), arguments);
  const FightOutcome outcome = exact::fight(question.fight);
  const sim::Simulation simulation = simulate_fight(question, arguments, stop);

  Check check;
  check.simulation = engine_of(simulation);
  check.simulation.reason = "as asked";
  for (const Side side : both_sides) {
    const Deals& exactly = outcome.deals[side];
    const sim::SideTally& simulated = simulation.deals[side];
    for (const auto& [quantity, distribution] : exactly.rolled) {
      const auto tally = simulated.rolled.find(quantity);
      check.compare(to_string(side), to_string(quantity), distribution.pmf(),
                    tally == simulated.rolled.end() ? std::vector<std::uint64_t>{simulation.trials}
                                                    : tally->second.counts());
    }
    check.compare(to_string(side), "damage", exactly.damage.pmf(), simulated.damage.counts());
    const Casualties& target = facts.casualties[enemy_of(side)];
    check.compare(to_string(side), "kills", exactly.kills.pmf(),
                  simulated.damage.map([&](int damage) { return target.kills(damage); }).counts());
  }
  if (outcome.joint_damage && simulation.joint_damage) {
    compare_jointly(check, outcome.joint_damage->pmf(), *simulation.joint_damage);
  }
  check.judge();
  return check;
}

Check check_battle(BattleQuestion& question, const Arguments& arguments,
                   const std::atomic<bool>* stop) {
  follow_best_play(question, arguments, stop);
  // Dice cannot wait for a battle that all but never ends; exact then stops where they stop.
  const int rounds = arguments.rounds.value_or(sim::most_battle_rounds);
  require_time(exact::predicted_seconds(question.battle), arguments);
  const BattleOutcome outcome = exact::battle(question.battle, {rounds, {}});
  const sim::SimulatedBattle simulation = simulate_battle(question, arguments, rounds, stop);

  Check check;
  check.simulation = engine_of(simulation);
  check.simulation.reason = "as asked";
  Eigen::ArrayXd ends(4);
  ends << outcome.wins.attacker, outcome.wins.defender, outcome.both_destroyed, outcome.undecided;
  check.compare("both", "end", ends,
                {simulation.wins.attacker, simulation.wins.defender, simulation.both_destroyed,
                 simulation.undecided});
  compare_rounds(check, outcome, simulation.rounds);
  for (const Side side : both_sides) {
    check.compare(to_string(side), "survivors", outcome.survivors[side].pmf(),
                  simulation.survivors[side].counts());
  }
  check.judge();
  return check;
}

}  // namespace warodds::cli
