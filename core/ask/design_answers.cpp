// What designers ask: matrix, sweep, value, tune.
#include <fmt/format.h>

#include <optional>

#include "core/ask/command.h"
#include "core/ask/design_question.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {

namespace {

/// From where the battles of these cells are fought and how far, and which outcomes count. Throws
/// InputError.
void add_frame(const questions::Framed& question, CellQuestion& cells) {
  Frame& frame = cells.frame;
  frame.from = question.from;
  if (!frame.from.empty()) parse_observed(frame.from, OutcomeOf::battle, "--from");
  if (!question.until.empty()) frame.until = Event(question.until, OutcomeOf::battle);
  if (question.given.empty()) return;
  const Quantity::Of of = cells.quantities.front().of;
  for (const Quantity& quantity : cells.quantities) {
    if (quantity.of == of) continue;
    throw NotTogether(
        fmt::format("--given is of fights or of battles, and --show asks for both: {} and {}",
                    cells.quantities.front().text, quantity.text));
  }
  try {
    frame.given = Event(question.given, of);
  } catch (const EventError& error) {
    throw InputError(std::string("--given: ") + error.what(), error);
  }
}

/// The engine, the budget and what is asked for in every cell. `other`: a roster besides that of
/// the question, which may say how many of its units may be bought, too.
CellQuestion cells_of(const Question& asked, std::vector<Quantity> quantities,
                      const Engines& engines, const RosterSource& other) {
  const auto& question = *part_of<questions::Cells>(asked);
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
    for (const RosterSource* source : {&question.roster, &other}) {
      const auto roster = load(*source, question.system);
      if (roster) cells.budget->limits.insert(roster->limits.begin(), roster->limits.end());
    }
  }
  if (const auto* framed = part_of<questions::Framed>(asked)) add_frame(*framed, cells);
  cells.require_of_mixtures();
  for (const auto* settings : {&question.situation, &question.stats}) {
    for (const Setting& setting : *settings) cells.given.push_back(written(setting));
  }
  return cells;
}

/// Lets sides play best in the battles of these cells, as the question says.
void add_players(const Question& asked, const std::vector<std::string>& vary,
                 const Matchup& matchup, CellQuestion& cells) {
  const auto* policy = part_of<questions::WithPolicy>(asked);
  if (policy == nullptr) return;
  const auto& question = *part_of<questions::Cells>(asked);
  cells.players = best_players_of(*policy, question.situation, vary, matchup);
  const char* const about_battles = cells.players.any()         ? "--policy"
                                    : question.rounds           ? "--rounds"
                                    : cells.frame.until         ? "--until"
                                    : !cells.frame.from.empty() ? "--from"
                                                                : nullptr;
  if (about_battles != nullptr && !cells.asks_for_battles()) {
    throw NotTogether(
        fmt::format("{} is about battles: {} asks for no quantity of battles, such as win",
                    about_battles, command_of(asked).name));
  }
  const auto* const of_armies = part_of<questions::OfArmies>(asked);
  const bool of_several = matchup.is_of_several() || (of_armies != nullptr && of_armies->armies);
  if (!cells.players.any() || question.rounds || of_several) return;
  cells.rounds = rounds_planned(matchup);
  if (cells.rounds > 0) {
    cells.given.push_back(
        fmt::format("at most {} rounds, as many as best play plans for", cells.rounds));
  }
}

}  // namespace

AssumedPlays assumed_of(const Contestants& attackers, const Contestants& defenders,
                        const Matchup& matchup, const CellQuestion& cells,
                        const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary) {
  const PerSide<std::vector<AnyUnit>> units{units_in(attackers), units_in(defenders)};
  const UsedIn use = cells.asks_for_battles() ? UsedIn::battles : UsedIn::fights;
  AssumedPlays plays;
  for (const Side side : both_sides) {
    for (const AnyUnit& unit : units[side]) {
      Matchup pair = matchup;
      pair.put(side, unit);
      pair.put(enemy_of(side), units[enemy_of(side)].front());
      pair.clear_missing_choices();
      AssumedPlays more;
      more[side] = assumed_in(pair, use, situation, vary, cells.players.best)[side];
      add(more, plays);
    }
  }
  if (std::any_of(attackers.begin(), attackers.end(), [](auto& one) { return one.is_army(); })) {
    put_in_front({matchup.conduct(Side::attacker), matchup.conduct(Side::defender)}, plays);
  }
  return plays;
}

