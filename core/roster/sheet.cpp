#include "core/roster/sheet.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/faults.h"
#include "core/roster/roster.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// Headers that people write for a field of another name, as column_key() has them, and the columns
/// that may be meant, of which the first is that the system has. "size" is how many a unit is.
struct OtherHeaders {
  std::string_view keys;
  std::string_view columns;
};
constexpr OtherHeaders other_headers[] = {
    {"unit unit-name einheit unit\xC3\xA9 nom fighter fighter-name", "name"},
    {"figures models minis miniatures size unit-size number number-of-figures number-of-models "
     "no-of-figures no-of-models count qty quantity figuren modelle miniaturen anzahl menge "
     "gr\xC3\xB6\xC3\x9F"
     "e groesse gr\xC3\xB6sse einheitengr\xC3\xB6\xC3\x9F"
     "e figurines effectif",
     "size"},
    {"cost costs price pts point-cost points-cost cost-in-points point points-value punkte "
     "punktekosten kosten preis co\xC3\xBBt prix",
     "points"},
    {"armour armor armure r\xC3\xBCstung ruestung", "armour arm"},
    {"strength st\xC3\xA4rke staerke force s", "strength str"},
    {"hit-points hit-point hitpoints hp lebenspunkte trefferpunkte points-de-vie", "hp wounds"},
    {"combat-dice combat-die", "cd"},
    {"attack-skill", "as"},
    {"defence-bonus defense-bonus bs", "db"},
    {"fatigue-limit", "fatigue"},
    {"maximum-range range reichweite", "max-range range"},
    {"minimum-range", "min-range"},
    {"light-attack-power", "light.power"},
    {"light-attack-precision", "light.precision"},
    {"heavy-attack-power", "heavy.power"},
    {"heavy-attack-precision", "heavy.precision"},
    {"red-dice red-icons red-attack-dice red-attack-die-icons attack-dice", "red"},
    {"blue-dice blue-icons blue-ranged-dice blue-ranged-die-icons ranged-dice ranged-die-icons",
     "blue"},
    {"white-dice white-icons white-defence-dice white-defence-die-icons defence-dice "
     "defence-die-icons",
     "white"},
    {"m", "martial"},
    {"i", "integrity"},
    {"d", "defence"},
    {"saves", "save"},
};

/// The columns that a header may mean; empty: none is known.
std::vector<std::string> columns_meant(const std::string& key) {
  static const std::map<std::string, std::vector<std::string>> all = [] {
    std::map<std::string, std::vector<std::string>> columns;
    for (const OtherHeaders& other : other_headers) {
      for (const std::string& one : split(other.keys, ' ')) {
        columns.emplace(column_key(one), split(other.columns, ' '));
      }
    }
    return columns;
  }();
  const auto found = all.find(key);
  return found == all.end() ? std::vector<std::string>() : found->second;
}

/// The spelling and the words of one's own are left out that rulebooks have: "Armor Value" is
/// armour.
std::string plainly(std::string key) {
  for (const auto& [american, british] :
       {std::pair<std::string_view, std::string_view>{"defense", "defence"}, {"armor", "armour"}}) {
    const auto at = key.find(american);
    if (at != std::string::npos) key.replace(at, american.size(), british);
  }
  for (const std::string_view word : {"-value", "-bonus", "-attribute"}) {
    if (key.ends_with(word)) key.resize(key.size() - word.size());
  }
  return key;
}

/// An abbreviation in brackets behind the words: "hp" of "Hit Points (HP)"; empty: there is none.
std::string abbreviation_in(std::string_view header) {
  const auto from = header.find_first_of("([");
  const auto to = header.find_first_of(")]");
  constexpr std::size_t longest = 4;
  if (from == std::string_view::npos || to == std::string_view::npos || to < from + 2) return "";
  const std::string_view inside = header.substr(from + 1, to - from - 1);
  const bool is_one = inside.size() <= longest && inside[0] >= 'A' && inside[0] <= 'Z';
  return is_one ? column_key(inside) : "";
}

KnownFields fields_of(std::string_view system) {
  KnownFields known;
  with_system(system, "", [&](auto of) {
    using System = decltype(of);
    known.group_word = System::group_word;
    for (const auto& field : System::unit_fields()) {
      known.of_units.emplace(field.name, field);
      if (field.is_size) known.size = field.name;
    }
    for (const auto& field : System::group_fields()) {
      known.of_groups.emplace(field.column(known.group_word), field);
    }
  });
  for (const FieldSpec& limit : fields_of_limits()) known.of_units.emplace(limit.name, limit);
  return known;
}

