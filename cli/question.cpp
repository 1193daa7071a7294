#include "cli/question.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "cli/matchup.h"
#include "core/matchup/roster.h"
#include "core/matchup/unit_builder.h"
#include "core/rules/error.h"

namespace warodds::cli {
namespace {

template <class T>
Value value_of(const Field<T>& field, const T& object) {
  const std::string text = field.get(object);
  if (field.text) return text;
  if (field.is_flag()) return object.*(field.number) != 0;
  for (const auto& [word, number] : field.words) {
    if (word == text) return text;
  }
  if (field.scale > 1) return field.number_of(object.*(field.number));
  return object.*(field.number);
}

template <class T>
Values values_of(const Fields<T>& fields, const T& object, bool with_lone,
                 UsedIn use = UsedIn::best_play) {
  Values values;
  for (const Field<T>& field : fields) {
    if ((field.lone && !with_lone) || field.used_in > use) continue;
    values.emplace_back(std::string(field.name), value_of(field, object));
  }
  return values;
}

template <class System>
Profile profile_of(const typename System::Unit& unit) {
  Profile profile;
  profile.fields = values_of(System::unit_fields(), unit, unit.groups.empty());
  profile.group_word = System::group_word;
  for (const auto& group : unit.groups) {
    profile.groups.push_back(values_of(System::group_fields(), group, true));
  }
  return profile;
}

template <class T>
Values set_values_of(const Fields<T>& fields, const T& object) {
  Values values;
  for (const Field<T>& field : fields) {
    const bool is_default =
        field.text ? field.get(object).empty() : object.*(field.number) == field.fallback;
    if (!is_default) values.emplace_back(std::string(field.name), value_of(field, object));
  }
  return values;
}

/// Only what differs from the defaults.
template <class System>
Profile set_in(const typename System::Unit& unit) {
  Profile profile;
  profile.fields = set_values_of(System::unit_fields(), unit);
  profile.group_word = System::group_word;
  for (const auto& group : unit.groups) {
    profile.groups.push_back(set_values_of(System::group_fields(), group));
  }
  return profile;
}

/// Fills in all that is shown of a matchup, and its fight.
template <class System>
void describe(const Matchup<System>& matchup, const Arguments& arguments, UsedIn use,
              Question& question) {
  const auto& [units, situation] = matchup;
  question.system = System::name;
  question.title = System::title;
  for (const Side side : both_sides) {
    question.units[side] = units[side].name;
    question.profiles[side] = profile_of<System>(units[side]);
  }
  question.given = arguments.with;
  question.situation = values_of(System::situation_fields(), situation, true, use);
  const auto fight = System::prepare(units.attacker, units.defender, situation, &question.why);
  question.summary = System::summary(fight);
  question.fight = fight;
}

/// The sides that --policy makes play as solve says.
PerSide<bool> best_players(const Arguments& arguments) {
  PerSide<bool> best;
  for (const std::string& text : arguments.policy) {
    const Setting setting = parse_setting(text, "--policy");
    if ((setting.key != "attacker" && setting.key != "defender") || setting.value != "best") {
      throw InputError(fmt::format(
          "--policy: '{}' must be attacker=best or defender=best; plain policies are keys of the "
          "situation, for example --with attacker-attack=all",
          text));
    }
    best[setting.key == "attacker" ? Side::attacker : Side::defender] = true;
  }
  return best;
}

template <class System>
const NamedPayoff* find_payoff(std::string_view name) {
  for (const NamedPayoff& named : System::payoffs()) {
    if (named.name == name) return &named;
  }
  return nullptr;
}

template <class System>
BattleQuestion ask_battle_of(const Arguments& arguments, const std::optional<Roster>& roster) {
  const Matchup<System> matchup = matchup_of<System>(arguments, roster, UsedIn::battles);
  BattleQuestion question{
      {},
      Battle<System>(matchup.units.attacker, matchup.units.defender, matchup.situation),
      best_players(arguments),
      std::nullopt};
  describe(matchup, arguments, UsedIn::battles, question);
  if (!question.best.attacker && !question.best.defender) return question;
  if (Game<System>::chosen_once() || find_payoff<System>("win") == nullptr) {
    throw InputError(fmt::format(
        "--policy: {} leaves no choice to be made in every round of a battle", System::title));
  }
  for (const Side side : both_sides) {
    const std::string key = Game<System>::key(side);
    for (const std::string& text : arguments.with) {
      if (question.best[side] && parse_setting(text, "--with").key == key) {
        throw InputError(fmt::format("--with {} and --policy {}=best contradict each other", text,
                                     to_string(side)));
      }
    }
  }
  question.game = Game<System>(matchup.units.attacker, matchup.units.defender, matchup.situation,
                               Payoff::win, arguments.rounds.value_or(default_best_rounds));
  return question;
}

template <class System>
GameQuestion ask_game_of(const Arguments& arguments, const std::optional<Roster>& roster) {
  const Matchup<System> matchup = matchup_of<System>(arguments, roster, UsedIn::best_play);
  std::vector<std::string> names;
  for (const NamedPayoff& named : System::payoffs()) names.emplace_back(named.name);
  const std::string wanted = arguments.payoff.empty() ? names.front() : arguments.payoff;
  const NamedPayoff* payoff = find_payoff<System>(wanted);
  if (payoff == nullptr) throw InputError("--payoff: " + unknown_name("payoff", wanted, names));
  if (arguments.rounds && payoff->payoff != Payoff::win) {
    throw InputError(fmt::format(
        "--rounds: {} is the payoff of a single attack or activation, not of a battle", wanted));
  }
  for (const std::string& text : arguments.with) {
    const std::string key = parse_setting(text, "--with").key;
    for (const Side side : both_sides) {
      if (key == Game<System>::key(side)) {
        throw InputError(fmt::format("--with: {} is what solve decides; leave it out", key));
      }
    }
  }
  // Arcane Legions' battles go to the end; a plan for every round needs a last one.
  const int rounds =
      arguments.rounds.value_or(Game<System>::chosen_once() ? 0 : default_best_rounds);
  GameQuestion question{{},
                        Game<System>(matchup.units.attacker, matchup.units.defender,
                                     matchup.situation, payoff->payoff, rounds),
                        wanted,
                        std::string(payoff->meaning),
                        {Game<System>::key(Side::attacker), Game<System>::key(Side::defender)}};
  describe(matchup, arguments, UsedIn::best_play, question);
  return question;
}

template <class T>
void append_rows(std::vector<FieldRow>& rows, const std::string& kind, const Fields<T>& fields) {
  for (const Field<T>& field : fields) {
    rows.push_back({kind, std::string(field.name), std::string(field.meaning),
                    std::string(field.unit), field.allowed(),
                    field.text ? "" : field.print(field.fallback)});
  }
}

}  // namespace

namespace {

/// Calls f(System{}, roster) for the system of the two units.
template <class F>
void with_matchup(const Arguments& arguments, F&& f) {
  if (arguments.operands.size() != 2) {
    throw InputError(fmt::format("{} needs two units, attacker and defender; {} given",
                                 arguments.command, arguments.operands.size()));
  }
  const std::optional<Roster> roster = load_roster(arguments);
  with_system(system_of(arguments, roster), roster ? roster->file : "--system",
              [&](auto system) { f(system, roster); });
}

}  // namespace

Question ask_fight(const Arguments& arguments) {
  Question question;
  with_matchup(arguments, [&](auto system, const std::optional<Roster>& roster) {
    using System = decltype(system);
    describe(matchup_of<System>(arguments, roster, UsedIn::fights), arguments, UsedIn::fights,
             question);
  });
  return question;
}

BattleQuestion ask_battle(const Arguments& arguments) {
  std::optional<BattleQuestion> question;
  with_matchup(arguments, [&](auto system, const std::optional<Roster>& roster) {
    question = ask_battle_of<decltype(system)>(arguments, roster);
  });
  return std::move(*question);
}

GameQuestion ask_game(const Arguments& arguments) {
  std::optional<GameQuestion> question;
  with_matchup(arguments, [&](auto system, const std::optional<Roster>& roster) {
    question = ask_game_of<decltype(system)>(arguments, roster);
  });
  return std::move(*question);
}

UnitList list_units(const Arguments& arguments) {
  if (!arguments.operands.empty()) {
    throw InputError("units takes no arguments but --roster FILE");
  }
  const std::optional<Roster> roster = load_roster(arguments);
  if (!roster) throw InputError("units needs --roster FILE");
  UnitList list;
  with_system(system_of(arguments, roster), roster->file, [&](auto system) {
    using System = decltype(system);
    list.system = System::name;
    list.title = System::title;
    list.group_word = System::group_word;
    for (const auto& field : System::unit_fields()) list.unit_fields.emplace_back(field.name);
    for (const auto& field : System::group_fields()) {
      if (field.name != "name") list.group_fields.emplace_back(field.name);
    }
    for (const UnitText& text : roster->units) {
      const auto unit = UnitBuilder<System>::from_roster(text);
      list.units.push_back({text.name, text.note, profile_of<System>(unit), set_in<System>(unit)});
    }
  });
  return list;
}

std::vector<SystemRow> list_systems() {
  std::vector<SystemRow> rows;
  Systems::for_each([&](auto system) {
    using System = decltype(system);
    SystemRow row{System::name, System::title, {}};
    append_rows(row.fields, "unit", System::unit_fields());
    append_rows(row.fields, System::group_word, System::group_fields());
    append_rows(row.fields, "situation", System::situation_fields());
    rows.push_back(std::move(row));
  });
  return rows;
}

}  // namespace warodds::cli
