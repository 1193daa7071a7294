// The obvious programs that the simulator is measured against: one trial at a time, std::mt19937,
// std::sort. They roll every die and count what the simulator counts. They are compiled with all
// instructions of the machine that builds them.
#pragma once

#include <cstdint>

namespace warodds::bench {

constexpr int attack_dice = 8, defence_dice = 6, phantom = 2;
constexpr int chain_dice = 30;
constexpr int duel_dice = 10;
constexpr int saves_dice = 20, saves_capacity = 12;
constexpr int band_figures = 6, band_hit_points = 2;

/// Two pools sorted and compared, three sixes a hit more; the joint law of the hits.
void obvious_lineup(std::uint64_t trials);
/// d6: hit on 3 or more, wound on 4 or more, saved on 5 or more.
void obvious_chain(std::uint64_t trials);
/// d10: hits on 5 or more, each cancelled by a 6 or more of the other pool, wounds on 4 or more.
void obvious_duel(std::uint64_t trials);
/// d6: wounds on 4 or more, on models with room for twelve; saved on 4 or more, ignored on a 6.
void obvious_saves(std::uint64_t trials);

/// Two sides of so many bands of six figures, two hit points and two d10 each, until one side is
/// gone; how many battles the first side wins. The sides take turns, one band at a time: the first
/// that has not fought in this round goes at the weakest enemy. Half of both bands' dice attack, an
/// attack die is cancelled by a 3 or more of the enemy's other half, else wounds on a 5 or more.
std::uint64_t obvious_armies(int bands, std::uint64_t battles);

}  // namespace warodds::bench
