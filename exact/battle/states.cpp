#include "exact/battle/states.h"

namespace warodds::exact {

std::size_t BattleStates::number(const PerSide<int>& pair) {
  if (const auto known = if_known(pair)) return *known;
  const auto row = static_cast<std::size_t>(pair.attacker);
  const auto column = static_cast<std::size_t>(pair.defender);
  if (row >= numbers_.size()) numbers_.resize(row + 1);
  std::vector<std::int32_t>& numbers = numbers_[row];
  if (column >= numbers.size()) numbers.resize(column + 1, none);
  numbers[column] = static_cast<std::int32_t>(pairs_.size());
  keep(pair, over(pair), false);
  return static_cast<std::size_t>(numbers[column]);
}

std::size_t BattleStates::number_withdrawn(const PerSide<int>& pair) {
  const auto [place, is_new] =
      numbers_withdrawn_.try_emplace({pair.attacker, pair.defender}, pairs_.size());
  if (is_new) keep(pair, true, true);
  return place->second;
}

void BattleStates::keep(const PerSide<int>& pair, bool over, bool withdrawn) {
  pairs_.push_back(pair);
  over_.push_back(over);
  withdrawn_.push_back(withdrawn);
  standing_.push_back(
      {sides_.attacker.standing(pair.attacker), sides_.defender.standing(pair.defender)});
}

}  // namespace warodds::exact
