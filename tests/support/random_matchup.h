// Random matchups of a system, drawn from its tables of fields, so that a new field or word cannot
// be forgotten. Ranges are scaled down here to what the tests can afford; where a system has
// scales, a field with a wide range that nobody has scaled down stops the tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "core/play/matchup.h"

namespace warodds::testing {

/// Two units and what they meet in.
template <class System>
struct Matchup {
  PerSide<typename System::Unit> units;
  typename System::Situation situation;
  Course<System> course = {};
};

/// Whether units of the system can have groups.
template <class System>
constexpr bool has_groups = *System::group_word != '\0';

/// How many dice a matchup may have: few enough to try all their faces, or about as many as lie on
/// a table.
enum class Size { handful, tableful };

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}
  /// From least to most, both included; the same on every machine.
  int between(int least, int most) {
    const auto width = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<int>(engine_() % width);
  }
  bool happens(int percent) { return between(1, 100) <= percent; }

 private:
  std::mt19937_64 engine_;
};

/// How often a field is left at its default that stays out of random matchups.
inline constexpr int never_drawn = 100;

/// What is drawn for a number, and how often it is left at its default.
struct Scale {
  int least;
  int most;
  int default_percent = 35;
};

/// By "unit.", "group." or "with." and the name of the field. Fields of words without an entry are
/// drawn from all of them; those with numbers must have one.
using Scales = std::map<std::string, Scale>;

/// Of a system that has none: numbers are drawn near their defaults.
template <class System>
const Scales& scales(Size) {
  static const Scales none;
  return none;
}

template <>
inline const Scales& scales<ArcaneLegions>(Size size) {
  static const Scales handful{
      {"group.count", {1, 2}},
      {"group.hp", {1, 3}},
      {"group.red", {0, 1}},
      {"group.blue", {0, 1}},
      {"group.white", {0, 1}},
      {"unit.figures", {1, 3}},
      {"unit.points", {0, 500}},
      {"with.attacker-breaks", {1, 1, never_drawn}},
      {"with.defender-breaks", {1, 1, never_drawn}},
      {"group.points", {0, 0, never_drawn}},
      {"unit.hp", {1, 3}},
      {"unit.red", {1, 3}},
      {"unit.blue", {1, 3}},
      {"unit.white", {0, 3}},
      {"unit.order-cost", {-3, 2, 50}},
      {"unit.extra-attack", {-2, 2, 70}},
      {"unit.extra-attack-close", {-2, 2, 70}},
      {"unit.extra-attack-ranged", {-2, 2, 70}},
      {"unit.extra-defence", {-2, 2, 70}},
      {"unit.extra-defence-close", {-2, 2, 70}},
      {"unit.extra-defence-ranged", {-2, 2, 70}},
      {"unit.attack-result", {-3, 3, 50}},
      {"unit.defence-result", {-3, 3, 50}},
      {"unit.result-cap", {2, 8, 60}},
      {"unit.attack-rerolls", {0, 3, 60}},
      {"unit.defence-rerolls", {0, 3, 60}},
      {"unit.reroll-below", {1, 7, 30}},
      {"unit.force-attack-reroll", {0, 3, 60}},
      {"unit.force-defence-reroll", {0, 3, 60}},
      {"unit.brutal", {0, 2, 50}},
      {"unit.toughness", {0, 2, 50}},
      {"unit.berserker", {0, 2, 50}},
      {"unit.enemy-attack", {-2, 2, 70}},
      {"unit.enemy-defence", {-2, 2, 70}},
      {"unit.enemy-attack-result", {-3, 3, 70}},
      {"unit.enemy-defence-result", {-3, 3, 70}},
      {"unit.range", {3, 9, 50}},
      {"with.hindered", {0, 1, 70}},
      {"with.distance", {0, 7, 60}},
      {"with.blocked", {0, 1, 90}},
      {"with.adjacent", {0, 1, 90}},
      {"with.phantom", {0, 6, 60}},
      {"with.critical-count", {1, 3, 30}},
      {"with.attacks-per-turn", {1, 2, 60}},
      {"with.critical-bonus", {0, 3, 40}},
      {"with.attacker-damage", {0, 2}},
      {"with.defender-damage", {0, 2}},
  };
  static const Scales tableful = [] {
    Scales scale = handful;
    scale["group.count"] = {1, 3};
    scale["group.red"] = scale["group.blue"] = scale["group.white"] = {0, 2};
    scale["unit.figures"] = {1, 6};
    scale["unit.red"] = scale["unit.blue"] = scale["unit.white"] = {0, 6, 10};
    scale["unit.attack-rerolls"] = scale["unit.defence-rerolls"] = {0, 4, 60};
    scale["with.hindered"] = {0, 3, 60};
    scale["with.critical-count"] = {1, 4, 40};
    return scale;
  }();
  return size == Size::handful ? handful : tableful;
}

