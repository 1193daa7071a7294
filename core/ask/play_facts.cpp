// What is said of fights, battles and sequences, and what stands behind them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>

#include "core/answer/answer_facts.h"
#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/matchup_question.h"

namespace warodds {
namespace {

/// CSV tells the odds apart from those of the battle by a name of their own.
void state_best_of_battle(Facts& facts, const BattleAnswer& answer) {
  const bool is_cut = answer.origin.partial;
  const int rounds = answer.rounds.max();
  if (!facts.is_for(Form::csv)) {
    state_ends(facts, answer);
    if (is_cut) return facts.member("rounds", rounds, only_json);
    return facts.member("rounds", nullptr, only_json);
  }
  for (const Side side : both_sides) {
    facts.member("best_win", answer.win(side), {.statistic = "probability", .of = to_string(side)});
  }
  const auto also = [&](std::string_view key, BattleEnd end) {
    facts.member(key, answer.end(end), {.statistic = "probability"});
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
void state_solution(Facts& facts, const ArmySolution& solution) {
  facts.member("value", Estimate{solution.value}, {.statistic = "probability"});
  if (solution.decisions.empty()) return;
  const ArmyDecision& best = solution.decisions[solution.best];
  facts.object("first", [&] {
    facts.member("side", to_string(solution.first));
    facts.member("unit", best.unit);
    facts.member("target", best.target);
    facts.objects(
        "decisions", solution.decisions,
        [&](const ArmyDecision& decision) {
          facts.member("unit", decision.unit, only_json);
          facts.member("target", decision.target, only_json);
          facts.member("value", decision.value, only_json);
        },
        only_json);
  });
}

/// The quantities that were asked for by name, beside everything else; in JSON each once. `of_all`:
/// how CSV calls what is of no side.
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

void state_condition(Facts& facts, const std::optional<Condition>& condition) {
  if (!condition) return;
  facts.object("given", [&] {
    facts.member("event", condition->event.text());
    facts.member("p", condition->p, {.statistic = "probability", .word = ""});
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
    facts.member("pmf", law, {.csv = joint->rows, .statistic = "probability"});
  });
}

/// What has happened, among all that could have.
void state_luck(Facts& facts, const std::optional<LuckOfOutcome>& luck) {
  if (!luck) return;
  const auto as = [](const Luck& one, std::string_view of) {
    return [&one, of](std::string_view statistic) {
      return Naming{.csv = one.fact, .statistic = statistic, .of = of, .word = ""};
    };
  };
  auto next = luck->observed.begin();
  facts.objects("observed", luck->facts, [&](const Luck& one) {
    const auto side = (next++)->gains;
    state_luck(facts, one, as(one, side ? to_string(*side) : "both"));
  });
  if (!luck->sum) return;
  facts.object("observed_sum", [&] {
    facts.member("of", luck->words_of_sum());
    state_luck(facts, *luck->sum, as(*luck->sum, "attacker"));
  });
}

void state_remarks(Facts& facts, const std::vector<std::string>& remarks) {
  facts.member_if_any("remarks", remarks, {.csv = "remark", .is_asked = true});
}

}  // namespace

void state_round(Facts& facts, const RoundAnswer& round, const PerSide<std::string>& labels) {
  const auto after = [](std::string_view what, std::string_view side, std::string_view word,
                        std::string_view label, Shows as) {
    return Naming{.csv = what,
                  .statistic = "after_round",
                  .of = side,
                  .label = label,
                  .as = as,
                  .word = word};
  };
  facts.member("round", round.round,
               {.csv = "k", .label = "after round", .as = Shows::count, .column = true});
  for (const Side side : both_sides) {
    const std::string label = text::shorten(labels[side], 14) + " gone";
    facts.member(side == Side::attacker ? "attacker_destroyed" : "defender_destroyed",
                 round.destroyed[side],
                 after("destroyed", to_string(side), "p", label, Shows::percent_alone));
  }
  for (const Side side : both_sides) {
    facts.member(side == Side::attacker ? "attacker_mean_left" : "defender_mean_left",
                 round.mean_left[side],
                 after("left", to_string(side), "mean",
                       side == Side::attacker ? "A left" : "B left", Shows::number));
  }
}

void state_luck(Facts& facts, const Luck& luck, const NamingOfLuck& as) {
  const auto state_one = [&](std::string_view key, const auto& value, std::string_view label,
                             Shows shows) {
    Naming naming = as(key);
    naming.label = label;
    naming.as = shows;
    facts.member(key, value, naming);
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

void state_step(Facts& facts, const StepAnswer& step, const std::string& unit,
                const StepColumns& shown) {
  const auto odds = [](std::string_view label) {
    return Naming{.statistic = "probability", .label = label, .as = Shows::percent_alone};
  };
  facts.member("unit", unit, {.label = "step", .only = Form::not_csv});
  facts.member("needed", step.needed.estimate(1), odds("needed"));
  facts.member("takes_place", step.takes_place, odds(shown.takes_place ? "takes place" : ""));
  if (step.fight) {
    facts.member("damage", step.fight->deals.attacker.damage.mean(),
                 for_people("damage", Shows::number));
  }
  facts.member("destroyed", step.destroyed(), odds("gone then"));
  facts.member("target_mean_left", step.left.estimate_mean(),
               {.csv = "target_left",
                .statistic = "mean",
                .label = "left",
                .as = Shows::number,
                .word = "mean"});
  if (step.fight) {
    facts.object("deals", [&] { state_deals(facts, *step.fight, Side::attacker, "destroys"); });
  } else {
    facts.member("deals", nullptr, only_json);  // the step never takes place
  }
  facts.member("losses", step.losses, {.label = shown.losses ? "loses" : "", .as = Shows::number});
  facts.member("lost", step.lost, odds(""));
}

void state_order(Facts& facts, const RankedOrder& ranked, const std::vector<std::string>& names) {
  const auto as = [](std::string_view what, std::string_view word) {
    return Naming{.csv = "order", .statistic = what, .word = word};
  };
  facts.member("order", names, only_json);
  facts.member("destroyed", ranked.destroyed, as("destroyed", "p"));
  facts.member("share_lost", ranked.share_lost, as("share_lost", "mean"));
  facts.member("steps", ranked.steps, as("steps", "mean"));
}

void state_orders(Facts& facts, const Asked& asked, const std::vector<RankedOrder>& orders) {
  int place = 0;
  facts.array("orders", orders, [&](const RankedOrder& ranked) {
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(asked.steps[step]);
    facts.object(
        [&] {
          facts.member("k", ++place, {.column = true, .only = Form::csv});
          state_order(facts, ranked, names);
        },
        {.unit = fmt::format("{}", fmt::join(names, " > "))});
  });
}

}  // namespace

void state_steps(Facts& facts, const Asked& asked, const SequenceAnswer& answer) {
  const std::vector<StepAnswer>& steps = answer.steps;
  const StepColumns shown{
      std::any_of(steps.begin(), steps.end(),
                  [](const StepAnswer& step) {
                    return step.takes_place.value < step.needed.estimate(1).value - 1e-12;
                  }),
      std::any_of(steps.begin(), steps.end(),
                  [](const StepAnswer& step) { return step.losses.max() > 0; })};
  std::size_t place = 0;
  facts.array("steps", steps,
              [&](const StepAnswer& step) {
                const std::string& unit = asked.steps[place++];
                facts.object(
                    [&] {
                      facts.member("number", place, for_people("#", Shows::count));
                      state_step(facts, step, unit, shown);
                    },
                    {.of = std::to_string(place), .unit = unit});
              },
              {.label = untitled});
}

void state_end(Facts& facts, const PlayReport& report, const SequenceAnswer& answer) {
  facts.member("target_survivors", answer.target_survivors, {.label = "left of {}"});
  facts.member("destroyed", answer.destroyed(),
               {.statistic = "probability", .label = "destroys {}"});
  if (answer.retreated.value > 0) {
    facts.member("retreated", answer.retreated,
                 {.statistic = "probability", .label = "{} moves away"});
  }
  if (report.paid.empty()) return;
  std::string label = report.paid;
  std::replace(label.begin(), label.end(), '_', ' ');
  facts.member(report.paid, report.cost,
               {.statistic = "sum", .label = label, .as = Shows::counted});
}

namespace {

void state_answer(Facts& facts, const PlayReport&, const FightAnswer& answer) {
  for (const Side side : both_sides) {
    facts.object(side == Side::attacker ? "attacker_deals" : "defender_deals",
                 [&] { state_deals(facts, answer, side); }, {.of = to_string(side)});
  }
  const Naming joint{.statistic = "probability"};
  if (answer.joint_damage) {
    facts.member("joint_damage", JointLaw{&answer.joint_damage->pmf()}, joint);
  } else {
    facts.member("joint_damage", nullptr, joint);  // too many cells to print
  }
  if (answer.points) state_points(facts, *answer.points);
}

void state_answer(Facts& facts, const PlayReport& report, const BattleAnswer& answer) {
  state_outcome(facts, answer);
  if (!report.condition) {
    facts.object("left_if_wins", [&] {
      for (const Side side : both_sides) {
        facts.member(to_string(side), report.left_if_wins[side],
                     {.csv = "left_if_wins", .of = to_string(side)});
      }
    });
  }
  facts.objects("by_round", answer.by_round,
                [&](const RoundAnswer& round) { state_round(facts, round, report.asked.labels); });
}

void state_answer(Facts& facts, const PlayReport& report, const SequenceAnswer& answer) {
  state_steps(facts, report.asked, answer);
  state_end(facts, report, answer);
  if (answer.points) state_points(facts, *answer.points, true);
  if (!answer.orders.empty()) state_orders(facts, report.asked, answer.orders);
}

CsvLayout observations(const PlayReport& report, bool of_armies) {
  const char* const only = report.shown.empty() ? "" : "show";
  if (report.asked.is_sequence()) {
    return {{"version", "system", "target"}, {"step", "unit"}, {}, only};
  }
  CsvLayout layout{{"version", "system", "attacker", "defender"}, {"side"}, "both", only};
  if (of_armies) layout.about.emplace_back("unit");
  return layout;
}

}  // namespace

void state(Facts& facts, const PlayReport& report) {
  const Asked& asked = report.asked;
  const bool is_battle = std::holds_alternative<BattleAnswer>(report.answer);
  const bool of_armies = is_battle && asked.is_of_several;
  facts.lay_out(observations(report, of_armies));
  if (Document* page = facts.page()) return lay_out(*page, report);
  const auto state_until = [&] {
    if (report.until) facts.member("until", report.until->text());
  };
  PerSide<std::string> conducts;
  for (const Side side : both_sides) {
    if (of_armies) conducts[side] = in_words(asked.conducts[side]);
  }
  facts.object([&] {
    state_head(facts, report.command, asked.system);
    state_engine(facts, report.origin());
    state_asked(facts, asked);
    if (of_armies) state_until();
    if (of_armies || !asked.is_of_several) state_assumed(facts, asked.assumed, conducts);
    if (!of_armies) {
      if (!asked.is_sequence()) state_best(facts, report.best);
      state_policy(facts, report.players.best);
      if (!asked.bought.empty()) {
        facts.member("budget", asked.bought.front().budget);
        facts.member("buy", word_of(asked.bought.front().buying));
        state_bought(facts, asked.bought);
      }
      if (!report.from.empty()) facts.member("from", report.from);
      state_until();
    }
    if (report.solution) state_solution(facts, *report.solution);
    state_condition(facts, report.condition);
    std::visit([&](const auto& answer) { state_answer(facts, report, answer); }, report.answer);
    state_joint(facts, report.joint);
    state_luck(facts, report.luck);
    state_remarks(facts, report.remarks());
    state_shown(facts, report.shown, asked.is_sequence() ? "" : "both");
  });
}

// What stands behind an answer: how its dice came about, and whether both engines agree.

void state(Facts& facts, const ExplainReport& report) {
  facts.lay_out({columns_of("version system attacker defender rule what how")});
  facts.to_people([&](Document& page) { say_heading(page, report.asked); });
  const auto state_step = [&](const ExplanationStep& step) {
    facts.member("rule", step.rule, {.label = "rule"});
    facts.member("what", step.what, {.label = "what"});
    facts.member("how", step.how, {.label = "how", .as = Shows::words});
  };
  facts.object([&] {
    state_head(facts, "explain", report.asked.system);
    state_asked(facts, report.asked);
    facts.rows("steps", report.steps, state_step, {.label = untitled, .most = report.steps.size()});
  });
}

namespace {

void say_check(Document& page, const CheckReport& report) {
  say_heading(page, report.asked);
  say_origin(page, "", report.agreement.simulation);
  say_assumed(page, report.asked);
}

void say_verdict(Document& page, const Agreement& agreement) {
  page.gap();
  constexpr int few = 1000;  // so many trials show which outcomes are usual
  const bool any_compared = std::any_of(agreement.tests.begin(), agreement.tests.end(),
                                        [](const AgreementTest& one) { return one.degrees > 0; });
  if (agreement.agrees && !any_compared && agreement.simulation.trials < few) {
    return page.note(
        "nothing speaks against the engines, but so few trials compare nothing; --trials takes "
        "more",
        0, 0);
  }
  page.note(fmt::format("{}: each p-value is compared with {:.3g}, so that a false alarm has a "
                        "chance of at most {:g}",
                        agreement.agrees ? "the engines agree" : "THE ENGINES DISAGREE",
                        agreement.each_level, agreement.level),
            0, 0);
}

}  // namespace

void state(Facts& facts, const CheckReport& report) {
  const Agreement& agreement = report.agreement;
  facts.lay_out({columns_of("version system attacker defender " + columns_of_engine +
                            " side quantity chi_square degrees p_value level agrees")});
  facts.to_people([&](Document& page) { say_check(page, report); });
  const bool all_agree = std::all_of(agreement.tests.begin(), agreement.tests.end(),
                                     [](const AgreementTest& one) { return one.agrees; });
  const auto state_test = [&](const AgreementTest& test) {
    facts.member("side", test.side, {.label = "side"});
    facts.member("quantity", test.quantity, {.label = "quantity"});
    facts.member("chi_square", test.statistic, {.label = "chi-square", .as = Shows::number});
    facts.member("degrees", test.degrees, {.label = "degrees", .as = Shows::count});
    facts.member("p_value", test.p_value, {.label = "p-value", .as = Shows::count});
    if (!all_agree) {
      facts.member("agrees",
                   test.impossible >= 0
                       ? fmt::format("saw {}, which is impossible", test.impossible)
                       : std::string(test.agrees ? "" : "DISAGREES"),
                   for_people(untitled));
    }
    facts.member("level", agreement.each_level, {.only = Form::csv});
    facts.member("agrees", test.agrees);
    facts.member_if(test.impossible >= 0, "impossible", test.impossible);
  };
  facts.object([&] {
    state_head(facts, "check", report.asked.system);
    state_engine(facts, agreement.simulation);
    state_asked(facts, report.asked);
    if (report.asked.is_sequence()) facts.member("steps", report.asked.steps);
    state_assumed(facts, report.asked.assumed);
    facts.rows("comparisons", agreement.tests, state_test,
               {.label = untitled, .most = agreement.tests.size()});
    facts.to_people([&](Document& page) { say_verdict(page, agreement); });
    facts.member("level", agreement.level);
    facts.member("each_level", agreement.each_level, only_json);
    facts.member("agrees", agreement.agrees);
  });
}

}  // namespace warodds
