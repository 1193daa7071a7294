#include "exact/dice/walked_lineup.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "core/threads/parallel.h"
#include "exact/dice/hit_table.h"
#include "exact/dice/independent_die.h"
#include "exact/dice/pool_steps.h"
#include "exact/dice/pool_walk.h"

namespace warodds::exact {
namespace {

// Walk the values from high to low. With A and D the attack and defence dice that show v or more,
// and A', D' the same one value further down, the pairs decided at that value are
//
//   attack hits   max(0, A' - max(D', A))    ranks at which an attack die shows the value and the
//                                            defence die is lower, or missing
//   defence hits  max(0, D' - max(A', D))    the mirror image
//
// At values the phantom holds off (v <= phantom) only ranks up to the smaller pool count. There is
// no sorting, and no state but (A, D, hits, hits), with each pool's phase.
//
// If A >= D before the value, the defence hits are max(0, D' - A'), whatever D was; so D may be
// summed out as soon as D' is known: first D -> D' for each A, then A -> A'. If A < D, the other
// way round. That is O(n^5) a value for pools of n dice, where summing over all four numbers at
// once is O(n^6).
//
// The ranks between D and A are hits of the attack already (as far as the phantom lets them be),
// and no rank is a hit twice. So of all (hits, hits) only a triangle with sides of about min(A, D)
// can occur. Its rows are counted from the most hits that the side that is ahead can have: then
// neither half of a step moves a row, and what fewer dice of the other side can bring about is the
// first rows of what more can.
//
// In each half of a step every number is a sum over the states of one pool, the same sum for all
// hits and for all phases of the other pool. So these stand side by side, phases innermost, and a
// sum is one of long rows (vector_sums.h). Between the halves the pools change places.

/// What the states of both pools bring, by the side that is ahead; and between the halves of a
/// step.
struct Tables {
  PerSide<HitTable> before, after;
  HitTable between;

  std::size_t size() const {
    std::size_t sum = between.capacity();
    for (const Side ahead : both_sides) sum += before[ahead].capacity() + after[ahead].capacity();
    return sum;
  }
};

/// Tables for one walk, and for the next one of this thread: a tenth of the time of a walk is spent
/// on memory that is new. Tables that many threads should not keep are given back.
class KeptTables {
 public:
  KeptTables() = default;
  KeptTables(const KeptTables&) = delete;
  KeptTables& operator=(const KeptTables&) = delete;
  ~KeptTables() {
    constexpr std::size_t most_kept = std::size_t{1} << 23;  // numbers
    if (kept_.size() > most_kept) kept_ = {};
  }
  Tables& operator*() { return kept_; }

 private:
  static thread_local Tables kept_;
};
thread_local Tables KeptTables::kept_;

class LineupWalk {
 public:
  LineupWalk(const Lineup& lineup, const PoolWalk& attack, const PoolWalk& defence)
      : phantom_(lineup.phantom),
        dice_{attack.dice, defence.dice},
        bonus_{attack.max_bonus, 0},
        tracked_{true, lineup.defence_hits} {
    for (const PoolWalk* walk : {&attack, &defence}) {
      for (const PoolWalk::Level& level : walk->levels) values_.insert(level.value);
    }
    const LastValue last = decides(attack) ? LastValue::decides : LastValue::decides_nothing;
    steps_ = {steps_at(attack, values_, last), steps_at(defence, values_, last)};
  }

  Eigen::ArrayXXd law() const {
    const PoolStates no_attack = first_states(dice_.attacker);
    const PoolStates no_defence = first_states(dice_.defender);
    PerSide<const PoolStates*> states{&no_attack, &no_defence};
    KeptTables kept;
    auto& [before, after, between] = *kept;
    clear(before, states, no_rank_is_last);
    *before.attacker.line(before.attacker.rows(0)[row_of(Side::attacker, 0, 0)], 0) = 1;
    auto value = values_.begin();
    for (std::size_t i = 0; i < steps_.attacker.size(); ++i, ++value) {
      const PerSide<const PoolStep*> steps{&steps_.attacker[i], &steps_.defender[i]};
      const int ranks =
          *value > phantom_ ? no_rank_is_last : std::min(dice_.attacker, dice_.defender);
      const States then{&steps.attacker->after(), &steps.defender->after()};
      clear(after, then, ranks);
      for (const Side ahead : both_sides) {
        Half{*this, ahead, ranks, states, steps, then}.move(before[ahead], between, after);
      }
      std::swap(before, after);
      states = then;
    }
    return sum(before);
  }

 private:
  static constexpr int no_rank_is_last = std::numeric_limits<int>::max();
  using States = PerSide<const PoolStates*>;

