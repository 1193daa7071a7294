#include "core/rules/amount.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {

Amount::Amount(int dice, int sides, int plus) : dice_(dice), sides_(sides), plus_(plus) {
  if (std::abs(dice) > most_dice || (dice != 0 && (sides < least_sides || sides > most_sides))) {
    throw NotInRange(fmt::format("an amount has at most {} dice of {} to {} sides, not {}d{}",
                                 most_dice, least_sides, most_sides, dice, sides));
  }
  if (dice == 0) {
    sides_ = 0;
    result_ = plus;
  } else {
    result_.reset();
  }
}

std::optional<Amount> Amount::parse(std::string_view text) {
  const auto d = text.find('d');
  if (d == std::string_view::npos) {
    const auto number = read_number<int>(text);
    return number ? std::optional(Amount(*number)) : std::nullopt;
  }
  std::string_view count = text.substr(0, d);
  const bool taken_off = !count.empty() && count.front() == '-';
  if (taken_off) count.remove_prefix(1);
  const auto dice = count.empty() ? std::optional(1) : read_number<int>(count);
  const std::string_view rest = text.substr(d + 1);
  const auto sign = std::min(rest.find_first_of("+-"), rest.size());
  const auto sides = read_number<int>(rest.substr(0, sign));
  // "+1" is not a number to read_number, "-1" is; "+-1" is nothing.
  std::string_view added = rest.substr(sign);
  if (!added.empty() && added.front() == '+') {
    added.remove_prefix(1);
    if (added.empty() || added.front() == '-') return std::nullopt;
  }
  const auto plus = sign == rest.size() ? std::optional(0) : read_number<int>(added);
  if (!dice || !sides || !plus) return std::nullopt;
  const bool fits = *dice >= 1 && *dice <= most_dice && *sides >= least_sides &&
                    *sides <= most_sides && std::abs(static_cast<double>(*plus)) < 1e9;
  if (!fits) return std::nullopt;
  return Amount(taken_off ? -*dice : *dice, *sides, *plus);
}

std::string Amount::text() const {
  if (!is_random()) return fmt::format("{}", plus_);
  return fmt::format("{}d{}{}", dice_, sides_, plus_ == 0 ? "" : fmt::format("{:+}", plus_));
}

int Amount::least() const { return plus_ + (dice_ > 0 ? dice_ : dice_ * sides_); }
int Amount::most() const { return plus_ + (dice_ > 0 ? dice_ * sides_ : dice_); }

std::vector<double> Amount::law() const {
  std::vector<double> law{1};
  for (int die = 0; die < std::abs(dice_); ++die) {
    std::vector<double> next(law.size() + static_cast<std::size_t>(sides_) - 1, 0.0);
    for (std::size_t sum = 0; sum < law.size(); ++sum) {
      for (std::size_t face = 0; face < static_cast<std::size_t>(sides_); ++face) {
        next[sum + face] += law[sum] / sides_;
      }
    }
    law = std::move(next);
  }
  return law;  // the same for dice taken off: the law of a sum of dice is symmetric
}

Amount Amount::rolled(int result) const {
  Amount amount = *this;
  amount.result_ = result;
  return amount;
}

int Amount::value() const {
  if (!result_) throw std::logic_error(text() + " has to be rolled before it is a number");
  return *result_;
}

Amount operator+(const Amount& amount, int more) {
  return Amount(amount.dice(), amount.sides(), amount.plus() + more);
}

}  // namespace warodds
