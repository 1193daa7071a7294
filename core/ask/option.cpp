#include "core/ask/option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/answer/quantity.h"
#include "core/ask/json_question.h"
#include "core/roster/reader.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// The number that is given; nothing if it is none, or another kind of number.
template <class Number>
std::optional<Number> number_in(const Json& given) {
  if (!given.is_string() && !given.is_number()) return std::nullopt;
  return read_number<Number>(text_of(given, ""));
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

// How what is said gets into a member of a question, and out of it.

void put(bool& member, const Said& said) { member |= said.is_true(); }
template <class Number>
requires std::is_arithmetic_v<Number>
void put(Number& member, const Said& said) { member = said.number<Number>(); }
template <class Number>
void put(std::optional<Number>& member, const Said& said) {
  member = said.number<Number>();
}
template <class Word>
requires std::is_enum_v<Word>
void put(Word& member, const Said& said) { member = static_cast<Word>(said.word()); }
void put(std::string& member, const Said& said) {
  member = said.text();
  const ValueKind& kind = said.option.kind;
  const bool says_something = kind.of == ValueKind::event || kind.of == ValueKind::facts ||
                              kind.of == ValueKind::fact_values;
  if (says_something && trim(member).empty()) throw BadValue(said.where + " is empty");
}
void put(std::vector<std::string>& member, const Said& said) {
  const ValueKind& kind = said.option.kind;
  const bool with_commas = kind.of == ValueKind::range || kind.of == ValueKind::cost ||
                           kind.of == ValueKind::policy || kind.of == ValueKind::activation;
  for (std::string& text : said.texts()) {
    for (std::string& one : with_commas ? settings_in(text) : std::vector{std::move(text)}) {
      member.push_back(std::move(one));
    }
  }
}

/// {KEY: VALUE}, parted at the separator at `place`; the text, where there is none.
Json pair_of(const std::string& text, std::size_t place) {
  if (place == std::string::npos) return text;
  return {{text.substr(0, place), text.substr(place + 1)}};
}

template <class Value>
Json json_of(const Value& value, const Option& option) {
  if constexpr (std::is_enum_v<Value>) {
    return option.words()[static_cast<std::size_t>(value)];
  } else if constexpr (requires { value.has_value(); }) {
    return value ? Json(*value) : Json();
  } else {
    const bool is_map = option.kind.of == ValueKind::range || option.kind.of == ValueKind::cost ||
                        option.kind.of == ValueKind::policy || option.kind.of == ValueKind::aim;
    if (!is_map) return value;
    Json pairs = Json::object();
    if constexpr (std::is_same_v<Value, std::string>) {
      pairs = pair_of(value, value.rfind('='));
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      for (const std::string& one : value) {
        const Json pair = pair_of(one, one.find('='));
        if (!pair.is_object()) throw BadValue("'" + shown(one) + "' is not KEY=VALUE");
        pairs.update(pair);
      }
    }
    return pairs;
  }
}

/// What is said, as a member of a part: `get(part)`.
template <class Part, class Get>
Access at(Get get) {
  return {[get](Question& question, const Said& said) {
            put(std::invoke(get, *part_of<Part>(question)), said);
          },
          [get](const Option& option, const Question& question) {
            return json_of(std::invoke(get, *part_of<Part>(question)), option);
          },
          has_part<Part>};
}
template <class Part, class Member>
Access at(Member Part::*member) {
  return at<Part>(std::mem_fn(member));
}
template <class Member>
Access of_engine(Member EngineSettings::*member) {
  return at<questions::ByEngine>([member](auto& by) -> auto& { return by.engine.*member; });
}
/// What changes no answer, or is said by what is written out besides.
Access unwritten(Access access) {
  access.value = {};
  return access;
}
/// Read in a way of its own.
template <class Part, class Read>
Access read_by(const Read& read, Access access) {
  access.read = into<Part>(read).read;
  return access;
}

/// A comma before a side and a key begins the next one.
void read_set(questions::OfUnits& units, const Said& said) {
  if (said.value.is_object()) {
    for (Setting& stat : settings_in(json_tree(said.value, said.where))) {
      units.stats.push_back(std::move(stat));
    }
    return;
  }
  for (const std::string& text : said.texts()) {
    std::string one;
    const auto take = [&] {
      if (!one.empty()) units.stats.push_back(parse_setting(trim(one), said.where));
      one.clear();
    };
    for (const std::string& part : split(text, ',')) {
      const std::string begin = lower(trim(part));
      const bool of_side = begin.starts_with("attacker") || begin.starts_with("defender");
      // A unit's name in brackets may hold anything.
      const bool begins = of_side || text.find('[') == std::string::npos;
      if (begins && part.find('=') != std::string::npos) take();
      one += (one.empty() ? "" : ",") + part;
    }
    one.empty() ? units.stats.push_back(parse_setting(text, said.where)) : take();
  }
}

/// A time limit that is given is one of the whole command.
void read_time(questions::ByEngine& by, const Said& said) {
  by.engine.time_limit = said.number<double>();
  by.engine.limits_all = true;
}

Access of_columns(void (*read)(SheetColumns& columns, const std::string& text, const Said& said)) {
  return into<questions::OfRoster>([read](Question& question, const Said& said) {
    for (const std::string& text : said.texts()) {
      for (RosterSource* source : rosters_of(question)) read(source->columns, text, said);
    }
  });
}

void read_ignored(SheetColumns& columns, const std::string& text, const Said&) {
  for (const std::string& column : split(text, ',')) columns.ignored.push_back(column);
}

void read_column(SheetColumns& columns, const std::string& text, const Said& said) {
  const auto equals = text.rfind('=');
  const std::string header(trim(std::string_view(text).substr(0, equals)));
  const std::string key(equals == std::string::npos ? "" : trim(text.substr(equals + 1)));
  if (header.empty() || key.empty()) {
    throw BadValue(fmt::format("{}: '{}' is not of the form HEADER=KEY, such as \"Cost=points\"",
                               said.where, shown(text)));
  }
  columns.called.push_back({header, key});
}

void read_system(questions::OfRoster& of, const Said& said) {
  of.system = system_meant(said.text());
}

void read_steps(questions::InSteps& steps, const Said& said) {
  constexpr std::size_t most_steps = 1000;
  const auto read_one = [&](const Json& step) {
    if (steps.by.size() == most_steps) {
      throw InputError(fmt::format("a sequence has at most {} steps", most_steps));
    }
    steps.by.push_back(step_in(step, steps.by.size() + 1));
  };
  if (!said.value.is_array()) return read_one(said.value);
  for (const Json& step : said.value) read_one(step);
}

void read_budgets(questions::AtBudget& at, const Said& said) {
  at.budgets.clear();
  constexpr std::size_t most_budgets = 20;
  for (const std::string& one : split(said.text(), ',')) {
    const Json number = std::string(trim(one));
    const double points = Said{said.option, number, said.where, said.files}.number<double>();
    if (std::find(at.budgets.begin(), at.budgets.end(), points) != at.budgets.end()) {
      throw BadValue(fmt::format("{}: {:g} is there twice", said.where, points));
    }
    at.budgets.push_back(points);
  }
  if (at.budgets.size() > most_budgets) {
    throw NotInRange(fmt::format("{}: more than {} budgets", said.where, most_budgets));
  }
}

Json budgets_of(const Option&, const Question& question) {
  const std::vector<double>& budgets = part_of<questions::AtBudget>(question)->budgets;
  return budgets.size() == 1 ? Json(budgets.front()) : Json(budgets);
}

void read_chunks(questions::ByEngine& by, const Said& said) {
  const std::string range = said.text();
  const auto dots = range.find("..");
  const auto first = read_number<std::uint64_t>(std::string_view(range).substr(0, dots));
  const auto last = dots == std::string::npos
                        ? first
                        : read_number<std::uint64_t>(std::string_view(range).substr(dots + 2));
  constexpr std::uint64_t most = limits_of_trials.most;
  if (!first || !last || *first > *last || *last >= most) {
    throw BadValue(fmt::format("{} is '{}' but must be FIRST..LAST, chunks counted from 0",
                               said.where, shown(range)));
  }
  by.engine.chunks = {*first, *last};
}

/// Against whom: the units of a file, or units that are written out.
void read_opponents(Question& question, const Said& said) {
  RosterSource& against = part_of<questions::Against>(question)->against;
  if (!said.value.is_array()) return void(against.path = said.text());
  against.given = units_in(said, part_of<questions::OfRoster>(question)->system);
}

constexpr bool repeatable = true;

const std::vector<Option> options{
    {"roster", "FILE", "roster with the units; else WARODDS_ROSTER", ValueKind::file,
     path_of(&questions::OfRoster::roster)},
    {"ignore", "COL,...", "columns of a spreadsheet to leave out", ValueKind::texts,
     of_columns(read_ignored), repeatable},
    {"column", "HEADER=KEY", "what one is: \"Cost=points\"; repeatable", ValueKind::column,
     of_columns(read_column), repeatable},
    {"system", "NAME", "combat system, where there is no roster", ValueKind::system,
     into(read_system)},
    {"with", "KEY=VALUE", "sets the situation; repeatable", ValueKind::setting,
     into(read_situation), repeatable},
    {"set", "[SIDE.]KEY=VALUE", "a stat: attacker.hp=3; hp=3: of both; repeatable", ValueKind::stat,
     into(read_set), repeatable},
    {"by", "UNIT", "an attacker; repeatable, in order; also 'UNIT with KEY=VALUE,...', damage=1d6",
     ValueKind::steps, into(read_steps), repeatable},
    {"orders", "", "try every order of the attackers, at most 7", ValueKind::flag,
     at(&questions::InSteps::orders)},
    {"rounds", "N", "rounds of a battle at most; of best play: 20", limits_of_rounds,
     at(&questions::InRounds::rounds)},
    {"policy", "SIDE=best", "a side, or both=best, plays as solve says", ValueKind::policy,
     at(&questions::WithPolicy::policy), repeatable},
    {"targets", "SIDE=POLICY", "weakest, spread, best...; SIDE[UNIT]=ENEMY", ValueKind::targets,
     at(&questions::WithConduct::targets), repeatable},
    {"activate", "SIDE=ORDER", "who acts first: weakest, strongest, random, best",
     ValueKind::activation, at(&questions::WithConduct::activate), repeatable},
    // JSON lists them, which says it, too.
    {"armies", "", "the armies of the roster, not its units", ValueKind::flag,
     unwritten(at(&questions::OfArmies::armies))},
    {"best", "", "beside it: what best play gives; text: if quick", ValueKind::flag,
     at(&questions::BestBeside::best)},
    {"battle", "", "whole battles, not fights", ValueKind::flag,
     at(&questions::FightOrBattle::battle)},
    {"ranking", "", "only the order of strength, over whole battles", ValueKind::flag,
     at(&questions::Matrix::ranking)},
    {"noise", "SHARE", "players err: odds that much lower, e times less often",
     ValueKind(Limits<double>{1e-3, 10}, ValueKind::share), at(&questions::Matrix::noise)},
    {"budget",
     "POINTS",
     "each side is bought for so many points",
     ValueKind(Limits<double>{1e-6, 1e9}, ValueKind::numbers),
     {into(read_budgets).read, budgets_of, has_part<questions::AtBudget>}},
    {"buy", "mixed|whole", "mixed: of two numbers, to spend just the budget", ValueKind::word,
     at(&questions::Buys::buying)},
    {"points", "", "of a roster: what stats are worth in points", ValueKind::flag,
     at(&questions::Value::points)},
    {"payoff", "NAME", "what is played for: damage, win, swing, ...", ValueKind::payoff,
     at(&questions::Solve::payoff)},
    {"may-leave", "SIDE", "or both: may leave the field after a round", ValueKind::word,
     at(&questions::Solve::may_leave)},
    {"verify", "", "play the solution with dice, and every deviation", ValueKind::flag,
     at(&questions::Solve::verify)},
    {"show", "Q,...", "quantities: attacker.damage.mean, win; or help", ValueKind::quantities,
     at(&questions::Shown::show)},
    {"given", "EVENT", "only where it holds: 'win = attacker'", ValueKind::event,
     at(&questions::Given::given)},
    {"joint", "FACT,FACT", "both together: attacker.kills,rounds", ValueKind::facts,
     at(&questions::OfOutcomes::joint)},
    {"observed", "FACT=N,...", "how lucky it was: attacker.kills=0", ValueKind::fact_values,
     at(&questions::OfOutcomes::observed)},
    {"from", "FACT=N,...", "as things stand: attacker.survivors=3,rounds=1", ValueKind::fact_values,
     at(&questions::FoughtFrom::from)},
    {"until", "EVENT", "stop when it holds: 'attacker.survivors <= 3'", ValueKind::event,
     at(&questions::FoughtUntil::until)},
    {"parts", "none|dice", "dice: what each stat and setting does", ValueKind::word,
     at(&questions::InParts::parts)},
    {"then", "SIDE", "meets the attacker's survivors next; repeatable", ValueKind::names,
     at(&questions::FoughtOn::then), repeatable},
    {"vary", "KEY=LO..HI", "stats that may move; also UNIT.KEY; repeatable", ValueKind::range,
     at(&questions::Varied::vary), repeatable},
    {"target", "Q=VALUE", "what it should be: win=50%", ValueKind::aim,
     at(&questions::Aimed::target)},
    {"within", "W", "so far off is near enough; default 0.05",
     ValueKind(Limits<double>{0, 0.5}, ValueKind::share), at(&questions::ToBeEven::within)},
    {"for", "mean|choosers", "even against the mean, or who chooses to win", ValueKind::word,
     at(&questions::ToBeEven::even_for)},
    {"changes", "N", "most points that stats may move by", Limits<int>{0, 10'000},
     at(&questions::Balance::changes)},
    {"fixed", "NAME,...", "units, or stats as NAME.KEY or KEY, that stay; repeatable",
     ValueKind::names, at(&questions::ToBeEven::fixed), repeatable},
    {"wish", "TEXT", "'A beats B 60:40', 'A > B', or a table; repeatable", ValueKind::wishes,
     at(&questions::Balance::wishes), repeatable},
    {"cost", "KEY=N", "what a point of a stat counts; repeatable", ValueKind::cost,
     at(&questions::Balance::costs), repeatable},
    {"solutions", "N", "so many sets of changes, if there are", Limits<int>{1, 1000},
     at(&questions::Balance::solutions)},
    {"step", "N", "prices are multiples of N; default 1", Limits<int>{1, 100'000},
     at(&questions::Prices::step)},
    {"most-units", "N", "units that an army has at most; default 3", Limits<int>{1, 12},
     at(&questions::Tournament::most_units)},
    {"old", "FILE", "an older version, to tell what changed", ValueKind::file,
     path_of(&questions::SinceOlder::older)},
    {"against", "FILE", "roster of the opponents", ValueKind::opponents,
     into<questions::Against>(read_opponents)},
    {"engine", "auto|exact|sim|both", "auto: exact if it fits the time limit", ValueKind::word,
     of_engine(&EngineSettings::choice)},
    {"time-limit", "SECONDS", "exact: default 5; if given, of the whole command", limits_of_time,
     read_by<questions::ByEngine>(read_time, of_engine(&EngineSettings::time_limit))},
    {"trials", "N", "of a simulation; default 1000000", limits_of_trials,
     of_engine(&EngineSettings::trials)},
    {"precision", "P", "until every probability is known to within P", limits_of_precision,
     of_engine(&EngineSettings::precision)},
    {"confidence", "C", "of simulated half-widths; default 0.99", limits_of_confidence,
     of_engine(&EngineSettings::confidence)},
    {"seed", "S", "of a simulation; default 1",
     Limits<std::uint64_t>{0, std::numeric_limits<std::uint64_t>::max()},
     of_engine(&EngineSettings::seed)},
    {"chunks",
     "FIRST..LAST",
     "this part of a simulation only, for merge",
     ValueKind::chunks,
     {into(read_chunks).read, {}, has_part<questions::OfOutcomes>}},
    {"threads", "N", "default: all", limits_of_threads,
     unwritten(of_engine(&EngineSettings::threads))},
};

/// What options take and mean for some commands, where that is not what it is for others.
const std::vector<OptionOf> of_commands{
    {"show", {"fight"}, "Q,...", "quantities, events: attacker.damage.mean; or help"},
    {"show", {"battle"}, "Q,...", "quantities and events: win,rounds.mean; or help"},
    {"show", {"sequence"}, "Q,...", "quantities and events: kills>=2; or help"},
    {"given", {"fight"}, "EVENT", "only where it holds: 'attacker.kills >= 1'"},
    {"given", {"sequence"}, "EVENT", "only where it holds: 'survivors <= 3'"},
    {"joint", {"fight"}, "FACT,FACT", "both together: attacker.kills,defender.kills"},
    {"joint", {"sequence"}, "FACT,FACT", "both together: kills,survivors"},
    {"from", {"sequence"}, "FACT=N,...", "how its target stands: target.survivors=3"},
    {"from", {"fight"}, "FACT=N,...", "as a battle stands: defender.survivors=3"},
    {"observed", {"sequence"}, "FACT=N,...", "how lucky it was: step[1].kills=0"},
    {"vary", {"sweep", "tune"}, "KEY=LO..HI", "also KEY=LO..HI:STEP, KEY=A,B; repeatable"},
    {"target", {"balance"}, "ODDS", "of all against --against: 55%; default 50%"},
    {"against", {"balance"}, "FILE", "roster of the opponents, who stay"},
    {"fixed", {"prices"}, "NAME,...", "units whose prices stay; total=POINTS; repeatable"},
    {"trials",
     {"matrix", "sweep", "value", "tune", "prices", "balance", "compare", "report"},
     "N",
     "of each simulation; default 100000"},
    {"trials", {"tournament"}, "N", "of each simulation; default 10000"},
    {"engine",
     {"solve", "matrix", "sweep", "value", "tune", "prices", "balance", "tournament", "compare",
      "report", "log"},
     "auto|exact|sim",
     "auto: exact if it fits the time limit"},
};

bool has_word(const FieldSpec& field, std::string_view word) {
  return std::any_of(field.words.begin(), field.words.end(),
                     [&](const auto& known) { return known.first == word; });
}

}  // namespace

std::string_view new_name_of(std::string_view option) {
  constexpr std::pair<std::string_view, std::string_view> renamed[] = {
      {"ascii", "format ascii"}, {"bom", "csv bom"},
      {"field", "against"},      {"fixed-stats", "fixed"},
      {"keep", "fixed"},         {"keep-order", "wish"},
      {"link", "format link"},   {"total", "fixed total=POINTS"},
      {"wide", "csv wide"}};
  for (const auto& [old, now] : renamed) {
    if (option == old) return now;
  }
  return {};
}

std::string_view ValueKind::json() const {
  switch (of) {
    case flag:
      return "boolean";
    case integer:
      return "integer";
    case real:
    case share:
    case numbers:
      return "number";
    case opponents:
    case steps:
    case side:
    case units:
    case armies:
      return "";
    default:
      return "string";
  }
}

bool ValueKind::may_be_list() const {
  return of == numbers || of == quantities || of == facts || of == names || of == texts ||
         of == wishes || of == files || may_be_map();
}

bool ValueKind::may_be_map() const {
  return of == setting || of == stat || of == range || of == cost || of == column || of == policy ||
         of == targets || of == activation || of == aim || of == fact_values;
}

std::string_view ValueKind::path_in(std::string_view value) const {
  if (of == file || of == files || of == opponents) return value;
  return of == wishes ? file_of_wishes(value) : "";
}

bool Said::is_true() const {
  if (!value.is_boolean()) throw BadValue(where + ": must be true or false");
  return value.get<bool>();
}

template <class Number>
Number Said::number() const {
  const ValueKind& kind = option.kind;
  const auto refuse = [&](const std::string& allowed) {
    const std::string found = value.is_structured() ? value.dump() : text_of(value, where);
    throw NotInRange(fmt::format("{} is '{}' but must be {}", where, shown(found), allowed));
  };
  if constexpr (std::is_integral_v<Number>) {
    const auto whole = number_in<std::uint64_t>(value);
    if (whole && kind.wholes.allow(*whole)) return static_cast<Number>(*whole);
    refuse(fmt::format("a whole number from {} to {}", kind.wholes.least, kind.wholes.most));
  } else {
    const bool is_share = kind.of == ValueKind::share && value.is_string();
    const auto real = is_share ? read_share(value.get<std::string>()) : number_in<double>(value);
    if (real && kind.reals.allow(*real)) return *real;
    refuse(kind.of == ValueKind::share
               ? "from 0 to 0.5, or 50%"
               : fmt::format("a number from {} to {}", kind.reals.least, kind.reals.most));
  }
  return {};
}

std::size_t Said::word() const {
  const std::vector<std::string> words = option.words();
  const std::string word = text();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) throw UnknownWord(where + ": " + unknown_name("word", word, words));
  return static_cast<std::size_t>(found - words.begin());
}

std::vector<std::string> Said::texts() const {
  const ValueKind& kind = option.kind;
  const bool may_be_number = kind.of == ValueKind::numbers || kind.of == ValueKind::aim;
  const auto refuse = [&] {
    throw BadValue(fmt::format("{}: must be a {}{}{}", where,
                               may_be_number ? "number or text" : "text",
                               kind.may_be_list() ? ", or a list of such" : "",
                               kind.may_be_map() ? ", or an object of keys and values" : ""));
  };
  std::vector<std::string> texts;
  const auto add = [&](const Json& one) {
    if (!one.is_string() && !(may_be_number && one.is_number())) refuse();
    texts.push_back(text_of(one, where));
    files.require(std::string(kind.path_in(texts.back())), where);
  };
  if (value.is_array() && kind.may_be_list()) {
    for (const Json& one : value) add(one);
  } else if (value.is_object() && kind.may_be_map()) {
    for (const auto& [key, one] : value.items()) {
      texts.push_back(fmt::format("{}={}", key, text_of(one, where + "." + shown(key))));
    }
  } else {
    add(value);
  }
  return texts;
}

std::string Said::text() const { return fmt::format("{}", fmt::join(texts(), ",")); }

std::vector<std::string> Option::words() const {
  if (value == "SIDE") return {"nobody", "attacker", "defender", "both"};
  return split(value, '|');
}

void Option::read(Question& question, const std::string& text) const {
  const Json given = kind.of == ValueKind::flag ? Json(true) : Json(text);
  if (!access.fits(question))
    throw std::logic_error("an option that this question has no place for");
  access.read(question, {*this, given, "--" + std::string(name), AllowedFiles::all()});
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

OptionOf option_for(const Option& option, std::string_view command) {
  for (const OptionOf& one : of_commands) {
    const bool is_of_it =
        std::find(one.commands.begin(), one.commands.end(), command) != one.commands.end();
    if (one.option == option.name && is_of_it) return one;
  }
  return {option.name, {}, option.value, option.meaning};
}

const std::vector<Option>& all_options() { return options; }

const Option* find_option(std::string_view name) {
  for (const Option& option : options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

}  // namespace warodds
