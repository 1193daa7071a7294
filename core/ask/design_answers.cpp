// What designers ask: matrix, sweep, value, tune.
#include <fmt/format.h>

#include <optional>

#include "core/ask/command.h"
#include "core/ask/conduct_question.h"
#include "core/ask/design_question.h"
#include "core/ask/matchup_question.h"
#include "core/design/undecided.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// The texts of all settings, for the head of a table.
std::vector<std::string> given_in(const questions::OfUnits& question) {
  std::vector<std::string> given;
  for (const auto* settings : {&question.situation, &question.stats}) {
    for (const Setting& setting : *settings) given.push_back(setting.key + "=" + setting.value);
  }
  return given;
}

}  // namespace

CellQuestion cells_of(const questions::Cells& question, std::vector<Quantity> quantities,
                      const Engines& engines, const std::vector<const RosterSource*>& others) {
  CellQuestion cells;
  cells.settings = question.engine;
  if (!cells.settings.trials && !cells.settings.precision) {
    cells.settings.trials = default_trials_of_many;
  }
  cells.engine = engine_for(cells.settings, engines);
  cells.quantities = std::move(quantities);
  cells.rounds = question.rounds.value_or(0);
  if (const auto points = question.budget()) {
    cells.budget = {*points, question.buying};
    std::vector<const RosterSource*> sources{&question.roster};
    sources.insert(sources.end(), others.begin(), others.end());
    for (const RosterSource* source : sources) {
      const auto roster = load(*source, question.system);
      if (roster) cells.budget->limits.insert(roster->limits.begin(), roster->limits.end());
    }
  }
  cells.require_of_mixtures();
  cells.given = given_in(question);
  return cells;
}

AssumedPlays assumed_of(const std::vector<AnyUnit>& attackers,
                        const std::vector<AnyUnit>& defenders, const Matchup& in_situation,
                        UsedIn use, const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary, const PerSide<bool>& best) {
  AssumedPlays plays;
  const auto add_side = [&](Side side, const AnyUnit& attacker, const AnyUnit& defender) {
    AssumedPlays more;
    more[side] = assumed_in(with_units(in_situation, {&attacker, &defender}, {}), use, situation,
                            vary, best)[side];
    add(more, plays);
  };
  for (const AnyUnit& unit : attackers) add_side(Side::attacker, unit, defenders.front());
  for (const AnyUnit& unit : defenders) add_side(Side::defender, attackers.front(), unit);
  return plays;
}

std::vector<UnitsOfSide> armies_of(const Roster& roster) {
  if (roster.armies.empty()) {
    throw InputError(fmt::format("{}: no [[army]] in this roster", shown(roster.file)));
  }
  std::vector<UnitsOfSide> armies;
  for (const ArmyText& army : roster.armies) {
    armies.push_back(units_of({army.parts, &army}, roster.system, &roster, Side::attacker));
  }
  return armies;
}

AssumedPlays assumed_of(const std::vector<UnitsOfSide>& armies, const PerSide<Conduct>& conducts,
                        const std::string& system, const questions::OfUnits& question,
                        const std::string& command) {
  std::vector<AnyUnit> units;
  for (const UnitsOfSide& army : armies) {
    for (const SideUnit& one : army.units) units.push_back(one.unit);
  }
  AssumedPlays plays = assumed_of(
      units, units, in_situation(system, conditions_of(question), {UsedIn::armies, command}),
      UsedIn::battles, question.situation);
  put_in_front(conducts, plays);
  return plays;
}

std::shared_ptr<const Roster> roster_of(const questions::OfRoster& question,
                                        const std::string& command) {
  if (question.roster.empty()) throw Missing(command + " needs --roster FILE");
  return load(question.roster, question.system);
}

