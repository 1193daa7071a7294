// How each command answers. All throw InputError and NoAnswer.
#pragma once

#include "core/ask/reports.h"

namespace warodds {

Report answer_systems(const Question& question, const Engines& engines, const Watch& watch);
Report answer_units(const Question& question, const Engines& engines, const Watch& watch);
Report answer_quantities(const Question& question, const Engines& engines, const Watch& watch);
Report answer_fight(const Question& question, const Engines& engines, const Watch& watch);
Report answer_explain(const Question& question, const Engines& engines, const Watch& watch);
Report answer_check(const Question& question, const Engines& engines, const Watch& watch);
Report answer_sequence(const Question& question, const Engines& engines, const Watch& watch);
Report answer_battle(const Question& question, const Engines& engines, const Watch& watch);
Report answer_solve(const Question& question, const Engines& engines, const Watch& watch);
Report answer_matrix(const Question& question, const Engines& engines, const Watch& watch);
Report answer_sweep(const Question& question, const Engines& engines, const Watch& watch);
Report answer_value(const Question& question, const Engines& engines, const Watch& watch);
Report answer_tune(const Question& question, const Engines& engines, const Watch& watch);
Report answer_prices(const Question& question, const Engines& engines, const Watch& watch);
Report answer_balance(const Question& question, const Engines& engines, const Watch& watch);
/// Plays what --chunks says of a simulation.
Report answer_part(const Question& question, const Engines& engines, const Watch& watch);
Report answer_merge(const Question& question, const Engines& engines, const Watch& watch);
Report answer_compare(const Question& question, const Engines& engines, const Watch& watch);

}  // namespace warodds
