// What is reported of a battle of several units, from how likely its states are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/answer/battle_answer.h"
#include "core/numbers/distribution.h"
#include "exact/army/laws.h"
#include "exact/army/moments.h"

namespace warodds::exact {

/// How likely the losses of each side are.
struct Marginals {
  PerSide<std::vector<double>> p;

  void add(Side side, int losses, double more) {
    const auto place = static_cast<std::size_t>(losses);
    if (p[side].size() <= place) p[side].resize(std::max(place + 1, 2 * p[side].size()), 0.0);
    p[side][place] += more;
  }
  void add(const PerSide<int>& losses, double more) {
    for (const Side side : both_sides) add(side, losses[side], more);
  }
  void add(const Marginals& other) {
    for (const Side side : both_sides) {
      p[side].resize(std::max(p[side].size(), other.p[side].size()), 0.0);
      for (std::size_t i = 0; i < other.p[side].size(); ++i) p[side][i] += other.p[side][i];
    }
  }
};

template <class System>
class Outcome {
 public:
  /// `laws`: of several facts together, which are asked for besides.
  Outcome(Moments<System>& moments, const std::vector<AskedLaw>& laws)
      : moments_(moments), at_first_(hit_points(moments.opening())), laws_(moments, laws) {}

  /// A battle is over in this state after so many rounds; nothing: it is not told how many.
  void add(std::optional<int> round, int marks, const PerSide<int>& losses, double p) {
    const Ending ending = ending_of(marks, losses);
    ends_[static_cast<std::size_t>(ending.how)] += p;
    ahead_[static_cast<std::size_t>(ending.ahead)] += p;
    marginals_.add(losses, p);
    laws_.add(ending, losses, p);
    if (round) laws_.add_after(*round, ending, losses, p);
  }
  /// The same where only the laws of rounds have not heard of it.
  void add_late(int round, int marks, const PerSide<int>& losses, double p) {
    laws_.add_after(round, ending_of(marks, losses), losses, p);
  }
  bool needs_rounds() const { return laws_.needs_rounds(); }
  const Marginals& marginals() const { return marginals_; }

  /// All battles are over.
  void tell(BattleAnswer& answer) {
    answer.laws = laws_.take();
    answer.ends = Distribution(ends_);
    answer.ahead = Distribution(ahead_);
    for (const Side side : both_sides) {
      const int units = moments_.battle().size(side);
      std::vector<double> survivors;
      std::vector<std::vector<double>> of_units(static_cast<std::size_t>(units));
      for_each(side, marginals_, [&](const OfUnits<int>& losses, double p) {
        int all = 0;
        for (int unit = 0; unit < units; ++unit) {
          const auto place = static_cast<std::size_t>(unit);
          const int standing = moments_.round().states(side, unit).standing(losses[place]);
          add_at(of_units[place], standing, p);
          all += standing;
        }
        add_at(survivors, all, p);
      });
      answer.survivors[side] = Distribution(survivors);
      for (int unit = 0; unit < units; ++unit) {
        const auto place = static_cast<std::size_t>(unit);
        UnitAnswer& of_unit = answer.units[side][place];
        of_unit.survivors = Distribution(of_units[place]);
        const UnitRoundAnswer end = unit_now(side, unit, marginals_);
        of_unit.destroyed = end.destroyed;
        of_unit.mean_hit_points = end.mean_hit_points;
      }
    }
  }

  /// How all battles stand after a round.
  void tell_round(int round, const Marginals& now, BattleAnswer& answer) const {
    RoundAnswer of_round{round, {}, {}};
    for (const Side side : both_sides) {
      const int units = moments_.battle().size(side);
      double destroyed = 0;
      for_each(side, now, [&](const OfUnits<int>& losses, double p) {
        for (int unit = 0; unit < units; ++unit) {
          const int state = losses[static_cast<std::size_t>(unit)];
          if (!moments_.round().states(side, unit).gone(state)) return;
        }
        destroyed += p;
      });
      of_round.destroyed[side] = {std::min(destroyed, 1.0)};
      double left = 0;
      for (int unit = 0; unit < units; ++unit) {
        UnitAnswer& of_unit = answer.units[side][static_cast<std::size_t>(unit)];
        of_unit.by_round.push_back(unit_now(side, unit, now));
        left += of_unit.by_round.back().mean_left.value;
      }
      of_round.mean_left[side] = {left};
    }
    answer.by_round.push_back(of_round);
  }

 private:
  Ending ending_of(int marks, const PerSide<int>& losses) {
    const BattleEnd end = moments_.ending(marks, losses).value_or(BattleEnd::undecided);
    if (end != BattleEnd::undecided) return {end};
    return {end, who_is_ahead(hit_points(losses), at_first_)};
  }

  static void add_at(std::vector<double>& law, int value, double p) {
    const auto place = static_cast<std::size_t>(value);
    if (law.size() <= place) law.resize(place + 1, 0.0);
    law[place] += p;
  }

  template <class F>
  void for_each(Side side, const Marginals& marginals, F&& f) const {
    const std::vector<double>& p = marginals.p[side];
    for (std::size_t losses = 0; losses < p.size(); ++losses) {
      if (p[losses] > 0) f(moments_.sides(side)[static_cast<int>(losses)], p[losses]);
    }
  }

  UnitRoundAnswer unit_now(Side side, int unit, const Marginals& marginals) const {
    const SideStates& states = moments_.round().states(side, unit);
    double destroyed = 0, standing = 0, hit_points = 0;
    for_each(side, marginals, [&](const OfUnits<int>& losses, double p) {
      const int state = losses[static_cast<std::size_t>(unit)];
      if (states.gone(state)) destroyed += p;
      standing += p * states.standing(state);
      hit_points += p * states.left(states.lasting(state));
    });
    return {{std::min(destroyed, 1.0)}, {standing}, {hit_points}};
  }

  /// Of each side, those that last.
  PerSide<int> hit_points(const PerSide<int>& losses) const {
    PerSide<int> sum;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < moments_.battle().size(side); ++unit) {
        const SideStates& states = moments_.round().states(side, unit);
        const int state = moments_.sides(side)[losses[side]][static_cast<std::size_t>(unit)];
        sum[side] += states.left(states.lasting(state));
      }
    }
    return sum;
  }

  Moments<System>& moments_;
  PerSide<int> at_first_;
  std::vector<double> ends_ = std::vector<double>(kinds_of_end, 0.0);
  std::vector<double> ahead_ = std::vector<double>(kinds_of_ahead, 0.0);
  Marginals marginals_;
  ArmyLaws<System> laws_;
};

}  // namespace warodds::exact
