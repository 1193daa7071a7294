// Best play of sides of several units (E9), by going backwards: what every moment is worth if
// whoever plays best does so from there on.
//
// To the end it is the limit of best play for ever more rounds. A round may change nothing; then
// what a state is worth depends on itself, by a function that best play bends (bent.h), and its
// value is where that function leads from one half, which a battle that is broken off is worth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/text/error.h"
#include "exact/army/bent.h"
#include "exact/army/chain.h"
#include "exact/army/moments.h"

namespace warodds::exact {

template <class System>
class BestPlay : public Chooser {
 public:
  using Losses = PerSide<int>;

  /// `rounds` 0: to the end. `now_and_then` is told how many moments are known, and may throw.
  BestPlay(Moments<System>& moments, int rounds, std::function<void(std::size_t)> now_and_then)
      : moments_(moments), rounds_(rounds), now_and_then_(std::move(now_and_then)) {}

  /// The odds of the attacker's side, a draw of any kind counting one half, between two rounds.
  double value(int phase, int rounds_left, int marks, const Losses& losses) {
    const auto ending = moments_.ending(marks, losses);
    if (ending) {
      return *ending == BattleEnd::attacker_wins   ? 1
             : *ending == BattleEnd::defender_wins ? 0
                                                   : 0.5;
    }
    if (rounds_ > 0 && rounds_left == 0) return 0.5;
    const Key key{rounds_ > 0 ? rounds_left : phase, marks, losses.attacker, losses.defender};
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    if (rounds_ == 0 && phase >= moments_.battle().again()) {
      find_limits(marks, losses);
      return values_.at(key);
    }
    const int begun = begin(phase, marks, losses);
    const double value = value_in_round(phase, rounds_left, begun, losses);
    remember(key, value);
    return value;
  }

  /// The same within a round.
  double value_in_round(int phase, int rounds_left, int marks, const Losses& losses) {
    if (moments_.is_over(marks)) {
      return value(moments_.battle().after(phase), rounds_left - 1, marks, losses);
    }
    const Key key{rounds_ > 0 ? rounds_left : phase, marks, losses.attacker, losses.defender};
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    double value = 0;
    moments_.set_phase(phase);
    if (moments_.next(marks, losses) == Moment::Next::fight) {
      for_each_outcome(marks, losses, [&](int then, const Losses& after, double p) {
        value += p * value_in_round(phase, rounds_left, then, after);
        moments_.set_phase(phase);
      });
    } else {
      const Options& options = moments_.options(marks, losses);
      for (std::size_t i = 0; i < options.all.size(); ++i) {
        const double of_option = value_in_round(phase, rounds_left, options.all[i].marks, losses);
        if (!options.p.empty()) {
          value += options.p[i] * of_option;
        } else if (i == 0 ||
                   (options.side == Side::attacker ? of_option > value : of_option < value)) {
          value = of_option;
        }
      }
    }
    remember(key, value);
    return value;
  }

  std::size_t choice(int phase, int rounds_left, int /*marks*/, const Losses& losses,
                     const Options& options) override {
    return best_of(values_of(phase, rounds_left, losses, options), options.side);
  }
  std::vector<double> values_of(int phase, int rounds_left, const Losses& losses,
                                const Options& options) {
    std::vector<double> values;
    for (const Options::Option& option : options.all) {
      values.push_back(value_in_round(phase, rounds_left, option.marks, losses));
    }
    return values;
  }
  /// The first of the values that is as good as the best (E12).
  static std::size_t best_of(const std::vector<double>& values, Side side) {
    constexpr double equal = 1e-12;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    std::size_t first = 0;
    while (side == Side::attacker ? values[first] < *most - equal
                                  : values[first] > *least + equal) {
      ++first;
    }
    return first;
  }

 private:
  struct Key {
    int clock, marks, attacker, defender;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::size_t sum = 0;
      for (const int part : {key.clock, key.marks, key.attacker, key.defender}) {
        boost::hash_combine(sum, part);
      }
      return sum;
    }
  };
  using Functions = std::unordered_map<Key, Bent, Hash>;

