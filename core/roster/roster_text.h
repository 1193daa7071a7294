// A roster file with new values in it: everything else stays as it was written, comments, order and
// blanks.
#pragma once

#include <string>
#include <vector>

#include "core/roster/roster.h"

namespace warodds {

/// A stat of a unit that gets another value.
struct NewValue {
  std::string unit;
  std::string group;  ///< name of the figure, attack or model; empty: of the unit itself
  std::string key;
  std::string value;  ///< as users write it
};

/// The text of the roster's file with these values: those that are there are replaced, others are
/// added below the name of the unit or group (in a CSV: in their column, which is added if need
/// be). A CSV in UTF-16 comes back in UTF-8 with a byte-order mark, and
/// what was "5+" keeps its plus. An .xlsx comes back as one, an .ods does not. Throws NoAnswer when
/// the place of a value cannot be found. Whoever writes the text should read it again and see
/// whether it says what was meant.
std::string with_values(const Roster& roster, const std::vector<NewValue>& values);

}  // namespace warodds
