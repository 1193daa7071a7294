// Where the attacks of a battle lead: for each attack and each state of both sides before it, the
// states after it and how likely they are. A long battle goes through all of them round after
// round, so they stand one behind the other in memory, in the order in which they were found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "exact/dice/aligned_doubles.h"

namespace warodds::exact {

/// The battle stands in this state before an attack, whose rows are in this table.
struct Node {
  std::size_t table;
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

/// Memory that many small arrays share, asked for in large blocks: large pages take less time than
/// many small ones. A block is written to only as far as it is used.
template <class T>
class Arena {
 public:
  /// Room for so many elements, which stays where it is.
  T* room_for(std::size_t count) {
    if (blocks_.empty() || blocks_.back().size() - used_ < count) {
      constexpr std::size_t least = std::size_t{1} << 14;
      constexpr std::size_t most = std::size_t{1} << 22;  // or what is needed
      blocks_.emplace_back(std::max(count, std::clamp(2 * all_, least, most)));
      all_ += blocks_.back().size();
      used_ = 0;
    }
    return blocks_.back().data() + std::exchange(used_, used_ + count);
  }
  void clear() {
    blocks_.clear();
    used_ = all_ = 0;
  }

 private:
  std::vector<std::vector<T, CacheLineAllocator<T>>> blocks_;
  std::size_t used_ = 0;  ///< of the last block
  std::size_t all_ = 0;   ///< elements of all blocks
};

class Rows {
 public:
  /// Where the entries of some rows stay.
  struct Entries {
    std::uint32_t* to = nullptr;   ///< of all the rows
    std::vector<const double*> p;  ///< of each row
  };

  explicit Rows(std::size_t attacks) : rows_(attacks) {}
  Rows(const Rows&) = delete;  // rows lead to the memory of their own table
  Rows& operator=(const Rows&) = delete;

  std::size_t attacks() const { return rows_.size(); }
  /// By state.
  const std::vector<Row>& operator[](std::size_t attack) const { return rows_[attack]; }
  /// Copies the entries of new rows to where they stay, probabilities once for neighbours that have
  /// the same: those of a state and of one in which as many figures stand mostly have. Several
  /// threads may do so at once.
  void keep(const NewRows& rows, Entries& kept);
  /// Takes rows whose entries have been kept as those of these nodes, all of states below
  /// `states`; the rows of other nodes stay.
  void take(std::span<const Node> nodes, const NewRows& rows, const Entries& kept,
            std::size_t states);
  void clear();

 private:
  std::vector<std::vector<Row>> rows_;  ///< by attack and state
  std::mutex one_at_a_time_;            ///< asks for room
  Arena<std::uint32_t> to_;
  Arena<double> p_;
};

}  // namespace warodds::exact
