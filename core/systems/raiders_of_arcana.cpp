#include "core/systems/raiders_of_arcana.h"

#include <algorithm>
#include <numeric>

#include "core/rules/sum.h"
#include "core/text/error.h"

namespace warodds {

using Raiders = RaidersOfArcana;

// Its traits; and its rules need no verb that is not there.
static_assert(BreaksOff<Raiders>);
static_assert(HasIndependentSides<Raiders>);
static_assert(SaysChoices<Raiders>);
template std::vector<Track<Vocabulary, Raiders::Fight>> Raiders::tracks<Vocabulary>(const Fight&);

const Fields<Raiders::Unit>& Raiders::unit_fields() {
  static const Fields<Unit> fields{
      number("figures", "figures in the unit", "figures", 1, 10000, &Unit::figures,
             {.is_size = true}),
      number("cd", "combat dice of each figure", "dice", 0, 100, &Unit::cd),
      number("as", "attack skill: the enemy's defence dice must reach it, less its defence bonus",
             "", 0, 200, &Unit::as),
      number("db", "defence bonus: eases this unit's defence dice", "", 0, 200, &Unit::db),
      number("str", "strength: eases this unit's wound rolls", "", 0, 200, &Unit::str),
      number("arm", "armour: the enemy's attack dice must reach it, less its strength", "", 0, 200,
             &Unit::arm),
      number("hp", "hit points of each figure", "wounds", 1, 1000, &Unit::hp),
      number("fatigue", "fatigue limit; a battle breaks off when it is reached", "markers", 1, 1000,
             &Unit::fatigue),
      number("wounds", "wounds the unit has already taken, carried over from earlier rounds",
             "wounds", 0, 10000000, &Unit::wounds),
      flag("shield-wall", "in a shield wall: attack dice are halved after the split",
           &Unit::shield_wall),
      amount("extra-attack", "attack dice granted (or removed), after the split", "dice", -10000,
             10000, &Unit::extra_attack),
      amount("extra-defence", "defence dice granted (or removed), after the split", "dice", -10000,
             10000, &Unit::extra_defence),
      number("points", "what the unit costs in an army, 0 if not given", "points", 0, 1000000,
             &Unit::points),
  };
  return fields;
}

const Fields<Raiders::Group>& Raiders::group_fields() {
  static const Fields<Group> none;
  return none;
}

const Fields<Raiders::Situation>& Raiders::situation_fields() {
  static const std::vector<std::pair<std::string_view, int>> splits{
      {"all", all}, {"half", half}, {"none", none}};
  static const Fields<Situation> fields = [] {
    Fields<Situation> own{
        number("die", "sides of the die", "sides", 4, 100, &Situation::die,
               {.holds_for = HoldsFor::both}),
        number_or("attacker-attack", "dice the attacker puts into attack; half is rounded up",
                  "dice", 0, 1000000, splits, &Situation::attacker_attack),
        number_or("defender-attack", "dice the defender puts into attack; half is rounded up",
                  "dice", 0, 1000000, splits, &Situation::defender_attack),
        flag("round-up", "a shield wall that halves an odd number of dice rounds up",
             &Situation::round_up, {.holds_for = HoldsFor::both}),
        number("markers",
               "in battles: fatigue markers that a round costs each unit: 2, or 1 if it has "
               "not acted this turn",
               "markers", 1, 2, &Situation::markers,
               {.used_in = UsedIn::battles, .holds_for = HoldsFor::battle}),
        number_or("attacker-markers", "in battles: those of the attacker; both: as markers says",
                  "markers", 1, 2, {{"both", as_both}}, &Situation::attacker_markers,
                  {.used_in = UsedIn::battles, .holds_for = HoldsFor::battle}),
        number_or("defender-markers", "in battles: those of the defender; both: as markers says",
                  "markers", 1, 2, {{"both", as_both}}, &Situation::defender_markers,
                  {.used_in = UsedIn::battles, .holds_for = HoldsFor::battle}),
    };
    append_break_points(own);
    return own;
  }();
  return fields;
}

namespace {

/// Attack dice of a split, before the shield wall (C2).
int attack_dice(int split, int dice, Side side, bool later) {
  switch (split) {
    case Raiders::all:
      return dice;
    case Raiders::half:
      return (dice + 1) / 2;
    case Raiders::none:
      return 0;
    default:
      if (split > dice && later) return dice;
      if (split > dice) {
        throw NotTogether(
            fmt::format("{0}-attack asks for {1} dice, but the {0} has {2}; give 0 to "
                        "{2}, all, half or none",
                        to_string(side), split, dice));
      }
      return split;
  }
}

}  // namespace

PerSide<int> Raiders::opening(const Unit& attacker, const Unit& defender, const Situation&) {
  return {attacker.wounds, defender.wounds};
}

const std::vector<NamedPayoff>& Raiders::payoffs() {
  static const std::vector<NamedPayoff> payoffs{
      {"damage", Payoff::damage, "expected wounds dealt, less those taken, in one round"},
      {"kills", Payoff::kills, "expected figures removed, less those lost, in one round"},
      {"win", Payoff::win,
       "odds of winning the battle, one half for a battle that neither or both win"}};
  return payoffs;
}

std::vector<int> Raiders::choices(Side side, const PerSide<const Unit*>& units, const Situation&,
                                  const Standing& standing) {
  const Unit& unit = *units[side];
  const int figures = Casualties({{unit.figures, unit.hp}}, standing.taken[side]).standing();
  std::vector<int> dice(static_cast<std::size_t>(unit.cd * figures) + 1);
  std::iota(dice.begin(), dice.end(), 0);
  return dice;
}

Raiders::Fight Raiders::prepare(const Unit& attacker, const Unit& defender,
                                const Situation& situation, const Standing& standing,
                                Explanation* why) {
  Fight fight;
  const PerSide<const Unit*> units{&attacker, &defender};
  const PerSide<int> splits{situation.attacker_attack, situation.defender_attack};
  PerSide<Sum> to_attack{Sum(0), Sum(0)};
  PerSide<Sum> to_defence{Sum(0), Sum(0)};

  for (const Side side : both_sides) {
    const Unit& unit = *units[side];
    fight.casualties[side] = figures(side, unit, situation, standing).casualties;
    const int standing_now = fight.casualties[side].standing();
    if (standing_now == 0) {
      throw Forbidden(
          fmt::format("the {} has no figure left: {} wounds on {} figures of {} hit points (C6)",
                      to_string(side), standing.taken[side], unit.figures, unit.hp));
    }
    const int dice = unit.cd * standing_now;
    explain(why, "C2", side, "combat dice", "{} figures x CD {} = {} d{}", standing_now, unit.cd,
            dice, situation.die);

    int attack = attack_dice(splits[side], dice, side, standing.later);
    const int defence = dice - attack;
    explain(why, "C2", side, "split", "{} to attack, {} to defence", attack, defence);
    if (unit.shield_wall != 0) {
      const int halved = (attack + (situation.round_up != 0 ? 1 : 0)) / 2;
      explain(why, "C7", side, "shield wall", "{} attack dice halved to {}", attack, halved);
      attack = halved;
    }
    to_attack[side] = Sum(attack).add(unit.extra_attack, "granted");
    to_defence[side] = Sum(defence).add(unit.extra_defence, "granted");
    require_rollable(side, to_attack[side].floored());
    require_rollable(side, to_defence[side].floored());
    if (unit.extra_attack != Amount(0)) {
      explain(why, "C2", side, "attack dice", "{}", to_attack[side]);
    }
    if (unit.extra_defence != Amount(0)) {
      explain(why, "C2", side, "defence dice", "{}", to_defence[side]);
    }
  }

  for (const Side side : both_sides) {
    const Unit& unit = *units[side];
    const Unit& enemy = *units[enemy_of(side)];
    Blows& blows = fight.blows[side];
    blows.attack_dice = to_attack[side].floored();
    blows.cancel_dice = to_defence[enemy_of(side)].floored();
    blows.cancel = at_least(unit.as - enemy.db, situation.die);
    blows.wound = at_least(enemy.arm - unit.str, situation.die);
    if (why == nullptr) continue;
    explain(why, "C3", side, "dice cancelled",
            "by each of {} enemy dice showing AS {} - DB {} = {} or more",
            to_defence[enemy_of(side)].total_text(0), unit.as, enemy.db, unit.as - enemy.db);
    explain(why, "C4", side, "wounds",
            "by each of up to {} dice showing Arm {} - Str {} = {} or more",
            to_attack[side].total_text(0), enemy.arm, unit.str, enemy.arm - unit.str);
  }
  return fight;
}

Summary Raiders::summary(const Fight& fight) {
  Summary lines;
  for (const Side side : both_sides) {
    const Blows& blows = fight.blows[side];
    lines.push_back(fmt::format("{}: {} of d{} to attack, wounding on {}, cancelled by {} on {}",
                                to_string(side), dice(blows.attack_dice), blows.wound.sides,
                                describe(blows.wound), blows.cancel_dice, describe(blows.cancel)));
  }
  return lines;
}

std::vector<PlayInWords> Raiders::play_in_words(Side role, const PerSide<const Unit*>& units,
                                                const Situation& situation) {
  const bool attacks = role == Side::attacker;
  const int split = attacks ? situation.attacker_attack : situation.defender_attack;
  if (split != Raiders::half || units[role]->cd == 0) return {};
  return {{attacks ? "attacker-attack" : "defender-attack", "puts half of its dice into attack",
           "put half of their dice into attack"}};
}

}  // namespace warodds
