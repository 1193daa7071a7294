// What the statements of reports are made of: facts for JSON, CSV and whoever else listens, and
// what is said to people between them, stated once by a function of each report (reports.h lists
// them). Not installed.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/facts.h"
#include "core/ask/forms/document.h"
#include "core/ask/reports.h"

namespace warodds {

/// The JSON of a report on one line, as `ask` hands it back; `id`, `most_bytes`, `only_asked`: as
/// of a JsonWriter.
std::string to_line(const Report& report, std::string_view id,
                    std::size_t most_bytes = std::string::npos, bool only_asked = false);
/// Why there is no answer.
void state(Facts& facts, const Failure& failure, int status);

// Pieces that several reports share: members of the object that is open.

/// For what CSV says in its own way, or not at all.
inline const Naming only_json{.only = Form::json};
inline constexpr Naming only_csv{.only = Form::csv};
/// For people: the heading of a column, and what stands in it.
constexpr Naming for_people(std::string_view label, Shows as = Shows::text) {
  return {.label = label, .as = as, .only = Form::text};
}
/// A column of CSV.
inline constexpr Naming in_column{.column = true};
/// What `show` asks for.
inline constexpr Naming asked_for{.is_asked = true};
inline constexpr Naming asked_in_json{.only = Form::json, .is_asked = true};
/// An object whose keys are data, such as names of units.
inline constexpr Naming map_of_data{.is_map = true};

/// Version, command and system.
void state_head(Facts& facts, std::string_view command, std::string_view system = {});
/// The same and what the designers' tables have in common; `what`: the title, for people.
void state_head(Facts& facts, std::string_view command, const Table& table,
                const std::string& what);
/// The share of the battles behind odds that nobody wins.
void state_nobody_wins(Facts& facts, const Table& table);
void state_engine(Facts& facts, const Origin& origin);
/// How the dice agree with what is told, where both engines were asked.
void state_agreement(Facts& facts, const std::optional<Agreement>& agreement);
/// What each stat and setting does; in CSV "without KEY" is a statistic of each quantity.
void state_parts(Facts& facts, const std::optional<PartsOfDice>& parts);
/// Both sides, or the target of a sequence. A table in CSV says of units only what is not at its
/// default.
void state_sides(Facts& facts, const Asked& asked);
void state_situation(Facts& facts, const Asked& asked);
/// Both.
void state_asked(Facts& facts, const Asked& asked);
/// What is assumed of both sides; of who has nothing left to choose, nothing. `conducts`: in words,
/// how sides of several play before all else.
void state_assumed(Facts& facts, const AssumedPlays& plays,
                   const PerSide<std::string>& conducts = {});
/// Who plays best, if anybody does.
/// `units`: of sides of several, those who do; none: all.
void state_policy(Facts& facts, const PerSide<bool>& best,
                  const PerSide<std::vector<std::string>>& units = {});
void state_bought(Facts& facts, const std::vector<Purchase>& bought,
                  const Naming& naming = as_keyed);

/// The quantities that were asked for by name, beside everything else; in JSON each once. `of_all`:
/// how CSV calls what is of no side.
void state_shown(Facts& facts, const std::vector<ShownQuantity>& shown,
                 std::string_view of_all = {});
/// How lucky one number was. `of`: whom it is of among observations in CSV; "": these are columns.
void state_luck(Facts& facts, const Luck& luck, std::string_view of = {});
/// What a side deals in a fight, or the attacker in a step: members of the object that is open.
void state_deals(Facts& facts, const Answer& answer, Side side, int step = OutcomeFact::no_step);
/// What is lost in points. `labels`: of the sides; `of_sequence`: lines of CSV are of steps and not
/// of sides, which are named in what they say.
void state_points(Facts& facts, const PointsLostAnswer& points, const PerSide<std::string>& labels,
                  bool of_sequence = false);
/// What becomes of a unit of several: members of the object that is open; for people a row.
void state_unit(Facts& facts, const Answer& answer, const UnitAnswer& unit, Side side);
/// The steps of a sequence; for people, a row of a table each.
void state_steps(Facts& facts, const Asked& asked, const Answer& answer);
/// Figures of its target that are left.
Distribution left_of_target(const PlayReport& report);
/// What becomes of its target, and what that costs.
void state_end(Facts& facts, const PlayReport& report);
/// How a battle stands after a round. `labels`: of the sides.
void state_round(Facts& facts, const RoundAnswer& round, const PerSide<std::string>& labels);

// Values.

/// The fields of a unit, an object. As `rows`: the row of CSV that is open holds those of the unit;
/// each group has one of its own.
void state_profile(Facts& facts, const AnyUnit& unit, Naming naming = as_keyed, bool rows = false);
/// The same as members of the object that is open.
void state_profile(Facts& facts, const Profile& profile);
void state(Facts& facts, const Purchase& purchase, const Naming& naming);
/// How many of a unit may be bought, where that is said.
void state_limits(Facts& facts, const LimitsOfUnits& limits, const std::string& unit);
/// Settings, if there are any.
void state_settings(Facts& facts, std::string_view key, const std::vector<Setting>& settings);
/// An object whose keys are data: names and values.
template <class Pairs>
void state_map(Facts& facts, std::string_view key, const Pairs& pairs, Naming naming = {}) {
  naming.is_map = true;
  facts.object(
      key,
      [&] {
        for (const auto& [name, value] : pairs) facts.member(name, value);
      },
      naming);
}

/// Of a simulation or a law; columns of every CSV that has numbers of an engine.
inline const std::string columns_of_engine = "engine trials seed confidence partial";

/// How CSV lays a report out, as it says before anything else: as observations, a result in each
/// row, or as a table.
struct CsvLayout {
  std::vector<std::string> columns;     ///< of a table; of observations those that all rows share
  std::vector<std::string> about = {};  ///< of observations: columns that say what a row is of ...
  std::string_view of_all = {};         ///< ... and the first of them where it is of everything
  std::string_view only = {};           ///< the object whose results are wanted; "": all
  bool settings = true;                 ///< whether a table has a last column of what was set
  bool is_roster = false;               ///< whether it is one that can be read again
  std::vector<std::vector<std::string>> above = {};  ///< rows above the header of such a one

