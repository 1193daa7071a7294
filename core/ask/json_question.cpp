#include "core/ask/json_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/sequence_question.h"
#include "core/rules/error.h"

namespace warodds {
namespace {

/// A place in a question, for errors: the key in what is called `where`.
struct Place {
  std::string_view where;
  std::string_view key = {};
  std::string text() const {
    return key.empty() ? std::string(where) : fmt::format("{}.{}", where, key);
  }
};

/// A value as users write it on a command line.
std::string text_of(const Json& value, const Place& place) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_unsigned()) return fmt::to_string(value.get<std::uint64_t>());
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());  // 3, if it is 3.0
  if (value.is_number()) return value.dump();
  throw InputError(place.text() + ": must be a number, a text, true or false");
}

void read_settings(const Json& object, const std::string& prefix, const std::string& where,
                   std::vector<Setting>& settings) {
  if (!object.is_object()) throw InputError(where + ": must be an object of keys and values");
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      read_settings(value, prefix + key + ".", where, settings);
    } else {
      settings.push_back({prefix + key, text_of(value, {where, key}), where});
    }
  }
}

/// A unit written out: fields, a name (`unnamed` if there is none), and its groups as lists.
UnitText unit_of(const Json& object, const std::string& where, const std::string& unnamed = "") {
  UnitText unit;
  unit.name = unnamed;
  unit.where = where;
  for (const auto& [key, value] : object.items()) {
    const Place here{where, key};
    if (key == "name") {
      unit.name = text_of(value, here);
    } else if (key == "note") {
      unit.note = text_of(value, here);
    } else if (value.is_array()) {
      for (const Json& group : value) {
        GroupText text{key, here.text(), {}};
        read_settings(group, "", text.where, text.settings);
        unit.groups.push_back(std::move(text));
      }
    } else if (value.is_object()) {
      read_settings(value, key + ".", here.text(), unit.settings);
    } else {
      unit.settings.push_back({key, text_of(value, here), where});
    }
  }
  if (unit.name.empty()) throw InputError(where + ": this unit has no name");
  return unit;
}

UnitRequest unit_request(const Json& value, const std::string& where, const std::string& unnamed) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) return unit_of(value, where, unnamed);
  throw InputError(where + ": a unit is a text as on the command line, or an object of fields");
}

/// A step of a sequence: a text as on a command line, a unit, or a unit with a situation.
StepRequest step_of(const Json& value, std::size_t number) {
  const std::string where = fmt::format("step {}", number);
  if (value.is_string()) return parse_step(value.get<std::string>(), where);
  if (!value.is_object()) {
    throw InputError(where + ": a step is a text as after --by, or an object");
  }
  if (value.size() == 1 && value.contains("damage")) {
    return parse_step("damage=" + text_of(value["damage"], {where, "damage"}), where);
  }
  const std::string unnamed = fmt::format("Attacker {}", number);
  if (!value.contains("unit")) return {unit_of(value, where, unnamed), {}, ""};
  StepRequest step;
  if (value["unit"].is_string()) {
    step = parse_step(value["unit"].get<std::string>(), where);
  } else {
    step.unit = unit_request(value["unit"], where, unnamed);
  }
  for (const auto& [key, of_key] : value.items()) {
    if (key == "unit") continue;
    if (key != "situation") {
      throw InputError(where + ": " + unknown_name("key", key, {"unit", "situation"}));
    }
    if (!step.damage.empty()) throw InputError(where + ": an ability has no situation");
    read_settings(of_key, "", where, step.situation);
  }
  require_distinct(step.situation);
  return step;
}

/// Lists and objects become texts as they stand on a command line: {"win": 0.5} is win=0.5.
std::vector<std::string> texts_of(const Json& value, const std::string& where) {
  std::vector<std::string> texts;
  if (value.is_array()) {
    for (const Json& one : value) texts.push_back(text_of(one, {where}));
  } else if (value.is_object()) {
    for (const auto& [key, one] : value.items()) {
      texts.push_back(key + "=" + text_of(one, {where, key}));
    }
  } else {
    texts.push_back(text_of(value, {where}));
  }
  return texts;
}

void read_option(const OptionSpec& option, const Json& value, Question& question) {
  const std::string where(option.name);
  if (option.value.empty()) {
    if (!value.is_boolean()) throw InputError(where + ": must be true or false");
    if (value.get<bool>()) option.read(question, "", where);
    return;
  }
  const std::vector<std::string> texts = texts_of(value, where);
  if (option.repeatable) {
    for (const std::string& text : texts) option.read(question, text, where);
    return;
  }
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : ",") + text;
  option.read(question, joined, where);
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
    const UnitText& text =
        roster->units.emplace_back(unit_of(unit, fmt::format("{}[{}]", key, roster->units.size())));
    if (!names.insert(text.name).second) {
      throw InputError(fmt::format("{}: a second unit is called '{}'; names must differ",
                                   text.where, text.name));
    }
  }
  if (roster->units.empty()) throw InputError(key + ": there is none");
  if (system.empty()) throw InputError(key + ": which system? Give \"system\" too");
  return roster;
}

