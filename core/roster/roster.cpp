#include "core/roster/roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/roster/csv.h"
#include "core/roster/faults.h"
#include "core/roster/kept_columns.h"
#include "core/roster/node.h"
#include "core/roster/read_file.h"
#include "core/roster/reader.h"
#include "core/roster/sheet.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// What to say of a name in quotes that the command line does not know.
std::string of_quotes(std::string_view name) {
  static constexpr std::string_view quotes[] = {"\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E",
                                                "\xE2\x80\x98", "\xE2\x80\x99", "\xC2\xAB"};
  for (const std::string_view quote : quotes) {
    if (!name.starts_with(quote)) continue;
    return fmt::format("; {} is part of this name: quotes of a command line are \" and '", quote);
  }
  return "";
}

/// A unit or an army.
struct Named {
  const std::string& name;
  const UnitText* unit;
  const ArmyText* army;
};

/// What a name may mean: the one called so, or else those called so in capital or small letters, or
/// else those whose names begin so. Units go before armies.
std::vector<Named> meant_by(const Roster& roster, std::string_view name) {
  const std::string key = name_key(name), small = lower(key);
  std::vector<Named> exactly, whole, beginning;
  const auto look = [&](const Named& one) {
    const std::string key_of_one = name_key(one.name), called = lower(key_of_one);
    if (key_of_one == key && exactly.empty()) exactly.push_back(one);
    if (called == small) whole.push_back(one);
    if (!small.empty() && called.starts_with(small)) beginning.push_back(one);
  };
  for (const UnitText& unit : roster.units) look({unit.name, &unit, nullptr});
  for (const ArmyText& army : roster.armies) look({army.name, nullptr, &army});
  return !exactly.empty() ? exactly : !whole.empty() ? whole : beginning;
}

}  // namespace

const UnitText& Roster::find(std::string_view name) const {
  const std::vector<Named> meant = meant_by(*this, name);
  if (meant.empty()) {
    throw UnknownUnit(shown(file) + ": " + unknown_name("unit", name, names()) + of_quotes(name) +
                      how_to_write_several(name));
  }
  if (meant.size() == 1) {
    if (meant.front().unit != nullptr) return *meant.front().unit;
    throw UnknownUnit(
        fmt::format("{}: '{}' is an army, which stands for a whole side; here a unit is needed",
                    shown(file), shown(name)));
  }
  constexpr std::size_t most_told = 10;
  std::vector<std::string> list;
  for (const Named& one : meant) list.push_back(shown(one.name));
  list.resize(std::min(list.size(), most_told));
  throw UnknownUnit(fmt::format("{}: '{}' may be {}{}", shown(file), shown(name),
                                fmt::join(list, ", "), meant.size() > most_told ? ", ..." : ""));
}

const ArmyText* Roster::find_army(std::string_view name) const {
  if (armies.empty()) return nullptr;
  const std::vector<Named> meant = meant_by(*this, name);
  return meant.size() == 1 ? meant.front().army : nullptr;
}

std::vector<std::string> Roster::names_of_units() const {
  std::vector<std::string> names;
  for (const UnitText& unit : units) names.push_back(unit.name);
  return names;
}

std::vector<std::string> Roster::names() const {
  std::vector<std::string> names = names_of_units();
  for (const ArmyText& army : armies) names.push_back(army.name);
  return names;
}

namespace {

void require_sayable(const std::string& name, const std::string& where) {
  if (name.find('=') == std::string::npos) return;
  throw BadRoster(
      fmt::format("{}: the name '{}' must not contain '=': that marks changes on the command line",
                  where, shown(name)));
}

}  // namespace

void require_sound(const ArmyText& army, const Roster& roster) {
  const auto fail = [&](const std::string& what) { throw BadRoster(army.where + ": " + what); };
  require_sayable(army.name, army.where);
  for (const std::string& name : roster.names()) {
    if (looks_like(name, army.name))
      fail(fmt::format("'{}' is the name of another unit or army; names must differ", shown(name)));
  }
  if (army.parts.empty()) fail(fmt::format("the army '{}' has no units", shown(army.name)));
  require_few(army.parts, army.where);
  for (const SidePart& part : army.parts) {
    const auto& unit = std::get<std::string>(part.unit);
    const bool known = std::any_of(roster.units.begin(), roster.units.end(),
                                   [&](const UnitText& one) { return looks_like(one.name, unit); });
    if (!known) {
      fail(unknown_name("unit", unit, roster.names_of_units()) + how_to_write_several(unit));
    }
  }
}

const std::vector<FieldSpec>& fields_of_limits() {
  constexpr int highest = 1'000'000;
  static const std::vector<FieldSpec> fields{
      {{}, "least", "fewest figures that may be bought", "figures", 1, highest, {}, 1},
      {{},
       "most",
       "greatest number of figures that may be bought",
       "figures",
       1,
       highest,
       {},
       highest}};
  return fields;
}

std::string_view stat_of_range(std::string_view key) {
  if (!key.ends_with(ending_of_ranges)) return {};
  key.remove_suffix(ending_of_ranges.size());
  return key;
}

