// Dwethia Skirmish: the fights of a round are formed, then resolved (E5).
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "armies_dwethia_fight.h"
#include "armies_table.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "settings.h"

namespace reference {
namespace {

class DwethiaArmies : public ArmyTable {
 public:
  DwethiaArmies(const Army& attacker, const Army& defender, const Situation& situation)
      : ArmyTable(attacker, defender, situation) {
    const bool several = size(0) > 1 || size(1) > 1;
    if (several && text(of_round(0), "mode", "fight") != "fight") {
      throw std::invalid_argument("reference: E12: no opportunity attacks of several units");
    }
    last_settings_ = phases().count - 1;
    if (alternate()) {  // D12: the last settings are gone through in both roles.
      set_phases({phases().count + 1, phases().back_to});
    }
  }

  Node opening() const override {
    Node node = fresh();
    for (int side = 0; side < 2; ++side) {
      for (int unit = 0; unit < size(side); ++unit) {
        const int damage =
            number(of_round(0), side == 0 ? "attacker-damage" : "defender-damage", 0);
        if (damage > 0 && size(side) > 1) {
          throw std::invalid_argument("reference: E11: damage of a side of several units");
        }
        taken(node, side, unit) = with_damage(fighter(side, unit).unit, damage, of_round(0));
      }
    }
    return node;
  }

  Node round_begins(std::size_t phase, const Node& lasting) const override {
    Node node = lasting;
    for (int side = 0; side < 2; ++side) {
      node.done[side].assign(static_cast<std::size_t>(size(side)), 0);
      node.chosen[side].assign(static_cast<std::size_t>(size(side)), 0);
    }
    node.side = alternate() && phase % 2 == 1 ? 1 : 0;
    return node;
  }

  Moment next(std::size_t phase, const Node& node) override {
    if (node.target >= 0) return surely(with_fight(node));
    if (node.active >= 0) {
      const std::vector<int> free_ones = ready(node, 1 - node.side);
      return target_choice(node, free_ones.empty() ? on_field(node, 1 - node.side) : free_ones);
    }
    const std::vector<int> own = ready(node, node.side);
    const std::vector<int> others = ready(node, 1 - node.side);
    if (!own.empty()) return unit_choice(node, own);
    if (!others.empty()) {
      Node passed = node;
      passed.side = 1 - node.side;
      return surely(passed);
    }
    return node.fights.empty() ? round_over(node) : resolve(phase, node);
  }

  int hit_points_left(int side, int unit, const Node& node) const override {
    return wounds_left(fighter(side, unit).unit, taken(node, side, unit));
  }

  int figures_left(int side, int unit, const Node& node) const override {
    return models_left(fighter(side, unit).unit, taken(node, side, unit));
  }

  Ending ending(const Node& lasting) const override {
    const Ending gone = destroyed(lasting);
    if (gone != Ending::none) return gone;
    const bool left = on_field(lasting, 0).empty() || on_field(lasting, 1).empty();
    return left ? Ending::retreated : halted(lasting);
  }

 private:
  static Taken& taken(Node& node, int side, int unit) {
    return node.lost[side][static_cast<std::size_t>(unit)];
  }
  static const Taken& taken(const Node& node, int side, int unit) {
    return node.lost[side][static_cast<std::size_t>(unit)];
  }

  bool alternate() const {
    return word(of_round(0), "roles", {"fixed", "alternate"}) == "alternate";
  }

  std::vector<int> on_field(const Node& node, int side) const {
    std::vector<int> units;
    for (int unit = 0; unit < size(side); ++unit) {
      if (stands(side, unit, node) && at(node.away[side], unit) == 0) units.push_back(unit);
    }
    return units;
  }

  // On the field and not in a fight.
  std::vector<int> ready(const Node& node, int side) const {
    std::vector<int> units;
    for (const int unit : on_field(node, side)) {
      if (at(node.done[side], unit) == 0) units.push_back(unit);
    }
    return units;
  }

  // A fight of its own for two who are free; else the unit joins the fight of that enemy.
  static Node with_fight(const Node& node) {
    Node after = node;
    const int enemy_side = 1 - node.side;
    if (at(node.done[enemy_side], node.target) == 0) {
      Melee fight;
      fight.chosen_by = node.side;
      fight.units[node.side] = {node.active};
      fight.units[enemy_side] = {node.target};
      after.fights.push_back(fight);
    } else {
      for (Melee& fight : after.fights) {
        std::vector<int>& enemies = fight.units[enemy_side];
        if (std::find(enemies.begin(), enemies.end(), node.target) == enemies.end()) continue;
        fight.units[node.side].push_back(node.active);  // Who chose stays in front.
      }
    }
    at(after.done[node.side], node.active) = 1;
    at(after.done[enemy_side], node.target) = 1;
    after.active = -1;
    after.target = -1;
    after.side = enemy_side;
    return after;
  }

