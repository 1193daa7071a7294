#include "sim/battle/counts.h"

#include <fmt/format.h>

#include "core/text/error.h"

namespace warodds::sim {
namespace {

template <class T>
void add_each(std::vector<T>& to, const std::vector<T>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

bool fits(const Counts& counts, std::uint64_t trials) {
  const bool lists_fit =
      counts.ends.size() == kinds_of_end && counts.ahead.size() == kinds_of_ahead &&
      adds_up(counts.ends, trials) && adds_up(counts.ahead, trials) &&
      adds_up(counts.rounds, trials) && adds_up(counts.survivors.attacker, trials) &&
      adds_up(counts.survivors.defender, trials) && fits(counts.outcomes, trials);
  if (!lists_fit) return false;
  const auto undecided = static_cast<std::size_t>(BattleEnd::undecided);
  if (counts.broken_off > counts.ends[undecided]) return false;
  PerSide<std::int64_t> destroyed;
  for (const Counts::Sums& round : counts.by_round) {
    for (const Side side : both_sides) {
      const std::int64_t rest = static_cast<std::int64_t>(trials) - destroyed[side];
      if (round.destroyed[side] < 0 || round.destroyed[side] > rest) return false;
      destroyed[side] += round.destroyed[side];
    }
  }
  return true;
}

void add(Counts::Sums& to, const Counts::Sums& from, int times) {
  for (const Side side : both_sides) {
    to.destroyed[side] += times * from.destroyed[side];
    to.left[side] += times * from.left[side];
    to.left_squared[side] += times * from.left_squared[side];
  }
}

void add(Counts& to, const Counts& from) {
  add_each(to.ends, from.ends);
  add_each(to.ahead, from.ahead);
  to.broken_off += from.broken_off;
  add_each(to.rounds, from.rounds);
  for (const Side side : both_sides) add_each(to.survivors[side], from.survivors[side]);
  if (to.by_round.size() < from.by_round.size()) to.by_round.resize(from.by_round.size());
  for (std::size_t i = 0; i < from.by_round.size(); ++i) add(to.by_round[i], from.by_round[i]);
  add(to.outcomes, from.outcomes);
}

bool precise(const Counts& counts, std::uint64_t trials, Deviations reach, double precision) {
  const auto whole = [&](std::vector<std::uint64_t> of) {
    if (!all_within(of, trials, reach, precision)) return false;
    for (std::size_t k = of.size() - 1; k > 0; --k) of[k - 1] += of[k];
    return all_within(of, trials, reach, precision);
  };
  return all_within(counts.ends, trials, reach, precision) &&
         all_within(counts.ahead, trials, reach, precision) && whole(counts.rounds) &&
         whole(counts.survivors.attacker) && whole(counts.survivors.defender);
}

void require_all_ended(std::uint64_t broken_off, std::uint64_t trials) {
  if (broken_off == 0) return;
  throw TooLarge(fmt::format(
      "{} of {} simulated battles had not ended after {} rounds; say with --rounds after how many "
      "they are broken off, or take --engine exact",
      broken_off, trials, most_rounds_unasked));
}

BattleAnswer answer_of(const Counts& counts, const Counts::Sums& opening,
                       const PerSide<int>& standing, const Origin& origin) {
  BattleAnswer answer;
  answer.origin = origin;
  answer.ends = Distribution::estimated(counts.ends, origin.confidence);
  answer.ahead = Distribution::estimated(counts.ahead, origin.confidence);
  answer.rounds = Distribution::estimated(counts.rounds, origin.confidence);
  answer.mean_rounds = answer.rounds.estimate_mean();
  for (const Side side : both_sides) {
    answer.survivors[side] =
        Distribution::estimated(counts.survivors[side], origin.confidence, standing[side]);
  }
  const Deviations reach = normal_quantile(Confidence(origin.confidence));
  Counts::Sums sums = opening;
  for (const Counts::Sums& change : counts.by_round) {
    add(sums, change);
    RoundAnswer& round = answer.by_round.emplace_back();
    round.round = static_cast<int>(answer.by_round.size());
    for (const Side side : both_sides) {
      round.destroyed[side] =
          share_of(static_cast<std::uint64_t>(sums.destroyed[side]), origin.trials, reach);
      round.mean_left[side] = mean_of(static_cast<double>(sums.left[side]),
                                      static_cast<double>(sums.left_squared[side]), standing[side],
                                      origin.trials, reach);
    }
  }
  if (answer.by_round.size() > most_simulated_rounds) answer.by_round.pop_back();
  return answer;
}

}  // namespace warodds::sim
