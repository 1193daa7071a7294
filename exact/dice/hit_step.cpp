// HitTriangles::step(): one value down.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/threads/parallel.h"
#include "exact/dice/hit_triangles.h"
#include "exact/dice/vector_sums.h"

namespace warodds::exact {

/// A step down for the states after it in which `ahead` has more dice; those with equally many
/// belong to the defence.
template <Side ahead>
class HitTriangles::HalfStep {
 public:
  HalfStep(const HitTriangles& before, const PerSide<DiceWeights>& weights, HitTriangles& after)
      : before_(before), weights_(weights), after_(after), most_(after.shape_.dice) {
    for (int f = 0; f <= most_[ahead]; ++f) {
      for (int b = 0; b <= most_[behind]; ++b) sources_.push_back(before.at(state(f, b)));
    }
  }

  void run() const {
    const int last_behind = std::min(most_[behind], most_[ahead] - lead);
    const bool big = most_.attacker * most_.defender >= 1000;
    if (big) {
      in_parallel(static_cast<std::size_t>(last_behind / together + 1), [&](std::size_t turn) {
        const int first = static_cast<int>(turn) * together;
        const int states = std::min(together, last_behind - first + 1);
        Workspace workspace = workspace_for(first + states - 1);
        run(first, states, workspace);
      });
    } else {
      Workspace workspace = workspace_for(last_behind);
      for (int first = 0; first <= last_behind; first += together) {
        run(first, std::min(together, last_behind - first + 1), workspace);
      }
    }
  }

 private:
  static constexpr Side behind = enemy_of(ahead);
  /// By how many dice `ahead` must be ahead.
  static constexpr int lead = ahead == Side::attacker ? 1 : 0;
  /// So many states are summed at once: what they have in common is read once.
  static constexpr int together = 4;

  struct Workspace {
    AlignedDoubles cells;
    std::vector<const double*> sums[together];
  };

  static PerSide<int> state(int ahead_dice, int behind_dice) {
    return ahead == Side::attacker ? PerSide<int>{ahead_dice, behind_dice}
                                   : PerSide<int>{behind_dice, ahead_dice};
  }

  /// One vector more than needed, for what reaches beyond a row.
  std::size_t moved_cells(int behind_dice) const {
    return (static_cast<std::size_t>(most_[ahead]) + 1) * before_.cells(ahead, behind_dice) +
           vector_length;
  }
  std::size_t scratch_cells(int behind_dice) const {
    const auto rows = static_cast<std::size_t>(before_.last_row(behind, behind_dice)) + 1;
    return std::max(before_.cells(ahead, behind_dice), rows * turned_stride(behind_dice));
  }
  Workspace workspace_for(int behind_dice) const {
    Workspace workspace;
    workspace.cells.resize(together * (moved_cells(behind_dice) + scratch_cells(behind_dice)));
    return workspace;
  }

  void run(int first_behind, int states, Workspace& workspace) const {
    if (states == together) {
      run<together>(first_behind, workspace);
    } else {
      for (int i = 0; i < states; ++i) run<1>(first_behind + i, workspace);
    }
  }

  /// All states after the step in which the side that is behind has `first` dice or up to states -
  /// 1 more.
  template <int states>
  void run(int first, Workspace& workspace) const {
    const std::size_t moved = moved_cells(first + states - 1);
    const std::size_t scratch = scratch_cells(first + states - 1);
    double* sums[states];
    double* scratches[states];
    for (int i = 0; i < states; ++i) {
      sums[i] = workspace.cells.data() + i * static_cast<std::ptrdiff_t>(moved + scratch);
      scratches[i] = sums[i] + moved;
      workspace.sums[i].clear();
    }
    for (int dice = 0; dice <= most_[ahead]; ++dice) {
      if (before_.shape_.defence_hits) {
        sum_behind<states>(dice, first, sums, scratches);
        add_turned<states>(dice, first, sums, scratches);
      }
      for (int i = 0; i < states; ++i) {
        if (!before_.shape_.defence_hits) sum_behind_in_one_row(dice, first + i, sums[i]);
        workspace.sums[i].push_back(sums[i]);
        sums[i] += before_.cells(ahead, first + i);
      }
    }
    for (int i = 0; i < states; ++i) {
      int dice = first + i + lead;
      for (; dice + 3 <= most_[ahead]; dice += 4) sum_ahead<4>(workspace.sums[i], dice, first + i);
      for (; dice <= most_[ahead]; ++dice) sum_ahead<1>(workspace.sums[i], dice, first + i);
    }
  }

