#include "core/roster/csv_roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/faults.h"
#include "core/roster/find_unit.h"
#include "core/roster/roster.h"
#include "core/roster/side_text.h"
#include "core/systems/any_unit.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
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

std::vector<std::string> all_shown(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const std::string& name : names) result.push_back(shown(name));
  return result;
}

/// What a system's field tables say of columns.
struct KnownFields {
  bool has_armies = false;  ///< whether there is a column of armies
  std::string group_word;
  std::map<std::string, FieldSpec> of_units;
  /// By the name of their column: "figure-points" where a unit has points of its own.
  std::map<std::string, FieldSpec> of_groups;

  /// The field whose meaning begins so, up to the first mark of it: "Attack Skill" is `as`. Empty
  /// where that is none or more than one.
  std::string meant(const std::string& key) const {
    std::set<std::string> found;
    for (const auto* fields : {&of_units, &of_groups}) {
      for (const auto& [name, field] : *fields) {
        const std::string_view word = field.meaning.substr(0, field.meaning.find_first_of(",:;"));
        if (column_key(word) == key) found.insert(name);
      }
    }
    return found.size() == 1 ? *found.begin() : "";
  }

  /// All names that a column can have.
  std::vector<std::string> names() const {
    std::vector<std::string> names{"system", "name", "note"};
    if (!group_word.empty()) names.push_back(group_word);
    for (const auto& [name, field] : of_units) names.push_back(name);
    for (const auto& [name, field] : of_groups) {
      if (of_units.count(name) == 0 && name != "name") names.push_back(name);
    }
    names.emplace_back("army");
    for (const char* of_army : {"count", "with"}) {
      if (has_armies && of_groups.count(of_army) == 0) names.emplace_back(of_army);
    }
    return names;
  }
};

KnownFields fields_of(std::string_view system) {
  KnownFields known;
  with_system(system, "", [&](auto of) {
    using System = decltype(of);
    known.group_word = System::group_word;
    for (const auto& field : System::unit_fields()) known.of_units.emplace(field.name, field);
    for (const auto& field : System::group_fields()) {
      known.of_groups.emplace(field.column(known.group_word), field);
    }
  });
  for (const FieldSpec& limit : fields_of_limits()) known.of_units.emplace(limit.name, limit);
  return known;
}

class CsvReader {
 public:
  CsvReader(CsvText csv, const std::string& file) : csv_(std::move(csv)), file_(shown(file)) {
    roster_.file = file;
    const auto is_empty = [](const CsvRow& row) {
      return std::all_of(row.fields.begin(), row.fields.end(),
                         [](const std::string& cell) { return trim_cell(cell).empty(); });
    };
    std::erase_if(csv_.rows, is_empty);
    if (csv_.rows.empty()) {
      throw InputError(file_ + ": the file is empty; its first row names the fields");
    }
    for (const std::string& name : csv_.rows.front().fields) {
      headers_.emplace_back(trim_cell(name));
    }
    while (headers_.back().empty()) headers_.pop_back();
    header_line_ = where(csv_.rows.front());
  }

  Roster read(const std::string& system, const std::vector<std::string>& ignored) {
    if (const auto name = place_of("name"); !name) {
      throw InputError(fmt::format(
          "{}: no column 'name' but '{}'; the first row names the fields, with commas, semicolons "
          "or tabs between them",
          header_line_, fmt::join(all_shown(headers_), "', '")));
    }
    take_system(system);
    known_ = fields_of(roster_.system);
    known_.has_armies = place_of("army").has_value();
    name_columns(ignored);
    for (std::size_t i = 1; i < csv_.rows.size(); ++i) read_row(csv_.rows[i]);
    if (csv_.rows.size() == 1) faults_.add(file_ + ": no unit in this roster");
    if (!faults_.any()) check_units();
    if (!faults_.any()) check_armies();
    faults_.report(file_);
    return std::move(roster_);
  }

 private:
  std::string where(const CsvRow& row) const { return fmt::format("{}:{}", file_, row.line); }

