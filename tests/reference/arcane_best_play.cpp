// Arcane Legions: best assignments of damage (A11b), by going back from the end of a battle, and by
// trying every policy.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arcane_battle.h"
#include "best_play.h"
#include "halts.h"
#include "matrix_game.h"

namespace reference {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument("reference: " + why);
}

// What a side may do with some damage: everything, or what its policy says.
std::vector<Standing> options(const ArcaneTable& table, int side, const Board& board, int damage) {
  const std::vector<Figures>& figures = table.figures(side);
  const Standing& before = board.side[side];
  if (table.policy(side) == "best") return assignments(figures, before, damage);
  return {assign(figures, table.policy(side), before, damage)};
}

// The worth of a battle that is over; a half where nobody has won. `opened`: a round has been
// fought, after which a side may break.
std::optional<Rational> worth_at_the_end(const ArcaneTable& table, const Board& board,
                                         bool opened) {
  const bool attacker_gone = figures_left(board.side[0]) == 0;
  const bool defender_gone = figures_left(board.side[1]) == 0;
  if (attacker_gone && defender_gone) return Rational(1, 2);
  if (attacker_gone) return Rational(0);
  if (defender_gone) return Rational(1);
  if (!opened) return std::nullopt;
  const Board& opening = table.opening();
  const int left[2] = {figures_left(board.side[0]), figures_left(board.side[1])};
  const int at_first[2] = {figures_left(opening.side[0]), figures_left(opening.side[1])};
  return worth_if_halted(table.situation(), left, at_first);
}

int army_of(Step step) { return step == Step::kAttack ? 0 : 1; }

class Game {
 public:
  explicit Game(ArcaneTable& table) : table_(table) {}

  // From this round on, of which there are `rounds` left (none: to the end).
  Rational worth(const State& state, std::size_t phase, std::optional<int> rounds) {
    const std::optional<Rational> at_the_end =
        worth_at_the_end(table_, table_.board_of(state), state.opened);
    if (at_the_end) return *at_the_end;
    if (rounds && *rounds == 0) return Rational(1, 2);
    const auto key = std::make_tuple(state, phase, rounds);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;

    const std::size_t next_phase = table_.phases().after(phase);
    const std::optional<int> rounds_after = rounds ? std::optional(*rounds - 1) : std::nullopt;
    const bool may_come_back = state.opened && !rounds && next_phase == phase;
    const auto round = [&](const Dual& coming_back) {
      Round played{*this, phase, {}, {}};
      played.after = [&](const State& next) {
        if (may_come_back && next == state) return coming_back;
        return Dual{worth(next, next_phase, rounds_after), 0};
      };
      return play(played, table_.board_of(state), 0);
    };
    const Rational result = may_come_back ? worth_of_coming_back(round) : round({}).value;
    return known_[key] = result;
  }

 private:
  struct Round {
    Game& game;
    std::size_t phase;
    std::function<Dual(const State&)> after;
    std::map<std::pair<std::size_t, Board>, Dual> known;
  };

  // The rest of the round, from one of its steps on.
  Dual play(Round& round, const Board& board, std::size_t step) {
    const std::vector<Step>& steps = table_.steps(round.phase);
    if (step == steps.size() || table_.decided(board)) return round.after(table_.state_of(board));
    if (steps[step] == Step::kEndOfTurn) {
      return play(round, {rested(board.side[0]), rested(board.side[1])}, step + 1);
    }
    const auto key = std::make_pair(step, board);
    const auto known = round.known.find(key);
    if (known != round.known.end()) return known->second;

    const int army = army_of(steps[step]);
    Dual sum{0, 0};
    for_each_damage(table_.attack(round.phase, army, board), army,
                    [&](int on_attacker, int on_defender, const Rational& chance) {
                      const Dual worth = assign_both(round, board, step, on_attacker, on_defender);
                      sum.value += chance * worth.value;
                      sum.slope += chance * worth.slope;
                    });
    return round.known[key] = sum;
  }

  // A11b: both know both damages and assign at once.
  Dual assign_both(Round& round, const Board& board, std::size_t step, int on_attacker,
                   int on_defender) {
    std::vector<std::vector<Dual>> payoff;
    for (const Standing& attacker : options(table_, 0, board, on_attacker)) {
      payoff.emplace_back();
      for (const Standing& defender : options(table_, 1, board, on_defender)) {
        payoff.back().push_back(play(round, {attacker, defender}, step + 1));
      }
    }
    return matrix_game_value(payoff);
  }

  ArcaneTable& table_;
  std::map<std::tuple<State, std::size_t, std::optional<int>>, Rational> known_;
};

// Where the chooser has a choice: a step of the round, who stands before it, what both are dealt.
struct Occasion {
  std::size_t step;
  Board board;
  int on_attacker, on_defender;
  auto operator<=>(const Occasion&) const = default;
};

// A deterministic policy: which of its options the chooser takes on every occasion.
using Policy = std::map<Occasion, std::size_t>;