  /// Whether the last value decides a pair or scores a critical hit. All dice have been counted
  /// there; if the phantom holds them off, those without a partner do not hit.
  bool decides(const PoolWalk& attack) const {
    const int last = *values_.rbegin();
    if (last > phantom_) return true;
    const auto& [value, steps] = attack.levels.back();
    return value == last &&
           std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.bonus > 0; });
  }

  /// Whether the side counts as ahead with `own` dice against `others`.
  static bool is_ahead(Side side, int own, int others) {
    return side == Side::attacker ? own >= others : own > others;
  }

  /// The most dice that the other side can have if `ahead` is ahead with `dice`; or -1.
  int most_behind(Side ahead, int dice) const {
    return std::min(ahead == Side::attacker ? dice : dice - 1, dice_[enemy_of(ahead)]);
  }

  /// The row of a state in which the side that is ahead has so many dice and hits: the first are
  /// all that can be.
  std::size_t row_of(Side ahead, int dice, int hits) const {
    return tracked_[ahead] ? static_cast<std::size_t>(dice + bonus_[ahead] - hits) : 0;
  }

  /// Hits of the side that is ahead go by rows, of the other by columns. What is not a hit of the
  /// one may be one of the other.
  int columns(Side ahead, int row, int most_hits_behind) const {
    const Side behind = enemy_of(ahead);
    if (!tracked_[behind]) return 1;
    const int most = tracked_[ahead] ? std::min(row, most_hits_behind) : most_hits_behind;
    return most + 1 + bonus_[behind];
  }

  /// Room for the hits of all states in which `ranks` pairs have counted, by the dice of the side
  /// that is ahead. Nothing has reached them yet.
  void clear(PerSide<HitTable>& tables, const States& states, int ranks) const {
    for (const Side ahead : both_sides) {
      HitTable& table = tables[ahead];
      table.clear();
      const PoolStates& others = *states[enemy_of(ahead)];
      for (int dice = 0; dice <= dice_[ahead]; ++dice) {
        const int most = most_behind(ahead, dice);
        table.add_dice(states[ahead]->with(dice));
        if (most < 0 || states[ahead]->with(dice) == 0) continue;
        // Pairs without a partner, if they count, have hit.
        const int sure_rows = std::min(dice, ranks) - dice - bonus_[ahead];
        const int rows = tracked_[ahead] ? std::min(most - sure_rows, dice + bonus_[ahead]) + 1 : 1;
        for (int row = 0; row < rows; ++row) {
          const int first = others.before(tracked_[ahead] ? std::max(0, sure_rows + row) : 0);
          table.add_row(columns(ahead, row, most), first, others.after(most) - first);
        }
      }
      table.finish();
    }
  }

  /// One value down, from the states in which one side is ahead.
  struct Half {
    const LineupWalk& walk;
    Side ahead;
    int ranks;  ///< that count
    States before;
    PerSide<const PoolStep*> steps;
    States after;

    Side behind() const { return enemy_of(ahead); }

    /// The side that is behind moves first.
    void move(const HitTable& from, HitTable& moved, PerSide<HitTable>& to) const {
      if (from.empty()) return;
      const bool big = before.attacker->count() * before.defender->count() >= 2500;
      clear_between(moved);
      // Each number of dice of the side that does not move is a task of its own, the longest first.
      const auto tasks = [&](Side waits, const auto& task) {
        const int most = walk.dice_[waits];
        RowSums of_all;
        const auto turn = [&](std::size_t number) {
          RowSums of_task;
          task(most - static_cast<int>(number), big ? of_task : of_all);
        };
        in_parallel(static_cast<std::size_t>(most) + 1, turn, big);
      };
      tasks(ahead, [&](int own, RowSums& sums) { move_behind(own, sums, from, moved); });
      tasks(behind(), [&](int dice, RowSums& sums) { move_ahead(dice, sums, moved, to); });
    }

    /// Between the halves: by the dice of the side that is behind after it, with a line for each
    /// state of the other before it.
    void clear_between(HitTable& table) const {
      const PoolStates& states = *before[ahead];
      table.clear();
      for (int dice = 0; dice <= walk.dice_[behind()]; ++dice) {
        table.add_dice(after[behind()]->with(dice));
        if (after[behind()]->with(dice) == 0) continue;
        const int rows = walk.tracked_[ahead] ? hits_in_first_row(0, dice) + 1 : 1;
        int fewest = walk.dice_[ahead] + 1;
        for (int row = 0; row < rows; ++row) {
          while (fewest > 0 && first_row(fewest - 1, dice) <= row) --fewest;
          const int first = states.before(fewest);
          table.add_row(walk.columns(ahead, row, dice), first, states.count() - first);
        }
      }
      table.finish();
    }

