#include "exact/solve/backward.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/text/error.h"
#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

// Work.
constexpr WorkUnits per_way = 40, per_number = 4;

/// Of values, for which there must be memory.
constexpr std::size_t most_numbers = 100'000'000;

// Numbers, and functions of what may come again.

double at(double x, double /*guess*/) { return x; }
double at(const Bent& f, double guess) { return f.at(guess); }
void add_to(double& sum, double x, double p) { sum += p * x; }
void add_to(Bent& sum, const Bent& f, double p) { sum.add(f, p); }
double better(double one, double other, bool larger) {
  return larger ? std::max(one, other) : std::min(one, other);
}
Bent better(const Bent& one, const Bent& other, bool larger) {
  return Bent::better(one, other, larger);
}

/// What it is worth that a side plays `own`, and the other its best answer to that, or `other`.
template <class T, class Cell>
T worth_of(Side side, const Eigen::VectorXd& own, const Eigen::VectorXd* other, Eigen::Index others,
           const Cell& cell) {
  T best{};
  for (Eigen::Index j = 0; j < others; ++j) {
    T sum{};
    for (Eigen::Index i = 0; i < own.size(); ++i) {
      if (own[i] == 0) continue;
      const bool of_attacker = side == Side::attacker;
      add_to(sum, of_attacker ? cell(i, j) : cell(j, i), own[i]);
    }
    if (other != nullptr) {
      if ((*other)[j] != 0) add_to(best, sum, (*other)[j]);
    } else {
      best = j == 0 ? sum : better(best, sum, side == Side::defender);
    }
  }
  return best;
}

}  // namespace

Backward::Backward(Graph& graph, int rounds, std::function<void(std::size_t)> now_and_then,
                   Plans* plans)
    : graph_(graph),
      rounds_(rounds),
      columns_(static_cast<std::size_t>(rounds) + 1),
      now_and_then_(std::move(now_and_then)),
      plans_(plans),
      readings_(plans == nullptr ? 1 : 1 + 2 * plans->whose().size()),
      places_(static_cast<int>(readings_ * columns_)) {}

std::uint64_t Backward::key(const Graph::Place& place) {
  constexpr int bits = 20;
  return static_cast<std::uint64_t>(place.node) << 2 * bits |
         static_cast<std::uint64_t>(place.row) << bits | static_cast<std::uint64_t>(place.column);
}

const double* Backward::known(const Graph::Place& place) {
  Graph::Place at = place;
  at.node = graph_.decided(at.node, at.row, at.column).node;
  const auto column = static_cast<std::size_t>(at.column);
  const auto find = [&]() -> Places::Row& { return places_.row(at.node, at.row, at.column + 1); };
  if (find().used[column] == 0) solve_deep(at);
  return find().p.data() + column * readings_ * columns_;
}

