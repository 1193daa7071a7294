#include "core/fields/setting.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {

Setting parse_setting(std::string_view text, const std::string& where) {
  const auto equals = text.find('=');
  const std::string_view key = trim(text.substr(0, equals));
  if (equals == std::string_view::npos || key.empty()) {
    throw BadValue(fmt::format("{}: '{}' is not of the form key=value", where, shown(text)), "",
                   where);
  }
  return {std::string(key), std::string(trim(text.substr(equals + 1))), where};
}

void require_distinct(const std::vector<Setting>& settings) {
  std::set<std::string> seen;
  for (const Setting& setting : settings) {
    if (seen.insert(lower(setting.key)).second) continue;
    throw BadValue(setting.where + ": " + shown(setting.key) + " is given twice", setting.key,
                   setting.where);
  }
}

}  // namespace warodds
