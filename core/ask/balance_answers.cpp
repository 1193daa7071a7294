// What designers ask who change a roster: prices, balance, compare.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/ask/command.h"
#include "core/ask/design_question.h"
#include "core/ask/matchup_question.h"
#include "core/roster/csv.h"
#include "core/roster/read_file.h"
#include "core/roster/roster_text.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

bool same(const AnyUnit& unit, const AnyUnit& other) {
  const Profile a = profile_of(unit);
  const Profile b = profile_of(other);
  return a.fields == b.fields && a.groups == b.groups;
}

/// The roster with new values, read again to see whether it then has the units that are meant.
/// `what`: the values.
NewRoster rewritten(const Roster& roster, const std::vector<NewValue>& values,
                    const std::vector<AnyUnit>& meant, std::string_view what) {
  std::set<std::string> changed;
  for (const NewValue& value : values) changed.insert(value.unit);
  NewRoster result{.changes = changed.empty() ? "as it was: nothing changes"
                                              : fmt::format("with new {} of {} of {} units", what,
                                                            changed.size(), meant.size())};
  try {
    const std::string text = with_values(roster, values);
    const Roster again = parse_roster(text, roster.file, roster.system, roster.columns);
    const std::vector<AnyUnit> units = all_units(again, roster.system);
    bool equal = units.size() == meant.size();
    for (std::size_t i = 0; equal && i < units.size(); ++i) {
      equal = same(units[i], meant[i]);
    }
    if (!equal)
      throw NoAnswer(shown(roster.file) + ": this is written in a way that cannot be changed");
    result.text = text;
  } catch (const std::runtime_error& error) {
    result.why_not = error.what();
  }
  return result;
}

template <class T>
void add_all(const std::vector<T>& more, std::vector<T>& to) {
  to.insert(to.end(), more.begin(), more.end());
}

std::size_t place_of(const std::string& name, const Roster& roster) {
  const UnitText& unit = roster.find(name);
  return static_cast<std::size_t>(&unit - roster.units.data());
}

/// The names in a text: one that may have commas, or several with commas between.
std::vector<std::string> names_in(const std::string& text, const Roster& roster) {
  const std::vector<std::string> known = roster.names_of_units();
  const bool is_one = std::any_of(known.begin(), known.end(),
                                  [&](const auto& one) { return looks_like(one, text); });
  if (is_one) return {text};
  std::vector<std::string> names;
  for (const std::string& name : split(text, ',')) names.emplace_back(trim(name));
  return names;
}

/// "60:40", "60%" or "0.6", and what a spreadsheet makes of them: "60:40:00", "60,5 %".
std::optional<double> wished_odds(std::string_view text, bool decimal_commas) {
  std::string cell(trim(text));
  if (decimal_commas) std::replace(cell.begin(), cell.end(), ',', '.');
  const auto colon = cell.find(':');
  if (colon == std::string::npos) {
    const auto odds = read_share(cell);
    return odds && *odds >= 0 && *odds <= 1 ? odds : std::nullopt;
  }
  if (cell.find(':', colon + 1) != std::string::npos && cell.ends_with(":00")) {
    cell.resize(cell.size() - 3);
  }
  const auto mine = read_number<double>(trim(std::string_view(cell).substr(0, colon)));
  const auto theirs = read_number<double>(trim(std::string_view(cell).substr(colon + 1)));
  if (!mine || !theirs || !(*mine >= 0 && *theirs >= 0 && *mine + *theirs > 0)) return std::nullopt;
  const double odds = *mine / (*mine + *theirs);
  return std::isfinite(odds) ? std::optional(odds) : std::nullopt;
}

bool is_unit(std::string_view cell, const Roster& roster) {
  try {
    place_of(std::string(cell), roster);
    return !cell.empty();
  } catch (const InputError&) {
    return false;
  }
}

