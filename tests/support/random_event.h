// Random events, each as a text and as a predicate that does not know how texts are read.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/random_matchup.h"

namespace warodds::testing {

/// The facts of one outcome by name.
using FactsByName = std::map<std::string, int>;

struct RandomEvent {
  std::string text;
  std::function<bool(const FactsByName&)> holds;
};

/// Draws events about these facts.
class RandomEvents {
 public:
  RandomEvents(std::vector<std::string> facts, std::uint64_t seed)
      : facts_(std::move(facts)), random_(seed) {}

  RandomEvent next() { return draw(2); }

 private:
  RandomEvent draw(int depth) {
    const int kind = depth == 0 ? 0 : random_.between(0, 3);
    if (kind == 0) return comparison();
    if (kind == 1) {
      const RandomEvent inner = draw(depth - 1);
      return {fmt::format("not ({})", inner.text),
              [holds = inner.holds](const FactsByName& facts) { return !holds(facts); }};
    }
    const RandomEvent left = draw(depth - 1);
    const RandomEvent right = draw(depth - 1);
    const bool both = kind == 2;
    return {fmt::format("({}) {} ({})", left.text, both ? "and" : "or", right.text),
            [both, a = left.holds, b = right.holds](const FactsByName& facts) {
              return both ? a(facts) && b(facts) : a(facts) || b(facts);
            }};
  }

  std::string fact() {
    return facts_[static_cast<std::size_t>(
        random_.between(0, static_cast<int>(facts_.size()) - 1))];
  }

  RandomEvent comparison() {
    static const std::vector<std::pair<std::string, std::function<bool(int, int)>>> signs{
        {"=", std::equal_to<int>()}, {"!=", std::not_equal_to<int>()},
        {"<", std::less<int>()},     {"<=", std::less_equal<int>()},
        {">", std::greater<int>()},  {">=", std::greater_equal<int>()}};
    const auto& [sign, compare] = signs[static_cast<std::size_t>(random_.between(0, 5))];
    const std::string left = fact();
    if (random_.happens(30)) {
      const std::string right = fact();
      return {fmt::format("{} {} {}", left, sign, right),
              [left, right, holds = compare](const FactsByName& facts) {
                return holds(facts.at(left), facts.at(right));
              }};
    }
    const int number = random_.between(0, 3);
    if (random_.happens(20)) {
      return {fmt::format("{} {} {}", number, sign, left),
              [left, number, holds = compare](const FactsByName& facts) {
                return holds(number, facts.at(left));
              }};
    }
    return {fmt::format("{} {} {}", left, sign, number),
            [left, number, holds = compare](const FactsByName& facts) {
              return holds(facts.at(left), number);
            }};
  }

  std::vector<std::string> facts_;
  RandomNumbers random_;
};

}  // namespace warodds::testing