  /// The states in which `ahead` has `dice` or the next numbers of dice.
  template <int states>
  void sum_ahead(const std::vector<const double*>& sums, int dice, int behind_dice) const {
    double* targets[states];
    for (int i = 0; i < states; ++i) targets[i] = after_.at(state(dice + i, behind_dice));
    // Weights of more dice than there are in the end are zero.
    const Weighted from{sums.data(), &weights_[ahead](dice, 0), weights_[ahead].cols(),
                        dice + states};
    if (!before_.no_pair_decided_ || !before_.shape_.defence_hits) {
      weighted_sums<states>(from, 0, before_.cells(ahead, behind_dice), targets);
      return;
    }
    // All is zero but the last rows and the first columns.
    const int full = before_.last_row(ahead, behind_dice) - before_.most_critical_of(ahead);
    const std::size_t width = whole_vectors(1 + before_.most_critical_of(behind));
    for (int row = 0; row < full; ++row) {
      const std::size_t at = before_.row_at(ahead, row);
      weighted_sums<states>(from, at, at + width, targets);
    }
    weighted_sums<states>(from, before_.row_at(ahead, full), before_.cells(ahead, behind_dice),
                          targets);
  }

  std::size_t turned_stride(int dice) const {
    return whole_vectors(dice + 1 + before_.shape_.most_critical);
  }

  /// sums[i] = Σ over the states that come to have `first` + i dice, where `ahead` was ahead
  /// already.
  template <int states>
  void sum_behind(int dice, int first, double* const* sums, double* const* scratches) const {
    const int last = std::min(first + states - 1, dice - lead);
    double* targets[states];
    for (int i = 0; i < states; ++i) targets[i] = first + i <= dice ? sums[i] : scratches[i];
    // Before all steps, only the last rows of a triangle are not zero.
    const int most_sources =
        before_.no_pair_decided_ ? before_.most_critical_of(ahead) + 1 : last + 1;
    std::size_t done = 0;
    for (int k = 0; k <= last; ++k) {
      const std::size_t end = before_.cells(ahead, k);
      const Weighted from{&sources_[source(dice, k)], &weights_[behind](first, k),
                          weights_[behind].cols(), std::min(last - k + 1, most_sources)};
      if (k <= first) {
        weighted_sums<states>(from, done, end, targets);
      } else {
        for (int i = k - first; i < states; ++i) {
          weighted_sums<1>({from.sources, from.weights + i * from.stride, 0, from.count}, done, end,
                           targets + i);
        }
      }
      done = end;
    }
    for (int i = 0; i < states; ++i) {
      const int own_last = std::min(first + i, last);
      const int down = first + i - dice;
      double* end = sums[i] + before_.cells(ahead, first + i);
      const std::size_t own_done = own_last < 0 ? 0 : before_.cells(ahead, own_last);
      std::fill(down > 0 ? sums[i] : sums[i] + own_done, end, 0.0);
      if (down <= 0 || own_last < 0) continue;
      for (int row = 0; row <= before_.last_row(ahead, own_last); ++row) {
        std::copy(scratches[i] + before_.row_at(ahead, row),
                  scratches[i] + before_.row_at(ahead, row + 1),
                  sums[i] + before_.row_at(ahead, row + down));
      }
    }
  }

