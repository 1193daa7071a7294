// Random sides of several units, as the reference reads them and as the library does.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/engine.h"
#include "core/answer/fight_until.h"
#include "core/fields/schedule.h"
#include "core/play/battle.h"
#include "core/play/matchup.h"
#include "core/systems/systems.h"
#include "tests/reference/armies.h"

namespace warodds::testing {

using reference::ArmySystem;

/// Those that the reference knows.
using DrawnSystems = ::testing::Types<ArcaneLegions, Magewinds, RaidersOfArcana, DwethiaSkirmish>;

template <class System>
constexpr ArmySystem system_of() {
  if constexpr (std::is_same_v<System, ArcaneLegions>) return ArmySystem::arcane_legions;
  if constexpr (std::is_same_v<System, Magewinds>) return ArmySystem::magewinds;
  if constexpr (std::is_same_v<System, RaidersOfArcana>) return ArmySystem::raiders_of_arcana;
  return ArmySystem::dwethia_skirmish;
}

// ---- From the reference's plain texts to values ----

template <class T>
void set_fields(const Fields<T>& table, const reference::Fields& fields, T& object) {
  for (const auto& [key, value] : fields) {
    const Field<T>* field = find_field(table, key);
    if (field == nullptr) throw std::invalid_argument("no field " + key);
    field->set(object, value, "test");
  }
}

template <class System>
typename System::Unit unit_of(const std::string& name, const reference::Unit& said) {
  typename System::Unit unit;
  unit.name = name;
  set_fields(System::unit_fields(), said.fields, unit);
  for (const reference::Group& of : said.groups) {
    typename System::Group group;
    group.name = of.name;
    set_fields(System::group_fields(), of.fields, group);
    unit.groups.push_back(group);
  }
  return unit;
}

inline Activation activation_of(const std::string& word) {
  return word == "listed"      ? Activation::listed
         : word == "weakest"   ? Activation::weakest
         : word == "strongest" ? Activation::strongest
         : word == "random"    ? Activation::random
                               : Activation::best;
}
inline Targeting targeting_of(const std::string& word) {
  return word == "listed"      ? Targeting::listed
         : word == "weakest"   ? Targeting::weakest
         : word == "strongest" ? Targeting::strongest
         : word == "spread"    ? Targeting::spread
         : word == "random"    ? Targeting::random
                               : Targeting::best;
}

template <class System>
Army<System> army_of(const reference::Army& said) {
  Army<System> army;
  for (const reference::Entry& entry : said.units) {
    ArmyUnit<System> one{unit_of<System>(entry.name, entry.unit), {}};
    for (const auto& [key, value] : entry.with) {
      const auto* field = find_field(System::situation_fields(), key);
      one.with.set(*field, parse_schedule(*field, {key, value, "with"}), "with");
    }
    for (int i = 0; i < entry.count; ++i) army.units.push_back(one);
  }
  army.conduct.activate = activation_of(said.conduct.activate);
  army.conduct.targets = targeting_of(said.conduct.targets);
  for (const auto& [unit, enemy] : said.conduct.pins) army.conduct.pins.push_back({unit, enemy});
  return army;
}

/// When a battle ends while both sides stand: so many figures left of a side, or that share of
/// those it began with, in percent; 0: not so.
struct Halts {
  PerSide<int> breaks, shares, until;

  void tell(reference::Situation& situation) const {
    for (const Side side : both_sides) {
      const std::string of = to_string(side);
      if (breaks[side] > 0) situation[of + "-breaks"] = std::to_string(breaks[side]);
      if (shares[side] > 0) situation[of + "-breaks"] = std::to_string(shares[side]) + "%";
      if (until[side] > 0) situation["until-" + of + "-left"] = std::to_string(until[side]);
    }
  }
  /// As an event; empty: it is not fought until anything.
  std::string event() const {
    std::string event;
    for (const Side side : both_sides) {
      if (until[side] == 0) continue;
      event += (event.empty() ? "" : " or ") + std::string(to_string(side)) +
               ".survivors <= " + std::to_string(until[side]);
    }
    return event;
  }
};

struct Drawn {
  reference::Army attacker, defender;
  reference::Situation situation;
  int cap = 0;
  Halts halts = {};

