// A battle: who stands where, in which situation each unit makes its attacks in each round, how
// both sides play, and what ends it. How a round goes is said in round.h.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/fields/break_points.h"
#include "core/play/army.h"
#include "core/play/battle_state.h"
#include "core/play/course.h"
#include "core/play/due.h"
#include "core/play/ending.h"
#include "core/play/policy.h"
#include "core/play/rolled.h"
#include "core/play/side_states.h"
#include "core/rules/choice.h"
#include "core/rules/fight.h"
#include "core/rules/unit_set.h"
#include "core/systems/systems.h"
#include "core/systems/traits/actions.h"
#include "core/systems/traits/assigned_damage.h"
#include "core/systems/traits/attack_profiles.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/break_off.h"
#include "core/systems/traits/joined_fights.h"
#include "core/systems/traits/roles.h"
#include "core/systems/traits/turn_end.h"
#include "core/text/error.h"

namespace warodds {

/// What a unit has lost is said of the unit, where a side has several (E11).
template <class System>
void require_no_damage_said(const typename System::Situation& situation) {
  for (const auto& field : System::situation_fields()) {
    if (field.name != "attacker-damage" && field.name != "defender-damage") continue;
    if (field.is_default(situation)) continue;
    throw NotTogether(fmt::format(
        "{} says nothing of sides of several units: say of a unit what it has lost", field.name));
  }
}

template <class System>
class Battle {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;

  /// `situation`: of the attacker's attacks in the first round. Throws InputError where something
  /// makes no sense, NoAnswer where a unit has nobody left or, of two units, what System::prepare
  /// throws when the first attack is not possible.
  /// With `open` what both choose before each fight is left open for best play of one unit a side
  /// or, where owners choose it, who falls after it (A11b). For another payoff than a win the
  /// battle is one attack or activation of the attacker.
  Battle(PerSide<Army<System>> armies, Situation situation, Course<System> course = {},
         std::optional<OpenPlay> open = {})
      : armies_(std::move(armies)),
        situation_(std::move(situation)),
        course_(std::move(course)),
        open_(open) {
    require_sense();
    for (const Side side : both_sides) {
      std::vector<std::string> names;
      for (const auto& one : armies_[side].units) names.push_back(one.unit.name);
      names_[side] = numbered(names);
    }
    for (const Side side : both_sides) {
      find_pins(side);
      find_choosers(side);
    }
    lay_out_phases();
    find_states();
  }
  /// Of two units.
  Battle(Unit attacker, Unit defender, Situation situation, Course<System> course = {},
         std::optional<OpenPlay> open = {})
      : Battle({alone(std::move(attacker)), alone(std::move(defender))}, std::move(situation),
               std::move(course), open) {}

  /// Whether a unit's `with` takes a key: what an attack back has of its own; where a round has
  /// fights of both sides at once, what the unit's side chooses in them (E12).
  static bool with_takes(Side side, const Field<Situation>& field) {
    if (field.holds_for != HoldsFor::attack || !has_use(UsedIn::armies, field.used_in))
      return false;
    if constexpr (AttacksBack<System> || JoinsFights<System>) return true;
    return field.number != nullptr && field.number == System::choice_key[side];
  }

  int size(Side side) const { return static_cast<int>(armies_[side].units.size()); }
  const Unit& unit(Side side, int number) const { return one(side, number).unit; }
  /// Numbered where several units of the side have the same name.
  const std::string& name(Side side, int unit) const {
    return names_[side][static_cast<std::size_t>(unit)];
  }
  UnitSet all(Side side) const {
    UnitSet units;
    for (int number = 0; number < size(side); ++number) units.add(number);
    return units;
  }
  /// The units that are called so: by the name that tells one apart, or the one that several have.
  UnitSet called(Side side, const std::string& wanted) const {
    for (const bool exactly : {true, false}) {
      const auto matches = [&](const std::string& name) {
        return exactly ? name == wanted : lower(name) == lower(wanted);
      };
      UnitSet found;
      for (int number = 0; number < size(side); ++number) {
        if (matches(name(side, number))) return UnitSet::of(number);
        if (matches(unit(side, number).name)) found.add(number);
      }
      if (!found.empty()) return found;
    }
    throw UnknownUnit(fmt::format("the {}'s side: {}", to_string(side),
                                  unknown_name("unit", wanted, names_[side])));
  }

