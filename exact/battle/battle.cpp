#include "exact/battle/battle.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/threads/parallel.h"
#include "exact/fight/damage_law.h"
#include "exact/fight/fight.h"

namespace warodds::exact {
namespace {

// A round is a list of attacks. Let q(s, t) be the probability that a round leads from state s to
// state t. Losses never come back, so a battle passes through states of rising damage and can only
// stay where it is when nothing came of a round. The expected number of rounds begun in s is
// therefore
//
//   v(s) = (1{s is the opening} + sum over t != s of v(t) q(t, s)) / (1 - q(s, s))
//
// which one pass through the states by rising damage gives; the probability of ending in t is the
// sum of v(s) q(s, t). The distribution of rounds follows from stepping round by round.

constexpr double nothing_left = 1e-12;
constexpr int most_rounds_stepped = 200'000;

/// Damage taken by A and by B, as one index.
struct Grid {
  int a;  ///< damage that destroys A
  int b;  ///< damage that destroys B

  std::size_t size() const {
    return static_cast<std::size_t>(a + 1) * static_cast<std::size_t>(b + 1);
  }
  std::size_t index(const PerSide<int>& taken) const {
    return static_cast<std::size_t>(taken.attacker) * static_cast<std::size_t>(b + 1) +
           static_cast<std::size_t>(taken.defender);
  }
  PerSide<int> taken(std::size_t index) const {
    const auto columns = static_cast<std::size_t>(b + 1);
    return {static_cast<int>(index / columns), static_cast<int>(index % columns)};
  }
  bool over(const PerSide<int>& taken) const { return taken.attacker == a || taken.defender == b; }
};

/// Where an attack leads from one state, and how likely.
struct Row {
  std::vector<std::size_t> to;
  std::vector<double> p;
};

/// A distribution over the states that lists the states it holds.
class Spread {
 public:
  explicit Spread(std::size_t states) : p_(states, 0.0) {}

  void add(std::size_t state, double p) {
    if (p == 0) return;
    if (p_[state] == 0) states_.push_back(state);
    p_[state] += p;
  }
  double operator[](std::size_t state) const { return p_[state]; }
  const std::vector<std::size_t>& states() const { return states_; }
  void clear() {
    for (const std::size_t state : states_) p_[state] = 0;
    states_.clear();
  }

 private:
  std::vector<double> p_;
  std::vector<std::size_t> states_;
};

template <class System>
class Chain {
 public:
  Chain(const Battle<System>& battle, LineupCache* lineups)
      : battle_(battle),
        grid_{battle.capacity(Side::attacker), battle.capacity(Side::defender)},
        opening_(grid_.index(battle.opening())),
        rows_(battle.attacks().size(), std::vector<Row>(grid_.size())),
        stuck_(grid_.size(), false),
        judged_(grid_.size(), false),
        laws_(lineups) {}

  BattleAnswer solve(const BattleOptions& options) {
    const int cap = shortest({options.rounds, battle_.most_rounds(), battle_.planned_rounds()});
    BattleAnswer outcome;
    if (battle_.follows_policy()) {
      step_rounds(cap, outcome, options);
      return outcome;
    }
    build({{0, opening_}}, 0, options);
    const std::vector<double> visits = expected_visits();
    const double left = step_rounds(cap, outcome, options);
    if (cap == 0 || left < nothing_left) settle(visits, outcome);
    return outcome;
  }

 private:
  bool over(std::size_t state) const { return grid_.over(grid_.taken(state)); }

  /// What is left of a state at the end of a turn in which nothing happened.
  std::size_t lasting_state(std::size_t state) const {
    PerSide<int> taken = grid_.taken(state);
    for (const Side side : both_sides) taken[side] = battle_.lasting(side, taken[side]);
    return grid_.index(taken);
  }

  /// Where nothing more happens: the battle is over, or stuck.
  bool final(std::size_t state) const { return over(state) || stuck_[state]; }

  /// The least of some numbers of rounds, of which 0 means no limit.
  static int shortest(std::initializer_list<int> rounds) {
    int least = 0;
    for (const int one : rounds) {
      if (one > 0 && (least == 0 || one < least)) least = one;
    }
    return least;
  }

