// The kernels of every level that can be run here against plain statements of what they do, byte by
// byte.
#include "sim/lanes/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "sim/lanes/levels.h"
#include "sim/random/dice.h"
#include "sim/random/stream.h"

namespace warodds::sim {
namespace {

struct alignas(64) Row : std::array<std::uint8_t, row_bytes> {};
struct alignas(64) Step : std::array<std::uint8_t, step_bytes> {};

class EveryLevel : public ::testing::TestWithParam<Instructions> {
 protected:
  const Kernels& kernels = kernels_of(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Kernels, EveryLevel, ::testing::ValuesIn(available_instructions()),
                         [](const auto& level) { return std::string(name_of(level.param)); });

const std::vector<int> kinds{2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 17, 20, 37, 99, 100};

/// A kind of dice, and the same bytes stated plainly.
struct DiceAndBytes {
  explicit DiceAndBytes(int sides, std::uint64_t seed = 5)
      : generators(generators_of(seed, 6)), plain(generators) {
    box->dice = byte_dice(sides);
  }

  /// The next row of bytes below the limit.
  Row next_row() {
    while (bytes.size() < used + row_bytes) {
      Step random;
      plain_random_step(plain, random.data());
      for (const std::uint8_t byte : random) {
        if (byte < box->dice.limit) bytes.push_back(byte);
      }
    }
    Row row;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(used), row.size(), row.begin());
    used += row_bytes;
    return row;
  }

  /// The faces (from 0) of so many dice, whole bytes first; see Dice::at_least().
  std::vector<std::vector<int>> throw_dice(const Row& n, bool all_the_same) {
    std::vector<std::vector<int>> faces(row_bytes);
    const int most = *std::max_element(n.begin(), n.end());
    const int k = box->dice.per_byte;
    int left = most / k;
    for (int i = 0; i < left; ++i) take(n, k, i, next_row(), faces);
    if (all_the_same ? most % k > 0 : k > 1 && most > 0) {
      const Row row = next_row();
      for (std::size_t lane = 0; lane < row_bytes; ++lane) {
        add_digits(row[lane], n[lane] % k, faces[lane]);
      }
    }
    return faces;
  }

  std::unique_ptr<Box> box = std::make_unique<Box>();
  Generators generators;
  Generators plain;
  std::vector<std::uint8_t> bytes;
  std::size_t used = 0;

 private:
  void add_digits(int byte, int digits, std::vector<int>& to) const {
    for (int i = 0; i < digits; ++i, byte /= box->dice.sides) to.push_back(byte % box->dice.sides);
  }
  void take(const Row& n, int k, int i, const Row& row, std::vector<std::vector<int>>& faces) {
    for (std::size_t lane = 0; lane < row_bytes; ++lane) {
      if (n[lane] / k > i) add_digits(row[lane], k, faces[lane]);
    }
  }
};

Row numbers(std::mt19937& random, unsigned most) {
  Row n;
  for (std::uint8_t& number : n) number = static_cast<std::uint8_t>(random() % (most + 1));
  return n;
}
Row same(int n) {
  Row row;
  row.fill(static_cast<std::uint8_t>(n));
  return row;
}

TEST_P(EveryLevel, random_steps_are_those_of_the_plain_generators) {
  Generators wide = generators_of(1, 2), plain = wide;
  for (int i = 0; i < 1000; ++i) {
    Step a, b;
    kernels.random_step(wide, a.data());
    plain_random_step(plain, b.data());
    ASSERT_EQ(a, b);
  }
}

TEST_P(EveryLevel, boxes_are_filled_with_the_bytes_below_the_limit_in_their_order) {
  for (int sides = Dice::least_sides; sides <= Dice::most_sides; ++sides) {
    DiceAndBytes dice(sides);
    for (int refill = 0; refill < 5; ++refill) {
      kernels.refill(dice.generators, *dice.box);
      for (std::size_t i = 0; i < Box::rows; ++i) {
        const Row expected = dice.next_row();
        ASSERT_EQ(std::memcmp(dice.box->bytes + i * row_bytes, expected.data(), row_bytes), 0)
            << "d" << sides << " refill " << refill << " row " << i;
      }
      dice.box->next = Box::rows;
    }
  }
}

TEST_P(EveryLevel, successes_are_those_of_the_digits) {
  std::mt19937 random(1);
  for (const int sides : kinds) {
    for (const int least : {0, 1, sides / 2, sides - 1, sides}) {
      DiceAndBytes dice(sides);
      const auto successes = successes_from(least, dice.box->dice);
      for (const int most : {0, 1, 2, 3, 5, 8, 30, 255}) {
        for (const bool all_the_same : {true, false}) {
          const Row n = all_the_same ? same(most) : numbers(random, static_cast<unsigned>(most));
          Row count;
          if (all_the_same) {
            kernels.successes(dice.generators, *dice.box, *successes, most, count.data());
          } else {
            kernels.successes_by_lane(dice.generators, *dice.box, *successes, n.data(),
                                      count.data());
          }
          const auto faces = dice.throw_dice(n, all_the_same);
          for (std::size_t lane = 0; lane < row_bytes; ++lane) {
            const auto expected = std::count_if(faces[lane].begin(), faces[lane].end(),
                                                [&](int face) { return face >= least; });
            ASSERT_EQ(faces[lane].size(), n[lane]);
            ASSERT_EQ(count[lane], expected) << "d" << sides << ", " << +n[lane] << " dice";
          }
        }
      }
    }
  }
}

TEST_P(EveryLevel, pools_are_counted_by_what_the_dice_show) {
  std::mt19937 random(2);
  DiceAndBytes dice(6);
  for (int most = 0; most <= 255; most += most < 40 ? 1 : 43) {
    for (const bool all_the_same : {true, false}) {
      const Row n = all_the_same ? same(most) : numbers(random, static_cast<unsigned>(most));
      std::array<Row, pool_rows> pool;
      if (all_the_same) {
        kernels.throw_pool(dice.generators, *dice.box, most, pool.front().data());
      } else {
        kernels.throw_pool_by_lane(dice.generators, *dice.box, n.data(), pool.front().data());
      }
      const auto faces = dice.throw_dice(n, all_the_same);
      for (std::size_t f = 1; f < pool_rows; ++f) {
        for (std::size_t lane = 0; lane < row_bytes; ++lane) {
          ASSERT_EQ(pool[f][lane],
                    std::count_if(faces[lane].begin(), faces[lane].end(),
                                  [&](int face) { return face + 1 >= static_cast<int>(f); }))
              << +n[lane] << " dice, " << f << " or more";
        }
      }
    }
  }
}

TEST_P(EveryLevel, a_row_is_split_into_its_dice) {
  for (int sides = Dice::least_sides; sides <= Dice::most_sides; ++sides) {
    const ByteDice dice = byte_dice(sides);
    for (int first = 0; first < 256; first += lane_count) {
      Row row;
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = static_cast<std::uint8_t>(first + static_cast<int>(i));
      }
      std::array<Row, ByteDice::most_per_byte> faces;
      kernels.split(dice, row.data(), faces.front().data());
      for (std::size_t i = 0; i < row.size(); ++i) {
        int rest = row[i];
        for (int die = 0; die < dice.per_byte && row[i] < dice.limit; ++die, rest /= sides) {
          ASSERT_EQ(faces[static_cast<std::size_t>(die)][i], rest % sides) << "d" << sides;
        }
      }
    }
  }
}

}  // namespace
}  // namespace warodds::sim
