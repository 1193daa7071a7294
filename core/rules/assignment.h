// Damage that the owner of a unit assigns to its figures (A11). A figure that already has damage on
// it is filled until it is down before any other gets some; among figures without damage the owner
// chooses freely, filling one after the other, and what does not down a figure lies on the last one
// chosen. Where several have damage on them, the one with the most is filled first; among equals
// the owner chooses. With nobody left the rest is lost.
#pragma once

#include <compare>
#include <cstddef>
#include <tuple>
#include <vector>

#include "core/rules/points.h"

namespace warodds {

/// Figures of one kind.
struct Rank {
  int count = 0;             ///< figures
  int hit_points = 1;        ///< of each
  int icons = 0;             ///< of each: what is lost with it
  int kind = 0;              ///< which kind of the unit's figures this is
  bool wounds_only = false;  ///< damage to figures that fall at a later rank of their kind
  FigurePrice price = {};    ///< of each
  bool operator==(const Rank&) const = default;
};

/// A figure that has damage on it.
struct Injury {
  int rank = 0;
  int damage = 0;
  auto operator<=>(const Injury&) const = default;
};

/// What is left of a unit.
struct Remains {
  std::vector<int> figures;  ///< that stand, of each rank
  int injured = -1;  ///< the rank of the figure that has most damage on it; -1: none has any
  int damage = 0;    ///< on that figure
  std::vector<Injury> others = {};  ///< more figures with damage, those with more of it first

  bool operator<(const Remains& other) const {
    return std::tie(figures, injured, damage, others) <
           std::tie(other.figures, other.injured, other.damage, other.others);
  }
  bool operator==(const Remains&) const = default;
};

/// A unit as it is raised.
Remains whole(const std::vector<Rank>& ranks);
/// Figures that stand.
int standing(const Remains& remains);
/// Damage that it takes until nobody is left.
int left(const std::vector<Rank>& ranks, const Remains& remains);
/// The same figures without damage on them.
Remains healed(Remains remains);
/// The figures that have damage on them, those with more of it first, then those of a rank listed
/// first.
std::vector<Injury> injuries_of(const Remains& remains);
/// Lets just these figures have damage on them.
void set_injuries(std::vector<Injury> injuries, Remains& remains);

/// What an owner may have chosen for damage dealt to figures without damage: who falls, and what
/// lies on a survivor.
struct Assignment {
  std::vector<int> figures;  ///< that fall, of each rank
  int rest = 0;              ///< damage that downs nobody; 0 when nobody survives
};

/// What the owner chooses if the least is to be lost, for damage of 0, 1, … `most` (not more than
/// the unit has left) to `figures` of each rank, none of them injured: of all that is allowed, the
/// fewest figures fall, then the fewest icons are lost, then the losses come from ranks listed
/// later (the first ranks are compared first).
std::vector<Assignment> free_assignments(const std::vector<Rank>& ranks,
                                         const std::vector<int>& figures, int most);

/// What is left after these losses. A rest lies on the survivor with the most hit points, the one
/// listed later among equals.
Remains after_assignment(const std::vector<Rank>& ranks, const std::vector<int>& figures,
                         const Assignment& assignment);

/// All that may be left of a unit after `damage`, each once.
std::vector<Remains> allowed_remains(const std::vector<Rank>& ranks, const Remains& remains,
                                     int damage);

/// What is left of a unit after `damage` if its figures fall in a fixed order: `order` lists the
/// ranks. Whoever is injured is filled first: who has most damage, those before others in `order`
/// among equals.
Remains after_in_order(const std::vector<Rank>& ranks, const std::vector<std::size_t>& order,
                       Remains remains, int damage);

/// What is left of a unit after `damage`, assigned so that the least is lost.
Remains after_free_assignment(const std::vector<Rank>& ranks, const Remains& remains, int damage);

}  // namespace warodds
