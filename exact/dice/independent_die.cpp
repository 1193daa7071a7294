#include "exact/dice/independent_die.h"

#include <algorithm>

namespace warodds::exact {
namespace {

enum class Rerolls { none, each_for_itself, by_the_pool };

Rerolls rerolls_of(const Pool& pool) {
  const bool forced = pool.forced_rerolls > 0;
  const bool own = pool.own_rerolls > 0 && pool.reroll_below > 1;
  if (pool.dice == 0 || (!forced && !own)) return Rerolls::none;
  // With no limit, each die that shows less than `reroll_below` is rolled again. Above 6 the limit
  // picks no particular face.
  const bool unlimited = !forced && pool.own_rerolls >= pool.dice && pool.reroll_below <= 6;
  return unlimited ? Rerolls::each_for_itself : Rerolls::by_the_pool;
}

}  // namespace

int IndependentDie::ways_at(int value) const {
  for (const Value& v : values) {
    if (v.value == value) return v.ways;
  }
  return 0;
}

int IndependentDie::ways_above(int value) const {
  int sum = 0;
  for (const Value& v : values) sum += v.value > value ? v.ways : 0;
  return sum;
}

std::optional<IndependentDie> independent_die(const Pool& pool) {
  const Rerolls rerolls = rerolls_of(pool);
  if (rerolls == Rerolls::by_the_pool) return std::nullopt;
  const bool rerolled = rerolls == Rerolls::each_for_itself;
  IndependentDie die;
  die.natural_sixes = rerolled ? 6 : 1;
  die.ways = rerolled ? 36 : 6;
  for (int face = 6; face >= 1; --face) {
    // Out of 36: a first roll that is kept, whatever a second would have been; or a first roll that
    // is not kept, with one second.
    const int ways = rerolled ? (face >= pool.reroll_below ? 6 : 0) + (pool.reroll_below - 1) : 1;
    die.faces[static_cast<std::size_t>(face - 1)] = ways;
    const int value = std::min(std::max(face + pool.adjustment, 0), pool.cap);
    if (!die.values.empty() && die.values.back().value == value) {
      die.values.back().ways += ways;
    } else {
      die.values.push_back({value, ways});
    }
  }
  return die;
}

}  // namespace warodds::exact
