#include "cli/json.h"

#include "cli/version.h"

namespace warodds::cli {

std::string write(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json to_json(const Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json to_json(const Values& values) {
  Json json = Json::object();
  for (const auto& [key, value] : values) json[key] = to_json(value);
  return json;
}

Json to_json(const Profile& profile) {
  Json json = to_json(profile.fields);
  if (profile.groups.empty()) return json;
  Json groups = Json::array();
  for (const Values& group : profile.groups) groups.push_back(to_json(group));
  json[profile.group_word] = groups;
  return json;
}

Json to_json(const EngineReport& engine) {
  if (engine.exact) return {{"name", "exact"}};
  return {{"name", "sim"},
          {"trials", engine.trials},
          {"seed", engine.seed},
          {"confidence", engine.confidence},
          {"partial", engine.partial}};
}

Json to_json(const Series& series) {
  Json pmf = Json::array();
  Json half_width = Json::array();
  for (const Number& number : series.pmf) {
    pmf.push_back(number.value);
    if (number.half_width) half_width.push_back(*number.half_width);
  }
  Json json{{"mean", series.mean.value}, {"sd", series.sd}, {"pmf", pmf}};
  if (!half_width.empty()) {
    json["half_width"] = half_width;
    json["mean_half_width"] = *series.mean.half_width;
  }
  return json;
}

/// A single number: as it is, or with its half-width under the name `key`.
Json to_json(const Number& number, const char* key) {
  if (!number.half_width) return number.value;
  return {{key, number.value}, {"half_width", *number.half_width}};
}

Json header(const char* command, const Question& question) {
  return {{"version", program_version}, {"command", command}, {"system", question.system}};
}

void add_matchup(Json& json, const Question& question) {
  for (const Side side : both_sides) {
    json[to_string(side)] = {{"unit", question.units[side]},
                             {"profile", to_json(question.profiles[side])}};
  }
  json["situation"] = to_json(question.situation);
}

}  // namespace warodds::cli
