// A distribution drawn as bars.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ask/forms/text/style.h"
#include "core/numbers/distribution.h"

namespace warodds::text {

/// What a chart shows: a distribution, and the value that stands for the whole target, if any.
struct Charted {
  std::string title;
  Distribution distribution;
  std::optional<int> all = {};
};

/// The lines of a chart: ranges of values that hold all but about 1 in 1000, at most 16 of them.
std::vector<std::string> chart(const Charted& charted, int width, const Style& style);

}  // namespace warodds::text
