#include "core/ask/matchup_question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/play/round.h"
#include "core/roster/find_unit.h"
#include "core/rules/no_fight.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// The names of both units; where they are the same, with what has been changed, or else with the
/// side.
PerSide<std::string> labels_of(const Matchup& matchup, const questions::Duel& question) {
  PerSide<std::string> labels{matchup.name(Side::attacker), matchup.name(Side::defender)};
  if (labels.attacker != labels.defender) return labels;
  for (const Side side : both_sides) {
    const auto* text = std::get_if<std::string>(&question.units[static_cast<std::size_t>(side)]);
    if (text == nullptr || matchup.is_of_several()) continue;
    const std::vector<std::string> changes = changes_of(*text);
    if (!changes.empty()) labels[side] += fmt::format(" ({})", fmt::join(changes, ","));
  }
  if (labels.attacker != labels.defender) return labels;
  return {labels.attacker + " (A)", labels.defender + " (B)"};
}

}  // namespace

std::string written(const Setting& setting) { return setting.key + "=" + setting.value; }

std::vector<std::string> changes_of(const UnitRequest& unit) {
  std::vector<std::string> changes;
  if (const auto* text = std::get_if<std::string>(&unit)) {
    for (const Setting& one : parse_inline(*text, "").settings) changes.push_back(written(one));
  }
  return changes;
}

std::shared_ptr<const Roster> load(const RosterSource& source, const std::string& system) {
  if (source.given) return source.given;
  if (source.path.empty()) return nullptr;
  return std::make_shared<const Roster>(read_roster(source.path, system, source.columns));
}

std::string system_of(const questions::OfRoster& question, const Roster* roster) {
  std::string system = question.system;
  std::string where = "--system: ";
  if (roster != nullptr) {
    if (!system.empty() && roster->system != system) {
      throw NotTogether(fmt::format("--system says {}, but {} is a roster of {}", shown(system),
                                    shown(roster->file), shown(roster->system)));
    }
    system = roster->system;
    where = shown(roster->file) + ": ";
  }
  if (system.empty()) {
    throw Missing(fmt::format("which system? Give --roster FILE, or --system with one of {}",
                              fmt::join(system_names(), ", ")));
  }
  with_system(system, where, [](auto) {});
  return system;
}

std::vector<AnyUnit> all_units(const Roster& roster, std::string_view system) {
  if (roster.system != system) {
    throw NotTogether(fmt::format("{} is a roster of {}, not of {}", shown(roster.file),
                                  shown(roster.system), system));
  }
  std::vector<AnyUnit> units;
  for (const UnitText& text : roster.units) units.push_back(read_unit(system, text));
  return units;
}

Conditions conditions_of(const questions::OfUnits& question) {
  std::vector<Setting> stats;
  for (const Setting& setting : question.stats) {
    std::string key = setting.key;
    if (split_side(key)) {
      stats.push_back(setting);
      continue;
    }
    const std::string before = key.substr(0, key.find('.'));
    const bool has_dot = before.size() < key.size();
    const std::string meant = unknown_name("side", before, {"attacker", "defender"});
    if (has_dot && meant.find("did you mean") != std::string::npos) {
      throw BadValue(fmt::format(
          "--set: '{}' must begin with attacker. or defender., or with neither, which is both",
          shown(key)));
    }
    for (const Side side : both_sides) {  // without a side it is said of both
      const char* const dot = key.starts_with('[') ? "" : ".";
      stats.push_back({std::string(to_string(side)) + dot + key, setting.value, setting.where});
    }
  }
  require_distinct(stats);
  require_distinct(question.situation);
  return {std::move(stats), question.situation};
}

void require_two(const std::vector<SideRequest>& units, const std::string& command) {
  if (units.size() == 2) return;
  throw Missing(
      fmt::format("{} needs two units, attacker and defender; {} given", command, units.size()));
}

namespace {

/// The label of a part that has no name of its own.
std::string label_of(const SidePart& part, const std::string& unit) {
  return part.count == 1 ? unit : fmt::format("{}*{}", unit, part.count);
}

/// What keys of the situation are for: those of sides of several have a use of their own.
UsedIn use_of(UsedIn use, const Matchup& matchup) {
  return matchup.is_of_several() && use != UsedIn::fights ? UsedIn::armies : use;
}

}  // namespace

