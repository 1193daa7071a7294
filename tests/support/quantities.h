// Everything that is known of a fight when it is over, by name, so that outcomes from different
// origins can be compared with one another.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/support/answers.h"

namespace warodds::testing {

/// "attacker hits", "defender damage", ... -> probabilities of 0, 1, 2, ...; "attacker destroys" ->
/// one probability; "joint damage, row 2" -> probabilities of the defender's damage along with 2 by
/// the attacker. A quantity that is not there is surely 0.
using Quantities = std::map<std::string, std::vector<double>>;

inline Quantities quantities(const Answer& outcome) {
  Quantities result;
  const auto values = [](const Distribution& distribution) {
    return std::vector<double>(distribution.pmf().begin(), distribution.pmf().end());
  };
  for (const Side side : both_sides) {
    const Deals deals = testing::deals_of(outcome, side);
    const std::string who = std::string(to_string(side)) + ' ';
    for (std::size_t i = 0; i < outcome.reports.size(); ++i) {
      result[who + std::string(outcome.reports[i].name)] = values(deals.reported[i]);
    }
    result[who + "damage"] = values(deals.damage);
    result[who + "kills"] = values(deals.kills);
    result[who + "destroys"] = {deals.destroyed.value};
  }
  if (outcome.joint_damage) {
    const Array2d<double>& joint = outcome.joint_damage->pmf();
    for (std::ptrdiff_t row = 0; row < joint.rows(); ++row) {
      std::vector<double>& of_row = result["joint damage, row " + std::to_string(row)];
      for (std::ptrdiff_t column = 0; column < joint.cols(); ++column) {
        of_row.push_back(joint(row, column));
      }
    }
  }
  return result;
}

/// Reads a quantity that may be absent.
inline std::vector<double> quantity_of(const Quantities& all, const std::string& name) {
  const auto found = all.find(name);
  if (found != all.end()) return found->second;
  const bool surely_zero =
      name.find("destroys") == std::string::npos && name.find("row") == std::string::npos;
  return {surely_zero ? 1.0 : 0.0};
}

/// Whether all probabilities agree to within `tolerance`.
inline ::testing::AssertionResult agree(const Quantities& ours, const Quantities& theirs,
                                        double tolerance) {
  std::map<std::string, bool> names;
  for (const auto& [name, unused] : ours) names[name] = true;
  for (const auto& [name, unused] : theirs) names[name] = true;
  for (const auto& [name, unused] : names) {
    const std::vector<double> a = quantity_of(ours, name);
    const std::vector<double> b = quantity_of(theirs, name);
    for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
      const double p = k < a.size() ? a[k] : 0;
      const double q = k < b.size() ? b[k] : 0;
      if (!(std::abs(p - q) <= tolerance)) {
        return ::testing::AssertionFailure() << name << ": P(" << k << ") is " << p
                                             << " but should be " << q << ", off by " << p - q;
      }
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace warodds::testing
