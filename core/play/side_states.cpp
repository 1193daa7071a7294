#include "core/play/side_states.h"

#include <algorithm>
#include <utility>

#include "core/threads/patience.h"

namespace warodds {
namespace {

/// Work on where damage leads from a state.
constexpr WorkUnits per_find = 500;

/// The unit as it was before the first battle.
Casualties unhurt(const Casualties& casualties) {
  if (casualties.chosen()) {
    return Casualties(casualties.ranks(), whole(casualties.ranks()), casualties.falling());
  }
  return Casualties(casualties.ranks(), 0);
}

/// The order in which kinds of figures fall.
std::vector<std::size_t> order_of(const Casualties& casualties) {
  std::vector<std::size_t> order;
  for (const Rank& rank : casualties.ranks()) order.push_back(static_cast<std::size_t>(rank.kind));
  return order;
}

/// How damage falls that is dealt to somebody in such a state.
Falling falling_of(const Casualties& casualties) {
  if (casualties.chosen()) return casualties.falling();
  return {Falling::How::filled, order_of(casualties)};
}

}  // namespace

SideStates::SideStates(const Casualties& casualties, DamageLasts lasts)
    : unhurt_(unhurt(casualties)), capacity_(unhurt_.left()), lasts_(lasts) {
  if (casualties.chosen()) {
    ways_ = {casualties.falling()};
    gone_ = number(Remains{std::vector<int>(casualties.ranks().size(), 0)});
    opening_ = number(casualties.remains());
  } else {
    opening_ = std::min(casualties.taken(), capacity_);
  }
}

SideStates::SideStates(const Casualties& casualties, DamageLasts lasts, std::vector<Falling> ways)
    : SideStates(casualties, lasts) {
  ways_ = std::move(ways);
}

SideStates SideStates::of_any_choice(const Casualties& casualties, DamageLasts lasts) {
  std::vector<Rank> ranks = casualties.ranks();
  std::sort(ranks.begin(), ranks.end(),
            [](const Rank& x, const Rank& y) { return x.kind < y.kind; });
  Remains remains = casualties.remains();
  if (!casualties.chosen()) {
    remains = after_in_order(ranks, order_of(casualties), whole(ranks), casualties.taken());
  }
  SideStates states(Casualties(std::move(ranks), std::move(remains)), lasts);
  states.assign_by(casualties);
  return states;
}

void SideStates::assign_by(const Casualties& casualties) {
  ways_ = {falling_of(casualties)};
  for (State& state : states_) state.after.clear();
}

void SideStates::find_choices(int state, int most) {
  const auto place = static_cast<std::size_t>(state);
  const int last = std::min(most, states_[place].left);
  for (int damage = static_cast<int>(states_[place].choices.size()); damage <= last; ++damage) {
    spend(per_find);
    std::vector<int> choices;
    const Remains from = states_[place].remains;
    for (const Remains& remains : allowed_remains(unhurt_.ranks(), from, damage)) {
      const int next = damage == 0 ? state : reached(remains);
      if (std::find(choices.begin(), choices.end(), next) == choices.end()) choices.push_back(next);
    }
    // First what loses the least: it is taken where several are as good.
    const Remains free = after_free_assignment(unhurt_.ranks(), from, damage);
    const auto first =
        std::find(choices.begin(), choices.end(), damage == 0 ? state : reached(free));
    if (first != choices.end()) std::iter_swap(choices.begin(), first);
    states_[place].choices.push_back(std::move(choices));
  }
}

int SideStates::number(const Remains& remains) {
  const auto known = numbers_.find(remains);
  if (known != numbers_.end()) return known->second;
  const int next = static_cast<int>(states_.size());
  numbers_.emplace(remains, next);
  states_.push_back(
      {remains, warodds::standing(remains), warodds::left(unhurt_.ranks(), remains), next, {}, {}});
  if (remains.injured >= 0) {
    const int lasting = number(healed(remains));
    states_[static_cast<std::size_t>(next)].lasting = lasting;
  }
  return next;
}

void SideStates::find_chosen(int state, int most, std::size_t way) {
  const auto place = static_cast<std::size_t>(state);
  if (states_[place].left == 0) return;
  states_[place].after.resize(ways_.size());
  const Falling& falling = ways_[way];
  const int last_told = falling.then.empty() ? states_[place].left - 1 : greatest(state, way);
  const auto wanted = static_cast<std::size_t>(std::min(most, last_told)) + 1;
  if (states_[place].after[way].size() >= wanted) return;
  spend(per_find * wanted);
  const std::vector<Rank>& ranks = unhurt_.ranks();
  const Remains remains = states_[place].remains;
  const int last = static_cast<int>(wanted) - 1;
  std::vector<int> after;
  for (const Remains& one : after_each_damage(ranks, falling, remains, last)) {
    after.push_back(after.empty() ? state : reached(one));
  }
  states_[place].after[way] = std::move(after);
}

void SideStates::tell(int state, Side side, Standing& standing) const {
  standing.taken[side] = taken(state);
  if (chosen()) standing.remains[side] = at(state).remains;
}

void spend_on_damages(int damages) {
  constexpr WorkUnits per_damage = 50;
  spend(per_damage * static_cast<WorkUnits>(damages));
}

UnitLeft left_of(const SideStates& states, int state, bool by_rank) {
  return {states.standing(state), states.left(states.lasting(state)),
          by_rank ? states.standing_by_rank(state) : std::vector<int>()};
}

Standing standing_of(const PerSide<SideStates>& sides, const PerSide<int>& states) {
  Standing standing{{}, true};
  for (const Side side : both_sides) sides[side].tell(states[side], side, standing);
  return standing;
}

}  // namespace warodds
