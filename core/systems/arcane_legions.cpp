#include "core/systems/arcane_legions.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/rules/reroll_choice.h"
#include "core/rules/sum.h"
#include "core/text/error.h"

namespace warodds {

using Arcane = ArcaneLegions;

// Its traits; and its rules need no verb that is not there.
static_assert(AssignsDamage<Arcane>);
static_assert(AttacksBack<Arcane>);
static_assert(ClearsDamage<Arcane>);
static_assert(LosesOnlyDice<Arcane>);
static_assert(PaysForAttacks<Arcane>);
template std::vector<Track<Vocabulary, Arcane::Fight>> Arcane::tracks<Vocabulary>(const Fight&);

const Fields<Arcane::Group>& Arcane::group_fields() {
  static const Fields<Group> fields{
      free_text("name", "name of the kind of figure", &Group::name),
      number("count", "figures of this kind", "figures", 1, 10000, &Group::count,
             {.is_size = true}),
      number("hp", "hit points of each figure", "damage", 1, 1000, &Group::hp),
      number("red", "close combat attack icons of each figure", "dice", 0, 100, &Group::red),
      number("blue", "ranged attack icons of each figure", "dice", 0, 100, &Group::blue),
      number("white", "defence icons of each figure", "dice", 0, 100, &Group::white),
      number("points", "what these figures cost, of the unit's points; 0 for their share", "points",
             0, 1000000, &Group::own_points, {.is_part = true}),
  };
  return fields;
}

const Fields<Arcane::Unit>& Arcane::unit_fields() {
  static const Fields<Unit> fields{
      choice("kind", "a formation pays 2 order points for an order, a sortie 1",
             {{"formation", formation}, {"sortie", sortie}}, &Unit::kind),
      number("figures", "figures in a unit without figure groups", "figures", 1, 10000,
             &Unit::figures, {.lone = true, .is_size = true}),
      number("hp", "hit points of each figure in a unit without figure groups", "damage", 1, 1000,
             &Unit::hp, {.lone = true}),
      number("red", "close combat attack icons of the unit as a whole", "dice", 0, 10000,
             &Unit::red),
      number("blue", "ranged attack icons of the unit as a whole", "dice", 0, 10000, &Unit::blue),
      number("white", "defence icons of the unit as a whole", "dice", 0, 10000, &Unit::white),
      number("range", "the longest distance of its ranged attacks", "steps", 0, 1000, &Unit::range),
      number("order-cost", "added to the cost of an order", "order points", -100, 100,
             &Unit::order_cost),
      amount("extra-attack", "attack dice granted (or removed) when attacking", "dice", -10000,
             10000, &Unit::extra_attack),
      amount("extra-attack-close", "the same, in close combat only", "dice", -10000, 10000,
             &Unit::extra_attack_close),
      amount("extra-attack-ranged", "the same, in ranged combat only", "dice", -10000, 10000,
             &Unit::extra_attack_ranged),
      amount("extra-defence", "defence dice granted (or removed) when defending", "dice", -10000,
             10000, &Unit::extra_defence),
      amount("extra-defence-close", "the same, in close combat only", "dice", -10000, 10000,
             &Unit::extra_defence_close),
      amount("extra-defence-ranged", "the same, in ranged combat only", "dice", -10000, 10000,
             &Unit::extra_defence_ranged),
      amount("attack-result", "added to the result of each of its attack dice", "", -20, 20,
             &Unit::attack_result),
      amount("defence-result", "added to the result of each of its defence dice", "", -20, 20,
             &Unit::defence_result),
      number_or("result-cap", "its adjusted results are at most this", "", 0, 26,
                {{"none", Pool::no_cap}}, &Unit::result_cap),
      number("attack-rerolls", "its lowest attack dice, at most this many, are rerolled", "dice", 0,
             10000, &Unit::attack_rerolls),
      number("defence-rerolls", "its lowest defence dice, at most this many, are rerolled", "dice",
             0, 10000, &Unit::defence_rerolls),
      number_or("reroll-below",
                "its own rerolls take only dice that show less than this; best: whichever dice are "
                "best, seeing both sides' dice",
                "", 1, 7, {{"best", Pool::best}}, &Unit::reroll_below),
      number("force-attack-reroll",
             "an enemy that attacks this unit rerolls this many of its highest attack dice", "dice",
             0, 10000, &Unit::force_attack_reroll),
      number(
          "force-defence-reroll",
          "an enemy that defends against this unit rerolls this many of its highest defence dice",
          "dice", 0, 10000, &Unit::force_defence_reroll),
      amount("brutal", "damage added when it scores at least one hit", "damage", 0, 1000,
             &Unit::brutal),
      amount("toughness", "taken off the damage dealt to it", "damage", 0, 10000, &Unit::toughness),
      amount("berserker", "damage it deals back when dealt close combat damage", "damage", 0, 1000,
             &Unit::berserker),
      amount("enemy-attack", "attack dice granted to (or removed from) who attacks this unit",
             "dice", -10000, 10000, &Unit::enemy_attack),
      amount("enemy-defence", "defence dice granted to (or removed from) who is attacked by it",
             "dice", -10000, 10000, &Unit::enemy_defence),
      amount("enemy-attack-result", "added to each attack die of who attacks this unit", "", -20,
             20, &Unit::enemy_attack_result),
      amount("enemy-defence-result", "added to each defence die of who is attacked by it", "", -20,
             20, &Unit::enemy_defence_result),
      flag("white-hits-blue", "its defence dice score hits in ranged combat too",
           &Unit::white_hits_blue),
      number("points", "what the unit costs in an army, 0 if not given", "points", 0, 1000000,
             &Unit::points),
  };
  return fields;
}

const Fields<Arcane::Situation>& Arcane::situation_fields() {
  static const std::vector<std::pair<std::string_view, int>> facing{
      {"good", good}, {"blue", blue}, {"red", red}, {"grey", grey}};
  static const std::vector<std::pair<std::string_view, int>> losses{
      {"free", free}, {"listed", listed}, {"fewest", fewest}, {"cheapest", cheapest}};
  static const std::vector<std::pair<std::string_view, int>> rerolls{{"damage", most_damage},
                                                                     {"destroy", destruction}};
  static const Fields<Situation> fields = [] {
    Fields<Situation> own{
        choice("mode", "close combat (red dice) or ranged combat (blue dice)",
               {{"close", close}, {"ranged", ranged}}, &Situation::mode),
        choice(
            "attacker-side",
            "the side the attack comes from; grey costs 3 dice in close combat, any side not blue "
            "in ranged",
            facing, &Situation::attacker_side),
        choice("defender-side", "the side that is attacked; grey costs 3 dice", facing,
               &Situation::defender_side),
        flag("firing-into-melee", "ranged: the target is adjacent to a friend of the attacker",
             &Situation::firing_into_melee),
        number("hindered", "ranged: objects that hinder the line of sight", "objects", 0, 1000,
               &Situation::hindered),
        number_or("distance", "ranged: distance to the target", "steps", 0, 1000, {{"none", unset}},
                  &Situation::distance),
        flag("blocked", "ranged: the line of sight is blocked", &Situation::blocked),
        flag("adjacent", "ranged: an enemy is adjacent to the attacker", &Situation::adjacent),
        number("phantom", "value of the phantom die", "", 0, 26, &Situation::phantom,
               {.holds_for = HoldsFor::both}),
        choice("critical",
               "sixes for a critical hit are judged on the first roll or on final results",
               {{"natural", static_cast<int>(Critical::Judged::natural)},
                {"final", static_cast<int>(Critical::Judged::final)}},
               &Situation::critical, {.holds_for = HoldsFor::both}),
        choice("critical-per", "a critical hit is scored once, or for each three sixes",
               {{"once", 0}, {"each-three", 1}}, &Situation::critical_per,
               {.holds_for = HoldsFor::both}),
        number("critical-count", "sixes needed for a critical hit", "dice", 1, 10000,
               &Situation::critical_count, {.holds_for = HoldsFor::both}),
        number("critical-bonus", "hits added by a critical hit", "hits", 0, 100,
               &Situation::critical_bonus, {.holds_for = HoldsFor::both}),
        choice(
            "attacker-losses",
            "who falls: chosen anew each time so that the least is lost, or in a fixed order: as "
            "listed, most hit points first (fewest fall), least hit points first (cheapest)",
            losses, &Situation::attacker_losses, {.holds_for = HoldsFor::battle}),
        choice("defender-losses", "the same for the defender", losses, &Situation::defender_losses,
               {.of_target = true, .holds_for = HoldsFor::battle}),
        choice("attacker-rerolls-for",
               "what its best rerolls are best for: the most damage, or first of all to "
               "destroy the enemy",
               rerolls, &Situation::attacker_rerolls_for, {.holds_for = HoldsFor::battle}),
        choice("defender-rerolls-for", "the same for the defender", rerolls,
               &Situation::defender_rerolls_for,
               {.of_target = true, .holds_for = HoldsFor::battle}),
        number("attacker-damage", "damage already on a figure of the attacker", "damage", 0, 1000,
               &Situation::attacker_damage, {.holds_for = HoldsFor::battle, .takes_lists = true}),
        number("defender-damage", "damage already on a figure of the defender", "damage", 0, 1000,
               &Situation::defender_damage,
               {.of_target = true, .holds_for = HoldsFor::battle, .takes_lists = true}),
        choice("turns", "in battles: each side attacks in its turn, or only the attacker",
               {{"alternate", alternate}, {"attacker-only", attacker_only}}, &Situation::turns,
               {.used_in = UsedIn::battles, .holds_for = HoldsFor::both}),
        choice("turn",
               "in battles: damage that downs nobody is gone after each side's attacks, or "
               "after the round of both",
               {{"side", of_side}, {"round", of_round}}, &Situation::turn,
               {.used_in = UsedIn::battles, .holds_for = HoldsFor::both}),
        number("attacks-per-turn", "in battles: attacks in one turn share its damage", "attacks", 1,
               100, &Situation::attacks_per_turn,
               {.used_in = UsedIn::battles, .holds_for = HoldsFor::both}),
        number_or("order-points",
                  "in battles of sides of several units: what each side has for its orders in "
                  "every round",
                  "points", 0, 100000, {{"none", unset}}, &Situation::order_points,
                  {.used_in = UsedIn::armies, .holds_for = HoldsFor::both}),
    };
    append_break_points(own);
    return own;
  }();
  return fields;
}

namespace {

using Unit = Arcane::Unit;
using Figure = Arcane::Group;

std::vector<Figure> figures_of(const Unit& unit) {
  if (!unit.groups.empty()) return unit.groups;
  return {{"", unit.figures, unit.hp, 0, 0, 0, 0}};
}

/// Icons of the unit and of the figures that stand.
int icons(const Unit& unit, const std::vector<int>& standing, int Unit::*of_unit,
          int Figure::*of_figure) {
  int sum = unit.*of_unit;
  for (std::size_t i = 0; i < unit.groups.size(); ++i) {
    sum += standing[i] * (unit.groups[i].*of_figure);
  }
  return sum;
}

/// The order in which figures fall, as places in the list of figure groups (A11).
std::vector<std::size_t> order_of_losses(const std::vector<Figure>& figures, int losses) {
  std::vector<std::size_t> order(figures.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto hit_points = [&](std::size_t place) { return figures[place].hp; };
  if (losses == Arcane::fewest) {
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return hit_points(a) > hit_points(b); });
  }
  if (losses == Arcane::cheapest) {
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return hit_points(a) < hit_points(b); });
  }
  return order;
}

