// A battle of several units as a Markov chain over its moments: round after round, and to its end.
//
// In a round, one fight after the other, every state goes to those that the fight may lead to.
// Losses never come back, so a state between two rounds comes again only if a round changes
// nothing. To the end of a battle one pass by rising losses is enough: with w the expected number
// of arrivals in a state from others, and l the probability that a round leaves it, w / l rounds
// begin in it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/systems/traits/turn_end.h"
#include "core/threads/parallel.h"
#include "exact/army/moments.h"
#include "exact/army/population.h"

namespace warodds::exact {

/// Who chooses where a policy does not.
class Chooser {
 public:
  virtual ~Chooser() = default;
  /// The place of what is chosen among the options. `rounds_left` counts the round in hand; 0: the
  /// battle goes to its end.
  virtual std::size_t choice(int phase, int rounds_left, int marks, const PerSide<int>& losses,
                             const Options& options) = 0;
};

template <class System>
class ArmyChain {
 public:
  using Losses = PerSide<int>;

  /// `chooser` may be null where both sides play by policies. `now_and_then` may throw.
  ArmyChain(Moments<System>& moments, Chooser* chooser, std::function<void()> now_and_then)
      : moments_(moments), chooser_(chooser), now_and_then_(std::move(now_and_then)) {}

  /// What a round of a phase makes of states between two rounds in which no battle is over. Of each
  /// of its fights, states that are less likely than `may_lose` together may be left out.
  Population play_round(int phase, int rounds_left, const Population& from, double may_lose) {
    phase_ = phase;
    rounds_left_ = rounds_left;
    moments_.set_phase(phase);
    std::vector<Population> over(1);
    Population now;
    for (const auto& part : from.parts()) begin(*part, now, over.front());
    while (!now.empty()) {
      for (const auto& part : now.parts()) part->grid.find_used();
      worth_following_ = least_worth_following(now, may_lose);
      for (const auto& part : now.parts()) prepare(*part);
      // Each thread has rows of its own to add to, so that sums do not depend on how many there
      // are.
      constexpr std::size_t worth_waking_threads = 30'000;
      constexpr int most_threads = 8;
      const bool alone = chooser_ != nullptr || now.size() < worth_waking_threads;
      const int threads = alone ? 1 : std::min(team_size(), most_threads);
      std::vector<Share> shares(static_cast<std::size_t>(threads));
      in_parallel(
          shares.size(),
          [&](std::size_t number) {
            shares[number].number = static_cast<int>(number);
            shares[number].of = threads;
            for (const auto& part : now.parts()) play(*part, shares[number]);
          },
          threads > 1);
      std::vector<Population> next;
      for (Share& share : shares) {
        next.push_back(std::move(share.next));
        over.push_back(std::move(share.over));
      }
      now = Population::together(std::move(next));
      // What is over early and what is over late may be in the same row.
      over.resize(1 + shares.size());
      gather(over);
    }
    return Population::together(std::move(over));
  }

  /// Whether nothing can happen any more to a battle in this state between two rounds that is not
  /// over.
  bool is_stuck(int phase, int marks, const Losses& losses) {
    if (changes_at_once(phase, marks, losses)) return false;
    std::vector<std::pair<int, int>> seen;
    return is_stuck(phase, marks, losses, seen);
  }

  /// What one round does to a state between two rounds.
  struct Around {
    double leaves = 0;  ///< probability that somebody is lost, or moves away
    bool can_leave = false;
    /// Otherwise: what is marked then, and how likely that is.
    std::map<int, double> stays;
  };
  Around around(int phase, int marks, const Losses& losses, bool only_whether) {
    phase_ = phase;
    rounds_left_ = 0;
    moments_.set_phase(phase);
    Around around;
    around_from_ = losses;
    away_ = PerSide<UnitSet>(moments_.marks(marks).away);
    States now;
    const int begun = moments_.begin(marks, losses);
    if (moments_.is_over(begun)) {
      around.stays[begun] = 1;
      return around;
    }
    now[{begun, losses.attacker, losses.defender}] = 1;
    while (!now.empty() && !(only_whether && around.can_leave)) {
      States next;
      for (const auto& [state, p] : now) {
        go_around(state[0], {state[1], state[2]}, p, only_whether, next, around);
        if (only_whether && around.can_leave) break;
      }
      now = std::move(next);
    }
    return around;
  }

