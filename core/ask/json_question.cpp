#include "core/ask/json_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/sequence_question.h"
#include "core/text/error.h"
#include "core/text/text.h"

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

/// A number as users write it on a command line: 3, if it is 3.0.
std::string text_of_number(std::string_view digits, const Place& place) {
  if (digits.find_first_of(".eE") == std::string_view::npos) return std::string(digits);
  const std::optional<double> number = read_number<double>(digits);
  if (!number || !std::isfinite(*number)) {
    throw InputError(
        fmt::format("{}: {} is too large or too small a number", place.text(), digits));
  }
  return fmt::format("{}", *number);
}

/// A value as users write it on a command line.
std::string text_of(const JsonValue& value, const Place& place) {
  switch (value.kind()) {
    case JsonValue::Kind::text:
      return std::string(value.text());
    case JsonValue::Kind::truth:
      return value.truth() ? "yes" : "no";
    case JsonValue::Kind::number:
      return text_of_number(value.text(), place);
    default:
      throw InputError(place.text() + ": must be a number, a text, true or false");
  }
}

void read_settings(const JsonValue& object, const std::string& prefix, const std::string& where,
                   std::vector<Setting>& settings) {
  if (!object.is_object()) throw InputError(where + ": must be an object of keys and values");
  settings.reserve(settings.size() + object.at_most());
  for (const JsonValue& value : object) {
    std::string key = prefix;
    key += value.key();
    if (value.is_object()) {
      read_settings(value, key + ".", where, settings);
    } else {
      settings.push_back({std::move(key), text_of(value, {where, value.key()}), where});
    }
  }
}

/// A unit written out: fields, a name (`unnamed` if there is none), and its groups as lists.
UnitText unit_of(const JsonValue& object, const std::string& where,
                 const std::string& unnamed = "") {
  UnitText unit;
  unit.name = unnamed;
  unit.where = where;
  unit.settings.reserve(object.at_most());
  for (const JsonValue& value : object) {
    const Place here{where, value.key()};
    if (value.key() == "name") {
      unit.name = text_of(value, here);
    } else if (value.key() == "note") {
      unit.note = text_of(value, here);
    } else if (value.is_list()) {
      for (const JsonValue& group : value) {
        GroupText text{std::string(value.key()), here.text(), {}};
        read_settings(group, "", text.where, text.settings);
        unit.groups.push_back(std::move(text));
      }
    } else if (value.is_object()) {
      read_settings(value, std::string(value.key()) + ".", here.text(), unit.settings);
    } else {
      Setting& setting = unit.settings.emplace_back();
      setting.key = value.key();
      setting.value = text_of(value, here);
      setting.where = where;
    }
  }
  if (unit.name.empty()) throw InputError(where + ": this unit has no name");
  return unit;
}

UnitRequest unit_request(const JsonValue& value, const std::string& where,
                         const std::string& unnamed) {
  if (value.is_text()) return std::string(value.text());
  if (value.is_object()) return unit_of(value, where, unnamed);
  throw InputError(where + ": a unit is a text as on the command line, or an object of fields");
}

bool has_one_member(const JsonValue& object) { return ++object.begin() == object.end(); }

/// A step of a sequence: a text as on a command line, a unit, or a unit with a situation.
StepRequest step_of(const JsonValue& value, std::size_t number) {
  const std::string where = fmt::format("step {}", number);
  if (value.is_text()) return parse_step(std::string(value.text()), where);
  if (!value.is_object()) {
    throw InputError(where + ": a step is a text as after --by, or an object");
  }
  if (const JsonValue* damage = value.find("damage"); damage != nullptr && has_one_member(value)) {
    return parse_step("damage=" + text_of(*damage, {where, "damage"}), where);
  }
  const std::string unnamed = fmt::format("Attacker {}", number);
  const JsonValue* unit = value.find("unit");
  if (unit == nullptr) return {unit_of(value, where, unnamed), {}, ""};
  StepRequest step;
  if (unit->is_text()) {
    step = parse_step(std::string(unit->text()), where);
  } else {
    step.unit = unit_request(*unit, where, unnamed);
  }
  for (const JsonValue& of_key : value) {
    if (of_key.key() == "unit") continue;
    if (of_key.key() != "situation") {
      throw InputError(where + ": " +
                       unknown_name("key", std::string(of_key.key()), {"unit", "situation"}));
    }
    if (!step.damage.empty()) throw InputError(where + ": an ability has no situation");
    read_settings(of_key, "", where, step.situation);
  }
  require_distinct(step.situation);
  return step;
}

std::vector<StepRequest> steps_of(const JsonValue& value) {
  if (!value.is_list()) return {step_of(value, 1)};
  std::vector<StepRequest> steps;
  for (const JsonValue& step : value) steps.push_back(step_of(step, steps.size() + 1));
  return steps;
}

/// Lists and objects become texts as they stand on a command line: {"win": 0.5} is win=0.5.
std::vector<std::string> texts_of(const JsonValue& value, const std::string& where) {
  std::vector<std::string> texts;
  if (value.is_list()) {
    for (const JsonValue& one : value) texts.push_back(text_of(one, {where}));
  } else if (value.is_object()) {
    for (const JsonValue& one : value) {
      texts.push_back(fmt::format("{}={}", one.key(), text_of(one, {where, one.key()})));
    }
  } else {
    texts.push_back(text_of(value, {where}));
  }
  return texts;
}

