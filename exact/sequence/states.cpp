#include "exact/sequence/states.h"

namespace warodds::exact {

std::size_t BattleStates::number(const PerSide<int>& pair) {
  if (const auto known = if_known(pair)) return *known;
  const auto row = static_cast<std::size_t>(pair.attacker);
  const auto column = static_cast<std::size_t>(pair.defender);
  if (row >= numbers_.size()) numbers_.resize(row + 1);
  std::vector<std::int32_t>& numbers = numbers_[row];
  if (column >= numbers.size()) numbers.resize(column + 1, none);
  numbers[column] = static_cast<std::int32_t>(pairs_.size());
  keep(pair, over(pair), Halt::none);
  return static_cast<std::size_t>(numbers[column]);
}

std::size_t BattleStates::number_halted(const PerSide<int>& pair, Halt halt) {
  const auto [place, is_new] =
      numbers_halted_.try_emplace({pair.attacker, pair.defender, halt}, pairs_.size());
  if (is_new) keep(pair, true, halt);
  return place->second;
}

void BattleStates::keep(const PerSide<int>& pair, bool over, Halt halt) {
  pairs_.push_back(pair);
  over_.push_back(over);
  halts_.push_back(halt);
  standing_.push_back(
      {sides_.attacker.standing(pair.attacker), sides_.defender.standing(pair.defender)});
}

}  // namespace warodds::exact
