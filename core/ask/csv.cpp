#include "core/ask/csv.h"

#include "core/answer/version.h"
#include "core/roster/csv.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// The same CSV for spreadsheets whose decimals have commas: semicolons between the fields, and a
/// comma in every field that is a number with a point.
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

}  // namespace

const std::vector<std::string> origin_columns{"engine", "trials", "seed", "confidence", "partial"};

Csv& Csv::field(std::string_view text) {
  separate();
  if (text.find_first_of("\"\r\n") == std::string_view::npos &&
      text.find(separator_) == std::string_view::npos) {
    text_ += text;
    return *this;
  }
  text_ += '"';
  for (const char c : text) {
    if (c == '"') text_ += '"';
    text_ += c;
  }
  text_ += '"';
  return *this;
}

Csv& add_origin(Csv& csv, const Origin& origin) {
  if (origin.exact) return csv.fields("exact", "", "", "", "");
  return csv.fields("sim", origin.trials, origin.seed, origin.confidence,
                    origin.partial ? "yes" : "no");
}

TableCsv::TableCsv(const Table& table, const std::vector<std::string>& columns) : table_(table) {
  fields("version", "system").texts(origin_columns).texts(columns).end();
}

Csv& TableCsv::begin(Cell::State state, bool partial, std::uint64_t trials) {
  fields(version(), table_.system);
  switch (state) {
    case Cell::State::simulated:
      return fields("sim", trials, table_.seed, table_.confidence, partial ? "yes" : "no");
    case Cell::State::exact:
      return fields("exact", "", "", "", "");
    case Cell::State::refused:
      return fields("not allowed", "", "", "", "");
    default:
      return fields("not reached", "", "", "", "yes");
  }
}

Observations::Observations(const std::vector<std::pair<std::string, std::string>>& what,
                           const Origin& from, const std::vector<std::string>& about)
    : from_(from) {
  for (const auto& [name, value] : what) {
    csv_.field(name);
    what_.push_back(value);
  }
  csv_.texts(origin_columns).texts(about);
  csv_.row("quantity", "statistic", "k", "value", "half_width");
}

void Observations::number(std::string_view quantity, std::string_view statistic,
                          const Estimate& number, std::optional<std::uint64_t> k) {
  add_origin(csv_.texts(what_), from_).texts(about_);
  csv_.row(quantity, statistic, k, number);
}

void Observations::distribution(std::string_view quantity, const Distribution& of,
                                const Estimate& mean) {
  number(quantity, "mean", mean);
  number(quantity, "sd", {of.sd()});
  const std::vector<Estimate> of_each = of.estimates();
  const std::vector<Estimate> at_least = of.estimates_at_least();
  for (std::size_t k = 0; k < of_each.size(); ++k) {
    number(quantity, "probability", of_each[k], k);
    number(quantity, "at_least", at_least[k], k);
  }
}

void Observations::deals(const FightAnswer& answer, Side side, std::string_view destroyed) {
  const Deals& deals = answer.deals[side];
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    const ReportSpec& of = answer.reports[i];
    if (of.kind == ReportKind::count) distribution(of.name, deals.reported[i]);
  }
  distribution("damage", deals.damage);
  distribution("kills", deals.kills);
  for (const auto& [group, kills] : deals.kills_by_group) {
    distribution("kills[" + group + "]", kills);
  }
  probability(destroyed, deals.destroyed);
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    const ReportSpec& of = answer.reports[i];
    if (of.kind != ReportKind::event) continue;
    probability(of.name, deals.reported[i].estimate_at_least(1));
  }
  if (const auto rate = answer.rate_of(side)) number(answer.rate.name, "mean", *rate);
}

std::string to_csv(const Report& report, const CsvShape& shape) {
  const auto* matrix = std::get_if<Matrix>(&report);
  const std::string csv = shape.wide && matrix != nullptr
                              ? wide_csv_of(*matrix)
                              : std::visit([](const auto& of) { return csv_of(of); }, report);
  return shape.semicolons ? with_semicolons(csv) : csv;
}

/// A part of a simulation is for the program itself, and the same in every format.
std::string csv_of(const PartReport& report) { return to_json(report, true); }

}  // namespace warodds