    /// The hits in the first row between the halves, if the side that is ahead has `own` dice and
    /// the other `dice`. The pairs decided next leave the row as it is: the hits and the dice rise
    /// alike.
    int hits_in_first_row(int own, int dice) const {
      const int uncounted = std::max(0, walk.dice_[ahead] - ranks);
      return std::min(std::max(own, dice), ranks) + uncounted + walk.bonus_[ahead];
    }

    /// The row of the most hits that can be.
    int first_row(int own, int dice) const {
      if (!walk.tracked_[ahead]) return 0;
      return std::max(0, hits_in_first_row(own, dice) - own - walk.bonus_[ahead]);
    }

    void move_behind(int own, RowSums& sums, const HitTable& from, HitTable& moved) const;
    void move_ahead(int dice, RowSums& sums, const HitTable& moved, PerSide<HitTable>& to) const;

    /// Dice of the side that was behind and hits of the one that was ahead, after the step.
    struct Reached {
      int dice;
      int hits;
    };
    void add_ahead(const Fan& fan, const double* sum, const HitTable::Row& row,
                   const Reached& reached, const RowSums& sums, HitTable& to) const;
    void add_overtaken(const Fan& fan, const double* sum, const HitTable::Row& row,
                       const Reached& reached, HitTable& to) const;
  };

  /// P(hits, hits) over all states.
  Eigen::ArrayXXd sum(const PerSide<HitTable>& tables) const {
    Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(dice_.attacker + bonus_.attacker + 1,
                                                (tracked_.defender ? dice_.defender : 0) + 1);
    for (const Side ahead : both_sides) {
      const Side behind = enemy_of(ahead);
      const HitTable& table = tables[ahead];
      for (int dice = 0; dice <= dice_[ahead]; ++dice) {
        const int phases = table.phases(dice);
        PerSide<int> hits;
        hits[ahead] = tracked_[ahead] ? dice + bonus_[ahead] : 0;
        for (const HitTable::Row& row : table.rows(dice)) {
          for (int state = row.first; state < row.first + row.states; ++state) {
            const double* p = table.line(row, state);
            for (hits[behind] = 0; hits[behind] < row.columns; ++hits[behind]) {
              double& here = sum(hits.attacker, hits.defender);
              for (int phase = 0; phase < phases; ++phase) here += *p++;
            }
          }
          --hits[ahead];
        }
      }
    }
    return sum;
  }

  int phantom_;
  PerSide<int> dice_;
  PerSide<int> bonus_;     ///< most critical hits
  PerSide<bool> tracked_;  ///< whether hits of this side are asked for
  WalkedValues values_;
  PerSide<std::vector<PoolStep>> steps_;
};

/// The side that is behind moves while the other has `own` dice.
void LineupWalk::Half::move_behind(int own, RowSums& sums, const HitTable& from,
                                   HitTable& moved) const {
  const PoolStates& states = *before[behind()];
  const int phases = from.phases(own);
  int row_number = -1;
  for (const HitTable::Row& row : from.rows(own)) {
    ++row_number;
    if (row.states == 0) continue;
    sums.sum(from, row, steps[behind()]->to(states.dice[static_cast<std::size_t>(row.first)]));
    sums.each([&](const Fan& fan, const double* sum) {
      const auto row_then = static_cast<std::size_t>(row_number + first_row(own, fan.dice));
      const HitTable::Row& then = moved.rows(fan.dice)[row_then];
      const int inner = moved.phases(fan.dice);
      const int columns = std::min(row.columns, then.columns - fan.bonus);
      for (int phase = 0; phase < phases; ++phase) {
        double* target = moved.line(then, before[ahead]->before(own) + phase) + fan.bonus * inner;
        sums.add(target, inner, fan, sum + phase, phases, columns);
      }
    });
  }
}

/// Then the side that was ahead, while the other has `dice` dice.
void LineupWalk::Half::move_ahead(int dice, RowSums& sums, const HitTable& moved,
                                  PerSide<HitTable>& to) const {
  const PoolStates& states = *before[ahead];
  int row_number = -1;
  for (const HitTable::Row& row : moved.rows(dice)) {
    ++row_number;
    if (row.states == 0) continue;
    sums.sum(moved, row, steps[ahead]->to(states.dice[static_cast<std::size_t>(row.first)]));
    sums.each([&](const Fan& fan, const double* sum) {
      const int hits =
          walk.tracked_[ahead] ? hits_in_first_row(fan.dice, dice) - row_number + fan.bonus : 0;
      if (is_ahead(ahead, fan.dice, dice)) {
        add_ahead(fan, sum, row, {dice, hits}, sums, to[ahead]);
      } else {
        add_overtaken(fan, sum, row, {dice, hits}, to[behind()]);
      }
    });
  }
}

