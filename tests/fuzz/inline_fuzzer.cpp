// Any bytes as units and a situation written on the command line: the first byte picks the system,
// the lines of the rest are the attacker, the defender, and the situation's settings. The fight is
// resolved, or refused with InputError or NoAnswer; a small one is computed and must be a
// distribution.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/fields/unit_builder.h"
#include "core/play/matchup.h"
#include "core/play/rolled.h"
#include "core/roster/roster.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "exact/fight/fight.h"

namespace {

constexpr double small = 0.001;  ///< seconds

void require_distribution(std::span<const double> pmf, double defect) {
  const auto sound = [](double p) { return std::isfinite(p) && p >= 0; };
  if (!(defect < 1e-9) || !std::all_of(pmf.begin(), pmf.end(), sound)) __builtin_trap();
}

void require_distributions(const warodds::FightAnswer& outcome) {
  for (const warodds::Side side : warodds::both_sides) {
    const warodds::Deals& deals = outcome.deals[side];
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

template <class System>
void use(const std::array<std::string_view, 3>& lines) {
  using Builder = warodds::UnitBuilder<System>;
  const auto attacker =
      Builder::from_settings(warodds::parse_inline(lines[0], "attacker").settings, "Attacker");
  const auto defender =
      Builder::from_settings(warodds::parse_inline(lines[1], "defender").settings, "Defender");
  warodds::Matchup matchup(warodds::MatchupOf<System>{{attacker, defender}, {}});
  if (!lines[2].empty()) {
    for (const warodds::Setting& setting : warodds::parse_inline(lines[2], "--with").settings) {
      matchup.set_situation(setting, {});
    }
  }
  const auto& situation = matchup.as<System>().situation;
  warodds::Explanation why;
  const auto fight = warodds::rolled_fights<System>(attacker, defender, situation, &why);
  const double seconds = warodds::exact::predicted_seconds(fight);
  if (!(seconds >= 0)) __builtin_trap();
  if (seconds < small) require_distributions(warodds::exact::fight(fight));
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
