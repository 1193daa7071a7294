#include "exact/solve/backward.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

constexpr double broken_off = 0.5;

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

struct Backward::Block {
  std::vector<Here> here;
  std::unordered_map<std::uint64_t, int> numbers;
  PerSide<int> of;  ///< which it is
  std::vector<Value> values;
};

Backward::Backward(Graph& graph, int rounds, std::function<void(std::size_t)> now_and_then,
                   Plans* plans)
    : graph_(graph),
      rounds_(rounds),
      columns_(static_cast<std::size_t>(rounds) + 1),
      now_and_then_(std::move(now_and_then)),
      plans_(plans),
      readings_(plans == nullptr ? 1 : 1 + 2 * plans->sides().size()),
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
  if (find().used[column] == 0) solve(at);
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

void Backward::solve(const Graph::Place& place) {
  check_patience();
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
  std::vector<double> values(readings_);
  for (std::size_t i = 0; i < block.here.size(); ++i) {
    find_to_the_end(block, static_cast<int>(i));
    for (std::size_t k = 0; k < readings_; ++k) values[k] = block.values[i].f[k].at(0);
    keep(block.here[i], values.data());
  }
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
  if (edge.kind == Edge::Kind::goes_on || !edge.next.p.empty()) {
    for (std::size_t option = 0; option < to.size(); ++option) {
      if (!edge.next.p.empty()) to[option].p = edge.next.p[option];
    }
    block.here[place].terms = std::move(to);
    return;
  }
  PerSide<Eigen::Index> options{1, 1};
  options[edge.next.side] = static_cast<Eigen::Index>(to.size());
  Table table{0, readings_, options, {}, std::move(to)};
  block.here[place].decisions.push_back({{std::move(table)}, {}});
}

bool Backward::is_last(const Block& block, int i) const {
  return rounds_ == 1 && i > 0 &&
         is_between_rounds(graph_.marks(block.here[static_cast<std::size_t>(i)].at.node));
}
bool Backward::is_in(const Block& block, const Graph::Place& place) const {
  return graph_.block_of(Side::attacker, place.row) == block.of.attacker &&
         graph_.block_of(Side::defender, place.column) == block.of.defender;
}
Graph::Place Backward::after(int node, bool withdraws, int row, int column) {
  const Graph::To to = graph_.after(node, withdraws, row, column);
  const auto there = static_cast<std::size_t>(to.node);
  if (entries_.size() <= there) entries_.resize(there + 1);
  entries_[there] = true;
  if (!to.clears) return {to.node, row, column};
  return {to.node, graph_.lasting(Side::attacker, row), graph_.lasting(Side::defender, column)};
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
  std::vector<double> elsewhere(readings_ * columns_, 0.0);
  for (std::size_t x = 0; x < attackers.rows.size(); ++x) {
    for (std::size_t y = 0; y < defenders.rows.size(); ++y) {
      const double both = p[x * defenders.rows.size() + y];
      if (both == 0) continue;
      const Graph::Place to = after(edge.node, law.withdraws, attackers.rows[x], defenders.rows[y]);
      if (is_in(block, to)) {
        const int there = include(block, to);
        block.here[static_cast<std::size_t>(i)].terms.push_back({there, both});
        continue;
      }
      const double* values = known(to);
      for (std::size_t k = 0; k < elsewhere.size(); ++k) elsewhere[k] += both * values[k];
    }
  }
  block.here[static_cast<std::size_t>(i)].elsewhere = std::move(elsewhere);
}

/// Takes up a fight of the place.
std::size_t Backward::add(const Graph::Place& place, const Edge& edge, const ChosenFight& fight,
                          Cells& cells) {
  check_patience();
  const FightLaw& law = fight.law;
  Cells::Cell& cell = cells.cells.emplace_back();
  cell.node = graph_.node(fight.marks);
  cell.withdraws = law.withdraws;
  cell.worth = fight.worth;
  PerSide<const std::vector<int>*> places;
  for (const Side side : both_sides) {
    const int row = side == Side::attacker ? place.row : place.column;
    const Reach& reach = graph_.reach(side, edge.next.falls[side], row, law.damages(side));
    // What more damage leads to comes behind.
    const Reach*& most = cells.reach[side];
    if (most == nullptr || reach.rows.size() > most->rows.size()) most = &reach;
    cells.possible[side].resize(most->rows.size());
    cell.each[side].resize(reach.rows_of(law.damages(side)));
    places[side] = &reach.of_damage;
  }
  const auto place_of = [&](Side side, std::size_t damage) {
    return static_cast<std::size_t>((*places[side])[damage]);
  };
  if (law.together.empty()) {
    for (const Side side : both_sides) {
      for (std::size_t damage = 0; damage < law.each[side].size(); ++damage) {
        const std::size_t to = place_of(side, damage);
        cell.each[side][to] += law.each[side][damage];
        if (law.each[side][damage] != 0) cells.possible[side][to] = true;
      }
    }
    return cells.cells.size() - 1;
  }
  const std::size_t width = cell.each.defender.size(), damages = law.each.defender.size();
  cell.together.resize(cell.each.attacker.size() * width);
  for (std::size_t k = 0; k < law.together.size(); ++k) {
    if (law.together[k] == 0) continue;
    const std::size_t x = place_of(Side::attacker, k / damages);
    const std::size_t y = place_of(Side::defender, k % damages);
    cell.together[x * width + y] += law.together[k];
    cells.possible.attacker[x] = cells.possible.defender[y] = true;
  }
  return cells.cells.size() - 1;
}

