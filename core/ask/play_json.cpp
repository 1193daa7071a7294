// JSON of what is asked about one matchup.
#include "core/ask/json.h"

namespace warodds {
namespace {

/// The quantities that were asked for by name, beside everything else.
void add_shown(Json& json, const std::vector<ShownQuantity>& shown) {
  for (const auto& [quantity, number] : shown) {
    json["show"][quantity.text] = json_of(number, "value");
  }
}

/// A table row by row.
template <class Table>
Json rows_of(const Table& table) {
  Json::array_t rows;
  rows.reserve(static_cast<std::size_t>(table.rows()));
  for (Eigen::Index r = 0; r < table.rows(); ++r) {
    Json::array_t row;
    row.reserve(static_cast<std::size_t>(table.cols()));
    for (Eigen::Index c = 0; c < table.cols(); ++c) row.emplace_back(table(r, c));
    rows.emplace_back(std::move(row));
  }
  return Json(std::move(rows));
}

Json json_of(const PayoffEstimate& estimate) {
  return {{"mean", estimate.mean}, {"half_width", estimate.half_width}};
}

Json json_of(const FiguresByGroup& figures) {
  Json json = Json::object();
  for (const auto& [group, count] : figures) json[group] = count;
  return json;
}

/// The decisions on which most depends; CSV has them all.
Json json_of(const std::vector<WhoFalls>& rows) {
  constexpr std::size_t most_listed = 200;
  Json list = Json::array();
  for (const WhoFalls& row : rows) {
    if (list.size() == most_listed) break;
    Json entry{{"side", to_string(row.side)}};
    if (row.rounds_left) entry["rounds_left"] = *row.rounds_left;
    entry["attack"] = row.attack;
    for (const Side side : both_sides) {
      entry[to_string(side)] = {{"left", json_of(row.left[side])}, {"suffers", row.suffered[side]}};
      if (row.damage[side] == 0) continue;
      entry[to_string(side)]["injured"] = row.injured[side];
      entry[to_string(side)]["damage"] = row.damage[side];
    }
    Json falls = Json::array();
    for (const Falls& one : row.falls) {
      Json way{{"figures", json_of(one.figures)}, {"p", one.p}};
      if (one.damage > 0) way["injured"] = one.injured;
      if (one.damage > 0) way["damage"] = one.damage;
      falls.push_back(std::move(way));
    }
    entry["falls"] = std::move(falls);
    entry["met"] = row.met;
    entry["stake"] = row.stake;
    list.push_back(std::move(entry));
  }
  return list;
}

Json json_of(const Verification& verified) {
  Json deviations = Json::array();
  for (const Deviation& deviation : verified.deviations) {
    deviations.push_back({{"side", to_string(deviation.side)},
                          {"choice", deviation.name},
                          {"payoff", json_of(deviation.payoff)},
                          {"better", deviation.better}});
  }
  return {{"trials", verified.best_play.trials},
          {"confidence", 1 - verified.each_level},
          {"best_play", json_of(verified.best_play)},
          {"deviations", std::move(deviations)},
          {"holds", verified.holds}};
}

}  // namespace

Json json_of(const FightAnswer& answer, Side side) {
  const Deals& deals = answer.deals[side];
  Json json = Json::object();
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    if (answer.reports[i].kind != ReportKind::count) continue;
    json[std::string(answer.reports[i].name)] = json_of(deals.reported[i]);
  }
  json["damage"] = json_of(deals.damage);
  json["kills"] = json_of(deals.kills);
  if (!deals.kills_by_group.empty()) {
    Json groups = Json::object();
    for (const auto& [group, kills] : deals.kills_by_group) groups[group] = json_of(kills);
    json["kills_by_group"] = std::move(groups);
  }
  json["destroyed"] = json_of(deals.destroyed, "p");
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    if (answer.reports[i].kind != ReportKind::event) continue;
    json[std::string(answer.reports[i].name)] =
        json_of(deals.reported[i].estimate_at_least(1), "p");
  }
  if (!answer.rate.name.empty()) {
    const auto rate = answer.rate_of(side);
    json[std::string(answer.rate.name)] = rate ? json_of(*rate, "mean") : Json(nullptr);
  }
  return json;
}

Json json_of(const FightReport& report) {
  const FightAnswer& answer = report.answer;
  Json json = head("fight", report.asked.system);
  json["engine"] = json_of(answer.origin);
  add_matchup(json, report.asked);
  json["attacker_deals"] = json_of(answer, Side::attacker);
  json["defender_deals"] = json_of(answer, Side::defender);
  // null: too many cells to print
  json["joint_damage"] = answer.joint_damage ? rows_of(answer.joint_damage->pmf()) : Json(nullptr);
  if (!answer.remarks.empty()) json["remarks"] = answer.remarks;
  add_shown(json, report.shown);
  return json;
}

