#include "core/ask/option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/answer/quantity.h"
#include "core/ask/json_writer.h"
#include "core/ask/sequence_question.h"
#include "core/numbers/limits.h"
#include "core/roster/side_text.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Where = const std::string&;

/// What is quoted of a value that is refused.
std::string quoted(const Given& given) { return shown(text_of(given)); }

/// The number that is given; nothing if it is none, or another kind of number.
template <class Number>
std::optional<Number> number_of(const Given& given) {
  return std::visit(
      [](const auto& value) -> std::optional<Number> {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::string>) {
          return read_number<Number>(value);
        } else if constexpr (std::is_floating_point_v<Number>) {
          return static_cast<Number>(value);
        } else if constexpr (std::is_integral_v<Value>) {
          if (std::in_range<Number>(value)) return static_cast<Number>(value);
        } else if (value == std::floor(value) && std::abs(value) < 0x1p53) {
          const auto whole = static_cast<std::int64_t>(value);
          if (std::in_range<Number>(whole)) return static_cast<Number>(whole);
        }
        return std::nullopt;
      },
      given);
}

template <class Number>
Number read(const Given& given, Where where, Limits<Number> limits) {
  const auto value = number_of<Number>(given);
  if (value && limits.allow(*value)) return *value;
  throw InputError(fmt::format("{} is '{}' but must be {} from {} to {}", where, quoted(given),
                               std::is_integral_v<Number> ? "a whole number" : "a number",
                               limits.least, limits.most));
}

// Ways to read into a part of a question, and to write what it says.

template <class Part, class Read>
auto in_part(Read read) {
  return [read](Question& question, const Given& given, Where where) {
    Part* part = part_of<Part>(question);
    if (part == nullptr) throw std::logic_error("an option that this question has no place for");
    read(*part, given, where);
  };
}

template <class Value>
void write(JsonWriter& json, std::string_view key, const Value& value) {
  json.member(key, value);
}
template <class Value>
void write(JsonWriter& json, std::string_view key, const std::optional<Value>& value) {
  json.member(key, *value);
}
/// KEY=VALUE with the separator at `place`, as a member.
void write_pair(JsonWriter& json, const std::string& text, std::size_t place) {
  if (place == std::string::npos) throw InputError("'" + shown(text) + "' is not KEY=VALUE");
  json.member(text.substr(0, place), text.substr(place + 1));
}
void write(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.object(key, [&] {
    for (const std::string& text : texts) write_pair(json, text, text.find('='));
  });
}

/// Writes value_of(part) where a question that says nothing has another.
template <class Part, class ValueOf>
auto out_of_part(ValueOf value_of) {
  return [value_of](JsonWriter& json, std::string_view key, const Question& question) {
    const Part* part = part_of<Part>(question);
    if (part != nullptr && value_of(*part) != value_of(Part{})) write(json, key, value_of(*part));
  };
}

template <class Part>
Access into(void (*read)(Part& part, const Given& given, Where where)) {
  return {in_part<Part>(read)};
}

template <class Part>
Access flag(bool Part::*member) {
  return {in_part<Part>([member](Part& part, const Given&, Where) { part.*member = true; }),
          out_of_part<Part>(std::mem_fn(member))};
}

template <class Part>
Access text(std::string Part::*member) {
  return {in_part<Part>(
              [member](Part& part, const Given& given, Where) { part.*member = text_of(given); }),
          out_of_part<Part>(std::mem_fn(member))};
}

/// Text that must say something.
template <class Part>
Access words(std::string Part::*member) {
  Access access = text(member);
  access.read = [read = access.read](Question& question, const Given& given, Where where) {
    read(question, given, where);
    if (trim(text_of(given)).empty()) throw InputError(where + " is empty");
  };
  return access;
}

template <class Part>
Access texts(std::vector<std::string> Part::*member) {
  return {in_part<Part>([member](Part& part, const Given& given, Where) {
            (part.*member).push_back(text_of(given));
          }),
          out_of_part<Part>(std::mem_fn(member))};
}

