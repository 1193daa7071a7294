// Rosters: units as text, from a file or from the command line, before a system gives them meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/fields/setting.h"

namespace warodds {

struct Roster {
  static constexpr std::size_t most_units = 100'000;

  std::string file;
  std::string system;
  std::vector<UnitText> units;
  std::string text = {};  ///< all of the file, for those who write it anew with changes

  /// The unit of that name, or the only one whose name begins so; upper and lower case are the same
  /// where that leaves no doubt. Throws InputError, naming those that may be meant.
  const UnitText& find(std::string_view name) const;
};

/// Reads a TOML roster: `system = "…"`, then [[unit]] tables. Throws InputError with file, line and
/// column.
Roster parse_toml(std::string_view text, const std::string& file);

/// Reads a roster that is TOML or CSV. For CSV the system may be given, and columns to be left out.
/// Throws InputError.
Roster parse_roster(std::string_view text, const std::string& file, const std::string& system = "",
                    const std::vector<std::string>& ignored = {});
/// The same from a file.
Roster read_roster(const std::string& path, const std::string& system = "",
                   const std::vector<std::string>& ignored = {});

/// A unit as written on the command line: `NAME`, `NAME,key=value,…` or `key=value,…`. A name may
/// have commas: it ends at the last one before the first '='.
struct InlineUnit {
  std::string name;  ///< empty when there is none
  std::vector<Setting> settings;
};

/// Throws InputError; `where` names the argument.
InlineUnit parse_inline(std::string_view text, const std::string& where);

}  // namespace warodds
