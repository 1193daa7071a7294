// Dice first, then wound dice one after the other on the models of a side.
#include "armies_dwethia_fight.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

#include "amounts.h"
#include "fields.h"
#include "law.h"

namespace reference {
namespace {

// All groups of a unit, those without models too; D11: what is worse than 6+ is none.
std::vector<Models> groups_of(const Unit& unit) {
  std::vector<Models> groups = warband_of(unit);
  for (Models& group : groups) {
    if (group.save > 6) group.save = 0;
    if (group.ignore > 6) group.ignore = 0;
  }
  return groups;
}

struct Model {
  std::size_t unit;   // Of the side.
  std::size_t group;  // Of the side.
};

// A side in a fight: all that are there as it begins.
struct Side {
  std::vector<const Unit*> units;
  std::vector<Models> groups;        // Those left, and how many of them are engaged.
  std::vector<std::size_t> unit_of;  // [group]
  std::vector<Model> models;         // The fallen as well.
  Taken taken;                       // [model]
};

// D4b: the places are those that the unit had at first; without stepping up, each group's own.
Side line_up(const std::vector<InFight>& units, bool step_up) {
  Side side;
  for (std::size_t u = 0; u < units.size(); ++u) {
    std::vector<Models> groups = groups_of(*units[u].unit);
    int free_places = 0;
    std::size_t model = 0;
    for (Models& group : groups) {
      int left = 0;
      for (int m = 0; m < group.count; ++m, ++model) {
        if (units[u].taken[model] < group.wounds) ++left;
        side.models.push_back(
            {u, side.groups.size() + static_cast<std::size_t>(&group - groups.data())});
      }
      group.count = left;
      free_places += group.engaged - std::min(group.engaged, left);
      group.engaged = std::min(group.engaged, left);
    }
    for (Models& group : groups) {
      const int more = step_up ? std::min(free_places, group.count - group.engaged) : 0;
      group.engaged += more;
      free_places -= more;
    }
    side.units.push_back(units[u].unit);
    side.groups.insert(side.groups.end(), groups.begin(), groups.end());
    side.unit_of.resize(side.groups.size(), u);
    side.taken.insert(side.taken.end(), units[u].taken.begin(), units[u].taken.end());
  }
  return side;
}

std::vector<Models> standing(const Side& side) {
  std::vector<Models> groups;
  for (const Models& group : side.groups) {
    if (group.count > 0) groups.push_back(group);
  }
  return groups;
}

// The same side after wounds in this fight: nobody steps up.
Side after_wounds(Side side, const Taken& taken) {
  for (Models& group : side.groups) group.count = 0;
  for (std::size_t m = 0; m < taken.size(); ++m) {
    Models& group = side.groups[side.models[m].group];
    if (taken[m] < group.wounds) ++group.count;
  }
  for (Models& group : side.groups) group.engaged = std::min(group.engaged, group.count);
  side.taken = taken;
  return side;
}

// D6, D7: on whom the next wound die falls, and how likely it does no harm.
struct FallRule {
  std::string policy;
  bool saves_apply;
};

Rational unharmed(const Models& group, const FallRule& falling) {
  if (!falling.saves_apply) return 0;
  const Rational saved = group.save > 0 ? at_least<Rational>(group.save, 6) : Rational(0);
  const Rational ignored = group.ignore > 0 ? at_least<Rational>(group.ignore, 6) : Rational(0);
  return 1 - (1 - saved) * (1 - ignored);
}

int next_victim(const Side& side, const Taken& taken, const FallRule& falling) {
  using Key = std::tuple<Rational, int, int, std::size_t>;
  int victim = -1;
  Key first;
  for (std::size_t m = 0; m < taken.size(); ++m) {
    const Models& group = side.groups[side.models[m].group];
    if (taken[m] >= group.wounds) continue;
    int turn = group.save > 0 ? 0 : (group.ignore > 0 ? 1 : 2);
    if (!falling.saves_apply) turn = 2;
    const Key key(falling.policy == "best" ? Rational(-unharmed(group, falling)) : Rational(0),
                  turn, falling.policy == "spread" ? taken[m] : 0, m);
    if (victim >= 0 && !(key < first)) continue;
    victim = static_cast<int>(m);
    first = key;
  }
  return victim;
}

using Fates = std::map<Taken, Rational>;

Fates fates_of(const Side& side, const Taken& before, int wound_dice, const FallRule& falling) {
  Fates fates{{before, 1}};
  for (int die = 0; die < wound_dice; ++die) {
    Fates next;
    for (const auto& [taken, chance] : fates) {
      const int victim = next_victim(side, taken, falling);
      if (victim < 0) {  // Nobody is left to be hurt.
        next[taken] += chance;
        continue;
      }
      const auto m = static_cast<std::size_t>(victim);
      const Rational safe = unharmed(side.groups[side.models[m].group], falling);
      Taken hurt = taken;
      ++hurt[m];
      if (safe > 0) next[taken] += chance * safe;
      if (safe < 1) next[hurt] += chance * (1 - safe);
    }
    fates = next;
  }
  return fates;
}

// Hits, wound dice, and what has become of the enemy.
struct Strike {
  int hits = 0, wounds = 0;
  Taken taken;
  auto operator<=>(const Strike&) const = default;
};
using Strikes = std::map<Strike, Rational>;

struct Sum {
  int dice = 0;
  auto operator<=>(const Sum&) const = default;
};

// D4, E5: aggression of the engaged and extra dice of each unit that has one, floored once.
LawOf<Rational> dice_of(const Side& side) {
  if (engaged_part(side.groups).empty()) return {1};
  Mixture<Rational, Sum> mixture{{{total_aggression(side.groups)}, Rational(1)}};
  for (std::size_t u = 0; u < side.units.size(); ++u) {
    bool engaged = false;
    for (std::size_t g = 0; g < side.groups.size(); ++g) {
      engaged = engaged || (side.unit_of[g] == u && side.groups[g].engaged > 0);
    }
    if (engaged) roll_into(mixture, &Sum::dice, side.units[u]->fields, "extra-dice");
  }
  LawOf<Rational> law;
  for (const auto& [sum, chance] : mixture) add(law, std::max(0, sum.dice), chance);
  return law;
}

Strikes melee(const Side& from, const Side& on, const Rational& hit, const Rational& wound,
              const FallRule& falling) {
  std::map<std::pair<int, int>, Rational> rolls;
  for_each(dice_of(from), [&](int dice, const Rational& p) {
    for_each(roll(dice, hit), [&](int hits, const Rational& q) {
      for_each(roll(hits, wound), [&](int wounds, const Rational& r) {
        rolls[{hits, wounds}] += p * q * r;
      });
    });
  });
  std::map<int, Fates> known;
  Strikes strikes;
  for (const auto& [rolled, chance] : rolls) {
    if (!known.contains(rolled.second)) {
      known[rolled.second] = fates_of(on, on.taken, rolled.second, falling);
    }
    for (const auto& [taken, p] : known[rolled.second]) {
      strikes[{rolled.first, rolled.second, taken}] += chance * p;
    }
  }
  return strikes;
}

// Wound dice without an attack roll: each counts as a hit.
Strikes of_wound_dice(const LawOf<Rational>& wounds, const Side& on, const FallRule& falling) {
  Strikes strikes;
  for_each(wounds, [&](int dice, const Rational& chance) {
    for (const auto& [taken, p] : fates_of(on, on.taken, dice, falling)) {
      strikes[{dice, dice, taken}] += chance * p;
    }
  });
  return strikes;
}

// D9
Strikes fire(const Side& from, const Side& on, const FallRule& falling) {
  const int defence = highest_defence(standing(on));
  LawOf<Rational> wounds{1};
  for (const Models& group : from.groups) {
    const int value = std::max(1, group.perception - 3 + group.ranged_strength);
    wounds = roll_more(wounds, group.engaged * group.shots,
                       at_least<Rational>(needed(value, defence), 6));
  }
  return of_wound_dice(wounds, on, falling);
}

// D10
Strikes opportunity(const Side& from, const Side& on, const FallRule& falling) {
  return of_wound_dice(roll(total_aggression(from.groups), at_least<Rational>(6, 6)), on, falling);
}

std::vector<Taken> apart(const Side& side, const Taken& taken) {
  std::vector<Taken> units(side.units.size());
  for (std::size_t m = 0; m < taken.size(); ++m) units[side.models[m].unit].push_back(taken[m]);
  return units;
}

FallRule fall_rule_of(const Situation& situation, bool saves_apply) {
  return {word(situation, "saves", {"listed", "best", "spread"}), saves_apply};
}

bool anybody_left(const Side& side, const Taken& taken) {
  return !standing(after_wounds(side, taken)).empty();
}

}  // namespace

Taken unhurt(const Unit& unit) {
  std::size_t models = 0;
  for (const Models& group : groups_of(unit)) models += static_cast<std::size_t>(group.count);
  return Taken(models, 0);
}

int models_left(const Unit& unit, const Taken& taken) {
  int left = 0;
  for (const Models& group : line_up({{&unit, taken}}, false).groups) left += group.count;
  return left;
}

int wounds_left(const Unit& unit, const Taken& taken) {
  int left = 0;
  for (const Models& group : groups_of(unit)) left += group.count * group.wounds;
  return left - std::accumulate(taken.begin(), taken.end(), 0);
}

Taken with_damage(const Unit& unit, int damage, const Situation& situation) {
  const Side side = line_up({{&unit, unhurt(unit)}}, false);
  const FallRule falling = fall_rule_of(situation, true);
  Taken taken = side.taken;
  for (; damage > 0; --damage) {
    const int victim = next_victim(side, taken, falling);
    if (victim >= 0) ++taken[static_cast<std::size_t>(victim)];
  }
  return taken;
}

std::map<FightEnd, Rational> fight_of_units(const std::vector<InFight>& attacking,
                                            const std::vector<InFight>& defending,
                                            const Situation& situation) {
  const bool step_up = word(situation, "step-up", {"yes", "no"}) == "yes";
  const Side attacker = line_up(attacking, step_up);
  const Side defender = line_up(defending, step_up);
  const FallRule falling = fall_rule_of(situation, true);
  const FallRule in_retreat =
      fall_rule_of(situation, word(situation, "opportunity-saves", {"yes", "no"}) == "yes");
  std::map<FightEnd, Rational> ends;
  if (engaged_part(attacker.groups).empty()) return ends;
  const auto note = [&](const Strike& by_attacker, const Strike& by_defender,
                        const Rational& chance) {
    ends[{apart(attacker, by_defender.taken), apart(defender, by_attacker.taken), by_attacker.hits,
          by_defender.hits, by_attacker.wounds, by_defender.wounds}] += chance;
  };
  const Strike no_reply{0, 0, attacker.taken};
  if (word(situation, "mode", {"fight", "opportunity"}) == "opportunity") {
    for (const auto& [strike, chance] : opportunity(attacker, defender, in_retreat)) {
      note(strike, no_reply, chance);
    }
    return ends;
  }
  if (engaged_part(defender.groups).empty()) return ends;

  // D2, D3, D4: every value is read before the dice are rolled.
  std::string response = word(situation, "response", {"fight", "retreat", "fire"});
  if (response == "fire" && total_shots(defender.groups) == 0) response = "fight";  // D9
  const bool all_count = word(situation, "coherent", {"all", "engaged"}) == "all";
  const bool twice = word(situation, "integrity", {"once", "twice"}) == "twice";
  Retreat retreat = Retreat::kNo;
  if (response == "retreat") {
    const bool adds = word(situation, "retreat", {"add", "set"}) == "add";
    retreat = adds ? Retreat::kAddThree : Retreat::kSetThree;
  }
  const auto counting = [&](const Side& side) {
    return all_count ? standing(side) : engaged_part(side.groups);
  };
  const int attacker_arv = attack_roll_value(counting(attacker), Retreat::kNo, twice);
  const int defender_arv = attack_roll_value(counting(defender), retreat, twice);
  const auto to_wound = [&](const Side& from, const Side& on) {
    return at_least<Rational>(
        needed(highest_strength(counting(from)), highest_defence(standing(on))), 6);
  };
  const Strikes attack =
      melee(attacker, defender, at_least<Rational>(needed(attacker_arv, defender_arv), 6),
            to_wound(attacker, defender), falling);

  if (response == "retreat") {  // D8
    for (const auto& [strike, chance] : attack) {
      if (!yes(situation, "retreat-opportunity") || !anybody_left(defender, strike.taken)) {
        note(strike, no_reply, chance);
        continue;
      }
      const Side survivors = after_wounds(defender, strike.taken);
      for (const auto& [more, p] : opportunity(attacker, survivors, in_retreat)) {
        note({strike.hits + more.hits, strike.wounds + more.wounds, more.taken}, no_reply,
             chance * p);
      }
    }
    return ends;
  }
  const auto reply_of = [&](const Side& side) {
    if (response == "fire") return fire(side, attacker, falling);
    return melee(side, attacker, at_least<Rational>(needed(defender_arv, attacker_arv), 6),
                 to_wound(defender, attacker), falling);
  };
  const bool attacker_first =
      word(situation, "order", {"simultaneous", "attacker-first"}) == "attacker-first";  // D5
  Strikes reply = reply_of(defender);
  for (const auto& [strike, chance] : attack) {
    if (attacker_first) reply = reply_of(after_wounds(defender, strike.taken));
    for (const auto& [back, p] : reply) note(strike, back, chance * p);
  }
  return ends;
}

}  // namespace reference