  void remember(const Key& key, double value) {
    values_.emplace(key, value);
    if (values_.size() % 1024 == 0) now_and_then_(values_.size());
  }

  int begin(int phase, int marks, const Losses& losses) {
    moments_.set_phase(phase);
    return moments_.begin(marks, losses);
  }

  /// Calls f(marks, losses, p) for all that a fight may lead to.
  template <class F>
  void for_each_outcome(int marks, const Losses& losses, F&& f) {
    const int combat = moments_.combat(marks, losses);
    const CombatLaw& law = moments_.law(combat, losses);
    const auto rows = static_cast<int>(law.p.rows());
    const auto columns = static_cast<int>(law.p.cols());
    // Copies: what f asks for may move them.
    const std::vector<int> a =
        moments_.after(combat, Side::attacker, losses.attacker, rows - 1).losses;
    const std::vector<int> d =
        moments_.after(combat, Side::defender, losses.defender, columns - 1).losses;
    for (int y = 0; y < columns; ++y) {
      for (int x = 0; x < rows; ++x) {
        const double p = law.p(x, y);
        if (p == 0) continue;
        Losses then{a[static_cast<std::size_t>(x)], d[static_cast<std::size_t>(y)]};
        const auto after = moments_.fought(marks, combat, then, law.withdraws);
        if (after.clears) then = moments_.lasting(then);
        f(after.marks, then, p);
      }
    }
  }

  /// What a state is worth that may come again, in all phases that come again.
  void find_limits(int marks, const Losses& losses) {
    const int again = moments_.battle().again();
    const int phases = moments_.battle().phases();
    std::vector<Bent> of_phase;
    Bent once_round = Bent::identity();
    for (int phase = phases; phase-- > again;) {
      Functions known;
      const int begun = begin(phase, marks, losses);
      of_phase.push_back(as_function(phase, begun, losses, marks, losses, known));
      once_round = Bent::after(of_phase.back(), once_round);
    }
    double next = once_round.limit_from_one_half();
    for (int phase = phases; phase-- > again;) {
      next = of_phase[static_cast<std::size_t>(phases - 1 - phase)].at(next);
      remember({phase, marks, losses.attacker, losses.defender}, next);
    }
  }

  /// What a moment is worth as a function of what the state from which the round began is worth
  /// when the next one begins.
  Bent as_function(int phase, int marks, const Losses& losses, int marks_before,
                   const Losses& losses_before, Functions& known) {
    moments_.set_phase(phase);
    if (!(moments_.lasting(losses) == losses_before)) {
      return Bent(value_in_round(phase, 0, marks, losses));
    }
    if (moments_.is_over(marks)) {
      if (marks == marks_before) return Bent::identity();
      return Bent(value(moments_.battle().after(phase), 0, marks, losses));
    }
    const Key key{phase, marks, losses.attacker, losses.defender};
    const auto before = known.find(key);
    if (before != known.end()) return before->second;
    Bent function;
    if (moments_.next(marks, losses) == Moment::Next::fight) {
      double elsewhere = 0;
      for_each_outcome(marks, losses, [&](int then, const Losses& after, double p) {
        if (moments_.lasting(after) == losses_before) {
          function.add(as_function(phase, then, after, marks_before, losses_before, known), p);
        } else {
          elsewhere += p * value_in_round(phase, 0, then, after);
        }
        moments_.set_phase(phase);
      });
      function.add(Bent(elsewhere), 1);
    } else {
      const Options& options = moments_.options(marks, losses);
      for (std::size_t i = 0; i < options.all.size(); ++i) {
        const Bent of_option =
            as_function(phase, options.all[i].marks, losses, marks_before, losses_before, known);
        if (!options.p.empty()) {
          function.add(of_option, options.p[i]);
        } else {
          function = i == 0 ? of_option
                            : Bent::better(function, of_option, options.side == Side::attacker);
        }
      }
    }
    known.emplace(key, function);
    return function;
  }

  Moments<System>& moments_;
  int rounds_;
  std::function<void(std::size_t)> now_and_then_;
  std::unordered_map<Key, double, Hash> values_;
};

}  // namespace warodds::exact
