#include "exact/battle/ways.h"

#include <algorithm>
#include <array>

#include "core/threads/parallel.h"

namespace warodds::exact {
namespace {

/// Σ of term(i) for i < count. As four sums, so that none waits for the one before.
template <class Term>
double four_sums(std::size_t count, Term&& term) {
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= count; i += sums.size()) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += term(i + k);
  }
  for (; i < count; ++i) sums[0] += term(i);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

GroupWays::Flow GroupWays::send(std::vector<double>& within) const {
  Flow flow;
  const std::size_t places_of_first = group_.places.front().size();
  for (std::size_t place = 0; place < within.size(); ++place) {
    const double flowing = within[place];
    if (flowing == 0) continue;
    flow.leaves += flowing * leaving_[place];
    for (const Way& way : from(place)) {
      (way.to < places_of_first ? flow.returns : within[way.to]) += flowing * way.p;
    }
  }
  return flow;
}

Ways::Ways(const Rows& rows, const AttackOrder& order, const PlaceGroups& groups,
           const std::vector<std::uint32_t>& group_of)
    : parts_((groups.size() + groups_of_a_part - 1) / groups_of_a_part) {
  const auto add_group = [&](std::size_t number, Part& part) {
    const PlaceGroup& group = groups[number];
    part.first_places.push_back(part.leaving.size());
    for (std::size_t attack = 0; attack < group.places.size(); ++attack) {
      const std::size_t next = (attack + 1) % group.places.size();
      const std::span<const std::size_t> places = group.places[next];
      for (const std::size_t state : group.places[attack]) {
        const Row& row = rows[order.again + attack][state];
        // What leaves the group by an entry; the others are noted.
        const auto leaving = [&](std::size_t i) {
          const std::uint32_t to_group = group_of[row.to[i]];
          part.leads_before = std::max(part.leads_before, to_group + 1);
          if (to_group != number) return row.p[i];
          const auto place = std::lower_bound(places.begin(), places.end(), row.to[i]);
          const auto to =
              group.first_before(next) + static_cast<std::size_t>(place - places.begin());
          part.ways.push_back({static_cast<std::uint32_t>(to), row.p[i]});
          return 0.0;
        };
        part.leaving.push_back(four_sums(row.to.size(), leaving));
        part.before.push_back(part.ways.size());
      }
    }
  };
  in_parallel(parts_.size(), [&](std::size_t number) {
    Part part;
    part.before.push_back(0);
    const std::size_t end = std::min((number + 1) * groups_of_a_part, groups.size());
    for (std::size_t group = number * groups_of_a_part; group < end; ++group) {
      add_group(group, part);
    }
    parts_[number] = std::move(part);
  });
}

}  // namespace warodds::exact
