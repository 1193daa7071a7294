#include "cli/report/csv.h"

#include "core/answer/version.h"
#include "core/matchup/csv.h"
#include "core/matchup/text.h"

namespace warodds::cli {

std::string with_semicolons(std::string_view csv) {
  Csv changed(';');
  for (CsvRow& row : parse_csv(csv, "", ',').rows) {
    for (std::string& field : row.fields) {
      const auto point = field.find('.');
      if (point != std::string::npos && read_number<double>(field)) field[point] = ',';
      changed.field(field);
    }
    changed.end();
  }
  return changed.take();
}

void row(Csv& csv, std::initializer_list<std::string_view> fields) {
  for (const std::string_view field : fields) csv.field(field);
  csv.end();
}

void origin_header(Csv& csv) {
  for (const char* name : {"version", "system", "attacker", "defender", "engine", "trials", "seed",
                           "confidence", "partial"}) {
    csv.field(name);
  }
}

void origin(Csv& csv, const Asked& asked, const Origin& origin) {
  csv.field(version()).field(asked.system).field(asked.units.attacker).field(asked.units.defender);
  engine_of(csv, origin);
}

void engine_of(Csv& csv, const Origin& origin) {
  if (origin.exact) {
    csv.field("exact").field("").field("").field("").field("");
  } else {
    csv.field("sim").field(origin.trials).field(origin.seed).field(origin.confidence);
    csv.field(origin.partial ? "yes" : "no");
  }
}

void table_header(Csv& csv) {
  for (const char* name :
       {"version", "system", "engine", "trials", "seed", "confidence", "partial"}) {
    csv.field(name);
  }
}

void table_origin(Csv& csv, const Table& table, Cell::State state, bool partial) {
  csv.field(version()).field(table.system);
  if (state == Cell::State::simulated) {
    csv.field("sim").field(table.trials).field(table.seed).field(table.confidence);
    csv.field(partial ? "yes" : "no");
    return;
  }
  csv.field(state == Cell::State::exact     ? "exact"
            : state == Cell::State::refused ? "not allowed"
                                            : "not reached");
  csv.field("").field("").field("").field(state == Cell::State::not_reached ? "yes" : "");
}

Observations::Observations(const Asked& asked, const Origin& from) : asked_(asked), from_(from) {
  origin_header(csv_);
  row(csv_, {"side", "quantity", "statistic", "k", "value", "half_width"});
}

void Observations::number(std::string_view side, std::string_view quantity,
                          std::string_view statistic, std::optional<std::uint64_t> k,
                          const Estimate& estimate) {
  origin(csv_, asked_, from_);
  csv_.field(side).field(quantity).field(statistic);
  if (k) csv_.field(*k);
  if (!k) csv_.field("");
  csv_.field(estimate.value).field(estimate.half_width);
  csv_.end();
}

void Observations::distribution(std::string_view side, std::string_view quantity,
                                const Distribution& distribution, const Estimate& mean) {
  number(side, quantity, "mean", std::nullopt, mean);
  number(side, quantity, "sd", std::nullopt, {distribution.sd()});
  const std::vector<Estimate> of_each = distribution.estimates();
  const std::vector<Estimate> at_least = distribution.estimates_at_least();
  for (std::size_t k = 0; k < of_each.size(); ++k) {
    number(side, quantity, "probability", k, of_each[k]);
    number(side, quantity, "at_least", k, at_least[k]);
  }
}

}  // namespace warodds::cli
