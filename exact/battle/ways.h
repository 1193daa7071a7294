// How a battle goes on within a group of places (groups.h), and how it leaves it. Most of where a
// place leads is outside its group; the ways within are few and gone over again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/play/attack_order.h"
#include "exact/battle/groups.h"
#include "exact/battle/rows.h"

namespace warodds::exact {

/// A way to a place of the same group, told by its number there.
struct Way {
  std::uint32_t to;
  double p;
};

/// The ways from the places of a group. Those from the places of the last attack lead to the places
/// of the first one, a turn later.
class GroupWays {
 public:
  GroupWays(const PlaceGroup& group, const Way* ways, const std::size_t* before,
            const double* leaving)
      : group_(group), ways_(ways), before_(before), leaving_(leaving) {}

  std::span<const Way> from(std::size_t place) const {
    return {ways_ + before_[place], ways_ + before_[place + 1]};
  }

  /// What a flow through the group comes to.
  struct Flow {
    double leaves = 0;   ///< the group
    double returns = 0;  ///< to the first attack
  };
  /// Sends what is `within` the places of the group once round.
  Flow send(std::vector<double>& within) const;

 private:
  const PlaceGroup& group_;
  const Way* ways_;
  const std::size_t* before_;  ///< each place, and behind the last
  const double* leaving_;      ///< by place: the probability to leave the group
};

class Ways {
 public:
  /// Groups one behind the other are kept together.
  static constexpr std::size_t groups_of_a_part = 64;

  Ways() = default;
  /// Attacks of the groups are counted from order.again. `group_of`: the group of a state's places.
  /// -1: those of none.
  Ways(const Rows& rows, const AttackOrder& order, const PlaceGroups& groups,
       const std::vector<std::uint32_t>& group_of);

  GroupWays of(const PlaceGroups& groups, std::size_t group) const {
    const Part& part = parts_[group / groups_of_a_part];
    const std::size_t first = part.first_places[group % groups_of_a_part];
    return {groups[group], part.ways.data(), part.before.data() + first,
            part.leaving.data() + first};
  }

  std::size_t parts() const { return parts_.size(); }
  /// One more than the last part with a group that one of this part leads to.
  std::size_t leads_before(std::size_t part) const {
    return (parts_[part].leads_before + groups_of_a_part - 1) / groups_of_a_part;
  }

 private:
  struct Part {
    std::vector<std::size_t> first_places;  ///< of each group
    std::vector<Way> ways;
    std::vector<std::size_t> before;  ///< ways before those of each place, and all
    std::vector<double> leaving;      ///< by place
    std::uint32_t leads_before = 0;   ///< one more than the last group that one of these leads to
  };

  std::vector<Part> parts_;
};

}  // namespace warodds::exact
