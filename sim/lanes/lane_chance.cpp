// Rolling, comparing and saving, a lane a trial.
//
// Dice are thrown in runs of at most 255 and counted in byte lanes, whatever T: so many dice cost
// the same in a fight of small and of large counts.
#include "sim/lanes/lane_chance.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace warodds::sim {

namespace {

using Bytes = Lanes<std::uint8_t>;
constexpr int longest_run = Bytes::max();

/// Calls roll(first, run) for runs of dice that make up `n` dice.
template <class T, class Roll>
void in_runs(std::int64_t n, Roll roll) {
  if constexpr (sizeof(T) == 1) {
    assert(n <= longest_run);
    if (n > 0) roll(0, static_cast<int>(n));
  } else {
    for (std::int64_t first = 0; first < n; first += longest_run) {
      roll(static_cast<int>(first),
           static_cast<int>(std::min<std::int64_t>(n - first, longest_run)));
    }
  }
}

/// The face (from 0) at which the successes begin, or, for low ends, end.
int border(const Target& target) {
  return target.low_end ? target.faces : target.sides - target.faces;
}

/// A number that is compared with counts; one beyond the largest count acts like it.
template <class T>
Lanes<T> clipped(int value) {
  return Lanes<T>(static_cast<int>(std::min<std::int64_t>(
      std::max(value, 0), std::min<std::int64_t>(Lanes<T>::max(), INT32_MAX))));
}

}  // namespace

template <class T>
void LaneChance<T>::restart(std::uint64_t seed, std::uint64_t chunk) {
  dice_.restart(seed, chunk);
  reported_ = {};
}

template <class T>
Lanes<T> LaneChance<T>::successes(int n, const Target& target) {
  const Bytes least(border(target));
  Count high;
  in_runs<T>(n, [&](int, int run) {
    Bytes count;
    dice_.roll(target.sides, run,
               [&](const Faces& face) { count.count(is_at_least(face, least)); });
    high = high + resized<T>(count);
  });
  return target.low_end ? minus(Count(n), high) : high;
}

template <class T>
Lanes<T> LaneChance<T>::successes(const Count& n, const Target& target) {
  const Bytes least(border(target));
  Count high;
  in_runs<T>(n.largest(), [&](int first, int run) {
    // Where a trial has fewer dice than the largest, the dice beyond are not looked at.
    const Bytes dice = resized<std::uint8_t>(minus(n, Count(first)));
    Bytes count;
    Bytes index;
    dice_.roll(target.sides, run, [&](const Faces& face) {
      count.count(is_at_least(face, least) & is_less(index, dice));
      index = index + 1;
    });
    high = high + resized<T>(count);
  });
  return target.low_end ? minus(n, high) : high;
}

// The lineup never sorts. Let A and D be the dice of either pool that show v or more, and A' the
// attack dice that show more than v. In the sorted pool the attack dice of value v stand at the
// places p with A' < p <= A. The die opposite shows less than v where p > D. So they bring
//
//     max(0, A - max(A', D))
//
// hits. That counts a die without a partner as if its partner showed nothing, which is right for
// values above the phantom's; up to the phantom's value only dice with a partner can hit: p is at
// most the smaller pool, which takes the place of A where it is smaller.

namespace {

/// What the natural faces 1..6 of a pool count as.
std::array<int, 7> adjusted_values(const Pool& pool) {
  std::array<int, 7> values{};
  for (int face = 1; face <= 6; ++face) {
    values[static_cast<std::size_t>(face)] =
        std::min(std::max(face + pool.adjustment, 0), pool.cap);
  }
  return values;
}

/// The lowest face that counts as `value` or more; 7 if none does.
std::size_t face_for(const std::array<int, 7>& values, int value) {
  std::size_t face = 1;
  while (face <= 6 && values[face] < value) ++face;
  return face;
}

}  // namespace

template <class T>
LaneChance<T>::Comparison::Comparison(const Lineup& of)
    : lineup(of), smaller_pool(std::max(std::min(of.attack.dice, of.defence.dice), 0)) {
  const PerSide<std::array<int, 7>> values{adjusted_values(of.attack), adjusted_values(of.defence)};
  for (const Side side : both_sides) {
    if (side == Side::defender && !of.defence_hits) continue;
    const std::array<int, 7>& own = values[side];
    for (std::size_t face = 1; face <= 6; ++face) {
      const int value = own[face];
      if (face > 1 && own[face - 1] == value) continue;  // they are among those of the lower face
      const Term term{face, face_for(own, value + 1), face_for(values[enemy_of(side)], value),
                      value <= of.phantom};
      // Where all enemy dice show as much, they block every die with a partner.
      if (term.paired && term.opposing == 1) continue;
      terms[side].push_back(term);
    }
  }
  final_six = face_for(values.attacker, 6);
}

template <class T>
Lanes<T> LaneChance<T>::pair_hits(const std::vector<typename Comparison::Term>& terms,
                                  const AtLeast& own, const AtLeast& other, int smaller_pool) {
  Count hits;
  for (const auto& term : terms) {
    const Count blocked = larger(other[term.opposing], own[term.higher]);
    const Count& all = own[term.face];
    hits = hits + minus(term.paired ? smaller(all, Count(smaller_pool)) : all, blocked);
  }
  return hits;
}

