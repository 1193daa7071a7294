// The law of the damage that both sides deal in one attack: all that a battle needs of it.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/numbers/eigen.h"
#include "core/rules/mixture.h"
#include "core/systems/traits/independent_sides.h"
#include "exact/dice/lineup_cache.h"
#include "exact/fight/play.h"

namespace warodds::exact {

/// The law of the damage in one attack: of each side by itself where they do not influence each
/// other, otherwise together.
struct DamageLaw {
  PerSide<Eigen::VectorXd> each;            ///< P(the side deals so much)
  std::optional<Eigen::ArrayXXd> together;  ///< P(attacker deals row, defender deals column)

  /// One more than the most damage of each side.
  PerSide<Eigen::Index> size() const {
    if (together) return {together->rows(), together->cols()};
    return {each.attacker.size(), each.defender.size()};
  }

  /// The same law with the sides exchanged.
  DamageLaw exchanged() const {
    DamageLaw law{{each.defender, each.attacker}, std::nullopt};
    if (together) law.together = together->transpose().eval();
    return law;
  }

  /// The same law, each side by itself if only one of them deals any damage.
  DamageLaw separated() const {
    if (!together || (together->rows() > 1 && together->cols() > 1)) return *this;
    return {{together->rowwise().sum().matrix(), together->colwise().sum().matrix().transpose()},
            std::nullopt};
  }

  /// P(attacker deals row, defender deals column).
  Eigen::ArrayXXd joint() const {
    if (together) return *together;
    return (each.attacker * each.defender.transpose()).array();
  }

  /// The same, where more than `most` counts as `most`.
  Eigen::ArrayXXd joint(const PerSide<int>& most) const {
    if (together) return capped(*together, most);
    return (capped(each.attacker, most.attacker) * capped(each.defender, most.defender).transpose())
        .array();
  }

  static Eigen::VectorXd capped(const Eigen::VectorXd& law, int most) {
    const Eigen::Index size = std::min<Eigen::Index>(law.size(), most + 1);
    Eigen::VectorXd result = law.head(size);
    for (Eigen::Index i = size; i < law.size(); ++i) result[size - 1] += law[i];
    return result;
  }

  static Eigen::ArrayXXd capped(const Eigen::ArrayXXd& law, const PerSide<int>& most) {
    const Eigen::Index rows = std::min<Eigen::Index>(law.rows(), most.attacker + 1);
    const Eigen::Index columns = std::min<Eigen::Index>(law.cols(), most.defender + 1);
    if (rows == law.rows() && columns == law.cols()) return law;
    Eigen::ArrayXXd result = Eigen::ArrayXXd::Zero(rows, columns);
    for (Eigen::Index column = 0; column < law.cols(); ++column) {
      for (Eigen::Index row = 0; row < law.rows(); ++row) {
        result(std::min(row, rows - 1), std::min(column, columns - 1)) += law(row, column);
      }
    }
    return result;
  }
};

/// What the attacks of one battle deal. Attacks that roll the same dice are worked out once.
template <class Fight>
class DamageLaws {
 public:
  using System = typename Fight::System;

  /// `lineups`, if not null, knows lineups from elsewhere.
  explicit DamageLaws(LineupCache* lineups = nullptr)
      : lineups_(lineups != nullptr ? lineups : &own_lineups_) {}
  DamageLaws(const DamageLaws&) = delete;
  DamageLaws& operator=(const DamageLaws&) = delete;

  /// What alone decides the damage that a side deals; nothing, where the other side has a say in
  /// it.
  static auto blows_of(const Fight& fight, Side side) {
    if constexpr (HasIndependentSides<System>) {
      return System::blows(fight, side);
    } else {
      return std::monostate{};
    }
  }
  using Blows = decltype(blows_of(std::declval<const Fight&>(), Side::attacker));

  /// The law of what an attack may turn out to be.
  DamageLaw of(const Mixture<Fight>& fights) {
    if (fights.is_certain()) return of(fights.any());
    std::vector<DamageLaw> laws;
    PerSide<Eigen::Index> size{1, 1};
    for (const Fight& fight : fights.fights()) {
      const DamageLaw& law = laws.emplace_back(of(fight));
      size.attacker = std::max(size.attacker, law.size().attacker);
      size.defender = std::max(size.defender, law.size().defender);
    }
    DamageLaw mixed{{Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1)},
                    Eigen::ArrayXXd::Zero(size.attacker, size.defender)};
    for (std::size_t i = 0; i < laws.size(); ++i) {
      const Eigen::ArrayXXd joint = laws[i].joint();
      mixed.together->topLeftCorner(joint.rows(), joint.cols()) += fights.weight(i) * joint;
    }
    return mixed.separated();
  }

  DamageLaw of(const Fight& fight) {
    if constexpr (HasIndependentSides<System>) {
      return {{of_blows(fight, Side::attacker), of_blows(fight, Side::defender)}, std::nullopt};
    }
    DamageLaw law{{Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1)}, std::nullopt};
    const auto tracks = System::template tracks<Paths>(fight);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      const States states = of_track(fight, i);
      const auto& [attacker, defender] = states.bounds().damage;
      if (attacker.most() > 0 && defender.most() > 0) {
        law.together = Eigen::ArrayXXd::Zero(static_cast<Eigen::Index>(attacker.most() + 1),
                                             static_cast<Eigen::Index>(defender.most() + 1));
        states.for_each([&](const Exchange<int>& state, double p) {
          (*law.together)(state.damage.attacker, state.damage.defender) += p;
        });
        return law;
      }
      const Side side = attacker.most() > 0 ? Side::attacker : Side::defender;
      if (states.bounds().damage[side].most() > 0) law.each[side] = damage_of(states, side);
    }
    return law;
  }

 private:
  States of_track(const Fight& fight, std::size_t i) {
    const auto tracks = System::template tracks<Paths>(fight);
    const auto bounds_tracks = System::template tracks<BoundsChance>(fight);
    Paths paths(lineups_);
    return play(fight, tracks[i], bounds_tracks[i], paths, [](Side, int, int, double) {});
  }

  /// The law of one side's track, which depends on its blows only.
  const Eigen::VectorXd& of_blows(const Fight& fight, Side side) {
    const Blows blows = blows_of(fight, side);
    const auto known = known_.find(blows);
    if (known != known_.end()) return known->second;
    const States states = of_track(fight, side == Side::attacker ? 0 : 1);
    return known_.try_emplace(blows, damage_of(states, side)).first->second;
  }

  LineupCache own_lineups_;
  LineupCache* lineups_;
  std::map<Blows, Eigen::VectorXd> known_;
};

}  // namespace warodds::exact