  /// As the reference reads it.
  reference::Situation with_halts() const {
    reference::Situation all = situation;
    halts.tell(all);
    return all;
  }
};

/// A battle of two units is one of another kind, which need not be possible.
template <class System>
bool is_of_two_units(const Drawn& drawn) {
  const auto is_plain = [](const Army<System>& army) {
    return army.units.size() == 1 && army.units.front().with.empty();
  };
  return is_plain(army_of<System>(drawn.attacker)) && is_plain(army_of<System>(drawn.defender));
}

template <class System>
BattleQuestion question_of(const Drawn& drawn) {
  warodds::Matchup matchup(System::name);
  for (const auto& [key, value] : drawn.situation) {
    matchup.set_situation({key, value, "--with"}, {UsedIn::armies, "battle"});
  }
  const auto& of = matchup.as<System>();
  typename System::Situation situation = of.situation;
  const auto point_of = [&](Side side) {
    return drawn.halts.shares[side] > 0 ? -drawn.halts.shares[side] : drawn.halts.breaks[side];
  };
  if constexpr (requires { situation.attacker_breaks; }) {
    situation.attacker_breaks = point_of(Side::attacker);
    situation.defender_breaks = point_of(Side::defender);
  }
  BattleQuestion question{
      Battle<System>({army_of<System>(drawn.attacker), army_of<System>(drawn.defender)}, situation,
                     of.course),
      drawn.cap};
  const std::string until = drawn.halts.event();
  if (!until.empty()) fight_until(Event(until, OutcomeOf::battle), question.battle);
  return question;
}

// ---- Random armies, small enough for fractions ----

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  int between(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  bool one_in(int n) { return between(1, n) == 1; }
  std::string number(int low, int high) { return std::to_string(between(low, high)); }
  std::string one_of(const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(between(0, static_cast<int>(words.size()) - 1))];
  }

  reference::Unit unit(ArmySystem system) {
    switch (system) {
      case ArmySystem::arcane_legions:
        return legion();
      case ArmySystem::magewinds:
        return fighter();
      case ArmySystem::raiders_of_arcana:
        return raider();
      case ArmySystem::dwethia_skirmish:
        break;
    }
    return band();
  }

  reference::Situation situation(ArmySystem system) {
    switch (system) {
      case ArmySystem::arcane_legions: {
        reference::Situation situation{
            {"attacks-per-turn", one_of({"1", "1", "2"})},
            {"turn", one_of({"side", "round"})},
            {"turns", one_of({"alternate", "alternate", "attacker-only"})},
            {"attacker-losses", one_of({"free", "listed", "fewest", "cheapest"})},
            {"defender-losses", one_of({"free", "listed", "fewest", "cheapest"})},
            {"attacker-side", one_of({"good", "grey", "good,grey"})}};
        if (one_in(3)) situation["order-points"] = number(0, 4);
        if (one_in(3)) situation["attacker-rerolls-for"] = "destroy";
        if (one_in(3)) situation["defender-rerolls-for"] = "destroy";
        if (one_in(4)) situation["mode"] = one_of({"ranged", "ranged,close"});
        if (one_in(4)) situation["distance"] = number(4, 8);
        return situation;
      }
      case ArmySystem::magewinds: {
        reference::Situation situation{{"attacks-per-round", number(1, 2)},
                                       {"actions-per-round", one_of({"1", "2", "3", "none"})},
                                       {"reaction", one_of({"none", "dodge", "deflect*2,none"})},
                                       {"reply.reaction", one_of({"none", "dodge", "deflect"})}};
        if (one_in(2))
          situation["choice"] = one_of({"heavy", "feint", "feint,light", "heavy,pass"});
        if (one_in(4)) situation["reply.choice"] = one_of({"light", "heavy", "feint", "pass"});
        if (one_in(4)) situation["distance"] = number(2, 6);
        return situation;
      }
      case ArmySystem::raiders_of_arcana: {
        reference::Situation situation{
            {"attacker-attack", one_of({"all", "half", "1", "half*2,all"})},
            {"defender-attack", one_of({"all", "half", "none,all"})},
            {"markers", one_of({"1", "2"})}};
        if (one_in(4)) situation["defender-markers"] = "1";
        return situation;
      }
      case ArmySystem::dwethia_skirmish:
        break;
    }
    return {{"response", one_of({"fight", "fight", "fire", "retreat", "fight,retreat"})},
            {"roles", one_of({"fixed", "alternate"})},
            {"order", one_of({"simultaneous", "attacker-first"})},
            {"coherent", one_of({"all", "engaged"})},
            {"integrity", one_of({"once", "twice"})},
            {"saves", one_of({"listed", "best", "spread"})},
            {"retreat", one_of({"add", "set"})},
            {"retreat-opportunity", one_of({"no", "yes"})},
            {"step-up", one_of({"no", "yes"})}};
  }

