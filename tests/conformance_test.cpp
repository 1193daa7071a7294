// What every combat system must do, whatever its rules. A new system passes all of this as soon as
// it is in the list of systems.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>

#include "core/play/matchup.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_matchup.h"
#include "tests/support/system_types.h"
#include "tests/support/work.h"

namespace warodds {
namespace {

template <class System>
class EverySystem : public ::testing::Test {
 protected:
  /// Calls f(fields, fresh object) for the tables of units, groups and situations.
  template <class F>
  static void for_each_table(F&& f) {
    f(System::unit_fields(), typename System::Unit{});
    if constexpr (testing::has_groups<System>) f(System::group_fields(), typename System::Group{});
    f(System::situation_fields(), typename System::Situation{});
  }
};
TYPED_TEST_SUITE(EverySystem, testing::EverySystem, testing::SystemName);

TYPED_TEST(EverySystem, HasFieldsOfUniqueAndWellFormedNames) {
  TestFixture::for_each_table([](const auto& fields, const auto&) {
    std::set<std::string_view> names;
    for (const auto& field : fields) {
      EXPECT_TRUE(names.insert(field.name).second) << field.name << " is there twice";
      EXPECT_FALSE(field.name.empty());
      for (const char c : field.name) {
        EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) || c == '-' || c == '.')
            << field.name;
      }
    }
  });
}

TYPED_TEST(EverySystem, HasFieldsThatSayWhatTheyMeanAndAllow) {
  TestFixture::for_each_table([](const auto& fields, const auto&) {
    for (const auto& field : fields) {
      EXPECT_FALSE(field.meaning.empty()) << field.name;
      EXPECT_FALSE(field.allowed().empty()) << field.name;
      EXPECT_TRUE(field.text || field.has_numbers() || !field.words.empty()) << field.name;
    }
  });
}

TYPED_TEST(EverySystem, HasWordsThatAreNoNumbersAndStandForDifferentNumbersOutsideTheRange) {
  TestFixture::for_each_table([](const auto& fields, const auto&) {
    for (const auto& field : fields) {
      std::set<int> numbers;
      std::set<std::string_view> words;
      for (const auto& [word, number] : field.words) {
        EXPECT_TRUE(words.insert(word).second) << field.name << '=' << word;
        EXPECT_TRUE(numbers.insert(number).second) << field.name << '=' << word;
        EXPECT_FALSE(field.has_numbers() && number >= field.least && number <= field.most)
            << field.name << '=' << word;
        EXPECT_EQ(std::isdigit(static_cast<unsigned char>(word.front())), 0) << word;
      }
    }
  });
}

TYPED_TEST(EverySystem, HasDefaultsThatAreAllowed) {
  TestFixture::for_each_table([](const auto& fields, const auto& fresh) {
    for (const auto& field : fields) {
      if (field.text) continue;
      EXPECT_EQ(field.number_in(fresh), field.fallback) << field.name;
      auto copy = fresh;
      EXPECT_NO_THROW(field.set(copy, field.print(field.fallback), "default")) << field.name;
      EXPECT_EQ(field.number_in(copy), field.fallback) << field.name;
    }
  });
}

TYPED_TEST(EverySystem, ReadsBackWhatItsFieldsWrite) {
  TestFixture::for_each_table([](const auto& fields, const auto& fresh) {
    for (const auto& field : fields) {
      auto object = fresh;
      std::vector<std::string> values;
      if (field.text) values = {"", "a name", "ä, \"b\""};
      for (const auto& [word, unused] : field.words) values.emplace_back(word);
      if (field.has_numbers()) {
        values.push_back(field.print(field.least));
        values.push_back(field.print(field.most));
      }
      if (field.takes_amounts) values.insert(values.end(), {"1d6", "2d6+1", "3d2-3"});
      EXPECT_GE(values.size(), 2U) << field.name;
      for (const std::string& value : values) {
        field.set(object, value, "test");
        EXPECT_EQ(field.get(object), value) << field.name;
      }
    }
  });
}

TYPED_TEST(EverySystem, SetsEachFieldWithoutTouchingAnother) {
  TestFixture::for_each_table([](const auto& fields, const auto& fresh) {
    for (const auto& field : fields) {
      auto object = fresh;
      const std::string before = field.get(fresh);
      std::string value = field.text ? "another" : "";
      for (const auto& [word, unused] : field.words) {
        if (word != before) value = word;
      }
      for (const int number : {field.least, field.most}) {
        if (field.has_numbers() && field.print(number) != before) value = field.print(number);
      }
      field.set(object, value, "test");
      EXPECT_NE(field.get(object), before) << field.name;
      for (const auto& other : fields) {
        if (other.name != field.name) {
          EXPECT_EQ(other.get(object), other.get(fresh)) << field.name << " sets " << other.name;
        }
      }
    }
  });
}

/// A number as it would be written, even if it stands for a word.
std::string outside(const FieldSpec& field, int value) {
  return fmt::format("{}", field.number_of(value));
}

TYPED_TEST(EverySystem, RefusesNumbersOutsideTheRangeOfAField) {
  TestFixture::for_each_table([](const auto& fields, const auto& fresh) {
    for (const auto& field : fields) {
      if (!field.has_numbers()) continue;
      for (const std::string& value : {outside(field, field.least - 1),
                                       outside(field, field.most + 1), std::string("a few")}) {
        // The default may lie there, and mean none.
        if (field.words.empty() && value == field.print(field.fallback)) continue;
        auto object = fresh;
        EXPECT_THROW(field.set(object, value, "test"), InputError) << field.name << '=' << value;
        EXPECT_EQ(field.get(object), field.get(fresh)) << field.name;
      }
    }
  });
}

