// Rankings, and what a point of each stat is worth to every unit of a roster.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

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

namespace {

std::string names_of(const std::vector<int>& of, const std::vector<std::string>& units) {
  constexpr std::size_t most = 6;
  std::string names;
  for (std::size_t i = 0; i < std::min(of.size(), most); ++i) {
    names += (i > 0 ? ", " : "") + shown(units[static_cast<std::size_t>(of[i])]);
  }
  return of.size() > most ? names + fmt::format(" and {} more", of.size() - most) : names;
}

/// What is strength, what is not, and who has the better of whom apart from it.
std::string counters_text(const Ranking& ranking, const std::vector<std::string>& units,
                          const Style& style) {
  const Choosing& choosing = *ranking.choosing;
  std::string text = wrapped(
      fmt::format("who beats whom is to {:.0f} % a matter of strength, to {:.0f} % of match-ups{}",
                  (1 - choosing.cyclic) * 100, choosing.cyclic * 100,
                  ranking.cycles.empty() && choosing.cyclic > 0.005
                      ? ", though no three beat each other in a ring"
                      : ""),
      0, 2);
  constexpr std::size_t most_shown = 6;
  for (std::size_t i = 0; i < std::min(choosing.counters.size(), most_shown); ++i) {
    const Choosing::Counter& counter = choosing.counters[i];
    const auto kind = [&](int number) {
      return names_of(choosing.kinds[static_cast<std::size_t>(number)], units);
    };
    const bool one = choosing.kinds[static_cast<std::size_t>(counter.kind)].size() == 1;
    text += wrapped(fmt::format("{} {} {}: {:.0f} %, {:.0f} points more than strength says",
                                kind(counter.kind), one ? "counters" : "counter",
                                kind(counter.other), counter.odds * 100, counter.surplus * 100),
                    2, 4);
  }
  if (choosing.counters.size() > most_shown) {
    text += style.faint(fmt::format("  and {} more\n", choosing.counters.size() - most_shown));
  }
  return text;
}

std::string share_text(const Choosing::Of& of, const Style& style) {
  return of.is_in_some ? percent({of.share}, style) : "never";
}

/// What players choose, and what they meet when they do.
std::string choosing_table(const Ranking& ranking, const std::vector<std::string>& units,
                           const Style& style) {
  if (!ranking.choosing) return "";
  const Choosing& choosing = *ranking.choosing;
  const bool simulated = choosing.redrawn > 0;
  const int width = simulated ? 18 : 22;
  const int of_whom = simulated ? 14 : 16;
  std::string text = "\n" + style.bold(pad("players who choose", width)) +
                     style.faint(pad_left("chosen", 9) + (simulated ? pad_left("or", 9) : "") +
                                 pad_left("wins then", 10) + pad_left("alpha", 7) + "  " +
                                 pad("best against", of_whom) + "worst against") +
                     "\n";
  std::vector<std::size_t> order(units.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto& [one, other] = std::pair(choosing.units[a], choosing.units[b]);
    return one.share != other.share ? one.share > other.share : one.odds > other.odds;
  });
  const auto whom = [&](const std::optional<int>& other, double odds) {
    if (!other) return std::string(style.dash());
    return shorten(units[static_cast<std::size_t>(*other)], of_whom - 5) +
           fmt::format(" {:.0f}", odds * 100);
  };
  for (const std::size_t unit : order) {
    const Choosing::Of& of = choosing.units[unit];
    text +=
        "  " + pad(shorten(units[unit], width - 3), width - 2) + pad_left(share_text(of, style), 9);
    if (simulated) {
      text += pad_left(of.range ? fmt::format("{:.0f}{}{:.0f}", of.range->first * 100,
                                              style.utf8 ? "–" : "-", of.range->second * 100)
                                : "",
                       9);
    }
    text += pad_left(odds_text(of.odds), 10) +
            pad_left(fmt::format("{:.0f}", of.alpha_rank * 100), 7) + "  " +
            pad(whom(of.best, of.best_odds), of_whom) + whom(of.worst, of.worst_odds) + "\n";
  }
  std::string notes = fmt::format(
      "chosen, in percent, where both choose in secret: the equilibrium of largest entropy; no "
      "choice "
      "beats it by more than {:.0e}; never: in no equilibrium",
      std::max(choosing.exploitability, 1e-16));
  if (simulated) {
    notes += fmt::format("; or: where nine in ten of {} other throws of the dice have it",
                         choosing.redrawn);
  }
  notes += "; alpha: alpha-rank of fifty players, alpha without bounds";
  return text + style.faint(wrapped(notes, 0, 2)) + counters_text(ranking, units, style);
}

}  // namespace

