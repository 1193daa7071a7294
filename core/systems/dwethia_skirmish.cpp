#include "core/systems/dwethia_skirmish.h"

#include <algorithm>
#include <optional>

#include "core/rules/sum.h"
#include "core/text/error.h"

namespace warodds {

using Dwethia = DwethiaSkirmish;

// Its traits; and its rules need no verb that is not there.
static_assert(CanRetreat<Dwethia>);
static_assert(CapsDamage<Dwethia>);
static_assert(ChangesRoles<Dwethia>);
template std::vector<Track<Vocabulary, Dwethia::Fight>> Dwethia::tracks<Vocabulary>(const Fight&);

const Fields<Dwethia::Group>& Dwethia::group_fields() {
  static const Fields<Group> fields{
      free_text("name", "name of the kind of model", &Group::name),
      size(number("count", "models of this kind", "models", 1, 10000, &Group::count)),
      number("aggression", "attack dice of each model", "dice", 0, 1000, &Group::aggression),
      number("martial", "martial value M", "", 1, 1000, &Group::martial),
      number("integrity", "integrity value I; the lowest negative one counts against the side", "",
             -1000, 1000, &Group::integrity),
      number("strength", "strength S, for wound rolls", "", 1, 1000, &Group::strength),
      number("defence", "defence D, against wound rolls", "", 1, 1000, &Group::defence),
      number("wounds", "wounds of each model", "wounds", 1, 1000, &Group::wounds),
      number("save", "saves a wound die on this or more; 0 for no save, 7 or more always fails", "",
             0, 10, &Group::save),
      number("ignore", "after a failed save, cancels the wound on this or more; 0 for none", "", 0,
             10, &Group::ignore),
      number("perception", "perception, for ranged attacks", "", 0, 1000, &Group::perception),
      number("ranged-strength", "strength of the ranged weapon", "", 0, 1000,
             &Group::ranged_strength),
      number("shots", "shots of each model; 0 for no ranged weapon", "dice", 0, 1000,
             &Group::shots),
      number_or("engaged", "how many of these models are in contact or reach", "models", 0, 10000,
                {{"all", all}}, &Group::engaged),
  };
  return fields;
}

const Fields<Dwethia::Unit>& Dwethia::unit_fields() {
  static const Fields<Unit> fields = [] {
    Fields<Unit> own{lone(size(number("models", "models in a unit without model groups", "models",
                                      1, 10000, &Unit::models))),
                     amount("extra-dice",
                            "attack dice granted to (or removed from) the unit in a "
                            "fight",
                            "dice", -10000, 10000, &Unit::extra_dice),
                     number("points", "what the unit costs in an army, 0 if not given", "points", 0,
                            1000000, &Unit::points)};
    append_lone(own, group_fields());
    return own;
  }();
  return fields;
}

const Fields<Dwethia::Situation>& Dwethia::situation_fields() {
  static const Fields<Situation> fields{
      choice("mode", "a fight, or an opportunity attack on a retreating defender",
             {{"fight", fight}, {"opportunity", opportunity}}, &Situation::mode),
      choice("response", "what the defender does in a fight",
             {{"fight", fight_back}, {"retreat", retreat}, {"fire", fire}}, &Situation::response),
      for_both(choice("retreat", "a retreating defender's martial value: add 3, or set it to 3",
                      {{"add", add}, {"set", set}}, &Situation::retreat)),
      for_both(choice("order", "casualties come off together, or the attacker's blows fall first",
                      {{"simultaneous", simultaneous}, {"attacker-first", attacker_first}},
                      &Situation::order)),
      for_both(flag("opportunity-saves",
                    "saves, and rolls to ignore, apply against opportunity attacks",
                    &Situation::opportunity_saves)),
      for_both(
          flag("retreat-opportunity",
               "the attacker makes an opportunity attack on what is left of a unit that retreats",
               &Situation::retreat_opportunity)),
      for_both(
          choice("coherent",
                 "whose martial, integrity and strength count: all models', or only engaged ones'",
                 {{"all", whole_unit}, {"engaged", only_engaged}}, &Situation::coherent)),
      for_both(choice("integrity",
                      "where every integrity is negative: the worst counts, or the best as well",
                      {{"once", once}, {"twice", twice}}, &Situation::integrity)),
      for_battle(only_in(
          UsedIn::battles,
          choice("roles", "in battles: the attacker selects every fight, or every second one",
                 {{"fixed", fixed}, {"alternate", alternate}}, &Situation::roles))),
  };
  return fields;
}

int Dwethia::need(int own, int theirs) {
  if (own == theirs) return 4;
  if (own >= 2 * theirs) return 2;
  if (own > theirs) return 3;
  if (2 * own <= theirs) return 6;
  return 5;
}

namespace {

using Unit = Dwethia::Unit;
using Model = Dwethia::Group;

/// A unit's kinds of model in the order in which they fall (D6, D7): those with a save, then those
/// with only an ignore roll, then the rest; as listed within each.
std::vector<Model> models_of(const Unit& unit) {
  std::vector<Model> models = unit.groups;
  if (models.empty()) {
    models.push_back(unit);
    models.front().count = unit.models;
  }
  const auto rank = [](const Model& model) {
    return model.save != 0 ? 0 : model.ignore != 0 ? 1 : 2;
  };
  std::stable_sort(models.begin(), models.end(),
                   [&](const Model& a, const Model& b) { return rank(a) < rank(b); });
  return models;
}

/// How many of `standing` models fight (D4).
int engaged(const Model& model, int standing) {
  return model.engaged == Dwethia::all ? standing : std::min(model.engaged, standing);
}

int aggression(const Model& model) { return model.aggression; }

/// A side's models and what they bring to the fight.
struct Band {
  std::vector<Model> models;  ///< in the order in which they fall
  Casualties casualties;
  std::vector<std::string> kinds;  ///< their names, where the unit has groups
  std::vector<int> standing;       ///< of each kind
  Amount extra_dice;
  int martial = 0;    ///< highest
  int integrity = 0;  ///< what it adds: the highest that is positive
  int worst = 0;      ///< what it takes off: size of the lowest that is negative
  int strength = 0;   ///< highest
  int defence = 0;    ///< highest of the whole unit
  bool anyone_engaged = false;

