#include "exact/army/army.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "core/numbers/waiting_time.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"
#include "exact/army/best.h"
#include "exact/army/chain.h"
#include "exact/army/cost.h"
#include "exact/army/moments.h"
#include "exact/army/outcome.h"
#include "exact/army/population.h"
#include "exact/battle/battle.h"

namespace warodds::exact {
namespace {

/// A battle goes on round by round until less than that is left of it.
constexpr double nothing_left_of_army = 1e-12;
/// Rounds after which the rest is only known as a whole.
constexpr int most_army_rounds = 20'000;

template <class System>
bool anybody_plays_best(const ArmyBattle<System>& battle) {
  return battle.conduct(Side::attacker).is_best() || battle.conduct(Side::defender).is_best();
}

template <class System>
class Battles {
 public:
  using Losses = PerSide<int>;

  Battles(const ArmyBattle<System>& battle, const ArmyBattleQuestion& question,
          const ArmyOptions& options)
      : battle_(battle),
        rounds_(question.rounds),
        options_(options),
        moments_(battle, options.lineups),
        best_(moments_, rounds_, [this](std::size_t known) { tell_known(known); }),
        chain_(moments_, anybody_plays_best(battle) ? &best_ : nullptr,
               [this] { tell_progress(); }),
        stepped_(moments_, question.laws) {
    // Who plays best for some rounds may do anything where nothing is to be gained.
    chain_.set_any_choice(rounds_ > 0);
  }

  BattleAnswer answer() {
    BattleAnswer answer;
    answer.can_end_by_retreat = CanRetreat<System>;
    for (const Side side : both_sides) {
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        answer.units[side].push_back({battle_.name(side, unit), {}, {}, {}, {}});
      }
    }
    play_rounds(answer);
    stepped_.tell(answer);
    return answer;
  }

  ArmySolution solution() {
    ArmySolution solution;
    int marks = moments_.opening_marks();
    const Losses losses = moments_.opening();
    solution.value = best_.value(0, rounds_, marks, losses);
    moments_.set_phase(0);
    if (moments_.ending(marks, losses)) return solution;
    marks = moments_.begin(marks, losses);
    if (moments_.is_over(marks)) return solution;
    const Options& units = moments_.options(marks, losses);
    solution.first = units.side;
    std::vector<double> values;
    for (const Options::Option& unit : units.all) {
      moments_.set_phase(0);
      const Options& targets = moments_.options(unit.marks, losses);
      const std::vector<double> of_unit = best_.values_of(0, rounds_, losses, targets);
      for (std::size_t i = 0; i < of_unit.size(); ++i) {
        solution.decisions.push_back({battle_.name(units.side, unit.unit),
                                      battle_.name(enemy_of(units.side), targets.all[i].unit),
                                      of_unit[i]});
        values.push_back(of_unit[i]);
      }
    }
    solution.best = BestPlay<System>::best_of(values, units.side);
    return solution;
  }

 private:
  void tell_progress() {
    if (options_.progress) options_.progress(share_);
  }
  void tell_known(std::size_t moments) {
    constexpr std::size_t most = 20'000'000;
    if (moments > most) {
      throw TooLarge(
          "best play of so many units is beyond what can be worked out: take a policy such as "
          "--targets SIDE=weakest");
    }
    tell_progress();
  }

  /// Takes out the battles that are over, of which `ends` hears; what is left, and where its losses
  /// are.
  template <class Ends>
  Population sort_out(int phase, const Population& all, double& left, Marginals& now,
                      const Ends& ends) {
    Population going_on;
    left = 0;
    std::vector<double>& of_defenders = now.p.defender;
    for (const auto& part : all.parts()) {
      for (const Grid::Row& row : part->grid.rows()) {
        of_defenders.resize(std::max(of_defenders.size(), row.p.size()), 0.0);
        char* judged = judgements(phase, part->marks, row.attacker, row.p.size()).data();
        double* to = nullptr;
        double of_row = 0;
        for (std::size_t defender = 0; defender < row.p.size(); ++defender) {
          const double p = row.p[defender];
          if (p == 0) continue;
          const Losses losses{row.attacker, static_cast<int>(defender)};
          if (judged[defender] == not_yet) judged[defender] = judge(phase, part->marks, losses);
          if (judged[defender] == over) {
            ends(part->marks, losses, p);
            continue;
          }
          if (to == nullptr) {
            to = going_on.of(part->marks).row(row.attacker, static_cast<int>(row.p.size()));
          }
          to[defender] = p;
          of_row += p;
          of_defenders[defender] += p;
        }
        if (of_row > 0) now.add(Side::attacker, row.attacker, of_row);
        left += of_row;
      }
    }
    return going_on;
  }

