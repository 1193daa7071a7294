#include "exact/dice/hit_triangles.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "exact/parallel.h"

namespace warodds::exact {
namespace {

constexpr int vector_length = 8;
using Vector = double __attribute__((vector_size(8 * vector_length)));

std::size_t whole_vectors(int length) {
  return static_cast<std::size_t>((length + vector_length - 1) / vector_length * vector_length);
}

Vector load(const double* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

/// target[c] += weight · source[c] for c < length, in whole vectors.
void add_run(const double* source, double* target, double weight, std::size_t length) {
  for (std::size_t c = 0; c < length; c += vector_length) {
    const Vector sum = load(target + c) + weight * load(source + c);
    std::memcpy(target + c, &sum, sizeof sum);
  }
}

/// Sources, and the weights with which each is added to several targets at once: those of the next
/// target stand `stride` further on.
struct Weighted {
  const double* const* sources;
  const double* weights;
  std::ptrdiff_t stride;
  int count;  ///< sources
};

/// `wide` vectors of weighted_sums().
template <int targets, int wide>
void sum_vectors(const Weighted& from, std::size_t offset, double* const* target) {
  Vector sums[targets][wide] = {};
  for (int i = 0; i < from.count; ++i) {
    const double* source = from.sources[i] + offset;
    const double* weights = from.weights + i;
    for (int v = 0; v < wide; ++v) {
      const Vector vector = load(source + v * vector_length);
      for (int t = 0; t < targets; ++t) sums[t][v] += weights[t * from.stride] * vector;
    }
  }
  for (int t = 0; t < targets; ++t) {
    for (int v = 0; v < wide; ++v) {
      std::memcpy(target[t] + offset + v * vector_length, &sums[t][v], sizeof sums[t][v]);
    }
  }
}

/// target[t][c] = Σ_i weights[i + t · stride] · sources[i][c] for c from `begin` to `end`, in whole
/// vectors and in this order of i.
template <int targets>
void weighted_sums(const Weighted& from, std::size_t begin, std::size_t end,
                   double* const* target) {
  constexpr int wide = targets == 1 ? 4 : 2;
  constexpr std::size_t step = wide * vector_length;
  std::size_t c = begin;
  for (; c + step <= end; c += step) sum_vectors<targets, wide>(from, c, target);
  switch ((end - c) / vector_length) {
    case 3:
      return sum_vectors<targets, 3>(from, c, target);
    case 2:
      return sum_vectors<targets, 2>(from, c, target);
    case 1:
      return sum_vectors<targets, 1>(from, c, target);
    default:
      return;
  }
}

}  // namespace

HitTriangles::HitTriangles(const Shape& shape) : shape_(shape) {
  const auto& [attack, defence] = shape.dice;
  for (const Side ahead : both_sides) {
    row_at_[ahead].push_back(0);
    for (int row = 0; row <= last_row(ahead, std::min(attack, defence)); ++row) {
      const int length = row + 1 + most_critical_of(enemy_of(ahead));
      row_at_[ahead].push_back(row_at_[ahead].back() + whole_vectors(length));
    }
  }
  std::size_t all = 0;
  for (int a = 0; a <= attack; ++a) {
    for (int d = 0; d <= defence; ++d) {
      place_.push_back(all);
      all += cells(ahead_in({a, d}), std::min(a, d));
    }
  }
  chunks_.resize(all / vector_length);
}

std::size_t HitTriangles::cells(Side ahead, int k) const {
  return shape_.defence_hits ? row_at(ahead, last_row(ahead, k) + 1)
                             : whole_vectors(k + 1 + shape_.most_critical);
}

std::size_t HitTriangles::place_of(const PerSide<int>& dice) const {
  const auto columns = static_cast<std::size_t>(shape_.dice.defender) + 1;
  return place_[static_cast<std::size_t>(dice.attacker) * columns +
                static_cast<std::size_t>(dice.defender)];
}

void HitTriangles::set_no_pair_decided(const PerSide<int>& dice) {
  // h = g = 0 is the first cell of the last row.
  const Side ahead = ahead_in(dice);
  const int k = std::min(dice.attacker, dice.defender);
  at(dice)[shape_.defence_hits ? row_at(ahead, last_row(ahead, k)) : 0] = 1;
}

void HitTriangles::score_critical(const PerSide<int>& dice, const std::vector<double>& scored) {
  const Side ahead = ahead_in(dice);
  const int k = std::min(dice.attacker, dice.defender);
  const int last_g = shape_.defence_hits ? k : 0;
  const auto hits = [&](int h, int g) -> double& {
    if (!shape_.defence_hits) return at(dice)[h];
    const bool by_h = ahead == Side::attacker;
    const int row = last_row(ahead, k) - (by_h ? h : g);
    return at(dice)[row_at(ahead, row) + static_cast<std::size_t>(by_h ? g : h)];
  };
  for (int g = 0; g <= last_g; ++g) {
    for (int h = k - g + shape_.most_critical; h >= 0; --h) {
      double sum = 0;
      for (int bonus = 0; bonus < static_cast<int>(scored.size()) && bonus <= h; ++bonus) {
        sum += scored[static_cast<std::size_t>(bonus)] * hits(h - bonus, g);
      }
      hits(h, g) = sum;
    }
  }
}

void HitTriangles::add_to(Eigen::ArrayXXd& law, const PerSide<int>& dice, double weight) const {
  const Side ahead = ahead_in(dice);
  const int k = std::min(dice.attacker, dice.defender);
  const Eigen::Index first_h = std::max(0, dice.attacker - dice.defender);
  // A law of few attack dice may have fewer critical hits than there is room for here.
  const Eigen::Index most_h = law.rows() - 1 - first_h;
  if (!shape_.defence_hits) {
    const Eigen::Index last = std::min<Eigen::Index>(k + shape_.most_critical, most_h);
    for (Eigen::Index h = 0; h <= last; ++h) law(first_h + h, 0) += weight * at(dice)[h];
    return;
  }
  for (int row = 0; row <= last_row(ahead, k); ++row) {
    const double* hits = at(dice) + row_at(ahead, row);
    if (ahead == Side::attacker) {
      const Eigen::Index h = last_row(ahead, k) - row;
      if (h > most_h) continue;
      for (int g = 0; g <= std::min(k, row); ++g) law(first_h + h, g) += weight * hits[g];
    } else {
      const Eigen::Index g = dice.defender - dice.attacker + k - row;
      const Eigen::Index last = std::min<Eigen::Index>(row + shape_.most_critical, most_h);
      for (Eigen::Index h = 0; h <= last; ++h) law(first_h + h, g) += weight * hits[h];
    }
  }
}

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

