#include "core/systems/magewinds.h"

#include <algorithm>

#include "core/rules/sum.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {

// Its traits; and its rules need no verb that is not there.
static_assert(AttacksBack<Magewinds>);
static_assert(ChoosesAmongAttacks<Magewinds>);
static_assert(HasActions<Magewinds>);
template std::vector<Track<Vocabulary, Magewinds::Fight>> Magewinds::tracks<Vocabulary>(
    const Fight&);

using Words = std::vector<std::pair<std::string_view, int>>;

const Fields<Magewinds::Group>& Magewinds::group_fields() {
  static const Words none{{"none", unset}};
  static const Fields<Group> fields{
      free_text("name", "name of the attack", &Group::name),
      number("min-range", "shortest distance of the attack", "inches", 0, 1000, &Group::min_range),
      number_or("max-range", "longest distance of the attack", "inches", 0, 1000, none,
                &Group::max_range),
      number_or("power", "dice of a plain attack", "dice", 0, 10000, none, &Group::power),
      number_or("precision", "precision of a plain attack", "", 0, 100, none, &Group::precision),
      number_or("light.power", "dice of the light attack", "dice", 0, 10000, none,
                &Group::light_power),
      number_or("light.precision", "precision of the light attack", "", 0, 100, none,
                &Group::light_precision),
      number_or("heavy.power", "dice of the heavy attack", "dice", 0, 10000, none,
                &Group::heavy_power),
      number_or("heavy.precision", "precision of the heavy attack", "", 0, 100, none,
                &Group::heavy_precision),
  };
  return fields;
}

const Fields<Magewinds::Unit>& Magewinds::unit_fields() {
  static const Fields<Unit> fields = [] {
    Fields<Unit> own{
        number("toughness", "damage at which the fighter is taken down", "damage", 1, 100000,
               &Unit::toughness),
        number("armour", "hits blocked from each attack", "hits", 0, 10000, &Unit::armour),
        number("evasion", "taken off the attack's precision", "", 0, 100, &Unit::evasion),
        number("dodge", "added to evasion when dodging", "", 0, 100, &Unit::dodge),
        number("deflect", "added to armour when deflecting", "hits", 0, 10000, &Unit::deflect),
        number("barrier", "each point of damage is negated on a d6 of this or less", "", 0, 6,
               &Unit::barrier),
        number("points", "what the unit costs in an army, 0 if not given", "points", 0, 1000000,
               &Unit::points),
    };
    append_lone(own, group_fields());
    return own;
  }();
  return fields;
}

const Fields<Magewinds::Situation>& Magewinds::situation_fields() {
  static const Words none{{"none", unset}};
  static const Fields<Situation> fields = [] {
    Fields<Situation> own{
        free_text("attack", "which of the attacker's attacks, by name; its first if not given",
                  &Situation::attack),
        number_or("distance", "distance to the target", "inches", 0, 1000, none,
                  &Situation::distance),
        choice("choice", "the attacker's choice with a split attack; pass: it makes none",
               {{"light", light}, {"heavy", heavy}, {"feint", feint}, {"pass", pass}},
               &Situation::choice, {.reply_was = "defender-choice"}),
        choice("reaction", "the defender's reaction",
               {{"none", no_reaction}, {"dodge", dodge}, {"deflect", deflect}},
               &Situation::reaction, {.reply_was = "attacker-reaction"}),
        flag("cover", "the target is in cover", &Situation::cover),
        number("defender-damage", "damage the target has already taken", "damage", 0, 100000,
               &Situation::defender_damage, {.of_target = true, .holds_for = HoldsFor::battle}),
        number("attacker-damage", "in battles: damage the attacker has already taken", "damage", 0,
               100000, &Situation::attacker_damage,
               {.used_in = UsedIn::battles, .holds_for = HoldsFor::battle}),
        number_or("target-cap", "the target number is at most this (Hex: 5)", "", 0, 100, none,
                  &Situation::target_cap),
        flag("reroll-hits", "every hit is rerolled once and must hit again (Hex)",
             &Situation::reroll_hits),
        amount("armour-change", "added to the target's armour", "hits", -10000, 10000,
               &Situation::armour_change),
        amount("evasion-change", "added to the target's evasion", "", -100, 100,
               &Situation::evasion_change),
        amount("precision-change", "added to the attack's precision", "", -100, 100,
               &Situation::precision_change),
        amount("power-change", "added to the attack's power", "dice", -10000, 10000,
               &Situation::power_change),
        number_or("target-actions", "in sequences: how often the target can react in all",
                  "actions", 0, 1000, none, &Situation::target_actions,
                  {.used_in = UsedIn::sequences, .of_target = true}),
        number("attacks-per-round", "attacks of each side in a round of a battle", "attacks", 1,
               100, &Situation::attacks_per_round,
               {.used_in = UsedIn::battles, .holds_for = HoldsFor::both}),
        number_or("actions-per-round",
                  "in battles: attacks and reactions of each side in a round, together", "actions",
                  1, 200, none, &Situation::actions_per_round,
                  {.used_in = UsedIn::battles, .holds_for = HoldsFor::both}),
        number("attacker-actions", "in best play: attacks the attacker can still make", "actions",
               1, 20, &Situation::attacker_actions, {.used_in = UsedIn::best_play}),
        number("defender-actions", "in best play: reactions the defender can still make", "actions",
               0, 20, &Situation::defender_actions, {.used_in = UsedIn::best_play}),
        number("reaction-value",
               "in best play: worth of each reaction spent to the attacker, in "
               "the payoff's unit",
               "", -1000, 1000, &Situation::reaction_value,
               {.used_in = UsedIn::best_play, .scale = 1000}),
    };
    append_break_points(own);
    return own;
  }();
  return fields;
}