/// A table: units to the left, whom they are to beat above, in its cells odds or nothing. Columns
/// whose headers begin with '#' are for people.
std::vector<Aim::Wish> wishes_in(const std::string& file, const Roster& roster) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  const auto names_units = [&](const CsvRow& row) {
    const auto has = [&](const auto& what) {
      return std::any_of(row.fields.begin() + 1, row.fields.end(), what);
    };
    return has([&](const std::string& cell) { return is_unit(cell, roster); }) &&
           !has([](const std::string& cell) { return wished_odds(cell, true).has_value(); });
  };
  const CsvText table =
      parse_table(read_file(file, "table of wishes ", most_bytes), shown(file), names_units);
  std::vector<Aim::Wish> wishes;
  if (!table.header)
    throw InputError(
        shown(file) +
        ": there are no wishes in this table: no row names units that are to be beaten");
  const std::vector<CsvRow>& rows = table.rows;
  const std::vector<std::string>& above = rows[*table.header].fields;
  const auto names =
      static_cast<std::size_t>(std::find_if(above.begin(), above.end(),
                                            [](const auto& cell) { return !is_for_people(cell); }) -
                               above.begin());
  for (std::size_t i = *table.header + 1; i < rows.size(); ++i) {
    const CsvRow& row = rows[i];
    for (std::size_t j = names + 1; j < std::min(row.fields.size(), above.size()); ++j) {
      const std::string& cell = row.fields[j];
      if (cell.empty() || cell == "-" || cell == "\xE2\x80\x93" || is_for_people(above[j]))
        continue;
      const auto odds = wished_odds(cell, table.separator != ',');
      if (!odds) {
        throw BadValue(fmt::format("{}:{}: '{}' is not the odds of a wish, such as 60:40 or 60%",
                                   shown(file), row.line, shown(cell)));
      }
      const Aim::Wish wish{place_of(row.fields[names], roster), place_of(above[j], roster), *odds};
      if (wish.unit != wish.other) wishes.push_back(wish);
    }
  }
  if (wishes.empty()) throw InputError(shown(file) + ": there are no wishes in this table");
  return wishes;
}

constexpr std::string_view word_of_wish = " beats ";

/// "A > B", or "A > B > C": each is to stay better than the next.
std::vector<Aim::Wish> orders_of(const std::string& text, const Roster& roster) {
  const std::vector<std::string> names = split(text, '>');
  std::vector<Aim::Wish> orders;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    const std::size_t stronger = place_of(std::string(trim(names[i])), roster);
    const std::size_t weaker = place_of(std::string(trim(names[i + 1])), roster);
    if (stronger == weaker) {
      throw InputError(fmt::format("--wish: '{}' names a unit beside itself", shown(text)));
    }
    orders.push_back({stronger, weaker, 0.5, true});
  }
  return orders;
}

/// "A beats B 60:40", "A beats B 60%", "A > B", or the file of a table.
std::vector<Aim::Wish> wishes_of(const std::string& wish_text, const Roster& roster) {
  const std::string text(trim(wish_text));
  const std::string_view word = word_of_wish;
  const auto beats = text.find(word);
  if (!file_of_wishes(text).empty()) return wishes_in(text, roster);
  if (beats == std::string::npos && text.find('>') != std::string::npos) {
    return orders_of(text, roster);
  }
  // The blank of "60 %" is none between the words.
  const auto last = text.find_last_of(' ', text.ends_with(" %") ? text.size() - 3 : text.npos);
  const auto odds = last == std::string::npos
                        ? std::nullopt
                        : wished_odds(std::string_view(text).substr(last + 1), true);
  if (beats == std::string::npos || last < beats + word.size() || !odds) {
    throw BadValue(
        fmt::format("--wish: '{}' is not of the form 'A beats B 60:40', 'A beats B 60%' or "
                    "'A > B', nor a table in a file that ends in .csv",
                    shown(text)));
  }
  const Aim::Wish wish{
      place_of(std::string(trim(text.substr(0, beats))), roster),
      place_of(std::string(trim(text.substr(beats + word.size(), last - beats - word.size()))),
               roster),
      *odds};
  if (wish.unit == wish.other) {
    throw NotTogether(fmt::format("--wish: '{}' is of one unit; it takes two", shown(text)));
  }
  return {wish};
}

