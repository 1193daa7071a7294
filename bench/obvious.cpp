#include "bench/obvious.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <random>

namespace warodds::bench {
namespace {

/// Has the compiler believe that somebody reads the counts.
template <class Counts>
void keep(const Counts& counts) {
  asm volatile("" : : "r"(&counts) : "memory");
}

template <int sides>
class ObviousDice {
 public:
  int roll() { return die_(engine_); }
  int successes(int n, int least) {
    int count = 0;
    for (int i = 0; i < n; ++i) count += roll() >= least ? 1 : 0;
    return count;
  }

 private:
  std::mt19937 engine_{1};
  std::uniform_int_distribution<int> die_{1, sides};
};

}  // namespace

void obvious_lineup(std::uint64_t trials) {
  static ObviousDice<6> dice;
  std::array<std::array<std::uint64_t, defence_dice + 1>, attack_dice + 2> joint{};
  std::array<int, attack_dice> attack;
  std::array<int, defence_dice> defence;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::generate(attack.begin(), attack.end(), [] { return dice.roll(); });
    std::generate(defence.begin(), defence.end(), [] { return dice.roll(); });
    std::sort(attack.begin(), attack.end(), std::greater<>());
    std::sort(defence.begin(), defence.end(), std::greater<>());
    std::size_t attack_hits = 0, defence_hits = 0;
    for (std::size_t i = 0; i < defence.size(); ++i) {
      attack_hits += attack[i] > defence[i] ? 1 : 0;
      defence_hits += defence[i] > attack[i] ? 1 : 0;
    }
    for (std::size_t i = defence.size(); i < attack.size(); ++i) {
      attack_hits += attack[i] > phantom ? 1 : 0;
    }
    attack_hits += attack[2] == 6 ? 1 : 0;  // three sixes
    ++joint[attack_hits][defence_hits];
  }
  keep(joint);
}

void obvious_chain(std::uint64_t trials) {
  static ObviousDice<6> dice;
  std::array<std::array<std::uint64_t, chain_dice + 1>, 3> counts{};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const int hits = dice.successes(chain_dice, 3);
    const int wounds = dice.successes(hits, 4);
    const int damage = wounds - dice.successes(wounds, 5);
    ++counts[0][static_cast<std::size_t>(hits)];
    ++counts[1][static_cast<std::size_t>(wounds)];
    ++counts[2][static_cast<std::size_t>(damage)];
  }
  keep(counts);
}

void obvious_duel(std::uint64_t trials) {
  static ObviousDice<10> dice;
  std::array<std::array<std::uint64_t, duel_dice + 1>, 3> counts{};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const int hits = dice.successes(duel_dice, 5);
    const int cancels = dice.successes(duel_dice, 6);
    const int damage = dice.successes(std::max(hits - cancels, 0), 4);
    ++counts[0][static_cast<std::size_t>(hits)];
    ++counts[1][static_cast<std::size_t>(cancels)];
    ++counts[2][static_cast<std::size_t>(damage)];
  }
  keep(counts);
}

void obvious_saves(std::uint64_t trials) {
  static ObviousDice<6> dice;
  std::array<std::array<std::uint64_t, saves_dice + 1>, 2> counts{};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const int wounds = dice.successes(saves_dice, 4);
    int taken = 0;
    for (int i = 0; i < wounds && taken < saves_capacity; ++i) {
      if (dice.roll() < 4 && dice.roll() < 6) ++taken;
    }
    ++counts[0][static_cast<std::size_t>(wounds)];
    ++counts[1][static_cast<std::size_t>(taken)];
  }
  keep(counts);
}

}  // namespace warodds::bench
