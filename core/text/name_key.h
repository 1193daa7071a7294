// Names as people see them: what looks the same is the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warodds {

/// A name as names are compared: letters and their marks apart (Unicode's canonical decomposition,
/// so that it does not matter how a program writes an accent), one blank for any blanks, none at
/// the ends, nothing that is not seen. Capital and small letters stay what they are.
std::string name_key(std::string_view name);

/// Whether two names look the same; capital and small letters differ.
bool looks_like(std::string_view a, std::string_view b);

/// The parts of a list with commas, where one in square brackets is part of a name; each is a part
/// of the text.
std::vector<std::string_view> split_list(std::string_view list);

}  // namespace warodds
