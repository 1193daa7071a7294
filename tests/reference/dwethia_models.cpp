// What the models of a unit come to together.
#include "dwethia_models.h"

#include <algorithm>

#include "fields.h"

namespace reference {

Warband warband_of(const Unit& unit) {
  Warband warband;
  for (const Group& group : unit.groups) {
    const Fields& f = group.fields;
    Models models{};
    models.count = number(f, "count", 1);
    models.engaged = models.count;
    if (text(f, "engaged", "all") != "all") {
      models.engaged = std::min(models.count, number(f, "engaged"));
    }
    models.aggression = number(f, "aggression");
    models.martial = number(f, "martial");
    models.integrity = number(f, "integrity", 0);
    models.strength = number(f, "strength");
    models.defence = number(f, "defence");
    models.wounds = number(f, "wounds", 1);
    models.save = number(f, "save", 0);
    models.ignore = number(f, "ignore", 0);
    if (models.save > 6) models.save = 0;  // D11: one that never succeeds is none.
    if (models.ignore > 6) models.ignore = 0;
    models.perception = number(f, "perception", 0);
    models.ranged_strength = number(f, "ranged-strength", 0);
    models.shots = number(f, "shots", 0);
    if (models.count > 0) warband.push_back(models);
  }
  return warband;
}

Falling falling_in(const Situation& situation) {
  const bool opportunity = word(situation, "mode", {"fight", "opportunity"}) == "opportunity";
  const bool saves = word(situation, "opportunity-saves", {"yes", "no"}) == "yes";
  return {word(situation, "saves", {"listed", "best", "spread"}), !opportunity || saves};
}

Warband standing(Warband warband, const Lost& lost) {
  std::size_t place = 0;
  for (Models& models : warband) {
    const int all = models.count;
    for (int m = 0; m < all; ++m) models.count -= lost[place++] == models.wounds ? 1 : 0;
    models.engaged = std::min(models.engaged, models.count);
  }
  return warband;
}

int models_standing(const Warband& warband, const Lost& lost) {
  int sum = 0;
  for (const Models& models : standing(warband, lost)) sum += models.count;
  return sum;
}

Lost nothing_lost(const Warband& warband) {
  int models = 0;
  for (const Models& of : warband) models += of.count;
  return Lost(static_cast<std::size_t>(models), 0);
}

Lost lost_at_first(const Unit& unit, int damage, const Falling& falling) {
  const Warband warband = warband_of(unit);
  const Lost nothing = nothing_lost(warband);
  return lost_after(nothing, casualty_order<double>(warband, falling, nothing), damage);
}

int places_of(const Warband& warband) {
  int places = 0;
  for (const Models& models : warband) places += models.engaged;
  return places;
}

void step_up(Warband& warband, int places) {
  for (int vacant = places - places_of(warband); vacant > 0; --vacant) {
    for (Models& models : warband) {
      if (models.engaged == models.count) continue;
      ++models.engaged;
      break;
    }
  }
}

Warband engaged_part(const Warband& warband) {
  Warband part;
  for (const Models& models : warband) {
    if (models.engaged > 0) part.push_back(models);
  }
  return part;
}

int total_aggression(const Warband& warband) {
  int dice = 0;
  for (const Models& models : warband) dice += models.engaged * models.aggression;
  return dice;
}

int total_shots(const Warband& warband) {
  int shots = 0;
  for (const Models& models : warband) shots += models.engaged * models.shots;
  return shots;
}

int highest_strength(const Warband& warband) {
  int highest = warband.front().strength;
  for (const Models& models : warband) highest = std::max(highest, models.strength);
  return highest;
}

int highest_defence(const Warband& warband) {
  int highest = warband.front().defence;
  for (const Models& models : warband) highest = std::max(highest, models.defence);
  return highest;
}

int attack_roll_value(const Warband& in_fight, Retreat retreat, bool twice) {
  int martial = in_fight.front().martial;
  int highest = in_fight.front().integrity;
  int lowest = in_fight.front().integrity;
  for (const Models& models : in_fight) {
    martial = std::max(martial, models.martial);
    highest = std::max(highest, models.integrity);
    lowest = std::min(lowest, models.integrity);
  }
  if (retreat == Retreat::kAddThree) martial += 3;
  if (retreat == Retreat::kSetThree) martial = 3;
  int value = martial;
  if (highest > 0 || twice) value += highest;
  if (lowest < 0) value += lowest;
  return std::max(1, value);
}

int needed(int value, int target) {
  if (value == target) return 4;
  if (value >= 2 * target) return 2;
  if (value > target) return 3;
  if (2 * value <= target) return 6;
  return 5;
}

}  // namespace reference
