// Two units and the situation they meet in: what every question is about. Units and situation are
// set through the field tables of their system; out come the fight, the battle or the game.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/matchup/profile.h"
#include "core/matchup/rolled.h"
#include "core/matchup/roster.h"
#include "core/play/battle.h"
#include "core/play/game.h"
#include "core/systems/systems.h"

namespace warodds {

/// A matchup of a system that is known when the program is compiled.
template <CombatSystem System>
struct MatchupOf {
  PerSide<typename System::Unit> units;
  typename System::Situation situation;
};

/// A unit of any system.
using AnyUnit = Systems::AnyOf<UnitOf>;

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
};

class Matchup {
 public:
  /// Two units with all fields at their defaults. Throws InputError for an unknown system.
  explicit Matchup(std::string_view system);
  template <CombatSystem System>
  explicit Matchup(MatchupOf<System> matchup) : of_(std::move(matchup)) {}

  std::string_view system() const;
  std::string_view title() const;

  /// Puts a unit on a side. Throws std::bad_variant_access when it is of another system.
  void put(Side side, const AnyUnit& unit);
  AnyUnit unit(Side side) const;
  const std::string& name(Side side) const;

  /// Sets a stat of a unit: "hp", "Captain.hp". Throws InputError.
  void set_stat(Side side, const Setting& setting);
  /// Sets a key of the situation. Throws InputError, also when the question has no use for it.
  void set_situation(const Setting& setting, const Use& use);
  /// Sets a stat of a side ("attacker.hp"), or else a key of the situation.
  void set(const Setting& setting, const Use& use);

  /// Among many units: what the situation says of a choice holds for those that have it.
  void keep_possible_choices();

  /// The numbers among a unit's stats that can be one more or one less; not its points.
  std::vector<Stat> stats(Side side) const;
  int points(Side side) const;
  Profile profile(Side side) const;
  /// The situation as far as it has a use.
  Values situation(UsedIn use) const;

  /// All dice counts and target numbers. `why`, if not null, receives how they came about. Throws
  /// NoAnswer when the rules allow no such attack, InputError when it makes no sense.
  AnyFight fight(Explanation* why = nullptr) const;
  AnyBattle battle() const;
  /// `known`: the sides whose choice is as the situation says, and known to the other side.
  AnyGame game(Payoff payoff, int rounds, const PerSide<bool>& known = {}) const;
  /// The payoffs that players of this system can play for.
  const std::vector<NamedPayoff>& payoffs() const;
  /// The key of the situation that a side chooses in best play; "" where it has no choice.
  std::string choice_key(Side side) const;
  /// Whether the rules leave a choice in every round of a battle.
  bool has_choice_in_battles() const;
  /// Whether what is chosen is who falls.
  bool assigns_damage() const;

  /// Calls f(MatchupOf<System>) for the system it is of.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), of_);
  }

 private:
  Systems::AnyOf<MatchupOf> of_;
};

/// "attacker.KEY" or "defender.KEY": the side, and `key` without it; nothing for other keys.
std::optional<Side> split_side(std::string& key);

/// The unit of a roster, of the system that the roster is for. Throws InputError.
AnyUnit read_unit(std::string_view system, const UnitText& text);

/// A unit as somebody asks for it: a text (NAME, NAME,key=value,… or key=value,…), or all of it.
using UnitRequest = std::variant<std::string, UnitText>;

/// The unit that is meant; `roster`: null where there is none, `side` names it in messages. Throws
/// InputError.
AnyUnit find_unit(std::string_view system, const UnitRequest& request, const Roster* roster,
                  Side side);

const std::string& name_of(const AnyUnit& unit);
int points_of(const AnyUnit& unit);

}  // namespace warodds
