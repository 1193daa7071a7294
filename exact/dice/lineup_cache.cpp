#include "exact/dice/lineup_cache.h"

#include <algorithm>
#include <utility>

#include "exact/dice/lineup.h"

namespace warodds::exact {

/// The families of one kind, from the smaller to the larger; in most battles there is one.
struct LineupCache::Relatives {
  LineupKind kind;
  std::mutex mutex;  ///< held while a family is made, so that the others wait for it
  std::vector<std::shared_ptr<const LineupFamily>> families;

  std::shared_ptr<const LineupFamily> with(const PerSide<int>& dice);
};

/// A family that has lineups of so many dice.
std::shared_ptr<const LineupFamily> LineupCache::Relatives::with(const PerSide<int>& dice) {
  const std::lock_guard lock(mutex);
  for (const auto& family : families) {
    if (family->has(dice)) return family;
  }
  PerSide<int> most = dice;
  if (!families.empty()) {
    // Who asks for more dice once asks again: a quarter more, so that few families are made on the
    // way to many dice. But not all pairs of what was large on one side only.
    PerSide<int> grown;
    for (const Side side : both_sides) {
      const int before = families.back()->most_dice()[side];
      grown[side] = dice[side] > before ? std::max(dice[side], before + before / 4) : before;
    }
    constexpr double worth_it = 10;
    if (LineupFamily::work(kind, grown) <= worth_it * LineupFamily::work(kind, dice)) {
      most = grown;
    }
  }
  auto family = std::make_shared<const LineupFamily>(kind, most);
  families.erase(std::remove_if(families.begin(), families.end(),
                                [&](const auto& old) { return family->has(old->most_dice()); }),
                 families.end());
  families.push_back(family);
  return family;
}

LineupCache::LineupCache() = default;
LineupCache::~LineupCache() = default;

LineupCache::Relatives& LineupCache::relatives(const LineupKind& kind) {
  const std::lock_guard lock(mutex_);
  for (const auto& known : relatives_) {
    if (known->kind == kind) return *known;
  }
  relatives_.push_back(std::make_unique<Relatives>());
  relatives_.back()->kind = kind;
  return *relatives_.back();
}

const Eigen::ArrayXXd& LineupCache::law(const Lineup& lineup) {
  const std::vector<int> wanted = numbers_of(lineup);
  {
    const std::lock_guard lock(mutex_);
    const auto found = laws_.find(wanted);
    if (found != laws_.end()) return found->second;
  }
  const PerSide<int> dice{lineup.attack.dice, lineup.defence.dice};
  const auto kind = lineup_kind(lineup);
  Eigen::ArrayXXd law = kind ? relatives(*kind).with(dice)->law(dice) : single_lineup_law(lineup);
  const std::lock_guard lock(mutex_);
  return laws_.try_emplace(wanted, std::move(law)).first->second;
}

}  // namespace warodds::exact
