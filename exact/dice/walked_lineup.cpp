#include "exact/dice/walked_lineup.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "core/threads/parallel.h"
#include "exact/cost/constants.h"
#include "exact/dice/pool_walk.h"
#include "exact/dice/vector_sums.h"

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
// can occur.

// Rows are padded to whole vectors; the padding is zero.

/// Storage for one vector: std::vector of these is aligned to it.
struct alignas(64) Chunk {
  double p[vector_length] = {};
};

/// P(attack hits, defence hits) for one state: attack hits from `row0`, defence hits from
/// `column0`, and no more than `most` of both together.
struct Block {
  int row0 = 0;
  int column0 = 0;
  int most = 0;
  int rows = 0;
  int columns = 0;
  int stride = 0;
  std::vector<Chunk> chunks;  ///< row-major, one more than needed; empty if nothing reached it

  bool empty() const { return chunks.empty(); }
  void clear() {
    chunks.clear();
    rows = 0;
  }
  double* data() { return chunks.data()->p; }
  const double* data() const { return chunks.data()->p; }
  double at(int row, int column) const { return data()[row * stride + column]; }

  /// Makes room for hits from (first_row, first_column) to (last_row, last_column), unless there
  /// is.
  void open(int first_row, int first_column, int last_row, int last_column, int most_hits) {
    if (!empty()) return;
    row0 = first_row;
    column0 = first_column;
    most = most_hits;
    rows = last_row - first_row + 1;
    columns = last_column - first_column + 1;
    stride = (columns + vector_length - 1) / vector_length * vector_length;
    chunks.assign(static_cast<std::size_t>(rows * (stride / vector_length) + 1), Chunk{});
  }

  /// this(h + attack_hits, g + defence_hits) += weight · from(h, g). What would fall outside is
  /// zero: room is made for critical hits before they are scored, and the padding is never anything
  /// else.
  void add(const Block& from, double weight, int attack_hits, int defence_hits) {
    const int down = from.row0 + attack_hits - row0;
    const int right = from.column0 + defence_hits - column0;
    const double* source = from.data();
    double* target = data() + static_cast<std::ptrdiff_t>(down) * stride + right;
    const int used_rows = std::min(from.rows, rows - down);
    const int used_columns = std::min(from.columns, columns - right);
    if (from.stride == stride && stride <= 2 * vector_length) {
      // Short rows of the same length: one run is quicker than row by row.
      add_run(source, target, weight, static_cast<std::size_t>(used_rows * stride));
      return;
    }
    int both = from.most - from.row0 - from.column0 + 1;
    for (int r = 0; r < used_rows && both > 0; ++r, --both) {
      const int length = std::min(both, used_columns);
      add_run(source, target, weight, whole_vectors(length));
      source += from.stride;
      target += stride;
    }
  }
};

/// The blocks of all states at one value.
struct Blocks {
  int attack_dice;
  int defence_dice;
  int attack_phases;
  int defence_phases;
  std::vector<Block> blocks;

  Blocks(int a, int d, int attack_phase_count, int defence_phase_count)
      : attack_dice(a),
        defence_dice(d),
        attack_phases(attack_phase_count),
        defence_phases(defence_phase_count),
        blocks(static_cast<std::size_t>(attack_phases * defence_phases) *
               static_cast<std::size_t>((a + 1) * (d + 1))) {}

  Block& at(int attack_phase, int defence_phase, int a, int d) {
    const int phases = attack_phase * defence_phases + defence_phase;
    return blocks[static_cast<std::size_t>((phases * (attack_dice + 1) + a) * (defence_dice + 1) +
                                           d)];
  }
};

/// A step with its weights easy to reach; without weights, the pool has no such value and stays as
/// it is.
struct Move {
  int from = 0;
  int to = 0;
  int bonus = 0;
  const Eigen::ArrayXXd* weights = nullptr;

  double weight(int before, int after) const {
    return weights == nullptr ? (before == after ? 1.0 : 0.0) : (*weights)(before, after);
  }
};

std::vector<Move> moves_at(const PoolWalk& walk, int value) {
  std::vector<Move> moves;
  for (const PoolWalk::Level& level : walk.levels) {
    if (level.value != value) continue;
    for (const PoolWalk::Step& step : level.steps) {
      moves.push_back({step.from, step.to, step.bonus, &step.weight});
    }
    return moves;
  }
  for (int phase = 0; phase < walk.phases; ++phase) moves.push_back({phase, phase, 0, nullptr});
  return moves;
}

