#include "core/fields/setting.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {

Setting parse_setting(std::string_view text, const std::string& where) {
  const auto equals = text.find('=');
  const std::string_view key = trim(text.substr(0, equals));
  if (equals == std::string_view::npos || key.empty()) {
    throw InputError(
        fmt::format("{}: '{}' is not of the form key=value", where, text.substr(0, 80)));
  }
  return {std::string(key), std::string(trim(text.substr(equals + 1))), where};
}

void require_distinct(const std::vector<Setting>& settings) {
  KeysSeen seen;
  bool may_be_same = false;
  for (const Setting& setting : settings) may_be_same |= seen.may_have(setting.key);
  if (!may_be_same) return;
  // By length first: most keys differ in it.
  const auto is_before = [](const Setting* a, const Setting* b) {
    if (a->key.size() != b->key.size()) return a->key.size() < b->key.size();
    return std::lexicographical_compare(a->key.begin(), a->key.end(), b->key.begin(), b->key.end(),
                                        [](char x, char y) { return lower(x) < lower(y); });
  };
  std::vector<const Setting*> by_key;
  by_key.reserve(settings.size());
  for (const Setting& setting : settings) by_key.push_back(&setting);
  std::stable_sort(by_key.begin(), by_key.end(), is_before);
  const auto same =
      std::adjacent_find(by_key.begin(), by_key.end(),
                         [&](const Setting* a, const Setting* b) { return !is_before(a, b); });
  if (same == by_key.end()) return;
  const Setting& second = **std::next(same);
  throw InputError(second.where + ": " + second.key + " is given twice");
}

}  // namespace warodds
