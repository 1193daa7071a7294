// A trait: a choice reads as something to do: "attack with 8 of 12 dice". Without it its name says
// it.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "core/rules/side.h"

namespace warodds {

template <class System>
concept SaysChoices = requires(const Side side, const int choice,
                               const std::vector<int> all_choices) {
  { System::in_words(side, choice, all_choices) } -> std::same_as<std::string>;
};

}  // namespace warodds
