#include "core/ask/question.h"

#include <fmt/format.h>

#include <limits>

#include "core/answer/quantity.h"
#include "core/ask/sequence_question.h"
#include "core/numbers/limits.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

template <class Number>
Number read(const std::string& text, const std::string& where, Limits<Number> limits) {
  const auto value = read_number<Number>(text);
  if (value && limits.allow(*value)) return *value;
  throw InputError(fmt::format("{} is '{}' but must be {} from {} to {}", where, text.substr(0, 60),
                               std::is_integral_v<Number> ? "a whole number" : "a number",
                               limits.least, limits.most));
}

EngineChoice read_engine(const std::string& text, const std::string& where) {
  if (text == "auto") return EngineChoice::automatic;
  if (text == "exact") return EngineChoice::exact;
  if (text == "sim") return EngineChoice::sim;
  throw InputError(where + ": " + unknown_name("word", text, {"auto", "exact", "sim"}));
}

using Text = const std::string&;

ChunkRange read_chunks(const std::string& text, const std::string& where) {
  const auto dots = text.find("..");
  const auto first = read_number<std::uint64_t>(std::string_view(text).substr(0, dots));
  const auto last = dots == std::string::npos
                        ? first
                        : read_number<std::uint64_t>(std::string_view(text).substr(dots + 2));
  constexpr std::uint64_t most = limits_of_trials.most;
  if (first && last && *first <= *last && *last < most) return {*first, *last};
  throw InputError(fmt::format("{} is '{}' but must be FIRST..LAST, chunks counted from 0", where,
                               text.substr(0, 60)));
}

