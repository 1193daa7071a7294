#include "core/roster/sheet.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/find_unit.h"
#include "core/roster/node.h"
#include "core/roster/reader.h"
#include "core/roster/roster.h"
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

Node with_key(Node node, const char* key) {
  node.key = key;
  return node;
}

std::string whose(const std::string& key, const std::string& owner) {
  return fmt::format("{} belongs to {}, which this row does not name", key, owner);
}

/// Units or armies, by their names.
struct Tables {
  Node list;
  std::map<std::string, std::size_t> places = {};

  Node& called(const Node& name) {
    const auto [place, is_new] = places.emplace(name_key(name.value), list.inside.size());
    if (is_new) {
      list.inside.push_back({"", Node::Kind::table, "", name.where, {}, {with_key(name, "name")}});
    }
    return list.inside[place->second];
  }
};

class TreeReader {
 public:
  TreeReader(Sheet& sheet, Faults& faults) : sheet_(sheet), known_(sheet.known), faults_(faults) {}

  void read() {
    const std::vector<CsvRow>& rows = sheet_.csv.rows;
    for (std::size_t i = sheet_.header + 1; i < rows.size(); ++i) {
      if (sheet_.is_of_totals(rows[i])) {
        totals_.push_back(rows[i].line);
        continue;
      }
      const std::string heading = sheet_.heading(rows[i]);
      if (heading.empty()) {
        read_row(i);
      } else {
        sheet_.headings.push_back({heading, units_.list.inside.size()});
        headings_.push_back(fmt::format("'{}' (line {})", shown(heading, 40), rows[i].line));
      }
    }
    if (units_.list.inside.empty() && !faults_.any()) {
      faults_.add(sheet_.file + ": no unit in this roster" +
                  (headings_.empty() ? "" : ", only headings: rows with one cell"));
    }
    add_remarks();
    sheet_.tree = {"", Node::Kind::table,
                   "", sheet_.file,
                   {}, {std::move(units_.list), std::move(armies_.list)}};
  }

 private:
  /// What was skipped, and what was read as something that it does not say.
  void add_remarks() {
    std::vector<std::string> skipped;
    if (sheet_.header > 0) {
      skipped.push_back(fmt::format("the header is line {}; above it, from line {}, are titles",
                                    sheet_.csv.rows[sheet_.header].line,
                                    sheet_.csv.rows.front().line));
    }
    constexpr std::size_t most_told = 10;
    if (const std::size_t all = headings_.size(); all > 0) {
      headings_.resize(std::min(all, most_told));
      if (all > most_told) headings_.push_back(fmt::format("{} more", all - most_told));
      skipped.push_back(
          fmt::format("read as headings, for want of any stat: {}", fmt::join(headings_, ", ")));
    }
    if (const std::size_t all = totals_.size(); all > 0) {
      totals_.resize(std::min(all, most_told));
      skipped.push_back(fmt::format("left out as sums of others, not as units: line{} {}{}",
                                    all > 1 ? "s" : "", fmt::join(totals_, ", "),
                                    all > most_told ? ", ..." : ""));
    }
    sheet_.remarks.insert(sheet_.remarks.begin(), skipped.begin(), skipped.end());
    if (!targets_.empty()) {
      sheet_.remarks.push_back(fmt::format(
          "a target number such as {} is read as {}, in {}", first_target_,
          first_target_.substr(0, first_target_.size() - 1), fmt::join(targets_, ", ")));
    }
  }