/// Texts that JSON writes as a list: several may begin with the same key.
template <class Part>
Access listed(std::vector<std::string> Part::*member) {
  return {in_part<Part>([member](Part& part, const Given& given, Where) {
            (part.*member).push_back(text_of(given));
          }),
          [member](JsonWriter& json, std::string_view key, const Question& question) {
            const Part* part = part_of<Part>(question);
            if (part == nullptr || (part->*member).empty()) return;
            json.array(key, part->*member, [&](const std::string& one) { json.value(one); });
          }};
}

void read_with(questions::OfUnits& units, const Given& given, Where where) {
  const std::string text = text_of(given);
  const std::string meant = text.find('=') == std::string::npos ? setting_meant(text) : "";
  if (!meant.empty()) {
    throw InputError(fmt::format("{0}: '{1}' is not of the form key=value; did you mean {0} {2}?",
                                 where, text, meant));
  }
  for (Setting& setting : parse_with(text, where)) units.situation.push_back(std::move(setting));
}

/// A comma before a side and a key begins the next one.
void read_set(questions::OfUnits& units, const Given& given, Where where) {
  std::string one;
  const auto take = [&] {
    if (!one.empty()) units.stats.push_back(parse_setting(trim(one), where));
    one.clear();
  };
  const std::string text = text_of(given);
  for (const std::string& part : split(text, ',')) {
    const std::string begin = lower(trim(part));
    const bool of_side = begin.starts_with("attacker") || begin.starts_with("defender");
    // A unit's name in brackets may hold anything.
    const bool begins = of_side || text.find('[') == std::string::npos;
    if (begins && part.find('=') != std::string::npos) take();
    one += (one.empty() ? "" : ",") + part;
  }
  one.empty() ? units.stats.push_back(parse_setting(text, where)) : take();
}

template <class Part>
Access file(RosterSource Part::*member) {
  return {in_part<Part>([member](Part& part, const Given& given, Where) {
            (part.*member).path = text_of(given);
          }),
          {},
          [](std::string_view value) { return value; }};
}

/// Texts, or files with such texts in them.
template <class Part>
Access listed_or_file(std::vector<std::string> Part::*member,
                      std::string_view (*path_in)(std::string_view)) {
  Access access = listed(member);
  access.path_in = path_in;
  return access;
}

template <class Part, class Member, class Number>
Access number(Member Part::*member, Limits<Number> limits) {
  return {in_part<Part>([member, limits](Part& part, const Given& given, Where where) {
            part.*member = read(given, where, limits);
          }),
          out_of_part<Part>(std::mem_fn(member))};
}

template <class Member, class Number>
Access of_engine(Member EngineSettings::*member, Limits<Number> limits) {
  using questions::ByEngine;
  return {in_part<ByEngine>([member, limits](ByEngine& by, const Given& given, Where where) {
            by.engine.*member = read(given, where, limits);
          }),
          out_of_part<ByEngine>([member](const ByEngine& by) { return by.engine.*member; })};
}

/// A time limit that is given is one of the whole command.
Access of_time(Access access) {
  const auto read_seconds = access.read;
  access.read = [read_seconds](Question& question, const Given& given, Where where) {
    read_seconds(question, given, where);
    part_of<questions::ByEngine>(question)->engine.limits_all = true;
  };
  return access;
}

void read_ignored(Question& question, const Given& given, Where) {
  for (const std::string& column : split(text_of(given), ',')) {
    for (RosterSource* source : rosters_of(question)) source->columns.ignored.push_back(column);
  }
}

void read_column(Question& question, const Given& given, Where where) {
  const std::string text = text_of(given);
  const auto equals = text.rfind('=');
  const std::string header(trim(std::string_view(text).substr(0, equals)));
  const std::string key(equals == std::string::npos ? "" : trim(text.substr(equals + 1)));
  if (header.empty() || key.empty()) {
    throw InputError(fmt::format("{}: '{}' is not of the form HEADER=KEY, such as \"Cost=points\"",
                                 where, quoted(given)));
  }
  for (RosterSource* source : rosters_of(question)) source->columns.called.push_back({header, key});
}

