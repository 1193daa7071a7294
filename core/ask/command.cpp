#include "core/ask/command.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ask/answers.h"
#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"

namespace warodds {
namespace {

using Options = std::vector<std::string_view>;

Options operator+(Options names, const Options& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

const Options of_units{"roster", "ignore", "system", "with", "set"};
const Options of_both_engines{"time-limit", "trials", "precision", "confidence", "seed", "threads"};
const Options of_engines = Options{"engine"} + of_both_engines;
/// Of commands that may be one simulation.
const Options of_chunks{"chunks"};

const std::vector<CommandSpec> commands{
    {"systems",
     "[SYSTEM]",
     "the combat systems; every stat and key of one",
     "Lists the combat systems. With the name of one: every stat and ability of its units "
     "and every key of the situation, with meaning, range and default.",
     {},
     {{"systems", "the four systems"}, {"systems raiders-of-arcana", "all there is to say in one"}},
     answer_systems},
    {"units",
     "--roster FILE",
     "the units of a roster",
     "Lists the units of a roster with all stats that are not at their default. "
     "As CSV it writes a roster for spreadsheets, which every command reads.",
     {"roster", "ignore", "system"},
     {{"units --roster examples/magewinds.toml", "who is in the roster"},
      {"units --roster examples/magewinds.toml --format csv", "the same as a spreadsheet"}},
     answer_units},
    {"quantities",
     "[SYSTEM]",
     "what --show and --target can name",
     "Lists the quantities of fights and battles that a system reports. SIDE is attacker "
     "or defender; N is a whole number.",
     {},
     {{"quantities magewinds", "of one system"}, {"quantities", "of all"}},
     answer_quantities},
    {"fight",
     "ATTACKER DEFENDER",
     "hits, damage, kills and odds of one fight",
     "One attack, exchange or round: how many hits, how much damage, who falls, and how "
     "likely the target is destroyed, for both sides.",
     of_units + Options{"show"} + of_engines + of_chunks,
     {{"fight --roster examples/raiders-of-arcana.toml \"Human Warriors\" \"Goblin Mob\"",
       "two units of a roster"},
      {"fight --system arcane-legions red=6 white=4,hp=2 --with defender-side=grey",
       "two units without a roster"}},
     answer_fight},
    {"sequence",
     "TARGET --by UNIT ...",
     "several attackers on one target",
     "How likely each attacker is still needed, what is left of the target after it, and "
     "what that costs. --orders says in which order they should come.",
     Options{"roster", "system", "by", "orders", "with", "ignore"} + of_engines + of_chunks,
     {{"sequence --roster examples/arcane-legions.toml \"Iron Cohort\" --by \"Dune Archers with "
       "mode=ranged\" --by \"Dune Raiders\"",
       "first arrows, then blades"},
      {"sequence --roster examples/raiders-of-arcana.toml \"Cave Troll\" --by \"Goblin Mob\" --by "
       "\"Human Warriors\" --by damage=1d6 --orders",
       "who should go first, and when to throw the fire"}},
     answer_sequence},
    {"battle",
     "A B",
     "round after round until one side is gone",
     "Who wins, how long it takes and what is left, if both go on until one side is gone, "
     "nothing more can happen, or --rounds is reached.",
     of_units + Options{"show", "rounds", "policy", "budget"} + of_engines + of_chunks,
     {{"battle --roster examples/magewinds.toml Wizard Guardian --with choice=heavy", "to the end"},
      {"battle --roster examples/raiders-of-arcana.toml \"Human Warriors\" \"Goblin Mob\" --set "
       "attacker.fatigue=0 "
       "--set defender.fatigue=0 --rounds 4",
       "four rounds, nobody tires"}},
     answer_battle},
    {"solve",
     "A B",
     "best play where the rules leave a choice",
     "What both sides should choose, with which odds where they should mix, what that is "
     "worth, and what one loses who always chooses the same.",
     of_units + Options{"payoff", "rounds", "verify"} + of_engines,
     {{"solve --roster examples/magewinds.toml Wizard Guardian", "heavy, light or feint?"},
      {"solve --roster examples/raiders-of-arcana.toml \"Human Warriors\" \"Goblin Mob\" --payoff "
       "kills",
       "how to split the dice"}},
     answer_solve},
    {"matrix",
     "--roster FILE",
     "every unit against every other; --battle: who wins",
     "Puts every unit of a roster against every other, or against those of --against. "
     "Whole battles are ranked: odds, ratings, who is better in every match-up.",
     Options{"roster", "ignore", "system", "against", "battle", "ranking", "budget", "show", "with",
             "set", "rounds", "policy"} +
         of_engines,
     {{"matrix --roster examples/magewinds.toml --show attacker.damage.mean", "mean damage"},
      {"matrix --roster examples/magewinds.toml --battle", "who wins, and a ranking"}},
     answer_matrix},
    {"sweep",
     "A [B] --vary KEY=LO..HI",
     "the same fight over ranges of stats",
     "The same fight or battle for every value of a stat or key, or of several; against one "
     "unit, or on average over the roster of --against.",
     of_units + Options{"vary", "against", "budget", "show", "rounds", "policy"} + of_engines,
     {{"sweep --roster examples/magewinds.toml Wizard Guardian --vary defender.armour=0..4",
       "what armour does"},
      {"sweep --roster examples/magewinds.toml Wizard Guardian --vary choice=light,heavy --show "
       "win",
       "a choice, over whole battles"}},
     answer_sweep},
    {"value",
     "[A [B]]",
     "what one more point of each stat is worth",
     "What one point more, and one less, of each stat of the attacker changes; against one "
     "unit, or on average over the roster of --against. Without units, of every unit of the "
     "roster, against its own roster or that of --against.",
     of_units + Options{"against", "budget", "show", "rounds", "policy"} + of_engines,
     {{"value --roster examples/magewinds.toml Wizard Guardian --show win", "against one"},
      {"value --roster examples/magewinds.toml Wizard --against examples/magewinds.toml",
       "against a roster"}},
     answer_value},
    {"tune",
     "A [B] --vary KEY=LO..HI --target Q=VALUE",
     "the stat that gives the wanted odds",
     "Tries every value of one stat or key, or of a pair, and says which comes nearest to "
     "the target; against one unit, or on average over the roster of --against.",
     of_units + Options{"vary", "target", "against", "budget", "rounds", "policy"} + of_engines,
     {{"tune --roster examples/magewinds.toml Wizard Guardian --vary attacker.toughness=1..12 "
       "--target win=0.5",
       "an even battle"},
      {"tune --roster examples/magewinds.toml Wizard Guardian --vary defender.armour=0..6 --target "
       "attacker.damage.mean=1",
       "one damage on average"}},
     answer_tune},
    {"balance",
     "--roster FILE --vary KEY=LO..HI",
     "the fewest stat changes that make all units even",
     "Looks for the fewest points that stats must move by so that every unit beats others "
     "with the same odds. --output writes the roster with them.",
     Options{"roster", "ignore", "system", "field", "vary", "changes", "target", "within", "budget",
             "with", "set", "rounds"} +
         of_engines,
     {{"balance --roster examples/designer/magewinds.toml --vary toughness=3..20,armour=0..3",
       "toughness and armour may move"},
      {"balance --roster examples/designer/magewinds.toml --vary toughness=3..20 --field "
       "examples/magewinds.toml --within 10%",
       "against a field that stays"}},
     answer_balance,
     true},
    {"prices",
     "--roster FILE",
     "points at which units are even for the same budget",
     "Looks for points at which all units, bought for the same budget, beat others with "
     "even odds. --output writes the roster with them.",
     Options{"roster", "ignore", "system", "budget", "keep", "step", "with", "set", "rounds"} +
         of_engines,
     {{"prices --roster examples/raiders-of-arcana.toml --budget 500", "what each should cost"},
      {"prices --roster examples/designer/arcane-legions.toml --keep \"Bull Guard\" --step 5",
       "in steps of five, and one price stays"}},
     answer_prices,
     true},
    {"merge",
     "FILE ...",
     "a simulation from its parts",
     "Adds up what the parts of a simulation have counted, perhaps on many machines. Parts "
     "are written by fight, sequence and battle:\n\n"
     "  warodds fight A B --trials 1000000 --chunks 0..7 --output first.json\n"
     "  warodds fight A B --trials 1000000 --chunks 8..15 --output second.json\n"
     "  warodds merge first.json second.json\n\n"
     "The answer is that of the whole simulation, byte for byte. Parts of another question, "
     "seed or version are refused, and chunks that are missing or there twice.",
     {},
     {},
     answer_merge},
    {"compare",
     "OLD NEW",
     "two versions of a roster: stats, odds and ranks",
     "Which units came and went, which stats changed, and what that did to odds and ranks.",
     Options{"ignore", "system", "budget", "with", "set", "rounds"} + of_engines,
     {{"compare examples/magewinds.toml examples/designer/magewinds.toml", "the old, the new"},
      {"compare examples/designer/arcane-legions.toml examples/designer/arcane-legions.toml "
       "--budget 70",
       "with units bought for the same points"}},
     answer_compare},
    {"explain",
     "ATTACKER DEFENDER",
     "how the dice and target numbers came about",
     "Every step from the stats to the dice on the table, each with its rule.",
     of_units,
     {{"explain --roster examples/magewinds.toml Wizard Guardian --with cover=yes", "step by step"},
      {"explain --system dwethia-skirmish martial=5 martial=4", "without a roster"}},
     answer_explain},
    {"check",
     "ATTACKER DEFENDER, or TARGET --by UNIT ...",
     "the same fight on both engines, compared",
     "Puts the same fight (with --battle: battle; with --by: sequence) to both engines "
     "and compares their answers by chi-square. Exits with 1 if they disagree.",
     of_units + Options{"battle", "by", "rounds", "policy"} + of_both_engines,
     {{"check --battle --roster examples/magewinds.toml Wizard Guardian --trials 100000",
       "a battle"},
      {"check --roster examples/raiders-of-arcana.toml \"Cave Troll\" --by \"Goblin Mob\" --by "
       "damage=1d6",
       "a sequence"}},
     answer_check},
};

}  // namespace

const std::vector<CommandSpec>& all_commands() { return commands; }

const CommandSpec& find_command(std::string_view name, const std::vector<std::string>& others) {
  for (const CommandSpec& command : commands) {
    if (command.name == name) return command;
  }
  std::vector<std::string> names = others;
  for (const CommandSpec& command : commands) names.emplace_back(command.name);
  throw InputError(unknown_name("command", name, names));
}

bool takes(const CommandSpec& command, std::string_view option) {
  return std::find(command.options.begin(), command.options.end(), option) != command.options.end();
}

std::string owners_of_option(std::string_view option) {
  std::vector<std::string> owners;
  for (const CommandSpec& command : commands) {
    if (takes(command, option)) owners.emplace_back(command.name);
  }
  std::string list;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    list += (i == 0 ? "" : i + 1 == owners.size() ? " and " : ", ") + owners[i];
  }
  return fmt::format("--{} belongs to {}", option, list);
}

Report answer(const Question& question, const Engines& engines, const Watch& watch) {
  require_consistent(question);
  const ThreadsInUse threads(question.engine.threads);
  const CommandSpec& command = find_command(question.command);
  if (question.engine.chunks && !question.engine.tallies) {
    return answer_part(question, engines, watch);
  }
  if (question.show == "help" || question.target == "help") {
    Question about = question;
    about.topic = system_of(question, load(question.roster, question.system).get());
    return answer_quantities(about, engines, watch);
  }
  return command.answer(question, engines, watch);
}

bool is_failure(const Report& report) {
  if (const auto* part = std::get_if<PartReport>(&report)) return !part->cut_short.empty();
  if (const auto* check = std::get_if<CheckReport>(&report)) return !check->agreement.agrees;
  if (const auto* solve = std::get_if<SolveReport>(&report)) {
    return solve->verification && !solve->verification->holds;
  }
  return false;
}

}  // namespace warodds
