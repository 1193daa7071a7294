// HitTriangles::step(): one value down.
#include <algorithm>
#include <vector>

#include "core/threads/parallel.h"
#include "exact/dice/hit_triangles.h"
#include "exact/dice/vector_sums.h"

namespace warodds::exact {

/// A step down for the states after it in which `ahead` has more dice; those with equally many
/// belong to the defence. First the side that is behind moves, then the other.
template <Side ahead>
class HitTriangles::HalfStep {
 public:
  HalfStep(const HitTriangles& before, const PerSide<const PoolLevel*>& levels, HitTriangles& after)
      : before_(before),
        after_(after),
        rows_(before.row_at_.attacker.size() > after.row_at_.attacker.size() ? before : after),
        weights_{&levels.attacker->weights, &levels.defender->weights},
        ahead_before_(before.dice(ahead)),
        behind_before_(before.dice(behind)),
        ahead_after_(after.dice(ahead)),
        behind_after_(after.dice(behind)) {
    while (count_ < behind_after_.size() && behind_after_[count_] + lead <= ahead_after_.back()) {
      ++count_;
    }
  }

  void run() const {
    const bool big = ahead_before_.size() * behind_before_.size() >= 1000;
    if (count_ == 0) return;
    const std::size_t turns = (count_ + block() - 1) / block();
    in_parallel(
        turns,
        [&](std::size_t turn) {
          Sums sums;
          run(turn * block(), std::min(count_, (turn + 1) * block()), sums);
        },
        big);
  }

 private:
  static constexpr Side behind = enemy_of(ahead);
  /// By how many dice `ahead` must be ahead.
  static constexpr int lead = ahead == Side::attacker ? 1 : 0;
  /// So many states are summed at once: what they have in common is read once.
  static constexpr std::size_t together = 4;
  /// So many states of the side that is behind are worked out in turn, as far as there is room for
  /// what they come from.
  std::size_t block() const {
    constexpr std::size_t most_cells = std::size_t{1} << 21, most_groups = 8;
    const std::size_t cells =
        together * ahead_before_.size() * rows_.cells(ahead, behind_after_[count_ - 1]);
    return together * std::clamp(most_cells / cells, std::size_t{1}, most_groups);
  }

  /// What the states come from, summed over the side that is behind; and working storage.
  struct Sums {
    AlignedDoubles cells;
    AlignedDoubles moved, turned;
    std::vector<const double*> sources;
    std::vector<double> weights;  ///< of the first target, then of the next
    std::vector<int> dice;        ///< of each source

    /// The states of so many dice that lead to any of some targets.
    template <class Targets, class Source>
    void gather(const Targets& targets, const std::vector<int>& states, int least, int most,
                const Source& source) {
      sources.clear();
      weights.clear();
      dice.clear();
      from.clear();
      const auto begin = std::lower_bound(states.begin(), states.end(), least) - states.begin();
      for (auto state = static_cast<std::size_t>(begin);
           state < states.size() && states[state] <= most; ++state) {
        const auto column = static_cast<Eigen::Index>(state);
        bool leads = false;
        for (Eigen::Index i = 0; i < targets.rows(); ++i) leads |= targets(i, column) != 0;
        if (!leads) continue;
        sources.push_back(source(state));
        dice.push_back(states[state]);
        from.push_back(column);
      }
      for (Eigen::Index i = 0; i < targets.rows(); ++i) {
        for (const Eigen::Index column : from) weights.push_back(targets(i, column));
      }
    }
    std::vector<Eigen::Index> from;
  };

  template <class State>
  static PerSide<State> pair(State of_ahead, State of_behind) {
    return ahead == Side::attacker ? PerSide<State>{of_ahead, of_behind}
                                   : PerSide<State>{of_behind, of_ahead};
  }
  static double weight(const DiceWeights& weights, std::size_t to, std::size_t from) {
    return weights(static_cast<Eigen::Index>(to), static_cast<Eigen::Index>(from));
  }

