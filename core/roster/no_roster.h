// A file that is no roster but something else.
#pragma once

#include <string>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {

/// What it says quotes the file, for those whose file it is.
struct NoRoster : InputError {
  using InputError::InputError;
};

/// The same for others, who are shown nothing of it.
inline InputError no_roster(const std::string& path) {
  return BadRoster("'" + shown(path) +
                   "' is no roster: neither TOML with [[unit]] tables nor a spreadsheet with a "
                   "column 'name'");
}

}  // namespace warodds
