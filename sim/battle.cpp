#include "sim/simulate.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "core/play/round.h"
#include "core/text/error.h"
#include "sim/play/player.h"
#include "sim/run/chunks.h"

namespace warodds::sim {

namespace {

/// Battles in a chunk: enough to make starting one cheap, few enough to stop soon. A few battles
/// tell how many rounds they go on for; always the same ones.
std::uint64_t trials_per_chunk(const PlayerQuestion& question, const Options& options) {
  // Many, so that many have the same fight due; few enough to stay in a cache. Choices that are
  // tried out take milliseconds each.
  constexpr std::uint64_t of_several = 1024, tried_out = 16;
  if (question.of_several) return question.tries_with_dice ? tried_out : of_several;
  constexpr std::uint64_t seed = 0, beyond_all_chunks = std::uint64_t{1} << 60, a_few = 4;
  Player player(question);
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
  constexpr std::int64_t most_dice = std::int64_t{1} << 23, most = std::int64_t{1} << 16;
  const std::int64_t dice = player.most_dice();
  const std::int64_t usual = std::clamp<std::int64_t>(most_dice / dice, 256, most);
  constexpr std::int64_t many_rounds = 32, many_dice = 1000;
  if (rounds <= many_rounds && dice <= many_dice) return static_cast<std::uint64_t>(usual);
  // Hardly two of such battles are in the same state: each rolls its dice in all lanes.
  constexpr std::int64_t most_nanoseconds = 100'000'000, of_attack = 300, of_die = lane_count / 2;
  const std::int64_t alone = most_nanoseconds / (rounds * (of_attack + of_die * dice));
  return static_cast<std::uint64_t>(std::max<std::int64_t>(std::min(usual, alone), lane_count));
}

Answer simulate(const PlayerQuestion& question, Unread unread, const Options& options) {
  Chunks chunks(options, trials_per_chunk(question, options));
  std::deque<Player> players;
  for (int i = 0; i < chunks.threads(); ++i) players.emplace_back(question);
  const Deviations reach = normal_quantile(Confidence(options.confidence));
  BattleCounts totals;
  const bool partial = count_all(
      chunks, players, totals,
      [&](Player& player, std::uint64_t chunk, std::uint64_t trials) {
        player.count_chunk(options.seed, chunk, trials, [&] { return chunks.abandon(); });
      },
      [&] {
        return precise(totals.outcomes, unread.to_find, unread.asked.given, reach,
                       *options.precision);
      });
  unread.answer.origin = origin_of(options, chunks, partial);
  return answer_of(std::move(totals), std::move(unread), players.front().at_first(),
                   question.last_round == most_rounds_unasked);
}

template <class System>
Answer simulate(const Battle<System>& battle, int rounds, const Options& options,
                const LawsAsked& asked) {
  constexpr bool knows_rounds = false;
  Unread unread = warodds::unread(battle, asked, knows_rounds);
  PlayerQuestion question;
  question.make = [&battle] { return std::make_unique<Round<System>>(battle); };
  question.of_several = !battle.is_of_two_units();
  question.seed = options.seed;
  question.observer = Observer(unread.to_find);
  for (const Side side : both_sides) {
    question.tries_with_dice = question.tries_with_dice || battle.conduct(side).tries_with_dice();
    if (!battle.conduct(side).choosers.empty()) {
      throw NoAnswer("what is best to choose before fights is not found with dice");
    }
  }
  question.outcome = BattleOutcome(question.observer.facts(), battle);
  int& last_round = question.last_round;
  last_round = rounds > 0 ? most_simulated_rounds : most_rounds_unasked;
  for (const int limit : {rounds, battle.planned_rounds()}) {
    if (limit > 0) last_round = std::min(last_round, limit);
  }
  return simulate(question, std::move(unread), options);
}

}  // namespace

Answer simulate(const BattleQuestion& question, const Options& options) {
  check(options);
  return std::visit(
      [&](const auto& of) { return simulate(of, question.rounds, options, question.asked); },
      question.battle);
}

}  // namespace warodds::sim
