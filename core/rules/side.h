// The two sides of a fight, and a pair of anything indexed by them.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <type_traits>
#include <utility>

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

/// No member: clang 14 would ask of everything whether it can be ordered.
template <class T>
requires std::is_arithmetic_v<T>
constexpr auto operator<=>(const PerSide<T>& a, const PerSide<T>& b) {
  const auto of_attackers = a.attacker <=> b.attacker;
  return of_attackers != 0 ? of_attackers : a.defender <=> b.defender;
}

/// What a side is in an attack by `by`, who is its attacker.
constexpr Side in_role(Side side, Side by) { return by == Side::attacker ? side : enemy_of(side); }

/// What belongs to the sides by their roles in an attack by `by`; and back.
template <class T>
constexpr PerSide<T> in_roles(PerSide<T> of_sides, Side by) {
  if (by == Side::defender) std::swap(of_sides.attacker, of_sides.defender);
  return of_sides;
}

}  // namespace warodds