void Backward::expand_chosen(Block& block, int i) {
  const Graph::Place place = block.here[static_cast<std::size_t>(i)].at;
  const Edge& edge = *block.here[static_cast<std::size_t>(i)].edge;
  const Scenario::State state = graph_.state(place);
  Cells cells;
  const auto add = [&](int attacker, int defender) {
    return this->add(place, edge, graph_.laws().chosen(state, {attacker, defender}), cells);
  };
  const PerSide<std::vector<int>>& open = edge.next.choices;
  const PerSide<Eigen::Index> options{static_cast<Eigen::Index>(open.attacker.size()),
                                      static_cast<Eigen::Index>(open.defender.size())};
  std::vector<std::vector<std::size_t>> of_tables(1);
  for (const int a : open.attacker) {
    for (const int d : open.defender) of_tables.front().push_back(add(a, d));
  }
  Decision decision{{{0, 1, options}}, {}};
  for (std::size_t plan = 0; 2 * plan + 1 < readings_; ++plan) {
    const std::optional<int> choice = plans_->choice(plan, state);
    const Side side = plans_->sides()[plan];
    PerSide<Eigen::Index> of_plan = options;
    std::vector<std::size_t> of_table;
    if (choice) {
      of_plan[side] = 1;
      const std::vector<int>& own = open[side];
      const std::vector<int>& others = open[enemy_of(side)];
      const auto same =
          static_cast<std::size_t>(std::find(own.begin(), own.end(), *choice) - own.begin());
      const bool is_attacker = side == Side::attacker;
      for (std::size_t j = 0; j < others.size(); ++j) {
        const PerSide<int> values = in_roles(PerSide<int>{*choice, others[j]}, side);
        of_table.push_back(same == own.size() ? add(values.attacker, values.defender)
                           : is_attacker      ? same * others.size() + j
                                              : j * own.size() + same);
      }
    } else {
      of_table = of_tables.front();
    }
    of_tables.push_back(std::move(of_table));
    decision.kept.push_back(choice.has_value());
    decision.tables.push_back({2 * plan + 1, 2, of_plan});
  }
  for (std::size_t t = 0; t < decision.tables.size(); ++t) {
    lead(block, cells, decision.tables[t], of_tables[t]);
  }
  block.here[static_cast<std::size_t>(i)].decisions.push_back(std::move(decision));
}

