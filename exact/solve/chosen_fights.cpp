// Fights before which both sides choose something in secret.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/threads/patience.h"
#include "exact/solve/backward.h"

namespace warodds::exact {

namespace {

/// Of a product of matrices, whose values are read from memory as slowly as so many rows are
/// multiplied; and of finding where a stretch of rows leads, and each of its rows.
constexpr std::size_t products_per_work = 8, rows_to_read = 1;
constexpr WorkUnits per_stretch = 100, per_place = 5;

}  // namespace

/// Takes up a fight of the place.
std::size_t Backward::add(const Graph::Place& place, const Edge& edge, const ChosenFight& fight,
                          Cells& cells) {
  constexpr WorkUnits per_pair = 1500;
  const FightLaw& law = fight.law;
  spend(per_pair + law.together.size());
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
  // Mostly the last pair can do whatever others can. What it leads to is found before there is much
  // to remember here.
  Table table{0, 1, {}};
  add(open.attacker.back(), open.defender.back());
  lead(block, cells, table, {0});
  cells.cells.clear();
  std::vector<std::vector<std::size_t>> of_tables(1);
  for (const int a : open.attacker) {
    for (const int d : open.defender) of_tables.front().push_back(add(a, d));
  }
  Decision decision{{{0, 1, options}}, {}, 1};
  for (std::size_t plan = 0; 2 * plan + 1 < readings_; ++plan) {
    const std::optional<int> choice = plans_->choice(plan, state);
    const Side side = plans_->whose()[plan];
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
    // Rows that follow each other and lead on together.
    std::vector<std::pair<std::size_t, std::size_t>> stretches;
    Eigen::Index widest = 1;
    for (const Reach::Run& run : columns.runs) {
      const auto from = static_cast<std::size_t>(run.from), to = static_cast<std::size_t>(run.to);
      const std::size_t step = run.in_line && run.lasts ? to - from : 1;
      for (std::size_t y = from; y < to; y += step) stretches.emplace_back(y, y + step);
      widest = std::max(widest, static_cast<Eigen::Index>(step));
    }
    Numbers p(static_cast<Eigen::Index>(alike.size()), widest);  // as much as is asked for below
    Numbers led;
    std::vector<std::size_t> coming;  ///< those that can come to a row at all
    for (std::size_t x = 0; x < rows.rows.size(); ++x) {
      if (!cells.possible.attacker[x]) continue;
      for (const auto& [first, last] : stretches) {
        for (std::size_t begin = first, end = first; begin < last; begin = end) {
          const Graph::Place to =
              enter(like.node, like.withdraws, rows.rows[x], columns.rows[begin]);
          const auto next_decided = [&](std::size_t y) {
            const int column = to.column + static_cast<int>(y - begin);
            return graph_.decided(to.node, to.row, column).node;
          };
          // Who is attacked without a choice may depend on hit points left: that ends a stretch.
          const int node = next_decided(begin);
          do {
            ++end;
          } while (end < last && (!cells.possible.defender[end] || next_decided(end) == node));
          const auto width_of_run = static_cast<Eigen::Index>(end - begin);
          const bool stays = is_in(block, to);
          const double* first_value = nullptr;
          if (!stays) {
            const int end_column = to.column + static_cast<int>(end - begin);
            for (int column = to.column; column < end_column; ++column) {
              const std::size_t y = begin + static_cast<std::size_t>(column - to.column);
              if (cells.possible.defender[y]) known({to.node, to.row, column});
            }
            const Places::Row& there = places_.row(node, to.row, end_column);
            first_value = there.p.data() + to.column * width +
                          static_cast<Eigen::Index>(table.first * columns_);
          }
          const Eigen::Map<const Numbers, 0, Eigen::OuterStride<>> values(
              first_value, stays ? 0 : width_of_run, numbers, Eigen::OuterStride<>(width));
          if (!stays && (values.array() == 0).all()) continue;
          coming.clear();
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
            double* const of_run = p.data() + std::ssize(coming) * widest;
            for (std::size_t y = begin; y < end; ++y) {
              of_run[y - begin] = y < known_y ? of_row * of_x[y] : 0;
            }
            coming.push_back(i);
          }
          spend(per_stretch + per_place * (end - begin) +
                (coming.size() + rows_to_read) * (end - begin) * static_cast<std::size_t>(numbers) /
                    products_per_work);
          const auto known_p = p.topLeftCorner(std::ssize(coming), width_of_run);
          if (!stays) {
            led.noalias() = known_p * values;
            for (std::size_t k = 0; k < coming.size(); ++k) {
              sum.row(static_cast<Eigen::Index>(coming[k])) +=
                  led.row(static_cast<Eigen::Index>(k));
            }
            continue;
          }
          const int here = include(block, to);
          for (const std::size_t i : alike) table.stays[i] = {here, 0};
          for (std::size_t k = 0; k < coming.size(); ++k) {
            table.stays[alike[coming[k]]] = {here, known_p(static_cast<Eigen::Index>(k), 0)};
          }
        }
      }
    }
    for (std::size_t i = 0; i < alike.size(); ++i) {
      table.elsewhere.row(static_cast<Eigen::Index>(alike[i])) +=
          sum.row(static_cast<Eigen::Index>(i));
    }
  }
}

}  // namespace warodds::exact
