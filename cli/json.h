// Pieces of JSON that reports are put together from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/answer.h"
#include "cli/question.h"

namespace warodds::cli {

using Json = nlohmann::ordered_json;

std::string write(const Json& json);
Json to_json(const EngineReport& engine);
Json to_json(const Series& series);
/// A single number: as it is, or with its half-width under the name `key`.
Json to_json(const Number& number, const char* key);
Json to_json(const Values& values);
Json to_json(const Profile& profile);
/// Version, command and system.
Json header(const char* command, const Question& question);
/// Both units and the situation.
void add_matchup(Json& json, const Question& question);

}  // namespace warodds::cli
