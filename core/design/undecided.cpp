#include "core/design/undecided.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "core/systems/traits/break_off.h"

namespace warodds {
namespace {

/// How many battles of these are broken off by the rules, and before the last round.
struct BrokenOff {
  std::size_t by_rules = 0;
  std::size_t battles = 0;
  std::string when;
  std::string cure;
};

/// What has a battle go on that the rules break off.
template <class System>
std::string going_on(const Battle<System>&) {
  if constexpr (BreaksOff<System>) return std::string(System::goes_on_with);
  return "";
}

BrokenOff broken_off(const Arena& arena, const std::vector<AnyUnit>& units, int rounds) {
  constexpr std::size_t most_looked_at = 30;  // of units: who they are matters little
  BrokenOff found;
  const std::size_t count = std::min(units.size(), most_looked_at);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto look = [&](const auto& battle) {
        const int most = battle.most_rounds();
        ++found.battles;
        if (most > 0 && (rounds == 0 || most <= rounds)) ++found.by_rules;
        found.when = battle.breaks_off();
        found.cure = going_on(battle);
      };
      try {
        std::visit(look, arena.of(units[i], units[j]).battle());
      } catch (const std::runtime_error&) {
        // The rules allow no such battle.
      }
    }
  }
  return found;
}

}  // namespace

std::string warning_of_undecided(double nobody_wins, const Arena& arena,
                                 const std::vector<AnyUnit>& units, int rounds, bool takes_set) {
  constexpr double most = 0.5;
  if (!(nobody_wins > most)) return "";
  std::string text = fmt::format(
      "{} % of these battles have no winner and count as even, so these numbers say "
      "little of who is stronger: ",
      nobody_wins > 0.995 && nobody_wins < 1 ? std::string(">99")
                                             : fmt::format("{:.0f}", nobody_wins * 100));
  const BrokenOff of = broken_off(arena, units, rounds);
  if (2 * of.by_rules > of.battles) {
    return text + "they are broken off " + of.when + "; " +
           (takes_set ? of.cure : "a roster of units that do not tire has them fight on");
  }
  if (rounds > 0) {
    return text + fmt::format("they end after {} round{}; ask for more with --rounds", rounds,
                              rounds == 1 ? "" : "s");
  }
  return text +
         "neither side can bring the other down, or both fall together; battle says of a pair "
         "which, and explain what its dice can do";
}

}  // namespace warodds
