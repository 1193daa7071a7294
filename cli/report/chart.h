// A distribution drawn as bars.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.h"
#include "core/numbers/distribution.h"

namespace warodds::cli {

/// The lines of a chart: ranges of values that hold all but about 1 in 1000, at most 16 of them.
std::vector<std::string> chart(const std::string& title, const Distribution& of, int width,
                               const Style& style);

}  // namespace warodds::cli