/// The field whose meaning begins so, up to the first mark of it: "Attack Skill" is `as`. Empty
/// where that is none or more than one.
std::string field_meant(const KnownFields& known, const std::string& key) {
  std::set<std::string> found;
  for (const auto* fields : {&known.of_units, &known.of_groups}) {
    for (const auto& [name, field] : *fields) {
      const std::string_view word = field.meaning.substr(0, field.meaning.find_first_of(",:;"));
      if (column_key(word) == key) found.insert(name);
    }
  }
  return found.size() == 1 ? *found.begin() : "";
}

std::vector<std::string> all_shown(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const std::string& name : names) result.push_back(shown(name));
  return result;
}

class SheetReader {
 public:
  SheetReader(const std::string& file, const SheetColumns& columns, Faults& faults)
      : given_(columns), faults_(faults) {
    sheet_.file = shown(file);
  }

  Sheet read(std::string_view text, const std::string& system) {
    find_header(text);
    sheet_.headers = header().fields;
    while (sheet_.headers.back().empty()) sheet_.headers.pop_back();
    take_system(system);
    sheet_.known = fields_of(sheet_.system);
    name_columns();
    add_remarks();
    return std::move(sheet_);
  }

 private:
  const CsvRow& header() const { return sheet_.csv.rows[sheet_.header]; }

  /// What a header is called: as it is told, or as it says.
  std::string key_of(std::string_view header) const {
    const std::string key = column_key(header);
    for (const ColumnName& one : given_.called) {
      if (column_key(one.header) == key) return column_key(one.key);
    }
    return key;
  }

  bool names_units(std::string_view header) const {
    const std::string key = key_of(header);
    return key == "name" || columns_meant(key) == std::vector<std::string>{"name"};
  }

  void find_header(std::string_view text) {
    sheet_.csv = parse_table(text, sheet_.file, [this](const CsvRow& row) {
      return std::any_of(row.fields.begin(), row.fields.end(),
                         [&](const std::string& cell) { return names_units(cell); });
    });
    if (sheet_.csv.rows.empty()) {
      throw BadRoster(sheet_.file + ": the file is empty; its first row names the fields");
    }
    if (!sheet_.csv.header) {
      std::vector<std::string> cells = sheet_.csv.rows.front().fields;
      while (cells.back().empty()) cells.pop_back();
      throw NoRoster(fmt::format(
          "{}: no column 'name' but '{}'; the first row names the fields, with commas, semicolons, "
          "tabs or bars between them",
          sheet_.where(sheet_.csv.rows.front()), fmt::join(all_shown(cells), "', '")));
    }
    sheet_.header = *sheet_.csv.header;
  }

  std::optional<std::size_t> place_of_key(std::string_view key) const {
    for (std::size_t i = 0; i < sheet_.headers.size(); ++i) {
      if (key_of(sheet_.headers[i]) == key) return i;
    }
    return std::nullopt;
  }

  /// The system, said in a column or given; its name or title.
  void take_system(const std::string& given) {
    sheet_.system = given;
    const auto column = place_of_key("system");
    for (std::size_t i = sheet_.header + 1; column && i < sheet_.csv.rows.size(); ++i) {
      const std::string said = column_key(cell_of(sheet_.csv.rows[i], *column));
      const std::string where = sheet_.where(sheet_.csv.rows[i]);
      if (said.empty() || said == sheet_.system) continue;
      if (sheet_.system.empty()) {
        with_system(said, where + ": ", [](auto) {});
        sheet_.system = said;
      } else {
        faults_.add(
            fmt::format("{}: system {} in a roster of {}", where, shown(said), sheet_.system));
      }
    }
    if (sheet_.system.empty()) {
      throw Missing(fmt::format(
          "{}: for which system is this roster? Give it a column 'system', or say --system",
          sheet_.where_header()));
    }
  }

  /// All names that a column can have.
  std::vector<std::string> names() const {
    const KnownFields& known = sheet_.known;
    std::vector<std::string> names{"system", "name", "note"};
    if (!known.group_word.empty()) names.push_back(known.group_word);
    for (const auto& [name, field] : known.of_units) names.push_back(name);
    for (const auto& [name, field] : known.of_groups) {
      if (known.of_units.count(name) == 0 && name != "name") names.push_back(name);
    }
    names.emplace_back("army");
    for (const char* of_army : {"count", "with"}) {
      if (place_of_key("army") && known.of_groups.count(of_army) == 0) names.emplace_back(of_army);
    }
    return names;
  }

