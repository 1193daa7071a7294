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

/// The numbers of the pairs of states that the battle is known to come to, before some attack.
class KnownPairs {
 public:
  /// As KnownPlaces::make_room().
  void make_room(const PerSide<std::size_t>& states) {
    if (states == room_) return;
    std::vector<Row> rows(states.attacker);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::atomic<std::uint32_t>* const numbers = rows_[i].numbers;
      if (numbers == nullptr) continue;
      std::atomic<std::uint32_t>* const copies = rows[i].fill(states.defender);
      for (std::size_t k = 0; k < room_.defender; ++k) copies[k] = numbers[k].load();
    }
    rows_.swap(rows);
    room_ = states;
  }

  std::optional<std::size_t> find(const PerSide<int>& pair) const {
    const std::atomic<std::uint32_t>* const numbers =
        rows_[static_cast<std::size_t>(pair.attacker)].numbers.load(std::memory_order_acquire);
    if (numbers == nullptr) return std::nullopt;
    const std::uint32_t known =
        numbers[static_cast<std::size_t>(pair.defender)].load(std::memory_order_relaxed);
    if (known == 0) return std::nullopt;
    return known - 1;
  }

  /// Whether it is new.
  bool add(const PerSide<int>& pair, std::size_t number) {
    if (find(pair)) return false;
    Row& row = rows_[static_cast<std::size_t>(pair.attacker)];
    std::atomic<std::uint32_t>* numbers = row.numbers;
    if (numbers == nullptr) numbers = row.fill(room_.defender);
    numbers[static_cast<std::size_t>(pair.defender)].store(static_cast<std::uint32_t>(number + 1),
                                                           std::memory_order_relaxed);
    return true;
  }

 private:
  /// Of one state of the attacker.
  struct Row {
    /// By the defender's state: one more than the number; 0: the pair is not known. Null: none is.
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

  std::vector<Row> rows_;  ///< by the attacker's state
  PerSide<std::size_t> room_;
};

class KnownPlaces {
 public:
  explicit KnownPlaces(std::size_t attacks) : pairs_(2 * (attacks + 1)) {}

  /// There is room for states of each side below these numbers, which never become less. Nobody may
  /// read meanwhile.
  void make_room(const PerSide<std::size_t>& states) {
    for (KnownPairs& pairs : pairs_) pairs.make_room(states);
  }

  /// Those before an attack, or where what is worked out ends. With `withdrawn`, those in which a
  /// side has moved away.
  KnownPairs& before(std::optional<std::size_t> attack, bool withdrawn) {
    return pairs_[place_of(attack, withdrawn)];
  }
  const KnownPairs& before(std::optional<std::size_t> attack, bool withdrawn) const {
    return pairs_[place_of(attack, withdrawn)];
  }

 private:
  std::size_t place_of(std::optional<std::size_t> attack, bool withdrawn) const {
    const std::size_t half = pairs_.size() / 2;
    return attack.value_or(half - 1) + (withdrawn ? half : 0);
  }

  std::vector<KnownPairs> pairs_;
};

}  // namespace warodds::exact