UnitsOfSide units_of(const SideMeant& meant, std::string_view system, const Roster* roster,
                     Side side) {
  UnitsOfSide units;
  for (const SidePart& part : meant.parts) {
    const AnyUnit unit = find_unit(system, part.unit, roster, role_of(side));
    for (int i = 0; i < part.count; ++i) units.units.push_back({unit, part.with});
    units.name += (units.name.empty() ? "" : " + ") + label_of(part, name_of(unit));
  }
  if (meant.army != nullptr) {
    units.name = meant.army->name;
    units.said_points = meant.army->points;
  }
  return units;
}

/// The defender's side, and those that come after it when nobody is left of it.
UnitsOfSide in_waves(const SideMeant& first, const questions::FoughtOn& on, std::string_view system,
                     const Roster* roster) {
  UnitsOfSide all = units_of(first, system, roster, Side::defender);
  all.said_points.reset();
  for (std::size_t i = 0; i < on.then.size(); ++i) {
    const SideMeant next = side_meant(on.then[i], roster, "--then");
    const UnitsOfSide units = units_of(next, system, roster, Side::defender);
    all.name += ", then " + units.name;
    for (SideUnit unit : units.units) {
      unit.wave = static_cast<int>(i) + 1;
      all.units.push_back(std::move(unit));
    }
  }
  return all;
}

bool has_several(const questions::OfRoster& question, const std::vector<SideRequest>& sides) {
  const auto roster = load(question.roster, question.system);
  return std::any_of(sides.begin(), sides.end(), [&](const SideRequest& side) {
    return side_meant(side, roster.get(), "side").alone() == nullptr;
  });
}

Matchup sides_of(const questions::OfUnits& question, const std::vector<SideRequest>& sides,
                 const questions::WithConduct& conduct, const Use& use,
                 const questions::FoughtOn& on) {
  const auto roster = load(question.roster, question.system);
  PerSide<SideMeant> meant;
  for (const Side side : both_sides) {
    const auto place = static_cast<std::size_t>(side);
    if (place < sides.size()) meant[side] = side_meant(sides[place], roster.get(), to_string(side));
  }
  Matchup matchup(system_of(question, roster.get()));
  for (const Side side : both_sides) {
    if (meant[side].parts.empty()) continue;
    if (side == Side::defender && !on.then.empty()) {
      matchup.put(side, in_waves(meant[side], on, matchup.system(), roster.get()));
    } else if (const UnitRequest* unit = meant[side].alone()) {
      matchup.put(side, find_unit(matchup.system(), *unit, roster.get(), role_of(side)));
    } else {
      matchup.put(side, units_of(meant[side], matchup.system(), roster.get(), side));
    }
  }
  const PerSide<Conduct> conducts = conducts_of(conduct);
  for (const Side side : both_sides) matchup.set_conduct(side, conducts[side]);
  const Conditions conditions = conditions_of(question);
  for (Setting setting : conditions.stats) {
    if (const auto side = split_side(setting.key)) matchup.set_stat(*side, setting);
  }
  const Use of_these{use_of(use.in, matchup), use.command};
  for (const Setting& setting : conditions.situation) matchup.set_situation(setting, of_these);
  if (says(conduct) && !matchup.is_of_several()) {
    matchup.battle();  // refuses what names nobody
  }
  return matchup;
}