  /// The first unit of its side that fights as this one does in every round, whatever it is called
  /// and costs.
  int first_alike(Side side, int unit) const {
    const auto is_alike = [&](int other) {
      bool all = same_stats<System>(this->unit(side, other), this->unit(side, unit), "points");
      for (int phase = 0; phase < phases() && all; ++phase) {
        all = same_fields(System::situation_fields(), situation(phase, side, other),
                          situation(phase, side, unit));
      }
      return all;
    };
    // States of owners who choose have numbers of their own in each unit.
    if (states_[side][static_cast<std::size_t>(unit)].chosen()) return unit;
    int first = 0;
    while (first < unit && !is_alike(first)) ++first;
    return first;
  }

  const Course<System>& course() const { return course_; }
  const Conduct& conduct(Side side) const { return armies_[side].conduct; }
  /// The enemies that a unit attacks before any policy; empty where it has none.
  UnitSet pinned(Side side, int unit) const { return pins_[side][static_cast<std::size_t>(unit)]; }

  /// Whether a unit of a side of several chooses before its fights as is best.
  bool chooses_best(Side side, int unit) const { return choosers_[side].has(unit); }
  /// Whether best play has to find out what a unit chooses in a fight that one of the side `by` has
  /// selected: that is not said, and it chooses so itself, or an enemy may have to guess.
  bool leaves_open(Side side, const PerSide<int>& units, Side by) const {
    if (!chooses_best(side, units[side]) && choosers_[enemy_of(side)].empty()) return false;
    const Side teller = AttacksBack<System> ? by : side;
    const Side role = AttacksBack<System> ? in_role(side, by) : side;
    bool says = false;
    one(teller, units[teller]).with.for_each([&](const Field<Situation>& field, const Schedule&) {
      says = says || (field.number != nullptr && field.number == System::choice_key[role]);
    });
    return !says;
  }

  /// One unit a side and nothing said of one of them alone: a battle of two units (E1).
  bool is_of_two_units() const {
    const auto is_plain = [](const Army<System>& army) {
      return army.units.size() == 1 && army.units.front().with.empty() &&
             army.conduct.choosers.empty();
    };
    return is_plain(armies_.attacker) && is_plain(armies_.defender);
  }

  /// The units of a side that come together, in the order in which they come; none where all do.
  PerSide<std::vector<UnitSet>> waves() const {
    PerSide<std::vector<UnitSet>> waves;
    for (const Side side : both_sides) {
      std::map<int, UnitSet> by_number;
      for (int unit = 0; unit < size(side); ++unit) by_number[one(side, unit).wave].add(unit);
      if (by_number.size() < 2) continue;
      for (const auto& [number, units] : by_number) waves[side].push_back(units);
    }
    return waves;
  }

  // What ends it.

  /// Ends it after each round after which `until` holds of what is left of all units.
  using Until = std::function<bool(const PerSide<std::vector<UnitLeft>>&)>;
  void fight_until(Until until) { until_ = std::move(until); }
  const Until& until() const { return until_; }
  /// Whether it can end after a round although both sides stand and may go on.
  bool can_halt() const { return until_ || can_break() || is_activation(); }
  bool can_break() const { return break_points_of(situation_) != PerSide<int>{}; }
  /// The most figures, of all units of a side, with which it is beaten; -1: while none stands.
  int beaten_at(Side side) const {
    int at_first = 0;
    for (const SideStates& states : states_[side]) at_first += states.standing(states.opening());
    return warodds::beaten_at(break_points_of(situation_)[side], at_first);
  }
  /// How it ends after a round with so much left of all units while both sides stand; nothing: it
  /// does not.
  std::optional<BattleEnd> halt(const PerSide<std::vector<UnitLeft>>& left) const {
    if (is_activation()) return BattleEnd::undecided;
    PerSide<bool> beaten;
    for (const Side side : both_sides) {
      int figures = 0;
      for (const UnitLeft& unit : left[side]) figures += unit.figures;
      beaten[side] = figures <= beaten_at(side);
    }
    if (beaten.attacker || beaten.defender) return end_of(beaten);
    if (until_ && until_(left)) return BattleEnd::undecided;
    return std::nullopt;
  }
  /// Rounds, from where it begins, after which a battle of two units is broken off by the rules; 0:
  /// never.
  int most_rounds() const {
    if (!is_of_two_units()) return 0;
    const int most =
        warodds::most_rounds<System>(unit(Side::attacker, 0), unit(Side::defender, 0), situation_);
    return most == 0 ? 0 : most - rounds_before_;
  }
  /// When that is, for people.
  static const char* breaks_off() {
    if constexpr (BreaksOff<System>) return System::breaks_off;
    return "";
  }

