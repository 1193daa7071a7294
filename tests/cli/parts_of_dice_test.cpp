// --parts dice: what an answer would be without each stat and setting that is not at its default.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

struct OfSystem {
  Arguments question;
  std::size_t parts;  ///< stats and settings that are not at their defaults
};
const std::vector<OfSystem> questions{
    {{"fight", "figures=4,cd=3,str=2,name=A,points=40", "figures=5,arm=4", "--system",
      "raiders-of-arcana", "--with", "attacker-attack=all"},
     6},
    {{"fight", "figures=3,red=4,attack-rerolls=1", "figures=4,white=3,hp=2", "--system",
      "arcane-legions", "--with", "defender-side=grey"},
     7},
    {{"battle", "toughness=6,power=6,precision=4", "toughness=5,power=5,precision=4", "--system",
      "magewinds", "--with", "cover=yes", "--rounds", "3"},
     6},
    {{"battle", "figures=2,red=3,blue=3", "figures=3,red=1,blue=2", "--system", "arcane-legions",
      "--with", "mode=close*2,ranged", "--with", "reply.hindered=2", "--rounds", "5"},
     8},
    {{"fight", "models=3,martial=5,save=4", "models=4,martial=4", "--system", "dwethia-skirmish"},
     5},
    {{"battle", "figures=2,cd=2,name=A + figures=3,name=B*2", "figures=3,hp=2,name=C", "--system",
      "raiders-of-arcana", "--with", "die=8", "--rounds", "3"},
     6},
    {{"fight", "models=2,name=Men + martial=5,name=Chief", "models=3,martial=4", "--system",
      "dwethia-skirmish"},
     4}};

/// The question with one key set.
Arguments with_set(const Arguments& question, const std::string& key, const std::string& value) {
  const bool is_stat = key.find('.') != std::string::npos;
  return question + Arguments{is_stat ? "--set" : "--with", key + "=" + value};
}

TEST(PartsOfDice, AreWhatIsAskedWithoutOneOfThem) {
  for (const auto& [question, count] : questions) {
    SCOPED_TRACE(question[1] + " " + question[2]);
    const std::string show = question[0] == "fight"
                                 ? "attacker.damage.mean,defender.kills>=1,attacker.damage.sd"
                                 : "win,rounds.mean,attacker.hit-points-left.p50";
    const Arguments shown{"--show", show};
    const Json answer = answered(question + shown + Arguments{"--parts", "dice"});
    const Json& parts = answer["parts"];
    EXPECT_EQ(parts["quantities"].size(), 3U);
    EXPECT_EQ(parts["as_asked"].size(), 3U);
    EXPECT_EQ(parts["without"].size(), count);
    for (const Json& one : parts["without"]) {
      const std::string key = one["key"], value = one["default"];
      SCOPED_TRACE(key);
      // A setting is said once.
      Arguments other = question;
      for (std::string& text : other) {
        if (text.starts_with(key + "=")) text = key + "=" + value;
      }
      if (other == question) other = with_set(question, key, value);
      const Outcome outcome = run(other + shown + Arguments{"--format", "json"});
      if (one["values"].is_null()) {
        EXPECT_NE(outcome.exit_code, 0);
        EXPECT_FALSE(one["why_not"].get<std::string>().empty());
        continue;
      }
      ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
      const Json then = Json::parse(outcome.out)["show"];
      for (std::size_t q = 0; q < 3; ++q) {
        EXPECT_EQ(one["values"][q], then[parts["quantities"][q].get<std::string>()]);
      }
    }
  }
}

}  // namespace
}  // namespace warodds::test
