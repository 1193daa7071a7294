#include "core/roster/roster.h"
#include "core/fields/setting.h"
#include "core/roster/find_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "core/fields/field.h"
#include "core/roster/csv.h"
#include "core/roster/csv_roster.h"
#include "core/roster/toml_brackets.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr std::size_t most_bytes = 64 << 20;

class TomlReader {
 public:
  explicit TomlReader(const std::string& file) : file_(file) {}

  Roster read(std::string_view text) {
    Roster roster;
    roster.file = file_;
    const toml::table document = parse(text);
    for (const auto& [key, node] : document) {
      if (key.str() == "system") {
        const auto* system = node.as_string();
        if (system == nullptr) fail(node, "system must be the name of a system in quotes");
        roster.system = system_meant(system->get());
      } else if (key.str() == "unit") {
        read_units(node, roster);
      } else if (key.str() != "note") {
        throw InputError(where(key.source()) + ": " +
                         unknown_name("key", key.str(), {"system", "unit", "note"}));
      }
    }
    if (roster.system.empty()) {
      throw InputError(file_ +
                       ": the roster does not say which system it is for; its first line "
                       "should be, for example, system = \"arcane-legions\"");
    }
    if (roster.units.empty()) throw InputError(file_ + ": no [[unit]] in this roster");
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
        throw InputError(fmt::format("{}:{}: more than {} dots in a line: no key is so long", file_,
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
      throw InputError(where(error.source()) + ": not valid TOML: " +
                       std::string(error.description()) + (bracket.empty() ? "" : "; " + bracket));
    }
  }

  std::string where(const toml::source_region& source) const {
    return fmt::format("{}:{}:{}", file_, source.begin.line, source.begin.column);
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
    throw InputError(where(node.source()) + ": " + what);
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
      if (!names.insert(unit.name).second) {
        throw InputError(fmt::format("{}: a second unit is called '{}'; names must differ",
                                     unit.where, unit.name));
      }
      roster.units.push_back(std::move(unit));
    }
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
          const std::string shape = fmt::format(
              "{} must be one value, or groups written as [[unit.{}]] tables", name, name);
          GroupText text{name, where(group.source()), {}};
          read_settings(as_table(group, shape), "", text.settings);
          unit.groups.push_back(std::move(text));
        }
      } else {
        read_setting(name, node, unit.settings);
      }
    }
    if (unit.name.empty()) throw InputError(unit.where + ": this unit has no name");
    require_visible(unit.name, TextOf::name, unit.where);
    require_visible(unit.note, TextOf::note, unit.where);
    if (unit.name.find('=') != std::string::npos) {
      throw InputError(
          fmt::format("{}: the name '{}' must not contain '=': that marks changes on the command "
                      "line",
                      unit.where, unit.name));
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
      fail(node, key + " must be a number, a word in quotes, or true or false");
    }
    settings.push_back({key, value, where(node.source())});
  }

  std::string file_;
};

}  // namespace

const UnitText& Roster::find(std::string_view name) const {
  std::vector<std::string> names;
  for (const UnitText& unit : units) {
    if (unit.name == name) return unit;
    names.push_back(unit.name);
  }
  const std::string small = lower(name);
  std::vector<const UnitText*> whole, beginning;
  for (const UnitText& unit : units) {
    if (lower(unit.name) == small) whole.push_back(&unit);
    if (!small.empty() && lower(unit.name).starts_with(small)) beginning.push_back(&unit);
  }
  if (whole.size() == 1) return *whole.front();
  if (whole.empty() && beginning.size() == 1) return *beginning.front();
  if (whole.size() + beginning.size() > 1) {
    const auto& meant = whole.empty() ? beginning : whole;
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(meant.size(), 10); ++i) {
      list += (i == 0 ? "" : ", ") + meant[i]->name;
    }
    throw InputError(fmt::format("{}: '{}' may be {}{}", file, name.substr(0, 60), list,
                                 meant.size() > 10 ? ", ..." : ""));
  }
  throw InputError(file + ": " + unknown_name("unit", name, names));
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
  throw InputError(
      file +
      ": this is JSON, and a roster is TOML or CSV; units as JSON go into a question of ask, "
      "as \"units\": [{\"name\": ...}]");
}

}  // namespace

Roster parse_roster(std::string_view text, const std::string& file, const std::string& system,
                    const std::vector<std::string>& ignored) {
  require_no_workbook(text, file);
  require_no_json(text, file);
  return is_csv(text, file) ? parse_csv_roster(text, file, system, ignored)
                            : parse_toml(text, file);
}

Roster read_roster(const std::string& path, const std::string& system,
                   const std::vector<std::string>& ignored) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("cannot open roster '{}': no such file, or not readable", path));
  std::string text;
  std::vector<char> part(1 << 16);
  while (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > most_bytes) {
      throw InputError(
          fmt::format("{}: larger than the {} MiB a roster may have", path, most_bytes >> 20));
    }
  }
  if (file.bad()) throw InputError(fmt::format("cannot read roster '{}'", path));
  Roster roster = parse_roster(text, path, system, ignored);
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
      throw InputError(where + ": a unit is NAME, NAME,key=value,... or key=value,...");
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