  /// What is played for instead of winning: what so much of all units is worth to the attacker's
  /// side as it ends, and between which numbers that lies.
  struct PlayedFor {
    std::function<double(const PerSide<std::vector<UnitLeft>>&)> worth;
    double least = 0, most = 1;
  };
  void play_for(PlayedFor played_for) { played_for_ = std::move(played_for); }
  const std::optional<PlayedFor>& played_for() const { return played_for_; }
  /// A payoff as a share of the way from the least to the most, and back.
  double share_of(double payoff) const {
    return played_for_ ? (payoff - played_for_->least) / (played_for_->most - played_for_->least)
                       : payoff;
  }
  double payoff_of(double share) const {
    return played_for_ ? played_for_->least + share * (played_for_->most - played_for_->least)
                       : share;
  }

  // Where it begins.

  /// The states of each unit. Whoever walks through the battle takes a copy.
  const PerSide<std::vector<SideStates>>& states() const { return states_; }
  /// Those in which the units begin.
  const PerSide<OfUnits<int>>& opening() const { return opening_; }
  /// What System::prepare is told of a unit of each side as the battle begins.
  Standing standing_at_opening(const PerSide<int>& units) const {
    Standing standing{{}, true};
    for (const Side side : both_sides) {
      const auto place = static_cast<std::size_t>(units[side]);
      states_[side][place].tell(opening_[side][place], side, standing);
    }
    return standing;
  }
  /// Rounds fought before it begins.
  int rounds_before() const { return rounds_before_; }
  /// Of the first round to come.
  int opening_phase() const {
    if (rounds_before_ < phases()) return rounds_before_;
    return again_ + (rounds_before_ - again_) % (phases() - again_);
  }
  /// Begins it in the states `opening` of `states`, which are its own or as many more as have been
  /// found, after `rounds` rounds. What is lost, and who is ahead, is still counted from the first
  /// one.
  void begin_at(PerSide<std::vector<SideStates>> states, PerSide<OfUnits<int>> opening,
                int rounds) {
    states_ = std::move(states);
    opening_ = std::move(opening);
    rounds_before_ = rounds;
    find_why_no_attack();
  }

  // What is not chosen by a conduct, of two units.

  const std::optional<OpenPlay>& open() const { return open_; }
  /// Whether what is open is who falls.
  bool chooses_who_falls() const { return open_ && AssignsDamage<System>; }
  /// Whether it is no more than one attack or activation.
  bool is_activation() const { return open_ && !is_of_battle(open_->payoff); }
  /// The rounds of best play that is to be found for so many; 0: to the end.
  int planned(int rounds) const {
    if (is_activation()) return 1;
    return most_rounds() > 0 ? std::min(rounds, most_rounds()) : rounds;
  }
  /// What actions a side can spend in a round, or in the activation; no_limit: they are not
  /// counted.
  int actions(Side side, int phase) const {
    if constexpr (HasActions<System>) {
      if (is_activation()) return System::actions_in_activation(situation_)[side];
      return System::actions_in_round(rules(phase));
    }
    return no_limit;
  }