namespace {

using Attack = Magewinds::Group;

bool has_any(const Attack& attack) {
  for (const Field<Attack>& field : Magewinds::group_fields()) {
    if (!field.text && attack.*field.number != Attack{}.*field.number) return true;
  }
  return false;
}

/// The attack named, or the first.
const Attack& find_attack(const Magewinds::Unit& unit, const std::string& wanted) {
  if (unit.groups.empty()) {
    if (!has_any(unit)) {
      throw Forbidden(
          "the attacker has no attack: give it power and precision, or light and heavy");
    }
    if (!wanted.empty()) {
      throw NotTogether(fmt::format(
          "attack '{}' does not exist: the attacker's only attack has no name", shown(wanted)));
    }
    return unit;
  }
  if (wanted.empty()) return unit.groups.front();
  std::vector<std::string> names;
  for (const Attack& attack : unit.groups) {
    if (attack.name == wanted) return attack;
    names.push_back(attack.name);
  }
  throw UnknownWord(unknown_name("attack", wanted, names));
}

/// The attack that is made: in best play one that is chosen, otherwise the one named, or the first.
const Attack& attack_made(const Magewinds::Unit& unit, const Magewinds::Situation& situation) {
  const int number = situation.choice / Magewinds::choices_of_an_attack;
  if (number == 0) return find_attack(unit, situation.attack);
  return unit.groups[static_cast<std::size_t>(number) - 1];
}

struct Profile {
  int power = 0;
  int precision = 0;
};

/// The profile that the choice selects (B5).
Profile chosen(const Attack& attack, int choice, const std::string& label,
               const std::string& unit) {
  const bool plain = attack.power >= 0 && attack.precision >= 0;
  const bool half_plain = attack.power >= 0 || attack.precision >= 0;
  const Profile light{attack.light_power, attack.light_precision};
  const Profile heavy{attack.heavy_power, attack.heavy_precision};
  const bool split =
      light.power >= 0 && light.precision >= 0 && heavy.power >= 0 && heavy.precision >= 0;
  const bool half_split =
      light.power >= 0 || light.precision >= 0 || heavy.power >= 0 || heavy.precision >= 0;
  if (plain && !half_split) {
    if (choice == Magewinds::heavy || choice == Magewinds::feint) {
      throw Forbidden(
          fmt::format("{} is a plain attack with one profile: there is no choice of {} (B5)", label,
                      choice == Magewinds::heavy ? "heavy" : "feint"));
    }
    return {attack.power, attack.precision};
  }
  if (split && !half_plain) return choice == Magewinds::heavy ? heavy : light;
  throw NotTogether(fmt::format(
      "{} of {} must have power and precision (a plain attack), or both of them for light and "
      "for heavy (a split attack), and not a mixture",
      label, shown(unit)));
}

bool is_too_near(const Attack& attack, int distance) {
  return distance != Magewinds::unset && distance < attack.min_range;
}
bool is_too_far(const Attack& attack, int distance) {
  return distance != Magewinds::unset && attack.max_range != Magewinds::unset &&
         distance > attack.max_range;
}

void require_range(const Attack& attack, int distance, const std::string& label) {
  if (is_too_near(attack, distance)) {
    throw Forbidden(
        fmt::format("no attack possible: {} inches is nearer than the minimum range of {}, "
                    "{} inches (B11)",
                    distance, label, attack.min_range));
  }
  if (is_too_far(attack, distance)) {
    throw Forbidden(
        fmt::format("no attack possible: {} inches is beyond the maximum range of {}, {} "
                    "inches (B11)",
                    distance, label, attack.max_range));
  }
}

/// The profile of the attack that is made. Throws NoAnswer when the rules allow no such attack.
Profile profile_of(const Magewinds::Unit& attacker, const Magewinds::Situation& situation) {
  const Attack& attack = attack_made(attacker, situation);
  const bool named = !attacker.groups.empty() && !attack.name.empty();
  const std::string label = named ? "attack '" + shown(attack.name) + "'" : "the attack";
  const Profile profile =
      chosen(attack, Magewinds::without_attack(situation.choice), label, attacker.name);
  require_range(attack, situation.distance, label);
  return profile;
}

}  // namespace

