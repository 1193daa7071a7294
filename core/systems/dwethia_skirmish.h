// Dwethia Skirmish: attack dice, wound dice, saves, each against a target number from one chart.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/break_points.h"
#include "core/fields/field.h"
#include "core/rules/points.h"
#include "core/systems/system.h"
#include "core/systems/traits/capped_damage.h"
#include "core/systems/traits/joined_fights.h"
#include "core/systems/traits/retreat.h"
#include "core/systems/traits/roles.h"

namespace warodds {

struct DwethiaSkirmish {
  static constexpr const char* name = "dwethia-skirmish";
  static constexpr const char* title = "Dwethia Skirmish";
  static constexpr const char* group_word = "model";
  static constexpr bool groups_are_figures = true;

  static constexpr int all = -1;

  /// Models of one kind.
  struct Group {
    std::string name;
    int count = 1;
    int aggression = 1;
    int martial = 3;
    int integrity = 0;
    int strength = 3;
    int defence = 3;
    int wounds = 1;
    int save = 0;
    int ignore = 0;
    int perception = 3;
    int ranged_strength = 0;
    int shots = 0;
    int engaged = all;
    int own_points = 0;  ///< of all of them; 0: their share of the unit's
  };

  struct Unit : Group {
    std::vector<Group> groups;
    int models = 1;
    Amount extra_dice;
    int points = 0;
    PricedFor priced_for;
  };

  enum Mode { fight, opportunity };
  enum Response { fight_back, retreat, fire };
  enum RetreatBonus { add, set };
  enum Order { simultaneous, attacker_first };
  enum Coherent { whole_unit, only_engaged };
  enum Integrity { once, twice };
  enum Saves { listed, best, spread };  ///< D6
  enum Roles { fixed, alternate };      ///< D12

  struct Situation : BreakPoints {
    int mode = fight;
    int response = fight_back;
    int retreat = add;
    int order = simultaneous;
    int opportunity_saves = 1;
    int retreat_opportunity = 0;
    int coherent = whole_unit;
    int integrity = once;
    int step_up = 1;
    int saves = listed;
    int attacker_damage = 0;
    int defender_damage = 0;
    // in battles
    int roles = fixed;
  };