class LineupWalk {
 public:
  LineupWalk(const PoolWalk& attack, const PoolWalk& defence, const Lineup& lineup)
      : attack_(attack), defence_(defence), lineup_(lineup) {}

  Eigen::ArrayXXd law() const {
    std::set<int, std::greater<>> values;
    for (const auto* walk : {&attack_, &defence_}) {
      for (const PoolWalk::Level& level : walk->levels) values.insert(level.value);
    }
    Blocks before = fresh();
    before.at(0, 0, 0, 0).open(0, 0, 0, 0, 0);
    before.at(0, 0, 0, 0).data()[0] = 1;
    Blocks after = fresh();
    for (const int value : values) {
      step(value, before, after);
      std::swap(before, after);
      for (Block& block : after.blocks) block.clear();
    }
    Eigen::ArrayXXd sum =
        Eigen::ArrayXXd::Zero(attack_.dice + attack_.max_bonus + 1, tracked(defence_.dice) + 1);
    for (int i = 0; i < attack_.phases; ++i) {
      for (int j = 0; j < defence_.phases; ++j) {
        const Block& block = before.at(i, j, attack_.dice, defence_.dice);
        for (int r = 0; r < block.rows; ++r) {
          for (int c = 0; c < block.columns; ++c) {
            sum(block.row0 + r, block.column0 + c) += block.at(r, c);
          }
        }
      }
    }
    return sum;
  }

 private:
  Blocks fresh() const {
    return Blocks(attack_.dice, defence_.dice, attack_.phases, defence_.phases);
  }

  int tracked(int defence_hits) const { return lineup_.defence_hits ? defence_hits : 0; }

  /// One value down. The states in which the side is ahead, and those in which it is not, are moved
  /// apart from each other.
  void step(int value, Blocks& before, Blocks& after) const {
    const int ranks = value > lineup_.phantom ? std::numeric_limits<int>::max()
                                              : std::min(attack_.dice, defence_.dice);
    const PerSide<std::vector<Move>> moves{moves_at(attack_, value), moves_at(defence_, value)};
    move_where_ahead<Side::attacker>(ranks, moves, before, after);
    move_where_ahead<Side::defender>(ranks, moves, before, after);
  }

  /// Moves all states in which `ahead` has more dice, or the attack as many. The side that is
  /// behind moves first. Each number of dice that it may end with is a task of its own: it writes
  /// only to states with that number.
  template <Side ahead>
  void move_where_ahead(int ranks, const PerSide<std::vector<Move>>& moves, Blocks& before,
                        Blocks& after) const {
    constexpr Side behind = enemy_of(ahead);
    const PerSide<const PoolWalk*> walks{&attack_, &defence_};
    const bool big = attack_.dice * defence_.dice >= 1000;
    const auto task = [&](std::size_t turn) {
      const auto behind_after = static_cast<int>(turn);
      Block moved;
      for (int dice = 0; dice <= walks[ahead]->dice; ++dice) {
        for (int i = 0; i < walks[ahead]->phases; ++i) {
          for (int j = 0; j < walks[behind]->phases; ++j) {
            moved.clear();
            const State state{dice, i, behind_after, j};
            move_behind<ahead>(ranks, moves[behind], state, before, moved);
            if (!moved.empty()) move_ahead<ahead>(ranks, moves[ahead], state, moved, after);
          }
        }
      }
    };
    in_parallel(static_cast<std::size_t>(walks[behind]->dice) + 1, task, big);
  }

  /// Half a step: the dice and phase of the side that is ahead before it, and of the other after.
  struct State {
    int ahead = 0;
    int ahead_phase = 0;
    int behind = 0;
    int behind_phase = 0;
  };

  template <Side ahead>
  static Block& at(Blocks& blocks, const State& state) {
    if constexpr (ahead == Side::attacker) {
      return blocks.at(state.ahead_phase, state.behind_phase, state.ahead, state.behind);
    } else {
      return blocks.at(state.behind_phase, state.ahead_phase, state.behind, state.ahead);
    }
  }

