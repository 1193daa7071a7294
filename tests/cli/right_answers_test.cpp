// Questions and their right answers: each file of right_answers is a list of them about one topic.
// They speak of what is asked and answered only, so that they outlive the code.
//
//   = what it is about, and how the value was worked out
//   $ warodds battle A B --roster @/ranks.toml --show "win,rounds.p50"
//   win is 0.8947
//   /win/undecided is 0
//   says all of these words
//   + --rounds 0
//   refused: --rounds is '0'
//
// A case has one question or several, and below each what its answer is:
//   + MORE            the last question that begins with "$", asked with more behind it; where
//                     nothing is said of that itself, it is only the beginning of others
//   QUANTITY is N     a quantity shown, to half a unit of its last digit; 3/8 is meant exactly
//   /POINTER is N     a value in the JSON of the answer; N may be JSON, "above N" or "below N"
//   /POINTER is /POINTER of $ warodds ...    what it is in the answer to another question
//   /POINTER is not there
//   / is / of $ warodds ...    all of the answer is that to another question
//   says WORDS        somewhere in the output or the messages; does not say WORDS: nowhere
//   same as $ warodds ...    the output is that of another question
//   refused: WORDS    as bad input, with exit code 2, by a message that says these words
//   no answer: WORDS  the same with exit code 1: it is understood, and cannot be answered
//   exit is N         0 where nothing is said
//   fails until issue 47: a reason    known to be answered wrongly; this line goes with the fault
// In questions, @/FILE is a file of the folder, or one that was written above; examples/FILE is one
// of ours, also in quotes within a file:
//   file FILE <<END   the lines up to END are such a file, for all questions below
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <list>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

struct Expectation {
  std::string name;  ///< of a quantity, a pointer, or one of the words above
  std::string value;
};

struct Asked {
  std::string line;
  std::vector<Expectation> expected;
  int exit_code = 0;
  bool is_refused = false;  ///< by a message, and nothing else is said
};

using Files = std::map<std::string, std::string>;

struct RightAnswer {
  std::string file;
  int line = 0;
  std::string about;
  std::vector<Asked> questions;
  std::string fails_until;
  Files files;
};
void PrintTo(const RightAnswer& answer, std::ostream* out) { *out << answer.about; }

const std::string says = "says", says_not = "does not say", same_as = "same as";
const std::string other_question = "$ warodds ";

std::string folder() { return std::string(WARODDS_SOURCE) + "/tests/cli/right_answers"; }

std::optional<std::string> after(const std::string& line, const std::string& word) {
  if (!line.starts_with(word)) return std::nullopt;
  return line.substr(word.size());
}

/// Whether a line says what the answer is, which is added to the question.
bool is_expectation(const std::string& line, Asked& question) {
  const auto add = [&](const std::string& name, const std::string& value) {
    question.expected.push_back({name, value});
    return true;
  };
  const auto add_refusal = [&](int exit_code, const std::string& text) {
    question.exit_code = exit_code;
    question.is_refused = true;
    return add(says, text);
  };
  const auto is = line.find(" is ");
  if (const auto text = after(line, says_not + " ")) return add(says_not, *text);
  if (const auto text = after(line, "says ")) return add(says, *text);
  if (const auto other = after(line, same_as + " " + other_question)) return add(same_as, *other);
  if (const auto text = after(line, "refused: ")) return add_refusal(2, *text);
  if (const auto text = after(line, "no answer: ")) return add_refusal(1, *text);
  if (const auto code = after(line, "exit is ")) {
    question.exit_code = std::stoi(*code);
    return true;
  }
  return is != std::string::npos && add(line.substr(0, is), line.substr(is + 4));
}

