// What shells propose while a command line is being written.
#include <gmock/gmock.h>

#include <sstream>

#include "core/ask/command.h"
#include "core/systems/systems.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using Words = std::vector<std::string>;

/// What the program proposes for the last word, without the explanations.
Words proposed(Words words) {
  words.insert(words.begin(), "complete");
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  Words proposals;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    proposals.push_back(line.substr(0, line.find('\t')));
  }
  return proposals;
}

TEST(Completion, KnowsCommands) {
  const Words all = proposed({""});
  for (const Command& command : all_commands()) {
    EXPECT_THAT(all, Contains(command.name));
    EXPECT_THAT(proposed({"help", ""}), Contains(command.name));
  }
  EXPECT_THAT(all, IsSupersetOf({"ask", "help"}));
  EXPECT_THAT(proposed({"help", "ev"}), ElementsAre("events"));
  EXPECT_THAT(proposed({"bat"}), ElementsAre("battle"));
  EXPECT_THAT(proposed({"nothing-like-it"}), IsEmpty());
}

TEST(Completion, KnowsTheOptionsOfEachCommand) {
  for (const Command& command : all_commands()) {
    const Words all = proposed({std::string(command.name), "--"});
    for (const std::string_view option : command.options) {
      EXPECT_THAT(all, Contains("--" + std::string(option))) << command.name;
    }
    EXPECT_THAT(all, IsSupersetOf({"--format", "--output", "--help"})) << command.name;
  }
  EXPECT_THAT(proposed({"units", "--"}), Not(Contains("--within")));
  EXPECT_THAT(proposed({"balance", "--wi"}), IsSupersetOf({"--with", "--within"}));
}

TEST(Completion, KnowsSystemsAndWords) {
  const Words systems = system_names();
  EXPECT_EQ(proposed({"fight", "--system", ""}), systems);
  EXPECT_EQ(proposed({"systems", ""}), systems);
  EXPECT_THAT(proposed({"fight", "--system=mage"}), ElementsAre("--system=magewinds"));
  EXPECT_THAT(proposed({"fight", "--format", ""}),
              ElementsAre("text", "ascii", "csv", "json", "md", "html", "link"));
  EXPECT_THAT(proposed({"fight", "--engine", "e"}), ElementsAre("exact"));
  EXPECT_THAT(proposed({"battle", "--policy", "b"}), ElementsAre("both=best"));
  EXPECT_THAT(proposed({"fight", "--roster", ""}), IsEmpty()) << "files are the shell's";
}

TEST(Completion, KnowsTheUnitsOfTheRoster) {
  const Words roster{"fight", "--roster", example("raiders-of-arcana")};
  const auto after = [&](const std::string& word) {
    Words words = roster;
    words.push_back(word);
    return proposed(words);
  };
  EXPECT_THAT(after("hum"), ElementsAre("Human Warriors"));
  EXPECT_THAT(after(""), IsSupersetOf({"Human Warriors", "Goblin Mob"}));
  EXPECT_THAT(after("Goblin Mob,a"), ElementsAre("Goblin Mob,as=", "Goblin Mob,arm="));
  EXPECT_THAT(after("Goblin Mob,arm=3,a"), Contains("Goblin Mob,arm=3,as="));
  EXPECT_THAT(proposed({"fight", "--roster", "no-such-file.toml", ""}), IsEmpty());
}

/// Each key and each word that is proposed is one that the program understands.
TEST(Completion, ProposesWhatIsUnderstood) {
  for (const std::string& system : system_names()) {
    SCOPED_TRACE(system);
    const Words keys = proposed({"battle", "--system", system, "--with", ""});
    EXPECT_THAT(keys, Not(IsEmpty()));
    for (const std::string& key : keys) {
      for (const std::string& setting : proposed({"battle", "--system", system, "--with", key})) {
        const Outcome outcome = run({"battle", "--system", system, "points=1", "points=1",
                                     "--rounds", "1", "--with", setting});
        EXPECT_EQ(outcome.err.find("unknown"), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find("must be"), std::string::npos) << outcome.err;
      }
    }
    for (const std::string& stat : proposed({"fight", "--system", system, "--set", "attacker."})) {
      EXPECT_TRUE(stat.starts_with("attacker.") && stat.ends_with("=")) << stat;
    }
    for (const std::string& payoff : proposed({"solve", "--system", system, "--payoff", ""})) {
      const Outcome outcome = run({"solve", "--system", system, "points=1", "points=1", "--rounds",
                                   "1", "--payoff", payoff});
      EXPECT_EQ(outcome.err.find("Known:"), std::string::npos) << outcome.err;
    }
  }
}

/// What a shell proposes for a line, by the script that is installed for it.
Words in_shell(const std::string& shell, const std::string& script) {
  const Outcome outcome = run_in_shell(shell, script);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err << "bash .ci/packages tests installs " << shell;
  EXPECT_EQ(outcome.err, "");
  Words lines;
  std::istringstream text(outcome.out);
  for (std::string line; std::getline(text, line);)
    lines.push_back(line.substr(0, line.find('\t')));
  return lines;
}

const std::string scripts = WARODDS_SOURCE "/cli/package/";

Words in_bash(const std::string& words, int place) {
  return in_shell("bash", "source " + scripts + "warodds.bash; COMP_WORDS=(" + words +
                              "); COMP_CWORD=" + std::to_string(place) +
                              "; _warodds; printf '%s\\n' \"${COMPREPLY[@]}\"");
}

TEST(Completion, WorksInBash) {
  EXPECT_THAT(in_bash("warodds bat", 1), ElementsAre("battle"));
  const std::string fight = "warodds fight --roster " + example("raiders-of-arcana");
  EXPECT_THAT(in_bash(fight + " '\"Hum'", 4), ElementsAre("Human Warriors"));
  // bash hands "policy=b" over as three words, and puts what it gets behind the "=".
  EXPECT_THAT(in_bash("warodds battle --policy both = b", 5), ElementsAre("best"));
  EXPECT_THAT(in_bash("warodds fight --system = mage", 4), ElementsAre("magewinds"));
}

TEST(Completion, WorksInFish) {
  const auto in_fish = [](const std::string& line) {
    return in_shell("fish", "source " + scripts + "warodds.fish; complete -C '" + line + "'");
  };
  EXPECT_THAT(in_fish("warodds bat"), ElementsAre("battle"));
  EXPECT_THAT(in_fish("warodds fight --system mage"), ElementsAre("magewinds"));
  EXPECT_THAT(in_fish("warodds fight --roster " + example("raiders-of-arcana") + " Hum"),
              ElementsAre("Human Warriors"));
}

TEST(Completion, IsSoundInZsh) {
  EXPECT_THAT(in_shell("zsh", "zsh -n " + scripts + "_warodds"), IsEmpty());
}

}  // namespace
}  // namespace warodds::test
