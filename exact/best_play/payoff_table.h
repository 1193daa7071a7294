// The matrix game at one standpoint: what every pair of choices is worth, given the values of the
// standpoints that it leads to.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/game.h"
#include "core/threads/patience.h"
#include "exact/best_play/layers.h"
#include "exact/fight/damage_law.h"

namespace warodds::exact {

/// What every pair of choices brings at one state of both units: something at once, and the
/// standpoints it leads to. The pairs that cost the same turns lead into the same layer; with a
/// pair a row, what their standpoints are worth is a product of matrices:
///
///   E[V] = sum over x, y of P(attacker deals x) P(defender deals y) V(taken + (y, x)).
class PayoffTable {
 public:
  template <class System>
  PayoffTable(const Game<System>& game, DamageLaws<typename System::Fight>& laws,
              const Standpoint& at, PerSide<std::vector<int>> choices)
      : by_(game.attacks(at)),
        choices_(std::move(choices)),
        left_{game.capacity(Side::attacker) - at.taken.attacker,
              game.capacity(Side::defender) - at.taken.defender} {
    const auto rows = static_cast<Eigen::Index>(choices_.attacker.size());
    const auto columns = static_cast<Eigen::Index>(choices_.defender.size());
    at_once_.setZero(rows, columns);
    for (Eigen::Index row = 0; row < rows; ++row) {
      for (Eigen::Index column = 0; column < columns; ++column) {
        check_patience();
        const PerSide<int> chosen{choices_.attacker[static_cast<std::size_t>(row)],
                                  choices_.defender[static_cast<std::size_t>(column)]};
        DamageLaw law{{Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1)}, std::nullopt};
        PerSide<Casualties> casualties;
        if (const auto fight = game.fight(at, chosen)) {
          law = laws.of(*fight);
          casualties = in_roles(fight->any().casualties, by_);
        }
        if (by_ == Side::defender) law = law.exchanged();
        add(game, at, {row, column}, chosen, law, casualties);
      }
    }
  }

  /// Whether it is that of other standpoints of the same state, too.
  bool fits(Side by, const PerSide<std::vector<int>>& choices) const {
    return by == by_ && choices == choices_;
  }
  /// Whether any pair of choices can damage a side.
  bool damages(Side side) const { return damages_[side]; }

  /// The payoffs when `turns` are left before the choice.
  template <class System>
  Eigen::MatrixXd payoffs(const Game<System>& game, const Layers& layers, const PerSide<int>& turns,
                          Eigen::MatrixXd Layer::*bound) const {
    Eigen::MatrixXd sum = at_once_;
    for (const auto& [spent, group] : groups_) {
      const PerSide<int> left = game.turns_after(turns, {spent.first, spent.second});
      const Eigen::MatrixXd& layer = layers.at({left.attacker, left.defender}).*bound;
      const auto value = layer.bottomRightCorner(left_.attacker + 1, left_.defender + 1);
      const auto count = static_cast<Eigen::Index>(group.cells.size());
      RowMajorMatrix by_suffered;
      if (count > 0) by_suffered = group.dealt.topRows(count) * value.transpose();
      check_patience();
      for (Eigen::Index i = 0; i < count; ++i) {
        const Cell& cell = group.cells[static_cast<std::size_t>(i)];
        sum(cell.row, cell.column) += by_suffered.row(i).dot(group.suffered.row(i));
      }
      for (const auto& [cell, law] : group.together) {
        sum(cell.row, cell.column) += (law * value.transpose().array()).sum();
      }
    }
    return sum;
  }

 private:
  using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  struct Cell {
    Eigen::Index row;
    Eigen::Index column;
  };
  struct Group {
    std::vector<Cell> cells;
    RowMajorMatrix dealt;     ///< for each cell: P(the attacker deals so much)
    RowMajorMatrix suffered;  ///< ... P(the defender deals so much)
    std::vector<std::pair<Cell, Eigen::ArrayXXd>> together;  ///< where they go together
  };

