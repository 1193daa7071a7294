// The simulator: plays a fight many times with physical dice and counts what happens.
//
// The same fight, seed and number of trials give the same counts on any number of threads: the
// trials are cut into chunks of a size that depends on the fight only, chunk i has its own stream
// of dice, and what is added up are whole numbers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/answer/engine.h"
#include "core/answer/tallies.h"

namespace warodds::sim {

struct Plan;

struct Options {
  std::uint64_t trials = 1'000'000;
  /// Instead of a number of trials: go on until every reported probability (of each value of each
  /// quantity, and of each damage or more) has a Wilson interval of at most this half-width.
  std::optional<double> precision = {};
  double confidence = 0.99;  ///< of the intervals, between 0 and 1
  std::uint64_t seed = 1;
  int threads = 0;                          ///< 0: as many as the machine has
  double time_limit = 0;                    ///< seconds; 0: none
  double whole_limit = 0;                   ///< of which these are left, where it is told; or 0
  const std::atomic<bool>* stop = nullptr;  ///< set by somebody else to end early
  /// Called now and then by the calling thread: trials done, and the most that will be.
  std::function<void(std::uint64_t done, std::uint64_t wanted)> progress = {};

  /// Of a simulation that is shared out: play these chunks only, and add what they have counted to
  /// `tallies`. Without them, nothing is played, but what stands there is added up.
  std::optional<ChunkRange> chunks = {};
  std::vector<Tallies>* tallies = nullptr;
};

/// Plays the fight. At least one chunk of trials is played, whatever the time limit. A partial
/// result is what the same seed gives for that many trials. Throws InputError for options out of
/// range, NoAnswer for a fight too large to be counted.
Answer simulate(const FightQuestion& question, const Options& options);
/// Where every order of a sequence is asked for, half of the time is for them, and each is played
/// with an even share of the trials, but at least `least_trials_of_order` (or all, if those are
/// fewer).
Answer simulate(const SequenceQuestion& question, const Options& options);
inline constexpr std::uint64_t least_trials_of_order = 20'000;
/// Fights a battle to its end, or for as many rounds as are asked for (at most
/// most_simulated_rounds). There is no answer where the time limit comes before the first chunk is
/// done. Throws NoAnswer where a policy cannot be played with dice.
Answer simulate(const BattleQuestion& question, const Options& options);
/// Plays a battle that has been left open with both strategies: what they are worth in practice.
PayoffEstimate play_game(const PlayQuestion& question, const Options& options);

/// The same for a fight that has been made ready (see plan.h).
Answer simulate(const Plan& plan, const Options& options, const LawsAsked& asked = {});

}  // namespace warodds::sim
