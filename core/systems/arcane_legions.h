// Arcane Legions: red or blue attack dice against white defence dice, each side sorted from high to
// low and compared in pairs.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/break_points.h"
#include "core/fields/field.h"
#include "core/rules/no_limit.h"
#include "core/rules/points.h"
#include "core/systems/system.h"
#include "core/systems/traits/assigned_damage.h"
#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/lost_dice.h"
#include "core/systems/traits/order_cost.h"
#include "core/systems/traits/turn_end.h"

namespace warodds {

struct ArcaneLegions {
  static constexpr const char* name = "arcane-legions";
  static constexpr const char* title = "Arcane Legions";
  static constexpr const char* group_word = "figure";
  static constexpr bool groups_are_figures = true;

  static constexpr int unset = -1;

  /// Figures of one kind; icons are per figure and are lost with it.
  struct Group {
    std::string name;
    int count = 1;
    int hp = 1;
    int red = 0;
    int blue = 0;
    int white = 0;
    int own_points = 0;  ///< of all of them; 0: their share of the unit's
  };

  enum Kind { formation, sortie };

  struct Unit {
    std::string name;
    std::vector<Group> groups;
    int kind = formation;
    int figures = 1;
    int hp = 1;
    int red = 0;  ///< icons of the unit itself, not tied to a figure
    int blue = 0;
    int white = 0;
    int range = 6;
    int order_cost = 0;
    Amount extra_attack;
    Amount extra_attack_close;
    Amount extra_attack_ranged;
    Amount extra_defence;
    Amount extra_defence_close;
    Amount extra_defence_ranged;
    Amount attack_result;
    Amount defence_result;
    int result_cap = Pool::no_cap;
    int attack_rerolls = 0;
    int defence_rerolls = 0;
    int reroll_below = 4;
    int force_attack_reroll = 0;
    int force_defence_reroll = 0;
    Amount brutal;
    Amount toughness;
    Amount berserker;
    Amount enemy_attack;  ///< to whoever attacks this unit, and so on
    Amount enemy_defence;
    Amount enemy_attack_result;
    Amount enemy_defence_result;
    int white_hits_blue = 0;
    int points = 0;
    PricedFor priced_for;
  };

  enum Mode { close, ranged };
  enum Facing { good, blue, red, grey };           ///< sides of a unit by colour; good: no penalty
  enum Losses { free, listed, fewest, cheapest };  ///< A11
  enum RerollsFor { most_damage, destruction };    ///< A9: what best rerolls are best for
  enum Turns { alternate, attacker_only };
  enum Turn { of_side, of_round };  // A13

  struct Situation : BreakPoints {
    int mode = close;
    int attacker_side = good;
    int defender_side = good;
    int firing_into_melee = 0;
    int hindered = 0;
    int distance = unset;
    int blocked = 0;
    int adjacent = 0;
    int phantom = 2;
    int critical = 0;  ///< Critical::Judged
    int critical_per = 0;
    int critical_count = 3;
    int critical_bonus = 1;
    int attacker_losses = free;
    int defender_losses = free;
    int attacker_rerolls_for = most_damage;
    int defender_rerolls_for = most_damage;
    int attacker_damage = 0;
    int defender_damage = 0;
    // in battles
    int turns = alternate;
    int turn = of_side;
    int attacks_per_turn = 1;
    // in battles of several units
    int order_points = unset;
  };