namespace {

/// What fights and battles both have is of battles where these are asked for.
OutcomeOf played_by(bool battle) { return battle ? OutcomeOf::battle : OutcomeOf::fight; }

UsedIn use_of(const CellQuestion& cells) {
  return cells.asks_for_battles() ? UsedIn::battles : UsedIn::fights;
}

template <class Asked>
std::vector<Axis> axes_of(const Asked& question) {
  std::vector<Axis> axes = parse_axes(question.vary);
  for (const auto& [settings, option] :
       {std::pair(&question.situation, "--with"), std::pair(&question.stats, "--set")}) {
    for (const Setting& setting : *settings) {
      for (const Axis& axis : axes) {
        std::string key = axis.key, of_both = setting.key;
        if (!split_side(of_both)) split_side(key);  // without a side it is set of both
        if (lower(key) != lower(setting.key)) continue;
        throw NotTogether(fmt::format("--vary: {} is set by {} already", shown(axis.key), option));
      }
    }
  }
  if (axes.empty()) {
    throw Missing(
        fmt::format("{} needs --vary, for example --vary attacker.hp=1..4", question.name));
  }
  return axes;
}

/// What the budget buys of these units, if there is one.
std::vector<Purchase> purchases(const std::optional<Budget>& budget, std::vector<AnyUnit> units,
                                const std::vector<AnyUnit>& others) {
  std::vector<Purchase> bought;
  if (!budget) return bought;
  units.insert(units.end(), others.begin(), others.end());
  for (const AnyUnit& unit : units) add(buy(unit, *budget).purchase, bought);
  return bought;
}

/// The units of --against.
template <class Asked>
std::vector<AnyUnit> opponents_of(const Asked& question, std::string_view system) {
  return all_units(*load(question.against, question.system), system);
}

/// What is set of the opponents; what is set of the unit has been done.
Conditions of_opponents(const questions::OfUnits& question) {
  Conditions conditions = conditions_of(question);
  std::erase_if(conditions.stats, [](const Setting& setting) {
    std::string key = setting.key;
    return split_side(key) == Side::attacker;
  });
  return conditions;
}

/// The unit that is varied, and whom it meets: another unit, or the roster of --against.
struct Opposed {
  Matchup base;
  std::optional<Budget> budget;
  std::optional<Opponents> against;
  std::vector<Purchase> bought;
  std::vector<AnyUnit> others;  ///< who is met

  Opposed(const questions::Variants& question, const std::vector<std::string>& vary, const Use& use,
          const std::optional<Budget>& buys)
      : base(first(question, vary, use)), budget(buys) {
    if (base.is_of_several()) {
      require_of_several(question, use);
      return;
    }
    others = {base.unit(Side::defender)};
    if (!question.against.empty()) {
      others = opponents_of(question, base.system());
      against = Opponents{others, of_opponents(question)};
    }
    bought = purchases(budget, {base.unit(Side::attacker)}, others);
  }

  /// What play is assumed of all of them.
  AssumedPlays assumed(const questions::Variants& question, const std::vector<std::string>& vary,
                       const CellQuestion& cells) const {
    if (base.is_of_several()) {
      AssumedPlays plays = assumed_of_several(base, question.situation);
      put_in_front({base.conduct(Side::attacker), base.conduct(Side::defender)}, plays);
      return plays;
    }
    return assumed_of({base.unit(Side::attacker)}, others, base, use_of(cells), question.situation,
                      vary, cells.players.best);
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
          const AnyUnit unit = point.unit(*side);
          return one.unit == name_of(unit) && one != buy(unit, *budget).purchase;
        });
      }
    }
    return everywhere;
  }

 private:
  static void require_of_several(const questions::Variants& question, const Use& use) {
    if (!question.against.empty() || question.budget() || !question.policy.empty()) {
      throw NotTogether(
          fmt::format("{}: --against, --budget and --policy take one unit a side", use.command));
    }
  }
  static Matchup first(const questions::Variants& question, const std::vector<std::string>& vary,
                       const Use& use) {
    if (question.against.empty()) {
      require_two(question.units, use.command);
    } else {
      require_alone(question.units, vary, use.command);
    }
    return sides_of(question, question.units, question, use);
  }

  static void require_alone(const std::vector<SideRequest>& units,
                            const std::vector<std::string>& vary, const std::string& command) {
    if (units.size() != 1) {
      throw NotTogether(fmt::format("{} --against takes one unit, who meets the roster; {} given",
                                    command, units.size()));
    }
    for (const std::string& text : vary) {
      Setting setting = parse_setting(text, "--vary");
      if (split_side(setting.key) == Side::defender) {
        throw InputError(fmt::format(
            "--vary: with --against the opponents are those of the file; vary attacker.{} or a key "
            "of the situation",
            shown(setting.key)));
      }
    }
  }
};

