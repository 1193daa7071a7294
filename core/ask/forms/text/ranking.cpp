// Rankings, and what a point of each stat is worth to every unit of a roster.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"

namespace warodds::text {

std::string ranking_table(const Ranking& ranking, const std::vector<std::string>& units,
                          const Style& style) {
  const bool priced = std::any_of(ranking.rows.begin(), ranking.rows.end(),
                                  [](const auto& row) { return row.points > 0; });
  std::string text = style.bold(pad("ranking", 28)) +
                     style.faint(pad_left("beats another", 14) + pad_left("rating", 10) +
                                 (priced ? pad_left("points", 8) : "")) +
                     "\n";
  int place = 0;
  for (const auto& row : ranking.rows) {
    text += fmt::format("{:>3}  {}{}{}", ++place,
                        pad(shorten(units[static_cast<std::size_t>(row.unit)], 22), 23),
                        pad_left(odds_text({row.odds, row.half_width}, style), 14),
                        pad_left(row.rating ? fmt::format("{:+.3f}", *row.rating) : "none", 10));
    if (priced) text += pad_left(row.points > 0 ? std::to_string(row.points) : "", 8);
    text += "\n";
  }
  return text + style.faint(ranking.rows.front().rating
                                ? "rating: Bradley-Terry; the odds of A against B are exp(rating A "
                                  "- rating B)\n"
                                : "no ratings: some units never lose to the others\n");
}

std::string text_of(const Standings& standings, const Style& style) {
  const std::string whom = standings.opponents.empty()
                               ? std::string("each other")
                               : counted(standings.opponents.size(), "other");
  const std::string who = standings.of_armies ? fmt::format("{} armies", standings.units.size())
                                              : counted(standings.units.size(), "unit");
  return table_heading(fmt::format("{} against {}", who, whom), standings, style) +
         ranking_table(standings.ranking, standings.units, style) + nobody_line(standings, style);
}

namespace {

/// "hp" of "Captain.hp", as far as it is a stat that other units have, too.
std::string without_group(const std::string& key) {
  const auto dot = key.find('.');
  return dot == std::string::npos ? key : key.substr(dot + 1);
}

}  // namespace

std::string text_of(const RosterSensitivity& value, const Style& style) {
  const Quantity& quantity = value.quantities.front();
  std::string text =
      table_heading(fmt::format("what one point more is worth: change of {}",
                                quantity_in_words(quantity, {"the unit", "the opponent"})),
                    value, style);
  // The stats that matter most, of groups the one that gains most.
  std::map<std::string, double> largest;
  std::vector<std::map<std::string, double>> gains(value.units.size());
  double half_width = 0;  // the gains' largest
  for (std::size_t i = 0; i < value.units.size(); ++i) {
    for (const auto& stat : value.units[i].rows) {
      if (!stat.more || stat.more->empty()) continue;
      const double gain = stat.more->front().value - value.units[i].base.front().value;
      half_width = std::max(half_width, stat.more->front().half_width.value_or(0) +
                                            value.units[i].base.front().half_width.value_or(0));
      const std::string key = without_group(stat.key);
      double& of_unit = gains[i].try_emplace(key, gain).first->second;
      if (std::abs(gain) > std::abs(of_unit)) of_unit = gain;
      largest[key] = std::max(largest[key], std::abs(gain));
    }
  }
  std::vector<std::string> keys;
  for (const auto& [key, gain] : largest) {
    if (gain > 0) keys.push_back(key);
  }
  std::stable_sort(keys.begin(), keys.end(), [&](const std::string& a, const std::string& b) {
    return largest[a] > largest[b];
  });
  constexpr std::size_t most_columns = 5;
  const std::size_t left_out = keys.size() - std::min(keys.size(), most_columns);
  keys.resize(keys.size() - left_out);
  std::vector<std::string> names{"unit", "is"};
  names.insert(names.end(), keys.begin(), keys.end());
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < value.units.size(); ++i) {
    std::vector<std::string> line{shorten(value.units[i].unit, 22),
                                  number_text(quantity, value.units[i].base.front(), style)};
    for (const std::string& key : keys) {
      const auto gain = gains[i].find(key);
      line.push_back(gain == gains[i].end()      ? std::string(style.dash())
                     : quantity.is_probability() ? fmt::format("{:+.2f}", gain->second * 100)
                                                 : fmt::format("{:+.4f}", gain->second));
    }
    rows.push_back(std::move(line));
  }
  text += stacked_table(names, rows, style);
  text += half_widths_line(half_width, quantity.is_probability(), style);
  if (left_out > 0) {
    text += style.faint(
        fmt::format("and {} more stats that change less; --format csv has all\n", left_out));
  }
  return text;
}

}  // namespace warodds::text
