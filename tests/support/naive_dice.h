// Every face of every die: a fight is played once for each way in which all its dice can fall, and
// nothing is merged, looked up or reckoned with binomials. The ways are counted in whole numbers,
// so the probabilities are as good as their last division. Good for a handful of dice.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/rules/fight.h"
#include "tests/support/every_assignment.h"
#include "tests/support/table_dice.h"

namespace warodds::testing {

/// Dice that count through all their faces like an odometer, the last die fastest.
class EveryFace {
 public:
  int roll(int sides) {
    if (at_ == dice_.size()) dice_.push_back({1, sides});
    const Die& die = dice_[at_++];
    one_in_ *= static_cast<std::uint64_t>(die.sides);
    return die.face;
  }
  void begin(const char*) {}
  void end(const std::string&) {}
  void note(const std::string&) {}

  /// Turns to the next way in which the dice of the last game can fall; false after the last.
  bool turn() {
    at_ = 0;
    one_in_ = 1;
    while (!dice_.empty() && dice_.back().face == dice_.back().sides) dice_.pop_back();
    if (dice_.empty()) return false;
    ++dice_.back().face;
    return true;
  }

  /// The way in which the dice have fallen since turn() has the probability 1 / one_in().
  std::uint64_t one_in() const { return one_in_; }

 private:
  struct Die {
    int face;
    int sides;
  };
  std::vector<Die> dice_;
  std::size_t at_ = 0;
  std::uint64_t one_in_ = 1;
};

/// All that happens in one way of the dice: the reports of the rules and the damage.
struct Story {
  struct Report {
    Side side;
    int what;
    int value;
    auto operator<=>(const Report&) const = default;
  };
  std::vector<Report> reports;
  int attacker_damage = 0;
  int defender_damage = 0;
  auto operator<=>(const Story&) const = default;
};

class NaiveDice : public TableDice<EveryFace> {
 public:
  explicit NaiveDice(EveryFace& die) : TableDice(die) {}
  void report(Side side, int what, int value) { story.reports.push_back({side, what, value}); }

  Story story;
};

/// Figures downed and whether any is left, one point of damage after the other.
struct Fallen {
  int figures = 0;
  bool all = false;
};

/// The same where what is left is a Remains: one point after the other on figures that stand there
/// one by one.
inline Fallen fallen_one_by_one(const Casualties& casualties, int damage) {
  struct Figure {
    std::size_t rank;
    int lost;
  };
  const std::vector<Rank>& ranks = casualties.ranks();
  const Falling& falling = casualties.falling();
  std::vector<Figure> figures;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    for (int i = 0; i < casualties.remains().figures[rank]; ++i) figures.push_back({rank, 0});
  }
  for (const Injury& injury : injuries_of(casualties.remains())) {
    std::find_if(figures.begin(), figures.end(), [&](const Figure& figure) {
      return figure.rank == static_cast<std::size_t>(injury.rank) && figure.lost == 0;
    })->lost = injury.damage;
  }
  const std::size_t all = figures.size();
  const int left = casualties.left();
  const bool pursued = !falling.then.empty();
  const int first = pursued ? damage % (left + 1) : damage;
  const int more = pursued ? damage / (left + 1) : 0;
  for (int point = 0; point < first + more && !figures.empty(); ++point) {
    const std::vector<std::size_t>& order = point < first ? falling.order : falling.then;
    // Smaller is sooner.
    const auto key = [&](const Figure& figure) {
      const int place =
          static_cast<int>(std::find(order.begin(), order.end(), figure.rank) - order.begin());
      if (falling.how == Falling::How::filled) return std::tuple(-figure.lost, place, 0);
      if (falling.turns.empty()) return std::tuple(place, -figure.lost, 0);
      const int turn = point < first ? falling.turns[static_cast<std::size_t>(place)] : 0;
      return std::tuple(turn, figure.lost, place);
    };
    const auto next = std::min_element(
        figures.begin(), figures.end(),
        [&](const Figure& one, const Figure& other) { return key(one) < key(other); });
    if (++next->lost == ranks[next->rank].hit_points) figures.erase(next);
  }
  return {static_cast<int>(all - figures.size()), figures.empty()};
}

inline Fallen fallen(const Casualties& casualties, int damage) {
  if (casualties.chosen() && casualties.falling().how != Falling::How::freely) {
    return fallen_one_by_one(casualties, damage);
  }
  if (casualties.chosen()) {
    const Remains left = freely_assigned(casualties.ranks(), casualties.remains(), damage);
    return {standing(casualties.remains()) - standing(left), standing(left) == 0};
  }
  std::vector<int> hit_points;
  std::vector<bool> falls;  // with its last point
  for (const Casualties::Rank& rank : casualties.ranks()) {
    for (int figure = 0; figure < rank.count; ++figure) {
      hit_points.push_back(rank.hit_points);
      falls.push_back(!rank.wounds_only);
    }
  }
  std::size_t first = 0;
  int downed = 0;
  const auto take = [&](int points) {
    downed = 0;
    for (int point = 0; point < points && first < hit_points.size(); ++point) {
      if (--hit_points[first] > 0) continue;
      downed += falls[first] ? 1 : 0;
      ++first;
    }
  };
  take(casualties.taken());
  take(damage);
  return {downed, first == hit_points.size()};
}

}  // namespace warodds::testing
