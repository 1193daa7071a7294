#include "core/design/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "core/design/contest.h"
#include "core/design/equilibrium.h"
#include "core/machine/memory.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// Adds every army that goes on with units from the `next`, with so many points and so much room.
void add_armies(const std::vector<int>& points, std::size_t next, double left, int room,
                bool smaller, UnitCounts& army, std::vector<UnitCounts>& armies) {
  if (next == points.size()) {
    const int cheapest = *std::min_element(points.begin(), points.end());
    if (!smaller && room > 0 && cheapest <= left) return;
    if (std::all_of(army.begin(), army.end(), [](int count) { return count == 0; })) return;
    if (armies.size() == most_candidates) {
      throw NotInRange(
          fmt::format("more than {} armies can be had for these points: have fewer units in the "
                      "roster, or a smaller --most-units",
                      most_candidates));
    }
    constexpr double share_of_memory = 0.25;
    const double numbers =
        static_cast<double>(armies.size() + 1) * static_cast<double>(army.size());
    if (numbers * sizeof(int) > share_of_memory * memory_there_is()) {
      throw TooLarge(
          fmt::format("tournament: more than {} armies of {} units do not fit into memory: have "
                      "fewer units in the roster, or a smaller --most-units",
                      armies.size(), army.size()));
    }
    armies.push_back(army);
    return;
  }
  const int most = static_cast<int>(std::min<double>(room, left / points[next]));
  for (int count = most; count >= 0; --count) {
    army[next] = count;
    add_armies(points, next + 1, left - count * points[next], room - count, smaller, army, armies);
  }
  army[next] = 0;
}

/// An army of the units of a roster, as many of each in that order, with its name.
UnitsOfSide army_of(const UnitCounts& counts, const std::vector<std::size_t>& order,
                    const Contestants& units) {
  UnitsOfSide army;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto count = static_cast<std::size_t>(counts[place]);
    army.units.insert(army.units.end(), count, {units[order[place]].unit()});
  }
  army.name = units_text(army);
  return army;
}

/// All that can be brought.
struct Candidates {
  std::vector<std::size_t> order;  ///< of the units of the roster
  std::vector<UnitCounts> armies;  ///< in that order
  std::vector<UnitsOfSide> sides;
  /// By its number in the contest, the places of armies that fight alike: each unit of one is like
  /// the unit of the other that is listed there.
  std::vector<std::vector<std::size_t>> kinds;
  std::vector<std::size_t> numbers;  ///< of all kinds: 0, 1, …
  std::vector<std::size_t> kind_of;  ///< of each army

  Candidates(const TournamentQuestion& question, Contest& battles) : order(question.order()) {
    std::vector<int> points;
    for (const std::size_t unit : order) points.push_back(question.units[unit].points());
    armies = armies_within(points,
                           question.most_points.value_or(std::numeric_limits<double>::infinity()),
                           question.most_units, question.wanted.has_value());
    for (const UnitCounts& counts : armies) {
      sides.push_back(army_of(counts, order, question.units));
      const std::size_t number = battles.enter(sides.back());
      if (number == kinds.size()) {
        kinds.emplace_back();
        numbers.push_back(number);
      }
      kinds[number].push_back(sides.size() - 1);
      kind_of.push_back(number);
    }
  }

  Tournament::Army told(std::size_t army, double share, const Estimate& odds) const {
    return {sides[army].name, sides[army].points(), share, odds};
  }
};

void sort_by_odds(std::vector<Tournament::Army>& armies) {
  std::stable_sort(armies.begin(), armies.end(),
                   [](const auto& a, const auto& b) { return a.odds.value > b.odds.value; });
}