  /// The field that people mean by another header; empty: none, or it has a column already.
  std::string meant_otherwise(const std::string& header,
                              const std::map<std::string, std::string>& by_key) const {
    const std::string key = column_key(header), plain = plainly(key);
    std::vector<std::string> meant;
    for (const std::string& one : {key, plain, abbreviation_in(header)}) {
      for (const std::string& column : columns_meant(one)) meant.push_back(column);
      if (by_key.count(one) > 0) meant.push_back(by_key.at(one));
    }
    for (const std::string& column : meant) {
      const std::string field = column == "size" ? sheet_.known.size : column;
      if (by_key.count(column_key(field)) == 0) continue;
      return sheet_.place_of(field) ? "" : field;
    }
    return "";
  }

  /// Whether a column of counts says how many a unit is: nothing else is counted here.
  bool counts_units(const std::string& field) const {
    return field == "count" && !sheet_.known.size.empty() &&
           !place_of_key(sheet_.known.group_word) && !place_of_key("army") &&
           !place_of_key(sheet_.known.size);
  }

  /// Gives every column its field; none to those that are left out or unknown.
  void name_columns() {
    const std::vector<std::string> names = this->names();
    std::map<std::string, std::string> by_key;
    for (const std::string& name : names) by_key[column_key(name)] = name;
    for (const ColumnName& one : given_.called) {
      if (by_key.count(column_key(one.key)) == 0) {
        throw UnknownKey(fmt::format("--column {}={}: {}", shown(one.header), shown(one.key),
                                     unknown_name("column", one.key, names)));
      }
      note_if_missing(one.header);
    }
    std::set<std::string> left_out;
    for (const std::string& name : given_.ignored) {
      note_if_missing(name);
      left_out.insert(column_key(name));
    }
    std::vector<std::size_t> open;  // what names no field
    sheet_.columns.resize(sheet_.headers.size());
    for (std::size_t i = 0; i < sheet_.headers.size(); ++i) {
      const std::string& name = sheet_.headers[i];
      if (left_out.count(column_key(name)) > 0) continue;
      if (name == "#" + std::string(key_of_character)) {  // not for others who read the sheet
        put(i, std::string(key_of_character));
        continue;
      }
      if (name.empty() || name.front() == '#') continue;
      const auto found = by_key.find(key_of(name));
      std::string field =
          found == by_key.end() ? field_meant(sheet_.known, column_key(name)) : found->second;
      if (field.empty() && !sheet_.known.ranged(key_of(name)).empty()) field = key_of(name);
      if (counts_units(field)) field.clear();
      field.empty() ? open.push_back(i) : put(i, field);
    }
    std::vector<std::string> unknown;
    for (const std::size_t i : open) {
      const std::string& header = sheet_.headers[i];
      const std::string field = meant_otherwise(header, by_key);
      if (!field.empty()) {
        put(i, field);
      } else if (!means_note(column_key(header))) {
        unknown.push_back(header);
      } else if (!sheet_.place_of("note")) {
        put(i, "note");
      } else {
        read_as_.push_back(fmt::format("'{}' as notes, left out", shown(header)));
      }
    }
    if (!unknown.empty()) refuse_columns(unknown, names);
  }

  void add_remarks() {
    if (sheet_.csv.is_windows_1252) {
      sheet_.remarks.emplace_back(
          "read as Windows-1252, for it is not UTF-8; it is written so, too");
    }
    doubt_wounds();
    if (!read_as_.empty()) {
      sheet_.remarks.push_back(fmt::format("columns are read so: {}", fmt::join(read_as_, ", ")));
    }
    if (!missing_.empty()) {
      sheet_.remarks.push_back(
          fmt::format("no column is called {}, of which --column or --ignore speaks",
                      fmt::join(missing_, ", ")));
    }
  }

  /// Designers who have no other column for hit points mean them by wounds.
  void doubt_wounds() {
    const KnownFields& known = sheet_.known;
    const auto column = sheet_.place_of("wounds");
    if (known.of_units.count("wounds") + known.of_units.count("hp") < 2 || !column) return;
    const std::string& header = sheet_.headers[*column];
    const bool is_told = std::any_of(
        given_.called.begin(), given_.called.end(),
        [&](const ColumnName& one) { return column_key(one.header) == column_key(header); });
    bool says_some = false;
    for (std::size_t i = sheet_.header + 1; i < sheet_.csv.rows.size(); ++i) {
      const std::string cell = cell_of(sheet_.csv.rows[i], *column);
      says_some = says_some || (!cell.empty() && cell != "0");
    }
    if (is_told || !says_some || sheet_.place_of("hp")) return;
    sheet_.remarks.push_back(
        fmt::format("'{0}' is read as wounds that a unit has already taken, and no column says hit "
                    "points (hp), so that each figure has 1; if hit points are meant, say --column "
                    "\"{0}=hp\", and if not, --column \"{0}=wounds\"",
                    shown(header)));
  }

