#include "core/ask/json_question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/option.h"
#include "core/ask/sequence_question.h"
#include "core/roster/side_text.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// A place in a question, for errors: the key in what is called `where`.
struct Location {
  std::string_view where;
  std::string_view key = {};
  std::string text() const {
    return key.empty() ? std::string(where) : fmt::format("{}.{}", where, shown(key));
  }
};

/// A value as an option takes it.
Given given_in(const Json& value, const Location& place) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  throw InputError(place.text() + ": must be a number, a text, true or false");
}

/// A value as users write it on a command line.
std::string text_in(const Json& value, const Location& place) {
  return text_of(given_in(value, place));
}

void read_settings(const Json& object, const std::string& prefix, const std::string& where,
                   std::vector<Setting>& settings) {
  if (!object.is_object()) throw InputError(where + ": must be an object of keys and values");
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      read_settings(value, prefix + key + ".", where, settings);
    } else {
      settings.push_back({prefix + key, text_in(value, {where, key}), where});
    }
  }
}

/// An object, or a text as behind --with.
void read_situation(const Json& value, const std::string& where, std::vector<Setting>& settings) {
  if (!value.is_string()) return read_settings(value, "", where, settings);
  for (Setting& one : parse_with(value.get<std::string>(), where)) {
    settings.push_back(std::move(one));
  }
}

/// A unit written out: fields, a name (`unnamed` if there is none), and its groups as lists.
UnitText unit_of(const Json& object, const std::string& where, const std::string& unnamed = "") {
  UnitText unit;
  unit.name = unnamed;
  unit.where = where;
  for (const auto& [key, value] : object.items()) {
    const Location here{where, key};
    if (key == "name") {
      unit.name = text_in(value, here);
    } else if (key == "note") {
      unit.note = text_in(value, here);
    } else if (value.is_array()) {
      for (const Json& group : value) {
        GroupText text{key, here.text(), {}};
        read_settings(group, "", text.where, text.settings);
        unit.groups.push_back(std::move(text));
      }
    } else if (value.is_object()) {
      read_settings(value, key + ".", here.text(), unit.settings);
    } else {
      unit.settings.push_back({key, text_in(value, here), where});
    }
  }
  if (unit.name.empty()) throw InputError(where + ": this unit has no name");
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
  throw InputError(where + ": a unit is a text as on the command line, or an object of fields");
}