  /// A fight of one unit of each side. `standing`: of the battle's sides; `reactions`: that its
  /// target can pay for.
  Due<System> due(int phase, Side by, const PerSide<int>& units, Standing standing,
                  int reactions = no_limit) const {
    Due<System> due{{&unit(Side::attacker, units.attacker), &unit(Side::defender, units.defender)},
                    &situation(phase, by, units[by]),
                    by,
                    std::move(standing),
                    reactions,
                    {},
                    !is_activation() && (!open_ || open_->passes)};
    if (open_) {
      const bool in_reply = AttacksBack<System> && by == Side::defender;
      due.known = in_reply ? open_->known.in_reply : open_->known.in_attack;
    }
    return due;
  }
  /// Where a policy decides; elsewhere, as the battle begins.
  Due<System> due(const Standpoint& at, const Policy& policy) const {
    const auto decision = policy.decisions.find(at);
    if (decision == policy.decisions.end()) {
      const int phase = opening_phase();
      const Side by = AttacksBack<System> ? Side::attacker : first(phase);
      return due(phase, by, {0, 0}, standing_at_opening({0, 0}));
    }
    const auto& [mixes, by, phase] = decision->second;
    const bool counts = actions(Side::defender, phase) != no_limit;
    return due(phase, by, {0, 0}, standing_of(policy.sides, at.states),
               counts ? at.turns.defender : no_limit);
  }
  /// Whether who falls of a side is as the situation says, and known to the other side.
  bool is_known(Side side) const {
    return open_ && open_->known.in_attack[side] &&
           !choice_key_of<System>(side, situation_).empty();
  }

  /// Lets a side choose by a policy instead of as the situation says. The battle then lasts as many
  /// rounds as that has been made for at most.
  void follow(Side side, std::shared_ptr<const Policy> policy) {
    for (const Side each : both_sides) {
      if (policy->sides[each].chosen()) states_[each] = {policy->sides[each]};
    }
    planned_rounds_ = policy->rounds;
    policies_[side] = std::move(policy);
    leavers_[side] = policies_[side];
  }
  /// Lets a side assign damage by a policy (A11b), which knows how many rounds there are.
  void follow(Side side, std::shared_ptr<const AssignmentPolicy> policy) {
    // Both sides' states are now those of the policy.
    const PerSide<SideStates> sides = policy->sides();
    for (const Side each : both_sides) {
      states_[each] = {sides[each]};
      states_[each].front().assign_by(casualties_[each]);
      opening_[each] = {states_[each].front().opening()};
    }
    planned_rounds_ = policy->rounds();
    assignments_[side] = std::move(policy);
  }
  bool follows_policy() const { return policies_.attacker || policies_.defender; }
  /// Lets a side leave the field as a policy says.
  void leave_by(Side side, std::shared_ptr<const Policy> policy) {
    leavers_[side] = std::move(policy);
  }
  bool leaves(Side side, Standpoint at) const {
    if (!leavers_[side]) throw NoAnswer("when to leave the field is not found with dice");
    if (leavers_[side]->rounds == 0) at.turns.attacker = 0;  // it goes to the end
    return leavers_[side]->leaves[side].contains(at);
  }
  bool assigns_by_policy() const { return assignments_.attacker || assignments_.defender; }
  /// The rounds a policy has been made for; 0 without one.
  int planned_rounds() const { return planned_rounds_; }
  /// Whether what the sides do depends on the rounds that are left.
  bool changes_by_round() const {
    return follows_policy() || (assigns_by_policy() && planned_rounds_ > 0);
  }
  /// What each side does there; empty: as the situation says. Throws NoAnswer where a battle that
  /// begins later stands as no play that was planned from the start can leave it.
  PerSide<MixedStrategy> mixes(const Standpoint& at) const {
    PerSide<MixedStrategy> mixes;
    for (const Side side : both_sides) {
      if (!policies_[side]) continue;
      const auto planned = policies_[side]->decisions.find(at);
      if (planned == policies_[side]->decisions.end()) {
        throw NoAnswer("best play is planned from the start, and not for where this battle stands");
      }
      mixes[side] = planned->second.mixes[side];
    }
    return mixes;
  }
  /// The policy by which a side assigns damage; null: it does as the situation says.
  const AssignmentPolicy* assignments(Side side) const { return assignments_[side].get(); }

