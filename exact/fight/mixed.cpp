#include "exact/fight/mixed.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/numbers/eigen.h"
#include "exact/fight/sum.h"

namespace warodds::exact {
namespace {

/// Both sides' damage together, where it is known of all and not too large.
std::optional<JointDistribution> mixed_joint(const std::vector<FightAnswer>& answers,
                                             const std::vector<double>& weights) {
  Eigen::Index rows = 0;
  Eigen::Index columns = 0;
  for (const FightAnswer& answer : answers) {
    if (!answer.joint_damage) return std::nullopt;
    rows = std::max(rows, answer.joint_damage->pmf().rows());
    columns = std::max(columns, answer.joint_damage->pmf().cols());
  }
  if (static_cast<double>(rows) * static_cast<double>(columns) > FightAnswer::max_joint_cells) {
    return std::nullopt;
  }
  Eigen::ArrayXXd cells = Eigen::ArrayXXd::Zero(rows, columns);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto one = as_array(answers[i].joint_damage->pmf());
    cells.topLeftCorner(one.rows(), one.cols()) += weights[i] * one;
  }
  return to_joint_distribution(cells);
}

}  // namespace

Distribution mixed(const std::vector<Distribution>& distributions,
                   const std::vector<double>& weights) {
  Sum sum;
  for (std::size_t i = 0; i < distributions.size(); ++i) {
    for (int value = 0; value <= distributions[i].max(); ++value) {
      sum.add(value, weights[i] * distributions[i].probability(value));
    }
  }
  return sum.distribution();
}

FightAnswer mixed(const std::vector<FightAnswer>& answers, const std::vector<double>& weights) {
  const auto mix = [&](auto&& of_answer) {
    std::vector<Distribution> distributions;
    for (const FightAnswer& answer : answers) distributions.push_back(of_answer(answer));
    return mixed(distributions, weights);
  };
  FightAnswer answer = answers.front();
  for (const Side side : both_sides) {
    Deals& deals = answer.deals[side];
    deals.damage = mix([&](const FightAnswer& one) { return one.deals[side].damage; });
    deals.kills = mix([&](const FightAnswer& one) { return one.deals[side].kills; });
    for (std::size_t group = 0; group < deals.kills_by_group.size(); ++group) {
      deals.kills_by_group[group].second =
          mix([&](const FightAnswer& one) { return one.deals[side].kills_by_group[group].second; });
    }
    for (std::size_t what = 0; what < deals.reported.size(); ++what) {
      deals.reported[what] =
          mix([&](const FightAnswer& one) { return one.deals[side].reported[what]; });
    }
    deals.destroyed.value = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      deals.destroyed.value += weights[i] * answers[i].deals[side].destroyed.value;
    }
  }
  answer.joint_damage = mixed_joint(answers, weights);
  return answer;
}

}  // namespace warodds::exact
