#include "core/ask/log_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/roster/cell.h"
#include "core/roster/table.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// Takes a text out of a question that is no part of it.
std::string take_text(Json& question, const char* key) {
  const Json* found = find_member(question, key);
  if (found == nullptr) return "";
  if (!found->is_string()) throw BadValue(fmt::format("{}: must be a text", key));
  std::string text = found->get<std::string>();
  require_visible(text, TextOf::note, key);
  question.erase(key);
  return text;
}

LogEntry entry_of(Json question, const std::string& file, std::size_t line) {
  if (!question.is_object()) throw InputError("a row is a JSON object: {\"attacker\": ...}");
  LogEntry entry{file, line, std::move(question), "", "", ""};
  entry.player = take_text(entry.question, "player");
  entry.note = take_text(entry.question, "note");
  if (const Json* with = find_member(entry.question, "with");
      with != nullptr && with->is_string()) {
    entry.with = take_text(entry.question, "with");
  }
  if (!entry.question.contains("command")) entry.question["command"] = "fight";
  if (!entry.question.contains("observed")) {
    throw Missing("observed is missing: what happened, such as attacker.kills=2");
  }
  return entry;
}

constexpr std::string_view observed = "observed";

/// Whether a cell is more than a number.
bool has_words(std::string_view cell) {
  return cell.find_first_not_of("0123456789+-., ") != std::string_view::npos;
}

/// What stands in a cell, with points for the commas of decimals where they separate no cells.
std::string value_in(std::string_view cell, bool decimal_commas) {
  std::string value(cell);
  const auto is_digit = [&](std::size_t i) {
    return i < value.size() && value[i] >= '0' && value[i] <= '9';
  };
  for (std::size_t i = 1; decimal_commas && i < value.size(); ++i) {
    if (value[i] != ',' || !is_digit(i - 1) || !is_digit(i + 1)) continue;
    std::size_t end = i + 1;
    while (is_digit(end)) ++end;
    const bool is_number = end == value.size() || value[end] == ',' || value[end] == ' ';
    if (is_number) value[i] = '.';
    i = end;
  }
  return value;
}

/// The keys of a question that the columns have; empty: it is for people.
std::vector<std::string> keys_of(const CsvRow& header) {
  std::vector<std::string> keys;
  for (const std::string& name : header.fields) {
    const std::string key = is_for_people(name) ? "" : column_key(name);
    const bool is_first_note =
        means_note(key) && std::find(keys.begin(), keys.end(), "note") == keys.end();
    keys.push_back(!means_note(key) ? key : is_first_note ? "note" : "");
  }
  return keys;
}

/// Calls take(line, object) for each row.
template <class Take>
void each_row_of_sheet(std::string_view text, const std::string& file, const Take& take) {
  const CsvTable table = parse_table(text, file, [](const CsvRow& row) {
    return std::any_of(row.fields.begin(), row.fields.end(),
                       [](const std::string& cell) { return column_key(cell) == observed; });
  });
  const std::vector<CsvRow>& rows = table.csv.rows;
  const std::size_t header = table.header.value_or(0);
  if (rows.empty()) return;
  const std::vector<std::string> keys = keys_of(rows[header]);
  for (std::size_t row = header + 1; row < rows.size(); ++row) {
    const std::vector<std::string>& fields = rows[row].fields;
    take(rows[row].line, [&] {
      Json object = Json::object();
      for (std::size_t i = 0; i < fields.size(); ++i) {
        const bool is_value = i < keys.size() && (keys[i] == observed || !has_words(fields[i]));
        const std::string cell = value_in(fields[i], is_value && table.csv.separator != ',');
        if (cell.empty() || (i < keys.size() && keys[i].empty())) continue;
        if (i >= keys.size()) throw InputError("more cells than columns");
        if (object.contains(keys[i])) {
          throw InputError(fmt::format("the column {} is there twice", shown(keys[i])));
        }
        object[keys[i]] = cell;
      }
      return object;
    });
  }
}

template <class Take>
void each_row_of_json(std::string_view text, const Take& take) {
  std::size_t line = 0;
  for (const std::string& one : split(text, '\n')) {
    ++line;
    if (!trim(one).empty()) take(line, [&] { return parse_json(one); });
  }
}

}  // namespace

std::string LogEntry::place() const { return fmt::format("{}:{}", shown(file), line); }

std::vector<LogEntry> parse_log(std::string_view text, const std::string& file) {
  std::vector<LogEntry> entries;
  const auto take = [&](std::size_t line, const auto& object) {
    try {
      entries.push_back(entry_of(object(), file, line));
    } catch (const InputError& error) {
      entries.push_back({file, line, Json(), "", "", "", error.what()});
    }
  };
  if (trim(text).starts_with('{')) {
    each_row_of_json(text, take);
  } else {
    each_row_of_sheet(text, file, take);
  }
  if (entries.empty()) {
    throw InputError(fmt::format(
        "{}: no fight is written down; a log has a row for each, below a header with attacker, "
        "defender and observed",
        shown(file)));
  }
  return entries;
}

}  // namespace warodds
