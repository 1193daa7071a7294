#include "cli/arguments.h"

#include <fmt/format.h>

#include <fmt/ranges.h>
#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/matchup/field.h"
#include "core/numbers/limits.h"
#include "core/rules/error.h"

namespace warodds::cli {
namespace {

namespace po = boost::program_options;

// Values are taken as text and read here, so that every error names the option, what was found and
// what is allowed.
struct Texts {
  std::string engine = "auto";
  std::string format = "text";
  std::string trials, precision, confidence, seed, threads, time_limit, rounds;
};

template <class Number>
Number read(const std::string& option, const std::string& text, const Limits<Number>& limits) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || stop != end || !limits.allow(value)) {
    throw InputError(fmt::format(
        "{} is '{}' but must be {} from {} to {}", option, text.substr(0, 60),
        std::is_integral_v<Number> ? "a whole number" : "a number", limits.least, limits.most));
  }
  return value;
}

template <class Enum>
Enum read_word(const std::string& option, const std::string& text,
               const std::vector<std::pair<std::string, Enum>>& words) {
  std::vector<std::string> names;
  for (const auto& [word, value] : words) {
    if (word == text) return value;
    names.push_back(word);
  }
  throw InputError(option + ": " + unknown_name("word", text, names));
}

po::options_description visible(Arguments& arguments, Texts& texts) {
  po::options_description units("Units and situation", 79, 44);
  units.add_options()                                                                        //
      ("roster", po::value(&arguments.roster)->value_name("FILE"), "roster with the units")  //
      ("system", po::value(&arguments.system)->value_name("NAME"),
       "combat system, where there is no roster")  //
      ("with", po::value(&arguments.with)->value_name("KEY=VALUE"),
       "sets the situation; repeatable")  //
      ("set", po::value(&arguments.set)->value_name("SIDE.KEY=VALUE"),
       "overrides a stat, e.g. attacker.hp=3; repeatable");
  po::options_description battles("Battles and best play", 79, 44);
  battles.add_options()  //
      ("rounds", po::value(&texts.rounds)->value_name("N"),
       "most rounds of a battle; without it, to the end (best play: 20)")  //
      ("policy", po::value(&arguments.policy)->value_name("SIDE=best"),
       "in a battle, a side plays as solve says; repeatable")  //
      ("battle", po::bool_switch(&arguments.battle),
       "check, matrix: whole battles, not fights")  //
      ("payoff", po::value(&arguments.payoff)->value_name("NAME"),
       "solve: what is played for: damage, kills, win, ...")  //
      ("verify", po::bool_switch(&arguments.verify),
       "solve: play the solution with dice, and every deviation");
  po::options_description many("For designers", 79, 44);
  many.add_options()  //
      ("show", po::value(&arguments.show)->value_name("Q,..."),
       "quantities, e.g. attacker.damage.mean, defender.kills>=3, win")  //
      ("vary", po::value(&arguments.vary)->value_name("KEY=LO..HI[:STEP]"),
       "sweep, tune: a stat (attacker.hp) or key; repeatable; also KEY=A,B,...")  //
      ("target", po::value(&arguments.target)->value_name("Q=VALUE"),
       "tune: the quantity and what it should be")  //
      ("against", po::value(&arguments.against)->value_name("FILE"),
       "matrix, value: roster of the defenders")  //
      ("wide", po::bool_switch(&arguments.wide), "matrix: CSV as a square sheet");
  po::options_description engine("Engine", 79, 44);
  engine.add_options()  //
      ("engine", po::value(&texts.engine)->value_name("auto|exact|sim"),
       "auto: exact if it fits the time limit")                                                  //
      ("time-limit", po::value(&texts.time_limit)->value_name("SECONDS"), "default 5")           //
      ("trials", po::value(&texts.trials)->value_name("N"), "of a simulation; default 1000000")  //
      ("precision", po::value(&texts.precision)->value_name("P"),
       "simulate until every probability is known to within P")  //
      ("confidence", po::value(&texts.confidence)->value_name("C"),
       "of simulated half-widths; default 0.99")                                       //
      ("seed", po::value(&texts.seed)->value_name("S"), "of a simulation; default 1")  //
      ("threads", po::value(&texts.threads)->value_name("N"), "default: all");
  po::options_description output("Output", 79, 44);
  output.add_options()                                                                   //
      ("format", po::value(&texts.format)->value_name("text|csv|json"), "default text")  //
      ("output", po::value(&arguments.output)->value_name("FILE"),
       "write to a file instead of the terminal")                                         //
      ("ascii", po::bool_switch(&arguments.ascii), "no characters beyond ASCII in text")  //
      ("help,h", po::bool_switch(&arguments.help), "this help")                           //
      ("version", po::bool_switch(&arguments.version), "the version");
  po::options_description all;
  all.add(units).add(battles).add(many).add(engine).add(output);
  return all;
}

