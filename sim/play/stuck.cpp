#include "sim/play/stuck.h"

#include <unordered_set>
#include <vector>

#include "core/threads/patience.h"

namespace warodds::sim {
namespace {

class Search {
 public:
  Search(Rounds& rounds, FightPlans& plans, const At& from)
      : rounds_(rounds), plans_(plans), from_(from) {}

  /// Rounds that change nothing may still lead to others: settings change, units tire.
  bool can_change() {
    open_.push_back(from_);
    while (!open_.empty()) {
      check_patience();
      At at = open_.back();
      open_.pop_back();
      if (!seen_.insert(at).second) continue;
      rounds_.set_phase(at.phase);
      const Moment moment = rounds_.next(at.state);
      if (moment.next == Moment::Next::fight) {
        if (fight_can_change(at)) return true;
      } else if (moment.next == Moment::Next::leave) {
        rounds_.choose_leaving(at.state, false);  // who leaves loses nothing
        add(at);
      } else if (moment.next != Moment::Next::round_over) {
        choose(at, moment);
      } else if (rounds_.halts(at.state)) {  // it may, after a round in which nothing has happened
        return true;
      } else if (!rounds_.ending(at.state)) {
        rounds_.begin(at.state, at.phase);
        add(at);
      }
    }
    return false;
  }

 private:
  /// A round that is over is that before the next one.
  void add(At& at) {
    if (at.state.marks.over) at.phase = rounds_.phase_after(at.phase);
    open_.push_back(at);
  }
  void choose(const At& at, const Moment& moment) {
    UnitSet options = moment.options;
    const bool by_hit_points = moment.picks == Picks::weakest || moment.picks == Picks::strongest;
    if (by_hit_points) options = UnitSet::of(picked(rounds_, at.state, moment));
    for (const int unit : options) {
      At then = at;
      if (moment.next == Moment::Next::unit) {
        rounds_.choose_unit(then.state, unit);
      } else {
        rounds_.choose_target(then.state, unit);
      }
      add(then);
    }
  }

  /// Whether something that lasts may be lost; if not, what it may lead to.
  bool fight_can_change(const At& at) {
    const PerSide<std::vector<int>> choices =
        rounds_.chooses() ? rounds_.choices(at.state)
                          : PerSide<std::vector<int>>{{not_chosen}, {not_chosen}};
    for (const int a : choices.attacker) {
      for (const int d : choices.defender) {
        At as_chosen = at;
        as_chosen.state.marks.chosen = {a, d};
        const Combat combat = rounds_.combat(as_chosen.state);
        const ReadyFight& fight = plans_.of(at.phase, combat, as_chosen.state);
        if (fight.withdraws || damage_can_change(as_chosen, combat, fight)) return true;
      }
    }
    return false;
  }
  /// Damage that does not last may add up to something that does.
  bool damage_can_change(const At& at, const Combat& combat, const ReadyFight& fight) {
    PerSide<int> most;
    for (const Side side : both_sides) {
      for (const int unit : combat.units[side]) {
        most[side] += rounds_.hit_points(at.state, side, unit);
      }
      most[side] = std::min(most[side], fight.most[side]);
    }
    PerSide<int> damage;
    for (damage.attacker = most.attacker; damage.attacker >= 0; --damage.attacker) {
      for (damage.defender = most.defender; damage.defender >= 0; --damage.defender) {
        if (rounds_.assigns() ? assigned_can_change(at, combat, damage)
                              : can_change(at, combat, damage)) {
          return true;
        }
      }
    }
    return false;
  }
  bool can_change(const At& from, const Combat& combat, const PerSide<int>& damage) {
    At at = from;
    rounds_.dealt(at.state, combat, damage, false);
    if (has_lost(at.state)) return true;
    add(at);
    return false;
  }
  bool assigned_can_change(const At& at, const Combat& combat, const PerSide<int>& damage) {
    const PerSide<MixedStrategy> to = rounds_.assigned(at.state, 0, damage);
    for (const WeightedChoice& a : to.attacker) {
      for (const WeightedChoice& d : to.defender) {
        At then = at;
        then.state.losses = {{a.value}, {d.value}};
        rounds_.find_gone(then.state);
        if (can_change(then, combat, {})) return true;
      }
    }
    return false;
  }

  bool has_lost(const BattleState& state) const {
    for (const Side side : both_sides) {
      for (int unit = 0; unit < rounds_.units(side); ++unit) {
        const SideStates& states = rounds_.states(side, unit);
        if (states.lasting(Rounds::losses(state, side, unit)) !=
            states.lasting(Rounds::losses(from_.state, side, unit))) {
          return true;
        }
      }
    }
    return false;
  }

  Rounds& rounds_;
  FightPlans& plans_;
  const At& from_;
  std::vector<At> open_;
  std::unordered_set<At, At::Hash> seen_;
};

}  // namespace

bool Stuck::is_stuck(const At& at) {
  if (rounds_.assigns_by_round()) return false;
  const auto known = known_.find(at);
  if (known != known_.end()) return known->second;
  constexpr std::size_t most_known = 100'000;
  if (known_.size() == most_known) known_.clear();
  return known_[at] = !Search(rounds_, plans_, at).can_change();
}

}  // namespace warodds::sim
