#include "exact/battle/states.h"

namespace warodds::exact {

std::size_t BattleStates::number(const PerSide<int>& pair) {
  const auto row = static_cast<std::size_t>(pair.attacker);
  const auto column = static_cast<std::size_t>(pair.defender);
  if (row >= numbers_.size()) numbers_.resize(row + 1);
  std::vector<std::int32_t>& numbers = numbers_[row];
  if (column >= numbers.size()) numbers.resize(column + 1, none);
  if (numbers[column] == none) {
    numbers[column] = static_cast<std::int32_t>(pairs_.size());
    pairs_.push_back(pair);
    over_.push_back(over(pair));
  }
  return static_cast<std::size_t>(numbers[column]);
}

}  // namespace warodds::exact