  void run() {
    const auto turns = static_cast<std::size_t>(most_[behind]) + 1;
    const bool big = most_.attacker * most_.defender >= 1000;
    if (big) {
      in_parallel(turns, [&](std::size_t turn) { run(static_cast<int>(turn)); });
    } else {
      for (std::size_t turn = 0; turn < turns; ++turn) run(static_cast<int>(turn));
    }
  }

 private:
  static constexpr Side behind = enemy_of(ahead);
  /// By how many dice `ahead` must be ahead.
  static constexpr int lead = ahead == Side::attacker ? 1 : 0;

  static PerSide<int> state(int ahead_dice, int behind_dice) {
    return ahead == Side::attacker ? PerSide<int>{ahead_dice, behind_dice}
                                   : PerSide<int>{behind_dice, ahead_dice};
  }

  /// All states after the step in which the side that is behind has `behind_dice`.
  void run(int behind_dice) {
    const int first = behind_dice + lead;
    if (first > most_[ahead]) return;
    const std::size_t length = before_.cells(ahead, behind_dice);
    // One vector more than needed, for what reaches beyond a row.
    const auto states = static_cast<std::size_t>(most_[ahead]) + 1;
    const auto moved = std::make_unique_for_overwrite<Chunk[]>(states * length / vector_length + 1);
    const auto scratch = std::make_unique_for_overwrite<Chunk[]>(scratch_chunks(behind_dice));
    std::vector<const double*> sums;
    double* sum = moved[0].p;
    for (int dice = 0; dice <= most_[ahead]; ++dice, sum += length) {
      if (before_.shape_.defence_hits) {
        sum_behind(dice, behind_dice, sum, scratch[0].p);
        add_turned(dice, behind_dice, sum, scratch[0].p);
      } else {
        sum_behind_in_one_row(dice, behind_dice, sum);
      }
      sums.push_back(sum);
    }
    int dice = first;
    for (; dice + 3 <= most_[ahead]; dice += 4) sum_ahead<4>(sums, dice, behind_dice, length);
    for (; dice <= most_[ahead]; ++dice) sum_ahead<1>(sums, dice, behind_dice, length);
  }

  /// The states in which `ahead` has `dice` and the next numbers of dice.
  template <int states>
  void sum_ahead(const std::vector<const double*>& sums, int dice, int behind_dice,
                 std::size_t length) {
    double* targets[states];
    for (int i = 0; i < states; ++i) targets[i] = after_.at(state(dice + i, behind_dice));
    // Weights of more dice than there are in the end are zero.
    const Weighted from{sums.data(), &weights_[ahead](dice, 0), weights_[ahead].cols(),
                        dice + states};
    weighted_sums<states>(from, 0, length, targets);
  }

