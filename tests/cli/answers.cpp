#include "tests/cli/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warodds::test {
namespace {

Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

std::string said(Arguments arguments, const Arguments& more) {
  const Outcome outcome = run(with(std::move(arguments), more));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

Json answered(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), {"--format", "json"});
  return Json::parse(said(std::move(arguments), more));
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