 private:
  /// All less likely states together are less likely than `may_lose`.
  static double least_worth_following(const Population& population, double may_lose) {
    // By powers of two.
    constexpr std::size_t powers = 2048;
    constexpr int bits_of_fraction = 52;
    std::vector<double> sums(powers, 0.0);
    for (const auto& part : population.parts()) {
      for (const Grid::Row& row : part->grid.rows()) {
        for (const int place : row.used) {
          const double p = row.p[static_cast<std::size_t>(place)];
          std::uint64_t bits = 0;
          std::memcpy(&bits, &p, sizeof bits);
          sums[bits >> bits_of_fraction] += p;
        }
      }
    }
    std::size_t power = 0;
    for (double sum = 0; power + 1 < powers && sum + sums[power] <= may_lose; ++power) {
      sum += sums[power];
    }
    const std::uint64_t bits = std::uint64_t{power} << bits_of_fraction;
    double least = 0;
    std::memcpy(&least, &bits, sizeof least);
    return std::max(least, std::numeric_limits<double>::min());
  }

  using States = std::map<std::array<int, 3>, double>;

  /// Calls f(marks, p) for each way in which what is to be chosen may be chosen until there is a
  /// fight. `any`: also what best play would not choose.
  template <class F>
  void choose(int marks, const Losses& losses, double p, bool any, F&& f) {
    if (moments_.next(marks, losses) == Moment::Next::fight) {
      f(marks, p);
      return;
    }
    const Options& options = moments_.options(marks, losses);
    if (!options.p.empty()) {
      for (std::size_t i = 0; i < options.all.size(); ++i) {
        choose(options.all[i].marks, losses, p * options.p[i], any, f);
      }
    } else if (any) {
      for (const Options::Option& option : options.all) choose(option.marks, losses, p, any, f);
    } else {
      const std::size_t taken = chooser_->choice(phase_, rounds_left_, marks, losses, options);
      moments_.set_phase(phase_);
      choose(options.all[taken].marks, losses, p, any, f);
    }
  }

  /// Begins a round: what is marked then depends on the kinds of losses only.
  void begin(const Population::Part& part, Population& now, Population& over) {
    for (const Grid::Row& row : part.grid.rows()) {
      std::vector<double*> to_of_kind;  // of the defender's losses
      for (std::size_t place = 0; place < row.p.size(); ++place) {
        if (row.p[place] == 0) continue;
        const int defender = static_cast<int>(place);
        const auto kind = static_cast<std::size_t>(moments_.kind_of(Side::defender, defender));
        if (to_of_kind.size() <= kind) to_of_kind.resize(kind + 1, nullptr);
        if (to_of_kind[kind] == nullptr) {
          const int begun = moments_.begin(part.marks, {row.attacker, defender});
          Population& to = moments_.is_over(begun) ? over : now;
          to_of_kind[kind] = to.of(begun).row(row.attacker, static_cast<int>(row.p.size()));
        }
        to_of_kind[kind][place] += row.p[place];
      }
    }
  }

  /// What comes next in a moment, for all states with the same losses of the attacker's side.
  struct Ahead {
    int row = -1;  ///< for which this is true
    bool is_fight = false;
    // Where the options of a choice stand.
    bool by_defender = false;                       ///< whose losses decide
    const std::vector<int>* of_defender = nullptr;  ///< by its losses
    std::vector<int> of_kind;                       ///< otherwise by the kind of its losses
    // Where a fight leads.
    typename Moments<System>::NextFight fight;
    std::vector<char>
        is_own;  ///< by damage to the attacker's side: whether its row is this thread's
    /// By that damage, then by the kind of the defender's losses afterwards. Null where it has not
    /// been looked up, or damage is cleared.
    std::vector<double*> rows;
  };

  /// A thread's part of the work: rows of losses of the attacker's side that are its own.
  struct Share {
    int number = 0;
    int of = 1;
    Population next;
    Population over;
    std::vector<std::pair<int, double>> chosen;
    std::vector<Ahead> ahead;  ///< of the row in hand, by marks
    int row = 0;

    bool has(int attacker) const { return attacker % of == number; }
  };