template <>
inline const Scales& scales<Magewinds>(Size size) {
  static const Scales handful{
      {"group.min-range", {0, 3, 60}},
      {"group.max-range", {3, 9, 50}},
      {"group.power", {0, 3, 0}},
      {"group.precision", {1, 9, 0}},
      {"group.light.power", {0, 3, 0}},
      {"group.light.precision", {1, 9, 0}},
      {"group.heavy.power", {0, 3, 0}},
      {"group.heavy.precision", {1, 7, 0}},
      {"unit.toughness", {1, 4}},
      {"unit.points", {0, 500}},
      {"with.attacker-breaks", {1, 1, never_drawn}},
      {"with.defender-breaks", {1, 1, never_drawn}},
      {"unit.armour", {0, 1, 50}},
      {"unit.evasion", {0, 2}},
      {"unit.dodge", {0, 4}},
      {"unit.deflect", {0, 2}},
      {"unit.barrier", {0, 6, 40}},
      {"with.distance", {0, 9, 50}},
      {"with.defender-damage", {0, 3}},
      {"with.attacker-damage", {0, 3, 60}},
      {"with.target-cap", {0, 6, 50}},
      {"with.armour-change", {-2, 1, 50}},
      {"with.evasion-change", {-2, 2, 50}},
      {"with.precision-change", {-2, 2, 50}},
      {"with.power-change", {-2, 1, 60}},
      {"with.target-actions", {0, 3, 40}},
      {"with.attacks-per-round", {1, 3, 50}},
      {"with.actions-per-round", {1, 4, 30}},
      {"with.attacker-actions", {1, 3, 20}},
      {"with.defender-actions", {0, 3, 20}},
      {"with.reaction-value", {0, 1500, 50}},
  };
  static const Scales tableful = [] {
    Scales scale = handful;
    for (const char* name : {"group.power", "group.light.power", "group.heavy.power"}) {
      scale[name] = {0, 12, 0};
    }
    scale["unit.toughness"] = {1, 9};
    scale["unit.armour"] = {0, 4};
    scale["with.power-change"] = {-4, 4, 50};
    return scale;
  }();
  return size == Size::handful ? handful : tableful;
}

template <>
inline const Scales& scales<RaidersOfArcana>(Size size) {
  static const Scales handful{
      {"unit.figures", {1, 3}},
      {"unit.points", {0, 500}},
      {"with.attacker-breaks", {1, 1, never_drawn}},
      {"with.defender-breaks", {1, 1, never_drawn}},
      {"unit.hp", {1, 3}},
      {"unit.cd", {0, 2, 0}},
      {"unit.as", {0, 12, 10}},
      {"unit.db", {0, 5, 10}},
      {"unit.str", {0, 4, 10}},
      {"unit.arm", {0, 12, 10}},
      {"unit.fatigue", {0, 6}},
      {"unit.wounds", {0, 4, 60}},
      {"unit.extra-attack", {-2, 2, 60}},
      {"unit.extra-defence", {-2, 2, 60}},
      {"with.die", {4, 10, 10}},
      {"with.markers", {1, 2, 50}},
      {"with.attacker-markers", {1, 2, 50}},
      {"with.defender-markers", {1, 2, 50}},
      {"with.attacker-attack", {0, 6, 20}},
      {"with.defender-attack", {0, 6, 20}},
  };
  static const Scales tableful = [] {
    Scales scale = handful;
    scale["unit.figures"] = {1, 6};
    scale["unit.cd"] = {0, 3, 0};
    scale["unit.wounds"] = {0, 10, 60};
    scale["with.die"] = {4, 20, 40};
    scale["with.attacker-attack"] = scale["with.defender-attack"] = {0, 15, 20};
    return scale;
  }();
  return size == Size::handful ? handful : tableful;
}