  /// What is known of battles between two rounds with the same losses of the attacker's side.
  std::vector<char>& judgements(int phase, int marks, int attacker, std::size_t defenders) {
    std::vector<std::vector<char>>& known = judged_[{phase, marks}];
    const auto a = static_cast<std::size_t>(attacker);
    if (known.size() <= a) known.resize(std::max(a + 1, 2 * known.size()));
    if (known[a].size() < defenders) known[a].resize(defenders, not_yet);
    return known[a];
  }
  /// Whether a battle is over, or nothing can happen in it any more.
  char judge(int phase, int marks, const Losses& losses) {
    if (moments_.ending(marks, losses)) return over;
    return chain_.is_stuck(phase, marks, losses) ? over : goes_on;
  }
  bool is_over(int phase, int marks, const Losses& losses) {
    const auto place = static_cast<std::size_t>(losses.defender);
    char& known = judgements(phase, marks, losses.attacker, place + 1)[place];
    if (known == not_yet) known = judge(phase, marks, losses);
    return known == over;
  }

  void play_rounds(BattleAnswer& answer) {
    std::vector<double> ended_after;
    double rounds_fought = 0;
    double before = 1;
    int phase = 0;
    Population now;
    now.of(moments_.opening_marks()).add(moments_.opening(), 1);
    const int last = rounds_ > 0 ? rounds_ : most_army_rounds;
    for (int round = 0;; ++round) {
      double left = 0;
      Marginals standing;
      now = sort_out(phase, now, left, standing, [&](int marks, const Losses& losses, double p) {
        stepped_.add(round, marks, losses, p);
      });
      ended_after.push_back(std::max(before - left, 0.0));
      before = left;
      standing.add(stepped_.marginals());
      if (round > 0) stepped_.tell_round(round, standing, answer);
      const double shrunk = left > 0 ? std::log(left) / std::log(nothing_left_of_army) : 1;
      share_ = std::clamp(std::max(shrunk, static_cast<double>(round) / last), share_, 1.0);
      const bool settled = round >= battle_.again();
      if (left == 0 || round == last || (left < nothing_left_of_army && settled)) {
        end_rounds(rounds_ > 0 && round == last, round, phase, now, left, rounds_fought,
                   ended_after, answer);
        if (round < last || rounds_ == 0) play_on(round, phase, std::move(now), left);
        return;
      }
      rounds_fought += left;
      constexpr double may_lose = 3e-16;
      now = chain_.play_round(phase, rounds_ > 0 ? rounds_ - round : 0, now, may_lose);
      phase = battle_.after(phase);
    }
  }

  void end_rounds(bool broken_off, int round, int phase, const Population& now, double left,
                  double rounds_fought, std::vector<double>& ended_after, BattleAnswer& answer) {
    if (broken_off) {
      now.for_each([&](int marks, const Losses& losses, double p) {
        stepped_.add(round, marks, losses, p);
      });
      ended_after.back() += left;
      left = 0;
    }
    const double beyond = left > 0 ? settle(phase, now, left) : 0;
    answer.rounds_cut_off = left;
    answer.mean_rounds = {rounds_fought + beyond};
    if (left == 0) {
      answer.rounds = Distribution(ended_after);
      return;
    }
    const double mean = std::max(beyond / left, 1.0);
    Tail tail{left, mean, mean * (2 * mean - 1), nullptr};
    // What is too little to be seen in any number need not be told apart.
    constexpr double does_not_matter = 1e-10;
    if (left * mean * mean > does_not_matter && !tell_apart(round, phase, now, tail)) {
      answer.remarks.push_back(fmt::format(
          "of the {:.1g} of the battles that go on after round {} only the mean number of rounds "
          "is known: deviation and percentiles are rough",
          left, round));
    }
    answer.rounds = Distribution(ended_after, std::move(tail));
  }

