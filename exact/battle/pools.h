// Battles of so many states that a row for each would not fit: stepped round by round without rows.
//
// Where losses change nothing but the number of dice that the side itself rolls, many states roll
// the same dice, so laws are kept by numbers of dice. The owners assign independently: with s a
// state of the side that attacks and d one of the other, x damage dealt and y suffered,
//
//   through(d', y) = sum over d and x with after(d, x) = d' of p(s, d) law(x, y)
//   next(after(s, y), d') += through(d', y)
//
// for one s after the other: the long sum runs over neighbours in memory, and the own losses are
// looked up once for each d' and y. States less likely than `negligible` are left out, which is
// less than 1e-13 in all.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/play/battle.h"
#include "core/systems/traits/lost_dice.h"
#include "core/threads/parallel.h"
#include "exact/battle/states.h"
#include "exact/fight/damage_law.h"

namespace warodds::exact {

template <class System>
class PoolSteps {
 public:
  static constexpr double negligible = 1e-21;

  /// Whether a battle can be stepped so: every attack is a turn of its own and the same in every
  /// round, and nothing is left to be chosen or rolled beforehand.
  static bool can_step(const Battle<System>& battle) {
    if (!LosesOnlyDice<System> || battle.damage_lasts() != DamageLasts::attack) return false;
    if (battle.follows_policy() || battle.assigns_by_policy() || battle.order().again > 0 ||
        battle.can_halt())
      return false;
    for (std::size_t number = 0; number < battle.attacks().size(); ++number) {
      const auto fights = battle.attack(number, standing_of(battle.sides(), battle.opening()));
      if (fights && !(fights->is_certain() && loses_only_dice<System>(fights->any()))) return false;
    }
    return true;
  }

  PoolSteps(const Battle<System>& battle, BattleStates& states, LineupCache* lineups)
      : battle_(battle),
        states_(states),
        damage_laws_(lineups),
        attacks_(battle.attacks().size()) {}

  /// One round on, as warodds::exact::play_round(). `tick` is called now and then; what it throws
  /// ends the work.
  std::size_t play_round(std::size_t attack, Spread& now, Spread& next,
                         const std::function<void()>& tick) {
    Grid grid;
    now.for_each([&](std::size_t state, double p) {
      at(grid, states_[state].attacker, states_[state].defender) += p;
    });
    for (bool going_on = true; going_on; attack = battle_.order().after(attack)) {
      const bool by_attacker = battle_.attacks()[attack].by == Side::attacker;
      going_on = !battle_.attacks()[attack].ends_round;
      grid = by_attacker ? after_attack(attack, grid, tick)
                         : transposed(after_attack(attack, transposed(grid), tick));
    }
    next.clear();
    // What comes next, and what is stuck, is asked of one state after the other.
    find_targets(grid);
    if (battle_.attacks()[attack].by == Side::attacker) {
      find_laws(attack, grid, 0, grid.size());
    } else {
      const Grid turned = transposed(grid);
      find_laws(attack, turned, 0, turned.size());
    }
    for (std::size_t a = 0; a < grid.size(); ++a) {
      for (std::size_t b = 0; b < grid[a].size(); ++b) {
        if (grid[a][b] < negligible) continue;
        const std::size_t state = states_.number({static_cast<int>(a), static_cast<int>(b)});
        next.reserve(states_.size());
        next.add(state, grid[a][b]);
      }
    }
    std::swap(now, next);
    return attack;
  }

  /// The sides that an attack of a round but its first may hurt: more dice than at first are never
  /// rolled.
  PerSide<bool> hurt_later() {
    PerSide<bool> hurt;
    for (std::size_t number = 1; number < attacks_.size(); ++number) {
      const Side by = battle_.attacks()[number].by;
      const PerSide<int> opening = in_roles(battle_.opening(), by);
      const Law* law = law_of(number, opening.attacker, opening.defender);
      if (law == nullptr) continue;
      hurt[by] = hurt[by] || law->rows() > 1;
      hurt[enemy_of(by)] = hurt[enemy_of(by)] || law->cols() > 1;
    }
    return hurt;
  }

