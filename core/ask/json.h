// The JSON of answers, and the pieces that several of them share. Not installed: whoever wants an
// answer as JSON takes it as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ask/json_writer.h"
#include "core/ask/reports.h"

namespace warodds {

// Values.
void write(JsonWriter& json, const Values& values);
/// The profile of a unit.
void write(JsonWriter& json, const AnyUnit& unit);
void write(JsonWriter& json, const Origin& origin);
/// A distribution: mean, standard deviation, probabilities. `mean` where it is known better than
/// from the probabilities.
void write(JsonWriter& json, const Distribution& distribution, const Estimate& mean);
void write(JsonWriter& json, const Distribution& distribution);
/// A single number: as it is, or under the name `name` with its half-width.
void write(JsonWriter& json, const Estimate& estimate, std::string_view name);
void write(JsonWriter& json, const Purchase& purchase);

// Members of the object that is open.
void add_members(JsonWriter& json, const Profile& profile);
/// Any member whose value is one of the above.
template <class Value, class... Name>
void add(JsonWriter& json, std::string_view key, const Value& value, const Name&... name) {
  json.member(key, [&] { write(json, value, name...); });
}
/// Version, command and system.
void add_head(JsonWriter& json, const char* command, const std::string& system);
/// The same and what the designers' tables have in common.
void add_head(JsonWriter& json, const char* command, const Table& table);
/// Who plays best, if anybody does.
void add_policy(JsonWriter& json, const PerSide<bool>& best);
/// A unit: its name and its profile.
void add_unit(JsonWriter& json, const char* key, const std::string& name, const AnyUnit& unit);
/// Both units.
void add_units(JsonWriter& json, const Asked& asked);
/// Both units and the situation.
void add_matchup(JsonWriter& json, const Asked& asked);
/// What a side deals.
void add_deals(JsonWriter& json, const FightAnswer& answer, Side side);
void add_bought(JsonWriter& json, const std::vector<Purchase>& bought);

/// The report on one line; `id`: as of a JsonWriter.
std::string to_line(const Report& report, std::string_view id);

// The reports, whole.
void write(JsonWriter& json, const PartReport& report);
void write(JsonWriter& json, const SystemsReport& report);
void write(JsonWriter& json, const UnitsReport& report);
void write(JsonWriter& json, const QuantitiesReport& report);
void write(JsonWriter& json, const FightReport& report);
void write(JsonWriter& json, const BattleReport& report);
void write(JsonWriter& json, const SequenceReport& report);
void write(JsonWriter& json, const SolveReport& report);
void write(JsonWriter& json, const ExplainReport& report);
void write(JsonWriter& json, const CheckReport& report);
void write(JsonWriter& json, const Matrix& matrix);
void write(JsonWriter& json, const Sweep& sweep);
void write(JsonWriter& json, const Sensitivity& sensitivity);
void write(JsonWriter& json, const Tuning& tuning);
void write(JsonWriter& json, const Standings& standings);
void write(JsonWriter& json, const RosterSensitivity& sensitivity);
void write(JsonWriter& json, const PricesReport& report);
void write(JsonWriter& json, const BalanceReport& report);
void write(JsonWriter& json, const Comparison& comparison);

}  // namespace warodds