  /// How many rounds what is left goes on for, where that is in few states: by their chain. False:
  /// there are too many.
  bool tell_apart(int round, int phase, const Population& now, Tail& tail) {
    constexpr std::size_t most_nodes = 512;
    using Node = std::array<int, 4>;  // phase, marks, losses
    std::map<Node, std::uint32_t> number;
    std::vector<Node> nodes;
    const auto number_of = [&](const Node& node) {
      const auto [place, is_new] =
          number.try_emplace(node, static_cast<std::uint32_t>(nodes.size()));
      if (is_new) nodes.push_back(node);
      return place->second;
    };
    std::vector<double> start;
    now.for_each([&](int marks, const Losses& losses, double p) {
      const std::uint32_t node = number_of({phase, marks, losses.attacker, losses.defender});
      start.resize(nodes.size(), 0.0);
      start[node] += p;
    });
    std::vector<ChainStep> steps;
    std::vector<double> leaves;
    for (std::uint32_t from = 0; from < nodes.size(); ++from) {
      if (nodes.size() > most_nodes) return false;
      const auto [of_phase, marks, attacker, defender] = nodes[from];
      const int then = battle_.after(of_phase);
      Population one;
      one.of(marks).add({attacker, defender}, 1);
      double left = 0;
      chain_.play_round(of_phase, 0, one, 0)
          .for_each([&](int after, const Losses& losses, double p) {
            if (is_over(then, after, losses)) {
              left += p;
            } else {
              steps.push_back(
                  {from, number_of({then, after, losses.attacker, losses.defender}), p});
            }
          });
      leaves.push_back(left);
    }
    start.resize(nodes.size(), 0.0);
    const MeanSteps of_nodes = mean_steps(leaves, steps);
    tail.mean_square =
        std::inner_product(start.begin(), start.end(), of_nodes.square.begin(), 0.0) / tail.mass;
    tail.mean_square = std::max(tail.mean_square, tail.mean * tail.mean);
    tail.law = std::make_shared<const WaitingTime>(std::move(start), leaves, steps, round);
    return true;
  }

  /// For laws of rounds: how what is left ends, round by round until it does not matter any more.
  void play_on(int round, int phase, Population now, double left) {
    if (!stepped_.needs_rounds()) return;
    if (left > nothing_left_of_army) {
      throw TooLarge(
          "the battle goes on for too many rounds to tell them apart; --rounds bounds them");
    }
    constexpr double does_not_matter = 1e-18, may_lose = 1e-21;
    const int last = rounds_ > 0 ? rounds_ : most_army_rounds;
    while (left > does_not_matter && round < last) {
      now = chain_.play_round(phase, rounds_ > 0 ? rounds_ - round : 0, now, may_lose);
      phase = battle_.after(phase);
      ++round;
      Marginals standing;
      now = sort_out(phase, now, left, standing, [&](int marks, const Losses& losses, double p) {
        stepped_.add_late(round, marks, losses, p);
      });
    }
    now.for_each([&](int marks, const Losses& losses, double p) {
      stepped_.add_late(round, marks, losses, p);
    });
  }

  /// A number that grows with everything that can happen to a battle.
  int level(int marks, const Losses& losses) {
    const ArmyMarks& of = moments_.marks(marks);
    int level = 0;
    for (const Side side : both_sides) {
      const OfUnits<int>& states = moments_.sides(side)[losses[side]];
      for (int unit = 0; unit < battle_.size(side); ++unit) {
        const auto place = static_cast<std::size_t>(unit);
        level += moments_.round().states(side, unit).taken(states[place]);
        level += of.units[side][place].markers;
      }
      level += of.away[side].size();
    }
    return level;
  }

  /// Takes what is left of a battle to its end, from a round on whose settings come again and
  /// again; returns the expected number of rounds.
  double settle(int phase, const Population& now, double left) {
    const int cycle = battle_.phases() - battle_.again();
    using Visits = std::vector<double>;  // by phase of the cycle
    using State = std::array<int, 3>;
    std::map<int, std::map<State, Visits>> levels;
    const auto come_to = [&](int of_cycle, int marks, const Losses& losses, double p) {
      Visits& visits = levels[level(marks, losses)][{marks, losses.attacker, losses.defender}];
      visits.resize(static_cast<std::size_t>(cycle), 0.0);
      visits[static_cast<std::size_t>(of_cycle)] += p;
    };
    // What is least likely of it is taken to end as the rest does.
    constexpr double unlikely = 1e-10;
    double kept = 0;
    now.for_each([&](int, const Losses&, double p) { kept += p >= unlikely * left ? p : 0; });
    now.for_each([&](int marks, const Losses& losses, double p) {
      if (p >= unlikely * left) {
        come_to(phase - battle_.again(), marks, losses, p * left / kept);
      }
    });
    double rounds = 0;
    while (!levels.empty()) {
      const int here = levels.begin()->first;
      std::vector<Population> beginning(static_cast<std::size_t>(cycle));
      for (auto& [state, visits] : levels.begin()->second) {
        const Losses losses{state[1], state[2]};
        come_again(state[0], losses, visits);
        for (std::size_t i = 0; i < visits.size(); ++i) {
          if (visits[i] == 0) continue;
          rounds += visits[i];
          beginning[i].of(state[0]).add(losses, visits[i]);
        }
      }
      levels.erase(levels.begin());
      for (int i = 0; i < cycle; ++i) {
        const Population& begun = beginning[static_cast<std::size_t>(i)];
        if (begun.empty()) continue;
        const int after = battle_.after(battle_.again() + i);
        const Population then =
            chain_.play_round(battle_.again() + i, 0, begun, std::min(1e-16, unlikely * left));
        then.for_each([&](int marks, const Losses& losses, double p) {
          if (level(marks, losses) == here) return;  // that it comes again has been counted
          if (is_over(after, marks, losses)) {
            stepped_.add(std::nullopt, marks, losses, p);
          } else {
            come_to(after - battle_.again(), marks, losses, p);
          }
        });
      }
    }
    return rounds;
  }

