#include "exact/solve/backward.h"

#include <algorithm>
#include <stdexcept>

namespace warodds::exact {
namespace {

double of_end(BattleEnd end) {
  constexpr double draw = 0.5;
  return end == BattleEnd::attacker_wins ? 1 : end == BattleEnd::defender_wins ? 0 : draw;
}

}  // namespace

struct Backward::Block {
  std::vector<Here> here;
  std::unordered_map<std::uint64_t, int> numbers;
  PerSide<int> of;  ///< which it is
  std::vector<Value> values;
};

std::uint64_t Backward::key(const Graph::Place& place) {
  constexpr int bits = 20;
  return static_cast<std::uint64_t>(place.node) << 2 * bits |
         static_cast<std::uint64_t>(place.row) << bits | static_cast<std::uint64_t>(place.column);
}

std::size_t Backward::known(const Graph::Place& place) {
  Graph::Place at = place;
  at.node = graph_.decided(at.node, at.row, at.column).node;
  const auto known = places_.find(key(at));
  if (known != places_.end()) return known->second;
  solve(at);
  return places_.at(key(at));
}

std::vector<double> Backward::options(const Graph::Place& place, const Edge& edge,
                                      int rounds_left) {
  std::vector<double> values;
  for (const int node : edge.options) {
    values.push_back(value({node, place.row, place.column}, rounds_left));
  }
  return values;
}
std::vector<double> Backward::taken(const Graph::Place& place, const Edge& edge, int rounds_left) {
  const std::vector<double> values = options(place, edge, rounds_left);
  std::vector<double> taken(values.size(), 0.0);
  taken[best_of(values, edge.next.side)] = 1;
  return taken;
}

std::size_t Backward::best_of(const std::vector<double>& values, Side side) {
  constexpr double equal = 1e-12;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  std::size_t first = 0;
  while (side == Side::attacker ? values[first] < *most - equal : values[first] > *least + equal) {
    ++first;
  }
  return first;
}

void Backward::solve(const Graph::Place& place) {
  Block block;
  block.of = {graph_.block_of(Side::attacker, place.row),
              graph_.block_of(Side::defender, place.column)};
  include(block, place);
  for (std::size_t i = 0; i < block.here.size(); ++i) expand(block, static_cast<int>(i));
  if (rounds_ > 0) {
    find_by_rounds(block);
    return;
  }
  block.values.resize(block.here.size());
  // What comes again is asked for where rounds begin.
  std::vector<int> order;
  for (std::size_t i = 0; i < block.here.size(); ++i) {
    if (is_between_rounds(graph_.marks(block.here[i].at.node)))
      order.push_back(static_cast<int>(i));
  }
  std::sort(order.begin(), order.end(), [&](int x, int y) {
    const auto marks = [&](int i) {
      return graph_.marks(block.here[static_cast<std::size_t>(i)].at.node);
    };
    return marks(x) < marks(y);
  });
  for (const int i : order) find_to_the_end(block, i);
  for (std::size_t i = 0; i < block.here.size(); ++i) {
    find_to_the_end(block, static_cast<int>(i));
    const double value = block.values[i].f.at(0);
    keep(block.here[i], &value);
  }
}

int Backward::include(Block& block, Graph::Place place) const {
  const Edge& edge = graph_.decided(place.node, place.row, place.column);
  place.node = edge.node;
  const auto [number, is_new] =
      block.numbers.try_emplace(key(place), static_cast<int>(block.here.size()));
  if (is_new) block.here.push_back({place, &edge, {}, {}, {}});
  return number->second;
}

void Backward::expand(Block& block, int i) {
  const auto [node, row, column] = block.here[static_cast<std::size_t>(i)].at;
  const Edge& edge = *block.here[static_cast<std::size_t>(i)].edge;
  if (edge.kind == Edge::Kind::fight) {
    expand_fight(block, i);
    return;
  }
  for (std::size_t option = 0; option < edge.options.size(); ++option) {
    const int to = include(block, {edge.options[option], row, column});
    Here& here = block.here[static_cast<std::size_t>(i)];
    if (edge.kind == Edge::Kind::goes_on) {
      here.terms.push_back({to, 1});
    } else if (edge.next.p.empty()) {
      here.options.push_back(to);
    } else {
      here.terms.push_back({to, edge.next.p[option]});
    }
  }
}

void Backward::expand_fight(Block& block, int i) {
  const auto [node, row, column] = block.here[static_cast<std::size_t>(i)].at;
  const Edge& edge = *block.here[static_cast<std::size_t>(i)].edge;
  const FightLaw& law = *edge.law;
  const int nx = law.damages(Side::attacker), ny = law.damages(Side::defender);
  const Reach& attackers = graph_.reach(Side::attacker, edge.next.falls.attacker, row, nx);
  const Reach& defenders = graph_.reach(Side::defender, edge.next.falls.defender, column, ny);
  std::vector<double> p(attackers.rows.size() * defenders.rows.size(), 0.0);
  for (int x = 0; x < nx; ++x) {
    for (int y = 0; y < ny; ++y) {
      const auto of_x = static_cast<std::size_t>(x), of_y = static_cast<std::size_t>(y);
      p[static_cast<std::size_t>(attackers.of_damage[of_x]) * defenders.rows.size() +
        static_cast<std::size_t>(defenders.of_damage[of_y])] += law.p(x, y);
    }
  }
  std::vector<double> elsewhere(columns_, 0.0);
  for (std::size_t x = 0; x < attackers.rows.size(); ++x) {
    for (std::size_t y = 0; y < defenders.rows.size(); ++y) {
      const double both = p[x * defenders.rows.size() + y];
      if (both == 0) continue;
      Graph::Place to{0, attackers.rows[x], defenders.rows[y]};
      const Graph::To after = graph_.after(edge, to.row, to.column);
      to.node = after.node;
      if (after.clears) {
        to.row = graph_.lasting(Side::attacker, to.row);
        to.column = graph_.lasting(Side::defender, to.column);
      }
      const bool stays = graph_.block_of(Side::attacker, to.row) == block.of.attacker &&
                         graph_.block_of(Side::defender, to.column) == block.of.defender;
      if (stays) {
        const int there = include(block, to);
        block.here[static_cast<std::size_t>(i)].terms.push_back({there, both});
        continue;
      }
      const std::size_t values = known(to);
      for (std::size_t r = 0; r < columns_; ++r) elsewhere[r] += both * values_[values + r];
    }
  }
  block.here[static_cast<std::size_t>(i)].elsewhere = std::move(elsewhere);
}

void Backward::find_by_rounds(Block& block) {
  constexpr double broken_off = 0.5;
  std::vector<std::size_t> order(block.here.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto marks = [&](std::size_t i) { return graph_.marks(block.here[i].at.node); };
  std::sort(order.begin(), order.end(),
            [&](std::size_t x, std::size_t y) { return marks(x) > marks(y); });
  std::vector<std::vector<double>> values(block.here.size(),
                                          std::vector<double>(columns_, broken_off));
  for (std::size_t r = 0; r < columns_; ++r) {
    for (const std::size_t i : order) {
      const Here& here = block.here[i];
      if (here.edge->kind == Edge::Kind::over) values[i][r] = of_end(here.edge->next.end);
    }
    if (r == 0) continue;
    for (const std::size_t i : order) {
      const Here& here = block.here[i];
      if (here.edge->kind == Edge::Kind::over) continue;
      const std::size_t left = (marks(i) & round_has_ended) != 0 ? r - 1 : r;
      double value = here.elsewhere.empty() ? 0 : here.elsewhere[r];
      for (const Term& term : here.terms) {
        value += term.p * values[static_cast<std::size_t>(term.here)][left];
      }
      for (std::size_t option = 0; option < here.options.size(); ++option) {
        const double of = values[static_cast<std::size_t>(here.options[option])][r];
        const bool better = here.edge->next.side == Side::attacker ? of > value : of < value;
        if (option == 0 || better) value = of;
      }
      values[i][r] = value;
    }
  }
  for (std::size_t i = 0; i < block.here.size(); ++i) keep(block.here[i], values[i].data());
}

void Backward::add(Value& sum, const Value& other, double p) const {
  if (other.of >= 0 && sum.of >= 0 && other.of != sum.of) {
    throw std::logic_error("best play: rounds that change nothing lead back to several states");
  }
  sum.of = std::max(sum.of, other.of);
  sum.f.add(other.f, p);
}
Backward::Value Backward::better(const Value& one, const Value& other, bool larger) {
  if (one.of >= 0 && other.of >= 0 && one.of != other.of) {
    throw std::logic_error("best play: rounds that change nothing lead back to several states");
  }
  Value value;
  value.of = std::max(one.of, other.of);
  value.f = Bent::better(one.f, other.f, larger);
  return value;
}

void Backward::find_to_the_end(Block& block, int i) {
  const auto place = static_cast<std::size_t>(i);
  const Here& here = block.here[place];
  if (block.values[place].state == Value::found) return;
  if (block.values[place].state == Value::asked) {
    block.values[place].f = Bent::identity();  // it comes again
    block.values[place].of = i;
    return;
  }
  Value value;
  if (here.edge->kind == Edge::Kind::over) {
    value.f = Bent(of_end(here.edge->next.end));
  } else {
    block.values[place].state = Value::asked;
    if (!here.elsewhere.empty()) value.f = Bent(here.elsewhere.front());
    for (const Term& term : here.terms) {
      find_to_the_end(block, term.here);
      add(value, block.values[static_cast<std::size_t>(term.here)], term.p);
    }
    for (std::size_t option = 0; option < here.options.size(); ++option) {
      find_to_the_end(block, here.options[option]);
      const Value& of = block.values[static_cast<std::size_t>(here.options[option])];
      value = option == 0 ? of : better(value, of, here.edge->next.side == Side::attacker);
    }
    if (value.of == i) {  // all that depends on it is known with it
      const double limit = value.f.limit_from_one_half();
      for (Value& other : block.values) {
        if (other.of != i) continue;
        other.f = Bent(other.f.at(limit));
        other.of = -1;
      }
      value.f = Bent(limit);
      value.of = -1;
    }
  }
  value.state = Value::found;
  block.values[place] = std::move(value);
}

void Backward::keep(const Here& here, const double* values) {
  if (!places_.try_emplace(key(here.at), values_.size()).second) return;
  values_.insert(values_.end(), values, values + columns_);
  if (places_.size() % 1024 == 0) now_and_then_(values_.size());
}

}  // namespace warodds::exact
