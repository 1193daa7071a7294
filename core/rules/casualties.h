// Who falls to a given damage. Figures fall in a fixed order, each only when the one before it is
// gone, so the state of a unit is one number: the damage it has taken.
#pragma once

#include <vector>

namespace warodds {

class Casualties {
 public:
  struct Rank {
    int count = 0;       ///< figures of this kind, one after the other
    int hit_points = 1;  ///< of each
    bool operator==(const Rank&) const = default;
  };

  Casualties() = default;
  /// `order`: who falls first; `taken`: damage the unit has already taken.
  Casualties(std::vector<Rank> order, int taken) : order_(std::move(order)), taken_(taken) {}

  /// Figures that stand before the damage now dealt.
  int standing() const { return figures() - down(taken_); }
  /// Figures removed by `damage` more. Overkill is lost.
  int kills(int damage) const { return down(taken_ + damage) - down(taken_); }
  bool destroyed(int damage) const { return kills(damage) == standing(); }
  /// Damage that destroys the unit.
  int left() const;
  /// Of each rank, the figures that stand after `damage` more.
  std::vector<int> survivors(int damage) const;
  /// Of each rank, the damage it can still take.
  std::vector<int> left_by_rank() const;
  /// Damage taken once the damage on figures that still stand is removed.
  int taken_by_the_fallen() const;

  const std::vector<Rank>& order() const { return order_; }
  int taken() const { return taken_; }

  bool operator==(const Casualties&) const = default;

 private:
  int figures() const;
  int down(int total_damage) const;

  std::vector<Rank> order_;
  int taken_ = 0;
};

}  // namespace warodds
