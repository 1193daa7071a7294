// Raiders of Arcana: one combat round after the other, the sides in turn (E4).
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "armies_table.h"
#include "exchange.h"
#include "fields.h"
#include "settings.h"

namespace reference {
namespace {

const char* const split_of_side[] = {"attacker-attack", "defender-attack"};

class RaidersArmies : public ArmyTable {
 public:
  RaidersArmies(const Army& attacker, const Army& defender, const Situation& situation)
      : ArmyTable(attacker, defender, situation) {
    for (int side = 0; side < 2; ++side) {
      for (int unit = 0; unit < size(side); ++unit) {
        for (const auto& [key, value] : fighter(side, unit).with) {
          if (key != split_of_side[side]) {
            throw std::invalid_argument("reference: E12: not the split of the unit's side: " + key);
          }
        }
      }
    }
  }

  Node opening() const override {
    Node node = fresh();
    for (int side = 0; side < 2; ++side) {
      for (int unit = 0; unit < size(side); ++unit) {
        node.lost[side][static_cast<std::size_t>(unit)] = {
            number(fighter(side, unit).unit.fields, "wounds", 0)};
      }
    }
    return node;
  }

  Node round_begins(std::size_t, const Node& lasting) const override {
    Node node = lasting;
    for (int side = 0; side < 2; ++side) {
      node.done[side].assign(static_cast<std::size_t>(size(side)), 0);
      node.chosen[side].assign(static_cast<std::size_t>(size(side)), 0);
    }
    return node;
  }

  Moment next(std::size_t phase, const Node& node) override {
    if (node.target >= 0) return combat(phase, node);
    if (node.active >= 0) return target_choice(node, in_it(node, 1 - node.side));
    const std::vector<int> units = ready(node, node.side);
    if (!units.empty()) return unit_choice(node, units);
    if (ready(node, 1 - node.side).empty()) return round_over(node);
    Node passed = node;
    passed.side = 1 - node.side;
    return surely(passed);
  }

  int hit_points_left(int side, int unit, const Node& node) const override {
    return raiders_hit_points(fighter(side, unit).unit) - wounds(side, unit, node);
  }

  int figures_left(int side, int unit, const Node& node) const override {
    return raiders_left(fighter(side, unit).unit, wounds(side, unit, node));
  }

  Ending ending(const Node& lasting) const override {
    const Ending ended = ArmyTable::ending(lasting);
    if (ended != Ending::none) return ended;
    const bool tired = in_it(lasting, 0).empty() || in_it(lasting, 1).empty();
    return tired ? Ending::undecided : Ending::none;
  }

 private:
  static int wounds(int side, int unit, const Node& node) {
    return node.lost[side][static_cast<std::size_t>(unit)].front();
  }

  // C8; 0 where there is none.
  int limit(int side, int unit) const {
    return number_or_none(fighter(side, unit).unit.fields, "fatigue").value_or(0);
  }

  // Who stands and is below its limit.
  std::vector<int> in_it(const Node& node, int side) const {
    std::vector<int> units;
    for (int unit = 0; unit < size(side); ++unit) {
      const bool tired = limit(side, unit) > 0 && at(node.markers[side], unit) >= limit(side, unit);
      if (stands(side, unit, node) && !tired) units.push_back(unit);
    }
    return units;
  }

  // Who can be activated: it has not fought in this round, and there is somebody to fight.
  std::vector<int> ready(const Node& node, int side) const {
    std::vector<int> units;
    if (in_it(node, 1 - side).empty()) return units;
    for (const int unit : in_it(node, side)) {
      if (at(node.done[side], unit) == 0) units.push_back(unit);
    }
    return units;
  }

  // C8, E4: as many markers as its side takes with the first combat of a round, then one each.
  void tire(std::size_t phase, Node& node, int side, int unit) const {
    const Situation now = of_round(phase);
    const std::string both = text(now, "markers", "2");
    const std::string own = text(now, side == 0 ? "attacker-markers" : "defender-markers", "both");
    const std::string& first = own == "both" ? both : own;
    const int more = at(node.done[side], unit) == 0 ? number_in("markers", first) : 1;
    int& markers = at(node.markers[side], unit);
    markers = std::min(limit(side, unit), markers + more);  // Not counted without a limit.
    at(node.done[side], unit) = 1;
  }

  const ResultOf<Rational>& exchange(std::size_t phase, const Node& node, int attacker,
                                     int defender) {
    const int taken[] = {wounds(0, attacker, node), wounds(1, defender, node)};
    const auto key = std::make_tuple(phase, attacker, defender, taken[0], taken[1]);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    Situation now = of_round(phase);
    const int units[] = {attacker, defender};
    std::vector<Unit> as_they_are;
    for (int side = 0; side < 2; ++side) {
      const std::string split = split_of_side[side];
      now.insert({split, "half"});
      const Situation own = with_of_round(side, units[side], phase);
      if (own.contains(split)) now[split] = own.at(split);
      as_they_are.push_back(with_wounds(fighter(side, units[side]).unit, taken[side]));
      now[split] = capped_share(now, split, as_they_are.back());
    }
    return known_[key] = raiders_exchange<Rational>(as_they_are[0], as_they_are[1], now);
  }

  Moment combat(std::size_t phase, const Node& node) {
    const int attacker = node.side == 0 ? node.active : node.target;
    const int defender = node.side == 0 ? node.target : node.active;
    const auto& joint = exchange(phase, node, attacker, defender).joint_damage;
    Node before = node;
    before.active = -1;
    before.target = -1;
    before.side = 1 - node.side;
    tire(phase, before, 0, attacker);
    tire(phase, before, 1, defender);
    const int all[] = {raiders_hit_points(fighter(0, attacker).unit),
                       raiders_hit_points(fighter(1, defender).unit)};
    Moment moment;
    for (std::size_t dealt = 0; dealt < joint.size(); ++dealt) {
      for (std::size_t suffered = 0; suffered < joint[dealt].size(); ++suffered) {
        if (joint[dealt][suffered] == 0) continue;
        Node after = before;
        int& on_attacker = after.lost[0][static_cast<std::size_t>(attacker)].front();
        int& on_defender = after.lost[1][static_cast<std::size_t>(defender)].front();
        on_attacker = std::min(all[0], on_attacker + static_cast<int>(suffered));
        on_defender = std::min(all[1], on_defender + static_cast<int>(dealt));
        moment.chances[after] += joint[dealt][suffered];
      }
    }
    return moment;
  }

  std::map<std::tuple<std::size_t, int, int, int, int>, ResultOf<Rational>> known_;
};

}  // namespace

std::unique_ptr<ArmyTable> raiders_armies(const Army& attacker, const Army& defender,
                                          const Situation& situation) {
  return std::make_unique<RaidersArmies>(attacker, defender, situation);
}

}  // namespace reference
