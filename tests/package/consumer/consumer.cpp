// A program outside the project: both engines through the installed headers and libraries.
#include <cmath>
#include <iostream>

#include "core/systems/systems.h"
#include "exact/fight/fight.h"
#include "sim/simulate.h"

int main() {
  using System = warodds::RaidersOfArcana;
  System::Unit attacker;
  attacker.figures = 12;
  attacker.as = 5;
  System::Unit defender;
  defender.figures = 12;
  defender.arm = 5;
  System::Situation situation;
  situation.attacker_attack = System::all;
  situation.defender_attack = System::all;

  const System::Fight fight = System::prepare(attacker, defender, situation);
  const double exactly = warodds::exact::fight(fight).deals.attacker.damage.mean();
  const double simulated = warodds::sim::simulate(fight, {}).deals.attacker.damage.mean();
  if (std::abs(exactly - simulated) > 0.05) {
    std::cout << "the engines disagree: " << exactly << " and " << simulated << '\n';
    return 1;
  }
  std::cout << "the consumer says: " << exactly << " wounds of 12 dice\n";
}
