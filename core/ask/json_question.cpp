#include "core/ask/json_question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/sequence_question.h"
#include "core/roster/side_text.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {

std::string text_of(const Json& value, const std::string& where) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_unsigned()) return fmt::format("{}", value.get<std::uint64_t>());
  if (value.is_number_integer()) return fmt::format("{}", value.get<std::int64_t>());
  if (value.is_number()) return fmt::format("{}", value.get<double>());
  throw BadValue(where + ": must be a number, a text, true or false", "", where);
}

void read_settings(const Json& object, const std::string& prefix, const std::string& where,
                   std::vector<Setting>& settings) {
  if (!object.is_object())
    throw BadValue(where + ": must be an object of keys and values", "", where);
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      read_settings(value, prefix + key + ".", where, settings);
    } else {
      settings.push_back({prefix + key, text_of(value, where + "." + shown(key)), where});
    }
  }
}

void read_with(const Json& value, const std::string& where, std::vector<Setting>& settings) {
  if (value.is_array()) {
    for (const Json& one : value) read_with(one, where, settings);
    return;
  }
  if (!value.is_string()) return read_settings(value, "", where, settings);
  const auto text = value.get<std::string>();
  const std::string meant = text.find('=') == std::string::npos ? setting_meant(text) : "";
  if (!meant.empty()) {
    throw BadValue(fmt::format("{0}: '{1}' is not of the form key=value; did you mean {0} {2}?",
                               where, text, meant));
  }
  for (Setting& setting : parse_with(text, where)) settings.push_back(std::move(setting));
}

namespace {

/// A unit written out: fields, a name (`unnamed` if there is none), and its groups as lists.
UnitText unit_of(const Json& object, const std::string& where, const std::string& unnamed = "") {
  UnitText unit;
  unit.name = unnamed;
  unit.where = where;
  for (const auto& [key, value] : object.items()) {
    const std::string here = where + "." + shown(key);
    if (key == "name") {
      unit.name = text_of(value, here);
    } else if (key == "note") {
      unit.note = text_of(value, here);
    } else if (value.is_array()) {
      for (const Json& group : value) {
        GroupText text{key, here, {}};
        read_settings(group, "", text.where, text.settings);
        unit.groups.push_back(std::move(text));
      }
    } else if (value.is_object()) {
      read_settings(value, key + ".", here, unit.settings);
    } else {
      unit.settings.push_back({key, text_of(value, here), where});
    }
  }
  if (unit.name.empty()) throw BadValue(where + ": this unit has no name");
  return unit;
}

UnitRequest unit_request(const Json& value, const std::string& where, const std::string& unnamed) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) {
    UnitText unit = unit_of(value, where, unnamed);
    Roster unused;  // how many may be bought is of whole rosters
    take_rules(unit, unused);
    return unit;
  }
  throw BadValue(where + ": a unit is a text as on the command line, or an object of fields");
}

/// One of a side's units: a unit, or a unit with a count and a situation.
SidePart part_of_side(const Json& value, const std::string& where, const std::string& unnamed) {
  const Json* unit = value.is_object() ? find_member(value, "unit") : nullptr;
  if (unit == nullptr) return {unit_request(value, where, unnamed)};
  SidePart part{unit_request(*unit, where, unnamed)};
  for (const auto& [key, of_key] : value.items()) {
    if (key == "unit") continue;
    if (key == "situation") {
      read_with(of_key, where, part.with);
    } else if (key == "count") {
      const auto count = read_number<int>(text_of(of_key, where + "." + shown(key)));
      if (!count || *count < 1 || *count > most_units_of_side) {
        throw NotInRange(fmt::format("{}.count: must be a whole number from 1 to {}", where,
                                     most_units_of_side));
      }
      part.count = *count;
    } else {
      throw UnknownKey(where + ": " + unknown_name("key", key, {"unit", "count", "situation"}));
    }
  }
  require_distinct(part.with);
  return part;
}

/// A side: a unit, or a list of several.
SideRequest side_request(const Json& value, const std::string& where, const std::string& unnamed) {
  if (!value.is_array()) {
    return std::visit([](const auto& unit) { return SideRequest(unit); },
                      unit_request(value, where, unnamed));
  }
  std::vector<SidePart> parts;
  for (const Json& one : value) {
    parts.push_back(part_of_side(one, fmt::format("{}[{}]", where, parts.size()), unnamed));
  }
  if (parts.empty()) throw BadValue(where + ": a side needs at least one unit");
  return parts;
}

}  // namespace

StepRequest step_in(const Json& value, std::size_t number) {
  const std::string where = fmt::format("step {}", number);
  if (value.is_string()) return parse_step(value.get<std::string>(), where);
  if (!value.is_object()) {
    throw BadValue(where + ": a step is a text as after --by, or an object");
  }
  if (const Json* damage = find_member(value, "damage"); damage != nullptr && value.size() == 1) {
    return parse_step("damage=" + text_of(*damage, where + ".damage"), where);
  }
  const std::string unnamed = fmt::format("Attacker {}", number);
  const Json* unit = find_member(value, "unit");
  if (unit == nullptr) return {unit_of(value, where, unnamed), {}, ""};
  StepRequest step;
  if (unit->is_string()) {
    step = parse_step(unit->get<std::string>(), where);
  } else {
    step.unit = unit_request(*unit, where, unnamed);
  }
  for (const auto& [key, of_key] : value.items()) {
    if (key == "unit") continue;
    if (key != "situation") {
      throw UnknownKey(where + ": " + unknown_name("key", key, {"unit", "situation"}));
    }
    if (!step.damage.empty()) throw BadValue(where + ": an ability has no situation");
    read_with(of_key, where, step.situation);
  }
  require_distinct(step.situation);
  return step;
}

