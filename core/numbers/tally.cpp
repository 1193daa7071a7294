// Means and the like from integer counts.
#include "core/numbers/tally.h"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace warodds {

Tally::Tally(std::vector<std::uint64_t> counts) : counts_(std::move(counts)) {
  while (counts_.size() > 1 && counts_.back() == 0) counts_.pop_back();
  if (counts_.empty()) counts_.push_back(0);
  trials_ = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::uint64_t Tally::count(int k) const {
  const auto index = static_cast<std::size_t>(k);
  return k >= 0 && index < counts_.size() ? counts_[index] : 0;
}

double Tally::frequency(int k) const {
  return trials_ == 0 ? 0 : static_cast<double>(count(k)) / static_cast<double>(trials_);
}

std::vector<std::uint64_t> Tally::at_least() const {
  std::vector<std::uint64_t> tail(counts_);
  for (std::size_t k = tail.size() - 1; k > 0; --k) tail[k - 1] += tail[k];
  return tail;
}

double Tally::mean() const {
  double sum = 0;
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    sum += static_cast<double>(k) * static_cast<double>(counts_[k]);
  }
  return trials_ == 0 ? 0 : sum / static_cast<double>(trials_);
}

double Tally::sd() const {
  const double centre = mean();
  double sum = 0;
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    const double distance = static_cast<double>(k) - centre;
    sum += distance * distance * static_cast<double>(counts_[k]);
  }
  return trials_ == 0 ? 0 : std::sqrt(sum / static_cast<double>(trials_));
}

Tally Tally::map(const std::function<int(int)>& value) const {
  std::vector<std::uint64_t> mapped(1, 0);
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    const int to = value(static_cast<int>(k));
    if (to < 0) throw std::invalid_argument("a tally is of numbers that are not negative");
    const auto index = static_cast<std::size_t>(to);
    if (index >= mapped.size()) mapped.resize(index + 1, 0);
    mapped[index] += counts_[k];
  }
  return Tally(std::move(mapped));
}

}  // namespace warodds
