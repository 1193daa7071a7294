#include <algorithm>
#include <set>
#include <string>

#include "core/ask/command.h"
#include "core/ask/json_question.h"
#include "core/ask/option.h"
#include "core/ask/schema.h"

namespace warodds {
namespace {

using namespace json_schema;
const Json any_text = of_type("string");
const Json any_scalar{{"type", {"string", "number", "boolean"}}};

// Fields of the systems.

/// `may_change`: from round to round, as settings of battles do.
Json schema_of(const FieldSpec& field, bool may_change) {
  Json words = Json::array(), kinds = Json::array();
  for (const auto& [word, number] : field.words) words.push_back(word);
  if (field.is_flag()) words.insert(words.end(), {true, false});
  if (!words.empty()) kinds.push_back({{"enum", words}});
  if (field.text || may_change) kinds.push_back(any_text);
  if (field.has_numbers()) {
    // Numbers may be texts, too: "3", "1d6", "50%".
    const auto number = [&](int value) {
      return field.scale == 1 ? Json(value) : Json(field.number_of(value));
    };
    const int least = std::min(field.least, field.words.empty() ? field.fallback : field.least);
    kinds.push_back({{"type", {field.scale == 1 ? "integer" : "number", "string"}},
                     {"minimum", number(least)},
                     {"maximum", number(std::max(field.most, least))}});
  }
  Json schema = kinds.size() == 1 ? kinds.front() : Json{{"anyOf", kinds}};
  schema["description"] = field.meaning;
  if (!field.text) {
    std::visit([&](const auto& value) { schema["default"] = value; },
               field.value_of(field.fallback));
  }
  return schema;
}

/// A key with dots is an object in an object, or written as it is.
void add_field(Json& properties, std::string_view key, const Json& schema) {
  properties[std::string(key)] = schema;
  const auto dot = key.find('.');
  if (dot == std::string_view::npos) return;
  Json& within = properties[std::string(key.substr(0, dot))];
  if (within.is_null()) within = object_of(Json::object());
  within["properties"][std::string(key.substr(dot + 1))] = schema;
}

template <class T>
void add_fields(Json& properties, const Fields<T>& fields, bool may_change = false) {
  for (const Field<T>& field : fields) {
    if (field.name != "name") add_field(properties, field.name, schema_of(field, may_change));
  }
}

template <class System>
void define_system(Json& definitions) {
  const std::string name = System::name;
  Json unit{{"name", any_text}, {"note", any_text}}, group{{"name", any_text}},
      situation = Json::object();
  if (*System::group_word != '\0') {
    add_fields(group, System::group_fields());
    add_fields(unit, System::group_fields());  // of a unit of one kind
    unit[System::group_word] = list_of(object_of(group));
  }
  add_fields(unit, System::unit_fields());
  for (const Field<typename System::Unit>& field : System::unit_fields()) {
    const std::string range = std::string(field.name) + std::string(ending_of_ranges);
    if (!unit.contains(range)) unit[range] = any_text;
  }
  for (const char* rule : {"least", "most"}) unit[rule] = {{"type", {"integer", "string"}}};
  unit[std::string(key_of_character)] = any_text;
  add_fields(situation, System::situation_fields(), true);
  Json reply = Json::object();
  add_fields(reply, System::situation_fields(), true);
  situation["reply"] = object_of(reply);
  Json of_situation = object_of(situation);
  of_situation["patternProperties"] = {{"^reply\\.", any_scalar}};
  definitions[name + "-unit"] = object_of(unit);
  definitions[name + "-situation"] = of_situation;
}

// Questions.

Json schema_of(const Option& option, const Command& command) {
  const ValueKind& kind = option.kind;
  Json schema;
  switch (kind.of) {
    case ValueKind::word:
      schema = {{"enum", option.words()}};
      break;
    case ValueKind::system:
      schema = {{"enum", system_names()}};
      break;
    case ValueKind::side:
      schema = reference("side");
      break;
    case ValueKind::steps:
      schema = any_of(Json::array({reference("step"), list_of(reference("step"))}));
      break;
    case ValueKind::units:
      schema = reference("units");
      break;
    case ValueKind::opponents:
      schema = any_of(Json::array({any_text, reference("units")}));
      break;
    case ValueKind::armies:
      schema = list_of(reference("army"));
      if (takes(command, option.name))
        schema = any_of(Json::array({schema, {{"type", "boolean"}}}));
      break;
    case ValueKind::setting:
      schema = reference("situation");
      break;
    default: {
      std::set<std::string> types{std::string(kind.json())};
      if (kind.json() == "integer" || kind.json() == "number") types.insert("string");
      if (kind.of == ValueKind::aim) types.insert("number");
      if (kind.may_be_list()) types.insert("array");
      if (kind.may_be_map()) types.insert("object");
      schema["type"] = types.size() == 1 ? Json(*types.begin()) : Json(types);
      if (kind.of == ValueKind::integer) {
        schema.update({{"minimum", kind.wholes.least}, {"maximum", kind.wholes.most}});
        schema["pattern"] = "^[0-9]+$";
      } else if (kind.json() == "number") {
        schema.update({{"minimum", kind.reals.least}, {"maximum", kind.reals.most}});
        schema["pattern"] = "^[-+.0-9eE%, ]+$";
      } else if (kind.of == ValueKind::event || kind.of == ValueKind::facts ||
                 kind.of == ValueKind::fact_values) {
        schema["pattern"] = "\\S";
      }
      if (kind.may_be_list()) {
        schema["items"] = {
            {"type", kind.of == ValueKind::numbers ? Json{"number", "string"} : "string"}};
      }
      // Groups and sides may be objects of their own among stats.
      if (kind.may_be_map()) schema["additionalProperties"] = any_scalar;
      if (kind.of == ValueKind::stat) schema["additionalProperties"]["type"].push_back("object");
    }
  }
  schema["description"] = option_for(option, command.name).meaning;
  if (!option.access.value) return schema;
  const Json fallback = option.access.value(option, command.question);
  const bool says =
      !fallback.is_null() && !(fallback.is_string() && fallback.get<std::string>().empty());
  if (says && !fallback.is_structured()) schema["default"] = fallback;
  return schema;
}

}  // namespace

void define_units(Json& definitions) {
  Json fields = Json::array(), situations = Json::array({any_text, list_of(any_text)});
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    define_system<System>(definitions);
    fields.push_back(reference(System::name + std::string("-unit")));
    situations.push_back(reference(System::name + std::string("-situation")));
  });
  definitions["fields"] = {{"description", "a unit written out"}, {"anyOf", fields}};
  definitions["unit"] = any_of(Json::array({any_text, reference("fields")}));
  definitions["unit"]["description"] = "NAME, NAME,key=value,... or key=value,...; or its fields";
  definitions["situation"] = {{"anyOf", situations}};
  const Json count{
      {"type", {"integer", "string"}}, {"minimum", 1}, {"maximum", most_units_of_side}};
  const Json part = object_of(
      {{"unit", reference("unit")}, {"count", count}, {"situation", reference("situation")}},
      {"unit"});
  Json several = list_of(any_of(Json::array({reference("unit"), part})));
  several["minItems"] = 1;
  definitions["side"] = any_of(Json::array({reference("unit"), several}));
  definitions["step"] = any_of(
      {reference("unit"),
       object_of({{"unit", reference("unit")}, {"situation", reference("situation")}}, {"unit"}),
       object_of({{"damage", any_scalar}}, {"damage"})});
  definitions["units"] = list_of(reference("fields"));
  definitions["army"] = object_of({{"name", any_text},
                                   {"note", any_text},
                                   {"points", {{"type", {"integer", "string"}}, {"minimum", 0}}},
                                   {"units", {{"type", {"string", "array"}}, {"items", any_text}}}},
                                  {"name"});
}

Json schema_of_questions(const Command& command) {
  Json properties{{"command", {{"const", command.name}}}, {"id", true}};
  for (const Option* key : keys_of(command)) {
    properties[std::string(key->name)] = schema_of(*key, command);
  }
  Json schema = object_of(properties, {"command"});
  schema["description"] = command.summary;
  return schema;
}

}  // namespace warodds
