#include "core/answer/answer_facts.h"

#include <cstddef>

#include "core/answer/quantity.h"

namespace warodds {
namespace {

constexpr std::string_view probability = "probability";

/// Of a side: asked for as SIDE.NAME.
Naming quantity_of_side(std::string_view name, std::string_view label, std::string_view meaning) {
  return {.label = label, .quantity = name, .meaning = meaning, .by_side = true};
}

}  // namespace

void state_deals(Facts& facts, const FightAnswer& answer, Side side, std::string_view destroys) {
  const Deals& deals = answer.deals[side];
  const auto reported = [&](ReportKind kind, const auto& state) {
    for (std::size_t i = 0; i < answer.reports.size(); ++i) {
      if (answer.reports[i].kind == kind) state(answer.reports[i], deals.reported[i]);
    }
  };
  const auto count = [&](std::string_view name, std::string_view label, const Distribution& of) {
    facts.member(name, of, quantity_of_side(name, label, name));
  };
  const auto odds = [&](std::string_view name, std::string_view label, const Estimate& p,
                        std::string_view does) {
    Naming naming = quantity_of_side(name, label, does);
    naming.statistic = probability;
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
                     Naming naming = quantity_of_side("kills", "  of {}", "kills");
                     naming.csv = "kills";
                     naming.group = group;
                     facts.member(group, kills, naming);
                   }
                 },
                 {.is_map = true});
  }
  odds("destroyed", "destroys {}", deals.destroyed, "destroys its target");
  reported(ReportKind::event, [&](const ReportSpec& report, const Distribution& of) {
    odds(report.name, report.label, of.estimate_at_least(1), report.label);
  });
  if (answer.rate.name.empty()) return;
  Naming naming = quantity_of_side(answer.rate.name, answer.rate.label, answer.rate.label);
  naming.statistic = naming.word = "mean";
  facts.member(answer.rate.name, answer.rate_of(side), naming);
}