/// Several settings may stand in one text: "as=3..8,arm=2..4", "choice=light,heavy,hp=1..3".
std::vector<std::string> settings_in(const std::string& text) {
  std::vector<std::string> settings;
  for (const std::string& part : split(text, ',')) {
    const bool is_whole = settings.empty() || settings.back().find('=') != std::string::npos;
    if (is_whole && (settings.empty() || part.find('=') != std::string::npos)) {
      settings.emplace_back(trim(part));
    } else {
      settings.back() += "," + part;
    }
  }
  return settings;
}

/// Settings in one text are read one by one.
Access one_by_one(Access access) {
  const auto read_one = access.read;
  access.read = [read_one](Question& question, const Given& given, Where where) {
    for (const std::string& one : settings_in(text_of(given))) read_one(question, one, where);
  };
  return access;
}

void read_vary(questions::Varied& varied, const Given& given, Where) {
  for (std::string& one : settings_in(text_of(given))) varied.vary.push_back(std::move(one));
}

void read_costs(questions::Balance& balance, const Given& given, Where) {
  for (std::string& one : settings_in(text_of(given))) balance.costs.push_back(std::move(one));
}

void read_step(questions::InSteps& steps, const Given& given, Where) {
  require_room_for_step(steps.by.size());
  steps.by.push_back(parse_step(text_of(given), fmt::format("step {}", steps.by.size() + 1)));
}

void read_budgets(questions::AtBudget& at, const Given& given, Where where) {
  constexpr Limits<double> limits{1e-6, 1e9};
  if (!std::holds_alternative<std::string>(given)) {
    at.budgets = {read(given, where, limits)};
    return;
  }
  at.budgets.clear();
  constexpr std::size_t most_budgets = 20;
  for (const std::string& one : split(std::get<std::string>(given), ',')) {
    const double points = read(Given(std::string(trim(one))), where, limits);
    if (std::find(at.budgets.begin(), at.budgets.end(), points) != at.budgets.end()) {
      throw InputError(fmt::format("{}: {:g} is there twice", where, points));
    }
    at.budgets.push_back(points);
  }
  if (at.budgets.size() > most_budgets) {
    throw InputError(fmt::format("{}: more than {} budgets", where, most_budgets));
  }
}

void write_budgets(JsonWriter& json, std::string_view key, const Question& question) {
  const auto* at = part_of<questions::AtBudget>(question);
  if (at == nullptr || at->budgets.empty()) return;
  if (at->budgets.size() == 1) return json.member(key, at->budgets.front());
  json.array(key, at->budgets, [&](double one) { json.value(one); });
}

void read_buying(questions::Buys& buys, const Given& given, Where where) {
  const std::string word = text_of(given);
  if (word != "mixed" && word != "whole") {
    throw InputError(where + ": " + unknown_name("word", word, {"mixed", "whole"}));
  }
  buys.buying = word == "mixed" ? Buying::mixed : Buying::whole;
}

std::string buying_of(const questions::Buys& buys) { return std::string(word_of(buys.buying)); }

void read_within(questions::Near& near, const Given& given, Where where) {
  const auto* text = std::get_if<std::string>(&given);
  const auto share = text != nullptr ? read_share(*text) : number_of<double>(given);
  if (!share || *share < 0 || *share > 0.5) {
    throw InputError(
        fmt::format("{} is '{}' but must be from 0 to 0.5, or 50%", where, quoted(given)));
  }
  near.within = *share;
}

void read_for(questions::ForWhom& of, const Given& given, Where where) {
  const std::string word = text_of(given);
  if (word != "mean" && word != "choosers") {
    throw InputError(where + ": " + unknown_name("word", word, {"mean", "choosers"}));
  }
  of.even_for = word == "mean" ? EvenFor::mean : EvenFor::choosers;
}

std::string for_whom(const questions::ForWhom& of) { return std::string(word_of(of.even_for)); }