  /// The first column that is called so.
  std::optional<std::size_t> place_of(const std::string& key) const {
    for (std::size_t i = 0; i < headers_.size(); ++i) {
      if (column_key(headers_[i]) == key) return i;
    }
    return std::nullopt;
  }

  static std::string cell(const CsvRow& row, std::size_t column) {
    if (column >= row.fields.size()) return "";
    return std::string(without_guard(trim_cell(row.fields[column])));
  }

  /// The system, said in a column or given; its name or title.
  void take_system(const std::string& given) {
    roster_.system = given;
    if (const auto column = place_of("system")) {
      for (std::size_t i = 1; i < csv_.rows.size(); ++i) {
        const std::string said = column_key(cell(csv_.rows[i], *column));
        if (said.empty() || said == roster_.system) continue;
        if (roster_.system.empty()) {
          with_system(said, where(csv_.rows[i]) + ": ", [](auto) {});
          roster_.system = said;
        } else {
          faults_.add(fmt::format("{}: system {} in a roster of {}", where(csv_.rows[i]),
                                  shown(said), roster_.system));
        }
      }
    }
    if (roster_.system.empty()) {
      throw InputError(fmt::format(
          "{}: for which system is this roster? Give it a column 'system', or say --system",
          header_line_));
    }
  }

  /// Gives every column its field; none to those that are left out or unknown.
  void name_columns(const std::vector<std::string>& ignored) {
    const std::vector<std::string> names = known_.names();
    std::map<std::string, std::string> by_key;
    for (const std::string& name : names) by_key[column_key(name)] = name;
    std::set<std::string> left_out;
    for (const std::string& name : ignored) left_out.insert(column_key(name));
    std::vector<std::string> unknown;
    std::map<std::string, std::string> seen;
    for (std::size_t i = 0; i < headers_.size(); ++i) {
      const std::string key = column_key(headers_[i]);
      columns_.emplace_back();
      if (headers_[i].empty() || headers_[i].front() == '#' || left_out.count(key) > 0) continue;
      const auto found = by_key.find(key);
      const std::string field = found == by_key.end() ? known_.meant(key) : found->second;
      if (field.empty()) {
        unknown.push_back(headers_[i]);
      } else if (!seen.emplace(field, headers_[i]).second) {
        faults_.add(fmt::format("{}: two columns are called '{}': '{}' and '{}'", header_line_,
                                field, shown(seen[field]), shown(headers_[i])));
      } else {
        columns_.back() = field;
      }
    }
    if (!unknown.empty()) refuse_columns(unknown, names);
  }

  void refuse_columns(const std::vector<std::string>& unknown,
                      const std::vector<std::string>& names) {
    std::vector<std::string> found;
    for (const std::string& name : unknown) {
      const std::string near = nearest_name(column_key(name), names);
      found.push_back("'" + shown(name) + "'" +
                      (near.empty() ? "" : " (did you mean '" + near + "'?)"));
    }
    faults_.add(fmt::format(
        "{}: unknown column{} {}. Columns that are not for warodds are left out with --ignore "
        "\"{}\", or when their names begin with '#'. Known: {}",
        header_line_, unknown.size() > 1 ? "s" : "", fmt::join(found, ", "),
        fmt::join(all_shown(unknown), ","), fmt::join(names, ", ")));
  }

