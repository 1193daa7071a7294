#include "core/roster/roster.h"
#include "core/fields/setting.h"
#include "core/roster/find_unit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "core/fields/field.h"
#include "core/roster/csv.h"
#include "core/roster/csv_roster.h"
#include "core/roster/no_roster.h"
#include "core/roster/read_file.h"
#include "core/roster/toml_brackets.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr int most_points = 1'000'000;

class TomlReader {
 public:
  explicit TomlReader(const std::string& file) : name_(file), file_(shown(file)) {}

  Roster read(std::string_view text) {
    Roster roster;
    roster.file = name_;
    const toml::table document = parse(text);
    for (const auto& [key, node] : document) {
      if (key.str() == "system") {
        const auto* system = node.as_string();
        if (system == nullptr) fail(node, "system must be the name of a system in quotes");
        roster.system = system_meant(system->get());
      } else if (key.str() == "unit") {
        read_units(node, roster);
      } else if (key.str() != "army" && key.str() != "note") {
        throw BadRoster(where(key.source()) + ": " +
                            unknown_name("key", key.str(), {"system", "unit", "army", "note"}),
                        "", where(key.source()));
      }
    }
    if (roster.system.empty()) {
      throw BadRoster(file_ +
                      ": the roster does not say which system it is for; its first line "
                      "should be, for example, system = \"arcane-legions\"");
    }
    if (roster.units.empty()) throw BadRoster(file_ + ": no [[unit]] in this roster");
    if (const auto* armies = document.get("army")) read_armies(*armies, roster);
    return roster;
  }

 private:
  /// The parser goes a level deeper, of its own calls too, for every dot of a key.
  void require_shallow(std::string_view text) const {
    constexpr int most_dots = 1000;
    int line = 1, dots = 0;
    for (const char character : text) {
      dots += character == '.' ? 1 : 0;
      if (dots > most_dots) {
        throw BadRoster(fmt::format("{}:{}: more than {} dots in a line: no key is so long", file_,
                                    line, most_dots));
      }
      if (character != '\n') continue;
      ++line;
      dots = 0;
    }
  }

  toml::table parse(std::string_view text) {
    require_shallow(text);
    try {
      return toml::parse(text, file_);
    } catch (const toml::parse_error& error) {
      const std::string bracket = unmatched_bracket(text);
      throw BadRoster(where(error.source()) +
                          ": not valid TOML: " + std::string(error.description()) +
                          (bracket.empty() ? "" : "; " + bracket),
                      "", where(error.source()));
    }
  }

  std::string where(const toml::source_region& source) const {
    return fmt::format("{}:{}:{}", file_, source.begin.line, source.begin.column);
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
    throw BadRoster(where(node.source()) + ": " + what, "", where(node.source()));
  }

  const toml::table& as_table(const toml::node& node, const std::string& what) const {
    const auto* table = node.as_table();
    if (table == nullptr) fail(node, what);
    return *table;
  }

  void read_units(const toml::node& node, Roster& roster) {
    const char* shape = "units are written as [[unit]] tables";
    const auto* array = node.as_array();
    if (array == nullptr) fail(node, shape);
    if (array->size() > Roster::most_units) {
      fail(node, fmt::format("{} units are more than the {} a roster may have", array->size(),
                             Roster::most_units));
    }
    std::set<std::string> names;
    for (const toml::node& entry : *array) {
      UnitText unit = read_unit(as_table(entry, shape));
      if (!names.insert(name_key(unit.name)).second) {
        throw BadRoster(fmt::format("{}: a second unit is called '{}'; names must differ",
                                    unit.where, shown(unit.name)));
      }
      take_rules(unit, roster);
      roster.units.push_back(std::move(unit));
    }
  }

  void read_armies(const toml::node& node, Roster& roster) {
    const char* shape = "armies are written as [[army]] tables";
    const auto* array = node.as_array();
    if (array == nullptr) fail(node, shape);
    if (array->size() > Roster::most_units) {
      fail(node, fmt::format("{} armies are more than the {} a roster may have", array->size(),
                             Roster::most_units));
    }
    for (const toml::node& entry : *array) {
      ArmyText army = read_army(as_table(entry, shape), roster.names_of_units());
      require_sound(army, roster);
      roster.armies.push_back(std::move(army));
    }
  }

