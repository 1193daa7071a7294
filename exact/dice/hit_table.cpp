#include "exact/dice/hit_table.h"

namespace warodds::exact {

void RowSums::sum(const HitTable& table, const HitTable::Row& row, std::span<const Fan> fans) {
  length_ = row.length;
  parts_.clear();
  std::size_t all_sources = 0;
  for (const Fan& fan : fans) all_sources += fan.from.size();
  sources_.resize(all_sources);  // and stays where it is
  std::size_t source = 0;
  std::size_t ends = 0;
  for (const Fan& fan : fans) {
    const auto first = std::lower_bound(fan.from.begin(), fan.from.end(), row.first);
    const auto last = std::lower_bound(first, fan.from.end(), row.first + row.states);
    if (first == last) continue;
    const Weighted weighted{sources_.data() + source, fan.weights + (first - fan.from.begin()),
                            static_cast<std::ptrdiff_t>(fan.from.size()),
                            static_cast<int>(last - first)};
    for (auto state = first; state != last; ++state) sources_[source++] = table.line(row, *state);
    parts_.push_back({&fan, ends * length_, weighted});
    ends += fan.places.size();
  }
  sums_.resize(ends * length_);
  constexpr std::size_t piece = 32;  // of all sources stays in the cache until all fans have had it
  for (std::size_t begin = 0; begin < length_; begin += piece) {
    const std::size_t end = std::min(begin + piece, length_);
    for (const Part& part : parts_) {
      double* targets[Fan::most_ends];
      for (std::size_t e = 0; e < part.fan->places.size(); ++e) {
        targets[e] = sums_.data() + part.begin + e * length_;
      }
      if (part.fan->places.size() == 1) {
        weighted_sums<1>(part.weighted, begin, end, targets);
      } else {
        weighted_sums<Fan::most_ends>(part.weighted, begin, end, targets);
      }
    }
  }
}

void RowSums::add(double* target, int target_step, const Fan& fan, const double* sum, int step,
                  int count) const {
  const int* places = fan.places.data();
  if (fan.places.size() == Fan::most_ends) {
    for (int i = 0; i < count; ++i, target += target_step, sum += step) {
      for (std::size_t e = 0; e < Fan::most_ends; ++e) target[places[e]] += sum[e * length_];
    }
    return;
  }
  target += places[0];
  if (target_step == 1 && step == 1) {
    for (int i = 0; i < count; ++i) target[i] += sum[i];
  } else {
    for (int i = 0; i < count; ++i) target[i * target_step] += sum[i * step];
  }
}

}  // namespace warodds::exact
