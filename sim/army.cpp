#include "sim/army.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/systems/traits/retreat.h"
#include "sim/army/player.h"
#include "sim/run/chunks.h"

namespace warodds::sim {
namespace {

/// Battles in a chunk: many, so that many have the same fight due; few enough to stay in a cache.
constexpr std::uint64_t battles_in_chunk = 2048;
/// The same where choices are tried out, which takes milliseconds each.
constexpr std::uint64_t battles_tried_out_in_chunk = 16;

template <class System>
BattleAnswer several_of(const Battle<System>& battle, int rounds, const LawsAsked& asked,
                        const Options& options) {
  const int last_round = rounds > 0 ? std::min(rounds, most_simulated_rounds) : most_rounds_unasked;
  const bool tried_out = battle.conduct(Side::attacker).tries_with_dice() ||
                         battle.conduct(Side::defender).tries_with_dice();
  Chunks chunks(options, tried_out ? battles_tried_out_in_chunk : battles_in_chunk);
  const BattleReading reading(battle, asked);
  const std::vector<AskedLaw> laws = reading.to_find(false);
  std::vector<ArmyPlayer<System>> players;
  for (int i = 0; i < chunks.threads(); ++i) {
    players.emplace_back(battle, last_round, options.seed, laws);
  }
  const Deviations reach = normal_quantile(Confidence(options.confidence));
  BattleCounts totals;
  const bool partial = count_all(
      chunks, totals,
      [&](std::size_t thread, std::uint64_t chunk, std::uint64_t trials) {
        return players[thread].play_chunk(options.seed, chunk, trials,
                                          [&] { return chunks.abandon(); });
      },
      [&] { return precise(totals.outcomes, laws, asked.given, reach, *options.precision); });
  const ArmyPlayer<System>& player = players.front();
  PerSide<AtFirst> sides;
  PerSide<std::vector<AtFirst>> units;
  for (const Side side : both_sides) {
    units[side] = player.units_at_first(side);
    for (const AtFirst& unit : units[side]) sides[side].figures += unit.figures;
  }
  BattleAnswer answer = answer_of(std::move(totals), reading, sides, units, rounds == 0,
                                  origin_of(options, chunks, partial));
  answer.can_end_by_retreat = CanRetreat<System>;
  return answer;
}

}  // namespace

BattleAnswer simulate_several(const AnyBattle& battle, int rounds, const Options& options,
                              const LawsAsked& asked) {
  return std::visit(
      [&](const auto& of_system) { return several_of(of_system, rounds, asked, options); }, battle);
}

}  // namespace warodds::sim