template <>
inline const Scales& scales<DwethiaSkirmish>(Size size) {
  static const Scales handful{
      {"group.count", {1, 2}},
      {"group.aggression", {0, 2}},
      {"group.martial", {1, 6}},
      {"group.integrity", {-4, 3}},
      {"group.strength", {1, 6}},
      {"group.defence", {1, 6}},
      {"group.wounds", {1, 2}},
      {"group.save", {0, 7}},
      {"group.ignore", {0, 7, 50}},
      {"group.perception", {0, 7}},
      {"group.ranged-strength", {0, 4}},
      {"group.shots", {0, 2, 10}},
      {"group.engaged", {0, 2, 50}},
      {"unit.models", {1, 2}},
      {"unit.extra-dice", {-2, 2, 60}},
      {"unit.points", {0, 500}},
      {"with.attacker-breaks", {1, 1, never_drawn}},
      {"with.defender-breaks", {1, 1, never_drawn}},
      {"group.points", {0, 0, never_drawn}},
      {"with.attacker-damage", {0, 3, 60}},
      {"with.defender-damage", {0, 3, 60}},
  };
  static const Scales tableful = [] {
    Scales scale = handful;
    scale["group.count"] = scale["unit.models"] = {1, 4};
    scale["group.aggression"] = {0, 3};
    scale["group.wounds"] = {1, 3};
    scale["group.engaged"] = {0, 5, 50};
    return scale;
  }();
  return size == Size::handful ? handful : tableful;
}

/// Whether some fields are drawn as amounts that have to be rolled, such as 1d2.
enum class Amounts { numbers, rolled };

/// Draws matchups of one system, most of them legal.
template <class System>
class RandomMatchups {
 public:
  using Unit = typename System::Unit;
  using Group = typename System::Group;
  using Situation = typename System::Situation;

  RandomMatchups(Size size, std::uint64_t seed, Amounts amounts = Amounts::numbers)
      : scales_(scales<System>(size)), random_(seed), amounts_(amounts) {}

  Matchup<System> next() {
    Matchup<System> matchup{{unit(), unit()}, {}};
    draw(System::situation_fields(), "with.", matchup.situation, true);
    settle(matchup);
    return matchup;
  }

  /// A value of a key of the situation, as users write it.
  std::string value_of(const Field<Situation>& field) {
    Situation scratch;
    draw(field, "with.", scratch);
    return field.get(scratch);
  }
  RandomNumbers& random() { return random_; }

 private:
  Unit unit() {
    Unit result;
    if constexpr (has_groups<System>) {
      const int groups = random_.happens(50) ? random_.between(1, 3) : 0;
      for (int i = 0; i < groups; ++i) {
        Group group;
        draw(System::group_fields(), "group.", group, true);
        group.name = std::string(1, static_cast<char>('a' + i));
        result.groups.push_back(std::move(group));
      }
    }
    draw(System::unit_fields(), "unit.", result, result.groups.empty());
    return result;
  }

  template <class T>
  void draw(const Fields<T>& fields, const std::string& scope, T& object, bool with_lone) {
    for (const Field<T>& field : fields) {
      // What only sides of several units know has no meaning here.
      if (field.used_in == UsedIn::armies) continue;
      if (!field.text && (!field.lone || with_lone)) draw(field, scope, object);
    }
  }

  template <class T>
  void draw(const Field<T>& field, const std::string& scope, T& object) {
    field.put(object, value(field, scope));
    // At most a few amounts at a time: every combination of them is a fight of its own.
    if (!field.takes_amounts || amounts_ != Amounts::rolled || !random_.happens(6)) return;
    const int dice = random_.between(1, 2);
    const int plus = random_.between(std::max(-2, field.least - dice), 1);
    object.*field.amount = Amount(dice, random_.between(2, 3), plus);
  }

  int value(const FieldSpec& field, const std::string& scope) {
    auto scale = scales_.find(scope + std::string(field.name));
    // What a unit may write on itself instead of on its only group is drawn as for the group.
    if (scale == scales_.end() && field.lone)
      scale = scales_.find("group." + std::string(field.name));
    int least = field.least;
    int most = field.most;
    int default_percent = 35;
    if (scale != scales_.end()) {
      least = scale->second.least;
      most = scale->second.most;
      default_percent = scale->second.default_percent;
    } else if (field.has_numbers() && scales_.empty()) {
      least = std::max(least, field.fallback - near_default);
      most = std::min(most, field.fallback + near_default);
    } else if (field.has_numbers()) {
      throw std::logic_error("random_matchup.h does not say how far to scale down " + scope +
                             std::string(field.name));
    }
    if (default_percent == never_drawn || random_.happens(default_percent)) return field.fallback;
    const bool number = field.has_numbers() && (field.words.empty() || random_.happens(70));
    if (number) return random_.between(std::max(least, field.least), std::min(most, field.most));
    const int last = static_cast<int>(field.words.size()) - 1;
    return field.words[static_cast<std::size_t>(random_.between(0, last))].second;
  }

  // Each system's fields that only make sense together.

  template <class Other>
  void settle(Matchup<Other>&) {}

