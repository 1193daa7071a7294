// What the facts of reports are made of: they are stated once, for JSON, CSV and whoever else
// listens, by a function of each report (reports.h lists them). Not installed.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/facts.h"
#include "core/ask/reports.h"

namespace warodds {

/// The JSON of a report on one line, as `ask` hands it back; `id`, `most_bytes`, `only_asked`: as
/// of a JsonWriter.
std::string to_line(const Report& report, std::string_view id,
                    std::size_t most_bytes = std::string::npos, bool only_asked = false);
/// Why there is no answer.
void state(Facts& facts, const Failure& failure, int status);

class JsonWriter;
// What no other form says.
void state(JsonWriter& json, const PartReport& report);
void state(JsonWriter& json, const SchemaReport& report);

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
/// Both sides. `of_table`: where CSV is a table, which says of units only what is not at its
/// default.
void state_sides(Facts& facts, const Asked& asked, bool of_table = false);
/// What was asked: both sides, or the target of a sequence, and the situation.
void state_asked(Facts& facts, const Asked& asked);
/// The same where CSV is a table.
void state_asked_of_table(Facts& facts, const Asked& asked);
/// Of that all but the sides.
void state_settings_of_table(Facts& facts, const Asked& asked);
/// What is assumed of both sides; of who has nothing left to choose, nothing.
void state_assumed(Facts& facts, const AssumedPlays& plays);
/// What says otherwise: each key with the words of what it is assumed to be.
void state_keys(Facts& facts, const AssumedPlays& plays);
/// Who plays best, if anybody does.
void state_policy(Facts& facts, const PerSide<bool>& best);
void state_bought(Facts& facts, const std::vector<Purchase>& bought,
                  const Naming& naming = as_keyed);

/// How lucky one number was; `as`: how each of what is said of it is called.
using NamingOfLuck = std::function<Naming(std::string_view statistic)>;
void state_luck(Facts& facts, const Luck& luck, const NamingOfLuck& as);
/// The steps of a sequence; for people, a row of a table each.
void state_steps(Facts& facts, const Asked& asked, const SequenceAnswer& answer);
/// What becomes of its target, and what that costs.
void state_end(Facts& facts, const PlayReport& report, const SequenceAnswer& answer);
/// How a battle stands after a round. `labels`: of the sides.
void state_round(Facts& facts, const RoundAnswer& round, const PerSide<std::string>& labels);

// Values.

/// The fields of a unit, an object. As `rows`: the row of CSV that is open holds those of the unit;
/// each group has one of its own.
void state_profile(Facts& facts, const AnyUnit& unit, const Naming& naming = as_keyed,
                   bool rows = false);
/// The same as members of the object that is open.
void state_profile(Facts& facts, const Profile& profile);
void state(Facts& facts, const Purchase& purchase, const Naming& naming);

/// Of a simulation or a law; columns of every CSV that has numbers of an engine.
inline const std::string columns_of_engine = "engine trials seed confidence partial";
inline const std::vector<std::string> engine_columns{"engine", "trials", "seed", "confidence",
                                                     "partial"};

/// How CSV lays a report out, as it says before anything else: as observations, a result in each
/// row, or as a table.
struct CsvLayout {
  std::vector<std::string> columns;     ///< of a table; of observations those before the engine's
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

}  // namespace warodds
