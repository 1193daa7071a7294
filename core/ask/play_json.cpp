// JSON of what is asked about one matchup.
#include <algorithm>

#include "core/ask/json.h"

namespace warodds {
namespace {

/// The quantities that were asked for by name, beside everything else; each once.
void add_shown(JsonWriter& json, const std::vector<ShownQuantity>& shown) {
  if (shown.empty()) return;
  json.object("show", [&] {
    for (auto one = shown.begin(); one != shown.end(); ++one) {
      const std::string& name = one->quantity.text;
      const auto has_name = [&](const ShownQuantity& of) { return of.quantity.text == name; };
      if (std::none_of(shown.begin(), one, has_name)) add(json, name, one->number, "value");
    }
  });
}

/// A table row by row.
void write_rows(JsonWriter& json, const Array2d<double>& table) {
  json.array(table.to_rows(), [&](const std::vector<double>& row) { json.value(row); });
}

void write_payoff(JsonWriter& json, const PayoffEstimate& estimate) {
  json.object([&] {
    json.member("mean", estimate.mean);
    json.member("half_width", estimate.half_width);
  });
}

void add_figures(JsonWriter& json, const char* key, const FiguresByGroup& figures) {
  json.object(key, [&] {
    for (const auto& [group, count] : figures) json.member(group, count);
  });
}

void write_falls(JsonWriter& json, const Falls& falls) {
  json.object([&] {
    add_figures(json, "figures", falls.figures);
    json.member("p", falls.p);
    if (falls.damage == 0) return;
    json.member("injured", falls.injured);
    json.member("damage", falls.damage);
  });
}

void write_decision(JsonWriter& json, const WhoFalls& row) {
  json.object([&] {
    json.member("side", to_string(row.side));
    if (row.rounds_left) json.member("rounds_left", *row.rounds_left);
    json.member("attack", row.attack);
    for (const Side side : both_sides) {
      json.object(to_string(side), [&] {
        add_figures(json, "left", row.left[side]);
        json.member("suffers", row.suffered[side]);
        if (row.damage[side] == 0) return;
        json.member("injured", row.injured[side]);
        json.member("damage", row.damage[side]);
      });
    }
    json.array("falls", row.falls, [&](const Falls& falls) { write_falls(json, falls); });
    json.member("met", row.met);
    json.member("stake", row.stake);
  });
}

/// The decisions on which most depends; CSV has them all.
void add_decisions(JsonWriter& json, const std::vector<WhoFalls>& rows) {
  constexpr std::size_t most_listed = 200;
  json.member("decisions", rows.size());
  const std::vector<WhoFalls>::const_iterator end =
      rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most_listed));
  json.array("policy", std::vector<WhoFalls>(rows.begin(), end),
             [&](const WhoFalls& row) { write_decision(json, row); });
}

void write_verification(JsonWriter& json, const Verification& verified) {
  const auto add_deviation = [&](const Deviation& deviation) {
    json.member("side", to_string(deviation.side));
    json.member("choice", deviation.name);
    json.member("payoff", [&] { write_payoff(json, deviation.payoff); });
    json.member("better", deviation.better);
  };
  json.object([&] {
    json.member("trials", verified.best_play.trials);
    json.member("confidence", 1 - verified.each_level);
    json.member("best_play", [&] { write_payoff(json, verified.best_play); });
    json.objects("deviations", verified.deviations, add_deviation);
    json.member("holds", verified.holds);
  });
}

void add_win(JsonWriter& json, const BattleAnswer& answer) {
  json.object("win", [&] {
    add(json, "attacker", answer.win(Side::attacker), "p");
    add(json, "defender", answer.win(Side::defender), "p");
    add(json, "both_destroyed", answer.end(BattleEnd::both_destroyed), "p");
    add(json, "undecided", answer.end(BattleEnd::undecided), "p");
    json.object("ahead", [&] {
      add(json, "attacker", answer.is_ahead(Ahead::attacker), "p");
      add(json, "defender", answer.is_ahead(Ahead::defender), "p");
      add(json, "even", answer.is_ahead(Ahead::even), "p");
    });
    if (answer.can_end_by_retreat) add(json, "retreated", answer.end(BattleEnd::retreated), "p");
  });
}

void write_round(JsonWriter& json, const RoundAnswer& round) {
  json.object([&] {
    json.member("round", round.round);
    add(json, "attacker_destroyed", round.destroyed.attacker, "p");
    add(json, "defender_destroyed", round.destroyed.defender, "p");
    add(json, "attacker_mean_left", round.mean_left.attacker, "mean");
    add(json, "defender_mean_left", round.mean_left.defender, "mean");
  });
}

/// The choices that a side makes at the start, with their odds.
void add_strategy(JsonWriter& json, const SolveReport& report, Side side) {
  struct Played {
    std::string choice;
    double p;
    std::string in_words;
  };
  std::vector<Played> played;
  for (std::size_t i = 0; i < report.names[side].size(); ++i) {
    const double p = report.solution.first[side][i];
    if (p > 0) played.push_back({report.names[side][i], p, report.words[side][i]});
  }
  json.objects(to_string(side), played, [&](const Played& one) {
    json.member("choice", one.choice);
    json.member("p", one.p);
    json.member("in_words", one.in_words);
  });
}

}  // namespace