/// `value` without units.
RosterSensitivity value_of_roster(const questions::Value& question, const Engines& engines,
                                  const Watch& watch) {
  if (question.roster.empty()) {
    throw Missing("value needs a unit and its opponent, or --roster FILE for all its units");
  }
  const auto roster = load(question.roster, question.system);
  const std::string system = system_of(question, roster.get());
  const std::vector<AnyUnit> units = all_units(*roster, system);
  const std::string show = question.show.empty() ? "odds" : question.show;
  CellQuestion cells = cells_of(question, parse_quantities(show, played_by(question.battle)),
                                engines, {&question.against});
  const Conditions conditions = conditions_of(question);
  const Matchup empty = in_situation(system, conditions, {use_of(cells), question.name});
  add_players(question, {}, empty, cells);
  const std::vector<Movable> vary = parse_movables(question.vary);
  KnownStats(system, units).require_all(vary);
  const std::vector<AnyUnit> opponents =
      question.against.empty() ? units : opponents_of(question, system);
  RosterSensitivity answer = answer_roster_sensitivity(
      units.size(),
      [&](std::size_t i) {
        return SensitivityQuestion{with_units(empty, {&units[i], &opponents.front()}, conditions),
                                   Opponents{opponents, of_opponents(question)}, cells, vary};
      },
      watch);
  if (question.points) answer.points = stat_points(system, units, answer.units);
  answer.bought = purchases(cells.budget, units, {});
  answer.assumed = assumed_of(units, opponents, empty, use_of(cells), question.situation, {},
                              cells.players.best);
  return answer;
}

/// What is shown unless it is asked for: of sides of several units, of their battles.
template <class Asked>
std::string shown_of(const Asked& question, const char* otherwise) {
  if (!question.show.empty()) return question.show;
  const bool of_battles = question.battle || has_several(question, question.units);
  return of_battles ? "win,draw,lose" : otherwise;
}
template <class Asked>
std::vector<Quantity> quantities_of(const Asked& question, const char* otherwise) {
  return parse_quantities(shown_of(question, otherwise), played_by(question.battle));
}

/// Both sides', so that something changes whichever side's stat is varied.
constexpr const char* default_of_sweeps =
    "attacker.damage.mean,attacker.destroys,defender.damage.mean,defender.destroys";

/// The armies of a roster against each other.
Report matrix_of_armies(const questions::Matrix& question, const Roster& roster, CellQuestion cells,
                        const Watch& watch) {
  for (const Quantity& quantity : cells.quantities) {
    if (quantity.of == Quantity::Of::battle) continue;
    throw NotTogether(
        fmt::format("--show: {} is a quantity of fights; armies meet in battles", quantity.text));
  }
  if (!question.against.empty() || question.budget() || !question.policy.empty() ||
      !question.stats.empty()) {
    throw NotTogether("--armies goes with neither of --against, --budget, --policy and --set");
  }
  MatrixQuestion matrix{roster.system, {}, std::nullopt, conditions_of(question), std::move(cells)};
  matrix.armies = armies_of(roster);
  matrix.conducts = conducts_of(question);
  const auto with_assumed = [&](auto answer) -> Report {
    answer.warning =
        warning_of_undecided(answer.nobody_wins, {roster.system, all_units(roster, roster.system),
                                                  matrix.conditions, matrix.cells.rounds, false});
    answer.assumed =
        assumed_of(matrix.armies, matrix.conducts, roster.system, question, question.name);
    return answer;
  };
  if (question.ranking) return with_assumed(answer_standings(matrix, watch));
  return with_assumed(answer_matrix(matrix, watch));
}