  /// The rows of all states that can be reached before each attack of a round, wave by wave.
  /// With a policy, the rows of the round before which `rounds_left` rounds are left, only.
  void build(std::vector<std::pair<std::size_t, std::size_t>> wave, int rounds_left,
             const BattleOptions& options) {
    const std::size_t attacks = battle_.attacks().size();
    std::vector<std::vector<bool>> reached(attacks, std::vector<bool>(grid_.size(), false));
    for (const auto& [attack, state] : wave) reached[attack][state] = true;
    order_.clear();
    std::size_t done = 0;
    while (!wave.empty()) {
      in_parallel(wave.size(), [&](std::size_t i) {
        const auto& [attack, state] = wave[i];
        if (!over(state)) rows_[attack][state] = row(battle_.attacks()[attack], state, rounds_left);
      });
      done += wave.size();
      if (options.progress) {
        options.progress(static_cast<double>(done) / static_cast<double>(attacks * grid_.size()));
      }
      std::vector<std::pair<std::size_t, std::size_t>> next;
      for (const auto& [attack, state] : wave) {
        if (attack == 0) order_.push_back(state);
        const std::size_t following = (attack + 1) % attacks;
        if (following == 0 && battle_.follows_policy()) continue;  // another round has other rows
        const auto reach = [&](std::size_t to) {
          if (reached[following][to]) return;
          reached[following][to] = true;
          next.emplace_back(following, to);
        };
        if (over(state)) reach(state);
        for (const std::size_t to : rows_[attack][state].to) reach(to);
      }
      wave = std::move(next);
    }
    const auto total = [&](std::size_t state) {
      const PerSide<int> taken = grid_.taken(state);
      return taken.attacker + taken.defender;
    };
    std::sort(order_.begin(), order_.end(), [&](std::size_t x, std::size_t y) {
      // The opening may hold damage that is gone after the first turn; no state leads back to it.
      const auto rank = [&](std::size_t state) {
        return std::tuple(state != opening_, total(state), state);
      };
      return rank(x) < rank(y);
    });
  }

  /// One attack from one state.
  Row row(const RoundAttack& attack, std::size_t from, int rounds_left) {
    const PerSide<int> taken = grid_.taken(from);
    const auto after = [&](PerSide<int> reached) {
      if (attack.ends_turn && !grid_.over(reached)) {
        for (const Side side : both_sides) reached[side] = battle_.lasting(side, reached[side]);
      }
      return grid_.index(reached);
    };
    const Side other = enemy_of(attack.by);
    const Eigen::ArrayXXd law = mixed_law(attack.by, taken, rounds_left);
    std::map<std::size_t, double> sum;
    Row row;
    for (Eigen::Index dealt = 0; dealt < law.rows(); ++dealt) {
      for (Eigen::Index suffered = 0; suffered < law.cols(); ++suffered) {
        const double p = law(dealt, suffered);
        if (p == 0) continue;
        PerSide<int> reached = taken;
        reached[other] += static_cast<int>(dealt);
        reached[attack.by] += static_cast<int>(suffered);
        if constexpr (System::damage_lasts) {  // every outcome is another state
          row.to.push_back(after(reached));
          row.p.push_back(p);
        } else {
          sum[after(reached)] += p;
        }
      }
    }
    for (const auto& [state, p] : sum) {
      row.to.push_back(state);
      row.p.push_back(p);
    }
    return row;
  }

  /// The damage of one attack, by the attacking side and by the other, over all that the sides may
  /// choose.
  Eigen::ArrayXXd mixed_law(Side by, const PerSide<int>& taken, int rounds_left) {
    const PerSide<int> left{grid_.a - taken.attacker, grid_.b - taken.defender};
    // What the attacking side can usefully deal is what the other side has left.
    const PerSide<int> most{left[enemy_of(by)], left[by]};
    const auto law_of = [&](const auto& chosen) -> Eigen::ArrayXXd {
      const auto fight = battle_.attack(by, taken, chosen);
      return fight ? laws_.of(*fight).joint(most) : Eigen::ArrayXXd::Ones(1, 1);
    };
    if (!battle_.follows_policy()) return law_of(PerSide<std::optional<int>>{});
    Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(most.attacker + 1, most.defender + 1);
    using Choice = std::pair<std::optional<int>, double>;
    PerSide<std::vector<Choice>> choices;
    const PerSide<MixedStrategy> mixes = battle_.mixes(rounds_left, taken);
    for (const Side side : both_sides) {
      for (const WeightedChoice& played : mixes[side])
        choices[side].emplace_back(played.value, played.p);
      if (mixes[side].empty()) choices[side].emplace_back(std::nullopt, 1.0);
    }
    for (const auto& [a, p] : choices.attacker) {
      for (const auto& [b, q] : choices.defender) {
        const Eigen::ArrayXXd law = law_of(PerSide<std::optional<int>>{a, b});
        sum.topLeftCorner(law.rows(), law.cols()) += p * q * law;
      }
    }
    return sum;
  }

