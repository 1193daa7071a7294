// JSON as it is read: questions, and parts of simulations. Not installed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace warodds {

/// A value of JSON, whose members keep their order.
using Json = nlohmann::ordered_json;

/// The value that a text is. No key may stand twice in one place, and nothing may be nested too
/// deep. `id`: for the member "id" of an object, byte for byte as it is written; empty: there is
/// none. Throws InputError.
Json parse_json(std::string_view text, std::string* id = nullptr);

/// The member of that name; null: there is none, or this is no object.
const Json* find_member(const Json& json, std::string_view key);

}  // namespace warodds
