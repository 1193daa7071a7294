// Who beats whom: the odds of pairs of units, each worked out once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/design/cells.h"
#include "core/design/matrix.h"

namespace warodds {

/// The quantities that odds are made of.
std::vector<Quantity> win_and_lose();

/// The odds of beating another, or the mean of several, and how many of these battles nobody wins:
/// they count one half.
struct Odds {
  Estimate of_beating = {0.5};
  double nobody_wins = 0;
  int ways = 2;  ///< of a pair: both ways round, one or none, as the rules allow
};

/// The odds that the first unit of a pair beats the second, from the cells of both ways round: the
/// mean over those that the rules allow, even if there are none. `win`, `lose`: the places of these
/// quantities in the cells.
Odds odds_of_pair(const Cell& forth, const Cell& back, std::size_t win, std::size_t lose);

/// Against whom a unit is to be even.
enum class EvenFor {
  mean,      ///< the mean of all others
  choosers,  ///< who choose among all units, itself included, to win (core/design/equilibrium.h)
};
constexpr std::string_view word_of(EvenFor whom) {
  return whom == EvenFor::mean ? "mean" : "choosers";
}

/// Bytes that the odds of so many pairs take while their battles are fought, and afterwards.
double bytes_of_pairs(double pairs);
inline constexpr double bytes_of_known_pair = 96;

/// Battles of units, or of armies, that are entered one after the other. The odds of a pair are the
/// mean over both ways round; a way that the rules do not allow does not count, and a pair that
/// cannot fight at all is even. Units that differ in nothing but name and points are one. Of what
/// is bought now in one number, now in another, they are the mean over all numbers of both.
class Contest {
 public:
  using Pair = std::pair<std::size_t, std::size_t>;

  /// `cells`: the engine; its quantities and budget are not looked at.
  Contest(std::string_view system, Conditions conditions, CellQuestion cells);
  /// Of armies that are led so. `command`: for messages.
  Contest(std::string_view system, Conditions conditions, CellQuestion cells,
          const PerSide<Conduct>& conducts, const std::string& command);

  /// The number of the unit.
  std::size_t enter(const AnyUnit& unit);
  /// Of an army, which is another one than all before.
  std::size_t enter(UnitsOfSide army);
  /// Of what is bought.
  std::size_t enter(const std::vector<Lot>& lots);

  /// Works out the odds of these pairs, those that are not known yet, on all threads. False when
  /// interrupted: then not all are known.
  bool settle(const std::vector<Pair>& pairs, const Watch& watch);

  /// How many battles of two units these still need, both ways round counting as one.
  std::size_t unknown(const std::vector<Pair>& pairs) const;

  /// Whether all of these pairs have been settled.
  bool knows(const std::vector<Pair>& pairs) const;

  /// Of a pair that has been settled.
  double odds(std::size_t unit, std::size_t other) const;
  /// How far they may be off, where battles were simulated; else 0.
  double half_width(std::size_t unit, std::size_t other) const;

  /// The share of their battles that nobody wins; none if they are one: that is even unfought.
  std::optional<double> nobody_wins(std::size_t unit, std::size_t other) const;
  /// Of all battles that have been fought; 0 of none.
  double nobody_wins() const;

  /// In how many of its two ways the rules allow the battle of a pair that has been settled.
  int ways(std::size_t unit, std::size_t other) const;

  /// The mean odds against several, which have been settled; one half against nobody. `weights`:
  /// how much each of them counts; empty: all the same.
  Odds mean_odds(std::size_t unit, const std::vector<std::size_t>& others,
                 const std::vector<double>& weights = {}) const;

  /// How often players who choose among these field each of them; all pairs have been settled.
  std::vector<double> shares_of_choosers(const std::vector<std::size_t>& units) const;

  /// How long the battles of a pair take, roughly, on one thread.
  double seconds(std::size_t unit, std::size_t other) const;

  /// How the battles came about.
  const Table& table() const { return table_; }
  /// How many have been fought.
  std::size_t battles() const { return table_.exact + table_.simulated; }

 private:
  /// Pairs of places, each once; nothing when interrupted.
  std::optional<std::vector<Pair>> wanted(const std::vector<Pair>& pairs, const Watch& watch) const;
  /// Who has been entered: a unit, or one of two.
  struct Entrant {
    std::size_t first = 0;  ///< places in units_ or armies_
    std::size_t second = 0;
    double share = 0;  ///< of the second; 0: there is none
  };

  Contest(CellQuestion cells, Conditions conditions, Matchup empty);
  std::size_t place_of(const AnyUnit& unit);
  std::size_t number_of(const Entrant& entrant);
  /// Calls f(place, other place, share) for the units that two are at times.
  template <class F>
  void for_each_part(std::size_t unit, std::size_t other, F&& f) const;
  const Odds& known(std::size_t place, std::size_t other) const;
  Matchup matchup(std::size_t attacker, std::size_t defender) const;

  Conditions conditions_;
  CellQuestion cells_;
  Matchup empty_;
  std::vector<AnyUnit> units_;
  std::vector<UnitsOfSide> armies_;            ///< instead of units
  std::map<std::string, std::size_t> places_;  ///< of units, by their profiles
  std::vector<Entrant> entrants_;              ///< by their numbers
  std::map<std::tuple<std::size_t, std::size_t, double>, std::size_t> numbers_;
  std::unordered_map<std::uint64_t, Odds> odds_;  ///< of the smaller place beating the larger
  Table table_;
};

}  // namespace warodds
