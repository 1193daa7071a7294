// What designers ask who change a roster: prices, balance, compare.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/army_question.h"
#include "core/ask/command.h"
#include "core/ask/design_question.h"
#include "core/ask/matchup_question.h"
#include "core/roster/roster_text.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

bool same(std::string_view system, const AnyUnit& unit, const AnyUnit& other) {
  Matchup both(system);
  both.put(Side::attacker, unit);
  both.put(Side::defender, other);
  const Profile a = both.profile(Side::attacker);
  const Profile b = both.profile(Side::defender);
  return a.fields == b.fields && a.groups == b.groups;
}

/// The roster with new values, read again to see whether it then has the units that are meant.
NewRoster rewritten(const Roster& roster, const SheetColumns& columns,
                    const std::vector<NewValue>& values, const std::vector<AnyUnit>& meant) {
  NewRoster result;
  try {
    const std::string text = with_values(roster, columns, values);
    const Roster again = parse_roster(text, roster.file, roster.system, columns);
    const std::vector<AnyUnit> units = all_units(again, roster.system);
    bool equal = units.size() == meant.size();
    for (std::size_t i = 0; equal && i < units.size(); ++i) {
      equal = same(roster.system, units[i], meant[i]);
    }
    if (!equal)
      throw NoAnswer(shown(roster.file) + ": this is written in a way that cannot be changed");
    result.text = text;
  } catch (const std::runtime_error& error) {
    result.why_not = error.what();
  }
  return result;
}

std::size_t place_of(const std::string& name, const Roster& roster) {
  const UnitText& unit = roster.find(name);
  return static_cast<std::size_t>(&unit - roster.units.data());
}

/// "A beats B 60:40", or "A beats B 60%".
BalanceQuestion::Wish wish_of(const std::string& text, const Roster& roster) {
  const std::string word = " beats ";
  const auto beats = text.find(word);
  const auto last = text.find_last_of(' ');
  const std::string wanted = last == std::string::npos ? "" : text.substr(last + 1);
  const auto colon = wanted.find(':');
  std::optional<double> odds = read_share(wanted);
  if (colon != std::string::npos) {
    const auto mine = read_number<double>(std::string_view(wanted).substr(0, colon));
    const auto theirs = read_number<double>(std::string_view(wanted).substr(colon + 1));
    odds.reset();
    if (mine && theirs && *mine >= 0 && *theirs >= 0 && *mine + *theirs > 0) {
      odds = *mine / (*mine + *theirs);
    }
  }
  if (beats == std::string::npos || last < beats + word.size() || !odds || *odds < 0 || *odds > 1) {
    throw InputError(fmt::format(
        "--wish: '{}' is not of the form 'A beats B 60:40', or 'A beats B 60%'", shown(text)));
  }
  const BalanceQuestion::Wish wish{
      place_of(std::string(trim(text.substr(0, beats))), roster),
      place_of(std::string(trim(text.substr(beats + word.size(), last - beats - word.size()))),
               roster),
      *odds};
  if (wish.unit == wish.other) {
    throw InputError(fmt::format("--wish: '{}' is of one unit; it takes two", shown(text)));
  }
  return wish;
}

/// "0.55" or "55%".
double share_of(const std::string& text) {
  const auto share = read_share(trim(text));
  if (share && *share >= 0 && *share <= 1) return *share;
  throw InputError(fmt::format(
      "--target: '{}' is not the odds that units should have, such as 0.5 or 50%", shown(text)));
}

Report answer_prices(const questions::Prices& question, const Engines& engines,
                     const Watch& watch) {
  const auto roster = roster_of(question, question.name);
  PricesQuestion prices;
  prices.system = system_of(question, roster.get());
  prices.units = all_units(*roster, prices.system);
  prices.budgets = question.budgets;
  prices.buying = question.buying;
  prices.limits = roster->limits;
  for (const std::string& name : question.keep) prices.keep.push_back(place_of(name, *roster));
  prices.total = question.total;
  prices.step = question.step;
  prices.within = question.within;
  prices.even_for = question.even_for;
  prices.conditions = conditions_of(question);
  questions::Prices of_cells = question;
  of_cells.budgets.clear();  // the prices have them
  prices.cells = cells_of(of_cells, win_and_lose(), engines);
  const Matchup empty =
      in_situation(prices.system, prices.conditions, {UsedIn::battles, question.name});
  add_players(question, {}, empty, prices.cells);
  PricesReport report{answer_prices(prices, watch), {}};
  report.prices.assumed = assumed_of(prices.units, prices.units, empty, UsedIn::battles,
                                     question.situation, {}, prices.cells.players.best);
  std::vector<NewValue> values;
  std::vector<AnyUnit> meant = prices.units;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    const Prices::Row& row = report.prices.rows[i];
    if (row.points == row.was) continue;
    values.push_back({row.unit, "", "points", std::to_string(row.points)});
    set_points(meant[i], row.points);
  }
  report.roster = rewritten(*roster, question.roster.columns, values, meant);
  return report;
}

