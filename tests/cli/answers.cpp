#include "tests/cli/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <sstream>

#include "tests/cli/program.h"

namespace warodds::test {

std::string designer(const std::string& system) { return example("designer/" + system); }

Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  return lines;
}

std::string unwrapped(const std::string& text) {
  std::istringstream all(text);
  std::string words;
  for (std::string word; all >> word;) words += (words.empty() ? "" : " ") + word;
  return words;
}

std::string said(Arguments arguments, const Arguments& more) {
  const Outcome outcome = run(with(std::move(arguments), more));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

Json answered(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), {"--format", "json"});
  return Json::parse(said(std::move(arguments), more));
}

std::map<std::string, double> ranked(Arguments options) {
  options.insert(options.begin(), {"matrix", "--battle"});
  std::map<std::string, double> odds;
  const Json matrix = answered(options);
  for (const Json& row : matrix.at("ranking")) odds[row["unit"]] = row["odds"];
  return odds;
}

double sum(const Json& list) {
  const auto numbers = list.get<std::vector<double>>();
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

std::string refused(Arguments arguments, const Arguments& more, int exit_code) {
  const Outcome outcome = run(with(std::move(arguments), more));
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.out;
  EXPECT_EQ(outcome.out, "");
  return outcome.err;
}

void expect_refused(const Arguments& arguments, const std::string& because, int exit_code) {
  EXPECT_THAT(refused(arguments, {}, exit_code), ::testing::HasSubstr(because));
}

}  // namespace warodds::test