std::vector<double> Backward::readings(const Graph::Place& place, int rounds_left) {
  const double* values = known(place) + rounds_left;
  std::vector<double> readings;
  for (std::size_t i = 0; i < readings_; ++i) readings.push_back(values[i * columns_]);
  return readings;
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

/// Places lead to others, and these to more. Where that goes too deep it is begun again from the
/// place that was come to, before all that wait for it.
void Backward::solve_deep(const Graph::Place& place) {
  constexpr int deepest = 200;
  if (depth_ == deepest) throw TooDeep{place};
  if (depth_ > 0) {
    ++depth_;
    solve(place);
    --depth_;
    return;
  }
  std::vector<Graph::Place> waiting{place};
  while (!waiting.empty()) {
    const Graph::Place next = waiting.back();
    depth_ = 1;
    try {
      solve(next);
      waiting.pop_back();
    } catch (const TooDeep& deep) {
      waiting.push_back(deep.place);
    } catch (...) {
      depth_ = 0;
      throw;
    }
  }
  depth_ = 0;
}

void Backward::solve(const Graph::Place& place) {
  Block block;
  block.of = {graph_.block_of(Side::attacker, place.row),
              graph_.block_of(Side::defender, place.column)};
  include(block, place);
  for (std::size_t i = 0; i < block.here.size(); ++i) {
    constexpr WorkUnits per_place = 800;
    spend(per_place);
    expand(block, static_cast<int>(i));
  }
  if (rounds_ > 0) {
    find_by_rounds(block);
    return;
  }
  block.values.resize(block.here.size());
  // What comes again is asked for first, where rounds begin: with nothing but what lasts, and with
  // what has been marked last.
  std::vector<int> order;
  for (std::size_t i = 0; i < block.here.size(); ++i) {
    if (is_between_rounds(graph_.marks(block.here[i].at.node)))
      order.push_back(static_cast<int>(i));
  }
  std::sort(order.begin(), order.end(), [&](int x, int y) {
    const auto key = [&](int i) {
      const Graph::Place& at = block.here[static_cast<std::size_t>(i)].at;
      const bool lasts = graph_.lasting(Side::attacker, at.row) == at.row &&
                         graph_.lasting(Side::defender, at.column) == at.column;
      return std::pair(lasts, graph_.marks(at.node));
    };
    return key(x) > key(y);
  });
  for (const int i : order) find_to_the_end(block, i);
  std::vector<double> values(readings_);
  for (std::size_t i = 0; i < block.here.size(); ++i) {
    find_to_the_end(block, static_cast<int>(i));
    for (std::size_t k = 0; k < readings_; ++k) values[k] = block.values[i].f[k].at(0);
    keep(block.here[i], values.data());
  }
  for (const Here& here : block.here) {
    note_leaving(here, 0, [&](const Term& to) {
      return block.values[static_cast<std::size_t>(to.here)].f.front().at(0);
    });
  }
}

template <class ValueOf>
void Backward::note_leaving(const Here& here, int rounds_left, const ValueOf& value) {
  if (plans_ == nullptr || !here.edge->next.leaves || here.decisions.empty()) return;
  const std::vector<Term>& to = here.decisions.front().tables.front().stays;
  const Side side = here.edge->next.side;
  if (best_of({value(to[0]), value(to[1])}, side) == 0) return;
  plans_->leaves(graph_.state(here.at), side, rounds_left);
}

int Backward::include(Block& block, Graph::Place place) const {
  const Edge& edge = graph_.decided(place.node, place.row, place.column);
  place.node = edge.node;
  const auto [number, is_new] =
      block.numbers.try_emplace(key(place), static_cast<int>(block.here.size()));
  if (is_new) block.here.push_back({place, &edge});
  return number->second;
}

void Backward::expand(Block& block, int i) {
  const auto place = static_cast<std::size_t>(i);
  const auto [node, row, column] = block.here[place].at;
  const Edge& edge = *block.here[place].edge;
  if (edge.kind == Edge::Kind::fight) {
    if (edge.is_chosen()) {
      expand_chosen(block, i);
    } else {
      expand_fight(block, i);
    }
    return;
  }
  if (edge.kind == Edge::Kind::over || is_last(block, i)) return;
  std::vector<Term> to;
  for (const int option : edge.options) to.push_back({include(block, {option, row, column}), 1});
  if (edge.kind == Edge::Kind::goes_on || !edge.p.empty()) {
    for (std::size_t option = 0; option < edge.p.size(); ++option) to[option].p = edge.p[option];
    block.here[place].terms = std::move(to);
    return;
  }
  PerSide<Eigen::Index> options{1, 1};
  options[edge.next.side] = static_cast<Eigen::Index>(to.size());
  Table table{0, readings_, options, {}, std::move(to)};
  block.here[place].decisions.push_back({{std::move(table)}, {}, 1});
}

bool Backward::is_last(const Block& block, int i) const {
  return rounds_ == 1 && i > 0 &&
         is_between_rounds(graph_.marks(block.here[static_cast<std::size_t>(i)].at.node));
}
bool Backward::is_in(const Block& block, const Graph::Place& place) const {
  return graph_.block_of(Side::attacker, place.row) == block.of.attacker &&
         graph_.block_of(Side::defender, place.column) == block.of.defender;
}
Graph::Place Backward::enter(int node, bool withdraws, int row, int column) {
  const Graph::Place to = graph_.arrive(node, withdraws, row, column).place;
  const auto there = static_cast<std::size_t>(to.node);
  if (entries_.size() <= there) entries_.resize(there + 1);
  entries_[there] = true;
  return to;
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
      if (attackers.is_open(x) || defenders.is_open(y)) {
        if (law.p(x, y) != 0) {
          expand_falls(block, i, {&attackers, &defenders}, {x, y}, law.p(x, y));
        }
        continue;
      }
      const auto of_x = static_cast<std::size_t>(x), of_y = static_cast<std::size_t>(y);
      p[static_cast<std::size_t>(attackers.of_damage[of_x]) * defenders.rows.size() +
        static_cast<std::size_t>(defenders.of_damage[of_y])] += law.p(x, y);
    }
  }
  std::vector<double> elsewhere = std::move(block.here[static_cast<std::size_t>(i)].elsewhere);
  elsewhere.resize(readings_ * columns_, 0.0);
  double leaves = 0;
  for (std::size_t x = 0; x < attackers.rows.size(); ++x) {
    for (std::size_t y = 0; y < defenders.rows.size(); ++y) {
      const double both = p[x * defenders.rows.size() + y];
      if (both == 0) continue;
      spend(per_way + elsewhere.size());
      const Graph::Place to =
          graph_.arrive(edge.node, law.withdraws, attackers.rows[x], defenders.rows[y]).place;
      if (is_in(block, to)) {
        const int there = include(block, to);
        block.here[static_cast<std::size_t>(i)].terms.push_back({there, both});
        continue;
      }
      const double* values = known(to);
      leaves += both;
      for (std::size_t k = 0; k < elsewhere.size(); ++k) elsewhere[k] += both * values[k];
    }
  }
  Here& here = block.here[static_cast<std::size_t>(i)];
  here.elsewhere = std::move(elsewhere);
  here.leaves += leaves;
}