/// The damage that lies on figures as the battle begins, on one each, the most first.
std::vector<int> damage_on_figures(Side side, const Arcane::Situation& situation) {
  const bool of_attacker = side == Side::attacker;
  const int damage = of_attacker ? situation.attacker_damage : situation.defender_damage;
  if (damage == 0) return {};
  static const FieldSpec field = *find_field(Arcane::situation_fields(), "attacker-damage");
  return field.list_in(damage);
}

/// Lays damage on figures of a unit: each on one that has none, by the rule of who falls (A11).
/// Throws InputError where it would be down.
Remains laid_on(const std::vector<Rank>& ranks, const std::vector<std::size_t>& order, int losses,
                const std::vector<int>& damage, Side side) {
  Remains remains = whole(ranks);
  std::vector<int> unhurt = remains.figures;  // and nothing lies on them yet
  std::vector<Injury> injuries;
  for (const int on_one : damage) {
    std::optional<std::size_t> chosen;
    for (const std::size_t rank : order) {
      if (unhurt[rank] == 0) continue;
      const bool better =
          chosen && losses == Arcane::free && ranks[rank].hit_points >= ranks[*chosen].hit_points;
      if (!chosen || better) chosen = rank;
    }
    if (!chosen) {
      throw NotTogether(fmt::format("{}-damage lies on {} figures, but the unit has {} (A11)",
                                    to_string(side), damage.size(), standing(remains)));
    }
    const int hit_points = ranks[*chosen].hit_points;
    if (on_one >= hit_points) {
      throw NotTogether(fmt::format(
          "{}-damage is {}, but the figure it lies on has {} hit point{} and would be down (A11)",
          to_string(side), on_one, hit_points, hit_points == 1 ? "" : "s"));
    }
    --unhurt[*chosen];
    injuries.push_back({static_cast<int>(*chosen), on_one});
  }
  set_injuries(std::move(injuries), remains);
  return remains;
}

