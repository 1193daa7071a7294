// JSON for programs: full precision, keys as documented in the README.
#include "cli/json.h"
#include "cli/report.h"
#include "cli/version.h"

namespace warodds::cli {
namespace {

Json to_json(const SideAnswer& deals) {
  Json json = Json::object();
  for (const Series* series : deals.series()) json[series->name] = to_json(*series);
  json["destroyed"] = to_json(deals.destroyed, "p");
  if (deals.knockback) json["knockback"] = to_json(*deals.knockback, "p");
  if (deals.damage_per_order_point) {
    json["damage_per_order_point"] = to_json(*deals.damage_per_order_point, "mean");
  }
  return json;
}

}  // namespace

std::string fight_json(const Question& question, const Answer& answer) {
  Json json = header("fight", question);
  json["engine"] = to_json(answer.engine);
  add_matchup(json, question);
  json["attacker_deals"] = to_json(answer.deals.attacker);
  json["defender_deals"] = to_json(answer.deals.defender);
  if (answer.joint_damage) {
    Json rows = Json::array();
    for (Eigen::Index r = 0; r < answer.joint_damage->rows(); ++r) {
      Json row = Json::array();
      for (Eigen::Index c = 0; c < answer.joint_damage->cols(); ++c) {
        row.push_back((*answer.joint_damage)(r, c));
      }
      rows.push_back(std::move(row));
    }
    json["joint_damage"] = std::move(rows);
  } else {
    json["joint_damage"] = nullptr;  // too many cells to print
  }
  if (!answer.remarks.empty()) json["remarks"] = answer.remarks;
  return write(json);
}

std::string explain_json(const Question& question) {
  Json json = header("explain", question);
  add_matchup(json, question);
  Json steps = Json::array();
  for (const ExplanationStep& step : question.why) {
    steps.push_back({{"rule", step.rule}, {"what", step.what}, {"how", step.how}});
  }
  json["steps"] = std::move(steps);
  return write(json);
}

std::string check_json(const Question& question, const Check& check) {
  Json json = header("check", question);
  json["engine"] = to_json(check.simulation);
  add_matchup(json, question);
  Json comparisons = Json::array();
  for (const Comparison& one : check.comparisons) {
    Json row{{"side", one.side},       {"quantity", one.quantity}, {"chi_square", one.statistic},
             {"degrees", one.degrees}, {"p_value", one.p_value},   {"agrees", one.agrees}};
    if (one.impossible >= 0) row["impossible"] = one.impossible;
    comparisons.push_back(std::move(row));
  }
  json["comparisons"] = std::move(comparisons);
  json["level"] = check.level;
  json["each_level"] = check.each_level;
  json["agrees"] = check.agrees;
  return write(json);
}

std::string systems_json(const std::vector<SystemRow>& systems) {
  Json json{{"version", program_version}, {"command", "systems"}};
  Json list = Json::array();
  for (const SystemRow& system : systems) {
    Json fields = Json::array();
    for (const FieldRow& field : system.fields) {
      fields.push_back({{"of", field.kind},
                        {"name", field.name},
                        {"meaning", field.meaning},
                        {"unit", field.unit},
                        {"allowed", field.allowed},
                        {"default", field.fallback}});
    }
    list.push_back({{"name", system.name}, {"title", system.title}, {"fields", std::move(fields)}});
  }
  json["systems"] = std::move(list);
  return write(json);
}

std::string units_json(const UnitList& list) {
  Json json{{"version", program_version}, {"command", "units"}, {"system", list.system}};
  Json units = Json::array();
  for (const ListedUnit& unit : list.units) {
    units.push_back({{"unit", unit.name}, {"note", unit.note}, {"profile", to_json(unit.profile)}});
  }
  json["units"] = std::move(units);
  return write(json);
}

}  // namespace warodds::cli
