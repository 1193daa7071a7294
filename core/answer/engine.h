// An engine as a value: what answers questions. exact/ makes one that works out laws, sim/ one that
// rolls dice; engine_for() puts the one together that is asked for. Whoever asks cannot tell them
// apart but by the half-widths of their numbers.
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/answer.h"
#include "core/answer/best_play_answer.h"
#include "core/answer/outcome.h"
#include "core/answer/tallies.h"
#include "core/play/battle.h"
#include "core/play/sequence.h"
#include "core/systems/systems.h"

namespace warodds {

struct Patience;  // core/threads/patience.h

/// How far long work has come.
struct Progress {
  std::string_view of;  ///< what is counted: "trials", "battles", "% of the battle"
  std::uint64_t done = 0;
  std::uint64_t wanted = 100;
  bool keeps = false;  ///< whether an interruption would leave a result
};

/// What somebody who waits for an answer can do meanwhile. Callable from the thread that asked.
struct Watch {
  using Clock = std::chrono::steady_clock;

  const std::atomic<bool>* stop = nullptr;  ///< set by somebody to end early
  std::function<void(const Progress&)> progress = {};
  std::optional<Clock::time_point> until = {};  ///< when to end in any case

  bool stopped() const { return is_interrupted() || (until && Clock::now() >= *until); }
  bool is_interrupted() const { return stop != nullptr && *stop; }
  /// "interrupted", or that the time limit was reached.
  const char* why_stopped() const;
  /// What is thrown by work that was stopped; `what`: which, behind why.
  NoAnswer ended(const std::string& what = "") const;
  /// Seconds until then, at least a moment; `most` where there are more.
  double seconds_left(double most) const;
  /// The same, of work that tells nothing.
  Watch quiet() const { return {stop, {}, until}; }
  /// The same, which ends after so many seconds at the latest.
  Watch within(double seconds) const;
  void tell(const Progress& how_far) const {
    if (progress) progress(how_far);
  }
  /// The same, for the loops that none is passed to.
  Patience patience() const;
  /// Of work that has no result until it is done; throws NoAnswer when it is to end.
  void tell_share(std::string_view of, double share) const;
};

/// A fight, and what is asked of its outcomes.
struct FightQuestion {
  template <class Fight>
  requires std::constructible_from<AnyFight, Fight>
  // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): a question is no fight
  FightQuestion(Fight&& of, LawsAsked laws = {})
      : fight(std::forward<Fight>(of)), asked(std::move(laws)) {}

  AnyFight fight;
  LawsAsked asked;
};

/// A battle that is to be fought for `rounds` rounds at most; 0: to the end.
struct BattleQuestion {
  AnyBattle battle;
  int rounds = 0;
  LawsAsked asked = {};
};

/// A sequence in the order given; with `orders`, also how every other order of at most
/// most_steps_ordered steps does.
struct SequenceQuestion {
  AnySequence sequence;
  bool orders = false;
  LawsAsked asked = {};  ///< of the outcomes in the order given
};

using PlayedQuestion = std::variant<FightQuestion, BattleQuestion, SequenceQuestion>;

/// A battle that has been left open, for so many rounds at most; 0: to the end.
struct BestPlayQuestion {
  AnyBattle battle;
  int rounds = 0;
};

/// One that is to be played by these strategies.
struct PlayQuestion {
  BestPlayQuestion of;
  PerSide<Strategy> strategies;
};

/// One kind of question that an engine can answer. May be called from several threads at once.
template <class Question, class Found>
struct Solver {
  /// Throws NoAnswer when there is none.
  std::function<Found(const Question&, const Watch&)> answer;

  explicit operator bool() const { return static_cast<bool>(answer); }
};

struct Engine {
  Solver<PlayedQuestion, Answer> laws;        ///< of what is played
  Solver<BestPlayQuestion, Solution> solve;   ///< best play of one unit a side
  Solver<PlayQuestion, PayoffEstimate> play;  ///< what strategies are worth
  /// What its solvers work with: they are good as long as the engine, or a copy of it, lives.
  std::shared_ptr<const void> keep_alive = {};
};

/// `both`: exact, and then compared with dice.
enum class EngineChoice { automatic, exact, sim, both };

/// What can be said about the engine that is to answer.
struct EngineSettings {
  EngineChoice choice = EngineChoice::automatic;
  double time_limit = 5;    ///< seconds: of work for an exact answer, and of a simulation
  bool limits_all = false;  ///< as many as the whole work may take that is many such answers
  int threads = 0;          ///< 0: as many as the machine has
  // of a simulation
  std::optional<std::uint64_t> trials = {};
  std::optional<double> precision = {};  ///< instead of trials
  double confidence = 0.99;
  std::uint64_t seed = 1;
  /// Of a simulation that is shared out among machines: only these chunks of it, and where to add
  /// what they have counted. Without them: what others have counted is added up instead of played.
  std::optional<ChunkRange> chunks = {};
  std::shared_ptr<std::vector<Tallies>> tallies = {};
};

inline constexpr std::uint64_t default_trials = 1'000'000;

/// What makes engines; a program passes {exact::engine, sim::engine}.
struct Engines {
  std::function<Engine(const EngineSettings&)> exact;
  std::function<Engine(const EngineSettings&)> sim;
};

/// The engine that is asked for: simulated, exact (TooLarge where that takes more work than fits
/// the time limit), or automatic: exact where four fifths of that are enough, simulated elsewhere.
/// Best play is always exact, and strategies are always played with dice.
Engine engine_for(const EngineSettings& settings, const Engines& engines);

}  // namespace warodds