/// `figures`: those of the unit.
std::vector<Rank> ranks_of(const Unit& unit, const std::vector<Figure>& figures,
                           const std::vector<std::size_t>& order) {
  std::vector<PricedGroup> priced;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    priced.push_back({unit.priced_for.figures(i, figures[i].count), figures[i].own_points});
  }
  const std::vector<FigurePrice> prices = figure_prices(unit.points, priced);
  std::vector<Rank> ranks;
  for (const std::size_t place : order) {
    const Figure& figure = figures[place];
    ranks.push_back({figure.count, figure.hp, figure.red + figure.blue + figure.white,
                     static_cast<int>(place), false, prices[place]});
  }
  return ranks;
}

/// Who falls on a side of an attack.
Casualties casualties_of(Side side, const Unit& unit, const Arcane::Situation& situation,
                         const Standing& standing) {
  const int losses = side == Side::attacker ? situation.attacker_losses : situation.defender_losses;
  const std::vector<Figure> figures = figures_of(unit);
  const std::vector<std::size_t> order = order_of_losses(figures, losses);
  const std::vector<std::size_t> listed = order_of_losses(figures, Arcane::listed);
  Falling falling;
  if (losses != Arcane::free) falling = {Falling::How::filled, order};
  // Only as a battle begins can several figures have damage on them and nobody be told what is
  // left.
  if (const std::optional<Remains>& remains = standing.remains[side]) {
    return Casualties(ranks_of(unit, figures, listed), *remains, std::move(falling));
  }
  const std::vector<int> damage = damage_on_figures(side, situation);
  if (damage.size() > 1) {
    std::vector<Rank> ranks = ranks_of(unit, figures, listed);
    Remains left = laid_on(ranks, order, losses, damage, side);
    return Casualties(std::move(ranks), std::move(left), std::move(falling));
  }
  const int taken = standing.taken[side];
  std::vector<Rank> ranks = ranks_of(unit, figures, order);
  // With figures of one kind there is nothing to choose.
  if (losses != Arcane::free || figures.size() == 1) return Casualties(std::move(ranks), taken);
  Remains left = after_free_assignment(ranks, whole(ranks), taken);
  return Casualties(std::move(ranks), std::move(left));
}