  void read_row(std::size_t row) {
    const std::vector<std::string>& fields = sheet_.csv.rows[row].fields;
    const std::string here = sheet_.where(sheet_.csv.rows[row]);
    Cells cells;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string& value = fields[i];
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
    if (is_header) return "the header is repeated here; only the first row names the fields";
    return why_not_shown(text, TextOf::name);
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
    Node& unit = units_.called(name);
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
    const bool in_group = !group.value.empty();
    Node of_group{"", Node::Kind::table, "", here, group.span, {with_key(group, "name")}};
    for (auto& [key, cell] : cells)
      take_cell(std::move(cell), unit, in_group ? &of_group : nullptr);
    if (in_group) list_in(unit, known_.group_word, here).inside.push_back(std::move(of_group));
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

  /// The unit of a row is one of an army's. Several rows of groups say it of the unit once.
  void join(const Node& army, const Node& unit, Node count, Node with, bool in_group) {
    Node& joined = armies_.called(army);
    const auto is_new = [&] {
      return in_army_.insert({name_key(army.value), name_key(unit.value)}).second;
    };
    if (in_group && !is_new()) return;
    Node part{"", Node::Kind::table, "", army.where, {}, {with_key(unit, "unit")}};
    if (!count.value.empty()) part.inside.push_back(std::move(count));
    if (!with.value.empty()) part.inside.push_back(with_key(std::move(with), "situation"));
    list_in(joined, "units", army.where).inside.push_back(std::move(part));
  }

  void take_cell(Node cell, Node& unit, Node* group) {
    if (cell.key == key_of_character || !known_.ranged(cell.key).empty()) {
      return set(unit, std::move(cell));
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
      if (!is_of_group) return set(unit, std::move(cell));
      cell.key = field.name;
      group->inside.push_back(std::move(cell));
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

  Sheet& sheet_;
  const KnownFields& known_;
  Faults& faults_;
  Tables units_{{"unit", Node::Kind::list, "", sheet_.file}};
  Tables armies_{{"army", Node::Kind::list, "", sheet_.file}};
  std::set<std::pair<std::string, std::string>> in_army_;  ///< what rows of groups have said
  std::map<std::string, std::string> whole_;  ///< where the rows without a group are, by name
  std::set<std::size_t> unnamed_;             ///< columns that have been found to have no name
  std::vector<std::string> headings_;         ///< with their lines, for people
  std::vector<std::size_t> totals_;           ///< lines of rows that are sums of others
  std::set<std::string> targets_;             ///< fields of which a cell is like "5+" ...
  std::string first_target_;                  ///< ... and the first of them
};

/// What no single cell shows.
void check_unit(const UnitText& unit, const Sheet& sheet, Faults& faults) {
  if (unit.settings.empty() && unit.groups.empty()) {
    throw BadRoster(
        fmt::format("{}: '{}' has a name and no stats; a heading stands alone in its row",
                    unit.where, shown(unit.name)));
  }
  bool is_its_own = true;
  for (const Setting& setting : unit.settings) {
    if (unit.groups.empty() || !sheet.known.of_units.at(setting.key).lone) continue;
    is_its_own = false;
    faults.add(setting.where + ": " + whose(setting.key, "a " + sheet.known.group_word));
  }
  if (is_its_own) read_unit(sheet.system, unit);
}

}  // namespace

void read_rows(Sheet& sheet, Faults& faults) { TreeReader(sheet, faults).read(); }

Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system,
                        const SheetColumns& columns) {
  if (!system.empty()) with_system(system, "--system: ", [](auto) {});
  Faults faults;
  Sheet sheet = read_sheet(text, file, system, columns, faults);
  Roster roster;
  roster.file = file;
  roster.system = sheet.system;
  roster.headings = sheet.headings;
  for (std::size_t i = 0; i < sheet.header; ++i) roster.titles.push_back(sheet.csv.rows[i].fields);
  for (const std::string& remark : sheet.remarks) {
    roster.remarks.push_back(sheet.file + ": " + remark);
  }
  Node &units = sheet.tree.inside.front(), &armies = sheet.tree.inside.back();
  if (!faults.any()) read_units(std::move(units), roster, faults);
  if (!faults.any()) {
    for (const UnitText& unit : roster.units) {
      faults.gather([&] { check_unit(unit, sheet, faults); });
    }
  }
  if (!faults.any()) read_armies(std::move(armies), roster, faults);
  faults.report(sheet.file);
  return roster;
}

}  // namespace warodds