  Band(const Unit& unit, int taken, const Dwethia::Situation& situation)
      : models(models_of(unit)), extra_dice(unit.extra_dice) {
    std::vector<Casualties::Rank> order;
    for (const Model& model : models) {
      order.push_back({model.count, model.wounds, 0, static_cast<int>(order.size())});
      if (!unit.groups.empty()) kinds.push_back(model.name);
    }
    casualties = Casualties(std::move(order), taken);
    standing = casualties.survivors(0);
    std::optional<int> highest_integrity;
    for (std::size_t i = 0; i < models.size(); ++i) {
      const Model& model = models[i];
      if (standing[i] == 0) continue;
      defence = std::max(defence, model.defence);
      const bool fights = engaged(model, standing[i]) > 0;
      anyone_engaged = anyone_engaged || fights;
      // D4: every model of the unit is in coherency, and so part of the same combat.
      if (!fights && situation.coherent == Dwethia::only_engaged) continue;
      martial = std::max(martial, model.martial);
      highest_integrity = std::max(highest_integrity.value_or(model.integrity), model.integrity);
      worst = std::max(worst, -model.integrity);
      strength = std::max(strength, model.strength);
    }
    // D2: the highest only adds, unless the reading is that of all negative ones both count.
    integrity = highest_integrity.value_or(0);
    if (situation.integrity == Dwethia::once) integrity = std::max(integrity, 0);
  }

  /// Whether anybody in the fight has a ranged weapon (D9).
  bool can_shoot() const {
    for (std::size_t i = 0; i < models.size(); ++i) {
      if (engaged(models[i], standing[i]) > 0 && models[i].shots > 0) return true;
    }
    return false;
  }

  /// Attack Roll Value, with `martial` as it counts (D2).
  int attack_roll_value(int martial_value) const {
    return std::max(martial_value + integrity - worst, 1);
  }

  SaveQueue save_queue(bool saves_apply) const {
    SaveQueue queue;
    const std::vector<int> left = casualties.left_by_rank();
    for (std::size_t i = 0; i < models.size(); ++i) {
      const auto roll = [&](int value) {
        return at_least(saves_apply && value != 0 ? value : 7, 6);
      };
      queue.places.push_back({left[i], roll(models[i].save), roll(models[i].ignore)});
    }
    return queue;
  }

  /// Dice of the engaged models among the survivors, for each damage from 0 to `most_damage`, each
  /// model bringing `dice(model)`.
  template <class DiceOf>
  Dwethia::DiceLeft dice_left(int most_damage, DiceOf&& dice) const {
    Dwethia::DiceLeft left;
    for (int damage = 0; damage <= most_damage; ++damage) {
      const std::vector<int> survivors = casualties.survivors(damage);
      int sum = 0;
      for (std::size_t i = 0; i < models.size(); ++i) {
        sum += engaged(models[i], survivors[i]) * dice(models[i]);
      }
      left.push_back(sum);
    }
    return left;
  }