  /// Notes a header that no column has: it may be that of another roster of the question.
  void note_if_missing(const std::string& name) {
    const auto is_it = [&](const std::string& header) {
      return column_key(header) == column_key(name);
    };
    if (std::any_of(sheet_.headers.begin(), sheet_.headers.end(), is_it)) return;
    const std::string near = nearest_name(name, sheet_.headers);
    missing_.push_back("'" + shown(name) + "'" +
                       (near.empty() ? "" : " (did you mean '" + shown(near) + "'?)"));
  }

  void put(std::size_t column, const std::string& field) {
    const std::string& header = sheet_.headers[column];
    if (const auto first = sheet_.place_of(field)) {
      faults_.add(fmt::format("{}: two columns are called '{}': '{}' and '{}'",
                              sheet_.where_header(), field, shown(sheet_.headers[*first]),
                              shown(header)));
      return;
    }
    sheet_.columns[column] = field;
    if (column_key(header) != column_key(field)) {
      read_as_.push_back(fmt::format("'{}' as {}", shown(header), field));
    }
  }

  void refuse_columns(const std::vector<std::string>& unknown,
                      const std::vector<std::string>& names) {
    std::vector<std::string> found;
    for (const std::string& name : unknown) {
      const std::string near = nearest_name(column_key(name), names);
      const bool is_size = !sheet_.known.size.empty() && column_key(name) == "count";
      found.push_back("'" + shown(name) + "'" +
                      (is_size ? " (how many a unit is stands in '" + sheet_.known.size + "')"
                       : near.empty() ? ""
                                      : " (did you mean '" + near + "'?)"));
    }
    faults_.add(fmt::format(
        "{}: unknown column{} {}. What a column is, --column \"{}=KEY\" says. Columns that are not "
        "for warodds are left out with --ignore \"{}\", or when their names begin with '#'. Known: "
        "{}",
        sheet_.where_header(), unknown.size() > 1 ? "s" : "", fmt::join(found, ", "),
        shown(unknown.front()), fmt::join(all_shown(unknown), ","), fmt::join(names, ", ")));
  }

  const SheetColumns& given_;
  Faults& faults_;
  Sheet sheet_;
  std::vector<std::string> read_as_;  ///< columns whose headers are not their fields' names
  std::vector<std::string> missing_;  ///< headers that options speak of and no column has
};

}  // namespace

std::string KnownFields::column(const std::string& key, bool of_group) const {
  if (of_group) {
    for (const auto& [column, field] : of_groups) {
      if (field.name == key) return column;
    }
  }
  return key;
}

std::string KnownFields::ranged(std::string_view column) const {
  const std::string stat(stat_of_range(column));
  const bool is_other = of_units.count(std::string(column)) + of_groups.count(std::string(column));
  return !is_other && of_units.count(stat) + of_groups.count(stat) > 0 ? stat : "";
}

std::string KnownFields::size_of_group() const {
  for (const auto& [column, field] : of_groups) {
    if (field.is_size) return column;
  }
  return "";
}

std::string Sheet::where(const CsvRow& row) const { return fmt::format("{}:{}", file, row.line); }

std::string Sheet::heading(const CsvRow& row) const {
  std::string found;
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    const std::string& text = row.fields[i];
    const bool is_named = i < headers.size() && !headers[i].empty();
    const std::string field = i < columns.size() ? columns[i] : "";
    if (text.empty() || field == "system" || (is_named && field.empty())) continue;
    const bool can_be = found.empty() && i < headers.size() && (!is_named || field == "name");
    if (!can_be || read_number<double>(text)) return "";
    found = text;
  }
  return found;
}

bool Sheet::is_of_totals(const CsvRow& row) const {
  const auto name = place_of("name");
  std::string text = name ? cell_of(row, *name) : "";
  for (std::size_t i = 0; text.empty() && i < row.fields.size(); ++i) text = row.fields[i];
  return is_total(text);
}

std::optional<std::size_t> Sheet::place_of(std::string_view field) const {
  const auto found = std::find(columns.begin(), columns.end(), field);
  if (found == columns.end() || field.empty()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

Sheet read_sheet(std::string_view text, const std::string& file, const std::string& system,
                 const SheetColumns& columns, Faults& faults) {
  Sheet sheet = SheetReader(file, columns, faults).read(text, system);
  read_rows(sheet, faults);
  return sheet;
}

}  // namespace warodds
