#include "core/ask/json.h"

#include "core/answer/version.h"

namespace warodds {
namespace {

Json array_of(const Eigen::ArrayXd& numbers) {
  return Json(Json::array_t(numbers.begin(), numbers.end()));
}

}  // namespace

std::string to_json(const Report& report, bool pretty) {
  const Json json = std::visit([](const auto& of) { return json_of(of); }, report);
  const auto replace = Json::error_handler_t::replace;
  // A part of a simulation is one line, so that parts can be put one behind the other.
  if (std::holds_alternative<PartReport>(report)) return json.dump() + (pretty ? "\n" : "");
  return pretty ? json.dump(1, ' ', false, replace) + "\n" : json.dump(-1, ' ', false, replace);
}

Json json_of(const Values& values) {
  // Filled as a list: no two fields have one name, and looking for it would take most of the time.
  Json::object_t object;
  object.reserve(values.size());
  for (const auto& [key, value] : values) {
    object.emplace_back(key, std::visit([](const auto& held) { return Json(held); }, value));
  }
  return Json(std::move(object));
}

Json json_of(const Profile& profile) {
  Json json = json_of(profile.fields);
  if (profile.groups.empty()) return json;
  Json groups = Json::array();
  for (const Values& group : profile.groups) groups.push_back(json_of(group));
  json[profile.group_word] = groups;
  return json;
}

Json json_of(const Origin& origin) {
  if (origin.exact) return {{"name", "exact"}};
  return {{"name", "sim"},
          {"trials", origin.trials},
          {"seed", origin.seed},
          {"confidence", origin.confidence},
          {"partial", origin.partial}};
}

Json json_of(const Distribution& distribution, const Estimate& mean) {
  Json json{{"mean", mean.value}, {"sd", distribution.sd()}, {"pmf", array_of(distribution.pmf())}};
  if (distribution.is_exact()) return json;
  Json half_width = Json::array();
  for (const Estimate& estimate : distribution.estimates()) {
    half_width.push_back(*estimate.half_width);
  }
  json["half_width"] = std::move(half_width);
  json["mean_half_width"] = *mean.half_width;
  return json;
}

Json json_of(const Distribution& distribution) {
  return json_of(distribution, distribution.estimate_mean());
}

Json json_of(const Estimate& estimate, const char* key) {
  if (!estimate.half_width) return estimate.value;
  return {{key, estimate.value}, {"half_width", *estimate.half_width}};
}

Json head(const char* command, const std::string& system) {
  return {{"version", version()}, {"command", command}, {"system", system}};
}

void add_policy(Json& json, const PerSide<bool>& best) {
  Json policies = Json::object();
  for (const Side side : both_sides) {
    if (best[side]) policies[to_string(side)] = "best";
  }
  if (!policies.empty()) json["policy"] = std::move(policies);
}

void add_matchup(Json& json, const Asked& asked) {
  for (const Side side : both_sides) {
    json[to_string(side)] = {{"unit", asked.units[side]},
                             {"profile", json_of(asked.profiles[side])}};
  }
  json["situation"] = json_of(asked.situation);
}

}  // namespace warodds
