// Sweeps for people and for spreadsheets.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/report/csv.h"
#include "cli/report/report.h"
#include "cli/report/table.h"
#include "cli/report/text.h"

namespace warodds::cli {

std::string text_of(const Sweep& sweep, const Style& style) {
  std::string text = table_heading(
      fmt::format("{} against {}", sweep.units.attacker, sweep.units.defender), sweep, style);
  for (const std::string& key : sweep.keys) {
    text += style.bold(pad_left(key, std::max(columns(key), 8)) + "  ");
  }
  for (const Quantity& quantity : sweep.quantities) {
    text += style.bold(pad_left(quantity.text, std::max(columns(quantity.text), 16) + 2));
  }
  text += "\n";
  double largest = 0;
  for (const Cell& cell : sweep.cells) {
    if (!cell.values.empty()) largest = std::max(largest, std::abs(cell.values[0].value));
  }
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    std::string line;
    for (std::size_t k = 0; k < sweep.keys.size(); ++k) {
      line += pad_left(sweep.points[i][k], std::max(columns(sweep.keys[k]), 8)) + "  ";
    }
    const Cell& cell = sweep.cells[i];
    for (std::size_t q = 0; q < sweep.quantities.size(); ++q) {
      const Quantity& quantity = sweep.quantities[q];
      line += pad_left(cell.values.empty() ? std::string(style.dash())
                                           : number_text(quantity, cell.values[q], style),
                       std::max(columns(quantity.text), 16) + 2);
    }
    if (sweep.keys.size() == 1 && sweep.quantities.size() == 1 && !cell.values.empty()) {
      line += "  " + style.bar(largest > 0 ? cell.values[0].value / largest : 0, 30);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  if (sweep.simulated > 0) {
    text += style.faint(
        "all points roll the same dice where they roll as many of them, so differences are "
        "sharper than values\n");
  }
  return text;
}

std::string csv_of(const Sweep& sweep) {
  Csv csv;
  table_header(csv);
  csv.field("attacker").field("defender");
  for (const std::string& key : sweep.keys) csv.field(key);
  row(csv, {"quantity", "value", "half_width"});
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    for (std::size_t q = 0; q < sweep.quantities.size(); ++q) {
      table_origin(csv, sweep, sweep.cells[i].state, sweep.cells[i].partial);
      csv.field(sweep.units.attacker).field(sweep.units.defender);
      for (const std::string& value : sweep.points[i]) csv.field(value);
      csv.field(sweep.quantities[q].text);
      cell_fields(csv, sweep.cells[i], q);
      csv.end();
    }
  }
  return csv.take();
}

}  // namespace warodds::cli
