#include "exact/solve/graph.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

#include "core/text/error.h"
#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

/// Not every library has std::bit_cast.
std::uint64_t bits_of(double number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

template <class T>
T& grown(std::vector<T>& list, int place, const T& nothing = T()) {
  const auto index = static_cast<std::size_t>(place);
  if (list.size() <= index) {
    const std::size_t size = std::max(index + 1, 2 * list.size());
    constexpr WorkUnits per_entry = 8;  // memory that is new costs as much as work
    spend(per_entry * size);
    list.resize(size, nothing);
  }
  return list[index];
}

/// Rows of a side have numbers of twenty bits.
constexpr int most_rows = 1 << 20;
/// Pairs of them, for which there must be memory.
constexpr double most_places_of_two = 5e6, most_places = 4.7e7;

}  // namespace

Graph::Graph(Scenario& scenario, FightLaws& laws) : scenario_(scenario), laws_(laws) {
  constexpr double few = 20'000, very_few = 100;
  for (const Side side : both_sides) {
    std::vector<int> states;
    double all = 1;
    for (int unit = 0; unit < scenario.units(side); ++unit) {
      states.push_back(scenario.states(side, unit));
      all *= states.back();
    }
    if (all > (scenario.comes_to_all(side) ? few : very_few)) continue;
    // In this order many rows follow each other.
    OfUnits<int> units(states.size(), 0);
    for (int number = 0; number < static_cast<int>(all); ++number) {
      row(side, units);
      for (std::size_t unit = states.size(); unit-- > 0;) {
        if (++units[unit] < states[unit]) break;
        units[unit] = 0;
      }
    }
  }
}

int Graph::row(Side side, const OfUnits<int>& units) {
  OfSide& of = sides_[side];
  const auto known = of.numbers.find(units);
  if (known != of.numbers.end()) return known->second;
  OfUnits<int> lasting;
  std::vector<int> kinds;
  for (int unit = 0; unit < static_cast<int>(units.size()); ++unit) {
    const int state = units[static_cast<std::size_t>(unit)];
    lasting.push_back(scenario_.lasting(side, unit, state));
    kinds.push_back(scenario_.kind(side, unit, state));
  }
  const int of_lasting = lasting == units ? static_cast<int>(of.rows.size()) : row(side, lasting);
  const bool by_sum = side == Side::attacker;  // so that few rows of places are in use at once
  OfUnits<int> key{by_sum ? std::accumulate(lasting.begin(), lasting.end(), 0) : 0};
  key.insert(key.end(), lasting.begin(), lasting.end());
  const auto [order, is_new] = of.order.try_emplace(key, static_cast<int>(of.blocks.size()));
  if (is_new) of.blocks.emplace_back();
  const auto number = static_cast<int>(of.rows.size());
  const double places = (number + 1.0) * static_cast<double>(sides_[enemy_of(side)].rows.size());
  const bool is_of_two = scenario_.units(Side::attacker) + scenario_.units(Side::defender) == 2;
  if (number >= most_rows || places > (is_of_two ? most_places_of_two : most_places)) {
    throw TooLarge(
        "both sides may be left in too many ways to tell them apart exactly; take --engine sim or "
        "auto");
  }
  constexpr WorkUnits per_row = 500;
  spend(per_row);
  std::vector<int>& block = of.blocks[static_cast<std::size_t>(order->second)];
  const auto place = static_cast<int>(block.size());
  block.push_back(number);
  const int kind = of.kinds.try_emplace(kinds, static_cast<int>(of.kinds.size())).first->second;
  of.rows.push_back({units, of_lasting, kind, order->second, place});
  of.numbers.emplace(units, number);
  return number;
}

int Graph::node(Marks marks) {
  const auto [known, is_new] = numbers_.try_emplace(marks, static_cast<int>(nodes_.size()));
  if (!is_new) return known->second;
  auto node = std::make_unique<Node>();
  node->marks = marks;
  for (const Side side : both_sides) {
    std::vector<int> aspects;
    for (int unit = 0; unit < scenario_.units(side); ++unit) {
      aspects.push_back(scenario_.aspect(marks, side, unit));
    }
    View& view = views_[side][aspects];
    view.aspects = std::move(aspects);
    node->views[side] = &view;
  }
  nodes_.push_back(std::move(node));
  return known->second;
}

