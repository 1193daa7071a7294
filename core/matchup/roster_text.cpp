#include "core/matchup/roster_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "core/matchup/text.h"
#include "core/rules/error.h"

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
  throw NoAnswer(fmt::format("{}: found no place for {}{}{} of {}", roster.file, value.group,
                             value.group.empty() ? "" : ".", value.key, value.unit));
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
      if (groups != nullptr && groups->size() > 0) {
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
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) ++at;
    }
    return at;
  }

  const Roster& roster_;
  const std::string& text_;
  std::vector<std::size_t> lines_;  ///< where each begins
  toml::table document_;
};

// CSV, by the places of its fields.

struct Span {
  std::size_t from = 0;
  std::size_t to = 0;
};

class CsvText {
 public:
  CsvText(const Roster& roster, std::string group_word)
      : roster_(roster), text_(roster.text), group_word_(std::move(group_word)) {
    separator_ = ',';
    for (const char c : text_) {
      if (c == ',' || c == ';' || c == '\t') {
        separator_ = c;
        break;
      }
      if (c == '\n') break;
    }
    scan();
    if (rows_.empty()) throw NoAnswer(roster.file + ": no header");
    for (std::size_t i = 0; i < rows_[0].size(); ++i)
      columns_.emplace(lower(content(rows_[0][i])), i);
  }

  std::vector<Edit> edits(const std::vector<NewValue>& values) const {
    std::vector<Edit> all;
    std::vector<std::string> added;  // columns
    std::map<std::pair<std::size_t, std::string>, std::string> in_added;
    for (const NewValue& value : values) {
      const std::vector<std::size_t> rows = rows_of(value);
      const auto column = columns_.find(value.key);
      if (column == columns_.end()) {
        if (std::find(added.begin(), added.end(), value.key) == added.end()) {
          added.push_back(value.key);
        }
        in_added[{rows.front(), value.key}] = value.value;
        continue;
      }
      bool any = false;
      for (const std::size_t row : rows) {
        const bool is_there =
            column->second < rows_[row].size() && !content(rows_[row][column->second]).empty();
        if (!is_there) continue;
        all.push_back(put(row, column->second, value.value));
        any = true;
      }
      if (!any) all.push_back(put(rows.front(), column->second, value.value));
    }
    for (std::size_t row = 0; row < rows_.size() && !added.empty(); ++row) {
      std::string end;
      for (const std::string& key : added) {
        const auto value = in_added.find({row, key});
        end += separator_ + (row == 0 ? key : value == in_added.end() ? "" : value->second);
      }
      const std::size_t missing = rows_[0].size() - std::min(rows_[0].size(), rows_[row].size());
      const std::size_t at = rows_[row].back().to;
      all.push_back({at, at, std::string(missing, separator_) + end});
    }
    return all;
  }

 private:
  /// Notes where each field of each row is; rows without any text are left out.
  void scan() {
    std::size_t at = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    std::vector<Span> row;
    std::size_t from = at;
    bool quoted = false;
    const auto end_row = [&] {
      row.push_back({from, at});
      const bool any = std::any_of(row.begin(), row.end(),
                                   [&](const Span& span) { return !content(span).empty(); });
      if (any) rows_.push_back(row);
      row.clear();
    };
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      if (c == separator_) {
        row.push_back({from, at});
        from = at + 1;
      } else if (c == '\n' || c == '\r') {
        end_row();
        if (c == '\r' && at + 1 < text_.size() && text_[at + 1] == '\n') ++at;
        from = at + 1;
      }
    }
    if (from < text_.size() || !row.empty()) end_row();
  }

  std::string content(const Span& span) const {
    std::string raw(trim(std::string_view(text_).substr(span.from, span.to - span.from)));
    if (raw.size() < 2 || raw.front() != '"') return raw;
    std::string result;
    for (std::size_t i = 1; i + 1 < raw.size(); ++i) {
      result += raw[i];
      if (raw[i] == '"') ++i;  // doubled
    }
    return std::string(trim(result));
  }

  std::string in(std::size_t row, const std::string& column) const {
    const auto found = columns_.find(column);
    if (found == columns_.end() || found->second >= rows_[row].size()) return "";
    return content(rows_[row][found->second]);
  }

  /// The rows that can hold a value of the unit, or of its group.
  std::vector<std::size_t> rows_of(const NewValue& value) const {
    std::vector<std::size_t> rows;
    for (std::size_t row = 1; row < rows_.size(); ++row) {
      if (in(row, "name") != value.unit) continue;
      if (value.group.empty() || in(row, group_word_) == value.group) rows.push_back(row);
    }
    if (rows.empty()) not_found(roster_, value);
    return rows;
  }

  Edit put(std::size_t row, std::size_t column, const std::string& value) const {
    const std::vector<Span>& fields = rows_[row];
    if (column < fields.size()) return {fields[column].from, fields[column].to, value};
    const std::size_t at = fields.back().to;  // a short row
    return {at, at, std::string(column + 1 - fields.size(), separator_) + value};
  }

  const Roster& roster_;
  const std::string& text_;
  std::string group_word_;
  char separator_ = ',';
  std::vector<std::vector<Span>> rows_;
  std::map<std::string, std::size_t> columns_;
};

}  // namespace

std::string with_values(const Roster& roster, const std::string& group_word,
                        const std::vector<NewValue>& values) {
  if (roster.text.empty()) {
    throw NoAnswer("the units do not come from a roster file that could be written anew");
  }
  const auto dot = roster.file.rfind('.');
  const bool is_csv =
      dot != std::string::npos && lower(std::string_view(roster.file).substr(dot)) == ".csv";
  if (is_csv) return edited(roster.text, CsvText(roster, group_word).edits(values));
  const TomlText text(roster);
  std::vector<Edit> edits;
  for (const NewValue& value : values) edits.push_back(text.edit(value));
  return edited(roster.text, std::move(edits));
}

}  // namespace warodds
