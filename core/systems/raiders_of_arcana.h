// Raiders of Arcana: each unit splits its combat dice between attack and defence; defence dice
// cancel attack dice, the attack dice left wound.
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
#include "core/systems/traits/break_off.h"
#include "core/systems/traits/choice_in_words.h"
#include "core/systems/traits/independent_sides.h"

namespace warodds {

struct RaidersOfArcana {
  static constexpr const char* name = "raiders-of-arcana";
  static constexpr const char* title = "Raiders of Arcana";
  static constexpr const char* group_word = "";
  static constexpr bool groups_are_figures = false;

  /// Units have no groups.
  struct Group {
    std::string name;
  };

  struct Unit {
    std::string name;
    std::vector<Group> groups;
    int figures = 1;
    int hp = 1;
    int cd = 1;
    int as = 5;
    int db = 0;
    int str = 0;
    int arm = 5;
    int fatigue = 0;
    int wounds = 0;
    int shield_wall = 0;
    Amount extra_attack;
    Amount extra_defence;
    int points = 0;
    PricedFor priced_for;
  };

  /// Splits: a number of dice, or one of these.
  enum Split { all = -1, half = -2, none = -3 };

  /// Markers of a side that are as `markers` says of both.
  static constexpr int as_both = -1;

  struct Situation : BreakPoints {
    int die = 10;
    int attacker_attack = half;
    int defender_attack = half;
    int round_up = 0;
    // in battles
    int markers = 2;
    int attacker_markers = as_both;  ///< C8
    int defender_markers = as_both;
  };

  /// What a fight tells besides damage and kills.
  enum Reported { hits };
  static constexpr std::array reports{ReportSpec{"hits", "hits"}};

  static const Fields<Unit>& unit_fields();
  static const Fields<Group>& group_fields();
  static const Fields<Situation>& situation_fields();

  /// One side's blows in a round.
  struct Blows {
    int attack_dice = 0;  ///< after the split and the shield wall
    int cancel_dice = 0;  ///< the enemy's defence dice
    Target cancel;        ///< C3
    Target wound;         ///< C4

    auto operator<=>(const Blows&) const = default;
  };

  struct Fight : FightFacts {
    using System = RaidersOfArcana;
    PerSide<Blows> blows;

    bool operator==(const Fight&) const = default;
  };

  /// All dice counts and target numbers. `why`, if not null, receives how they came about.
  /// Throws NoAnswer when a unit has nobody left, InputError when a split asks for more dice than
  /// there are.
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
    Rank rank{unit.figures, unit.hp};
    rank.price = {unit.points, unit.priced_for.figures(0, unit.figures)};
    return {Casualties({rank}, standing.taken[side])};
  }

  // Battles: a round is one exchange of blows; wounds and figures lost last.
  static std::optional<Side> next_to_act(const Situation&, const RoundSoFar& so_far) {
    return units_in_turn(so_far);
  }
  /// C8: a marker for the combat, and one for the action of a unit that has acted this turn.
  static int endurance(const Unit& unit) { return unit.fatigue; }
  static int markers(Side side, const Situation& situation) {
    const int said =
        side == Side::attacker ? situation.attacker_markers : situation.defender_markers;
    return said == as_both ? situation.markers : said;
  }
  static constexpr const char* breaks_off = "when a unit reaches its fatigue limit (C8)";

  /// C5: neither side's blows depend on the other's dice.
  static const Blows& blows(const Fight& fight, Side side) { return fight.blows[side]; }

  // Best play: both sides split their dice in secret, at the same time, in every round (C2).
  static constexpr PerSide<int Situation::*> choice_key{&Situation::attacker_attack,
                                                        &Situation::defender_attack};
  static const std::vector<NamedPayoff>& payoffs();
  static std::vector<PlayInWords> play_in_words(Side role, const PerSide<const Unit*>& units,
                                                const Situation& situation);
  static constexpr std::string_view goes_on_with = "--set fatigue=0 has both fight to the end";
  static std::vector<int> choices(Side side, const PerSide<const Unit*>& units,
                                  const Situation& situation, const Standing& standing);

  /// "attack with 8 of 12 dice".
  static std::string in_words(Side, int choice, const std::vector<int>& choices) {
    return fmt::format("attack with {} of {}", choice, warodds::dice(choices.back()));
  }

  /// What is rolled, in a few lines.
  static Summary summary(const Fight& fight);

  /// Roll Defence Dice: cancels attack dice; surplus cancels are lost (C3).
  template <Chance C>
  static void roll_defence_dice(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                                Exchange<typename C::Count>& exchange) {
    const Blows& blows = fight.blows[stage.side];
    const auto cancelled = chance.successes(blows.cancel_dice, blows.cancel);
    exchange.in_hand = minus(blows.attack_dice, cancelled);
    chance.report(stage.side, Reported::hits, exchange.in_hand);
  }

  /// Roll Attack Dice: every die that was not cancelled and meets the armour wounds (C4).
  template <Chance C>
  static void roll_attack_dice(C& chance, const Fight& fight, const Stage<C, Fight>& stage,
                               Exchange<typename C::Count>& exchange) {
    const auto wounds = chance.successes(exchange.in_hand, fight.blows[stage.side].wound);
    exchange.damage[stage.side] = wounds;
    exchange.in_hand = 0;
  }

  /// Both sides at full strength: all dice are on the table before casualties come off (C5), so the
  /// two sides' blows do not influence each other.
  template <Chance C>
  static std::vector<Track<C, Fight>> tracks(const Fight&) {
    std::vector<Track<C, Fight>> tracks;
    for (const Side side : both_sides) {
      tracks.push_back({{roll_defence_dice<C>, side}, {roll_attack_dice<C>, side}});
    }
    return tracks;
  }
};

}  // namespace warodds