/// Of each figure group, as listed, the figures that stand.
std::vector<int> standing_by_group(const Casualties& casualties) {
  const std::vector<int> by_rank = casualties.survivors(0);
  std::vector<int> standing(by_rank.size());
  for (std::size_t i = 0; i < by_rank.size(); ++i) {
    standing[static_cast<std::size_t>(casualties.ranks()[i].kind)] = by_rank[i];
  }
  return standing;
}

/// The names of the kinds of figures that can be told apart.
std::vector<std::string> kinds_of(const Unit& unit) {
  std::vector<std::string> names;
  for (const Figure& figure : unit.groups) names.push_back(figure.name);
  return names;
}

/// Damage already on figures cannot have downed them. Returns it, on all together.
int require_standing(Side side, const Unit& unit, int losses, const std::vector<int>& damage) {
  const std::vector<Figure> figures = figures_of(unit);
  const std::vector<Rank> ranks = ranks_of(unit, figures, order_of_losses(figures, Arcane::listed));
  laid_on(ranks, order_of_losses(figures, losses), losses, damage, side);
  return std::accumulate(damage.begin(), damage.end(), 0);
}

/// An order the rules do not allow is no order (A2, A14).
void require_legal(const Arcane::Situation& situation, int range, int attack_icons) {
  if (situation.mode == Arcane::ranged) {
    if (situation.distance > range) {
      throw Forbidden(
          fmt::format("no ranged attack: the target is {} steps away and the range is {} (A14)",
                      situation.distance, range));
    }
    if (situation.blocked != 0) {
      throw Forbidden("no ranged attack: the line of sight is blocked (A14)");
    }
    if (situation.adjacent != 0) {
      throw Forbidden("no ranged attack: the attacker is adjacent to an enemy (A14)");
    }
  }
  if (attack_icons == 0) {
    throw Forbidden(situation.mode == Arcane::close
                        ? "no close combat attack: the attacker has no red icon (A2)"
                        : "no ranged attack: the attacker has no blue icon (A2)");
  }
}

