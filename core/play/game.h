// A game: the decisions that the rules of a system leave to its players, one after the other, made
// at the same time. It says what can be chosen, what is then rolled and what it is worth; never
// what a player does.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/play/battle.h"
#include "core/play/course.h"
#include "core/play/ending.h"
#include "core/play/rolled.h"
#include "core/play/timeline.h"
#include "core/rules/choice.h"
#include "core/rules/fight.h"
#include "core/systems/systems.h"
#include "core/systems/traits/actions.h"
#include "core/systems/traits/assigned_damage.h"
#include "core/systems/traits/attack_profiles.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/break_off.h"
#include "core/systems/traits/choice_in_words.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"

namespace warodds {

template <class System>
class Game {
 public:
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;
  using Fights = Mixture<typename System::Fight>;

  /// `rounds`: where a win is played for, the most rounds of the battle. `course`: what is said of
  /// its attacks back; nothing may change from round to round.
  /// Throws what System::prepare throws when the first attack is not possible.
  Game(Unit attacker, Unit defender, Situation situation, Payoff payoff, int rounds,
       KnownChoices known = {}, Course<System> course = {})
      : units_{std::move(attacker), std::move(defender)},
        situation_(std::move(situation)),
        course_(std::move(course)),
        payoff_(payoff),
        rounds_(payoff == Payoff::win ? rounds : 1),
        known_(known) {
    assert(course_.settled() == 1);
    opening_ = System::opening(units_.attacker, units_.defender, situation_);
    if (payoff == Payoff::win && !assigns_damage()) {
      if constexpr (HasActions<System>) System::require_plannable(situation_);
      timeline_.emplace(pointers(), situation_, course_, Choices::made_later);
      possible_.assign(attacks().size(), true);
    }
    // The first choices that there are decide whether there is a game.
    PerSide<int> first;
    for (const Side side : both_sides) first[side] = choices(side, start()).front();
    const Situation chosen_first = this->situation(start(), first);
    casualties_ =
        payoff == Payoff::win
            ? first_facts<System>(units_.attacker, units_.defender, chosen_first).casualties
            : rolled_fights<System>(units_.attacker, units_.defender, chosen_first)
                  .any()
                  .casualties;
    for (std::size_t i = 1; i < possible_.size(); ++i) {
      // Costs change nothing in what the rules allow.
      const bool as_before = depends_on_costs() && attacks()[i].by == attacks()[i - 1].by;
      possible_[i] = as_before ? possible_[i - 1] : is_possible(i);
    }
    const int by_rules = most_rounds<System>(units_.attacker, units_.defender, situation_);
    if (payoff == Payoff::win && by_rules > 0) rounds_ = std::min(rounds_, by_rules);
    find_halts();
  }

  /// The battle that is played for, in which both do as the situation says. `payoff` must be a win.
  Battle<System> battle() const { return battle(situation_); }
  Battle<System> battle(const Situation& situation) const {
    Battle<System> battle(units_.attacker, units_.defender, situation, course_);
    if (until_) battle.fight_until(until_);
    return battle;
  }
  /// Ends it after each round after which `until` holds.
  void fight_until(typename Battle<System>::Until until) {
    until_ = std::move(until);
    find_halts();
  }

  /// Whether what is chosen is who falls.
  static constexpr bool assigns_damage() { return AssignsDamage<System>; }
  /// The attacker's turns left when a side has moved away from a battle in which sides may break.
  static constexpr int moved_away = -1;
  /// The choice of somebody who assigns damage anew each time.
  static constexpr int best_assignment = -1;

  Payoff payoff() const { return payoff_; }

  /// Of a battle, turns are those of Timeline::turns_left.
  Standpoint start() const {
    if (timeline_) return standpoint(0);
    if constexpr (HasActions<System>) return {System::actions_in_activation(situation_), opening_};
    return {{rounds_, 0}, opening_};
  }

  /// What both can spend in a round.
  PerSide<int> turns_of_round() const {
    return timeline_ ? timeline_->turns_left(1, 0) : start().turns;
  }
  /// What is left when a round of which so much is left is followed by more rounds.
  PerSide<int> turns_left(int rounds_after, PerSide<int> of_round) const {
    if (timeline_) of_round.attacker += rounds_after * timeline_->attacks_in_round();
    return of_round;
  }
  /// Whether the sides change roles after each round.
  bool roles_alternate() const { return timeline_ && rounds_until_same<System>(situation_) > 1; }
  /// Whether it can end although both sides stand and may go on.
  bool can_halt() const { return !halts_.empty(); }

