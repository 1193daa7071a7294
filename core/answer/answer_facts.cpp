#include "core/answer/answer_facts.h"

#include <cstddef>

namespace warodds {
namespace {

constexpr std::string_view probability = "probability";

}  // namespace

void state_deals(Facts& facts, const FightAnswer& answer, Side side, std::string_view destroys) {
  const Deals& deals = answer.deals[side];
  const auto reported = [&](ReportKind kind, const auto& state) {
    for (std::size_t i = 0; i < answer.reports.size(); ++i) {
      if (answer.reports[i].kind == kind) state(answer.reports[i], deals.reported[i]);
    }
  };
  const auto count = [&](std::string_view name, std::string_view label, const Distribution& of) {
    facts.member(name, of, {.label = label});
  };
  const auto odds = [&](std::string_view name, std::string_view label, const Estimate& p) {
    Naming naming{.statistic = probability, .label = label};
    if (name == "destroyed") naming.csv = destroys;
    facts.member(name, p, naming);
  };

  reported(ReportKind::count, [&](const ReportSpec& report, const Distribution& of) {
    count(report.name, report.label, of);
  });
  count("damage", "damage", deals.damage);
  count("kills", "kills", deals.kills);
  // For people, one group alone says no more than the whole.
  if (deals.kills_by_group.size() > (facts.is_for(Form::text) ? 1U : 0U)) {
    facts.object("kills_by_group",
                 [&] {
                   for (const auto& [group, kills] : deals.kills_by_group) {
                     facts.member(group, kills,
                                  {.csv = "kills", .group = group, .label = "  of {}"});
                   }
                 },
                 {.is_map = true});
  }
  odds("destroyed", "destroys {}", deals.destroyed);
  reported(ReportKind::event, [&](const ReportSpec& report, const Distribution& of) {
    odds(report.name, report.label, of.estimate_at_least(1));
  });
  if (answer.rate.name.empty()) return;
  facts.member(answer.rate.name, answer.rate_of(side),
               {.statistic = "mean", .label = answer.rate.label, .word = "mean"});
}

void state_unit(Facts& facts, const UnitAnswer& unit, Side side) {
  const auto of_unit = [&](std::string_view statistic = {}, std::string_view word = "p") {
    return Naming{.statistic = statistic, .of = to_string(side), .unit = unit.name, .word = word};
  };
  const auto shown = [](Naming naming, std::string_view label, Shows as = Shows::number) {
    naming.label = label;
    naming.as = as;
    return naming;
  };
  const auto after = [&](std::string_view what, std::string_view word) {
    return Naming{.csv = what,
                  .statistic = "after_round",
                  .of = to_string(side),
                  .unit = unit.name,
                  .word = word};
  };
  facts.member("unit", unit.name, {.label = "unit", .only = Form::not_csv});
  facts.member("side", side == Side::attacker ? "A" : "B", {.label = "side", .only = Form::text});
  facts.member("destroyed", unit.destroyed,
               shown(of_unit(probability), "gone", Shows::percent_alone));
  facts.member("survivors", unit.survivors, shown(of_unit(), "left"));
  facts.member("mean_hit_points_left", unit.mean_hit_points,
               shown(of_unit("mean", "mean"), "hit points"));
  facts.member_if_any("left_if_wins", unit.left_if_wins, shown(of_unit(), "if it wins"));
  facts.member_if_any("part", unit.part, shown(of_unit("mean", "value"), "part, %", Shows::change));
  facts.member_if_any("shapley", unit.shapley, {.statistic = "mean"});
  int round = 0;
  facts.array("by_round", unit.by_round, [&](const UnitRoundAnswer& now) {
    facts.object([&] {
      facts.member("round", ++round, {.csv = "k", .column = true});
      facts.member("destroyed", now.destroyed, after("destroyed", "p"));
      facts.member("mean_left", now.mean_left, after("left", "mean"));
      facts.member("mean_hit_points_left", now.mean_hit_points, after("hit_points_left", "mean"));
    });
  });
}

void state_points(Facts& facts, const PointsAnswer& points, bool of_sequence) {
  const auto of_side = [&](std::string_view name, Side side, const PerSide<std::string_view>& own) {
    return of_sequence ? Naming{.csv = own[side]} : Naming{.csv = name, .of = to_string(side)};
  };
  facts.object("points_lost", [&] {
    for (const Side side : both_sides) {
      facts.member(to_string(side), points.lost[side],
                   of_side("points_lost", side, {"attacker_points_lost", "defender_points_lost"}));
    }
  });
  if (points.swing) facts.member("swing", *points.swing);
  if (!points.destroyed_per_point(Side::attacker)) return;
  facts.object("destroyed_per_point", [&] {
    for (const Side side : both_sides) {
      Naming naming = of_side("destroyed_per_point", side,
                              {"attacker_destroyed_per_point", "defender_destroyed_per_point"});
      naming.statistic = naming.word = "mean";
      facts.member(to_string(side), points.destroyed_per_point(side), naming);
    }
  });
}

void state_ends(Facts& facts, const BattleAnswer& answer) {
  const auto odds = [&](std::string_view key, const Estimate& p, std::string_view csv = {},
                        std::string_view of = {}) {
    facts.member(key, p, {.csv = csv, .statistic = probability, .of = of});
  };
  facts.object("win", [&] {
    for (const Side side : both_sides) {
      odds(to_string(side), answer.win(side), "win", to_string(side));
    }
    odds("both_destroyed", answer.end(BattleEnd::both_destroyed));
    odds("undecided", answer.end(BattleEnd::undecided));
    facts.object("ahead", [&] {
      odds("attacker", answer.is_ahead(Ahead::attacker), "ahead", "attacker");
      odds("defender", answer.is_ahead(Ahead::defender), "ahead", "defender");
      odds("even", answer.is_ahead(Ahead::even));
    });
    if (answer.can_end_by_retreat) odds("retreated", answer.end(BattleEnd::retreated));
  });
}

void state_outcome(Facts& facts, const BattleAnswer& answer) {
  state_ends(facts, answer);
  facts.member("rounds", Law{&answer.rounds, &answer.mean_rounds});
  if (answer.rounds_cut_off > 0) facts.member("rounds_cut_off", answer.rounds_cut_off);
  for (const Side side : both_sides) {
    const Naming naming{.csv = "survivors", .of = to_string(side)};
    facts.member(side == Side::attacker ? "attacker_survivors" : "defender_survivors",
                 answer.survivors[side], naming);
  }
  if (answer.points) state_points(facts, *answer.points);
  if (answer.units.attacker.empty()) return;
  for (const Side side : both_sides) {
    facts.array(side == Side::attacker ? "attacker_units" : "defender_units", answer.units[side],
                [&](const UnitAnswer& unit) {
                  facts.object([&] { state_unit(facts, unit, side); },
                               {.csv = "", .of = to_string(side), .unit = unit.name});
                },
                {.csv = ""});
  }
}

}  // namespace warodds