/// " +2 granted", or nothing for 0.
std::string term(const char* sign, const Amount& amount, std::string_view what) {
  return amount == Amount(0) ? "" : fmt::format(" {}{} {}", sign, amount.text(), what);
}

void explain_pool(Explanation* why, const std::string& who, const Pool& pool, bool to_destroy,
                  const Sum& result) {
  if (pool.forced_rerolls > 0) {
    explain(why, "A9", who, "first the enemy has the {} highest rolled again", pool.forced_rerolls);
  }
  if (pool.is_chosen()) {
    explain(why, "A9c", who,
            "at most {}, whichever are best{}, are rolled again, seeing both pools",
            pool.own_rerolls, to_destroy ? " to destroy the enemy" : "");
  } else if (pool.own_rerolls > 0 && pool.reroll_below != Pool::best) {
    explain(why, "A9", who, "the lowest, at most {}, that show less than {} are rolled again",
            pool.own_rerolls, pool.reroll_below);
  }
  if (why == nullptr) return;
  const std::string total = result.total_text({});
  if (total != "0" || pool.cap != Pool::no_cap) {
    const bool sign_missing = total.front() != '-';
    explain(why, "A8", who, "results{}{}",
            total != "0" ? fmt::format(" {}{}, not below 0", sign_missing ? "+" : "", total) : "",
            pool.cap != Pool::no_cap ? fmt::format(" not above {}", pool.cap) : "");
  }
}

}  // namespace

