#include "bench/obvious.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>

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

namespace {

struct Band {
  int left = band_figures * band_hit_points;
  bool has_fought = false;
};
using Bands = std::vector<Band>;

bool is_gone(const Bands& side) {
  return std::all_of(side.begin(), side.end(), [](const Band& band) { return band.left == 0; });
}

Band* next_to_fight(Bands& side) {
  for (Band& band : side) {
    if (band.left > 0 && !band.has_fought) return &band;
  }
  return nullptr;
}

Band* weakest(Bands& side) {
  Band* weakest = nullptr;
  for (Band& band : side) {
    if (band.left > 0 && (weakest == nullptr || band.left < weakest->left)) weakest = &band;
  }
  return weakest;
}

/// Wounds that so many figures deal to so many.
int wounds(ObviousDice<10>& dice, int figures, int enemies) {
  const int cancelled = dice.successes(enemies, 3);
  return dice.successes(std::max(figures - cancelled, 0), 5);
}

}  // namespace

std::uint64_t obvious_armies(int bands, std::uint64_t battles) {
  static ObviousDice<10> dice;
  std::uint64_t wins = 0;
  for (std::uint64_t battle = 0; battle < battles; ++battle) {
    std::array<Bands, 2> sides;
    for (Bands& side : sides) side.resize(static_cast<std::size_t>(bands));
    while (!is_gone(sides[0]) && !is_gone(sides[1])) {
      for (Bands& side : sides) {
        for (Band& band : side) band.has_fought = false;
      }
      for (std::size_t turn = 0; !is_gone(sides[0]) && !is_gone(sides[1]); turn = 1 - turn) {
        Band* attacker = next_to_fight(sides[turn]);
        if (attacker == nullptr) {
          turn = 1 - turn;
          attacker = next_to_fight(sides[turn]);
        }
        if (attacker == nullptr) break;
        Band* const target = weakest(sides[1 - turn]);
        const auto figures = [](const Band& band) {
          return (band.left + band_hit_points - 1) / band_hit_points;
        };
        const int dealt = wounds(dice, figures(*attacker), figures(*target));
        const int suffered = wounds(dice, figures(*target), figures(*attacker));
        target->left = std::max(target->left - dealt, 0);
        attacker->left = std::max(attacker->left - suffered, 0);
        attacker->has_fought = target->has_fought = true;
      }
    }
    wins += is_gone(sides[0]) ? 0 : 1;
  }
  return wins;
}

}  // namespace warodds::bench