// No other value is next to it: no limit is not a limit of one less than 1.
TEST(DefaultsOutsideTheirRange, MeanNoneAndCannotBeChangedByOne) {
  std::vector<std::string> none;
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    for (const auto& field : System::unit_fields()) {
      if (!field.has_numbers() || !field.words.empty() || field.fallback >= field.least) continue;
      none.emplace_back(field.name);
      EXPECT_NE(field.allowed().find(", or 0 for none"), std::string::npos) << field.allowed();
      typename System::Unit unit;
      unit.name = "A";
      Matchup alone(System::name);
      alone.put(Side::attacker, unit);
      for (const Stat& stat : alone.stats(Side::attacker)) EXPECT_NE(stat.key, field.name);
      EXPECT_THROW(alone.set_stat(Side::attacker, {std::string(field.name), "+1", "test"}),
                   InputError);
      alone.set_stat(Side::attacker, {std::string(field.name), "1", "test"});
      alone.set_stat(Side::attacker, {std::string(field.name), "0", "test"});
    }
  });
  EXPECT_EQ(none, (std::vector<std::string>{"fatigue", "save", "ignore"}));
}

TYPED_TEST(EverySystem, PreparesUnitsOfDefaultsOrSaysWhyNot) {
  const typename TypeParam::Unit unit;
  try {
    TypeParam::prepare(unit, unit, {});
  } catch (const NoAnswer& error) {
    EXPECT_GT(std::string(error.what()).size(), 20U);
  } catch (const InputError& error) {
    EXPECT_GT(std::string(error.what()).size(), 20U);
  }
}

TYPED_TEST(EverySystem, SurvivesTheEndsOfEveryRange) {
  // One field at an end of its range: a fight, or an error that is meant for people.
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 7);
  const testing::Matchup<System> some = matchups.next();
  const auto attempt = [](const testing::Matchup<System>& matchup) {
    try {
      const auto fight = testing::prepare(matchup);
      testing::takes_more_than(0.01, [&] { exact::fight(fight); });
    } catch (const NoAnswer&) {
    } catch (const InputError&) {
    }
  };
  const auto ends = [&](const auto& fields, auto access) {
    for (const auto& field : fields) {
      if (!field.has_numbers()) continue;
      for (const int value : {field.least, field.most}) {
        testing::Matchup<System> matchup = some;
        field.put(access(matchup), value);
        attempt(matchup);
      }
    }
  };
  using Matchup = testing::Matchup<System>;
  ends(
      System::unit_fields(), [](Matchup & m) -> auto& { return m.units.attacker; });
  ends(
      System::unit_fields(), [](Matchup & m) -> auto& { return m.units.defender; });
  ends(
      System::situation_fields(), [](Matchup & m) -> auto& { return m.situation; });
}

TYPED_TEST(EverySystem, ExplainsItselfWithRulesThatExist) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 11);
  int explained = 0;
  for (int drawn = 0; drawn < 200; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    Explanation why;
    try {
      testing::prepare(matchup, &why);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    ++explained;
    EXPECT_FALSE(why.empty()) << testing::describe(matchup);
    for (const ExplanationStep& step : why) {
      EXPECT_FALSE(step.what.empty());
      EXPECT_FALSE(step.how.empty()) << step.what;
      ASSERT_GE(step.rule.size(), 2U) << step.what << ": " << step.how;
      EXPECT_NE(std::isupper(static_cast<unsigned char>(step.rule.front())), 0) << step.rule;
      EXPECT_GT(std::stoi(step.rule.substr(1)), 0) << step.rule;
      EXPECT_EQ(step.rule.front(), why.front().rule.front()) << "rules of another system";
    }
  }
  EXPECT_GT(explained, 50);
}

TYPED_TEST(EverySystem, SummarisesEveryFightInAFewLines) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 15);
  for (int drawn = 0; drawn < 100; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    typename System::Fight fight;
    try {
      fight = testing::prepare(matchup);
    } catch (const NoAnswer&) {
      continue;
    } catch (const InputError&) {
      continue;
    }
    const auto lines = System::summary(fight);
    EXPECT_FALSE(lines.empty()) << testing::describe(matchup);
    EXPECT_LE(lines.size(), 10U) << testing::describe(matchup);
    for (const std::string& line : lines) EXPECT_FALSE(line.empty()) << testing::describe(matchup);
  }
}

TYPED_TEST(EverySystem, ExplainingChangesNothing) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::handful, 12);
  for (int drawn = 0; drawn < 50; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    try {
      Explanation why;
      const Answer with = exact::fight(testing::prepare(matchup, &why));
      const Answer without = exact::fight(testing::prepare(matchup));
      EXPECT_EQ(with.joint_damage->pmf(), without.joint_damage->pmf());
    } catch (const NoAnswer&) {
    } catch (const InputError&) {
    }
  }
}

TYPED_TEST(EverySystem, SaysWhichRuleForbidsAnAttack) {
  using System = TypeParam;
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 13);
  for (int drawn = 0; drawn < 500; ++drawn) {
    const testing::Matchup<System> matchup = matchups.next();
    try {
      testing::prepare(matchup);
    } catch (const NoAnswer& error) {
      const std::string message = error.what();
      const std::size_t bracket = message.rfind('(');
      ASSERT_NE(bracket, std::string::npos) << message;
      EXPECT_NE(std::isupper(static_cast<unsigned char>(message[bracket + 1])), 0) << message;
      EXPECT_NE(std::isdigit(static_cast<unsigned char>(message[bracket + 2])), 0) << message;
    } catch (const InputError&) {
    }
  }
}

}  // namespace
}  // namespace warodds
