#include "sim/battle.h"
#include "core/systems/traits/retreat.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/text/error.h"
#include "sim/battle/player.h"
#include "sim/run/chunks.h"

namespace warodds::sim {

namespace {

/// Battles in a chunk: enough to make starting one cheap, few enough to stop soon. A few battles
/// tell how many rounds they go on for; always the same ones.
template <class System>
std::uint64_t trials_per_chunk(const Battle<System>& battle, BattlePlayer<System>& player,
                               const Options& options) {
  const auto first = battle.attack(0, standing_of(battle.sides(), battle.opening()));
  const std::int64_t dice = first ? std::max<std::int64_t>(extent_of(*first).dice, 1) : 1;
  constexpr std::uint64_t seed = 0, beyond_all_chunks = std::uint64_t{1} << 60, a_few = 4;
  Deadline deadline(options);
  std::int64_t rounds = 1;
  try {
    const BattleCounts played =
        player.play_chunk(seed, beyond_all_chunks, a_few, [&] { return deadline.is_over(); });
    rounds = std::max<std::int64_t>(std::ssize(played.sides.attacker), 1);
  } catch (const Abandoned&) {
    deadline.give_up("a few battles were fought to their end",
                     "say with --rounds after how many they are broken off");
  }
  constexpr std::int64_t most_dice = std::int64_t{1} << 23;
  const std::int64_t usual = std::clamp<std::int64_t>(most_dice / dice, 256, std::int64_t{1} << 16);
  constexpr std::int64_t many_rounds = 32, many_dice = 1000;
  if (rounds <= many_rounds && dice <= many_dice) return static_cast<std::uint64_t>(usual);
  // Hardly two of such battles are in the same state: each rolls its dice in all lanes.
  constexpr std::int64_t most_nanoseconds = 100'000'000, of_attack = 300, of_die = lane_count / 2;
  const std::int64_t alone = most_nanoseconds / (rounds * (of_attack + of_die * dice));
  return static_cast<std::uint64_t>(std::max<std::int64_t>(std::min(usual, alone), lane_count));
}

template <class System>
BattleAnswer simulate(const Battle<System>& battle, int rounds, const LawsAsked& asked,
                      const Options& options) {
  int last_round = rounds > 0 ? most_simulated_rounds : most_rounds_unasked;
  for (const int limit : {rounds, battle.most_rounds(), battle.planned_rounds()}) {
    if (limit > 0) last_round = std::min(last_round, limit);
  }
  const BattleReading reading(battle, asked);
  const std::vector<AskedLaw> laws = reading.to_find(false);
  BattlePlayer<System> player(battle, last_round, laws);
  Chunks chunks(options, trials_per_chunk(battle, player, options));
  std::vector<BattlePlayer<System>> players(static_cast<std::size_t>(chunks.threads()), player);
  const Deviations reach = normal_quantile(Confidence(options.confidence));
  BattleCounts totals;
  const bool partial = count_all(
      chunks, totals,
      [&](std::size_t thread, std::uint64_t chunk, std::uint64_t trials) {
        return players[thread].play_chunk(options.seed, chunk, trials,
                                          [&] { return chunks.abandon(); });
      },
      [&] { return precise(totals.outcomes, laws, asked.given, reach, *options.precision); });
  const PerSide<int> standing = battle.standing_at_opening();
  BattleAnswer answer =
      answer_of(std::move(totals), reading, {{standing.attacker}, {standing.defender}}, {},
                last_round == most_rounds_unasked, origin_of(options, chunks, partial));
  answer.can_end_by_retreat = CanRetreat<System>;
  return answer;
}

}  // namespace

BattleAnswer simulate_battle(const AnyBattle& battle, int rounds, const Options& options,
                             const LawsAsked& asked) {
  check(options);
  return std::visit(
      [&](const auto& of_system) { return simulate(of_system, rounds, asked, options); }, battle);
}

}  // namespace warodds::sim