void read_option(const OptionSpec& option, const JsonValue& value, Question& question) {
  const std::string where(option.name);
  if (option.value.empty()) {
    if (value.kind() != JsonValue::Kind::truth) {
      throw InputError(where + ": must be true or false");
    }
    if (value.truth()) option.read(question, "", where);
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
std::shared_ptr<const Roster> roster_of(const JsonValue& units, const std::string& key,
                                        const std::string& system) {
  if (!units.is_list()) throw InputError(key + ": must be a list of units");
  auto roster = std::make_shared<Roster>();
  roster->file = key;
  roster->system = system;
  std::set<std::string> names;
  for (const JsonValue& unit : units) {
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

const std::vector<std::string> keys_of_json{"command",     "id",  "situation", "units",
                                            "roster-text", "old", "old-text",  "new"};

/// The key of a unit that a question is about, and what the unit is called without a name.
struct UnitKey {
  std::string_view key;
  std::string_view unnamed;
};
using UnitKeys = std::vector<UnitKey>;
UnitKeys keys_of_units(const CommandSpec& command, const JsonValue& question) {
  const bool has_steps = takes(command, "by") && question.find("by") != nullptr;
  if (command.operands.starts_with("TARGET") || has_steps) {
    return {{"target", "Target"}};
  }
  return {{"attacker", "Attacker"}, {"defender", "Defender"}};
}

[[noreturn]] void unknown_key(const std::string& key, const CommandSpec& command,
                              const UnitKeys& of_units) {
  if (find_option(key) != nullptr) throw InputError(owners_of_option(key).substr(2));
  std::vector<std::string> known = keys_of_json;
  for (const auto& [of_unit, unnamed] : of_units) known.emplace_back(of_unit);
  for (const std::string_view option : command.options) known.emplace_back(option);
  throw InputError(unknown_name("key", key, known));
}

/// Of these keys only one can say what the roster is.
void require_one_roster(const JsonValue& json) {
  std::string given;
  for (const char* key : {"roster", "roster-text", "units"}) {
    if (json.find(key) == nullptr) continue;
    if (!given.empty()) throw InputError(fmt::format("{} and {}: give one roster", given, key));
    given = key;
  }
}

}  // namespace

Question question_of(const JsonValue& json) {
  if (!json.is_object()) throw InputError("a question is a JSON object: {\"command\": ...}");
  const JsonValue* named = json.find("command");
  if (named == nullptr) throw InputError("a question needs a \"command\"");
  require_one_roster(json);
  Question question;
  question.command = text_of(*named, {"command"});
  const CommandSpec& command = find_command(question.command);
  if (const JsonValue* system = json.find("system")) question.system = text_of(*system, {"system"});
  const UnitKeys of_units = keys_of_units(command, json);
  question.units.reserve(of_units.size());
  for (const auto& [key, unnamed] : of_units) {
    if (const JsonValue* unit = json.find(key)) {
      question.units.push_back(unit_request(*unit, std::string(key), std::string(unnamed)));
    }
  }
  for (const JsonValue& value : json) {
    const std::string_view key = value.key();
    if (key == "command" || key == "id" || key == "roster-text") continue;
    const auto is_key = [&](const UnitKey& of_unit) { return of_unit.key == key; };
    if (std::any_of(of_units.begin(), of_units.end(), is_key)) continue;
    const bool has = takes(command, key);
    if (key == "situation") {
      if (!takes(command, "with")) unknown_key("with", command, of_units);
      read_settings(value, "", std::string(key), question.situation);
    } else if (key == "set" && value.is_object()) {
      read_settings(value, "", std::string(key), question.stats);
    } else if (key == "by" && has) {
      question.by = steps_of(value);
    } else if (key == "units") {
      question.roster.given = roster_of(value, std::string(key), question.system);
    } else if ((key == "against" || key == "field") && has && value.is_list()) {
      question.against.given = roster_of(value, std::string(key), question.system);
    } else if (command.name == "compare" && key == "old") {
      question.old.path = text_of(value, {key});
    } else if (command.name == "compare" && key == "old-text") {
      question.old.given = std::make_shared<const Roster>(parse_roster(
          text_of(value, {key}), std::string(key), question.system, question.roster.ignored));
    } else if (command.name == "compare" && (key == "new" || key == "roster")) {
      question.roster.path = text_of(value, {key});
    } else if (command.name == "merge" && key == "parts") {
      question.parts = texts_of(value, std::string(key));
    } else if (has) {
      read_option(*find_option(key), value, question);
    } else if (key == "system") {
      question.topic = question.system;
    } else {
      unknown_key(std::string(key), command, of_units);
    }
  }
  if (const JsonValue* roster = json.find("roster-text")) {
    question.roster.given = std::make_shared<const Roster>(
        parse_roster(text_of(*roster, {"roster-text"}), "roster-text", question.system,
                     question.roster.ignored));
  }
  return question;
}

Question question_from_json(std::string_view text) { return question_of(JsonText(text).value()); }

}  // namespace warodds