void read(const std::filesystem::path& path, std::vector<RightAnswer>& answers) {
  std::ifstream file(path);
  int number = 0;
  std::string question;
  Files files;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (const auto name = after(line, "file ")) {
      std::string& content = files[name->substr(0, name->find(" <<END"))];
      content.clear();
      for (; std::getline(file, line) && line != "END"; ++number) content += line + "\n";
      ++number;
      continue;
    }
    if (const auto about = after(line, "= ")) {
      answers.push_back({path.stem().string(), number, *about, {}, {}, {}});
      continue;
    }
    RightAnswer& answer = answers.back();
    answer.files = files;
    if (const auto asked = after(line, other_question)) {
      question = *asked;
      answer.questions.push_back({question, {}});
    } else if (const auto more = after(line, "+ ")) {
      const bool is_only_begun =
          answer.questions.back().line == question && answer.questions.back().expected.empty();
      if (is_only_begun) answer.questions.pop_back();
      answer.questions.push_back({question + " " + *more, {}});
    } else if (const auto issue = after(line, "fails until ")) {
      answer.fails_until = *issue;
    } else if (!is_expectation(line, answer.questions.back())) {
      throw std::runtime_error(path.string() + ":" + std::to_string(number) + ": " + line);
    }
  }
}

std::vector<RightAnswer> all_answers() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<RightAnswer> answers;
  for (const auto& file : files) read(file, answers);
  return answers;
}

/// How a number is not what it is said to be; empty: it is.
std::string wrong_by(double found, const std::string& expected) {
  const auto slash = expected.find('/');
  double value = std::stod(expected), tolerance = 0;
  if (slash != std::string::npos) {
    value /= std::stod(expected.substr(slash + 1));
    tolerance = 1e-12 * std::abs(value);
  } else {
    const auto exponent_at = expected.find_first_of("eE");
    const auto point = expected.find('.');
    const auto end = std::min(exponent_at, expected.size());
    const double exponent =
        exponent_at == std::string::npos ? 0 : std::stod(expected.substr(exponent_at + 1));
    const double digits = point == std::string::npos ? 0 : static_cast<double>(end - point - 1);
    tolerance = 0.5 * std::pow(10.0, exponent - digits) * (1 + 1e-9);
    if (point == std::string::npos && exponent_at == std::string::npos) tolerance = 1e-9;
  }
  if (std::abs(found - value) <= tolerance) return {};
  std::ostringstream text;
  text << std::setprecision(17) << found << ", not " << expected;
  return text.str();
}

/// Asks what a case asks, with its files in place.
class Program {
 public:
  explicit Program(const Files& files) : contents_(files) {}

  Outcome asked(const std::string& line, const Arguments& more = {}) {
    Arguments arguments = words(line);
    for (std::string& argument : arguments) argument = in_place(argument);
    return run(with(arguments, more));
  }
  Json in_json(const std::string& line, int exit_code = 0) {
    const bool is_json =
        line.starts_with("ask ") || line.find("--format json") != std::string::npos;
    const Outcome outcome = asked(line, is_json ? Arguments{} : Arguments{"--format", "json"});
    if (outcome.exit_code != exit_code) throw std::runtime_error(line + ": " + outcome.err);
    return Json::parse(outcome.out);
  }

 private:
  std::string in_place(const std::string& argument) {
    if (argument.starts_with("examples/")) return std::string(WARODDS_SOURCE) + "/" + argument;
    if (!argument.starts_with("@/")) return argument;
    const std::string name = argument.substr(2);
    const auto content = contents_.find(name);
    if (content == contents_.end()) return folder() + "/" + name;
    const auto written = paths_.find(name);
    if (written != paths_.end()) return written->second;
    return paths_[name] = files_.emplace_back(name, with_examples(content->second)).path();
  }

  static std::string with_examples(std::string content) {
    const std::string ours = "\"examples/",
                      there = "\"" + std::string(WARODDS_SOURCE) + "/examples/";
    for (auto at = content.find(ours); at != std::string::npos; at = content.find(ours, at + 1)) {
      content.replace(at, ours.size(), there);
    }
    return content;
  }

  const Files& contents_;
  std::list<TemporaryFile> files_;
  std::map<std::string, std::string> paths_;
};

/// The value of that name, if there is one.
std::optional<Json> value_in(const Json& answer, const std::string& name) {
  const bool is_pointer = name.starts_with('/');
  const Json& in = is_pointer ? answer : answer.at("show");
  const Json::json_pointer place(is_pointer && name != "/" ? name : "");
  if (is_pointer ? !in.contains(place) : !in.contains(name)) return std::nullopt;
  const Json& found = is_pointer ? in.at(place) : in.at(name);
  return found.is_object() && found.contains("p") ? found.at("p") : found;
}

