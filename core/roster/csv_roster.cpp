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
#include "core/roster/node.h"
#include "core/roster/reader.h"
#include "core/roster/roster.h"
#include "core/roster/sheet.h"
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

Node& list_in(Node& table, const std::string& key, const std::string& where) {
  for (Node& one : table.inside) {
    if (one.key == key) return one;
  }
  return table.inside.emplace_back(Node{key, Node::Kind::list, "", where});
}

class TreeReader {
 public:
  TreeReader(const Sheet& sheet, Faults& faults)
      : sheet_(sheet), known_(sheet.known), faults_(faults) {}

  Node read(Roster& roster) {
    const std::vector<CsvRow>& rows = sheet_.csv.rows;
    for (std::size_t i = 0; i < sheet_.header; ++i) roster.titles.push_back(rows[i].fields);
    for (std::size_t i = sheet_.header + 1; i < rows.size(); ++i) {
      if (sheet_.is_of_totals(rows[i])) {
        totals_.push_back(rows[i].line);
        continue;
      }
      const std::string heading = sheet_.heading(rows[i]);
      if (heading.empty()) {
        read_row(i);
      } else {
        roster.headings.push_back({heading, units_.inside.size()});
        lines_of_headings_.push_back(rows[i].line);
      }
    }
    if (units_.inside.empty() && !faults_.any()) {
      faults_.add(sheet_.file + ": no unit in this roster" +
                  (roster.headings.empty() ? "" : ", only headings: rows with one cell"));
    }
    add_remarks(roster);
    return {"", Node::Kind::table, "", sheet_.file, {}, {std::move(units_), std::move(armies_)}};
  }