  void run(std::size_t first, std::size_t last, Sums& sums) const {
    std::vector<double*> begins;
    std::size_t all = vector_length;  // for what reaches beyond a row
    for (std::size_t b = first; b < last; ++b) {
      all += ahead_before_.size() * rows_.cells(ahead, behind_after_[b]);
    }
    sums.cells.resize(all);
    double* begin = sums.cells.data();
    for (std::size_t b = first; b < last; ++b) {
      begins.push_back(begin);
      begin += ahead_before_.size() * rows_.cells(ahead, behind_after_[b]);
    }
    std::vector<double*> at(last - first);
    for (std::size_t f = 0; f < ahead_before_.size(); ++f) {
      for (std::size_t i = 0; i < at.size(); ++i) {
        at[i] = begins[i] + f * rows_.cells(ahead, behind_after_[first + i]);
      }
      if (!before_.shape_.defence_hits) {
        for (std::size_t i = 0; i < at.size(); ++i) sum_behind_in_one_row(f, first + i, at[i]);
        continue;
      }
      std::size_t i = 0;
      for (; i + together <= at.size(); i += together) {
        sum_behind<together>(f, first + i, &at[i], sums);
        add_turned<together>(f, first + i, &at[i], sums);
      }
      for (; i < at.size(); ++i) {
        sum_behind<1>(f, first + i, &at[i], sums);
        add_turned<1>(f, first + i, &at[i], sums);
      }
    }
    for (std::size_t b = first; b < last; ++b) {
      std::size_t f = 0;
      while (ahead_after_[f] < behind_after_[b] + lead) ++f;
      for (; f + 3 < ahead_after_.size(); f += 4) sum_ahead<4>(f, b, begins[b - first], sums);
      for (; f < ahead_after_.size(); ++f) sum_ahead<1>(f, b, begins[b - first], sums);
    }
  }

  /// The states after the step in which `ahead` is in state `f` or in one of the next.
  template <int states>
  void sum_ahead(std::size_t f, std::size_t b, const double* sum, Sums& sums) const {
    const std::size_t cells = rows_.cells(ahead, behind_after_[b]);
    const auto of_target = weights_[ahead]->middleRows(static_cast<Eigen::Index>(f), states);
    sums.gather(of_target, ahead_before_, 0, ahead_after_[f + states - 1],
                [&](std::size_t from) { return sum + from * cells; });
    double* targets[states];
    for (std::size_t i = 0; i < states; ++i) targets[i] = after_.at(pair(f + i, b));
    const auto count = static_cast<int>(sums.dice.size());
    weighted_sums<states>({sums.sources.data(), sums.weights.data(), count, count}, 0, cells,
                          targets);
  }

  /// sums[i] = Σ over the states that come to `b` + i, where `ahead` was ahead already.
  template <int states>
  void sum_behind(std::size_t f, std::size_t b, double* const* sum, Sums& sums) const {
    const int own = ahead_before_[f];
    const auto of_target = weights_[behind]->middleRows(static_cast<Eigen::Index>(b), states);
    const int most = std::min(behind_after_[b + states - 1], own - lead);
    sums.gather(of_target, behind_before_, 0, most,
                [&](std::size_t from) { return before_.at(pair(f, from)); });
    const std::size_t count = sums.dice.size();
    const std::size_t cells = count == 0 ? 0 : rows_.cells(ahead, sums.dice.back());
    sums.moved.resize(states * cells);
    double* targets[states];
    for (std::size_t i = 0; i < states; ++i) targets[i] = sums.moved.data() + i * cells;
    // Triangles of more dice begin as those of fewer.
    std::size_t done = 0;
    for (std::size_t i = 0, next = 0, last = 0; i < count; i = next) {
      const int k = sums.dice[i];
      while (next < count && sums.dice[next] == k) ++next;
      // Before all steps, only the last rows of a triangle are not zero.
      while (last < count &&
             (!before_.no_pair_decided_ || sums.dice[last] <= k + rows_.most_critical_of(ahead))) {
        ++last;
      }
      const std::size_t until = rows_.cells(ahead, k);
      weighted_sums<states>({&sums.sources[i], &sums.weights[i], static_cast<std::ptrdiff_t>(count),
                             static_cast<int>(last - i)},
                            done, until, targets);
      done = until;
    }
    for (std::size_t i = 0; i < states; ++i) {
      const int others = behind_after_[b + i];
      const int down = std::max(0, others - own);
      const int reached = count == 0 ? -1 : std::min(others, sums.dice.back());
      double* const end = sum[i] + rows_.cells(ahead, others);
      if (down == 0) {
        const std::size_t full = reached < 0 ? 0 : rows_.cells(ahead, reached);
        std::fill(std::copy_n(targets[i], full, sum[i]), end, 0.0);
        continue;
      }
      std::fill(sum[i], end, 0.0);
      for (int row = 0; reached >= 0 && row <= rows_.last_row(ahead, reached); ++row) {
        std::copy(targets[i] + rows_.row_at(ahead, row), targets[i] + rows_.row_at(ahead, row + 1),
                  sum[i] + rows_.row_at(ahead, row + down));
      }
    }
  }

