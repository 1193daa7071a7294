// Who falls to a given damage, where that is settled beforehand: in a fixed order, each figure only
// when the one before it is gone, or as the owner chooses by the rule of assignment.h.
#pragma once

#include <utility>
#include <vector>

#include "core/rules/assignment.h"

namespace warodds {

class Casualties {
 public:
  using Rank = warodds::Rank;

  Casualties() = default;
  /// In a fixed order: `order` says who falls first. The state of the unit is then one number:
  /// `taken`, the damage it has taken.
  Casualties(std::vector<Rank> order, int taken) : ranks_(std::move(order)), taken_(taken) {}
  /// As the owner chooses (free_assignments): `ranks` as listed, of which `remains` is left.
  Casualties(std::vector<Rank> ranks, Remains remains);

  /// Whether the owner chooses, so that the state is a Remains and not a number.
  bool chosen() const { return chosen_; }

  /// Figures that stand before the damage now dealt.
  int standing() const;
  /// Figures removed by `damage` more. Overkill is lost.
  int kills(int damage) const;
  /// Of each kind of figures (Rank::kind), how many are removed by 0, 1, … `most` more damage.
  std::vector<std::vector<int>> kills_by_kind(int most) const;
  bool destroyed(int damage) const { return damage >= left(); }
  /// Damage that destroys the unit.
  int left() const;
  /// Of each rank, the figures that stand after `damage` more; 0 of one that only wounds.
  std::vector<int> survivors(int damage) const;

  const std::vector<Rank>& ranks() const { return ranks_; }

  // In a fixed order.

  /// Of each rank, the damage it can still take.
  std::vector<int> left_by_rank() const;
  /// Damage taken once the damage on figures that still stand is removed.
  int taken_by_the_fallen() const;
  int taken() const { return taken_; }

  // As the owner chooses.

  const Remains& remains() const { return remains_; }

  bool operator==(const Casualties&) const = default;

 private:
  /// Figures that have fallen to so much damage in all, in a fixed order.
  int fallen(int total_damage) const;
  /// Calls f(rank, figures of it that have fallen), until one of which some still stand.
  template <class F>
  void for_each_fallen(int total_damage, const F& f) const;
  std::vector<int> survivors_in_order(int total_damage) const;

  std::vector<Rank> ranks_;
  int taken_ = 0;
  bool chosen_ = false;
  Remains remains_;
};

}  // namespace warodds