  /// Whether a state can never be left, whatever the sides choose.
  bool hopeless(std::size_t state) {
    const PerSide<int> taken = grid_.taken(state);
    for (const int a : battle_.all_choices(Side::attacker, taken)) {
      for (const int b : battle_.all_choices(Side::defender, taken)) {
        const auto fight = battle_.attack(Side::attacker, taken, {a, b});
        if (fight && laws_.of(*fight).joint({1, 1}).size() > 1) return false;
      }
    }
    return true;
  }

  void find_stuck(const Spread& now) {
    for (const std::size_t state : now.states()) {
      if (judged_[state] || over(state)) continue;
      judged_[state] = true;
      stuck_[state] = hopeless(state);
    }
  }

  /// The rows of the round that begins now, for the states the battle may be in.
  void follow_policy(const Spread& now, int rounds_left, const BattleOptions& options) {
    std::vector<std::pair<std::size_t, std::size_t>> wave;
    for (const std::size_t state : now.states()) wave.emplace_back(0, state);
    build(std::move(wave), rounds_left, options);
  }

  /// One round on, from whatever is spread over the states.
  void play_round(Spread& now, Spread& next) const {
    for (const std::vector<Row>& rows : rows_) {
      next.clear();
      for (const std::size_t state : now.states()) {
        if (over(state)) {
          next.add(state, now[state]);
          continue;
        }
        const Row& row = rows[state];
        for (std::size_t i = 0; i < row.to.size(); ++i) next.add(row.to[i], now[state] * row.p[i]);
      }
      std::swap(now, next);
    }
  }

  std::vector<double> expected_visits() {
    std::vector<double> visits(grid_.size(), 0.0);
    visits[opening_] = 1;
    Spread after(grid_.size());
    Spread scratch(grid_.size());
    for (const std::size_t state : order_) {
      if (over(state)) continue;
      after.clear();
      after.add(state, 1);
      play_round(after, scratch);
      double leave = 0;  // summed, not 1 - stay, so that small chances keep their digits
      for (const std::size_t to : after.states()) leave += to == state ? 0 : after[to];
      // That damage of the opening is gone after a turn is nothing that happens.
      stuck_[state] = leave == 0 || (after.states().size() == 1 &&
                                     after.states().front() == lasting_state(state));
      if (stuck_[state] || visits[state] == 0) continue;
      visits[state] /= leave;
      for (const std::size_t to : after.states()) {
        if (to != state) visits[to] += visits[state] * after[to];
      }
    }
    return visits;
  }

  /// The end of the battle, from the expected visits of each state.
  void settle(const std::vector<double>& visits, BattleAnswer& outcome) const {
    std::vector<double> end(grid_.size(), 0.0);
    double rounds = 0;
    for (const std::size_t state : order_) {
      if (final(state)) {
        end[state] = visits[state];
      } else {
        rounds += visits[state];
      }
    }
    record_end(end, outcome);
    outcome.mean_rounds = {rounds};
  }

  void record_end(const std::vector<double>& end, BattleAnswer& outcome) const {
    Eigen::ArrayXd ends = Eigen::ArrayXd::Zero(4);
    PerSide<Eigen::ArrayXd> left{Eigen::ArrayXd::Zero(battle_.standing(Side::attacker, 0) + 1),
                                 Eigen::ArrayXd::Zero(battle_.standing(Side::defender, 0) + 1)};
    for (std::size_t state = 0; state < end.size(); ++state) {
      if (end[state] == 0) continue;
      const PerSide<int> taken = grid_.taken(state);
      const bool a_gone = taken.attacker == grid_.a;
      const bool b_gone = taken.defender == grid_.b;
      const BattleEnd how = a_gone && b_gone ? BattleEnd::both_destroyed
                            : b_gone         ? BattleEnd::attacker_wins
                            : a_gone         ? BattleEnd::defender_wins
                                             : BattleEnd::undecided;
      ends[static_cast<Eigen::Index>(how)] += end[state];
      for (const Side side : both_sides) {
        left[side][battle_.standing(side, taken[side])] += end[state];
      }
    }
    outcome.ends = Distribution(std::move(ends));
    for (const Side side : both_sides) outcome.survivors[side] = Distribution(left[side]);
  }