  /// What a fight tells besides damage and kills.
  enum Reported { hits };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}};
  static constexpr RateSpec rate{"damage_per_order_point", "damage per order point",
                                 "order_points"};  // A14

  static const Fields<Unit>& unit_fields();
  static const Fields<Group>& group_fields();
  static const Fields<Situation>& situation_fields();

  /// What turns a side's hits into damage.
  struct Abilities {
    int brutal = 0;
    int enemy_toughness = 0;
    int berserker = 0;

    bool operator==(const Abilities&) const = default;
  };

  struct Fight : FightFacts {
    using System = ArcaneLegions;
    Lineup lineup;
    PerSide<Abilities> abilities;

    bool operator==(const Fight&) const = default;
  };

  /// All dice counts and values. `why`, if not null, receives how they came about.
  /// Throws NoAnswer when the rules allow no such order, InputError when damage already on a figure
  /// would have downed it.
  static Fight prepare(const Unit& attacker, const Unit& defender, const Situation& situation,
                       Explanation* why = nullptr) {
    return prepare(attacker, defender, situation, {opening(attacker, defender, situation)}, why);
  }

  /// The same for units that have taken damage.
  static Fight prepare(const Unit& attacker, const Unit& defender, const Situation& situation,
                       const Standing& standing, Explanation* why = nullptr);

  /// Damage that lies on one figure of each unit before the first attack.
  static PerSide<int> opening(const Unit& attacker, const Unit& defender,
                              const Situation& situation);

  /// Who falls on a side (A11).
  static Figures figures(Side side, const Unit& unit, const Situation& situation,
                         const Standing& standing);

  // Battles: a round is the attacker's turn and, unless only it attacks, the defender's. Figures
  // lost are lost; damage short of lethal is removed at the end of each turn (A13).
  static std::optional<Side> next_to_act(const Situation& rules, RoundSoFar so_far) {
    if (rules.turns == attacker_only) so_far.waiting.defender = 0;
    return sides_in_turn(so_far);
  }
  static bool turn_holds_both_sides(const Situation& rules) { return rules.turn == of_round; }
  static int attacks_in_turn(const Situation& rules) { return rules.attacks_per_turn; }
  /// A14: what an order costs, and what each side has for its orders in every round.
  static int price(const Unit& unit);
  static int points_in_round(const Situation& rules) {
    return rules.order_points == unset ? no_limit : rules.order_points;
  }
  /// The defender attacks back in the same kind of combat, from the side that was attacked, and at
  /// the side that attacked (A1).
  static void follow(const Situation& attack, const Unit& replying, Situation& reply);

  /// Icons are lost with their figures (A1); all else stays.
  static int pool_size(const Fight& fight, Side side) {
    return side == Side::attacker ? fight.lineup.attack.dice : fight.lineup.defence.dice;
  }

  /// To destroy what is left of the enemy is a matter of who is left.
  static bool loses_only_dice(const Fight& fight) {
    return fight.lineup.stakes.enough == PerSide<int>{};
  }

  // Best play: nothing is hidden; each owner assigns the damage to its figures (A11b).
  static constexpr PerSide<int Situation::*> choice_key{&Situation::attacker_losses,
                                                        &Situation::defender_losses};
  static constexpr bool assigns_damage = true;
  static const std::vector<NamedPayoff>& payoffs();
  static std::vector<PlayInWords> play_in_words(Side role, const PerSide<const Unit*>& units,
                                                const Situation& situation);
  static std::vector<int> choices(Side, const PerSide<const Unit*>&, const Situation&,
                                  const Standing&) {
    return {free, listed, fewest, cheapest};
  }

  /// What is rolled, in a few lines.
  static Summary summary(const Fight& fight);

  /// Both sides roll, line up and compare; then hits become damage, dealt at once (A3-A10, A12).
  template <Chance C>
  static void combat(C& chance, const Fight& fight, const Stage<C, Fight>&,
                     Exchange<typename C::Count>& exchange) {
    const auto [attack_hits, defence_hits] = chance.lineup(fight.lineup);
    chance.report(Side::attacker, Reported::hits, attack_hits);
    chance.report(Side::defender, Reported::hits, defence_hits);
    exchange.damage = damage(attack_hits, defence_hits, fight.abilities);
  }

  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    return {{{combat<C>}}};
  }

 private:
  /// What hits of both sides deal.
  template <class Count>
  static PerSide<Count> damage(const Count& attack_hits, const Count& defence_hits,
                               const PerSide<Abilities>& abilities) {
    // A10: brutal adds to at least one hit, toughness takes off.
    const Count by_attacker = before_berserkers(attack_hits, abilities.attacker);
    const Count by_defender = before_berserkers(defence_hits, abilities.defender);
    // A10: a berserker that was dealt damage deals some back; that does not chain.
    return {by_attacker + if_any(by_defender, abilities.attacker.berserker),
            by_defender + if_any(by_attacker, abilities.defender.berserker)};
  }
  template <class Count>
  static Count before_berserkers(const Count& hits, const Abilities& abilities) {
    return minus(hits + if_any(hits, abilities.brutal), abilities.enemy_toughness);
  }

  static Stakes stakes(const Fight& fight, const Situation& situation);
};

}  // namespace warodds