/// What the fights of a table bring, and where they lead. With the probabilities of a fight a row,
/// and the values of a place a row, that is a product of matrices.
void Backward::lead(Block& block, const Cells& cells, Table& table,
                    const std::vector<std::size_t>& of_table) {
  const auto width = static_cast<Eigen::Index>(readings_ * columns_);
  const auto numbers = static_cast<Eigen::Index>(table.readings * columns_);
  table.elsewhere.resize(static_cast<Eigen::Index>(of_table.size()), numbers);
  table.stays.resize(of_table.size());
  for (std::size_t i = 0; i < of_table.size(); ++i) {
    table.elsewhere.row(static_cast<Eigen::Index>(i)).setConstant(cells.cells[of_table[i]].worth);
  }
  const Reach& rows = *cells.reach.attacker;
  const Reach& columns = *cells.reach.defender;
  std::vector<bool> done(of_table.size());
  for (std::size_t first = 0; first < of_table.size(); ++first) {
    if (done[first]) continue;
    // Those that lead on from the same node.
    const Cells::Cell& like = cells.cells[of_table[first]];
    std::vector<std::size_t> alike;
    for (std::size_t i = first; i < of_table.size(); ++i) {
      const Cells::Cell& cell = cells.cells[of_table[i]];
      if (cell.node != like.node || cell.withdraws != like.withdraws) continue;
      alike.push_back(i);
      done[i] = true;
    }
    Numbers sum = Numbers::Zero(static_cast<Eigen::Index>(alike.size()), numbers);
    Numbers p;
    for (std::size_t x = 0; x < rows.rows.size(); ++x) {
      if (!cells.possible.attacker[x]) continue;
      for (const Reach::Run& run : columns.runs) {
        const auto begin = static_cast<std::size_t>(run.from);
        const auto end = static_cast<std::size_t>(run.to);
        if (!run.in_line || !run.lasts) throw std::logic_error("a side's rows lie apart");
        const Graph::Place to = after(like.node, like.withdraws, rows.rows[x], columns.rows[begin]);
        const bool stays = is_in(block, to);
        const double* first_value = nullptr;
        if (!stays) {
          for (std::size_t y = begin; y < end; ++y) {
            if (cells.possible.defender[y]) known({to.node, to.row, columns.rows[y]});
          }
          const int node = graph_.decided(to.node, to.row, to.column).node;
          const Places::Row& there = places_.row(node, to.row, columns.rows[end - 1] + 1);
          first_value = there.p.data() + to.column * width +
                        static_cast<Eigen::Index>(table.first * columns_);
        }
        const Eigen::Map<const Numbers, 0, Eigen::OuterStride<>> values(
            first_value, stays ? 0 : run.to - run.from, numbers, Eigen::OuterStride<>(width));
        if (!stays && (values.array() == 0).all()) continue;
        p.setZero(static_cast<Eigen::Index>(alike.size()), run.to - run.from);
        for (std::size_t i = 0; i < alike.size(); ++i) {
          const Cells::Cell& cell = cells.cells[of_table[alike[i]]];
          const std::size_t known_x = cell.each.attacker.size();
          const std::size_t known_y = cell.each.defender.size();
          if (x >= known_x) continue;
          const bool alone = cell.together.empty();
          const double of_row = alone ? cell.each.attacker[x] : 1;
          const double* of_x =
              alone ? cell.each.defender.data() : cell.together.data() + x * known_y;
          if (of_row == 0) continue;
          double* const of_run = p.data() + static_cast<Eigen::Index>(i) * p.cols();
          for (std::size_t y = begin; y < std::min(end, known_y); ++y)
            of_run[y - begin] = of_row * of_x[y];
        }
        if (!stays) {
          sum.noalias() += p * values;
          continue;
        }
        const int here = include(block, to);
        for (std::size_t i = 0; i < alike.size(); ++i) {
          table.stays[alike[i]] = {here, p(static_cast<Eigen::Index>(i), 0)};
        }
      }
    }
    for (std::size_t i = 0; i < alike.size(); ++i) {
      table.elsewhere.row(static_cast<Eigen::Index>(alike[i])) +=
          sum.row(static_cast<Eigen::Index>(i));
    }
  }
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
    best = solve_matrix_game(payoff);
  }
  const PerSide<const Eigen::VectorXd*> mixes{&best.rows, &best.columns};
  const Eigen::VectorXd sure = Eigen::VectorXd::Ones(1);
  for (std::size_t t = 0; t < decision.tables.size(); ++t) {
    const Table& table = decision.tables[t];
    for (std::size_t k = 0; k < table.readings; ++k) {
      const auto of_pair = [&](Eigen::Index a, Eigen::Index d) {
        return cell(table, a * table.options.defender + d, k);
      };
      const bool of_plan = t > 0;
      // Whoever has no choice is answered; of a plan that is read first.
      const Side side = of_plan                  ? plans_->sides()[t - 1]
                        : at_once || columns > 1 ? Side::attacker
                                                 : Side::defender;
      const bool answered = of_plan ? k == 0 : !at_once;
      const bool no_choice = of_plan ? decision.kept[t - 1] : !at_once;
      const Side other = enemy_of(side);
      add_to(sum[table.first + k],
             worth_of<T>(side, no_choice ? sure : *mixes[side], answered ? nullptr : mixes[other],
                         table.options[other], of_pair),
             1);
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
                                          std::vector<double>(readings_ * columns_, broken_off));
  for (const std::size_t i : order) {
    const Edge& edge = *block.here[i].edge;
    if (edge.kind == Edge::Kind::over || is_between_rounds(marks(i))) {
      const double worth = edge.kind == Edge::Kind::over ? edge.next.worth : broken_off;
      std::fill(values[i].begin(), values[i].end(), worth);
    }
  }
  std::vector<double> sum(readings_);
  Eigen::MatrixXd payoff;
  for (std::size_t r = 1; r < columns_; ++r) {
    for (const std::size_t i : order) {
      const Here& here = block.here[i];
      if (here.edge->kind == Edge::Kind::over) continue;
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
        if (best.rows.size() > 0) largest_gap_ = std::max(largest_gap_, best.gap());
        if (here.edge->is_chosen() && plans_ != nullptr) {
          plans_->decided(graph_.state(here.at), *here.edge, static_cast<int>(r), best, payoff);
        }
      }
      for (std::size_t k = 0; k < readings_; ++k) values[i][k * columns_ + r] = sum[k];
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
    sum.f.emplace_back(here.elsewhere.empty() ? 0.0 : here.elsewhere[k]);
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
      value = Bent(table.elsewhere(pair, static_cast<Eigen::Index>(k)));
    }
    if (stays.here >= 0) {
      value.add(block.values[static_cast<std::size_t>(stays.here)].f[table.first + k], stays.p);
    }
    return value;
  };
  const double guess = sum.of < 0 ? 0 : block.here[static_cast<std::size_t>(sum.of)].guess;
  Eigen::MatrixXd payoff;
  for (const Decision& decision : here.decisions) {
    decide(decision, guess, cell, sum.f, payoff);
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
    block.values[place].f.assign(readings_, Bent::identity());  // it comes again
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
      for (const Bent& f : value.f) limits.push_back(f.limit_from_one_half());
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
  constexpr std::size_t now_and_then = 1024;
  if (now_and_then_ && kept_ / width % now_and_then == 0) now_and_then_(kept_);
}

}  // namespace warodds::exact
