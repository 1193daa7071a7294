// What a point of each stat is worth, for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {

std::string text_of(const Sensitivity& value, const Style& style) {
  const Quantity& quantity = value.quantities.front();
  const PerSide<std::string> sides{
      shorten(value.unit, 18),
      value.opponents.size() == 1 ? shorten(value.opponents.front(), 18) : "the opponent"};
  const std::string whom = value.opponents.size() == 1
                               ? shown(value.opponents.front())
                               : fmt::format("{} opponents, on average", value.opponents.size());
  std::string text = table_heading(
      fmt::format("{} against {}: what one point more or less does", shown(value.unit), whom),
      value, style);
  for (std::size_t q = 0; q < value.quantities.size(); ++q) {
    text += fmt::format("  {} {}\n", pad(quantity_in_words(value.quantities[q], sides), 28),
                        number_text(value.quantities[q], value.base[q], style));
  }
  text += "\n" + style.faint("change of " + quantity_in_words(quantity, sides) + " with") + "\n" +
          style.bold(pad("stat", 28)) +
          style.faint(pad_left("is", 8) + pad_left("one less", 14) + pad_left("one more", 14)) +
          "\n";
  std::size_t without = 0, saturated = 0, not_reached = 0;
  double half_width = 0;  // the changes' largest
  for (const auto& row : value.rows) {
    if (row.saturated) {
      ++saturated;
      continue;
    }
    if (row.effect == 0) {
      const auto missing = [](const auto& numbers) { return numbers && numbers->empty(); };
      const bool unknown = value.not_reached > 0 && (missing(row.less) || missing(row.more));
      ++(unknown ? not_reached : without);
      continue;
    }
    const auto change = [&](const std::optional<std::vector<Estimate>>& numbers) {
      if (!numbers) return std::string("at its limit");
      if (numbers->empty() && value.not_reached > 0) return std::string("not reached");
      if (numbers->empty()) return std::string("not allowed");
      half_width = std::max(half_width, numbers->front().half_width.value_or(0) +
                                            value.base.front().half_width.value_or(0));
      const double difference = numbers->front().value - value.base.front().value;
      if (difference == 0) return std::string("0");
      if (quantity.is_probability()) {
        return std::abs(difference) < 5e-5 ? fmt::format("{:+.1e} %", difference * 100)
                                           : fmt::format("{:+.2f} %", difference * 100);
      }
      return fmt::format("{:+.4f}", std::abs(difference) < 5e-5 ? 0.0 : difference);
    };
    text += fmt::format("{}{}{}{}\n", pad(row.key, 28), pad_left(row.value, 8),
                        pad_left(change(row.less), 14), pad_left(change(row.more), 14));
  }
  text += half_widths_line(half_width, quantity.is_probability(), style);
  if (saturated > 0) {
    text += style.faint(wrapped(
        fmt::format("{}: {} before and after, with each of {} more; what they are worth shows "
                    "against an enemy of about the same strength",
                    "saturated", number_text(quantity, value.base.front(), style), saturated),
        0, 2));
  }
  if (without > 0) text += style.faint(fmt::format("{} more stats do not change it\n", without));
  if (not_reached > 0) {
    text += style.faint(fmt::format("{} more stats were not reached\n", not_reached));
  }
  return text;
}

}  // namespace warodds::text
