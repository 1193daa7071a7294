// Pools of six-sided dice as numbers: equal dice are not told apart, so that a pool is how many
// dice show each face.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warodds {

/// All pools of so many dice, and what is left of them when some of them are lifted.
///
/// They are numbered from 0: first the pools of all dice, then those with one less, and so on;
/// among equally many dice by the ones that they have, fewer first, then by the twos, and so on. So
/// of what can be left of a pool, that with the smallest number has the fewest dice lifted, and of
/// these the lowest.
class FacePools {
 public:
  using Faces = std::array<std::uint8_t, 6>;  ///< [face - 1]: dice that show it

  FacePools(int dice, int most_lifted);

  /// How many there are; infinite where they are beyond reach.
  static double count(int dice, int most_lifted);

  int dice() const { return dice_; }
  std::size_t size() const { return faces_.size(); }
  std::size_t whole() const { return whole_; }  ///< pools of all dice: those from 0 on

  const Faces& faces(std::size_t pool) const { return faces_[pool]; }
  std::size_t number(const Faces& faces) const;
  /// The pool with one more die, by what it shows (from 0); of a pool that lacks dice.
  const std::array<std::uint32_t, 6>& one_more(std::size_t pool) const {
    return one_more_[pool - whole_];
  }

 private:
  std::size_t place(const Faces& faces, int dice) const;

  int dice_;
  std::size_t whole_ = 0;
  std::vector<Faces> faces_;
  std::vector<std::size_t> first_;                      ///< by the number of dice lifted
  std::array<std::vector<std::size_t>, 6> of_so_many_;  ///< [f][n]: pools of n dice, f + 1 faces
  std::vector<std::array<std::uint32_t, 6>> one_more_;
};

}  // namespace warodds
