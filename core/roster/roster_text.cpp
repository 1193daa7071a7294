#include "core/roster/roster_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/faults.h"
#include "core/roster/node.h"
#include "core/roster/sheet.h"
#include "core/roster/workbook.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// A piece of the text and what comes in its place.
struct Edit {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string with;
};

std::string edited(const std::string& text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.from < b.from; });
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    result += text.substr(at, edit.from - at) + edit.with;
    at = edit.to;
  }
  return result + text.substr(at);
}

[[noreturn]] void not_found(const Roster& roster, const NewValue& value) {
  throw NoAnswer(fmt::format("{}: found no place for {}{}{} of {}", shown(roster.file),
                             shown(value.group), value.group.empty() ? "" : ".", shown(value.key),
                             shown(value.unit)));
}

/// The value under a key, which may name tables on its way: "light.power"; null: there is none.
const Node* find_value(const Node& table, std::string_view key) {
  for (const Node& one : table.inside) {
    if (one.key == key) return one.is_value() ? &one : nullptr;
    const bool leads_on = key.starts_with(one.key) && key.substr(one.key.size()).starts_with('.');
    if (one.kind != Node::Kind::table || !leads_on) continue;
    return find_value(one, key.substr(one.key.size() + 1));
  }
  return nullptr;
}

/// The table of that name in a list of them.
const Node* find_named(const Node* list, const std::string& name) {
  if (list == nullptr) return nullptr;
  for (const Node& one : list->inside) {
    const Node* called = one.find("name");
    if (called != nullptr && looks_like(called->value, name)) return &one;
  }
  return nullptr;
}

/// Where a value is to be written.
struct Found {
  const Node* unit;
  const Node* table;            ///< of the unit or of its group; null: there is no such group
  const Node* value = nullptr;  ///< null: it is not there yet
};

Found find_place(const Node& tree, const Roster& roster, const NewValue& value) {
  const Node* unit = find_named(tree.find("unit"), value.unit);
  if (unit == nullptr) not_found(roster, value);
  if (value.group.empty()) return {unit, unit, find_value(*unit, value.key)};
  Found found{unit, nullptr};
  for (const Node& one : unit->inside) {
    if (one.kind == Node::Kind::list) found.table = find_named(&one, value.group);
    if (found.table != nullptr) break;
  }
  if (found.table != nullptr) found.value = find_value(*found.table, value.key);
  // What a group does not say itself may be said of it on the unit.
  if (found.value == nullptr) found.value = find_value(*unit, value.group + "." + value.key);
  return found;
}

// TOML, by lines and columns.

class TomlText {
 public:
  explicit TomlText(const Roster& roster)
      : roster_(roster), text_(roster.text), tree_(toml_tree(text_, roster.file)) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') lines_.push_back(i + 1);
    }
  }

  Edit edit(const NewValue& value) const {
    const Found found = find_place(tree_, roster_, value);
    const Node* table = found.table;
    // Of the only group also by the key alone.
    const Node* there = found.value != nullptr ? found.value : find_value(*found.unit, value.key);
    if (there == nullptr && table == nullptr) not_found(roster_, value);
    const std::string text =
        read_number<double>(value.value) ? value.value : '"' + value.value + '"';
    if (there != nullptr) return {begin_of(*there), end_of(*there), text};
    const std::size_t dot = value.key.find('.');
    const Node* inner = table->find(value.key.substr(0, dot));
    if (dot != std::string::npos && inner != nullptr && is_inline(*inner)) {
      return add(*inner, value.key.substr(dot + 1) + " = " + text, value);
    }
    return add(*table, value.key + " = " + text, value);
  }

 private:
  /// Below the name, or, in a table on one line, behind its last value.
  Edit add(const Node& table, const std::string& line, const NewValue& value) const {
    if (is_inline(table)) {
      std::size_t end = 0;
      for (const Node& one : table.inside) end = std::max(end, end_of(one));
      if (end == 0) not_found(roster_, value);
      return {end, end, ", " + line};
    }
    const Node* name = table.find("name");
    const std::size_t after = (name != nullptr ? *name : table).span.end_line;
    const bool last = after >= lines_.size();
    const std::size_t at = last ? text_.size() : lines_[after];
    const bool crlf = at >= 2 && text_[at - 2] == '\r';
    return {at, at, last ? "\n" + line : line + (crlf ? "\r\n" : "\n")};
  }

  bool is_inline(const Node& node) const {
    return node.kind == Node::Kind::table && text_.substr(begin_of(node), 1) == "{";
  }
  std::size_t begin_of(const Node& node) const { return offset(node.span.line, node.span.column); }
  std::size_t end_of(const Node& node) const {
    return offset(node.span.end_line, node.span.end_column);
  }

  /// Columns count code points.
  std::size_t offset(std::uint32_t line, std::uint32_t column) const {
    std::size_t at = lines_.at(line - 1);
    if (line == 1 && text_.starts_with("\xEF\xBB\xBF")) at += 3;
    for (std::uint32_t i = 1; i < column && at < text_.size(); ++i) {
      ++at;
      while (at < text_.size() && continues_character(text_[at])) ++at;
    }
    return at;
  }

  const Roster& roster_;
  const std::string& text_;
  const Node tree_;
  std::vector<std::size_t> lines_;  ///< where each begins
};