  /// Rounds in which settings differ; a round is of one of these phases, the first of phase 0.
  int phases() const { return static_cast<int>(phases_.size()); }
  int after(int phase) const { return phase + 1 < phases() ? phase + 1 : again_; }
  /// Phases from this one on come again and again.
  int again() const { return again_; }
  /// Which side begins.
  Side first(int phase) const { return at(phase).first; }
  /// What holds for both sides.
  const Situation& rules(int phase) const { return at(phase).rules; }
  /// Of a unit's attacks, or of the fights that it selects.
  const Situation& situation(int phase, Side side, int unit) const {
    return at(phase).situations[side][static_cast<std::size_t>(unit)];
  }

  /// The situation in which a unit makes an attack, or a fight that it has selected, when both
  /// sides have chosen so.
  Situation situation(int phase, Side by, int unit, const PerSide<int>& chosen) const {
    Situation situation = this->situation(phase, by, unit);
    for (const Side side : both_sides) {
      const auto key = System::choice_key[in_role(side, by)];
      if (chosen[side] != not_chosen && key != nullptr) situation.*key = chosen[side];
    }
    return situation;
  }
  /// What a fight of one unit of each side may turn out to be; throws NoAnswer where the rules do
  /// not allow it. `by`: whose attack it is, or who selected it. `standing` is of the battle's
  /// sides. `as_told` false: the target cannot do its part, having spent all it has.
  Fights fight(int phase, Side by, const PerSide<int>& units, Standing standing,
               bool as_told = true, const PerSide<int>& chosen = nothing_chosen) const {
    Situation situation = this->situation(phase, by, units[by], chosen);
    if constexpr (AttacksBack<System>) {
      if constexpr (HasActions<System>) {
        if (!as_told) System::without_reaction(situation);
      }
    } else if constexpr (!JoinsFights<System>) {
      // An exchange, in which each side does what is said of its unit.
      const Side enemy = enemy_of(by);
      const auto key = System::choice_key[enemy];
      if (key != nullptr && chosen[enemy] == not_chosen) {
        situation.*key = this->situation(phase, enemy, units[enemy]).*key;
      }
    }
    return rolled_fights<System>(unit(by, units[by]), unit(enemy_of(by), units[enemy_of(by)]),
                                 situation, in_roles(std::move(standing), by));
  }
  /// The same as the situation says or, where that is open, as both choose first.
  Fights fight_at_first(int phase, Side by, const PerSide<int>& units,
                        const Standing& standing) const {
    const PerSide<int> chosen =
        open_ ? due(phase, by, units, standing).first_choices() : nothing_chosen;
    return fight(phase, by, units, standing, true, chosen);
  }

  /// How the damage of such a fight falls on each of the two: its way in SideStates::after.
  PerSide<std::size_t> ways(int phase, Side by, const PerSide<int>& units) const {
    return ways_.empty() ? PerSide<std::size_t>{} : ways_[number_of_pair(phase, by, units)];
  }
  /// How many ways there are for a side's units.
  std::size_t ways_of_falling(Side side) const {
    std::size_t ways = 1;
    for (const PerSide<std::size_t>& of_pair : ways_) ways = std::max(ways, of_pair[side] + 1);
    return ways;
  }
  /// Of two units, as the battle begins: the names of the kinds of figures of each side, as in
  /// FightFacts.
  const PerSide<std::vector<std::string>>& kinds() const { return kinds_; }
  /// How long damage that downs nobody stays.
  DamageLasts damage_lasts() const {
    if constexpr (ClearsDamage<System>) {
      bool each = is_of_two_units();
      for (int phase = 0; phase < phases() && each; ++phase) {
        each = !System::turn_holds_both_sides(rules(phase)) &&
               System::attacks_in_turn(situation(phase, Side::attacker, 0)) == 1 &&
               System::attacks_in_turn(situation(phase, Side::defender, 0)) == 1;
      }
      return each ? DamageLasts::attack : DamageLasts::turn;
    }
    return DamageLasts::battle;
  }

  /// Why none of a side's units can attack as the battle begins, or "".
  const std::string& why_no_attack(Side side) const { return why_no_attack_[side]; }