void read_engine(questions::ByEngine& by, const Given& given, Where where) {
  const std::string word = text_of(given);
  if (word == "auto") {
    by.engine.choice = EngineChoice::automatic;
  } else if (word == "exact") {
    by.engine.choice = EngineChoice::exact;
  } else if (word == "sim") {
    by.engine.choice = EngineChoice::sim;
  } else {
    throw InputError(where + ": " + unknown_name("word", word, {"auto", "exact", "sim"}));
  }
}

void read_chunks(questions::ByEngine& by, const Given& given, Where where) {
  const std::string range = text_of(given);
  const auto dots = range.find("..");
  const auto first = read_number<std::uint64_t>(std::string_view(range).substr(0, dots));
  const auto last = dots == std::string::npos
                        ? first
                        : read_number<std::uint64_t>(std::string_view(range).substr(dots + 2));
  constexpr std::uint64_t most = limits_of_trials.most;
  if (!first || !last || *first > *last || *last >= most) {
    throw InputError(fmt::format("{} is '{}' but must be FIRST..LAST, chunks counted from 0", where,
                                 quoted(given)));
  }
  by.engine.chunks = {*first, *last};
}

std::string engine_of(const questions::ByEngine& by) {
  const EngineChoice choice = by.engine.choice;
  return choice == EngineChoice::exact ? "exact" : choice == EngineChoice::sim ? "sim" : "auto";
}

void write_target(JsonWriter& json, std::string_view key, const Question& question) {
  const auto* aimed = part_of<questions::Aimed>(question);
  if (aimed == nullptr || aimed->target.empty()) return;
  json.object(key, [&] { write_pair(json, aimed->target, aimed->target.rfind('=')); });
}

constexpr bool repeatable = true;
constexpr bool once = false;

