// What is counted of outcomes: the laws that an answer is read off.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/numbers/intervals.h"
#include "sim/run/tallied.h"

namespace warodds::sim {

/// Of each law that is asked for.
struct OutcomeCounts {
  std::vector<LawSums<std::uint64_t>> laws;
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
  if (to.laws.size() < from.laws.size()) to.laws.resize(from.laws.size());
  for (std::size_t law = 0; law < from.laws.size(); ++law) to.laws[law].add(from.laws[law]);
}

template <class Archive, Is<OutcomeCounts> Some>
void members(Archive& archive, Some& counts) {
  // A law is told as a list, and a number by its bits.
  using List = std::vector<std::pair<std::vector<std::int64_t>, std::uint64_t>>;
  std::vector<std::pair<std::uint64_t, List>> laws;  // trials that have not met the condition first
  for (const LawSums<std::uint64_t>& law : counts.laws) {
    List& list = laws.emplace_back(law.not_given(), List()).second;
    for (const auto& [values, trials] : law.sums()) {
      list.emplace_back(as_bits<std::int64_t>(values), trials);
    }
  }
  archive(laws);
  if constexpr (!std::is_const_v<Some>) {
    counts.laws.clear();
    for (const auto& [not_given, list] : laws) {
      LawSums<std::uint64_t>& law = counts.laws.emplace_back();
      law.add_not_given(not_given);
      for (const auto& [bits, trials] : list) {
        if (bits.empty()) TallyReader::not_these();
        law.add(as_bits<double>(bits), trials);
      }
    }
  }
}

/// Whether each law is of so many trials.
inline bool fits(const OutcomeCounts& counts, std::uint64_t trials) {
  return std::all_of(counts.laws.begin(), counts.laws.end(), [&](const auto& law) {
    std::vector<std::uint64_t> seen{law.not_given()};
    for (const auto& [values, of_values] : law.sums()) seen.push_back(of_values);
    return adds_up(seen, trials);
  });
}

/// Whether the interval of every share is at most `precision` to each side, in the laws of one
/// column each that are under the answer's condition: of each value, and, of numbers, of that value
/// or more.
inline bool precise(const OutcomeCounts& counts, const std::vector<AskedLaw>& asked,
                    const std::optional<Event>& given, Deviations reach, double precision) {
  using Kind = OutcomeFact::Kind;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i].columns.size() > 1 || !(asked[i].given == given)) continue;
    const std::uint64_t trials = counts.laws[i].given();
    const OutcomeColumn& column = asked[i].columns.front();
    if (std::holds_alternative<Event>(column)) {
      if (trials == 0) return false;
      if (!all_within({counts.laws[i].weight_where(0)}, trials, reach, precision)) return false;
      continue;
    }
    const auto& fact = std::get<OutcomeFact>(column);
    if (is_of_points(fact) || fact.kind == Kind::hit_points) continue;  // means are told of these
    std::vector<std::uint64_t> list = counts.laws[i].list(0);
    if (trials == 0 || !all_within(list, trials, reach, precision)) return false;
    if (fact.kind == Kind::end || fact.kind == Kind::ahead) continue;
    for (std::size_t k = list.size() - 1; k > 0; --k) list[k - 1] += list[k];
    if (!all_within(list, trials, reach, precision)) return false;
  }
  return true;
}

/// Whether these may be values of the columns that were asked for.
inline bool fits(const LawSums<std::uint64_t>& law, const AskedLaw& asked) {
  const OutcomeSums<std::uint64_t> sums = law.sums();
  return std::all_of(sums.begin(), sums.end(), [&](const auto& one) {
    return one.first.size() == asked.columns.size() &&
           std::all_of(one.first.begin(), one.first.end(),
                       [](double value) { return std::isfinite(value); });
  });
}

/// Throws InputError where counts that have been read are not of the laws that are asked for.
inline void require_fits(const OutcomeCounts& counts, const std::vector<AskedLaw>& asked) {
  if (!std::equal(counts.laws.begin(), counts.laws.end(), asked.begin(), asked.end(),
                  [](const auto& law, const AskedLaw& of) { return fits(law, of); })) {
    TallyReader::not_these();
  }
}

/// The laws that were asked for, from their counts.
inline std::vector<OutcomeLaw> laws_of(OutcomeCounts counts, const std::vector<AskedLaw>& asked,
                                       double confidence) {
  require_fits(counts, asked);
  return warodds::laws_of(asked, std::move(counts.laws), confidence);
}

}  // namespace warodds::sim
