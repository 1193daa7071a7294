#include "core/ask/forms/text/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "core/ask/forms/text/pieces.h"

namespace warodds::text {

std::vector<std::string> chart(const Charted& charted, int width, const Style& style) {
  const Distribution& of = charted.distribution;
  const auto first = static_cast<std::size_t>(of.quantile(0.0005));
  const auto last = static_cast<std::size_t>(of.quantile(0.9995));
  const std::vector<Estimate> of_each = of.estimates();
  const std::vector<Estimate> at_least = of.estimates_at_least();
  std::size_t step = 1;
  for (const std::size_t next : std::initializer_list<std::size_t>{
           2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000}) {
    if ((last - first) / step < 16) break;
    step = next;
  }
  const std::size_t begin = first / step * step;
  struct Row {
    std::string label;
    Estimate probability;
    Estimate at_least;
  };
  std::vector<Row> rows;
  double largest = 0;
  for (std::size_t k = begin; k <= last; k += step) {
    Row row{step == 1 ? fmt::format("{}", k) : fmt::format("{}{}{}", k, style.dash(), k + step - 1),
            {},
            at_least[k]};
    if (step == 1) row.probability = of_each[k];
    if (step == 1 && charted.all == static_cast<int>(k)) row.label = "all";
    if (step > 1) {
      for (std::size_t i = k; i < std::min(k + step, of_each.size()); ++i) {
        row.probability.value += of_each[i].value;
      }
      row.probability.half_width = at_least[k].half_width;
    }
    largest = std::max(largest, row.probability.value);
    rows.push_back(row);
  }
  const int label_width = step == 1 ? 4 : 11;
  const int bar_width = width - label_width - 20;
  std::vector<std::string> lines{style.bold(pad(shorten(charted.title, width - 9), width - 8)) +
                                 style.faint("at least")};
  // What is not shown is a part, too.
  std::vector<Estimate> parts;
  double rest = 1;
  for (const Row& row : rows) {
    parts.push_back(row.probability);
    rest -= row.probability.value;
  }
  parts.push_back({rest > 1e-12 ? rest : 0, rows.front().probability.half_width});
  const std::vector<PartInPercent> shown = percents(parts, style, false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    lines.push_back(pad_left(row.label, label_width) + " " + pad_left(shown[i].text, 9) + " " +
                    style.bar(row.probability.value / largest, bar_width) +
                    pad_left(percent(row.at_least, style, false), 9));
  }
  return lines;
}

}  // namespace warodds::text