  /// Sums into `moved` what leads to `state` when the side that is behind moves.
  template <Side ahead>
  void move_behind(int ranks, const std::vector<Move>& moves, const State& state, Blocks& before,
                   Block& moved) const {
    // At a draw the attack counts as ahead.
    const int most =
        std::min(ahead == Side::attacker ? state.ahead : state.ahead - 1, state.behind);
    const int sure = std::max(0, std::min(state.ahead, ranks) - most);
    for (const Move& move : moves) {
      if (move.to != state.behind_phase) continue;
      for (int dice = 0; dice <= most; ++dice) {
        const double weight = move.weight(dice, state.behind);
        if (weight == 0) continue;
        const Block& source = at<ahead>(before, {state.ahead, state.ahead_phase, dice, move.from});
        if (source.empty()) continue;
        if constexpr (ahead == Side::attacker) {
          moved.open(sure, 0, state.ahead + attack_.max_bonus, tracked(most),
                     state.ahead + attack_.max_bonus);
        } else {
          moved.open(0, tracked(sure), most + attack_.max_bonus, tracked(state.ahead),
                     state.ahead + attack_.max_bonus);
        }
        moved.add(source, weight, move.bonus, 0);
      }
    }
  }

  /// Adds what follows from `moved` when the side that is ahead moves, too.
  template <Side ahead>
  void move_ahead(int ranks, const std::vector<Move>& moves, const State& state, const Block& moved,
                  Blocks& after) const {
    const PoolWalk& walk = ahead == Side::attacker ? attack_ : defence_;
    for (const Move& move : moves) {
      if (move.from != state.ahead_phase) continue;
      for (int dice = state.ahead; dice <= walk.dice; ++dice) {
        const double weight = move.weight(state.ahead, dice);
        if (weight == 0) continue;
        Block& target = at<ahead>(after, {dice, move.to, state.behind, state.behind_phase});
        const int of_ahead =
            std::max(0, std::min(dice, ranks) - std::max(state.behind, state.ahead));
        const int of_behind = std::max(0, std::min(state.behind, ranks) - dice);
        if constexpr (ahead == Side::attacker) {
          open(target, dice, state.behind, ranks);
          target.add(moved, weight, of_ahead + move.bonus, tracked(of_behind));
        } else {
          open(target, state.behind, dice, ranks);
          target.add(moved, weight, of_behind + move.bonus, tracked(of_ahead));
        }
      }
    }
  }

  /// Makes room for the hits that can have been scored with `a` and `d` dice at a value at which
  /// `ranks` pairs count.
  void open(Block& block, int a, int d, int ranks) const {
    const int first_row = std::max(0, std::min(a, ranks) - d);
    const int first_column = tracked(std::max(0, std::min(d, ranks) - a));
    block.open(first_row, first_column, a + attack_.max_bonus, tracked(d),
               std::max(a, d) + attack_.max_bonus);
  }

  const PoolWalk& attack_;
  const PoolWalk& defence_;
  const Lineup& lineup_;
};

}  // namespace

Eigen::ArrayXXd walked_lineup_law(const Lineup& lineup) {
  const PoolWalk attack = walk(lineup.attack, &lineup.critical);
  const PoolWalk defence = walk(lineup.defence, nullptr);
  return LineupWalk(attack, defence, lineup).law();
}

double predicted_walked_seconds(const Lineup& lineup) {
  const double walks =
      (walk_work(lineup.attack) + walk_work(lineup.defence)) * cost::per_hidden_step;
  double moves = 12;  // between pairs of phases, over all values: at least one a pool and face
  if (walks < 0.02) {
    const PoolWalk attack = walk(lineup.attack, &lineup.critical);
    const PoolWalk defence = walk(lineup.defence, nullptr);
    moves = 0;
    for (const PoolWalk::Level& level : attack.levels) {
      moves += static_cast<double>(level.steps.size()) * defence.phases;
    }
    for (const PoolWalk::Level& level : defence.levels) {
      moves += static_cast<double>(level.steps.size()) * attack.phases;
    }
  } else {
    moves *= most_phases(lineup.attack) * most_phases(lineup.defence);
  }
  const double a = lineup.attack.dice + 1.0;
  const double d = lineup.defence.dice + 1.0;
  const double most_bonus = lineup.critical.hits(lineup.attack.dice);
  const double additions = moves * a * d * (a + d) / 8;
  const double cells = std::min(a, d) * (lineup.defence_hits ? std::min(a, d) : 1) / 12 +
                       most_bonus * (lineup.defence_hits ? d : 1) / 4;
  return walks + additions * (cost::per_block_sum + cost::per_block_cell * cells);
}

}  // namespace warodds::exact