Graph::Place Graph::place(const Scenario::State& state) {
  return {node(state.marks), row(Side::attacker, state.units.attacker),
          row(Side::defender, state.units.defender)};
}

int Graph::seen(Side side, View& view, int row) {
  int& known = grown(view.seen, row, -1);
  if (known >= 0) return known;
  std::vector<int> seen;
  for (int unit = 0; unit < scenario_.units(side); ++unit) {
    const auto place = static_cast<std::size_t>(unit);
    const int state = of(side, row).units[place];
    const int aspect = view.aspects[place];
    if (aspect == Scenario::of_nothing) continue;
    seen.push_back(scenario_.kind(side, unit, state));
    if (aspect != Scenario::of_kind) seen.push_back(scenario_.seen(side, unit, aspect, state));
  }
  const int next = static_cast<int>(view.numbers.size());
  return known = view.numbers.try_emplace(std::move(seen), next).first->second;
}

const Edge& Graph::edge(int node, int row, int column) {
  Node& at = *nodes_[static_cast<std::size_t>(node)];
  const int a = seen(Side::attacker, *at.views.attacker, row);
  const int d = seen(Side::defender, *at.views.defender, column);
  const Edge*& known = grown(grown(at.edges, a), d);
  if (known == nullptr) known = &find_edge(node, row, column);
  return *known;
}

int Graph::later(Marks before, Marks after) {
  if (!is_between_rounds(before) && after <= before) {
    throw std::logic_error("what is marked in a round must rise");
  }
  return node(after);
}

const Edge& Graph::find_edge(int node, int row, int column) {
  constexpr WorkUnits per_edge = 1500;
  spend(per_edge);
  const Scenario::State state = this->state({node, row, column});
  Edge edge;
  edge.next = scenario_.next(state);
  edge.kind = edge.next.kind;
  edge.node = node;
  if (edge.kind == Edge::Kind::fight) {
    if (!edge.is_chosen()) edge.law = &laws_.law(edge.next.fight);
  } else if (edge.kind != Edge::Kind::over) {
    const bool ends = (state.marks & round_has_ended) != 0;
    if (edge.next.picks == Picks::tried_out) {
      throw TooLarge("--targets SIDE=rollout tries enemies out with dice; take --engine sim");
    }
    if (edge.kind == Edge::Kind::goes_on) edge.next.units = {0};
    const auto options = static_cast<double>(edge.next.units.size());
    if (edge.next.picks == Picks::any) edge.p.assign(edge.next.units.size(), 1 / options);
    for (const int unit : edge.next.units) {
      const Marks then = scenario_.chosen(state, unit);
      edge.options.push_back(ends ? this->node(then) : later(state.marks, then));
    }
  }
  std::vector<std::uint64_t> key{static_cast<std::uint64_t>(edge.kind),
                                 edge.next.fight,
                                 static_cast<std::uint64_t>(edge.next.falls.attacker),
                                 static_cast<std::uint64_t>(edge.next.falls.defender),
                                 static_cast<std::uint64_t>(edge.next.end),
                                 static_cast<std::uint64_t>(edge.next.halted),
                                 bits_of(edge.next.worth),
                                 static_cast<std::uint64_t>(edge.p.size())};
  key.insert(key.end(), edge.options.begin(), edge.options.end());
  for (const std::vector<int>& choices : {edge.next.choices.attacker, edge.next.choices.defender}) {
    key.push_back(choices.size());
    for (const int value : choices) key.push_back(static_cast<std::uint64_t>(value));
  }
  const Edge*& known = nodes_[static_cast<std::size_t>(node)]->known[key];
  if (known == nullptr) known = &edges_.emplace_back(std::move(edge));
  return *known;
}

Graph::To Graph::after(int node, bool withdraws, int row, int column) {
  Node& at = *nodes_[static_cast<std::size_t>(node)];
  To& to = grown(grown(at.after[withdraws ? 1 : 0], kind(Side::attacker, row)),
                 kind(Side::defender, column));
  if (to.node < 0) {
    const Scenario::Then then = scenario_.fought(state({node, row, column}), withdraws);
    to = {later(at.marks, then.marks), then.clears, then.moves};
  }
  return to;
}

