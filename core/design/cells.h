// Many fights or battles at once: the cells of a matrix, the points of a sweep. Each is answered
// like one that is asked alone, to the last bit.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/best_players.h"
#include "core/answer/engine.h"
#include "core/answer/quantity.h"
#include "core/design/budget.h"
#include "core/play/assumed_play.h"
#include "core/play/matchup.h"

namespace warodds {

/// Trials of each of many simulations, unless said otherwise.
inline constexpr std::uint64_t default_trials_of_many = 100'000;

/// The mean of numbers, each of which counts so much.
class Mean {
 public:
  void add(const Estimate& number, double weight = 1) {
    sum_.value += weight * number.value;
    weight_ += weight;
    if (!number.half_width || !(weight > 0)) return;
    // The same dice for all: their errors may all point the same way.
    sum_.half_width = sum_.half_width.value_or(0) + weight * *number.half_width;
  }
  double weight() const { return weight_; }
  /// Of numbers that count 1 together.
  const Estimate& sum() const { return sum_; }
  Estimate mean() const {
    Estimate mean{sum_.value / weight_, sum_.half_width};
    if (mean.half_width) *mean.half_width /= weight_;
    return mean;
  }

 private:
  Estimate sum_{0};
  double weight_ = 0;
};

/// From where the battles of all cells are fought and how far, and which outcomes count.
struct Frame {
  std::string from;  ///< as begin_from has it
  std::optional<Event> until, given;
};

/// The quantities of one fight or battle, or of the mean of several, in the order asked for.
struct Cell {
  enum class State : char { not_reached, exact, simulated, refused };
  State state = State::not_reached;
  bool partial = false;          ///< a simulation that had to end early
  std::uint64_t trials = 0;      ///< of a simulation; of several, the fewest
  std::vector<Estimate> values;  ///< empty if refused or not reached

  bool is_reached() const { return state != State::not_reached; }
  /// Its numbers have been made of these, too.
  void add_origin(const Cell& part);
};

/// What all cells have in common.
struct Table {
  std::string system;
  std::string title;
  std::vector<Quantity> quantities;
  std::vector<std::string> given;  ///< the settings asked for, as written
  Frame frame;
  BestPlayers players;       ///< who plays as solve says, in battles
  std::uint64_t trials = 0;  ///< the most of any cell
  bool same_trials = true;   ///< of all cells that were simulated
  std::uint64_t seed = 0;
  double confidence = 0;
  std::size_t exact = 0;              ///< cells answered exactly
  std::size_t simulated = 0;          ///< ... and by simulation
  std::size_t refused = 0;            ///< attacks the rules forbid
  std::string a_refusal;              ///< why, of the first of them
  double nobody_wins = 0;             ///< of battles behind odds, the share that counts one half
  std::size_t not_reached = 0;        ///< cells without an answer, because of an interruption
  bool partial = false;               ///< interrupted
  std::string why_partial;            ///< the whole of it: what ended it early; else empty
  std::string warning = {};           ///< where most battles behind odds end undecided
  std::vector<Purchase> bought = {};  ///< what the budget buys, where there is one
  AssumedPlays assumed = {};          ///< what nobody has chosen, in any cell

  /// Counts the cells of another table in.
  void count_in(const Table& more);
  /// Whether it was interrupted.
  void end(bool interrupted, const Watch& watch);

  /// The points that sides are bought for, where they are.
  std::optional<double> budget() const {
    return bought.empty() ? std::nullopt : std::optional(bought.front().budget);
  }
  /// Cells that have an answer.
  std::size_t answered() const { return exact + simulated; }
  /// How the numbers of the whole table came about.
  Cell::State state() const { return simulated > 0 ? Cell::State::simulated : Cell::State::exact; }
};

/// What is to be answered in every cell, and by whom.
struct CellQuestion {
  Engine engine;
  EngineSettings settings;  ///< the engine's
  std::vector<Quantity> quantities;
  int rounds = 0;  ///< of battles; 0: to the end
  Frame frame = {};
  BestPlayers players = {};           ///< of battles
  std::optional<Budget> budget = {};  ///< points that both sides are bought for
  std::vector<std::string> given;     ///< for Table::given

  /// Refuses what is no mean and no probability of a side that is bought in one of two numbers,
  /// and those of some outcomes only: a mixture of two fights has no more. Throws InputError.
  void require_of_mixtures() const;
  bool asks_for_battles() const;
  /// What the matchups are for. `command`: for messages.
  Use use(const std::string& command) const;
};

/// A table of that question before any cell is answered; `with`: whose rules it is about.
Table table_of(const Matchup& with, const CellQuestion& question);

/// Answers all cells, on all threads, in any order; `matchup(i)` makes the i-th. Counts them in.
/// Throws NoAnswer, with the reason of the first, when all of them are refused.
std::vector<Cell> answer_cells(const CellQuestion& question, std::size_t count,
                               std::string_view what,
                               const std::function<Matchup(std::size_t)>& matchup,
                               const Watch& watch, Table& table);

/// Bytes of so many cells with so many numbers each, as they are answered and as they are written
/// down: an estimate, rather too large.
double bytes_of_cells(double cells, std::size_t quantities);

/// Refuses so many of `what` ("units") where they need more bytes than there are; these grow with
/// that power of their number. Throws NoAnswer, which says how many fit.
void require_room(double bytes, std::size_t count, std::string_view command, std::string_view what,
                  double power = 1);

}  // namespace warodds