void Backward::expand_falls(Block& block, int i, const PerSide<const Reach*>& reach,
                            const PerSide<int>& damage, double p) {
  const Graph::Place place = block.here[static_cast<std::size_t>(i)].at;
  const Edge& edge = *block.here[static_cast<std::size_t>(i)].edge;
  const PerSide<std::vector<int>> rows = rows_after(reach, damage);
  const PerSide<Eigen::Index> options{static_cast<Eigen::Index>(rows.attacker.size()),
                                      static_cast<Eigen::Index>(rows.defender.size())};
  const auto width = static_cast<Eigen::Index>(readings_ * columns_);
  Numbers elsewhere = Numbers::Zero(options.attacker * options.defender, width);
  std::vector<Term> stays;
  bool comes_again = false;
  for (const int a : rows.attacker) {
    for (const int d : rows.defender) {
      spend(per_way + readings_ * columns_);
      const Graph::Place to = enter(edge.node, edge.law->withdraws, a, d);
      Term term;
      if (is_in(block, to)) {
        term = {include(block, to), 1};
        comes_again = true;
      } else {
        elsewhere.row(static_cast<Eigen::Index>(stays.size())) =
            Eigen::Map<const Eigen::RowVectorXd>(known(to), width);
      }
      stays.push_back(term);
    }
  }
  const auto numbers = static_cast<Eigen::Index>(columns_);
  Decision decision{{{0, 1, options, elsewhere.leftCols(numbers), stays}}, {}, p};
  for (std::size_t plan = 0; 2 * plan + 1 < readings_; ++plan) {
    const Side side = plans_->whose()[plan];
    Table table{2 * plan + 1, 2, options, {}, {}};
    table.options[side] = 1;
    std::size_t kept = 0;
    if (rows[side].size() > 1) {
      const int row = side == Side::attacker ? place.row : place.column;
      const int to = graph_.row(side, plans_->falls(plan, graph_.units(side, row), damage[side]));
      while (rows[side].at(kept) != to) ++kept;
    }
    const std::size_t others = rows[enemy_of(side)].size();
    table.elsewhere.resize(static_cast<Eigen::Index>(others), 2 * numbers);
    for (std::size_t j = 0; j < others; ++j) {
      const std::size_t pair =
          side == Side::attacker ? kept * others + j : j * rows[side].size() + kept;
      table.stays.push_back(stays[pair]);
      table.elsewhere.row(static_cast<Eigen::Index>(j)) =
          elsewhere.row(static_cast<Eigen::Index>(pair))
              .segment(static_cast<Eigen::Index>(table.first) * numbers, 2 * numbers);
    }
    decision.kept.push_back(true);
    decision.tables.push_back(std::move(table));
  }
  Here& here = block.here[static_cast<std::size_t>(i)];
  if (comes_again) {
    here.decisions.push_back(std::move(decision));
    return;
  }
  here.elsewhere.resize(readings_ * columns_, 0.0);
  here.leaves += p;
  Eigen::MatrixXd payoff;
  for (std::size_t r = rounds_ > 0 ? 1 : 0; r < columns_; ++r) {
    std::vector<double> sum(readings_);
    const auto cell = [&](const Table& table, Eigen::Index pair, std::size_t k) {
      return table.elsewhere(pair, static_cast<Eigen::Index>(k * columns_ + r));
    };
    note_gap(decide(decision, 0, cell, sum, payoff));
    for (std::size_t k = 0; k < readings_; ++k) here.elsewhere[k * columns_ + r] += sum[k];
  }
}