/// "total=700": that prices come to; nothing where it is none.
std::optional<int> total_in(const std::string& text) {
  constexpr std::string_view before = "total=";
  if (!text.starts_with(before)) return std::nullopt;
  constexpr Limits<int> limits{1, 1'000'000'000};
  const auto total = read_number<int>(text.substr(before.size()));
  if (total && limits.allow(*total)) return total;
  throw NotInRange(fmt::format("--fixed {}: the total must be a whole number from {} to {}",
                               shown(text), limits.least, limits.most));
}

/// Has a unit stay, or a stat.
void fix(const std::string& name, const Roster& roster, BalanceQuestion& balance) {
  std::set<std::string> stats;
  bool is_stat = name.find('.') != std::string::npos && !is_unit(name, roster);
  for (const Contestant& unit : balance.units) {
    for (const Stat& stat : stats_of(unit.unit(), Points::among_stats)) {
      is_stat = is_stat || StatName{name, ""}.names(stat);
      stats.emplace(stat.field.name);
    }
  }
  if (is_stat) return balance.stats.fixed.push_back({name, "--fixed"});
  if (is_unit(name, roster)) return balance.fixed.push_back(place_of(name, roster));
  std::vector<std::string> known = roster.names_of_units();
  known.insert(known.end(), stats.begin(), stats.end());
  throw UnknownUnit("--fixed: " + unknown_name("unit or stat", name, known));
}

/// Refuses what cannot be had together. Throws InputError.
void require_possible(const BalanceQuestion& balance) {
  const auto name = [&](std::size_t unit) { return shown(balance.units[unit].name()); };
  constexpr double roundings = 1e-9;
  std::map<std::pair<std::size_t, std::size_t>, double> wished;
  std::set<std::pair<std::size_t, std::size_t>> ordered;
  for (const Aim::Wish& wish : balance.wishes) {
    const std::pair pair{wish.unit, wish.other}, turned{wish.other, wish.unit};
    if (wish.or_more) {
      ordered.insert(pair);
      if (!ordered.contains(turned)) continue;
      throw InputError(fmt::format("--wish: each of {} and {} is to stay better than the other",
                                   name(wish.unit), name(wish.other)));
    }
    wished.try_emplace(turned, 1 - wish.odds);
    const double before = wished.try_emplace(pair, wish.odds).first->second;
    if (std::abs(before - wish.odds) < roundings) continue;
    throw InputError(
        fmt::format("--wish: {} is to beat {} in {:.4g} % of their battles and in {:.4g} %",
                    name(wish.unit), name(wish.other), before * 100, wish.odds * 100));
  }
}

/// "0.55" or "55%".
double share_of(const std::string& text) {
  const auto share = read_share(trim(text));
  if (share && *share >= 0 && *share <= 1) return *share;
  throw BadValue(fmt::format(
      "--target: '{}' is not the odds that units should have, such as 0.5 or 50%", shown(text)));
}

Report answer_prices(const questions::Prices& question, const Engines& engines,
                     const Watch& watch) {
  questions::Prices of_cells = question;
  of_cells.budgets.clear();  // the prices have them
  const AskedMeeting meeting = meeting_of(of_cells, {}, win_and_lose(), engines);
  PricesQuestion prices{meeting,
                        {{.within = question.within, .even_for = question.even_for},
                         question.budgets,
                         question.buying,
                         {},
                         {},
                         question.step},
                        meeting.roster->limits};
  for (const std::string& text : question.fixed) {
    for (const std::string& name : names_in(text, *meeting.roster)) {
      if (const auto total = total_in(name)) {
        prices.total = total;
      } else {
        prices.fixed.push_back(place_of(name, *meeting.roster));
      }
    }
  }
  PricesReport report{answer_prices(prices, watch), {}};
  complete(meeting, report);
  std::vector<NewValue> values;
  std::vector<AnyUnit> meant = units_in(meeting.units);
  for (std::size_t i = 0; i < meant.size(); ++i) {
    const Prices::Row& row = report.rows[i];
    if (row.points == row.was) continue;
    values.push_back({row.unit, "", "points", std::to_string(row.points)});
    set_points(meant[i], row.points);
  }
  report.roster = rewritten(*meeting.roster, values, meant, "points");
  return report;
}

Report answer_balance(const questions::Balance& question, const Engines& engines,
                      const Watch& watch) {
  const AskedMeeting meeting = meeting_of(question, question.against, win_and_lose(), engines);
  const Roster& roster = *meeting.roster;
  if (question.vary.empty() && roster.ranges.empty()) {
    throw Missing("balance needs --vary, the stats that may move, for example --vary as=4..8");
  }
  BalanceQuestion balance{meeting, {.within = question.within, .even_for = question.even_for}};
  balance.stats.vary = parse_movables(question.vary);
  for (const StatRule& rule : roster.ranges) {
    const std::string key = rule.unit + "." + rule.key;
    const bool is_said = std::any_of(balance.stats.vary.begin(), balance.stats.vary.end(),
                                     [&](const Movable& one) { return one.key == key; });
    if (!is_said) balance.stats.vary.push_back(parse_range({key, rule.where}, rule.range));
  }
  for (const StatRule& rule : roster.characters) {
    balance.stats.characters.push_back({rule.unit + "." + rule.key, rule.where});
  }
  balance.stats.costs = parse_point_costs(question.costs);
  balance.changes = question.changes;
  if (!question.target.empty()) balance.target = share_of(question.target);
  for (const std::string& text : question.fixed) {
    for (const std::string& name : names_in(text, roster)) fix(name, roster, balance);
  }
  for (const std::string& wish : question.wishes) add_all(wishes_of(wish, roster), balance.wishes);
  require_possible(balance);
  balance.solutions = question.solutions;
  BalanceReport report{answer_balance(balance, watch), {}};
  complete({meeting.empty, meeting.conditions, meeting.cells, meeting.everybody()}, report);
  std::vector<NewValue> values;
  std::vector<AnyUnit> meant = units_in(meeting.units);
  for (const Balance::Change& change : report.changes) {
    set_stat(meant[change.unit], change.key, change.to);
    values.push_back({change.name, change.group, change.field, change.to});
  }
  report.roster = rewritten(roster, values, meant, "stats");
  return report;
}

Report answer_compare(const questions::Compare& question, const Engines& engines,
                      const Watch& watch) {
  if (question.old.empty() || question.roster.empty()) {
    throw Missing("compare needs two rosters, the old one and the new one");
  }
  const AskedMeeting meeting = meeting_of(question, question.old, win_and_lose(), engines);
  const auto before = load(question.old, question.system);
  const auto version = [&](const Roster& roster, const Contestants& units) -> RosterVersion {
    return {roster.file,
            units,
            {meeting.empty, meeting.conditions, meeting.cells,
             question.armies ? armies_of(roster) : units}};
  };
  if (question.armies && question.budget()) {
    throw NotTogether("--armies does not go with --budget");
  }
  const RosterVersion old = version(*before, *meeting.others);
  const RosterVersion now = version(*meeting.roster, meeting.units);
  Comparison answer = answer_compare(old, now, watch);
  Contestants all = old.meeting.units;
  add_all(now.meeting.units, all);
  answer.assumed = assumed_of(all, all, meeting.empty, meeting.cells, question.situation);
  return answer;
}

}  // namespace

