// `ask` behind a service: files that change, questions of strangers that are too long or ask for
// too much, readers who take their time.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/ask/ask.h"
#include "core/ask/lines.h"
#include "core/roster/read_file.h"
#include "core/text/error.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"
#include "tests/support/answers.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

const Engines both{exact::engine, sim::engine};
const AskSettings anywhere{.files = AllowedFiles::below("/")};

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// As if it had been written a minute ago, when nobody read it.
void make_older(const std::string& path) {
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) - 60s);
}

std::string roster_with(int power) {
  return "system = \"magewinds\"\n[[unit]]\nname = \"A\"\npower = " + std::to_string(power) +
         "\nprecision = 4\n";
}

TEST(Server, ReadsARosterAgainThatHasChanged) {
  const TemporaryFile file("changing.toml", roster_with(3));
  Asker asker(both, anywhere);
  const auto power = [&] {
    const Asker::Reply reply =
        asker.ask(Json{{"command", "units"}, {"roster", file.path()}}.dump());
    return Json::parse(reply.line)["units"][0]["profile"]["power"].get<int>();
  };
  EXPECT_EQ(power(), 3);
  // At once, and as long as before: only its time tells, if that.
  for (const int next : {4, 5, 6, 7}) {
    write(file.path(), roster_with(next));
    EXPECT_EQ(power(), next);
  }
  make_older(file.path());
  EXPECT_EQ(power(), 7);
  EXPECT_EQ(power(), 7);
  write(file.path(), roster_with(2));
  EXPECT_EQ(power(), 2);
  // Another file in its place.
  const TemporaryFile other("other.toml", roster_with(8));
  make_older(other.path());
  std::filesystem::rename(other.path(), file.path());
  EXPECT_EQ(power(), 8);
}

std::string message(const std::string& answer) {
  const Json json = Json::parse(answer);
  return json.contains("error") ? json["error"]["message"].get<std::string>() : "";
}

TEST(Server, SkipsALineThatIsTooLongAndGoesOn) {
  const std::string good = R"({"command":"systems","id":7})";
  const std::size_t most = AskLimits::most_bytes_of_question;
  for (const std::size_t length : {most + 1, 3 * most, 5 * most + 12345}) {
    for (const char* end : {"\n", ""}) {
      std::istringstream questions(good + "\n" + std::string(length, 'x') + "\n" + good + "\n" +
                                   std::string(length, ' ') + "{" + end);
      std::string answers;
      const Answered answered = ask_lines(
          questions, [&](const std::string& more) { answers += more; }, both);
      EXPECT_EQ(answered.status, 2);
      const auto lines = lines_of(answers);
      ASSERT_EQ(lines.size(), 4U);
      EXPECT_EQ(Json::parse(lines[0])["id"], 7);
      EXPECT_THAT(message(lines[1]), HasSubstr("longer than 4 MiB"));
      EXPECT_EQ(Json::parse(lines[2])["id"], 7);
      EXPECT_THAT(message(lines[3]), HasSubstr("longer than 4 MiB"));
    }
  }
}

/// Longer than what is refused takes on a busy machine under sanitizers, and less than what takes
/// for ever.
constexpr auto at_once = 60s;

