// Answers for people, as text, and for spreadsheets, as CSV. One file for each kind of answer.
#pragma once

#include <string>

#include "cli/terminal.h"
#include "core/ask/reports.h"

namespace warodds::cli {

/// How CSV is written.
struct CsvShape {
  bool wide = false;        ///< a matrix as a square sheet of its first quantity
  bool semicolons = false;  ///< between fields, and commas in decimals
};

std::string to_text(const Report& report, const Style& style);
std::string to_csv(const Report& report, const CsvShape& shape);

std::string text_of(const PartReport& report, const Style& style);
std::string text_of(const SystemsReport& report, const Style& style);
std::string text_of(const UnitsReport& report, const Style& style);
std::string text_of(const QuantitiesReport& report, const Style& style);
std::string text_of(const FightReport& report, const Style& style);
std::string text_of(const BattleReport& report, const Style& style);
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

std::string csv_of(const PartReport& report);
std::string csv_of(const SystemsReport& report);
std::string csv_of(const UnitsReport& report);
std::string csv_of(const QuantitiesReport& report);
std::string csv_of(const FightReport& report);
std::string csv_of(const BattleReport& report);
std::string csv_of(const SequenceReport& report);
std::string csv_of(const SolveReport& report);
std::string csv_of(const ExplainReport& report);
std::string csv_of(const CheckReport& report);
std::string csv_of(const Matrix& matrix, const CsvShape& shape);
std::string csv_of(const Sweep& sweep);
std::string csv_of(const Sensitivity& sensitivity);
std::string csv_of(const Tuning& tuning);
std::string csv_of(const Standings& standings);
std::string csv_of(const RosterSensitivity& value);
std::string csv_of(const PricesReport& report);
std::string csv_of(const BalanceReport& report);
std::string csv_of(const Comparison& comparison);

}  // namespace warodds::cli
