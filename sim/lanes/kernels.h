// The inner loops of the simulator. They are compiled once for each level of instructions (see
// core/machine/instructions.h) and are found through a table (see levels.h). What they are given
// and give back is the same on every level, to the byte.
//
// A kernel works on 64 trials, a byte of a row each. All rows are aligned to 64 bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warodds::sim {

/// Trials played at once.
inline constexpr int lane_count = 64;
inline constexpr std::size_t row_bytes = lane_count;

/// Sixteen xoshiro256++ generators side by side.
struct alignas(64) Generators {
  static constexpr std::size_t count = 16;
  std::uint64_t words[4][count];
};
/// What a step of all generators gives: two rows.
inline constexpr std::size_t step_bytes = 8 * Generators::count;

/// How a byte becomes dice of one number of sides.
struct ByteDice {
  static constexpr int most_per_byte = 8;
  int sides = 0;
  int per_byte = 0;          ///< k: dice from each byte
  int power = 1;             ///< s^k
  int limit = 0;             ///< bytes from here on are thrown away
  std::uint16_t factor = 0;  ///< 2^16 / s, rounded up
};

/// Rows of bytes below the limit: dice of one number of sides that have not been thrown yet.
struct alignas(64) Box {
  static constexpr std::size_t rows = 128;
  /// Random rows are made so many at a time (some steps of the generators), so that is how far
  /// there can be too many bytes.
  static constexpr std::size_t batch = 16;

  std::uint8_t bytes[(rows + batch + 1) * row_bytes];
  std::size_t next = rows;  ///< the first unused row
  std::size_t spare = 0;    ///< bytes behind the last row
  ByteDice dice;
};

/// The dice of a pool, by what they show: a row f for the dice that show f or more, 1..7. (The row
/// 0 is like the row 1.)
inline constexpr std::size_t pool_rows = 8;

/// Where a row of a pool begins.
constexpr std::size_t pool_row(std::size_t face) { return face * row_bytes; }

/// The dice of one side of a lineup that show a certain value. Rows of pools: see pool_row().
struct LineupTerm {
  std::size_t face;      ///< its dice that show at least the value: of this face or higher
  std::size_t higher;    ///< ... and more than the value
  std::size_t opposing;  ///< the enemy's dice that show at least the value
  bool paired;           ///< only dice with a partner can hit
};
struct LineupTerms {
  LineupTerm term[6];
  std::size_t count = 0;
  int smaller_pool = 0;
};

struct Kernels {
  /// The next step of the generators: `step_bytes` random bytes.
  void (*random_step)(Generators&, std::uint8_t* bytes);
  /// Fills a box whose rows are all used.
  void (*refill)(Generators&, Box&);
  /// Sets each lane of `count` to the successes of n dice, or of n[lane] dice: those that show a
  /// face, counted from 0, of at least `least`.
  void (*successes)(Generators&, Box&, int least, int n, std::uint8_t* count);
  void (*successes_by_lane)(Generators&, Box&, int least, const std::uint8_t* n,
                            std::uint8_t* count);
  /// Throws a pool of n (or n[lane]) six-sided dice.
  void (*throw_pool)(Generators&, Box&, int n, std::uint8_t* pool);
  void (*throw_pool_by_lane)(Generators&, Box&, const std::uint8_t* n, std::uint8_t* pool);
  /// The hits of one side of a lineup.
  void (*pair_hits)(const LineupTerms&, const std::uint8_t* own, const std::uint8_t* other,
                    std::uint8_t* hits);
  /// The faces of all dice of a row, counted from 0: a row for each die of a byte.
  void (*split)(const ByteDice&, const std::uint8_t* row, std::uint8_t* faces);
};

}  // namespace warodds::sim