TEST(Server, RefusesAtOnceWhatAsksForTooMuch) {
  Asker asker(both, anywhere);
  const auto refusal = [&](const Json& question) {
    const auto begin = Clock::now();
    const Asker::Reply reply = asker.ask(question.dump());
    EXPECT_EQ(reply.status, 2) << reply.line.substr(0, 300);
    EXPECT_LT(Clock::now() - begin, at_once);
    return message(reply.line);
  };
  Json sequence{{"command", "sequence"}, {"system", "magewinds"}, {"target", "armour=1"}};
  sequence["by"] = std::vector<std::string>(100'000, "power=3");
  EXPECT_THAT(refusal(sequence), HasSubstr("at most 1000 steps"));
  Json merge{{"command", "merge"}};
  const TemporaryFile part("part.json", "");
  merge["parts"] = std::vector<std::string>(10'001, part.path());
  EXPECT_THAT(refusal(merge), HasSubstr("10001 files are more than 10000"));
  std::string show = "win";
  for (int i = 0; i < 100'000; ++i) show += ",win";
  const Json shown{{"command", "battle"},
                   {"system", "magewinds"},
                   {"attacker", "power=3"},
                   {"defender", "toughness=4"},
                   {"show", show}};
  EXPECT_THAT(refusal(shown), HasSubstr("more than 1000 quantities"));
  // So many keys, each another.
  Json keys{{"command", "fight"}, {"system", "magewinds"}, {"defender", "armour=1"}};
  for (int i = 0; i < 200'000; ++i) keys["attacker"]["k" + std::to_string(i)] = 1;
  EXPECT_THAT(refusal(keys), HasSubstr("unknown field"));
}

TEST(Server, ReadsNothingThatNeverEnds) {
  const Place fifo("server.fifo");
  ASSERT_EQ(::mkfifo(fifo.path().c_str(), 0600), 0);
  Asker asker(both, anywhere);
  for (const std::string& path : {fifo.path(), std::string("/dev/zero"), std::string("/dev/tty"),
                                  std::string("/proc/self/fd")}) {
    for (const Json& question :
         std::vector<Json>{{{"command", "units"}, {"roster", path}},
                           {{"command", "merge"}, {"parts", {path}}},
                           {{"command", "compare"}, {"old", path}, {"new", path}}}) {
      const auto begin = Clock::now();
      const Asker::Reply reply = asker.ask(question.dump());
      EXPECT_EQ(reply.status, 2) << question;
      EXPECT_LT(Clock::now() - begin, at_once) << question;
    }
  }
  for (const Arguments& command :
       {Arguments{"units", "--roster", "/dev/zero"}, Arguments{"merge", "/dev/zero"},
        Arguments{"compare", "/dev/zero", "/dev/zero"}}) {
    expect_refused(command, "it is a device, not a file");
  }
}

TEST(Server, CommandsReadPipesThatSomebodyWritesTo) {
  const Outcome outcome = run_in_shell(
      "bash", "warodds units --roster <(cat " + example("magewinds") + ") --format json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, run({"units", "--roster", example("magewinds"), "--format", "json"}).out);
}

TEST(Server, ReadsNoMoreOfAFileThanThereMayBe) {
  const TemporaryFile file("large.txt", std::string(1000, 'x'));
  EXPECT_EQ(read_file(file.path(), "", 1000).size(), 1000U);
  EXPECT_THROW(read_file(file.path(), "", 999), InputError);
}

// Threads whose answers wait for a slow one before them wait, too, before they fill the memory.
TEST(Server, BoundsWhatWaitsBehindASlowAnswer) {
  std::atomic<int> begun = 0;
  std::atomic<int> begun_when_slow_ended = 0;
  const auto engine_of = [&](const EngineSettings& settings) {
    Engine engine = exact::engine(settings);
    const auto laws = engine.laws.answer;
    engine.laws.answer = [&, laws](const PlayedQuestion& question, const Watch& watch) {
      const int number = begun++;
      if (number == 0) {  // until the others do not go on any more
        int before = -1;
        while (before != begun) {
          before = begun;
          std::this_thread::sleep_for(500ms);
        }
        begun_when_slow_ended = begun.load();
      }
      Answer answer = laws(question, watch);
      LawSums<std::uint64_t> counts;
      for (double damage = 0; damage < 60'000; ++damage) counts.add(std::span(&damage, 1), 1);
      for (OutcomeLaw& law : answer.told) {
        const bool is_of_damage = &law == answer.find({OutcomeFact::Kind::damage, Side::attacker});
        if (is_of_damage) law = OutcomeLaw(law.asked(), counts, 0.99);
      }
      return answer;
    };
    return engine;
  };
  const std::string question =
      R"({"command":"fight","system":"magewinds","attacker":"power=3,precision=4","defender":"armour=1"})";
  constexpr int many = 200;
  std::string questions;
  for (int i = 0; i < many; ++i) questions += question + "\n";
  std::istringstream lines(questions);
  std::size_t bytes = 0;
  const Answered answered = ask_lines(lines, [&](const std::string& more) { bytes += more.size(); },
                                      {engine_of, sim::engine});
  EXPECT_TRUE(answered.all);
  EXPECT_EQ(begun, many);
  const double each = static_cast<double>(bytes) / many;
  const double threads = std::thread::hardware_concurrency();
  EXPECT_LE(begun_when_slow_ended * each, most_bytes_waiting + (threads + 2) * each);
}

}  // namespace
}  // namespace warodds::test
