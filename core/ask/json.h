// The JSON of answers on one line, as `ask` hands it back. Not installed.
#pragma once

#include <string>
#include <string_view>

#include "core/ask/json_writer.h"
#include "core/ask/reports.h"

namespace warodds {

/// The report on one line; `id`: as of a JsonWriter.
std::string to_line(const Report& report, std::string_view id);

void state(JsonWriter& json, const PartReport& report);

}  // namespace warodds
