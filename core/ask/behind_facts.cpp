// What stands behind an answer: how its dice came about, what each stat does, and whether both
// engines agree.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/ask/facts.h"

namespace warodds {

namespace {

/// Every law that both engines were compared by, a row each.
void state_comparisons(Facts& facts, const Agreement& agreement) {
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
  facts.rows("comparisons", agreement.tests, state_test,
             {.label = untitled, .most = agreement.tests.size()});
}

}  // namespace

void state_agreement(Facts& facts, const std::optional<Agreement>& agreement) {
  if (!agreement) return;
  facts.object("check", [&] {
    if (facts.is_for(Form::csv)) return facts.member("agrees", agreement->agrees ? 1.0 : 0.0);
    state_engine(facts, agreement->simulation);
    state_comparisons(facts, *agreement);
    facts.member("level", agreement->level);
    facts.member("agrees", agreement->agrees);
  });
}

void state_parts(Facts& facts, const std::optional<PartsOfDice>& parts) {
  if (!parts) return;
  if (facts.is_for(Form::csv)) {
    for (const WithoutOne& one : parts->without) {
      const std::string statistic = "without " + one.what.key;
      for (std::size_t q = 0; q < one.values.size(); ++q) {
        facts.member(parts->quantities[q].text, one.values[q], {.statistic = statistic});
      }
    }
    return;
  }
  const auto state_values = [&](std::string_view key, const std::vector<Estimate>& values) {
    facts.array(key, values, [&](const Estimate& one) { facts.value(one, as_value); });
  };
  facts.object("parts", [&] {
    facts.array("quantities", parts->quantities,
                [&](const Quantity& quantity) { facts.value(quantity.text); });
    state_values("as_asked", parts->as_asked);
    facts.objects("without", parts->without, [&](const WithoutOne& one) {
      facts.member("key", one.what.key);
      facts.member("value", one.what.value);
      facts.member("default", one.what.usual);
      if (one.why_not.empty()) return state_values("values", one.values);
      facts.member("values", nullptr);
      facts.member("why_not", one.why_not);
    });
  });
}

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
  if (agreement.compares_nothing()) {
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
  facts.object([&] {
    state_head(facts, "check", report.asked.system);
    state_engine(facts, agreement.simulation);
    state_asked(facts, report.asked);
    if (report.asked.is_sequence()) facts.member("steps", report.asked.steps);
    state_assumed(facts, report.asked.assumed);
    state_comparisons(facts, agreement);
    facts.to_people([&](Document& page) { say_verdict(page, agreement); });
    facts.member("level", agreement.level);
    facts.member("each_level", agreement.each_level, only_json);
    facts.member("agrees", agreement.agrees);
  });
}

}  // namespace warodds
