// Magewinds: one fighter attacks another; dice at or below precision less evasion hit, armour
// blocks hits, damage accumulates until toughness is reached.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields/break_points.h"
#include "core/fields/field.h"
#include "core/systems/system.h"
#include "core/systems/traits/actions.h"
#include "core/systems/traits/attack_profiles.h"
#include "core/systems/traits/attacks_back.h"

namespace warodds {

struct Magewinds {
  static constexpr const char* name = "magewinds";
  static constexpr const char* title = "Magewinds";
  static constexpr const char* group_word = "attack";
  static constexpr bool groups_are_figures = false;

  static constexpr int unset = -1;  ///< "none" for stats and ranges that need not be there

  /// One attack profile: plain (power and precision), or split (light and heavy, each with both).
  struct Group {
    std::string name;
    int min_range = 0;
    int max_range = unset;
    int power = unset;
    int precision = unset;
    int light_power = unset;
    int light_precision = unset;
    int heavy_power = unset;
    int heavy_precision = unset;
  };

  struct Unit : Group {
    std::vector<Group> groups;
    int toughness = 6;
    int armour = 0;
    int evasion = 0;
    int dodge = 0;
    int deflect = 0;
    int barrier = 0;
    int points = 0;
  };

  enum Choice { light, heavy, feint, pass };
  /// Best play chooses among all attacks: with n times this added, a choice is of the nth attack,
  /// counted from 1, instead of the one that is named.
  static constexpr int choices_of_an_attack = 4;
  static int without_attack(int choice) { return choice % choices_of_an_attack; }
  enum Reaction { no_reaction, dodge, deflect };

  struct Situation : BreakPoints {
    std::string attack;  ///< empty: the first
    int distance = unset;
    int choice = light;  ///< in best play, also which attack: choices_of_an_attack
    int reaction = no_reaction;
    int cover = 0;
    int defender_damage = 0;
    int attacker_damage = 0;  ///< in battles
    int target_cap = unset;
    int reroll_hits = 0;
    Amount armour_change;
    Amount evasion_change;
    Amount precision_change;
    Amount power_change;
    // in sequences
    int target_actions = 2;
    // in battles
    int attacks_per_round = 1;
    int actions_per_round = 2;
    // in best play
    int attacker_actions = 2;
    int defender_actions = 2;
    int reaction_value = 0;  ///< in thousandths
  };

  /// What a fight tells besides damage and kills.
  enum Reported { hits, knockback };
  static constexpr std::array reports{
      ReportSpec{"hits", "hits"},
      ReportSpec{"knockback", "may knock back", ReportKind::event}};  // B9: of who still stands

  static const Fields<Unit>& unit_fields();
  static const Fields<Group>& group_fields();
  static const Fields<Situation>& situation_fields();

  struct Fight : FightFacts {
    using System = Magewinds;
    bool no_attack = false;  ///< a feint (B6), or a pass (B7b)
    int power = 0;
    Target hit;
    bool reroll_hits = false;
    int armour = 0;
    Target barrier;
    bool may_knock_back = false;

    bool operator==(const Fight&) const = default;
  };

  /// All dice counts and target numbers. `why`, if not null, receives how they came about.
  /// Throws NoAnswer when the rules allow no such attack, InputError when the attack named does not
  /// exist or its profile is incomplete.
  static Fight prepare(const Unit& attacker, const Unit& defender, const Situation& situation,
                       Explanation* why = nullptr) {
    return prepare(attacker, defender, situation, {opening(attacker, defender, situation)}, why);
  }

  /// The same for units that have taken damage.
  static Fight prepare(const Unit& attacker, const Unit& defender, const Situation& situation,
                       const Standing& standing, Explanation* why = nullptr);

  /// Damage the units have taken before the first attack.
  static PerSide<int> opening(const Unit& attacker, const Unit& defender,
                              const Situation& situation);

  static Figures figures(Side side, const Unit& unit, const Situation&, const Standing& standing) {
    Rank rank{1, unit.toughness};
    rank.price = {unit.points, 1};
    return {Casualties({rank}, standing.taken[side])};
  }

  // Battles: in a round the attacker makes its attacks, then the defender as many, as far as the
  // actions of both go (B7); damage lasts.
  static std::optional<Side> next_to_act(const Situation&, const RoundSoFar& so_far) {
    return units_in_turn(so_far);
  }
  static int attacks_in_turn(const Situation& rules) { return rules.attacks_per_round; }
  /// The defender makes the choice of the attacker where its attack has it (B5).
  static void follow(const Situation& attack, const Unit& replying, Situation& reply);

