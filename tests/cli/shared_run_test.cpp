// A simulation that is shared out and merged again.
#include <gmock/gmock.h>

#include <iomanip>
#include <random>
#include <sstream>

#include "core/ask/ask.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::HasSubstr;

/// A simulation of several chunks, of each kind and system.
const std::vector<Arguments> simulations{
    {"fight", "--system", "raiders-of-arcana", "figures=6,cd=2", "figures=9,arm=6", "--trials",
     "1000000"},
    {"fight", "--system", "arcane-legions", "red=6,white=2", "red=5,figures=3", "--trials",
     "500001", "--seed", "7", "--show", "attacker.kills>=1"},
    {"fight", "--system", "magewinds", "power=6,precision=5", "toughness=9,armour=1", "--trials",
     "400000"},
    {"battle", "--system", "dwethia-skirmish", "models=4,martial=5", "models=5", "--trials",
     "300000", "--rounds", "9"},
    {"battle", "--system", "raiders-of-arcana", "figures=4", "figures=4", "--policy", "both=best",
     "--rounds", "5", "--trials", "200000"},
    {"sequence", "--system", "dwethia-skirmish", "models=6", "--by", "models=3,martial=5", "--by",
     "damage=1d6", "--by", "models=2", "--trials", "60000"},
    {"sequence", "--system", "raiders-of-arcana", "figures=6", "--by", "figures=4", "--by",
     "extra-attack=1d6", "--trials", "60000", "--given", "step[1].kills >= 1", "--show",
     "destroyed,losses >= 1"},
    {"battle", "--system", "raiders-of-arcana", "figures=2 + figures=3", "figures=4", "--trials",
     "20000", "--given", "win and rounds <= 4", "--joint", "rounds,attacker.survivors"},
};

/// The part that those chunks are.
std::string part(const Arguments& simulation, const std::string& chunks) {
  return said(simulation, {"--chunks", chunks});
}

std::string numbered(std::uint64_t first, std::uint64_t last) {
  return std::to_string(first) + ".." + std::to_string(last);
}

/// FNV-1a, as the draft has it, of what a part says.
std::string checksum_of(const nlohmann::ordered_json& part) {
  const auto& chunks = part["chunks"];
  std::string text = part["version"].get<std::string>() + "\n" + part["question"].dump() + "\n" +
                     chunks["first"].dump() + " " + chunks["last"].dump() + " " +
                     chunks["of"].dump() + "\n";
  const auto join = [&](const auto& list, const char* between, const auto& as_text) {
    for (std::size_t i = 0; i < list.size(); ++i) text += (i > 0 ? between : "") + as_text(list[i]);
  };
  join(part["names"], "\n", [](const auto& name) { return name.template get<std::string>(); });
  text += "\n";
  join(part["numbers"], " ", [](const auto& number) { return number.dump(); });
  std::uint64_t hash = 14695981039346656037U;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  std::ostringstream digits;
  digits << std::hex << std::setw(16) << std::setfill('0') << hash;
  return digits.str();
}

/// The text with something done to it that disks, editors and people do.
std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const std::size_t place = below(text.size());
  switch (below(8)) {
    case 0:  // a bit
      text[place] = static_cast<char>(text[place] ^ (1 << below(8)));
      break;
    case 1:
      text[place] = static_cast<char>(random());
      break;
    case 2:  // a digit, so that it stays a part
    case 3: {
      const std::size_t digit = text.find_first_of("0123456789", place);
      if (digit != std::string::npos) text[digit] = static_cast<char>('0' + below(10));
      break;
    }
    case 4:
      text.erase(place, 1 + below(3));
      break;
    case 5:
      text.insert(place, 1, "0123456789,-\"{}[] "[below(19)]);
      break;
    case 6:
      text.resize(place);
      break;
    default:  // two pieces exchanged
      std::swap(text[place], text[below(text.size())]);
  }
  return text;
}

