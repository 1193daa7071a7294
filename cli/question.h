// What is asked: a matchup of two units in a situation, resolved by its system.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/arguments.h"
#include "core/play/battle.h"
#include "core/play/game.h"
#include "core/rules/explanation.h"
#include "core/systems/systems.h"

namespace warodds::cli {

/// A field's value as it is shown: a number, yes or no, or a word.
using Value = std::variant<int, double, bool, std::string>;
using Values = std::vector<std::pair<std::string, Value>>;

/// A unit's fields and those of its groups.
struct Profile {
  Values fields;
  std::string group_word;
  std::vector<Values> groups;
};

struct Question {
  std::string system;  ///< name
  std::string title;   ///< of the system
  PerSide<std::string> units;
  PerSide<Profile> profiles;
  Values situation;
  std::vector<std::string> given;  ///< the --with settings, as written
  AnyFight fight;
  Summary summary;
  Explanation why;
};

/// Loads both units, applies --set and --with, resolves the fight. Throws InputError and NoAnswer.
Question ask_fight(const Arguments& arguments);

/// A battle; `fight` is its first attack.
struct BattleQuestion : Question {
  AnyBattle battle;
  PerSide<bool> best;           ///< who plays as solve says
  std::optional<AnyGame> game;  ///< to be solved for that
};

/// The same for a whole battle.
BattleQuestion ask_battle(const Arguments& arguments);

/// A decision; `fight` is one of what may follow from it.
struct GameQuestion : Question {
  AnyGame game;
  std::string payoff;
  std::string payoff_meaning;
  PerSide<std::string> keys;  ///< of the situation: what is chosen; "" where there is no choice
};

/// The same for best play.
GameQuestion ask_game(const Arguments& arguments);

/// One unit of a roster, for listing.
struct ListedUnit {
  std::string name;
  std::string note;
  Profile profile;
  Profile set;  ///< only what differs from the defaults
};

struct UnitList {
  std::string system;
  std::string title;
  std::string group_word;
  std::vector<std::string> unit_fields;
  std::vector<std::string> group_fields;  ///< but for the name
  std::vector<ListedUnit> units;
};

/// All units of the roster. Throws InputError.
UnitList list_units(const Arguments& arguments);

/// A field as `systems` shows it.
struct FieldRow {
  std::string kind;  ///< "unit", the word for a group, or "situation"
  std::string name;
  std::string meaning;
  std::string unit;
  std::string allowed;
  std::string fallback;
};

struct SystemRow {
  std::string name;
  std::string title;
  std::vector<FieldRow> fields;
};

/// Every system with all its fields.
std::vector<SystemRow> list_systems();

}  // namespace warodds::cli
