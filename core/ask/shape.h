// Schemas. What answers look like is learned from the statements of answers that there are: what is
// stated once need not be stated again for a schema. Not installed.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/answer/facts.h"
#include "core/ask/json_text.h"

namespace warodds {

/// Pieces of schemas.
namespace json_schema {
Json of_type(const char* name);
Json list_of(const Json& items);
Json any_of(const Json& kinds);
Json reference(const std::string& name);  ///< to a definition
/// With these members and no others.
Json object_of(const Json& properties, const Json& required = Json::array());
}  // namespace json_schema

struct Shape;
/// What stands in objects whose keys are data, by the key that such objects have.
using ShapesOfMaps = std::map<std::string, std::shared_ptr<Shape>, std::less<>>;

struct ShapeOfMember {
  std::string key;
  std::shared_ptr<Shape> shape;
  std::size_t seen = 0;
  bool is_asked = false;  ///< what `show` asks for
};
struct ShapeOfObject {
  std::vector<ShapeOfMember> members;
  std::size_t seen = 0;
  std::shared_ptr<Shape> others;  ///< members whose keys are data; null: there are none
  std::string map;                ///< the key of a map, where all are; else empty

  ShapeOfMember& at(std::string_view key);
};

/// The values that have stood in one place.
struct Shape {
  std::set<std::string> types;  ///< "null", "boolean", "integer", "number", "string"
  std::set<std::string> named;  ///< definitions: "law", "estimate-p"
  std::optional<ShapeOfObject> object;
  std::shared_ptr<Shape> element;  ///< of lists

  /// A JSON Schema of it: objects have the members that were seen and no others. What it refers to
  /// is added to the definitions.
  Json schema(Json& definitions) const;
  /// The same of an object with nothing but what `show` asks for.
  Shape only_asked() const;
};

/// Listens to answers.
class Shapes : public Facts {
 public:
  /// What it hears, it adds to the shapes.
  Shapes(Shape& root, ShapesOfMaps& maps) : Facts(Form::json, true), open_{&root}, maps_(maps) {}

 private:
  void hear(std::string_view key, const FactValue& value, const Naming& naming) override;
  bool open(Nest kind, std::string_view key, const Naming& naming) override;
  void close(Nest) override { open_.pop_back(); }
  /// Where the next value stands; `is_data`: its key.
  Shape& next(std::string_view key, const Naming& naming, bool is_data);

  std::vector<Shape*> open_;  ///< the root, and what has not ended
  ShapesOfMaps& maps_;
};

struct Command;

// The JSON Schema of all questions: it follows from the records of commands and options, and from
// the fields of the systems.

/// What units, sides, settings and steps are, for what refers to them.
void define_units(Json& definitions);
Json schema_of_questions(const Command& command);

}  // namespace warodds
