// Who falls to a given damage, where that is settled beforehand: in a fixed order, each figure only
// when the one before it is gone, or as the owner chooses by the rule of assignment.h.
#pragma once

#include <utility>
#include <vector>

#include "core/rules/assignment.h"
#include "core/rules/falling.h"

namespace warodds {

class Casualties {
 public:
  using Rank = warodds::Rank;

  Casualties() = default;
  /// In a fixed order: `order` says who falls first. The state of the unit is then one number:
  /// `taken`, the damage it has taken.
  Casualties(std::vector<Rank> order, int taken) : ranks_(std::move(order)), taken_(taken) {}
  /// As `falling` says, `ranks` as listed, of which `remains` is left: the owner chooses, or the
  /// order is not always the same.
  Casualties(std::vector<Rank> ranks, Remains remains, Falling falling = {});

  /// Whether the state is a Remains and not a number.
  bool chosen() const { return chosen_; }

  /// Figures that stand before the damage now dealt.
  int standing() const;
  /// Figures removed by `damage` more. Overkill is lost.
  int kills(int damage) const;
  /// No damage counts for more than this one; where it is of two attacks, as they are told
  /// (pursued).
  int greatest() const { return falling_.then.empty() ? left() : pursued(left(), left(), left()); }
  bool destroyed(int damage) const { return amount(damage) >= left(); }
  /// Damage that destroys the unit.
  int left() const;
  /// Of each rank, the figures that stand after `damage` more; 0 of one that only wounds.
  std::vector<int> survivors(int damage) const;
  /// The same of 0, 1, … `most` more.
  std::vector<std::vector<int>> survivors_of_each(int most) const;

  const std::vector<Rank>& ranks() const { return ranks_; }

  // In a fixed order.

  /// Of each rank, the damage it can still take.
  std::vector<int> left_by_rank() const;
  /// Damage taken once the damage on figures that still stand is removed.
  int taken_by_the_fallen() const;
  int taken() const { return chosen_ ? warodds::left(ranks_, whole(ranks_)) - left() : taken_; }

  // Where the state is a Remains.

  const Remains& remains() const { return remains_; }
  const Falling& falling() const { return falling_; }

  /// The damage that is meant: wounds of two attacks are told as one number (Falling::then).
  int amount(int damage) const {
    return chosen_ ? amount_of(ranks_, falling_, remains_, damage) : damage;
  }

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
  Falling falling_;
};

}  // namespace warodds