  bool is_table() const { return about.empty(); }
};
/// "version system" as two columns.
std::vector<std::string> columns_of(std::string_view names);
/// The columns that say how numbers of a designers' table came about, and those that are its own.
CsvLayout table_of(const std::vector<std::string>& own);

// What several reports say to people alike, beside their facts.

/// "1 unit", "2 units".
template <class Number>
std::string counted(Number count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}
/// What stands in brackets behind a name, on one line; `width`: at most; 0: any.
std::string note_behind(std::string_view note, int width = 0);

/// A quantity by its name, but for who is destroyed. `names`: of the sides.
std::string quantity_in_words(const Quantity& quantity, const PerSide<std::string>& names);
/// A probability in percent, anything else as a mean.
Shows shows(const Quantity& quantity);
/// How numbers become whole that a budget pays for.
std::string bought_how(Buying buying);
/// "A against B", and the system.
void say_heading(Document& page, const Asked& asked);
/// "exact", "simulated, 1000000 trials, seed 1 ..."; `what` goes before it.
void say_origin(Document& page, std::string_view what, const Origin& origin);
void say_given(Document& page, const std::vector<std::string>& given);
/// `names`: of the sides; `all`: of all together.
void say_assumed(Document& page, const AssumedPlays& plays, const PerSide<std::string>& names,
                 std::string_view all = "both");
void say_assumed(Document& page, const Asked& asked);
/// Who plays best and against what.
void say_policy(Document& page, const BestPlayers& players, int indent);
void say_bought(Document& page, const std::vector<Purchase>& bought);
/// From where it is fought, and until what.
void say_frame(Document& page, const std::string& from, const std::optional<Event>& until);
/// Who may leave the field, and where they do.
void state_leavings(Facts& facts, const Asked& asked, const std::vector<Leaving>& leavings);
void say_leavings(Document& page, const Asked& asked, const std::vector<Leaving>& leavings);
/// How rare it was, where percent cannot say.
std::vector<std::string> tails_of(const std::string& name, const Luck& luck);
inline constexpr const char* name_of_sum = "attacker's luck";
/// Lines beneath a heading, set in.
void say_lines(Document& page, const std::vector<std::string>& lines);

/// In a sentence, in plain words.
std::string verdict_of(const PlayReport& report);
/// The side that wins more often; where both do so alike, the attacker.
Side wins_more(const Answer& answer);
/// What is played has a layout of its own.
void lay_out(Document& page, const PlayReport& report);

// What the designers' tables have in common: the numbers of cells and how they came about.

inline constexpr Naming csv_column{.column = true, .only = Form::csv};
inline constexpr Naming as_value{.word = "value"};

/// How numbers of a row came about, in the columns of CSV.
void state_origin(Facts& facts, const Table& table, const Cell& cell);
/// What the budget buys of the unit, in CSV.
void state_purchase(Facts& facts, const Table& table, std::string_view key,
                    const std::string& unit);

/// The numbers of one cell: in JSON a list of them, in CSV a row each, with the columns that
/// `where()` states; to people a column each, below `headings`.
template <class Where>
void state_cell(Facts& facts, const Table& table, const Cell& cell, const Where& where,
                const std::vector<std::string>& headings = {}) {
  const bool is_known = !cell.values.empty();  // allowed, and reached
  if (facts.is_for(Form::text)) {
    where();
    for (std::size_t q = 0; q < headings.size(); ++q) {
      const auto number = is_known ? std::optional(cell.values[q]) : std::nullopt;
      facts.member("value", number, for_people(headings[q], shows(table.quantities[q])));
    }
  } else if (!facts.is_for(Form::csv)) {
    if (!is_known) return facts.value(nullptr);
    facts.array(cell.values, [&](const Estimate& number) { facts.value(number, as_value); });
  } else {
    for (std::size_t q = 0; q < table.quantities.size(); ++q) {
      facts.row([&] {
        state_origin(facts, table, cell);
        where();
        facts.member("quantity", table.quantities[q].text);
        if (is_known) facts.member("value", cell.values[q], as_value);
      });
    }
  }
}

/// 0, 1, … below `count`.
inline std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

}  // namespace warodds