PerSide<int> Arcane::opening(const Unit& attacker, const Unit& defender,
                             const Situation& situation) {
  return {require_standing(Side::attacker, attacker, situation.attacker_losses,
                           damage_on_figures(Side::attacker, situation)),
          require_standing(Side::defender, defender, situation.defender_losses,
                           damage_on_figures(Side::defender, situation))};
}

void Arcane::follow(const Situation& attack, const Unit&, Situation& reply) {
  reply.mode = attack.mode;
  reply.attacker_side = attack.defender_side;
  reply.defender_side = attack.attacker_side;
  // Who falls is said of units, whoever of them attacks.
  reply.attacker_losses = attack.defender_losses;
  reply.defender_losses = attack.attacker_losses;
  reply.attacker_rerolls_for = attack.defender_rerolls_for;
  reply.defender_rerolls_for = attack.attacker_rerolls_for;
  reply.attacker_damage = attack.defender_damage;
  reply.defender_damage = attack.attacker_damage;
}

const std::vector<NamedPayoff>& Arcane::payoffs() {
  static const std::vector<NamedPayoff> payoffs{
      {"win", Payoff::win,
       "odds of winning the battle, one half for a battle that neither or both win"}};
  return payoffs;
}

Figures Arcane::figures(Side side, const Unit& unit, const Situation& situation,
                        const Standing& standing) {
  return {casualties_of(side, unit, situation, standing), kinds_of(unit)};
}

int Arcane::price(const Unit& unit) {
  return std::max((unit.kind == sortie ? 1 : 2) + unit.order_cost, 0);
}

