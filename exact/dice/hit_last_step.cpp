// HitTriangles::add_last_step(): one value down, and all states together.
//
// Which numbers of dice the sides end with does not matter any more, only how far the hits of a
// state move. So the weights of all ends that move them as far are added up first.
#include <algorithm>
#include <vector>

#include "exact/dice/hit_triangles.h"
#include "exact/dice/vector_sums.h"

namespace warodds::exact {

/// The states before the step in which `ahead` has more dice; those with equally many belong to the
/// defence.
template <Side ahead>
class HitTriangles::HalfLastStep {
 public:
  HalfLastStep(const HitTriangles& before, const PerSide<DiceWeights>& weights)
      : before_(before), ranks_(static_cast<int>(weights.attacker.rows()) - 1) {
    behind_after_ = weights[behind].transpose();
    for (int f = 0; f <= ranks_; ++f) {
      for (int after = f; after <= ranks_; ++after)
        ahead_after(f)[after] = weights[ahead](after, f);
    }
  }

  /// Adds to the tables whose rows are the hits of the side.
  void add_to(Table& of_ahead, Table& of_behind) {
    turned_ = of_ahead;
    for (int b = 0; b <= ranks_ - lead; ++b) {
      const auto count = static_cast<std::size_t>(ranks_ - lead - b) + 1;
      std::vector<const double*> sources;
      // By the hits of `ahead` that all cells have in common, and the state before.
      std::vector<double> weights(static_cast<std::size_t>(ranks_ - b + 4) * count);
      for (int f = b + lead; f <= ranks_; ++f) {
        const AlignedDoubles& of_surplus = surplus(f, b);
        for (int more = 0; more <= ranks_ - f; ++more) {
          weights[static_cast<std::size_t>(f - b + more) * count + sources.size()] =
              of_surplus[static_cast<std::size_t>(ranks_ - f + more)];
        }
        add_overtaken(f, b, of_surplus, of_behind);
        sources.push_back(before_.at(state(f, b)));
      }
      add_ahead(b, sources, weights, of_ahead);
    }
  }

 private:
  static constexpr Side behind = enemy_of(ahead);
  static constexpr int lead = ahead == Side::attacker ? 1 : 0;
  /// So many sums are made at once: what they have in common is read once.
  static constexpr int together = 4;

  static PerSide<int> state(int ahead_dice, int behind_dice) {
    return ahead == Side::attacker ? PerSide<int>{ahead_dice, behind_dice}
                                   : PerSide<int>{behind_dice, ahead_dice};
  }

  /// With F and B dice before the step and F', B' after it, `ahead` scores F' - max(B', F) hits, or
  /// the other side as many as this is below zero. Returns the weights of -(ranks - F) to ranks -
  /// F.
  const AlignedDoubles& surplus(int f, int b) {
    const auto most = static_cast<std::size_t>(ranks_ - f);
    of_highest_.assign(most + 1, 0.0);  // of max(B', F)
    for (int after = b; after <= ranks_; ++after) {
      of_highest_[static_cast<std::size_t>(std::max(after - f, 0))] += behind_after_(b, after);
    }
    // F' - m lies by m - F before F' - F.
    sources_.clear();
    for (std::size_t x = 0; x <= most; ++x) sources_.push_back(ahead_after(f) + f + x - most);
    const std::size_t length = whole_vectors(2 * (ranks_ - f) + 1);
    of_surplus_.resize(length);
    double* target = of_surplus_.data();
    weighted_sums<1>({sources_.data(), of_highest_.data(), 0, static_cast<int>(most) + 1}, 0,
                     length, &target);
    return of_surplus_;
  }

  /// Weights of the dice of `ahead` after the step, where it had `f` before it; zero for impossible
  /// numbers, also beyond both ends.
  double* ahead_after(int f) {
    const auto room = static_cast<std::size_t>(ranks_) + vector_length;
    const std::size_t stride = 4 * room;
    if (ahead_after_.empty()) {
      ahead_after_.assign((static_cast<std::size_t>(ranks_) + 1) * stride, 0.0);
    }
    return ahead_after_.data() + static_cast<std::size_t>(f) * stride + room;
  }

  /// What stays with `ahead`: its hits move whole triangles of one size.
  void add_ahead(int b, const std::vector<const double*>& sources,
                 const std::vector<double>& weights, Table& of_ahead) {
    const std::size_t cells = before_.cells(ahead, b);
    double* targets[together];
    for (int i = 0; i < together; ++i) targets[i] = sum(i, cells);
    for (int first = 0; first <= ranks_ - b; first += together) {
      const auto stride = static_cast<std::ptrdiff_t>(sources.size());
      weighted_sums<together>({sources.data(), &weights[static_cast<std::size_t>(first * stride)],
                               stride, static_cast<int>(sources.size())},
                              0, cells, targets);
      for (int i = 0; i < std::min(together, ranks_ - b - first + 1); ++i) {
        for (int row = 0; row <= before_.last_row(ahead, b); ++row) {
          const std::size_t at = before_.row_at(ahead, row);
          add_run(targets[i] + at, of_ahead.row(first + i + before_.last_row(ahead, b) - row), 1,
                  before_.row_at(ahead, row + 1) - at);
        }
      }
    }
  }