bool Magewinds::is_allowed(const Unit& attacker, const Situation& situation) {
  try {
    profile_of(attacker, situation);
  } catch (const NoAnswer&) {
    return false;
  }
  return true;
}

PerSide<int> Magewinds::opening(const Unit&, const Unit&, const Situation& situation) {
  return {situation.attacker_damage, situation.defender_damage};
}

void Magewinds::follow(const Situation& attack, const Unit& replying, Situation& reply) {
  const Group* made = replying.groups.empty() ? &replying : &replying.groups.front();
  for (const Group& group : replying.groups) {
    if (!reply.attack.empty() && group.name == reply.attack) made = &group;
  }
  // A split attack. That one passes is said of that one alone.
  if (made->power == unset && !passes(attack)) reply.choice = attack.choice;
}

void Magewinds::clear_missing_choices(Situation& situation, const Unit& attacker) {
  if (attacker.groups.empty() && !has_any(attacker)) return;
  if (passes(situation)) return;
  if (find_attack(attacker, situation.attack).power != unset) situation.choice = light;
}

void Magewinds::clear_missing_attack(Situation& situation, const Unit& attacker) {
  const bool has_it =
      std::any_of(attacker.groups.begin(), attacker.groups.end(),
                  [&](const Group& group) { return group.name == situation.attack; });
  if (!has_it) situation.attack.clear();
}

const std::vector<NamedPayoff>& Magewinds::payoffs() {
  static const std::vector<NamedPayoff> payoffs{
      {"damage", Payoff::damage, "expected damage over the activation"},
      {"down", Payoff::destroyed, "odds that the target is taken down in the activation"},
      {"win", Payoff::win, "odds of winning the battle, one half for a battle that nobody wins"}};
  return payoffs;
}

void Magewinds::require_plannable(const Situation& situation) {
  const Situation usual;
  if (situation.attacker_actions != usual.attacker_actions ||
      situation.defender_actions != usual.defender_actions ||
      situation.reaction_value != usual.reaction_value) {
    throw NotTogether(
        "attacker-actions, defender-actions and reaction-value are about one activation, so about "
        "damage and down; a battle has attacks-per-round and actions-per-round");
  }
}

std::vector<int> Magewinds::choices(Side side, const PerSide<const Unit*>& units,
                                    const Situation& situation, const Standing&) {
  if (side == Side::defender) return {no_reaction, dodge, deflect};
  const std::vector<Group>& attacks = units.attacker->groups;
  std::vector<int> choices;
  const auto add = [&](const Attack& attack, std::size_t number) {
    const int first = static_cast<int>(number) * choices_of_an_attack;
    choices.push_back(first + light);
    if (attack.power != unset) return;  // a plain attack leaves nothing to choose (B5)
    choices.push_back(first + heavy);
    choices.push_back(first + feint);
  };
  if (!situation.attack.empty() || attacks.size() < 2) {
    add(find_attack(*units.attacker, situation.attack), 0);
    return choices;
  }
  for (std::size_t i = 0; i < attacks.size(); ++i) {
    const int distance = situation.distance;
    if (is_too_near(attacks[i], distance) || is_too_far(attacks[i], distance)) continue;
    add(attacks[i], i + 1);
  }
  if (choices.empty()) {
    throw Forbidden(
        fmt::format("no attack possible: none of the attacker's {} attacks has a range of {} "
                    "inches (B11)",
                    attacks.size(), situation.distance));
  }
  return choices;
}