  ArmyText read_army(const toml::table& table, const std::vector<std::string>& names) {
    ArmyText army;
    army.where = where(table.source());
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (name == "name" || name == "note") {
        const auto* text = node.as_string();
        if (text == nullptr) fail(node, name + " must be text in quotes");
        (name == "name" ? army.name : army.note) = text->get();
      } else if (name == "units") {
        const auto* list = node.as_array();
        if (list == nullptr) fail(node, "units must be a list: [\"NAME\", \"NAME*2\"]");
        for (const toml::node& one : *list) {
          const auto* text = one.as_string();
          if (text == nullptr) fail(one, "units must be names in quotes: [\"NAME\", \"NAME*2\"]");
          for (SidePart& part : parse_side(text->get(), where(one.source()), names)) {
            army.parts.push_back(std::move(part));
          }
        }
      } else if (name == "points") {
        const auto* points = node.as_integer();
        if (points == nullptr || points->get() < 0 || points->get() > most_points) {
          fail(node, fmt::format("points must be a whole number from 0 to {}", most_points));
        }
        army.points = static_cast<int>(points->get());
      } else {
        throw BadRoster(where(key.source()) + ": " +
                            unknown_name("key", name, {"name", "note", "units", "points"}),
                        "", where(key.source()));
      }
    }
    if (army.name.empty()) throw BadRoster(army.where + ": this army has no name");
    require_visible(army.name, TextOf::name, army.where);
    require_visible(army.note, TextOf::note, army.where);
    return army;
  }

  UnitText read_unit(const toml::table& table) {
    UnitText unit;
    unit.where = where(table.source());
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (name == "name" || name == "note") {
        const auto* text = node.as_string();
        if (text == nullptr) fail(node, name + " must be text in quotes");
        (name == "name" ? unit.name : unit.note) = text->get();
      } else if (const auto* groups = node.as_array(); groups != nullptr) {
        for (const toml::node& group : *groups) {
          const std::string shape =
              fmt::format("{} must be one value, or groups written as [[unit.{}]] tables",
                          shown(name), shown(name));
          GroupText text{name, where(group.source()), {}};
          read_settings(as_table(group, shape), "", text.settings);
          unit.groups.push_back(std::move(text));
        }
      } else {
        read_setting(name, node, unit.settings);
      }
    }
    if (unit.name.empty()) throw BadRoster(unit.where + ": this unit has no name");
    require_visible(unit.name, TextOf::name, unit.where);
    require_visible(unit.note, TextOf::note, unit.where);
    if (unit.name.find('=') != std::string::npos) {
      throw BadRoster(
          fmt::format("{}: the name '{}' must not contain '=': that marks changes on the command "
                      "line",
                      unit.where, shown(unit.name)));
    }
    return unit;
  }

  void read_settings(const toml::table& table, const std::string& prefix,
                     std::vector<Setting>& settings) {
    for (const auto& [key, node] : table)
      read_setting(prefix + std::string(key.str()), node, settings);
  }

  void read_setting(const std::string& key, const toml::node& node,
                    std::vector<Setting>& settings) {
    std::string value;
    if (const auto* table = node.as_table(); table != nullptr) {
      read_settings(*table, key + ".", settings);
      return;
    }
    if (const auto* text = node.as_string(); text != nullptr) {
      value = text->get();
    } else if (const auto* integer = node.as_integer(); integer != nullptr) {
      value = std::to_string(integer->get());
    } else if (const auto* real = node.as_floating_point(); real != nullptr) {
      value = fmt::format("{}", real->get());
    } else if (const auto* flag = node.as_boolean(); flag != nullptr) {
      value = flag->get() ? "yes" : "no";
    } else {
      fail(node, shown(key) + " must be a number, a word in quotes, or true or false");
    }
    settings.push_back({key, value, where(node.source())});
  }

  std::string name_;
  std::string file_;  ///< the same as messages show it
};

}  // namespace

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

/// Units, or armies, that a name may mean: those called so, or else those whose names begin so, in
/// capital or small letters.
template <class Text>
struct Meant {
  const Text* exactly = nullptr;
  std::vector<const Text*> whole, beginning;

  Meant(const std::vector<Text>& among, std::string_view name) {
    const std::string key = name_key(name), small = lower(key);
    for (const Text& one : among) {
      const std::string key_of_one = name_key(one.name);
      if (key_of_one == key && exactly == nullptr) exactly = &one;
      const std::string called = lower(key_of_one);
      if (called == small) whole.push_back(&one);
      if (!small.empty() && called.starts_with(small)) beginning.push_back(&one);
    }
  }
};

}  // namespace