// Rows and lines that nothing can reach have no room in the tables after the step. What the sums
// have of them is zero.

/// The side is still ahead, and so is what goes by rows.
void LineupWalk::Half::add_ahead(const Fan& fan, const double* sum, const HitTable::Row& row,
                                 const Reached& reached, const RowSums& sums, HitTable& to) const {
  const std::size_t row_then = walk.row_of(ahead, fan.dice, reached.hits);
  if (row_then >= to.rows(fan.dice).size()) return;
  const HitTable::Row& then = to.rows(fan.dice)[row_then];
  const int first = after[behind()]->before(reached.dice);
  if (first < then.first) return;
  const int phases = after[behind()]->with(reached.dice);
  const int columns = std::min(row.columns, then.columns);
  for (int phase = 0; phase < phases; ++phase) {
    sums.add(to.line(then, first + phase), to.phases(fan.dice), fan, sum + phase, phases, columns);
  }
}

/// The other side has more dice now: its hits, some of them new, go by rows.
void LineupWalk::Half::add_overtaken(const Fan& fan, const double* sum, const HitTable::Row& row,
                                     const Reached& reached, HitTable& to) const {
  const auto [dice, hits] = reached;
  const int phases = to.phases(dice);
  const int first = after[ahead]->before(fan.dice);
  const int more = walk.tracked_[behind()] ? std::max(0, std::min(dice, ranks) - fan.dice) : 0;
  for (int column = 0; column < row.columns; ++column) {
    const std::size_t row_then = walk.row_of(behind(), dice, column + more);
    if (row_then >= to.rows(dice).size()) continue;
    const HitTable::Row& then = to.rows(dice)[row_then];
    if (hits >= then.columns || first < then.first) continue;
    for (std::size_t e = 0; e < fan.places.size(); ++e) {
      double* target = to.line(then, first + fan.places[e]) + hits * phases;
      const double* source = sum + e * row.length + column * phases;
      for (int phase = 0; phase < phases; ++phase) target[phase] += source[phase];
    }
  }
}

}  // namespace

Eigen::ArrayXXd walked_lineup_law(const Lineup& lineup) {
  const PoolWalk attack = walk(lineup.attack, &lineup.critical);
  const PoolWalk defence = walk(lineup.defence, nullptr);
  return LineupWalk(lineup, attack, defence).law();
}

double work_of_walked(const Lineup& lineup) {
  // Measured: of a walk, of each hidden step of a rerolled pool, of each row of each number of
  // dice, of each number in a sum, and of each that is written.
  constexpr double per_walk = 20'000, per_hidden_step = 40, per_part = 80, per_sum = 0.19,
                   per_cell = 37;
  constexpr double most_cells = 2.2e8;  // 36 bytes each in all its tables
  // Seen: a third of the phases is in use; between two values about as many weights as the square
  // of the states says, more if there are no phases, over all values.
  const PerSide<const Pool*> pools{&lineup.attack, &lineup.defence};
  PerSide<double> phases, states, weights;
  for (const Side side : both_sides) {
    phases[side] = independent_die(*pools[side]) ? 1 : 1 + most_phases(*pools[side]) / 3;
    states[side] = phases[side] * (pools[side]->dice + 1.0);
    weights[side] = states[side] * states[side] * (1 + 1 / phases[side]);
  }
  const double fewer = std::min(pools.attacker->dice, pools.defender->dice) + 1.0;
  const double bonus = lineup.critical.hits(lineup.attack.dice);
  const double cells = lineup.defence_hits ? fewer * (fewer / 12 + bonus / 4) : fewer / 2 + bonus;
  const double sums = weights.attacker * states.defender + weights.defender * states.attacker;
  const double moves = states.attacker * states.defender;
  if (moves * cells > most_cells) return std::numeric_limits<double>::infinity();
  const double parts = (lineup.attack.dice + 1.0) * (lineup.defence.dice + 1.0) *
                       (fewer / 2 + bonus) * (phases.attacker + phases.defender + 6);
  const double walks = (walk_work(lineup.attack) + walk_work(lineup.defence)) * per_hidden_step;
  return per_walk + walks + parts * per_part + (1 + cells) * (sums * per_sum + moves * per_cell);
}

}  // namespace warodds::exact
