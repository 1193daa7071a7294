// Questions as lines of JSON: the same answers as the commands', in order, errors per line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <new>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <streambuf>

#include "core/ask/ask.h"
#include "core/ask/lines.h"
#include "exact/engine.h"
#include "sim/engine.h"
#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using OrderedJson = nlohmann::ordered_json;

Asker& asker() {
  static Asker one({exact::engine, sim::engine}, {.files = AllowedFiles::below("/")});
  return one;
}

struct Same {
  std::vector<std::string> line;  ///< of the command line, without --format json
  OrderedJson question;
};

std::vector<Same> same_questions() {
  return {
      {{"systems"}, {{"command", "systems"}}},
      {{"systems", "magewinds"}, {{"command", "systems"}, {"system", "magewinds"}}},
      {{"quantities", "magewinds"}, {{"command", "quantities"}, {"system", "magewinds"}}},
      {{"battle", "figures=2", "cd=3", "--system", "raiders-of-arcana"},
       {{"command", "battle"},
        {"system", "raiders-of-arcana"},
        {"attacker", "figures=2"},
        {"defender", "cd=3"}}},
  };
}

/// JSON on many lines as it stands on one: without line ends, indents, and spaces after keys.
std::string on_one_line(const std::string& json) {
  std::string text;
  for (std::string line : lines_of(json)) {
    line.erase(0, line.find_first_not_of(' '));
    const auto after_key = line.find("\": ");
    if (line.front() == '"' && after_key != std::string::npos) line.erase(after_key + 2, 1);
    text += line;
  }
  return text;
}

TEST(Ask, AnswersLikeTheCommandsByteForByte) {
  std::string questions;
  std::vector<std::string> expected;
  for (const Same& same : same_questions()) {
    std::vector<std::string> line = same.line;
    line.insert(line.end(), {"--format", "json"});
    const Outcome outcome = run(line);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expected.push_back(on_one_line(outcome.out));
    questions += same.question.dump() + "\n";
  }
  const TemporaryFile file("questions.jsonl", questions);
  const Outcome outcome = run({"ask", file.path(), "--files", "/"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto answers = lines_of(outcome.out);
  ASSERT_EQ(answers.size(), expected.size());
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i], expected[i]);
  const TemporaryFile written("answers.jsonl", "");
  EXPECT_EQ(run({"ask", file.path(), "--files", "/", "--output", written.path()}).exit_code, 0);
  EXPECT_EQ(written.content(), outcome.out);
}