  /// What a fight tells besides damage and kills: hits, and wound dice before saves.
  enum Reported { hits, wounds };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}, ReportSpec{"wounds", "wounds"}};

  static const Fields<Unit>& unit_fields();
  static const Fields<Group>& group_fields();
  static const Fields<Situation>& situation_fields();

  /// The number a die must reach when a value `own` is rolled against a value `theirs`, both >= 1:
  /// the one chart of the game (D1).
  static int need(int own, int theirs);

  /// Dice as a function of the damage that the side that rolls them has been dealt in this fight:
  /// look_up(dice, damage). One entry where casualties do not matter.
  using DiceLeft = std::vector<int>;

  /// One group's shots.
  struct Shots {
    DiceLeft dice;
    Target wound;

    bool operator==(const Shots&) const = default;
  };

  /// What one side rolls.
  struct Blows {
    DiceLeft dice;
    Target hit;
    Target wound;
    std::vector<Shots> shots;  ///< by group; instead of blows, when firing (D9)
    SaveQueue saves;           ///< of the models that are hit
    DiceLeft on_survivors;     ///< of the opportunity attack after a retreat, by damage dealt (D8)
    SaveQueue survivor_saves;  ///< against it
    bool in_two_orders = false;  ///< its wounds fall in another order, without saves (D10)

    bool operator==(const Blows&) const = default;
  };

  struct Fight : FightFacts {
    using System = DwethiaSkirmish;
    PerSide<Blows> blows;
    Mode mode = fight;
    Response response = fight_back;
    Order order = simultaneous;

    bool operator==(const Fight&) const = default;
  };

  /// All dice counts and target numbers. `why`, if not null, receives how they came about.
  /// Throws NoFight when a side has nobody in the fight (D4b). Who is to fire and has nothing to
  /// shoot with fights (D9).
  static Fight prepare(const Unit& attacker, const Unit& defender, const Situation& situation,
                       Explanation* why = nullptr) {
    return prepare(attacker, defender, situation, {opening(attacker, defender, situation)}, why);
  }

  /// The same for units that have taken damage.
  static Fight prepare(const Unit& attacker, const Unit& defender, const Situation& situation,
                       const Standing& standing, Explanation* why = nullptr);

  /// The same for several units of a side in one fight: one list of models (E5).
  static Fight prepare(const PerSide<Members<DwethiaSkirmish>>& sides, const Situation& situation,
                       bool later, Explanation* why = nullptr);
  /// On whose models the wounds of a side fall, in their order (D6).
  static std::vector<MemberDamage> order_of_damage(const Members<DwethiaSkirmish>& members,
                                                   const Situation& situation);
  static void require_battle_of_several(const Situation& situation);

  /// Damage the units have taken before the first attack.
  static PerSide<int> opening(const Unit& attacker, const Unit& defender,
                              const Situation& situation);

  /// Who falls on a side (D6), and of what kind.
  static Figures figures(Side side, const Unit& unit, const Situation& situation,
                         const Standing& standing);

  /// Damage is what is taken off models.
  static constexpr bool caps_damage = true;
  /// Who has retreated has moved away (D8): the end of a battle and of a sequence.
  static bool retreats(const Situation& situation) {
    return situation.mode == fight && situation.response == retreat;
  }

  // Battles: a round is one fight; wounds and models lost last.
  static std::optional<Side> next_to_act(const Situation&, const RoundSoFar& so_far) {
    return units_in_turn(so_far);
  }
  /// D12: who selects the fight is the attacker.
  static bool roles_alternate(const Situation& rules) { return rules.roles == alternate; }

  // Best play: the defender picks its response in the open (the attacker has no choice), in a
  // battle anew in every round.
  static constexpr PerSide<int Situation::*> choice_key{nullptr, &Situation::response};
  static const std::vector<NamedPayoff>& payoffs();
  static std::vector<PlayInWords> play_in_words(Side role, const PerSide<const Unit*>& units,
                                                const Situation& situation);
  static std::vector<int> choices(Side side, const PerSide<const Unit*>& units,
                                  const Situation& situation, const Standing& standing);

  /// What is rolled, in a few lines.
  static Summary summary(const Fight& fight);

  /// Roll for Attack (D2, D4).
  template <Chance C>
  static void roll_for_attack(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                              Exchange<typename C::Count>& exchange) {
    const Blows& blows = fight.blows[stage.side];
    const auto dice = look_up(blows.dice, exchange.damage[enemy_of(stage.side)]);
    exchange.in_hand = chance.successes(dice, blows.hit);
    chance.report(stage.side, Reported::hits, exchange.in_hand);
  }

  /// Roll for Wounds: the dice that hit (D3).
  template <Chance C>
  static void roll_for_wounds(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                              Exchange<typename C::Count>& exchange) {
    exchange.in_hand = chance.successes(exchange.in_hand, fight.blows[stage.side].wound);
    chance.report(stage.side, Reported::wounds, exchange.in_hand);
  }

  /// Fire Ranged Weapons: one roll for each shot of one group; a success is a wound (D9).
  template <Chance C>
  static void shoot(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                    Exchange<typename C::Count>& exchange) {
    const Shots& shots = fight.blows[stage.side].shots[static_cast<std::size_t>(stage.group)];
    const auto dice = look_up(shots.dice, exchange.damage[enemy_of(stage.side)]);
    exchange.in_hand = exchange.in_hand + chance.successes(dice, shots.wound);
  }

  /// Shots that wounded, and the sixes of an opportunity attack, are hits and wounds at once (D9,
  /// D10).
  template <Chance C>
  static void count_as_hits_and_wounds(C& chance, const Fight&, const Stage<C, Fight>& stage,
                                       Exchange<typename C::Count>& exchange) {
    chance.report(stage.side, Reported::hits, exchange.in_hand);
    chance.report(stage.side, Reported::wounds, exchange.in_hand);
  }

  /// Opportunity Attack: each six wounds a retreating model (D10).
  template <Chance C>
  static void roll_aggression(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                              Exchange<typename C::Count>& exchange) {
    const Blows& blows = fight.blows[stage.side];
    exchange.in_hand = chance.successes(blows.dice.front(), blows.hit);
  }

  /// Roll Saves, then Ignore Wounds, one wound die at a time (D6, D7).
  template <Chance C>
  static void roll_saves(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                         Exchange<typename C::Count>& exchange) {
    exchange.damage[stage.side] = chance.saves(exchange.in_hand, fight.blows[stage.side].saves);
    exchange.in_hand = 0;
  }

  /// The attacker's blows on a unit that retreats, and then, if anybody is left of it, its
  /// opportunity attack (D8): one stage, because what is reported is the sum of both.
  template <Chance C>
  static void attack_and_pursue(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                                Exchange<typename C::Count>& exchange) {
    using Count = typename C::Count;
    const Blows& blows = fight.blows[stage.side];
    const Count hits = chance.successes(blows.dice.front(), blows.hit);
    const Count wounds = chance.successes(hits, blows.wound);
    const Count damage = chance.saves(wounds, blows.saves);
    const Count sixes = chance.successes(look_up(blows.on_survivors, damage), at_least(6, 6));
    chance.report(stage.side, Reported::hits, hits + sixes);
    chance.report(stage.side, Reported::wounds, wounds + sixes);
    const int left = blows.saves.capacity();
    if (blows.in_two_orders) {
      const Count more = smaller(sixes, minus(Count(left), damage));
      exchange.damage[stage.side] = damage + more * Count(left + 1);  // as pursued() tells them
      return;
    }
    const Count more = chance.saves_after(damage, sixes, blows.survivor_saves);
    exchange.damage[stage.side] = smaller(damage + more, Count(left));
  }

  /// All stages that one side rolls.
  template <Chance C>
  static Track<C, Fight> track(const Fight& fight, Side side) {
    if (fight.mode == opportunity) {
      return {
          {roll_aggression<C>, side}, {count_as_hits_and_wounds<C>, side}, {roll_saves<C>, side}};
    }
    if (!fight.blows[side].on_survivors.empty()) return {{attack_and_pursue<C>, side}};
    if (side == Side::attacker || fight.response == fight_back) {
      return {{roll_for_attack<C>, side}, {roll_for_wounds<C>, side}, {roll_saves<C>, side}};
    }
    Track<C, Fight> firing;
    for (std::size_t group = 0; group < fight.blows[side].shots.size(); ++group) {
      firing.push_back({shoot<C>, side, static_cast<int>(group)});
    }
    firing.push_back({count_as_hits_and_wounds<C>, side});
    firing.push_back({roll_saves<C>, side});
    return firing;
  }

  /// Casualties come off together, or the attacker's blows fall first and only the survivors answer
  /// (D5). Who retreats rolls nothing (D8, D10).
  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight& fight) {
    Track<C, Fight> attack = track<C>(fight, Side::attacker);
    if (fight.mode == opportunity || fight.response == retreat) return {attack};
    const Track<C, Fight> reply = track<C>(fight, Side::defender);
    if (fight.order == simultaneous) return {attack, reply};
    attack.insert(attack.end(), reply.begin(), reply.end());
    return {attack};
  }
};

}  // namespace warodds
