// A program outside the project: both engines through the installed headers and libraries, beside
// an Eigen of its own. Its arguments are files with what the program of the same build says, as
// CSV, of the same fight and the same battle, each by the exact engine and by the simulator; every
// number must be the same.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/answer/engine.h"
#include "eigen_beside.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace {

using System = warodds::RaidersOfArcana;

/// Values by "side,quantity,statistic,k".
using Values = std::map<std::string, double>;

Values read(const std::string& path) {
  std::ifstream file(path);
  Values values;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream rest(line);
    for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
    const auto first = fields.begin() + 9;  // behind version, system, …, partial
    char* end = nullptr;
    const double value = std::strtod(first[4].c_str(), &end);
    if (first[4].empty() || *end != '\0') continue;  // a word: what was asked
    values[first[0] + ',' + first[1] + ',' + first[2] + ',' + first[3]] = value;
  }
  return values;
}

/// Compares our numbers with those of the program and counts them.
class Comparison {
 public:
  Comparison(const std::string& path, double tolerance)
      : path_(path), tolerance_(tolerance), theirs_(read(path)) {}

  void operator()(const std::string& name, double ours) {
    const double difference = std::abs(theirs_.at(name) - ours);
    if (!(difference <= tolerance_)) {
      throw std::runtime_error(path_ + ": " + name + " is off by " + std::to_string(difference));
    }
    ++compared_;
  }
  int compared() const { return compared_; }

 private:
  std::string path_;
  double tolerance_;
  Values theirs_;
  int compared_ = 0;
};

/// Sums of doubles depend on the length of the vectors they are made with; counts do not.
constexpr double rounding = 1e-12;

int compare_fight(const warodds::Answer& answer, Comparison same) {
  warodds::PerSide<warodds::Distribution> damage;
  for (const warodds::Side side : warodds::both_sides) {
    damage[side] = answer.of({warodds::OutcomeFact::Kind::damage, side});
  }
  same("attacker,damage,mean,", damage[warodds::Side::attacker].mean());
  same("defender,damage,mean,", damage[warodds::Side::defender].mean());
  for (int k = 0; k <= damage[warodds::Side::attacker].max(); ++k) {
    same("attacker,damage,probability," + std::to_string(k),
         damage[warodds::Side::attacker].probability(k));
  }
  return same.compared();
}

int compare(const std::vector<std::string>& files) {
  System::Unit attacker;
  attacker.figures = 12;
  attacker.as = 5;
  System::Unit defender;
  defender.figures = 12;
  defender.arm = 5;
  System::Situation situation;
  situation.attacker_attack = System::all;
  situation.defender_attack = System::all;

  const warodds::Engine exact = warodds::exact::engine();
  const warodds::Engine sim = warodds::sim::engine();
  const warodds::AnyFight fight = System::prepare(attacker, defender, situation);
  int compared =
      compare_fight(exact.laws.answer(warodds::FightQuestion(fight), {}), {files.at(0), rounding});
  compared += compare_fight(sim.laws.answer(warodds::FightQuestion(fight), {}), {files.at(1), 0});

  use_own_eigen(40);
  const warodds::BattleQuestion battle{warodds::Battle<System>(attacker, defender, situation)};
  Comparison exact_battle(files.at(2), rounding);
  const auto outcome = exact.laws.answer(battle, {});
  exact_battle("attacker,win,probability,", outcome.win(warodds::Side::attacker).value);
  exact_battle("defender,win,probability,", outcome.win(warodds::Side::defender).value);
  Comparison simulated_battle(files.at(3), 0);
  const auto battles = sim.laws.answer(battle, {});
  simulated_battle("attacker,win,probability,", battles.win(warodds::Side::attacker).value);
  simulated_battle("both,rounds,mean,", battles.rounds.mean());
  use_own_eigen(7);
  return compared + exact_battle.compared() + simulated_battle.compared();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int numbers = compare({argv + 1, argv + argc});
    std::cout << "the consumer agrees with the program in " << numbers << " numbers\n";
  } catch (const std::exception& error) {
    std::cout << "the consumer does not agree: " << error.what() << '\n';
    return 1;
  }
}