/// What can be said of a text before it is read as JSON.
struct Shape {
  int depth = 0;         ///< of lists and objects in each other
  std::size_t keys = 0;  ///< of all objects
};

Shape shape_of(std::string_view text) {
  Shape shape;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    if (in_string) {
      if (character == '\\') ++i;
      in_string = character != '"';
    } else if (character == '"') {
      in_string = true;
    } else if (character == ':') {
      ++shape.keys;
    } else if (character == '[' || character == '{') {
      shape.depth = std::max(shape.depth, ++depth);
    } else if (character == ']' || character == '}') {
      --depth;
    }
  }
  return shape;
}

std::size_t keys_of(const Json& json) {
  std::size_t keys = json.is_object() ? json.size() : 0;
  if (json.is_structured()) {
    for (const Json& inner : json) keys += keys_of(inner);
  }
  return keys;
}

const std::vector<std::string> keys_of_json{"command",     "id",  "situation", "units",
                                            "roster-text", "old", "old-text",  "new"};

/// The keys of the units that a question is about, and what they are called without a name.
using UnitKeys = std::vector<std::pair<std::string, std::string>>;
UnitKeys keys_of_units(const CommandSpec& command, const Json& question) {
  const bool takes_steps =
      std::find(command.options.begin(), command.options.end(), "by") != command.options.end();
  if (command.operands.starts_with("TARGET") || (takes_steps && question.contains("by"))) {
    return {{"target", "Target"}};
  }
  return {{"attacker", "Attacker"}, {"defender", "Defender"}};
}

[[noreturn]] void unknown_key(const std::string& key, const CommandSpec& command,
                              const UnitKeys& of_units) {
  if (find_option(key) != nullptr) throw InputError(owners_of_option(key).substr(2));
  std::vector<std::string> known = keys_of_json;
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

Json parse_object(std::string_view line) {
  // What a question says is read and handed back by functions that call themselves.
  constexpr int deepest = 32;
  const Shape shape = shape_of(line);
  if (shape.depth > deepest) throw InputError("this line nests its lists and objects too deep");
  try {
    Json json = Json::parse(line);
    if (keys_of(json) != shape.keys) throw InputError("a key is given twice in one place");
    if (json.is_object()) return json;
  } catch (const Json::parse_error&) {
    throw InputError("this line is not JSON");
  } catch (const Json::out_of_range&) {
    throw InputError("a number of this line is too large");
  }
  throw InputError("a question is a JSON object: {\"command\": ...}");
}

Question question_of(const Json& json) {
  if (!json.contains("command")) throw InputError("a question needs a \"command\"");
  require_one_roster(json);
  Question question;
  question.command = text_of(json["command"], {"command"});
  const CommandSpec& command = find_command(question.command);
  if (json.contains("system")) question.system = text_of(json["system"], {"system"});
  const UnitKeys of_units = keys_of_units(command, json);
  for (const auto& [key, unnamed] : of_units) {
    if (json.contains(key)) question.units.push_back(unit_request(json[key], key, unnamed));
  }
  for (const auto& [key, value] : json.items()) {
    const auto is_key = [&, name = key](const auto& of_unit) { return of_unit.first == name; };
    if (std::any_of(of_units.begin(), of_units.end(), is_key)) continue;
    const bool has =
        std::find(command.options.begin(), command.options.end(), key) != command.options.end();
    if (key == "situation") {
      if (std::find(command.options.begin(), command.options.end(), "with") ==
          command.options.end()) {
        unknown_key("with", command, of_units);
      }
      read_settings(value, "", key, question.situation);
    } else if (key == "set" && value.is_object()) {
      read_settings(value, "", key, question.stats);
    } else if (key == "by" && has) {
      const Json steps = value.is_array() ? value : Json::array({value});
      for (const Json& step : steps) question.by.push_back(step_of(step, question.by.size() + 1));
    } else if (key == "units") {
      question.roster.given = roster_of(value, key, question.system);
    } else if ((key == "against" || key == "field") && has && value.is_array()) {
      question.against.given = roster_of(value, key, question.system);
    } else if (command.name == "compare" && key == "old") {
      question.old.path = text_of(value, {key});
    } else if (command.name == "compare" && key == "old-text") {
      question.old.given = std::make_shared<const Roster>(
          parse_roster(text_of(value, {key}), key, question.system, question.roster.ignored));
    } else if (command.name == "compare" && (key == "new" || key == "roster")) {
      question.roster.path = text_of(value, {key});
    } else if (command.name == "merge" && key == "parts") {
      question.parts = texts_of(value, key);
    } else if (has) {
      read_option(*find_option(key), value, question);
    } else if (key == "system") {
      question.topic = question.system;
    } else if (key != "command" && key != "id" && key != "roster-text") {
      unknown_key(key, command, of_units);
    }
  }
  if (json.contains("roster-text")) {
    question.roster.given = std::make_shared<const Roster>(
        parse_roster(text_of(json["roster-text"], {"roster-text"}), "roster-text", question.system,
                     question.roster.ignored));
  }
  return question;
}

Question question_from_json(std::string_view text) { return question_of(parse_object(text)); }

}  // namespace warodds
