// Rolling, comparing and saving, a lane a trial.
//
// Dice are thrown in runs of at most 255 and counted in byte lanes, whatever T: so many dice cost
// the same in a fight of small and of large counts.
#include "sim/lanes/lane_chance.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

namespace warodds::sim {

namespace {

using Bytes = Lanes<std::uint8_t>;
constexpr int longest_run = Bytes::max();

/// Calls roll(run) for runs of dice that make up n dice: n is an int, or lanes of numbers, and a
/// run an int or byte lanes.
template <class Number, class Roll>
void in_runs(const Number& n, Roll roll) {
  if constexpr (std::is_same_v<Number, int>) {
    for (int left = n; left > 0; left -= longest_run) roll(std::min(left, longest_run));
  } else {
    const std::int64_t most = n.largest();
    Number left = n;
    for (std::int64_t first = 0; first < most; first += longest_run) {
      roll(resized<std::uint8_t>(left));  // clipped to a run
      left = minus(left, Number(longest_run));
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
  reports_ = {};
}

template <class T>
template <class Number>
Lanes<T> LaneChance<T>::successes_of(const Number& n, const Target& target) {
  const auto thrown = [&](const auto& run) {
    return dice_.at_least(border(target), run, target.sides);
  };
  if constexpr (sizeof(T) == 1) {
    return target.low_end ? minus(Count(n), thrown(n)) : thrown(n);
  } else {
    Count high;
    in_runs(n, [&](const auto& run) { high = high + resized<T>(thrown(run)); });
    return target.low_end ? minus(Count(n), high) : high;
  }
}

template <class T>
Lanes<T> LaneChance<T>::successes(int n, const Target& target) {
  return successes_of(n, target);
}

template <class T>
Lanes<T> LaneChance<T>::successes(const Count& n, const Target& target) {
  return successes_of(n, target);
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
LaneChance<T>::Comparison::Comparison(const Lineup& of) : lineup(of) {
  const PerSide<std::array<int, 7>> values{adjusted_values(of.attack), adjusted_values(of.defence)};
  for (const Side side : both_sides) {
    LineupTerms& own_terms = terms[side];
    // Larger pools are compared in wide lanes.
    own_terms.smaller_pool = std::max(std::min(of.attack.dice, of.defence.dice), 0);
    if (side == Side::defender && !of.defence_hits) continue;
    const std::array<int, 7>& own = values[side];
    for (std::size_t face = 1; face <= 6; ++face) {
      const int value = own[face];
      if (face > 1 && own[face - 1] == value) continue;  // they are among those of the lower face
      const std::size_t opposing = face_for(values[enemy_of(side)], value);
      const bool paired = value <= of.phantom;
      // Where all enemy dice show as much, they block every die with a partner.
      if (paired && opposing == 1) continue;
      own_terms.term[own_terms.count++] = {pool_row(face), pool_row(face_for(own, value + 1)),
                                           pool_row(opposing), paired};
    }
  }
  final_six = face_for(values.attacker, 6);
  if (of.is_chosen()) choice = reroll_choice(of);
}

template <class T>
void LaneChance<T>::pair(const LineupTerms& terms, const AtLeast& own, const AtLeast& other,
                         Count& hits) const {
  if constexpr (sizeof(T) == 1) {
    kernels_.pair_hits(terms, own.front().data(), other.front().data(), hits.data());
  } else {
    hits = 0;
    for (std::size_t i = 0; i < terms.count; ++i) {
      const LineupTerm& term = terms.term[i];
      const Count blocked = larger(other[term.opposing / row_bytes], own[term.higher / row_bytes]);
      const Count& all = own[term.face / row_bytes];
      hits = hits + minus(term.paired ? smaller(all, Count(terms.smaller_pool)) : all, blocked);
    }
  }
}

template <class T>
template <class Number>
void LaneChance<T>::roll(const Number& n, AtLeast& pool) {
  if constexpr (sizeof(T) == 1) {
    dice_.throw_pool(n, pool);
  } else {
    pool = {};
    in_runs(n, [&](const auto& run) {
      Dice::AtLeast thrown;
      dice_.throw_pool(run, thrown);
      for (std::size_t f = 0; f < pool_rows; ++f) pool[f] = pool[f] + resized<T>(thrown[f]);
    });
  }
}

template <class T>
template <class Number>
void LaneChance<T>::roll_more(const Number& n, AtLeast& at_least) {
  AtLeast more;
  roll(n, more);
  for (std::size_t f = 0; f < pool_rows; ++f) at_least[f] = at_least[f] + more[f];
}

template <class T>
void LaneChance<T>::force_rerolls(const Pool& pool, AtLeast& at_least) {
  const int again = std::min(pool.forced_rerolls, pool.dice);
  if (again <= 0) return;
  for (Count& count : at_least) count = minus(count, Count(again));  // the highest leave
  roll_more(again, at_least);
}

template <class T>
void LaneChance<T>::reroll_own(const Pool& pool, AtLeast& at_least) {
  const int at_most = std::min(pool.own_rerolls, pool.dice);
  if (at_most <= 0) return;
  const auto below = static_cast<std::size_t>(std::clamp(pool.reroll_below, 1, 7));
  const Count again = smaller(minus(Count(pool.dice), at_least[below]), Count(at_most));
  const Count kept = minus(Count(pool.dice), again);
  for (Count& count : at_least) count = smaller(count, kept);  // the lowest leave
  roll_more(again, at_least);
}

template <class T>
void LaneChance<T>::reroll_chosen(Side side, const Count& natural_sixes) {
  const RerollChoice& choice = *comparison_.choice;
  AtLeast& own = pools_[side];
  Count again;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const auto pool_of = [&](Side of) {
      FacePools::Faces faces;
      for (std::size_t face = 1; face <= faces.size(); ++face) {
        faces[face - 1] = static_cast<std::uint8_t>(pools_[of][face].data()[lane] -
                                                    pools_[of][face + 1].data()[lane]);
      }
      return choice.pools(of).number(faces);
    };
    const std::size_t kept =
        choice.kept(side, choice.level(static_cast<int>(natural_sixes.data()[lane])),
                    pool_of(Side::attacker), pool_of(Side::defender));
    const FacePools::Faces& faces = choice.pools(side).faces(kept);
    int shown = 0;
    for (std::size_t face = faces.size(); face >= 1; --face) {
      shown += faces[face - 1];
      own[face].data()[lane] = static_cast<T>(shown);
    }
    again.data()[lane] = static_cast<T>(choice.pools(side).dice() - shown);
  }
  roll_more(again, own);
}

template <class T>
LineupHits<Lanes<T>> LaneChance<T>::lineup(const Lineup& lineup) {
  if (comparison_.lineup != lineup) comparison_ = Comparison(lineup);
  LineupHits<Count> hits{unset, unset};
  Count sixes = unset;
  const bool judged_first = lineup.critical.judged == Critical::Judged::natural;
  const bool chosen = comparison_.choice != nullptr;
  roll(std::max(lineup.attack.dice, 0), pools_.attacker);
  if (judged_first) sixes = pools_.attacker[6];
  force_rerolls(lineup.attack, pools_.attacker);
  if (!chosen) reroll_own(lineup.attack, pools_.attacker);
  roll(std::max(lineup.defence.dice, 0), pools_.defender);
  force_rerolls(lineup.defence, pools_.defender);
  if (!chosen) reroll_own(lineup.defence, pools_.defender);
  if (chosen) {
    for (const Side side : both_sides) reroll_chosen(side, judged_first ? sixes : Count());
  }
  if (!judged_first) sixes = pools_.attacker[comparison_.final_six];
  pair(comparison_.terms.attacker, pools_.attacker, pools_.defender, hits.attack);
  pair(comparison_.terms.defender, pools_.defender, pools_.attacker, hits.defence);

  if (lineup.critical.bonus != 0) {
    const Count bonus(lineup.critical.bonus);
    for (int needed = lineup.critical.count; needed <= lineup.attack.dice;
         needed += lineup.critical.count) {
      hits.attack = hits.attack + only(is_at_least(sixes, Count(needed)), bonus);
      if (!lineup.critical.each) break;
    }
  }
  return hits;
}

/// Wounds felt at a place with room for so many, by lanes with `left` wound dice to come; takes the
/// dice that were used from `left`.
template <class T>
Lanes<T> LaneChance<T>::felt_wounds(Count& left, const Count& room, const SaveQueue::Place& place) {
  Count felt;
  for (;;) {
    // As many dice as there is room for, should they all be felt.
    const Count now = smaller(left, minus(room, felt));
    if (now.largest() == 0) return felt;
    Count hurt = now;
    for (const Target& target : {place.save, place.ignore}) {
      if (target.faces > 0) hurt = minus(hurt, successes(hurt, target));
    }
    left = minus(left, now);
    felt = felt + hurt;
  }
}

template <class T>
Lanes<T> LaneChance<T>::saves_after(const Count& wounds, const Count& n, const SaveQueue& queue) {
  Count before = wounds;
  Count left = n;
  Count taken;
  for (const SaveQueue::Place& place : queue.places) {
    const Count whole = clipped<T>(place.capacity);
    const Count room = minus(whole, before);
    before = minus(before, whole);
    // Behind the last place nobody asks how many dice are left: there all can be thrown at once.
    const bool is_last = &place == &queue.places.back();
    taken = taken + (is_last ? smaller(felt_wounds(left, Count(left), place), room)
                             : felt_wounds(left, room, place));
  }
  return taken;
}

template class LaneChance<std::uint8_t>;
template class LaneChance<std::uint32_t>;

}  // namespace warodds::sim