Report answer_matrix(const questions::Matrix& question, const Engines& engines,
                     const Watch& watch) {
  const auto roster = roster_of(question, question.name);
  const bool of_battles = question.battle || question.ranking || question.armies;
  const std::string show = !question.show.empty() ? question.show
                           : of_battles           ? "win,draw,lose"
                                                  : "attacker.damage.mean";
  std::vector<Quantity> quantities = parse_quantities(show, played_by(of_battles));
  CellQuestion cells = cells_of(question, std::move(quantities), engines, {&question.against});
  if (question.battle && !question.ranking && !cells.asks_for_battles()) {
    throw InputError("matrix --battle: --show names no quantity of battles, such as win");
  }
  if (question.ranking && !question.show.empty()) {
    throw NotTogether(
        "--show: a ranking is of the odds of beating another; leave out one of the two");
  }
  const std::string system = system_of(question, roster.get());
  if (question.armies) return matrix_of_armies(question, *roster, std::move(cells), watch);
  if (says(question)) {
    throw InputError(speak_of_armies);
  }
  add_players(question, {}, Matchup(system), cells);
  const UsedIn use = of_battles ? UsedIn::battles : use_of(cells);
  MatrixQuestion matrix{system, {}, std::nullopt, conditions_of(question), std::move(cells)};
  matrix.rows = all_units(*roster, system);
  if (!question.against.empty()) matrix.columns = opponents_of(question, system);
  const auto warning = [&](const Table& table) {
    std::vector<AnyUnit> all = matrix.rows;
    if (matrix.columns) all.insert(all.end(), matrix.columns->begin(), matrix.columns->end());
    return warning_of_undecided(table.nobody_wins,
                                {system, std::move(all), matrix.conditions, matrix.cells.rounds});
  };
  const auto assumed = [&] {
    return assumed_of(matrix.rows, matrix.columns ? *matrix.columns : matrix.rows,
                      in_situation(system, matrix.conditions, {use, question.name}), use,
                      question.situation, {}, matrix.cells.players.best);
  };
  if (question.ranking) {
    Standings standings = answer_standings(matrix, watch);
    standings.assumed = assumed();
    standings.warning = warning(standings);
    return standings;
  }
  const std::vector<Purchase> bought = purchases(
      matrix.cells.budget, matrix.rows, matrix.columns ? *matrix.columns : std::vector<AnyUnit>());
  Matrix answer = answer_matrix(matrix, watch);
  if (!answer.cells.empty() && answer.not_reached == answer.cells.size()) {
    throw watch.ended(" before the first pair was done");
  }
  answer.bought = bought;
  answer.assumed = assumed();
  if (std::string more = warning(answer); !more.empty()) answer.warning = std::move(more);
  return answer;
}

/// The texts of --vary, of which a stat without a side is the attacker's.
std::vector<std::string> with_sides(const questions::OfRoster& question,
                                    const std::vector<std::string>& vary) {
  const auto roster = load(question.roster, question.system);
  std::vector<std::string> texts;
  with_system(system_of(question, roster.get()), "", [&](auto of) {
    using System = decltype(of);
    for (const std::string& text : vary) {
      const std::string key = parse_setting(text, "--vary").key;
      const bool has_side = std::any_of(both_sides.begin(), both_sides.end(), [&](Side side) {
        const std::string word(to_string(side));  // also of a unit of several: "attacker[Orcs].hp"
        return key.starts_with(word + ".") || key.starts_with(word + "[");
      });
      const std::string stat = key.substr(key.rfind('.') + 1);
      const bool is_key =
          find_field(System::situation_fields(), key) != nullptr || key.starts_with("reply.");
      const bool is_stat = find_field(System::unit_fields(), key) != nullptr ||
                           find_field(System::unit_fields(), stat) != nullptr ||
                           find_field(System::group_fields(), stat) != nullptr;
      texts.push_back(!has_side && !is_key && is_stat ? "attacker." + text : text);
    }
  });
  return texts;
}

