#include "core/roster/csv_roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/find_unit.h"
#include "core/roster/roster.h"
#include "core/roster/sheet.h"
#include "core/roster/side_text.h"
#include "core/systems/any_unit.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// The name that a spreadsheet program gives to a column: A, B, …, Z, AA, …
std::string letters_of(std::size_t column) {
  std::string letters;
  for (std::size_t left = column + 1; left > 0; left = (left - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (left - 1) % 26));
  }
  return letters;
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file, const std::string& system,
            const SheetColumns& columns)
      : sheet_(read_sheet(text, file, system, columns, faults_)), known_(sheet_.known) {
    roster_.file = file;
    roster_.system = sheet_.system;
  }

  Roster read() {
    const std::vector<CsvRow>& rows = sheet_.csv.rows;
    for (std::size_t i = 0; i < sheet_.header; ++i) roster_.titles.push_back(rows[i].fields);
    for (std::size_t i = sheet_.header + 1; i < rows.size(); ++i) {
      if (sheet_.is_of_totals(rows[i])) {
        totals_.push_back(rows[i].line);
        continue;
      }
      const std::string heading = sheet_.heading(rows[i]);
      if (heading.empty()) {
        read_row(rows[i]);
      } else {
        roster_.headings.push_back({heading, roster_.units.size()});
        lines_of_headings_.push_back(rows[i].line);
      }
    }
    if (places_.empty() && !faults_.any()) {
      faults_.add(sheet_.file + ": no unit in this roster" +
                  (roster_.headings.empty() ? "" : ", only headings: rows with one cell"));
    }
    if (!faults_.any()) check_units();
    if (!faults_.any()) check_armies();
    faults_.report(sheet_.file);
    add_remarks();
    return std::move(roster_);
  }

 private:
  std::string where(const CsvRow& row) const { return sheet_.where(row); }

  /// What was skipped, and what was read as something that it does not say.
  void add_remarks() {
    const auto remark = [&](const std::string& text) {
      roster_.remarks.push_back(sheet_.file + ": " + text);
    };
    if (!roster_.titles.empty()) {
      const std::size_t first = sheet_.csv.rows.front().line;
      const std::size_t line = sheet_.csv.rows[sheet_.header].line;
      remark(fmt::format("the header is line {}; above it, from line {}, are titles", line, first));
    }
    constexpr std::size_t most_told = 10;
    std::vector<std::string> told;
    for (std::size_t i = 0; i < std::min(roster_.headings.size(), most_told); ++i) {
      told.push_back(fmt::format("'{}' (line {})", shown(roster_.headings[i].text, 40),
                                 lines_of_headings_[i]));
    }
    if (roster_.headings.size() > most_told) {
      told.push_back(fmt::format("{} more", roster_.headings.size() - most_told));
    }
    if (!told.empty()) {
      remark(fmt::format("read as headings, for want of any stat: {}", fmt::join(told, ", ")));
    }
    if (!totals_.empty()) {
      std::vector<std::size_t> first(
          totals_.begin(),
          totals_.begin() + std::min<std::ptrdiff_t>(most_told, std::ssize(totals_)));
      remark(fmt::format("left out as sums of others, not as units: line{} {}{}",
                         totals_.size() > 1 ? "s" : "", fmt::join(first, ", "),
                         totals_.size() > most_told ? ", ..." : ""));
    }
    if (sheet_.csv.is_windows_1252) {
      remark("read as Windows-1252, for it is not UTF-8; it is written so, too");
    }
    for (const std::string& doubt : sheet_.doubts) remark(doubt);
    if (!sheet_.read_as.empty()) {
      remark(fmt::format("columns are read so: {}", fmt::join(sheet_.read_as, ", ")));
    }
    if (!sheet_.missing.empty()) {
      remark(fmt::format("no column is called {}, of which --column or --ignore speaks",
                         fmt::join(sheet_.missing, ", ")));
    }
    if (!targets_.empty()) {
      const std::string& shown_one = first_target_;
      remark(fmt::format("a target number such as {} is read as {}, in {}", shown_one,
                         shown_one.substr(0, shown_one.size() - 1), fmt::join(targets_, ", ")));
    }
  }

  void read_row(const CsvRow& row) {
    const std::string here = where(row);
    std::map<std::string, std::string> cells;
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      const std::string value = Sheet::cell(row, i);
      if (value.empty()) continue;
      if (i >= sheet_.headers.size()) {
        faults_.add(fmt::format(
            "{}: '{}' stands in column {}, but the header names {} columns; a "
            "cell with '{}' in it goes in quotes",
            here, shown(value), letters_of(i), sheet_.headers.size(), sheet_.csv.separator));
        return;
      }
      if (sheet_.headers[i].empty() && unnamed_.insert(i).second) {
        faults_.add(fmt::format("{}: '{}' stands in column {}, which has no name in the header",
                                here, shown(value), letters_of(i)));
      }
      if (!sheet_.columns[i].empty()) cells[sheet_.columns[i]] = value;
    }
    if (cells.empty()) return;  // remarks beside the table
    if (const auto name = name_in(cells, here)) take_row(*name, cells, here);
  }

  /// The name of a row, if it is a unit's.
  std::optional<std::string> name_in(const std::map<std::string, std::string>& cells,
                                     const std::string& here) {
    const auto found = cells.find("name");
    std::string why;
    if (found == cells.end()) {
      why =
          "this row has no name; every row is a unit or one of its groups, and a row of totals "
          "says so: Total";
    } else if (found->second.find_first_of("=\n\r") != std::string::npos) {
      why = fmt::format("the name '{}' must not contain '=' or line ends", shown(found->second));
    } else if (column_key(found->second) == column_key(sheet_.headers[*sheet_.place_of("name")])) {
      why = "the header is repeated here; only the first row names the fields";
    } else {
      why = why_not_shown(found->second, TextOf::name);
    }
    if (why.empty()) return found->second;
    faults_.add(here + ": " + why);
    return std::nullopt;
  }

  void take_row(const std::string& name, std::map<std::string, std::string>& cells,
                const std::string& here) {
    UnitText* const unit = unit_of(name, here);
    if (unit == nullptr) return;
    const auto take = [&](const std::string& column) {
      const auto found = cells.find(column);
      if (column.empty() || found == cells.end()) return std::string();
      return std::move(found->second);
    };
    const std::string group = take(known_.group_word);
    const std::string army = take("army"), with = take("with");
    // Beside a group the count is the group's.
    const std::string count = group.empty() ? take("count") : "";
    if (!army.empty()) {
      join(army, name, {count, with, !group.empty()}, here);
    } else if (!count.empty() || !with.empty()) {
      faults_.add(here + ": " + (with.empty() ? why_no_count() : whose("with", "an army")));
      return;
    }
    const bool says_more = std::any_of(cells.begin(), cells.end(), [](const auto& cell) {
      return cell.first != "name" && cell.first != "system" && !cell.second.empty();
    });
    if (!army.empty() && group.empty() && !says_more) return;  // of a unit that stands elsewhere
    if (const std::string note = take("note"); !note.empty()) {
      const std::string why = why_not_shown(note, TextOf::note);
      if (!why.empty()) faults_.add(here + ": " + why);
      unit->note = note;
    }
    if (group.empty() && !whole_.emplace(name_key(name), here).second) {
      faults_.add(fmt::format(
          "{}: a second row for '{}'; the first is {}{}", here, shown(name), whole_[name_key(name)],
          known_.group_word.empty()
              ? ""
              : "; rows of one name are told apart in a column '" + known_.group_word + "'"));
      return;
    }
    if (!group.empty()) unit->groups.push_back({known_.group_word, here, {{"name", group, here}}});
    for (const char* done : {"name", "note", "system", "army", "count", "with"}) {
      if (group.empty() || std::string_view(done) != "count") cells.erase(done);
    }
    cells.erase(known_.group_word);
    for (const auto& [key, value] : cells) take_cell(*unit, !group.empty(), {key, value, here});
  }

  static std::string whose(const std::string& key, const std::string& owner) {
    return fmt::format("{} belongs to {}, which this row does not name", key, owner);
  }

  /// What is wrong with a row that has a count, and neither a group nor an army.
  std::string why_no_count() const {
    const bool of_group = known_.of_groups.count("count") > 0;
    const bool has_armies = sheet_.place_of("army").has_value();
    std::string owner = of_group ? "a " + known_.group_word : "an army";
    if (of_group && has_armies) owner += " or an army";
    std::string what = whose("count", owner);
    if (known_.size.empty()) return what;
    what += fmt::format("; how many a unit is stands in a column '{}'", known_.size);
    if (of_group) {
      what += fmt::format(", the name of a {0} in a column '{0}'", known_.group_word);
    }
    return what;
  }

  /// What a row says of a unit in an army.
  struct Membership {
    std::string count;
    std::string with;
    bool of_group = false;  ///< several rows may say it of the unit, once
  };

  /// The unit of a row is one of an army's.
  void join(const std::string& name, const std::string& unit, const Membership& said,
            const std::string& here) {
    if (const std::string why = why_not_shown(name, TextOf::name); !why.empty()) {
      faults_.add(here + ": " + why);
      return;
    }
    const auto [place, is_new] = armies_.emplace(name_key(name), roster_.armies.size());
    if (is_new) roster_.armies.push_back({name, "", here, {}, {}});
    if (said.of_group && !in_army_.insert({name_key(name), name_key(unit)}).second) return;
    SidePart part{unit};
    const auto count = read_number<int>(said.count.empty() ? "1" : said.count);
    if (!count || *count < 1 || *count > most_units_of_side) {
      faults_.add(fmt::format("{}: count is '{}' but must be a whole number from 1 to {}", here,
                              shown(said.count), most_units_of_side));
      return;
    }
    part.count = *count;
    try {
      if (!said.with.empty()) part.with = parse_with(said.with, here);
    } catch (const InputError& error) {
      faults_.add(error);
    }
    roster_.armies[place->second].parts.push_back(std::move(part));
  }

  void check_armies() {
    std::vector<ArmyText> armies;
    armies.swap(roster_.armies);
    for (ArmyText& army : armies) {
      try {
        require_sound(army, roster_);
        roster_.armies.push_back(std::move(army));
      } catch (const InputError& error) {
        faults_.add(error);
      }
    }
  }

  void take_cell(UnitText& unit, bool in_group, Setting setting) {
    if (setting.key == key_of_character || !known_.ranged(setting.key).empty()) {
      set(unit, std::move(setting));
      return;
    }
    // A column of sizes is of units, and of the groups of others.
    const std::string own = known_.size_of_group();
    if (in_group && !own.empty() && setting.key == known_.size && !sheet_.place_of(own)) {
      setting.key = own;
    }
    const auto of_group = known_.of_groups.find(setting.key);
    const bool is_of_group = in_group && of_group != known_.of_groups.end();
    const auto of_unit = known_.of_units.find(setting.key);
    if (!is_of_group && of_unit == known_.of_units.end()) {
      faults_.add(fmt::format("{}: {} belongs to a {}, which this row does not name", setting.where,
                              setting.key, known_.group_word));
      return;
    }
    const FieldSpec& field = is_of_group ? of_group->second : of_unit->second;
    const std::string written = setting.value;
    try {
      setting.value = value_of_cell(written, field, sheet_.csv.separator != ',', setting.where);
    } catch (const InputError& error) {
      faults_.add(error);
      return;
    }
    if (!field.text && is_target_number(written)) {
      if (targets_.empty()) first_target_ = written;
      targets_.insert(setting.key);
    }
    if (is_of_group) {
      setting.key = field.name;
      unit.groups.back().settings.push_back(std::move(setting));
    } else {
      set(unit, std::move(setting));
    }
  }

  /// Null when there are too many.
  UnitText* unit_of(const std::string& name, const std::string& here) {
    const auto [known, is_new] = places_.emplace(name_key(name), roster_.units.size());
    if (!is_new) return &roster_.units[known->second];
    if (roster_.units.size() == Roster::most_units) {
      throw BadRoster(
          fmt::format("{}: more than the {} units a roster may have", here, Roster::most_units));
    }
    return &roster_.units.emplace_back(UnitText{name, "", here, {}, {}});
  }

  /// A field of the unit, said once or every time alike.
  void set(UnitText& unit, Setting setting) {
    for (const Setting& said : unit.settings) {
      if (said.key != setting.key) continue;
      if (said.value != setting.value) {
        faults_.add(fmt::format("{}: {} of {} is {}, but was {} at {}", setting.where, setting.key,
                                shown(unit.name), shown(setting.value), shown(said.value),
                                said.where));
      }
      return;
    }
    unit.settings.push_back(std::move(setting));
  }

  /// What cannot be seen in a single cell.
  void check_units() {
    for (UnitText& unit : roster_.units) {
      try {
        take_rules(unit, roster_);
      } catch (const InputError& error) {
        faults_.add(error);
        continue;
      }
      if (unit.settings.empty() && unit.groups.empty()) {
        faults_.add(
            fmt::format("{}: '{}' has a name and no stats; a heading stands alone in its row",
                        unit.where, shown(unit.name)));
        continue;
      }
      bool whose = true;  // is said of each setting
      for (const Setting& setting : unit.settings) {
        if (unit.groups.empty() || !known_.of_units.at(setting.key).lone) continue;
        whose = false;
        faults_.add(fmt::format("{}: {} belongs to a {}, which this row does not name",
                                setting.where, setting.key, known_.group_word));
      }
      if (!whose) continue;
      try {
        read_unit(roster_.system, unit);
      } catch (const InputError& error) {
        faults_.add(error);
      }
    }
  }

  Faults faults_;
  Sheet sheet_;
  const KnownFields& known_;
  std::set<std::size_t> unnamed_;               ///< columns that have been found to have no name
  std::vector<std::size_t> lines_of_headings_;  ///< of the roster
  std::vector<std::size_t> totals_;             ///< lines of rows that are sums of others
  std::set<std::string> targets_;               ///< fields of which a cell is like "5+" ...
  std::string first_target_;                    ///< ... and the first of them
  Roster roster_;
  std::map<std::string, std::size_t> places_;              ///< of units in the roster
  std::map<std::string, std::size_t> armies_;              ///< likewise
  std::set<std::pair<std::string, std::string>> in_army_;  ///< what rows of groups have said
  std::map<std::string, std::string> whole_;  ///< where the rows without a group are, by name
};

}  // namespace

Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system,
                        const SheetColumns& columns) {
  if (!system.empty()) with_system(system, "--system: ", [](auto) {});
  return CsvReader(text, file, system, columns).read();
}

bool is_csv(std::string_view text, std::string_view file) {
  const std::string name = lower(file);
  for (const char* ending : {".csv", ".tsv", ".tab"}) {
    if (name.ends_with(ending)) return true;
  }
  if (name.ends_with(".toml")) return false;
  const auto line_from = [&](std::size_t at) {
    return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
  };
  // TOML has no line of words alone.
  std::string_view first = line_from(0);
  for (std::size_t at = 0; first.find_first_of("=,;|\t[#") == std::string_view::npos &&
                           at + first.size() < text.size();) {
    at += first.size() + 1;
    first = line_from(at);
  }
  const bool has_cells = first.find('=') == std::string_view::npos &&
                         first.find_first_of(",;|\t") != std::string_view::npos &&
                         first.find_first_of("[#") != 0;
  return begins_as_utf16(text) || text.starts_with("sep=") || has_cells;
}

}  // namespace warodds