  reference::Situation with(ArmySystem system, int side) {
    switch (system) {
      case ArmySystem::arcane_legions:
        return one_in(2) ? reference::Situation{{"mode", one_of({"ranged", "ranged,close"})}}
                         : reference::Situation{{"attacker-side", "grey"}};
      case ArmySystem::magewinds:
        return one_in(2)
                   ? reference::Situation{{"choice", one_of({"heavy", "feint", "light", "pass"})}}
                   : reference::Situation{{"reaction", one_of({"none", "dodge,none"})}};
      case ArmySystem::raiders_of_arcana:
        return {{side == 0 ? "attacker-attack" : "defender-attack", one_of({"all", "none", "1"})}};
      case ArmySystem::dwethia_skirmish:
        break;
    }
    return {{"response", one_of({"fight", "retreat", "fire"})}};
  }

  reference::Army army(ArmySystem system, int side, int most_units) {
    reference::Army army;
    const std::string first = side == 0 ? "A" : "D";
    int left = between(1, most_units);
    for (int kind = 0; left > 0; ++kind) {
      reference::Entry entry{first + std::to_string(kind), unit(system), 1, {}};
      if (left > 1 && one_in(3)) entry.count = 2;
      if (one_in(4)) entry.with = with(system, side);
      left -= entry.count;
      army.units.push_back(entry);
    }
    army.conduct.activate = one_of({"listed", "weakest", "strongest", "random"});
    army.conduct.targets = one_of({"weakest", "listed", "strongest", "random", "spread"});
    return army;
  }

  /// When it ends while both sides stand: at least one of these.
  Halts halts() {
    Halts halts;
    const auto draw = [&](PerSide<int>& of, int low, int high) {
      of[one_in(2) ? Side::attacker : Side::defender] = between(low, high);
      if (one_in(3)) of[one_in(2) ? Side::attacker : Side::defender] = between(low, high);
    };
    const int kind = between(0, 4);
    if (kind <= 1) draw(halts.breaks, 1, 2);
    if (kind == 2) draw(halts.shares, 30, 80);
    if (kind >= 3) draw(halts.until, 1, 3);
    if (kind == 4) draw(halts.breaks, 1, 1);
    return halts;
  }

  Drawn battle(ArmySystem system, int most_units) {
    Drawn drawn{army(system, 0, most_units), army(system, 1, most_units), situation(system), 0};
    const auto pin = [&](reference::Army& own, const reference::Army& enemy) {
      const auto name = [&](const reference::Army& of) {
        return of.units[static_cast<std::size_t>(between(0, static_cast<int>(of.units.size()) - 1))]
            .name;
      };
      if (one_in(4)) own.conduct.pins[name(own)] = name(enemy);
    };
    pin(drawn.attacker, drawn.defender);
    pin(drawn.defender, drawn.attacker);
    drawn.cap = one_in(2) ? between(1, 3) : 0;
    return drawn;
  }