const Reach& Graph::reach(Side side, int falls, int row, int damages) {
  const Reach*& known = grown(grown(sides_[side].reaches, falls), row);
  if (known != nullptr && static_cast<int>(known->of_damage.size()) >= damages) return *known;
  constexpr WorkUnits per_damage = 30;
  spend(per_damage * static_cast<WorkUnits>(damages + 1));
  Reach& reach = reaches_.emplace_back();
  known = &reach;
  const OfUnits<int> from = units(side, row);
  for (int damage = 0; damage < damages; ++damage) {
    std::vector<int> options{row};
    if (falls != 0 && damage > 0) {
      options.clear();
      for (const OfUnits<int>& units : scenario_.suffer(side, falls, from, damage)) {
        options.push_back(this->row(side, units));
      }
    }
    const int to = options.front();
    if (options.size() > 1) {
      reach.choices.resize(static_cast<std::size_t>(damages));
      reach.choices[static_cast<std::size_t>(damage)] = std::move(options);
    }
    // Much damage has the same end.
    const auto place = std::find(reach.rows.rbegin(), reach.rows.rend(), to);
    const bool is_new = place == reach.rows.rend();
    const bool is_last = place == reach.rows.rbegin();
    reach.in_order =
        reach.in_order && (is_new ? damage == static_cast<int>(reach.rows.size()) : is_last);
    reach.of_damage.push_back(place == reach.rows.rend()
                                  ? static_cast<int>(reach.rows.size())
                                  : static_cast<int>(reach.rows.rend() - place) - 1);
    if (place == reach.rows.rend()) reach.rows.push_back(to);
  }
  for (std::size_t i = 0; i < reach.rows.size(); ++i) {
    const int to = reach.rows[i];
    reach.kinds.push_back(kind(side, to));
    reach.same.push_back(block_of(side, to) == block_of(side, row) ? 1 : 0);
    reach.high = std::max(reach.high, to + 1);
    const bool same = reach.same.back() != 0;
    Reach::Run* run = reach.runs.empty() ? nullptr : &reach.runs.back();
    if (run != nullptr && run->kind == reach.kinds.back() && run->same == same) {
      run->in_line = run->in_line && to == reach.rows[i - 1] + 1;
      ++run->to;
    } else {
      const auto place = static_cast<int>(i);
      reach.runs.push_back({place, place + 1, reach.kinds.back(), same, true, true});
    }
    reach.runs.back().lasts = reach.runs.back().lasts && lasting(side, to) == to;
  }
  return reach;
}

bool can_change(Graph& graph, const Graph::Place& from) {
  std::vector<Graph::Place> open{from};
  std::set<std::tuple<int, int, int>> seen;
  const auto add = [&](const Graph::Place& place) {
    if (seen.insert({place.node, place.row, place.column}).second) open.push_back(place);
  };
  while (!open.empty()) {
    const Graph::Place at = open.back();
    open.pop_back();
    const Edge& edge = graph.edge(at.node, at.row, at.column);
    if (edge.kind == Edge::Kind::over && edge.next.halted) return true;
    for (const int node : edge.options) add({node, at.row, at.column});
    if (edge.kind != Edge::Kind::fight) continue;
    bool leaves = false;
    const PerSide<int> block{graph.block_of(Side::attacker, at.row),
                             graph.block_of(Side::defender, at.column)};
    const auto look_at = [&](const FightLaw& law, int node) {
      graph.for_each_arrival(at, edge, node, law, [&](const Graph::Arrival& to, double) {
        leaves = leaves || to.moves ||
                 graph.block_of(Side::attacker, to.place.row) != block.attacker ||
                 graph.block_of(Side::defender, to.place.column) != block.defender;
        add(to.place);
      });
    };
    if (!edge.is_chosen()) look_at(*edge.law, edge.node);
    for (const int a : edge.next.choices.attacker) {
      for (const int d : edge.next.choices.defender) {
        if (leaves) break;
        const ChosenFight fight = graph.laws().chosen(graph.state(at), {a, d});
        look_at(fight.law, graph.node(fight.marks));
      }
    }
    if (leaves) return true;
  }
  return false;
}

}  // namespace warodds::exact