  /// Adds all that is over to the first of these populations.
  static void gather(std::vector<Population>& over) {
    for (std::size_t i = 1; i < over.size(); ++i) {
      for (const auto& part : over[i].parts()) {
        Grid& grid = over.front().of(part->marks);
        for (const Grid::Row& row : part->grid.rows()) {
          double* const to = grid.row(row.attacker, static_cast<int>(row.p.size()));
          for (std::size_t j = 0; j < row.p.size(); ++j) to[j] += row.p[j];
        }
      }
    }
    over.resize(1);
  }

  /// Makes known all that can happen next in a part of a population.
  void prepare(const Population::Part& part) {
    PerSide<std::vector<int>> losses;
    std::vector<char> defenders(static_cast<std::size_t>(moments_.sides(Side::defender).size()), 0);
    for (const Grid::Row& row : part.grid.rows()) {
      bool any = false;
      for (const int defender : row.used) {
        const auto place = static_cast<std::size_t>(defender);
        if (row.p[place] < worth_following_) continue;
        any = true;
        defenders[place] = 1;
      }
      if (any) losses.attacker.push_back(row.attacker);
    }
    for (std::size_t defender = 0; defender < defenders.size(); ++defender) {
      if (defenders[defender] != 0) losses.defender.push_back(static_cast<int>(defender));
    }
    if (!losses.attacker.empty()) moments_.prepare(part.marks, losses);
  }

  /// States of one row, one after the other, in which the same fight comes next and leads to the
  /// same all along.
  struct Run {
    int marks = -1;
    int defender = 0;  ///< the first of the defender's losses
    std::size_t length = 0;
    const double* p = nullptr;
    double weight = 1;
  };

  void play(const Population::Part& part, Share& share) {
    for (const Grid::Row& row : part.grid.rows()) {
      if (is_first_of_team()) now_and_then_();
      ++share.row;
      Run run;
      const auto end = [&] {
        if (run.length > 0) fight(row.attacker, run, share);
        run.length = 0;
      };
      for (const int defender : row.used) {
        const auto place = static_cast<std::size_t>(defender);
        if (row.p[place] < worth_following_) continue;
        share.chosen.clear();
        const int only =
            chooser_ == nullptr ? only_choice(part.marks, {row.attacker, defender}, share) : -1;
        if (only >= 0) {
          share.chosen.emplace_back(only, 1.0);
        } else {
          choose_known(part.marks, {row.attacker, defender}, 1, share.chosen);
        }
        const int marks = share.chosen.front().first;
        const bool goes_on = run.length > 0 && share.chosen.size() == 1 && marks == run.marks &&
                             place == static_cast<std::size_t>(run.defender) + run.length &&
                             ahead(marks, row.attacker, share).fight.defenders[place].follows;
        if (goes_on) {
          ++run.length;
          continue;
        }
        end();
        if (share.chosen.size() == 1) {
          run = {marks, defender, 1, &row.p[place], 1};
          continue;
        }
        for (const auto& [one, share_of_it] : share.chosen) {
          fight(row.attacker, {one, defender, 1, &row.p[place], share_of_it}, share);
        }
      }
      end();
    }
  }

  /// The marks before the fight that comes next for sure, or -1.
  int only_choice(int marks, const Losses& losses, Share& share) {
    while (true) {
      const Ahead& here = ahead(marks, losses.attacker, share);
      if (here.is_fight) return marks;
      const auto defender = static_cast<std::size_t>(losses.defender);
      const int options = here.by_defender
                              ? (*here.of_defender)[defender]
                              : here.of_kind[static_cast<std::size_t>(
                                    moments_.known_kind(Side::defender, losses.defender))];
      marks = moments_.only_option(options);
      if (marks < 0) return -1;
    }
  }
  Ahead& ahead(int marks, int attacker, Share& share) {
    const auto place = static_cast<std::size_t>(marks);
    if (share.ahead.size() <= place) share.ahead.resize(std::max(place + 1, 2 * place));
    Ahead& ahead = share.ahead[place];
    // Who plays best may find more losses as it goes, for which rows grow.
    if (ahead.row != share.row || chooser_ != nullptr) look_up(marks, attacker, share, ahead);
    return ahead;
  }
  void look_up(int marks, int attacker, const Share& share, Ahead& ahead) {
    const auto deciding = moments_.deciding(marks);
    ahead.row = share.row;
    ahead.is_fight = deciding.is_fight;
    if (ahead.is_fight) {
      ahead.fight = moments_.known_fight(marks, attacker);
      ahead.is_own.clear();
      for (const int losses : ahead.fight.attackers->losses) {
        ahead.is_own.push_back(share.has(losses) ? 1 : 0);
      }
      const auto kinds = static_cast<std::size_t>(moments_.kinds(Side::defender));
      ahead.rows.assign(ahead.is_own.size() * kinds, nullptr);
      return;
    }
    ahead.by_defender = deciding.decides == Side::defender;
    if (ahead.by_defender) {
      const int kind = moments_.known_kind(Side::attacker, attacker);
      ahead.of_defender = &(*deciding.options)[static_cast<std::size_t>(kind)];
      return;
    }
    ahead.of_kind.clear();
    const auto place = static_cast<std::size_t>(attacker);
    for (const std::vector<int>& of_kind : *deciding.options) {
      ahead.of_kind.push_back(place < of_kind.size() ? of_kind[place] : -1);
    }
  }

