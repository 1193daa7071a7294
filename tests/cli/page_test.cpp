// Links to the page, and the page with a question inside: they ask what the command line asks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/ask/ask.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using OrderedJson = nlohmann::ordered_json;

std::string percent_decoded(const std::string& text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    decoded += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return decoded;
}

/// The question in a link, as it is printed.
std::string question_of(const std::string& link) {
  return percent_decoded(link.substr(link.find('#') + 1, link.size() - link.find('#') - 2));
}

const std::string published = "https://example.org/warodds.html";

class Link : public testing::TestWithParam<const char*> {};

TEST_P(Link, AsksWhatTheCommandLineAsks) {
  std::vector<std::string> line = words(GetParam());
  for (std::string& word : line) {
    if (word.starts_with("examples/")) word = WARODDS_SOURCE "/" + word;
  }
  std::vector<std::string> linked = line;
  linked.insert(linked.end(), {"--format", "link", "--page", published});
  const Outcome link = run(linked);
  ASSERT_EQ(link.exit_code, 0) << link.err;
  EXPECT_THAT(link.out, StartsWith(published + "#%7B%22command%22%3A%22"));

  std::vector<std::string> asked = line;
  asked.insert(asked.end(), {"--format", "json"});
  Asker asker({exact::engine, sim::engine});
  EXPECT_EQ(OrderedJson::parse(asker.ask(question_of(link.out)).line),
            OrderedJson::parse(run(asked).out))
      << question_of(link.out);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Link,
    testing::Values(
        "fight Wizard Guardian,armour=3 --roster examples/magewinds.toml --with choice=heavy",
        "fight \"Iron Cohort\" \"Dune Raiders\" --roster examples/arcane-legions.toml --set "
        "attacker.Captain.hp=4 --set defender.brutal=1d6",
        "fight --system raiders-of-arcana figures=6 shield-wall=yes,cd=2 --engine sim --trials "
        "5000 --seed 7 --confidence 0.95",
        "battle \"Human Warriors\" \"Goblin Mob,fatigue=0\" --roster "
        "examples/raiders-of-arcana.toml --rounds 4 --policy attacker=best",
        "battle \"Human Warriors*2 + Goblin Mob with attacker-attack=all\" \"Cave Troll*2\" "
        "--roster "
        "examples/raiders-of-arcana.toml --rounds 1 --show win --set arm=+1 --set \"attacker[Human "
        "Warriors "
        "2].hp=3\"",
        "solve Wizard Guardian --roster examples/magewinds.toml --payoff down",
        "explain \"Oak Shields\" \"Ash Bows\" --roster examples/dwethia-skirmish.toml --with "
        "response=fire",
        "matrix --battle --roster examples/magewinds.toml --with choice=heavy --with "
        "reply.reaction=none --show win,rounds.mean",
        "matrix --ranking --roster examples/raiders-of-arcana.toml --set attacker.fatigue=0",
        "matrix --roster examples/magewinds.toml --against examples/designer/magewinds.toml",
        "sequence \"Iron Cohort\" --by \"Dune Archers with mode=ranged\" --by \"Arena "
        "Champions,brutal=1\" --by damage=1d6 --orders --roster examples/arcane-legions.toml",
        "value Wizard --roster examples/magewinds.toml --against examples/magewinds.toml --set "
        "attacker.toughness=8",
        "value --roster examples/magewinds.toml --with choice=heavy --show attacker.damage.mean",
        "sweep Wizard --roster examples/magewinds.toml --against examples/designer/magewinds.toml "
        "--vary attacker.armour=0..2 --set defender.armour=1 --show win",
        "battle \"Oak Guard\" \"Reed Spears\" --roster "
        "examples/designer/dwethia-skirmish.toml --budget 60",
        "sweep Wizard Guardian --roster examples/magewinds.toml --with choice=heavy --vary "
        "defender.armour=0..4 --show attacker.damage.mean",
        "tune \"Human Warriors,fatigue=0\" \"Goblin Mob,fatigue=0\" --roster "
        "examples/raiders-of-arcana.toml --vary defender.figures=12..14 --target win=0.5"));

TEST(HtmlFormat, PutsTheQuestionIntoThePage) {
  const TemporaryFile empty("page.html",
                            "<p><script type=\"application/json\" id=\"question\"></script>");
  const Outcome html = run({"fight", "--system", "magewinds", "power=3,precision=4", "armour=1",
                            "--format", "html", "--page", empty.path()});
  ASSERT_EQ(html.exit_code, 0) << html.err;
  EXPECT_THAT(html.out,
              StartsWith("<p><script type=\"application/json\" id=\"question\">{\"comma"));
  const TemporaryFile roster("bad.toml",
                             "system = \"magewinds\"\n[[unit]]\nname = \"</script><b>\"\npower = "
                             "3\nprecision = 4\n");
  const Outcome hostile = run({"fight", "<", "<", "--roster", roster.path(), "--format", "html",
                               "--page", "file://" + empty.path()});
  ASSERT_EQ(hostile.exit_code, 0) << hostile.err;
  EXPECT_THAT(hostile.out, AllOf(HasSubstr("\\u003c/script>\\u003cb>"), Not(HasSubstr("<b>"))));
}

}  // namespace
}  // namespace warodds::test
