// Interval arithmetic on counts.
#include "core/rules/bounds.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <stdexcept>

namespace warodds {
namespace {

static_assert(Chance<BoundsChance>);

std::int64_t limited(std::int64_t value) { return std::min(value, Bounds::enough); }

std::int64_t peak_of(const Bounds& a, const Bounds& b) { return std::max(a.peak(), b.peak()); }

/// The most hits of a pool, critical ones apart: all own dice show sixes and all others ones.
std::int64_t most_hits(const Pool& own, const Pool& other, int phantom) {
  const int pairs = std::min(own.dice, other.dice);
  const int best = own.result(6);
  return (best > other.result(1) ? pairs : 0) + (best > phantom ? own.dice - pairs : 0);
}

bool can_be_hurt(const SaveQueue::Place& place) {
  return place.save.faces < place.save.sides && place.ignore.faces < place.ignore.sides;
}

std::int64_t most_critical_hits(const Critical& critical, std::int64_t sixes) {
  const std::int64_t times = sixes / critical.count;
  return (critical.each ? times : std::min<std::int64_t>(times, 1)) * critical.bonus;
}

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

Bounds look_up(const std::vector<int>& table, const Bounds& at) {
  assert(!table.empty());
  const auto last = static_cast<std::int64_t>(table.size()) - 1;
  const auto place = [&](std::int64_t index) {
    return table.begin() + static_cast<std::ptrdiff_t>(std::min(index, last));
  };
  const auto from = place(at.least_);
  const auto to = place(at.most_) + 1;
  const auto [least, most] = std::minmax_element(from, to);
  return {*least, *most, at.peak_};
}

Bounds BoundsChance::successes(const Bounds& n, const Target& target) {
  if (listener_ != nullptr) listener_->rolled(n, target);
  return step(
      {target.faces == target.sides ? n.least() : 0, target.faces == 0 ? 0 : n.most(), n.peak()});
}

LineupHits<Bounds> BoundsChance::lineup(const Lineup& lineup) {
  const auto& [attack, defence, phantom, critical, defence_hits, stakes] = lineup;
  // Before it is known which dice can hit, all may.
  const std::int64_t dice = std::max({attack.dice, defence.dice, 0});
  const std::int64_t peak = std::max(dice, attack.dice + most_critical_hits(critical, attack.dice));
  const bool sixes = critical.judged == Critical::Judged::natural || attack.result(6) >= 6;
  const std::int64_t of_sixes = most_critical_hits(critical, sixes ? attack.dice : 0);
  const std::int64_t most_attack = most_hits(attack, defence, phantom);
  const std::int64_t most_defence = defence_hits ? most_hits(defence, attack, phantom) : 0;
  LineupHits<Bounds> hits{{0, most_attack + of_sixes, peak}, {0, most_defence, dice}};
  if (listener_ != nullptr) listener_->lined_up(lineup, hits);
  if (gives_ == Gives::ranges) return hits;
  // No pair of dice is a hit of both.
  const std::int64_t scored = turn(static_cast<int>(most_attack) + 2) - 1;
  if (scored < 0) return {{0, 0, peak}, {0, 0, dice}};
  const std::int64_t left = std::min(most_defence, dice - scored);
  return {{scored + of_sixes, scored + of_sixes, peak}, {left, left, dice}};
}

Bounds BoundsChance::saves_after(const Bounds& wounds, const Bounds& n, const SaveQueue& queue) {
  // The longest stretch of models that can be hurt, from wherever the wounds may have got to.
  std::int64_t end = queue.capacity();
  std::int64_t from_end = 0;  // that can still be felt there
  std::int64_t longest = 0;
  for (auto place = queue.places.rbegin(); place != queue.places.rend(); ++place) {
    if (place->capacity == 0) continue;  // who is gone shields nobody
    const std::int64_t begin = end - place->capacity;
    if (can_be_hurt(*place)) {
      const std::int64_t first = std::max(begin, wounds.least());
      if (first < end && begin <= wounds.most())
        longest = std::max(longest, end - first + from_end);
      from_end += place->capacity;
    } else {
      from_end = 0;
    }
    end = begin;
  }
  const Bounds felt{0, std::min(n.most(), longest), std::max(n.peak(), wounds.peak())};
  if (listener_ != nullptr) listener_->saved(n, felt);
  return step(felt);
}

void BoundsChance::report(Side side, int what, const Bounds& count) {
  if (listener_ != nullptr) listener_->reported(side, what, count);
}

Bounds BoundsChance::step(const Bounds& results) {
  if (gives_ == Gives::ranges || results.least() == results.most()) return results;
  const std::int64_t end = turn(2) == 0 ? results.least() : results.most();
  return {end, end, results.peak()};
}

int BoundsChance::turn(int ends) {
  if (played_ == turns_.size()) turns_.push_back({0, ends});
  return turns_[played_++].at;
}

bool BoundsChance::next() {
  constexpr std::size_t most_steps = 12;
  played_ = 0;
  while (!turns_.empty() && turns_.back().at + 1 == turns_.back().ends) turns_.pop_back();
  if (turns_.empty() || turns_.size() > most_steps) return false;
  ++turns_.back().at;
  return true;
}

}  // namespace warodds