  template <class System>
  void add(const Game<System>& game, const Standpoint& at, const Cell& cell,
           const PerSide<int>& chosen, DamageLaw& law, const PerSide<Casualties>& casualties) {
    const PerSide<int> spent = game.spent(at, chosen);
    double& at_once = at_once_(cell.row, cell.column);
    at_once += game.worth_of_turns(at, chosen, spent);
    Group& group = groups_[{spent.attacker, spent.defender}];
    const bool both = law.together.has_value();
    damages_.defender = damages_.defender || both || law.each.attacker.size() > 1;
    damages_.attacker = damages_.attacker || both || law.each.defender.size() > 1;
    const auto worth = [&](Side side, const auto& damage) {
      double sum = 0;
      for (Eigen::Index k = 0; k < damage.size(); ++k) {
        sum += damage[k] * game.worth_of_damage(casualties[enemy_of(side)], static_cast<int>(k));
      }
      return sum;
    };
    if (law.together) {
      at_once += worth(Side::attacker, law.together->rowwise().sum().eval());
      at_once -= worth(Side::defender, law.together->colwise().sum().eval());
      Eigen::ArrayXXd whole = Eigen::ArrayXXd::Zero(left_.defender + 1, left_.attacker + 1);
      const Eigen::ArrayXXd capped = law.joint({left_.defender, left_.attacker});
      whole.topLeftCorner(capped.rows(), capped.cols()) = capped;
      group.together.emplace_back(cell, std::move(whole));
      return;
    }
    at_once += worth(Side::attacker, law.each.attacker);
    at_once -= worth(Side::defender, law.each.defender);
    for (const Side side : both_sides) tell_amounts(casualties[enemy_of(side)], law.each[side]);
    if (group.cells.empty()) {
      group.dealt.setZero(at_once_.size(), left_.defender + 1);
      group.suffered.setZero(at_once_.size(), left_.attacker + 1);
    }
    const auto place = static_cast<Eigen::Index>(group.cells.size());
    put_capped(law.each.attacker, group.dealt.row(place));
    put_capped(law.each.defender, group.suffered.row(place));
    group.cells.push_back(cell);
  }

  /// A law of damage to a target, in numbers of two attacks (pursued), as one of what they mean.
  static void tell_amounts(const Casualties& target, Eigen::VectorXd& law) {
    if (target.falling().then.empty()) return;
    Eigen::VectorXd amounts = Eigen::VectorXd::Zero(target.left() + 1);
    for (Eigen::Index k = 0; k < law.size(); ++k)
      amounts[target.amount(static_cast<int>(k))] += law[k];
    law = std::move(amounts);
  }

  /// More than the last place counts as the last.
  template <class Row>
  static void put_capped(const Eigen::VectorXd& law, Row row) {
    const Eigen::Index whole = std::min(law.size(), row.size());
    row.head(whole) = law.head(whole).transpose();
    if (law.size() > whole) row[whole - 1] += law.tail(law.size() - whole).sum();
  }

  Side by_;  ///< who attacks
  PerSide<std::vector<int>> choices_;
  PerSide<int> left_;
  PerSide<bool> damages_;
  Eigen::MatrixXd at_once_;
  std::map<Turns, Group> groups_;
};

/// The tables of one state. Most standpoints of it share them.
class PayoffTables {
 public:
  template <class System>
  const PayoffTable& of(const Game<System>& game, DamageLaws<typename System::Fight>& laws,
                        const Standpoint& at, const PerSide<std::vector<int>>& choices) {
    const Side by = game.attacks(at);
    for (const PayoffTable& table : tables_) {
      if (table.fits(by, choices)) return table;
    }
    return tables_.emplace_back(game, laws, at, choices);
  }

 private:
  std::list<PayoffTable> tables_;
};

}  // namespace warodds::exact