 private:
  struct Phase {
    Side first = Side::attacker;
    Situation rules;
    PerSide<std::vector<Situation>> situations;
  };

  static Army<System> alone(Unit unit) {
    Army<System> army;
    army.units.push_back({std::move(unit)});
    return army;
  }
  const ArmyUnit<System>& one(Side side, int number) const {
    return armies_[side].units[static_cast<std::size_t>(number)];
  }
  const Phase& at(int phase) const { return phases_[static_cast<std::size_t>(phase)]; }

  void require_sense() const {
    for (const Side side : both_sides) {
      const auto& units = armies_[side].units;
      if (units.empty()) throw Missing(fmt::format("the {}'s side has no unit", to_string(side)));
      if (units.size() > most_units) {
        throw NotInRange(fmt::format("the {}'s side has {} units; the most is {}", to_string(side),
                                     units.size(), most_units));
      }
      for (const auto& one : units) {
        one.with.for_each([&, side = side](const Field<Situation>& field, const Schedule&) {
          if (with_takes(side, field)) return;
          throw NotTogether(fmt::format("{} with {}: that is not said of one unit's attacks",
                                        one.unit.name, field.name));
        });
      }
    }
    if (is_activation()) {
      if (can_break()) {
        throw NoAnswer(
            "attacker-breaks and defender-breaks end battles, and this payoff is of a single "
            "attack or activation: take --payoff win");
      }
    } else if constexpr (HasActions<System>) {
      if (open_) System::require_plannable(situation_);
    }
    if (is_of_two_units()) return;
    if (can_break() && !(waves() == PerSide<std::vector<UnitSet>>{})) {
      throw NotTogether(
          "attacker-breaks and defender-breaks count all figures of a side, and --then has them "
          "come one after the other: leave one of them out");
    }
    require_no_damage_said<System>(situation_);
    if constexpr (JoinsFights<System>) {
      for (int round = 1; round <= course_.settled(); ++round) {
        System::require_battle_of_several(course_.attack(situation_, round));
      }
    }
  }

  void find_pins(Side side) {
    pins_[side].assign(armies_[side].units.size(), {});
    for (const Pin& pin : conduct(side).pins) {
      const UnitSet enemies = called(enemy_of(side), pin.enemy);
      for (const int unit : called(side, pin.unit)) {
        pins_[side][static_cast<std::size_t>(unit)] = enemies;
      }
    }
  }

  void find_choosers(Side side) {
    if (is_of_two_units()) return;
    const Conduct& conduct = this->conduct(side);
    for (const std::string& name : conduct.choosers) {
      const UnitSet called = name.empty() ? all(side) : this->called(side, name);
      for (const int unit : called) choosers_[side].add(unit);
    }
    if (choosers_[side].empty()) return;
    if constexpr (AssignsDamage<System> || JoinsFights<System>) {
      throw NotTogether(
          "--policy: of sides of several units what is chosen before fights is as the situation "
          "says in this system");
    }
    if (!open_) open_.emplace();
    for (const Side each : both_sides) {
      open_->known.in_attack[each] = this->conduct(each).is_known;
      open_->known.in_reply[each] = this->conduct(each).is_known_in_reply;
    }
  }
  void lay_out_phases() {
    int settled = course_.settled();
    for (const Side side : both_sides) {
      for (const auto& one : armies_[side].units) settled = std::max(settled, one.with.settled());
    }
    const int until_same = rounds_until_same<System>(situation_);
    for (int round = 1; round < settled + until_same; ++round) {
      Phase phase;
      if (until_same == 2 && round % 2 == 0) phase.first = Side::defender;
      phase.rules = course_.attack(situation_, round);
      for (const Side side : both_sides) {
        for (int number = 0; number < size(side); ++number) {
          phase.situations[side].push_back(situation_of(side, number, round));
        }
      }
      phases_.push_back(std::move(phase));
    }
    again_ = settled - 1;
  }

