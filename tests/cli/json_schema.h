// Holds values to a JSON Schema: the words of draft 2020-12 that ours uses, and no others.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace warodds::test {

class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json schema) : schema_(std::move(schema)) {}

  /// What is wrong with a value; empty: nothing. `definition`: of the schema that it is held to.
  std::string fault(const nlohmann::json& value, const std::string& definition) const;
  const nlohmann::json& definitions() const { return schema_["$defs"]; }

 private:
  nlohmann::json schema_;
};

}  // namespace warodds::test