TEST(SharedRun, ADamagedPartIsRefusedOrGivesTheRightBytes) {
  std::mt19937 random(7);
  constexpr int mutations = 2000;
  int refused = 0;
  for (std::size_t i = 0; i < simulations.size(); ++i) {
    const std::uint64_t last =
        Json::parse(part(simulations[i], "0..0"))["chunks"]["of"].get<std::uint64_t>() - 1;
    const std::string whole = part(simulations[i], numbered(0, last));
    Asker asker({exact::engine, sim::engine}, {.files = AllowedFiles::below("/")});
    const auto merged = [&](const std::string& content) {
      const TemporaryFile file("part.json", content);
      return asker.ask(Json{{"command", "merge"}, {"parts", {file.path()}}}.dump());
    };
    const Asker::Reply right = merged(whole);
    ASSERT_EQ(right.status, 0) << right.line;
    for (int k = 0; k < mutations / static_cast<int>(simulations.size()) + 1; ++k) {
      const std::string content = mutated(whole, random);
      const Asker::Reply reply = merged(content);
      if (reply.status == 2) {
        ++refused;
      } else {
        EXPECT_EQ(reply.line, right.line) << content;
      }
    }
  }
  EXPECT_GT(refused, mutations / 2);
}

// Whoever writes a part by hand can give it its checksum.
TEST(SharedRun, RefusesLawsOfOtherColumnsThanWereAskedFor) {
  nlohmann::ordered_json forged = nlohmann::ordered_json::parse(
      part({"fight", "--system", "raiders-of-arcana", "cd=2", "cd=1", "--trials", "65536",
            "--joint", "attacker.hits,defender.kills"},
           "0..0"));
  const auto numbers = forged["numbers"].get<std::vector<std::int64_t>>();
  // The law is what comes last: each pair of values, with 2 before it and how often it was behind.
  constexpr std::size_t of_outcome = 4;
  std::size_t outcomes = 1;
  const auto begin = [&] { return numbers.size() - outcomes * of_outcome; };
  while (numbers[begin() - 1] != static_cast<std::int64_t>(outcomes)) {
    ++outcomes;
    ASSERT_GT(numbers.size(), outcomes * of_outcome);
  }
  const std::size_t law = begin();
  EXPECT_GE(outcomes, 2U);
  std::vector<std::int64_t> narrow(numbers.begin(), numbers.begin() + static_cast<long>(law));
  std::vector<std::int64_t> infinite = numbers;
  for (std::size_t at = law; at < numbers.size(); at += of_outcome) {
    ASSERT_EQ(numbers[at], 2);
    narrow.insert(narrow.end(), {1, static_cast<std::int64_t>(at), numbers[at + 3]});
    infinite[at + 1] = 0x7ff0000000000000;
  }
  for (const auto& wrong : {narrow, infinite}) {
    forged["numbers"] = wrong;
    forged["checksum"] = checksum_of(forged);
    const TemporaryFile file("forged.json", forged.dump());
    const Outcome outcome = run({"merge", file.path()});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("have counted is not of their question"));
  }
}

TEST(SharedRun, RefusesABattleOfSeveralUnitsThatTellsNothingOfThem) {
  nlohmann::ordered_json forged = nlohmann::ordered_json::parse(
      part({"battle", "--system", "raiders-of-arcana", "figures=2 + figures=3", "figures=4",
            "--trials", "1000", "--rounds", "3"},
           "0..0"));
  const auto numbers = forged["numbers"].get<std::vector<std::int64_t>>();
  std::vector<std::int64_t> without{numbers[0]};
  std::size_t at = 1;
  constexpr std::int64_t of_round = 5;  // sums
  const auto end_of_rounds = [&](std::size_t from) {
    return from + 1 + static_cast<std::size_t>(of_round * numbers[from]);
  };
  for ([[maybe_unused]] const Side side : both_sides) {
    const std::size_t units = end_of_rounds(at);
    without.insert(without.end(), numbers.begin() + static_cast<std::ptrdiff_t>(at),
                   numbers.begin() + static_cast<std::ptrdiff_t>(units));
    without.push_back(0);
    at = units + 1;
    for (std::int64_t unit = 0; unit < numbers[units]; ++unit) at = end_of_rounds(at);
  }
  without.insert(without.end(), numbers.begin() + static_cast<std::ptrdiff_t>(at), numbers.end());
  ASSERT_LT(without.size(), numbers.size());
  forged["numbers"] = without;
  forged["checksum"] = checksum_of(forged);
  const TemporaryFile file("forged.json", forged.dump());
  expect_refused({"merge", file.path()}, "not of their question");
}

