#include "exact/dice/pool_steps.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace warodds::exact {
namespace {

/// All edges to one end, from rising states.
using EdgesToEnd = std::span<const PoolStep::Edge>;

auto end_of(const PoolStep::Edge& edge) { return std::tie(edge.dice, edge.bonus, edge.phase); }

bool comes_before(const PoolStep::Edge& a, const PoolStep::Edge& b) {
  return std::tuple(end_of(a), a.from) < std::tuple(end_of(b), b.from);
}

/// The edges, sorted, in one piece for each end.
std::vector<EdgesToEnd> by_ends(const std::vector<PoolStep::Edge>& edges) {
  std::vector<EdgesToEnd> ends;
  for (std::size_t first = 0, next = 0; first < edges.size(); first = next) {
    while (next < edges.size() && end_of(edges[next]) == end_of(edges[first])) ++next;
    ends.push_back({edges.data() + first, next - first});
  }
  return ends;
}

/// By critical hits, then those together to which the same states lead.
bool comes_first(const EdgesToEnd& a, const EdgesToEnd& b) {
  if (a.front().bonus != b.front().bonus) return a.front().bonus < b.front().bonus;
  return std::lexicographical_compare(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const PoolStep::Edge& one, const PoolStep::Edge& other) { return one.from < other.from; });
}

const PoolWalk::Level* level_at(const PoolWalk& walk, int value) {
  const auto level = std::find_if(walk.levels.begin(), walk.levels.end(),
                                  [&](const auto& known) { return known.value == value; });
  return level == walk.levels.end() ? nullptr : &*level;
}

/// The edges to numbers of dice whatever their phases, times the chance of all that can follow at
/// the next value.
std::vector<PoolStep::Edge> merge_phases(std::vector<PoolStep::Edge> edges,
                                         const PoolWalk::Level* next) {
  if (next != nullptr) {
    std::map<int, Eigen::ArrayXd> chances;  // by phase: of any step from so many dice
    for (const PoolWalk::Step& step : next->steps) {
      Eigen::ArrayXd& chance = chances[step.from];
      if (chance.size() == 0) chance.setZero(step.weight.rows());
      for (Eigen::Index to = 0; to < step.weight.cols(); ++to) chance += step.weight.col(to);
    }
    for (PoolStep::Edge& edge : edges) {
      const auto chance = chances.find(edge.phase);
      edge.weight *= chance == chances.end() ? 0 : chance->second(edge.dice);
    }
  }
  for (PoolStep::Edge& edge : edges) edge.phase = 0;
  std::stable_sort(edges.begin(), edges.end(), comes_before);
  std::vector<PoolStep::Edge> merged;
  for (const PoolStep::Edge& edge : edges) {
    if (merged.empty() || comes_before(merged.back(), edge)) {
      merged.push_back(edge);
    } else {
      merged.back().weight += edge.weight;
    }
  }
  return merged;
}

/// Writes where the states with 0, 1, … dice begin, up to this number.
void begin_until(PoolStates& states, int number) {
  while (static_cast<int>(states.first.size()) <= number) states.first.push_back(states.count());
}

}  // namespace

PoolStates first_states(int most_dice) {
  PoolStates states;
  begin_until(states, 0);
  states.dice.push_back(0);
  begin_until(states, most_dice + 1);
  return states;
}