  // Attacks and reactions cost an action each (B6, B7).
  static int actions_in_round(const Situation& rules) {
    return or_no_limit(rules.actions_per_round);
  }
  static int actions_of_target(const Situation& rules) { return or_no_limit(rules.target_actions); }
  static PerSide<int> actions_in_activation(const Situation& rules) {
    return {rules.attacker_actions, rules.defender_actions};
  }
  static PerSide<int> spent(const Situation& attack);
  static void without_reaction(Situation& attack) { attack.reaction = no_reaction; }
  /// Whether it is no attack, and no more are made (B7b).
  static bool passes(const Situation& attack) { return without_attack(attack.choice) == pass; }
  static constexpr int passing = pass;
  static constexpr PlayInWords never_passing{"choice", "attacks as often as it may",
                                             "attack as often as they may"};
  static bool is_allowed(const Unit& attacker, const Situation& situation);
  /// What the actions that the defender has spent are worth to the attacker.
  static double worth(const Situation& situation, const PerSide<int>& spent);
  /// What is said of one activation is not about a battle.
  static void require_plannable(const Situation& situation);

  // Best play: the attacker commits face down to one of its attacks in range, and how to make it,
  // the defender declares without seeing it (B8), for as long as there are actions.
  static constexpr PerSide<int Situation::*> choice_key{&Situation::choice, &Situation::reaction};
  static const std::vector<NamedPayoff>& payoffs();
  static std::vector<PlayInWords> play_in_words(Side role, const PerSide<const Unit*>& units,
                                                const Situation& situation);
  static std::vector<std::pair<std::string_view, std::string_view>> settings_of_one_attack();
  static std::vector<int> choices(Side side, const PerSide<const Unit*>& units,
                                  const Situation& situation, const Standing& standing);
  /// A plain attack leaves no choice (B5): it is just made.
  static void clear_missing_choices(Situation& situation, const Unit& attacker);
  static void clear_missing_attack(Situation& situation, const Unit& attacker);
  static bool is_meant(Side side, int choice, int said) {
    return said == (side == Side::attacker ? without_attack(choice) : choice);
  }
  /// "Staff: heavy", where there are several attacks.
  static std::string choice_name(Side side, int choice, const PerSide<const Unit*>& units,
                                 const std::vector<int>& choices);

  /// What is rolled, in a few lines.
  static Summary summary(const Fight& fight);

  /// Determine Hits: any die equal to or less than the target number is a hit (B1).
  template <Chance C>
  static void determine_hits(C& chance, const Fight& fight, const Stage<C, Fight>&,
                             Exchange<typename C::Count>& exchange) {
    exchange.in_hand = chance.successes(fight.power, fight.hit);
  }

  /// Hex: every hit is rerolled once and must hit again (B10).
  template <Chance C>
  static void reroll_hits(C& chance, const Fight& fight, const Stage<C, Fight>&,
                          Exchange<typename C::Count>& exchange) {
    exchange.in_hand = chance.successes(exchange.in_hand, fight.hit);
  }

  /// Deal Damage: armour blocks hits (B4), and a barrier negates each point of damage on a low
  /// enough die (B10). A hit, even blocked, may knock back who still stands (B9).
  template <Chance C>
  static void deal_damage(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                          Exchange<typename C::Count>& exchange) {
    using Count = typename C::Count;
    const Count hits = exchange.in_hand;
    const Count unblocked = minus(hits, fight.armour);
    const Count damage = minus(unblocked, chance.successes(unblocked, fight.barrier));
    chance.report(stage.side, Reported::hits, hits);
    // One, less one if the damage takes the target down.
    const Count down = if_any(minus(damage, fight.casualties.defender.left() - 1), 1);
    chance.report(stage.side, Reported::knockback,
                  minus(if_any(hits, fight.may_knock_back ? 1 : 0), down));
    exchange.damage[stage.side] = damage;
    exchange.in_hand = 0;
  }

  /// After a feint (B6) or a pass (B7b) not a die is rolled.
  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight& fight) {
    if (fight.no_attack) return {};
    Track<C, Fight> attack{{determine_hits<C>}};
    if (fight.reroll_hits) attack.push_back({reroll_hits<C>});
    attack.push_back({deal_damage<C>});
    return {attack};
  }

 private:
  static int or_no_limit(int actions) { return actions == unset ? no_limit : actions; }
};

}  // namespace warodds
