#include "cli/csv.h"

#include "cli/version.h"

namespace warodds::cli {

void row(Csv& csv, std::initializer_list<std::string_view> fields) {
  for (const std::string_view field : fields) csv.field(field);
  csv.end();
}

namespace {

constexpr const char* origin_columns[] = {"version", "system", "attacker",   "defender", "engine",
                                          "trials",  "seed",   "confidence", "partial"};

}  // namespace

void origin_header(Csv& csv) {
  for (const char* name : origin_columns) csv.field(name);
}

void origin(Csv& csv, const Question& question, const EngineReport& engine) {
  csv.field(program_version).field(question.system);
  csv.field(question.units.attacker).field(question.units.defender);
  if (engine.exact) {
    csv.field("exact").field("").field("").field("").field("");
  } else {
    csv.field("sim").field(engine.trials).field(engine.seed).field(engine.confidence);
    csv.field(engine.partial ? "yes" : "no");
  }
}

}  // namespace warodds::cli
