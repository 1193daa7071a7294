#include "core/roster/table.h"

#include <algorithm>
#include <utility>

#include "core/roster/cell.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// Rows that may stand above a header, empty ones not counted.
constexpr std::size_t most_titles = 20;

std::size_t filled_cells(const CsvRow& row) {
  return static_cast<std::size_t>(std::count_if(
      row.fields.begin(), row.fields.end(), [](const std::string& cell) { return !cell.empty(); }));
}

/// The line below the header of a table in a text with bars: "|---|:--:|".
bool is_rule(const CsvRow& row) {
  return std::all_of(row.fields.begin(), row.fields.end(), [](const std::string& cell) {
    return cell.find_first_not_of("-: ") == std::string::npos;
  });
}

/// Where every row of cells begins with a bar, there is no cell before it.
void drop_outer_bars(CsvText& csv) {
  const auto begins_with_cell = [](const CsvRow& row) {
    return row.fields.size() > 1 && !row.fields.front().empty();
  };
  if (std::any_of(csv.rows.begin(), csv.rows.end(), begins_with_cell)) return;
  for (CsvRow& row : csv.rows) {
    if (row.fields.size() < 2) continue;
    row.fields.erase(row.fields.begin());
    row.places.erase(row.places.begin());
  }
}

CsvText cleaned(CsvText csv) {
  for (CsvRow& row : csv.rows) {
    for (std::string& cell : row.fields) cell = clean_cell(cell);
  }
  std::erase_if(csv.rows, [&](const CsvRow& row) {
    return filled_cells(row) == 0 || (csv.separator == '|' && is_rule(row));
  });
  if (csv.separator == '|') drop_outer_bars(csv);
  return csv;
}

std::optional<std::size_t> header_in(const CsvText& csv,
                                     const std::function<bool(const CsvRow&)>& can_be_header) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < std::min(csv.rows.size(), most_titles + 1); ++i) {
    const CsvRow& row = csv.rows[i];
    if (found && filled_cells(row) <= filled_cells(csv.rows[*found])) continue;
    if (can_be_header(row)) found = i;
  }
  return found;
}

}  // namespace

std::string cell_of(const CsvRow& row, std::size_t column) {
  return column < row.fields.size() ? row.fields[column] : "";
}

bool is_for_people(std::string_view header) { return header.starts_with('#'); }

CsvTable parse_table(std::string_view text, const std::string& file,
                     const std::function<bool(const CsvRow&)>& can_be_header) {
  CsvTable table{cleaned(parse_csv(text, file)), {}};
  table.header = header_in(table.csv, can_be_header);
  for (const char separator : {',', ';', '\t', '|'}) {
    const bool has_cells = table.header && filled_cells(table.csv.rows[*table.header]) > 1;
    if (has_cells || table.csv.text.starts_with("sep=")) break;
    try {
      CsvText csv = cleaned(parse_csv(text, file, separator));
      const auto other = header_in(csv, can_be_header);
      if (!other || filled_cells(csv.rows[*other]) < 2) continue;
      table.header = other;
      table.csv = std::move(csv);
    } catch (const InputError&) {  // it makes no sense with this one
    }
  }
  return table;
}

}  // namespace warodds
