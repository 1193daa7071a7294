// JSON of a sequence.
#include "core/ask/json.h"

namespace warodds {
namespace {

void write_step(JsonWriter& json, const StepAnswer& step, const std::string& unit) {
  json.object([&] {
    json.member("unit", unit);
    add(json, "needed", step.needed.estimate(1), "p");
    add(json, "destroyed", step.destroyed(), "p");
    add(json, "target_mean_left", step.left.estimate_mean(), "mean");
    json.member("deals", [&] {
      if (!step.fight) return json.value(nullptr);  // the step never takes place
      json.object([&] { add_deals(json, *step.fight, Side::attacker); });
    });
    add(json, "losses", step.losses);
    add(json, "lost", step.lost, "p");
  });
}

void write_order(JsonWriter& json, const RankedOrder& ranked,
                 const std::vector<std::string>& steps) {
  json.object([&] {
    json.array("order", ranked.order, [&](std::size_t step) { json.value(steps[step]); });
    add(json, "destroyed", ranked.destroyed, "p");
    add(json, "share_lost", ranked.share_lost, "mean");
    add(json, "steps", ranked.steps, "mean");
  });
}

}  // namespace

void write(JsonWriter& json, const SequenceReport& report) {
  const SequenceAnswer& answer = report.answer;
  json.object([&] {
    add_head(json, "sequence", report.system);
    add(json, "engine", answer.origin);
    add_unit(json, "target", report.target, report.stats);
    add(json, "situation", report.situation);
    std::size_t place = 0;
    json.array("steps", answer.steps,
               [&](const StepAnswer& step) { write_step(json, step, report.steps[place++]); });
    add(json, "target_survivors", answer.target_survivors);
    add(json, "destroyed", answer.destroyed(), "p");
    if (answer.retreated.value > 0) add(json, "retreated", answer.retreated, "p");
    if (!report.paid.empty()) json.member(report.paid, report.cost);
    if (!answer.orders.empty()) {
      json.array("orders", answer.orders,
                 [&](const RankedOrder& ranked) { write_order(json, ranked, report.steps); });
    }
    if (!answer.remarks.empty()) json.member("remarks", answer.remarks);
  });
}

}  // namespace warodds