void add_deals(JsonWriter& json, const FightAnswer& answer, Side side) {
  const Deals& deals = answer.deals[side];
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    if (answer.reports[i].kind != ReportKind::count) continue;
    add(json, answer.reports[i].name, deals.reported[i]);
  }
  add(json, "damage", deals.damage);
  add(json, "kills", deals.kills);
  if (!deals.kills_by_group.empty()) {
    json.object("kills_by_group", [&] {
      for (const auto& [group, kills] : deals.kills_by_group) add(json, group, kills);
    });
  }
  add(json, "destroyed", deals.destroyed, "p");
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    if (answer.reports[i].kind != ReportKind::event) continue;
    add(json, answer.reports[i].name, deals.reported[i].estimate_at_least(1), "p");
  }
  if (answer.rate.name.empty()) return;
  json.member(answer.rate.name, [&] {
    const auto rate = answer.rate_of(side);
    rate ? write(json, *rate, "mean") : json.value(nullptr);
  });
}

void write(JsonWriter& json, const FightReport& report) {
  const FightAnswer& answer = report.answer;
  json.object([&] {
    add_head(json, "fight", report.asked.system);
    add(json, "engine", answer.origin);
    add_matchup(json, report.asked);
    json.object("attacker_deals", [&] { add_deals(json, answer, Side::attacker); });
    json.object("defender_deals", [&] { add_deals(json, answer, Side::defender); });
    json.member("joint_damage", [&] {
      if (!answer.joint_damage) return json.value(nullptr);  // too many cells to print
      Array2d<double> probabilities = answer.joint_damage->pmf();
      for (double& p : probabilities.values()) p = std::min(p, 1.0);  // as in json.cpp
      write_rows(json, probabilities);
    });
    if (!answer.remarks.empty()) json.member("remarks", answer.remarks);
    add_shown(json, report.shown);
  });
}

void write(JsonWriter& json, const BattleReport& report) {
  const BattleAnswer& answer = report.answer;
  json.object([&] {
    add_head(json, "battle", report.asked.system);
    add(json, "engine", answer.origin);
    add_matchup(json, report.asked);
    add_policy(json, report.players.best);
    if (!report.asked.bought.empty()) {
      json.member("budget", report.asked.bought.front().budget);
      add_bought(json, report.asked.bought);
    }
    add_win(json, answer);
    json.member("rounds", [&] { write(json, answer.rounds, answer.mean_rounds); });
    if (answer.rounds_cut_off > 0) json.member("rounds_cut_off", answer.rounds_cut_off);
    add(json, "attacker_survivors", answer.survivors.attacker);
    add(json, "defender_survivors", answer.survivors.defender);
    json.array("by_round", answer.by_round,
               [&](const RoundAnswer& round) { write_round(json, round); });
    if (!answer.remarks.empty()) json.member("remarks", answer.remarks);
    add_shown(json, report.shown);
  });
}

void write(JsonWriter& json, const SolveReport& report) {
  const Solution& solution = report.solution;
  const auto add_plain = [&](const PlainPlan& plan) {
    json.member("side", to_string(plan.side));
    json.member("choice", plan.name);
    json.member("against_best", plan.against_best);
    json.member("against_answer", plan.against_answer);
  };
  json.object([&] {
    add_head(json, "solve", report.asked.system);
    add(json, "engine", solution.origin);
    // "attacker" and "defender" are the strategies here, so the units have a place of their own.
    json.object("units", [&] { add_units(json, report.asked); });
    add(json, "situation", report.asked.situation);
    json.member("payoff", report.payoff);
    if (report.is_odds && report.rounds > 0) json.member("rounds", report.rounds);
    const PerSide<std::string>& known = report.known;
    if (!known.attacker.empty() || !known.defender.empty()) {
      json.object("known", [&] {
        for (const Side side : both_sides) {
          if (!known[side].empty()) json.member(to_string(side), known[side]);
        }
      });
    }
    json.member("value", solution.value());
    json.member("gap", solution.gap());
    json.member("rows", report.names.attacker);
    json.member("columns", report.names.defender);
    json.member("matrix", [&] { write_rows(json, solution.matrix); });
    for (const Side side : both_sides) add_strategy(json, report, side);
    json.objects("plain", solution.plain, add_plain);
    if (solution.assignments) add_decisions(json, report.who_falls);
    if (report.verification) {
      json.member("verification", [&] { write_verification(json, *report.verification); });
    }
  });
}

void write(JsonWriter& json, const ExplainReport& report) {
  json.object([&] {
    add_head(json, "explain", report.asked.system);
    add_matchup(json, report.asked);
    json.objects("steps", report.asked.why, [&](const ExplanationStep& step) {
      json.member("rule", step.rule);
      json.member("what", step.what);
      json.member("how", step.how);
    });
  });
}

void write(JsonWriter& json, const CheckReport& report) {
  const Agreement& agreement = report.agreement;
  const auto add_test = [&](const AgreementTest& test) {
    json.member("side", test.side);
    json.member("quantity", test.quantity);
    json.member("chi_square", test.statistic);
    json.member("degrees", test.degrees);
    json.member("p_value", test.p_value);
    json.member("agrees", test.agrees);
    if (test.impossible >= 0) json.member("impossible", test.impossible);
  };
  json.object([&] {
    add_head(json, "check", report.asked.system);
    add(json, "engine", agreement.simulation);
    if (report.steps.empty()) {
      add_matchup(json, report.asked);
    } else {
      add_unit(json, "target", report.asked.units.defender, report.asked.stats.defender);
      add(json, "situation", report.asked.situation);
      json.member("steps", report.steps);
    }
    json.objects("comparisons", agreement.tests, add_test);
    json.member("level", agreement.level);
    json.member("each_level", agreement.each_level);
    json.member("agrees", agreement.agrees);
  });
}

}  // namespace warodds
