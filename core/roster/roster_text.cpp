#include "core/roster/roster_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/csv_roster.h"
#include "core/roster/faults.h"
#include "core/roster/sheet.h"
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

// TOML, by the places that its parser knows.

class TomlText {
 public:
  explicit TomlText(const Roster& roster) : roster_(roster), text_(roster.text) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') lines_.push_back(i + 1);
    }
    document_ = toml::parse(text_, roster.file);
  }

  Edit edit(const NewValue& value) const {
    const toml::table& unit = named(document_, "unit", value.unit, value);
    const std::vector<std::string> key = split(value.key, '.');
    if (value.group.empty()) return in_table(unit, key, value);
    // What is said of a group on the unit itself comes before what the group says.
    std::vector<std::string> on_unit{value.group};
    on_unit.insert(on_unit.end(), key.begin(), key.end());
    if (const auto* there = find(unit, on_unit)) return replace(*there, value);
    if (const auto* there = find(unit, key)) return replace(*there, value);
    for (const auto& [word, node] : unit) {
      const auto* groups = node.as_array();
      if (groups != nullptr && !groups->empty()) {
        return in_table(named(unit, word.str(), value.group, value), key, value);
      }
    }
    not_found(roster_, value);
  }

 private:
  /// The table of that name in a list of them.
  const toml::table& named(const toml::table& in, std::string_view list, const std::string& name,
                           const NewValue& value) const {
    const auto* tables = in[list].as_array();
    for (std::size_t i = 0; tables != nullptr && i < tables->size(); ++i) {
      const auto* table = (*tables)[i].as_table();
      if (table != nullptr && (*table)["name"].value_or(std::string()) == name) return *table;
    }
    not_found(roster_, value);
  }

  static const toml::node* find(const toml::table& table, const std::vector<std::string>& key) {
    const toml::node* node = &table;
    for (const std::string& part : key) {
      const auto* inner = node->as_table();
      node = inner == nullptr ? nullptr : inner->get(part);
      if (node == nullptr) return nullptr;
    }
    return node->is_table() || node->is_array() ? nullptr : node;
  }

  Edit in_table(const toml::table& table, const std::vector<std::string>& key,
                const NewValue& value) const {
    if (const auto* there = find(table, key)) return replace(*there, value);
    const auto* inner = table[key.front()].as_table();
    if (inner != nullptr && inner->is_inline()) return add(*inner, key.back(), value);
    return add(table, value.key, value);
  }

  Edit replace(const toml::node& node, const NewValue& value) const {
    return {offset(node.source().begin), offset(node.source().end), written(value.value)};
  }

  /// Below the name, or, in a table on one line, behind its last value.
  Edit add(const toml::table& table, const std::string& key, const NewValue& value) const {
    const std::string line = fmt::format("{} = {}", key, written(value.value));
    if (table.is_inline()) {
      std::size_t end = 0;
      for (const auto& [name, node] : table) end = std::max(end, offset(node.source().end));
      if (end == 0) not_found(roster_, value);
      return {end, end, ", " + line};
    }
    const auto* name = table.get("name");
    const auto after = name != nullptr ? name->source().end : table.source().end;
    const bool last = after.line >= lines_.size();
    const std::size_t at = last ? text_.size() : lines_[after.line];
    const bool crlf = at >= 2 && text_[at - 2] == '\r';
    const std::string end = crlf ? "\r\n" : "\n";
    return {at, at, last ? "\n" + line : line + end};
  }

  static std::string written(const std::string& value) {
    return read_number<double>(value) ? value : '"' + value + '"';
  }

  /// Columns count code points.
  std::size_t offset(const toml::source_position& position) const {
    std::size_t at = lines_.at(position.line - 1);
    if (position.line == 1 && text_.starts_with("\xEF\xBB\xBF")) at += 3;
    for (toml::source_index column = 1; column < position.column && at < text_.size(); ++column) {
      ++at;
      while (at < text_.size() && continues_character(text_[at])) ++at;
    }
    return at;
  }

  const Roster& roster_;
  const std::string& text_;
  std::vector<std::size_t> lines_;  ///< where each begins
  toml::table document_;
};

// CSV, by the places of its fields.

class CsvSheet {
 public:
  CsvSheet(const Roster& roster, const SheetColumns& columns) : roster_(roster) {
    Faults faults;
    sheet_ = read_sheet(roster.text, roster.file, roster.system, columns, faults);
    faults.report(sheet_.file);
  }

