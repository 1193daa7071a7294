#include "exact/dice/lineup_cache.h"

#include <utility>

#include "exact/dice/lineup.h"

namespace warodds::exact {

LineupCache::Key LineupCache::key(const Lineup& lineup) {
  const auto& [attack, defence, phantom, critical, defence_hits] = lineup;
  return {attack.dice,
          attack.forced_rerolls,
          attack.own_rerolls,
          attack.reroll_below,
          attack.adjustment,
          attack.cap,
          defence.dice,
          defence.forced_rerolls,
          defence.own_rerolls,
          defence.reroll_below,
          defence.adjustment,
          defence.cap,
          phantom,
          static_cast<int>(critical.judged),
          critical.each ? 1 : 0,
          critical.count,
          critical.bonus,
          defence_hits ? 1 : 0};
}

const Eigen::ArrayXXd& LineupCache::law(const Lineup& lineup) {
  const Key wanted = key(lineup);
  {
    const std::lock_guard lock(mutex_);
    const auto found = laws_.find(wanted);
    if (found != laws_.end()) return found->second;
  }
  Eigen::ArrayXXd law = lineup_law(lineup);
  const std::lock_guard lock(mutex_);
  return laws_.try_emplace(wanted, std::move(law)).first->second;
}

}  // namespace warodds::exact
