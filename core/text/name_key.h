// Names as people see them: what looks the same is the same.
#pragma once

#include <string>
#include <string_view>

namespace warodds {

/// A name as names are compared: letters and their marks apart (Unicode's canonical decomposition,
/// so that it does not matter how a program writes an accent), one blank for any blanks, none at
/// the ends, nothing that is not seen. Capital and small letters stay what they are.
std::string name_key(std::string_view name);

/// Whether two names look the same; capital and small letters differ.
bool looks_like(std::string_view a, std::string_view b);

}  // namespace warodds