void complete(const Meeting& meeting, Table& table) {
  table.assumed = assumed_of(meeting.units, meeting.opponents(), meeting.empty, meeting.cells,
                             meeting.conditions.situation);
  if (table.bought.empty()) {
    table.bought = purchases_of(units_in(meeting.everybody()), meeting.cells.budget);
  }
  const std::string warning = warning_of_undecided(table.nobody_wins, meeting);
  if (!warning.empty()) table.warning = warning;
}

Contestants armies_of(const Roster& roster) {
  if (roster.armies.empty()) {
    throw InputError(fmt::format("{}: no [[army]] in this roster", shown(roster.file)));
  }
  Contestants armies;
  for (const ArmyText& army : roster.armies) {
    armies.emplace_back(units_of({army.parts, &army}, roster.system, &roster, Side::attacker));
  }
  return armies;
}

std::shared_ptr<const Roster> roster_of(const questions::OfRoster& question,
                                        const std::string& command) {
  if (question.roster.empty()) throw Missing(command + " needs --roster FILE");
  return load(question.roster, question.system);
}

AskedMeeting meeting_of(const Question& asked, const RosterSource& other_roster,
                        std::vector<Quantity> quantities, const Engines& engines) {
  const auto& question = *part_of<questions::Cells>(asked);
  const std::string command(command_of(asked).name);
  // How armies play; null where units meet.
  const questions::WithConduct* conduct = part_of<questions::Tournament>(asked);
  const auto* const may_be_of_armies = part_of<questions::OfArmies>(asked);
  if (may_be_of_armies != nullptr && may_be_of_armies->armies) {
    conduct = may_be_of_armies;
  } else if (may_be_of_armies != nullptr && says(*may_be_of_armies)) {
    throw InputError("--targets and --activate speak of armies: add --armies");
  }
  const auto roster = roster_of(question, command);
  const std::string system = system_of(question, roster.get());
  Contestants units = contestants(all_units(*roster, system));
  CellQuestion cells = cells_of(asked, std::move(quantities), engines, other_roster);
  const PerSide<Conduct> conducts = conduct != nullptr ? conducts_of(*conduct) : PerSide<Conduct>();
  Conditions conditions = conditions_of(question);
  Matchup empty(system);
  const Use use = conduct != nullptr ? Use{UsedIn::armies, command} : cells.use(command);
  for (const Setting& setting : conditions.situation) empty.set_situation(setting, use);
  for (const Side side : both_sides) empty.set_conduct(side, conducts[side]);
  std::optional<Contestants> others;
  if (!other_roster.empty()) {
    others = contestants(all_units(*load(other_roster, question.system), system));
  }
  add_players(asked, {}, empty, cells);
  return {{std::move(empty), std::move(conditions), std::move(cells), std::move(units),
           std::move(others)},
          roster};
}