std::string Magewinds::choice_name(Side side, int choice, const PerSide<const Unit*>& units,
                                   const std::vector<int>& choices) {
  const auto number_of = [](int any) { return any / choices_of_an_attack; };
  const int number = number_of(choice);
  if (side == Side::defender || without_attack(choice) == pass) return "";
  if (number == 0) {
    // A plain attack, or nothing.
    const bool is_plain = choices == std::vector<int>{light, pass};
    return is_plain ? "attack" : "";
  }
  const std::vector<Group>& attacks = units.attacker->groups;
  const Attack& attack = attacks[static_cast<std::size_t>(number) - 1];
  const bool alike = std::count_if(attacks.begin(), attacks.end(), [&](const Attack& other) {
                       return other.name == attack.name;
                     }) > 1;
  std::string label = attack.name;
  if (label.empty() || alike)
    label += fmt::format("{}attack {}", label.empty() ? "" : ", ", number);
  if (attack.power != unset) return label;
  static constexpr std::array words{"light", "heavy", "feint"};
  const char* word = words[static_cast<std::size_t>(without_attack(choice))];
  const bool only_one = std::all_of(choices.begin(), choices.end(), [&](int other) {
    return number_of(other) == number || without_attack(other) == pass;
  });
  return only_one ? word : fmt::format("{}: {}", label, word);
}

PerSide<int> Magewinds::spent(const Situation& attack) {
  if (passes(attack)) return {0, 0};
  const bool reacted = attack.reaction != no_reaction;
  const bool free = without_attack(attack.choice) == feint && reacted;
  return {free ? 0 : 1, reacted ? 1 : 0};
}

double Magewinds::worth(const Situation& situation, const PerSide<int>& spent) {
  return situation.reaction_value * spent.defender / 1000.0;
}

