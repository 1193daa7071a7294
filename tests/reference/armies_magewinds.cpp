// Magewinds: one fighter after the other, the sides in turn (E3).
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "armies_table.h"
#include "exchange.h"
#include "fields.h"
#include "settings.h"

namespace reference {
namespace {

class MagewindsArmies : public ArmyTable {
 public:
  MagewindsArmies(const Army& attacker, const Army& defender, const Situation& situation)
      : ArmyTable(attacker, defender, situation) {
    for (int side = 0; side < 2; ++side) {
      damage_before_[side] =
          number(situation, side == 0 ? "attacker-damage" : "defender-damage", 0);
      if (damage_before_[side] != 0 && size(side) > 1) {
        throw std::invalid_argument("reference: E11: damage of a side of several units");
      }
    }
  }

  Node opening() const override {
    Node node = fresh();
    for (int side = 0; side < 2; ++side) {
      for (std::vector<int>& lost : node.lost[side]) lost = {damage_before_[side]};
    }
    return node;
  }

  Node round_begins(std::size_t phase, const Node& lasting) const override {
    Node node = lasting;
    // B7; 0 where there is no limit.
    const int actions = number_or_none(of_round(phase), "actions-per-round", "2").value_or(0);
    for (int side = 0; side < 2; ++side) {
      const auto units = static_cast<std::size_t>(size(side));
      node.done[side].assign(units, 0);
      node.actions[side].assign(units, actions);
      node.chosen[side].assign(units, 0);
    }
    return node;
  }

  Moment next(std::size_t phase, const Node& node) override {
    if (node.target >= 0) return attack(phase, node);
    if (node.active >= 0) {
      const std::vector<int> enemies = candidates(phase, node, node.side, node.active);
      if (node.attacks > 0 && !enemies.empty()) return target_choice(node, enemies);
      Node after = node;
      after.active = -1;
      after.attacks = 0;
      after.side = 1 - node.side;
      return surely(after);
    }
    const std::vector<int> units = ready(phase, node, node.side);
    if (!units.empty()) {
      Moment moment = unit_choice(node, units);
      for (Node& after : moment.after) {
        at(after.done[after.side], after.active) = 1;
        const Situation situation = situation_of(phase, after.side, after.active);
        const bool passes = text(situation, "choice", "light") == "pass";  // B7b
        after.attacks = passes ? 0 : number(of_round(phase), "attacks-per-round", 1);
      }
      return moment;
    }
    if (ready(phase, node, 1 - node.side).empty()) return round_over(node);
    Node passed = node;
    passed.side = 1 - node.side;
    return surely(passed);
  }

  int hit_points_left(int side, int unit, const Node& node) const override {
    return std::max(0, toughness(side, unit) - damage(side, unit, node));
  }

  int figures_left(int side, int unit, const Node& node) const override {
    return damage(side, unit, node) < toughness(side, unit) ? 1 : 0;
  }

 private:
  int toughness(int side, int unit) const {
    return number(fighter(side, unit).unit.fields, "toughness");
  }

  static int damage(int side, int unit, const Node& node) {
    return node.lost[side][static_cast<std::size_t>(unit)].front();
  }

  bool has_limit(std::size_t phase) const {
    return number_or_none(of_round(phase), "actions-per-round", "2").has_value();
  }

  bool can_act(std::size_t phase, const Node& node, int side, int unit) const {
    return !has_limit(phase) || at(node.actions[side], unit) > 0;
  }

  // E1b: what a unit cannot do does not hold for it.
  Situation situation_of(std::size_t phase, int side, int unit) const {
    const Situation now = of_round(phase);
    const Unit& own_unit = fighter(side, unit).unit;
    const Situation base = side == 0 ? now : magewinds_reply(now, own_unit);
    if (is_a_duel()) return base;
    Situation own = with_of_round(side, unit, phase);
    own.insert(base.begin(), base.end());
    const bool passes = text(now, "choice", "light") == "pass";  // B7b: says nothing of the reply
    if (now.contains("choice") && !passes) own.insert({"choice", now.at("choice")});
    const std::string name = text(own, "attack", "");
    const auto named =
        std::find_if(own_unit.groups.begin(), own_unit.groups.end(),
                     [&](const Group& group) { return name.empty() || group.name == name; });
    if (named == own_unit.groups.end()) own.erase("attack");
    const Group& group = named == own_unit.groups.end() ? own_unit.groups.front() : *named;
    // B5: a plain attack.
    const bool is_plain = number_or_none(group.fields, "power").has_value();
    if (is_plain && text(own, "choice", "light") != "pass") own.erase("choice");
    return own;
  }

  const ResultOf<Rational>& exchange(std::size_t phase, int side, int unit, int enemy,
                                     bool reacts) {
    const auto key = std::make_tuple(phase, side, unit, enemy, reacts);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    Situation situation = situation_of(phase, side, unit);
    if (!reacts) situation["reaction"] = "none";
    return known_[key] = magewinds_exchange<Rational>(fighter(side, unit).unit,
                                                      fighter(1 - side, enemy).unit, situation);
  }

  std::vector<int> candidates(std::size_t phase, const Node& node, int side, int unit) {
    std::vector<int> enemies;
    if (!stands(side, unit, node) || !can_act(phase, node, side, unit)) return enemies;
    for (int enemy = 0; enemy < size(1 - side); ++enemy) {
      if (!stands(1 - side, enemy, node)) continue;
      if (exchange(phase, side, unit, enemy, false).legal) enemies.push_back(enemy);
    }
    return enemies;
  }

  std::vector<int> ready(std::size_t phase, const Node& node, int side) {
    std::vector<int> units;
    for (int unit = 0; unit < size(side); ++unit) {
      if (at(node.done[side], unit) == 1) continue;
      if (!candidates(phase, node, side, unit).empty()) units.push_back(unit);
    }
    return units;
  }

  Moment attack(std::size_t phase, const Node& node) {
    const int side = node.side;
    const Situation situation = situation_of(phase, side, node.active);
    const bool limit = has_limit(phase);
    const bool reacts = text(situation, "reaction", "none") != "none" &&
                        can_act(phase, node, 1 - side, node.target);
    const bool feint = text(situation, "choice", "light") == "feint";
    Node before = node;
    before.target = -1;
    if (reacts && limit) --at(before.actions[1 - side], node.target);
    const bool is_free = feint && reacts && limit;  // B6
    if (!is_free) {
      --before.attacks;
      if (limit) --at(before.actions[side], node.active);
    }
    const LawOf<Rational>& dealt =
        exchange(phase, side, node.active, node.target, reacts).attacker.damage;
    const int most = toughness(1 - side, node.target);
    Moment moment;
    for (std::size_t more = 0; more < dealt.size(); ++more) {
      if (dealt[more] == 0) continue;
      Node after = before;
      int& lost = after.lost[1 - side][static_cast<std::size_t>(node.target)].front();
      lost = std::min(most, lost + static_cast<int>(more));
      moment.chances[after] += dealt[more];
    }
    return moment;
  }

  int damage_before_[2] = {0, 0};
  std::map<std::tuple<std::size_t, int, int, int, bool>, ResultOf<Rational>> known_;
};

}  // namespace

std::unique_ptr<ArmyTable> magewinds_armies(const Army& attacker, const Army& defender,
                                            const Situation& situation) {
  return std::make_unique<MagewindsArmies>(attacker, defender, situation);
}

}  // namespace reference