  std::size_t scratch_chunks(int behind_dice) const {
    const auto rows = static_cast<std::size_t>(before_.last_row(behind, behind_dice)) + 1;
    return std::max(before_.cells(ahead, behind_dice), rows * turned_stride(behind_dice)) /
           vector_length;
  }

  /// sum = Σ over the states that come to have `behind_dice`, where `ahead` was ahead already.
  void sum_behind(int dice, int behind_dice, double* sum, double* scratch) const {
    const int last = std::min(behind_dice, dice - lead);
    const int down = std::max(0, behind_dice - dice);
    double* target = down == 0 ? sum : scratch;
    const double* const* sources = &sources_[source(dice, 0)];
    std::size_t done = 0;
    for (int k = 0; k <= last; ++k) {
      const std::size_t end = before_.cells(ahead, k);
      const Weighted from{sources + k, &weights_[behind](behind_dice, k), 0, last - k + 1};
      weighted_sums<1>(from, done, end, &target);
      done = end;
    }
    double* sum_end = sum + before_.cells(ahead, behind_dice);
    std::fill(down == 0 ? sum + done : sum, sum_end, 0.0);
    if (down == 0 || last < 0) return;
    for (int row = 0; row <= before_.last_row(ahead, last); ++row) {
      std::copy(scratch + before_.row_at(ahead, row), scratch + before_.row_at(ahead, row + 1),
                sum + before_.row_at(ahead, row + down));
    }
  }

  std::size_t turned_stride(int dice) const {
    return whole_vectors(dice + 1 + before_.shape_.most_critical);
  }

  /// sum += Σ over the states that come to have `behind_dice`, where `ahead` was not ahead yet: in
  /// their triangles the rows are the hits of the other side.
  void add_turned(int dice, int behind_dice, double* sum, double* turned) const {
    const int first = std::max(0, dice - lead + 1);
    if (first > behind_dice) return;
    const std::size_t stride = turned_stride(dice);
    const int last_hit = before_.last_row(behind, behind_dice);
    std::fill_n(turned, stride * (static_cast<std::size_t>(last_hit) + 1), 0.0);
    for (int k = first; k <= behind_dice; ++k) {
      const double weight = weights_[behind](behind_dice, k);
      if (weight == 0) continue;
      const double* from = sources_[source(dice, k)];
      for (int row = 0; row <= before_.last_row(behind, dice); ++row) {
        const auto hit = static_cast<std::size_t>(before_.last_row(behind, k) - row);
        const std::size_t at = before_.row_at(behind, row);
        add_run(from + at, turned + hit * stride, weight, before_.row_at(behind, row + 1) - at);
      }
    }
    const int most = behind_dice + before_.shape_.most_critical;
    for (int hit = 0; hit <= before_.last_row(ahead, dice); ++hit) {
      double* row = sum + before_.row_at(ahead, before_.last_row(ahead, behind_dice) - hit);
      const double* column = turned + hit;
      for (int i = 0; i <= std::min(last_hit, most - hit); ++i, column += stride) row[i] += *column;
    }
  }

  /// Both at once, where the hits of the defence are summed out.
  void sum_behind_in_one_row(int dice, int behind_dice, double* sum) const {
    std::fill_n(sum, before_.cells(ahead, behind_dice), 0.0);
    for (int k = 0; k <= behind_dice; ++k) {
      const double weight = weights_[behind](behind_dice, k);
      if (weight == 0) continue;
      const int right = ahead == Side::attacker
                            ? std::max(0, dice - k) - std::max(0, dice - behind_dice)
                            : std::max(0, k - dice);
      add_run(sources_[source(dice, k)], sum + right, weight,
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
  HitTriangles after(shape);
  HalfStep<Side::attacker>(*this, weights, after).run();
  HalfStep<Side::defender>(*this, weights, after).run();
  return after;
}

double HitTriangles::predicted_seconds_of_step(const Shape& shape) {
  double calls = 0;  // sums of triangles, or of their rows
  double cells = 0;  // multiplied and added
  for (const Side ahead : both_sides) {
    const double most = shape.dice[ahead];
    const double extra = shape.most_critical;
    for (int b = 0; b <= std::min(shape.dice.attacker, shape.dice.defender); ++b) {
      // In whole vectors.
      const double size = shape.defence_hits ? (b + 4) * (b + 10 + 2 * extra) / 2 : b + extra + 8;
      calls += (most + 1) * (b + 1.0);
      cells += size * ((most * most - b * b) / 2 + most * b / 3);
    }
  }
  return calls * 20e-9 + cells * 0.2e-9;
}

}  // namespace warodds::exact
