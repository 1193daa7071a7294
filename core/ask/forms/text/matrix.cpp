// Matrices: shaded squares and a ranking.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

/// One number in four columns: 0.84 as 84, 3.1416 as 3.14.
std::string in_four(const Quantity& quantity, double value) {
  if (quantity.is_probability()) {
    if (value < 1 && value >= 0.995) return ">99";
    if (value > 0 && value < 0.005) return "<1";
    return fmt::format("{:.0f}", value * 100);
  }
  if (std::abs(value) < 0.005) value = 0;  // never -0.00
  if (std::abs(value) < 10) return fmt::format("{:.2f}", value);
  if (std::abs(value) < 100) return fmt::format("{:.1f}", value);
  return fmt::format("{:.0f}", value);
}

std::string ranking_text(const Matrix& matrix, const Style& style) {
  const Ranking& ranking = *matrix.ranking;
  std::string text = ranking_table(ranking, matrix.rows, style) + nobody_line(matrix, style);
  const auto name = [&](int unit) { return shown(matrix.rows[static_cast<std::size_t>(unit)]); };
  constexpr std::size_t most_shown = 8;
  if (!ranking.dominations.empty()) {
    text += "\n" + style.bold("better in every match-up") + "\n";
    for (std::size_t i = 0; i < std::min(ranking.dominations.size(), most_shown); ++i) {
      const auto& [better, worse] = ranking.dominations[i];
      text += fmt::format("  {} than {}\n", name(better), name(worse));
    }
    if (ranking.dominations.size() > most_shown) {
      text += style.faint(
          fmt::format("  and {} more pairs\n", ranking.dominations.size() - most_shown));
    }
  }
  if (!ranking.cycles.empty()) {
    text += "\n" + style.bold("rock, paper, scissors") + "\n";
    for (std::size_t i = 0; i < std::min(ranking.cycles.size(), most_shown); ++i) {
      const Cycle& cycle = ranking.cycles[i];
      text += fmt::format("  {} beats {} beats {} beats the first, each with {} or more\n",
                          name(cycle.first), name(cycle.second), name(cycle.third),
                          odds_text(0.5 + cycle.margin));
    }
  }
  text += choosing_line(ranking, matrix.rows, style);
  for (const std::string& what : ranking.left_out) text += style.faint(wrapped(what, 0, 2));
  return text;
}

}  // namespace

std::string text_of(const Matrix& matrix, const Style& style) {
  const Quantity& quantity = matrix.quantities.front();
  const std::size_t most = 12;
  std::string text =
      table_heading(fmt::format("{} against {}: {}", matrix.rows.size(), matrix.columns.size(),
                                quantity_in_words(quantity, {"the attacker", "the defender"})),
                    matrix, style);
  const std::size_t columns = std::min(matrix.columns.size(), most);
  const std::size_t rows = std::min(matrix.rows.size(), std::size_t{60});
  double least = std::numeric_limits<double>::infinity();
  double largest = -least;
  double half_width = 0;
  for (const Cell& cell : matrix.cells) {
    if (cell.values.empty()) continue;
    half_width = std::max(half_width, cell.values[0].half_width.value_or(0));
    least = std::min(least, cell.values[0].value);
    largest = std::max(largest, cell.values[0].value);
  }
  if (quantity.is_probability()) {
    least = 0;
    largest = 1;
  }
  text += std::string(20, ' ');
  for (std::size_t c = 0; c < columns; ++c) text += pad_left(std::to_string(c + 1), 5);
  text += "\n";
  for (std::size_t r = 0; r < rows; ++r) {
    text += fmt::format("{:>3} {}", r + 1, pad(shorten(matrix.rows[r], 15), 16));
    for (std::size_t c = 0; c < columns; ++c) {
      const Cell& cell = matrix.at(r, c);
      if (cell.values.empty()) {
        text += pad_left(style.dash(), 5);
        continue;
      }
      const double value = cell.values[0].value;
      const double share = largest > least ? (value - least) / (largest - least) : 0.5;
      const int depth = share < 1.0 / 3 ? 0 : share < 2.0 / 3 ? 1 : 2;
      text += style.shade(depth) + pad_left(in_four(quantity, value), 4);
    }
    text += "\n";
  }
  if (matrix.columns.size() > columns || matrix.rows.size() > rows) {
    text += style.faint("not all fit here; --format csv has them\n");
  }
  text += style.faint(fmt::format("rows attack; columns are numbered like the rows{}\n",
                                  quantity.is_probability() ? "; percent" : ""));
  text += half_widths_line(half_width, quantity.is_probability(), style);
  if (matrix.rows != matrix.columns) {
    text += "columns:";
    for (std::size_t c = 0; c < columns; ++c) {
      text += fmt::format(" {} {}{}", c + 1, shown(matrix.columns[c]), c + 1 < columns ? "," : "");
    }
    text += "\n";
  }
  if (matrix.ranking) text += "\n" + ranking_text(matrix, style);
  return text;
}

}  // namespace warodds::text