  void settle(Matchup<ArcaneLegions>& matchup) {
    // A11: damage that lies on a figure has not downed it.
    const auto cap = [](int& damage, const ArcaneLegions::Unit& unit) {
      int most = unit.hp - 1;
      for (const auto& figure : unit.groups) {
        most = &figure == &unit.groups.front() ? figure.hp - 1 : std::min(most, figure.hp - 1);
      }
      damage = std::min(damage, most);
    };
    cap(matchup.situation.attacker_damage, matchup.units.attacker);
    cap(matchup.situation.defender_damage, matchup.units.defender);
    // Now and then it lies on two figures, where there are two.
    const auto on_two = [&](int& damage, const ArcaneLegions::Unit& unit) {
      int figures = unit.groups.empty() ? unit.figures : 0;
      for (const auto& figure : unit.groups) figures += figure.count;
      if (damage == 0 || figures < 2 || (damage + figures) % 3 != 0) return;
      const auto& field = *find_field(ArcaneLegions::situation_fields(), "attacker-damage");
      damage = field.parse(std::to_string(damage) + "," + std::to_string(1 + figures % damage),
                           "random");
    };
    on_two(matchup.situation.attacker_damage, matchup.units.attacker);
    on_two(matchup.situation.defender_damage, matchup.units.defender);
    // A9: who tries every choice of rerolls has time for few dice.
    const auto& [attacker, defender] = matchup.units;
    const int most = std::max(most_dice(attacker, defender), most_dice(defender, attacker));
    for (ArcaneLegions::Unit* unit : {&matchup.units.attacker, &matchup.units.defender}) {
      if (most > most_dice_of_choice) unit->reroll_below = std::max(unit->reroll_below, 1);
    }
  }

  static constexpr int most_dice_of_choice = 4;

  /// The most dice that a unit may roll against another, whether it attacks or defends.
  static int most_dice(const ArcaneLegions::Unit& unit, const ArcaneLegions::Unit& enemy) {
    int red = unit.red, blue = unit.blue, white = unit.white;
    for (const auto& figure : unit.groups) {
      red += figure.count * figure.red;
      blue += figure.count * figure.blue;
      white += figure.count * figure.white;
    }
    const auto most = [](const Amount& amount) { return std::max(amount.most(), 0); };
    return std::max(std::max(red, blue) + most(unit.extra_attack) +
                        std::max(most(unit.extra_attack_close), most(unit.extra_attack_ranged)) +
                        most(enemy.enemy_attack),
                    white + most(unit.extra_defence) +
                        std::max(most(unit.extra_defence_close), most(unit.extra_defence_ranged)) +
                        most(enemy.enemy_defence));
  }

  void settle(Matchup<Magewinds>& matchup) {
    bool plain = false;
    const auto shape = [&](Magewinds::Group& attack) {
      plain = random_.happens(40);
      if (plain) {
        attack.light_power = attack.light_precision = Magewinds::unset;
        attack.heavy_power = attack.heavy_precision = Magewinds::unset;
        attack.power = std::max(attack.power, 0);
        attack.precision = std::max(attack.precision, 0);
      } else {
        attack.power = attack.precision = Magewinds::unset;
        attack.light_power = std::max(attack.light_power, 0);
        attack.light_precision = std::max(attack.light_precision, 0);
        attack.heavy_power = std::max(attack.heavy_power, 0);
        attack.heavy_precision = std::max(attack.heavy_precision, 0);
      }
    };
    for (Magewinds::Unit* unit : {&matchup.units.defender, &matchup.units.attacker}) {
      if (unit->groups.empty()) shape(*unit);
      for (Magewinds::Group& attack : unit->groups) shape(attack);
    }
    Magewinds::Situation& situation = matchup.situation;
    const auto& attacks = matchup.units.attacker.groups;
    const Magewinds::Group* used = &matchup.units.attacker;
    if (!attacks.empty()) {
      used = &attacks.front();
      if (random_.happens(60)) {
        used = &attacks[static_cast<std::size_t>(
            random_.between(0, static_cast<int>(attacks.size()) - 1))];
        situation.attack = used->name;
      }
    }
    if (random_.happens(3)) situation.attack = "none of these";
    // B5: a plain attack offers no choice.
    if (used->power >= 0 && random_.happens(90)) situation.choice = Magewinds::light;
    // B4: a fighter that has been taken down is no target.
    situation.defender_damage =
        std::min(situation.defender_damage, matchup.units.defender.toughness - 1);
    situation.attacker_damage =
        std::min(situation.attacker_damage, matchup.units.attacker.toughness - 1);
  }

