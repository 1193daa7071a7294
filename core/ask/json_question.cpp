#include "core/ask/json_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/play.h"
#include "core/roster/reader.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {

std::string text_of(const Json& value, const std::string& where) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_unsigned()) return fmt::format("{}", value.get<std::uint64_t>());
  if (value.is_number_integer()) return fmt::format("{}", value.get<std::int64_t>());
  if (value.is_number()) return fmt::format("{}", value.get<double>());
  throw BadValue(where + ": must be a number, a text, true or false", "", where);
}

Node json_tree(const Json& json, const std::string& where, const std::string& key) {
  Node node{key, Node::Kind::other, "", where};
  if (json.is_array()) {
    node.kind = Node::Kind::list;
    for (const Json& one : json) {
      node.inside.push_back(json_tree(one, fmt::format("{}[{}]", where, node.inside.size())));
    }
  } else if (json.is_object()) {
    node.kind = Node::Kind::table;
    for (const auto& [name, value] : json.items()) {
      const bool is_value = value.is_primitive() && !value.is_null();
      node.inside.push_back(json_tree(value, is_value ? where : where + "." + shown(name), name));
    }
  } else if (!json.is_null()) {
    const bool is_text = json.is_string() || key == "name" || key == "note";
    node.kind = is_text ? Node::Kind::text : Node::Kind::value;
    node.value = text_of(json, where);
  }
  return node;
}

namespace {

/// Refuses words of a situation that lack their key, and says what may be meant.
void require_keys(const Node& situation) {
  for (const Node& one : situation.inside) {
    if (situation.kind == Node::Kind::list) require_keys(one);
  }
  const std::string& text = situation.value;
  if (situation.kind != Node::Kind::text || text.find('=') != std::string::npos) return;
  const std::string meant = setting_meant(text);
  if (meant.empty()) return;
  throw BadValue(fmt::format("{0}: '{1}' is not of the form key=value; did you mean {0} {2}?",
                             situation.where, text, meant));
}

void read_settings(const Node& node, std::vector<Setting>& settings) {
  require_keys(node);
  read_with(node, settings);
}

/// A side: a unit, or a list of several.
SideRequest side_in(const Node& node, const std::string& unnamed) {
  if (node.kind != Node::Kind::list) {
    return std::visit([](const auto& unit) { return SideRequest(unit); },
                      unit_request_in(node, unnamed));
  }
  std::vector<SidePart> parts;
  for (const Node& one : node.inside) {
    const Node* situation = one.find("unit") == nullptr ? nullptr : one.find("situation");
    if (situation != nullptr) require_keys(*situation);
    parts.push_back(part_of_side_in(one, unnamed));
  }
  if (parts.empty()) throw BadValue(node.where + ": a side needs at least one unit");
  return parts;
}

}  // namespace

void read_situation(questions::OfUnits& units, const Said& said) {
  read_settings(json_tree(said.value, said.where), units.situation);
}

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
  const Node node = json_tree(value, where);
  const Node* unit = node.find("unit");
  if (unit == nullptr) return {unit_in(node, unnamed), {}, ""};
  StepRequest step;
  if (unit->kind == Node::Kind::text) {
    step = parse_step(unit->value, where);
  } else {
    step.unit = unit_request_in(*unit, unnamed);
  }
  for (const Node& one : node.inside) {
    if (one.key == "unit") continue;
    if (one.key != "situation") {
      throw UnknownKey(where + ": " + unknown_name("key", one.key, {"unit", "situation"}));
    }
    if (!step.damage.empty()) throw BadValue(where + ": an ability has no situation");
    read_settings(one, step.situation);
  }
  require_distinct(step.situation);
  return step;
}

std::shared_ptr<const Roster> units_in(const Said& said, const std::string& system) {
  const std::string& key = said.where;
  if (!said.value.is_array()) throw BadValue(key + ": must be a list of units");
  auto roster = std::make_shared<Roster>();
  roster->file = key;
  roster->system = system;
  Faults faults;
  read_units(json_tree(said.value, key), *roster, faults);
  faults.report(key);
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
  Node tree = json_tree(armies, "armies");
  for (Node& army : tree.inside) {
    for (Node& one : army.inside) {  // a text alone will do
      if (one.key == "units" && one.kind == Node::Kind::text) {
        one = {one.key, Node::Kind::list, "", one.where, {}, {one}};
      }
    }
  }
  Faults faults;
  read_armies(std::move(tree), *roster, faults);
  faults.report("armies");
  return roster;
}

/// A roster that stands in a question as the text of a file.
std::shared_ptr<const Roster> roster_in(const Said& said, const questions::OfRoster& question) {
  return std::make_shared<const Roster>(
      parse_roster(said.text(), said.where, question.system, question.roster.columns));
}

void take_armies(Question& question, const Said& said) {
  auto* of_armies = part_of<questions::OfArmies>(question);
  if (of_armies != nullptr && said.value.is_boolean()) {
    of_armies->armies = said.is_true();
    return;
  }
  RosterSource& roster = part_of<questions::OfRoster>(question)->roster;
  roster.given = with_armies(roster.given, said.value);
  if (part_of<questions::Matrix>(question) != nullptr) of_armies->armies = true;
}

Access side(const char* unnamed, bool (*fits)(const Question&)) {
  return {[unnamed](Question& question, const Said& said) {
            part_of<questions::Named>(question)->units.push_back(
                side_in(json_tree(said.value, said.where), unnamed));
          },
          {},
          fits};
}

bool has_sides(const Question& question) {
  return has_part<questions::Named>(question) && part_of<questions::Sequence>(question) == nullptr;
}

/// The files that a question is about, under a key of their own.
template <class Of>
Option files_of(const char* key, const char* meaning) {
  return {key, "", meaning, ValueKind::files,
          into<Of>([](Of& of, const Said& said) { of.files = said.texts(); })};
}

[[noreturn]] void unknown_key(const std::string& key, const Command& command) {
  if (find_option(key) != nullptr) throw UnknownKey(owners_of_option(key).substr(2), key);
  if (const std::string_view now = new_name_of(key); !now.empty()) {
    throw UnknownKey(fmt::format("'{}' is '{}' now", key, now), key);
  }
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
      {"situation", "", "keys of the situation", ValueKind::setting, into(read_situation)},
      {"units", "", "the units of a roster, written out", ValueKind::units,
       into<OfRoster>(
           [](OfRoster& of, const Said& said) { of.roster.given = units_in(said, of.system); })},
      {"armies",
       "",
       "armies of the units beside it",
       ValueKind::armies,
       {take_armies, {}, has_part<OfRoster>}},
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
       side("Defender", has_sides)},
      {"also", "", "more whom the attacker might attack instead", ValueKind::names,
       into<questions::Fight>([](questions::Fight& of, const Said& said) {
         for (std::string& unit : said.texts()) of.units.emplace_back(std::move(unit));
       })}};
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
