// The walk through a battle of armies: probabilities from moment to moment, round after round.
#include "armies.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "armies_best.h"
#include "armies_table.h"

namespace reference {
namespace {

class Walk {
 public:
  Walk(ArmyTable& table, int rounds_cap)
      : table_(table), values_(table, rounds_cap), cap_(rounds_cap) {}

  std::size_t after(std::size_t clock) const { return values_.after(clock); }

  /// What a round makes of a state in which the battle is not over.
  const Chances& round(std::size_t clock, const Node& lasting) {
    const auto key = std::make_pair(clock, lasting);
    const auto known = rounds_.find(key);
    if (known != rounds_.end()) return known->second;
    const std::size_t phase = values_.phase(clock);
    Chances now{{table_.round_begins(phase, lasting), 1}};
    Chances over;
    while (!now.empty()) {
      Chances next;
      for (const auto& [node, chance] : now) {
        const Moment moment = table_.next(phase, node);
        if (moment.kind == Moment::Kind::round_over) {
          over[moment.chances.begin()->first] += chance;
        } else if (moment.kind == Moment::Kind::chance) {
          for (const auto& [then, p] : moment.chances) next[then] += chance * p;
        } else {
          const std::vector<Rational> taken = chances_of(clock, moment, node);
          for (std::size_t i = 0; i < taken.size(); ++i) {
            if (taken[i] > 0) next[moment.after[i]] += chance * taken[i];
          }
        }
      }
      now = next;
    }
    return rounds_[key] = over;
  }

  /// A side is gone or away or tired, or nothing can happen any more.
  bool over(std::size_t clock, const Node& lasting) {
    if (table_.ending(lasting) != Ending::none) return true;
    std::set<std::pair<std::size_t, Node>> seen;
    return !can_change(values_.phase(clock), clock, lasting, seen);
  }

 private:
  std::vector<Rational> chances_of(std::size_t clock, const Moment& moment, const Node& node) {
    std::vector<Rational> chances = chosen_by_policy(table_, moment, node);
    if (!chances.empty()) return chances;
    chances.resize(moment.options.size());
    chances[values_.best_option(clock, moment)] = 1;
    return chances;
  }

  // Whether losses, or the end of the battle by what is left, can come from here in any later
  // round. Who plays best for a number of rounds may choose anything; who plays by the limit does
  // what it says.
  bool can_change(std::size_t phase, std::size_t clock, const Node& lasting,
                  std::set<std::pair<std::size_t, Node>>& seen) {
    if (table_.ending(lasting) != Ending::none || !seen.insert({phase, lasting}).second) {
      return false;
    }
    for (const Node& next : possible(phase, clock, lasting)) {
      if (!same_losses(lasting, next)) return true;
      // Beaten, or ended by what it is fought until, after a round like any other.
      if (table_.halted(next) != Ending::none) return true;
    }
    for (const Node& next : possible(phase, clock, lasting)) {
      const std::size_t then = table_.phases().after(phase);
      if (can_change(then, cap_ > 0 ? clock + 1 : then, next, seen)) return true;
    }
    return false;
  }

  const std::set<Node>& possible(std::size_t phase, std::size_t clock, const Node& lasting) {
    const auto key = std::make_pair(phase, lasting);
    const auto known = possible_.find(key);
    if (known != possible_.end()) return known->second;
    std::set<Node> now{table_.round_begins(phase, lasting)};
    std::set<Node> ends;
    while (!now.empty()) {
      std::set<Node> next;
      for (const Node& node : now) {
        const Moment moment = table_.next(phase, node);
        std::set<Node>& goes_to = moment.kind == Moment::Kind::round_over ? ends : next;
        for (const auto& [then, chance] : moment.chances) goes_to.insert(then);
        if (moment.options.empty()) continue;
        std::vector<Rational> taken = chosen_by_policy(table_, moment, node);
        if (taken.empty() && cap_ == 0) taken = chances_of(clock, moment, node);
        for (std::size_t i = 0; i < moment.after.size(); ++i) {
          if (taken.empty() || taken[i] > 0) next.insert(moment.after[i]);
        }
      }
      now = next;
    }
    return possible_[key] = ends;
  }

  ArmyTable& table_;
  ArmyValues values_;
  int cap_;
  std::map<std::pair<std::size_t, Node>, Chances> rounds_;
  std::map<std::pair<std::size_t, Node>, std::set<Node>> possible_;
};

// The figures of a side, or the share of its hit points (E10).
int figures_of_side(const ArmyTable& table, int side, const Node& node) {
  int sum = 0;
  for (int unit = 0; unit < table.size(side); ++unit) sum += table.figures_left(side, unit, node);
  return sum;
}

Rational share_of_side(const ArmyTable& table, int side, const Node& node, const Node& opening) {
  long left = 0;
  long all = 0;
  for (int unit = 0; unit < table.size(side); ++unit) {
    left += table.hit_points_left(side, unit, node);
    // What lies there as the battle begins is not yet lost.
    all += table.hit_points_left(side, unit, between_rounds(opening));
  }
  return Rational(left, all);
}

void add_at(std::vector<Rational>& law, int value, const Rational& chance) {
  law[static_cast<std::size_t>(value)] += chance;
}

class Book {
 public:
  Book(const ArmyTable& table, const Node& opening) : table_(table), opening_(opening) {
    for (int side = 0; side < 2; ++side) {
      const auto room = [](int most) { return static_cast<std::size_t>(most) + 1; };
      battle.survivors[side].resize(room(figures_of_side(table, side, opening)));
      for (int unit = 0; unit < table.size(side); ++unit) {
        battle.units[side].push_back({table.fighter(side, unit).name, 0, 0, {}});
        battle.units[side].back().survivors.resize(room(table.figures_left(side, unit, opening)));
      }
    }
  }

