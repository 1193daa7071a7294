// Rosters: units as text, from a file or from the command line, before a system gives them meaning.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/field.h"
#include "core/fields/setting.h"
#include "core/roster/side_text.h"

namespace warodds {

/// Units of a roster that play together, under a name of their own.
struct ArmyText {
  std::string name;
  std::string note;
  std::string where;
  std::vector<SidePart> parts;  ///< each is the name of a unit, how many, and its `with`
  std::optional<int> points;    ///< nothing: those of its units
};

/// What the column of a spreadsheet is, where its header does not say so.
struct ColumnName {
  std::string header;
  std::string key;                 ///< of a field, "points", or "name", "army" …
  std::string where = "--column";  ///< for messages
};

/// How the columns of a spreadsheet are to be read.
struct SheetColumns {
  std::vector<std::string> ignored = {};  ///< headers of those that are left out
  std::vector<ColumnName> called = {};
};

/// A row of a spreadsheet that is a heading of units, and the place of the first unit below it.
struct SheetHeading {
  std::string text;
  std::size_t before = 0;
};

/// What a roster says of balancing a unit: a stat and, of a range, where it may move.
struct StatRule {
  std::string unit;
  std::string key;
  std::string range;  ///< "4..6"; empty: the stat makes the unit what it is, and is not to be lost
  std::string where;
};

/// How many figures (models, …) of a unit, of all groups together, a side may have.
struct FigureLimits {
  static constexpr int no_most = std::numeric_limits<int>::max();

  int least = 1;
  int most = no_most;
  bool operator==(const FigureLimits&) const = default;
};

/// By the names of the units that have any.
using LimitsOfUnits = std::map<std::string, FigureLimits>;

struct Roster {
  static constexpr std::size_t most_units = 100'000;
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;  ///< of its file

  std::string file;
  std::string system;
  std::vector<UnitText> units;
  std::vector<ArmyText> armies = {};
  LimitsOfUnits limits = {};  ///< of the units that say how many of them may be bought
  std::vector<StatRule> ranges = {};
  std::vector<StatRule> characters = {};
  std::string text = {};      ///< all of the file, for those who write it anew with changes
  SheetColumns columns = {};  ///< of a spreadsheet: as it was read
  /// Of a spreadsheet: the rows above its header, ...
  std::vector<std::vector<std::string>> titles = {};
  std::vector<SheetHeading> headings = {};  ///< ... those between units, ...
  /// ... and, for people, what was skipped, and what was read as something that it does not say.
  std::vector<std::string> remarks = {};

  /// The unit of that name, or the only one whose name begins so; upper and lower case are the same
  /// where that leaves no doubt. Throws InputError, naming those that may be meant, armies too.
  const UnitText& find(std::string_view name) const;
  /// The army that is meant, found in the same way among units and armies; null: none is.
  const ArmyText* find_army(std::string_view name) const;
  std::vector<std::string> names_of_units() const;
  /// Of its units, then of its armies.
  std::vector<std::string> names() const;

  /// Bytes of memory that it takes, about.
  std::size_t bytes() const;
};

/// Refuses an army whose name is taken, or whose units are not those of the roster, by their full
/// names. Throws InputError.
void require_sound(const ArmyText& army, const Roster& roster);

/// What a unit may say of how many of it may be bought: `least` and `most`.
const std::vector<FieldSpec>& fields_of_limits();
/// The key of a unit that says which stat makes it what it is, and the ending of those that say
/// where a stat may move: `arm-range = "4..6"`.
inline constexpr std::string_view key_of_character = "character";
inline constexpr std::string_view ending_of_ranges = "-range";
/// The stat whose range stands under such a key; empty: none.
std::string_view stat_of_range(std::string_view key);
/// Takes all that out of the settings of a unit, and keeps it in the roster. Throws InputError.
void take_rules(UnitText& unit, Roster& roster);

/// Reads a TOML roster: `system = "…"`, then [[unit]] and
/// [[army]] tables. Throws InputError with file, line and
/// column.
Roster parse_toml(std::string_view text, const std::string& file);

/// Reads a roster that is TOML or CSV. For CSV the system may be given, and how columns are to be
/// read. Throws InputError.
Roster parse_roster(std::string_view text, const std::string& file, const std::string& system = "",
                    const SheetColumns& columns = {});
/// The same from a file.
Roster read_roster(const std::string& path, const std::string& system = "",
                   const SheetColumns& columns = {});

/// A unit as written on the command line: `NAME`, `NAME,key=value,…` or `key=value,…`. A name, if
/// there is one, may have commas: it ends at the last one before the first '='. Throws InputError;
/// `where` names the argument.
UnitText parse_inline(std::string_view text, const std::string& where);

}  // namespace warodds
