// What is said of fights, battles and sequences.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "core/answer/told.h"
#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/matchup_question.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

constexpr std::string_view probability = "probability", after_round = "after_round";

/// The groups of the figures of which it is told how many fall.
std::vector<std::string> groups_of(const Answer& answer, Side side, int step) {
  std::vector<std::string> groups;
  for (const OutcomeLaw& law : answer.told) {
    const auto* const fact = std::get_if<OutcomeFact>(&law.asked().columns.front());
    const bool is_of_group = fact != nullptr && fact->kind == Kind::kills && fact->side == side &&
                             fact->step == step && !fact->group.empty();
    if (is_of_group) groups.push_back(fact->group);
  }
  return groups;
}

}  // namespace

void state_deals(Facts& facts, const Answer& answer, Side side, int step) {
  const bool of_fight = step == OutcomeFact::no_step;
  const auto law = [&](Kind kind, std::string_view name = {},
                       std::string_view group = {}) -> const OutcomeLaw& {
    return answer.law({kind, side, std::string(name), std::string(group), step});
  };
  const auto count = [&](std::string_view name, std::string_view label, const OutcomeLaw& of) {
    facts.member(name, *of.of(), {.label = label});
  };
  const auto reported = [&](ReportKind kind, const auto& state) {
    for (const ReportSpec& report : answer.reports) {
      if (report.kind == kind) state(report, law(Kind::report, report.name));
    }
  };
  reported(ReportKind::count, [&](const ReportSpec& report, const OutcomeLaw& of) {
    count(report.name, report.label, of);
  });
  count("damage", "damage", law(Kind::damage));
  count("kills", "kills", law(Kind::kills));
  // For people, one group alone says no more than the whole.
  const std::vector<std::string> groups = groups_of(answer, side, step);
  if (groups.size() > (facts.is_for(Form::text) ? 1U : 0U)) {
    facts.object("kills_by_group",
                 [&] {
                   for (const std::string& group : groups) {
                     facts.member(group, *law(Kind::kills, "", group).of(),
                                  {.csv = "kills", .group = group, .label = "  of {}"});
                   }
                 },
                 {.is_map = true});
  }
  facts.member("destroyed",
               of_fight ? law(Kind::destroys).probability()
                        : answer.probability({Kind::destroyed, Side::defender, {}, {}, step}),
               {.csv = of_fight ? "destroyed" : "destroys",
                .statistic = probability,
                .label = "destroys {}"});
  reported(ReportKind::event, [&](const ReportSpec& report, const OutcomeLaw& of) {
    facts.member(report.name, of.of()->estimate_at_least(1),
                 {.statistic = probability, .label = report.label});
  });
  if (answer.rate.name.empty()) return;
  const std::size_t place = of_fight ? 0 : static_cast<std::size_t>(step) - 1;
  facts.member(answer.rate.name,
               answer.rate_of(side, law(Kind::damage).of()->estimate_mean(), place),
               {.statistic = "mean", .label = answer.rate.label, .word = "mean"});
}

void state_unit(Facts& facts, const Answer& answer, const UnitAnswer& unit, Side side) {
  const Distribution survivors = answer.of({Kind::survivors, side, {}, unit.name});
  const Distribution hit_points = answer.of({Kind::hit_points, side, {}, unit.name});
  facts.member("unit", unit.name, {.label = "unit", .only = Form::not_csv});
  facts.member("side", side == Side::attacker ? "A" : "B", {.label = "side", .only = Form::text});
  facts.member("destroyed", survivors.estimate(0),
               {.statistic = probability, .label = "gone", .as = Shows::percent_alone});
  facts.member("survivors", survivors, {.label = "left", .as = Shows::number});
  facts.member("mean_hit_points_left", hit_points.estimate_mean(),
               {.statistic = "mean", .label = "hit points", .as = Shows::number, .word = "mean"});
  facts.member_if_any("left_if_wins", left_if_wins(answer, side, unit.name),
                      {.label = "if it wins", .as = Shows::number});
  facts.member_if_any(
      "part", unit.part,
      {.statistic = "mean", .label = "part, %", .as = Shows::change, .word = "value"});
  facts.member_if_any("shapley", unit.shapley, {.statistic = "mean"});
  int round = 0;
  facts.array("by_round", unit.by_round, [&](const UnitRoundAnswer& now) {
    facts.object([&] {
      facts.member("round", ++round, {.csv = "k", .column = true});
      facts.member("destroyed", now.destroyed, {.statistic = after_round});
      facts.member("mean_left", now.mean_left,
                   {.csv = "left", .statistic = after_round, .word = "mean"});
      facts.member("mean_hit_points_left", now.mean_hit_points,
                   {.csv = "hit_points_left", .statistic = after_round, .word = "mean"});
    });
  });
}