PerSide<std::vector<int>> Backward::rows_after(const PerSide<const Reach*>& reach,
                                               const PerSide<int>& damage) {
  PerSide<std::vector<int>> rows;
  for (const Side side : both_sides) {
    if (reach[side]->is_open(damage[side])) {
      rows[side] = reach[side]->choices[static_cast<std::size_t>(damage[side])];
    } else {
      rows[side] = {reach[side]->row(damage[side])};
    }
  }
  return rows;
}

Backward::Falls Backward::falls(const Graph::Place& place, const Edge& edge,
                                const PerSide<int>& damage, int rounds_left) {
  const PerSide<const Reach*> reach{&graph_.reach(Side::attacker, edge.next.falls.attacker,
                                                  place.row, edge.law->damages(Side::attacker)),
                                    &graph_.reach(Side::defender, edge.next.falls.defender,
                                                  place.column, edge.law->damages(Side::defender))};
  Falls falls{rows_after(reach, damage)};
  falls.payoff.resize(static_cast<Eigen::Index>(falls.rows.attacker.size()),
                      static_cast<Eigen::Index>(falls.rows.defender.size()));
  for (Eigen::Index a = 0; a < falls.payoff.rows(); ++a) {
    for (Eigen::Index d = 0; d < falls.payoff.cols(); ++d) {
      const Graph::Arrival to = graph_.arrive(edge.node, edge.law->withdraws,
                                              falls.rows.attacker[static_cast<std::size_t>(a)],
                                              falls.rows.defender[static_cast<std::size_t>(d)]);
      falls.payoff(a, d) = value(to.place, rounds_left);
    }
  }
  falls.best = solve_matrix_game(falls.payoff);
  return falls;
}

template <class T, class CellOf>
MatrixGame Backward::decide(const Decision& decision, double guess, const CellOf& cell,
                            std::vector<T>& sum, Eigen::MatrixXd& payoff) const {
  const Table& of_best = decision.tables.front();
  const auto [rows, columns] = of_best.options;
  const bool at_once = rows > 1 && columns > 1;
  MatrixGame best;
  if (at_once || plans_ != nullptr) {
    payoff.resize(rows, columns);
    for (Eigen::Index a = 0; a < rows; ++a) {
      for (Eigen::Index d = 0; d < columns; ++d) {
        payoff(a, d) = at(cell(of_best, a * columns + d, 0), guess);
      }
    }
    best = best_play(payoff);
  }
  const PerSide<const Eigen::VectorXd*> mixes{&best.rows, &best.columns};
  const Eigen::VectorXd sure = Eigen::VectorXd::Ones(1);
  for (std::size_t t = 0; t < decision.tables.size(); ++t) {
    const Table& table = decision.tables[t];
    spend(per_number * table.readings *
          static_cast<std::size_t>(table.options.attacker * table.options.defender));
    for (std::size_t k = 0; k < table.readings; ++k) {
      const auto of_pair = [&](Eigen::Index a, Eigen::Index d) {
        return cell(table, a * table.options.defender + d, k);
      };
      const bool of_plan = t > 0;
      // Whoever has no choice is answered; of a plan that is read first.
      const Side side = of_plan                  ? plans_->whose()[t - 1]
                        : at_once || columns > 1 ? Side::attacker
                                                 : Side::defender;
      const bool answered = of_plan ? k == 0 : !at_once;
      const bool no_choice = of_plan ? decision.kept[t - 1] : !at_once;
      const Side other = enemy_of(side);
      add_to(sum[table.first + k],
             worth_of<T>(side, no_choice ? sure : *mixes[side], answered ? nullptr : mixes[other],
                         table.options[other], of_pair),
             decision.p);
    }
  }
  return best;
}

