// How likely each state of a battle of several units is: by what is marked, then by the losses of
// the attacker's side, then by those of the defender's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/rules/side.h"

namespace warodds::exact {

/// Of battles with the same marks.
class Grid {
 public:
  struct Row {
    int attacker = 0;       ///< number of the attacker's losses
    std::vector<double> p;  ///< by number of the defender's
    std::vector<int> used;  ///< numbers of those that have any probability, once they are found
  };

  /// The row of these losses of the attacker's side, with room for so many of the defender's.
  double* row(int attacker, int defenders) {
    const auto place = static_cast<std::size_t>(attacker);
    if (places_.size() <= place) places_.resize(std::max(place + 1, 2 * places_.size()), none);
    if (places_[place] == none) {
      places_[place] = static_cast<int>(rows_.size());
      rows_.push_back({attacker, {}, {}});
    }
    std::vector<double>& p = rows_[static_cast<std::size_t>(places_[place])].p;
    const auto room = static_cast<std::size_t>(defenders);
    if (p.size() < room) p.resize(std::max(room, p.size() + p.size() / 2), 0.0);
    return p.data();
  }
  void add(const PerSide<int>& losses, double p) {
    row(losses.attacker, losses.defender + 1)[losses.defender] += p;
  }

  const std::vector<Row>& rows() const { return rows_; }
  /// Finds the losses of each row that have any probability. Most have none.
  void find_used() {
    for (Row& row : rows_) {
      row.used.clear();
      std::size_t place = 0;
      const auto look_at = [&](std::size_t end) {
        for (; place < end; ++place) {
          if (row.p[place] > 0) row.used.push_back(static_cast<int>(place));
        }
      };
      constexpr std::size_t at_once = 4;
      while (place + at_once <= row.p.size()) {
        const double* const p = row.p.data() + place;
        if (p[0] + p[1] + p[2] + p[3] > 0) {
          look_at(place + at_once);
        } else {
          place += at_once;
        }
      }
      look_at(row.p.size());
    }
  }
  /// Takes over a row that it has not got itself.
  void adopt(Row&& row) {
    const auto place = static_cast<std::size_t>(row.attacker);
    if (places_.size() <= place) places_.resize(std::max(place + 1, 2 * places_.size()), none);
    places_[place] = static_cast<int>(rows_.size());
    rows_.push_back(std::move(row));
  }
  std::vector<Row> give_rows() {
    places_.clear();
    return std::exchange(rows_, {});
  }

  /// Calls f(losses, p) for all that have any probability, in an order that is always the same.
  template <class F>
  void for_each(F&& f) const {
    for (const Row& row : rows_) {
      for (std::size_t defender = 0; defender < row.p.size(); ++defender) {
        if (row.p[defender] > 0) f({row.attacker, static_cast<int>(defender)}, row.p[defender]);
      }
    }
  }

 private:
  static constexpr int none = -1;
  std::vector<int> places_;  ///< of rows, by number of losses
  std::vector<Row> rows_;
};

class Population {
 public:
  struct Part {
    int marks = 0;
    Grid grid;
  };

  Grid& of(int marks) {
    const auto place = static_cast<std::size_t>(marks);
    if (places_.size() <= place) places_.resize(place + 1, none);
    if (places_[place] == none) {
      places_[place] = static_cast<int>(parts_.size());
      parts_.push_back(std::make_unique<Part>(Part{marks, {}}));
    }
    return parts_[static_cast<std::size_t>(places_[place])]->grid;
  }

  /// Puts populations together that have no row in common, in an order that does not depend on how
  /// they are shared out.
  static Population together(std::vector<Population>&& shares) {
    struct Placed {
      int marks;
      Grid::Row row;
    };
    std::vector<Placed> rows;
    for (Population& share : shares) {
      for (const auto& part : share.parts_) {
        for (Grid::Row& row : part->grid.give_rows()) rows.push_back({part->marks, std::move(row)});
      }
    }
    std::sort(rows.begin(), rows.end(), [](const Placed& x, const Placed& y) {
      return std::pair(x.marks, x.row.attacker) < std::pair(y.marks, y.row.attacker);
    });
    Population all;
    for (Placed& one : rows) all.of(one.marks).adopt(std::move(one.row));
    return all;
  }

  bool empty() const { return parts_.empty(); }
  /// Roughly: of losses of both sides.
  std::size_t size() const {
    std::size_t cells = 0;
    for (const auto& part : parts_) {
      for (const Grid::Row& row : part->grid.rows()) cells += row.p.size();
    }
    return cells;
  }
  /// In the order in which they were found.
  const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }

  /// Calls f(marks, losses, p) for all that have any probability.
  template <class F>
  void for_each(F&& f) const {
    for (const auto& part : parts_) {
      part->grid.for_each([&](const PerSide<int>& losses, double p) { f(part->marks, losses, p); });
    }
  }

 private:
  static constexpr int none = -1;
  std::vector<int> places_;  ///< by marks
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace warodds::exact