/// One of a side's units: a unit, or a unit with a count and a situation.
SidePart part_of_side(const Json& value, const std::string& where, const std::string& unnamed) {
  const Json* unit = value.is_object() ? find_member(value, "unit") : nullptr;
  if (unit == nullptr) return {unit_request(value, where, unnamed)};
  SidePart part{unit_request(*unit, where, unnamed)};
  for (const auto& [key, of_key] : value.items()) {
    if (key == "unit") continue;
    if (key == "situation") {
      read_situation(of_key, where, part.with);
    } else if (key == "count") {
      const auto count = read_number<int>(text_in(of_key, {where, key}));
      if (!count || *count < 1 || *count > most_units_of_side) {
        throw InputError(fmt::format("{}.count: must be a whole number from 1 to {}", where,
                                     most_units_of_side));
      }
      part.count = *count;
    } else {
      throw InputError(where + ": " + unknown_name("key", key, {"unit", "count", "situation"}));
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
  if (parts.empty()) throw InputError(where + ": a side needs at least one unit");
  return parts;
}

/// A step of a sequence: a text as on a command line, a unit, or a unit with a situation.
StepRequest step_of(const Json& value, std::size_t number) {
  const std::string where = fmt::format("step {}", number);
  if (value.is_string()) return parse_step(value.get<std::string>(), where);
  if (!value.is_object()) {
    throw InputError(where + ": a step is a text as after --by, or an object");
  }
  if (const Json* damage = find_member(value, "damage"); damage != nullptr && value.size() == 1) {
    return parse_step("damage=" + text_in(*damage, {where, "damage"}), where);
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
      throw InputError(where + ": " + unknown_name("key", key, {"unit", "situation"}));
    }
    if (!step.damage.empty()) throw InputError(where + ": an ability has no situation");
    read_situation(of_key, where, step.situation);
  }
  require_distinct(step.situation);
  return step;
}

std::vector<StepRequest> steps_of(const Json& value) {
  if (!value.is_array()) return {step_of(value, 1)};
  std::vector<StepRequest> steps;
  for (const Json& step : value) {
    require_room_for_step(steps.size());
    steps.push_back(step_of(step, steps.size() + 1));
  }
  return steps;
}

/// Lists and objects become texts as they stand on a command line: {"win": 0.5} is win=0.5.
std::vector<std::string> texts_of(const Json& value, const std::string& where) {
  std::vector<std::string> texts;
  if (value.is_array()) {
    for (const Json& one : value) texts.push_back(text_in(one, {where}));
  } else if (value.is_object()) {
    for (const auto& [key, one] : value.items()) {
      texts.push_back(fmt::format("{}={}", key, text_in(one, {where, key})));
    }
  } else {
    texts.push_back(text_in(value, {where}));
  }
  return texts;
}

/// The paths that a key which is no option gives.
std::vector<std::string> paths_in(const Json& value, const std::string& key,
                                  const AllowedFiles& files) {
  std::vector<std::string> paths = texts_of(value, key);
  for (const std::string& path : paths) files.require(path, key);
  return paths;
}

std::string path_in(const Json& value, const std::string& key, const AllowedFiles& files) {
  if (!value.is_structured()) return paths_in(value, key, files).front();
  throw InputError(key + ": must be the path of a file");
}

void read_option(const Option& option, const Json& value, const AllowedFiles& files,
                 Question& question) {
  const std::string where(option.name);
  if (option.access.path_in != nullptr) {
    for (const std::string& text : texts_of(value, where)) {
      files.require(std::string(option.access.path_in(text)), where);
    }
  }
  if (option.value.empty()) {
    if (!value.is_boolean()) throw InputError(where + ": must be true or false");
    if (value.get<bool>()) option.access.read(question, "", where);
  } else if (!value.is_structured()) {
    option.access.read(question, given_in(value, {where}), where);
  } else if (option.repeatable) {
    for (const std::string& text : texts_of(value, where))
      option.access.read(question, text, where);
  } else {
    option.access.read(question, fmt::format("{}", fmt::join(texts_of(value, where), ",")), where);
  }
}

/// The roster that a list of units is; `key` is where it stands.
std::shared_ptr<const Roster> roster_of(const Json& units, const std::string& key,
                                        const std::string& system) {
  if (!units.is_array()) throw InputError(key + ": must be a list of units");
  auto roster = std::make_shared<Roster>();
  roster->file = key;
  roster->system = system;
  std::set<std::string> names;
  for (const Json& unit : units) {
    if (!unit.is_object()) throw InputError(key + ": each unit must be an object of fields");
    if (roster->units.size() == Roster::most_units) {
      throw InputError(
          fmt::format("{}: more than the {} units a roster may have", key, Roster::most_units));
    }
    UnitText& text =
        roster->units.emplace_back(unit_of(unit, fmt::format("{}[{}]", key, roster->units.size())));
    take_rules(text, *roster);
    if (!names.insert(text.name).second) {
      throw InputError(fmt::format("{}: a second unit is called '{}'; names must differ",
                                   text.where, shown(text.name)));
    }
  }
  if (roster->units.empty()) throw InputError(key + ": there is none");
  if (system.empty()) throw InputError(key + ": which system? Give \"system\" too");
  return roster;
}

/// The same roster with armies of its units.
std::shared_ptr<const Roster> with_armies(const std::shared_ptr<const Roster>& units,
                                          const Json& armies) {
  if (!units || !armies.is_array()) {
    throw InputError("armies: must be a list beside \"units\"");
  }
  auto roster = std::make_shared<Roster>(*units);
  for (const Json& one : armies) {
    const std::string where = fmt::format("armies[{}]", roster->armies.size());
    if (!one.is_object()) throw InputError(where + ": must be an object with name and units");
    ArmyText army{"", "", where, {}, {}};
    for (const auto& [key, value] : one.items()) {
      if (key == "name" || key == "note") {
        (key == "name" ? army.name : army.note) = text_in(value, {where, key});
      } else if (key == "points") {
        army.points = read_number<int>(text_in(value, {where, key}));
        if (!army.points || *army.points < 0)
          throw InputError(where + ".points: must be 0 or more");
      } else if (key == "units") {
        for (const std::string& text : texts_of(value, where + ".units")) {
          for (SidePart& part : parse_side(text, where, roster->names_of_units())) {
            army.parts.push_back(std::move(part));
          }
        }
      } else {
        throw InputError(where + ": " +
                         unknown_name("key", key, {"name", "note", "units", "points"}));
      }
    }
    if (army.name.empty()) throw InputError(where + ": this army has no name");
    require_visible(army.name, TextOf::name, where);
    require_sound(army, *roster);
    roster->armies.push_back(std::move(army));
  }
  return roster;
}

/// The roster that stands in a question as the text of a file.
std::shared_ptr<const Roster> roster_in(const Json& text, const std::string& key,
                                        const questions::OfRoster& question) {
  return std::make_shared<const Roster>(
      parse_roster(text_in(text, {key}), key, question.system, question.roster.columns));
}

/// The key of a unit that a question is about, and what the unit is called without a name.
struct UnitKey {
  std::string key;
  std::string unnamed;
};
std::vector<UnitKey> keys_of_units(const Question& question, const Json& json) {
  if (part_of<questions::Named>(question) == nullptr) return {};
  const bool may_have_steps = part_of<questions::InSteps>(question) != nullptr;
  const bool is_target = may_have_steps && (json.contains("target") || json.contains("by"));
  if (is_target) return {{"target", "Target"}};
  return {{"attacker", "Attacker"}, {"defender", "Defender"}};
}

/// A log that is no file.
constexpr const char* key_of_log_text = "log-text";

/// The key of the files that a question is about; null: there is none.
const char* key_of_files(const Question& question) {
  return std::visit(
      [](const auto& of) -> const char* {
        if constexpr (requires { of.key_of_files; }) return of.key_of_files;
        return nullptr;
      },
      question);
}

/// Reads what is more than an option: rosters and steps that are written out, settings as an
/// object. False: the key is none of these, for this question.
bool read_more(const std::string& key, const Json& value, const Command& command,
               const AllowedFiles& files, Question& question) {
  auto* of_roster = part_of<questions::OfRoster>(question);
  auto* of_units = part_of<questions::OfUnits>(question);
  auto* against = part_of<questions::Against>(question);
  auto* versions = part_of<questions::OfVersions>(question);
  const bool is_option = takes(command, key);
  if (of_roster != nullptr && key == "units") {
    of_roster->roster.given = roster_of(value, key, of_roster->system);
  } else if (of_units != nullptr && key == "situation") {
    read_situation(value, key, of_units->situation);
  } else if (is_option && key == "set" && value.is_object()) {
    read_settings(value, "", key, of_units->stats);
  } else if (is_option && key == "by") {
    part_of<questions::InSteps>(question)->by = steps_of(value);
  } else if (is_option && against != nullptr && value.is_array() &&
             (key == "against" || key == "field")) {
    against->against.given = roster_of(value, key, of_roster->system);
  } else if (versions != nullptr && key == "old") {
    versions->old.path = path_in(value, key, files);
  } else if (versions != nullptr && key == "old-text") {
    versions->old.given = roster_in(value, key, *of_roster);
  } else if (versions != nullptr && (key == "new" || key == "roster")) {
    of_roster->roster.path = path_in(value, key, files);
  } else if (auto* parts = part_of<questions::OfFiles>(question);
             parts != nullptr && key == key_of_files(question)) {
    parts->files = paths_in(value, key, files);
  } else if (auto* log = std::get_if<questions::Log>(&question);
             log != nullptr && key == key_of_log_text) {
    log->text = text_in(value, {key});
  } else if (auto* list = part_of<questions::OfSystem>(question);
             list != nullptr && key == "system") {
    list->topic = text_in(value, {key});
  } else {
    return false;
  }
  return true;
}

[[noreturn]] void unknown_key(const std::string& key, const Command& command,
                              const std::vector<UnitKey>& of_units) {
  if (find_option(key) != nullptr) throw InputError(owners_of_option(key).substr(2));
  std::vector<std::string> known{"command", "id"};
  const Question& question = command.question;
  const auto add = [&](bool has, std::initializer_list<const char*> keys) {
    if (has) known.insert(known.end(), keys.begin(), keys.end());
  };
  add(part_of<questions::OfUnits>(question) != nullptr, {"situation"});
  add(part_of<questions::OfRoster>(question) != nullptr, {"units", "armies", "roster-text"});
  add(part_of<questions::OfVersions>(question) != nullptr, {"old", "old-text", "new"});
  if (const char* files = key_of_files(question)) known.emplace_back(files);
  add(part_of<questions::Log>(question) != nullptr, {key_of_log_text});
  add(part_of<questions::OfSystem>(question) != nullptr, {"system"});
  for (const auto& [of_unit, unnamed] : of_units) known.push_back(of_unit);
  for (const std::string_view option : command.options) known.emplace_back(option);
  throw InputError(unknown_name("key", key, known));
}

/// Of these keys only one can say what the roster is.
void require_one_roster(const Json& json) {
  std::string given;
  for (const char* key : {"roster", "roster-text", "units"}) {
    if (!json.contains(key)) continue;
    if (!given.empty()) throw InputError(fmt::format("{} and {}: give one roster", given, key));
    given = key;
  }
}

}  // namespace