 private:
  reference::Unit legion() {
    reference::Unit unit{{{"white", number(0, 1)}, {"brutal", one_of({"0", "0", "1"})}}, {}};
    const int groups = between(1, 2);
    for (int group = 0; group < groups; ++group) {
      unit.groups.push_back({"G" + std::to_string(group),
                             {{"count", number(1, 2)},
                              {"hp", number(1, 2)},
                              {"red", number(0, 1)},
                              {"blue", number(0, 1)},
                              {"white", number(0, 1)}}});
    }
    if (one_in(2)) unit.fields["kind"] = "sortie";
    if (one_in(6)) unit.fields["order-cost"] = one_of({"-1", "1"});
    if (one_in(8)) unit.fields["extra-attack"] = "1d2";
    if (one_in(8)) unit.fields["berserker"] = "1";
    if (groups == 1 && one_in(3)) {  // of few dice
      unit.fields["attack-rerolls"] = unit.fields["defence-rerolls"] = "1";
      unit.fields["reroll-below"] = one_of({"best", "best", "5"});
    }
    return unit;
  }
  reference::Unit fighter() {
    reference::Fields bolt{{"power", number(1, 2)}, {"precision", number(2, 5)}};
    if (one_in(2)) {
      bolt = {{"light.power", number(1, 2)},
              {"light.precision", number(2, 5)},
              {"heavy.power", number(2, 3)},
              {"heavy.precision", number(1, 3)}};
    }
    if (one_in(4)) bolt["max-range"] = "3";
    return {{{"toughness", number(1, 3)},
             {"armour", number(0, 1)},
             {"evasion", number(0, 1)},
             {"dodge", number(0, 2)},
             {"deflect", number(0, 2)}},
            {{"Bolt", bolt}}};
  }
  reference::Unit raider() {
    reference::Unit unit{{{"figures", number(1, 2)},
                          {"hp", number(1, 2)},
                          {"cd", number(1, 2)},
                          {"as", number(3, 7)},
                          {"db", number(0, 2)},
                          {"str", number(0, 2)},
                          {"arm", number(4, 8)},
                          {"fatigue", one_of({"0", "0", "3", "4", "6"})},
                          {"shield-wall", one_of({"no", "no", "yes"})}},
                         {}};
    if (one_in(6)) unit.fields["arm"] = "12";
    if (unit.fields["hp"] == "2" && one_in(4)) unit.fields["wounds"] = "1";
    if (one_in(8)) unit.fields["extra-attack"] = "1d2-1";
    return unit;
  }
  reference::Unit band() {
    reference::Unit unit{{{"extra-dice", one_of({"0", "0", "1", "-1"})}}, {}};
    const int groups = between(1, 2);
    for (int group = 0; group < groups; ++group) {
      unit.groups.push_back({"G" + std::to_string(group),
                             {{"count", number(1, 2)},
                              {"engaged", one_of({"all", "all", "1", "0"})},
                              {"aggression", number(1, 2)},
                              {"martial", number(2, 5)},
                              {"integrity", number(-1, 1)},
                              {"strength", number(2, 5)},
                              {"defence", number(2, 5)},
                              {"wounds", number(1, 2)},
                              {"save", one_of({"0", "4", "5"})},
                              {"ignore", one_of({"0", "6"})},
                              {"perception", number(3, 6)},
                              {"ranged-strength", number(1, 3)},
                              {"shots", number(0, 1)}}});
    }
    return unit;
  }

  std::mt19937 random_;
};

inline std::string in_words(const Drawn& drawn) {
  std::string said;
  const auto add_fields = [&](const reference::Fields& fields) {
    for (const auto& [key, value] : fields) said += ' ' + key + '=' + value;
  };
  for (const reference::Army* army : {&drawn.attacker, &drawn.defender}) {
    for (const reference::Entry& entry : army->units) {
      said += "\n  " + entry.name + '*' + std::to_string(entry.count);
      add_fields(entry.unit.fields);
      for (const reference::Group& group : entry.unit.groups) {
        said += " | " + group.name;
        add_fields(group.fields);
      }
      said += " with";
      add_fields(entry.with);
    }
    said += "\n  activate " + army->conduct.activate + ", targets " + army->conduct.targets;
    add_fields(army->conduct.pins);
  }
  said += "\n ";
  add_fields(drawn.situation);
  reference::Situation halts;
  drawn.halts.tell(halts);
  add_fields(halts);
  return said + "\n  rounds " + std::to_string(drawn.cap) + '\n';
}

}  // namespace warodds::testing