  Situation situation_of(std::size_t phase, const Melee& fight) const {
    const std::size_t settings = std::min(phase, last_settings_);
    const int chooser = fight.units[fight.chosen_by].front();
    Situation own = with_of_round(fight.chosen_by, chooser, settings);
    const Situation base = of_round(settings);
    own.insert(base.begin(), base.end());
    return own;
  }

  std::vector<InFight> in_fight(const Node& node, int side, std::vector<int> units) const {
    std::sort(units.begin(), units.end());
    std::vector<InFight> all;
    for (const int unit : units) {
      all.push_back({&fighter(side, unit).unit, taken(node, side, unit)});
    }
    return all;
  }

  // The first of the fights that are left.
  Moment resolve(std::size_t phase, const Node& node) {
    const Melee fight = node.fights.front();
    Node before = node;
    before.fights.erase(before.fights.begin());
    const int by = fight.chosen_by;
    const int other = 1 - by;
    const Situation situation = situation_of(phase, fight);
    const auto ends = fight_of_units(in_fight(node, by, fight.units[by]),
                                     in_fight(node, other, fight.units[other]), situation);
    if (ends.empty()) return surely(before);
    const bool retreats = text(situation, "mode", "fight") == "fight" &&
                          text(situation, "response", "fight") == "retreat";
    Moment moment;
    for (const auto& [end, chance] : ends) {
      Node after = before;
      for (int side = 0; side < 2; ++side) {
        std::vector<int> units = fight.units[side];
        std::sort(units.begin(), units.end());
        for (std::size_t u = 0; u < units.size(); ++u) {
          taken(after, side, units[u]) = (side == by ? end.attackers : end.defenders)[u];
          if (side == other && retreats && stands(side, units[u], after)) {
            at(after.away[side], units[u]) = 1;
          }
        }
      }
      moment.chances[after] += chance;
    }
    return moment;
  }

  std::size_t last_settings_ = 0;
};

std::vector<InFight> fresh_units(const Army& army) {
  std::vector<InFight> units;
  for (const Entry& entry : army.units) {
    if (!entry.with.empty()) throw std::invalid_argument("reference: E5b: no with in a fight");
    for (int n = 0; n < entry.count; ++n) units.push_back({&entry.unit, unhurt(entry.unit)});
  }
  return units;
}

int damage_in(const std::vector<Taken>& units) {
  int sum = 0;
  for (const Taken& unit : units) {
    for (const int wounds : unit) sum += wounds;
  }
  return sum;
}

}  // namespace

std::unique_ptr<ArmyTable> dwethia_armies(const Army& attacker, const Army& defender,
                                          const Situation& situation) {
  return std::make_unique<DwethiaArmies>(attacker, defender, situation);
}

ResultOf<Rational> dwethia_army_fight(const Army& attacker, const Army& defender,
                                      const Situation& situation) {
  const std::vector<InFight> attackers = fresh_units(attacker);
  const std::vector<InFight> defenders = fresh_units(defender);
  const auto ends = fight_of_units(attackers, defenders, situation);
  if (ends.empty()) return illegal<Rational>("D4: a side has no engaged model");
  ResultOf<Rational> result = no_result<Rational>();
  const auto note = [](DealsOf<Rational>& deals, int hits, int wounds,
                       const std::vector<InFight>& enemies, const std::vector<Taken>& after,
                       const Rational& chance) {
    int before = 0;
    int left = 0;
    for (std::size_t u = 0; u < enemies.size(); ++u) {
      before += models_left(*enemies[u].unit, enemies[u].taken);
      left += models_left(*enemies[u].unit, after[u]);
    }
    add(deals.hits, hits, chance);
    add(deals.wounds, wounds, chance);
    add(deals.damage, damage_in(after), chance);
    add(deals.kills, before - left, chance);
    if (left == 0) deals.destroyed += chance;
  };
  for (const auto& [end, chance] : ends) {
    note(result.attacker, end.attacker_hits, end.attacker_wounds, defenders, end.defenders, chance);
    note(result.defender, end.defender_hits, end.defender_wounds, attackers, end.attackers, chance);
    add(result.joint_damage, damage_in(end.defenders), damage_in(end.attackers), chance);
  }
  return result;
}

}  // namespace reference
