// Arcane Legions: a round is a turn of each side, in which each of its units attacks (E2).
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arcane_figures.h"
#include "armies_table.h"
#include "exchange.h"
#include "fields.h"
#include "settings.h"

namespace reference {
namespace {

class ArcaneArmies : public ArmyTable {
 public:
  ArcaneArmies(const Army& attacker, const Army& defender, const Situation& situation)
      : ArmyTable(attacker, defender, situation) {
    for (int side = 0; side < 2; ++side) {
      policies_[side] = text(situation, side == 0 ? "attacker-losses" : "defender-losses", "free");
      damage_before_[side] =
          number(situation, side == 0 ? "attacker-damage" : "defender-damage", 0);
      if (damage_before_[side] != 0 && size(side) > 1) {
        throw std::invalid_argument("reference: E11: damage of a side of several units");
      }
      for (int unit = 0; unit < size(side); ++unit) {
        figures_[side].push_back(figures_of(fighter(side, unit).unit));
      }
    }
  }

  Node opening() const override {
    Node node = fresh();
    for (int side = 0; side < 2; ++side) {
      for (int unit = 0; unit < size(side); ++unit) {
        lost_of(node, side, unit).resize(figures(side, unit).size(), 0);
      }
    }
    without_damage(node);
    bool lies = false;
    for (int side = 0; side < 2; ++side) {
      take(node, side, 0, damage_before_[side]);
      lies = lies || at(node.lying[side], 0) > 0;
    }
    return lies ? node : between_rounds(node);
  }

  Node round_begins(std::size_t, const Node& lasting) const override {
    Node node = lasting;
    if (node.lying[0].empty()) without_damage(node);  // Else it lies there from before the battle.
    for (int side = 0; side < 2; ++side) {
      node.done[side].assign(static_cast<std::size_t>(size(side)), 0);
      node.chosen[side].assign(static_cast<std::size_t>(size(side)), 0);
    }
    return node;
  }

  Moment next(std::size_t phase, const Node& node) override {
    const Situation now = of_round(phase);
    if (node.target >= 0) return attack(phase, node);
    if (node.active >= 0) {
      const std::vector<int> enemies = candidates(phase, node, node.active);
      if (node.attacks > 0 && !enemies.empty()) return target_choice(node, enemies);
      Node after = node;
      after.active = -1;
      after.attacks = 0;
      return surely(after);
    }
    std::vector<int> units;
    for (int unit = 0; unit < size(node.side); ++unit) {
      if (at(node.done[node.side], unit) == 0 && !candidates(phase, node, unit).empty()) {
        units.push_back(unit);
      }
    }
    if (!units.empty()) {
      Moment moment = unit_choice(node, units);
      for (Node& after : moment.after) {
        at(after.done[after.side], after.active) = 1;
        after.attacks = number(now, "attacks-per-turn", 1);
      }
      return moment;
    }
    // The turn of this side is over.
    const bool alternate = word(now, "turns", {"alternate", "attacker-only"}) == "alternate";
    if (node.side == 1 || !alternate) return round_over(node);
    Node after = node;
    after.side = 1;
    if (word(now, "turn", {"side", "round"}) == "side") without_damage(after);  // A13
    return surely(after);
  }

  int hit_points_left(int side, int unit, const Node& node) const override {
    const Standing now = standing(node, side, unit);
    return reference::hit_points_left(figures(side, unit), now) - now.lying;
  }

  int figures_left(int side, int unit, const Node& node) const override {
    return reference::figures_left(standing(node, side, unit));
  }

 private:
  const std::vector<Figures>& figures(int side, int unit) const {
    return figures_[side][static_cast<std::size_t>(unit)];
  }

  static std::vector<int>& lost_of(Node& node, int side, int unit) {
    return node.lost[side][static_cast<std::size_t>(unit)];
  }

  void without_damage(Node& node) const {
    for (int side = 0; side < 2; ++side) {
      node.injured[side].assign(static_cast<std::size_t>(size(side)), 0);
      node.lying[side].assign(static_cast<std::size_t>(size(side)), 0);
    }
  }

