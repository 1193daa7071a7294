// What designers ask: matrix, sweep, value, tune.
#include <fmt/format.h>

#include <optional>

#include "core/ask/answers.h"
#include "core/ask/design_question.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/text/text.h"

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

}  // namespace

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
  cells.budget = question.budget;
  cells.given = given_in(question);
  return cells;
}

std::shared_ptr<const Roster> roster_of(const Question& question) {
  if (!question.units.empty()) throw InputError(question.command + " takes rosters, not units");
  if (question.roster.empty()) throw InputError(question.command + " needs --roster FILE");
  return load(question.roster, question.system);
}

namespace {

/// Lets sides play best in the battles of these cells, as the question says.
void add_players(const Question& question, const Matchup& matchup, CellQuestion& cells) {
  cells.players = best_players_of(question, matchup);
  const char* const about_battles = cells.players.any() ? "--policy"
                                    : question.rounds   ? "--rounds"
                                                        : nullptr;
  if (about_battles != nullptr && !cells.asks_for_battles()) {
    throw InputError(
        fmt::format("{} is about battles: {} asks for no quantity of battles, such as win",
                    about_battles, question.command));
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
  for (const auto& [settings, option] :
       {std::pair(&question.situation, "--with"), std::pair(&question.stats, "--set")}) {
    for (const Setting& setting : *settings) {
      for (const Axis& axis : axes) {
        if (lower(axis.key) != lower(setting.key)) continue;
        throw InputError(fmt::format("--vary: {} is set by {} already", axis.key, option));
      }
    }
  }
  if (axes.empty()) {
    throw InputError(
        fmt::format("{} needs --vary, for example --vary attacker.hp=1..4", question.command));
  }
  return axes;
}

/// What the budget buys of these units, if there is one.
std::vector<Purchase> purchases(const Question& question, std::vector<AnyUnit> units,
                                const std::vector<AnyUnit>& others) {
  std::vector<Purchase> bought;
  if (!question.budget) return bought;
  units.insert(units.end(), others.begin(), others.end());
  for (AnyUnit& unit : units) add(buy(unit, *question.budget), bought);
  return bought;
}

/// What is set of the opponents; what is set of the unit has been done.
Conditions of_opponents(const Question& question) {
  Conditions conditions = conditions_of(question);
  std::erase_if(conditions.stats, [](const Setting& setting) {
    std::string key = setting.key;
    return split_side(key) == Side::attacker;
  });
  return conditions;
}

/// The unit that is varied, and whom it meets: another unit, or the roster of --against.
struct Varied {
  Matchup base;
  std::optional<Opponents> against;
  std::vector<Purchase> bought;

  Varied(const Question& question, UsedIn use)
      : base(question.against.empty() ? matchup_of(question, use) : alone(question, use)) {
    std::vector<AnyUnit> others{base.unit(Side::defender)};
    if (!question.against.empty()) {
      others = opponents_of(question, base.system());
      against = Opponents{others, of_opponents(question), true};
    }
    bought = purchases(question, {base.unit(Side::attacker)}, others);
  }

  /// What is bought at all points of these axes.
  std::vector<Purchase> bought_along(const std::vector<Axis>& axes) const {
    std::vector<Purchase> everywhere = bought;
    if (everywhere.empty()) return everywhere;
    for (const Axis& axis : axes) {
      std::string key = axis.key;
      const auto side = split_side(key);
      if (!side) continue;
      for (const std::string& value : axis.values) {
        Matchup point = base;
        point.set_stat(*side, {key, value, "--vary"});
        std::erase_if(everywhere, [&](const Purchase& one) {
          AnyUnit unit = point.unit(*side);
          return one.unit == name_of(unit) && one != buy(unit, one.budget);
        });
      }
    }
    return everywhere;
  }

 private:
  static Matchup alone(const Question& question, UsedIn use) {
    if (question.units.size() != 1) {
      throw InputError(fmt::format("{} --against takes one unit, who meets the roster; {} given",
                                   question.command, question.units.size()));
    }
    for (const std::string& text : question.vary) {
      Setting setting = parse_setting(text, "--vary");
      if (split_side(setting.key) == Side::defender) {
        throw InputError(fmt::format(
            "--vary: with --against the opponents are those of the file; vary attacker.{} or a key "
            "of the situation",
            setting.key));
      }
    }
    return attacker_of(question, use);
  }
};

/// `value` without units.
RosterSensitivity value_of_roster(const Question& question, const Engines& engines,
                                  const Watch& watch) {
  if (question.roster.empty()) {
    throw InputError("value needs a unit and its opponent, or --roster FILE for all its units");
  }
  const auto roster = load(question.roster, question.system);
  const std::string system = system_of(question, roster.get());
  const std::vector<AnyUnit> units = all_units(*roster, system);
  CellQuestion cells = cells_of(question, quantities_of(question, "odds"), engines);
  const Conditions conditions = conditions_of(question);
  const Matchup empty = in_situation(system, conditions, {use_of(cells), "value"});
  add_players(question, empty, cells);
  const std::vector<AnyUnit> opponents =
      question.against.empty() ? units : opponents_of(question, system);
  std::vector<SensitivityQuestion> questions;
  for (const AnyUnit& unit : units) {
    questions.push_back({with_units(empty, {&unit, &opponents.front()}, conditions),
                         {opponents, of_opponents(question), true},
                         cells});
  }
  RosterSensitivity answer = answer_roster_sensitivity(questions, watch);
  answer.bought = purchases(question, units, {});
  return answer;
}

/// Both sides', so that something changes whichever side's stat is varied.
constexpr const char* default_of_sweeps =
    "attacker.damage.mean,attacker.destroyed,defender.damage.mean,defender.destroyed";

}  // namespace

Report answer_matrix(const Question& question, const Engines& engines, const Watch& watch) {
  const auto roster = roster_of(question);
  CellQuestion cells = cells_of(
      question, quantities_of(question, question.battle ? "win,draw,lose" : "attacker.damage.mean"),
      engines);
  if (question.battle && !question.ranking && !cells.asks_for_battles()) {
    throw InputError("matrix --battle: --show names no quantity of battles, such as win");
  }
  if (question.ranking && !question.show.empty()) {
    throw InputError(
        "--show: a ranking is of the odds of beating another; leave out one of the two");
  }
  add_players(question, Matchup(system_of(question, roster.get())), cells);
  MatrixQuestion matrix{system_of(question, roster.get()),
                        {},
                        std::nullopt,
                        conditions_of(question),
                        std::move(cells)};
  matrix.rows = all_units(*roster, matrix.system);
  if (!question.against.empty()) matrix.columns = opponents_of(question, matrix.system);
  if (question.ranking) return answer_standings(matrix, watch);
  const std::vector<Purchase> bought =
      purchases(question, matrix.rows, matrix.columns ? *matrix.columns : std::vector<AnyUnit>());
  Matrix answer = answer_matrix(matrix, watch);
  answer.bought = bought;
  return answer;
}

Report answer_sweep(const Question& question, const Engines& engines, const Watch& watch) {
  const std::vector<Axis> axes = axes_of(question);
  CellQuestion cells = cells_of(question, quantities_of(question, default_of_sweeps), engines);
  Varied varied(question, use_of(cells));
  add_players(question, varied.base, cells);
  Sweep answer = answer_sweep(SweepQuestion{varied.base, axes, cells, varied.against}, watch);
  answer.bought = varied.bought_along(axes);
  return answer;
}

Report answer_value(const Question& question, const Engines& engines, const Watch& watch) {
  if (question.units.empty()) return value_of_roster(question, engines, watch);
  CellQuestion cells = cells_of(
      question, quantities_of(question, "attacker.damage.mean,defender.damage.mean"), engines);
  if (question.units.size() != (question.against.empty() ? 2U : 1U)) {
    throw InputError("value needs a unit and its opponent, or a unit and --against FILE");
  }
  Varied varied(question, use_of(cells));
  add_players(question, varied.base, cells);
  Opponents opponents{{varied.base.unit(Side::defender)}, {}, false};
  if (varied.against) opponents = *varied.against;
  Sensitivity answer = answer_sensitivity({varied.base, opponents, cells}, watch);
  answer.bought = varied.bought;
  return answer;
}

Report answer_tune(const Question& question, const Engines& engines, const Watch& watch) {
  const auto equals = question.target.rfind('=');
  if (question.target.empty() || equals == std::string::npos) {
    throw InputError("tune needs --target QUANTITY=VALUE, for example --target win=0.5");
  }
  const Quantity quantity = parse_quantity(question.target.substr(0, equals));
  const std::string wanted = question.target.substr(equals + 1);
  const auto target = read_share(trim(wanted));
  if (!target) throw InputError(fmt::format("--target: '{}' is not a number", wanted));
  if (quantity.is_probability() && (*target < 0 || *target > 1)) {
    throw InputError(fmt::format(
        "--target: {} is a probability, from 0 to 1 or from 0% to 100%, and cannot be {}",
        quantity.text, trim(wanted)));
  }
  const std::vector<Axis> axes = axes_of(question);
  if (axes.size() > 2) throw InputError("tune varies one stat, or a pair of them");
  CellQuestion cells = cells_of(question, {quantity}, engines);
  Varied varied(question, use_of(cells));
  add_players(question, varied.base, cells);
  Tuning answer = answer_tune({varied.base, axes, *target, cells, varied.against}, watch);
  answer.bought = varied.bought_along(axes);
  return answer;
}

}  // namespace warodds
