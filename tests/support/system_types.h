// The list of systems as googletest wants it, for tests that every system must pass.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <type_traits>

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

/// Those systems that have a trait: `Has<System>::value`.
template <template <class> class Has, class List>
struct Having;
template <template <class> class Has, class... System>
struct Having<Has, SystemList<System...>> {
  template <class... Found>
  static ::testing::Types<Found...> types_of(std::tuple<Found...>*);
  using found = decltype(std::tuple_cat(
      std::conditional_t<Has<System>::value, std::tuple<System>, std::tuple<>>()...));
  using type = decltype(types_of(static_cast<found*>(nullptr)));
};
template <template <class> class Has>
using EverySystemOf = typename Having<Has, Systems>::type;

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