  // After so many rounds; -1: it is not asked after how many.
  void end(const Node& state, const Rational& chance, int rounds) {
    const Node node = between_rounds(state);
    ArmyBattle::Outcome outcome;
    outcome.rounds = rounds;
    switch (table_.ending(node)) {
      case Ending::attacker_wins:
        battle.attacker_wins += chance;
        outcome.end = "win";
        break;
      case Ending::defender_wins:
        battle.defender_wins += chance;
        outcome.end = "lose";
        break;
      case Ending::both_destroyed:
        battle.both_destroyed += chance;
        outcome.end = "both_destroyed";
        break;
      case Ending::retreated:
        battle.retreated += chance;
        outcome.end = "retreated";
        break;
      default: {
        battle.undecided += chance;
        outcome.end = "undecided";
        const Rational attacker = share_of_side(table_, 0, node, opening_);
        const Rational defender = share_of_side(table_, 1, node, opening_);
        if (attacker > defender) battle.ahead_attacker += chance;
        if (attacker < defender) battle.ahead_defender += chance;
        if (attacker == defender) battle.ahead_even += chance;
        outcome.ahead = attacker > defender ? "ahead" : attacker < defender ? "behind" : "even";
      }
    }
    for (int side = 0; side < 2; ++side) {
      add_at(battle.survivors[side], figures_of_side(table_, side, node), chance);
      for (int unit = 0; unit < table_.size(side); ++unit) {
        ArmyBattle::OfUnit& one = battle.units[side][static_cast<std::size_t>(unit)];
        const int figures = table_.figures_left(side, unit, node);
        if (figures == 0) one.destroyed += chance;
        one.mean_hit_points_left += chance * table_.hit_points_left(side, unit, node);
        add_at(one.survivors, figures, chance);
        outcome.figures[side].push_back(figures);
        outcome.hit_points[side].push_back(table_.hit_points_left(side, unit, node));
      }
    }
    battle.outcomes[outcome] += chance;
  }

  void round(const Chances& standings) {
    ArmyBattle::Round now;
    for (int side = 0; side < 2; ++side) {
      const auto units = static_cast<std::size_t>(table_.size(side));
      now.unit_destroyed[side].resize(units);
      now.unit_mean_left[side].resize(units);
      now.unit_mean_hit_points_left[side].resize(units);
      for (const auto& [state, chance] : standings) {
        const Node node = between_rounds(state);
        const int all = figures_of_side(table_, side, node);
        if (all == 0) now.destroyed[side] += chance;
        now.mean_left[side] += chance * all;
        for (std::size_t u = 0; u < units; ++u) {
          const int unit = static_cast<int>(u);
          const int figures = table_.figures_left(side, unit, node);
          if (figures == 0) now.unit_destroyed[side][u] += chance;
          now.unit_mean_left[side][u] += chance * figures;
          now.unit_mean_hit_points_left[side][u] +=
              chance * table_.hit_points_left(side, unit, node);
        }
      }
    }
    battle.by_round.push_back(now);
  }

  ArmyBattle battle;