  /// Where the other side ends up ahead: rows and columns are turned round, so that its hits move
  /// whole rows.
  void add_overtaken(int f, int b, const AlignedDoubles& of_surplus, Table& of_behind) {
    const double* from = before_.at(state(f, b));
    const int most_critical = before_.shape_.most_critical;
    const int last_column = before_.last_row(ahead, f);
    const std::size_t begin = static_cast<std::size_t>(f - b) / vector_length * vector_length;
    const std::size_t end = whole_vectors(last_column + 1);
    for (int hits = 0; hits <= before_.last_row(behind, b); ++hits) {
      std::fill(turned_.row(hits) + begin, turned_.row(hits) + end, 0.0);
    }
    for (int row = 0; row <= before_.last_row(ahead, b); ++row) {
      const double* cells = from + before_.row_at(ahead, row);
      const int of_ahead = before_.last_row(ahead, b) - row;
      const int last = std::min(before_.last_row(behind, b), b + most_critical - of_ahead);
      for (int hits = 0; hits <= last; ++hits) turned_.row(hits)[f - b + of_ahead] = cells[hits];
    }
    shift_rows(before_.last_row(behind, b), ranks_ - f, of_surplus, begin, end - begin, of_behind);
  }

  /// of_behind.row(y) += Σ_u weight of a surplus of -u · turned_.row(y - u), for u from 1 to `most`
  /// and rows to `last_row`, over `length` columns from `begin`.
  void shift_rows(int last_row, int most, const AlignedDoubles& of_surplus, std::size_t begin,
                  std::size_t length, Table& of_behind) {
    if (most == 0) return;
    // Weights in the order of the rows: that of row c in the sum for y stands at `origin` + c - y.
    const int origin = last_row + most + together;
    reversed_.assign(static_cast<std::size_t>(origin + last_row + 1), 0.0);
    for (int u = 1; u <= most; ++u) {
      reversed_[static_cast<std::size_t>(origin - u)] =
          of_surplus[static_cast<std::size_t>(most - u)];
    }
    sources_.clear();
    for (int row = 0; row <= last_row; ++row) sources_.push_back(turned_.row(row) + begin);
    double* targets[together];
    for (int i = 0; i < together; ++i) targets[i] = sum(i, length);
    for (int y = 1; y <= last_row + most; y += together) {
      const int first = std::max(0, y - most);
      const int last = std::min(last_row, y + together - 2);
      weighted_sums<together>(
          {&sources_[static_cast<std::size_t>(first)],
           &reversed_[static_cast<std::size_t>(origin - y + first)], -1, last - first + 1},
          0, length, targets);
      for (int i = 0; i < together && y + i <= last_row + most; ++i) {
        add_run(targets[i], of_behind.row(y + i) + begin, 1, length);
      }
    }
  }

  /// Room for `together` sums.
  double* sum(int i, std::size_t length) {
    sums_.resize(std::max(sums_.size(), together * length));
    return sums_.data() + static_cast<std::size_t>(i) * length;
  }

  const HitTriangles& before_;
  int ranks_;
  DiceWeights behind_after_;  ///< (before, after)
  AlignedDoubles ahead_after_;
  // Working storage.
  Table turned_;
  AlignedDoubles sums_;
  std::vector<double> reversed_;
  std::vector<double> of_highest_;
  AlignedDoubles of_surplus_;
  std::vector<const double*> sources_;
};

void HitTriangles::add_last_step(Eigen::ArrayXXd& law, const PerSide<DiceWeights>& weights) const {
  const int ranks = static_cast<int>(weights.attacker.rows()) - 1;
  if (!shape_.defence_hits) {
    const HitTriangles after = step(weights);
    for (int a = 0; a <= ranks; ++a) {
      for (int d = 0; d <= ranks; ++d) after.add_to(law, {a, d}, 1);
    }
    return;
  }
  const int size = ranks + shape_.most_critical + 1;
  Table empty;
  empty.stride = whole_vectors(size);
  empty.cells.assign(static_cast<std::size_t>(size) * empty.stride, 0.0);
  auto of_attack = empty;
  auto of_defence = empty;
  HalfLastStep<Side::attacker>(*this, weights).add_to(of_attack, of_defence);
  HalfLastStep<Side::defender>(*this, weights).add_to(of_defence, of_attack);
  const int last_h = std::min(size, static_cast<int>(law.rows())) - 1;
  for (int g = 0; g <= ranks; ++g) {
    for (int h = 0; h <= last_h; ++h) law(h, g) += of_attack.row(h)[g] + of_defence.row(g)[h];
  }
}

}  // namespace warodds::exact
