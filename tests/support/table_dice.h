// The verbs of core/rules/chance.h played the way people play them: every die is rolled by itself,
// pools are sorted and compared pair by pair. Where a die comes from is left to `Die`: naive_dice.h
// tries all faces, scripted_dice.h reads them from the test. Nothing here is shared with exact/ or
// sim/.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/rules/chance.h"

namespace warodds::testing {

/// `Die` has
///   int roll(int sides)                 the face of one die, 1..sides
///   void begin(const char* what)        a new throw begins; its dice follow
///   void end(const std::string& result) the throw is over; what came of it
///   void note(const std::string& text)  what else there is to say
/// and is told about every throw, even one of no dice.
template <class Die>
class TableDice {
 public:
  using Count = int;

  explicit TableDice(Die& die) : die_(die) {}

  int successes(int n, const Target& target) {
    die_.begin("dice");
    int count = 0;
    for (int i = 0; i < n; ++i) count += meets(die_.roll(target.sides), target) ? 1 : 0;
    die_.end(std::to_string(count) + " succeed");
    return count;
  }

  LineupHits<int> lineup(const Lineup& lineup) {
    const Line attack = line_up(lineup.attack, "attack dice", "attack dice forced to reroll",
                                "attack dice rerolled");
    const Line defence = line_up(lineup.defence, "defence dice", "defence dice forced to reroll",
                                 "defence dice rerolled");
    LineupHits<int> hits{0, 0};
    const std::size_t pairs = std::max(attack.results.size(), defence.results.size());
    for (std::size_t rank = 0; rank < pairs; ++rank) {
      const bool attacks = rank < attack.results.size();
      const bool defends = rank < defence.results.size();
      if (attacks && defends) {
        if (attack.results[rank] > defence.results[rank]) ++hits.attack;
        if (defence.results[rank] > attack.results[rank]) ++hits.defence;
      } else if (attacks) {
        if (attack.results[rank] > lineup.phantom) ++hits.attack;
      } else {
        if (defence.results[rank] > lineup.phantom) ++hits.defence;
      }
    }
    if (!lineup.defence_hits) hits.defence = 0;

    const Critical& critical = lineup.critical;
    int sixes = attack.natural_sixes;
    if (critical.judged == Critical::Judged::final) {
      sixes = 0;
      for (const int result : attack.results) sixes += result >= 6 ? 1 : 0;
    }
    while (sixes >= critical.count) {
      hits.attack += critical.bonus;
      sixes -= critical.count;
      if (!critical.each) break;
    }
    die_.note("lineup: " + words(attack.results) + " against " + words(defence.results) + ": " +
              std::to_string(hits.attack) + " and " + std::to_string(hits.defence) + " hits");
    return hits;
  }

  int saves(int n, const SaveQueue& queue) {
    std::vector<SaveQueue::Place> places = queue.places;
    int felt = 0;
    die_.begin("saves");
    for (int die = 0; die < n; ++die) {
      const auto standing = std::find_if(places.begin(), places.end(),
                                         [](const auto& place) { return place.capacity > 0; });
      if (standing == places.end()) break;
      if (avoids(standing->save) || avoids(standing->ignore)) continue;
      --standing->capacity;
      ++felt;
    }
    die_.end(std::to_string(felt) + " felt");
    return felt;
  }

  int saves_after(int wounds, int n, const SaveQueue& queue) {
    return saves(n, queue.after(wounds));
  }

 private:
  struct Line {
    int natural_sixes = 0;     ///< of the first roll
    std::vector<int> results;  ///< high to low
  };

  static bool meets(int shown, const Target& target) {
    return target.low_end ? shown <= target.faces : shown >= target.sides - target.faces + 1;
  }

  /// Rolls against a target; nobody picks up a die that cannot succeed.
  bool avoids(const Target& target) {
    return target.faces > 0 && meets(die_.roll(target.sides), target);
  }

  static std::string words(const std::vector<int>& dice) {
    std::string text;
    for (const int shown : dice) text += (text.empty() ? "" : " ") + std::to_string(shown);
    return text.empty() ? "nothing" : text;
  }

  static void sort(std::vector<int>& dice) {
    std::sort(dice.begin(), dice.end(), std::greater<>());
  }

  Line line_up(const Pool& pool, const char* first, const char* forced, const char* own) {
    Line line;
    std::vector<int>& dice = line.results;
    die_.begin(first);
    for (int i = 0; i < pool.dice; ++i) dice.push_back(die_.roll(6));
    die_.end("");
    for (const int shown : dice) line.natural_sixes += shown == 6 ? 1 : 0;

    // A9: the enemy picks the highest dice.
    sort(dice);
    die_.begin(forced);
    for (std::size_t i = 0; i < dice.size() && static_cast<int>(i) < pool.forced_rerolls; ++i) {
      dice[i] = die_.roll(6);
    }
    die_.end("");

    // A9: then the owner picks the lowest that show less than allowed.
    sort(dice);
    int left = pool.own_rerolls;
    die_.begin(own);
    for (auto die = dice.rbegin(); die != dice.rend() && left > 0; ++die) {
      if (*die >= pool.reroll_below) break;
      *die = die_.roll(6);
      --left;
    }
    die_.end("");

    // A8: adjusted results.
    for (int& shown : dice) shown = std::min(std::max(shown + pool.adjustment, 0), pool.cap);
    sort(dice);
    return line;
  }

  Die& die_;
};

}  // namespace warodds::testing
