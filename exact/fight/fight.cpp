#include "exact/fight/fight.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/numbers/eigen.h"
#include "exact/cost/cost.h"
#include "exact/fight/mixed.h"
#include "exact/fight/outcomes.h"
#include "exact/fight/play.h"
#include "exact/fight/sum.h"

namespace warodds::exact {
namespace {

/// Plays the tracks of one fight and collects what becomes of them.
template <class Fight>
class Playing {
 public:
  using System = typename Fight::System;

  Playing(const Fight& fight, LineupCache* lineups)
      : fight_(fight),
        paths_(lineups),
        tracks_(System::template tracks<Paths>(fight)),
        bounds_tracks_(System::template tracks<BoundsChance>(fight)),
        answer_(begin_answer(fight)) {}

  FightAnswer operator()() {
    for (std::size_t i = 0; i < tracks_.size(); ++i) play_track(i);
    if (tracks_.size() != 1 && joint_fits()) {
      answer_.joint_damage = independent(damage(Side::attacker), damage(Side::defender));
    }
    for (const Side side : both_sides) finish(side);
    return std::move(answer_);
  }

 private:
  void play_track(std::size_t i) {
    const States states = play(fight_, tracks_[i], bounds_tracks_[i], paths_,
                               [&](Side side, int what, int value, double p) {
                                 reported_[side][static_cast<std::size_t>(what)].add(value, p);
                               });
    for (const Side side : both_sides) {  // each is dealt by one track
      if (states.bounds().damage[side].most() == 0) continue;
      answer_.deals[side].damage = to_distribution(damage_of(states, side).array());
    }
    // A single track may tie the two sides' damage together.
    if (tracks_.size() == 1 && joint_fits()) answer_.joint_damage = joint(states);
  }

  const Distribution& damage(Side side) const { return answer_.deals[side].damage; }

  bool joint_fits() const {
    return (damage(Side::attacker).max() + 1.0) * (damage(Side::defender).max() + 1.0) <=
           FightAnswer::max_joint_cells;
  }

  JointDistribution joint(const States& states) const {
    const auto amount = [&](Side side, int damage) {
      return fight_.casualties[enemy_of(side)].amount(damage);
    };
    PerSide<int> most;
    for (const Side side : both_sides) {
      most[side] = damage(side).max();
      const Casualties& target = fight_.casualties[enemy_of(side)];
      if (!target.falling().then.empty()) most[side] = std::min(most[side], target.left());
    }
    Eigen::ArrayXXd cells = Eigen::ArrayXXd::Zero(most.attacker + 1, most.defender + 1);
    states.for_each([&](const Exchange<int>& state, double p) {
      cells(amount(Side::attacker, state.damage.attacker),
            amount(Side::defender, state.damage.defender)) += p;
    });
    return to_joint_distribution(cells);
  }

  void finish(Side side) {
    Deals& deals = answer_.deals[side];
    deals.reported.reserve(System::reports.size());
    for (const Sum& of : reported_[side]) deals.reported.push_back(of.distribution());
    add_losses(deals, fight_.casualties[enemy_of(side)], fight_.kinds[enemy_of(side)]);
  }

  const Fight& fight_;
  Paths paths_;
  const std::vector<Track<Paths, Fight>> tracks_;
  const std::vector<Track<BoundsChance, Fight>> bounds_tracks_;
  FightAnswer answer_;
  PerSide<std::array<Sum, System::reports.size()>> reported_;
};

template <class Fight>
FightAnswer answer_of(const Mixture<Fight>& fights, LineupCache* lineups) {
  if (fights.is_certain()) return Playing<Fight>(fights.any(), lineups)();
  std::vector<FightAnswer> answers;
  std::vector<double> weights;
  for (std::size_t i = 0; i < fights.fights().size(); ++i) {
    answers.push_back(Playing<Fight>(fights.fights()[i], lineups)());
    weights.push_back(fights.weight(i));
  }
  FightAnswer answer = mixed(answers, weights);
  for (const Side side : both_sides) {  // added up as for a fight without random amounts
    Deals& deals = answer.deals[side];
    // Which wounds were of which of two attacks is not known any more.
    if (!fights.any().casualties[enemy_of(side)].falling().then.empty()) continue;
    deals.kills_by_group.clear();
    add_losses(deals, fights.any().casualties[enemy_of(side)], fights.any().kinds[enemy_of(side)]);
  }
  return answer;
}

}  // namespace

FightAnswer fight(const FightQuestion& question, LineupCache* lineups) {
  return std::visit(
      [&](const auto& fights) {
        FightAnswer answer = answer_of(fights, lineups);
        answer.laws = outcome_laws(fights, question.laws, lineups);
        return answer;
      },
      question.fight);
}

double predicted_seconds(const FightQuestion& question) {
  return std::visit(
      [&](const auto& fights) {
        double seconds = cost::of_fight(fights).seconds();
        for (const Observer& observer : by_reports(question.laws)) {
          seconds += cost::of_outcomes(fights, observer.facts());
        }
        return seconds;
      },
      question.fight);
}

}  // namespace warodds::exact
