// What designers ask: matrix, sweep, value, tune.
#include <fmt/format.h>

#include <cmath>

#include "core/ask/answers.h"
#include "core/ask/matchup_question.h"
#include "core/matchup/text.h"
#include "core/rules/error.h"

namespace warodds {
namespace {

/// The texts of all settings, for the head of a table.
std::vector<std::string> given_in(const Question& question) {
  std::vector<std::string> given;
  for (const auto* settings : {&question.situation, &question.stats}) {
    for (const Setting& setting : *settings) given.push_back(setting.key + "=" + setting.value);
  }
  return given;
}

CellQuestion cells_of(const Question& question, std::vector<Quantity> quantities,
                      const Engines& engines) {
  CellQuestion cells;
  cells.settings = question.engine;
  if (!cells.settings.trials && !cells.settings.precision) {
    cells.settings.trials = default_trials_of_many;
  }
  cells.engine = engine_for(cells.settings, engines);
  cells.quantities = std::move(quantities);
  cells.rounds = question.rounds.value_or(0);
  cells.given = given_in(question);
  return cells;
}

/// Lets sides play best in the battles of these cells, as the question says.
void add_players(const Question& question, const Matchup& matchup, CellQuestion& cells) {
  cells.players = best_players_of(question, matchup);
  if (cells.players.any() && !cells.asks_for_battles()) {
    throw InputError(
        fmt::format("--policy is about battles: {} asks for no quantity of battles, such as win",
                    question.command));
  }
  if (!cells.players.any() || question.rounds) return;
  cells.rounds = rounds_planned(matchup);
  if (cells.rounds > 0) {
    cells.given.push_back(
        fmt::format("at most {} rounds, as many as best play plans for", cells.rounds));
  }
}

std::vector<Quantity> quantities_of(const Question& question, const char* otherwise) {
  return parse_quantities(question.show.empty() ? otherwise : question.show);
}

UsedIn use_of(const CellQuestion& cells) {
  return cells.asks_for_battles() ? UsedIn::battles : UsedIn::fights;
}

std::vector<Axis> axes_of(const Question& question) {
  std::vector<Axis> axes = parse_axes(question.vary);
  if (axes.empty()) {
    throw InputError(
        fmt::format("{} needs --vary, for example --vary attacker.hp=1..4", question.command));
  }
  return axes;
}

void require_two_units(const Question& question) {
  if (question.units.size() == 2) return;
  throw InputError(fmt::format("{} needs two units, attacker and defender; {} given",
                               question.command, question.units.size()));
}

/// Both sides', so that something changes whichever side's stat is varied.
constexpr const char* default_of_sweeps =
    "attacker.damage.mean,attacker.destroyed,defender.damage.mean,defender.destroyed";

}  // namespace

Report answer_matrix(const Question& question, const Engines& engines, const Watch& watch) {
  if (!question.units.empty()) throw InputError("matrix takes rosters, not units");
  if (question.roster.empty()) throw InputError("matrix needs --roster FILE");
  CellQuestion cells = cells_of(
      question, quantities_of(question, question.battle ? "win,draw,lose" : "attacker.damage.mean"),
      engines);
  if (question.battle && !cells.asks_for_battles()) {
    throw InputError("matrix --battle: --show names no quantity of battles, such as win");
  }
  const auto roster = load(question.roster, question.system);
  add_players(question, Matchup(system_of(question, roster.get())), cells);
  MatrixQuestion matrix{system_of(question, roster.get()),
                        {},
                        std::nullopt,
                        conditions_of(question),
                        std::move(cells)};
  matrix.rows = all_units(*roster, matrix.system);
  if (!question.against.empty()) matrix.columns = opponents_of(question, matrix.system);
  return answer_matrix(matrix, watch);
}

Report answer_sweep(const Question& question, const Engines& engines, const Watch& watch) {
  require_two_units(question);
  CellQuestion cells = cells_of(question, quantities_of(question, default_of_sweeps), engines);
  const std::vector<Axis> axes = axes_of(question);
  const Matchup base = matchup_of(question, use_of(cells));
  add_players(question, base, cells);
  return answer_sweep(SweepQuestion{base, axes, cells}, watch);
}

Report answer_value(const Question& question, const Engines& engines, const Watch& watch) {
  const bool against_roster = !question.against.empty();
  if (question.units.size() != (against_roster ? 1U : 2U)) {
    throw InputError("value needs a unit and its opponent, or a unit and --against FILE");
  }
  CellQuestion cells = cells_of(
      question, quantities_of(question, "attacker.damage.mean,defender.damage.mean"), engines);
  const UsedIn use = use_of(cells);
  if (!against_roster) {
    const Matchup base = matchup_of(question, use);
    add_players(question, base, cells);
    return answer_sensitivity({base, {base.unit(Side::defender)}, {}, cells}, watch);
  }
  const Matchup base = attacker_of(question, use);
  add_players(question, base, cells);
  Conditions of_opponents = conditions_of(question);
  std::erase_if(of_opponents.stats, [](const Setting& setting) {
    std::string key = setting.key;
    return split_side(key) == Side::attacker;
  });
  return answer_sensitivity({base, opponents_of(question, base.system()), of_opponents, cells},
                            watch);
}

Report answer_tune(const Question& question, const Engines& engines, const Watch& watch) {
  require_two_units(question);
  const auto equals = question.target.rfind('=');
  if (question.target.empty() || equals == std::string::npos) {
    throw InputError("tune needs --target QUANTITY=VALUE, for example --target win=0.5");
  }
  const Quantity quantity = parse_quantity(question.target.substr(0, equals));
  const std::string wanted = question.target.substr(equals + 1);
  const auto target = read_number<double>(wanted);
  if (!target || !std::isfinite(*target)) {
    throw InputError(fmt::format("--target: '{}' is not a number", wanted));
  }
  const std::vector<Axis> axes = axes_of(question);
  if (axes.size() > 2) throw InputError("tune varies one stat, or a pair of them");
  CellQuestion cells = cells_of(question, {quantity}, engines);
  const Matchup base = matchup_of(question, use_of(cells));
  add_players(question, base, cells);
  return answer_tune({base, axes, *target, cells}, watch);
}

}  // namespace warodds
