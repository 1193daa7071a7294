// A battle stepped round by round: the distribution of rounds, and how things stand after each.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "core/answer/battle_answer.h"
#include "exact/battle/chain_steps.h"
#include "exact/battle/endings.h"
#include "exact/battle/states.h"

namespace warodds::exact {

/// Stepping ends where less probability than this is left.
inline constexpr double nothing_left = 1e-12;
/// ... where nothing but the steps says how the battle ends.
inline constexpr double nothing_left_for_good = 1e-18;

class RoundByRound {
 public:
  /// Whether nothing can happen any more in a state that is not over, before the first attack of a
  /// round. Asked of each once.
  using Stuck = std::function<bool(std::size_t attack, std::size_t state)>;
  /// To be called now and then with the share of something that has been done, by the thread that
  /// steps. What it throws ends the stepping.
  using Tell = std::function<void(double share)>;
  /// Plays a round from `now`, the states the battle may be in before `attack`, to the states after
  /// it; returns the attack that follows. `next` is room to work in; `tell` is told how much of the
  /// round has been played, if that takes long.
  using Play = std::function<std::size_t(std::size_t attack, Spread& now, Spread& next,
                                         int rounds_left, const Tell& tell)>;

  /// `progress`, if there is one, is told how much of the rounds has been fought.
  RoundByRound(const BattleStates& states, Stuck stuck, Play play, Tell progress,
               double least = nothing_left)
      : states_(states),
        stuck_(std::move(stuck)),
        play_(std::move(play)),
        progress_(std::move(progress)),
        least_(least) {}

  /// Has each end of battles heard: so many, in a state, after so many rounds. Those that are left
  /// in the end are not among them.
  using Ended = std::function<void(std::size_t state, int rounds, double p)>;
  void tell_ends(Ended ended) { tells_end_ = std::move(ended); }

  /// Has rounds that begin before this attack stepped, however little is left.
  void step_before(std::size_t attack) { always_before_ = attack; }
  /// Leaves all rounds from this attack on to the steps of a chain, which tells no ends.
  void go_on_by(ChainSteps& steps, std::size_t attack) {
    chain_steps_ = &steps;
    chain_from_ = attack;
  }
  /// Steps until `last` rounds have been fought (0: until nothing is left that can be told), and
  /// fills in what the answer says of rounds: of those beyond only how many battles have them, and
  /// roughly how many they are. Returns what is left.
  double operator()(std::size_t opening, int last, BattleAnswer& answer);
  /// Where the battles are then, and those that have ended before; by state.
  std::vector<double> end() const;
  /// Those that have not ended, and the rounds that they have fought.
  const Spread& going_on() const { return now_; }
  int rounds_fought() const { return static_cast<int>(left_after_.size()); }
  /// The attack with which they go on.
  std::size_t next_attack() const { return attack_; }

 private:
  /// What is known of a state before an attack.
  enum class Judged : char { not_yet, goes_on, final };

  /// Puts aside the battles that are over or stuck after a round.
  void sort_out();
  /// Notes how the battles stand after a round: those that go on, and those that have ended with
  /// it.
  void note(const Tally& left, const Tally& ending);
  /// Whether a state is over or stuck before the first attack of the round to come.
  Judged judge(std::size_t state) const;
  /// How many rounds more, on average, what is left takes, if it shrinks as it has of late.
  double mean_beyond() const;

  const BattleStates& states_;
  Stuck stuck_;
  Play play_;
  Tell progress_;
  double least_;
  Ended tells_end_;
  ChainSteps* chain_steps_ = nullptr;
  std::size_t chain_from_ = 0;  ///< attack
  std::size_t always_before_ = 0;
  std::size_t attack_ = 0;  ///< the first of the round to come
  Spread now_;
  Spread next_;
  std::vector<double> ended_;                          ///< battles that are over or stuck, by state
  std::vector<double> ended_after_;                    ///< the same by rounds
  std::vector<double> left_after_;                     ///< likewise: what was left then
  Tally left_;                                         ///< after the last round
  Tally gone_;                                         ///< ended by then
  std::map<std::size_t, std::vector<Judged>> judged_;  ///< by attack and state
};

}  // namespace warodds::exact