Magewinds::Fight Magewinds::prepare(const Unit& attacker, const Unit& defender,
                                    const Situation& situation, const Standing& standing,
                                    Explanation* why) {
  const Profile profile = profile_of(attacker, situation);
  Fight fight;
  fight.casualties = {figures(Side::attacker, attacker, situation, standing).casualties,
                      figures(Side::defender, defender, situation, standing).casualties};
  if (fight.casualties.defender.left() == 0) {
    throw Forbidden(
        fmt::format("the defender is already taken down: damage {} of toughness {} (B4)",
                    standing.taken.defender, defender.toughness));
  }
  if (fight.casualties.attacker.left() == 0) {
    throw Forbidden(
        fmt::format("the attacker is already taken down: damage {} of toughness {} (B4)",
                    standing.taken.attacker, attacker.toughness));
  }
  if (passes(situation)) {
    fight.no_attack = true;
    fight.remarks.push_back("A pass: no attack happens, and no action is spent.");
    explain(why, "B7b", "pass", "no attack happens, no action is spent, the target cannot react");
    return fight;
  }
  if (without_attack(situation.choice) == feint) {
    fight.no_attack = true;
    const bool reacts = situation.reaction != no_reaction;
    const char* outcome = reacts
                              ? "the target reacted: the attacker's action is free, the target's "
                                "reaction is spent"
                              : "the target did not react: the attacker's action is spent";
    fight.remarks.push_back(fmt::format("A feint: no attack happens; {}.", outcome));
    explain(why, "B6", "feint", "no attack happens; {}", outcome);
    return fight;
  }

  const Sum power = Sum(profile.power).add(situation.power_change, "change");
  fight.power = power.floored();
  explain(why, "B1", "dice", "power {} d6", power);

  const bool dodging = situation.reaction == dodge;
  const Sum evasion = Sum(defender.evasion)
                          .add(situation.evasion_change, "change")
                          .add(situation.cover != 0 ? 1 : 0, "in cover")
                          .add(dodging ? defender.dodge : 0, "dodging");
  if (why != nullptr) explain(why, "B2", "evasion", "{}", evasion.text({}));

  const Sum precision = Sum(profile.precision).add(situation.precision_change, "change");
  int target = precision.total() - evasion.total();
  if (why != nullptr) {
    explain(why, "B1", "target number", "precision {} - evasion {} = {}", precision.total_text({}),
            evasion.total_text({}), target);
  }
  if (situation.target_cap != unset && situation.target_cap < target) {
    target = situation.target_cap;
    explain(why, "B10", "target number", "capped at {}", target);
  }
  fight.hit = at_most(target, 6);
  explain(why, "B1", "a die hits", "on {}",
          fight.hit.faces == 0   ? "nothing: the target number is 0 or less"
          : fight.hit.faces == 6 ? "any face: the target number is 6 or more"
                                 : fmt::format("{} or less", target));
  fight.reroll_hits = situation.reroll_hits != 0;
  if (fight.reroll_hits) explain(why, "B10", "hits", "each is rerolled once and must hit again");

  const bool deflecting = situation.reaction == deflect;
  const Sum armour = Sum(defender.armour)
                         .add(deflecting ? defender.deflect : 0, "deflecting")
                         .add(situation.armour_change, "change");
  fight.armour = armour.floored();
  explain(why, "B3", "armour", "{}", armour);
  if (why != nullptr) explain(why, "B4", "damage", "hits less {} blocked", armour.total_text(0));
  fight.barrier = at_most(defender.barrier, 6);
  if (defender.barrier > 0) {
    explain(why, "B10", "barrier", "each point of damage is negated on a d6 of {} or less",
            defender.barrier);
  }
  explain(why, "B4", "taken down", "at damage {} of toughness {}",
          defender.toughness - standing.taken.defender, defender.toughness);
  fight.may_knock_back = situation.reaction == no_reaction;
  explain(why, "B9", "knockback", "{}",
          fight.may_knock_back ? "possible with at least one hit, of who is not taken down"
                               : "not possible: the target reacted");
  return fight;
}

Summary Magewinds::summary(const Fight& fight) {
  if (fight.no_attack) return {"no attack: no dice"};
  std::string line =
      fmt::format("{} hitting on {}{}, {} blocked by armour", dice(fight.power),
                  describe(fight.hit), fight.reroll_hits ? " twice" : "", fight.armour);
  if (fight.barrier.faces > 0) {
    line += fmt::format(", each point of damage negated on {}", describe(fight.barrier));
  }
  return {line, fmt::format("{} damage takes the target down", fight.casualties.defender.left())};
}

std::vector<PlayInWords> Magewinds::play_in_words(Side role, const PerSide<const Unit*>& units,
                                                  const Situation& situation) {
  if (role == Side::defender) {
    if (situation.reaction == Magewinds::dodge) {
      return {{"reaction", "always dodges", "always dodge"}};
    }
    if (situation.reaction == Magewinds::deflect) {
      return {{"reaction", "always deflects", "always deflect"}};
    }
    return {{"reaction", "never reacts", "never react"}};
  }
  const Magewinds::Unit& unit = *units.attacker;
  if (unit.groups.empty() && !has_any(unit)) return {};  // it has no attack
  std::vector<PlayInWords> plays;
  if (situation.attacks_per_round > 1 && !passes(situation)) {
    plays.push_back(never_passing);
  }
  if (unit.groups.size() > 1 && situation.attack.empty()) {
    plays.push_back({"attack", "uses its first attack", "use their first attack"});
  }
  if (find_attack(unit, situation.attack).power != Magewinds::unset) return plays;  // B5
  switch (Magewinds::without_attack(situation.choice)) {
    case Magewinds::heavy:
      plays.push_back({"choice", "plays heavy attacks", "play heavy attacks"});
      break;
    case Magewinds::feint:
      plays.push_back({"choice", "always feints", "always feint"});
      break;
    case Magewinds::pass:
      return {{"choice", "never attacks", "never attack"}};
    default:
      plays.push_back({"choice", "plays light attacks", "play light attacks"});
  }
  return plays;
}

std::vector<std::pair<std::string_view, std::string_view>> Magewinds::settings_of_one_attack() {
  return {{"attacker-actions", "1"}, {"defender-actions", "1"}};
}

}  // namespace warodds
