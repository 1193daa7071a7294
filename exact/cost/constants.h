// All that is known of how long exact work takes, each figure with what it was measured on: lines
// of build/release/warodds_bench where that is said. Seconds on one core of a 2.6 GHz server
// processor with AVX-512.
#pragma once

namespace warodds::exact::cost {

// Lineups: warodds_bench, lineup_engine and lineup_rerolled.
inline constexpr double per_lineup = 5e-6;      ///< what is not a step
inline constexpr double per_step = 1e-6;        ///< of a family's walk, whatever its pools
inline constexpr double per_sum = 3.5e-9;       ///< ... each sum of blocks
inline constexpr double per_sum_cell = 0.1e-9;  ///< ... each number in them
inline constexpr double last_step = 0.4;        ///< the step below the phantom, as a share of one
inline constexpr double per_hidden_step =
    40e-9;                                 ///< of a rerolled pool's walk: "fight, rerolled lineup"
inline constexpr double per_walk = 20e-6;  ///< of lineups walked one by one
inline constexpr double per_walk_part = 80e-9;   ///< ... each row of each number of dice
inline constexpr double per_walk_sum = 0.19e-9;  ///< ... each number in a sum
inline constexpr double per_walk_cell = 37e-9;   ///< ... each number that is written
inline constexpr double per_choice =
    50e-6;  ///< of lineups with chosen rerolls: "fight, best rerolls"
inline constexpr double per_choice_step = 3e-9;  ///< ... each step of RerollChoice::work()

// Fights, battles, best play: the line named.
inline constexpr double per_path = 9e-9;       ///< "fight, Raiders", "fight, Dwethia"
inline constexpr double per_outcome = 400e-9;  ///< of a path kept apart by what it reports
inline constexpr double per_cell = 1e-9;       ///< of the states between stages: "fight, Dwethia"
inline constexpr double per_stage = 0.3e-6;    ///< small battles: "battle, Dwethia"
inline constexpr double of_a_family = 0.30;    ///< one more law of a known lineup family, as a
                                               ///< share of the family: "battle, Arcane Legions"
inline constexpr double per_entry = 11e-9;     ///< of a sequence's laws: "sequence"
inline constexpr double per_entry_round = 0.15e-9;      ///< ... in each order
inline constexpr double per_state = 0.7e-6;             ///< ... each state of its target
inline constexpr double per_place = 0.3e-6;             ///< of a battle, in each pass through it
inline constexpr double per_outcome_of_place = 0.1e-9;  ///< ... each outcome of a fight, a round
inline constexpr double likely_width = 4;      ///< outcomes, as many times the root of the most
inline constexpr double of_chosen_states = 8;  ///< whose numbers are not in the order of damage
inline constexpr double rounds_at_once = 16;
inline constexpr double most_rounds_of_two = 2e4;  ///< in a battle of two units, one by one
inline constexpr double most_rounds = 400, rounds_of_mean = 7, least_rounds = 5;
inline constexpr double per_product = 0.13e-9;  ///< "best play, Raiders": E[V] of a pair of choices
inline constexpr double per_pair = 1.5e-6;      ///< ... its payoff table
inline constexpr double per_pivot = 2e-9;       ///< ... its matrix game
inline constexpr double per_standpoint = 0.8e-6;  ///< ... for the best and for each choice for good
inline constexpr double per_decision = 0.15e-6;   ///< who falls, for the best and for each rule
inline constexpr double per_option = 0.05e-6;     ///< ... each pair of choices

// What is too dear to be looked at before it is asked for.
inline constexpr double dear = 0.01;          ///< seconds for one fight of a battle
inline constexpr double rounds_if_dear = 60;  ///< of such a battle: "battle, Arcane Legions"

// Memory: what would not fit is not begun.
inline constexpr double most_cells = 1e8;  ///< of the states between two stages
inline constexpr double most_walk_cells =
    2.2e8;  ///< of a walked lineup, 36 bytes each in all its tables
inline constexpr double most_entries = 1.5e8;  ///< of a sequence's laws, or of choices on who falls
inline constexpr double most_rows = 1 << 20;   ///< states of a side
inline constexpr double most_places = 5e6;     ///< of both sides, up to 300 bytes each
inline constexpr double most_law_numbers = 1e8;  ///< of the laws of its fights, 16 bytes each
inline constexpr double most_numbers = 3e8;      ///< of a game's tables and policy

}  // namespace warodds::exact::cost