void Backward::find_by_rounds(Block& block) {
  std::vector<std::size_t> order(block.here.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto marks = [&](std::size_t i) { return graph_.marks(block.here[i].at.node); };
  std::sort(order.begin(), order.end(),
            [&](std::size_t x, std::size_t y) { return marks(x) > marks(y); });
  std::vector<std::vector<double>> values(block.here.size(),
                                          std::vector<double>(readings_ * columns_));
  for (const std::size_t i : order) {
    const Edge& edge = *block.here[i].edge;
    const bool is_over = edge.kind == Edge::Kind::over;
    if (!is_over && !is_between_rounds(marks(i))) continue;
    const double worth =
        is_over ? edge.next.worth : graph_.scenario().worth(graph_.state(block.here[i].at));
    std::fill(values[i].begin(), values[i].end(), worth);
  }
  std::vector<double> sum(readings_);
  Eigen::MatrixXd payoff;
  for (std::size_t r = 1; r < columns_; ++r) {
    for (const std::size_t i : order) {
      const Here& here = block.here[i];
      if (here.edge->kind == Edge::Kind::over) continue;
      spend(per_number * readings_ * (1 + here.terms.size()));
      const std::size_t left = (marks(i) & round_has_ended) != 0 ? r - 1 : r;
      for (std::size_t k = 0; k < readings_; ++k) {
        sum[k] = here.elsewhere.empty() ? 0 : here.elsewhere[k * columns_ + r];
        for (const Term& term : here.terms) {
          sum[k] += term.p * values[static_cast<std::size_t>(term.here)][k * columns_ + left];
        }
      }
      const auto cell = [&](const Table& table, Eigen::Index pair, std::size_t k) {
        const Term& stays = table.stays[static_cast<std::size_t>(pair)];
        double value = 0;
        if (table.elsewhere.size() > 0) {
          value = table.elsewhere(pair, static_cast<Eigen::Index>(k * columns_ + r));
        }
        if (stays.here >= 0) {
          value +=
              stays.p *
              values[static_cast<std::size_t>(stays.here)][(table.first + k) * columns_ + left];
        }
        return value;
      };
      for (const Decision& decision : here.decisions) {
        const MatrixGame best = decide(decision, 0, cell, sum, payoff);
        note_gap(best);
        if (here.edge->is_chosen() && plans_ != nullptr) {
          plans_->decided(graph_.state(here.at), *here.edge, static_cast<int>(r), best, payoff);
        }
      }
      for (std::size_t k = 0; k < readings_; ++k) values[i][k * columns_ + r] = sum[k];
      note_leaving(here, static_cast<int>(r),
                   [&](const Term& to) { return values[static_cast<std::size_t>(to.here)][left]; });
    }
  }
  for (std::size_t i = 0; i < block.here.size(); ++i) {
    const auto node = static_cast<std::size_t>(block.here[i].at.node);
    const bool may_be_asked =
        plans_ == nullptr || i == 0 || (node < entries_.size() && entries_[node]);
    if (may_be_asked && !is_last(block, static_cast<int>(i))) keep(block.here[i], values[i].data());
  }
}

/// All that a place leads to, as far as it is known.
Backward::Value Backward::add_up(Block& block, int i) {
  const Here& here = block.here[static_cast<std::size_t>(i)];
  Value sum;
  for (std::size_t k = 0; k < readings_; ++k) {
    sum.f.emplace_back(here.elsewhere.empty() ? 0.0 : here.elsewhere[k], here.leaves);
  }
  const auto depend = [&](const Value& on) {
    if (on.of >= 0 && sum.of >= 0 && on.of != sum.of) {
      throw std::logic_error("best play: rounds that change nothing lead back to several states");
    }
    sum.of = std::max(sum.of, on.of);
    sum.guessed = sum.guessed || on.guessed;
  };
  for (const Term& term : here.terms) {
    find_to_the_end(block, term.here);
    const Value& there = block.values[static_cast<std::size_t>(term.here)];
    depend(there);
    for (std::size_t k = 0; k < readings_; ++k) sum.f[k].add(there.f[k], term.p);
  }
  for (const Decision& decision : here.decisions) {
    for (const Table& table : decision.tables) {
      for (const Term& stays : table.stays) {
        if (stays.here < 0) continue;
        find_to_the_end(block, stays.here);
        depend(block.values[static_cast<std::size_t>(stays.here)]);
      }
    }
  }
  const auto cell = [&](const Table& table, Eigen::Index pair, std::size_t k) {
    const Term& stays = table.stays[static_cast<std::size_t>(pair)];
    Bent value;
    if (table.elsewhere.size() > 0) {
      value = Bent(table.elsewhere(pair, static_cast<Eigen::Index>(k)), 1 - stays.p);
    }
    if (stays.here >= 0) {
      value.add(block.values[static_cast<std::size_t>(stays.here)].f[table.first + k], stays.p);
    }
    return value;
  };
  const double guess = sum.of < 0 ? 0 : block.here[static_cast<std::size_t>(sum.of)].guess;
  Eigen::MatrixXd payoff;
  for (const Decision& decision : here.decisions) {
    note_gap(decide(decision, guess, cell, sum.f, payoff));
    const auto [rows, columns] = decision.tables.front().options;
    const bool at_once = rows > 1 && columns > 1;
    sum.guessed = sum.guessed || (sum.of >= 0 && (at_once || readings_ > 1));
  }
  return sum;
}

void Backward::find_to_the_end(Block& block, int i) {
  const auto place = static_cast<std::size_t>(i);
  if (block.values[place].state == Value::found) return;
  if (block.values[place].state == Value::asked) {
    block.values[place].f.assign(readings_, Bent());  // it comes again
    block.values[place].of = i;
    return;
  }
  Value value;
  if (block.here[place].edge->kind == Edge::Kind::over) {
    value.f.assign(readings_, Bent(block.here[place].edge->next.worth));
  } else {
    constexpr int most_guesses = 200;
    constexpr double close = 1e-15;
    for (int guesses = 1;; ++guesses) {
      block.values[place].state = Value::asked;
      value = add_up(block, i);
      if (value.of != i) break;
      // All that depends on it is known with it, or is found again with a better guess.
      std::vector<double> limits;
      const double broken_off = graph_.scenario().worth(graph_.state(block.here[place].at));
      for (const Bent& f : value.f) limits.push_back(f.limit_from(broken_off));
      const double limit = limits.front();
      double& guess = block.here[place].guess;
      const bool again = value.guessed && std::abs(limit - guess) > close && guesses < most_guesses;
      guess = limit;
      for (Value& other : block.values) {
        if (other.of != i) continue;
        if (again) {
          other = {};
          continue;
        }
        for (std::size_t k = 0; k < readings_; ++k) other.f[k] = Bent(other.f[k].at(limits[k]));
        other.of = -1;
      }
      if (again) continue;
      for (std::size_t k = 0; k < readings_; ++k) value.f[k] = Bent(limits[k]);
      value.of = -1;
      break;
    }
  }
  value.state = Value::found;
  block.values[place] = std::move(value);
}

void Backward::keep(const Here& here, const double* values) {
  const auto column = static_cast<std::size_t>(here.at.column);
  const bool all = graph_.scenario().comes_to_all(Side::defender);
  Places::Row& row = places_.row(here.at.node, here.at.row,
                                 all ? graph_.rows(Side::defender) : here.at.column + 1);
  if (row.used[column] != 0) return;
  row.used[column] = 1;
  const std::size_t width = readings_ * columns_;
  std::copy_n(values, width, row.p.begin() + static_cast<std::ptrdiff_t>(column * width));
  kept_ += width;
  if (kept_ > most_numbers) {
    throw TooLarge("best play of this battle has too many states to be worked out in memory");
  }
  constexpr std::size_t now_and_then = 1024;
  if (now_and_then_ && kept_ / width % now_and_then == 0) now_and_then_(kept_);
}

}  // namespace warodds::exact