 private:
  /// What was skipped, and what was read as something that it does not say.
  void add_remarks(Roster& roster) const {
    const auto remark = [&](const std::string& text) {
      roster.remarks.push_back(sheet_.file + ": " + text);
    };
    if (!roster.titles.empty()) {
      const std::size_t first = sheet_.csv.rows.front().line;
      const std::size_t line = sheet_.csv.rows[sheet_.header].line;
      remark(fmt::format("the header is line {}; above it, from line {}, are titles", line, first));
    }
    constexpr std::size_t most_told = 10;
    std::vector<std::string> told;
    for (std::size_t i = 0; i < std::min(roster.headings.size(), most_told); ++i) {
      told.push_back(
          fmt::format("'{}' (line {})", shown(roster.headings[i].text, 40), lines_of_headings_[i]));
    }
    if (roster.headings.size() > most_told) {
      told.push_back(fmt::format("{} more", roster.headings.size() - most_told));
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

  void read_row(std::size_t row) {
    const std::vector<std::string>& fields = sheet_.csv.rows[row].fields;
    const std::string here = sheet_.where(sheet_.csv.rows[row]);
    Cells cells;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string value = Sheet::cell(sheet_.csv.rows[row], i);
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
      const std::string& key = sheet_.columns[i];
      const Node::Span span{static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(i)};
      if (!key.empty()) cells[key] = {key, Node::Kind::text, value, here, span};
    }
    if (cells.empty()) return;  // remarks beside the table
    const std::string why = why_no_unit(cells);
    why.empty() ? take_row(cells, here) : faults_.add(here + ": " + why);
  }

  using Cells = std::map<std::string, Node>;  ///< of a row, by what their column is

  std::string why_no_unit(const Cells& cells) const {
    const auto name = cells.find("name");
    if (name == cells.end()) {
      return "this row has no name; every row is a unit or one of its groups, and a row of totals "
             "says so: Total";
    }
    const std::string& text = name->second.value;
    if (text.find_first_of("=\n\r") != std::string::npos) {
      return fmt::format("the name '{}' must not contain '=' or line ends", shown(text));
    }
    const bool is_header = column_key(text) == column_key(sheet_.headers[name->second.span.column]);
    return is_header ? "the header is repeated here; only the first row names the fields" : "";
  }

  void take_row(Cells& cells, const std::string& here) {
    const auto take = [&](const std::string& column) {
      const auto cell = cells.extract(column);
      return cell.empty() ? Node() : std::move(cell.mapped());
    };
    take("system");
    const Node name = take("name");
    const Node group = take(known_.group_word), army = take("army");
    Node with = take("with");
    // Beside a group the count is the group's.
    Node count = group.value.empty() ? take("count") : Node();
    Node& unit = unit_of(name);
    if (!army.value.empty()) {
      join(army, name, std::move(count), std::move(with), !group.value.empty());
      if (group.value.empty() && cells.empty()) return;  // of a unit that stands elsewhere
    } else if (!count.value.empty() || !with.value.empty()) {
      faults_.add(here + ": " + (with.value.empty() ? why_no_count() : whose("with", "an army")));
      return;
    }
    if (unit.span.line == 0) unit.span = name.span;
    if (const Node note = take("note"); !note.value.empty()) unit.inside.push_back(note);
    if (group.value.empty() && !whole_.emplace(name_key(name.value), here).second) {
      faults_.add(fmt::format(
          "{}: a second row for '{}'; the first is {}{}", here, shown(name.value),
          whole_[name_key(name.value)],
          known_.group_word.empty()
              ? ""
              : "; rows of one name are told apart in a column '" + known_.group_word + "'"));
      return;
    }
    Node* of_group = nullptr;
    if (!group.value.empty()) {
      std::vector<Node>& groups = list_in(unit, known_.group_word, here).inside;
      of_group = &groups.emplace_back(Node{"", Node::Kind::table, "", here, group.span, {group}});
      of_group->inside.front().key = "name";
    }
    std::vector<Node> of_unit;
    for (auto& [key, cell] : cells) take_cell(std::move(cell), of_group, of_unit);
    for (Node& cell : of_unit) set(unit, std::move(cell));
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

  Node& unit_of(const Node& name) {
    const auto [place, is_new] = units_by_name_.emplace(name_key(name.value), units_.inside.size());
    if (is_new) {
      units_.inside.push_back({"", Node::Kind::table, "", name.where, {}, {name}});
    }
    return units_.inside[place->second];
  }

  /// The unit of a row is one of an army's. Several rows of groups say it of the unit once.
  void join(const Node& army, const Node& unit, Node count, Node with, bool in_group) {
    const auto [place, is_new] =
        armies_by_name_.emplace(name_key(army.value), armies_.inside.size());
    if (is_new) {
      armies_.inside.push_back({"", Node::Kind::table, "", army.where, {}, {army}});
      armies_.inside.back().inside.front().key = "name";
    }
    if (in_group && !in_army_.insert({place->first, name_key(unit.value)}).second) return;
    Node part{"", Node::Kind::table, "", army.where, {}, {unit}};
    part.inside.front().key = "unit";
    with.key = "situation";
    if (!count.value.empty()) part.inside.push_back(std::move(count));
    if (!with.value.empty()) part.inside.push_back(std::move(with));
    list_in(armies_.inside[place->second], "units", army.where).inside.push_back(std::move(part));
  }

  void take_cell(Node cell, Node* group, std::vector<Node>& of_unit) {
    if (cell.key == key_of_character || !known_.ranged(cell.key).empty()) {
      return of_unit.push_back(std::move(cell));
    }
    // A column of sizes is of units, and of the groups of others.
    const std::string own = known_.size_of_group();
    if (group != nullptr && !own.empty() && cell.key == known_.size && !sheet_.place_of(own)) {
      cell.key = own;
    }
    const auto of_group = known_.of_groups.find(cell.key);
    const bool is_of_group = group != nullptr && of_group != known_.of_groups.end();
    const auto of_units = known_.of_units.find(cell.key);
    if (!is_of_group && of_units == known_.of_units.end()) {
      faults_.add(cell.where + ": " + whose(cell.key, "a " + known_.group_word));
      return;
    }
    const FieldSpec& field = is_of_group ? of_group->second : of_units->second;
    const std::string written = cell.value;
    faults_.gather([&] {
      cell.value = value_of_cell(written, field, sheet_.csv.separator != ',', cell.where);
      if (!field.text && is_target_number(written)) {
        if (targets_.empty()) first_target_ = written;
        targets_.insert(cell.key);
      }
      if (is_of_group) cell.key = field.name;
      (is_of_group ? group->inside : of_unit).push_back(std::move(cell));
    });
  }

  /// A field of the unit, said once or every time alike.
  void set(Node& unit, Node cell) {
    for (Node& said : unit.inside) {
      if (said.key != cell.key) continue;
      if (said.value != cell.value) {
        faults_.add(fmt::format("{}: {} of {} is {}, but was {} at {}", cell.where, cell.key,
                                shown(unit.inside.front().value), shown(cell.value),
                                shown(said.value), said.where));
      }
      return said.inside.push_back(std::move(cell));
    }
    unit.inside.push_back(std::move(cell));
  }

  const Sheet& sheet_;
  const KnownFields& known_;
  Faults& faults_;
  Node units_{"unit", Node::Kind::list, "", sheet_.file};
  Node armies_{"army", Node::Kind::list, "", sheet_.file};
  std::map<std::string, std::size_t> units_by_name_, armies_by_name_;  ///< their places
  std::set<std::pair<std::string, std::string>> in_army_;  ///< what rows of groups have said
  std::map<std::string, std::string> whole_;  ///< where the rows without a group are, by name
  std::set<std::size_t> unnamed_;             ///< columns that have been found to have no name
  std::vector<std::size_t> lines_of_headings_;
  std::vector<std::size_t> totals_;  ///< lines of rows that are sums of others
  std::set<std::string> targets_;    ///< fields of which a cell is like "5+" ...
  std::string first_target_;         ///< ... and the first of them
};

/// What no single cell shows.
void check_unit(const UnitText& unit, const Sheet& sheet, Faults& faults) {
  if (unit.settings.empty() && unit.groups.empty()) {
    throw BadRoster(
        fmt::format("{}: '{}' has a name and no stats; a heading stands alone in its row",
                    unit.where, shown(unit.name)));
  }
  bool whose = true;  // is said of each setting
  for (const Setting& setting : unit.settings) {
    if (unit.groups.empty() || !sheet.known.of_units.at(setting.key).lone) continue;
    whose = false;
    faults.add(fmt::format("{}: {} belongs to a {}, which this row does not name", setting.where,
                           setting.key, sheet.known.group_word));
  }
  if (whose) read_unit(sheet.system, unit);
}

}  // namespace

Node tree_of(const Sheet& sheet, Faults& faults, Roster& notes) {
  return TreeReader(sheet, faults).read(notes);
}

Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system,
                        const SheetColumns& columns) {
  if (!system.empty()) with_system(system, "--system: ", [](auto) {});
  Faults faults;
  const Sheet sheet = read_sheet(text, file, system, columns, faults);
  Roster roster;
  roster.file = file;
  roster.system = sheet.system;
  const Node tree = tree_of(sheet, faults, roster);
  if (!faults.any()) read_units(*tree.find("unit"), roster, faults);
  if (!faults.any()) {
    for (const UnitText& unit : roster.units) {
      faults.gather([&] { check_unit(unit, sheet, faults); });
    }
  }
  if (!faults.any()) read_armies(*tree.find("army"), roster, faults);
  faults.report(sheet.file);
  return roster;
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
