// The two sides of a fight, and a pair of anything indexed by them.
#pragma once

#include <array>
#include <cstddef>

namespace warodds {

enum class Side { attacker, defender };

inline constexpr std::array both_sides{Side::attacker, Side::defender};

constexpr Side enemy_of(Side side) {
  return side == Side::attacker ? Side::defender : Side::attacker;
}

constexpr const char* to_string(Side side) {
  return side == Side::attacker ? "attacker" : "defender";
}

/// One value for each side.
template <class T>
struct PerSide {
  T attacker{};
  T defender{};

  constexpr T& operator[](Side side) { return side == Side::attacker ? attacker : defender; }
  constexpr const T& operator[](Side side) const {
    return side == Side::attacker ? attacker : defender;
  }
  bool operator==(const PerSide&) const = default;
};

}  // namespace warodds