TEST(SharedRun, GivesTheBytesOfTheWhole) {
  for (const Arguments& simulation : simulations) {
    const std::uint64_t chunks = Json::parse(part(simulation, "0..0"))["chunks"]["of"];
    ASSERT_GE(chunks, 3) << simulation.front();
    const TemporaryFile first("first.json", part(simulation, numbered(0, 0)));
    // Two parts in one file, in no order.
    const TemporaryFile rest(
        "rest.json", part(simulation, numbered(2, chunks - 1)) + part(simulation, numbered(1, 1)));
    for (const char* format : {"json", "csv", "text"}) {
      const std::string whole =
          said(simulation, {"--engine", "sim", "--time-limit", "1000", "--format", format});
      const std::string merged = said({"merge", rest.path(), first.path(), "--format", format});
      EXPECT_EQ(merged, whole) << simulation.front() << " " << simulation[2];
    }
  }
}

TEST(SharedRun, RefusesWhatDoesNotBelongTogether) {
  const Arguments& simulation = simulations.front();
  const std::string text = part(simulation, "0..3");
  const Json json = Json::parse(text);
  const std::uint64_t last = json["chunks"]["of"].get<std::uint64_t>() - 1;
  const TemporaryFile start("start.json", text);
  const TemporaryFile rest("rest.json", part(simulation, numbered(4, last)));
  const auto with = [&](const std::string& content, const std::string& because) {
    const TemporaryFile other("other.json", content);
    expect_refused({"merge", start.path(), other.path()}, because);
  };
  expect_refused({"merge"}, "needs the files");
  expect_refused({"merge", "no-such-file.json"}, "cannot open");
  expect_refused({"merge", start.path()}, "chunks 4.." + std::to_string(last));
  expect_refused({"merge", rest.path()}, "chunks 0..3 of");
  with(part(simulation, numbered(3, last)), "counted already");
  with(part(simulation + Arguments{"--seed", "2"}, numbered(4, last)), "different questions");
  with("", "is empty");
  with("{}", "--chunks FIRST..LAST");
  with("[1, 2", "--chunks FIRST..LAST");
  const auto changed = [&](const auto& change) {
    auto other = nlohmann::ordered_json::parse(part(simulation, numbered(4, last)));
    change(other);
    return other.dump();
  };
  const auto changed_well = [&](const auto& change) {
    auto other = nlohmann::ordered_json::parse(part(simulation, numbered(4, last)));
    change(other);
    other["checksum"] = checksum_of(other);
    return other.dump();
  };
  with(changed([](auto& other) { other["numbers"][5] = 77; }), "is damaged");
  with(changed([](auto& other) { other.erase("checksum"); }), "is damaged");
  with(changed_well([](auto& other) { other["version"] = "0.0.1"; }), "version 0.0.1");
  with(changed_well([](auto& other) { other["numbers"][5] = 77; }), "not of their question");
  with(changed_well([](auto& other) { other["numbers"].erase(0); }), "not of their question");
  with(changed_well([](auto& other) { other["numbers"][0] = -1; }), "not of their question");
  with(changed([](auto& other) { other["numbers"] = "many"; }), "is damaged");
  with(changed_well([](auto& other) { other["chunks"]["last"] = 0; }), "not in order");
}

TEST(SharedRun, IsNotDestroyedByWhatItIsMergedTo) {
  const TemporaryFile all("all.json", part(simulations.front(), "0..0"));
  const Outcome outcome = run({"merge", all.path(), "--output", all.path()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("would be destroyed"));
}

TEST(SharedRun, SaysWhatAnInterruptedPartDoesNotHave) {
  Call call;
  call.arguments = {"fight",    "--system",     "raiders-of-arcana", "figures=9", "figures=9",
                    "--trials", "100000000000", "--chunks",          "2..900000"};
  call.interrupt = true;
  const Outcome outcome = run(call);
  EXPECT_EQ(outcome.exit_code, 1);
  const Json chunks = Json::parse(outcome.out)["chunks"];
  EXPECT_EQ(chunks["first"], 2);
  const std::uint64_t next = chunks["last"].get<std::uint64_t>() + 1;
  EXPECT_THAT(outcome.err, HasSubstr("--chunks " + numbered(next, 900000) + " has the others"));
}

}  // namespace
}  // namespace warodds::test