  /// The marks before the fights that may come next.
  void choose_known(int marks, const Losses& losses, double p,
                    std::vector<std::pair<int, double>>& chosen) {
    if (moments_.known_next(marks) == Moment::Next::fight) {
      chosen.emplace_back(marks, p);
      return;
    }
    const Options& options = moments_.known_options(marks, losses);
    if (options.p.empty()) {
      const std::size_t taken = chooser_->choice(phase_, rounds_left_, marks, losses, options);
      moments_.set_phase(phase_);
      choose_known(options.all[taken].marks, losses, p, chosen);
      return;
    }
    for (std::size_t i = 0; i < options.all.size(); ++i) {
      choose_known(options.all[i].marks, losses, p * options.p[i], chosen);
    }
  }

  void fight(int attacker, const Run& run, Share& share) {
    Ahead& ahead = this->ahead(run.marks, attacker, share);
    const auto first = static_cast<std::size_t>(run.defender);
    const auto part = static_cast<std::size_t>(ahead.fight.parts[first]);
    const CombatLaw& law = moments_.known_law(ahead.fight.laws[part]);
    const auto& fought = ahead.fight.fought[law.withdraws ? 1 : 0];
    const auto& attackers = *ahead.fight.attackers;
    const auto& defenders = ahead.fight.defenders[first];
    const auto columns = static_cast<std::size_t>(law.p.cols());
    const auto rows = static_cast<std::size_t>(law.p.rows());
    const std::size_t in_line =
        run.length > 1 ? 0 : std::min(columns, static_cast<std::size_t>(defenders.in_line));
    const auto kinds = static_cast<std::size_t>(moments_.kinds(Side::defender));
    for (std::size_t x = 0; x < rows; ++x) {
      const bool is_own = ahead.is_own[x] != 0;
      if (!ClearsDamage<System> && !is_own) continue;
      const int to_attacker = attackers.losses[x];
      const auto& of_kind = fought[static_cast<std::size_t>(attackers.kinds[x])];
      const double* const law_of_x = law.by_attacker.data() + x * columns;
      const auto row_of = [&](std::size_t kind) {
        double*& row = ahead.rows[x * kinds + kind];
        if (row == nullptr) {
          const int marks = of_kind[kind].marks;
          Population& to = moments_.is_over(marks) ? share.over : share.next;
          row = to.of(marks).row(to_attacker, moments_.sides(Side::defender).size());
        }
        return row;
      };
      std::size_t y = 0;
      const auto kind = static_cast<std::size_t>(defenders.kinds[0]);
      if (in_line > 1 && !of_kind[kind].clears) {
        if (is_own) {
          double* const to = row_of(kind) + defenders.losses[0];
          const double p = *run.p * run.weight;
          for (std::size_t k = 0; k < in_line; ++k) to[k] += p * law_of_x[k];
        }
        y = in_line;
      }
      for (; y < columns; ++y) {
        if (law_of_x[y] == 0) continue;
        const double weight = run.weight * law_of_x[y];
        const auto& after = of_kind[static_cast<std::size_t>(defenders.kinds[y])];
        const int to_defender = defenders.losses[y];
        if (after.clears) {
          clear(after.marks, {to_attacker, to_defender}, run, weight, share);
          continue;
        }
        if (!is_own) continue;
        double* const to = row_of(static_cast<std::size_t>(defenders.kinds[y])) + to_defender;
        for (std::size_t k = 0; k < run.length; ++k) to[k] += weight * run.p[k];
      }
    }
  }

