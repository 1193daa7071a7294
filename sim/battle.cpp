#include "sim/battle.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/rules/error.h"
#include "sim/battle/player.h"
#include "sim/run/chunks.h"

namespace warodds::sim {

namespace {

/// Battles in a chunk: enough to make starting one cheap, few enough to stop soon.
template <class System>
std::uint64_t trials_per_chunk(const Battle<System>& battle) {
  const auto first = battle.attack(0, standing_of(battle.sides(), battle.opening()));
  const std::int64_t dice = first ? extent_of(*first).dice : 1;
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(
      (std::int64_t{1} << 23) / std::max<std::int64_t>(dice, 1), 256, std::int64_t{1} << 16));
}

template <class System>
BattleAnswer simulate(const Battle<System>& battle, int rounds, const Options& options) {
  int last_round = most_simulated_rounds;
  for (const int limit : {rounds, battle.most_rounds(), battle.planned_rounds()}) {
    if (limit > 0) last_round = std::min(last_round, limit);
  }
  Chunks chunks(options, trials_per_chunk(battle));
  const auto threads = static_cast<std::size_t>(chunks.threads());
  std::vector<Counts> of_thread(threads);
  std::vector<BattlePlayer<System>> players(threads, BattlePlayer<System>(battle, last_round));
  const Deviations reach = normal_quantile(Confidence(options.confidence));
  Counts totals;
  const bool partial = chunks.play_all(
      [&](int thread, std::uint64_t chunk, std::uint64_t trials) {
        const auto place = static_cast<std::size_t>(thread);
        add(of_thread[place], players[place].play_chunk(options.seed, chunk, trials));
      },
      [&] {
        for (Counts& counts : of_thread) add(totals, std::exchange(counts, {}));
      },
      [&] { return precise(totals, chunks.trials_done(), reach, *options.precision); });
  chunks.share(totals);
  const Origin origin = origin_of(options, chunks, partial);
  BattleAnswer answer = answer_of(totals, players.front().sums_at_opening(origin.trials),
                                  battle.standing_at_opening(), origin);
  answer.can_end_by_retreat = System::can_withdraw;
  if (rounds == 0 && totals.broken_off > 0) {
    answer.remarks.push_back(fmt::format("{} battles were broken off, undecided, after {} rounds",
                                         totals.broken_off, most_simulated_rounds));
  }
  return answer;
}

}  // namespace

BattleAnswer simulate_battle(const AnyBattle& battle, int rounds, const Options& options) {
  check(options);
  return std::visit([&](const auto& of_system) { return simulate(of_system, rounds, options); },
                    battle);
}

}  // namespace warodds::sim
