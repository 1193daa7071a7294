#include "exact/dice/hit_triangles.h"

#include <algorithm>

#include "exact/dice/vector_sums.h"

namespace warodds::exact {

HitTriangles::HitTriangles(const Shape& shape) : HitTriangles(shape, Unwritten{}) {
  std::fill(cells_.begin(), cells_.end(), 0.0);
}

HitTriangles::HitTriangles(const Shape& shape, Unwritten) : shape_(shape) {
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
  cells_.resize(all);
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

double& HitTriangles::cell(const PerSide<int>& dice, int h, int g) {
  if (!shape_.defence_hits) return at(dice)[h];
  const Side ahead = ahead_in(dice);
  const bool by_h = ahead == Side::attacker;
  const int row = last_row(ahead, std::min(dice.attacker, dice.defender)) - (by_h ? h : g);
  return at(dice)[row_at(ahead, row) + static_cast<std::size_t>(by_h ? g : h)];
}

void HitTriangles::start(const PerSide<int>& dice, const std::vector<double>& scored) {
  for (std::size_t h = 0; h < scored.size(); ++h) cell(dice, static_cast<int>(h), 0) = scored[h];
}

void HitTriangles::score_critical(const PerSide<int>& dice, const std::vector<double>& scored) {
  const int k = std::min(dice.attacker, dice.defender);
  for (int g = 0; g <= (shape_.defence_hits ? k : 0); ++g) {
    for (int h = k - g + shape_.most_critical; h >= 0; --h) {
      double sum = 0;
      for (int bonus = 0; bonus < static_cast<int>(scored.size()) && bonus <= h; ++bonus) {
        sum += scored[static_cast<std::size_t>(bonus)] * cell(dice, h - bonus, g);
      }
      cell(dice, h, g) = sum;
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

double HitTriangles::work_of_step(const Shape& shape) {
  // Measured: of a walk whatever its pools, of each sum of blocks, and of each number in them.
  constexpr double per_step = 1000, per_sum = 3.5, per_cell = 0.1;
  double sums = 0;   // over all states that lead to a state
  double cells = 0;  // multiplied and added
  for (const Side ahead : both_sides) {
    const double most = shape.dice[ahead];
    const double row_critical = ahead == Side::attacker ? shape.most_critical : 0;
    const double column_critical = shape.most_critical - row_critical;
    for (int b = 0; b <= std::min(shape.dice.attacker, shape.dice.defender); ++b) {
      // Rows are whole vectors.
      const double rows = b + 1 + row_critical;
      const double size = shape.defence_hits ? rows * (rows / 2 + column_critical + 4)
                                             : b + shape.most_critical + 5;
      sums += (most + 1) * (b + 1.0);
      cells += size * ((most * most - b * b) / 2 + most * b / 3);
    }
  }
  return per_step + sums * per_sum + cells * per_cell;
}

}  // namespace warodds::exact
