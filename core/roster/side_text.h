// A side of several units as people write it: "Oak Shields + Ash Bows*2 with mode=ranged".
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fields/setting.h"

namespace warodds {

/// A unit as somebody asks for it: a text (NAME, NAME,key=value,… or key=value,…), or all of it.
using UnitRequest = std::variant<std::string, UnitText>;

/// Some units of a side that are alike.
struct SidePart {
  UnitRequest unit;
  int count = 1;
  std::vector<Setting> with = {};  ///< the situation of the attacks of each, besides that of all
};

/// A side as somebody asks for it: a unit, or several, as text or one by one.
using SideRequest = std::variant<std::string, UnitText, std::vector<SidePart>>;

/// The most units that a side may have.
inline constexpr int most_units_of_side = 64;

/// Reads UNIT*N with KEY=VALUE,… + …; blanks around the plus (tabs and line ends are blanks). Of
/// `with`, a part without '=' goes on with the value before it: "mode=ranged*2,close". The longest
/// of `names`, or of their beginnings, that fits goes before what its characters might mean here.
/// Throws InputError; `where` names the argument.
std::vector<SidePart> parse_side(std::string_view text, const std::string& where,
                                 const std::vector<std::string>& names);

/// KEY=VALUE,… behind `with`, as in --with: a comma before KEY= begins the next one, unless the
/// value before it may be any text and no system has such a key. Throws InputError.
std::vector<Setting> parse_with(std::string_view text, const std::string& where);

/// What is said of a part's attacks, as parse_with() reads it.
std::string with_of(const SidePart& part);
/// As parse_side() reads them.
std::string written(const SidePart& part);
std::string written(const std::vector<SidePart>& parts);

/// Throws InputError where a side has more units than it may.
void require_few(const std::vector<SidePart>& parts, const std::string& where);

/// Whether a text may be meant to be several units: what to add to the message that there is no
/// unit of that name. Empty: no.
std::string how_to_write_several(std::string_view text);

}  // namespace warodds
