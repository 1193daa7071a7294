#include "core/play/assumed_play.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/systems/traits/attacks_back.h"
#include "core/systems/traits/roles.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

void add(const std::vector<AssumedPlay>& more, std::vector<AssumedPlay>& to) {
  for (const AssumedPlay& play : more) {
    const bool known = std::any_of(to.begin(), to.end(),
                                   [&](const AssumedPlay& other) { return other.one == play.one; });
    if (!known) to.push_back(play);
  }
}

/// Whether a key has a value of its own in the attack back. What a unit does in its role, it does
/// there, too.
template <class System>
bool is_of_reply(std::string_view key) {
  const auto* field = find_field(System::situation_fields(), key);
  return field == nullptr || field->holds_for == HoldsFor::attack;
}

/// The key with which a side chooses in a role.
template <class System>
std::string_view choice_of(Side role) {
  for (const auto& field : System::situation_fields()) {
    if (field.number != nullptr && field.number == System::choice_key[role]) return field.name;
  }
  return "";
}

/// What a side does in an attack, in its role. `prefix`: of the keys.
template <class System>
std::vector<AssumedPlay> plays_of(Side role, const PerSide<const typename System::Unit*>& units,
                                  const typename System::Situation& situation,
                                  std::string_view prefix, UsedIn use,
                                  const std::function<bool(const std::string& key)>& is_set) {
  std::vector<AssumedPlay> plays;
  for (const PlayInWords& play : System::play_in_words(role, units, situation)) {
    if (!prefix.empty() && !is_of_reply<System>(play.key)) continue;
    const bool by_rule = play.key.empty();
    if (by_rule && use != UsedIn::battles && use != UsedIn::sequences) continue;
    const std::string key =
        fmt::format("{}{}", prefix, by_rule ? choice_of<System>(role) : play.key);
    if (by_rule || !is_set(key))
      plays.push_back({key, std::string(play.one), std::string(play.many)});
  }
  return plays;
}

std::string joined(const std::vector<AssumedPlay>& plays, std::string AssumedPlay::*words) {
  std::vector<std::string> all;
  for (const AssumedPlay& play : plays) all.push_back(play.*words);
  return with_and(all);
}

}  // namespace

AssumedPlays assumed_play(const Matchup& matchup, UsedIn use,
                          const std::function<bool(const std::string& key)>& is_set) {
  return matchup.visit([&]<class System>(const SidesOf<System>& of) {
    const PerSide<const typename System::Unit*> units{&of.unit(Side::attacker),
                                                      &of.unit(Side::defender)};
    const bool in_battle = use == UsedIn::battles || use == UsedIn::armies;
    const bool swaps = in_battle && rounds_until_same<System>(of.situation) > 1;
    AssumedPlays plays;
    for (const Side side : both_sides) {
      // What a side does as an attacker comes first, so that the same words are said of both.
      for (const Side role : both_sides) {
        if (side == role) {
          add(plays_of<System>(role, units, of.situation, "", use, is_set), plays[side]);
        } else if (swaps) {
          add(plays_of<System>(role, in_roles(units, Side::defender), of.situation, "", use,
                               is_set),
              plays[side]);
        } else if (in_battle && AttacksBack<System>) {
          const auto reply = of.course.reply(of.situation, *units.defender, 1);
          add(plays_of<System>(role, in_roles(units, Side::defender), reply, reply_prefix, use,
                               is_set),
              plays[side]);
        }
      }
    }
    return plays;
  });
}

void add(const AssumedPlays& more, AssumedPlays& to) {
  for (const Side side : both_sides) add(more[side], to[side]);
}

std::string in_words(const std::vector<AssumedPlay>& plays) {
  return joined(plays, &AssumedPlay::one);
}

std::string in_words(const AssumedPlays& plays, const PerSide<std::string>& names,
                     std::string_view all) {
  const std::string of_all = joined(plays.attacker, &AssumedPlay::many);
  if (of_all == joined(plays.defender, &AssumedPlay::many)) {
    return of_all.empty() ? "" : fmt::format("{} {}", all, of_all);
  }
  std::string text;
  for (const Side side : both_sides) {
    if (plays[side].empty()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", names[side], in_words(plays[side]));
  }
  return text;
}

}  // namespace warodds