std::shared_ptr<const Roster> units_in(const Said& said, const std::string& system) {
  const Json& units = said.value;
  const std::string& key = said.where;
  if (!units.is_array()) throw BadValue(key + ": must be a list of units");
  auto roster = std::make_shared<Roster>();
  roster->file = key;
  roster->system = system;
  std::set<std::string> names;
  for (const Json& unit : units) {
    if (!unit.is_object()) throw BadValue(key + ": each unit must be an object of fields");
    if (roster->units.size() == Roster::most_units) {
      throw BadValue(
          fmt::format("{}: more than the {} units a roster may have", key, Roster::most_units));
    }
    UnitText& text =
        roster->units.emplace_back(unit_of(unit, fmt::format("{}[{}]", key, roster->units.size())));
    take_rules(text, *roster);
    if (!names.insert(text.name).second) {
      throw BadValue(fmt::format("{}: a second unit is called '{}'; names must differ", text.where,
                                 shown(text.name)));
    }
  }
  if (roster->units.empty()) throw BadValue(key + ": there is none");
  if (system.empty()) throw Missing(key + ": which system? Give \"system\" too");
  return roster;
}

namespace {

/// The same roster with armies of its units.
std::shared_ptr<const Roster> with_armies(const std::shared_ptr<const Roster>& units,
                                          const Json& armies) {
  if (!units || !armies.is_array()) {
    throw BadValue("armies: must be a list beside \"units\"");
  }
  auto roster = std::make_shared<Roster>(*units);
  for (const Json& one : armies) {
    const std::string where = fmt::format("armies[{}]", roster->armies.size());
    if (!one.is_object()) throw BadValue(where + ": must be an object with name and units");
    ArmyText army{"", "", where, {}, {}};
    for (const auto& [key, value] : one.items()) {
      if (key == "name" || key == "note") {
        (key == "name" ? army.name : army.note) = text_of(value, where + "." + shown(key));
      } else if (key == "points") {
        army.points = read_number<int>(text_of(value, where + "." + shown(key)));
        if (!army.points || *army.points < 0) throw BadValue(where + ".points: must be 0 or more");
      } else if (key == "units") {
        for (const Json& text : value.is_array() ? value : Json::array({value})) {
          for (SidePart& part :
               parse_side(text_of(text, where + ".units"), where, roster->names_of_units())) {
            army.parts.push_back(std::move(part));
          }
        }
      } else {
        throw UnknownKey(where + ": " +
                         unknown_name("key", key, {"name", "note", "units", "points"}));
      }
    }
    if (army.name.empty()) throw BadValue(where + ": this army has no name");
    require_visible(army.name, TextOf::name, where);
    require_sound(army, *roster);
    roster->armies.push_back(std::move(army));
  }
  return roster;
}

/// A roster that stands in a question as the text of a file.
std::shared_ptr<const Roster> roster_in(const Said& said, const questions::OfRoster& question) {
  return std::make_shared<const Roster>(
      parse_roster(said.text(), said.where, question.system, question.roster.columns));
}

void read_armies(Question& question, const Said& said) {
  auto* of_armies = part_of<questions::OfArmies>(question);
  if (of_armies != nullptr && said.value.is_boolean()) {
    of_armies->armies = said.is_true();
    return;
  }
  RosterSource& roster = part_of<questions::OfRoster>(question)->roster;
  roster.given = with_armies(roster.given, said.value);
  if (std::holds_alternative<questions::Matrix>(question)) of_armies->armies = true;
}

Access side(const char* unnamed, bool (*fits)(const Question&)) {
  return {[unnamed](Question& question, const Said& said) {
            part_of<questions::Named>(question)->units.push_back(
                side_request(said.value, said.where, unnamed));
          },
          {},
          fits};
}

bool has_sides(const Question& question) {
  return has_part<questions::Named>(question) &&
         !std::holds_alternative<questions::Sequence>(question);
}

/// The files that a question is about, under a key of their own.
template <class Of>
Option files_of(const char* key, const char* meaning) {
  return {key, "", meaning, ValueKind::files,
          into<Of>([](Of& of, const Said& said) { of.files = said.texts(); })};
}

[[noreturn]] void unknown_key(const std::string& key, const Command& command) {
  if (find_option(key) != nullptr) throw UnknownKey(owners_of_option(key).substr(2), key);
  std::vector<std::string> known{"command", "id"};
  for (const Option& one : all_keys()) {
    if (one.access.fits(command.question)) known.emplace_back(one.name);
  }
  for (const std::string_view option : command.options) known.emplace_back(option);
  throw UnknownKey(unknown_name("key", key, known), key);
}

/// Only one of these keys can be said.
void require_one(const Json& json, std::initializer_list<const char*> keys, const char* of_what) {
  std::string given;
  for (const char* key : keys) {
    if (!json.contains(key)) continue;
    if (!given.empty()) throw NotTogether(fmt::format("{} and {}: {}", given, key, of_what), key);
    given = key;
  }
}

}  // namespace