  /// Adds to what is left when damage that does not last is gone.
  void clear(int marks, const Losses& losses, const Run& run, double weight, Share& share) {
    const int attacker = moments_.known_lasting(Side::attacker, losses.attacker);
    if (!share.has(attacker)) return;
    Grid& to = (moments_.is_over(marks) ? share.over : share.next).of(marks);
    for (std::size_t k = 0; k < run.length; ++k) {
      const int defender =
          moments_.known_lasting(Side::defender, losses.defender + static_cast<int>(k));
      to.add({attacker, defender}, weight * run.p[k]);
    }
  }

  void go_around(int marks, const Losses& losses, double p, bool only_whether, States& next,
                 Around& around) {
    const bool any = only_whether && any_choice_;
    choose(marks, losses, p, any, [&](int before, double weight) {
      const int combat = moments_.combat(before, losses);
      const CombatLaw& law = moments_.law(combat, losses);
      const auto leave = [&](double more) {
        around.leaves += more;
        around.can_leave = around.can_leave || more > 0;
      };
      const auto stay = [&](Losses then, double more) {
        const auto& after = moments_.fought(before, combat, then, law.withdraws);
        if (!(moments_.marks(after.marks).away == away_)) return leave(more);
        if (after.clears) then = moments_.lasting(then);
        if (moments_.is_over(after.marks)) {
          around.stays[after.marks] += more;
        } else {
          next[{after.marks, then.attacker, then.defender}] += more;
        }
      };
      if constexpr (!ClearsDamage<System>) {
        leave(weight * law.something);
        if (law.nothing > 0) stay(losses, weight * law.nothing);
        return;
      }
      const auto rows = static_cast<int>(law.p.rows());
      const auto columns = static_cast<int>(law.p.cols());
      const std::vector<int>& a =
          moments_.after(combat, Side::attacker, losses.attacker, rows - 1).losses;
      const std::vector<int>& d =
          moments_.after(combat, Side::defender, losses.defender, columns - 1).losses;
      for (int y = 0; y < columns; ++y) {
        for (int x = 0; x < rows; ++x) {
          if (law.p(x, y) == 0) continue;
          const Losses then{a[static_cast<std::size_t>(x)], d[static_cast<std::size_t>(y)]};
          if (moments_.lasting(then) == around_from_) {
            stay(then, weight * law.p(x, y));
          } else {
            leave(weight * law.p(x, y));
          }
        }
      }
    });
  }

  /// Whether already the first fight of a round can change something for good.
  bool changes_at_once(int phase, int marks, const Losses& losses) {
    if constexpr (ClearsDamage<System>) return false;
    phase_ = phase;
    rounds_left_ = 0;
    moments_.set_phase(phase);
    const int begun = moments_.begin(marks, losses);
    if (moments_.is_over(begun)) return false;
    bool changes = false;
    choose(begun, losses, 1, any_choice_, [&](int before, double) {
      changes = changes || moments_.law(moments_.combat(before, losses), losses).something > 0;
    });
    return changes;
  }

  bool is_stuck(int phase, int marks, const Losses& losses,
                std::vector<std::pair<int, int>>& seen) {
    const std::pair<int, int> here{phase, marks};
    if (std::find(seen.begin(), seen.end(), here) != seen.end()) return true;
    seen.push_back(here);
    const Around round = around(phase, marks, losses, true);
    if (round.can_leave) return false;
    const int after = moments_.battle().after(phase);
    for (const auto& [then, p] : round.stays) {
      // It may halt after a round in which nothing has happened.
      if (moments_.halts(then, losses)) return false;
      if (moments_.ending(then, losses)) continue;
      if (!is_stuck(after, then, losses, seen)) return false;
    }
    return true;
  }

 public:
  /// Whether whoever plays best may choose anything, where it is asked what can happen at all.
  void set_any_choice(bool any) { any_choice_ = any; }

 private:
  Moments<System>& moments_;
  Chooser* chooser_;
  std::function<void()> now_and_then_;
  int phase_ = 0;
  int rounds_left_ = 0;
  bool any_choice_ = false;
  double worth_following_ = 0;
  Losses around_from_;
  PerSide<UnitSet> away_;
};

}  // namespace warodds::exact
