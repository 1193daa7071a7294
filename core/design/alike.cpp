#include "core/design/alike.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "core/design/movable.h"

namespace warodds {

std::string fingerprint(std::string_view system, const AnyUnit& unit) {
  const Profile profile = profile_of(system, unit);
  std::string text;
  const auto add = [&](const Values& values) {
    for (const auto& [key, value] : values) {
      if (key != "points") text += key + '=' + print(value) + '\n';
    }
    text += '\n';
  };
  add(profile.fields);
  for (const Values& group : profile.groups) add(group);
  return text;
}

AlikeUnits alike_units(std::string_view system, const std::vector<AnyUnit>& units,
                       bool names_count) {
  const auto dearer_first = [&](std::size_t a, std::size_t b) {
    return std::pair(-points_of(units[a]), name_of(units[a])) <
           std::pair(-points_of(units[b]), name_of(units[b]));
  };
  std::map<std::string, std::vector<std::size_t>> by_text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    by_text[fingerprint(system, units[i]) + (names_count ? name_of(units[i]) : "")].push_back(i);
  }
  std::vector<std::vector<std::size_t>> kinds;
  for (auto& [text, members] : by_text) {
    std::stable_sort(members.begin(), members.end(), dearer_first);
    kinds.push_back(std::move(members));
  }
  std::stable_sort(kinds.begin(), kinds.end(), [&](const auto& a, const auto& b) {
    return dearer_first(a.front(), b.front());
  });
  AlikeUnits alike;
  alike.kind.resize(units.size());
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    for (const std::size_t unit : kinds[kind]) {
      alike.order.push_back(unit);
      alike.kind[unit] = kind;
    }
  }
  return alike;
}

}  // namespace warodds