const UnitText& Roster::find(std::string_view name) const {
  const Meant<UnitText> meant(units, name);
  if (meant.exactly != nullptr) return *meant.exactly;
  const Meant<ArmyText> as_army(armies, name);
  const bool is_whole = !meant.whole.empty() || !as_army.whole.empty();
  const auto& found = is_whole ? meant.whole : meant.beginning;
  const auto& found_armies = is_whole ? as_army.whole : as_army.beginning;
  if (as_army.exactly != nullptr || (found.empty() && found_armies.size() == 1)) {
    throw UnknownUnit(
        fmt::format("{}: '{}' is an army, which stands for a whole side; here a unit is needed",
                    shown(file), shown(name)));
  }
  if (found.size() == 1 && found_armies.empty()) return *found.front();
  if (found.empty() && found_armies.empty()) {
    throw UnknownUnit(shown(file) + ": " + unknown_name("unit", name, names()) + of_quotes(name) +
                      how_to_write_several(name));
  }
  std::vector<std::string> list;
  for (const UnitText* unit : found) list.push_back(shown(unit->name));
  for (const ArmyText* army : found_armies) list.push_back(shown(army->name));
  const bool too_many = list.size() > 10;
  if (too_many) list.resize(10);
  throw UnknownUnit(fmt::format("{}: '{}' may be {}{}", shown(file), shown(name),
                                fmt::join(list, ", "), too_many ? ", ..." : ""));
}

const ArmyText* Roster::find_army(std::string_view name) const {
  if (armies.empty()) return nullptr;
  const Meant<ArmyText> meant(armies, name);
  if (meant.exactly != nullptr) return meant.exactly;
  const Meant<UnitText> as_unit(units, name);
  if (as_unit.exactly != nullptr) return nullptr;
  const bool is_whole = !meant.whole.empty() || !as_unit.whole.empty();
  const auto& found = is_whole ? meant.whole : meant.beginning;
  const auto& found_units = is_whole ? as_unit.whole : as_unit.beginning;
  return found.size() == 1 && found_units.empty() ? found.front() : nullptr;
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

void require_sound(const ArmyText& army, const Roster& roster) {
  const auto fail = [&](const std::string& what) { throw BadRoster(army.where + ": " + what); };
  if (army.name.find('=') != std::string::npos) {
    fail(fmt::format("the name '{}' must not contain '=': that marks changes on the command line",
                     shown(army.name)));
  }
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
      {"least", "fewest figures that may be bought", "figures", 1, highest, {}, 1},
      {"most",
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

/// Takes the settings for which take(setting) is true.
template <class Take>
void take_settings(UnitText& unit, Take&& take) {
  std::erase_if(unit.settings, take);
}

void take_limits(UnitText& unit, Roster& roster) {
  FigureLimits limits;
  std::string where;
  take_settings(unit, [&](const Setting& setting) {
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
  take_settings(unit, [&](const Setting& setting) {
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
  std::size_t sum = sizeof(Roster) + text.capacity() + file.capacity();
  const auto add = [&](const std::vector<Setting>& settings) {
    for (const Setting& one : settings) {
      sum += sizeof(one) + one.key.capacity() + one.value.capacity() + one.where.capacity();
    }
  };
  for (const UnitText& unit : units) {
    sum += sizeof(unit) + unit.name.capacity() + unit.note.capacity() + unit.where.capacity();
    add(unit.settings);
    for (const GroupText& group : unit.groups) {
      sum += sizeof(group) + group.word.capacity() + group.where.capacity();
      add(group.settings);
    }
  }
  sum += limits.size() * (sizeof(LimitsOfUnits::value_type) + 4 * sizeof(void*));
  for (const auto* rules : {&ranges, &characters}) {
    for (const StatRule& rule : *rules) {
      sum += sizeof(rule) + rule.unit.capacity() + rule.key.capacity() + rule.range.capacity() +
             rule.where.capacity();
    }
  }
  for (const ArmyText& army : armies) {
    sum += sizeof(army) + army.name.capacity() + army.note.capacity() + army.where.capacity();
    for (const SidePart& part : army.parts) {
      sum += sizeof(part);
      if (const auto* name = std::get_if<std::string>(&part.unit)) sum += name->capacity();
      add(part.with);
    }
  }
  for (const auto& title : titles) {
    for (const std::string& cell : title) sum += sizeof(cell) + cell.capacity();
  }
  for (const SheetHeading& heading : headings) sum += sizeof(heading) + heading.text.capacity();
  for (const std::string& remark : remarks) sum += sizeof(remark) + remark.capacity();
  return sum;
}

Roster parse_toml(std::string_view text, const std::string& file) {
  return TomlReader(file).read(text);
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
  require_no_workbook(text, shown(file));
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
  std::string text = read_file(path, "roster ", Roster::most_bytes).text;
  Roster roster = parse_roster(text, path, system, columns);
  roster.text = std::move(text);
  return roster;
}

InlineUnit parse_inline(std::string_view text, const std::string& where) {
  InlineUnit unit;
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