/// How a value is not what it is said to be; empty: it is.
std::string fault_of(Program& program, const std::optional<Json>& found,
                     const std::string& expected) {
  if (expected == "not there") return found ? "there" : "";
  if (!found) return "not there";
  const auto other = expected.find(" of " + other_question);
  if (other != std::string::npos) {
    const Json answer = program.in_json(expected.substr(other + 4 + other_question.size()));
    const auto value = value_in(answer, expected.substr(0, other));
    if (!value) return "not in the other answer";
    const bool is_same = found->is_number() && value->is_number()
                             ? std::abs(found->get<double>() - value->get<double>()) <= 1e-12
                             : *found == *value;
    return is_same ? "" : found->dump() + ", not " + value->dump();
  }
  const auto least = after(expected, "above "), most = after(expected, "below ");
  const bool is_number = expected.find_first_not_of("0123456789.eE+-/") == std::string::npos;
  if (!least && !most && !is_number) {
    return *found == Json::parse(expected) ? "" : found->dump() + ", not " + expected;
  }
  if (!found->is_number()) return found->dump();
  const auto number = found->get<double>();
  if (!least && !most) return wrong_by(number, expected);
  const bool holds = least ? number > std::stod(*least) : number < std::stod(*most);
  return holds ? "" : found->dump() + ", not " + expected;
}

/// All that is wrong with what the program says.
std::string faults_of(Program& program, const Asked& question) {
  std::ostringstream faults;
  bool is_asked_for_text = question.expected.empty() || question.exit_code != 0;
  std::optional<Json> answer;
  for (const auto& [name, value] : question.expected) {
    if (name == says || name == says_not || name == same_as) {
      is_asked_for_text = true;
      continue;
    }
    if (!answer) answer = program.in_json(question.line, question.exit_code);
    const std::string fault = fault_of(program, value_in(*answer, name), value);
    if (!fault.empty()) faults << name << " is " << fault << "; ";
  }
  if (!is_asked_for_text) return faults.str();
  const Outcome outcome = program.asked(question.line);
  const std::string all = unwrapped(outcome.out + outcome.err);
  if (outcome.exit_code != question.exit_code) {
    faults << "exit " << outcome.exit_code << ": " << outcome.err << "; ";
  }
  if (question.is_refused && !(outcome.out.empty() && outcome.err.starts_with("warodds: "))) {
    faults << "is no refusal; ";
  }
  for (const auto& [name, value] : question.expected) {
    const bool is_said = all.find(unwrapped(value)) != std::string::npos;
    if (name == says && !is_said) faults << "does not say '" << value << "'; ";
    if (name == says_not && is_said) faults << "says '" << value << "'; ";
    if (name == same_as && program.asked(value).out != outcome.out) {
      faults << "is not the same as " << value << "; ";
    }
  }
  return faults.str().empty() ? "" : faults.str() + "it says: " + outcome.err + outcome.out;
}

class RightAnswers : public ::testing::TestWithParam<RightAnswer> {};

TEST_P(RightAnswers, AreGiven) {
  const RightAnswer& answer = GetParam();
  SCOPED_TRACE(answer.about);
  Program program(answer.files);
  std::string faults;
  for (const Asked& question : answer.questions) {
    const std::string fault = faults_of(program, question);
    if (!fault.empty()) faults += "$ warodds " + question.line + "\n" + fault + "\n";
  }
  if (answer.fails_until.empty()) {
    EXPECT_TRUE(faults.empty()) << faults;
  } else {
    EXPECT_FALSE(faults.empty()) << "it is right now: take the line 'fails until "
                                 << answer.fails_until << "' away";
  }
}

INSTANTIATE_TEST_SUITE_P(In, RightAnswers, ::testing::ValuesIn(all_answers()),
                         [](const auto& tested) {
                           return tested.param.file + "_" + std::to_string(tested.param.line);
                         });

}  // namespace
}  // namespace warodds::test
