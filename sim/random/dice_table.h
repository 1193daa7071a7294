// A table to play many different fights on, each any number of times, 64 trials at once.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/rules/choice.h"
#include "sim/lanes/lane_chance.h"
#include "sim/lanes/levels.h"
#include "sim/random/stream.h"
#include "sim/run/plan.h"

namespace warodds::sim {

class DiceTable {
 public:
  /// The dice and the random choices of one chunk. They come from streams of their own.
  DiceTable(std::uint64_t seed, std::uint64_t chunk) : choices_(generators_of(seed, 3 * chunk)) {
    narrow_.restart(seed, 3 * chunk + 1);
    wide_.restart(seed, 3 * chunk + 2);
  }

  /// Plays a fight and calls each(damage dealt by both sides) for every trial.
  template <class Each>
  void play(const Plan& plan, std::uint64_t trials, Each&& each) {
    play(plan, trials, each, [](auto& /*chance*/, std::size_t /*live*/) {});
  }

  /// The same; reports(chance, live) is called after every 64 trials, of which `live` count.
  template <class Each, class Reports>
  void play(const Plan& plan, std::uint64_t trials, Each&& each, Reports&& reports) {
    std::visit(
        [&]<class T>(const std::vector<Play<T>>& plays) {
          const auto shares = trials_of_fights(chance<T>().dice(), plan.rolls, trials);
          for (std::size_t i = 0; i < plays.size(); ++i) {
            play_one(plays[i], shares[i], each, reports);
          }
        },
        plan.plays);
  }

  /// Rolls amounts for every trial; how many trials come to each of what they lead to.
  std::vector<std::uint64_t> roll(const Rolls& rolls, std::uint64_t trials) {
    return trials_of_fights(narrow_.dice(), rolls, trials);
  }

  /// A number that is evenly spread over [0, 1).
  double uniform() {
    if (used_ == words_.size()) {
      kernels().random_step(choices_, reinterpret_cast<std::uint8_t*>(words_.data()));
      used_ = 0;
    }
    return static_cast<double>(words_[used_++] >> 11) * 0x1p-53;
  }

  /// A choice by its probability.
  int draw(const MixedStrategy& mix) {
    assert(!mix.empty());
    if (mix.size() == 1) return mix.front().value;
    double left = uniform();
    for (const WeightedChoice& played : mix) {
      left -= played.p;
      if (left < 0) return played.value;
    }
    return mix.back().value;
  }

 private:
  template <class T, class Each, class Reports>
  void play_one(const Play<T>& play, std::uint64_t trials, Each&& each, Reports&& reports) {
    Exchange<Lanes<T>> exchange;
    for (std::uint64_t done = 0; done < trials; done += lane_count) {
      play(chance<T>(), exchange);
      const auto attacker = exchange.damage.attacker.to_array();
      const auto defender = exchange.damage.defender.to_array();
      // Trials in surplus lanes are played, but do not count.
      const auto live =
          static_cast<std::size_t>(std::min<std::uint64_t>(trials - done, lane_count));
      for (std::size_t i = 0; i < live; ++i) {
        each(PerSide<int>{static_cast<int>(attacker[i]), static_cast<int>(defender[i])});
      }
      reports(chance<T>(), live);
    }
  }

  template <class T>
  LaneChance<T>& chance() {
    if constexpr (sizeof(T) == 1) {
      return narrow_;
    } else {
      return wide_;
    }
  }

  Generators choices_;
  alignas(64) std::array<std::uint64_t, Generators::count> words_;
  std::size_t used_ = Generators::count;
  LaneChance<std::uint8_t> narrow_;
  LaneChance<std::uint32_t> wide_;
};

}  // namespace warodds::sim
