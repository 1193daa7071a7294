#include "sim/sequence/counts.h"

#include <algorithm>
#include <cmath>

namespace warodds::sim {
namespace {

void add(Tally& to, const Tally& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

void add(DealsCounts& to, const DealsCounts& from) {
  if (to.reported.size() < from.reported.size()) to.reported.resize(from.reported.size());
  for (std::size_t i = 0; i < from.reported.size(); ++i) add(to.reported[i], from.reported[i]);
  add(to.damage, from.damage);
  add(to.kills, from.kills);
  if (to.by_group.size() < from.by_group.size()) to.by_group.resize(from.by_group.size());
  for (std::size_t i = 0; i < from.by_group.size(); ++i) {
    to.by_group[i].first = from.by_group[i].first;
    add(to.by_group[i].second, from.by_group[i].second);
  }
  to.destroyed += from.destroyed;
}

void fill(Deals& deals, const DealsCounts& counts, std::uint64_t trials, const Origin& origin) {
  const auto estimated = [&](Tally tally) {
    if (tally.empty()) tally = {trials};
    return Distribution::estimated(std::move(tally), origin.confidence);
  };
  for (std::size_t i = 0; i < deals.reported.size(); ++i) {
    deals.reported[i] = estimated(i < counts.reported.size() ? counts.reported[i] : Tally());
  }
  deals.damage = estimated(counts.damage);
  deals.kills = estimated(counts.kills);
  for (const auto& [group, kills] : counts.by_group) {
    deals.kills_by_group.emplace_back(group, estimated(kills));
  }
  deals.destroyed =
      share_of(counts.destroyed, trials, normal_quantile(Confidence(origin.confidence)));
}

/// A list that nobody has counted in has nothing.
bool fits(const DealsCounts& counts, std::uint64_t trials) {
  const auto is_of_all = [&](const Tally& tally) {
    return tally.empty() || adds_up(tally, trials);
  };
  return is_of_all(counts.damage) && is_of_all(counts.kills) && counts.destroyed <= trials &&
         std::all_of(counts.reported.begin(), counts.reported.end(), is_of_all) &&
         std::all_of(counts.by_group.begin(), counts.by_group.end(),
                     [&](const auto& group) { return is_of_all(group.second); });
}

}  // namespace

bool fits(const SequenceCounts& counts, std::uint64_t trials) {
  return counts.retreated <= trials && fits(counts.outcomes, trials) &&
         std::all_of(counts.steps.begin(), counts.steps.end(), [&](const StepCounts& step) {
           return step.needed <= trials && step.takes_place <= trials &&
                  fits(step.deals.attacker, step.takes_place) &&
                  fits(step.deals.defender, step.takes_place) && adds_up(step.left, trials) &&
                  adds_up(step.losses, trials) && step.hit_points_lost >= 0 &&
                  step.hit_points_lost_squared >= 0;
         });
}

void add(SequenceCounts& to, const SequenceCounts& from) {
  if (to.steps.size() < from.steps.size()) to.steps.resize(from.steps.size());
  for (std::size_t i = 0; i < from.steps.size(); ++i) {
    StepCounts& step = to.steps[i];
    step.needed += from.steps[i].needed;
    step.takes_place += from.steps[i].takes_place;
    for (const Side side : both_sides) add(step.deals[side], from.steps[i].deals[side]);
    add(step.left, from.steps[i].left);
    add(step.losses, from.steps[i].losses);
    step.hit_points_lost += from.steps[i].hit_points_lost;
    step.hit_points_lost_squared += from.steps[i].hit_points_lost_squared;
  }
  to.retreated += from.retreated;
  add(to.outcomes, from.outcomes);
}

bool precise(const SequenceCounts& counts, std::uint64_t trials, Deviations reach,
             double precision) {
  const auto whole = [&](Tally of) {
    if (!all_within(of, trials, reach, precision)) return false;
    for (std::size_t k = of.size() - 1; k > 0; --k) of[k - 1] += of[k];
    return all_within(of, trials, reach, precision);
  };
  return std::all_of(counts.steps.begin(), counts.steps.end(), [&](const StepCounts& step) {
    return all_within({step.needed, step.deals.defender.destroyed}, trials, reach, precision) &&
           whole(step.left) && whole(step.losses);
  });
}

StepAnswer answer_of(const StepCounts& counts, const FightAnswer& blank, const Origin& origin) {
  const std::uint64_t trials = origin.trials;
  const Deviations reach = normal_quantile(Confidence(origin.confidence));
  StepAnswer answer;
  answer.needed =
      Distribution::estimated({trials - counts.needed, counts.needed}, origin.confidence);
  answer.left = Distribution::estimated(counts.left, origin.confidence);
  answer.losses = Distribution::estimated(counts.losses, origin.confidence);
  answer.takes_place = share_of(counts.takes_place, trials, reach);
  answer.lost = share_of(counts.deals.defender.destroyed, trials, reach);
  if (counts.takes_place == 0) return answer;
  answer.fight = blank;
  answer.fight->origin = origin;
  for (const Side side : both_sides) {
    answer.fight->deals[side].reported.resize(blank.reports.size());
    fill(answer.fight->deals[side], counts.deals[side], counts.takes_place, origin);
  }
  return answer;
}

RankedOrder ranked(const SequenceCounts& counts, std::vector<std::size_t> order, double hit_points,
                   const Origin& origin) {
  const Deviations reach = normal_quantile(Confidence(origin.confidence));
  const auto n = static_cast<double>(origin.trials);
  RankedOrder ranked;
  ranked.order = std::move(order);
  ranked.destroyed = share_of(counts.steps.back().left.front(), origin.trials, reach);
  double lost = 0;
  double deviation = 0;  // of a sum at most the sum of the deviations
  double steps = 0;
  double squares = 0;  // of the number of steps needed: k^2 is 1 + 3 + … + (2 k - 1)
  double odd = 1;
  for (const StepCounts& step : counts.steps) {
    const double mean = step.hit_points_lost / n;
    lost += mean;
    deviation += std::sqrt(std::max(step.hit_points_lost_squared / n - mean * mean, 0.0));
    steps += static_cast<double>(step.needed);
    squares += odd * static_cast<double>(step.needed);
    odd += 2;
  }
  const double share = hit_points > 0 ? 1 / hit_points : 0;
  ranked.share_lost = {lost * share,
                       mean_half_width(deviation * share, share > 0 ? 1 : 0, origin.trials, reach)};
  ranked.steps =
      mean_of(steps, squares, static_cast<double>(counts.steps.size()), origin.trials, reach);
  return ranked;
}

}  // namespace warodds::sim
