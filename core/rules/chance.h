// The closed vocabulary of random steps a combat rule is written in: the concept `Chance` below.
//
// A rule is a template over a Chance. Whoever plays it decides what a random step means: exact/
// follows every outcome with its probability, sim/ rolls physical dice for many trials at once,
// bounds.h asks how large a count can become, the tests replay dice written down on paper or try
// every face of every die. They share no code.
#pragma once

#include <concepts>
#include <limits>
#include <vector>

#include "core/rules/count.h"
#include "core/rules/side.h"

namespace warodds {

/// What a single die must show. `faces` of its `sides` equally likely faces succeed.
struct Target {
  int sides = 6;
  int faces = 0;         ///< 0..sides
  bool low_end = false;  ///< true: the low faces succeed (roll under), false: the high ones

  double probability() const { return static_cast<double>(faces) / sides; }
  auto operator<=>(const Target&) const = default;
};

/// A die that must show `least` or more. No face is special: a target out of reach never succeeds,
/// one that every face reaches always does.
constexpr Target at_least(int least, int sides) {
  return {sides, std::clamp(sides + 1 - least, 0, sides), false};
}

/// A die that must show `most` or less.
constexpr Target at_most(int most, int sides) { return {sides, std::clamp(most, 0, sides), true}; }

/// The dice of one side of a lineup. The steps are taken in this order: roll, forced rerolls, own
/// rerolls, adjustment.
struct Pool {
  int dice = 0;
  int forced_rerolls = 0;  ///< the enemy has this many of the highest dice rolled again
  int own_rerolls = 0;     ///< at most this many of the lowest dice are rolled again ...
  int reroll_below = 4;    ///< ... of those that show less than this; or `best`
  int adjustment = 0;      ///< added to every result, which then is floored at 0 ...
  int cap = no_cap;        ///< ... and at most this

  static constexpr int no_cap = std::numeric_limits<int>::max();
  /// As `reroll_below`: the owner sees both pools and has any dice rolled again, whichever are best
  /// (reroll_choice.h).
  static constexpr int best = -1;
  bool is_chosen() const { return reroll_below == best && own_rerolls > 0 && dice > 0; }
  /// What a face counts as.
  constexpr int result(int face) const { return std::min(std::max(face + adjustment, 0), cap); }
  bool operator==(const Pool&) const = default;
};

/// Extra hits for the attacker's sixes.
struct Critical {
  enum class Judged { natural, final };
  Judged judged = Judged::natural;  ///< on the first roll, or on the results after everything
  bool each = false;                ///< the bonus for every full `count` of sixes, or once
  int count = 3;                    ///< sixes needed, at least 1
  int bonus = 1;

  /// Extra hits when `sixes` dice show six.
  constexpr int hits(int sixes) const {
    return (each ? sixes / count : std::min(sixes / count, 1)) * bonus;
  }
  bool operator==(const Critical&) const = default;
};

/// What hits come to: for a side that chooses which of its dice are rolled again. A side wants to
/// deal enough, if that is asked for; then the most damage; then to be dealt the least.
struct Stakes {
  int columns = 0;                        ///< one more than the most hits of the defence dice
  std::vector<PerSide<int>> damage = {};  ///< dealt: by attack hits (rows), then defence hits
  PerSide<int> enough = {};               ///< damage; 0: not asked for
  bool operator==(const Stakes&) const = default;
};

/// Two pools of six-sided dice, each sorted from high to low and compared pair by pair; the higher
/// die of a pair hits, a tie does not. Dice without a partner (the lowest of the larger pool) hit
/// if they beat the phantom, which never hits back.
struct Lineup {
  Pool attack;
  Pool defence;
  int phantom = 2;
  Critical critical;
  bool defence_hits = true;  ///< false: the defence dice only ward off
  Stakes stakes = {};        ///< of a lineup in which somebody chooses

