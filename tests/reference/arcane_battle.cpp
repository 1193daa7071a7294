// Arcane Legions: battles under fixed policies of losses.
#include "arcane_battle.h"

#include <algorithm>
#include <stdexcept>

#include "exchange.h"
#include "fields.h"
#include "settings.h"

namespace reference {
namespace {

// A round's turns (A13).
std::vector<Step> steps_of(const Situation& of_round) {
  const int attacks = number(of_round, "attacks-per-turn", 1);
  if (attacks < 1) throw std::invalid_argument("reference: less than one attack per turn");
  const bool alternate = word(of_round, "turns", {"alternate", "attacker-only"}) == "alternate";
  const bool turn_each = word(of_round, "turn", {"side", "round"}) == "side";
  const auto times = static_cast<std::size_t>(attacks);
  std::vector<Step> steps(times, Step::kAttack);
  if (turn_each) steps.push_back(Step::kEndOfTurn);
  if (alternate) steps.insert(steps.end(), times, Step::kAttackBack);
  steps.push_back(Step::kEndOfTurn);
  return steps;
}

}  // namespace

ArcaneTable::ArcaneTable(const Unit& attacker, const Unit& defender, const Situation& situation)
    : units_{attacker, defender},
      figures_{figures_of(attacker), figures_of(defender)},
      policies_{text(situation, "attacker-losses", "free"),
                text(situation, "defender-losses", "free")} {
  const std::string damage[] = {text(situation, "attacker-damage", "0"),
                                text(situation, "defender-damage", "0")};
  for (int side = 0; side < 2; ++side) {
    const std::string& policy = policies_[side] == "best" ? "free" : policies_[side];
    opening_.side[side] = damaged(figures_[side], policy, damage[side]);
  }
  const int settled = settled_round(situation);
  phases_ = {static_cast<std::size_t>(settled), static_cast<std::size_t>(settled - 1)};
  for (int round = 1; round <= settled; ++round) {
    const Situation now = in_round(situation, round);
    attacks_[0].push_back(now);
    attacks_[1].push_back(arcane_reply(now));
    steps_.push_back(steps_of(now));
  }
}

const ResultOf<Rational>& ArcaneTable::attack(std::size_t phase, int army, const Board& board) {
  const Situation& now = attacks_[army][phase];
  const bool matters = arcane_rerolls_to_destroy(units_[0], units_[1], now);
  const int lying[] = {matters ? lying_on(board.side[0]) : 0,
                       matters ? lying_on(board.side[1]) : 0};
  const auto key =
      std::make_tuple(phase, army, board.side[0].left, board.side[1].left, lying[0], lying[1]);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const int enemy = 1 - army;
  return known_[key] =
             arcane_exchange<Rational>(unit_left(units_[army], board.side[army].left),
                                       unit_left(units_[enemy], board.side[enemy].left),
                                       attacks_[army][phase], {lying[army], lying[enemy]});
}

std::string ArcaneTable::forbidden() {
  const ResultOf<Rational>& first = attack(0, 0, opening_);
  return first.legal ? "" : first.why;
}

bool ArcaneTable::decided(const Board& board) const {
  return figures_left(board.side[0]) == 0 || figures_left(board.side[1]) == 0;
}

State ArcaneTable::state_of(const Board& board) const {
  State state;
  state.opened = true;
  std::vector<int>* losses[] = {&state.attacker_losses, &state.defender_losses};
  for (int side = 0; side < 2; ++side) {
    for (std::size_t g = 0; g < figures_[side].size(); ++g) {
      losses[side]->push_back(figures_[side][g].count - board.side[side].left[g]);
    }
  }
  return state;
}

Board ArcaneTable::board_of(const State& state) const {
  if (!state.opened) return opening_;
  Board board;
  const std::vector<int>* losses[] = {&state.attacker_losses, &state.defender_losses};
  for (int side = 0; side < 2; ++side) {
    for (std::size_t g = 0; g < figures_[side].size(); ++g) {
      board.side[side].left.push_back(figures_[side][g].count - (*losses[side])[g]);
    }
  }
  return board;
}

Rational ArcaneTable::share_left(int side, const Board& board) const {
  return Rational(hit_points_left(figures_[side], board.side[side]),
                  hit_points_left(figures_[side], opening_.side[side]));
}

namespace {

Outcomes round_under_policies(ArcaneTable& table, std::size_t phase, const State& state) {
  std::map<Board, Rational> boards{{table.board_of(state), 1}};
  for (const Step step : table.steps(phase)) {
    std::map<Board, Rational> next;
    for (const auto& [board, chance] : boards) {
      if (step == Step::kEndOfTurn) {
        next[{rested(board.side[0]), rested(board.side[1])}] += chance;
        continue;
      }
      if (table.decided(board)) {
        next[board] += chance;
        continue;
      }
      const Board& before = board;
      const Rational& p = chance;
      const int army = step == Step::kAttack ? 0 : 1;
      for_each_damage(table.attack(phase, army, before), army,
                      [&](int on_attacker, int on_defender, const Rational& q) {
                        const int damage[] = {on_attacker, on_defender};
                        Board after;
                        for (int side = 0; side < 2; ++side) {
                          after.side[side] = assign(table.figures(side), table.policy(side),
                                                    before.side[side], damage[side]);
                        }
                        next[after] += p * q;
                      });
    }
    boards = next;
  }
  Outcomes outcomes;
  for (const auto& [board, chance] : boards) outcomes[table.state_of(board)] += chance;
  return outcomes;
}

}  // namespace

Battle arcane_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                     int rounds_cap, int horizon) {
  ArcaneTable table(attacker, defender, situation);
  const std::string why = table.forbidden();
  if (!why.empty()) {
    Battle battle;
    battle.legal = false;
    battle.why = why;
    return battle;
  }
  Contest contest;
  contest.start = table.state_of(table.opening());
  contest.start.opened = false;
  contest.phases = table.phases();
  const auto left = [&table](int side) {
    return [&table, side](const State& state) {
      return figures_left(table.board_of(state).side[side]);
    };
  };
  const auto share = [&table](int side) {
    return [&table, side](const State& state) {
      return table.share_left(side, table.board_of(state));
    };
  };
  contest.attackers_left = left(0);
  contest.defenders_left = left(1);
  contest.attacker_share = share(0);
  contest.defender_share = share(1);
  contest.round = [&table](std::size_t phase, const State& state) {
    return round_under_policies(table, phase, state);
  };
  return fight_out(contest, rounds_cap, horizon);
}

}  // namespace reference