namespace {

void take_limits(UnitText& unit, Roster& roster) {
  FigureLimits limits;
  std::string where;
  std::erase_if(unit.settings, [&](const Setting& setting) {
    const std::string key = lower(setting.key);
    for (const FieldSpec& field : fields_of_limits()) {
      if (field.name != key) continue;
      (key == "least" ? limits.least : limits.most) = field.parse(setting.value, setting.where);
      where = setting.where;
      return true;
    }
    return false;
  });
  if (where.empty()) return;
  if (limits.least > limits.most) {
    throw BadRoster(fmt::format("{}: least is {} and most is {} of {}: no number is allowed", where,
                                limits.least, limits.most, shown(unit.name)));
  }
  roster.limits[unit.name] = limits;
}

}  // namespace

void take_rules(UnitText& unit, Roster& roster) {
  take_limits(unit, roster);
  std::erase_if(unit.settings, [&](const Setting& setting) {
    if (lower(setting.key) == key_of_character) {
      for (const std::string& stat : split(setting.value, ',')) {
        roster.characters.push_back({unit.name, std::string(trim(stat)), "", setting.where});
      }
      return true;
    }
    // A stat may be called so, too: max-range = 24.
    const std::string_view stat = stat_of_range(setting.key);
    if (stat.empty() || read_number<int>(setting.value) || setting.value == "none") return false;
    roster.ranges.push_back({unit.name, std::string(stat), setting.value, setting.where});
    return true;
  });
}

std::size_t Roster::bytes() const {
  // A setting takes so much of the text at least, and has its place: the file's name and numbers.
  constexpr std::size_t least = 4;
  return sizeof(Roster) + 2 * text.capacity() +
         text.size() / least * (sizeof(Setting) + file.size() + 16);
}

Roster parse_toml(std::string_view text, const std::string& file) {
  Node document = toml_tree(text, file);
  Roster roster;
  roster.file = file;
  Faults faults;
  Node* armies = nullptr;
  for (Node& one : document.inside) {
    if (one.key == "system") {
      if (one.kind != Node::Kind::text) {
        refuse(one, "system must be the name of a system in quotes");
      }
      roster.system = system_meant(one.value);
    } else if (one.key == "unit") {
      read_units(std::move(one), roster, faults);
    } else if (one.key == "army") {
      armies = &one;
    } else if (one.key != "note") {
      refuse_key(one, {"system", "unit", "army", "note"});
    }
  }
  faults.report(shown(file));
  if (roster.system.empty()) {
    throw BadRoster(shown(file) +
                    ": the roster does not say which system it is for; its first line "
                    "should be, for example, system = \"arcane-legions\"");
  }
  if (roster.units.empty()) throw BadRoster(shown(file) + ": no [[unit]] in this roster");
  for (const UnitText& unit : roster.units) require_sayable(unit.name, unit.where);
  if (armies != nullptr) read_armies(std::move(*armies), roster, faults);
  faults.report(shown(file));
  return roster;
}

namespace {

/// Units as JSON are part of a question.
void require_no_json(std::string_view text, const std::string& file) {
  const std::string_view begin = trim(text.substr(0, 1000));
  const bool is_list = begin.starts_with('[') && trim(begin.substr(1)).starts_with('{');
  if (!begin.starts_with('{') && !is_list && !lower(file).ends_with(".json")) return;
  throw BadRoster(
      shown(file) +
      ": this is JSON, and a roster is TOML or CSV; units as JSON go into a question of ask, "
      "as \"units\": [{\"name\": ...}]");
}

}  // namespace

Roster parse_roster(std::string_view text, const std::string& file, const std::string& system,
                    const SheetColumns& columns) {
  require_text_or_workbook(text, shown(file));
  require_no_json(text, file);
  if (is_csv(text, file)) return parse_csv_roster(text, file, system, columns);
  try {
    return parse_toml(text, file);
  } catch (const InputError& error) {
    if (text.find("[[unit") == std::string_view::npos) throw NoRoster(error.what());
    throw;
  }
}

Roster read_roster(const std::string& path, const std::string& system,
                   const SheetColumns& columns) {
  std::string text = read_file(path, "roster ", Roster::most_bytes);
  const KeptColumns kept = read_columns(text, path);
  return roster_of(std::move(text), path, kept, system, columns);
}

Roster roster_of(std::string text, const std::string& path, const KeptColumns& kept,
                 const std::string& system, SheetColumns columns) {
  add(kept.columns, columns);
  Roster roster = parse_roster(text, path, system.empty() ? kept.system : system, columns);
  roster.text = std::move(text);
  if (!kept.text.empty()) {
    roster.remarks.push_back(
        fmt::format("{}: read as {} says", shown(path), shown(file_of_columns(path))));
  }
  return roster;
}

UnitText parse_inline(std::string_view text, const std::string& where) {
  UnitText unit;
  const auto equals = text.find('=');
  const auto comma = equals == std::string_view::npos ? equals : text.rfind(',', equals);
  const bool has_name = equals == std::string_view::npos || comma != std::string_view::npos;
  if (has_name) {
    unit.name = std::string(trim(text.substr(0, comma)));
    if (unit.name.empty()) {
      throw BadValue(where + ": a unit is NAME, NAME,key=value,... or key=value,...");
    }
  }
  if (equals != std::string_view::npos) {
    if (has_name) text.remove_prefix(comma + 1);
    for (const std::string& part : split(text, ',')) {
      unit.settings.push_back(parse_setting(trim(part), where));
    }
  }
  require_distinct(unit.settings);
  return unit;
}

}  // namespace warodds
