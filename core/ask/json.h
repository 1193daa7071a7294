// Pieces of JSON that answers are put together from. Not installed: whoever wants an answer as JSON
// takes it as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/ask/reports.h"

namespace warodds {

using Json = nlohmann::ordered_json;

Json json_of(const Values& values);
Json json_of(const Profile& profile);
Json json_of(const Origin& origin);
/// D: mean, standard deviation, probabilities. `mean` where it is known better than from the
/// probabilities.
Json json_of(const Distribution& distribution, const Estimate& mean);
Json json_of(const Distribution& distribution);
/// A single number: as it is, or with its half-width under the name `key`.
Json json_of(const Estimate& estimate, const char* key);
/// What a side deals.
Json json_of(const FightAnswer& answer, Side side);
/// Version, command and system.
Json head(const char* command, const std::string& system);
/// Who plays best, if anybody does.
void add_policy(Json& json, const PerSide<bool>& best);
/// Both units and the situation.
void add_matchup(Json& json, const Asked& asked);

// The reports, whole.
Json json_of(const PartReport& report);
Json json_of(const SystemsReport& report);
Json json_of(const UnitsReport& report);
Json json_of(const QuantitiesReport& report);
Json json_of(const FightReport& report);
Json json_of(const BattleReport& report);
Json json_of(const SequenceReport& report);
Json json_of(const SolveReport& report);
Json json_of(const ExplainReport& report);
Json json_of(const CheckReport& report);
Json json_of(const Matrix& matrix);
Json json_of(const Sweep& sweep);
Json json_of(const Sensitivity& sensitivity);
Json json_of(const Tuning& tuning);
Json json_of(const Standings& standings);
Json json_of(const RosterSensitivity& sensitivity);
Json json_of(const PricesReport& report);
Json json_of(const BalanceReport& report);
Json json_of(const Comparison& comparison);

// Pieces of the designers' tables.
Json begin(const char* command, const Table& table);
Json json_of(const Ranking& ranking, const std::vector<std::string>& units);
Json json_of(const Purchase& purchase);

}  // namespace warodds