Question question_of(const Json& json, const AllowedFiles& files) {
  if (!json.is_object()) throw InputError("a question is a JSON object: {\"command\": ...}");
  const Json* named = find_member(json, "command");
  if (named == nullptr) throw InputError("a question needs a \"command\"");
  require_one_roster(json);
  const Command& command = command_called(text_in(*named, {"command"}));
  Question question = command.question;
  auto* of_roster = part_of<questions::OfRoster>(question);
  if (const Json* system = find_member(json, "system"); system != nullptr && of_roster != nullptr) {
    of_roster->system = system_meant(text_in(*system, {"system"}));
  }
  const std::vector<UnitKey> keys = keys_of_units(question, json);
  for (const auto& [key, unnamed] : keys) {
    const Json* unit = find_member(json, key);
    if (unit == nullptr) continue;
    part_of<questions::Named>(question)->units.push_back(side_request(*unit, key, unnamed));
  }
  for (const auto& [key, value] : json.items()) {
    if (key == "command" || key == "id" || key == "roster-text") continue;
    if (key == "armies" && of_roster != nullptr && value.is_array()) continue;
    const auto is_key = [&, &name = key](const UnitKey& of_unit) { return of_unit.key == name; };
    if (std::any_of(keys.begin(), keys.end(), is_key)) continue;
    if (read_more(key, value, command, files, question)) continue;
    if (!takes(command, key)) unknown_key(key, command, keys);
    read_option(*find_option(key), value, files, question);
  }
  if (const Json* armies = find_member(json, "armies");
      armies != nullptr && of_roster != nullptr && armies->is_array()) {
    of_roster->roster.given = with_armies(of_roster->roster.given, *armies);
    if (auto* matrix = part_of<questions::Matrix>(question)) matrix->armies = true;
  }
  if (const Json* roster = find_member(json, "roster-text"); roster != nullptr) {
    if (of_roster == nullptr) unknown_key("roster-text", command, keys);
    of_roster->roster.given = roster_in(*roster, "roster-text", *of_roster);
  }
  if (auto* log = part_of<questions::Log>(question)) log->allowed = files;
  return question;
}

Question question_from_json(std::string_view text, const AllowedFiles& files) {
  return question_of(parse_json(text), files);
}

}  // namespace warodds