  void settle(Matchup<RaidersOfArcana>& matchup) {
    // C2: no more dice than there are, and somebody to roll them; now and then it may happen.
    const auto fit = [&](RaidersOfArcana::Unit& unit, int& attack) {
      if (random_.happens(5)) return;
      unit.wounds = std::min(unit.wounds, unit.figures * unit.hp - 1);
      attack = std::min(attack, unit.cd * (unit.figures - unit.wounds / unit.hp));
    };
    fit(matchup.units.attacker, matchup.situation.attacker_attack);
    fit(matchup.units.defender, matchup.situation.defender_attack);
  }

  void settle(Matchup<DwethiaSkirmish>& matchup) {
    // Damage leaves somebody; now and then not.
    const auto cap = [&](int& damage, const DwethiaSkirmish::Unit& unit) {
      if (random_.happens(5)) return;
      int wounds = unit.groups.empty() ? unit.models * unit.wounds : 0;
      for (const auto& models : unit.groups) wounds += models.count * models.wounds;
      damage = std::min(damage, wounds - 1);
    };
    cap(matchup.situation.attacker_damage, matchup.units.attacker);
    cap(matchup.situation.defender_damage, matchup.units.defender);
    // D9: who fires has something to fire with; often only some of its models, or those behind.
    if (matchup.situation.response != DwethiaSkirmish::fire || random_.happens(20)) return;
    auto& groups = matchup.units.defender.groups;
    DwethiaSkirmish::Group& shooter = groups.empty()
                                          ? matchup.units.defender
                                          : groups[static_cast<std::size_t>(random_.between(
                                                0, static_cast<int>(groups.size()) - 1))];
    shooter.shots = std::max(shooter.shots, 1);
  }

  static constexpr int near_default = 2;
  const Scales& scales_;
  RandomNumbers random_;
  Amounts amounts_;
};

/// Which values of each field have occurred, in anybody's hands.
template <class System>
class Coverage {
 public:
  void add(const Matchup<System>& matchup) {
    for (const auto* unit : {&matchup.units.attacker, &matchup.units.defender}) {
      note("unit.", System::unit_fields(), *unit);
      if constexpr (has_groups<System>) {
        for (const auto& group : unit->groups) note("group.", System::group_fields(), group);
      }
    }
    note("with.", System::situation_fields(), matchup.situation);
  }

  /// Words that have not occurred, and numbers that have always been the same.
  std::vector<std::string> missing() const {
    std::vector<std::string> result;
    check("unit.", System::unit_fields(), result);
    check("group.", System::group_fields(), result);
    check("with.", System::situation_fields(), result);
    return result;
  }

 private:
  template <class T>
  void note(const std::string& scope, const Fields<T>& fields, const T& object) {
    for (const Field<T>& field : fields) {
      seen_[scope + std::string(field.name)].insert(field.get(object));
    }
  }

  template <class T>
  void check(const std::string& scope, const Fields<T>& fields,
             std::vector<std::string>& missing) const {
    for (const Field<T>& field : fields) {
      if (field.used_in == UsedIn::armies) continue;
      const std::string name = scope + std::string(field.name);
      // These have tests of their own.
      const Scales& of_system = scales<System>(Size::handful);
      const auto scale = of_system.find(name);
      if (scale != of_system.end() && scale->second.default_percent == never_drawn) continue;
      const auto found = seen_.find(name);
      const std::set<std::string> seen =
          found == seen_.end() ? std::set<std::string>{} : found->second;
      for (const auto& [word, unused] : field.words) {
        if (seen.count(std::string(word)) == 0) missing.push_back(name + '=' + std::string(word));
      }
      if (seen.size() < 2 && field.name != "name") missing.push_back(name);
    }
  }

  std::map<std::string, std::set<std::string>> seen_;
};

/// A matchup in the words of its fields, defaults left out, for messages.
template <class System>
std::string describe(const Matchup<System>& matchup) {
  std::string text;
  const auto write = [&text](const auto& fields, const auto& object) {
    const std::decay_t<decltype(object)> fresh;
    for (const auto& field : fields) {
      if (field.get(object) != field.get(fresh)) {
        text += std::string(field.name) + '=' + field.get(object) + ' ';
      }
    }
  };
  for (const auto* unit : {&matchup.units.attacker, &matchup.units.defender}) {
    text += unit == &matchup.units.attacker ? "attacker: " : "defender: ";
    write(System::unit_fields(), *unit);
    if constexpr (has_groups<System>) {
      for (const auto& group : unit->groups) {
        text += "[ ";
        write(System::group_fields(), group);
        text += "] ";
      }
    }
  }
  text += "with: ";
  write(System::situation_fields(), matchup.situation);
  return text;
}

}  // namespace warodds::testing
