// From the texts of a question to what all designers' tables have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ask/reports.h"

namespace warodds {

/// The engine, the budget and what is asked for in every cell.
CellQuestion cells_of(const questions::Cells& question, std::vector<Quantity> quantities,
                      const Engines& engines);

/// The roster that `command` is about. Throws InputError.
std::shared_ptr<const Roster> roster_of(const questions::OfRoster& question,
                                        const std::string& command);

}  // namespace warodds