  /// sums[i] += Σ over the states that come to have `first` + i dice, where `ahead` was not ahead
  /// yet: in their triangles the rows are the hits of the other side.
  template <int states>
  void add_turned(int dice, int first, double* const* sums, double* const* turned) const {
    const int first_before = std::max(0, dice - lead + 1);
    const std::size_t stride = turned_stride(dice);
    const int first_row = before_.no_pair_decided_ ? dice : 0;
    const auto last_hit = [&](int i) { return before_.last_row(behind, first + i); };
    for (int i = 0; i < states; ++i) {
      if (first_before > first + i) continue;
      std::fill_n(turned[i], stride * (static_cast<std::size_t>(last_hit(i)) + 1), 0.0);
    }
    for (int k = first_before; k < first + states; ++k) {
      const double* from = sources_[source(dice, k)];
      for (int row = first_row; row <= before_.last_row(behind, dice); ++row) {
        const auto hit = static_cast<std::size_t>(before_.last_row(behind, k) - row);
        const std::size_t at = before_.row_at(behind, row);
        for (int i = std::max(0, k - first); i < states; ++i) {
          add_run(from + at, turned[i] + hit * stride, weights_[behind](first + i, k),
                  before_.row_at(behind, row + 1) - at);
        }
      }
    }
    for (int i = 0; i < states; ++i) {
      if (first_before > first + i) continue;
      const int most = first + i + before_.shape_.most_critical;
      for (int hit = 0; hit <= before_.last_row(ahead, dice); ++hit) {
        double* row = sums[i] + before_.row_at(ahead, before_.last_row(ahead, first + i) - hit);
        const double* column = turned[i] + hit;
        for (int c = 0; c <= std::min(last_hit(i), most - hit); ++c, column += stride) {
          row[c] += *column;
        }
      }
    }
  }

  /// Both at once for one state, where the hits of the defence are summed out.
  void sum_behind_in_one_row(int dice, int behind_dice, double* sum) const {
    std::fill_n(sum, before_.cells(ahead, behind_dice), 0.0);
    for (int k = 0; k <= behind_dice; ++k) {
      const int right = ahead == Side::attacker
                            ? std::max(0, dice - k) - std::max(0, dice - behind_dice)
                            : std::max(0, k - dice);
      add_run(sources_[source(dice, k)], sum + right, weights_[behind](behind_dice, k),
              before_.cells(ahead, std::min(k, dice)));
    }
  }

  std::size_t source(int dice, int behind_dice) const {
    return static_cast<std::size_t>(dice) * static_cast<std::size_t>(most_[behind] + 1) +
           static_cast<std::size_t>(behind_dice);
  }

  const HitTriangles& before_;
  const PerSide<DiceWeights>& weights_;
  HitTriangles& after_;
  PerSide<int> most_;
  std::vector<const double*> sources_;  ///< the triangles before
};

HitTriangles HitTriangles::step(const PerSide<DiceWeights>& weights) const {
  Shape shape = shape_;
  shape.dice = {static_cast<int>(weights.attacker.rows()) - 1,
                static_cast<int>(weights.defender.rows()) - 1};
  // The step leaves out what stays zero where no pair was decided.
  HitTriangles after = no_pair_decided_ ? HitTriangles(shape) : HitTriangles(shape, Unwritten{});
  step_to(after, weights);
  return after;
}

void HitTriangles::step(const PerSide<DiceWeights>& weights, HitTriangles& storage) {
  step_to(storage, weights);
  std::swap(*this, storage);
}

void HitTriangles::step_to(HitTriangles& after, const PerSide<DiceWeights>& weights) const {
  after.no_pair_decided_ = false;
  HalfStep<Side::attacker>(*this, weights, after).run();
  HalfStep<Side::defender>(*this, weights, after).run();
}

}  // namespace warodds::exact