void state_points(Facts& facts, const PointsLostAnswer& points, const PerSide<std::string>& labels,
                  bool of_sequence) {
  const auto state_sides = [&](std::string_view name, const auto& state_side) {
    facts.object(name, [&] {
      for (const Side side : both_sides) {
        const std::string own = fmt::format("{}_{}", to_string(side), name);
        state_side(side,
                   of_sequence ? Naming{.csv = own} : Naming{.csv = name, .of = to_string(side)});
      }
    });
  };
  state_sides("points_lost", [&](Side side, Naming naming) {
    const std::string label = "lost by " + text::in_label(text::shorten(labels[side], 14));
    naming.label = label;
    facts.member(to_string(side), points.lost[side], naming);
  });
  if (points.swing) facts.member("swing", *points.swing, {.label = "swing"});
  if (!points.destroyed_per_point(Side::attacker)) return;
  state_sides("destroyed_per_point", [&](Side side, Naming naming) {
    naming.statistic = naming.word = "mean";
    facts.member(to_string(side), points.destroyed_per_point(side), naming);
  });
}

namespace {

/// How a battle ends, and who is ahead where it is undecided: an object.
void state_ends(Facts& facts, const Answer& answer) {
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

/// CSV tells the odds apart from those of the battle by a name of their own.
void state_best_of_battle(Facts& facts, const Answer& answer) {
  const bool is_cut = answer.origin.partial;
  const int rounds = answer.rounds.max();
  if (!facts.is_for(Form::csv)) {
    state_ends(facts, answer);
    if (is_cut) return facts.member("rounds", rounds, only_json);
    return facts.member("rounds", nullptr, only_json);
  }
  for (const Side side : both_sides) {
    facts.member("best_win", answer.win(side), {.statistic = probability, .of = to_string(side)});
  }
  const auto also = [&](std::string_view key, BattleEnd end) {
    facts.member(key, answer.end(end), {.statistic = probability});
  };
  also("best_both_destroyed", BattleEnd::both_destroyed);
  also("best_undecided", BattleEnd::undecided);
  if (answer.can_end_by_retreat) also("best_retreated", BattleEnd::retreated);
  if (is_cut) facts.member("best_rounds", rounds, {.statistic = "value"});
}

void state_best(Facts& facts, const std::optional<BestPlay>& best) {
  if (!best) return facts.member("best", nullptr, only_json);
  if (best->battle && facts.is_for(Form::csv)) state_best_of_battle(facts, *best->battle);
  facts.object("best", [&] {
    if (!best->battle) {
      facts.member(best->payoff, best->worth);
      facts.member_if_any("with", best->settings, only_json);
    } else if (!facts.is_for(Form::csv)) {
      state_best_of_battle(facts, *best->battle);
    }
    state_policy(facts, best->who);
  });
}

/// What best play of several is worth, and each way to begin.
void state_beginning(Facts& facts, const PlayReport& report) {
  const BestBeginning& best = *report.answer.best;
  facts.member_if_any("payoff", report.payoff);
  facts.member("value", Estimate{best.value},
               {.statistic = report.payoff.empty() ? probability : "mean"});
  state_leavings(facts, report.asked, report.answer.leavings);
  if (best.choices.empty()) return;
  facts.object("first", [&] {
    facts.member("side", to_string(best.side));
    facts.member("unit", best.choices[best.best].unit);
    facts.member("target", best.choices[best.best].target);
    facts.objects(
        "decisions", best.choices,
        [&](const FirstChoice& one) {
          facts.member("unit", one.unit, only_json);
          facts.member("target", one.target, only_json);
          facts.member("value", one.value, only_json);
        },
        only_json);
  });
}

void state_condition(Facts& facts, const std::optional<Condition>& condition) {
  if (!condition) return;
  facts.object("given", [&] {
    facts.member("event", condition->event.text());
    facts.member("p", condition->p, {.statistic = probability, .word = ""});
    if (condition->p.half_width) facts.member("trials", condition->trials, {.statistic = "sum"});
  });
}

void state_joint(Facts& facts, const std::optional<JointOfFacts>& joint) {
  if (!joint) return;
  facts.object("joint", [&] {
    facts.member("rows", joint->rows, only_json);
    facts.member("columns", joint->columns, only_json);
    JointLaw law{&joint->law.pmf(), joint->columns};
    if (!joint->row_values.empty()) {
      facts.member("row_values", joint->row_values, only_json);
      law.row_values = &joint->row_values;
    }
    if (!joint->column_values.empty()) {
      facts.member("column_values", joint->column_values, only_json);
      law.column_values = &joint->column_values;
    }
    facts.member("pmf", law, {.csv = joint->rows, .statistic = probability});
  });
}

/// What has happened, among all that could have.
void state_luck(Facts& facts, const std::optional<LuckOfOutcome>& luck) {
  if (!luck) return;
  auto next = luck->observed.begin();
  facts.objects("observed", luck->facts, [&](const Luck& one) {
    const auto side = (next++)->gains;
    state_luck(facts, one, side ? to_string(*side) : "both");
  });
  if (!luck->sum) return;
  facts.object("observed_sum", [&] {
    facts.member("of", luck->words_of_sum());
    state_luck(facts, *luck->sum, "attacker");
  });
}

}  // namespace

void state_shown(Facts& facts, const std::vector<ShownQuantity>& shown, std::string_view of_all) {
  if (shown.empty()) return;
  facts.object("show",
               [&] {
                 for (auto one = shown.begin(); one != shown.end(); ++one) {
                   const Quantity& quantity = one->quantity;
                   const bool again = std::any_of(shown.begin(), one, [&](const ShownQuantity& of) {
                     return of.quantity.text == quantity.text;
                   });
                   facts.member(quantity.text, one->number,
                                {.statistic = "value",
                                 .of = quantity.side() ? to_string(*quantity.side()) : of_all,
                                 .only = again ? Form::csv : Form::any,
                                 .word = "value"});
                 }
               },
               {.is_map = true, .is_asked = true});
}

void state_round(Facts& facts, const RoundAnswer& round, const PerSide<std::string>& labels) {
  const auto state_destroyed = [&](Side side) {
    const std::string label = text::shorten(labels[side], 14) + " gone";
    facts.member(fmt::format("{}_destroyed", to_string(side)), round.destroyed[side],
                 {.csv = "destroyed",
                  .statistic = after_round,
                  .of = to_string(side),
                  .label = label,
                  .as = Shows::percent_alone});
  };
  const auto state_left = [&](Side side) {
    facts.member(fmt::format("{}_mean_left", to_string(side)), round.mean_left[side],
                 {.csv = "left",
                  .statistic = after_round,
                  .of = to_string(side),
                  .label = side == Side::attacker ? "A left" : "B left",
                  .as = Shows::number,
                  .word = "mean"});
  };
  facts.member("round", round.round,
               {.csv = "k", .label = "after round", .as = Shows::count, .column = true});
  // In CSV the rows of a side stand together.
  const bool by_side = facts.is_for(Form::csv);
  for (const Side side : both_sides) {
    state_destroyed(side);
    if (by_side) state_left(side);
  }
  for (const Side side : both_sides) {
    if (!by_side) state_left(side);
  }
}

void state_luck(Facts& facts, const Luck& luck, std::string_view of) {
  const auto state_one = [&](std::string_view key, const auto& value, std::string_view label,
                             Shows as) {
    facts.member(key, value,
                 {.csv = of.empty() ? key : luck.fact,
                  .statistic = key,
                  .of = of,
                  .label = label,
                  .as = as,
                  .word = ""});
  };
  facts.member("fact", luck.fact, {.label = "what happened", .only = Form::not_csv});
  state_one("happened", luck.happened, "happened", Shows::counted);
  state_one("expected", luck.expected, "expected", Shows::mean_alone);
  state_one("difference", luck.difference(), "difference", Shows::deviation);
  state_one("sd", luck.sd, "", Shows::number);
  state_one("at_most", luck.at_most, "so low", Shows::percent_alone);
  state_one("at_least", luck.at_least, "so high", Shows::percent_alone);
  state_one("percentile", luck.percentile, "percentile", Shows::percent_alone);
}

namespace {

/// What the table of steps has for people, where there is anything to say.
struct StepColumns {
  bool takes_place;  ///< where the rules may not allow a step that is needed
  bool losses;
};

/// `step`: counted from 1.
void state_step(Facts& facts, const Answer& answer, int step, const std::string& unit,
                const StepColumns& shown) {
  const auto odds = [](std::string_view label) {
    return Naming{.statistic = probability, .label = label, .as = Shows::percent_alone};
  };
  const auto of_step = [&](Kind kind, Side side = Side::attacker) -> const OutcomeLaw& {
    return answer.law({kind, side, {}, {}, step});
  };
  const Estimate takes_place = of_step(Kind::takes_place).odds();
  const Distribution left = *of_step(Kind::survivors, Side::defender).of();
  facts.member("unit", unit, {.label = "step", .only = Form::not_csv});
  facts.member("needed", of_step(Kind::needed).odds(), odds("needed"));
  facts.member("takes_place", takes_place, odds(shown.takes_place ? "takes place" : ""));
  if (takes_place.value > 0) {
    facts.member("damage", of_step(Kind::damage).of()->estimate_mean(),
                 for_people("damage", Shows::number));
  }
  facts.member("destroyed", left.estimate(0), odds("gone then"));
  facts.member("target_mean_left", left.estimate_mean(),
               {.csv = "target_left",
                .statistic = "mean",
                .label = "left",
                .as = Shows::number,
                .word = "mean"});
  if (takes_place.value > 0) {
    facts.object("deals", [&] { state_deals(facts, answer, Side::attacker, step); });
  } else {
    facts.member("deals", nullptr, only_json);  // the step never takes place
  }
  facts.member("losses", *of_step(Kind::kills, Side::defender).of(),
               {.label = shown.losses ? "loses" : "", .as = Shows::number});
  facts.member("lost", of_step(Kind::destroyed).probability(), odds(""));
}

void state_orders(Facts& facts, const Asked& asked, const std::vector<RankedOrder>& orders) {
  const auto as = [](std::string_view what, std::string_view word) {
    return Naming{.csv = "order", .statistic = what, .word = word};
  };
  int place = 0;
  facts.array("orders", orders, [&](const RankedOrder& ranked) {
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(asked.steps[step]);
    facts.object(
        [&] {
          facts.member("k", ++place, {.column = true, .only = Form::csv});
          facts.member("order", names, only_json);
          facts.member("destroyed", ranked.destroyed, as("destroyed", "p"));
          facts.member("share_lost", ranked.share_lost, as("share_lost", "mean"));
          facts.member("steps", ranked.steps, as("steps", "mean"));
        },
        {.unit = fmt::format("{}", fmt::join(names, " > "))});
  });
}

}  // namespace

void state_steps(Facts& facts, const Asked& asked, const Answer& answer) {
  StepColumns shown{false, false};
  for (int step = 1; step <= static_cast<int>(asked.steps.size()); ++step) {
    const double needed = answer.law({Kind::needed, {}, {}, {}, step}).odds().value;
    const double takes_place = answer.law({Kind::takes_place, {}, {}, {}, step}).odds().value;
    shown.takes_place = shown.takes_place || takes_place < needed - 1e-12;
    shown.losses = shown.losses || answer.of({Kind::kills, Side::defender, {}, {}, step}).max() > 0;
  }
  int step = 0;
  facts.array("steps", asked.steps,
              [&](const std::string& unit) {
                ++step;
                facts.object(
                    [&] {
                      facts.member("number", step, for_people("#", Shows::count));
                      state_step(facts, answer, step, unit, shown);
                    },
                    {.of = std::to_string(step), .unit = unit});
              },
              {.label = untitled});
}

Distribution left_of_target(const PlayReport& report) {
  const int last = static_cast<int>(report.asked.steps.size());
  return report.answer.of({Kind::survivors, Side::defender, {}, {}, last});
}

void state_end(Facts& facts, const PlayReport& report) {
  const Distribution left = left_of_target(report);
  facts.member("target_survivors", left, {.label = "left of {}"});
  facts.member("destroyed", left.estimate(0), {.statistic = probability, .label = "destroys {}"});
  const OutcomeLaw* const retreated =
      report.answer.find({Kind::moved_away, Side::defender, {}, {}, 0});
  if (retreated != nullptr && retreated->probability().value > 0) {
    facts.member("retreated", retreated->probability(),
                 {.statistic = probability, .label = "{} moves away"});
  }
  if (report.paid.empty()) return;
  std::string label = report.paid;
  std::replace(label.begin(), label.end(), '_', ' ');
  facts.member(report.paid, report.cost,
               {.statistic = "sum", .label = label, .as = Shows::counted});
}

namespace {

void state_fight(Facts& facts, const PlayReport& report) {
  const Answer& answer = report.answer;
  for (const Side side : both_sides) {
    facts.object(side == Side::attacker ? "attacker_deals" : "defender_deals",
                 [&] { state_deals(facts, answer, side); }, {.of = to_string(side)});
  }
  const Naming joint{.statistic = probability};
  if (answer.joint_damage) {
    facts.member("joint_damage", JointLaw{&answer.joint_damage->pmf()}, joint);
  } else {
    facts.member("joint_damage", nullptr, joint);  // too many cells to print
  }
  if (const auto points = answer.points()) state_points(facts, *points, report.asked.labels);
}

void state_battle(Facts& facts, const PlayReport& report) {
  const Answer& answer = report.answer;
  state_ends(facts, answer);
  facts.member("rounds", Law{&answer.rounds, &answer.mean_rounds});
  if (answer.rounds_cut_off > 0) facts.member("rounds_cut_off", answer.rounds_cut_off);
  for (const Side side : both_sides) {
    const Naming naming{.csv = "survivors", .of = to_string(side)};
    facts.member(side == Side::attacker ? "attacker_survivors" : "defender_survivors",
                 answer.of({Kind::survivors, side}), naming);
  }
  if (const auto points = answer.points()) state_points(facts, *points, report.asked.labels);
  for (const Side side : both_sides) {
    if (answer.units[side].empty()) continue;
    facts.array(side == Side::attacker ? "attacker_units" : "defender_units", answer.units[side],
                [&](const UnitAnswer& unit) {
                  facts.object([&] { state_unit(facts, answer, unit, side); },
                               {.csv = "", .of = to_string(side), .unit = unit.name});
                },
                {.csv = ""});
  }
  if (!answer.condition) {
    facts.object("left_if_wins", [&] {
      for (const Side side : both_sides) {
        facts.member(to_string(side), left_if_wins(answer, side),
                     {.csv = "left_if_wins", .of = to_string(side)});
      }
    });
  }
  facts.objects("by_round", answer.by_round,
                [&](const RoundAnswer& round) { state_round(facts, round, report.asked.labels); });
}

void state_sequence(Facts& facts, const PlayReport& report) {
  const Answer& answer = report.answer;
  state_steps(facts, report.asked, answer);
  state_end(facts, report);
  if (const auto points = answer.points()) {
    state_points(facts, *points, {"attackers", report.asked.labels.defender}, true);
  }
  if (!answer.orders.empty()) state_orders(facts, report.asked, answer.orders);
}

CsvLayout observations(const PlayReport& report) {
  const bool of_steps = report.asked.is_sequence();
  const std::string whom = of_steps ? "target " : "attacker defender ";
  CsvLayout layout{.columns = columns_of("version system " + whom + columns_of_engine),
                   .about = columns_of(of_steps ? "step unit" : "side"),
                   .of_all = of_steps ? "" : "both",
                   .only = report.shown.empty() ? "" : "show"};
  if (report.is_of_armies()) layout.about.emplace_back("unit");
  return layout;
}

}  // namespace

void state(Facts& facts, const PlayReport& report) {
  const Asked& asked = report.asked;
  const bool of_armies = report.is_of_armies();
  facts.lay_out(observations(report));
  if (Document* page = facts.page()) return lay_out(*page, report);
  PerSide<std::string> conducts;
  for (const Side side : both_sides) {
    if (of_armies) conducts[side] = in_words(asked.conducts[side]);
  }
  facts.object([&] {
    state_head(facts, report.command, asked.system);
    state_engine(facts, report.answer.origin);
    state_asked(facts, asked);
    if (of_armies || !asked.is_of_several) state_assumed(facts, asked.assumed, conducts);
    if (!of_armies && !asked.is_sequence()) state_best(facts, report.best);
    state_policy(facts, report.players.best, report.players.units);
    if (!asked.bought.empty()) {
      facts.member("budget", asked.bought.front().of_side);
      facts.member("buy", word_of(asked.bought.front().buying));
      state_bought(facts, asked.bought);
    }
    facts.member_if_any("from", report.from);
    if (report.until) facts.member("until", report.until->text());
    if (report.tells_best) state_beginning(facts, report);
    state_condition(facts, report.answer.condition);
    switch (report.of) {
      case OutcomeOf::fight:
        state_fight(facts, report);
        break;
      case OutcomeOf::battle:
        state_battle(facts, report);
        break;
      case OutcomeOf::sequence:
        state_sequence(facts, report);
    }
    state_joint(facts, report.joint);
    state_luck(facts, report.luck);
    state_agreement(facts, report.agreement);
    state_parts(facts, report.parts);
    facts.member_if_any("remarks", report.answer.remarks, {.csv = "remark", .is_asked = true});
    state_shown(facts, report.shown, asked.is_sequence() ? "" : "both");
  });
}

}  // namespace warodds