Report answer_balance(const questions::Balance& question, const Engines& engines,
                      const Watch& watch) {
  const auto roster = roster_of(question, question.name);
  if (question.vary.empty()) {
    throw InputError("balance needs --vary, the stats that may move, for example --vary as=4..8");
  }
  BalanceQuestion balance;
  balance.system = system_of(question, roster.get());
  balance.units = all_units(*roster, balance.system);
  if (!question.against.empty()) {
    balance.field = all_units(*load(question.against, question.system), balance.system);
  }
  balance.vary = parse_movables(question.vary);
  balance.changes = question.changes;
  if (!question.target.empty()) balance.target = share_of(question.target);
  balance.within = question.within;
  balance.even_for = question.even_for;
  for (const std::string& name : question.fixed) balance.fixed.push_back(place_of(name, *roster));
  balance.fixed_stats = question.fixed_stats;
  for (const std::string& wish : question.wishes) {
    balance.wishes.push_back(wish_of(wish, *roster));
  }
  balance.solutions = question.solutions;
  balance.conditions = conditions_of(question);
  balance.cells = cells_of(question, win_and_lose(), engines, {&question.against});
  balance.budget = balance.cells.budget;
  const Matchup empty =
      in_situation(balance.system, balance.conditions, {UsedIn::battles, question.name});
  add_players(question, {}, empty, balance.cells);
  BalanceReport report{answer_balance(balance, watch), {}};
  // Odds are of both ways round, so that everybody attacks and defends.
  std::vector<AnyUnit> all = balance.units;
  if (balance.field) all.insert(all.end(), balance.field->begin(), balance.field->end());
  report.balance.assumed = assumed_of(all, all, empty, UsedIn::battles, question.situation, {},
                                      balance.cells.players.best);
  std::vector<NewValue> values;
  std::vector<AnyUnit> meant = balance.units;
  Matchup alone(balance.system);
  for (const Balance::Change& change : report.balance.changes) {
    alone.put(Side::attacker, meant[change.unit]);
    alone.set_stat(Side::attacker, {change.key, change.to, "balance"});
    meant[change.unit] = alone.unit(Side::attacker);
    values.push_back({change.name, change.group, change.field, change.to});
  }
  report.roster = rewritten(*roster, question.roster.columns, values, meant);
  return report;
}

template <class T>
void add_all(const std::vector<T>& more, std::vector<T>& to) {
  to.insert(to.end(), more.begin(), more.end());
}

Report answer_compare(const questions::Compare& question, const Engines& engines,
                      const Watch& watch) {
  if (question.old.empty() || question.roster.empty()) {
    throw InputError("compare needs two rosters, the old one and the new one");
  }
  const auto before = load(question.old, question.system);
  const auto after = load(question.roster, question.system);
  CompareQuestion compare;
  compare.system = system_of(question, after.get());
  compare.before = {before->file, all_units(*before, compare.system)};
  compare.after = {after->file, all_units(*after, compare.system)};
  compare.conditions = conditions_of(question);
  compare.cells = cells_of(question, {}, engines, {&question.old});
  compare.armies = question.armies;
  if (!question.armies) {
    if (says(question)) throw InputError(speak_of_armies);
    Comparison answer = answer_compare(compare, watch);
    std::vector<AnyUnit> all = compare.before.units;
    add_all(compare.after.units, all);
    answer.assumed = assumed_of(all, all, compare.system, question, question.name);
    return answer;
  }
  if (question.budget() || !question.stats.empty()) {
    throw InputError("--armies goes with neither of --budget and --set");
  }
  compare.before.armies = armies_of(*before);
  compare.after.armies = armies_of(*after);
  compare.conducts = conducts_of(question);
  Comparison answer = answer_compare(compare, watch);
  std::vector<UnitsOfSide> all = compare.before.armies;
  add_all(compare.after.armies, all);
  answer.assumed = assumed_of(all, compare.conducts, compare.system, question, question.name);
  return answer;
}

}  // namespace

namespace questions {

Command Prices::command() {
  return {
      .name = name,
      .operands = "--roster FILE",
      .summary = "points at which units are even for the same budget",
      .introduction =
          "Looks for points at which all units, bought for the same budget, beat others with "
          "even odds. --output writes the roster with them.",
      .options = OptionNames{"roster", "ignore", "column", "system", "budget", "buy", "for", "keep",
                             "total", "within", "step", "with", "set", "rounds", "policy"} +
                 options_of_engines(),
      .examples = {{"prices --roster examples/raiders-of-arcana.toml --budget 500",
                    "what each should cost"},
                   {"prices --roster examples/designer/arcane-legions.toml --keep \"Bull "
                    "Guard\" --step 5",
                    "in steps of five, and one price stays"}},
      .answer = answering(answer_prices),
      .writes_roster = true};
}

Command Balance::command() {
  return {
      .name = name,
      .operands = "--roster FILE --vary KEY=LO..HI",
      .summary = "the fewest stat changes that make all units even",
      .introduction = "The fewest points that stats must move by so that all units have even odds.",
      .options =
          OptionNames{"roster", "ignore", "column", "system", "field",       "vary",  "changes",
                      "target", "within", "for",    "fixed",  "fixed-stats", "wish",  "solutions",
                      "budget", "buy",    "with",   "set",    "rounds",      "policy"} +
          options_of_engines(),
      .examples = {{"balance --roster examples/designer/magewinds.toml --vary armour=0..3",
                    "armour may move"},
                   {"balance --roster examples/designer/magewinds.toml --vary "
                    "toughness=3..20 --field examples/magewinds.toml --within 10%",
                    "against a field that stays"}},
      .answer = answering(answer_balance),
      .writes_roster = true};
}

Command Compare::command() {
  return {
      .name = name,
      .operands = "OLD NEW",
      .summary = "two versions of a roster: stats, odds and ranks",
      .introduction =
          "Which units came and went, which stats changed, and what that did to odds and ranks.",
      .options = OptionNames{"ignore", "column", "system", "armies", "targets", "activate",
                             "budget", "buy", "with", "set", "rounds"} +
                 options_of_engines(),
      .examples = {{"compare examples/magewinds.toml examples/designer/magewinds.toml",
                    "the old, the new"},
                   {"compare examples/designer/arcane-legions.toml "
                    "examples/designer/arcane-legions.toml --budget 70",
                    "with units bought for the same points"}},
      .answer = answering(answer_compare)};
}

}  // namespace questions
}  // namespace warodds
