#include "core/rules/sum.h"

#include <algorithm>

namespace warodds {

std::string Sum::total_text(std::optional<int> floor) const {
  int known = 0;
  int lowest = 0;
  std::string dice;
  for (std::size_t i = 0; i < count_; ++i) {
    const Amount& amount = terms_[i].amount;
    known += amount.plus();
    lowest += amount.is_random() ? amount.least() : amount.plus();
    if (!amount.is_random()) continue;
    const Amount bare(amount.dice(), amount.sides(), 0);
    dice += amount.dice() < 0 ? " - " + bare.text().substr(1) : " + " + bare.text();
  }
  if (dice.empty()) return fmt::format("{}", floor ? std::max(known, *floor) : known);
  if (known == 0 && dice.starts_with(" + ")) {
    dice.erase(0, 3);
  } else {
    dice.insert(0, fmt::format("{}", known));
  }
  return fmt::format("{}{}", dice,
                     floor && lowest < *floor ? fmt::format(", not below {}", *floor) : "");
}

std::string Sum::text(std::optional<int> floor) const {
  std::string text = terms_[0].amount.text();
  if (*terms_[0].what != '\0') text += fmt::format(" {}", terms_[0].what);
  for (std::size_t i = 1; i < count_; ++i) {
    const Amount& amount = terms_[i].amount;
    if (amount == Amount(0)) continue;
    const bool signed_already = amount.is_random() ? amount.dice() < 0 : amount.plus() < 0;
    text += fmt::format(" {}{} {}", signed_already ? "" : "+", amount.text(), terms_[i].what);
  }
  return text + " = " + total_text(floor);
}

}  // namespace warodds
