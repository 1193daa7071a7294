#include "exact/fight/fight.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "exact/cost/cost.h"
#include "exact/fight/play.h"

namespace warodds::exact {
namespace {

/// Probabilities of 0, 1, 2, …, added up value by value.
class Sum {
 public:
  void add(int value, double p) {
    const auto at = static_cast<std::size_t>(value);
    if (at >= p_.size()) p_.resize(at + 1, 0.0);
    p_[at] += p;
  }
  Distribution distribution() const {
    return Distribution(
        Eigen::Map<const Eigen::ArrayXd>(p_.data(), static_cast<Eigen::Index>(p_.size())));
  }

 private:
  std::vector<double> p_ = std::vector<double>(1, 0.0);
};

/// Plays the tracks of one fight and collects what becomes of them.
template <class Fight>
class Playing {
 public:
  using System = typename Fight::System;

  Playing(const Fight& fight, LineupCache* lineups)
      : fight_(fight),
        lineups_(lineups),
        tracks_(System::template tracks<Paths>(fight)),
        bounds_tracks_(System::template tracks<RangeChance>(fight)),
        answer_(begin_answer(fight)) {}

  FightAnswer operator()() {
    for (std::size_t i = 0; i < tracks_.size(); ++i) play_track(i);
    if (tracks_.size() != 1 && joint_fits()) {
      answer_.joint_damage = independent(damage_.attacker, damage_.defender);
    }
    for (const Side side : both_sides) finish(side);
    return std::move(answer_);
  }

 private:
  void play_track(std::size_t i) {
    const States states = play(
        fight_, tracks_[i], bounds_tracks_[i], lineups_,
        [&](Side side, int what, int value, double p) { reported_[side][what].add(value, p); });
    PerSide<Sum> of_track;
    states.for_each([&](const Exchange<int>& state, double p) {
      for (const Side side : both_sides) of_track[side].add(state.damage[side], p);
    });
    for (const Side side : both_sides) {
      damage_[side] = convolve(damage_[side], of_track[side].distribution());
    }
    // A single track may tie the two sides' damage together.
    if (tracks_.size() == 1 && joint_fits()) answer_.joint_damage = joint(states);
  }

  bool joint_fits() const {
    return (damage_.attacker.max() + 1.0) * (damage_.defender.max() + 1.0) <=
           FightAnswer::max_joint_cells;
  }

  JointDistribution joint(const States& states) const {
    Eigen::ArrayXXd cells =
        Eigen::ArrayXXd::Zero(damage_.attacker.max() + 1, damage_.defender.max() + 1);
    states.for_each([&](const Exchange<int>& state, double p) {
      cells(state.damage.attacker, state.damage.defender) += p;
    });
    return JointDistribution(std::move(cells));
  }

  void finish(Side side) {
    Deals& deals = answer_.deals[side];
    for (int what = 0; what < static_cast<int>(System::reports.size()); ++what) {
      const auto found = reported_[side].find(what);
      deals.reported.push_back(found == reported_[side].end() ? Distribution::certain(0)
                                                              : found->second.distribution());
    }
    deals.damage = damage_[side];
    add_losses(deals, fight_.casualties[enemy_of(side)], fight_.kinds[enemy_of(side)]);
  }

  const Fight& fight_;
  LineupCache* lineups_;
  const std::vector<Track<Paths, Fight>> tracks_;
  const std::vector<Track<RangeChance, Fight>> bounds_tracks_;
  FightAnswer answer_;
  PerSide<std::map<int, Sum>> reported_;
  PerSide<Distribution> damage_;
};

/// Both sides' damage together, where it is known of all and not too large.
std::optional<JointDistribution> mixed_joint(const std::vector<FightAnswer>& answers,
                                             const std::vector<double>& weights) {
  Eigen::Index rows = 0;
  Eigen::Index columns = 0;
  for (const FightAnswer& answer : answers) {
    if (!answer.joint_damage) return std::nullopt;
    rows = std::max(rows, answer.joint_damage->pmf().rows());
    columns = std::max(columns, answer.joint_damage->pmf().cols());
  }
  if (static_cast<double>(rows) * static_cast<double>(columns) > FightAnswer::max_joint_cells) {
    return std::nullopt;
  }
  Eigen::ArrayXXd cells = Eigen::ArrayXXd::Zero(rows, columns);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Eigen::ArrayXXd& one = answers[i].joint_damage->pmf();
    cells.topLeftCorner(one.rows(), one.cols()) += weights[i] * one;
  }
  return JointDistribution(std::move(cells));
}

/// An answer of many, each with its probability.
FightAnswer mixed(const std::vector<FightAnswer>& answers, const std::vector<double>& weights) {
  const auto mix = [&](auto&& of_answer) {
    Sum sum;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const Distribution& one = of_answer(answers[i]);
      for (int value = 0; value <= one.max(); ++value) {
        sum.add(value, weights[i] * one.probability(value));
      }
    }
    return sum.distribution();
  };
  FightAnswer answer = answers.front();
  for (const Side side : both_sides) {
    Deals& deals = answer.deals[side];
    deals.damage = mix([&](const FightAnswer& one) { return one.deals[side].damage; });
    deals.kills = mix([&](const FightAnswer& one) { return one.deals[side].kills; });
    for (std::size_t group = 0; group < deals.kills_by_group.size(); ++group) {
      deals.kills_by_group[group].second =
          mix([&](const FightAnswer& one) { return one.deals[side].kills_by_group[group].second; });
    }
    for (std::size_t what = 0; what < deals.reported.size(); ++what) {
      deals.reported[what] =
          mix([&](const FightAnswer& one) { return one.deals[side].reported[what]; });
    }
    deals.destroyed.value = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      deals.destroyed.value += weights[i] * answers[i].deals[side].destroyed.value;
    }
  }
  answer.joint_damage = mixed_joint(answers, weights);
  return answer;
}

template <class Fight>
FightAnswer answer_of(const Mixture<Fight>& fights, LineupCache* lineups) {
  if (fights.is_certain()) return Playing<Fight>(fights.any(), lineups)();
  std::vector<FightAnswer> answers;
  std::vector<double> weights;
  for (std::size_t i = 0; i < fights.fights().size(); ++i) {
    answers.push_back(Playing<Fight>(fights.fights()[i], lineups)());
    weights.push_back(fights.weight(i));
  }
  return mixed(answers, weights);
}

}  // namespace

FightAnswer fight(const AnyFight& fight, LineupCache* lineups) {
  return std::visit([&](const auto& fights) { return answer_of(fights, lineups); }, fight);
}

double predicted_seconds(const AnyFight& fight) {
  return std::visit([](const auto& fights) { return cost::of_fight(fights).seconds(); }, fight);
}

}  // namespace warodds::exact
