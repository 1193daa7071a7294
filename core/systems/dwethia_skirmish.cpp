#include "core/systems/dwethia_skirmish.h"

#include <algorithm>
#include <optional>

#include "core/rules/no_fight.h"
#include "core/rules/sum.h"
#include "core/text/error.h"

namespace warodds {

using Dwethia = DwethiaSkirmish;

// Its traits; and its rules need no verb that is not there.
static_assert(CanRetreat<Dwethia>);
static_assert(CapsDamage<Dwethia>);
static_assert(ChangesRoles<Dwethia>);
static_assert(JoinsFights<Dwethia>);
template std::vector<Track<Vocabulary, Dwethia::Fight>> Dwethia::tracks<Vocabulary>(const Fight&);

const Fields<Dwethia::Group>& Dwethia::group_fields() {
  static const Fields<Group> fields{
      free_text("name", "name of the kind of model", &Group::name),
      number("count", "models of this kind", "models", 1, 10000, &Group::count, {.is_size = true}),
      number("aggression", "attack dice of each model", "dice", 0, 1000, &Group::aggression),
      number("martial", "martial value M", "", 1, 1000, &Group::martial),
      number("integrity", "integrity value I; the lowest negative one counts against the side", "",
             -1000, 1000, &Group::integrity),
      number("strength", "strength S, for wound rolls", "", 1, 1000, &Group::strength),
      number("defence", "defence D, against wound rolls", "", 1, 1000, &Group::defence),
      number("wounds", "wounds of each model", "wounds", 1, 1000, &Group::wounds),
      number("save", "saves a wound die on this or more; 7 and more for no save", "", 1, 10,
             &Group::save),
      number("ignore",
             "after a failed save, cancels the wound on this or more; 7 and more for none", "", 1,
             10, &Group::ignore),
      number("perception", "perception, for ranged attacks", "", 0, 1000, &Group::perception),
      number("ranged-strength", "strength of the ranged weapon", "", 0, 1000,
             &Group::ranged_strength),
      number("shots", "shots of each model; 0 for no ranged weapon", "dice", 0, 1000,
             &Group::shots),
      number_or("engaged", "how many of these models are in contact or reach", "models", 0, 10000,
                {{"all", all}}, &Group::engaged),
      number("points", "what these models cost, of the unit's points; 0 for their share", "points",
             0, 1000000, &Group::own_points, {.is_part = true}),
  };
  return fields;
}

const Fields<Dwethia::Unit>& Dwethia::unit_fields() {
  static const Fields<Unit> fields = [] {
    Fields<Unit> own{number("models", "models in a unit without model groups", "models", 1, 10000,
                            &Unit::models, {.lone = true, .is_size = true}),
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
  static const Fields<Situation> fields = [] {
    Fields<Situation> own{
        choice("mode", "a fight, or an opportunity attack on a retreating defender",
               {{"fight", fight}, {"opportunity", opportunity}}, &Situation::mode),
        choice("response", "what the defender does in a fight",
               {{"fight", fight_back}, {"retreat", retreat}, {"fire", fire}}, &Situation::response),
        choice("retreat", "a retreating defender's martial value: add 3, or set it to 3",
               {{"add", add}, {"set", set}}, &Situation::retreat, {.holds_for = HoldsFor::both}),
        choice("order", "casualties come off together, or the attacker's blows fall first",
               {{"simultaneous", simultaneous}, {"attacker-first", attacker_first}},
               &Situation::order, {.holds_for = HoldsFor::both}),
        flag("opportunity-saves", "saves, and rolls to ignore, apply against opportunity attacks",
             &Situation::opportunity_saves, {.holds_for = HoldsFor::both}),
        flag("retreat-opportunity",
             "the attacker makes an opportunity attack on what is left of a unit that retreats",
             &Situation::retreat_opportunity, {.holds_for = HoldsFor::both}),
        choice("coherent",
               "whose martial, integrity and strength count: all models', or only engaged ones'",
               {{"all", whole_unit}, {"engaged", only_engaged}}, &Situation::coherent,
               {.holds_for = HoldsFor::both}),
        choice("integrity",
               "where every integrity is negative: the worst counts, or the best as well",
               {{"once", once}, {"twice", twice}}, &Situation::integrity,
               {.holds_for = HoldsFor::both}),
        flag("step-up", "models behind take the places of groups that have fallen, before a fight",
             &Situation::step_up, {.holds_for = HoldsFor::both}),
        choice("saves",
               "who is wounded first: as listed, the best at saving, or each model in turn",
               {{"listed", listed}, {"best", best}, {"spread", spread}}, &Situation::saves,
               {.of_target = true, .holds_for = HoldsFor::battle}),
        number("attacker-damage", "wounds that the attacker has already lost", "wounds", 0, 1000000,
               &Situation::attacker_damage, {.holds_for = HoldsFor::battle}),
        number("defender-damage", "wounds that the defender has already lost", "wounds", 0, 1000000,
               &Situation::defender_damage, {.of_target = true, .holds_for = HoldsFor::battle}),
        choice("roles", "in battles: the attacker selects every fight, or every second one",
               {{"fixed", fixed}, {"alternate", alternate}}, &Situation::roles,
               {.used_in = UsedIn::battles, .holds_for = HoldsFor::battle}),
    };
    append_break_points(own);
    return own;
  }();
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

/// Models of one kind, and their place in the list of all units' kinds.
struct Model : Dwethia::Group {
  std::size_t listed = 0;
  std::size_t member = 0;  ///< which of the units that fight together they are of
  FigurePrice price = {};  ///< of each
};

/// What a die must show to save, or to ignore; 0 for never (D11).
int that_can_succeed(int least) { return least > 6 ? 0 : least; }

/// Faces, of 36 of two dice, with which a model loses a wound to a wound die (D6, D7).
int harmful_faces(const Model& model) {
  const auto failing = [](int least) { return least == 0 ? 6 : 6 - at_least(least, 6).faces; };
  return failing(model.save) * failing(model.ignore);
}

/// Which models wound dice fall on first, by the text: those with a save, then those with only an
/// ignore roll, then the rest (D6, D7).
int turn(const Model& model) { return model.save != 0 ? 0 : model.ignore != 0 ? 1 : 2; }

/// Whether wounds fall as on a unit that has no saves (D10).
bool falls_without_saves(const Dwethia::Situation& situation) {
  return situation.mode == Dwethia::opportunity && situation.opportunity_saves == 0;
}

/// The units' kinds of model, as one list, in the order in which they are wounded first (D6); as
/// listed among equals. `saves`: whether they have any.
std::vector<Model> models_of(const Members<Dwethia>& members, const Dwethia::Situation& situation,
                             bool saves) {
  std::vector<Model> models;
  for (std::size_t member = 0; member < members.size(); ++member) {
    const Unit& unit = *members[member].unit;
    const std::size_t first = models.size();
    for (const Dwethia::Group& group : unit.groups) {
      models.push_back({group, models.size(), member});
    }
    if (unit.groups.empty()) {
      models.push_back({unit, models.size(), member});
      models.back().count = unit.models;
    }
    std::vector<PricedGroup> priced;
    for (std::size_t i = first; i < models.size(); ++i) {
      priced.push_back({unit.priced_for.figures(i - first, models[i].count), models[i].own_points});
    }
    const std::vector<FigurePrice> prices = figure_prices(unit.points, priced);
    for (std::size_t i = first; i < models.size(); ++i) models[i].price = prices[i - first];
  }
  for (Model& model : models) {
    model.save = saves ? that_can_succeed(model.save) : 0;
    model.ignore = saves ? that_can_succeed(model.ignore) : 0;
  }
  const bool best_first = situation.saves == Dwethia::best;
  std::stable_sort(models.begin(), models.end(), [&](const Model& a, const Model& b) {
    if (best_first && harmful_faces(a) != harmful_faces(b)) {
      return harmful_faces(a) < harmful_faces(b);
    }
    return turn(a) < turn(b);
  });
  return models;
}

/// In which order models lose their wounds: one entry for wounds of one kind of model that are lost
/// one after the other (D6).
std::vector<Rank> order_of_wounds(const std::vector<Model>& models, int saves) {
  std::vector<Rank> order;
  if (saves != Dwethia::spread) {
    for (const Model& model : models) {
      order.push_back(
          {model.count, model.wounds, 0, static_cast<int>(order.size()), false, model.price});
    }
    return order;
  }
  // Each model of those whose turn it is gets one wound, then each that stands another one, …
  for (int now = 0; now <= 2; ++now) {
    int most = 0;
    for (const Model& model : models) {
      if (turn(model) == now) most = std::max(most, model.wounds);
    }
    for (int wound = 1; wound <= most; ++wound) {
      for (std::size_t i = 0; i < models.size(); ++i) {
        const Model& model = models[i];
        if (turn(model) != now || model.wounds < wound) continue;
        order.push_back(
            {model.count, 1, 0, static_cast<int>(i), wound < model.wounds, model.price});
      }
    }
  }
  return order;
}

/// Of each rank, the damage taken: each member has taken its own in the order of its own ranks,
/// which is that of all.
std::vector<int> taken_by_rank(const std::vector<Model>& models, const std::vector<Rank>& order,
                               const Members<Dwethia>& members) {
  std::vector<int> left;
  for (const Member<Dwethia>& member : members) left.push_back(member.taken);
  std::vector<int> taken;
  for (const Rank& rank : order) {
    int& of_member = left[models[static_cast<std::size_t>(rank.kind)].member];
    taken.push_back(std::min(of_member, rank.count * rank.hit_points));
    of_member -= taken.back();
  }
  return taken;
}

/// What stands of these ranks once so much has been taken of each.
std::vector<Rank> ranks_left(const std::vector<Rank>& order, const std::vector<int>& taken) {
  std::vector<Rank> left;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Rank rank = order[i];
    rank.count -= taken[i] / rank.hit_points;
    if (const int wounded = taken[i] % rank.hit_points; wounded > 0) {
      Rank injured = rank;
      injured.count = 1;
      injured.hit_points -= wounded;
      left.push_back(injured);
      --rank.count;
    }
    if (rank.count > 0) left.push_back(rank);
  }
  return left;
}

/// How many of `standing` models have a place of their own kind in the fight (D4).
int own_places(const Model& model, int standing) {
  return model.engaged == Dwethia::all ? standing : std::min(model.engaged, standing);
}

int aggression(const Model& model) { return model.aggression; }

/// The kinds of model, by their place in the unit's list, in the order in which wounds fall on
/// them.
std::vector<std::size_t> wounded_in_order(const Members<Dwethia>& members,
                                          const Dwethia::Situation& situation, bool saves) {
  const std::vector<Model> models = models_of(members, situation, saves);
  std::vector<std::size_t> listed;
  for (const Rank& rank : order_of_wounds(models, situation.saves)) {
    listed.push_back(models[static_cast<std::size_t>(rank.kind)].listed);
  }
  return listed;
}

/// Whether an opportunity attack on those who retreat, without saves, wounds them in another order
/// than the fight before it (D8, D10).
bool may_be_pursued_in_another_order(const Unit& unit, const Dwethia::Situation& situation) {
  if (situation.mode == Dwethia::opportunity || situation.retreat_opportunity == 0) return false;
  const Members<Dwethia> alone{{&unit, 0}};
  return situation.opportunity_saves == 0 &&
         wounded_in_order(alone, situation, true) != wounded_in_order(alone, situation, false);
}

/// What is left of a unit that fights alone, where that is not one number (D10).
struct Left {
  std::optional<Remains> remains = {};  ///< once it is known
  bool changing = false;                ///< Standing::changing
};

/// A side's models and what they bring to the fight.
struct Band {
  std::vector<Model> models;  ///< in the order in which they fall
  Casualties casualties;
  std::vector<Rank> ahead;  ///< who is wounded, one after the other; Rank::kind is of `models`
  std::vector<std::string> kinds;  ///< their names, where the unit has groups
  std::vector<int> standing;       ///< of each kind
  std::vector<int> engaged;        ///< of each kind, as the fight begins (D4, D4b)
  std::vector<Amount> extra_dice;  ///< of each unit
  int martial = 0;                 ///< highest
  int integrity = 0;               ///< what it adds: the highest that is positive
  int worst = 0;                   ///< what it takes off: size of the lowest that is negative
  int strength = 0;                ///< highest
  int defence = 0;                 ///< highest of the whole unit
  bool anyone_engaged = false;
  int stepped_up = 0;  ///< models that have taken others' places

  Band(const Unit& unit, const Dwethia::Situation& situation, int taken, const Left& left = {})
      : Band(Members<Dwethia>{{&unit, taken}}, situation, &left) {}

  /// Several units fight as one list of models (E5). `left`: of one that fights alone, or null.
  Band(const Members<Dwethia>& members, const Dwethia::Situation& situation,
       const Left* left = nullptr)
      : models(models_of(members, situation, !falls_without_saves(situation))) {
    for (const Member<Dwethia>& member : members) extra_dice.push_back(member.unit->extra_dice);
    const bool pursued =
        left != nullptr && may_be_pursued_in_another_order(*members.front().unit, situation);
    if (left != nullptr && (left->remains || left->changing || pursued)) {
      fall_by_wounds(members.front(), situation, left->remains, pursued);
    } else {
      fall_in_order(members, situation);
    }
    standing = survivors(0);
    engage(situation.step_up != 0);
    std::optional<int> highest_integrity;
    for (std::size_t i = 0; i < models.size(); ++i) {
      const Model& model = models[i];
      if (standing[i] == 0) continue;
      defence = std::max(defence, model.defence);
      const bool fights = engaged[i] > 0;
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

  /// What has been taken of each unit is one number.
  void fall_in_order(const Members<Dwethia>& members, const Dwethia::Situation& situation) {
    const bool alone = members.size() == 1;
    if (!alone || !members.front().unit->groups.empty()) {
      for (const Model& model : models) {
        const Unit& unit = *members[model.member].unit;
        kinds.push_back(unit.groups.empty() ? unit.name : model.name);
      }
    }
    std::vector<Rank> order = order_of_wounds(models, situation.saves);
    if (alone) {
      casualties = Casualties(std::move(order), members.front().taken);
    } else {
      const std::vector<int> taken = taken_by_rank(models, order, members);
      casualties = Casualties(ranks_left(order, taken), 0);
    }
    ahead = casualties.ranks();
    const std::vector<int> wounds = casualties.left_by_rank();
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      ahead[i].count = wounds[i];
      ahead[i].hit_points = 1;
    }
  }

  /// What is left of the unit is not one number (D10).
  void fall_by_wounds(const Member<Dwethia>& member, const Dwethia::Situation& situation,
                      const std::optional<Remains>& remains, bool pursued) {
    std::vector<Rank> raised(models.size());
    std::vector<int> place(models.size());  // in `models`
    Falling falling{Falling::How::wounded};
    for (std::size_t i = 0; i < models.size(); ++i) {
      const Model& model = models[i];
      raised[model.listed] = {model.count, model.wounds, 0, static_cast<int>(model.listed),
                              false,       model.price};
      place[model.listed] = static_cast<int>(i);
      falling.order.push_back(model.listed);
      if (situation.saves == Dwethia::spread) falling.turns.push_back(turn(model));
    }
    for (const Dwethia::Group& group : member.unit->groups) kinds.push_back(group.name);
    const Remains now =
        remains ? *remains : after_damage(raised, falling, whole(raised), member.taken);
    ahead = wounds_ahead(raised, falling, now);
    for (Rank& rank : ahead) rank.kind = place[static_cast<std::size_t>(rank.kind)];
    if (pursued) {
      constexpr int most_told = 1000;  // wounds of two attacks as one number, which is counted
      if (left(raised, now) > most_told) {
        throw Forbidden(fmt::format(
            "wounds that fall in two orders, as retreat-opportunity with opportunity-saves=no has "
            "them, are told apart up to {} wounds of a unit; here it has {} (D10)",
            most_told, left(raised, now)));
      }
      for (std::size_t i = 0; i < models.size(); ++i) falling.then.push_back(i);
    }
    casualties = Casualties(std::move(raised), now, std::move(falling));
  }

  /// Engages those who have a place of their own and, where models behind step up, gives the places
  /// of the fallen to others of their unit, those listed first before others (D4b).
  void engage(bool step_up) {
    std::vector<std::size_t> by_list(models.size());
    std::vector<int> vacant(extra_dice.size(), 0);  // of each unit
    for (std::size_t i = 0; i < models.size(); ++i) {
      engaged.push_back(own_places(models[i], standing[i]));
      vacant[models[i].member] += own_places(models[i], models[i].count) - engaged[i];
      by_list[models[i].listed] = i;
    }
    if (!step_up) return;
    for (const std::size_t i : by_list) {
      int& places = vacant[models[i].member];
      const int up = std::min(places, standing[i] - engaged[i]);
      engaged[i] += up;
      places -= up;
      stepped_up += up;
    }
  }

  /// Whether those in the fight can fire: of the moment, as it begins (D9).
  bool can_fire() const {
    for (std::size_t i = 0; i < models.size(); ++i) {
      if (engaged[i] > 0 && models[i].shots > 0) return true;
    }
    return false;
  }

  /// Attack Roll Value, with `martial` as it counts (D2).
  int attack_roll_value(int martial_value) const {
    return std::max(martial_value + integrity - worst, 1);
  }

  /// Of each kind, the models that stand after `damage` more.
  std::vector<int> survivors(int damage) const {
    std::vector<int> of_kind(models.size(), 0);
    const std::vector<int> of_rank = casualties.survivors(damage);
    if (casualties.chosen()) {
      for (std::size_t i = 0; i < models.size(); ++i) of_kind[i] = of_rank[models[i].listed];
      return of_kind;
    }
    for (std::size_t i = 0; i < of_rank.size(); ++i) {
      of_kind[static_cast<std::size_t>(casualties.ranks()[i].kind)] += of_rank[i];
    }
    return of_kind;
  }

  SaveQueue save_queue(bool saves_apply) const {
    SaveQueue queue;
    for (const Rank& rank : ahead) {
      const Model& model = models[static_cast<std::size_t>(rank.kind)];
      const auto roll = [&](int value) {
        return at_least(saves_apply && value != 0 ? value : 7, 6);
      };
      queue.places.push_back({rank.count * rank.hit_points, roll(model.save), roll(model.ignore)});
    }
    return queue;
  }

  /// Whether it matters which kind of model is wounded first: the rules ask for no order of its
  /// kinds, and they are not all alike (D6).
  bool order_matters() const {
    return std::any_of(models.begin(), models.end(), [&](const Model& a) {
      return std::any_of(models.begin(), models.end(), [&](const Model& b) {
        return turn(a) == turn(b) && harmful_faces(a) != harmful_faces(b);
      });
    });
  }

  /// Dice of the engaged models among the survivors, for each damage from 0 to `most_damage`, each
  /// model bringing `dice(model)`.
  template <class DiceOf>
  Dwethia::DiceLeft dice_left(int most_damage, DiceOf&& dice) const {
    Dwethia::DiceLeft left;
    for (int damage = 0; damage <= most_damage; ++damage) {
      const std::vector<int> standing_then = survivors(damage);
      int sum = 0;
      for (std::size_t i = 0; i < models.size(); ++i) {
        sum += std::min(engaged[i], standing_then[i]) * dice(models[i]);
      }
      left.push_back(sum);
    }
    return left;
  }

  /// Attack dice, likewise (D4): aggression, and what each unit is granted while any of it fights.
  Dwethia::DiceLeft attack_dice(int most_damage) const {
    Dwethia::DiceLeft left = dice_left(most_damage, aggression);
    for (std::size_t member = 0; member < extra_dice.size(); ++member) {
      const Dwethia::DiceLeft fighters = dice_left(
          most_damage, [&](const Model& model) { return model.member == member ? 1 : 0; });
      for (std::size_t damage = 0; damage < left.size(); ++damage) {
        if (fighters[damage] > 0) left[damage] += extra_dice[member].value();
      }
    }
    for (int& dice : left) dice = std::max(dice, 0);
    return left;
  }

  /// What the units are granted, for people.
  Sum granted(Sum dice) const {
    if (extra_dice.size() == 1) return dice.add(extra_dice.front(), "granted");
    int sum = 0;
    for (const Amount& amount : extra_dice) sum += amount.value();
    return dice.add(sum, "granted");
  }
  bool grants_dice() const {
    return std::any_of(extra_dice.begin(), extra_dice.end(),
                       [](const Amount& amount) { return amount != Amount(0); });
  }
};

/// Says in which order models are wounded, where that matters (D6).
void explain_order(const Band& band, Side side, const Dwethia::Situation& situation,
                   Explanation* why) {
  if (why == nullptr || !band.order_matters()) return;
  std::string names;
  for (const Model& model : band.models) {
    if (turn(model) == 2) continue;
    names +=
        fmt::format("{}{}", names.empty() ? "" : ", then ",
                    model.name.empty() ? fmt::format("kind {}", model.listed + 1) : model.name);
  }
  const char* rule = situation.saves == Dwethia::listed ? "as listed"
                     : situation.saves == Dwethia::best ? "the best at saving first"
                                                        : "each model in turn";
  explain(why, "D6", side, "order", "{} ({}); it matters, because some save more than others",
          names, rule);
}

/// Throws where a fight's wounds and those of the opportunity attack after it, without saves, fall
/// in different orders (D8, D10).
void require_one_order(const Members<Dwethia>& members, const Dwethia::Situation& situation) {
  if (wounded_in_order(members, situation, true) == wounded_in_order(members, situation, false)) {
    return;
  }
  throw NotTogether(
      "retreat-opportunity with opportunity-saves=no is worked out for sides of several units only "
      "where wounds fall in the same order with and without saves: list the models that save "
      "first, the others after them (D6, D10)");
}

}  // namespace

PerSide<int> Dwethia::opening(const Unit& attacker, const Unit& defender,
                              const Situation& situation) {
  const PerSide<const Unit*> units{&attacker, &defender};
  const PerSide<int> taken{situation.attacker_damage, situation.defender_damage};
  for (const Side side : both_sides) {
    if (taken[side] == 0) continue;
    const int wounds = Band(*units[side], situation, 0).casualties.left();
    if (taken[side] < wounds) continue;
    throw NotTogether(
        fmt::format("{}-damage is {}, but the unit has {} wound{} in all and would be gone",
                    to_string(side), taken[side], wounds, wounds == 1 ? "" : "s"));
  }
  return taken;
}

Figures Dwethia::figures(Side side, const Unit& unit, const Situation& situation,
                         const Standing& standing) {
  Band band(unit, situation, standing.taken[side], {standing.remains[side], standing.changing});
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
  const auto band_of = [&](Side one) {
    return Band(*units[one], situation, standing.taken[one],
                {standing.remains[one], standing.changing});
  };
  const Band band = band_of(Side::defender);
  if (!band.anyone_engaged || !band_of(Side::attacker).anyone_engaged) return {fight_back};
  if (band.can_fire()) return {fight_back, retreat, fire};
  return {fight_back, retreat};
}

std::vector<MemberDamage> Dwethia::order_of_damage(const Members<Dwethia>& members,
                                                   const Situation& situation) {
  const std::vector<Model> models = models_of(members, situation, !falls_without_saves(situation));
  const std::vector<Rank> order = order_of_wounds(models, situation.saves);
  const std::vector<int> taken = taken_by_rank(models, order, members);
  std::vector<MemberDamage> damage;
  for (std::size_t i = 0; i < order.size(); ++i) {
    damage.push_back({models[static_cast<std::size_t>(order[i].kind)].member,
                      order[i].count * order[i].hit_points - taken[i]});
  }
  return damage;
}

void Dwethia::require_battle_of_several(const Situation& situation) {
  if (situation.mode == fight) return;
  throw NotTogether(
      "mode=opportunity is one attack on a unit that retreats; sides of several units fight a "
      "battle "
      "with mode=fight (and retreat-opportunity)");
}

namespace {

Dwethia::Fight prepared(const PerSide<Band>& bands, const Dwethia::Situation& situation, bool later,
                        Explanation* why) {
  Dwethia::Fight fight;
  fight.mode = static_cast<Dwethia::Mode>(situation.mode);
  fight.response = static_cast<Dwethia::Response>(situation.response);
  fight.order = static_cast<Dwethia::Order>(situation.order);
  const bool opportunity_attack = fight.mode == Dwethia::opportunity;
  fight.withdraws = Dwethia::retreats(situation);
  if (fight.mode == Dwethia::fight && fight.response == Dwethia::fire &&
      !bands.defender.can_fire()) {
    fight.response = Dwethia::fight_back;
    if (!later) {
      fight.remarks.emplace_back("no engaged model of the defender has shots: it fights back (D9)");
    }
    explain(why, "D9", "defender", "has no shots, and fights back");
  }
  for (const Side side : both_sides) {
    fight.casualties[side] = bands[side].casualties;
    fight.kinds[side] = bands[side].kinds;
    const bool must_be_there = side == Side::attacker || !opportunity_attack;
    if (!bands[side].anyone_engaged && must_be_there) {
      throw NoFight(
          fmt::format("no model of the {} is in the fight: engaged is 0 (D4)", to_string(side)));
    }
    const bool saves_apply = !opportunity_attack || situation.opportunity_saves != 0;
    fight.blows[enemy_of(side)].saves = bands[side].save_queue(saves_apply);
  }

  if (opportunity_attack) {
    Dwethia::Blows& blows = fight.blows.attacker;
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
    if (band.stepped_up > 0) {
      explain(why, "D4b", side, "models", "{} of those behind take the places of the fallen",
              band.stepped_up);
    }
    const bool retreating = side == Side::defender && fight.response == Dwethia::retreat;
    const int martial = !retreating                         ? band.martial
                        : situation.retreat == Dwethia::set ? 3
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
    Dwethia::Blows& blows = fight.blows[side];
    const bool answers = side == Side::defender;
    if (answers && fight.response == Dwethia::retreat) {
      explain(why, "D8", to_string(side), "retreats and rolls nothing");
      continue;
    }
    // D5: whether this side's dice depend on the losses it has just taken.
    const int most_damage =
        !answers || fight.order == Dwethia::simultaneous
            ? 0
            : std::min(own.casualties.left(), fight.blows.attacker.dice.front());
    if (answers && fight.response == Dwethia::fire) {
      int total = 0;
      for (std::size_t i = 0; i < own.models.size(); ++i) {
        const Model& model = own.models[i];
        if (own.engaged[i] == 0 || model.shots == 0) continue;
        const auto of_group = [&](const Model& other) {
          return &other == &model ? other.shots : 0;
        };
        const int strength = std::max(model.perception - 3 + model.ranged_strength, 1);
        const int least = Dwethia::need(strength, theirs.defence);
        blows.shots.push_back({own.dice_left(most_damage, of_group), at_least(least, 6)});
        total += blows.shots.back().dice.front();
        require_rollable(side, total);
        explain(why, "D9", side, "shots",
                "{} dice, (perception {} - 3) + weapon {} = {} v defence {}: wounds on {}+",
                blows.shots.back().dice.front(), model.perception, model.ranged_strength, strength,
                theirs.defence, least);
      }
      continue;
    }
    const int to_hit = Dwethia::need(value[side], value[enemy_of(side)]);
    const int to_wound = Dwethia::need(own.strength, theirs.defence);
    blows.dice = own.attack_dice(most_damage);
    require_rollable(side, blows.dice.front());
    blows.hit = at_least(to_hit, 6);
    blows.wound = at_least(to_wound, 6);
    if (!own.grants_dice()) {
      explain(why, "D4", side, "attack dice", "aggression of the engaged models = {}",
              blows.dice.front());
    } else {
      const Sum dice = own.granted(
          Sum(own.dice_left(0, aggression).front(), "aggression of the engaged models"));
      explain(why, "D4", side, "attack dice", "{}", dice);
    }
    explain(why, "D1", side, "attack roll", "{} v {}: hits on {}+", value[side],
            value[enemy_of(side)], to_hit);
    explain(why, "D3", side, "wound roll", "strength {} v defence {}: wounds on {}+", own.strength,
            theirs.defence, to_wound);
  }
  if (fight.response == Dwethia::retreat && situation.retreat_opportunity != 0) {
    Dwethia::Blows& blows = fight.blows.attacker;
    blows.on_survivors.assign(static_cast<std::size_t>(blows.saves.capacity()),
                              bands.attacker.dice_left(0, aggression).front());
    blows.on_survivors.push_back(0);
    blows.survivor_saves = bands.defender.save_queue(situation.opportunity_saves != 0);
    blows.in_two_orders = !bands.defender.casualties.falling().then.empty();
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
    explain_order(bands[side], side, situation, why);
  }
  explain(why, "D5", "casualties", "{}",
          fight.order == Dwethia::simultaneous
              ? "come off together"
              : "the attacker's blows fall first; only survivors answer");
  return fight;
}

}  // namespace

Dwethia::Fight Dwethia::prepare(const Unit& attacker, const Unit& defender,
                                const Situation& situation, const Standing& standing,
                                Explanation* why) {
  const auto band_of = [&](Side side, const Unit& unit) {
    return Band(unit, situation, standing.taken[side], {standing.remains[side], standing.changing});
  };
  return prepared({band_of(Side::attacker, attacker), band_of(Side::defender, defender)}, situation,
                  standing.later, why);
}

Dwethia::Fight Dwethia::prepare(const PerSide<Members<Dwethia>>& sides, const Situation& situation,
                                bool later, Explanation* why) {
  const bool pursued = situation.mode == fight && situation.response == retreat &&
                       situation.retreat_opportunity != 0 && situation.opportunity_saves == 0;
  if (pursued) require_one_order(sides.defender, situation);
  return prepared({Band(sides.attacker, situation), Band(sides.defender, situation)}, situation,
                  later, why);
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

namespace {

/// Whether a unit may come to be in a fight in which it cannot fire (D9). Between two of the
/// damages looked at, models of one kind fall: that leaves no more without shots than there are at
/// an end.
bool may_be_without_shots(const Unit& unit, const Dwethia::Situation& situation) {
  const std::vector<Rank> order =
      order_of_wounds(models_of({{&unit, 0}}, situation, true), situation.saves);
  int taken = 0;
  for (const Rank& rank : order) {
    const Band band(Members<Dwethia>{{&unit, taken}}, situation);
    if (band.anyone_engaged && !band.can_fire()) return true;
    taken += rank.count * rank.hit_points;
  }
  return false;
}

}  // namespace

std::vector<PlayInWords> Dwethia::play_in_words(Side role, const PerSide<const Unit*>& units,
                                                const Situation& situation) {
  const bool answers = role == Side::defender && situation.mode == Dwethia::fight;
  if (answers && situation.response == fire && may_be_without_shots(*units.defender, situation)) {
    return {{"", "fights back where nobody engaged has shots",
             "fight back where nobody engaged has shots"}};
  }
  if (!answers || situation.response != Dwethia::fight_back) return {};
  return {{"response", "fights back", "fight back"}};
}

}  // namespace warodds
