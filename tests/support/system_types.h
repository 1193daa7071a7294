// The list of systems as googletest wants it, for tests that every system must pass.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/systems/systems.h"

namespace warodds::testing {

template <class List>
struct TypesOf;
template <class... System>
struct TypesOf<SystemList<System...>> {
  using type = ::testing::Types<System...>;
};

/// For TYPED_TEST_SUITE: every system there is.
using EverySystem = TypesOf<Systems>::type;

/// Names the tests of a system by its title, in one word.
struct SystemName {
  template <class System>
  static std::string GetName(int) {
    std::string name = System::title;
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    return name;
  }
};

}  // namespace warodds::testing
