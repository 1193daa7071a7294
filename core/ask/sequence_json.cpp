// JSON of a sequence.
#include "core/ask/json.h"

namespace warodds {
namespace {

Json json_of(const StepAnswer& step, const std::string& unit) {
  return {{"unit", unit},
          {"needed", json_of(step.needed.estimate(1), "p")},
          {"destroyed", json_of(step.destroyed(), "p")},
          {"target_mean_left", json_of(step.left.estimate_mean(), "mean")},
          // null: the step never takes place
          {"deals", step.fight ? json_of(*step.fight, Side::attacker) : Json(nullptr)},
          {"losses", json_of(step.losses)},
          {"lost", json_of(step.lost, "p")}};
}

Json json_of(const RankedOrder& ranked, const std::vector<std::string>& steps) {
  Json names = Json::array();
  for (const std::size_t step : ranked.order) names.push_back(steps[step]);
  return {{"order", std::move(names)},
          {"destroyed", json_of(ranked.destroyed, "p")},
          {"share_lost", json_of(ranked.share_lost, "mean")},
          {"steps", json_of(ranked.steps, "mean")}};
}

}  // namespace

Json json_of(const SequenceReport& report) {
  const SequenceAnswer& answer = report.answer;
  Json json = head("sequence", report.system);
  json["engine"] = json_of(answer.origin);
  json["target"] = {{"unit", report.target}, {"profile", json_of(report.profile)}};
  json["situation"] = json_of(report.situation);
  Json steps = Json::array();
  for (std::size_t i = 0; i < answer.steps.size(); ++i) {
    steps.push_back(json_of(answer.steps[i], report.steps[i]));
  }
  json["steps"] = std::move(steps);
  json["target_survivors"] = json_of(answer.target_survivors);
  json["destroyed"] = json_of(answer.destroyed(), "p");
  if (answer.retreated.value > 0) json["retreated"] = json_of(answer.retreated, "p");
  if (!report.paid.empty()) json[std::string(report.paid)] = report.cost;
  if (!answer.orders.empty()) {
    Json orders = Json::array();
    for (const RankedOrder& ranked : answer.orders) orders.push_back(json_of(ranked, report.steps));
    json["orders"] = std::move(orders);
  }
  if (!answer.remarks.empty()) json["remarks"] = answer.remarks;
  return json;
}

}  // namespace warodds