[[noreturn]] void rethrow(const po::error& error) {
  if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
    Arguments arguments;
    Texts texts;
    std::vector<std::string> names;
    const po::options_description known = visible(arguments, texts);
    for (const auto& option : known.options()) {
      names.push_back("--" + option->long_name());
    }
    throw InputError(unknown_name("option", unknown->get_option_name(), names));
  }
  throw InputError(error.what());
}

void require_consistent(const Arguments& arguments) {
  if (arguments.trials && arguments.precision) {
    throw InputError(
        "--trials and --precision contradict each other: give how many trials, or how "
        "precise, not both");
  }
  if (arguments.engine == Engine::exact && (arguments.trials || arguments.precision)) {
    throw InputError("--trials and --precision belong to simulation; --engine exact needs neither");
  }
  const auto belongs = [&](bool given, const char* option, std::initializer_list<const char*> to) {
    const auto is_command = [&](const char* name) { return arguments.command == name; };
    if (!given || std::any_of(to.begin(), to.end(), is_command)) return;
    throw InputError(fmt::format("{} belongs to {}", option, fmt::join(to, " and ")));
  };
  const bool checks_battle = arguments.command == "check" && arguments.battle;
  belongs(arguments.battle, "--battle", {"check", "matrix"});
  if (!checks_battle) {
    belongs(arguments.rounds.has_value(), "--rounds",
            {"battle", "solve", "matrix", "sweep", "value", "tune", "check --battle"});
    belongs(!arguments.policy.empty(), "--policy", {"battle", "check --battle"});
  }
  belongs(!arguments.show.empty(), "--show", {"matrix", "sweep", "value"});
  belongs(!arguments.vary.empty(), "--vary", {"sweep", "tune"});
  belongs(!arguments.target.empty(), "--target", {"tune"});
  belongs(!arguments.against.empty(), "--against", {"matrix", "value"});
  belongs(arguments.wide, "--wide", {"matrix"});
  belongs(!arguments.payoff.empty(), "--payoff", {"solve"});
  belongs(arguments.verify, "--verify", {"solve"});
}

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv) {
  Arguments arguments;
  Texts texts;
  po::options_description all;
  all.add(visible(arguments, texts));
  std::vector<std::string> words;
  all.add_options()("word", po::value(&words));
  po::positional_options_description positional;
  positional.add("word", -1);
  po::variables_map given;
  try {
    using style = po::command_line_style::style_t;
    po::store(po::command_line_parser(argc, argv)
                  .options(all)
                  .positional(positional)
                  .style(style::unix_style & ~style::allow_guessing)
                  .run(),
              given);
    po::notify(given);
  } catch (const po::error& error) {
    rethrow(error);
  }
  if (!words.empty()) {
    arguments.command = words.front();
    arguments.operands.assign(words.begin() + 1, words.end());
  }

  arguments.engine = read_word<Engine>(
      "--engine", texts.engine,
      {{"auto", Engine::automatic}, {"exact", Engine::exact}, {"sim", Engine::sim}});
  arguments.format =
      read_word<Format>("--format", texts.format,
                        {{"text", Format::text}, {"csv", Format::csv}, {"json", Format::json}});
  const auto has = [&](const char* option) { return given.count(option) > 0; };
  if (has("trials")) {
    arguments.trials = read<std::uint64_t>("--trials", texts.trials, limits_of_trials);
  }
  if (has("precision"))
    arguments.precision = read("--precision", texts.precision, limits_of_precision);
  if (has("confidence")) {
    arguments.confidence = read("--confidence", texts.confidence, limits_of_confidence);
  }
  if (has("seed")) {
    arguments.seed =
        read<std::uint64_t>("--seed", texts.seed, {0, std::numeric_limits<std::uint64_t>::max()});
  }
  if (has("threads")) arguments.threads = read("--threads", texts.threads, limits_of_threads);
  if (has("rounds")) arguments.rounds = read("--rounds", texts.rounds, limits_of_rounds);
  if (has("time-limit")) {
    arguments.time_limit = read("--time-limit", texts.time_limit, limits_of_time);
  }
  require_consistent(arguments);
  return arguments;
}

std::string describe_options() {
  Arguments arguments;
  Texts texts;
  std::ostringstream text;
  text << visible(arguments, texts);
  return text.str();
}

}  // namespace warodds::cli
