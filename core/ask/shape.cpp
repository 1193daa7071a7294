#include "core/ask/shape.h"

#include <algorithm>
#include <cmath>

namespace warodds {

Json json_schema::of_type(const char* name) { return {{"type", name}}; }
Json json_schema::list_of(const Json& items) { return {{"type", "array"}, {"items", items}}; }
Json json_schema::any_of(const Json& kinds) { return {{"anyOf", kinds}}; }
Json json_schema::reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }
Json json_schema::object_of(const Json& properties, const Json& required) {
  Json object{{"type", "object"}, {"properties", properties}};
  if (!required.empty()) object["required"] = required;
  object["additionalProperties"] = false;
  return object;
}

namespace {

using namespace json_schema;

const std::string begin_of_estimates = "estimate-";

/// What JSON writes of a value with parts of its own (core/ask/json_writer.h).
Json definition_of(const std::string& name) {
  const Json number = of_type("number"), numbers = list_of(number);
  if (name == "joint-law") return list_of(numbers);
  if (name.starts_with(begin_of_estimates)) {
    const std::string word = name.substr(begin_of_estimates.size());
    const Json simulated =
        object_of({{word, number}, {"half_width", number}}, {word, "half_width"});
    return {{"description", "a number; simulated with a half-width"},
            {"anyOf", {number, simulated}}};
  }
  Json properties{{"mean", number}, {"sd", number}}, required{"mean", "sd", "pmf"};
  if (name == "number-law") {
    properties["values"] = numbers;
    required.push_back("values");
  }
  for (const char* one : {"pmf", "half_width"}) properties[one] = numbers;
  properties["mean_half_width"] = number;
  Json law = object_of(properties, required);
  law["description"] = name == "law"
                           ? "the probabilities of 0, 1, 2, ...; simulated with half-widths"
                           : "the probabilities of values; simulated with half-widths";
  return law;
}

Shape& made(std::shared_ptr<Shape>& shape) {
  if (!shape) shape = std::make_shared<Shape>();
  return *shape;
}

}  // namespace

ShapeOfMember& ShapeOfObject::at(std::string_view key) {
  auto found = std::find_if(members.begin(), members.end(),
                            [&](const ShapeOfMember& member) { return member.key == key; });
  if (found != members.end()) return *found;
  return members.emplace_back(ShapeOfMember{std::string(key), std::make_shared<Shape>()});
}

Json Shape::schema(Json& definitions) const {
  Json kinds = Json::array();
  std::set<std::string> plain = types;
  if (plain.contains("number")) plain.erase("integer");
  if (plain.size() == 1) kinds.push_back({{"type", *plain.begin()}});
  if (plain.size() > 1) kinds.push_back({{"type", plain}});
  for (const std::string& name : named) {
    kinds.push_back(reference(name));
    definitions[name] = definition_of(name);
  }
  if (element) kinds.push_back(list_of(element->schema(definitions)));
  if (object) {
    Json properties = Json::object(), required = Json::array();
    for (const ShapeOfMember& member : object->members) {
      properties[member.key] = member.shape->schema(definitions);
      if (member.seen == object->seen) required.push_back(member.key);
    }
    Json of = object_of(properties, required);
    const std::string name = object->map + "-map";
    if (object->others && (object->map.empty() || !definitions.contains(name))) {
      of["additionalProperties"] = object->others->schema(definitions);
    }
    if (!object->map.empty()) {
      if (!definitions.contains(name)) definitions[name] = of;
      of = reference(name);
    }
    kinds.push_back(of);
  }
  if (kinds.size() == 1) return kinds.front();
  return kinds.empty() ? Json(true) : any_of(kinds);
}

Shape Shape::only_asked() const {
  Shape only = *this;
  std::erase_if(only.object->members, [](const ShapeOfMember& member) { return !member.is_asked; });
  return only;
}

Shape& Shapes::next(std::string_view key, const Naming& naming, bool is_data) {
  Shape& in = *open_.back();
  if (inside() == Nest::nothing) return in;
  if (inside() == Nest::list) return made(in.element);
  if (!in.object->map.empty() || is_data) return made(in.object->others);
  ShapeOfMember& member = in.object->at(key);
  if (!take_may_be_missing()) ++member.seen;
  member.is_asked = naming.is_asked;
  return *member.shape;
}

bool Shapes::open(Nest kind, std::string_view key, const Naming& naming) {
  Shape& shape = next(key, naming, false);
  if (kind == Nest::list) {
    made(shape.element);
  } else {
    if (!shape.object) shape.object.emplace();
    ++shape.object->seen;
    if (naming.is_map) {
      shape.object->map = key.empty() ? "group" : key;
      std::shared_ptr<Shape>& values = maps_[shape.object->map];
      made(values);
      shape.object->others = values;
    }
  }
  open_.push_back(&shape);
  return true;
}

void Shapes::hear(std::string_view key, const FactValue& value, const Naming& naming) {
  Shape& shape = next(key, naming, naming.is_map);
  std::visit(
      [&](const auto& of) {
        using Heard = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Heard, Estimate>) {
          if (!naming.word.empty()) {
            shape.named.insert(begin_of_estimates + std::string(naming.word));
          } else {
            shape.types.insert("number");
            if (inside() == Nest::object) {
              auto& beside = open_.back()->object->at(std::string(key) + "_half_width");
              beside.shape->types.insert("number");
            }
          }
        } else if constexpr (std::is_same_v<Heard, Law>) {
          shape.named.insert("law");
        } else if constexpr (std::is_same_v<Heard, LawOfNumbers>) {
          shape.named.insert("number-law");
        } else if constexpr (std::is_same_v<Heard, JointLaw>) {
          shape.named.insert("joint-law");
        } else if constexpr (std::is_same_v<Heard, double>) {
          shape.types.insert(std::isfinite(of) ? "number" : "null");
        } else if constexpr (std::is_same_v<Heard, bool>) {
          shape.types.insert("boolean");
        } else if constexpr (std::is_integral_v<Heard>) {
          shape.types.insert("integer");
        } else {
          shape.types.insert(std::is_same_v<Heard, std::nullptr_t> ? "null" : "string");
        }
      },
      value);
}

}  // namespace warodds