const std::vector<Option>& all_keys() {
  using namespace questions;
  static const std::vector<Option> keys{
      {"old", "", "the older roster", ValueKind::file, path_of(&OfVersions::old)},
      {"new", "", "the newer roster", ValueKind::file, path_of<Compare>(&Compare::roster)},
      {"roster", "", "the newer roster", ValueKind::file, path_of<Compare>(&Compare::roster)},
      files_of<Merge>(Merge::key_of_files, "parts of a simulation"),
      files_of<Log>(Log::key_of_files, "files of the game"),
      {"situation", "", "keys of the situation", ValueKind::setting,
       into<OfUnits>(
           [](OfUnits& of, const Said& said) { read_with(said.value, said.where, of.situation); })},
      {"units", "", "the units of a roster, written out", ValueKind::units,
       into<OfRoster>(
           [](OfRoster& of, const Said& said) { of.roster.given = units_in(said, of.system); })},
      {"armies",
       "",
       "armies of the units beside it",
       ValueKind::armies,
       {read_armies, {}, has_part<OfRoster>}},
      {"roster-text", "", "the text of a roster, TOML or CSV", ValueKind::text,
       into<OfRoster>(
           [](OfRoster& of, const Said& said) { of.roster.given = roster_in(said, of); })},
      {"old-text", "", "its text", ValueKind::text,
       into<OfVersions>([](Question& question, const Said& said) {
         part_of<OfVersions>(question)->old.given = roster_in(said, *part_of<OfRoster>(question));
       })},
      {"only", "", "nothing but what \"show\" asks", ValueKind::flag,
       into<questions::Shown>(
           [](questions::Shown& of, const Said& said) { of.only = said.is_true(); })},
      {"log-text", "", "the text of such a file", ValueKind::text,
       into<Log>([](Log& of, const Said& said) { of.text = said.text(); })},
      {"system", "NAME", "of which system; else of all", ValueKind::system,
       into<OfSystem>([](OfSystem& of, const Said& said) { of.topic = said.text(); })},
      {"target", "", "the unit that is attacked", ValueKind::side,
       side("Target", has_part<InSteps>)},
      {"attacker", "", "a unit, or a list of several", ValueKind::side,
       side("Attacker", has_sides)},
      {"defender", "", "a unit, or a list of several", ValueKind::side,
       side("Defender", has_sides)}};
  return keys;
}

std::vector<const Option*> keys_of(const Command& command) {
  std::vector<const Option*> own, keys;
  for (const Option& key : all_keys()) {
    if (key.access.fits(command.question)) own.push_back(&key);
  }
  const auto is_own = [&](const Option& option) {
    return std::any_of(own.begin(), own.end(),
                       [&](const Option* key) { return key->name == option.name; });
  };
  for (const Option& option : all_options()) {
    if (takes(command, option.name) && !is_own(option)) keys.push_back(&option);
  }
  keys.insert(keys.end(), own.begin(), own.end());
  return keys;
}

Question question_of(const Json& json, const AllowedFiles& files) {
  if (!json.is_object()) throw BadJson("a question is a JSON object: {\"command\": ...}");
  const Json* named = find_member(json, "command");
  if (named == nullptr) throw Missing("a question needs a \"command\"", "command");
  require_one(json, {"roster", "roster-text", "units"}, "give one roster");
  const Command& command = command_called(text_of(*named, "command"));
  const std::vector<const Option*> keys = keys_of(command);
  for (const auto& [key, value] : json.items()) {
    const auto is_key = [&, &name = key](const Option* of) { return of->name == name; };
    const bool is_known =
        key == "command" || key == "id" || std::any_of(keys.begin(), keys.end(), is_key);
    if (!is_known) unknown_key(key, command);
  }
  Question question = command.question;
  if (has_part<questions::InSteps>(question)) {
    for (const char* side : {"attacker", "defender"}) {
      require_one(json, {"target", side}, "a sequence has a target, a fight two sides");
    }
  }
  for (const Option* key : keys) {
    const Json* value = find_member(json, key->name);
    if (value == nullptr) continue;
    try {
      key->access.read(question, {*key, *value, std::string(key->name), files});
    } catch (Failure& failure) {
      if (failure.key.empty()) failure.key = key->name;
      throw;
    }
  }
  if (const auto* shown = part_of<questions::Shown>(question); shown && shown->only) {
    if (shown->show.empty()) throw Missing("only: say with \"show\" what is wanted", "show");
  }
  if (auto* log = part_of<questions::Log>(question)) log->allowed = files;
  return question;
}

Question question_from_json(std::string_view text, const AllowedFiles& files) {
  return question_of(parse_json(text), files);
}

}  // namespace warodds