  /// What each role deals in an attack, whatever the other does.
  PerSide<Distribution> dealt(const typename Battle<System>::Fights& fights) {
    return damage_laws_.each_of(fights);
  }

  /// Whether a state that is not over can never be left. That damage of the opening is gone after a
  /// turn is nothing that happens.
  bool stuck(std::size_t state) {
    PerSide<int> now = states_[state];
    for (std::size_t number = 0; number < attacks_.size(); ++number) {
      const Side by = battle_.attacks()[number].by;
      const Law* law = law_of(number, now[by], now[enemy_of(by)]);
      const PerSide<int> after = states_.lasting(now);
      const auto stays = [&](Side side, Eigen::Index damages, const auto& law_of_damage) {
        const std::vector<int>& to = targets(side, now[side], damages);
        for (Eigen::Index k = 0; k < damages; ++k) {
          if (to[static_cast<std::size_t>(k)] == after[side]) continue;
          if ((law_of_damage(k) > 0).any()) return false;
        }
        return true;
      };
      if (law != nullptr &&
          !(stays(enemy_of(by), law->cols(), [&](Eigen::Index k) { return law->col(k); }) &&
            stays(by, law->rows(), [&](Eigen::Index k) { return law->row(k); }))) {
        return false;
      }
      now = after;
    }
    return true;
  }

 private:
  /// Probabilities by the state of the side that attacks (or of the attacker of the battle), and of
  /// the other. Rows end where there is nothing more.
  using Grid = std::vector<std::vector<double>>;
  /// Row: damage suffered by the side that attacks; column: dealt by it.
  using Law = Eigen::ArrayXXd;

  /// What is known of one attack of a round.
  struct Attack {
    /// Of both roles, by state: the number of dice, if the state lets the attack be made.
    PerSide<std::vector<std::optional<std::optional<int>>>> dice;
    std::map<std::pair<int, int>, Law> laws;  ///< by the numbers of dice
  };

  static double& at(Grid& grid, int row, int column) {
    const auto r = static_cast<std::size_t>(row);
    const auto c = static_cast<std::size_t>(column);
    if (r >= grid.size()) grid.resize(r + 1);
    if (c >= grid[r].size()) grid[r].resize(c + 1, 0.0);
    return grid[r][c];
  }

  static Grid transposed(const Grid& grid) {
    std::size_t columns = 0;
    for (const auto& row : grid) columns = std::max(columns, row.size());
    Grid result(columns);
    for (std::size_t c = 0; c < columns; ++c) result[c].resize(grid.size(), 0.0);
    for (std::size_t r = 0; r < grid.size(); ++r) {
      for (std::size_t c = 0; c < grid[r].size(); ++c) result[c][r] = grid[r][c];
    }
    return result;
  }

  /// The dice of a role in a state, whatever the other's.
  std::optional<int> dice(std::size_t number, Side role, int state) {
    auto& known = attacks_[number].dice[role];
    const auto place = static_cast<std::size_t>(state);
    if (place >= known.size()) known.resize(place + 1);
    if (!known[place]) {
      const Side by = battle_.attacks()[number].by;
      PerSide<int> pair = battle_.opening();
      pair[in_role(role, by)] = state;
      const auto fights = battle_.attack(number, standing_of(states_.sides(), pair));
      known[place] = fights ? std::optional(pool_size<System>(fights->any(), role)) : std::nullopt;
    }
    return *known[place];
  }

  /// A law that is still to be worked out, and states in which it applies.
  struct NewLaw {
    Law* law;
    PerSide<int> roles;
  };

  /// The law of an attack; null: the rules do not allow it. `own`, `other`: states of who attacks
  /// and of who is attacked. One that is not known yet goes to the list.
  const Law* law_of(std::size_t number, int own, int other, std::vector<NewLaw>& unknown) {
    const auto attacking = dice(number, Side::attacker, own);
    const auto defending = dice(number, Side::defender, other);
    if (!attacking || !defending) return nullptr;
    auto [place, is_new] = attacks_[number].laws.try_emplace({*attacking, *defending});
    if (is_new) unknown.push_back({&place->second, {own, other}});
    return &place->second;
  }
  const Law* law_of(std::size_t number, int own, int other) {
    std::vector<NewLaw> unknown;
    const Law* law = law_of(number, own, other, unknown);
    work_out_laws(number, unknown);
    return law;
  }

