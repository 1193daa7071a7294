// From the texts of a question to what all designers' tables have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ask/reports.h"

namespace warodds {

/// The engine, the budget and what is asked for in every cell.
CellQuestion cells_of(const Question& question, std::vector<Quantity> quantities,
                      const Engines& engines);

/// The roster of a command that takes no units. Throws InputError.
std::shared_ptr<const Roster> roster_of(const Question& question);

}  // namespace warodds