  /// Round by round until the cap, or until nothing is left. Returns what is left.
  double step_rounds(int cap, BattleAnswer& outcome, const BattleOptions& options) {
    Spread now(grid_.size());
    Spread next(grid_.size());
    Spread ended(grid_.size());       // battles that are over or stuck
    std::vector<double> ended_after;  // by rounds
    double left = 0;
    const auto sort_out = [&] {
      if (battle_.follows_policy()) find_stuck(now);
      double ending = 0;
      left = 0;
      next.clear();
      for (const std::size_t state : now.states()) {
        (final(state) ? ending : left) += now[state];
        (final(state) ? ended : next).add(state, now[state]);
      }
      std::swap(now, next);
      ended_after.push_back(ending);
    };
    now.add(opening_, 1);
    sort_out();
    const int last = cap == 0 ? most_rounds_stepped : cap;
    int round = 0;
    while (round < last && left >= nothing_left) {
      if (battle_.follows_policy()) follow_policy(now, last - round, options);
      ++round;
      play_round(now, next);
      sort_out();
      outcome.by_round.push_back(report(round, {&now, &ended}));
    }
    const bool broken_off = cap > 0 && round == cap;
    if (broken_off) ended_after[static_cast<std::size_t>(round)] += left;
    outcome.rounds_cut_off = broken_off ? 0 : left;
    outcome.rounds = Distribution(Eigen::Map<const Eigen::ArrayXd>(
        ended_after.data(), static_cast<Eigen::Index>(ended_after.size())));
    outcome.mean_rounds = {outcome.rounds.mean()};
    std::vector<double> end(grid_.size(), 0.0);
    for (std::size_t state = 0; state < end.size(); ++state) end[state] = now[state] + ended[state];
    record_end(end, outcome);
    return left;
  }

  RoundAnswer report(int round, std::initializer_list<const Spread*> spreads) const {
    RoundAnswer report{round, {}, {}};
    for (const Spread* spread : spreads) {
      for (const std::size_t state : spread->states()) {
        const double p = (*spread)[state];
        const PerSide<int> taken = grid_.taken(state);
        report.destroyed.attacker.value += taken.attacker == grid_.a ? p : 0;
        report.destroyed.defender.value += taken.defender == grid_.b ? p : 0;
        for (const Side side : both_sides) {
          report.mean_left[side].value += p * battle_.standing(side, taken[side]);
        }
      }
    }
    for (const Side side : both_sides) {  // rounding makes nothing surer than sure
      report.destroyed[side].value = std::min(report.destroyed[side].value, 1.0);
    }
    return report;
  }

  const Battle<System>& battle_;
  Grid grid_;
  std::size_t opening_;
  std::vector<std::vector<Row>> rows_;  ///< by attack of the round and state before it
  std::vector<bool> stuck_;
  std::vector<bool> judged_;        ///< with a policy: whether stuck_ is known
  std::vector<std::size_t> order_;  ///< states that can be reached, by rising damage
  DamageLaws<typename System::Fight> laws_;
};

template <class System>
double seconds(const Battle<System>& battle) {
  const double a = battle.capacity(Side::attacker) + 1.0;
  const double b = battle.capacity(Side::defender) + 1.0;
  constexpr double most_entries = 1.5e8;  // of all rows, 16 bytes each
  double first = 0;
  for (const RoundAttack& attack : battle.attacks()) {
    const auto fight = battle.attack(attack.by, battle.opening());
    if (fight) first += predicted_seconds(AnyFight(*fight));
  }
  const double entries = a * b * a * b / 4;
  if (entries > most_entries) return std::numeric_limits<double>::infinity();
  return a * b * first / 4 + entries * 100e-9;
}

}  // namespace

BattleAnswer battle(const AnyBattle& battle, const BattleOptions& options) {
  return std::visit(
      [&]<class System>(const Battle<System>& of_system) {
        return Chain<System>(of_system, options.lineups).solve(options);
      },
      battle);
}

double predicted_seconds(const AnyBattle& battle) {
  return std::visit([](const auto& of_system) { return seconds(of_system); }, battle);
}

}  // namespace warodds::exact
