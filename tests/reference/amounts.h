// Random amounts, "2d6+1": every outcome with its probability, and mixtures over several amounts.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "fields.h"
#include "reference.h"

namespace reference {

/// Dice of equal faces plus a number; no dice at all in a plain number.
struct Amount {
  int dice = 0;
  int faces = 1;
  int plus = 0;
};

/// Reads "3", "-1", "1d3", "d6-1", "2d6+1".
inline Amount amount_in(const std::string& key, const std::string& value) {
  Amount amount;
  const std::size_t d = value.find('d');
  if (d == std::string::npos) {
    amount.plus = number_in(key, value);
    return amount;
  }
  const std::size_t sign = value.find_first_of("+-", d);
  amount.dice = d == 0 ? 1 : number_in(key, value.substr(0, d));
  amount.faces =
      number_in(key, value.substr(d + 1, sign == std::string::npos ? sign : sign - d - 1));
  if (sign != std::string::npos) amount.plus = number_in(key, value.substr(sign));
  if (amount.dice < 0 || amount.faces < 1) {
    throw std::invalid_argument("reference: '" + key + "' is '" + value + "', not an amount");
  }
  return amount;
}

/// What the amount may come to, negative results included.
template <typename Number>
std::map<int, Number> outcomes(const Amount& amount) {
  std::map<int, Number> sums{{amount.plus, Number(1)}};
  for (int die = 0; die < amount.dice; ++die) {
    std::map<int, Number> next;
    for (const auto& [sum, chance] : sums) {
      for (int face = 1; face <= amount.faces; ++face) next[sum + face] += chance / amount.faces;
    }
    sums = next;
  }
  return sums;
}

/// Sets of values, each with its probability: what an attack may come to once its random amounts
/// have been rolled.
template <typename Number, typename Values>
using Mixture = std::map<Values, Number>;

/// Rolls the amount in the field `key` (0 if it is not written) and adds it to one of the values.
template <typename Number, typename Values>
void roll_into(Mixture<Number, Values>& mixture, int Values::*value, const Fields& fields,
               const std::string& key) {
  const auto rolled = outcomes<Number>(amount_in(key, text(fields, key, "0")));
  Mixture<Number, Values> next;
  for (const auto& [values, chance] : mixture) {
    for (const auto& [amount, p] : rolled) {
      Values after = values;
      after.*value += amount;
      next[after] += chance * p;
    }
  }
  mixture = next;
}

}  // namespace reference
