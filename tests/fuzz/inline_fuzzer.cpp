// Any bytes as units and a situation written on the command line: the first byte picks the system,
// the lines of the rest are the attacker, the defender, and the situation's settings. The fight is
// resolved, or refused with InputError or NoAnswer; a small one is computed and must be a
// distribution. Of sides of several units the battle is made, or refused.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fields/unit_builder.h"
#include "core/play/matchup.h"
#include "core/play/rolled.h"
#include "core/roster/roster.h"
#include "core/roster/side_text.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "exact/answers.h"
#include "tests/support/answers.h"
#include "tests/support/work.h"

namespace {

constexpr double small = 0.001;  ///< seconds

void require_distribution(std::span<const double> pmf, double defect) {
  const auto sound = [](double p) { return std::isfinite(p) && p >= 0; };
  if (!(defect < 1e-9) || !std::all_of(pmf.begin(), pmf.end(), sound)) __builtin_trap();
}

void require_distributions(const warodds::Answer& outcome) {
  for (const warodds::Side side : warodds::both_sides) {
    const warodds::testing::Deals deals = warodds::testing::deals_of(outcome, side);
    require_distribution(deals.damage.pmf(), deals.damage.defect());
    require_distribution(deals.kills.pmf(), deals.kills.defect());
    for (const warodds::Distribution& rolled : deals.reported) {
      require_distribution(rolled.pmf(), rolled.defect());
    }
    const double destroyed = deals.destroyed.value;
    if (!(destroyed >= 0 && destroyed <= 1 + 1e-9)) __builtin_trap();
  }
  if (outcome.joint_damage && !(outcome.joint_damage->defect() < 1e-9)) __builtin_trap();
}

/// Whether a side has several units: then that is all that is looked at.
template <class System>
bool use_sides(const std::array<std::string_view, 3>& lines) {
  const std::vector<std::string> names{"A + B", "C with d", "E*2"};
  warodds::Matchup matchup(System::name);
  for (const warodds::Side side : warodds::both_sides) {
    warodds::UnitsOfSide units;
    const auto& line = lines[side == warodds::Side::attacker ? 0 : 1];
    for (const warodds::SidePart& part : warodds::parse_side(line, "side", names)) {
      // As it is written it is read again.
      const auto again = warodds::parse_side(warodds::written(part), "side", names);
      if (warodds::written(again.front()) != warodds::written(part)) __builtin_trap();
      const auto text = warodds::parse_inline(std::get<std::string>(part.unit), "side");
      const auto unit = warodds::UnitBuilder<System>::from_settings(text.settings, "Unit");
      units.units.push_back({unit, part.with});
      if (part.count > 1) units.units.push_back({unit, part.with});
    }
    matchup.put(side, units);
  }
  if (!matchup.is_of_several()) return false;
  if (matchup.units(warodds::Side::attacker).size() > 3 ||
      matchup.units(warodds::Side::defender).size() > 3) {
    return true;
  }
  const warodds::BattleQuestion question{matchup.battle(), 1};
  warodds::testing::takes_more_than(small, [&] { warodds::exact::battle(question, {}); });
  return true;
}

template <class System>
void use(const std::array<std::string_view, 3>& lines) {
  using Builder = warodds::UnitBuilder<System>;
  if (use_sides<System>(lines)) return;
  const auto attacker =
      Builder::from_settings(warodds::parse_inline(lines[0], "attacker").settings, "Attacker");
  const auto defender =
      Builder::from_settings(warodds::parse_inline(lines[1], "defender").settings, "Defender");
  warodds::Matchup matchup(warodds::SidesOf<System>({attacker, defender}));
  if (!lines[2].empty()) {
    for (const warodds::Setting& setting : warodds::parse_inline(lines[2], "--with").settings) {
      matchup.set_situation(setting, {});
    }
  }
  const auto& situation = matchup.as<System>().situation;
  warodds::Explanation why;
  const auto fight = warodds::rolled_fights<System>(attacker, defender, situation, &why);
  warodds::testing::takes_more_than(small,
                                    [&] { require_distributions(warodds::exact::fight(fight)); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  int chosen = data[0] % 4;
  text.remove_prefix(1);
  std::array<std::string_view, 3> lines;
  for (std::string_view& line : lines) {
    const std::size_t end = text.find('\n');
    line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  try {
    warodds::Systems::for_each([&](auto system) {
      if (chosen-- == 0) use<decltype(system)>(lines);
    });
  } catch (const warodds::InputError&) {
  } catch (const warodds::NoAnswer&) {
  }
  return 0;
}
