#include "core/roster/sheet.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/roster/cell.h"
#include "core/roster/find_unit.h"
#include "core/roster/reader.h"
#include "core/roster/workbook.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
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

/// Makes the sheet that it is: first of its header, then of its rows.
class SheetReader : private Sheet {
 public:
  SheetReader(const std::string& name, const SheetColumns& given, Faults& faults)
      : given_(given), faults_(faults) {
    file = units_.list.where = armies_.list.where = shown(name);
  }

  Sheet read(std::string_view text, const std::string& given) {
    find_header(text);
    take_system(given);
    known = fields_of(system);
    name_columns();
    read_rows();
    add_remarks();
    return std::move(static_cast<Sheet&>(*this));
  }

 private:
  // The header.

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
    csv = parse_table(text, file, [this](const CsvRow& row) {
      return std::any_of(row.fields.begin(), row.fields.end(),
                         [&](const std::string& cell) { return names_units(cell); });
    });
    if (csv.rows.empty()) {
      throw BadRoster(file + ": the file is empty; its first row names the fields");
    }
    if (!csv.header) {
      std::vector<std::string> cells = csv.rows.front().fields;
      while (cells.back().empty()) cells.pop_back();
      throw NoRoster(fmt::format(
          "{}: no column 'name' but '{}'; the first row names the fields, with commas, semicolons, "
          "tabs or bars between them",
          where(csv.rows.front()), fmt::join(all_shown(cells), "', '")));
    }
    header = *csv.header;
    headers = csv.rows[header].fields;
    while (headers.back().empty()) headers.pop_back();
  }

  std::optional<std::size_t> place_of_key(std::string_view key) const {
    for (std::size_t i = 0; i < headers.size(); ++i) {
      if (key_of(headers[i]) == key) return i;
    }
    return std::nullopt;
  }

  /// The system, said in a column or given; its name or title.
  void take_system(const std::string& given) {
    system = given;
    const auto column = place_of_key("system");
    for (std::size_t i = header + 1; column && i < csv.rows.size(); ++i) {
      const std::string said = column_key(cell_of(csv.rows[i], *column));
      const std::string here = where(csv.rows[i]);
      if (said.empty() || said == system) continue;
      if (system.empty()) {
        with_system(said, here + ": ", [](auto) {});
        system = said;
      } else {
        faults_.add(fmt::format("{}: system {} in a roster of {}", here, shown(said), system));
      }
    }
    if (system.empty()) {
      throw Missing(fmt::format(
          "{}: for which system is this roster? Give it a column 'system', or say --system",
          where_header()));
    }
  }

  /// All names that a column can have.
  std::vector<std::string> names() const {
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
      const std::string field = column == "size" ? known.size : column;
      if (by_key.count(column_key(field)) == 0) continue;
      return place_of(field) ? "" : field;
    }
    return "";
  }

  /// Whether a column of counts says how many a unit is: nothing else is counted here.
  bool counts_units(const std::string& field) const {
    return field == "count" && !known.size.empty() && !place_of_key(known.group_word) &&
           !place_of_key("army") && !place_of_key(known.size);
  }

  /// Gives every column its field; none to those that are left out or unknown.
  void name_columns() {
    const std::vector<std::string> names = this->names();
    std::map<std::string, std::string> by_key;
    for (const std::string& name : names) by_key[column_key(name)] = name;
    for (const ColumnName& one : given_.called) {
      if (by_key.count(column_key(one.key)) == 0) {
        throw UnknownKey(fmt::format("{} {}={}: {}", one.where, shown(one.header), shown(one.key),
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
    columns.resize(headers.size());
    for (std::size_t i = 0; i < headers.size(); ++i) {
      const std::string& name = headers[i];
      if (left_out.count(column_key(name)) > 0) continue;
      if (name == "#" + std::string(key_of_character)) {  // not for others who read the sheet
        put(i, std::string(key_of_character));
        continue;
      }
      if (name.empty() || name.front() == '#') continue;
      const auto found = by_key.find(key_of(name));
      std::string field =
          found == by_key.end() ? field_meant(known, column_key(name)) : found->second;
      if (field.empty() && !known.ranged(key_of(name)).empty()) field = key_of(name);
      if (counts_units(field)) field.clear();
      field.empty() ? open.push_back(i) : put(i, field);
    }
    std::vector<std::string> unknown;
    for (const std::size_t i : open) {
      const std::string& header = headers[i];
      const std::string field = meant_otherwise(header, by_key);
      if (!field.empty()) {
        put(i, field);
      } else if (!means_note(column_key(header))) {
        unknown.push_back(header);
      } else if (!place_of("note")) {
        put(i, "note");
      } else {
        read_as_.push_back(fmt::format("'{}' as notes, left out", shown(header)));
      }
    }
    if (!unknown.empty()) refuse_columns(unknown, names);
  }

  /// Notes a header that no column has: it may be that of another roster of the question.
  void note_if_missing(const std::string& name) {
    const auto is_it = [&](const std::string& header) {
      return column_key(header) == column_key(name);
    };
    if (std::any_of(headers.begin(), headers.end(), is_it)) return;
    const std::string near = nearest_name(name, headers);
    missing_.push_back("'" + shown(name) + "'" +
                       (near.empty() ? "" : " (did you mean '" + shown(near) + "'?)"));
  }

  void put(std::size_t column, const std::string& field) {
    const std::string& header = headers[column];
    if (const auto first = place_of(field)) {
      faults_.add(fmt::format("{}: two columns are called '{}': '{}' and '{}'", where_header(),
                              field, shown(headers[*first]), shown(header)));
      return;
    }
    columns[column] = field;
    if (column_key(header) != column_key(field)) {
      read_as_.push_back(fmt::format("'{}' as {}", shown(header), field));
    }
  }

  void refuse_columns(const std::vector<std::string>& unknown,
                      const std::vector<std::string>& names) {
    std::vector<std::string> found;
    for (const std::string& name : unknown) {
      const std::string near = nearest_name(column_key(name), names);
      const bool is_size = !known.size.empty() && column_key(name) == "count";
      found.push_back("'" + shown(name) + "'" +
                      (is_size        ? " (how many a unit is stands in '" + known.size + "')"
                       : near.empty() ? ""
                                      : " (did you mean '" + near + "'?)"));
    }
    faults_.add(fmt::format(
        "{}: unknown column{} {}. What a column is, --column \"{}=KEY\" says. Columns that are not "
        "for warodds are left out with --ignore \"{}\", or when their names begin with '#'. Known: "
        "{}",
        where_header(), unknown.size() > 1 ? "s" : "", fmt::join(found, ", "),
        shown(unknown.front()), fmt::join(all_shown(unknown), ","), fmt::join(names, ", ")));
  }

  // The rows.

  void read_rows() {
    const std::vector<CsvRow>& rows = csv.rows;
    for (std::size_t i = header + 1; i < rows.size(); ++i) {
      if (is_of_totals(rows[i])) {
        totals_.push_back(rows[i].line);
        continue;
      }
      const std::string text = heading(rows[i]);
      if (text.empty()) {
        read_row(i);
      } else {
        headings.push_back({text, units_.list.inside.size()});
        headings_.push_back(fmt::format("'{}' (line {})", shown(text, 40), rows[i].line));
      }
    }
    if (units_.list.inside.empty() && !faults_.any()) {
      faults_.add(file + ": no unit in this roster" +
                  (headings_.empty() ? "" : ", only headings: rows with one cell"));
    }
    tree = {"", Node::Kind::table, "", file, {}, {std::move(units_.list), std::move(armies_.list)}};
  }

  void read_row(std::size_t row) {
    const std::vector<std::string>& fields = csv.rows[row].fields;
    const std::string here = where(csv.rows[row]);
    Cells cells;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string& value = fields[i];
      if (value.empty()) continue;
      if (i >= headers.size()) {
        faults_.add(
            fmt::format("{}: '{}' stands in column {}, but the header names {} columns; a "
                        "cell with '{}' in it goes in quotes",
                        here, shown(value), letters_of(i), headers.size(), csv.separator));
        return;
      }
      if (headers[i].empty() && unnamed_.insert(i).second) {
        faults_.add(fmt::format("{}: '{}' stands in column {}, which has no name in the header",
                                here, shown(value), letters_of(i)));
      }
      const std::string& key = columns[i];
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
    const bool is_header = column_key(text) == column_key(headers[name->second.span.column]);
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
    const Node group = take(known.group_word), army = take("army");
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
          known.group_word.empty()
              ? ""
              : "; rows of one name are told apart in a column '" + known.group_word + "'"));
      return;
    }
    const bool in_group = !group.value.empty();
    Node of_group{"", Node::Kind::table, "", here, group.span, {with_key(group, "name")}};
    for (auto& [key, cell] : cells)
      take_cell(std::move(cell), unit, in_group ? &of_group : nullptr);
    if (in_group) list_in(unit, known.group_word, here).inside.push_back(std::move(of_group));
  }

  /// What is wrong with a row that has a count, and neither a group nor an army.
  std::string why_no_count() const {
    const bool of_group = known.of_groups.count("count") > 0;
    const bool has_armies = place_of("army").has_value();
    std::string owner = of_group ? "a " + known.group_word : "an army";
    if (of_group && has_armies) owner += " or an army";
    std::string what = whose("count", owner);
    if (known.size.empty()) return what;
    what += fmt::format("; how many a unit is stands in a column '{}'", known.size);
    if (of_group) {
      what += fmt::format(", the name of a {0} in a column '{0}'", known.group_word);
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
    if (cell.key == key_of_character || !known.ranged(cell.key).empty()) {
      return set(unit, std::move(cell));
    }
    // A column of sizes is of units, and of the groups of others.
    const std::string own = known.size_of_group();
    if (group != nullptr && !own.empty() && cell.key == known.size && !place_of(own)) {
      cell.key = own;
    }
    const auto of_group = known.of_groups.find(cell.key);
    const bool is_of_group = group != nullptr && of_group != known.of_groups.end();
    const auto of_units = known.of_units.find(cell.key);
    if (!is_of_group && of_units == known.of_units.end()) {
      faults_.add(cell.where + ": " + whose(cell.key, "a " + known.group_word));
      return;
    }
    const FieldSpec& field = is_of_group ? of_group->second : of_units->second;
    const std::string written = cell.value;
    faults_.gather([&] {
      cell.value = value_of_cell(written, field, csv.separator != ',', cell.where);
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

  // What people are told: what was skipped, and what was read as something that it does not say.

  void add_remarks() {
    constexpr std::size_t most_told = 10;
    if (!csv.remark.empty()) remarks.push_back(csv.remark);
    if (header > 0) {
      remarks.push_back(fmt::format("the header is line {}; above it, from line {}, are titles",
                                    csv.rows[header].line, csv.rows.front().line));
    }
    if (const std::size_t all = headings_.size(); all > 0) {
      headings_.resize(std::min(all, most_told));
      if (all > most_told) headings_.push_back(fmt::format("{} more", all - most_told));
      remarks.push_back(
          fmt::format("read as headings, for want of any stat: {}", fmt::join(headings_, ", ")));
    }
    if (const std::size_t all = totals_.size(); all > 0) {
      totals_.resize(std::min(all, most_told));
      remarks.push_back(fmt::format("left out as sums of others, not as units: line{} {}{}",
                                    all > 1 ? "s" : "", fmt::join(totals_, ", "),
                                    all > most_told ? ", ..." : ""));
    }
    if (csv.is_windows_1252) {
      remarks.emplace_back("read as Windows-1252, for it is not UTF-8; it is written so, too");
    }
    doubt_wounds();
    if (!read_as_.empty()) {
      remarks.push_back(fmt::format("columns are read so: {}", fmt::join(read_as_, ", ")));
    }
    if (!missing_.empty()) {
      remarks.push_back(fmt::format(
          "no column is called {}, of which --column, --ignore or what is kept of columns speaks",
          fmt::join(missing_, ", ")));
    }
    if (!targets_.empty()) {
      remarks.push_back(fmt::format(
          "a target number such as {} is read as {}, in {}", first_target_,
          first_target_.substr(0, first_target_.size() - 1), fmt::join(targets_, ", ")));
    }
  }

  /// Designers who have no other column for hit points mean them by wounds.
  void doubt_wounds() {
    const auto column = place_of("wounds");
    if (known.of_units.count("wounds") + known.of_units.count("hp") < 2 || !column) return;
    const std::string& said = headers[*column];
    const bool is_told = std::any_of(
        given_.called.begin(), given_.called.end(),
        [&](const ColumnName& one) { return column_key(one.header) == column_key(said); });
    bool says_some = false;
    for (std::size_t i = header + 1; i < csv.rows.size(); ++i) {
      const std::string cell = cell_of(csv.rows[i], *column);
      says_some = says_some || (!cell.empty() && cell != "0");
    }
    if (is_told || !says_some || place_of("hp")) return;
    remarks.push_back(
        fmt::format("'{0}' is read as wounds that a unit has already taken, and no column says hit "
                    "points (hp), so that each figure has 1; if hit points are meant, say --column "
                    "\"{0}=hp\", and if not, --column \"{0}=wounds\"",
                    shown(said)));
  }

  const SheetColumns& given_;
  Faults& faults_;
  std::vector<std::string> read_as_;  ///< columns whose headers are not their fields' names
  std::vector<std::string> missing_;  ///< headers that options speak of and no column has
  Tables units_{{"unit", Node::Kind::list, "", ""}};
  Tables armies_{{"army", Node::Kind::list, "", ""}};
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
  return SheetReader(file, columns, faults).read(text, system);
}

Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system,
                        const SheetColumns& columns) {
  if (!system.empty()) with_system(system, "--system: ", [](auto) {});
  Faults faults;
  Sheet sheet = read_sheet(text, file, system, columns, faults);
  Roster roster;
  roster.file = file;
  roster.system = sheet.system;
  roster.columns = columns;
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
