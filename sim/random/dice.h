// Fair dice of 2 to 100 sides, thrown for all lanes at once.
//
// A byte below the largest multiple of s^k, where s^k <= 256 is the highest power of the number of
// sides s, is k fair independent dice: its k lowest digits in base s (three d6 from a byte below
// 216). Other bytes are thrown away. So every face is exactly equally likely, given fair bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/rules/chance.h"
#include "sim/lanes/lanes.h"
#include "sim/lanes/levels.h"

namespace warodds::sim {

/// The faces of one die in each trial, counted from 0: a die shows its face here plus one.
using Faces = Lanes<std::uint8_t>;

/// How bytes become dice of so many sides.
ByteDice byte_dice(int sides);

class Dice {
 public:
  static constexpr int least_sides = 2;
  static constexpr int most_sides = 100;

  using Count = Lanes<std::uint8_t>;

  Dice() = default;
  /// Puts everything that is left aside and starts with the bytes of another chunk.
  void restart(std::uint64_t seed, std::uint64_t chunk);

  /// Throws one die, from the digits of a byte that this function keeps for itself. Valid until the
  /// next throw. Throws std::invalid_argument for a number of sides outside the range, like all
  /// others.
  const Faces& roll(int sides);

  /// Throws 0 to 255 dice, the same number in all lanes or each lane its own, and counts those that
  /// show a face, from 0, of at least `least`. Where all lanes have the same number, the last byte
  /// may not be used up; where they differ, each takes whole bytes first and the rest of its dice
  /// from one more byte, the same row for all.
  Count at_least(int least, int n, int sides) {
    Count count = unset;
    kernels_.successes(generators_, kind_of(sides).box, least, n, count.data());
    return count;
  }
  Count at_least(int least, const Count& n, int sides) {
    Count count = unset;
    kernels_.successes_by_lane(generators_, kind_of(sides).box, least, n.data(), count.data());
    return count;
  }

  /// [f]: dice that show f or more, 1..7.
  using AtLeast = std::array<Count, pool_rows>;
  /// Throws 0 to 255 six-sided dice, likewise.
  void throw_pool(int n, AtLeast& pool);
  void throw_pool(const Count& n, AtLeast& pool);

  /// The next row of bytes from which dice of so many sides are made.
  const std::uint8_t* row(int sides);

 private:
  /// Dice of one number of sides.
  struct Kind {
    explicit Kind(int sides);

    Box box;
    std::array<Faces, ByteDice::most_per_byte> faces;  ///< what roll() has split
    std::size_t next_face = 0;                         ///< the first unused one
  };

  Kind& kind_of(int sides) {
    const auto index = static_cast<std::size_t>(sides);
    return index < kinds_.size() && kinds_[index] ? *kinds_[index] : new_kind(sides);
  }
  Kind& new_kind(int sides);

  const Kernels& kernels_ = kernels();
  Generators generators_ = {};
  std::array<std::unique_ptr<Kind>, most_sides + 1> kinds_;
};

}  // namespace warodds::sim
