// Answers as text for people, as CSV for spreadsheets, as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/answer.h"
#include "cli/answer_battle.h"
#include "cli/answer_solve.h"
#include "cli/check.h"
#include "cli/designer.h"
#include "cli/question.h"
#include "cli/terminal.h"

namespace warodds::cli {

std::string fight_text(const Question& question, const Answer& answer, const Style& style);
std::string fight_csv(const Question& question, const Answer& answer);
std::string fight_json(const Question& question, const Answer& answer);

std::string battle_text(const BattleQuestion& question, const BattleAnswer& answer,
                        const Style& style);
std::string battle_csv(const BattleQuestion& question, const BattleAnswer& answer);
std::string battle_json(const BattleQuestion& question, const BattleAnswer& answer);

std::string solve_text(const GameQuestion& question, const SolveAnswer& answer, const Style& style);
/// The whole policy.
std::string solve_csv(const GameQuestion& question, const SolveAnswer& answer);
std::string solve_json(const GameQuestion& question, const SolveAnswer& answer);

std::string matrix_text(const Matrix& matrix, const Style& style);
std::string matrix_csv(const Matrix& matrix, bool wide);
std::string matrix_json(const Matrix& matrix);

std::string sweep_text(const Sweep& sweep, const Style& style);
std::string sweep_csv(const Sweep& sweep);
std::string sweep_json(const Sweep& sweep);

std::string value_text(const Worth& value, const Style& style);
std::string value_csv(const Worth& value);
std::string value_json(const Worth& value);

std::string tune_text(const Tuning& tuning, const Style& style);
std::string tune_csv(const Tuning& tuning);
std::string tune_json(const Tuning& tuning);

std::string explain_text(const Question& question, const Style& style);
std::string explain_csv(const Question& question);
std::string explain_json(const Question& question);

std::string check_text(const Question& question, const Check& check, const Style& style);
std::string check_csv(const Question& question, const Check& check);
std::string check_json(const Question& question, const Check& check);

std::string systems_text(const std::vector<SystemRow>& systems, const Style& style);
std::string system_text(const SystemRow& system, const Style& style);
std::string systems_csv(const std::vector<SystemRow>& systems);
std::string systems_json(const std::vector<SystemRow>& systems);

std::string units_text(const UnitList& list, const Style& style);
std::string units_csv(const UnitList& list);
std::string units_json(const UnitList& list);

}  // namespace warodds::cli