  std::string with(const std::vector<NewValue>& values) const {
    Cells cells;
    std::map<std::string, std::size_t> new_columns;
    const std::size_t width = sheet_.csv.rows[sheet_.header].fields.size();
    std::size_t wider = width;
    for (const NewValue& value : values) {
      const std::string name = column_of(value);
      std::optional<std::size_t> column = sheet_.place_of(name);
      if (!column) {
        const auto [place, is_new] = new_columns.try_emplace(name, wider);
        if (is_new) cells[sheet_.header][wider++] = name;
        column = place->second;
      }
      for (const std::size_t row : rows_for(value, *column)) {
        const bool is_target = is_target_number(in(row, name)) && read_number<int>(value.value);
        cells[row][*column] = value.value + (is_target ? "+" : "");
      }
    }
    // The sheet stays a rectangle, where it is one.
    for (std::size_t row = 0; row < sheet_.csv.rows.size() && wider > width; ++row) {
      const bool is_unit = row > sheet_.header && sheet_.heading(sheet_.csv.rows[row]).empty();
      if (row == sheet_.header || (!is_unit && sheet_.csv.rows[row].fields.size() < width))
        continue;
      cells[row].try_emplace(wider - 1, "");
    }
    const bool marked = roster_.text.starts_with("\xEF\xBB\xBF") || begins_as_utf16(roster_.text);
    const std::string text = edited(sheet_.csv.text, edits(cells));
    if (sheet_.csv.is_windows_1252) return to_windows_1252(text);
    return (marked ? "\xEF\xBB\xBF" : "") + text;
  }

 private:
  using Cells = std::map<std::size_t, std::map<std::size_t, std::string>>;  ///< by row and column

  /// The column that a value stands in, or would: where sizes of groups have none of their own, it
  /// is that of the units.
  std::string column_of(const NewValue& value) const {
    const KnownFields& known = sheet_.known;
    const std::string name = known.column(value.key, !value.group.empty());
    const bool is_size = !value.group.empty() && name == known.size_of_group();
    return is_size && !sheet_.place_of(name) && sheet_.place_of(known.size) ? known.size : name;
  }

  std::string in(std::size_t row, std::string_view field) const {
    const auto column = sheet_.place_of(field);
    return column ? Sheet::cell(sheet_.csv.rows[row], *column) : "";
  }

  /// Whether a row says of its unit only that it is in an army.
  bool is_of_army_alone(std::size_t row) const {
    if (in(row, "army").empty()) return false;
    return std::all_of(sheet_.columns.begin(), sheet_.columns.end(), [&](const std::string& field) {
      return field.empty() || in(row, field).empty() || field == "name" || field == "system" ||
             field == "army" || field == "with" ||
             (field == "count" && in(row, sheet_.known.group_word).empty());
    });
  }

  /// The rows that can hold a value of the unit, or of its group.
  std::vector<std::size_t> rows_of(const NewValue& value) const {
    std::vector<std::size_t> rows;
    for (std::size_t row = sheet_.header + 1; row < sheet_.csv.rows.size(); ++row) {
      if (!looks_like(in(row, "name"), value.unit) || is_of_army_alone(row)) continue;
      if (!sheet_.heading(sheet_.csv.rows[row]).empty()) continue;
      if (value.group.empty() || looks_like(in(row, sheet_.known.group_word), value.group)) {
        rows.push_back(row);
      }
    }
    if (rows.empty()) not_found(roster_, value);
    return rows;
  }

  /// Of these the rows that have such a value already, or else the first.
  std::vector<std::size_t> rows_for(const NewValue& value, std::size_t column) const {
    const std::vector<std::size_t> all = rows_of(value);
    std::vector<std::size_t> rows;
    for (const std::size_t row : all) {
      if (!Sheet::cell(sheet_.csv.rows[row], column).empty()) rows.push_back(row);
    }
    return rows.empty() ? std::vector{all.front()} : rows;
  }

  std::vector<Edit> edits(const Cells& cells) const {
    std::vector<Edit> edits;
    for (const auto& [row, values] : cells) {
      const std::vector<CsvPlace>& places = sheet_.csv.rows[row].places;
      std::string behind;  // what makes the row longer
      std::size_t width = places.size();
      for (const auto& [column, value] : values) {
        if (column < places.size()) {
          edits.push_back({places[column].from, places[column].to, value});
          continue;
        }
        behind += std::string(column + 1 - width, sheet_.csv.separator) + value;
        width = column + 1;
      }
      edits.push_back({places.back().to, places.back().to, behind});
    }
    return edits;
  }

  const Roster& roster_;
  Sheet sheet_;
};

}  // namespace

std::string with_values(const Roster& roster, const SheetColumns& columns,
                        const std::vector<NewValue>& values) {
  if (roster.text.empty()) {
    throw NoAnswer("the units do not come from a roster file that could be written anew");
  }
  if (is_csv(roster.text, roster.file)) return CsvSheet(roster, columns).with(values);
  const TomlText text(roster);
  std::vector<Edit> edits;
  for (const NewValue& value : values) edits.push_back(text.edit(value));
  return edited(roster.text, std::move(edits));
}

}  // namespace warodds