Arcane::Fight Arcane::prepare(const Unit& attacker, const Unit& defender,
                              const Situation& situation, const Standing& standing,
                              Explanation* why) {
  const bool in_close = situation.mode == close;
  Fight fight;
  const PerSide<const Unit*> units{&attacker, &defender};
  for (const Side side : both_sides) {
    Figures of_side = figures(side, *units[side], situation, standing);
    fight.casualties[side] = std::move(of_side.casualties);
    fight.kinds[side] = std::move(of_side.kinds);
  }
  const std::vector<int> attacking = standing_by_group(fight.casualties.attacker);
  const std::vector<int> defending = standing_by_group(fight.casualties.defender);
  const int attack_icons = in_close ? icons(attacker, attacking, &Unit::red, &Figure::red)
                                    : icons(attacker, attacking, &Unit::blue, &Figure::blue);
  const int defence_icons = icons(defender, defending, &Unit::white, &Figure::white);
  require_legal(situation, attacker.range, attack_icons);

  // A1: how many dice.
  Lineup& lineup = fight.lineup;
  const bool from_grey = situation.attacker_side == grey;
  const bool bad_side = from_grey || (situation.attacker_side == red && !in_close);
  const char* const from = from_grey ? "from a grey side" : "from a red side";
  const int melee = !in_close && situation.firing_into_melee != 0 ? -1 : 0;
  const int hindered = in_close ? 0 : -situation.hindered;
  Sum attack_dice(attack_icons, "icons");
  attack_dice.add(attacker.extra_attack, "granted")
      .add(in_close ? attacker.extra_attack_close : attacker.extra_attack_ranged,
           in_close ? "in close combat" : "in ranged combat")
      .add(defender.enemy_attack, "by the defender")
      .add(bad_side ? -3 : 0, from)
      .add(melee, "firing into melee")
      .add(hindered, "hindered");
  lineup.attack.dice = attack_dice.floored();
  explain(why, "A1", in_close ? "attacker: red dice" : "attacker: blue dice", "{}", attack_dice);

  Sum defence_dice(defence_icons, "icons");
  defence_dice.add(defender.extra_defence, "granted")
      .add(in_close ? defender.extra_defence_close : defender.extra_defence_ranged,
           in_close ? "in close combat" : "in ranged combat")
      .add(attacker.enemy_defence, "by the attacker")
      .add(situation.defender_side == grey ? -3 : 0, "on a grey side");
  lineup.defence.dice = defence_dice.floored();
  explain(why, "A1", "defender: white dice", "{}", defence_dice);

  require_rollable(Side::attacker, lineup.attack.dice);
  require_rollable(Side::defender, lineup.defence.dice);

  // A8, A9: rerolls and adjustments.
  lineup.attack.forced_rerolls = defender.force_attack_reroll;
  lineup.attack.own_rerolls = attacker.attack_rerolls;
  lineup.attack.reroll_below = attacker.reroll_below;
  const Sum attack_result = Sum(attacker.attack_result).add(defender.enemy_attack_result, "");
  lineup.attack.adjustment = attack_result.total();
  lineup.attack.cap = attacker.result_cap;
  lineup.defence.forced_rerolls = attacker.force_defence_reroll;
  lineup.defence.own_rerolls = defender.defence_rerolls;
  lineup.defence.reroll_below = defender.reroll_below;
  const Sum defence_result = Sum(defender.defence_result).add(attacker.enemy_defence_result, "");
  lineup.defence.adjustment = defence_result.total();
  lineup.defence.cap = defender.result_cap;
  explain_pool(why, "attack dice", lineup.attack, situation.attacker_rerolls_for == destruction,
               attack_result);
  explain_pool(why, "defence dice", lineup.defence, situation.defender_rerolls_for == destruction,
               defence_result);

  // A4-A7: how they compare.
  lineup.phantom = situation.phantom;
  lineup.defence_hits = in_close || defender.white_hits_blue != 0;
  lineup.critical = {static_cast<Critical::Judged>(situation.critical), situation.critical_per != 0,
                     situation.critical_count, situation.critical_bonus};
  explain(why, "A3", "pairs",
          "highest against highest and so on: the higher die hits, a tie does not");
  explain(why, "A4", "dice without a partner", "compared with a phantom of value {}",
          situation.phantom);
  if (!lineup.defence_hits) explain(why, "A5", "defence dice", "score no hits in ranged combat");
  explain(why, lineup.critical.judged == Critical::Judged::natural ? "A6" : "A7", "critical hit",
          "+{} hit for {}{} sixes {}", lineup.critical.bonus, lineup.critical.each ? "each " : "",
          lineup.critical.count,
          lineup.critical.judged == Critical::Judged::natural ? "on the first roll"
                                                              : "or more among the final results");

  // A10: from hits to damage.
  for (const Side side : both_sides) {
    const Unit& unit = *units[side];
    const Unit& enemy = *units[enemy_of(side)];
    fight.abilities[side] = {unit.brutal.value(), enemy.toughness.value(),
                             in_close ? unit.berserker.value() : 0};
    const std::string who = std::string(to_string(side)) + ": damage";
    explain(why, "A10", who, "hits{}{}", term("+", unit.brutal, "if there is a hit (brutal)"),
            term("-", enemy.toughness, "for the enemy's toughness"));
    if (in_close && unit.berserker != Amount(0)) {
      explain(why, "A10", who, "+{} if it is dealt damage (berserker)", unit.berserker.text());
    }
  }

  if (lineup.is_chosen()) lineup.stakes = stakes(fight, situation);

  fight.cost = price(attacker);
  explain(why, "A14", "order", "{} for a {}{} = {} order point{}", attacker.kind == sortie ? 1 : 2,
          attacker.kind == sortie ? "sortie" : "formation",
          attacker.order_cost == 0 ? "" : fmt::format(" {:+} ability", attacker.order_cost),
          *fight.cost, *fight.cost == 1 ? "" : "s");
  if (in_close && (situation.firing_into_melee != 0 || situation.hindered != 0 ||
                   situation.distance != unset || situation.blocked != 0)) {
    fight.remarks.push_back(
        "firing-into-melee, hindered, distance and blocked concern ranged combat and change "
        "nothing "
        "here.");
  }
  return fight;
}

