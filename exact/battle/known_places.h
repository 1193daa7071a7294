// The places that a battle is known to come to while its rows are being worked out: read by all
// threads while one of them adds more.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rules/side.h"

namespace warodds::exact {

class KnownPlaces {
 public:
  /// Where an attack leads: before another one, or to the end of what is worked out.
  using Before = std::optional<std::size_t>;

  explicit KnownPlaces(std::size_t attacks) : lists_(2 * (attacks + 1)) {}

  /// There is room for states of each side below these numbers, which never become less. Nobody may
  /// read meanwhile.
  void make_room(const PerSide<std::size_t>& states) {
    if (states == room_) return;
    for (List& list : lists_) {
      List larger(states.attacker);
      for (std::size_t row = 0; row < list.size(); ++row) {
        const std::atomic<std::uint32_t>* const numbers = list[row].numbers;
        if (numbers == nullptr) continue;
        std::atomic<std::uint32_t>* const copies = larger[row].fill(states.defender);
        for (std::size_t i = 0; i < room_.defender; ++i) copies[i] = numbers[i].load();
      }
      list.swap(larger);
    }
    room_ = states;
  }

  /// The number of a pair of states that the battle is known to come to there, if it is. With
  /// `withdrawn`, of one in which a side has moved away.
  std::optional<std::size_t> find(Before before, bool withdrawn, const PerSide<int>& pair) const {
    const List& of_before = lists_[list(before, withdrawn)];
    const std::atomic<std::uint32_t>* const numbers =
        of_before[static_cast<std::size_t>(pair.attacker)].numbers.load(std::memory_order_acquire);
    if (numbers == nullptr) return std::nullopt;
    const std::uint32_t known =
        numbers[static_cast<std::size_t>(pair.defender)].load(std::memory_order_relaxed);
    if (known == 0) return std::nullopt;
    return known - 1;
  }

  /// Adds the place with the number of its pair. Whether it is new.
  bool add(Before before, bool withdrawn, const PerSide<int>& pair, std::size_t number) {
    if (find(before, withdrawn, pair)) return false;
    Row& row = lists_[list(before, withdrawn)][static_cast<std::size_t>(pair.attacker)];
    std::atomic<std::uint32_t>* numbers = row.numbers;
    if (numbers == nullptr) numbers = row.fill(room_.defender);
    numbers[static_cast<std::size_t>(pair.defender)].store(static_cast<std::uint32_t>(number + 1),
                                                           std::memory_order_relaxed);
    return true;
  }

 private:
  /// Of one state of the attacker.
  struct Row {
    /// By the defender's state: one more than the number; 0: the place is not known. Null: none is.
    std::atomic<std::atomic<std::uint32_t>*> numbers = nullptr;

    Row() = default;
    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;
    ~Row() { delete[] numbers.load(); }
    std::atomic<std::uint32_t>* fill(std::size_t states) {
      assert(numbers == nullptr);
      auto* const zeros = new std::atomic<std::uint32_t>[states]();
      numbers.store(zeros, std::memory_order_release);
      return zeros;
    }
  };
  using List = std::vector<Row>;  ///< by the attacker's state

  std::size_t list(Before before, bool withdrawn) const {
    const std::size_t lists = lists_.size() / 2;
    return before.value_or(lists - 1) + (withdrawn ? lists : 0);
  }

  std::vector<List> lists_;
  PerSide<std::size_t> room_;
};

}  // namespace warodds::exact
