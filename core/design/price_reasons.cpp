#include "core/design/price_reasons.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "core/text/shown.h"

namespace warodds {
namespace {

/// Figures that are bought, or models.
int number_of(const Offer& offer) {
  int number = 0;
  for (const auto& [name, of_name] : offer.bought.front().sizes) number += of_name;
  return number;
}

/// At the first budget and, where it is another number, at the last.
std::string sizes_text(const Offer& offer) {
  const std::string first = offer.bought.front().sizes_text();
  const std::string last = offer.bought.back().sizes_text();
  return first == last ? first : first + " to " + last;
}

}  // namespace

std::string PriceReasons::without_price(std::size_t unit, bool strong, int points) {
  const Offer last = market_.offer(unit, points);
  if (!market_.settle({last}, offers_, watch_)) return "no price: interrupted";
  double odds = 0;
  const std::size_t budgets = market_.budgets().size();
  for (std::size_t b = 0; b < budgets; ++b) {
    odds += market_.odds_of_all(unit, last, offers_, b).of_beating.value;
  }
  odds /= static_cast<double>(budgets);
  const double even_within = market_.within();
  const char* hint = market_.step() > 1 ? "; a smaller --step has more prices to try" : "";
  if (strong ? odds <= 0.5 + even_within : odds >= 0.5 - even_within) {
    return std::string("no price was found") + hint;
  }
  const bool by_limit = !strong && last.is_largest();
  return fmt::format("no price: as {} as {} beat others with {:.0f} %{}{}", strong ? "few" : "many",
                     sizes_text(last), odds * 100, strong ? "" : " only",
                     by_limit ? ", and more may not be bought; a smaller --budget may have one"
                     : strong ? ""
                              : hint);
}

std::string PriceReasons::of_next_number(std::size_t unit, double now) {
  const bool too_often = now > 0.5;
  const double even_within = market_.within();
  for (const Offer& next : market_.neighbours(unit, offers_[unit])) {
    if (too_often != (next.points > offers_[unit].points)) continue;
    if (!market_.settle({next}, offers_, watch_)) break;
    const double then = market_.odds(unit, next, offers_);
    const std::string text =
        fmt::format("with {} {:.1f} %, with {} {:.1f} %", sizes_text(offers_[unit]), now * 100,
                    sizes_text(next), then * 100);
    if (too_often == (then < 0.5 - even_within) && std::abs(then - 0.5) > even_within) {
      const bool by_step = market_.step() > 1 &&
                           std::abs(next.points - offers_[unit].points) <= market_.step() &&
                           std::abs(number_of(next) - number_of(offers_[unit])) > 1;
      return (by_step ? fmt::format("prices are multiples of {}: ", market_.step())
                      : "numbers are whole: ") +
             text;
    }
    return text + ", but then " + who_suffers(unit, next);
  }
  return too_often ? "fewer it cannot be" : "more does not help";
}

/// The others whom a purchase would take out of the band, or farther from it.
std::string PriceReasons::who_suffers(std::size_t unit, const Offer& next) const {
  Offers changed = offers_;
  changed[unit] = next;
  std::string list;
  for (std::size_t j = 0; j < changed.size(); ++j) {
    if (j == unit || !market_.has_price(j)) continue;
    const double then = std::abs(market_.odds(j, changed[j], changed) - 0.5);
    if (then <= market_.within() || then <= std::abs(market_.odds(j, offers_[j], offers_) - 0.5))
      continue;
    list += fmt::format("{}{} {:.1f} %", list.empty() ? "" : ", ", shown(name_of(units_[j])),
                        market_.odds(j, changed[j], changed) * 100);
  }
  return list.empty() ? "the others are less even" : list;
}

}  // namespace warodds
