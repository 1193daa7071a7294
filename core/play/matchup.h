// Two sides and the situation they meet in: what every question is about. A side is a unit, or
// several in battles. Units and situation are set through the field tables of their system; out
// come the fight, the battle or the game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/fields/profile.h"
#include "core/fields/setting.h"
#include "core/play/battle.h"
#include "core/play/rolled.h"
#include "core/systems/any_unit.h"
#include "core/systems/systems.h"

namespace warodds {

/// The same of a system that is known when the program is compiled.
template <CombatSystem System>
struct SidesOf {
  using Unit = typename System::Unit;
  using Situation = typename System::Situation;

  explicit SidesOf(const PerSide<Unit>& units = {}, Situation in_situation = {},
                   Course<System> and_course = {})
      : situation(std::move(in_situation)), course(std::move(and_course)) {
    for (const Side side : both_sides) armies[side].units.push_back({units[side]});
  }

  PerSide<Army<System>> armies;     ///< at least a unit each
  PerSide<std::string> names = {};  ///< of sides that were listed; "": the side is its unit
  Situation situation;              ///< of a fight, and of a battle's first attack
  Course<System> course;            ///< what is said of a battle besides

  /// The unit of a side, or the first of several.
  const Unit& unit(Side side) const { return armies[side].units.front().unit; }
  bool is_listed(Side side) const { return !names[side].empty(); }
};

/// A unit of a side, and what is said of its attacks besides what holds for all.
struct SideUnit {
  AnyUnit unit;
  std::vector<Setting> with = {};
  int wave = 0;  ///< as ArmyUnit has it
};
/// The names by which they are told apart.
std::vector<std::string> names_apart(const std::vector<SideUnit>& units);

/// A side of several units.
struct UnitsOfSide {
  std::string name;
  std::vector<SideUnit> units;
  std::optional<int> said_points = {};  ///< of an army; nothing: those of its units

  int points() const {
    if (said_points) return *said_points;
    int points = 0;
    for (const SideUnit& one : units) points += points_of(one.unit);
    return points;
  }
};

/// What a question is for: keys of the situation that it has no use for are refused.
struct Use {
  UsedIn in = UsedIn::fights;
  std::string command = "fight";  ///< for messages
};

/// A number among the stats of a unit.
struct Stat {
  std::string key;  ///< "hp", "Captain.hp"
  int value = 0;    ///< as stored
  FieldSpec field;
  std::string unit = {};  ///< of one of several, by name

  /// As set_stat() takes it.
  std::string said() const { return unit.empty() ? key : "[" + unit + "]." + key; }
};

/// A stat or a setting that is not at its default, and its default.
struct Unusual {
  std::string key;  ///< "attacker.hp", "attacker[NAME].hp", "cover"
  std::string value;
  std::string usual;
};

class Matchup {
 public:
  /// Two units with all fields at their defaults. Throws InputError for an unknown system.
  explicit Matchup(std::string_view system);
  template <CombatSystem System>
  explicit Matchup(SidesOf<System> sides) : of_(std::move(sides)) {}

  std::string_view system() const;
  std::string_view title() const;

  /// Puts a unit on a side. Throws std::bad_variant_access when it is of another system.
  void put(Side side, const AnyUnit& unit);
  AnyUnit unit(Side side) const;
  const std::string& name(Side side) const;

  /// Puts several units on a side. Throws InputError for what cannot be said of one unit's attacks.
  void put(Side side, const UnitsOfSide& units);
  /// Others in the place of the units of a side, as many; what is said of each stays.
  void replace(Side side, const std::vector<AnyUnit>& units);
  /// Each side gets the units of the other. Throws as put() does.
  void exchange_units();
  /// How the units of a side are activated, and whom they attack; says nothing of a unit alone.
  void set_conduct(Side side, const Conduct& conduct);
  const Conduct& conduct(Side side) const;
  /// Whether a side has several units, or something is said of one alone.
  bool is_of_several() const;
  /// The units of a side, and what is said of each alone, as written.
  std::vector<SideUnit> units(Side side) const;
  /// Whether one of them, or all of one name, is called so.
  bool has(Side side, const std::string& name) const;
  /// The same with no more than these of a side's several units, who do what they can of what was
  /// said to more (E1b); pins of those who are not there are forgotten.
  Matchup with_only(Side side, UnitSet units) const;

  /// Sets a stat of a unit, or of all of a side that have it: "hp", "Captain.hp"; of one of several
  /// "[NAME].hp". Throws InputError.
  void set_stat(Side side, const Setting& setting);
  /// Sets a key of the situation, or, as "reply.KEY", of the attack back in a battle. In a battle
  /// the value may change from round to round. Throws InputError, also when the question has no use
  /// for it.
  void set_situation(const Setting& setting, const Use& use);
  /// Sets a stat of a side ("attacker.hp"), what is said of the attacks of one of several
  /// ("attacker[NAME] with KEY"), or else a key of the situation.
  void set(const Setting& setting, const Use& use);

  /// Among many units, what the situation says of a choice holds for those that have it: clears
  /// choices that these units lack.
  void clear_missing_choices();

  /// The numbers among a unit's stats that can be one more or one less; not its points.
  std::vector<Stat> stats(Side side) const;
  /// All stats but names and points, with what is said of one unit's attacks, then settings.
  std::vector<Unusual> unusual() const;
  int points(Side side) const;
  Profile profile(Side side) const;
  /// The situation as far as it has a use; of a battle as it changes from round to round, and that
  /// of the attack back as "reply.KEY".
  Values situation(UsedIn use) const;
  /// Whether the defender attacks back with an attack of its own.
  bool has_reply() const;
  /// What of the attack back is not at its default: "choice=heavy"; nothing where there is none.
  std::vector<std::string> reply_given() const;
  /// Whether anything is said of a battle beyond the situation of its first attack.
  bool has_course() const;
  /// Whether a setting changes from round to round.
  bool changes_by_round() const;

  /// All dice counts and target numbers. `why`, if not null, receives how they came about. Throws
  /// NoAnswer when the rules allow no such attack, InputError when it makes no sense.
  AnyFight fight(Explanation* why = nullptr) const;
  /// Throws InputError where that makes no sense, NoAnswer when the rules allow no such battle.
  /// `open`: left so for best play of one unit a side.
  AnyBattle battle(const std::optional<OpenPlay>& open = {}) const;
  /// The payoffs that players of this system can play for.
  std::vector<NamedPayoff> payoffs() const;
  /// The key of the situation that a side chooses in best play; "" where it has no choice.
  std::string choice_key(Side side) const;
  /// The same in an attack back: "reply.choice".
  std::string reply_choice_key(Side side) const;
  /// Whether what is chosen is who falls.
  bool assigns_damage() const;

  /// Whether a key of the situation speaks of the target of a sequence, and so of all steps.
  bool is_of_target(std::string_view key) const;

  /// Of a system that is known. Throws std::bad_variant_access when it is of another.
  template <CombatSystem System>
  const SidesOf<System>& as() const {
    return std::get<SidesOf<System>>(of_);
  }

  /// Calls f(SidesOf<System>) for the system it is of.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), of_);
  }

 private:
  Systems::AnyOf<SidesOf> of_;
};

/// How a key of the attack back begins.
inline constexpr std::string_view reply_prefix = "reply.";

/// "attacker.KEY" or "defender.KEY": the side, and `key` without it; "[NAME].KEY" of
/// "attacker[NAME].KEY". Nothing for other keys.
std::optional<Side> split_side(std::string& key);

/// What is rolled, in a few lines.
Summary summary_of(const AnyFight& fight);

}  // namespace warodds