  /// The start; where the sides take turns to attack also what the start would be if it were the
  /// other's turn.
  std::vector<Standpoint> starts() const {
    std::vector<Standpoint> starts{start()};
    for (std::size_t attack = 1; attack < possible_.size() && starts.size() < 2; ++attack) {
      const Standpoint later = standpoint(attack);
      if (later.turns.attacker > 0 && attacks()[attack].by != attacks()[0].by) {
        starts.push_back(later);
      }
    }
    return starts;
  }

  /// Who is the attacker of what is decided here: the sides may take turns at it.
  Side attacks(const Standpoint& at) const {
    return timeline_ ? attacks()[number(at)].by : Side::attacker;
  }
  /// The role of a side in what is decided here.
  Side role(Side side, const Standpoint& at) const { return in_role(side, attacks(at)); }
  /// Whether a choice that a side makes for good in a role decides what it does here. Otherwise it
  /// is about something else.
  bool is_settled(Side side, Side role, const Standpoint& at) const {
    const Side now = this->role(side, at);
    return now == role || System::choice_key[now] == nullptr;
  }

  /// As it begins.
  const PerSide<Casualties>& casualties() const { return casualties_; }
  /// Damage at which a side is gone.
  int capacity(Side side) const { return casualties_[side].left() + casualties_[side].taken(); }
  bool gone(Side side, const Standpoint& at) const { return at.taken[side] >= capacity(side); }
  /// What ends the battle here, between two rounds, while both sides stand.
  std::optional<BattleEnd> halt(const Standpoint& at) const {
    if (halts_.empty() || !is_after_a_round(at)) return std::nullopt;
    return halts_[static_cast<std::size_t>(at.taken.attacker)]
                 [static_cast<std::size_t>(at.taken.defender)];
  }
  bool over(const Standpoint& at) const {
    return at.turns.attacker <= 0 || gone(Side::attacker, at) || gone(Side::defender, at) ||
           halt(at).has_value();
  }

  /// What a side could choose if nothing were known of its choice.
  std::vector<int> choices_if_unknown(Side side, const Standpoint& at) const {
    if (!takes_place(at)) return {0};
    const Side by = attacks(at);
    const Side role = in_role(side, by);
    std::vector<int> values =
        System::choices(role, in_roles(pointers(), by), situation(at), standing(at, by));
    std::erase_if(values, [&](int value) { return !is_affordable(side, value, at); });
    return values;
  }

  /// What a side can choose; never empty. Of a side whose choice is known, what that leaves to it:
  /// one choice, if need be the first that it can afford, unless several are meant.
  std::vector<int> choices(Side side, const Standpoint& at) const {
    const std::vector<int> can = choices_if_unknown(side, at);
    const Side role = this->role(side, at);
    const auto key = System::choice_key[role];
    if (!is_known(side, at) || key == nullptr) return can;
    const int said = situation(at).*key;
    std::vector<int> meant;
    std::copy_if(can.begin(), can.end(), std::back_inserter(meant),
                 [&](int value) { return is_meant(role, value, said); });
    if (!meant.empty()) return meant;
    // Such as "half" the dice, or a dodge when there is no action left for it.
    return {is_affordable(side, said, at) ? said : can.front()};
  }

  /// Whether the choice of a side is as the situation says, and known to the other side.
  bool is_known(Side side) const {
    return known_.in_attack[side] && !key(side, situation_).empty();
  }

  /// The choice if the side can afford it, else the first one there is: what somebody does who has
  /// settled for one choice.
  int affordable_or_first(Side side, int choice, const Standpoint& at) const {
    return is_affordable(side, choice, at) ? choice : choices(side, at).front();
  }

  /// A choice in the words of the situation; "attack" where the attacker has only one.
  std::string name(Side side, int value, const Standpoint& at) const {
    if (assigns_damage() && value == best_assignment) return "best";
    const Side by = attacks(at);
    const std::vector<int> all = choices(side, {at.turns, opening_});
    if constexpr (ChoosesAmongAttacks<System>) {
      const std::string own =
          System::choice_name(in_role(side, by), value, in_roles(pointers(), by), all);
      if (!own.empty()) return own;
    }
    const auto key = System::choice_key[in_role(side, by)];
    const bool choice = in_role(side, by) == Side::defender || all.size() > 1 || is_known(side, at);
    for (const auto& field : System::situation_fields()) {
      if (choice && key != nullptr && field.number == key) return field.print(value);
    }
    return "attack";
  }
  std::string name(Side side, int value) const { return name(side, value, start()); }
  /// A choice as something to do at the start.
  std::string in_words(Side side, int value) const {
    if constexpr (SaysChoices<System>) {
      const std::vector<int> all = choices(side, start());
      if (all.size() > 1) return System::in_words(side, value, all);
    }
    return name(side, value);
  }
  /// The key of the situation that a side chooses, or "" where there is none. Where the sides take
  /// turns to attack it is the other's as well.
  static std::string key(Side side, const Situation& situation) {
    auto key = System::choice_key[side];
    if (key == nullptr && rounds_until_same<System>(situation) > 1) {
      key = System::choice_key[enemy_of(side)];
    }
    for (const auto& field : System::situation_fields()) {
      if (key != nullptr && field.number == key) return std::string(field.name);
    }
    return "";
  }