namespace {

void state_unit(Facts& facts, const UnitAnswer& unit, Side side) {
  const auto of_unit = [&](std::string_view name, std::string_view meaning,
                           std::string_view statistic = {}, std::string_view word = "p") {
    Naming naming = quantity_of_side(name, {}, meaning);
    naming.statistic = statistic;
    naming.of = to_string(side);
    naming.unit = unit.name;
    naming.word = word;
    return naming;
  };
  const auto after = [&](std::string_view what, std::string_view word) {
    return Naming{.csv = what,
                  .statistic = "after_round",
                  .of = to_string(side),
                  .unit = unit.name,
                  .word = word};
  };
  facts.member("unit", unit.name, {.only = Form::json});
  facts.member("destroyed", unit.destroyed, of_unit("destroyed", "is destroyed", probability));
  facts.member("survivors", unit.survivors, of_unit("survivors", "its figures left"));
  facts.member("mean_hit_points_left", unit.mean_hit_points,
               of_unit("hit-points-left", "mean hit points left of the unit", "mean", "mean"));
  if (unit.left_if_wins) {
    Naming naming = of_unit("", "");
    naming.csv = "left_if_wins";
    facts.member("left_if_wins", *unit.left_if_wins, naming);
  }
  if (unit.part) {
    facts.member(
        "part", *unit.part,
        of_unit("part", "odds that its side wins, less those without it", "mean", "value"));
  }
  if (unit.shapley) facts.member("shapley", *unit.shapley, {.statistic = "mean"});
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

}  // namespace

void state_points(Facts& facts, const PointsAnswer& points, bool of_sequence) {
  const auto put = [&](Naming& naming, Side side, std::string_view name,
                       const PerSide<std::string_view>& with_side) {
    naming.csv = of_sequence ? with_side[side] : name;
    if (!of_sequence) naming.of = to_string(side);
  };
  // A quantity without a statistic is the mean.
  const auto mean_by_name = [&](const Estimate& mean, Naming naming) {
    naming.statistic = "mean";
    naming.only = Form::name;
    facts.member("mean", mean, naming);
  };
  facts.object("points_lost", [&] {
    for (const Side side : both_sides) {
      Naming naming = quantity_of_side("points-lost", "points lost by {}", "points lost");
      put(naming, side, "points_lost", {"attacker_points_lost", "defender_points_lost"});
      facts.member(to_string(side), points.lost[side], naming);
      mean_by_name(points.lost[side].mean(), naming);
    }
  });
  if (points.swing) {
    Naming naming{.label = "swing", .quantity = "swing", .meaning = "the swing"};
    facts.member("swing", *points.swing, naming);
    naming.meaning = "what the defender loses less the attacker";
    mean_by_name(points.swing->mean(), naming);
  }
  if (!points.destroyed_per_point(Side::attacker) && !facts.is_for(Form::name)) return;
  facts.object("destroyed_per_point", [&] {
    for (const Side side : both_sides) {
      Naming naming = quantity_of_side("destroyed-per-point", "destroyed per point by {}",
                                       "points destroyed for each that the side costs");
      put(naming, side, "destroyed_per_point",
          {"attacker_destroyed_per_point", "defender_destroyed_per_point"});
      naming.statistic = naming.word = "mean";
      facts.member(to_string(side), points.destroyed_per_point(side), naming);
    }
  });
}

void state_ends(Facts& facts, const BattleAnswer& answer) {
  const Estimate win = answer.win(Side::attacker);
  const Estimate lose = answer.win(Side::defender);
  const auto odds = [&](std::string_view key, const Estimate& p, Naming naming) {
    naming.statistic = probability;
    facts.member(key, p, naming);
  };
  const auto only_by_name = [&](std::string_view name, const Estimate& p,
                                std::string_view meaning) {
    odds(name, p, {.quantity = name, .meaning = meaning, .only = Form::name});
  };
  facts.object("win", [&] {
    odds("attacker", win,
         {.csv = "win",
          .of = "attacker",
          .label = "{} wins",
          .quantity = "win",
          .meaning = "probability that the attacker wins"});
    odds("defender", lose,
         {.csv = "win",
          .of = "defender",
          .label = "{} wins",
          .quantity = "lose",
          .meaning = "probability that the defender wins"});
    only_by_name("draw", answer.draw(), "probability that neither wins");
    only_by_name("odds", odds_of_beating(win, lose), "odds of winning, draws counting half");
    odds("both_destroyed", answer.end(BattleEnd::both_destroyed),
         {.label = "both destroyed",
          .quantity = "both_destroyed",
          .meaning = "probability that both are destroyed or break"});
    odds("undecided", answer.end(BattleEnd::undecided),
         {.label = "undecided",
          .quantity = "undecided",
          .meaning = "probability that both still stand"});
    facts.object("ahead", [&] {
      odds("attacker", answer.is_ahead(Ahead::attacker),
           {.csv = "ahead",
            .of = "attacker",
            .label = "  {} ahead",
            .quantity = "ahead",
            .meaning = "undecided; more of the attacker is left"});
      odds("defender", answer.is_ahead(Ahead::defender),
           {.csv = "ahead",
            .of = "defender",
            .label = "  {} ahead",
            .quantity = "behind",
            .meaning = "undecided; more of the defender is left"});
      odds(
          "even", answer.is_ahead(Ahead::even),
          {.label = "  even", .quantity = "even", .meaning = "undecided; as much is left of both"});
    });
    if (!answer.can_end_by_retreat) return;
    odds("retreated", answer.end(BattleEnd::retreated),
         {.label = "retreated",
          .quantity = "retreated",
          .meaning = "probability that a side has moved away"});
  });
}

void state_outcome(Facts& facts, const BattleAnswer& answer) {
  state_ends(facts, answer);
  facts.member("rounds", Law{&answer.rounds, &answer.mean_rounds},
               {.label = "rounds", .quantity = "rounds", .meaning = "rounds"});
  if (answer.rounds_cut_off > 0) facts.member("rounds_cut_off", answer.rounds_cut_off);
  for (const Side side : both_sides) {
    Naming naming = quantity_of_side("survivors", "left of {}", "figures left");
    naming.csv = "survivors";
    naming.of = to_string(side);
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