 private:
  const ArmyTable& table_;
  Node opening_;
};

// How often each phase of one state is expected, from the chances of coming there from elsewhere
// and those that a round leaves it as it is.
std::vector<Rational> expected_visits(const Phases& phases, const std::vector<Rational>& in,
                                      const std::vector<Rational>& stay) {
  Rational once_round = 1;
  for (std::size_t p = phases.back_to; p < phases.count; ++p) once_round *= stay[p];
  std::vector<Rational> expected(phases.count);
  for (std::size_t from = 0; from < phases.count; ++from) {
    Rational here = in[from];
    std::size_t p = from;
    for (; p < phases.back_to; ++p) {
      expected[p] += here;
      here *= stay[p];
    }
    if (here == 0) continue;
    here /= 1 - once_round;  // Whoever is in the ring comes by again and again.
    for (std::size_t n = phases.back_to; n < phases.count; ++n) {
      expected[p] += here;
      here *= stay[p];
      p = phases.after(p);
    }
  }
  return expected;
}

void play_to_the_end(Book& book, Walk& walk, const Phases& phases, const Node& opening) {
  std::map<Node, std::vector<Rational>> reached;  // [phase]
  const auto reach = [&](const Node& node, std::size_t phase, const Rational& chance) {
    std::vector<Rational>& chances = reached[node];
    chances.resize(phases.count);
    chances[phase] += chance;
  };
  reach(opening, 0, 1);
  while (!reached.empty()) {  // Losses only grow: the lowest state cannot be come to any more.
    const Node node = reached.begin()->first;
    const std::vector<Rational> in = reached.begin()->second;
    reached.erase(reached.begin());
    std::vector<Rational> stay(phases.count);
    std::vector<bool> over(phases.count);
    for (std::size_t p = 0; p < phases.count; ++p) {
      over[p] = walk.over(p, node);
      if (over[p]) continue;
      const Chances& round = walk.round(p, node);
      const auto same = round.find(node);
      if (same != round.end()) stay[p] = same->second;
    }
    const std::vector<Rational> expected = expected_visits(phases, in, stay);
    for (std::size_t p = 0; p < phases.count; ++p) {
      if (expected[p] == 0) continue;
      if (over[p]) {
        book.end(node, expected[p], -1);
        continue;
      }
      book.battle.mean_rounds += expected[p];
      for (const auto& [next, chance] : walk.round(p, node)) {
        if (next != node) reach(next, phases.after(p), expected[p] * chance);
      }
    }
  }
}

void play_rounds(Book& book, Walk& walk, const Node& opening, int rounds_cap, int horizon) {
  const int last = std::max(rounds_cap, horizon);
  Chances going_on{{opening, 1}};
  Chances ended;
  std::size_t clock = 0;
  for (int r = 0; r <= last; ++r) {
    Rational ended_now = 0;
    Chances still_on;
    for (const auto& [node, chance] : going_on) {
      const bool broken_off = rounds_cap > 0 && r == rounds_cap;
      if (!broken_off && !walk.over(clock, node)) {
        still_on[node] = chance;
        continue;
      }
      ended[node] += chance;
      ended_now += chance;
      if (rounds_cap > 0) book.end(node, chance, r);
    }
    if (rounds_cap > 0) book.battle.mean_rounds += r * ended_now;
    if (r <= horizon) {
      book.battle.rounds.push_back(ended_now);
      Chances standings = ended;
      for (const auto& [node, chance] : still_on) standings[node] += chance;
      if (r > 0) book.round(standings);
    }
    going_on.clear();
    if (r == last) break;
    for (const auto& [node, chance] : still_on) {
      for (const auto& [next, p] : walk.round(clock, node)) going_on[next] += chance * p;
    }
    clock = walk.after(clock);
  }
}

}  // namespace

ArmyBattle army_battle(ArmySystem system, const Army& attacker, const Army& defender,
                       const Situation& situation, int rounds_cap, int horizon) {
  const auto table = armies_on_table(system, attacker, defender, situation);
  Walk walk(*table, rounds_cap);
  const Node opening = table->opening();
  Book book(*table, opening);
  if (rounds_cap == 0) play_to_the_end(book, walk, table->phases(), opening);
  play_rounds(book, walk, opening, rounds_cap, horizon);
  return book.battle;
}

Rational army_value(ArmySystem system, const Army& attacker, const Army& defender,
                    const Situation& situation, int rounds_cap) {
  const auto table = armies_on_table(system, attacker, defender, situation);
  return ArmyValues(*table, rounds_cap).value_between(0, table->opening());
}

std::vector<FirstChoice> army_first_choices(ArmySystem system, const Army& attacker,
                                            const Army& defender, const Situation& situation,
                                            int rounds_cap) {
  const auto table = armies_on_table(system, attacker, defender, situation);
  ArmyValues values(*table, rounds_cap);
  std::vector<FirstChoice> choices;
  if (table->ending(table->opening()) != Ending::none) return choices;
  values.value_between(0, table->opening());
  // What a policy settles is not a choice, but what it may pick is listed.
  const auto options = [&](const Moment& moment, const Node& node) {
    const std::vector<Rational> taken = chosen_by_policy(*table, moment, node);
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < moment.options.size(); ++i) {
      if (taken.empty() || taken[i] > 0) some.push_back(i);
    }
    return some;
  };
  Node node = table->round_begins(0, table->opening());
  Moment moment = table->next(0, node);
  while (moment.kind == Moment::Kind::chance && moment.chances.size() == 1) {
    node = moment.chances.begin()->first;
    moment = table->next(0, node);
  }
  if (moment.kind != Moment::Kind::unit) return choices;
  for (const std::size_t u : options(moment, node)) {
    const Moment aim = table->next(0, moment.after[u]);
    if (aim.kind != Moment::Kind::target) {  // who passes attacks nobody (B7b)
      choices.push_back({moment.side, table->fighter(moment.side, moment.options[u]).name, "",
                         values.value(0, moment.after[u])});
      continue;
    }
    for (const std::size_t t : options(aim, moment.after[u])) {
      choices.push_back({moment.side, table->fighter(moment.side, moment.options[u]).name,
                         table->fighter(1 - moment.side, aim.options[t]).name,
                         values.value(0, aim.after[t])});
    }
  }
  return choices;
}

}  // namespace reference