AssumedPlays assumed_of_several(const Matchup& matchup, const std::vector<Setting>& situation) {
  AssumedPlays plays;
  for (const Side side : both_sides) {
    for (const SideUnit& one : matchup.units(side)) {
      const Matchup alone = matchup.visit([&]<class System>(const SidesOf<System>& of) {
        PerSide<typename System::Unit> pair;
        pair[side] = std::get<typename System::Unit>(one.unit);
        pair[enemy_of(side)] = of.unit(enemy_of(side));
        return Matchup(SidesOf<System>(pair, of.situation, of.course));
      });
      // What is said of a unit's attacks is said of those back, where it is the defender.
      const auto is_said = [&](const std::string& key) {
        const bool of_reply = key.starts_with(reply_prefix);
        const std::string own = of_reply ? key.substr(reply_prefix.size()) : key;
        return sets(situation, key) || sets(one.with, own) ||
               (own == alone.choice_key(side) && sets(one.with, alone.choice_key(enemy_of(side))));
      };
      AssumedPlays more;
      more[side] = assumed_play(alone, UsedIn::armies, is_said)[side];
      add(more, plays);
    }
  }
  return plays;
}

Asked describe(const Matchup& matchup, const questions::Duel& question, UsedIn use,
               Explanation* why) {
  use = use_of(use, matchup);
  Asked asked;
  asked.system = matchup.system();
  asked.title = matchup.title();
  asked.labels = labels_of(matchup, question);
  asked.is_of_several = matchup.is_of_several();
  for (const Side side : both_sides) {
    asked.names[side] = matchup.name(side);
    asked.conducts[side] = matchup.conduct(side);
    const std::vector<SideUnit> units = matchup.units(side);
    const std::vector<std::string> names = names_apart(units);
    for (std::size_t i = 0; i < units.size(); ++i) {
      asked.units[side].push_back({names[i], units[i].unit, units[i].with, units[i].wave});
    }
  }
  asked.situation = matchup.situation(use);
  for (const Setting& setting : question.situation) asked.given.push_back(written(setting));
  if (use == UsedIn::armies) {
    asked.assumed = assumed_of_several(matchup, question.situation);
    return asked;
  }
  if (use == UsedIn::best_play) return asked;  // what is rolled is still to be chosen
  try {
    asked.rolled.attacker = matchup.fight(why);
  } catch (const NoFight&) {
    if (use != UsedIn::battles) throw;
  }
  asked.assumed = assumed_in(matchup, use, question.situation);
  if (use != UsedIn::battles) return asked;
  const AnyBattle battle = matchup.battle();
  if (matchup.has_reply()) asked.rolled.defender = first_attack(battle, Side::defender);
  if (asked.rolled.defender) asked.reply_given = matchup.reply_given();
  return asked;
}

std::optional<AnyFight> first_attack(const AnyBattle& battle, Side by) {
  return std::visit(
      [&](const auto& of) -> std::optional<AnyFight> {
        auto fights = first_attack(of, by);
        return fights ? std::optional<AnyFight>(*std::move(fights)) : std::nullopt;
      },
      battle);
}

namespace {

/// "SIDE=WORD" or, where units may be named, "SIDE[UNIT]=WORD"; "both" is both sides.
struct SaidOfSides {
  std::string side;         ///< as it is written
  std::vector<Side> sides;  ///< none: it is no side
  std::optional<std::string> unit;
  std::string word;
};
SaidOfSides parse_of_sides(const std::string& text, const std::string& option, bool names_units) {
  const auto bracket = text.find('['), end = text.rfind("]=");
  const bool of_unit = names_units && bracket < text.find('=') && end != std::string::npos;
  const Setting setting =
      parse_setting(of_unit ? text.substr(0, bracket) + text.substr(end + 1) : text, option);
  SaidOfSides said{setting.key, {}, {}, setting.value};
  if (of_unit) said.unit = trim(text.substr(bracket + 1, end - bracket - 1));
  for (const Side side : both_sides) {
    if (said.side == "both" || said.side == to_string(side)) said.sides.push_back(side);
  }
  return said;
}

/// By side the units that are told to; "": all of them.
PerSide<std::vector<std::string>> told_to_play_best(const questions::WithPolicy& question) {
  PerSide<std::vector<std::string>> best;
  for (const std::string& text : question.policy) {
    const SaidOfSides said = parse_of_sides(text, "--policy", true);
    if (said.sides.empty() || said.word != "best") {
      throw BadValue(fmt::format(
          "--policy: '{}' must be attacker=best, defender=best, both=best or "
          "\"attacker[UNIT]=best\"; plain policies are keys of the situation, for example --with "
          "attacker-attack=all",
          shown(text)));
    }
    for (const Side side : said.sides) best[side].push_back(said.unit.value_or(""));
  }
  return best;
}

/// The option that says something of this key of the situation; null: none.
const char* said_by(const std::vector<Setting>& situation, const std::vector<std::string>& vary,
                    const std::string& key) {
  if (key.empty()) return nullptr;
  if (sets(situation, key)) return "--with";
  for (const std::string& text : vary) {
    if (lower(parse_setting(text, "--vary").key) == key) return "--vary";
  }
  return nullptr;
}

}  // namespace

