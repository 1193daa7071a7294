// What the tables of all systems have in common: names, settings of a unit, pins.
#include "armies_table.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "halts.h"
#include "settings.h"

namespace reference {
namespace {

// E1: units of one name are numbered in the order written, however they are written.
std::vector<Fighter> mustered(const Army& army) {
  std::map<std::string, int> of_name;
  for (const Entry& entry : army.units) of_name[entry.name] += entry.count;
  std::map<std::string, int> so_far;
  std::vector<Fighter> fighters;
  for (const Entry& entry : army.units) {
    for (int n = 0; n < entry.count; ++n) {
      const int number = ++so_far[entry.name];
      const bool alone = of_name[entry.name] == 1;
      fighters.push_back({alone ? entry.name : entry.name + ' ' + std::to_string(number),
                          entry.name, entry.unit, entry.with});
    }
  }
  if (fighters.empty()) throw std::invalid_argument("reference: a side without units");
  return fighters;
}

}  // namespace

Node between_rounds(const Node& node) {
  Node lasting;
  for (int side = 0; side < 2; ++side) {
    lasting.lost[side] = node.lost[side];
    lasting.away[side] = node.away[side];
    lasting.markers[side] = node.markers[side];
  }
  lasting.begun = node.begun;
  return lasting;
}

bool same_losses(const Node& before, const Node& after) {
  for (int side = 0; side < 2; ++side) {
    if (before.lost[side] != after.lost[side] || before.away[side] != after.away[side]) {
      return false;
    }
  }
  return true;
}

Moment surely(const Node& node) { return {Moment::Kind::chance, {{node, Rational(1)}}}; }

Moment round_over(const Node& node) {
  Node lasting = between_rounds(node);
  lasting.begun = 1;
  return {Moment::Kind::round_over, {{lasting, Rational(1)}}};
}

ArmyTable::ArmyTable(const Army& attacker, const Army& defender, const Situation& situation)
    : fighters_{mustered(attacker), mustered(defender)},
      conducts_{attacker.conduct, defender.conduct},
      situation_(situation) {
  int settled = settled_round(situation);
  duel_ = size(0) == 1 && size(1) == 1;
  for (const auto& side : fighters_) {
    for (const Fighter& fighter : side) {
      settled = std::max(settled, settled_round(fighter.with));
      duel_ = duel_ && fighter.with.empty();
    }
  }
  phases_ = {static_cast<std::size_t>(settled), static_cast<std::size_t>(settled - 1)};
}

bool ArmyTable::any_stands(int side, const Node& node) const {
  for (int unit = 0; unit < size(side); ++unit) {
    if (stands(side, unit, node)) return true;
  }
  return false;
}

Ending ArmyTable::ending(const Node& lasting) const {
  const Ending ending = destroyed(lasting);
  return ending != Ending::none ? ending : halted(lasting);
}

Ending ArmyTable::halted(const Node& lasting) const {
  if (lasting.begun == 0) return Ending::none;
  const Node first = opening();
  int left[2] = {0, 0};
  int at_first[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    for (int unit = 0; unit < size(side); ++unit) {
      left[side] += figures_left(side, unit, lasting);
      at_first[side] += figures_left(side, unit, first);
    }
  }
  switch (reference::halted(situation_, left, at_first)) {
    case Halted::attacker_beaten:
      return Ending::defender_wins;
    case Halted::defender_beaten:
      return Ending::attacker_wins;
    case Halted::both_beaten:
      return Ending::both_destroyed;
    case Halted::undecided:
      return Ending::undecided;
    default:
      return Ending::none;
  }
}

Ending ArmyTable::destroyed(const Node& lasting) const {
  const bool attacker = any_stands(0, lasting);
  const bool defender = any_stands(1, lasting);
  if (attacker && defender) return Ending::none;
  if (attacker) return Ending::attacker_wins;
  return defender ? Ending::defender_wins : Ending::both_destroyed;
}

Node ArmyTable::fresh() const {
  Node node;
  for (int side = 0; side < 2; ++side) {
    const auto units = static_cast<std::size_t>(size(side));
    node.lost[side].resize(units);
    node.away[side].resize(units, 0);
    node.markers[side].resize(units, 0);
  }
  return node;
}

Situation ArmyTable::of_round(std::size_t phase) const {
  return in_round(situation_, static_cast<int>(phase) + 1);
}

Situation ArmyTable::with_of_round(int side, int unit, std::size_t phase) const {
  return in_round(fighter(side, unit).with, static_cast<int>(phase) + 1);
}

Moment ArmyTable::unit_choice(const Node& node, const std::vector<int>& units) const {
  Moment moment{Moment::Kind::unit, {}, node.side, -1, units, {}};
  for (const int unit : units) {
    moment.after.push_back(node);
    moment.after.back().active = unit;
  }
  return moment;
}

Moment ArmyTable::target_choice(const Node& node, const std::vector<int>& enemies) const {
  const int enemy_side = 1 - node.side;
  const Fighter& chooser = fighter(node.side, node.active);
  const auto& pins = conducts_[node.side].pins;
  // What is said of one of several goes before what is said of all of them.
  auto pin = pins.find(chooser.name);
  if (pin == pins.end()) pin = pins.find(chooser.plain_name);
  std::vector<int> candidates = enemies;
  if (pin != pins.end()) {
    std::vector<int> pinned;
    for (const int enemy : enemies) {
      const Fighter& one = fighter(enemy_side, enemy);
      if (one.name == pin->second || one.plain_name == pin->second) pinned.push_back(enemy);
    }
    if (!pinned.empty()) candidates = pinned;
  }
  Moment moment{Moment::Kind::target, {}, node.side, node.active, candidates, {}};
  for (const int enemy : candidates) {
    Node after = node;
    after.target = enemy;
    if (conducts_[node.side].targets == "spread") ++at(after.chosen[enemy_side], enemy);
    moment.after.push_back(after);
  }
  return moment;
}

std::unique_ptr<ArmyTable> armies_on_table(ArmySystem system, const Army& attacker,
                                           const Army& defender, const Situation& situation) {
  switch (system) {
    case ArmySystem::arcane_legions:
      return arcane_armies(attacker, defender, situation);
    case ArmySystem::magewinds:
      return magewinds_armies(attacker, defender, situation);
    case ArmySystem::raiders_of_arcana:
      return raiders_armies(attacker, defender, situation);
    case ArmySystem::dwethia_skirmish:
      return dwethia_armies(attacker, defender, situation);
  }
  throw std::invalid_argument("reference: no such system");
}

}  // namespace reference
