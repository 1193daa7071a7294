// HitTriangles::add_last_step(): one value down, and all states together.
//
// Which numbers of dice the sides end with does not matter any more, only how far the hits of a
// state move. So the weights of all ends that move them as far are added up first.
#include <algorithm>
#include <iterator>
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
      : before_(before), weights_(weights), ranks_(static_cast<int>(weights.attacker.rows()) - 1) {}

  /// P(hits of `ahead` = row, hits of the other side = column), times the weights.
  Table table() {
    const int size = ranks_ + before_.shape_.most_critical + 1;
    Table table;
    table.stride = whole_vectors(size) + vector_length;  // for what reaches beyond a row
    table.cells.assign(static_cast<std::size_t>(size) * table.stride, 0.0);
    const std::vector<int>& dice = before_.dice(behind);
    for (std::size_t b = 0; b < dice.size(); ++b) {
      if (dice[b] + lead > ranks_ || leads_nowhere(behind, b)) continue;
      // Of states of `ahead`: what each adds to its hits, and all of them end with together.
      sources_.clear();
      ends_.clear();
      for (std::size_t f = 0; f < before_.dice(ahead).size(); ++f) {
        const int own = before_.dice(ahead)[f];
        if (own < dice[b] + lead || own > ranks_ || leads_nowhere(ahead, f)) continue;
        const double* const even = surplus_of(f, b) + (ranks_ - own);
        if (!before_.shape_.defence_hits) {
          add_one_row(before_.at(pair(f, b)), own, dice[b], even, table);
          continue;
        }
        ends_.resize(ends_.size() + static_cast<std::size_t>(own), 0.0);
        ends_.insert(ends_.end(), even, even + (ranks_ - own + 1));
        sources_.push_back(before_.at(pair(f, b)));
        add_overtaken(sources_.back(), own, dice[b], even, table);
      }
      if (!sources_.empty()) add_ahead(dice[b], table);
    }
    return table;
  }

 private:
  static constexpr Side behind = enemy_of(ahead);
  static constexpr int lead = ahead == Side::attacker ? 1 : 0;

  static PerSide<std::size_t> pair(std::size_t of_ahead, std::size_t of_behind) {
    return ahead == Side::attacker ? PerSide<std::size_t>{of_ahead, of_behind}
                                   : PerSide<std::size_t>{of_behind, of_ahead};
  }
  bool leads_nowhere(Side side, std::size_t state) const {
    return (weights_[side].col(static_cast<Eigen::Index>(state)) == 0).all();
  }

  /// With F and B dice before the step and F', B' after it, `ahead` scores F' - max(B', F) hits, or
  /// the other side as many as this is below zero. Returns the weights of -(ranks - F) to ranks -
  /// F.
  const double* surplus_of(std::size_t f, std::size_t b) {
    const int own = before_.dice(ahead)[f];
    const int most = ranks_ - own;
    highest_.assign(static_cast<std::size_t>(most) + 1, 0.0);  // of max(B', F)
    for (int after = before_.dice(behind)[b]; after <= ranks_; ++after) {
      highest_[static_cast<std::size_t>(std::max(after - own, 0))] +=
          weights_[behind](after, static_cast<Eigen::Index>(b));
    }
    const std::size_t length = whole_vectors(most + 1);
    gained_.assign(length, 0.0);
    for (int more = 0; more <= most; ++more) {
      gained_[static_cast<std::size_t>(more)] =
          weights_[ahead](own + more, static_cast<Eigen::Index>(f));
    }
    surplus_.assign(static_cast<std::size_t>(most) + length, 0.0);
    for (int x = 0; x <= most; ++x) {
      add_run(gained_.data(), surplus_.data() + (most - x), highest_[static_cast<std::size_t>(x)],
              length);
    }
    return surplus_.data();
  }

  /// What stays with `ahead`: its hits move whole triangles of one size.
  void add_ahead(int dice, Table& table) {
    constexpr int together = 4;
    const std::size_t cells = before_.cells(ahead, dice);
    const std::size_t count = sources_.size();
    sums_.resize(std::max(sums_.size(), together * cells));
    double* targets[together];
    for (std::size_t i = 0; i < together; ++i) targets[i] = sums_.data() + i * cells;
    const auto ends = static_cast<std::size_t>(ranks_) + 1;
    for (int first = dice + lead; first <= ranks_; first += together) {
      of_ends_.assign(together * count, 0.0);
      for (int i = 0; i < std::min(together, ranks_ - first + 1); ++i) {
        for (std::size_t source = 0; source < count; ++source) {
          of_ends_[static_cast<std::size_t>(i) * count + source] =
              ends_[source * ends + static_cast<std::size_t>(first + i)];
        }
      }
      weighted_sums<together>({sources_.data(), of_ends_.data(), static_cast<std::ptrdiff_t>(count),
                               static_cast<int>(count)},
                              0, cells, targets);
      for (int i = 0; i < std::min(together, ranks_ - first + 1); ++i) {
        for (int row = 0; row <= before_.last_row(ahead, dice); ++row) {
          const std::size_t at = before_.row_at(ahead, row);
          add_run(targets[i] + at, table.row(first + i + before_.most_critical_of(ahead) - row), 1,
                  before_.row_at(ahead, row + 1) - at);
        }
      }
    }
  }

  /// Where the other side ends up ahead, its hits move along the rows. `even` is the weight of no
  /// surplus; before it stand those of more and more hits.
  void add_overtaken(const double* source, int own, int dice, const double* even, Table& table) {
    const int most = ranks_ - own;
    if (most == 0) return;
    const std::size_t room = whole_vectors(dice + before_.shape_.most_critical + 1 + most);
    padded_.assign(static_cast<std::size_t>(most) + room, 0.0);
    moved_.clear();
    for (int hits = 1; hits <= most; ++hits) moved_.push_back(padded_.data() + (most - hits));
    reversed_.assign(std::make_reverse_iterator(even), std::make_reverse_iterator(even - most));
    sums_.resize(std::max(sums_.size(), room));
    double* target = sums_.data();
    for (int row = 0; row <= before_.last_row(ahead, dice); ++row) {
      const std::size_t at = before_.row_at(ahead, row);
      std::copy(source + at, source + before_.row_at(ahead, row + 1), padded_.begin() + most);
      const int columns = row + 1 + before_.most_critical_of(behind);
      const std::size_t length = whole_vectors(columns + most);
      weighted_sums<1>({moved_.data(), reversed_.data(), 0, most}, 0, length, &target);
      add_run(target, table.row(own + before_.most_critical_of(ahead) - row), 1, length);
    }
  }

  /// The hits of the attack alone.
  void add_one_row(const double* source, int own, int dice, const double* even, Table& table) {
    constexpr int attack = ahead == Side::attacker ? 1 : -1;
    const int first = ahead == Side::attacker ? own - dice : 0;
    for (int surplus = own - ranks_; surplus <= ranks_ - own; ++surplus) {
      add_run(source, table.row(0) + first + std::max(0, attack * surplus), even[surplus],
              before_.cells(ahead, dice));
    }
  }

  const HitTriangles& before_;
  const PerSide<DiceWeights>& weights_;
  int ranks_;
  // Working storage.
  std::vector<const double*> sources_, moved_;
  std::vector<double> ends_, of_ends_, highest_, reversed_;
  AlignedDoubles sums_, padded_, gained_, surplus_;
};

void HitTriangles::add_last_step(Eigen::ArrayXXd& law, const PerSide<DiceWeights>& weights) const {
  const int ranks = static_cast<int>(weights.attacker.rows()) - 1;
  Table of_attack = HalfLastStep<Side::attacker>(*this, weights).table();
  Table of_defence = HalfLastStep<Side::defender>(*this, weights).table();
  const int last_h = std::min(ranks + shape_.most_critical, static_cast<int>(law.rows()) - 1);
  if (!shape_.defence_hits) {
    for (int h = 0; h <= last_h; ++h) law(h, 0) += of_attack.row(0)[h] + of_defence.row(0)[h];
    return;
  }
  for (int g = 0; g <= ranks; ++g) {
    for (int h = 0; h <= last_h; ++h) law(h, g) += of_attack.row(h)[g] + of_defence.row(g)[h];
  }
}

}  // namespace warodds::exact