namespace {

/// What fights and battles both have is of battles where these are asked for.
OutcomeOf played_by(bool battle) { return battle ? OutcomeOf::battle : OutcomeOf::fight; }

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

/// Who is varied, and whom that meets: another side, or the roster of --against.
VariantsQuestion variants_of(const Question& asked, const std::vector<std::string>& vary,
                             std::vector<Quantity> quantities, const Engines& engines) {
  const auto& question = *part_of<questions::Variants>(asked);
  const std::string command(command_of(asked).name);
  CellQuestion cells = cells_of(asked, std::move(quantities), engines, question.against);
  if (question.against.empty()) {
    require_two(question.units, command);
  } else if (question.units.size() != 1) {
    throw NotTogether(fmt::format("{} --against takes one unit, who meets the roster; {} given",
                                  command, question.units.size()));
  }
  for (std::size_t i = 0; !question.against.empty() && i < vary.size(); ++i) {
    Setting setting = parse_setting(vary[i], "--vary");
    if (split_side(setting.key) != Side::defender) continue;
    throw InputError(fmt::format(
        "--vary: with --against the opponents are those of the file; vary attacker.{} or a key "
        "of the situation",
        shown(setting.key)));
  }
  VariantsQuestion of{sides_of(question, question.units, question, cells.use(command)),
                      std::move(cells)};
  if (!question.against.empty()) {
    of.against = Opponents{all_units(*load(question.against, question.system), of.base.system()),
                           conditions_of(question).stats};
  }
  add_players(asked, vary, of.base, of.cells);
  if (of.base.is_of_several()) choose_best(of.cells.players, of.base);
  return of;
}

/// What the budget buys of both sides, or of the attacker's and all whom it meets.
std::vector<Purchase> bought_in(const VariantsQuestion& of) {
  std::vector<Purchase> bought;
  if (!of.cells.budget) return bought;
  buy_side(of.base, Side::attacker, *of.cells.budget, &bought);
  if (!of.against) {
    buy_side(of.base, Side::defender, *of.cells.budget, &bought);
    return bought;
  }
  for (const Purchase& one : purchases_of(of.against->units, of.cells.budget)) add(one, bought);
  return bought;
}

/// Adds to a table of variants what play is assumed of all of them, and what is bought.
void complete(const questions::Variants& question, const std::vector<std::string>& vary,
              const VariantsQuestion& of, Table& table) {
  table.bought = bought_in(of);
  if (of.base.is_of_several()) {
    Matchup one = of.base;
    if (of.against) one.put(Side::defender, of.against->units.front());
    table.assumed = assumed_of_several(one, question.situation);
    for (const Side side : both_sides) {
      if (of.cells.players.all_best(side)) table.assumed[side].clear();
    }
    put_in_front({of.base.conduct(Side::attacker), of.base.conduct(Side::defender)}, table.assumed);
    return;
  }
  const std::vector<AnyUnit> others =
      of.against ? of.against->units : std::vector{of.base.unit(Side::defender)};
  table.assumed = assumed_of({of.base.unit(Side::attacker)}, contestants(others), of.base, of.cells,
                             question.situation, vary);
}

/// Leaves what is bought at all points of these axes.
void keep_bought_along(const VariantsQuestion& question, const std::vector<Axis>& axes,
                       std::vector<Purchase>& bought) {
  for (const Axis& axis : axes) {
    std::string key = axis.key;
    const auto side = split_side(key);
    if (!side || bought.empty()) continue;
    const auto is_among = [](const Purchase& one, const std::vector<Purchase>& all) {
      return std::find(all.begin(), all.end(), one) != all.end();
    };
    std::vector<Purchase> as_asked;
    buy_side(question.base, *side, *question.cells.budget, &as_asked);
    for (const std::string& value : axis.values) {
      Matchup point = question.base;
      point.set_stat(*side, {key, value, "--vary"});
      std::vector<Purchase> there;
      buy_side(point, *side, *question.cells.budget, &there);
      std::erase_if(bought, [&](const Purchase& one) {
        return is_among(one, as_asked) && !is_among(one, there);
      });
    }
  }
}

/// `value` without units.
RosterSensitivity value_of_roster(const questions::Value& question, const Engines& engines,
                                  const Watch& watch) {
  if (question.roster.empty()) {
    throw Missing("value needs a unit and its opponent, or --roster FILE for all its units");
  }
  const std::string show = question.show.empty() ? "odds" : question.show;
  const Meeting meeting = meeting_of(question, question.against,
                                     parse_quantities(show, played_by(question.battle)), engines);
  const std::vector<AnyUnit> units = units_in(meeting.units);
  const StatRules stats{parse_movables(question.vary)};
  stats.require_known(units);
  RosterSensitivity answer = answer_roster_sensitivity(meeting, stats, watch);
  if (question.points) answer.points = stat_points(meeting.system(), units, answer.units);
  answer.bought = purchases_of(units, meeting.cells.budget);
  complete(meeting, answer);
  return answer;
}

/// What is shown; unless it is asked for, of sides of several units what comes of their battles.
template <class Asked>
std::vector<Quantity> quantities_of(const Asked& question, const char* otherwise) {
  std::string show = question.show;
  if (show.empty()) {
    const bool of_battles = question.battle || has_several(question, question.units);
    show = of_battles ? "win,draw,lose" : otherwise;
  }
  return parse_quantities(show, played_by(question.battle));
}

/// Both sides', so that something changes whichever side's stat is varied.
constexpr const char* default_of_sweeps =
    "attacker.damage.mean,attacker.destroys,defender.damage.mean,defender.destroys";

/// The armies of a roster instead of its units.
void set_armies_against_each_other(const questions::Matrix& question, AskedMeeting& meeting) {
  for (const Quantity& quantity : meeting.cells.quantities) {
    if (quantity.of == Quantity::Of::battle) continue;
    throw NotTogether(
        fmt::format("--show: {} is a quantity of fights; armies meet in battles", quantity.text));
  }
  if (question.budget()) {
    throw NotTogether("--armies does not go with --budget: an army has points of its own");
  }
  meeting.units = armies_of(*meeting.roster);
  if (!question.against.empty()) {
    meeting.others = armies_of(*load(question.against, question.system));
  }
  choose_best(meeting.cells.players, meeting.empty);
}

Report answer_matrix(const questions::Matrix& question, const Engines& engines,
                     const Watch& watch) {
  const bool of_battles = question.battle || question.ranking || question.armies;
  const std::string show = !question.show.empty() ? question.show
                           : of_battles           ? "win,draw,lose"
                                                  : "attacker.damage.mean";
  AskedMeeting meeting = meeting_of(question, question.against,
                                    parse_quantities(show, played_by(of_battles)), engines);
  if (question.battle && !question.ranking && !meeting.cells.asks_for_battles()) {
    throw InputError("matrix --battle: --show names no quantity of battles, such as win");
  }
  meeting.noise = question.noise;
  if (question.ranking && !question.show.empty()) {
    throw NotTogether(
        "--show: a ranking is of the odds of beating another; leave out one of the two");
  }
  if (question.armies) set_armies_against_each_other(question, meeting);
  const std::vector<Purchase> bought =
      purchases_of(units_in(meeting.everybody()), meeting.cells.budget);
  Matrix answer =
      question.ranking ? answer_standings(meeting, watch) : answer_matrix(meeting, watch);
  if (!answer.cells.empty() && answer.not_reached == answer.cells.size()) {
    throw watch.ended(" before the first pair was done");
  }
  answer.bought = bought;
  complete(meeting, answer);
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

/// What is asked at every point of --vary. `quantities(axes)`, `answer(question, axes)`: what it
/// is, and the table of it.
template <class Asked, class Quantities, class Answer>
auto answer_over_grid(Asked question, const Engines& engines, const Quantities& quantities,
                      const Answer& answer) {
  question.vary = with_sides(question, question.vary);
  const std::vector<Axis> axes = axes_of(question);
  const VariantsQuestion of = variants_of(question, question.vary, quantities(axes), engines);
  auto table = answer(of, axes);
  complete(question, question.vary, of, table);
  keep_bought_along(of, axes, table.bought);
  return table;
}

Report answer_sweep(const questions::Sweep& question, const Engines& engines, const Watch& watch) {
  return answer_over_grid(
      question, engines, [&](const auto&) { return quantities_of(question, default_of_sweeps); },
      [&](const auto& of, const auto& axes) { return answer_sweep(of, axes, watch); });
}

Report answer_value(const questions::Value& question, const Engines& engines, const Watch& watch) {
  if (question.units.empty()) return value_of_roster(question, engines, watch);
  if (question.points) {
    throw NotTogether("--points is about all units of a roster: leave out the units");
  }
  if (question.units.size() != (question.against.empty() ? 2U : 1U)) {
    throw Missing("value needs a unit and its opponent, or a unit and --against FILE");
  }
  const VariantsQuestion of = variants_of(
      question, {}, quantities_of(question, "attacker.damage.mean,defender.damage.mean"), engines);
  const StatRules stats{parse_movables(question.vary)};
  if (of.base.is_of_several()) {
    stats.require_known(of.base.stats(Side::attacker));
  } else {
    stats.require_known({of.base.unit(Side::attacker)});
  }
  Sensitivity answer = answer_sensitivity(of, stats, watch);
  complete(question, {}, of, answer);
  return answer;
}

Report answer_tune(const questions::Tune& question, const Engines& engines, const Watch& watch) {
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
  return answer_over_grid(question, engines, only_quantity, [&](const auto& of, const auto& axes) {
    return answer_tune(of, axes, *target, watch);
  });
}

}  // namespace

namespace questions {

Command Matrix::command() {
  return {
      .operands = "--roster FILE",
      .summary = "every unit against every other; --battle: who wins",
      .introduction = "Every unit of a roster against every other; whole battles are ranked, too.",
      .examples = {{"matrix --roster examples/magewinds.toml --show attacker.damage.mean",
                    "mean damage"},
                   {"matrix --roster examples/magewinds.toml --battle", "who wins, and a ranking"}},
      .answer = answering(answer_matrix),
      .on_page = true};
}

Command Sweep::command() {
  return {.operands = "A [B] --vary KEY=LO..HI",
          .summary = "the same fight over ranges of stats",
          .introduction =
              "A fight or battle for every value of stats or keys; --against: over a roster.",
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
      .operands = "[A [B]]",
      .summary = "what one more point of each stat is worth",
      .introduction =
          "What one point more, and one less, of each stat of the attacker changes; against one "
          "unit, or on average over the roster of --against. Without units, of every unit of "
          "the roster, against its own roster or that of --against.",
      .examples = {{"value --roster examples/magewinds.toml Wizard Guardian --show win",
                    "against one"},
                   {"value --roster examples/designer/dwethia-skirmish.toml --points",
                    "a roster, in points too"}},
      .answer = answering(answer_value),
      .on_page = true};
}

Command Tune::command() {
  return {
      .operands = "A [B] --vary KEY=LO..HI --target Q=VALUE",
      .summary = "the stat that gives the wanted odds",
      .introduction = "Which value of a stat or key, or of a pair, comes nearest to the target.",
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