Json json_of(const BattleReport& report) {
  const BattleAnswer& answer = report.answer;
  Json json = head("battle", report.asked.system);
  json["engine"] = json_of(answer.origin);
  add_matchup(json, report.asked);
  add_policy(json, report.players.best);
  if (!report.asked.bought.empty()) {
    json["budget"] = report.asked.bought.front().budget;
    Json bought = Json::array();
    for (const Purchase& purchase : report.asked.bought) bought.push_back(json_of(purchase));
    json["bought"] = std::move(bought);
  }
  json["win"] = {{"attacker", json_of(answer.win(Side::attacker), "p")},
                 {"defender", json_of(answer.win(Side::defender), "p")},
                 {"both_destroyed", json_of(answer.end(BattleEnd::both_destroyed), "p")},
                 {"undecided", json_of(answer.end(BattleEnd::undecided), "p")},
                 {"ahead",
                  {{"attacker", json_of(answer.is_ahead(Ahead::attacker), "p")},
                   {"defender", json_of(answer.is_ahead(Ahead::defender), "p")},
                   {"even", json_of(answer.is_ahead(Ahead::even), "p")}}}};
  if (answer.can_end_by_retreat) {
    json["win"]["retreated"] = json_of(answer.end(BattleEnd::retreated), "p");
  }
  json["rounds"] = json_of(answer.rounds, answer.mean_rounds);
  if (answer.rounds_cut_off > 0) json["rounds_cut_off"] = answer.rounds_cut_off;
  json["attacker_survivors"] = json_of(answer.survivors.attacker);
  json["defender_survivors"] = json_of(answer.survivors.defender);
  Json rounds = Json::array();
  for (const RoundAnswer& round : answer.by_round) {
    rounds.push_back({{"round", round.round},
                      {"attacker_destroyed", json_of(round.destroyed.attacker, "p")},
                      {"defender_destroyed", json_of(round.destroyed.defender, "p")},
                      {"attacker_mean_left", json_of(round.mean_left.attacker, "mean")},
                      {"defender_mean_left", json_of(round.mean_left.defender, "mean")}});
  }
  json["by_round"] = std::move(rounds);
  if (!answer.remarks.empty()) json["remarks"] = answer.remarks;
  add_shown(json, report.shown);
  return json;
}

Json json_of(const SolveReport& report) {
  const Solution& solution = report.solution;
  Json json = head("solve", report.asked.system);
  json["engine"] = json_of(solution.origin);
  // "attacker" and "defender" are the strategies here, so the units have a place of their own.
  Json units = Json::object();
  for (const Side side : both_sides) {
    units[to_string(side)] = {{"unit", report.asked.units[side]},
                              {"profile", json_of(report.asked.profiles[side])}};
  }
  json["units"] = std::move(units);
  json["situation"] = json_of(report.asked.situation);
  json["payoff"] = report.payoff;
  if (report.is_odds && report.rounds > 0) json["rounds"] = report.rounds;
  Json known = Json::object();
  for (const Side side : both_sides) {
    if (!report.known[side].empty()) known[to_string(side)] = report.known[side];
  }
  if (!known.empty()) json["known"] = std::move(known);
  json["value"] = solution.value();
  json["gap"] = solution.gap();
  json["rows"] = report.names.attacker;
  json["columns"] = report.names.defender;
  json["matrix"] = rows_of(solution.matrix);
  for (const Side side : both_sides) {
    Json played = Json::array();
    for (std::size_t i = 0; i < report.names[side].size(); ++i) {
      const double p = solution.first[side][static_cast<Eigen::Index>(i)];
      if (p <= 0) continue;
      played.push_back(
          {{"choice", report.names[side][i]}, {"p", p}, {"in_words", report.words[side][i]}});
    }
    json[to_string(side)] = std::move(played);
  }
  Json plain = Json::array();
  for (const PlainPlan& plan : solution.plain) {
    plain.push_back({{"side", to_string(plan.side)},
                     {"choice", plan.name},
                     {"against_best", plan.against_best},
                     {"against_answer", plan.against_answer}});
  }
  json["plain"] = std::move(plain);
  if (solution.assignments) {
    json["decisions"] = report.who_falls.size();
    json["policy"] = json_of(report.who_falls);
  }
  if (report.verification) json["verification"] = json_of(*report.verification);
  return json;
}

Json json_of(const ExplainReport& report) {
  Json json = head("explain", report.asked.system);
  add_matchup(json, report.asked);
  Json steps = Json::array();
  for (const ExplanationStep& step : report.asked.why) {
    steps.push_back({{"rule", step.rule}, {"what", step.what}, {"how", step.how}});
  }
  json["steps"] = std::move(steps);
  return json;
}

Json json_of(const CheckReport& report) {
  const Agreement& agreement = report.agreement;
  Json json = head("check", report.asked.system);
  json["engine"] = json_of(agreement.simulation);
  if (report.steps.empty()) {
    add_matchup(json, report.asked);
  } else {
    json["target"] = {{"unit", report.asked.units.defender},
                      {"profile", json_of(report.asked.profiles.defender)}};
    json["situation"] = json_of(report.asked.situation);
    json["steps"] = report.steps;
  }
  Json comparisons = Json::array();
  for (const AgreementTest& test : agreement.tests) {
    Json row{{"side", test.side},       {"quantity", test.quantity}, {"chi_square", test.statistic},
             {"degrees", test.degrees}, {"p_value", test.p_value},   {"agrees", test.agrees}};
    if (test.impossible >= 0) row["impossible"] = test.impossible;
    comparisons.push_back(std::move(row));
  }
  json["comparisons"] = std::move(comparisons);
  json["level"] = agreement.level;
  json["each_level"] = agreement.each_level;
  json["agrees"] = agreement.agrees;
  return json;
}

}  // namespace warodds
