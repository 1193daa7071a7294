// What is counted of the outcomes that somebody asks for, besides what every answer says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "sim/run/tallied.h"

namespace warodds::sim {

/// Of each law: how many trials had which values.
struct OutcomeCounts {
  std::vector<OutcomeSums<std::uint64_t>> laws;

  void count(std::size_t law, const std::vector<double>& values, std::uint64_t trials) {
    if (laws.size() <= law) laws.resize(law + 1);
    laws[law][values] += trials;
  }
};

/// The same bits as numbers of another kind.
template <class To, class From>
std::vector<To> as_bits(const std::vector<From>& from) {
  static_assert(sizeof(To) == sizeof(From));
  std::vector<To> to(from.size());
  if (!from.empty()) std::memcpy(to.data(), from.data(), from.size() * sizeof(From));
  return to;
}

inline void add(OutcomeCounts& to, const OutcomeCounts& from) {
  for (std::size_t law = 0; law < from.laws.size(); ++law) {
    for (const auto& [values, trials] : from.laws[law]) to.count(law, values, trials);
  }
}

template <class Archive, Is<OutcomeCounts> Some>
void members(Archive& archive, Some& counts) {
  // A map is told as a list, and a number by its bits.
  using List = std::vector<std::pair<std::vector<std::int64_t>, std::uint64_t>>;
  std::vector<List> lists;
  for (const auto& law : counts.laws) {
    List& list = lists.emplace_back();
    for (const auto& [values, trials] : law) {
      list.emplace_back(as_bits<std::int64_t>(values), trials);
    }
  }
  archive(lists);
  if constexpr (!std::is_const_v<Some>) {
    counts.laws.clear();
    for (const List& list : lists) {
      auto& law = counts.laws.emplace_back();
      for (const auto& [bits, trials] : list) law.emplace(as_bits<double>(bits), trials);
    }
  }
}

/// Whether each law is of so many trials.
inline bool fits(const OutcomeCounts& counts, std::uint64_t trials) {
  return std::all_of(counts.laws.begin(), counts.laws.end(), [&](const auto& law) {
    std::vector<std::uint64_t> seen;
    for (const auto& [values, of_values] : law) seen.push_back(of_values);
    return adds_up(seen, trials);
  });
}

/// The laws that were asked for, from their counts.
inline std::vector<OutcomeLaw> laws_of(OutcomeCounts counts,
                                       const std::vector<OutcomeColumns>& asked,
                                       double confidence) {
  if (counts.laws.size() != asked.size()) TallyReader::not_these();
  std::vector<OutcomeLaw> laws;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    laws.emplace_back(asked[i], std::move(counts.laws[i]), confidence);
  }
  return laws;
}

}  // namespace warodds::sim