/// What is asked at every point of --vary. `quantities(axes)`, `answer(question)`: what it is, and
/// the table of it.
template <class Asked, class Quantities, class Answer>
auto answer_over_grid(const Asked& question, const Engines& engines, const Quantities& quantities,
                      const Answer& answer) {
  const std::vector<Axis> axes = axes_of(question);
  CellQuestion cells = cells_of(question, quantities(axes), engines, {&question.against});
  Opposed opposed(question, question.vary, {use_of(cells), question.name}, cells.budget);
  add_players(question, question.vary, opposed.base, cells);
  auto table = answer(SweepQuestion{opposed.base, axes, cells, opposed.against});
  table.bought = opposed.bought_along(axes);
  table.assumed = opposed.assumed(question, question.vary, cells);
  return table;
}

Report answer_sweep(const questions::Sweep& asked, const Engines& engines, const Watch& watch) {
  questions::Sweep question = asked;
  question.vary = with_sides(asked, asked.vary);
  return answer_over_grid(
      question, engines, [&](const auto&) { return quantities_of(question, default_of_sweeps); },
      [&](const SweepQuestion& of) { return answer_sweep(of, watch); });
}

Report answer_value(const questions::Value& question, const Engines& engines, const Watch& watch) {
  if (question.units.empty()) return value_of_roster(question, engines, watch);
  const std::vector<Movable> vary = parse_movables(question.vary);
  if (question.points) {
    throw NotTogether("--points is about all units of a roster: leave out the units");
  }
  CellQuestion cells =
      cells_of(question, quantities_of(question, "attacker.damage.mean,defender.damage.mean"),
               engines, {&question.against});
  if (question.units.size() != (question.against.empty() ? 2U : 1U)) {
    throw Missing("value needs a unit and its opponent, or a unit and --against FILE");
  }
  Opposed opposed(question, {}, {use_of(cells), question.name}, cells.budget);
  add_players(question, {}, opposed.base, cells);
  if (opposed.base.is_of_several()) {
    if (!vary.empty()) throw NotTogether("value: --vary takes one unit a side");
    return answer_sensitivity({opposed.base, std::nullopt, cells, {}}, watch);
  }
  KnownStats(opposed.base.system(), {opposed.base.unit(Side::attacker)}).require_all(vary);
  Sensitivity answer = answer_sensitivity({opposed.base, opposed.against, cells, vary}, watch);
  answer.bought = opposed.bought;
  answer.assumed = opposed.assumed(question, {}, cells);
  return answer;
}

Report answer_tune(const questions::Tune& asked, const Engines& engines, const Watch& watch) {
  questions::Tune question = asked;
  question.vary = with_sides(asked, asked.vary);
  const auto equals = question.target.rfind('=');
  if (question.target.empty() || equals == std::string::npos) {
    throw Missing("tune needs --target QUANTITY=VALUE, for example --target win=0.5");
  }
  const Quantity quantity =
      parse_quantity(question.target.substr(0, equals), played_by(question.battle));
  const std::string wanted = question.target.substr(equals + 1);
  const auto target = read_share(trim(wanted));
  if (!target) throw BadValue(fmt::format("--target: '{}' is not a number", shown(wanted)));
  if (quantity.is_probability() && (*target < 0 || *target > 1)) {
    throw InputError(fmt::format(
        "--target: {} is a probability, from 0 to 1 or from 0% to 100%, and cannot be {}",
        quantity.text, shown(trim(wanted))));
  }
  const auto only_quantity = [&](const std::vector<Axis>& axes) {
    if (axes.size() > 2) throw InputError("tune varies one stat, or a pair of them");
    return std::vector{quantity};
  };
  return answer_over_grid(question, engines, only_quantity,
                          [&](const SweepQuestion& of) { return answer_tune(of, *target, watch); });
}

}  // namespace

