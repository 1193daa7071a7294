// Answers for people. One file for each kind of answer. Not installed.
#pragma once

#include <string>

#include "core/ask/forms/text/style.h"
#include "core/ask/reports.h"

namespace warodds::text {

std::string text_of(const PartReport& report, const Style& style);
std::string text_of(const SystemsReport& report, const Style& style);
std::string text_of(const UnitsReport& report, const Style& style);
std::string text_of(const QuantitiesReport& report, const Style& style);
std::string text_of(const FightReport& report, const Style& style);
std::string text_of(const BattleReport& report, const Style& style);
/// Of a battle, who wins and how it goes.
std::string outcome_lines(const BattleReport& report, const Style& style);
std::string text_of(const ArmyReport& report, const Style& style);
std::string text_of(const SequenceReport& report, const Style& style);
std::string text_of(const SolveReport& report, const Style& style);
std::string text_of(const ExplainReport& report, const Style& style);
std::string text_of(const CheckReport& report, const Style& style);
std::string text_of(const Matrix& matrix, const Style& style);
std::string text_of(const Sweep& sweep, const Style& style);
std::string text_of(const Sensitivity& sensitivity, const Style& style);
std::string text_of(const Tuning& tuning, const Style& style);
std::string text_of(const Standings& standings, const Style& style);
std::string text_of(const RosterSensitivity& value, const Style& style);
std::string text_of(const PricesReport& report, const Style& style);
std::string text_of(const BalanceReport& report, const Style& style);
std::string text_of(const Comparison& comparison, const Style& style);

}  // namespace warodds::text