const std::vector<Option> options{
    {"roster", "FILE", "roster with the units; else WARODDS_ROSTER",
     file(&questions::OfRoster::roster)},
    {"ignore", "COL,...", "columns of a .csv roster to leave out", {read_ignored}, repeatable},
    {"column", "HEADER=KEY", "what one is: \"Cost=points\"; repeatable", {read_column}, repeatable},
    {"system",
     "NAME",
     "combat system, where there is no roster",
     {in_part<questions::OfRoster>(
         [](auto& of, const Given& given, Where) { of.system = system_meant(text_of(given)); })},
     once,
     complete_system},
    {"with", "KEY=VALUE", "sets the situation; repeatable", into(read_with), repeatable,
     complete_key},
    {"set", "[SIDE.]KEY=VALUE", "a stat: attacker.hp=3; hp=3: of both; repeatable", into(read_set),
     repeatable, complete_stat},
    {"by", "UNIT", "an attacker; repeatable, in order; also 'UNIT with KEY=VALUE,...', damage=1d6",
     into(read_step), repeatable, complete_unit},
    {"orders", "", "try every order of the attackers, at most 7",
     flag(&questions::InSteps::orders)},
    {"rounds", "N", "rounds of a battle at most; of best play: 20",
     number(&questions::InRounds::rounds, limits_of_rounds)},
    {"policy", "SIDE=best", "a side, or both=best, plays as solve says",
     one_by_one(texts(&questions::WithPolicy::policy)), repeatable, complete_policy},
    {"targets", "SIDE=POLICY", "weakest, spread, best...; SIDE[UNIT]=ENEMY",
     listed(&questions::WithConduct::targets), repeatable, complete_targets},
    {"activate", "SIDE=ORDER", "who acts first: weakest, strongest, random, best",
     one_by_one(listed(&questions::WithConduct::activate)), repeatable, complete_activation},
    {"armies",
     "",
     "the armies of the roster, not its units",  // JSON lists them, which says it, too.
     {flag(&questions::OfArmies::armies).read}},
    {"best", "", "beside it: what best play gives; text: if quick",
     flag(&questions::BestBeside::best)},
    {"battle", "", "whole battles, not fights", flag(&questions::FightOrBattle::battle)},
    {"ranking", "", "only the order of strength, over whole battles",
     flag(&questions::Matrix::ranking)},
    {"budget",
     "POINTS",
     "each side is bought for so many points",
     {in_part<questions::AtBudget>(read_budgets), write_budgets}},
    {"buy",
     "mixed|whole",
     "mixed: of two numbers, to spend just the budget",
     {in_part<questions::Buys>(read_buying), out_of_part<questions::Buys>(buying_of)}},
    {"points", "", "of a roster: what stats are worth in points", flag(&questions::Value::points)},
    {"payoff", "NAME", "what is played for: damage, kills, win, ...",
     text(&questions::Solve::payoff), once, complete_payoff},
    {"verify", "", "play the solution with dice, and every deviation",
     flag(&questions::Solve::verify)},
    {"show",
     "Q,...",
     "quantities: attacker.damage.mean, win; or help",
     text(&questions::Shown::show),
     once,
     complete_quantity,
     {{{"fight"}, "Q,...", "quantities, events: attacker.damage.mean; or help"},
      {{"battle"}, "Q,...", "quantities and events: win,rounds.mean; or help"},
      {{"sequence"}, "Q,...", "quantities and events: kills>=2; or help"}}},
    {"given",
     "EVENT",
     "only where it holds: 'win = attacker'",
     words(&questions::OfOutcomes::given),
     once,
     nullptr,
     {{{"fight"}, "EVENT", "only where it holds: 'attacker.kills >= 1'"},
      {{"sequence"}, "EVENT", "only where it holds: 'survivors <= 3'"}}},
    {"joint",
     "FACT,FACT",
     "both together: attacker.kills,rounds",
     words(&questions::OfOutcomes::joint),
     once,
     nullptr,
     {{{"fight"}, "FACT,FACT", "both together: attacker.kills,defender.kills"},
      {{"sequence"}, "FACT,FACT", "both together: kills,survivors"}}},
    {"observed", "FACT=N,...", "how lucky it was: attacker.kills=0",
     words(&questions::OfOutcomes::observed)},
    {"from", "FACT=N,...", "as things stand: attacker.survivors=3,rounds=1",
     words(&questions::Battle::from)},
    {"until", "EVENT", "stop when it holds: 'attacker.survivors <= 3'",
     words(&questions::FoughtUntil::until)},
    {"vary",
     "KEY=LO..HI",
     "stats that may move; also UNIT.KEY; repeatable",
     {into(read_vary).read, texts(&questions::Varied::vary).write},
     repeatable,
     complete_stat_or_key,
     {{{"sweep", "tune"}, "KEY=LO..HI", "also KEY=LO..HI:STEP, KEY=A,B; repeatable"}}},
    {"target",
     "Q=VALUE",
     "what it should be: win=50%",
     {text(&questions::Aimed::target).read, write_target},
     once,
     complete_quantity,
     {{{"balance"}, "ODDS", "of all against --field: 55%; default 50%"}}},
    {"within",
     "W",
     "so far off is near enough; default 0.05",
     {in_part<questions::Near>(read_within),
      out_of_part<questions::Near>(std::mem_fn(&questions::Near::within))}},
    {"for",
     "mean|choosers",
     "even against the mean, or who chooses to win",
     {in_part<questions::ForWhom>(read_for), out_of_part<questions::ForWhom>(for_whom)}},
    {"changes", "N", "most points that stats may move by",
     number(&questions::Balance::changes, Limits<int>{0, 10'000})},
    {"fixed", "NAME,...", "units that stay as they are; repeatable",
     listed(&questions::Balance::fixed), repeatable, complete_name},
    {"fixed-stats", "KEY", "KEY or UNIT.KEY that stays; repeatable",
     listed(&questions::Balance::fixed_stats), repeatable},
    {"wish", "TEXT", "'A beats B 60:40', or a table; repeatable",
     listed_or_file(&questions::Balance::wishes, file_of_wishes), repeatable},
    {"keep-order", "TEXT", "'A > B': A stays better than B; repeatable",
     listed(&questions::Balance::orders), repeatable},
    {"cost",
     "KEY=N",
     "what a point of a stat counts; repeatable",
     {into(read_costs).read, texts(&questions::Balance::costs).write},
     repeatable},
    {"solutions", "N", "so many sets of changes, if there are",
     number(&questions::Balance::solutions, Limits<int>{1, 1000})},
    {"keep", "NAME,...", "units whose prices stay; repeatable", listed(&questions::Prices::keep),
     repeatable, complete_name},
    {"total", "POINTS", "that all prices come to; else whatever they do",
     number(&questions::Prices::total, Limits<int>{1, 1'000'000'000})},
    {"step", "N", "prices are multiples of N; default 1",
     number(&questions::Prices::step, Limits<int>{1, 100'000})},
    {"most-units", "N", "units that an army has at most; default 3",
     number(&questions::Tournament::most_units, Limits<int>{1, 12})},
    {"old", "FILE", "an older version, to tell what changed", file(&questions::SinceOlder::older)},
    {"against", "FILE", "roster of the opponents", file(&questions::Against::against)},
    {"field", "FILE", "roster of the opponents, who stay", file(&questions::Against::against)},
    {"engine",
     "auto|exact|sim",
     "auto: exact if it fits the time limit",
     {in_part<questions::ByEngine>(read_engine), out_of_part<questions::ByEngine>(engine_of)}},
    {"time-limit", "SECONDS", "exact: default 5; if given, of the whole command",
     of_time(of_engine(&EngineSettings::time_limit, limits_of_time))},
    {"trials",
     "N",
     "of a simulation; default 1000000",
     of_engine(&EngineSettings::trials, limits_of_trials),
     once,
     nullptr,
     {{{"matrix", "sweep", "value", "tune", "prices", "balance", "compare", "report"},
       "N",
       "of each simulation; default 100000"},
      {{"tournament"}, "N", "of each simulation; default 10000"}}},
    {"precision", "P", "until every probability is known to within P",
     of_engine(&EngineSettings::precision, limits_of_precision)},
    {"confidence", "C", "of simulated half-widths; default 0.99",
     of_engine(&EngineSettings::confidence, limits_of_confidence)},
    {"seed", "S", "of a simulation; default 1",
     of_engine(&EngineSettings::seed,
               Limits<std::uint64_t>{0, std::numeric_limits<std::uint64_t>::max()})},
    {"chunks", "FIRST..LAST", "this part of a simulation only, for merge", into(read_chunks)},
    {"threads", "N", "default: all", {of_engine(&EngineSettings::threads, limits_of_threads).read}},
};

bool has_word(const FieldSpec& field, std::string_view word) {
  return std::any_of(field.words.begin(), field.words.end(),
                     [&](const auto& known) { return known.first == word; });
}

}  // namespace

std::string text_of(const Given& given) {
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, given);
}

std::string setting_meant(std::string_view word) {
  const std::string small = lower(trim(word));
  std::vector<std::string> meant;
  Systems::for_each([&](auto system) {
    for (const auto& field : decltype(system)::situation_fields()) {
      std::string setting;
      if (field.name == small) {
        setting = fmt::format("{}={}", field.name, field.is_flag() ? "yes" : "VALUE");
      } else if (!field.is_flag() && has_word(field, small)) {
        setting = fmt::format("{}={}", field.name, small);
      }
      const bool known = std::find(meant.begin(), meant.end(), setting) != meant.end();
      if (!setting.empty() && !known) meant.push_back(setting);
    }
  });
  return fmt::format("{}", fmt::join(meant, " or "));
}

Option::For option_for(const Option& option, std::string_view command) {
  for (const Option::For& one : option.of_commands) {
    if (std::find(one.commands.begin(), one.commands.end(), command) != one.commands.end()) {
      return one;
    }
  }
  return {{}, option.value, option.meaning};
}

const std::vector<Option>& all_options() { return options; }

const Option* find_option(std::string_view name) {
  for (const Option& option : options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

}  // namespace warodds
