// How events are read, and what they mean. What is said of those that are wrong:
// cli/right_answers/bad_events.txt.
#include "core/answer/event.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/play/ending.h"

namespace warodds {
namespace {

/// Whether it holds where its facts, in the order in which it names them, have these values.
bool holds(const std::string& text, const std::vector<double>& values,
           OutcomeOf of = OutcomeOf::fight) {
  return Event(text, of).holds(values);
}

TEST(Event, ComparesAsItsSignsSay) {
  struct Row {
    const char* sign;
    bool below, at, above;
  };
  for (const Row& row :
       {Row{"=", false, true, false}, Row{"==", false, true, false}, Row{"!=", true, false, true},
        Row{"<>", true, false, true}, Row{"<", true, false, false}, Row{"<=", true, true, false},
        Row{">", false, false, true}, Row{">=", false, true, true}}) {
    const std::string text = std::string("attacker.kills ") + row.sign + " 2";
    EXPECT_EQ(holds(text, {1}), row.below) << text;
    EXPECT_EQ(holds(text, {2}), row.at) << text;
    EXPECT_EQ(holds(text, {3}), row.above) << text;
    // The same with the number in front says the opposite of less and more.
    const std::string turned = std::string("2 ") + row.sign + " attacker.kills";
    EXPECT_EQ(holds(turned, {1}), row.above) << turned;
    EXPECT_EQ(holds(turned, {2}), row.at) << turned;
    EXPECT_EQ(holds(turned, {3}), row.below) << turned;
    const std::string facts = std::string("attacker.kills ") + row.sign + " defender.kills";
    EXPECT_EQ(holds(facts, {1, 2}), row.below) << facts;
    EXPECT_EQ(holds(facts, {2, 2}), row.at) << facts;
    EXPECT_EQ(holds(facts, {3, 2}), row.above) << facts;
  }
  EXPECT_TRUE(holds("attacker.kills>1.5", {2}));
  EXPECT_FALSE(holds("attacker.kills>1.5", {1}));
}

TEST(Event, HasAndBindMoreThanOrAndNotMoreThanBoth) {
  const auto of_three = [](const std::string& text, bool a, bool b, bool c) {
    return holds(text, {a ? 1.0 : 0.0, b ? 1.0 : 0.0, c ? 1.0 : 0.0});
  };
  for (int bits = 0; bits < 8; ++bits) {
    const bool a = (bits & 1) != 0, b = (bits & 2) != 0, c = (bits & 4) != 0;
    const std::string x = "attacker.kills = 1", y = "defender.kills = 1", z = "attacker.hits = 1";
    EXPECT_EQ(of_three(x + " or " + y + " and " + z, a, b, c), a || (b && c));
    EXPECT_EQ(of_three(x + " and " + y + " or " + z, a, b, c), (a && b) || c);
    EXPECT_EQ(of_three("(" + x + " or " + y + ") AND " + z, a, b, c), (a || b) && c);
    EXPECT_EQ(of_three("not " + x + " and " + y + " or not not " + z, a, b, c), (!a && b) || c);
    EXPECT_EQ(of_three("not (" + x + " and " + y + ") and " + z, a, b, c), !(a && b) && c);
  }
}

TEST(Event, NamesFactsAsQuantitiesDo) {
  const Event event("kills[Guard, Old] >= 1 and Attacker.Damage > defender.hits", OutcomeOf::fight);
  ASSERT_EQ(event.facts().size(), 3U);
  EXPECT_EQ(name_of(event.facts()[0]), "attacker.kills[Guard, Old]");
  EXPECT_EQ(name_of(event.facts()[1]), "attacker.damage");
  EXPECT_EQ(name_of(event.facts()[2]), "defender.hits");
  EXPECT_EQ(parse_fact("attacker[Captain].survivors", OutcomeOf::battle),
            parse_fact("attacker.survivors[Captain]", OutcomeOf::battle));
  EXPECT_EQ(Event(" rounds<=3 ", OutcomeOf::battle).text(), "rounds<=3");
  for (const char* name : {"attacker[Elf Archers 2].destroyed", "defender[A].hit-points-left",
                           "attacker.kills[Orcs]", "defender.destroyed"}) {
    EXPECT_EQ(name_of(parse_fact(name, OutcomeOf::battle)), name);
  }
  for (const char* name :
       {"step[2].kills[Old Guard]", "step[1].hits", "losses", "step[3].losses", "step[1].lost",
        "step[1].needed", "survivors", "destroyed", "step[2].destroyed", "retreated"}) {
    const OutcomeFact fact = parse_fact(name, OutcomeOf::sequence);
    EXPECT_EQ(name_of(fact), name);
    EXPECT_NE(fact.step, OutcomeFact::no_step);
  }
}

TEST(Event, SaysHowABattleEnds) {
  const auto ends = [](const std::string& text, BattleEnd end) {
    return holds(text, {static_cast<double>(end)}, OutcomeOf::battle);
  };
  for (int kind = 0; kind < kinds_of_end; ++kind) {
    const auto end = static_cast<BattleEnd>(kind);
    const bool won = end == BattleEnd::attacker_wins, lost = end == BattleEnd::defender_wins;
    EXPECT_EQ(ends("win", end), won);
    EXPECT_EQ(ends("win = attacker", end), won);
    EXPECT_EQ(ends("win != attacker", end), !won);
    EXPECT_EQ(ends("lose", end), lost);
    EXPECT_EQ(ends("win = defender", end), lost);
    EXPECT_EQ(ends("draw", end), !won && !lost);
    EXPECT_EQ(ends("win = nobody", end), !won && !lost);
    EXPECT_EQ(ends("both_destroyed", end), end == BattleEnd::both_destroyed);
    EXPECT_EQ(ends("win = undecided", end), end == BattleEnd::undecided);
    EXPECT_EQ(ends("retreated", end), end == BattleEnd::retreated);
  }
  const auto ahead = [](const std::string& text, Ahead who) {
    return holds(text, {static_cast<double>(who)}, OutcomeOf::battle);
  };
  EXPECT_TRUE(ahead("ahead = attacker", Ahead::attacker));
  EXPECT_TRUE(ahead("ahead", Ahead::attacker));
  EXPECT_TRUE(ahead("ahead = defender", Ahead::defender));
  EXPECT_TRUE(ahead("behind", Ahead::defender));
  EXPECT_TRUE(ahead("even", Ahead::even));
  EXPECT_FALSE(ahead("even", Ahead::decided));
  EXPECT_TRUE(holds("destroyed", {1}));
  EXPECT_FALSE(holds("defender.destroyed", {0}));
}

TEST(Event, IsAnotherForTheOtherSide) {
  const auto exchanged = [](const char* text, OutcomeOf of) {
    return Event(text, of).with_sides_exchanged();
  };
  EXPECT_EQ(exchanged("attacker.kills > 1 and not defender.destroyed", OutcomeOf::fight),
            Event("defender.kills > 1 and not attacker.destroyed", OutcomeOf::fight));
  EXPECT_EQ(exchanged("win and rounds < 3 or ahead", OutcomeOf::battle),
            Event("lose and rounds < 3 or behind", OutcomeOf::battle));
  EXPECT_EQ(exchanged("undecided", OutcomeOf::battle), Event("undecided", OutcomeOf::battle));
}

TEST(Event, IsToldFromAQuantity) {
  for (const char* quantity :
       {"win", "attacker.damage.mean", "kills[A and B].mean", "kills[A > B].mean",
        "attacker[Orcs 2].destroyed", "rounds.p90", "expected losses", ""}) {
    EXPECT_FALSE(looks_like_event(quantity)) << quantity;
  }
  for (const char* event : {"attacker.kills = 2", "not win", "win and rounds <= 3", "(win)",
                            "rounds < 3", "attacker.kills>=2", "rounds > 3", "kills[A and B]>1",
                            "2 <= rounds", "attacker.kills >= defender.kills"}) {
    EXPECT_TRUE(looks_like_event(event)) << event;
  }
}

TEST(Event, MeansPointsAsTheyAreShown) {
  const auto lost = [](const char* is, double points) {
    return holds(std::string("defender.points-lost ") + is, {points}, OutcomeOf::fight);
  };
  const double third = 100.0 / 3;
  for (const char* same : {"= 33.3333", "= 33.33", "= 33.3", ">= 33.3333", "<= 33.33", "= 3.333e1",
                           ">= 33.33333", "= 33.333333333333336", "> 33", "< 34", "!= 33.34"}) {
    EXPECT_TRUE(lost(same, third)) << same;
  }
  for (const char* other :
       {"= 33", "> 33.3333", "< 33.3333", "!= 33.3333", "= 33.34", "<= 33", ">= 34", "= 33.4"}) {
    EXPECT_FALSE(lost(other, third)) << other;
  }
  // What is shown in full is meant in full.
  EXPECT_TRUE(lost("> 0.2", 0.25));
  EXPECT_TRUE(lost("< 0.3", 0.25));
  EXPECT_FALSE(lost("= 0.3", 0.25));
  EXPECT_TRUE(lost("> 0", 0.4));
  EXPECT_TRUE(lost("> 0", 1e-3 / 3));
  EXPECT_FALSE(lost("= 0", 0.4));
  EXPECT_TRUE(lost("= 67", 66.99996667));  // it is shown as 67
  EXPECT_TRUE(lost(">= 12.5", 12.5));
}

TEST(Event, OfAnyDepthOrLengthIsReadOrRefused) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '(') + "win" +
           std::string(static_cast<std::size_t>(depth), ')');
  };
  for (const char* empty : {"", "   "}) EXPECT_THROW(Event(empty, OutcomeOf::fight), EventError);
  EXPECT_NO_THROW(Event(nested(100), OutcomeOf::battle));
  EXPECT_THROW(Event(nested(4000), OutcomeOf::battle), EventError);
  std::string long_one = "win";
  while (long_one.size() < 9000) long_one += " or win";
  EXPECT_TRUE(holds(long_one, {0}, OutcomeOf::battle));
  EXPECT_THROW(Event(long_one + long_one, OutcomeOf::battle), EventError);
}

}  // namespace
}  // namespace warodds
