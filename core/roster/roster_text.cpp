#include "core/roster/roster_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/csv_roster.h"
#include "core/text/error.h"
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
  CsvSheet(const Roster& roster, const std::vector<std::string>& ignored, std::string group_word)
      : roster_(roster),
        csv_(parse_csv(roster.text, roster.file)),
        group_word_(std::move(group_word)) {
    std::erase_if(csv_.rows, [](const CsvRow& row) {
      return std::all_of(row.fields.begin(), row.fields.end(),
                         [](const std::string& field) { return trim_cell(field).empty(); });
    });
    std::set<std::string> left_out;
    for (const std::string& name : ignored) left_out.insert(column_key(name));
    const std::vector<std::string>& header = csv_.rows.at(0).fields;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string key = column_key(header[i]);
      if (!trim_cell(header[i]).starts_with('#') && left_out.count(key) == 0)
        columns_.emplace(key, i);
    }
  }

  std::string with(const std::vector<NewValue>& values) const {
    Cells cells;
    std::map<std::string, std::size_t> columns = columns_;
    const std::size_t width = csv_.rows[0].fields.size();
    std::size_t wider = width;
    for (const NewValue& value : values) {
      const auto [column, is_new] = columns.try_emplace(column_key(value.key), wider);
      if (is_new) cells[0][wider++] = value.key;
      for (const std::size_t row : rows_for(value, column->second)) {
        cells[row][column->second] = value.value;
      }
    }
    for (std::size_t row = 1; row < csv_.rows.size() && wider > width; ++row) {
      cells[row].try_emplace(wider - 1, "");  // the sheet stays a rectangle
    }
    const bool marked = roster_.text.starts_with("\xEF\xBB\xBF") || begins_as_utf16(roster_.text);
    return (marked ? "\xEF\xBB\xBF" : "") + edited(csv_.text, edits(cells));
  }

 private:
  using Cells = std::map<std::size_t, std::map<std::size_t, std::string>>;  ///< by row and column

  std::string in(std::size_t row, const std::string& key) const {
    const auto found = columns_.find(column_key(key));
    const std::vector<std::string>& fields = csv_.rows[row].fields;
    if (found == columns_.end() || found->second >= fields.size()) return "";
    return std::string(without_guard(trim_cell(fields[found->second])));
  }

  /// Whether a row says of its unit only that it is in an army.
  bool is_of_army_alone(std::size_t row) const {
    if (in(row, "army").empty()) return false;
    const std::vector<std::string>& fields = csv_.rows[row].fields;
    return std::all_of(columns_.begin(), columns_.end(), [&](const auto& column) {
      const auto& [key, place] = column;
      const bool says_stat = place < fields.size() && !trim_cell(fields[place]).empty();
      return !says_stat || key == "name" || key == "system" || key == "army" || key == "with" ||
             (key == "count" && in(row, group_word_).empty());
    });
  }

  /// The rows that can hold a value of the unit, or of its group.
  std::vector<std::size_t> rows_of(const NewValue& value) const {
    std::vector<std::size_t> rows;
    for (std::size_t row = 1; row < csv_.rows.size(); ++row) {
      if (in(row, "name") != value.unit || is_of_army_alone(row)) continue;
      if (value.group.empty() || in(row, group_word_) == value.group) rows.push_back(row);
    }
    if (rows.empty()) not_found(roster_, value);
    return rows;
  }

  /// Of these the rows that have such a value already, or else the first.
  std::vector<std::size_t> rows_for(const NewValue& value, std::size_t column) const {
    const std::vector<std::size_t> all = rows_of(value);
    std::vector<std::size_t> rows;
    for (const std::size_t row : all) {
      const std::vector<std::string>& fields = csv_.rows[row].fields;
      if (column < fields.size() && !trim_cell(fields[column]).empty()) rows.push_back(row);
    }
    return rows.empty() ? std::vector{all.front()} : rows;
  }

  std::vector<Edit> edits(const Cells& cells) const {
    std::vector<Edit> edits;
    for (const auto& [row, values] : cells) {
      const std::vector<CsvPlace>& places = csv_.rows[row].places;
      std::string behind;  // what makes the row longer
      std::size_t width = places.size();
      for (const auto& [column, value] : values) {
        if (column < places.size()) {
          edits.push_back({places[column].from, places[column].to, value});
          continue;
        }
        behind += std::string(column + 1 - width, csv_.separator) + value;
        width = column + 1;
      }
      edits.push_back({places.back().to, places.back().to, behind});
    }
    return edits;
  }

  const Roster& roster_;
  CsvText csv_;
  std::string group_word_;
  std::map<std::string, std::size_t> columns_;  ///< by their keys
};

}  // namespace

std::string with_values(const Roster& roster, const std::vector<std::string>& ignored,
                        const std::string& group_word, const std::vector<NewValue>& values) {
  if (roster.text.empty()) {
    throw NoAnswer("the units do not come from a roster file that could be written anew");
  }
  if (is_csv(roster.text, roster.file)) return CsvSheet(roster, ignored, group_word).with(values);
  const TomlText text(roster);
  std::vector<Edit> edits;
  for (const NewValue& value : values) edits.push_back(text.edit(value));
  return edited(roster.text, std::move(edits));
}

}  // namespace warodds