/// Those armies that do best against a field, all of which they have met.
void rank_against(const std::vector<std::size_t>& field, const Candidates& all,
                  const Contest& battles, Tournament& answer) {
  constexpr std::size_t most_shown = 10;
  for (std::size_t kind = 0; kind < all.kinds.size(); ++kind) {
    if (!battles.knows(Contest::pairs_of({kind}, field))) continue;
    const Estimate odds = battles.mean_odds(kind, field).of_beating;
    for (const std::size_t army : all.kinds[kind]) {
      ++answer.compared;
      answer.armies.push_back(all.told(army, 0, odds));
    }
  }
  sort_by_odds(answer.armies);
  if (answer.armies.size() > most_shown) answer.armies.resize(most_shown);
}

/// The cheapest armies that have such odds against a field; those that cost as much are compared,
/// too. False when interrupted.
bool muster(const std::vector<std::size_t>& field, const Candidates& all,
            const TournamentQuestion& question, Contest& battles, const Watch& watch,
            Tournament& answer) {
  std::map<int, std::vector<std::size_t>> by_points;
  for (std::size_t army = 0; army < all.sides.size(); ++army) {
    by_points[all.sides[army].points()].push_back(army);
  }
  for (const auto& [points, armies] : by_points) {
    std::vector<std::size_t> kinds;
    for (const std::size_t army : armies) kinds.push_back(all.kind_of[army]);
    if (!battles.settle(Contest::pairs_of(kinds, field), watch)) return false;
    std::optional<Tournament::Army> best = answer.best_other;
    for (const std::size_t place : armies) {
      const Estimate odds = battles.mean_odds(all.kind_of[place], field).of_beating;
      const Tournament::Army army = all.told(place, 0, odds);
      ++answer.compared;
      if (odds.value >= *question.wanted) answer.armies.push_back(army);
      if (!best || odds.value > best->odds.value) best = army;
    }
    if (!answer.armies.empty()) break;
    answer.best_other = std::move(best);
  }
  sort_by_odds(answer.armies);
  return true;
}

/// What is brought, by kinds of armies, and by how much of it.
struct Mix {
  std::vector<std::size_t> kinds;
  std::vector<double> shares;  ///< of all members together
};

std::vector<double> sizes_of(const std::vector<std::size_t>& kinds, const Candidates& all) {
  std::vector<double> sizes;
  for (const std::size_t kind : kinds) {
    sizes.push_back(static_cast<double>(all.kinds[kind].size()));
  }
  return sizes;
}