  /// What may be rolled when both have chosen, or nothing where the rules allow no attack. In the
  /// result the side that attacks is the attacker.
  std::optional<Fights> fight(const Standpoint& at, const PerSide<int>& chosen) const {
    if (!takes_place(at)) return std::nullopt;
    const Side by = attacks(at);
    try {
      return rolled_fights<System>(units_[by], units_[enemy_of(by)], situation(at, chosen),
                                   standing(at, by));
    } catch (const NoFight&) {
      return std::nullopt;
    }
  }

  /// Turns that it costs; more than there are where it ends the battle.
  PerSide<int> spent(const Standpoint& at, const PerSide<int>& chosen) const {
    const Situation chosen_so = situation(at, chosen);
    PerSide<int> spent{1, 0};
    if constexpr (HasActions<System>) {
      if (!timeline_ || (depends_on_costs() && takes_place(at))) spent = System::spent(chosen_so);
    }
    if (retreats<System>(chosen_so) && fight(at, chosen))
      spent.attacker = std::numeric_limits<int>::max();
    return spent;
  }
  /// Turns that are left then.
  PerSide<int> turns_after(const PerSide<int>& turns, const PerSide<int>& spent) const {
    if (depends_on_costs()) return timeline_->turns_after(turns, spent);
    if (!halts_.empty() && spent.attacker == std::numeric_limits<int>::max()) {
      return {moved_away, 0};  // nobody breaks then
    }
    return {std::max(turns.attacker - spent.attacker, 0),
            std::max(turns.defender - spent.defender, 0)};
  }

  /// Where it leads.
  Standpoint next(const Standpoint& at, const PerSide<int>& spent,
                  const PerSide<int>& dealt) const {
    Standpoint next{turns_after(at.turns, spent), at.taken};
    for (const Side side : both_sides) {
      next.taken[side] = std::min(at.taken[side] + dealt[enemy_of(side)], capacity(side));
    }
    return next;
  }

  /// What `damage` to a target is worth at once to whoever deals it.
  double worth_of_damage(const Casualties& target, int damage) const {
    if (damage == 0) return 0;
    if (payoff_ == Payoff::damage) return target.amount(damage);
    return payoff_ == Payoff::kills ? target.kills(damage) : 0;
  }
  /// What the turns spent are worth to the attacker at once.
  double worth_of_turns(const Standpoint& at, const PerSide<int>& chosen,
                        const PerSide<int>& spent) const {
    if constexpr (HasActions<System>) return System::worth(situation(at, chosen), spent);
    return 0;
  }
  /// What it is worth to the attacker that nothing more happens.
  double worth_of_end(const Standpoint& at) const {
    const auto is_beaten = [&, halted = halt(at)](Side side, BattleEnd by) {
      return gone(side, at) || halted == by || halted == BattleEnd::both_destroyed;
    };
    const double gained = is_beaten(Side::defender, BattleEnd::attacker_wins) ? 1 : 0;
    const double lost = is_beaten(Side::attacker, BattleEnd::defender_wins) ? 1 : 0;
    if (payoff_ == Payoff::win) return 0.5 + (gained - lost) / 2;
    if (payoff_ == Payoff::destroyed) return gained - lost;
    return 0;
  }

  const PerSide<Unit>& units() const { return units_; }
  const Situation& given() const { return situation_; }
  /// What is said of the attacks back.
  const Course<System>& course() const { return course_; }
  /// The most rounds that are played for.
  int rounds() const { return rounds_; }