  void work_out_laws(std::size_t number, const std::vector<NewLaw>& unknown) {
    in_parallel(unknown.size(), [&](std::size_t i) {
      const PerSide<int> pair = in_roles(unknown[i].roles, battle_.attacks()[number].by);
      const auto fights = battle_.attack(number, standing_of(states_.sides(), pair));
      *unknown[i].law = damage_laws_.of(*fights).joint().transpose();
    });
  }

  /// The attack of `by` from a pair of states in these roles would find one side gone.
  bool over(Side by, int own, int other) const {
    return states_.sides()[by].gone(own) || states_.sides()[enemy_of(by)].gone(other);
  }

  /// Makes the laws of these rows known, on all threads.
  void find_laws(std::size_t number, const Grid& now, std::size_t first, std::size_t end) {
    const Side by = battle_.attacks()[number].by;
    std::vector<NewLaw> unknown;
    for (std::size_t own = first; own < end; ++own) {
      for (std::size_t other = 0; other < now[own].size(); ++other) {
        if (now[own][other] < negligible) continue;
        const auto [s, d] = std::pair{static_cast<int>(own), static_cast<int>(other)};
        if (!over(by, s, d)) law_of(number, s, d, unknown);
      }
    }
    work_out_laws(number, unknown);
  }

  /// Where each damage below `damages` leads a side.
  const std::vector<int>& targets(Side side, int state, Eigen::Index damages) {
    auto& known = targets_[side];
    const auto place = static_cast<std::size_t>(state);
    if (place >= known.size()) known.resize(place + 1);
    std::vector<int>& to = known[place];
    if (static_cast<Eigen::Index>(to.size()) < damages) {
      const int most = static_cast<int>(damages) - 1;
      states_.find(side, state, most);
      const SideStates& of_side = states_.sides()[side];
      for (int damage = static_cast<int>(to.size()); damage <= most; ++damage) {
        const int next = of_side.after(state, damage);
        to.push_back(of_side.gone(next) ? next : of_side.lasting(next));
      }
    }
    return to;
  }

  /// Makes known where the states that the battle may be in lead, each side's on a thread.
  void find_targets(const Grid& now) {
    PerSide<std::vector<bool>> is_there;
    is_there.attacker.resize(now.size());
    for (std::size_t a = 0; a < now.size(); ++a) {
      if (is_there.defender.size() < now[a].size()) is_there.defender.resize(now[a].size());
      for (std::size_t b = 0; b < now[a].size(); ++b) {
        if (now[a][b] >= negligible) is_there.attacker[a] = is_there.defender[b] = true;
      }
    }
    PerSide<Eigen::Index> damages;  // one more than the most that either suffers
    for (std::size_t number = 0; number < attacks_.size(); ++number) {
      const Side by = battle_.attacks()[number].by;
      for (const auto& [dice, law] : attacks_[number].laws) {
        damages[by] = std::max(damages[by], law.rows());
        damages[enemy_of(by)] = std::max(damages[enemy_of(by)], law.cols());
      }
    }
    in_parallel(both_sides.size(), [&](std::size_t i) {
      const Side side = both_sides[i];
      for (std::size_t state = 0; state < is_there[side].size(); ++state) {
        const int number = static_cast<int>(state);
        if (!is_there[side][state] || states_.sides()[side].gone(number)) continue;
        targets(side, number, damages[side]);
      }
    });
  }

  /// All that one state of the side that attacks needs to be worked out beside others.
  struct Work {
    struct From {
      double p;
      const Law* law;
      const std::vector<int>* struck;
    };
    std::size_t own;
    std::vector<From> from;
    /// Where the attack is not made: both roles' states after it.
    std::vector<std::pair<PerSide<int>, double>> passed_by;
    std::size_t struck_states = 0;  ///< one more than the last of the other side's states
    Eigen::Index suffered = 0;      ///< one more than the most damage
    std::vector<int> struck = {};   ///< states that the other side may be in then
    Eigen::ArrayXXd through = {};   ///< row: damage suffered; column: as `struck`
  };

