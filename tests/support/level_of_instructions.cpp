// A level of instructions that this processor has not ends the run before the first test: no test
// shall take its refusal for that of a fight, and draw another one without end.

#include <gtest/gtest.h>

#include "core/machine/instructions.h"
#include "core/text/error.h"

namespace warodds {
namespace {

class LevelOfInstructions : public ::testing::Environment {
  void SetUp() override {
    try {
      instructions();
    } catch (const InputError& error) {
      FAIL() << error.what();
    }
  }
};

[[maybe_unused]] const auto* const level_of_instructions =
    ::testing::AddGlobalTestEnvironment(new LevelOfInstructions);

}  // namespace
}  // namespace warodds
