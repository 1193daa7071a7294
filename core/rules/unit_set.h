// Some of the units of a side, by their places in its list.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace warodds {

class UnitSet {
 public:
  constexpr UnitSet() = default;
  static constexpr UnitSet of(int unit) { return UnitSet(std::uint64_t{1} << unit); }

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool is_one() const { return bits_ != 0 && (bits_ & (bits_ - 1)) == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool has(int unit) const { return (bits_ >> unit & 1) != 0; }
  /// The one listed first; there must be one.
  constexpr int first() const { return std::countr_zero(bits_); }
  constexpr void add(int unit) { bits_ |= std::uint64_t{1} << unit; }

  friend constexpr UnitSet operator&(UnitSet a, UnitSet b) { return UnitSet(a.bits_ & b.bits_); }
  friend constexpr UnitSet operator|(UnitSet a, UnitSet b) { return UnitSet(a.bits_ | b.bits_); }
  /// Those of a that are not of b.
  friend constexpr UnitSet operator-(UnitSet a, UnitSet b) { return UnitSet(a.bits_ & ~b.bits_); }
  constexpr auto operator<=>(const UnitSet&) const = default;

  /// One bit a unit.
  constexpr std::uint64_t bits() const { return bits_; }

  /// In the order listed.
  class Iterator {
   public:
    explicit constexpr Iterator(std::uint64_t bits) : bits_(bits) {}
    constexpr int operator*() const { return std::countr_zero(bits_); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return bits_ != other.bits_; }

   private:
    std::uint64_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  explicit constexpr UnitSet(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_ = 0;
};

}  // namespace warodds
