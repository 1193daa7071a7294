#include "core/play/side_states.h"

#include <limits>
#include <utility>

namespace warodds {
namespace {

/// The unit as it was before the first battle.
Casualties unhurt(const Casualties& casualties) {
  if (casualties.chosen()) return Casualties(casualties.ranks(), whole(casualties.ranks()));
  return Casualties(casualties.ranks(), 0);
}

}  // namespace

SideStates::SideStates(const Casualties& casualties, DamageLasts lasts)
    : unhurt_(unhurt(casualties)), capacity_(unhurt_.left()), lasts_(lasts) {
  if (casualties.chosen()) {
    gone_ = number(Remains{std::vector<int>(casualties.ranks().size(), 0)});
    opening_ = number(casualties.remains());
  } else {
    opening_ = casualties.taken();
  }
}

int SideStates::number(const Remains& remains) {
  const auto known = numbers_.find(remains);
  if (known != numbers_.end()) return known->second;
  const int next = static_cast<int>(states_.size());
  numbers_.emplace(remains, next);
  states_.push_back(
      {remains, warodds::standing(remains), warodds::left(unhurt_.ranks(), remains), next, {}});
  if (remains.injured >= 0) {
    const int lasting = number(healed(remains));
    states_[static_cast<std::size_t>(next)].lasting = lasting;
  }
  return next;
}

void SideStates::find(int state, int most) {
  if (!chosen()) return;
  const auto place = static_cast<std::size_t>(state);
  const auto wanted = static_cast<std::size_t>(std::min(most, states_[place].left - 1)) + 1;
  if (states_[place].left == 0 || states_[place].after.size() >= wanted) return;
  const std::vector<Rank>& ranks = unhurt_.ranks();
  const Remains remains = states_[place].remains;
  const int last = static_cast<int>(wanted) - 1;
  std::vector<int> after;
  if (remains.injured < 0) {
    for (const Assignment& choice : free_assignments(ranks, remains.figures, last)) {
      after.push_back(reached(after_assignment(ranks, remains.figures, choice)));
    }
  } else {
    const auto rank = static_cast<std::size_t>(remains.injured);
    const int needed = ranks[rank].hit_points - remains.damage;
    Remains next = remains;
    for (int damage = 0; damage < needed && damage <= last; ++damage, ++next.damage) {
      after.push_back(damage == 0 ? state : reached(next));
    }
    if (needed <= last) {
      --next.figures[rank];
      const int filled = number(healed(next));
      find(filled, last - needed);
      for (int damage = 0; damage <= last - needed; ++damage) {
        after.push_back(chosen_after(filled, damage));
      }
    }
  }
  states_[place].after = std::move(after);
}

void SideStates::tell(int state, Side side, Standing& standing) const {
  standing.taken[side] = taken(state);
  if (chosen()) standing.remains[side] = at(state).remains;
}

double SideStates::size(int most_damage) const {
  if (!chosen()) return capacity_ + 1.0;
  constexpr std::size_t quickly = 3000;
  SideStates all = *this;
  for (std::size_t state = 0; state < all.states_.size(); ++state) {
    if (state >= quickly) return std::numeric_limits<double>::infinity();
    all.find(static_cast<int>(state), most_damage);
  }
  return static_cast<double>(all.states_.size());
}

Standing standing_of(const PerSide<SideStates>& sides, const PerSide<int>& states) {
  Standing standing{{}, true};
  for (const Side side : both_sides) sides[side].tell(states[side], side, standing);
  return standing;
}

}  // namespace warodds