TEST(Ask, ComparesRostersWhetherTheyAreFilesOrTexts) {
  const TemporaryFile before("before.toml",
                             "system = \"magewinds\"\n[[unit]]\nname = \"A\"\npower = 3\nprecision "
                             "= 4\n[[unit]]\nname = \"B\"\npower = 2\nprecision = 3\n");
  const TemporaryFile after("after.toml",
                            "system = \"magewinds\"\n[[unit]]\nname = \"A\"\npower = 4\nprecision "
                            "= 4\n[[unit]]\nname = \"B\"\npower = 2\nprecision = 3\n");
  const OrderedJson old_file{{"old", before.path()}}, old_text{{"old-text", before.content()}};
  const OrderedJson new_file{{"new", after.path()}}, new_text{{"roster-text", after.content()}};
  std::string questions;
  for (const OrderedJson& of_old : {old_file, old_text}) {
    for (const OrderedJson& of_new : {new_file, new_text}) {
      OrderedJson question{{"command", "compare"}};
      question.update(of_old);
      question.update(of_new);
      questions += question.dump() + "\n";
    }
  }
  const TemporaryFile file("questions.jsonl", questions);
  const Outcome outcome = run({"ask", file.path(), "--files", "/"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.out;
  const auto lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_THAT(lines[0], HasSubstr("power"));
  for (const std::string& line : lines) {
    // What the rosters are called is all that differs.
    OrderedJson first = OrderedJson::parse(lines[0]), other = OrderedJson::parse(line);
    for (OrderedJson* answer : {&first, &other}) {
      answer->erase("old");
      answer->erase("new");
    }
    EXPECT_EQ(first, other);
  }
}

TEST(Ask, GivesBackTheIdAndGoesOnAfterABadQuestion) {
  const std::string good =
      R"({"command":"fight","system":"magewinds","attacker":"power=3,precision=4","defender":"armour=1","id":)";
  const TemporaryFile file("mixed.jsonl", good + "1}\n\nnonsense\n" + good +
                                              "\"b\",\"situation\":{\"cover\":\"maybe\"}}\n" +
                                              good + "[3]}\n");
  const Outcome outcome = run({"ask", file.path(), "--files", "/"});
  EXPECT_EQ(outcome.exit_code, 2);
  const auto lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_THAT(OrderedJson::parse(lines[1])["error"]["message"].get<std::string>(),
              HasSubstr("blank"));
  EXPECT_EQ(OrderedJson::parse(lines[2])["error"]["status"], 2);
  EXPECT_EQ(OrderedJson::parse(lines[3])["id"], "b");
  EXPECT_THAT(OrderedJson::parse(lines[3])["error"]["message"].get<std::string>(),
              HasSubstr("no or yes"));
}

TEST(Ask, HandsTheIdBackAsItWasWritten) {
  for (const std::string id : {"7",
                               "-7",
                               "0",
                               "1.50",
                               "-0.0",
                               "1e2",
                               "123456789012345678901",
                               "0.1000000000000000055",
                               "true",
                               "false",
                               R"("")",
                               R"("a \"b\" \\")",
                               R"("\u0001")",
                               "\"\xC3\xA9\"",
                               "[]",
                               "{}",
                               R"([1,[2.0,null],{"a":"b","a b":[false]}])",
                               "-0",
                               "1.0",
                               "1E+2",
                               R"("\u00e9\/\ud83d\ude00")",
                               R"("\u0061\t")",
                               "[ 1 , -0,\t{ \"a\\\"]\" : [ ] } ]",
                               "{ }",
                               R"({"id":{"id":-0.00e-0}})"}) {
    const Asker::Reply reply = asker().ask(R"({"command":"systems","id": )" + id + " }");
    EXPECT_EQ(reply.status, 0) << id;
    EXPECT_THAT(reply.line, StartsWith("{\"id\":" + id + ",\"version\":"));
  }
}

/// An engine that fails in a way that no question can ask for.
template <class Failure>
Engines failing(const Failure& failure) {
  Engine engine = exact::engine({});
  engine.laws.answer = [failure](const PlayedQuestion&, const Watch&) -> Answer { throw failure; };
  return {[engine](const EngineSettings&) { return engine; }, sim::engine};
}

TEST(Ask, GoesOnAfterAQuestionThatMemoryDoesNotSufficeFor) {
  const std::string question =
      R"({"id":7,"command":"fight","system":"magewinds","attacker":"power=3,precision=4","defender":"armour=1"})";
  for (const auto& [engines, message] :
       {std::pair{failing(std::bad_alloc()), "memory"},
        std::pair{failing(std::length_error("a list too long")), "a list too long"},
        std::pair{failing(std::runtime_error("out of luck")), "out of luck"}}) {
    Asker broken(engines);
    const Asker::Reply failed = broken.ask(question);
    EXPECT_EQ(failed.status, 1);
    const OrderedJson error = OrderedJson::parse(failed.line);
    EXPECT_EQ(error["id"], 7);
    EXPECT_EQ(error["error"]["status"], 1);
    EXPECT_THAT(error["error"]["message"].get<std::string>(), HasSubstr(message));
    // The next one is answered.
    EXPECT_EQ(broken.ask(R"({"command":"systems"})").status, 0);
  }
}

TEST(Ask, HandsBackTheIdOfALineThatIsWrongFurtherOn) {
  const auto id = [](const std::string& line) {
    return OrderedJson::parse(asker().ask(line).line).value("id", OrderedJson("none"));
  };
  EXPECT_EQ(id(R"({"id":7,"command":"fight","command":"x"})"), 7);
  EXPECT_EQ(id(R"({"id":{"a":[1,2]},"command":"fight","trials":1e400})"),
            OrderedJson::parse(R"({"a":[1,2]})"));
  EXPECT_EQ(id(R"({"id":"x","command":)"), "x");
  EXPECT_EQ(id(R"({"id":7,"id":8,"command":"fight"})"), 7);
  EXPECT_EQ(id(R"({"id":{"a":1,"a":2},"command":"fight"})"), "none");
  EXPECT_EQ(id(R"({"command":"fight","command":"x","id":7})"), "none");  // nobody has read so far
}

TEST(Ask, RefusesWhatMakesNoSenseInWords) {
  const auto message = [](const std::string& line) {
    const Asker::Reply answered = asker().ask(line);
    EXPECT_GT(answered.status, 0) << line;
    return OrderedJson::parse(answered.line)["error"]["message"].get<std::string>();
  };
  EXPECT_THAT(message(""), HasSubstr("blank"));
  EXPECT_THAT(message("{\"command\":\"fight\",\"system\":\"\xff\"}"), HasSubstr("not JSON"));
  const std::string opening(1'000'000, '[');
  const std::string closing(1'000'000, ']');
  EXPECT_THAT(message(opening), HasSubstr("too deep"));
  EXPECT_THAT(message(R"({"command":"fight","id":)" + opening + closing + "}"),
              HasSubstr("too deep"));
}

/// Input that comes in portions, as from a pipe or from somebody who types.
class Portions : public std::streambuf {
 public:
  explicit Portions(std::vector<std::string> portions) : portions_(std::move(portions)) {}
  std::function<void()> on_next;  ///< before more is waited for

 protected:
  int_type underflow() override {
    on_next();
    if (next_ == portions_.size()) return traits_type::eof();
    std::string& portion = portions_[next_++];
    setg(portion.data(), portion.data(), portion.data() + portion.size());
    return traits_type::to_int_type(portion.front());
  }

 private:
  std::vector<std::string> portions_;
  std::size_t next_ = 0;
};

// What has been typed is answered before more is waited for, even if the next line has begun.
TEST(Ask, AnswersWhatIsThereBeforeItWaitsForMore) {
  const std::string question = R"({"command":"quantities","system":"magewinds"})";
  Portions portions({question + "\n" + question.substr(0, 5), question.substr(5),
                     "\n\n" + question + "\r\n" + question + "\n", question});
  std::istream questions(&portions);
  std::string answers;
  std::vector<std::ptrdiff_t> lines;  // after each portion
  portions.on_next = [&] { lines.push_back(std::count(answers.begin(), answers.end(), '\n')); };
  const Answered answered = ask_lines(questions, [&](const std::string& more) { answers += more; },
                                      {exact::engine, sim::engine});
  EXPECT_EQ(answered.status, 2);  // of the blank one
  EXPECT_TRUE(answered.all);
  EXPECT_THAT(lines, ElementsAre(0, 1, 1, 5, 5, 6));
}

TEST(Ask, SaysThatQuestionsAreLeftThoughAllThatWereReadHaveAnswers) {
  const std::string question = R"({"command":"quantities","system":"magewinds"})";
  for (const bool more : {false, true}) {
    Portions portions({question + "\n" + (more ? question.substr(0, 5) : "")});
    portions.on_next = [] {};
    std::istream questions(&portions);
    std::atomic<bool> stop = false;
    const Answered answered = ask_lines(questions, [&](const std::string&) { stop = true; },
                                        {exact::engine, sim::engine}, {&stop, {}});
    EXPECT_EQ(answered.all, !more);
  }
}

TEST(Ask, DoesNotDestroyWhatItsQuestionsAreReadFrom) {
  const TemporaryFile roster("asked.toml", "system = \"magewinds\"\n[[unit]]\nname = \"A\"\n");
  const TemporaryFile questions("asked.jsonl",
                                R"({"command":"units","roster":")" + roster.path() + "\"}\n");
  const std::string before = roster.content();
  const Outcome outcome = run({"ask", questions.path(), "--files", "/", "--output", roster.path()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("would be destroyed"));
  EXPECT_EQ(roster.content(), before);
}

// A quick answer does not wait for a slow one behind it, and Ctrl-C leaves what was there.
TEST(Ask, HandsAnswersOnWhileOthersAreWorkedOut) {
  const std::string quick = R"({"command":"systems","id":1})";
  const std::string slow =
      R"({"command":"fight","system":"raiders-of-arcana","attacker":"hp=1","defender":"hp=1",)"
      R"("engine":"sim","trials":1000000000000,"time-limit":1000})";
  std::istringstream questions(quick + "\n" + slow + "\n" + slow + "\n" + slow + "\n");
  std::atomic<bool> stop = false;
  std::string answers;
  const auto hand_on = [&](const std::string& more) {
    answers += more;
    stop = true;
  };
  const Answered answered =
      ask_lines(questions, hand_on, {exact::engine, sim::engine}, {&stop, {}});
  EXPECT_FALSE(answered.all);
  EXPECT_THAT(answers, StartsWith("{\"id\":1,"));
}

TEST(Library, SaysInTextWhatTheProgramSays) {
  const Report report =
      answer(question_from_json(
                 R"({"command":"battle","system":"raiders-of-arcana","attacker":"figures=4,hp=2",)"
                 R"("defender":"figures=6","rounds":3,"best":true})"),
             {exact::engine, sim::engine});
  EXPECT_EQ(to_text(report),
            run({"battle", "--system", "raiders-of-arcana", "figures=4,hp=2", "figures=6",
                 "--rounds", "3", "--best", "--format", "ascii", "--long"})
                .out);
}

// The same question again, with another id or none, has the same answer; any other has its own.
TEST(Ask, AnswersTheSameWhateverTheId) {
  const std::string one =
      R"("command":"fight","system":"magewinds","attacker":{"power":7,"precision":9},"defender":{}})";
  const std::string other =
      R"("command":"fight","system":"magewinds","attacker":{"power":8,"precision":9},"defender":{}})";
  const std::string first = asker().ask("{" + one).line;
  EXPECT_THAT(first, StartsWith(R"({"version")"));
  EXPECT_EQ(asker().ask("{" + one).line, first);
  const std::string rest = first.substr(1);
  for (const std::string id : {"7", "-1.5", R"("x")", R"("")", R"("a \"b\"")"}) {
    EXPECT_EQ(asker().ask("{\"id\":" + id + "," + one).line, "{\"id\":" + id + "," + rest);
  }
  EXPECT_EQ(asker().ask(R"({"id":null,)" + one).line, R"({"id":null,)" + rest);
  EXPECT_EQ(asker().ask(R"({"id":[1],)" + one).line, R"({"id":[1],)" + rest);
  EXPECT_NE(asker().ask("{" + other).line, first);
  EXPECT_NE(asker().ask(R"({"id":9,)" + other).line, R"({"id":9,)" + rest);
  // An id in disguise is an id, too.
  EXPECT_EQ(asker().ask(R"({"\u0069d":"",)" + one).line, R"({"id":"",)" + rest);
  EXPECT_EQ(asker().ask("{\"nonsense\":1," + one).status, 2);
}

// Ten thousand questions in one process: every one its own answer, in order.
TEST(Ask, AnswersManyQuestionsInOrder) {
  std::string questions;
  constexpr int many = 10'000;
  for (int i = 0; i < many; ++i) {
    questions += R"({"command":"fight","system":"raiders-of-arcana","id":)" + std::to_string(i) +
                 R"(,"attacker":"cd=)" + std::to_string(i % 3) +
                 R"(","defender":"figures=2"})"
                 "\n";
  }
  const TemporaryFile file("many.jsonl", questions);
  const Outcome outcome = run({"ask", file.path(), "--files", "/"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), static_cast<std::size_t>(many));
  for (int i = 0; i < many; ++i) {
    EXPECT_EQ(lines[static_cast<std::size_t>(i)].rfind("{\"id\":" + std::to_string(i) + ",", 0),
              0U);
  }
  EXPECT_EQ(lines[4].substr(lines[4].find(',')), lines[7].substr(lines[7].find(',')));
}

}  // namespace
}  // namespace warodds::test
