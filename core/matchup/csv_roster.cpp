#include "core/matchup/csv_roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/matchup/text.h"
#include "core/rules/error.h"
#include "core/systems/systems.h"

namespace warodds {
namespace {

constexpr std::size_t most_units = 100'000;

/// What a system's field tables say of columns.
struct Columns {
  std::string group_word;
  std::set<std::string> of_units;
  std::set<std::string> of_groups;
};

Columns columns_of(const std::string& system, const std::string& where) {
  Columns columns;
  bool found = false;
  std::vector<std::string> names;
  Systems::for_each([&](auto tag) {
    using System = decltype(tag);
    names.emplace_back(System::name);
    if (system != System::name) return;
    found = true;
    columns.group_word = System::group_word;
    for (const auto& field : System::unit_fields()) columns.of_units.emplace(field.name);
    for (const auto& field : System::group_fields()) columns.of_groups.emplace(field.name);
  });
  if (!found) throw InputError(where + ": " + unknown_name("system", system, names));
  return columns;
}

char separator_of(std::string_view text) {
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ',' || c == ';' || c == '\t') return c;
    if (c == '\n') break;
  }
  return ',';
}

class CsvReader {
 public:
  CsvReader(const std::string& file, std::vector<std::string> header, std::string system)
      : file_(file), header_(std::move(header)) {
    roster_.file = file;
    roster_.system = std::move(system);
  }

  void read(const std::vector<std::string>& fields, std::size_t line) {
    where_ = fmt::format("{}:{}", file_, line);
    if (fields.size() > header_.size()) {
      throw InputError(fmt::format("{}: {} fields, but the header names {}", where_, fields.size(),
                                   header_.size()));
    }
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < fields.size(); ++i) row[header_[i]] = std::string(trim(fields[i]));
    take_system(row["system"]);
    row.erase("system");
    const std::string name = row["name"];
    if (name.empty()) throw InputError(where_ + ": this row has no name");
    if (name.find_first_of(",=") != std::string::npos) {
      throw InputError(fmt::format("{}: the name '{}' must not contain ',' or '='", where_, name));
    }
    UnitText& unit = unit_of(name);
    const std::string group = columns_.group_word.empty() ? "" : row[columns_.group_word];
    const std::string note = row["note"];
    if (!note.empty()) unit.note = note;
    for (const char* done : {"name", "note"}) row.erase(done);
    if (!columns_.group_word.empty()) row.erase(columns_.group_word);
    if (!group.empty()) {
      unit.groups.push_back({columns_.group_word, where_, {{"name", group, where_}}});
    }
    for (const auto& [key, value] : row) {
      if (value.empty()) continue;
      const bool of_group = !group.empty() && columns_.of_groups.count(key) > 0;
      if (of_group) {
        unit.groups.back().settings.push_back({key, value, where_});
      } else {
        set(unit, {key, value, where_});
      }
    }
  }

  Roster take() {
    if (roster_.units.empty()) throw InputError(file_ + ": no unit in this roster");
    return std::move(roster_);
  }

 private:
  void take_system(const std::string& system) {
    if (!system.empty()) {
      if (!roster_.system.empty() && roster_.system != system) {
        throw InputError(
            fmt::format("{}: system {} in a roster of {}", where_, system, roster_.system));
      }
      roster_.system = system;
    }
    if (!columns_.of_units.empty()) return;
    if (roster_.system.empty()) {
      throw InputError(
          fmt::format("{}: for which system is this roster? Give it a column 'system', or say "
                      "--system",
                      where_));
    }
    columns_ = columns_of(roster_.system, where_);
    for (const std::string& column : header_) require_known(column);
  }

  void require_known(const std::string& column) const {
    std::vector<std::string> known{"system", "name", "note"};
    if (!columns_.group_word.empty()) known.push_back(columns_.group_word);
    known.insert(known.end(), columns_.of_units.begin(), columns_.of_units.end());
    known.insert(known.end(), columns_.of_groups.begin(), columns_.of_groups.end());
    if (std::find(known.begin(), known.end(), column) == known.end()) {
      throw InputError(file_ + ":1: " + unknown_name("column", column, known));
    }
  }

  UnitText& unit_of(const std::string& name) {
    const auto known = places_.find(name);
    if (known != places_.end()) return roster_.units[known->second];
    if (roster_.units.size() == most_units) {
      throw InputError(
          fmt::format("{}: more than the {} units a roster may have", where_, most_units));
    }
    places_[name] = roster_.units.size();
    return roster_.units.emplace_back(UnitText{name, "", where_, {}, {}});
  }

  /// A field of the unit, said once or every time alike.
  void set(UnitText& unit, Setting setting) const {
    for (const Setting& said : unit.settings) {
      if (said.key != setting.key) continue;
      if (said.value == setting.value) return;
      throw InputError(fmt::format("{}: {} of {} is {}, but was {} at {}", where_, setting.key,
                                   unit.name, setting.value, said.value, said.where));
    }
    unit.settings.push_back(std::move(setting));
  }

  std::string file_;
  std::vector<std::string> header_;
  std::string where_;
  Columns columns_;
  Roster roster_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace

std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  const char separator = separator_of(text);
  std::vector<CsvRow> rows;
  CsvRow row;
  std::string field;
  std::size_t line = 1;
  std::size_t opened = 0;  // the line on which a quote was opened
  bool quoted = false;
  bool any = false;  // of the row
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool ends_line =
        c == '\n' || (c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += '"';
        ++i;
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
      opened = line;
      any = true;
    } else if (c == separator) {
      row.fields.push_back(std::exchange(field, ""));
      any = true;
    } else if (ends_line) {
      row.fields.push_back(std::exchange(field, ""));
      rows.push_back(std::exchange(row, {line + 1, {}}));
      any = false;
    } else if (c != '\r') {  // that of a line end of two characters
      field += c;
      any = true;
    }
    line += ends_line ? 1 : 0;
  }
  if (quoted) {
    throw InputError(fmt::format("{}:{}: a quote is opened and not closed", file, opened));
  }
  if (any) {
    row.fields.push_back(std::move(field));
    rows.push_back(std::move(row));
  }
  return rows;
}

Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system) {
  const auto rows = parse_csv(text, file);
  if (rows.empty()) throw InputError(file + ": the file is empty; its first row names the fields");
  std::vector<std::string> header;
  for (const std::string& column : rows.front().fields) header.emplace_back(trim(column));
  std::set<std::string> seen;
  for (const std::string& column : header) {
    if (!column.empty() && !seen.insert(column).second) {
      throw InputError(fmt::format("{}:1: two columns are called '{}'", file, column));
    }
  }
  while (!header.empty() && header.back().empty()) header.pop_back();
  if (seen.count("name") == 0) {
    throw InputError(file + ":1: no column 'name'; the first row names the fields");
  }
  CsvReader reader(file, header, system);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::vector<std::string> fields = rows[i].fields;
    while (!fields.empty() && trim(fields.back()).empty()) fields.pop_back();
    if (!fields.empty()) reader.read(fields, rows[i].line);
  }
  return reader.take();
}

}  // namespace warodds
