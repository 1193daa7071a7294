// A number that may have to be rolled first: 3, 1d6, 2d6+1, d6-1, -1d3. Wherever the rules let a
// value grant dice, change a result or deal damage, it may be one of these; it is rolled by its
// owner at the start of each attack.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warodds {

class Amount {
 public:
  static constexpr int most_dice = 20;
  static constexpr int least_sides = 2;
  static constexpr int most_sides = 100;

  /// Just a number.
  constexpr Amount(int number = 0) : plus_(number), result_(number) {}
  /// The sum of so many dice, plus a number; fewer than 0 dice are taken off. Throws InputError
  /// beyond the limits above.
  Amount(int dice, int sides, int plus);

  /// Reads "3", "1d6", "d6", "2d6+1", "d6-1", "-1d3"; nothing for anything else.
  static std::optional<Amount> parse(std::string_view text);
  /// As parse() reads it.
  std::string text() const;

  bool is_random() const { return dice_ != 0; }
  int dice() const { return dice_; }
  int sides() const { return sides_; }
  int plus() const { return plus_; }
  int least() const;
  int most() const;
  /// P(least()), P(least() + 1), ..., P(most()).
  std::vector<double> law() const;

  /// The same amount when the dice have come to a sum that makes `result` of it.
  Amount rolled(int result) const;
  /// The number, or what has been rolled. Throws std::logic_error before it has been.
  int value() const;

  bool operator==(const Amount&) const = default;

 private:
  int dice_ = 0;
  int sides_ = 0;
  int plus_ = 0;
  std::optional<int> result_ = 0;
};

/// The amount and so much more.
Amount operator+(const Amount& amount, int more);

}  // namespace warodds
