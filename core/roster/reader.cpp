#include "core/roster/reader.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "core/fields/field.h"
#include "core/roster/side_text.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr int most_points = 1'000'000;

void read_setting(const Node& node, const std::string& key, std::vector<Setting>& settings) {
  if (node.kind == Node::Kind::table) {
    for (const Node& one : node.inside) read_setting(one, key + "." + one.key, settings);
  } else if (node.is_value()) {
    settings.push_back({key, node.value, node.where});
  } else {
    refuse(node, shown(key) + " must be a number, a word in quotes, or true or false");
  }
}

const std::string& text_in(const Node& node) {
  if (node.kind != Node::Kind::text) refuse(node, node.key + " must be text in quotes");
  return node.value;
}

int number_in(const Node& node, int least, int most) {
  const auto number = node.is_value() ? read_number<int>(node.value) : std::nullopt;
  if (number && *number >= least && *number <= most) return *number;
  const std::string found = node.is_value() ? fmt::format("is '{}' but ", shown(node.value)) : "";
  throw NotInRange(fmt::format("{}: {} {}must be a whole number from {} to {}", node.where,
                               node.key, found, least, most),
                   node.key, node.where);
}

[[noreturn]] void refuse_roster(const Node& node, const std::string& what) {
  throw BadRoster(node.where + ": " + what, "", node.where);
}

/// Takes what units and armies are called by, and is for people; false: that is not it.
template <class Text>
bool take_words(const Node& node, Text& to) {
  if (node.key != "name" && node.key != "note") return false;
  (node.key == "name" ? to.name : to.note) = text_in(node);
  return true;
}

template <class Text>
void require_words(const Text& of, const Node& table, const char* what) {
  if (of.name.empty()) refuse_roster(table, fmt::format("this {} has no name", what));
  require_visible(of.name, TextOf::name, table.where);
  require_visible(of.note, TextOf::note, table.where);
}

/// Calls read(table) for each table of a list of units or armies, and gathers what is wrong.
template <class Read>
void read_each(Node& list, const char* word, const std::string& words, Faults& faults,
               const Read& read) {
  const auto shape = [&](const Node& node) {
    refuse(node, fmt::format("{} are written as [[{}]] tables", words, word));
  };
  if (list.kind != Node::Kind::list) shape(list);
  if (list.inside.size() > Roster::most_units) {
    refuse_roster(list, fmt::format("{} {} are more than the {} a roster may have",
                                    list.inside.size(), words, Roster::most_units));
  }
  for (Node& one : list.inside) {
    faults.gather([&] {
      if (one.kind != Node::Kind::table) shape(one);
      read(one);
    });
    one = {};
  }
}

ArmyText army_in(const Node& table, const std::vector<std::string>& names) {
  ArmyText army{"", "", table.where, {}, {}};
  for (const Node& one : table.inside) {
    if (take_words(one, army)) continue;
    if (one.key == "points") {
      army.points = number_in(one, 0, most_points);
    } else if (one.key == "units") {
      if (one.kind != Node::Kind::list) refuse(one, R"(units must be a list: ["NAME", "NAME*2"])");
      for (const Node& part : one.inside) {
        const Node* unit = part.find("unit");  // of a table that also says how many
        if (unit != nullptr && unit->kind == Node::Kind::text) {
          army.parts.push_back(part_of_side_in(part));
        } else if (part.kind == Node::Kind::text) {
          for (SidePart& read : parse_side(part.value, part.where, names)) {
            army.parts.push_back(std::move(read));
          }
        } else {
          refuse(part, R"(units must be names in quotes: ["NAME", "NAME*2"])");
        }
      }
    } else {
      refuse_key(one, {"name", "note", "units", "points"});
    }
  }
  require_words(army, table, "army");
  return army;
}

}  // namespace

void refuse(const Node& node, const std::string& what) {
  throw BadValue(node.where + ": " + what, node.key, node.where);
}

void refuse_key(const Node& node, const std::vector<std::string>& known) {
  std::string where = node.where;
  if (node.span.key_column > 0) {
    where.resize(where.rfind(':') + 1);
    where += std::to_string(node.span.key_column);
  }
  throw UnknownKey(where + ": " + unknown_name("key", node.key, known), node.key, where);
}

std::vector<Setting> settings_in(const Node& table) {
  if (table.kind != Node::Kind::table) refuse(table, "must be an object of keys and values");
  std::vector<Setting> settings;
  for (const Node& one : table.inside) read_setting(one, one.key, settings);
  return settings;
}

void read_with(const Node& node, std::vector<Setting>& settings) {
  if (node.kind == Node::Kind::list) {
    for (const Node& one : node.inside) read_with(one, settings);
    return;
  }
  for (Setting& setting :
       node.kind == Node::Kind::text ? parse_with(node.value, node.where) : settings_in(node)) {
    settings.push_back(std::move(setting));
  }
}

UnitText unit_in(const Node& table, const std::string& unnamed) {
  UnitText unit{unnamed, "", table.where, {}, {}};
  for (const Node& one : table.inside) {
    if (take_words(one, unit)) continue;
    if (one.kind == Node::Kind::list) {
      for (const Node& group : one.inside) {
        if (group.kind != Node::Kind::table) {
          refuse(group, fmt::format("{0} must be one value, or groups written as [[unit.{0}]] "
                                    "tables",
                                    shown(one.key)));
        }
        unit.groups.push_back({one.key, group.where, settings_in(group)});
      }
    } else {
      read_setting(one, one.key, unit.settings);
    }
  }
  require_words(unit, table, "unit");
  return unit;
}

UnitRequest unit_request_in(const Node& node, const std::string& unnamed) {
  if (node.kind == Node::Kind::text) return node.value;
  if (node.kind != Node::Kind::table) {
    refuse(node, "a unit is a text as on the command line, or an object of fields");
  }
  UnitText unit = unit_in(node, unnamed);
  Roster unused;  // how many may be bought is of whole rosters
  take_rules(unit, unused);
  return unit;
}

SidePart part_of_side_in(const Node& node, const std::string& unnamed) {
  const Node* unit = node.find("unit");
  if (unit == nullptr) return {unit_request_in(node, unnamed)};
  SidePart part{unit_request_in(*unit, unnamed)};
  for (const Node& one : node.inside) {
    if (one.key == "situation") {
      read_with(one, part.with);
    } else if (one.key == "count") {
      part.count = number_in(one, 1, most_units_of_side);
    } else if (one.key != "unit") {
      refuse_key(one, {"unit", "count", "situation"});
    }
  }
  require_distinct(part.with);
  return part;
}

void read_units(Node list, Roster& roster, Faults& faults) {
  std::set<std::string> names;
  read_each(list, "unit", "units", faults, [&](const Node& table) {
    UnitText unit = unit_in(table);
    if (!names.insert(name_key(unit.name)).second) {
      refuse_roster(
          table, fmt::format("a second unit is called '{}'; names must differ", shown(unit.name)));
    }
    take_rules(unit, roster);
    roster.units.push_back(std::move(unit));
  });
}

void read_armies(Node list, Roster& roster, Faults& faults) {
  const std::vector<std::string> names = roster.names_of_units();
  read_each(list, "army", "armies", faults, [&](const Node& table) {
    ArmyText army = army_in(table, names);
    require_sound(army, roster);
    roster.armies.push_back(std::move(army));
  });
}

}  // namespace warodds