  /// From arrivals in a state to rounds that begin in it, which those are counted in that change
  /// nothing.
  void come_again(int marks, const Losses& losses, std::vector<double>& visits) {
    const std::size_t cycle = visits.size();
    std::vector<double> stays(cycle), leaves(cycle);
    for (std::size_t i = 0; i < cycle; ++i) {
      const auto around =
          chain_.around(battle_.again() + static_cast<int>(i), marks, losses, false);
      leaves[i] = around.leaves;
      for (const auto& [then, p] : around.stays) (then == marks ? stays : leaves)[i] += p;
    }
    // That it is left within one time through all phases, which begin at the first.
    double leaves_once = 0;
    double still_there = 1;
    for (std::size_t i = 0; i < cycle; ++i) {
      leaves_once += still_there * leaves[i];
      still_there *= stays[i];
    }
    if (leaves_once == 0) return;  // what comes is too little to be followed
    // All that arrives and is still there when the first phase begins again, then once through.
    double at_first = visits[0];
    double carried = 0;
    for (std::size_t i = 1; i < cycle; ++i) carried = (carried + visits[i]) * stays[i];
    at_first = (at_first + carried) / leaves_once;
    double before = at_first * stays[0];
    visits[0] = at_first;
    for (std::size_t i = 1; i < cycle; ++i) {
      visits[i] += before;
      before = visits[i] * stays[i];
    }
  }

  enum Judged : char { not_yet, goes_on, over };

  const ArmyBattle<System>& battle_;
  int rounds_;
  const ArmyOptions& options_;
  Moments<System> moments_;
  BestPlay<System> best_;
  ArmyChain<System> chain_;
  Outcome<System> stepped_;
  std::map<std::pair<int, int>, std::vector<std::vector<char>>> judged_;  ///< by phase and marks
  double share_ = 0;
};

/// Whether a side tries out whom to attack, which takes dice.
template <class System>
bool anybody_tries_with_dice(const ArmyBattle<System>& battle) {
  return battle.conduct(Side::attacker).tries_with_dice() ||
         battle.conduct(Side::defender).tries_with_dice();
}
template <class System>
void require_no_dice(const ArmyBattle<System>& battle) {
  if (!anybody_tries_with_dice(battle)) return;
  throw NoAnswer("--targets SIDE=rollout tries enemies out with dice; take --engine sim");
}

}  // namespace

BattleAnswer army_battle(const ArmyBattleQuestion& question, const ArmyOptions& options) {
  return std::visit(
      [&](const auto& army) {
        require_no_dice(army);
        if (army.is_of_two_units()) {
          return battle(AnyBattle(army.of_two_units()),
                        {question.rounds, options.progress, options.lineups, {}, question.laws});
        }
        return Battles(army, question, options).answer();
      },
      question.battle);
}

ArmySolution solve_army(const ArmyBattleQuestion& question, const ArmyOptions& options) {
  return std::visit(
      [&](const auto& army) {
        require_no_dice(army);
        return Battles(army, question, options).solution();
      },
      question.battle);
}

double predicted_seconds(const ArmyBattleQuestion& question) {
  return std::visit(
      [&](const auto& army) {
        if (army.is_of_two_units()) return predicted_seconds(AnyBattle(army.of_two_units()));
        if (anybody_tries_with_dice(army)) return std::numeric_limits<double>::infinity();
        return ArmyCost(army).seconds(question.rounds, question.laws);
      },
      question.battle);
}

}  // namespace warodds::exact