  /// What the side's attacks are like, then, of several, what is said of this unit alone; what a
  /// unit cannot obey holds for those that can (E1b).
  Situation situation_of(Side side, int number, int round) const {
    const Unit& unit = this->unit(side, number);
    const bool replies = AttacksBack<System> && side == Side::defender;
    Situation situation =
        replies ? course_.reply(situation_, unit, round) : course_.attack(situation_, round);
    if (is_of_two_units()) return situation;
    leave_out_what_is_missing(situation, unit);
    one(side, number).with.apply(round, situation);
    leave_out_what_is_missing(situation, unit);
    return situation;
  }
  static void leave_out_what_is_missing(Situation& situation, const Unit& unit) {
    if constexpr (ChoosesAmongAttacks<System>) {
      System::clear_missing_attack(situation, unit);
      System::clear_missing_choices(situation, unit);
    }
  }

  void find_states() {
    if (is_of_two_units()) {
      const Unit &attacker = unit(Side::attacker, 0), &defender = unit(Side::defender, 0);
      Situation situation = situation_;
      if (open_) {
        const Standing standing{System::opening(attacker, defender, situation_), true};
        const PerSide<int> chosen = due(0, Side::attacker, {0, 0}, standing).first_choices();
        situation = this->situation(0, Side::attacker, 0, chosen);
      }
      const FightFacts first =
          is_activation() ? FightFacts(rolled_fights<System>(attacker, defender, situation).any())
                          : first_facts<System>(attacker, defender, situation);
      casualties_ = first.casualties;
      kinds_ = first.kinds;
    }
    for (const Side side : both_sides) {
      for (int unit = 0; unit < size(side); ++unit) {
        states_[side].push_back(states_at_first(side, unit));
        opening_[side].push_back(states_[side].back().opening());
      }
    }
    find_why_no_attack();
    if (is_of_two_units() && !all_fall_alike()) find_ways();
    if (!chooses_who_falls()) return;
    for (const Side side : both_sides) {
      states_[side] = {SideStates::of_any_choice(casualties_[side], damage_lasts())};
      opening_[side] = {states_[side].front().opening()};
    }
  }
  SideStates states_at_first(Side side, int number) const {
    if (is_of_two_units()) return SideStates(casualties_[side], damage_lasts());
    const Unit& unit = this->unit(side, number);
    const Situation& rules = this->rules(0);
    const PerSide<int> taken = System::opening(unit, unit, rules);
    Standing standing;
    standing.taken = {taken.attacker, taken.attacker};
    const SideStates states(System::figures(side, unit, rules, standing).casualties,
                            damage_lasts());
    if (states.gone(states.opening())) throw Forbidden(name(side, number) + " has nobody left");
    return states;
  }

  /// Calls f(phase, by, units) for every fight of one unit of each side that there may be.
  template <class F>
  void for_each_pair(const F& f) const {
    for (int phase = 0; phase < phases(); ++phase) {
      for (const Side by : both_sides) {
        const bool is_exchange = !AttacksBack<System> && !JoinsFights<System>;
        if ((is_exchange || is_activation()) && by == Side::defender) continue;
        for (int a = 0; a < size(Side::attacker); ++a) {
          for (int d = 0; d < size(Side::defender); ++d) f(phase, by, PerSide<int>{a, d});
        }
      }
    }
  }
  std::size_t number_of_pair(int phase, Side by, const PerSide<int>& units) const {
    const int number =
        ((phase * 2 + (by == Side::attacker ? 0 : 1)) * size(Side::attacker) + units.attacker) *
            size(Side::defender) +
        units.defender;
    return static_cast<std::size_t>(number);
  }