void tell_mix(const Mix& mix, const Candidates& all, const Contest& battles,
              const TournamentQuestion& question, Tournament& answer) {
  const std::vector<double> sizes = sizes_of(mix.kinds, all);
  for (const Contestant& unit : question.units) {
    answer.units.push_back({unit.name(), unit.points()});
  }
  for (std::size_t i = 0; i < mix.kinds.size(); ++i) {
    if (!(mix.shares[i] > 0)) continue;
    const double share = mix.shares[i] / sizes[i];
    const Estimate odds = battles.mean_odds(mix.kinds[i], mix.kinds, mix.shares).of_beating;
    for (const std::size_t army : all.kinds[mix.kinds[i]]) {
      answer.armies.push_back(all.told(army, share, odds));
      for (std::size_t place = 0; place < all.order.size(); ++place) {
        const int count = all.armies[army][place];
        Tournament::Unit& unit = answer.units[all.order[place]];
        unit.taken += count > 0 ? share : 0;
        unit.mean += share * count;
      }
    }
  }
  std::stable_sort(answer.armies.begin(), answer.armies.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
  std::stable_sort(answer.units.begin(), answer.units.end(),
                   [](const auto& a, const auto& b) { return a.taken > b.taken; });
}

/// Those who can be told apart, the equilibrium of whom takes a second.
constexpr std::size_t most_kinds = 300;

/// The equilibrium of all candidates, by double oracle. False when interrupted: then it is that of
/// those that had been compared.
bool choose(const Candidates& all, const TournamentQuestion& question, Contest& battles,
            const Watch& watch, Tournament& answer) {
  constexpr double rounding = 1e-9;
  std::optional<Mix> mix;
  std::vector<std::size_t> known;
  std::vector<std::size_t> joining{0};
  while (!joining.empty() && battles.settle(Contest::pairs_of(joining, all.numbers), watch)) {
    known.insert(known.end(), joining.begin(), joining.end());
    std::sort(known.begin(), known.end());
    joining.clear();
    const std::vector<double> sizes = sizes_of(known, all);
    const Equilibrium found = solve_choosing(
        battles, known, [&] { return watch.stopped(); }, sizes);
    if (watch.stopped()) break;
    mix = Mix{known, {found.shares.data(), found.shares.data() + found.shares.size()}};
    answer.compared = static_cast<std::size_t>(std::accumulate(sizes.begin(), sizes.end(), 0.0));
    answer.best_other.reset();
    std::vector<double> share_of(all.kinds.size(), -1);  // those not compared have none
    for (std::size_t i = 0; i < known.size(); ++i) share_of[known[i]] = mix->shares[i];
    std::size_t best = 0;
    std::vector<std::size_t> as_good;
    for (std::size_t kind = 0; kind < all.kinds.size(); ++kind) {
      if (share_of[kind] > 0) continue;
      const Estimate odds = battles.mean_odds(kind, mix->kinds, mix->shares).of_beating;
      if (share_of[kind] < 0 && odds.value > 0.5 - rounding) as_good.push_back(kind);
      if (answer.best_other && odds.value <= answer.best_other->odds.value) continue;
      best = kind;
      answer.best_other = all.told(all.kinds[kind].front(), 0, odds);
    }
    const auto gain_is_clear = [&](const Estimate& odds) {
      return odds.value - 0.5 > std::max(rounding, odds.half_width.value_or(0));
    };
    if (answer.best_other && gain_is_clear(answer.best_other->odds)) {
      if (share_of[best] >= 0) break;
      joining = {best};
    } else if (known.size() + as_good.size() <= most_kinds) {
      // Who does as well as those who are brought may be brought, too.
      joining = std::move(as_good);
    } else {
      answer.as_good_left_out = as_good.size();
    }
  }
  if (!mix) {
    throw watch.ended(" before the first army had met all others");
  }
  tell_mix(*mix, all, battles, question, answer);
  return joining.empty() && !watch.stopped();
}

}  // namespace

std::vector<UnitCounts> armies_within(const std::vector<int>& points, double budget, int most,
                                      bool smaller) {
  std::vector<UnitCounts> armies;
  if (points.empty() || *std::min_element(points.begin(), points.end()) > budget) {
    throw NotInRange(fmt::format("no unit of the roster can be had for {:g} points", budget));
  }
  UnitCounts army(points.size());
  if (points.size() > most_candidates) {
    throw NotInRange(
        fmt::format("tournament: {} units are more than the {} that armies are made of",
                    points.size(), most_candidates));
  }
  add_armies(points, 0, budget, most, smaller, army, armies);
  return armies;
}

Tournament answer_tournament(const TournamentQuestion& question, const Watch& watch) {
  Contest battles(question);
  const Candidates candidates(question, battles);

  Tournament answer;
  bool done = true;
  if (!question.others) {
    done = choose(candidates, question, battles, watch, answer);
  } else {
    std::vector<std::size_t> field;
    for (const Contestant& army : *question.others) field.push_back(battles.enter(army));
    answer.field = names_of(*question.others);
    if (question.wanted) {
      done = muster(field, candidates, question, battles, watch, answer);
    } else {
      for (std::size_t i = 0; done && i < field.size(); ++i) {
        done = battles.settle(Contest::pairs_of({field[i]}, candidates.numbers), watch);
      }
      rank_against(field, candidates, battles, answer);
    }
    if (answer.compared == 0) {
      throw watch.ended(" before an army had met the field");
    }
  }
  static_cast<Table&>(answer) = battles.table();
  answer.nobody_wins = battles.nobody_wins();
  answer.end(!done, watch);
  answer.not_reached = 0;
  static_cast<ArmiesWanted&>(answer) = question;
  answer.candidates = candidates.armies.size();
  return answer;
}

}  // namespace warodds
