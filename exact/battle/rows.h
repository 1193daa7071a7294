// Where the attacks of a battle lead: for each attack and each state of both sides before it, the
// states after it and how likely they are. A long battle goes through all of them round after
// round, so they stand one behind the other in memory, in the order in which they were found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "exact/dice/aligned_doubles.h"

namespace warodds::exact {

/// The battle stands before this attack of a round, in this state.
struct Place {
  std::size_t attack;
  std::size_t state;
};

/// Where an attack leads from one state: states, and the probability of each.
struct Row {
  std::span<const std::uint32_t> to;
  std::span<const double> p;
};

/// Rows, one behind the other, that are not among the others yet.
struct NewRows {
  std::vector<std::uint32_t> to;
  std::vector<double> p;
  std::vector<std::size_t> ends;  ///< of each row, as places in `to` and `p`

  void add(std::size_t state, double probability) {
    to.push_back(static_cast<std::uint32_t>(state));
    p.push_back(probability);
  }
  void end_row() { ends.push_back(to.size()); }
  /// Keeps the memory.
  void clear() {
    to.clear();
    p.clear();
    ends.clear();
  }
};

class Rows {
 public:
  /// Where entries of rows stay.
  struct Entries {
    std::uint32_t* to = nullptr;
    double* p = nullptr;
  };

  explicit Rows(std::size_t attacks) : rows_(attacks) {}
  Rows(const Rows&) = delete;  // rows lead to the memory of their own table
  Rows& operator=(const Rows&) = delete;

  std::size_t attacks() const { return rows_.size(); }
  /// By state.
  const std::vector<Row>& operator[](std::size_t attack) const { return rows_[attack]; }
  /// Copies the entries of new rows to where they stay. Several threads may do so at once.
  Entries keep(const NewRows& rows);
  /// Takes rows whose entries have been kept as those of these places, all of states below
  /// `states`; the rows of other places stay.
  void take(std::span<const Place> places, const NewRows& rows, const Entries& kept,
            std::size_t states);
  void clear();

 private:
  /// Memory of many rows, asked for at once: large pages take less time than many small ones. It
  /// is written to only as far as it is used.
  struct Block {
    std::vector<std::uint32_t, CacheLineAllocator<std::uint32_t>> to;
    AlignedDoubles p;
    std::size_t used = 0;
  };
  /// Room for so many entries.
  Entries room_for(std::size_t entries);

  std::vector<std::vector<Row>> rows_;  ///< by attack and state
  std::mutex one_at_a_time_;            ///< asks for room
  std::vector<Block> blocks_;
};

}  // namespace warodds::exact