PoolStep::PoolStep(int dice, std::vector<Edge> edges) {
  constexpr auto most_ends = static_cast<std::ptrdiff_t>(Fan::most_ends);
  std::sort(edges.begin(), edges.end(), comes_before);
  std::vector<EdgesToEnd> ends = by_ends(edges);
  // Fans point into these, which must not move.
  places_.reserve(ends.size());
  from_.reserve(edges.size());
  weights_.reserve(edges.size() * Fan::most_ends);
  auto next = ends.begin();
  for (int number = 0; number <= dice; ++number) {
    begin_until(after_, number);
    first_fan_.push_back(fans_.size());
    const auto last = std::find_if(
        next, ends.end(), [&](const EdgesToEnd& end) { return end.front().dice > number; });
    std::stable_sort(next, last, comes_first);
    // In this order, the places of a fan's ends are side by side.
    for (auto end = next; end != last; ++end) place_of(end->front());
    while (next != last) {
      const int bonus = next->front().bonus;
      const auto alike = std::find_if(
          next, last, [&](const EdgesToEnd& end) { return end.front().bonus != bonus; });
      const std::ptrdiff_t together = alike - next >= most_ends ? most_ends : 1;
      add_fan({&*next, static_cast<std::size_t>(together)});
      next += together;
    }
  }
  begin_until(after_, dice + 1);
  first_fan_.push_back(fans_.size());
}

int PoolStep::place_of(const Edge& edge) {
  const auto phases = phases_.begin() + after_.before(edge.dice);
  const auto phase = std::find(phases, phases_.end(), edge.phase);
  const auto place = static_cast<int>(phase - phases);
  if (phase == phases_.end()) {
    after_.dice.push_back(edge.dice);
    phases_.push_back(edge.phase);
  }
  return place;
}

void PoolStep::add_fan(std::span<const EdgesToEnd> ends) {
  const std::size_t first_from = from_.size();
  const std::size_t first_place = places_.size();
  const std::size_t first_weight = weights_.size();
  for (const EdgesToEnd& end : ends) {
    places_.push_back(place_of(end.front()));
    for (const Edge& each : end) from_.push_back(each.from);
  }
  const auto begin = from_.begin() + static_cast<std::ptrdiff_t>(first_from);
  std::sort(begin, from_.end());
  from_.erase(std::unique(begin, from_.end()), from_.end());
  const std::span<const int> from(from_.data() + first_from, from_.size() - first_from);
  // Not all states lead to all ends: there the weight is zero.
  for (const EdgesToEnd& end : ends) {
    auto edge = end.begin();
    for (const int state : from) {
      const bool leads = edge != end.end() && edge->from == state;
      weights_.push_back(leads ? (edge++)->weight : 0.0);
    }
  }
  fans_.push_back({ends.front().front().dice,
                   {places_.data() + first_place, ends.size()},
                   ends.front().front().bonus,
                   from,
                   weights_.data() + first_weight});
}

std::span<const Fan> PoolStep::to(int dice) const {
  return std::span(fans_).subspan(first_fan_[static_cast<std::size_t>(dice)]);
}

std::vector<PoolStep> steps_at(const PoolWalk& walk, const WalkedValues& values, LastValue last) {
  std::vector<PoolStep> steps;
  PoolStates states = first_states(walk.dice);
  std::vector<int> phases{0};
  const bool merge = last == LastValue::decides_nothing && values.size() > 1;
  const auto end = merge ? std::prev(values.end()) : values.end();
  for (auto value = values.begin(); value != end; ++value) {
    const PoolWalk::Level* level = level_at(walk, *value);
    const bool merged = merge && std::next(value) == end;
    const PoolWalk::Level* then = merged ? level_at(walk, *end) : nullptr;
    std::vector<PoolStep::Edge> edges;
    for (int s = 0; s < states.count(); ++s) {
      const int dice = states.dice[static_cast<std::size_t>(s)];
      const int phase = phases[static_cast<std::size_t>(s)];
      if (level == nullptr) {
        edges.push_back({dice, phase, 0, s, 1.0});
      } else {
        for (const PoolWalk::Step& step : level->steps) {
          if (step.from != phase) continue;
          for (int more = dice; more <= walk.dice; ++more) {
            const double weight = step.weight(dice, more);
            if (weight != 0) edges.push_back({more, step.to, step.bonus, s, weight});
          }
        }
      }
    }
    if (merged) edges = merge_phases(std::move(edges), then);
    steps.emplace_back(walk.dice, std::move(edges));
    states = steps.back().after();
    phases = steps.back().phases();
  }
  return steps;
}

}  // namespace warodds::exact