  /// Attack dice, likewise (D4): aggression, and what the unit is granted while anybody fights.
  Dwethia::DiceLeft attack_dice(int most_damage) const {
    Dwethia::DiceLeft left = dice_left(most_damage, aggression);
    const Dwethia::DiceLeft fighters = dice_left(most_damage, [](const Model&) { return 1; });
    for (std::size_t damage = 0; damage < left.size(); ++damage) {
      if (fighters[damage] == 0) continue;
      left[damage] = std::max(left[damage] + extra_dice.value(), 0);
    }
    return left;
  }
};

}  // namespace

PerSide<int> Dwethia::opening(const Unit&, const Unit&, const Situation&) { return {0, 0}; }

Figures Dwethia::figures(Side side, const Unit& unit, const Situation& situation,
                         const Standing& standing) {
  Band band(unit, standing.taken[side], situation);
  return {std::move(band.casualties), std::move(band.kinds)};
}

const std::vector<NamedPayoff>& Dwethia::payoffs() {
  static const std::vector<NamedPayoff> payoffs{
      {"damage", Payoff::damage, "expected wounds dealt, less those taken"},
      {"kills", Payoff::kills, "expected models removed, less those lost"},
      {"destroyed", Payoff::destroyed,
       "odds of destroying the enemy, less those of being destroyed"},
      {"win", Payoff::win,
       "odds of winning the battle, one half for a battle that neither or both win"}};
  return payoffs;
}

std::vector<int> Dwethia::choices(Side side, const PerSide<const Unit*>& units,
                                  const Situation& situation, const Standing& standing) {
  if (side == Side::attacker || situation.mode == opportunity) return {situation.response};
  const Band band(*units.defender, standing.taken.defender, situation);
  if (band.can_shoot()) return {fight_back, retreat, fire};
  return {fight_back, retreat};
}

Dwethia::Fight Dwethia::prepare(const Unit& attacker, const Unit& defender,
                                const Situation& situation, const Standing& standing,
                                Explanation* why) {
  const PerSide<Band> bands{Band(attacker, standing.taken.attacker, situation),
                            Band(defender, standing.taken.defender, situation)};
  Fight fight;
  fight.mode = static_cast<Mode>(situation.mode);
  fight.response = static_cast<Response>(situation.response);
  fight.order = static_cast<Order>(situation.order);
  const bool opportunity_attack = fight.mode == opportunity;
  fight.withdraws = retreats(situation);
  for (const Side side : both_sides) {
    fight.casualties[side] = bands[side].casualties;
    fight.kinds[side] = bands[side].kinds;
    const bool must_be_there = side == Side::attacker || !opportunity_attack;
    if (!bands[side].anyone_engaged && must_be_there) {
      throw NoAnswer(
          fmt::format("no model of the {} is in the fight: engaged is 0 (D4)", to_string(side)));
    }
    const bool saves_apply = !opportunity_attack || situation.opportunity_saves != 0;
    fight.blows[enemy_of(side)].saves = bands[side].save_queue(saves_apply);
  }

  if (opportunity_attack) {
    Blows& blows = fight.blows.attacker;
    blows.dice = bands.attacker.dice_left(0, aggression);
    require_rollable(Side::attacker, blows.dice.front());
    blows.hit = at_least(6, 6);
    explain(why, "D10", "attacker: dice", "aggression of the stationary models = {}",
            blows.dice.front());
    explain(why, "D10", "attacker: wounds", "on each 6");
    explain(why, "D10", "saves", "{}", situation.opportunity_saves != 0 ? "apply" : "do not apply");
    return fight;
  }

  PerSide<int> value;
  for (const Side side : both_sides) {
    const Band& band = bands[side];
    const bool retreating = side == Side::defender && fight.response == retreat;
    const int martial = !retreating                ? band.martial
                        : situation.retreat == set ? 3
                                                   : band.martial + 3;
    value[side] = band.attack_roll_value(martial);
    explain(why, retreating ? "D8" : "D2", side, "attack roll value",
            "martial {}{} + integrity {} - {} = {}{}", martial, retreating ? " (retreating)" : "",
            band.integrity, band.worst, martial + band.integrity - band.worst,
            value[side] > martial + band.integrity - band.worst ? ", floored at 1" : "");
  }

  for (const Side side : both_sides) {
    const Band& own = bands[side];
    const Band& theirs = bands[enemy_of(side)];
    Blows& blows = fight.blows[side];
    const bool answers = side == Side::defender;
    if (answers && fight.response == retreat) {
      explain(why, "D8", to_string(side), "retreats and rolls nothing");
      continue;
    }
    // D5: whether this side's dice depend on the losses it has just taken.
    const int most_damage =
        !answers || fight.order == simultaneous
            ? 0
            : std::min(own.casualties.left(), fight.blows.attacker.dice.front());
    if (answers && fight.response == fire) {
      int total = 0;
      for (std::size_t i = 0; i < own.models.size(); ++i) {
        const Model& model = own.models[i];
        if (engaged(model, own.standing[i]) == 0 || model.shots == 0) continue;
        const auto of_group = [&](const Model& other) {
          return &other == &model ? other.shots : 0;
        };
        const int strength = std::max(model.perception - 3 + model.ranged_strength, 1);
        const int least = need(strength, theirs.defence);
        blows.shots.push_back({own.dice_left(most_damage, of_group), at_least(least, 6)});
        total += blows.shots.back().dice.front();
        require_rollable(side, total);
        explain(why, "D9", side, "shots",
                "{} dice, (perception {} - 3) + weapon {} = {} v defence {}: wounds on {}+",
                blows.shots.back().dice.front(), model.perception, model.ranged_strength, strength,
                theirs.defence, least);
      }
      if (total == 0 && !standing.later) {  // who has lost its shooters later fires nothing
        throw NoAnswer("response=fire needs shots: no engaged model of the defender has any (D9)");
      }
      continue;
    }
    const int to_hit = need(value[side], value[enemy_of(side)]);
    const int to_wound = need(own.strength, theirs.defence);
    blows.dice = own.attack_dice(most_damage);
    require_rollable(side, blows.dice.front());
    blows.hit = at_least(to_hit, 6);
    blows.wound = at_least(to_wound, 6);
    if (own.extra_dice == Amount(0)) {
      explain(why, "D4", side, "attack dice", "aggression of the engaged models = {}",
              blows.dice.front());
    } else {
      const Sum dice = Sum(own.dice_left(0, aggression).front(), "aggression of the engaged models")
                           .add(own.extra_dice, "granted");
      explain(why, "D4", side, "attack dice", "{}", dice);
    }
    explain(why, "D1", side, "attack roll", "{} v {}: hits on {}+", value[side],
            value[enemy_of(side)], to_hit);
    explain(why, "D3", side, "wound roll", "strength {} v defence {}: wounds on {}+", own.strength,
            theirs.defence, to_wound);
  }
  if (fight.response == retreat && situation.retreat_opportunity != 0) {
    Blows& blows = fight.blows.attacker;
    blows.on_survivors.assign(static_cast<std::size_t>(blows.saves.capacity()),
                              bands.attacker.dice_left(0, aggression).front());
    blows.on_survivors.push_back(0);
    blows.survivor_saves = bands.defender.save_queue(situation.opportunity_saves != 0);
    explain(why, "D8", "attacker: opportunity attack", "{} on who is left, each 6 wounds; saves {}",
            dice(blows.on_survivors.front()),
            situation.opportunity_saves != 0 ? "apply" : "do not apply");
  }
  for (const Side side : both_sides) {
    for (const Model& model : bands[side].models) {
      if (model.save == 0 && model.ignore == 0) continue;
      explain(why, model.save != 0 ? "D6" : "D7", side, "saves", "{}{} model{} of {} wound{}:{}{}",
              model.name.empty() ? "" : model.name + ", ", model.count, model.count == 1 ? "" : "s",
              model.wounds, model.wounds == 1 ? "" : "s",
              model.save != 0 ? fmt::format(" saved on {}+", model.save) : "",
              model.ignore != 0 ? fmt::format(" ignored on {}+", model.ignore) : "");
    }
  }
  explain(why, "D5", "casualties", "{}",
          fight.order == simultaneous ? "come off together"
                                      : "the attacker's blows fall first; only survivors answer");
  return fight;
}

Summary Dwethia::summary(const Fight& fight) {
  if (fight.mode == opportunity) {
    return {fmt::format("attacker: {}, each six wounds", dice(fight.blows.attacker.dice.front()))};
  }
  Summary lines;
  for (const Side side : both_sides) {
    const Blows& blows = fight.blows[side];
    if (side == Side::defender && fight.response == retreat) {
      lines.push_back("defender: retreats and rolls nothing");
      continue;
    }
    for (const Shots& shots : blows.shots) {
      lines.push_back(fmt::format("{}: {} fired, wounding on {}", to_string(side),
                                  dice(shots.dice.front()), describe(shots.wound)));
    }
    if (blows.dice.empty()) continue;
    lines.push_back(fmt::format("{}: {} hitting on {}, wounding on {}", to_string(side),
                                dice(blows.dice.front()), describe(blows.hit),
                                describe(blows.wound)));
  }
  if (fight.order == attacker_first) {
    lines.push_back("the attacker's blows fall first; only survivors answer");
  }
  return lines;
}

}  // namespace warodds
