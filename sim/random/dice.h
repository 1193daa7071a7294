// Fair dice of 2 to 100 sides, thrown for all lanes at once.
//
// A byte below the largest multiple of s^k, where s^k <= 256 is the highest power of the number of
// sides s, is k fair independent dice: its k lowest digits in base s (three d6 from a byte below
// 216). Other bytes are thrown away. So every face is exactly equally likely, given fair bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/lanes/lanes.h"
#include "sim/random/stream.h"

namespace warodds::sim {

/// The faces of one die in each trial, counted from 0: a die shows its face here plus one.
using Faces = Lanes<std::uint8_t>;

/// How a byte becomes dice of one number of sides.
struct ByteDice {
  int sides = 0;
  int per_byte = 0;  ///< k: dice from each byte
  int power = 1;     ///< s^k
  int limit = 0;     ///< bytes from here on are thrown away

  static ByteDice of(int sides);
};

class Dice {
 public:
  static constexpr int least_sides = 2;
  static constexpr int most_sides = 100;

  Dice() = default;
  /// Puts everything that is left aside and starts with the bytes of another chunk.
  void restart(std::uint64_t seed, std::uint64_t chunk);

  /// Throws one die. Valid until the next throw.
  const Faces& roll(int sides) {
    Box& box = box_of(sides);
    if (box.next == box.faces.size()) refill(box);
    return box.faces[box.next++];
  }

  /// Throws `count` dice and calls each(faces) for every one.
  template <class Each>
  void roll(int sides, int count, Each each) {
    if (count <= 0) return;
    Box& box = box_of(sides);
    for (auto left = static_cast<std::size_t>(count); left > 0;) {
      if (box.next == box.faces.size()) refill(box);
      const std::size_t some = std::min(left, box.faces.size() - box.next);
      const Faces* face = box.faces.data() + box.next;
      for (std::size_t i = 0; i < some; ++i) each(face[i]);
      box.next += some;
      left -= some;
    }
  }

 private:
  /// Dice of one number of sides that have been thrown but not yet used.
  struct Box {
    explicit Box(int sides);

    ByteDice dice;
    std::vector<Faces> faces;
    std::size_t next;          ///< the first unused one
    std::vector<Faces> bytes;  ///< accepted, but not yet split
    std::size_t accepted = 0;
  };

  Box& box_of(int sides) {
    const auto index = static_cast<std::size_t>(sides);
    return index < boxes_.size() && boxes_[index] ? *boxes_[index] : new_box(sides);
  }
  /// Throws std::invalid_argument for a number of sides outside the range.
  Box& new_box(int sides);
  void refill(Box& box);

  Stream stream_{0, 0};
  std::array<std::unique_ptr<Box>, most_sides + 1> boxes_;
};

}  // namespace warodds::sim
