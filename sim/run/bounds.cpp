// Interval arithmetic on counts.
#include "sim/run/bounds.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <stdexcept>

#include "sim/lanes/lane_chance.h"

namespace warodds::sim {

namespace {

std::int64_t limited(std::int64_t value) { return std::min(value, Bounds::enough); }

std::int64_t peak_of(const Bounds& a, const Bounds& b) { return std::max(a.peak(), b.peak()); }

}  // namespace

Bounds::Bounds(std::int64_t least, std::int64_t most, std::int64_t peak)
    : least_(limited(least)), most_(limited(most)), peak_(limited(std::max(most, peak))) {
  if (least < 0) throw std::logic_error("a rule has made a count that can be below 0");
}

Bounds operator+(const Bounds& a, const Bounds& b) {
  return {a.least_ + b.least_, a.most_ + b.most_, peak_of(a, b)};
}

Bounds operator*(const Bounds& a, const Bounds& b) {
  const auto product = [](std::int64_t x, std::int64_t y) {
    return x != 0 && y > Bounds::enough / x ? Bounds::enough : x * y;
  };
  return {product(a.least_, b.least_), product(a.most_, b.most_), peak_of(a, b)};
}

Bounds smaller(const Bounds& a, const Bounds& b) {
  return {std::min(a.least_, b.least_), std::min(a.most_, b.most_), peak_of(a, b)};
}

Bounds larger(const Bounds& a, const Bounds& b) {
  return {std::max(a.least_, b.least_), std::max(a.most_, b.most_), peak_of(a, b)};
}

Bounds minus(const Bounds& a, const Bounds& b) {
  return {std::max<std::int64_t>(a.least_ - b.most_, 0),
          std::max<std::int64_t>(a.most_ - b.least_, 0), peak_of(a, b)};
}

Bounds look_up(const std::vector<int>& table, const Bounds& index) {
  assert(!table.empty());
  const auto last = static_cast<std::int64_t>(table.size()) - 1;
  const auto place = [&](std::int64_t at) {
    return table.begin() + static_cast<std::ptrdiff_t>(std::min(at, last));
  };
  const auto from = place(index.least_);
  const auto to = place(index.most_) + 1;
  const auto [least, most] = std::minmax_element(from, to);
  return {*least, *most, index.peak_};
}

void BoundsChance::roll(std::int64_t dice) { dice_ = limited(dice_ + dice); }

Bounds BoundsChance::successes(const Bounds& n, const Target& target) {
  roll(n.most());
  return {target.faces == target.sides ? n.least() : 0, target.faces == 0 ? 0 : n.most(), n.peak()};
}

LineupHits<Bounds> BoundsChance::lineup(const Lineup& lineup) {
  const auto dice = [this](const Pool& pool) {
    const int n = std::max(pool.dice, 0);
    roll(std::int64_t{n} + std::clamp(pool.forced_rerolls, 0, n) +
         std::clamp(pool.own_rerolls, 0, n));
    return n;
  };
  const std::int64_t attack = dice(lineup.attack);
  const std::int64_t defence = dice(lineup.defence);
  const std::int64_t both = std::max(attack, defence);
  const Critical& critical = lineup.critical;
  const std::int64_t times =
      critical.each ? attack / critical.count : std::min<std::int64_t>(attack / critical.count, 1);
  return {Bounds(0, attack + times * critical.bonus, both),
          Bounds(0, lineup.defence_hits ? defence : 0, both)};
}

Bounds BoundsChance::saves(const Bounds& n, const SaveQueue& queue) {
  roll(2 * n.most());
  return {0, std::min<std::int64_t>(n.most(), queue.capacity()), n.peak()};
}

void BoundsChance::report(Side side, int what, const Bounds& count) {
  if (static_cast<std::size_t>(what) >= most_reports) {
    throw std::logic_error("LaneChance has no room for so many reports");
  }
  Bounds& sum = reported_[side][what];
  sum = sum + count;
}

}  // namespace warodds::sim