std::string_view file_of_wishes(std::string_view wish) {
  const std::string_view text = trim(wish);
  const bool is_file = text.find(word_of_wish) == std::string_view::npos && is_csv("", text);
  return is_file ? text : std::string_view();
}

namespace questions {

Command Prices::command() {
  return {.operands = "--roster FILE",
          .summary = "points at which units are even for the same budget",
          .introduction =
              "Looks for points at which all units, bought for the same budget, beat others with "
              "even odds. --output writes the roster with them.",
          .examples = {{"prices --roster examples/raiders-of-arcana.toml --budget 500",
                        "what each should cost"},
                       {"prices --roster examples/designer/arcane-legions.toml --fixed \"Bull "
                        "Guard\" --step 5",
                        "in steps of five, and one price stays"}},
          .answer = answering(answer_prices),
          .writes_roster = true};
}

Command Balance::command() {
  return {.operands = "--roster FILE --vary KEY=LO..HI",
          .summary = "the fewest stat changes that make all units even",
          .examples = {{"balance --roster examples/designer/magewinds.toml --vary armour=0..3",
                        "armour may move"},
                       {"balance --roster examples/magewinds.toml --vary armour=0..3",
                        "of nine fighters, who then cannot be as even"}},
          .answer = answering(answer_balance),
          .writes_roster = true};
}

Command Compare::command() {
  return {
      .operands = "OLD NEW",
      .summary = "two versions of a roster: stats, odds and ranks",
      .introduction =
          "Which units came and went, which stats changed, and what that did to odds and ranks.",
      .without = {"roster"},
      .examples = {{"compare examples/magewinds.toml examples/designer/magewinds.toml",
                    "the old, the new"},
                   {"compare examples/designer/arcane-legions.toml "
                    "examples/designer/arcane-legions.toml --budget 70",
                    "with units bought for the same points"}},
      .answer = answering(answer_compare)};
}

}  // namespace questions
}  // namespace warodds
