// Sweeps for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {

std::string text_of(const Sweep& sweep, const Style& style) {
  std::string text =
      table_heading(fmt::format("{} against {}", shown(sweep.units.attacker),
                                others_text(shown(sweep.units.defender), sweep.opponents)),
                    sweep, style);
  double largest = 0;
  for (const Cell& cell : sweep.cells) {
    if (!cell.values.empty()) largest = std::max(largest, std::abs(cell.values[0].value));
  }
  const bool bars = sweep.keys.size() == 1 && sweep.quantities.size() == 1;
  std::vector<std::string> names;
  for (const std::string& key : sweep.keys) names.push_back(shown(key));
  const PerSide<std::string> sides{
      shorten(shown(sweep.units.attacker), 16) + "\n",
      (sweep.opponents.empty() ? shorten(shown(sweep.units.defender), 16) : "defender") + "\n"};
  for (const Quantity& quantity : sweep.quantities) {
    std::string name = quantity_in_words(quantity, sides);
    if (name != quantity.text) name.erase(name.find("\n ") + 1, 1);
    names.push_back(std::move(name));
  }
  if (bars) names.emplace_back("");
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const Cell& cell = sweep.cells[i];
    std::vector<std::string> line;
    for (const std::string& value : sweep.points[i]) line.push_back(shown(value));
    for (std::size_t q = 0; q < sweep.quantities.size(); ++q) {
      line.push_back(cell.values.empty() ? std::string(style.dash())
                                         : number_text(sweep.quantities[q], cell.values[q], style));
    }
    if (bars) {
      const bool drawn = !cell.values.empty() && largest > 0;
      line.push_back(style.bar(drawn ? cell.values[0].value / largest : 0, 30));
    }
    rows.push_back(std::move(line));
  }
  text += stacked_table(names, rows, style);
  if (sweep.simulated > 0) {
    text += style.faint(
        wrapped("all points roll the same dice where they roll as many of them, so differences are "
                "sharper than values",
                0, 0));
  }
  return text;
}

}  // namespace warodds::text
