// Fair dice: every face as likely as every other, whatever the number of sides.
#include "sim/random/dice.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <stdexcept>
#include <vector>

#include "core/numbers/chi_square.h"

namespace warodds::sim {
namespace {

constexpr int kinds_of_dice = Dice::most_sides - Dice::least_sides + 1;

TEST(Dice, all_faces_are_equally_likely_for_every_number_of_sides) {
  const double level = sidak_level(1e-6, kinds_of_dice);
  for (int sides = Dice::least_sides; sides <= Dice::most_sides; ++sides) {
    Dice dice;
    dice.restart(1, 0);
    std::vector<std::uint64_t> counts(256, 0);
    for (int i = 0; i < 20'000; ++i) {
      for (const std::uint8_t face : dice.roll(sides).to_array()) ++counts[face];
    }
    const ChiSquare test = chi_square(Eigen::ArrayXd::Constant(sides, 1.0 / sides), counts);
    EXPECT_EQ(test.impossible, -1) << "d" << sides;
    EXPECT_GT(test.p_value, level) << "d" << sides;
  }
}

TEST(Dice, dice_that_follow_each_other_do_not_depend_on_each_other) {
  const std::vector<int> kinds{2, 3, 4, 6, 10, 15, 16, 20};
  const double level = sidak_level(1e-6, 2 * static_cast<int>(kinds.size()));
  for (const int sides : kinds) {
    Dice dice;
    dice.restart(2, 0);
    const auto s = static_cast<std::size_t>(sides);
    std::vector<std::uint64_t> in_lane(s * s, 0), between_lanes(s * s, 0);
    Faces last = dice.roll(sides);
    for (int i = 0; i < 20'000; ++i) {
      const auto before = last.to_array();
      last = dice.roll(sides);
      const auto now = last.to_array();
      // Pairs overlap in time, but not within one table: every other die begins a pair.
      for (std::size_t lane = 0; lane < now.size(); ++lane) {
        if (i % 2 == 0) ++in_lane[before[lane] * s + now[lane]];
        if (lane % 2 == 0) ++between_lanes[now[lane] * s + now[lane + 1]];
      }
    }
    const Eigen::ArrayXd even = Eigen::ArrayXd::Constant(sides * sides, 1.0 / (sides * sides));
    EXPECT_GT(chi_square(even, in_lane).p_value, level) << "d" << sides;
    EXPECT_GT(chi_square(even, between_lanes).p_value, level) << "d" << sides;
  }
}

TEST(Dice, a_byte_is_as_many_dice_as_it_can_be) {
  for (int sides = Dice::least_sides; sides <= Dice::most_sides; ++sides) {
    const ByteDice split = byte_dice(sides);
    ASSERT_EQ(split.limit % split.power, 0);
    ASSERT_GT(split.limit + split.power, 256);
    ASSERT_LE(split.power, 256);
    ASSERT_GT(split.power * sides, 256);
    ASSERT_LE(split.per_byte, ByteDice::most_per_byte);
  }
}

TEST(Dice, dice_thrown_one_by_one_are_the_digits_of_a_row) {
  for (const int sides : {2, 6, 10, 100}) {
    Dice dice, rows;
    dice.restart(3, 4);
    rows.restart(3, 4);
    for (int row = 0; row < 200; ++row) {
      const std::uint8_t* const bytes = rows.row(sides);
      for (int die = 0, power = 1; die < byte_dice(sides).per_byte; ++die, power *= sides) {
        const auto faces = dice.roll(sides).to_array();
        for (std::size_t lane = 0; lane < faces.size(); ++lane) {
          ASSERT_EQ(faces[lane], bytes[lane] / power % sides) << "d" << sides;
        }
      }
    }
  }
}

TEST(Dice, a_restart_begins_the_dice_of_a_chunk_anew) {
  Dice dice;
  dice.restart(1, 5);
  const auto six = dice.roll(6).to_array();
  const auto ten = dice.roll(10).to_array();
  dice.restart(1, 6);
  EXPECT_NE(dice.roll(6).to_array(), six);
  dice.restart(1, 5);
  EXPECT_EQ(dice.roll(6).to_array(), six);
  EXPECT_EQ(dice.roll(10).to_array(), ten);
}

TEST(Dice, dice_that_do_not_exist_are_refused) {
  Dice dice;
  for (const int sides : {-1, 0, 1, 101, 1000}) {
    EXPECT_THROW(dice.roll(sides), std::invalid_argument) << sides;
  }
}

}  // namespace
}  // namespace warodds::sim