BestPlayers best_players_of(const questions::WithPolicy& question,
                            const std::vector<Setting>& situation,
                            const std::vector<std::string>& vary, const Matchup& matchup) {
  BestPlayers players;
  players.units = told_to_play_best(question);
  for (const Side side : both_sides) {
    players.best[side] = !players.units[side].empty();
    for (const std::string& unit : players.units[side]) {
      if (unit.empty() || (matchup.is_of_several() && matchup.has(side, unit))) continue;
      throw UnknownUnit(fmt::format("--policy: the {}'s side has no unit '{}' of several",
                                    to_string(side), shown(unit)));
    }
  }
  if (!players.any()) return players;
  for (const Side side : both_sides) {
    const std::string& key = players.chooses[side] = matchup.choice_key(side);
    const std::string& in_reply = players.chooses_in_reply[side] = matchup.reply_choice_key(side);
    const char* option = said_by(situation, vary, key);
    players.known.in_attack[side] = option != nullptr;
    players.known.in_reply[side] = said_by(situation, vary, in_reply) != nullptr;
    const bool nothing_left =
        option != nullptr && (in_reply.empty() || players.known.in_reply[side]);
    if (players.best[side] && nothing_left) {
      throw NotTogether(fmt::format("{} {} and --policy {}=best contradict each other", option, key,
                                    to_string(side)));
    }
  }
  return players;
}

AssumedPlays assumed_in(const Matchup& matchup, UsedIn use, const std::vector<Setting>& situation,
                        const std::vector<std::string>& vary, const PerSide<bool>& best) {
  AssumedPlays plays = assumed_play(matchup, use, [&](const std::string& key) {
    return said_by(situation, vary, key) != nullptr;
  });
  for (const Side side : both_sides) {
    if (best[side]) plays[side].clear();
  }
  return plays;
}

bool sets(const std::vector<Setting>& settings, const std::string& key) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const Setting& setting) { return lower(setting.key) == key; });
}

namespace {

/// A word of an option and what it means.
template <class Policy>
struct Word {
  const char* word;
  Policy policy;
  const char* in_words;
};
constexpr Word<Activation> activations[] = {
    {"listed", Activation::listed, "as listed"},
    {"weakest", Activation::weakest, "the weakest first"},
    {"strongest", Activation::strongest, "the strongest first"},
    {"random", Activation::random, "in random order"},
    {"best", Activation::best, "as is best"}};
constexpr Word<Targeting> targetings[] = {
    {"weakest", Targeting::weakest, "the weakest enemy"},
    {"strongest", Targeting::strongest, "the strongest enemy"},
    {"listed", Targeting::listed, "the enemy listed first"},
    {"spread", Targeting::spread, "the enemy chosen least often in this round"},
    {"random", Targeting::random, "a random enemy"},
    {"best", Targeting::best, "whom it is best to attack"},
    {"rollout", Targeting::rollout, "with whom it goes best when the battle is tried out"}};

template <class Words>
std::vector<std::string> words_in(const Words& words) {
  std::vector<std::string> names;
  for (const auto& one : words) names.emplace_back(one.word);
  return names;
}

template <class Policy, std::size_t count>
Policy meant_by(const std::string& word, const Word<Policy> (&words)[count],
                const std::string& option) {
  for (const Word<Policy>& one : words) {
    if (lower(word) == one.word) return one.policy;
  }
  throw UnknownWord(option + ": " + unknown_name("word", word, words_in(words)));
}

template <class Policy, std::size_t count>
const Word<Policy>& word_of(const Word<Policy> (&words)[count], Policy policy) {
  return *std::find_if(std::begin(words), std::end(words),
                       [&](const Word<Policy>& one) { return one.policy == policy; });
}

void require_side(const SaidOfSides& said, const std::string& option) {
  if (!said.sides.empty()) return;
  throw UnknownWord(option + ": " +
                    unknown_name("side", said.side, {"attacker", "defender", "both"}));
}

/// How a side is told to play, as far as it is.
struct ToldToSide {
  std::optional<Activation> activate;
  std::optional<Targeting> targets;
  std::vector<Pin> pins;

