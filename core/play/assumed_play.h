// What play is assumed where the rules leave a choice that nobody has made.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/play/matchup.h"
#include "core/rules/side.h"

namespace warodds {

/// Something that a side does, as the defaults say.
struct AssumedPlay {
  std::string key;   ///< that says otherwise, as it is set: "reaction", "reply.choice"
  std::string one;   ///< "never reacts"
  std::string many;  ///< "never react"

  bool operator==(const AssumedPlay&) const = default;
};
using AssumedPlays = PerSide<std::vector<AssumedPlay>>;

/// What both do in a fight, a step of a sequence or a battle, but for what the keys say that
/// `is_set`.
AssumedPlays assumed_play(const Matchup& matchup, UsedIn use,
                          const std::function<bool(const std::string& key)>& is_set);

/// Adds what is not there yet.
void add(const AssumedPlays& more, AssumedPlays& to);

/// "plays light attacks and never reacts"; nothing where nothing is assumed.
std::string in_words(const std::vector<AssumedPlay>& plays);
/// The same of both sides in one sentence: "both play light attacks and never react", or "Wizard
/// plays light attacks; Guardian never reacts". `names`: of the sides; `all`: of all together.
std::string in_words(const AssumedPlays& plays, const PerSide<std::string>& names,
                     std::string_view all = "both");

}  // namespace warodds
