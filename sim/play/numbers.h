// Numbers for lists of whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warodds::sim {

/// Lists are numbered as they are found. What is known of them stands elsewhere, by number: a table
/// that is looked into all the time is quick where it is small and in one piece.
class Numbers {
 public:
  using List = std::vector<int>;

  /// size() as it was, where the list is new.
  std::size_t of(const List& list);
  std::size_t size() const { return ends_.size(); }
  void clear();

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t after = 0;  ///< one more than the number of a list; 0: free
  };
  Slot& slot(const List& list, std::uint32_t hash);
  void grow();

  List lists_;  ///< one behind the other
  std::vector<std::size_t> ends_;
  std::vector<Slot> slots_;
};

}  // namespace warodds::sim
