// Why a unit is not even at the price that was found for it. Not installed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/design/offers.h"

namespace warodds {

class PriceReasons {
 public:
  /// `offers`: what is bought in the end.
  PriceReasons(Market& market, const Offers& offers, const std::vector<AnyUnit>& units,
               const Watch& watch)
      : market_(market), offers_(offers), units_(units), watch_(watch) {}

  /// How a unit that has no price does against the others in the number that was tried last, which
  /// it is bought in at `points`. `strong`: it was too strong even so; else too weak.
  std::string without_price(std::size_t unit, bool strong, int points);

  /// What the next number in the right direction would bring: odds beyond the other end of the
  /// band, since numbers are whole or prices go in steps, or others who are not even then. `now`:
  /// the odds of the unit among those who have a price.
  std::string of_next_number(std::size_t unit, double now);

 private:
  std::string who_suffers(std::size_t unit, const Offer& next) const;

  Market& market_;
  const Offers& offers_;
  const std::vector<AnyUnit>& units_;
  const Watch& watch_;
};

}  // namespace warodds