  /// Whether somebody chooses which dice are rolled again. Own rerolls then come when both pools
  /// have been rolled and forced rerolls are over: first the attacker's, then the defender's.
  bool is_chosen() const { return attack.is_chosen() || defence.is_chosen(); }
  bool operator==(const Lineup&) const = default;
};

/// All that a lineup is, as numbers: for tables of what is known of lineups.
inline std::vector<int> numbers_of(const Lineup& lineup) {
  const auto& [attack, defence, phantom, critical, defence_hits, stakes] = lineup;
  std::vector<int> numbers{phantom,
                           static_cast<int>(critical.judged),
                           critical.each ? 1 : 0,
                           critical.count,
                           critical.bonus,
                           defence_hits ? 1 : 0,
                           stakes.enough.attacker,
                           stakes.enough.defender,
                           stakes.columns};
  for (const Pool* pool : {&attack, &defence}) {
    numbers.insert(numbers.end(), {pool->dice, pool->forced_rerolls, pool->own_rerolls,
                                   pool->reroll_below, pool->adjustment, pool->cap});
  }
  for (const PerSide<int>& damage : stakes.damage) {
    numbers.insert(numbers.end(), {damage.attacker, damage.defender});
  }
  return numbers;
}

template <class Count>
struct LineupHits {
  Count attack;  ///< with the critical hits
  Count defence;
};

/// Models in the order in which they take wounds. Each model takes wounds until it falls, and each
/// wound die is saved, or else ignored, or else felt.
struct SaveQueue {
  struct Place {
    int capacity = 0;  ///< wounds until all models of this place are gone
    Target save;       ///< avoids the wound die
    Target ignore;     ///< cancels the wound after a failed save
    bool operator==(const Place&) const = default;
  };
  std::vector<Place> places;

  int capacity() const {
    int sum = 0;
    for (const Place& place : places) sum += place.capacity;
    return sum;
  }
  /// The queue when so many wounds have been taken.
  SaveQueue after(int wounds) const {
    SaveQueue rest = *this;
    for (Place& place : rest.places) {
      const int here = std::min(place.capacity, wounds);
      place.capacity -= here;
      wounds -= here;
    }
    return rest;
  }
  bool operator==(const SaveQueue&) const = default;
};

/// Who plays the random steps of a rule. Each verb takes counts and plain numbers alike.
template <class C>
concept Chance = CountArithmetic<typename C::Count> &&
    requires(C chance, const typename C::Count n, const typename C::Count wounds,
             const Target target, const Lineup line, const SaveQueue queue, const Side side) {
  // Rolls n dice, counts those that meet the target.
  { chance.successes(n, target) } -> std::same_as<typename C::Count>;
  // Rolls two pools, sorts both, compares them pair by pair.
  { chance.lineup(line) } -> std::same_as<LineupHits<typename C::Count>>;
  // n wound dice on models with saves, one die at a time; the wounds that are felt.
  { chance.saves(n, queue) } -> std::same_as<typename C::Count>;
  // The same when the models have already taken `wounds` in this fight.
  { chance.saves_after(wounds, n, queue) } -> std::same_as<typename C::Count>;
  // Tells the reader of the result what a stage has brought: a place in System::reports, and how
  // many (see report.h).
  chance.report(side, 0, n);
};

/// The Chance that has every verb and nothing else, and that nobody plays. Each system compiles its
/// rules against it in its own source file, so that a rule with a verb that is not there, or with
/// other arithmetic than that of count.h, fails there, with a message that names it.
class Vocabulary {
 public:
  class Count {
   public:
    Count(int) {}  // NOLINT: a number is a count

    friend Count operator+(Count a, Count) { return a; }
    friend Count operator*(Count a, Count) { return a; }
    friend Count smaller(Count a, Count) { return a; }
    friend Count larger(Count a, Count) { return a; }
    friend Count minus(Count a, Count) { return a; }
    friend Count look_up(const std::vector<int>&, Count at) { return at; }
  };

  Count successes(Count n, const Target&) { return n; }
  LineupHits<Count> lineup(const Lineup&) { return {0, 0}; }
  Count saves(Count n, const SaveQueue&) { return n; }
  Count saves_after(Count /*wounds*/, Count n, const SaveQueue&) { return n; }
  void report(Side, int /*what*/, Count) {}
};
static_assert(Chance<Vocabulary>);

/// What one stage of a fight hands to the next: all that the dice still to come depend on.
template <class Count>
struct Exchange {
  Count in_hand = 0;      ///< dice (or hits, or wounds) on the way to the next stage
  PerSide<Count> damage;  ///< dealt by each side so far
};

/// One stage of a fight: a straight line of arithmetic and random steps. `Fight` is a system's
/// resolved matchup: all dice counts and target numbers.
template <Chance C, class Fight>
struct Stage {
  using Play = void (*)(C&, const Fight&, const Stage&, Exchange<typename C::Count>&);
  Play play = nullptr;
  Side side = Side::attacker;  ///< whose dice are rolled
  int group = 0;               ///< which of its groups rolls, where a stage is rolled by groups
};

/// Stages in the order of play. The tracks of one fight do not influence each other, and where
/// there is more than one, each deals the damage of one side.
template <Chance C, class Fight>
using Track = std::vector<Stage<C, Fight>>;

}  // namespace warodds
