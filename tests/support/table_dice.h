// The verbs of core/rules/chance.h played the way people play them: every die is rolled by itself,
// pools are sorted and compared pair by pair. Where a die comes from is left to `Die`: naive_dice.h
// tries all faces, scripted_dice.h reads them from the test. Nothing here is shared with exact/ or
// sim/.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/rules/chance.h"
#include "core/rules/reroll_choice.h"

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
    Line attack = first_rolls(lineup.attack, "attack dice", "attack dice forced to reroll");
    Line defence;
    const auto attacker_rerolls = [&] {
      reroll(Side::attacker, lineup, attack, defence, "attack dice rerolled");
    };
    if (!lineup.is_chosen()) attacker_rerolls();
    defence = first_rolls(lineup.defence, "defence dice", "defence dice forced to reroll");
    if (lineup.is_chosen()) attacker_rerolls();  // who chooses sees both pools
    reroll(Side::defender, lineup, attack, defence, "defence dice rerolled");
    adjust(lineup.attack, attack);
    adjust(lineup.defence, defence);
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

  Line first_rolls(const Pool& pool, const char* first, const char* forced) {
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
    sort(dice);
    return line;
  }

  /// A9: then the owner picks the lowest that show less than allowed, or chooses.
  void reroll(Side side, const Lineup& lineup, Line& attack, Line& defence, const char* own) {
    const Pool& pool = side == Side::attacker ? lineup.attack : lineup.defence;
    std::vector<int>& dice = side == Side::attacker ? attack.results : defence.results;
    std::vector<int> kept = dice;
    if (pool.is_chosen()) {
      kept = chosen(side, lineup, attack, defence);
    } else {
      for (int left = pool.own_rerolls; left > 0 && !kept.empty(); --left) {
        if (kept.back() >= pool.reroll_below) break;
        kept.pop_back();
      }
    }
    die_.begin(own);
    while (kept.size() < dice.size()) kept.push_back(die_.roll(6));
    die_.end("");
    sort(kept);
    dice = kept;
  }

  /// What a side keeps that does what is best. That is not found here once more, but by
  /// tests/reference.
  static std::vector<int> chosen(Side side, const Lineup& lineup, const Line& attack,
                                 const Line& defence) {
    // One fight is played again and again.
    static thread_local std::pair<Lineup, std::shared_ptr<const RerollChoice>> last;
    if (last.second == nullptr || last.first != lineup) last = {lineup, reroll_choice(lineup)};
    const RerollChoice* choice = last.second.get();
    const auto number = [&](Side of, const Line& line) {
      FacePools::Faces faces{};
      for (const int shown : line.results) ++faces[static_cast<std::size_t>(shown - 1)];
      return choice->pools(of).number(faces);
    };
    const std::size_t kept =
        choice->kept(side, choice->level(attack.natural_sixes), number(Side::attacker, attack),
                     number(Side::defender, defence));
    const FacePools::Faces& faces = choice->pools(side).faces(kept);
    std::vector<int> dice;
    for (int face = 6; face >= 1; --face) {
      dice.insert(dice.end(), faces[static_cast<std::size_t>(face - 1)], face);
    }
    return dice;
  }

  /// A8: adjusted results.
  static void adjust(const Pool& pool, Line& line) {
    for (int& shown : line.results) {
      shown = std::min(std::max(shown + pool.adjustment, 0), pool.cap);
    }
    sort(line.results);
  }

  Die& die_;
};

}  // namespace warodds::testing
