#include "exact/dice/hit_triangles.h"

#include <algorithm>
#include <utility>

#include "exact/dice/vector_sums.h"

namespace warodds::exact {

HitTriangles::HitTriangles(Shape shape) : shape_(std::move(shape)) {
  const auto& [attack, defence] = shape_.dice;
  for (const Side ahead : both_sides) {
    row_at_[ahead].push_back(0);
    for (int row = 0; row <= last_row(ahead, std::min(attack.back(), defence.back())); ++row) {
      const int length = row + 1 + most_critical_of(enemy_of(ahead));
      row_at_[ahead].push_back(row_at_[ahead].back() + whole_vectors(length));
    }
  }
  std::size_t all = 0;
  for (const int a : attack) {
    for (const int d : defence) {
      place_.push_back(all);
      all += cells(ahead_in({a, d}), std::min(a, d));
    }
  }
  cells_.resize(all);
}

HitTriangles HitTriangles::after(const PerSide<PoolWalk>& levels, int most_critical,
                                 bool defence_hits) {
  HitTriangles hits({{{0}, {0}}, most_critical, defence_hits});
  std::fill(hits.cells_.begin(), hits.cells_.end(), 0.0);
  hits.cells_.front() = 1;
  for (std::size_t i = 0; i < levels.attacker.size(); ++i) {
    hits = hits.step({&levels.attacker[i], &levels.defender[i]});
    if (!levels.attacker[i].scored.empty()) hits.score_critical(levels.attacker[i].scored);
  }
  return hits;
}

std::size_t HitTriangles::cells(Side ahead, int k) const {
  return shape_.defence_hits ? row_at(ahead, last_row(ahead, k) + 1)
                             : whole_vectors(k + 1 + shape_.most_critical);
}

void HitTriangles::score_critical(const std::vector<std::vector<double>>& scored) {
  PerSide<std::size_t> state;
  for (state.attacker = 0; state.attacker < scored.size(); ++state.attacker) {
    const std::vector<double>& odds = scored[state.attacker];
    if (odds.size() < 2) continue;
    for (state.defender = 0; state.defender < shape_.dice.defender.size(); ++state.defender) {
      const PerSide<int> dice = dice_in(state);
      const Side ahead = ahead_in(dice);
      const int k = std::min(dice.attacker, dice.defender);
      const auto cell = [&](int h, int g) -> double& {
        if (!shape_.defence_hits) return at(state)[h];
        const bool by_h = ahead == Side::attacker;
        const int row = last_row(ahead, k) - (by_h ? h : g);
        return at(state)[row_at(ahead, row) + static_cast<std::size_t>(by_h ? g : h)];
      };
      for (int g = 0; g <= (shape_.defence_hits ? k : 0); ++g) {
        for (int h = k - g + shape_.most_critical; h >= 0; --h) {
          double sum = 0;
          for (int bonus = 0; bonus < static_cast<int>(odds.size()) && bonus <= h; ++bonus) {
            sum += odds[static_cast<std::size_t>(bonus)] * cell(h - bonus, g);
          }
          cell(h, g) = sum;
        }
      }
    }
  }
}

void HitTriangles::add_to(Eigen::ArrayXXd& law, const PerSide<std::size_t>& state,
                          double weight) const {
  const PerSide<int> dice = dice_in(state);
  const Side ahead = ahead_in(dice);
  const int k = std::min(dice.attacker, dice.defender);
  const Eigen::Index first_h = std::max(0, dice.attacker - dice.defender);
  // A law of few attack dice may have fewer critical hits than there is room for here.
  const Eigen::Index most_h = law.rows() - 1 - first_h;
  if (!shape_.defence_hits) {
    const Eigen::Index last = std::min<Eigen::Index>(k + shape_.most_critical, most_h);
    for (Eigen::Index h = 0; h <= last; ++h) law(first_h + h, 0) += weight * at(state)[h];
    return;
  }
  for (int row = 0; row <= last_row(ahead, k); ++row) {
    const double* hits = at(state) + row_at(ahead, row);
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

double HitTriangles::work_of_step(const PerSide<int>& dice, int most_critical, bool defence_hits) {
  // Measured: of a walk whatever its pools, of each sum of blocks, and of each number in them.
  constexpr double per_step = 1000, per_sum = 3.5, per_cell = 0.1;
  double sums = 0;   // over all states that lead to a state
  double cells = 0;  // multiplied and added
  for (const Side ahead : both_sides) {
    const double most = dice[ahead];
    const double row_critical = ahead == Side::attacker ? most_critical : 0;
    const double column_critical = most_critical - row_critical;
    for (int b = 0; b <= std::min(dice.attacker, dice.defender); ++b) {
      // Rows are whole vectors.
      const double rows = b + 1 + row_critical;
      const double size =
          defence_hits ? rows * (rows / 2 + column_critical + 4) : b + most_critical + 5;
      sums += (most + 1) * (b + 1.0);
      cells += size * ((most * most - b * b) / 2 + most * b / 3);
    }
  }
  return per_step + sums * per_sum + cells * per_cell;
}

}  // namespace warodds::exact