std::string choosing_line(const Ranking& ranking, const std::vector<std::string>& units,
                          const Style& style) {
  if (!ranking.choosing) return "";
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (ranking.choosing->units[i].is_in_some) chosen.push_back(i);
  }
  const auto share = [&](std::size_t unit) { return ranking.choosing->units[unit].share; };
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](std::size_t a, std::size_t b) { return share(a) > share(b); });
  constexpr std::size_t most = 6;
  std::string list;
  for (std::size_t i = 0; i < std::min(chosen.size(), most); ++i) {
    list += (i > 0 ? ", " : "") + shown(units[chosen[i]]);
    if (chosen.size() > 1) list += " " + percent({share(chosen[i])}, style);
  }
  if (chosen.size() > most) list += fmt::format(" and {} more", chosen.size() - most);
  return wrapped(fmt::format("players who choose field {}{}; more with --ranking",
                             chosen.size() == 1 ? "nothing but " : "", list),
                 0, 2);
}

std::string text_of(const Standings& standings, const Style& style) {
  const std::string whom = standings.opponents.empty()
                               ? std::string("each other")
                               : counted(standings.opponents.size(), "other");
  const std::string who = standings.of_armies ? fmt::format("{} armies", standings.units.size())
                                              : counted(standings.units.size(), "unit");
  std::string text = table_heading(fmt::format("{} against {}", who, whom), standings, style) +
                     ranking_table(standings.ranking, standings.units, style) +
                     nobody_line(standings, style) +
                     choosing_table(standings.ranking, standings.units, style);
  for (const std::string& what : standings.ranking.left_out) {
    text += style.faint(wrapped(what, 0, 2));
  }
  return text;
}

namespace {

/// "hp" of "Captain.hp", as far as it is a stat that other units have, too.
std::string without_group(const std::string& key) {
  const auto dot = key.find('.');
  return dot == std::string::npos ? key : key.substr(dot + 1);
}

/// What stats are worth in points.
std::string points_text(const StatPoints& points, const Style& style) {
  const auto number = [](double value) { return fmt::format("{:+.1f}", value); };
  std::string text;
  if (points.of_figure) {
    text += "\n" + style.bold("what one more of a stat is worth in points") + "\n" +
            style.faint(wrapped("a unit that has it may cost so much more, to be as good as before "
                                "for the same points: by what the stat and what more figures do to "
                                "its odds; the mean over the units, with its standard error",
                                2, 2));
    std::vector<std::vector<std::string>> rows;
    for (const StatPoints::Worth& worth : points.worths) {
      const bool one = worth.units == 1;
      rows.push_back({worth.stat, number(worth.mean),
                      one ? style.dash() : fmt::format("{:.1f}", worth.error),
                      one ? "" : number(worth.least) + " " + shorten(worth.least_of, 10),
                      number(worth.most) + " " + shorten(worth.most_of, 10)});
    }
    text += stacked_table({"stat", "points", "error", "least", "most"}, rows, style);
    for (const auto& [unit, why] : points.left_out) {
      text += style.faint(wrapped(shown(unit) + ": " + why, 2, 4));
    }
  }
  text += "\n" + style.bold("a cost formula") + "\n";
  if (points.terms.empty()) return text + wrapped(points.why_no_formula, 2, 4);
  const char* const whose = points.of_figure ? "of each figure" : "of a unit";
  text += style.faint(wrapped(
      fmt::format("the points {}, fitted by least squares to the points of {} units: the sum of "
                  "these, each times the stat",
                  whose, points.fitted.size()),
      2, 2));
  std::vector<std::vector<std::string>> rows;
  for (const StatPoints::Term& term : points.terms) {
    rows.push_back({term.stat.empty() ? "without any" : term.stat,
                    fmt::format("{:+.2f}", term.points), fmt::format("{:.2f}", term.error)});
  }
  text += stacked_table({"stat", "points", "error"}, rows, style);
  text += style.faint(wrapped(
      fmt::format("what is left: {:.2f} points {} (standard deviation); {:.0f} % of how points "
                  "differ is explained",
                  points.residual, whose, points.explained * 100),
      2, 4));
  if (!points.not_in_formula.empty()) {
    text += style.faint(wrapped(
        fmt::format("not in it, for want of units or as others say the same: {}; a formula has "
                    "two units for each number",
                    fmt::join(points.not_in_formula, ", ")),
        2, 4));
  }
  rows.clear();
  for (const StatPoints::Fitted& unit : points.fitted) {
    rows.push_back({shorten(unit.unit, 30), fmt::format("{:g}", unit.points),
                    fmt::format("{:.1f}", unit.fitted),
                    fmt::format("{:+.1f}", unit.points - unit.fitted)});
  }
  return text + stacked_table({"unit", "points", "fitted", "left"}, rows, style);
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
  if (value.points) text += points_text(*value.points, style);
  return text;
}

}  // namespace warodds::text