  Work work_of(std::size_t number, std::size_t own, const std::vector<double>& row) {
    const Side by = battle_.attacks()[number].by;
    Work work{own, {}, {}};
    for (std::size_t other = 0; other < row.size(); ++other) {
      if (row[other] < negligible) continue;
      const auto [s, d] = std::pair{static_cast<int>(own), static_cast<int>(other)};
      const bool is_over = over(by, s, d);
      const Law* law = is_over ? nullptr : law_of(number, s, d);
      if (law == nullptr) {
        const PerSide<int> pair = in_roles(PerSide<int>{s, d}, by);
        work.passed_by.emplace_back(in_roles(is_over ? pair : states_.lasting(pair), by),
                                    row[other]);
        continue;
      }
      targets(by, s, law->rows());
      const std::vector<int>& struck = targets(enemy_of(by), d, law->cols());
      for (const int to : struck) {
        work.struck_states = std::max(work.struck_states, static_cast<std::size_t>(to) + 1);
      }
      work.suffered = std::max(work.suffered, law->rows());
      work.from.push_back({row[other], law, &struck});
    }
    return work;
  }

  static void work_out(Work& work) {
    std::vector<Eigen::Index> column_of(work.struck_states, -1);
    for (const auto& [p, law, struck] : work.from) {
      for (Eigen::Index x = 0; x < law->cols(); ++x) {
        const int to = (*struck)[static_cast<std::size_t>(x)];
        Eigen::Index& column = column_of[static_cast<std::size_t>(to)];
        if (column >= 0) continue;
        column = static_cast<Eigen::Index>(work.struck.size());
        work.struck.push_back(to);
      }
    }
    work.through.setZero(work.suffered, static_cast<Eigen::Index>(work.struck.size()));
    for (const auto& [p, law, struck] : work.from) {
      for (Eigen::Index x = 0; x < law->cols(); ++x) {
        const int to = (*struck)[static_cast<std::size_t>(x)];
        work.through.col(column_of[static_cast<std::size_t>(to)]).head(law->rows()) +=
            p * law->col(x);
      }
    }
  }

  Grid after_attack(std::size_t number, const Grid& now, const std::function<void()>& tick) {
    const Side by = battle_.attacks()[number].by;
    constexpr std::size_t at_once = 64;  // so that not all is in memory
    Grid next;
    std::vector<Work> works;
    for (std::size_t own = 0; own < now.size(); ++own) {
      if (own % at_once == 0) find_laws(number, now, own, std::min(own + at_once, now.size()));
      Work work = work_of(number, own, now[own]);
      for (const auto& [pair, p] : work.passed_by) at(next, pair.attacker, pair.defender) += p;
      if (!work.from.empty()) works.push_back(std::move(work));
      if (works.size() < at_once && own + 1 < now.size()) continue;
      tick();
      in_parallel(works.size(), [&](std::size_t i) { work_out(works[i]); });
      for (const Work& done : works) spread(done, targets_[by][done.own], next);
      works.clear();
    }
    return next;
  }

  static void spread(const Work& work, const std::vector<int>& own, Grid& next) {
    for (std::size_t i = 0; i < work.struck.size(); ++i) {
      for (Eigen::Index y = 0; y < work.through.rows(); ++y) {
        const double p = work.through(y, static_cast<Eigen::Index>(i));
        if (p > 0) at(next, own[static_cast<std::size_t>(y)], work.struck[i]) += p;
      }
    }
  }

  const Battle<System>& battle_;
  BattleStates& states_;
  DamageLaws<typename System::Fight> damage_laws_;
  std::vector<Attack> attacks_;
  PerSide<std::deque<std::vector<int>>>
      targets_;  ///< by state and damage; they stay where they are
};

}  // namespace warodds::exact