const std::vector<OptionSpec> options{
    {"roster", "FILE", "roster with the units; else WARODDS_ROSTER", false,
     [](Question& q, Text value, Text) { q.roster.path = value; }},
    {"ignore", "COL,...", "columns of a .csv roster to leave out", true,
     [](Question& q, Text value, Text) {
       for (const std::string& column : split(value, ',')) {
         for (RosterSource* source : {&q.roster, &q.against, &q.old}) {
           source->ignored.push_back(column);
         }
       }
     }},
    {"system", "NAME", "combat system, where there is no roster", false,
     [](Question& q, Text value, Text) { q.system = value; }},
    {"with", "KEY=VALUE", "sets the situation; repeatable", true,
     [](Question& q, Text value, Text where) {
       q.situation.push_back(parse_setting(value, where));
     }},
    {"set", "SIDE.KEY=VALUE", "overrides a stat, e.g. attacker.hp=3; repeatable", true,
     [](Question& q, Text value, Text where) { q.stats.push_back(parse_setting(value, where)); }},
    {"by", "UNIT", "an attacker; repeatable, in order; also 'UNIT with KEY=VALUE,...', damage=1d6",
     true,
     [](Question& q, Text value, Text) {
       q.by.push_back(parse_step(value, fmt::format("step {}", q.by.size() + 1)));
     }},
    {"orders", "", "try every order of the attackers, at most 7", false,
     [](Question& q, Text, Text) { q.orders = true; }},
    {"rounds", "N", "rounds of a battle at most; of best play: 20", false,
     [](Question& q, Text value, Text where) { q.rounds = read(value, where, limits_of_rounds); }},
    {"policy", "SIDE=best", "a side, or both=best, plays as solve says", true,
     [](Question& q, Text value, Text) { q.policy.push_back(value); }},
    {"battle", "", "whole battles, not fights", false,
     [](Question& q, Text, Text) { q.battle = true; }},
    {"ranking", "", "only the order of strength, over whole battles", false,
     [](Question& q, Text, Text) { q.battle = q.ranking = true; }},
    {"budget", "POINTS", "each side is bought for so many points", false,
     [](Question& q, Text value, Text where) {
       q.budget = read<double>(value, where, {1e-6, 1e9});
     }},
    {"payoff", "NAME", "what is played for: damage, kills, win, ...", false,
     [](Question& q, Text value, Text) { q.payoff = value; }},
    {"verify", "", "play the solution with dice, and every deviation", false,
     [](Question& q, Text, Text) { q.verify = true; }},
    {"show", "Q,...", "quantities: attacker.damage.mean, win; or help", false,
     [](Question& q, Text value, Text) { q.show = value; }},
    {"vary", "KEY=LO..HI[:STEP]",
     "a stat (attacker.hp) or key; repeatable; also KEY=A,B,...; balance: hp=LO..HI, of all", true,
     [](Question& q, Text value, Text) { q.vary.push_back(value); }},
    {"target", "Q=VALUE", "what it should be: win=50%; balance: 50%", false,
     [](Question& q, Text value, Text) { q.target = value; }},
    {"within", "W", "so far off is near enough; default 0.05", false,
     [](Question& q, Text value, Text where) {
       const auto share = read_share(value);
       if (!share || *share < 0 || *share > 0.5) {
         throw InputError(fmt::format("{} is '{}' but must be from 0 to 0.5, or 50%", where,
                                      value.substr(0, 60)));
       }
       q.within = *share;
     }},
    {"changes", "N", "most points that stats may move by", false,
     [](Question& q, Text value, Text where) {
       q.changes = read<int>(value, where, {0, 10'000});
     }},
    {"keep", "NAME", "the unit whose price stays", false,
     [](Question& q, Text value, Text) { q.keep = value; }},
    {"step", "N", "prices are multiples of N; default 1", false,
     [](Question& q, Text value, Text where) {
       q.step = read<int>(value, where, {1, 100'000});
     }},
    {"against", "FILE", "roster of the opponents", false,
     [](Question& q, Text value, Text) { q.against.path = value; }},
    {"field", "FILE", "roster of the opponents, who stay", false,
     [](Question& q, Text value, Text) { q.against.path = value; }},
    {"engine", "auto|exact|sim", "auto: exact if it fits the time limit", false,
     [](Question& q, Text value, Text where) { q.engine.choice = read_engine(value, where); }},
    {"time-limit", "SECONDS", "default 5", false,
     [](Question& q, Text value, Text where) {
       q.engine.time_limit = read(value, where, limits_of_time);
     }},
    {"trials", "N", "of a simulation; default 1000000", false,
     [](Question& q, Text value, Text where) {
       q.engine.trials = read(value, where, limits_of_trials);
     }},
    {"precision", "P", "until every probability is known to within P", false,
     [](Question& q, Text value, Text where) {
       q.engine.precision = read(value, where, limits_of_precision);
     }},
    {"confidence", "C", "of simulated half-widths; default 0.99", false,
     [](Question& q, Text value, Text where) {
       q.engine.confidence = read(value, where, limits_of_confidence);
     }},
    {"seed", "S", "of a simulation; default 1", false,
     [](Question& q, Text value, Text where) {
       q.engine.seed =
           read<std::uint64_t>(value, where, {0, std::numeric_limits<std::uint64_t>::max()});
     }},
    {"chunks", "FIRST..LAST", "this part of a simulation only, for merge", false,
     [](Question& q, Text value, Text where) { q.engine.chunks = read_chunks(value, where); }},
    {"threads", "N", "default: all", false,
     [](Question& q, Text value, Text where) {
       q.engine.threads = read(value, where, limits_of_threads);
     }},
};

}  // namespace

const std::vector<OptionSpec>& all_options() { return options; }

const OptionSpec* find_option(std::string_view name) {
  for (const OptionSpec& option : options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

void require_consistent(const Question& question) {
  const EngineSettings& engine = question.engine;
  if (engine.trials && engine.precision) {
    throw InputError(
        "--trials and --precision contradict each other: give how many trials, or how "
        "precise, not both");
  }
  if (engine.chunks && (engine.precision || engine.choice == EngineChoice::exact)) {
    throw InputError(
        "--chunks is a part of a simulation of so many --trials: it goes neither with --precision "
        "nor with --engine exact");
  }
  if (engine.chunks && question.orders) {
    throw InputError("--chunks is a part of one simulation, and --orders asks for many");
  }
  if (engine.choice == EngineChoice::exact && (engine.trials || engine.precision)) {
    throw InputError("--trials and --precision belong to simulation; --engine exact needs neither");
  }
}

}  // namespace warodds
