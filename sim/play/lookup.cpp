#include "sim/play/lookup.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/threads/patience.h"

namespace warodds::sim {
namespace {

template <class T>
T& grown(std::vector<T>& list, std::size_t place, const T& nothing = T()) {
  if (list.size() <= place) list.resize(std::max(place + 1, 2 * list.size()), nothing);
  return list[place];
}

}  // namespace

void Here::list(std::vector<int>& list) const {
  list.assign(1, node);
  for (const Side side : both_sides) {
    list.insert(list.end(), units[side].begin(), units[side].end());
  }
}

Here Lookup::opening() {
  const Scenario::State state = scenario_.opening();
  Here here{node(state.marks), {}, state.units};
  for (const Side side : both_sides) find_kinds(here, side);
  return here;
}

int Lookup::node(Marks marks) {
  const auto [known, is_new] = numbers_.try_emplace(marks, static_cast<int>(nodes_.size()));
  if (!is_new) return known->second;
  Node node{marks};
  for (const Side side : both_sides) {
    for (int unit = 0; unit < scenario_.units(side); ++unit) {
      const int aspect = scenario_.aspect(marks, side, unit);
      if (aspect == Scenario::of_kind) node.by_kinds[side] = true;
      if (aspect > Scenario::of_kind) node.looks.emplace_back(side, unit, aspect);
    }
  }
  nodes_.push_back(std::move(node));
  return known->second;
}

const Lookup::OfState& Lookup::of(Side side, std::size_t unit, int state) {
  constexpr OfState unknown{-1};
  OfState& of = grown(grown(states_[side], unit), static_cast<std::size_t>(state), unknown);
  if (of.lasting < 0) {
    const auto number = static_cast<int>(unit);
    of = {scenario_.lasting(side, number, state), scenario_.kind(side, number, state),
          scenario_.figures(side, number, state), scenario_.hit_points(side, number, state)};
  }
  return of;
}

void Lookup::find_kinds(Here& here, Side side) {
  list_.clear();
  for (std::size_t unit = 0; unit < here.units[side].size(); ++unit) {
    list_.push_back(of(side, unit, here.units[side][unit]).kind);
  }
  here.kinds[side] = static_cast<int>(number_of(list_, kinds_[side]));
}

void Lookup::put(Here& here, Side side, std::size_t unit, int state) {
  int& now = here.units[side][unit];
  if (now == state) return;
  const int kind = of(side, unit, now).kind;
  now = state;
  if (of(side, unit, state).kind != kind) find_kinds(here, side);
}

const Edge& Lookup::edge(const Here& here) {
  const Node& node = nodes_[static_cast<std::size_t>(here.node)];
  list_.assign(1, here.node);
  for (const Side side : both_sides) {
    if (node.by_kinds[side]) list_.push_back(here.kinds[side]);
  }
  for (const auto& [side, unit, aspect] : node.looks) {
    const auto place = static_cast<std::size_t>(unit);
    const int state = here.units[side][place];
    if (!node.by_kinds[side]) list_.push_back(of(side, place, state).kind);
    list_.push_back(scenario_.seen(side, unit, aspect, state));
  }
  const std::size_t number = number_of(list_, edge_numbers_);
  return number < edges_.size() ? edges_[number] : edges_.emplace_back(new_edge(here));
}

Edge Lookup::new_edge(const Here& here) {
  check_patience();
  const Scenario::State state = this->state(here);
  Scenario::Next next = scenario_.next(state);
  Edge edge{next.kind, next.end, next.halted, nullptr, next.falls};
  const bool is_chosen = !next.choices.attacker.empty();
  if (edge.kind == Scenario::Next::Kind::fight) {
    if (!is_chosen) edge.fight = &plans_.named(next.fight);
  } else if (edge.kind != Scenario::Next::Kind::over) {
    edge.then = node(scenario_.chosen(state, {}));
  }
  if (is_chosen) edge.choices = std::move(next.choices);
  return edge;
}

void Lookup::suffer(Here& here, Side side, int falls, int damage) {
  if (falls == 0 || damage == 0) return;
  OfUnits<int>& units = here.units[side];
  auto& of_state = grown(grown(falls_[side], static_cast<std::size_t>(falls)),
                         static_cast<std::size_t>(units.front()));
  int& to = grown(of_state, static_cast<std::size_t>(damage), -1);
  if (to < 0) to = scenario_.suffer(side, falls, units, damage).front().front();
  put(here, side, 0, to);
}

bool Lookup::fought(Here& here, bool withdraws) {
  list_ = {here.node, withdraws ? 1 : 0, here.kinds.attacker, here.kinds.defender};
  const std::size_t number = number_of(list_, after_numbers_);
  if (number == afters_.size()) {
    const Scenario::Then then = scenario_.fought(state(here), withdraws);
    afters_.push_back({node(then.marks), then.clears, then.moves});
  }
  const After after = afters_[number];
  here.node = after.node;
  for (const Side side : both_sides) {
    for (std::size_t unit = 0; after.clears && unit < here.units[side].size(); ++unit) {
      put(here, side, unit, of(side, unit, here.units[side][unit]).lasting);
    }
  }
  return after.moves;
}

bool Lookup::can_change(const Here& here) {
  if (plans_.assigns_by_round()) return true;
  // Nearly always the first fight that may come can do so.
  Here first = here;
  const Edge* edge = &this->edge(first);
  while (edge->then >= 0 && (marks(first) & round_has_ended) == 0) {
    first.node = edge->then;
    edge = &this->edge(first);
  }
  if (edge->fight != nullptr && !plans_.assigns()) {
    Here then = first;
    for (const Side side : both_sides) {
      suffer(then, side, edge->falls[side], edge->fight->most[side]);
    }
    if (has_lost(here, then)) return true;
  }
  here.list(list_);
  const std::size_t number = number_of(list_, change_numbers_);
  if (number == changes_.size()) changes_.push_back(search(here));
  return changes_[number];
}

bool Lookup::has_lost(const Here& from, const Here& now) {
  for (const Side side : both_sides) {
    for (std::size_t unit = 0; unit < now.units[side].size(); ++unit) {
      const int before = from.units[side][unit], after = now.units[side][unit];
      if (before != after && of(side, unit, before).lasting != of(side, unit, after).lasting) {
        return true;
      }
    }
  }
  return false;
}

bool Lookup::search(const Here& from) {
  using NextKind = Scenario::Next::Kind;
  std::vector<Here> open{from};
  std::unordered_set<std::vector<int>, Numbers::hasher> seen;
  while (!open.empty()) {
    Here here = std::move(open.back());
    open.pop_back();
    here.list(list_);
    if (!seen.insert(list_).second) continue;
    check_patience();
    const Edge& edge = this->edge(here);
    if (edge.kind == NextKind::over && edge.halted) return true;
    if (edge.then >= 0) {
      open.push_back(here);
      open.back().node = edge.then;
    }
    if (edge.fight != nullptr && fight_can_change(from, here, edge, *edge.fight, open)) return true;
    for (const int a : edge.choices.attacker) {
      for (const int d : edge.choices.defender) {
        const FightPlans::Chosen chosen = plans_.chosen(state(here), {a, d});
        Here then = here;
        then.node = node(chosen.marks);
        if (fight_can_change(from, then, edge, *chosen.fight, open)) return true;
      }
    }
  }
  return false;
}

/// Whether something that lasts may be lost; if not, what it may lead to. Damage that does not last
/// may add up to something that does.
bool Lookup::fight_can_change(const Here& from, const Here& here, const Edge& edge,
                              const ReadyFight& fight, std::vector<Here>& open) {
  const auto go_on = [&](Here& then) {
    const bool moves = fought(then, fight.withdraws);
    if (moves || has_lost(from, then)) return true;
    open.push_back(then);
    return false;
  };
  PerSide<int> damage;
  for (damage.attacker = fight.most.attacker; damage.attacker >= 0; --damage.attacker) {
    for (damage.defender = fight.most.defender; damage.defender >= 0; --damage.defender) {
      if (!plans_.assigns()) {
        Here then = here;
        for (const Side side : both_sides) {
          suffer(then, side, edge.falls[side], damage[side]);
        }
        if (go_on(then)) return true;
        continue;
      }
      const PerSide<MixedStrategy> to = plans_.assigned(state(here), 0, damage);
      for (const WeightedChoice& a : to.attacker) {
        for (const WeightedChoice& d : to.defender) {
          Here then = here;
          put(then, Side::attacker, 0, a.value);
          put(then, Side::defender, 0, d.value);
          if (go_on(then)) return true;
        }
      }
    }
  }
  return false;
}

}  // namespace warodds::sim