/// A9: what hits come to, for whoever chooses which of its dice are rolled again.
Stakes Arcane::stakes(const Fight& fight, const Situation& situation) {
  const Lineup& lineup = fight.lineup;
  Stakes stakes;
  const PerSide<int> rerolls_for{situation.attacker_rerolls_for, situation.defender_rerolls_for};
  const PerSide<const Pool*> pools{&lineup.attack, &lineup.defence};
  for (const Side side : both_sides) {
    if (!pools[side]->is_chosen() || rerolls_for[side] != destruction) continue;
    stakes.enough[side] = fight.casualties[enemy_of(side)].left();
  }
  // Nobody asks what is too much to be looked at.
  if (!can_choose(lineup)) return stakes;
  const int most_hits = lineup.attack.dice + lineup.critical.hits(lineup.attack.dice);
  stakes.columns = lineup.defence.dice + 1;
  PerSide<int> most;
  for (int attack_hits = 0; attack_hits <= most_hits; ++attack_hits) {
    for (int defence_hits = 0; defence_hits < stakes.columns; ++defence_hits) {
      const PerSide<int> dealt = damage(attack_hits, defence_hits, fight.abilities);
      for (const Side side : both_sides) most[side] = std::max(most[side], dealt[side]);
      stakes.damage.push_back(dealt);
    }
  }
  // Of what is out of reach it does not matter how much it is: such lineups are alike.
  for (const Side side : both_sides) {
    stakes.enough[side] = std::min(stakes.enough[side], most[side] + 1);
  }
  return stakes;
}

Summary Arcane::summary(const Fight& fight) {
  const Lineup& lineup = fight.lineup;
  const auto pool = [](const Pool& of) {
    std::string text = dice(of.dice);
    if (of.forced_rerolls > 0) text += fmt::format(", {} highest rerolled", of.forced_rerolls);
    if (of.is_chosen()) {
      text += fmt::format(", up to {} rerolled as is best", of.own_rerolls);
    } else if (of.own_rerolls > 0 && of.reroll_below != Pool::best) {
      text += fmt::format(", up to {} below {} rerolled", of.own_rerolls, of.reroll_below);
    }
    if (of.adjustment != 0) text += fmt::format(", {:+} each", of.adjustment);
    if (of.cap != Pool::no_cap) text += fmt::format(", at most {}", of.cap);
    return text;
  };
  Summary lines{fmt::format("attack: {}; defence: {}", pool(lineup.attack), pool(lineup.defence)),
                fmt::format("unpaired dice must beat {}; {}{} {}sixes score {:+}{}", lineup.phantom,
                            lineup.critical.each ? "each " : "", lineup.critical.count,
                            lineup.critical.judged == Critical::Judged::final ? "final " : "",
                            lineup.critical.bonus,
                            lineup.defence_hits ? "" : "; defence dice only ward off")};
  return lines;
}

std::vector<PlayInWords> Arcane::play_in_words(Side role, const PerSide<const Unit*>& units,
                                               const Situation& situation) {
  const bool attacks = role == Side::attacker;
  const Unit& unit = *units[role];
  const int losses = attacks ? situation.attacker_losses : situation.defender_losses;
  std::vector<PlayInWords> plays;
  // With figures of one kind there is nothing to choose (A11).
  if (losses == Arcane::free && unit.groups.size() > 1) {
    plays.push_back({attacks ? "attacker-losses" : "defender-losses",
                     "loses as little as the rules allow", "lose as little as the rules allow"});
  }
  // A9: a limit that is written down is somebody's choice.
  const bool rerolls = (attacks ? unit.attack_rerolls : unit.defence_rerolls) > 0;
  if (rerolls && unit.reroll_below == Unit{}.reroll_below) {
    plays.push_back({"reroll-below", "rerolls only dice below 4", "reroll only dice below 4"});
  }
  return plays;
}

}  // namespace warodds