template <class T>
void LaneChance<T>::roll_into(AtLeast& at_least, int n) {
  const auto add = [&](std::size_t value, const Count& dice) {
    at_least[value] = at_least[value] + dice;
  };
  in_runs<T>(n, [&](int, int run) {
    // The sums are of min(face, v) over the dice, faces counted from 0. Neighbouring sums differ by
    // the dice that show v or more; that they overflow does not matter.
    Bytes one, two, three, four, five;
    dice_.roll(6, run, [&](const Faces& face) {
      one = one + smaller(face, 1);
      two = two + smaller(face, 2);
      three = three + smaller(face, 3);
      four = four + smaller(face, 4);
      five = five + face;
    });
    add(1, run);
    add(2, resized<T>(one));
    add(3, resized<T>(difference(two, one)));
    add(4, resized<T>(difference(three, two)));
    add(5, resized<T>(difference(four, three)));
    add(6, resized<T>(difference(five, four)));
  });
}

template <class T>
void LaneChance<T>::roll_into(AtLeast& at_least, const Count& n) {
  in_runs<T>(n.largest(), [&](int first, int run) {
    const Bytes dice = resized<std::uint8_t>(minus(n, Count(first)));
    std::array<Bytes, 7> rolled;
    Bytes index;
    dice_.roll(6, run, [&](const Faces& face) {
      const auto rolls = is_less(index, dice);
      for (int value = 1; value <= 6; ++value) {
        rolled[static_cast<std::size_t>(value)].count(is_at_least(face, value - 1) & rolls);
      }
      index = index + 1;
    });
    for (std::size_t value = 1; value <= 6; ++value) {
      at_least[value] = at_least[value] + resized<T>(rolled[value]);
    }
  });
}

template <class T>
auto LaneChance<T>::roll_pool(const Pool& pool, Count& natural_sixes) -> AtLeast {
  AtLeast at_least;
  const int n = std::max(pool.dice, 0);
  roll_into(at_least, n);
  natural_sixes = at_least[6];

  if (const int again = std::min(pool.forced_rerolls, n); again > 0) {
    for (Count& count : at_least) count = minus(count, Count(again));  // the highest leave
    roll_into(at_least, again);
  }
  if (const int at_most = std::min(pool.own_rerolls, n); at_most > 0) {
    const auto below = static_cast<std::size_t>(std::clamp(pool.reroll_below, 1, 7));
    const Count again = smaller(minus(Count(n), at_least[below]), Count(at_most));
    const Count kept = minus(Count(n), again);
    for (Count& count : at_least) count = smaller(count, kept);  // the lowest leave
    roll_into(at_least, again);
  }
  return at_least;
}

template <class T>
LineupHits<Lanes<T>> LaneChance<T>::lineup(const Lineup& lineup) {
  Count attack_sixes, defence_sixes;
  const AtLeast attack = roll_pool(lineup.attack, attack_sixes);
  const AtLeast defence = roll_pool(lineup.defence, defence_sixes);
  if (comparison_.lineup != lineup) comparison_ = Comparison(lineup);
  const PerSide<std::vector<typename Comparison::Term>>& terms = comparison_.terms;
  LineupHits<Count> hits{pair_hits(terms.attacker, attack, defence, comparison_.smaller_pool),
                         pair_hits(terms.defender, defence, attack, comparison_.smaller_pool)};

  if (lineup.critical.bonus != 0) {
    const Count& sixes = lineup.critical.judged == Critical::Judged::natural
                             ? attack_sixes
                             : attack[comparison_.final_six];
    const Count bonus(lineup.critical.bonus);
    for (int needed = lineup.critical.count; needed <= lineup.attack.dice;
         needed += lineup.critical.count) {
      hits.attack = hits.attack + only(is_at_least(sixes, Count(needed)), bonus);
      if (!lineup.critical.each) break;
    }
  }
  return hits;
}

/// Wounds taken at a place that can take `capacity` more, by lanes with `left` wound dice to come;
/// takes the dice that were used from `left`.
template <class T>
Lanes<T> LaneChance<T>::felt_wounds(Count& left, const Count& capacity,
                                    const SaveQueue::Place& place) {
  const Bytes save_border(border(place.save));
  const Bytes ignore_border(border(place.ignore));
  Count felt;
  // In runs: until every lane has used its next (up to 255) dice or has no room for a wound.
  for (;;) {
    const Bytes dice = resized<std::uint8_t>(left);
    const Bytes room = resized<std::uint8_t>(minus(capacity, felt));
    if (smaller(dice, room).largest() == 0) return felt;
    Bytes used, wounds;
    while (only(is_less(used, dice) & is_less(wounds, room), Bytes(1)).largest() != 0) {
      constexpr int between_looks = 4;
      for (int i = 0; i < between_looks; ++i) {
        auto hurt = is_less(used, dice) & is_less(wounds, room);
        used.count(hurt);
        for (const Target* target : {&place.save, &place.ignore}) {
          if (target->faces == 0) continue;
          const Bytes& least = target == &place.save ? save_border : ignore_border;
          const Faces& face = dice_.roll(target->sides);
          hurt = hurt & (target->low_end ? is_at_least(face, least) : is_less(face, least));
        }
        wounds.count(hurt);
      }
    }
    left = minus(left, resized<T>(used));
    felt = felt + resized<T>(wounds);
  }
}

template <class T>
Lanes<T> LaneChance<T>::saves_after(const Count& wounds, const Count& n, const SaveQueue& queue) {
  Count before = wounds;
  Count left = n;
  Count taken;
  for (const SaveQueue::Place& place : queue.places) {
    const Count whole = clipped<T>(place.capacity);
    const Count capacity = minus(whole, before);
    before = minus(before, whole);
    if (place.save.faces == 0 && place.ignore.faces == 0) {
      const Count here = smaller(left, capacity);
      left = minus(left, here);
      taken = taken + here;
    } else {
      taken = taken + felt_wounds(left, capacity, place);
    }
  }
  return taken;
}

template class LaneChance<std::uint8_t>;
template class LaneChance<std::uint32_t>;

}  // namespace warodds::sim
