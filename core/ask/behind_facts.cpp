// What stands behind an answer: how its dice came about, and whether both engines agree.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/facts.h"

namespace warodds {

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
    state_asked_of_table(facts, report.asked);
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
    state_asked_of_table(facts, report.asked);
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