  /// Whether the figures of two units fall in the same order in every attack.
  bool all_fall_alike() const {
    bool alike = true;
    std::optional<PerSide<std::vector<std::string>>> kinds;
    for_each_pair([&](int phase, Side by, const PerSide<int>& units) {
      if (JoinsFights<System> && by != first(phase)) return;
      try {
        const Fights fights = fight_at_first(phase, by, units, standing_at_opening(units));
        const typename System::Fight& fight = fights.any();
        if (!kinds) kinds = in_roles(fight.kinds, by);
        for (const Side side : both_sides) {
          const Side role = in_role(side, by);
          alike = alike && fight.casualties[role].ranks() == casualties_[side].ranks() &&
                  fight.casualties[role].falling() == casualties_[side].falling() &&
                  fight.kinds[role] == (*kinds)[side];
        }
      } catch (const NoAnswer&) {
      }
    });
    return alike;
  }
  /// States are what is left of each side, and each attack has its way of falling.
  void find_ways() {
    PerSide<std::vector<Falling>> ways;
    bool is_first = true;
    ways_.resize(number_of_pair(phases(), Side::attacker, {0, 0}));
    for_each_pair([&](int phase, Side by, const PerSide<int>& units) {
      if (JoinsFights<System> && by != first(phase)) return;
      Standing changing = standing_at_opening(units);
      changing.changing = true;
      try {
        const Fights fights = fight_at_first(phase, by, units, changing);
        for (const Side side : both_sides) {
          const Casualties& now = fights.any().casualties[in_role(side, by)];
          if (is_first) casualties_[side] = now;
          const auto known = std::find(ways[side].begin(), ways[side].end(), now.falling());
          ways_[number_of_pair(phase, by, units)][side] =
              static_cast<std::size_t>(known - ways[side].begin());
          if (known == ways[side].end()) ways[side].push_back(now.falling());
        }
        is_first = false;
      } catch (const NoAnswer&) {  // nor is it allowed later
      }
    });
    for (const Side side : both_sides) {
      states_[side] = {SideStates(casualties_[side], damage_lasts(), ways[side])};
      opening_[side] = {states_[side].front().opening()};
    }
  }

  /// The first phase with an attack of that side, as far as its actions let it make any.
  std::optional<int> first_phase(Side by) const {
    int phase = opening_phase();
    for (int round = 0; round < phases(); ++round, phase = after(phase)) {
      if constexpr (AttacksBack<System>) return phase;
      if (first(phase) == by) return phase;
    }
    return std::nullopt;
  }

  /// Prepares what may come first, so that what is wrong is said before the battle begins.
  void find_why_no_attack() {
    for (const Side side : both_sides) {
      if (is_activation() && side == Side::defender) continue;
      why_no_attack_[side] = is_of_two_units() ? reason_of_one(side) : reason_of_several(side);
    }
  }
  std::string reason_of_one(Side side) const {
    const std::optional<int> phase = first_phase(side);
    try {
      if (phase) fight_at_first(*phase, side, {0, 0}, standing_at_opening({0, 0}));
    } catch (const NoAnswer& error) {
      return error.what();
    }
    return "";
  }
  std::string reason_of_several(Side side) const {
    std::string reason;
    bool any = false;
    const bool both = AttacksBack<System> || JoinsFights<System>;
    for_each_pair([&](int phase, Side by, const PerSide<int>& units) {
      if (both && by != side) return;
      try {
        fight(phase, by, units, standing_at_opening(units));
        any = true;
      } catch (const NoAnswer& error) {
        if (reason.empty()) reason = fmt::format("{}: {}", name(side, units[side]), error.what());
      }
    });
    return any ? "" : reason;
  }

  PerSide<Army<System>> armies_;
  Situation situation_;
  Course<System> course_;
  PerSide<std::vector<std::string>> names_;
  PerSide<std::vector<UnitSet>> pins_;
  PerSide<UnitSet> choosers_;
  std::vector<Phase> phases_;
  int again_ = 0;
  // Of two units.
  PerSide<Casualties> casualties_;
  PerSide<std::vector<std::string>> kinds_;
  std::vector<PerSide<std::size_t>> ways_;  ///< by pair; empty where there is only one
  std::optional<OpenPlay> open_;
  PerSide<std::shared_ptr<const Policy>> policies_;
  PerSide<std::shared_ptr<const AssignmentPolicy>> assignments_;
  int planned_rounds_ = 0;

  PerSide<std::vector<SideStates>> states_;
  PerSide<OfUnits<int>> opening_;
  int rounds_before_ = 0;
  PerSide<std::string> why_no_attack_;
  Until until_;
  std::optional<PlayedFor> played_for_;
  PerSide<std::shared_ptr<const Policy>> leavers_;
};

/// A battle of any system.
using AnyBattle = Systems::AnyOf<Battle>;

}  // namespace warodds