  void read_row(const CsvRow& row) {
    const std::string here = where(row);
    std::map<std::string, std::string> cells;
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      const std::string value = cell(row, i);
      if (value.empty()) continue;
      if (i >= headers_.size()) {
        faults_.add(
            fmt::format("{}: '{}' stands in column {}, but the header names {} columns; a "
                        "cell with '{}' in it goes in quotes",
                        here, shown(value), letters_of(i), headers_.size(), csv_.separator));
        return;
      }
      if (headers_[i].empty() && unnamed_.insert(i).second) {
        faults_.add(fmt::format("{}: '{}' stands in column {}, which has no name in the header",
                                here, shown(value), letters_of(i)));
      }
      if (!columns_[i].empty()) cells[columns_[i]] = value;
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
          "this row has no name; every row is a unit or one of its groups, and totals must be "
          "left out";
    } else if (found->second.find_first_of("=\n\r") != std::string::npos) {
      why = fmt::format("the name '{}' must not contain '=' or line ends", shown(found->second));
    } else if (is_total(found->second)) {
      why = fmt::format("'{}' is a row of totals and no unit; leave it out", shown(found->second));
    } else if (column_key(found->second) == "name") {
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
      const bool of_group = with.empty() && known_.of_groups.count("count") > 0;
      faults_.add(fmt::format("{}: {} belongs to {}{}, which this row does not name", here,
                              with.empty() ? "count" : "with",
                              of_group ? "a " + known_.group_word : "an army",
                              of_group && known_.has_armies ? " or an army" : ""));
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
    if (group.empty() && !whole_.emplace(name, here).second) {
      faults_.add(fmt::format(
          "{}: a second row for '{}'; the first is {}{}", here, shown(name), whole_[name],
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
    const auto [place, is_new] = armies_.emplace(name, roster_.armies.size());
    if (is_new) roster_.armies.push_back({name, "", here, {}, {}});
    if (said.of_group && !in_army_.insert({name, unit}).second) return;
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
      faults_.add(error.what());
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
        faults_.add(error.what());
      }
    }
  }

  void take_cell(UnitText& unit, bool in_group, Setting setting) {
    const auto of_group = known_.of_groups.find(setting.key);
    const bool is_of_group = in_group && of_group != known_.of_groups.end();
    const auto of_unit = known_.of_units.find(setting.key);
    if (!is_of_group && of_unit == known_.of_units.end()) {
      faults_.add(fmt::format("{}: {} belongs to a {}, which this row does not name", setting.where,
                              setting.key, known_.group_word));
      return;
    }
    const FieldSpec& field = is_of_group ? of_group->second : of_unit->second;
    try {
      setting.value = value_of_cell(setting.value, field, csv_.separator != ',', setting.where);
    } catch (const InputError& error) {
      faults_.add(error.what());
      return;
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
    const auto [known, is_new] = places_.emplace(name, roster_.units.size());
    if (!is_new) return &roster_.units[known->second];
    if (roster_.units.size() == Roster::most_units) {
      throw InputError(
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
        take_limits(unit, roster_);
      } catch (const InputError& error) {
        faults_.add(error.what());
        continue;
      }
      if (unit.settings.empty() && unit.groups.empty()) {
        faults_.add(fmt::format("{}: '{}' has a name and no stats; a heading must be left out",
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
        faults_.add(error.what());
      }
    }
  }

  CsvText csv_;
  std::string file_;  ///< as messages show it
  std::vector<std::string> headers_;
  std::string header_line_;           ///< where it stands, for messages
  std::vector<std::string> columns_;  ///< the field of each; empty: left out
  std::set<std::size_t> unnamed_;     ///< columns that have been found to have no name
  KnownFields known_;
  Faults faults_;
  Roster roster_;
  std::map<std::string, std::size_t> places_;              ///< of units in the roster
  std::map<std::string, std::size_t> armies_;              ///< likewise
  std::set<std::pair<std::string, std::string>> in_army_;  ///< what rows of groups have said
  std::map<std::string, std::string> whole_;  ///< where the rows without a group are, by name
};

}  // namespace

Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system,
                        const std::vector<std::string>& ignored) {
  if (!system.empty()) with_system(system, "--system: ", [](auto) {});
  return CsvReader(parse_csv(text, shown(file)), file).read(system, ignored);
}

bool is_csv(std::string_view text, std::string_view file) {
  const std::string name = lower(file);
  for (const char* ending : {".csv", ".tsv", ".tab"}) {
    if (name.ends_with(ending)) return true;
  }
  if (name.ends_with(".toml")) return false;
  const std::string_view first = text.substr(0, text.find('\n'));
  const bool has_cells = first.find('=') == std::string_view::npos &&
                         first.find_first_of(",;\t") != std::string_view::npos &&
                         first.find_first_of("[#") != 0;
  return begins_as_utf16(text) || first.starts_with("sep=") || has_cells;
}

}  // namespace warodds
