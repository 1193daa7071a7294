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
    facts.object("kills_by_group", [&] {
      for (const auto& [group, kills] : deals.kills_by_group) {
        Naming naming = quantity_of_side("kills", "  of {}", "kills");
        naming.csv = "kills";
        naming.group = group;
        facts.member(group, kills, naming);
      }
    });
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

void state_outcome(Facts& facts, const BattleAnswer& answer) {
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
          .meaning = "probability that both are destroyed"});
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
}

}  // namespace warodds