  /// sums[i] += Σ over the states that come to `b` + i, where `ahead` was not ahead yet: in their
  /// triangles the rows are the hits of the other side.
  template <int states>
  void add_turned(std::size_t f, std::size_t b, double* const* sum, Sums& sums) const {
    const int own = ahead_before_[f];
    const auto of_target = weights_[behind]->middleRows(static_cast<Eigen::Index>(b), states);
    sums.gather(of_target, behind_before_, own - lead + 1, behind_after_[b + states - 1],
                [&](std::size_t from) { return before_.at(pair(f, from)); });
    const std::size_t count = sums.dice.size();
    if (count == 0) return;
    const int first_row = before_.no_pair_decided_ ? own : 0;
    const std::size_t cells = rows_.cells(behind, own);
    const std::size_t stride = whole_vectors(own + 1 + before_.shape_.most_critical);
    const int last_hit_of_all = rows_.last_row(behind, behind_after_[b + states - 1]);
    const std::size_t all = stride * (static_cast<std::size_t>(last_hit_of_all) + 1);
    sums.turned.assign(states * all, 0.0);
    sums.moved.resize(states * cells);
    double* targets[states];
    for (std::size_t i = 0; i < states; ++i) targets[i] = sums.moved.data() + i * cells;
    for (std::size_t first = 0, next = 0; first < count; first = next) {
      const int others = sums.dice[first];
      while (next < count && sums.dice[next] == others) ++next;
      const bool single = next == first + 1;
      if (!single) {
        weighted_sums<states>({&sums.sources[first], &sums.weights[first],
                               static_cast<std::ptrdiff_t>(count), static_cast<int>(next - first)},
                              0, cells, targets);
      }
      for (std::size_t i = 0; i < states; ++i) {
        if (others > behind_after_[b + i]) continue;
        const double weight = single ? sums.weights[first + i * count] : 1;
        const double* const source = single ? sums.sources[first] : targets[i];
        for (int row = first_row; weight != 0 && row <= rows_.last_row(behind, own); ++row) {
          const auto hit = static_cast<std::size_t>(rows_.last_row(behind, others) - row);
          const std::size_t at = rows_.row_at(behind, row);
          add_run(source + at, sums.turned.data() + i * all + hit * stride, weight,
                  rows_.row_at(behind, row + 1) - at);
        }
      }
    }
    for (std::size_t i = 0; i < states; ++i) {
      const int others = behind_after_[b + i];
      const int last_hit = rows_.last_row(behind, others);
      const int most = others + before_.shape_.most_critical;
      for (int hit = 0; hit <= std::min(rows_.last_row(ahead, own), rows_.last_row(ahead, others));
           ++hit) {
        double* row = sum[i] + rows_.row_at(ahead, rows_.last_row(ahead, others) - hit);
        const double* column = sums.turned.data() + i * all + hit;
        for (int c = 0; c <= std::min(last_hit, most - hit); ++c, column += stride) {
          row[c] += *column;
        }
      }
    }
  }

  /// Both at once, where the hits of the defence are summed out.
  void sum_behind_in_one_row(std::size_t f, std::size_t b, double* sum) const {
    const int dice = ahead_before_[f];
    std::fill_n(sum, rows_.cells(ahead, behind_after_[b]), 0.0);
    for (std::size_t from = 0; from < behind_before_.size(); ++from) {
      const int others = behind_before_[from];
      if (others > behind_after_[b]) break;
      const double p = weight(*weights_[behind], b, from);
      if (p == 0) continue;
      const int right = ahead == Side::attacker
                            ? std::max(0, dice - others) - std::max(0, dice - behind_after_[b])
                            : std::max(0, others - dice);
      add_run(before_.at(pair(f, from)), sum + right, p,
              rows_.cells(ahead, std::min(others, dice)));
    }
  }

  const HitTriangles& before_;
  HitTriangles& after_;
  const HitTriangles& rows_;  ///< the larger one: where rows lie, which is the same for both
  PerSide<const DiceWeights*> weights_;
  const std::vector<int>& ahead_before_;
  const std::vector<int>& behind_before_;
  const std::vector<int>& ahead_after_;
  const std::vector<int>& behind_after_;
  std::size_t count_ = 0;  ///< states after it that the side that is behind can be in
};

HitTriangles HitTriangles::step(const PerSide<const PoolLevel*>& levels) const {
  HitTriangles after(
      {{levels.attacker->dice, levels.defender->dice}, shape_.most_critical, shape_.defence_hits});
  after.no_pair_decided_ = place_.size() == 1 && shape_.dice == PerSide<std::vector<int>>{{0}, {0}};
  HalfStep<Side::attacker>(*this, levels, after).run();
  HalfStep<Side::defender>(*this, levels, after).run();
  return after;
}

}  // namespace warodds::exact