class EveryPolicy {
 public:
  explicit EveryPolicy(ArcaneTable& table) : table_(table) {
    const bool attacker = table.policy(0) == "best";
    if (attacker == (table.policy(1) == "best")) refuse("a single side must choose");
    if (table.phases().count > 1) refuse("the settings must not change");
    chooser_ = attacker ? 0 : 1;
    State start = table.state_of(table.opening());
    start.opened = false;
    find_occasions(start);
  }

  Rational best() {
    double policies = 1;
    for (const auto& [occasion, options] : occasions_) policies *= static_cast<double>(options);
    if (policies > 1e4) refuse("too many policies to try");
    Policy policy;
    for (const auto& [occasion, options] : occasions_) policy[occasion] = 0;
    Rational best = worth(policy);
    while (next(policy)) {
      const Rational found = worth(policy);
      best = chooser_ == 0 ? std::max(best, found) : std::min(best, found);
    }
    return best;
  }

 private:
  // Calls visit(board after, probability) for all that an attack does, for one or all options.
  template <typename Visit>
  void for_each_option(const Board& board, std::size_t step, const Policy* policy, Visit visit) {
    const int army = army_of(table_.steps(0)[step]);
    for_each_damage(table_.attack(0, army, board), army,
                    [&](int on_attacker, int on_defender, const Rational& chance) {
                      const auto attackers = options(table_, 0, board, on_attacker);
                      const auto defenders = options(table_, 1, board, on_defender);
                      const auto& chosen = chooser_ == 0 ? attackers : defenders;
                      const Occasion occasion{step, board, on_attacker, on_defender};
                      if (chosen.size() > 1) occasions_.emplace(occasion, chosen.size());
                      for (std::size_t o = 0; o < chosen.size(); ++o) {
                        const bool skip = policy && chosen.size() > 1 && policy->at(occasion) != o;
                        if (skip) continue;
                        if (chooser_ == 0) visit(Board{{attackers[o], defenders[0]}}, chance);
                        if (chooser_ == 1) visit(Board{{attackers[0], defenders[o]}}, chance);
                      }
                    });
  }

  // One round from a state under a policy, or under all at once.
  Outcomes round(const State& state, const Policy* policy) {
    std::map<Board, Rational> boards{{table_.board_of(state), 1}};
    for (std::size_t step = 0; step < table_.steps(0).size(); ++step) {
      std::map<Board, Rational> next;
      for (const auto& entry : boards) {
        const Board& board = entry.first;
        if (table_.steps(0)[step] == Step::kEndOfTurn) {
          next[{rested(board.side[0]), rested(board.side[1])}] += entry.second;
        } else if (table_.decided(board)) {
          next[board] += entry.second;
        } else {
          for_each_option(board, step, policy, [&](const Board& after, const Rational& chance) {
            next[after] += entry.second * chance;
          });
        }
      }
      boards = next;
    }
    Outcomes outcomes;
    for (const auto& [board, chance] : boards) outcomes[table_.state_of(board)] += chance;
    return outcomes;
  }

  void find_occasions(const State& state) {
    if (!seen_.insert({state, true}).second || table_.decided(table_.board_of(state))) return;
    if (worth_at_the_end(table_, table_.board_of(state), state.opened)) return;
    for (const auto& [next, chance] : round(state, nullptr)) find_occasions(next);
  }

  Rational worth(const Policy& policy) {
    std::map<State, Rational> known;
    State start = table_.state_of(table_.opening());
    start.opened = false;
    return worth_of(start, policy, known);
  }

  Rational worth_of(const State& state, const Policy& policy, std::map<State, Rational>& known) {
    const std::optional<Rational> at_the_end =
        worth_at_the_end(table_, table_.board_of(state), state.opened);
    if (at_the_end) return *at_the_end;
    const auto found = known.find(state);
    if (found != known.end()) return found->second;
    Rational sum = 0;
    Rational leave = 0;
    for (const auto& [next, chance] : round(state, &policy)) {
      if (next == state) continue;
      leave += chance;
      sum += chance * worth_of(next, policy, known);
    }
    return known[state] = leave == 0 ? Rational(1, 2) : Rational(sum / leave);
  }

  // Counts through the policies; false after the last.
  bool next(Policy& policy) const {
    for (auto& [occasion, option] : policy) {
      if (++option < occasions_.at(occasion)) return true;
      option = 0;
    }
    return false;
  }

  ArcaneTable& table_;
  int chooser_ = 0;
  std::map<Occasion, std::size_t> occasions_;  // With the number of options.
  std::map<State, bool> seen_;
};

void check_first_attack(ArcaneTable& table) {
  const std::string why = table.forbidden();
  if (!why.empty()) refuse(why);
}

}  // namespace

Rational arcane_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                          int rounds) {
  ArcaneTable table(attacker, defender, situation);
  check_first_attack(table);
  State start = table.state_of(table.opening());
  start.opened = false;
  return Game(table).worth(start, 0, rounds > 0 ? std::optional(rounds) : std::nullopt);
}

Rational arcane_best_of_all_policies(const Unit& attacker, const Unit& defender,
                                     const Situation& situation) {
  ArcaneTable table(attacker, defender, situation);
  check_first_attack(table);
  return EveryPolicy(table).best();
}

}  // namespace reference