namespace questions {

Command Matrix::command() {
  return {
      .name = name,
      .operands = "--roster FILE",
      .summary = "every unit against every other; --battle: who wins",
      .introduction = "Every unit of a roster against every other; whole battles are ranked, too.",
      .options = OptionNames{"roster", "ignore", "column", "system", "against", "battle", "ranking",
                             "budget", "buy", "show", "with", "set", "rounds", "policy", "armies",
                             "targets", "activate"} +
                 options_of_engines(),
      .examples = {{"matrix --roster examples/magewinds.toml --show attacker.damage.mean",
                    "mean damage"},
                   {"matrix --roster examples/magewinds.toml --battle", "who wins, and a ranking"}},
      .answer = answering(answer_matrix),
      .on_page = true,
      .writes_sheet = true};
}

Command Sweep::command() {
  return {.name = name,
          .operands = "A [B] --vary KEY=LO..HI",
          .summary = "the same fight over ranges of stats",
          .introduction =
              "A fight or battle for every value of stats or keys; --against: over a roster.",
          .options = options_of_units() +
                     OptionNames{"vary", "against", "battle", "budget", "buy", "show", "rounds",
                                 "policy", "targets", "activate"} +
                     options_of_engines(),
          .examples = {{"sweep --roster examples/magewinds.toml Wizard Guardian --vary "
                        "defender.armour=0..4",
                        "what armour does"},
                       {"sweep --roster examples/magewinds.toml Wizard Guardian --vary "
                        "choice=light,heavy --show win",
                        "a choice, over whole battles"}},
          .answer = answering(answer_sweep),
          .on_page = true};
}

Command Value::command() {
  return {
      .name = name,
      .operands = "[A [B]]",
      .summary = "what one more point of each stat is worth",
      .introduction =
          "What one point more, and one less, of each stat of the attacker changes; against one "
          "unit, or on average over the roster of --against. Without units, of every unit of "
          "the roster, against its own roster or that of --against.",
      .options = options_of_units() +
                 OptionNames{"points", "vary", "against", "battle", "budget", "buy", "show",
                             "rounds", "policy", "targets", "activate"} +
                 options_of_engines(),
      .examples = {{"value --roster examples/magewinds.toml Wizard Guardian --show win",
                    "against one"},
                   {"value --roster examples/designer/arcane-legions.toml --points",
                    "a roster, in points too"}},
      .answer = answering(answer_value),
      .on_page = true};
}

Command Tune::command() {
  return {
      .name = name,
      .operands = "A [B] --vary KEY=LO..HI --target Q=VALUE",
      .summary = "the stat that gives the wanted odds",
      .introduction = "Which value of a stat or key, or of a pair, comes nearest to the target.",
      .options = options_of_units() +
                 OptionNames{"vary", "target", "against", "battle", "budget", "buy", "rounds",
                             "policy", "targets", "activate"} +
                 options_of_engines(),
      .examples = {{"tune --roster examples/magewinds.toml Wizard Guardian --vary "
                    "attacker.toughness=1..12 --target win=0.5",
                    "an even battle"},
                   {"tune --roster examples/magewinds.toml Wizard Guardian --vary "
                    "defender.armour=0..6 --target attacker.damage.mean=1",
                    "one damage on average"}},
      .answer = answering(answer_tune),
      .on_page = true};
}

}  // namespace questions
}  // namespace warodds
