// How often each value came up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace warodds {

/// The counts of one whole number >= 0 over the trials. Never empty; ends at the largest value
/// seen.
class Tally {
 public:
  /// Nothing has been counted.
  Tally() : counts_(1, 0) {}
  /// `counts[k]`: how often k came up. Zeros at the end are dropped.
  explicit Tally(std::vector<std::uint64_t> counts);

  const std::vector<std::uint64_t>& counts() const { return counts_; }
  std::uint64_t trials() const { return trials_; }
  int max() const { return static_cast<int>(counts_.size()) - 1; }

  std::uint64_t count(int k) const;  ///< how often k came up; 0 outside the array
  double frequency(int k) const;     ///< of k, as a share of the trials
  /// [k]: how often k or more came up; as long as counts().
  std::vector<std::uint64_t> at_least() const;
  double mean() const;
  double sd() const;  ///< of the values counted (divided by their number, not by one less)

  /// The tally of value(X); `value` must not be negative.
  Tally map(const std::function<int(int)>& value) const;

  bool operator==(const Tally&) const = default;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t trials_ = 0;
};

}  // namespace warodds