  Standing standing(const Node& node, int side, int unit) const {
    Standing now = everybody(figures(side, unit));
    const std::vector<int>& lost = node.lost[side][static_cast<std::size_t>(unit)];
    for (std::size_t g = 0; g < lost.size(); ++g) now.left[g] -= lost[g];
    if (!node.lying[side].empty()) {
      now.injured = at(node.injured[side], unit);
      now.lying = at(node.lying[side], unit);
    }
    return now;
  }

  // A11
  void take(Node& node, int side, int unit, int damage) const {
    const std::vector<Figures>& all = figures(side, unit);
    const Standing after = assign(all, policies_[side], standing(node, side, unit), damage);
    std::vector<int>& lost = lost_of(node, side, unit);
    for (std::size_t g = 0; g < lost.size(); ++g) lost[g] = all[g].count - after.left[g];
    at(node.injured[side], unit) = after.injured;
    at(node.lying[side], unit) = after.lying;
  }

  Situation situation_of(std::size_t phase, int side, int unit) const {
    const Situation now = of_round(phase);
    Situation own = with_of_round(side, unit, phase);
    const Situation base = side == 0 ? now : arcane_reply(now);
    own.insert(base.begin(), base.end());
    return own;
  }

  const ResultOf<Rational>& exchange(std::size_t phase, const Node& node, int unit, int enemy) {
    const int side = node.side;
    const Standing own = standing(node, side, unit);
    const Standing other = standing(node, 1 - side, enemy);
    const Unit& attacker = fighter(side, unit).unit;
    const Unit& defender = fighter(1 - side, enemy).unit;
    const bool matters = arcane_rerolls_to_destroy(attacker, defender, of_round(phase));
    const Lying lying = matters ? Lying{own.lying, other.lying} : Lying{0, 0};
    const auto key = std::make_tuple(phase, side, unit, enemy, own.left, other.left,
                                     lying.on_attacker, lying.on_defender);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    return known_[key] = arcane_exchange<Rational>(unit_left(attacker, own.left),
                                                   unit_left(defender, other.left),
                                                   situation_of(phase, side, unit), lying);
  }

  // Whom a unit may attack with the order points that are left (E2, E8).
  std::vector<int> candidates(std::size_t phase, const Node& node, int unit) {
    std::vector<int> enemies;
    if (!stands(node.side, unit, node)) return enemies;
    const std::optional<int> points = number_or_none(of_round(phase), "order-points");
    const int cost = arcane_order_cost(fighter(node.side, unit).unit);
    if (points && node.points[node.side] + cost > *points) return enemies;
    for (int enemy = 0; enemy < size(1 - node.side); ++enemy) {
      if (!stands(1 - node.side, enemy, node)) continue;
      if (exchange(phase, node, unit, enemy).legal) enemies.push_back(enemy);
    }
    return enemies;
  }

  Moment attack(std::size_t phase, const Node& node) {
    Node before = node;
    before.target = -1;
    --before.attacks;
    if (number_or_none(of_round(phase), "order-points")) {
      before.points[node.side] += arcane_order_cost(fighter(node.side, node.active).unit);
    }
    const auto& joint = exchange(phase, node, node.active, node.target).joint_damage;
    Moment moment;
    for (std::size_t dealt = 0; dealt < joint.size(); ++dealt) {
      for (std::size_t suffered = 0; suffered < joint[dealt].size(); ++suffered) {
        if (joint[dealt][suffered] == 0) continue;
        Node after = before;  // A12: both at once.
        take(after, 1 - node.side, node.target, static_cast<int>(dealt));
        take(after, node.side, node.active, static_cast<int>(suffered));
        moment.chances[after] += joint[dealt][suffered];
      }
    }
    return moment;
  }

  std::vector<std::vector<Figures>> figures_[2];
  std::string policies_[2];
  int damage_before_[2] = {0, 0};
  std::map<std::tuple<std::size_t, int, int, int, std::vector<int>, std::vector<int>, int, int>,
           ResultOf<Rational>>
      known_;
};

}  // namespace

std::unique_ptr<ArmyTable> arcane_armies(const Army& attacker, const Army& defender,
                                         const Situation& situation) {
  return std::make_unique<ArcaneArmies>(attacker, defender, situation);
}

}  // namespace reference
