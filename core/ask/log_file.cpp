#include "core/ask/log_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// Takes a text out of a question that is no part of it.
std::string take_text(Json& question, const char* key) {
  const Json* found = find_member(question, key);
  if (found == nullptr) return "";
  if (!found->is_string()) throw InputError(fmt::format("{}: must be a text", key));
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
    throw InputError("observed is missing: what happened, such as attacker.kills=2");
  }
  return entry;
}

/// Calls take(line, object) for each row.
template <class Take>
void each_row_of_sheet(std::string_view text, const std::string& file, const Take& take) {
  require_no_workbook(text, file);
  const CsvText csv = parse_csv(text, file);
  std::vector<std::string> keys;
  for (const CsvRow& row : csv.rows) {
    const bool is_empty = std::all_of(row.fields.begin(), row.fields.end(),
                                      [](const auto& cell) { return trim_cell(cell).empty(); });
    if (is_empty) continue;
    if (keys.empty()) {
      for (const std::string& name : row.fields) {
        const std::string_view header = trim_cell(name);
        keys.push_back(header.starts_with('#') ? "" : column_key(header));
      }
      continue;
    }
    take(row.line, [&] {
      Json object = Json::object();
      for (std::size_t i = 0; i < row.fields.size(); ++i) {
        const std::string cell(without_guard(trim_cell(row.fields[i])));
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
