#include "exact/answers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/answer/told.h"
#include "core/numbers/eigen.h"
#include "exact/fight/played.h"

namespace warodds::exact {
namespace {

/// Adds so much of both sides' damage together; false where it is too much to be told.
template <class Fight>
bool add_joint(const Played<Fight>& played, double weight, Eigen::ArrayXXd& cells) {
  PerSide<Eigen::Index> size;
  for (const Side side : both_sides) size[side] = played.most_amount(side) + 1;
  const Eigen::Index rows = std::max(cells.rows(), size.attacker);
  const Eigen::Index columns = std::max(cells.cols(), size.defender);
  if (static_cast<double>(rows) * static_cast<double>(columns) > Answer::max_joint_cells) {
    return false;
  }
  if (rows > cells.rows() || columns > cells.cols()) {
    Eigen::ArrayXXd grown = Eigen::ArrayXXd::Zero(rows, columns);
    grown.topLeftCorner(cells.rows(), cells.cols()) = cells;
    cells = std::move(grown);
  }
  played.for_each([&](const PerSide<int>& damage, double p) {
    cells(played.amount(Side::attacker, damage), played.amount(Side::defender, damage)) +=
        weight * p;
  });
  return true;
}

template <class Fight>
Answer answer_of(const Mixture<Fight>& fights, const LawsAsked& asked, LineupCache* lineups) {
  Unread unread = warodds::unread(fights, asked);
  const std::vector<AskedLaw> laws = unread.to_find;
  std::vector<FightLaws> groups = by_needs(laws);
  std::vector<LawSums<double>> found(laws.size());
  Eigen::ArrayXXd joint(0, 0);
  bool is_joint_told = asked.told;
  Marginals<typename Fight::System> alone;
  for (std::size_t i = 0; i < fights.fights().size(); ++i) {
    Played<Fight> played(fights.fights()[i], lineups);
    alone.add(played.alone(), fights.weight(i));
    for (FightLaws& group : groups) {
      if (!group.of_one()) played.tell(group, fights.weight(i), found);
    }
    is_joint_told = is_joint_told && add_joint(played, fights.weight(i), joint);
  }
  for (FightLaws& group : groups) {
    if (group.of_one()) alone.tell(group, fights.any(), found);
  }
  if (is_joint_told) unread.answer.joint_damage = to_joint_distribution(joint);
  return std::move(unread).read(laws_of(laws, std::move(found)));
}

}  // namespace

Answer fight(const FightQuestion& question, LineupCache* lineups) {
  return std::visit([&](const auto& fights) { return answer_of(fights, question.asked, lineups); },
                    question.fight);
}

}  // namespace warodds::exact
