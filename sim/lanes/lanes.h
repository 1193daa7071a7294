// A count for 64 trials at once, one trial a lane: what core/rules/count.h is for one number. Built
// on the vector extensions of GCC and Clang, in vectors that every machine has: rules do little
// with counts, the dice are thrown by the kernels.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "sim/lanes/kernels.h"

namespace warodds::sim {

/// For numbers that are about to be set.
enum class Unset { unset };
using enum Unset;

/// One number per trial. T is std::uint8_t or std::uint32_t; whoever chooses it has made sure that
/// no count of the fight exceeds it (see core/rules/bounds.h).
template <class T>
class alignas(64) Lanes {
  static constexpr std::size_t vector_bytes = 16;
  typedef T Vector __attribute__((vector_size(vector_bytes)));
  static constexpr std::size_t vectors = lane_count * sizeof(T) / sizeof(Vector);

  /// Calls set(i, vector i of the result).
  template <class Set>
  static Lanes each(Set set) {
    Lanes result;
    for (std::size_t i = 0; i < vectors; ++i) set(i, result.vector_[i]);
    return result;
  }

 public:
  /// In which lanes something is the case.
  struct Where {
    decltype(Vector{} < Vector{}) truth[vectors];
  };

  Lanes() : vector_{} {}
  Lanes(Unset) {}
  /// The same number in every lane. Implicit, so that a rule may mix counts and plain numbers.
  Lanes(int value) {
    for (Vector& vector : vector_) vector = Vector{} + static_cast<T>(value);
  }
  explicit Lanes(const std::array<T, lane_count>& values) {
    std::memcpy(vector_, values.data(), sizeof vector_);
  }

  std::array<T, lane_count> to_array() const {
    std::array<T, lane_count> values;
    std::memcpy(values.data(), vector_, sizeof vector_);
    return values;
  }

  /// The numbers, lane by lane.
  T* data() { return reinterpret_cast<T*>(vector_); }
  const T* data() const { return reinterpret_cast<const T*>(vector_); }

  static constexpr T max() { return std::numeric_limits<T>::max(); }

  /// The largest number in any lane.
  T largest() const {
    const std::array<T, lane_count> values = to_array();
    T most = 0;
    for (const T value : values) most = std::max(most, value);
    return most;
  }

  /// The number where it counts, 0 elsewhere.
  friend Lanes only(const Where& where, const Lanes& a) {
    return each([&](std::size_t i, Vector& to) { to = where.truth[i] ? a.vector_[i] : Vector{}; });
  }
  friend Where is_at_least(const Lanes& a, const Lanes& b) {
    Where where;
    for (std::size_t i = 0; i < vectors; ++i) where.truth[i] = a.vector_[i] >= b.vector_[i];
    return where;
  }
  // The arithmetic of core/rules/count.h.

  friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return each([&](std::size_t i, Vector& to) { to = a.vector_[i] + b.vector_[i]; });
  }
  friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return each([&](std::size_t i, Vector& to) {
      if constexpr (sizeof(T) == 1) {
        // Machines multiply no bytes, only words: once for the low bytes, once for the high ones.
        typedef std::uint16_t Words __attribute__((vector_size(vector_bytes)));
        const auto x = (Words)a.vector_[i], y = (Words)b.vector_[i];
        to = (Vector)((x * y & std::uint16_t{0xff}) | (x >> 8) * (y & std::uint16_t{0xff00}));
      } else {
        to = a.vector_[i] * b.vector_[i];
      }
    });
  }
  friend Lanes smaller(const Lanes& a, const Lanes& b) {
    return each([&](std::size_t i, Vector& to) {
      to = a.vector_[i] < b.vector_[i] ? a.vector_[i] : b.vector_[i];
    });
  }
  friend Lanes larger(const Lanes& a, const Lanes& b) {
    return each([&](std::size_t i, Vector& to) {
      to = a.vector_[i] > b.vector_[i] ? a.vector_[i] : b.vector_[i];
    });
  }
  friend Lanes minus(const Lanes& a, const Lanes& b) {
    return each([&](std::size_t i, Vector& to) {
      to = (a.vector_[i] > b.vector_[i] ? a.vector_[i] : b.vector_[i]) - b.vector_[i];
    });
  }
  /// The table (not empty) as a sum of its steps, a step at a time in all lanes; lane by lane where
  /// it has many.
  friend Lanes look_up(const std::vector<int>& table, const Lanes& index) {
    assert(!table.empty());
    constexpr std::size_t many = 48;
    std::size_t steps = 0;
    for (std::size_t i = 1; i < table.size(); ++i) steps += table[i] != table[i - 1] ? 1u : 0u;
    if (steps <= many) {
      Lanes result(table.front());
      for (std::size_t i = 1; i < table.size(); ++i) {
        if (table[i] == table[i - 1] || i > max()) continue;
        // A step down is added as a large number; the sum comes out right modulo 2^8 or 2^32.
        const Lanes step(table[i] - table[i - 1]);
        result = result + only(is_at_least(index, Lanes(static_cast<int>(i))), step);
      }
      return result;
    }
    std::array<T, lane_count> values = index.to_array();
    for (T& value : values) {
      value = static_cast<T>(table[std::min<std::size_t>(value, table.size() - 1)]);
    }
    return Lanes(values);
  }

 private:
  Vector vector_[vectors];
};

/// Lanes of another width; what does not fit becomes the largest number that does.
template <class To, class From>
Lanes<To> resized(const Lanes<From>& from) {
  if constexpr (sizeof(To) == sizeof(From)) {
    return from;
  } else {
    std::array<To, lane_count> to;
    const std::array<From, lane_count> values = from.to_array();
    for (std::size_t i = 0; i < values.size(); ++i) {
      to[i] = static_cast<To>(std::min<std::uint32_t>(values[i], Lanes<To>::max()));
    }
    return Lanes<To>(to);
  }
}

}  // namespace warodds::sim