  bool is_nothing() const { return !activate && !targets && pins.empty(); }
};

/// Says so of sides, of which it must not have been said yet.
template <class Policy, std::size_t count>
void tell(const SaidOfSides& said, const std::string& option, const Word<Policy> (&words)[count],
          PerSide<ToldToSide>& told, std::optional<Policy> ToldToSide::*what) {
  const Policy policy = meant_by(said.word, words, option);
  require_side(said, option);
  for (const Side side : said.sides) {
    if (told[side].*what) {
      throw InputError(fmt::format("{}: with '{}={}' it is said twice of a side; say it once",
                                   option, shown(said.side), shown(said.word)));
    }
    told[side].*what = policy;
  }
}

}  // namespace

std::vector<std::string> words_of_targets() { return words_in(targetings); }
std::vector<std::string> words_of_activation() { return words_in(activations); }

bool says(const questions::WithConduct& question) {
  return !question.targets.empty() || !question.activate.empty();
}

PerSide<Conduct> conducts_of(const questions::WithConduct& question, const Conduct& unsaid) {
  PerSide<ToldToSide> told;
  for (const std::string& text : question.targets) {
    const SaidOfSides said = parse_of_sides(text, "--targets", true);
    if (!said.unit) {
      tell(said, "--targets", targetings, told, &ToldToSide::targets);
      continue;
    }
    require_side(said, "--targets");
    for (const Side side : said.sides) told[side].pins.push_back({*said.unit, said.word});
  }
  for (const std::string& text : question.activate) {
    const SaidOfSides said = parse_of_sides(text, "--activate", false);
    tell(said, "--activate", activations, told, &ToldToSide::activate);
  }
  const auto conduct_of = [&](const ToldToSide& side) {
    if (side.is_nothing()) return unsaid;
    const Conduct usual;
    return Conduct{side.activate.value_or(usual.activate), side.targets.value_or(usual.targets),
                   side.pins};
  };
  return {conduct_of(told.attacker), conduct_of(told.defender)};
}

void put_in_front(const PerSide<Conduct>& conducts, AssumedPlays& plays) {
  for (const Side side : both_sides) {
    const Conduct& conduct = conducts[side];
    const std::string order = word_of(activations, conduct.activate).in_words;
    const std::string whom = word_of(targetings, conduct.targets).in_words;
    std::vector<AssumedPlay> all{
        {"activate", "activates its units " + order, "activate their units " + order},
        {"targets", "attacks " + whom, "attack " + whom}};
    for (const Pin& pin : conduct.pins) {
      const std::string pinned = fmt::format("{} attack {} while it can", pin.unit, pin.enemy);
      all.push_back({"targets", "has " + pinned, "have " + pinned});
    }
    all.insert(all.end(), plays[side].begin(), plays[side].end());
    plays[side] = std::move(all);
  }
}

std::string in_words(const Conduct& conduct) {
  std::string text = fmt::format("activates its units {}; each attacks {}",
                                 word_of(activations, conduct.activate).in_words,
                                 word_of(targetings, conduct.targets).in_words);
  for (const std::string& name : conduct.choosers) {
    text += fmt::format("; {} choose before their fights as is best", name.empty() ? "all" : name);
  }
  for (const Pin& pin : conduct.pins) {
    text += fmt::format("; {} attacks {} while it can", pin.unit, pin.enemy);
  }
  if (conduct.may_leave) text += "; all may leave the field after a round";
  return text;
}

}  // namespace warodds