// CSV, by rows and columns.

using Cells = SheetCells;  ///< by row that is read, and column

/// The column that a value would stand in: where sizes of groups have none of their own, it is that
/// of the units.
std::string column_of(const NewValue& value, const Sheet& sheet) {
  const KnownFields& known = sheet.known;
  const std::string name = known.column(value.key, !value.group.empty());
  const bool is_size = !value.group.empty() && name == known.size_of_group();
  return is_size && !sheet.place_of(name) && sheet.place_of(known.size) ? known.size : name;
}

std::vector<Edit> edits(const Cells& cells, const CsvText& csv) {
  std::vector<Edit> edits;
  for (const auto& [row, values] : cells) {
    const std::vector<CsvPlace>& places = csv.rows[row].places;
    std::string behind;  // what makes the row longer
    std::size_t width = places.size();
    for (const auto& [column, value] : values) {
      if (column < places.size()) {
        edits.push_back({places[column].from, places[column].to, value});
        continue;
      }
      behind += std::string(column + 1 - width, csv.separator) + value;
      width = column + 1;
    }
    edits.push_back({places.back().to, places.back().to, behind});
  }
  return edits;
}

/// In a workbook, rows are those of its sheet.
std::string workbook_with(const Roster& roster, const Cells& cells, const CsvText& csv) {
  SheetCells in_sheet;
  for (const auto& [row, values] : cells) {
    for (const auto& [column, value] : values) {
      if (!value.empty()) in_sheet[csv.rows[row].line - 1][column] = value;
    }
  }
  return warodds::workbook_with(roster.text, shown(roster.file), in_sheet);
}

std::string csv_with(const std::vector<NewValue>& values, const Roster& roster) {
  Faults faults;
  const Sheet sheet = read_sheet(roster.text, roster.file, roster.system, roster.columns, faults);
  faults.report(sheet.file);
  Cells cells;
  std::map<std::string, std::size_t> new_columns;
  const std::vector<CsvRow>& rows = sheet.csv.rows;
  const std::size_t width = rows[sheet.header].fields.size();
  std::size_t wider = width;
  for (const NewValue& value : values) {
    const Found found = find_place(sheet.tree, roster, value);
    if (found.table == nullptr) not_found(roster, value);
    const auto put = [&](const Node& cell) {
      const auto& [row, column] = std::pair(cell.span.line, cell.span.column);
      const bool is_target =
          is_target_number(cell_of(rows[row], column)) && read_number<int>(value.value);
      cells[row][column] = value.value + (is_target ? "+" : "");
    };
    if (found.value != nullptr) {
      put(*found.value);
      for (const Node& again : found.value->inside) put(again);
      continue;
    }
    const std::string name = column_of(value, sheet);
    std::optional<std::size_t> column = sheet.place_of(name);
    if (!column) {
      const auto [place, is_new] = new_columns.try_emplace(name, wider);
      if (is_new) cells[sheet.header][wider++] = name;
      column = place->second;
    }
    cells[found.table->span.line][*column] = value.value;
  }
  // The sheet stays a rectangle, where it is one.
  for (std::size_t row = 0; row < rows.size() && wider > width; ++row) {
    const bool is_unit = row > sheet.header && sheet.heading(rows[row]).empty();
    if (row == sheet.header || (!is_unit && rows[row].fields.size() < width)) continue;
    cells[row].try_emplace(wider - 1, "");
  }
  if (is_workbook(roster.text)) return workbook_with(roster, cells, sheet.csv);
  const bool marked = roster.text.starts_with("\xEF\xBB\xBF") || begins_as_utf16(roster.text);
  const std::string text = edited(sheet.csv.text, edits(cells, sheet.csv));
  if (sheet.csv.is_windows_1252) return to_windows_1252(text);
  return (marked ? "\xEF\xBB\xBF" : "") + text;
}

}  // namespace

std::string with_values(const Roster& roster, const std::vector<NewValue>& values) {
  if (roster.text.empty()) {
    throw NoAnswer("the units do not come from a roster file that could be written anew");
  }
  if (is_csv(roster.text, roster.file)) return csv_with(values, roster);
  const TomlText text(roster);
  std::vector<Edit> edits;
  for (const NewValue& value : values) edits.push_back(text.edit(value));
  return edited(roster.text, std::move(edits));
}

}  // namespace warodds
