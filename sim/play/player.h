// Plays chunks of battles with dice and counts how they go. Battles in the same state have the same
// future, so they are not told apart. All are at the same step of the same round, and those in
// which the same fight is due roll its dice together, 64 at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/answer/battle_outcome.h"
#include "core/answer/outcome.h"
#include "core/play/ending.h"
#include "core/play/rounds.h"
#include "sim/play/fight_plans.h"
#include "sim/play/stuck.h"
#include "sim/random/dice_table.h"
#include "sim/run/battle_counts.h"

namespace warodds::sim {

/// Battles that are alike.
struct Group {
  BattleState state;
  std::uint64_t battles = 0;
  double won = 0;              ///< by the attacker's side, in what it is played for besides the end
  std::size_t remembered = 0;  ///< by number, what must be known of its past
  // Of sides of several units.
  BattleState before = {};  ///< as its round began
  bool may_change = false;  ///< a fight of the round could have changed something that lasts
  // Of the fight that is due.
  Combat combat = {};
  const ReadyFight* fight = nullptr;
};

/// What a thread plays on: how rounds go, and what has been found out about them.
struct Board {
  Board(std::unique_ptr<Rounds> of, int last, std::uint64_t seed_of_tries)
      : rounds(std::move(of)), last_round(last), seed(seed_of_tries) {}

  std::unique_ptr<Rounds> rounds;
  int last_round;      ///< battles are broken off after it
  std::uint64_t seed;  ///< of the dice with which choices are tried out
  FightPlans plans{*rounds};
  Stuck stuck{*rounds, plans};
  std::unordered_map<At, int, At::Hash> tried_out = {};  ///< choices
  /// Of a game: what both choose before a fight.
  std::function<PerSide<MixedStrategy>(const BattleState&, int rounds_left)> mixes = {};
};

/// Battles from an opening on to their ends.
class Run {
 public:
  using Ends = std::function<void(const Group&, BattleEnd how, int round)>;
  using AfterRound = std::function<void(std::vector<Group>&, int round)>;
  struct Chunk {
    std::uint64_t seed = 1, number = 0, battles = 0;
  };

  explicit Run(Board& board) : board_(board), rounds_(*board.rounds) {}

  /// `ends` hears of all battles, `after_round` of those that go on. How many are undecided because
  /// of the last round. `give_up` is asked often; where it says so, Abandoned is thrown.
  std::uint64_t play(const Chunk& chunk, const std::function<bool()>& give_up, const Ends& ends,
                     const AfterRound& after_round = {});

 private:
  using Places = std::vector<std::size_t>;  ///< of groups

  void play_rounds(int phase, int round, const Ends& ends, const AfterRound& after_round);
  /// How battles have ended as a round is to begin, if they have.
  std::optional<BattleEnd> ended(const Group& group, int phase, int round);
  void play_round(int phase, int round);
  void play_to_end_of_round(int phase, int round);
  bool is_of_two() const {
    return rounds_.units(Side::attacker) + rounds_.units(Side::defender) == 2;
  }

  /// Goes on with those of such a place, and such as are told apart from them meanwhile, until a
  /// fight is due; not with those whose round is over before.
  void advance(std::size_t place, Places& due);
  void choose(std::size_t place, const Moment& moment);
  int tried_out(const BattleState& state, const Moment& moment);
  std::uint64_t dice_of(const BattleState& state, const Moment& moment) const;
  void choose_in_secret(std::size_t place, Places& due);
  void come_to_fight(std::size_t place, Places& due);

  /// Rolls the fights that are due, the same ones together, in the order of their first battles;
  /// then `due` is where that has led.
  void roll(Places& due);
  void roll_same(std::span<const std::size_t> same, Places& landed);
  void share_out(std::size_t place, std::span<const PerSide<int>> suffered, Places& landed);
  void land(std::size_t place, const PerSide<int>& suffered, Places& landed);

  /// Tells so many of the battles of a place apart: the place of those, which is its own where that
  /// is all that are left.
  std::size_t tell_apart(std::size_t place, std::uint64_t battles);
  /// Puts together what is alike, where that may be much.
  void keep_few(Places& places);
  void keep_few();

  Board& board_;
  Rounds& rounds_;
  std::optional<DiceTable> table_;
  const std::function<bool()>* give_up_ = nullptr;
  bool tries_ = false;  ///< it is tried out how battles go on
  std::uint64_t broken_off_ = 0;
  int phase_ = 0, round_ = 0;
  std::vector<Group> groups_;
  std::size_t kept_ = 0;  ///< when they were put together last
  std::vector<std::size_t> sizes_;
  Places together_;                    ///< those of the same fight one after the other
  Places open_;                        ///< where choices are still to be made
  std::vector<std::size_t> place_of_;  ///< of each fight, while it is due somewhere
  std::vector<PerSide<int>> rolled_;
  std::vector<std::uint64_t> cells_;
};

struct PlayerQuestion {
  std::function<std::unique_ptr<Rounds>()> make;  ///< anew for each thread
  int last_round = 0;                             ///< battles are broken off after it
  bool of_several = false;                        ///< what becomes of each unit is counted, too
  bool tries_with_dice = false;                   ///< a side does, which takes long
  std::uint64_t seed = 1;                         ///< of the dice with which choices are tried out
  Observer observer = {};
  std::optional<BattleOutcome> outcome = {};  ///< of the observer's facts
};

/// One thread's player.
class Player {
 public:
  explicit Player(PlayerQuestion question);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// The units as a battle begins.
  PerSide<std::vector<UnitLeft>> at_first();
  /// That a trial of the fights so far may roll.
  std::int64_t most_dice() const { return board_->plans.most_dice(); }

  /// Throws Abandoned when give_up() says so, which is asked often.
  BattleCounts play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials,
                          const std::function<bool()>& give_up);
  /// The same, and keeps what it has counted until it is added.
  void count_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials,
                   const std::function<bool()>& give_up) {
    add(counts_, play_chunk(seed, chunk, trials, give_up));
  }
  void add_to(BattleCounts& totals) { add(totals, std::exchange(counts_, {})); }

 private:
  struct Totals;

  /// Starts anew where too much is known.
  void forget();
  const UnitLeft& left(Side side, int unit, const BattleState& state);
  /// values_ of all facts, of a battle that has ended so, or would.
  void tell(const Group& group, BattleEnd how, int round);
  void tell_end(const Group& group, BattleEnd how, int round, BattleCounts& counts);
  void remember(std::vector<Group>& going_on, int round);

  PlayerQuestion question_;
  BattleCounts counts_;
  std::optional<Board> board_;
  std::optional<Run> run_;  ///< one for all chunks, so that its memory is taken once
  /// By unit and losses.
  PerSide<std::vector<std::vector<std::optional<UnitLeft>>>> left_;
  PerSide<int> hit_points_at_first_;
  std::vector<UnitLeft> of_side_;
  PerSide<std::vector<double>> told_;
  std::vector<double> values_;
  std::vector<int> remembers_after_;  ///< rounds
  /// What has been remembered, each once, and by number.
  std::map<BattleOutcome::Remembered, std::size_t> numbers_;
  std::vector<BattleOutcome::Remembered> remembered_;
};

}  // namespace warodds::sim
