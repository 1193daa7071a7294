// What a system says of play in words, for people. The rules need none of it, so that it stands
// apart from them; each system defines its own in its source, and who has none says nothing.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/rules/side.h"
#include "core/systems/systems.h"

namespace warodds {

/// Something that a side does because the situation says so.
struct PlayInWords {
  std::string_view key;   ///< of the situation, that says otherwise
  std::string_view one;   ///< "never reacts"
  std::string_view many;  ///< "never react"

  bool operator==(const PlayInWords&) const = default;
};

/// What a side does in its role in an attack, of all that the rules leave to it; nothing where it
/// has no choice.
std::vector<PlayInWords> play_in_words(Side role, const PerSide<const ArcaneLegions::Unit*>& units,
                                       const ArcaneLegions::Situation& situation);
std::vector<PlayInWords> play_in_words(Side role, const PerSide<const Magewinds::Unit*>& units,
                                       const Magewinds::Situation& situation);
std::vector<PlayInWords> play_in_words(Side role,
                                       const PerSide<const RaidersOfArcana::Unit*>& units,
                                       const RaidersOfArcana::Situation& situation);
std::vector<PlayInWords> play_in_words(Side role,
                                       const PerSide<const DwethiaSkirmish::Unit*>& units,
                                       const DwethiaSkirmish::Situation& situation);

/// Where attacks are paid for with actions: the settings with which best play is that of a single
/// attack, key and value.
std::vector<std::pair<std::string_view, std::string_view>> settings_of_one_attack(Magewinds);

/// Where the rules break a battle off: what has it go on.
std::string_view goes_on_with(RaidersOfArcana);

}  // namespace warodds
