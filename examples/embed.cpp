// The library in another program: read a roster, build two units, resolve the fight, ask the exact
// engine for the odds and the simulator whether it agrees. Ends with 1 if it does not.
#include <fmt/format.h>

#include <cmath>

#include "core/matchup/roster.h"
#include "core/matchup/unit_builder.h"
#include "core/numbers/intervals.h"
#include "core/rules/error.h"
#include "core/systems/raiders_of_arcana.h"
#include "exact/fight/fight.h"
#include "sim/simulate.h"

namespace {

constexpr const char* roster_text = R"(
system = "raiders-of-arcana"

[[unit]]
name = "Warriors"
figures = 6
hp = 2
cd = 2
as = 5
db = 2
arm = 5

[[unit]]
name = "Goblins"
figures = 12
hp = 1
cd = 1
as = 6
arm = 4
)";

bool print_odds() {
  using System = warodds::RaidersOfArcana;
  using Builder = warodds::UnitBuilder<System>;

  const warodds::Roster roster = warodds::parse_toml(roster_text, "embedded roster");
  const System::Unit warriors = Builder::from_roster(roster.find("Warriors"));
  const System::Unit goblins = Builder::from_roster(roster.find("Goblins"));

  System::Situation situation;
  situation.attacker_attack = 8;  // of 12 combat dice; the other 4 defend
  const System::Fight fight = System::prepare(warriors, goblins, situation);

  const warodds::Distribution kills = warodds::exact::fight(fight).deals.attacker.kills;
  for (int k = 1; k <= kills.max(); ++k) {
    fmt::print("at least {} goblins fall: {:6.2f} %\n", k, 100 * kills.at_least(k));
  }

  const warodds::sim::Simulation played = warodds::sim::simulate(fight, {});
  const auto& damage = played.deals.attacker.damage;
  const double off = std::abs(damage.mean() - kills.mean());  // one hit point a goblin
  const double limit = warodds::mean_half_width(
      damage.sd(), played.trials, warodds::normal_quantile(warodds::Confidence(0.999999)));
  fmt::print("mean {:.4f}, simulated {:.4f}: {}\n", kills.mean(), damage.mean(),
             off < limit ? "they agree" : "THEY DISAGREE");
  return off < limit;
}

}  // namespace

int main() {
  try {
    return print_odds() ? 0 : 1;
  } catch (const warodds::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  } catch (const warodds::NoAnswer& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