 private:
  /// Of all damage that both sides may have taken; nothing where that can end no battle.
  void find_halts() {
    halts_.clear();
    if (payoff_ != Payoff::win || assigns_damage()) return;
    if (!until_ && break_points_of(situation_) == PerSide<int>{}) return;
    const Battle<System> battle = this->battle();
    const SideStates& attacker = battle.states().attacker.front();
    const SideStates& defender = battle.states().defender.front();
    if (attacker.chosen() || defender.chosen()) {
      throw NoAnswer(
          "best play that knows when a battle ends goes by the damage taken, which does not tell "
          "here who still stands");
    }
    for (int a = 0; a <= capacity(Side::attacker); ++a) {
      std::vector<std::optional<BattleEnd>>& row = halts_.emplace_back();
      for (int d = 0; d <= capacity(Side::defender); ++d) {
        const bool stand = !attacker.gone(a) && !defender.gone(d);
        row.push_back(stand ? battle.halt({{left_of(attacker, a)}, {left_of(defender, d)}})
                            : std::nullopt);
      }
    }
  }
  /// Whether a round has just been fought.
  bool is_after_a_round(const Standpoint& at) const {
    if (at.turns.attacker <= 0) return at.turns.attacker == 0;
    if (at.turns == start().turns) return false;
    const std::size_t next = number(at);
    return next == 0 || attacks()[next - 1].ends_round;
  }

  PerSide<const Unit*> pointers() const { return {&units_.attacker, &units_.defender}; }

  bool is_known(Side side, const Standpoint& at) const {
    const bool in_reply = AttacksBack<System> && attacks(at) == Side::defender;
    return in_reply ? known_.in_reply[side] : known_.in_attack[side];
  }

  /// As System::prepare is told of it.
  Standing standing(const Standpoint& at, Side by) const { return {in_roles(at.taken, by), true}; }

  /// The attacks of the battle that is played for.
  const std::vector<RoundAttack>& attacks() const { return timeline_->order().attacks; }
  /// Which of them is decided here.
  std::size_t number(const Standpoint& at) const { return timeline_->attack_at(rounds_, at.turns); }
  /// Before such an attack, one of the first rounds, in the states of the opening.
  Standpoint standpoint(std::size_t number) const {
    const auto end = attacks().begin() + static_cast<std::ptrdiff_t>(number);
    const auto rounds_before = std::count_if(
        attacks().begin(), end, [](const RoundAttack& attack) { return attack.ends_round; });
    return {timeline_->turns_left(rounds_ - static_cast<int>(rounds_before), number), opening_};
  }
  bool depends_on_costs() const { return timeline_ && timeline_->order().depends_on_costs(); }
  bool takes_place(const Standpoint& at) const { return !timeline_ || possible_[number(at)]; }
  /// Whether the rules allow the attack at all: somebody may have none to strike back with.
  bool is_possible(std::size_t number) const {
    const Standpoint at = standpoint(number);
    try {
      return fight(at, {choices(Side::attacker, at).front(), choices(Side::defender, at).front()})
          .has_value();
    } catch (const NoAnswer&) {
      return false;
    }
  }

  /// Whether a side has the actions for a choice. Without a limit everything can be paid for.
  bool is_affordable(Side side, int choice, const Standpoint& at) const {
    if constexpr (HasActions<System>) {
      const Side role = this->role(side, at);
      const auto key = System::choice_key[role];
      // Who attacks in a battle has an action for it.
      const bool of_battle = timeline_.has_value();
      if ((of_battle && (!depends_on_costs() || role == Side::attacker)) || key == nullptr)
        return true;
      Situation chosen_so = situation(at);
      chosen_so.*key = choice;
      return System::spent(chosen_so)[role] <= (of_battle ? at.turns.defender : at.turns[side]);
    }
    return true;
  }
  static bool is_meant(Side role, int choice, int said) {
    if constexpr (ChoosesAmongAttacks<System>) return System::is_meant(role, choice, said);
    return choice == said;
  }

  /// The situation of what is decided here, before anybody has chosen.
  const Situation& situation(const Standpoint& at) const {
    return timeline_ ? timeline_->situation(number(at)) : situation_;
  }
  /// The same when both have chosen.
  Situation situation(const Standpoint& at, const PerSide<int>& chosen) const {
    const Side by = attacks(at);
    Situation result = situation(at);
    for (const Side side : both_sides) {
      const auto key = System::choice_key[in_role(side, by)];
      if (key != nullptr) result.*key = chosen[side];
    }
    return result;
  }

  PerSide<Unit> units_;
  Situation situation_;
  Course<System> course_;
  Payoff payoff_;
  int rounds_;
  KnownChoices known_;
  PerSide<int> opening_;
  std::optional<Timeline<System>> timeline_;  ///< of the battle that is played for
  std::vector<bool> possible_;  ///< whether the rules allow each of its attacks at all
  PerSide<Casualties> casualties_;
  typename Battle<System>::Until until_;
  std::vector<std::vector<std::optional<BattleEnd>>> halts_;  ///< by damage taken
};

/// A game of any system.
using AnyGame = Systems::AnyOf<Game>;

}  // namespace warodds
