// The scripts of examples/many-machines, run as they stand: what they share out gives the bytes of
// one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tests/cli/program.h"

namespace warodds::test {
namespace {

/// What a line of bash says where the scripts are.
std::string in_bash(const std::string& line) {
  const Outcome outcome =
      run_in_shell("bash", "cd " WARODDS_SOURCE "/examples/many-machines; " + line);
  EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
  return outcome.out;
}

bool gnu_parallel_is_installed() {
  return std::system("parallel --version 2>/dev/null | grep -q GNU") == 0;
}

/// The sweep, and what one process answers.
class ManyMachines : public ::testing::Test {
 protected:
  ManyMachines()
      : questions_("sweep.jsonl", in_bash("./questions")),
        whole_(in_bash("warodds ask " + questions_.path())) {
    EXPECT_EQ(std::count(whole_.begin(), whole_.end(), '\n'), 10'000);
    EXPECT_EQ(whole_.find("\"error\""), std::string::npos);
  }

  TemporaryFile questions_;
  std::string whole_;
};

TEST_F(ManyMachines, AnswerASweepByGnuParallel) {
  ASSERT_TRUE(gnu_parallel_is_installed()) << "bash .ci/packages tests installs it";
  const Place answers("answers.jsonl");
  in_bash("./with-parallel " + questions_.path() + " " + answers.path() + " --jobs 3");
  EXPECT_TRUE(answers.content() == whole_);
}

TEST_F(ManyMachines, AnswerASweepAsTasksOfSlurm) {
  std::string all;
  for (int task = 0; task < 3; ++task) {
    const std::string number = std::to_string(task);
    in_bash("SLURM_ARRAY_TASK_ID=" + number + " SLURM_ARRAY_TASK_COUNT=3 ./with-slurm " +
            questions_.path());
    const std::string answers = questions_.path() + "." + number + ".answers";
    all += in_bash("cat " + answers);
    std::filesystem::remove(answers);
  }
  EXPECT_TRUE(all == whole_);
}

TEST(ManyMachinesSimulation, InPiecesIsTheWhole) {
  ASSERT_TRUE(gnu_parallel_is_installed()) << "bash .ci/packages tests installs it";
  const std::string battle =  // in ten chunks
      "battle 'name=Two Men,figures=2' figures=2 --system raiders-of-arcana --trials 655360";
  const std::string whole = in_bash("warodds " + battle + " --engine sim");
  for (const char* pieces : {"1", "3", "12"}) {
    EXPECT_EQ(in_bash("./simulation-with-parallel " + std::string(pieces) + " " + battle), whole);
  }
}

}  // namespace
}  // namespace warodds::test
