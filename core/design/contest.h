// Who beats whom: the odds of pairs of units or armies, each worked out once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/design/meeting.h"

namespace warodds {

/// The quantities that odds are made of.
std::vector<Quantity> win_and_lose();

/// The odds of beating another, or the mean of several, and how many of these battles nobody wins:
/// they count one half.
struct Odds {
  Estimate of_beating = {0.5};
  double nobody_wins = 0;
  int ways = 2;            ///< of a pair: both ways round, one or none, as the rules allow
  bool is_fought = false;  ///< whether there is any battle: of one with itself there is none

  /// Those of the other.
  Odds turned() const {
    return {{1 - of_beating.value, of_beating.half_width}, nobody_wins, ways, is_fought};
  }
};

/// The odds that the first unit of a pair beats the second, from the cells of both ways round: the
/// mean over those that the rules allow, even if there are none. `win`, `lose`: the places of these
/// quantities in the cells.
Odds odds_of_pair(const Cell& forth, const Cell& back, std::size_t win, std::size_t lose);

/// Bytes that the odds of so many pairs take while their battles are fought, and afterwards.
double bytes_of_pairs(double pairs);
inline constexpr double bytes_of_known_pair = 96;

/// Battles of those who are entered one after the other. The odds of a pair are the mean over both
/// ways round; a way that the rules do not allow does not count, and a pair that cannot fight at
/// all is even. Who differs in nothing but name and points is one, armies too. Of what is bought
/// now in one number, now in another, odds are the mean over all numbers of both.
class Contest {
 public:
  using Pair = std::pair<std::size_t, std::size_t>;
  /// Each of some with each of others; where they have a number for each of several budgets, one
  /// unit's after the other's, at the same budget.
  static std::vector<Pair> pairs_of(const std::vector<std::size_t>& some,
                                    const std::vector<std::size_t>& others,
                                    std::size_t budgets = 1);

  /// What decides their battles; the quantities of its cells are not looked at.
  explicit Contest(const Meeting& meeting);

  /// Their numbers.
  std::size_t enter(const Contestant& who);
  std::size_t enter(const std::vector<Lot>& lots);

  /// Works out the odds of these pairs, those that are not known yet, on all threads. False when
  /// interrupted: then not all are known.
  bool settle(const std::vector<Pair>& pairs, const Watch& watch);

  /// How many battles of two units these still need, both ways round counting as one.
  std::size_t unknown(const std::vector<Pair>& pairs) const { return wanted(pairs).size(); }
  /// Whether all of these pairs have been settled.
  bool knows(const std::vector<Pair>& pairs) const { return unknown(pairs) == 0; }

  /// Of a pair that has been settled; who has not, since the work was interrupted, counts as even.
  Odds odds(std::size_t unit, std::size_t other) const;
  /// The mean odds against several; one half against nobody. `weights`: how much each of them
  /// counts; empty: all the same.
  Odds mean_odds(std::size_t unit, const std::vector<std::size_t>& others,
                 const std::vector<double>& weights = {}) const;
  /// The share of all battles that have been fought that nobody wins; 0 of none.
  double nobody_wins() const;

  /// How long the battles of a pair take on one thread of a plain machine, on average so far.
  double seconds_of_pair() const;

  /// How the battles came about.
  const Table& table() const { return table_; }

 private:
  /// Who has been entered: a place in contestants_, or several, each so often.
  using Entrant = std::vector<std::pair<std::size_t, double>>;

  /// Pairs of places that these still need, each once.
  std::vector<Pair> wanted(const std::vector<Pair>& pairs) const;
  std::size_t place_of(const Contestant& who);
  std::size_t number_of(const Entrant& entrant);
  /// Calls f(place, other place, share) for those that two are at times.
  template <class F>
  void for_each_part(std::size_t unit, std::size_t other, F&& f) const;

  const Meeting& meeting_;
  CellQuestion cells_;  ///< of units that have been bought
  std::vector<Contestant> contestants_;
  std::map<std::string, std::size_t> places_;  ///< by what decides how they fight
  std::vector<Entrant> entrants_;              ///< by their numbers
  std::map<Entrant, std::size_t> numbers_;
  std::unordered_map<std::uint64_t, Odds> odds_;  ///< of the smaller place beating the larger
  Table table_;
  double seconds_ = 0;  ///< of work on all battles
};

}  // namespace warodds
