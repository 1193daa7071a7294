// Answers whose right value somebody has worked out apart from this program, once a wrong one had
// been found: each file of right_answers is a list of them. They speak of what is asked and
// answered only, so that they outlive the code.
//
//   = what it is about, and how the value was worked out
//   $ warodds battle A B --roster @/ranks.toml --show "win,rounds.p50"      @ is the folder
//   right_answers win is 0.8947                        a quantity shown, to half a unit of its last
//   digit; 3/8 is meant exactly /win/undecided is 0                  a number in the JSON of the
//   answer, by its pointer says all of these words              somewhere in the output or the
//   messages exit is 2                            0 where nothing is said fails until issue 47: a
//   reason       known to be answered wrongly; this line goes with the fault
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/answers.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

struct RightAnswer {
  std::string file;
  int line = 0;
  std::string about;
  std::string command;
  std::vector<std::pair<std::string, std::string>> numbers;  ///< name or pointer, and value
  std::vector<std::string> texts;
  int exit_code = 0;
  std::string fails_until;
};
void PrintTo(const RightAnswer& answer, std::ostream* out) { *out << answer.command; }

std::string folder() { return std::string(WARODDS_SOURCE) + "/tests/cli/right_answers"; }

std::optional<std::string> after(const std::string& line, const std::string& word) {
  if (!line.starts_with(word)) return std::nullopt;
  return line.substr(word.size());
}

void read(const std::filesystem::path& path, std::vector<RightAnswer>& answers) {
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (const auto about = after(line, "= ")) {
      answers.push_back({path.stem().string(), number, *about, {}, {}, {}, 0, {}});
      continue;
    }
    RightAnswer& answer = answers.back();
    const auto is = line.rfind(" is ");
    if (const auto command = after(line, "$ warodds ")) {
      answer.command = *command;
    } else if (const auto text = after(line, "says ")) {
      answer.texts.push_back(*text);
    } else if (const auto issue = after(line, "fails until ")) {
      answer.fails_until = *issue;
    } else if (const auto code = after(line, "exit is ")) {
      answer.exit_code = std::stoi(*code);
    } else if (is != std::string::npos) {
      answer.numbers.emplace_back(line.substr(0, is), line.substr(is + 4));
    } else {
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
  text << std::setprecision(17) << found << ", not " << expected << "; ";
  return text.str();
}

/// All that is wrong with what the program says.
std::string faults_of(const RightAnswer& answer) {
  std::vector<std::string> arguments = words(answer.command);
  for (std::string& argument : arguments) {
    if (argument.starts_with("@/")) argument = folder() + argument.substr(1);
  }
  const bool is_json = !answer.numbers.empty();
  if (is_json) arguments.insert(arguments.end(), {"--format", "json"});
  const Outcome outcome = run(arguments);
  std::string faults;
  if (outcome.exit_code != answer.exit_code) {
    faults += "exit " + std::to_string(outcome.exit_code) + ": " + outcome.err + "; ";
  }
  for (const std::string& text : answer.texts) {
    if (unwrapped(outcome.out + outcome.err).find(unwrapped(text)) == std::string::npos) {
      faults += "does not say '" + text + "' but: " + outcome.out + outcome.err + "; ";
    }
  }
  if (!is_json || outcome.exit_code != 0) return faults;
  const Json said = Json::parse(outcome.out);
  for (const auto& [name, expected] : answer.numbers) {
    const bool is_pointer = name.starts_with('/');
    const Json& in = is_pointer ? said : said.at("show");
    const Json::json_pointer place(is_pointer ? name : "");
    if (is_pointer ? !in.contains(place) : !in.contains(name)) {
      faults += "there is no " + name + "; ";
      continue;
    }
    const Json& found = is_pointer ? in.at(place) : in.at(name);
    const Json& value = found.is_object() && found.contains("p") ? found.at("p") : found;
    if (!value.is_number()) {
      faults += name + " is " + value.dump() + "; ";
      continue;
    }
    const std::string wrong = wrong_by(value.get<double>(), expected);
    if (!wrong.empty()) faults += name + " is " + wrong;
  }
  return faults;
}

class RightAnswers : public ::testing::TestWithParam<RightAnswer> {};

TEST_P(RightAnswers, AreGiven) {
  const RightAnswer& answer = GetParam();
  SCOPED_TRACE(answer.about + "\n$ warodds " + answer.command);
  const std::string faults = faults_of(answer);
  if (answer.fails_until.empty()) {
    EXPECT_EQ(faults, "");
  } else {
    EXPECT_NE(faults, "") << "it is right now: take the line 'fails until " << answer.fails_until
                          << "' away";
  }
}

INSTANTIATE_TEST_SUITE_P(In, RightAnswers, ::testing::ValuesIn(all_answers()),
                         [](const auto& tested) {
                           return tested.param.file + "_" + std::to_string(tested.param.line);
                         });

}  // namespace
}  // namespace warodds::test
