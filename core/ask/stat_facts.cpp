// What a point of each stat is worth: of a unit, of every unit of a roster, in points.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

const std::vector<std::string> columns_of_stats =
    columns_of("unit opponents stat is change quantity value half_width difference");
constexpr const char* at_limit = "at its limit";

PerSide<std::string> names_of(const Sensitivity& of) {
  constexpr int most = 18;
  return {text::shorten(of.unit, most),
          of.opponents.size() == 1 ? text::shorten(of.opponents.front(), most) : "the opponent"};
}

/// A change of the first quantity, for people.
std::string change_text(const Sensitivity& of, const std::optional<Cell>& cell) {
  if (!cell) return at_limit;
  if (cell->values.empty()) return of.not_reached > 0 ? "not reached" : "not allowed";
  const double difference = cell->values.front().value - of.base.front().value;
  if (difference == 0) return "0";
  if (!of.quantities.front().is_probability())
    return fmt::format("{:+.4f}", std::abs(difference) < 5e-5 ? 0.0 : difference);
  return std::abs(difference) < 5e-5 ? fmt::format("{:+.1e} %", difference * 100)
                                     : fmt::format("{:+.2f} %", difference * 100);
}

/// A stat with one point less or more of it, in CSV a row for each quantity.
void state_change(Facts& facts, const Sensitivity& of, const Sensitivity::Row& stat, bool more) {
  const std::optional<Cell>& cell = more ? stat.more : stat.less;
  if (facts.is_for(Form::text)) {
    return facts.member("", change_text(of, cell),
                        for_people(more ? "one more" : "one less", Shows::count));
  }
  if (!facts.is_for(Form::csv)) {
    return facts.member(more ? "more" : "less", [&] {
      if (!cell) return facts.value(at_limit);
      state_cell(facts, of, *cell, [] {});
    });
  }
  for (std::size_t q = 0; q < of.quantities.size(); ++q) {
    facts.row([&] {
      if (cell && (cell->partial || cell->state == Cell::State::not_reached)) {
        state_origin(facts, of, *cell);
      }
      facts.member("stat", stat.key);
      facts.member("is", stat.value);
      facts.member("change", more ? "+1" : "-1");
      facts.member("quantity", of.quantities[q].text);
      if (!cell) facts.member("limit", at_limit);
      if (stat.saturated) facts.member("saturated", true);
      if (!cell || cell->values.empty()) return;
      facts.member("value", cell->values[q], as_value);
      facts.member("difference", cell->values[q].value - of.base[q].value);
    });
  }
}

/// What the unit is worth as it is, and with one point more or less of each stat.
void state_stats(Facts& facts, const Sensitivity& of, std::string_view title) {
  facts.member("opponents", of.whom, csv_column);
  facts.array(
      "base", of.base, [&](const Estimate& number) { facts.value(number, as_value); }, asked_for);
  const auto state_stat = [&](const Sensitivity::Row& row) {
    if (facts.is_for(Form::text) && (row.saturated || row.effect == 0)) return;
    facts.member("stat", row.key, {.label = "stat", .only = Form::not_csv});
    facts.member("is", row.value, {.label = "is", .as = Shows::count, .only = Form::not_csv});
    facts.member_if(row.saturated, "saturated", true, only_json);
    state_change(facts, of, row, false);
    state_change(facts, of, row, true);
  };
  facts.objects("stats", of.rows, state_stat,
                {.label = title, .most = of.rows.size(), .is_asked = true});
}

/// What the unit is worth as it is.
void say_base(Document& page, const Sensitivity& of) {
  constexpr int name = 30;
  blocks::Table table{"", {{"", blocks::Column::Set::left, name}, {""}}};
  for (const std::size_t q : places(of.quantities.size())) {
    table.row({"  " + quantity_in_words(of.quantities[q], names_of(of)),
               page.cell_of(of.base[q], shows(of.quantities[q]))});
  }
  page.add(std::move(table));
}

/// What is not in the table of stats.
void say_below_stats(Document& page, const Sensitivity& of) {
  std::size_t without = 0, saturated = 0, not_reached = 0;
  const auto remember = [&](const std::optional<Cell>& cell) {
    if (!cell || cell->values.empty() || !cell->values.front().half_width) return;
    const double both = *cell->values.front().half_width + of.base.front().half_width.value_or(0);
    page.remember({0, both}, of.quantities.front().is_probability());
  };
  const auto is_missing = [](const auto& cell) { return cell && cell->values.empty(); };
  for (const Sensitivity::Row& row : of.rows) {
    if (row.saturated) {
      ++saturated;
    } else if (row.effect == 0) {
      const bool unknown = of.not_reached > 0 && (is_missing(row.less) || is_missing(row.more));
      ++(unknown ? not_reached : without);
    } else {
      remember(row.less);
      remember(row.more);
    }
  }
  page.half_widths();
  if (saturated > 0) {
    page.faint(fmt::format(
        "saturated: {} before and after, with each of {} more; what they are worth shows "
        "against an enemy of about the same strength",
        page.cell_of(of.base.front(), shows(of.quantities.front())), saturated));
  }
  if (without > 0) page.faint(fmt::format("{} more stats do not change it", without));
  if (not_reached > 0) page.faint(fmt::format("{} more stats were not reached", not_reached));
}

}  // namespace

void state(Facts& facts, const Sensitivity& of) {
  facts.lay_out(table_of(columns_of_stats));
  const std::string whom = of.opponents.size() == 1
                               ? shown(of.opponents.front())
                               : fmt::format("{} opponents, on average", of.opponents.size());
  const std::string title =
      fmt::format("change of {} with", quantity_in_words(of.quantities.front(), names_of(of)));
  facts.object([&] {
    state_head(
        facts, "value", of,
        fmt::format("{} against {}: what one point more or less does", shown(of.unit), whom));
    facts.member("unit", of.unit, in_column);
    facts.member("opponents", of.opponents);
    facts.to_people([&](Document& page) { say_base(page, of); });
    state_stats(facts, of, title);
    facts.to_people([&](Document& page) { say_below_stats(page, of); });
  });
}

namespace {

void state_worth(Facts& facts, const StatPoints::Worth& worth) {
  const bool one = worth.units == 1;
  const auto end = [](double of, const std::string& unit) {
    return fmt::format("{:+.1f} {}", of, unit);
  };
  facts.member("quantity", "points.worth", only_csv);
  facts.member("change", "+1", only_csv);
  facts.member("stat", worth.stat, {.label = "stat"});
  facts.member("points", worth.mean, {.csv = "value", .label = "points", .as = Shows::difference});
  facts.member("error", worth.error);
  facts.member("error", one ? std::nullopt : std::optional(fmt::format("{:.1f}", worth.error)),
               for_people("error", Shows::count));
  facts.member("units", worth.units);
  facts.member("least", worth.least);
  facts.member("least_of", worth.least_of);
  facts.member("most", worth.most);
  facts.member("most_of", worth.most_of);
  facts.member("least", one ? "" : end(worth.least, worth.least_of), for_people("least"));
  facts.member("most", end(worth.most, worth.most_of), for_people("most"));
}

void state_worths(Facts& facts, const StatPoints& points) {
  facts.to_people([&](Document& page) {
    if (!points.of_figure) return;
    page.heading("what one more of a stat is worth in points");
    page.faint(
        "a unit that has it may cost so much more, to be as good as before for the same points: "
        "by what the stat and what more figures do to its odds; the mean over the units, with its "
        "standard error",
        2, 2);
  });
  facts.rows("worth", points.worths,
             [&](const StatPoints::Worth& worth) { state_worth(facts, worth); },
             {.label = points.of_figure ? untitled : ""});
  facts.to_people([&](Document& page) {
    if (!points.of_figure) return;
    for (const auto& [unit, why] : points.left_out) page.faint(shown(unit) + ": " + why, 2, 4);
  });
  facts.rows("left_out", points.left_out, [&](const auto& unit) {
    facts.member("quantity", "points.worth", only_csv);
    facts.member("unit", unit.first);
    facts.member("why", unit.second);
  });
}

void state_term(Facts& facts, const StatPoints::Term& term) {
  facts.member("quantity", "points.formula", only_csv);
  facts.member("stat", term.stat);
  facts.member("stat", term.stat.empty() ? "without any" : term.stat, for_people("stat"));
  facts.member("points", term.points,
               {.csv = "value", .label = "points", .as = Shows::signed_number});
  facts.member("error", term.error, {.label = "error", .as = Shows::number});
}

void state_fitted(Facts& facts, const StatPoints::Fitted& unit) {
  facts.member("quantity", "points.fitted", only_csv);
  facts.member("unit", unit.unit, {.label = "unit"});
  facts.member("points", unit.points,
               {.label = "points", .as = Shows::count, .only = Form::not_csv});
  facts.member("fitted", unit.fitted, {.csv = "value", .label = "fitted", .as = Shows::number});
  facts.member("difference", unit.points - unit.fitted, {.label = "left", .as = Shows::difference});
}

void state_formula(Facts& facts, const StatPoints& points) {
  const char* const whose = points.of_figure ? "of each figure" : "of a unit";
  facts.to_people([&](Document& page) {
    page.heading("a cost formula");
    if (points.terms.empty()) return page.note(points.why_no_formula, 2, 4);
    page.faint(
        fmt::format("the points {}, fitted by least squares to the points of {} units: the sum of "
                    "these, each times the stat",
                    whose, points.fitted.size()),
        2, 2);
  });
  if (points.terms.empty()) return facts.member("formula", nullptr, only_json);
  facts.object("formula", [&] {
    facts.member("of", points.of_figure ? "figure" : "unit");
    facts.rows("terms", points.terms,
               [&](const StatPoints::Term& term) { state_term(facts, term); }, {.label = untitled});
    facts.to_people([&](Document& page) {
      page.faint(fmt::format("what is left: {:.2f} points {} (standard deviation); {:.0f} % of how "
                             "points differ is explained",
                             points.residual, whose, points.explained * 100),
                 2, 4);
      if (points.not_in_formula.empty()) return;
      page.faint(fmt::format("not in it, for want of units or as others say the same: {}; a "
                             "formula has two units for each number",
                             fmt::join(points.not_in_formula, ", ")),
                 2, 4);
    });
    facts.rows("units", points.fitted,
               [&](const StatPoints::Fitted& unit) { state_fitted(facts, unit); },
               {.label = untitled, .most = points.fitted.size()});
    facts.member("residual", points.residual, only_json);
    facts.member("explained", points.explained, only_json);
    facts.member("not_in_formula", points.not_in_formula, only_json);
  });
}

/// "hp" of "Captain.hp": a stat that other units have, too.
std::string without_group(const std::string& key) {
  const auto dot = key.find('.');
  return dot == std::string::npos ? key : key.substr(dot + 1);
}

/// What one more of the stats that matter most does for each unit; of its groups, of the one that
/// gains most.
void say_gains(Document& page, const RosterSensitivity& of) {
  const Quantity& quantity = of.quantities.front();
  std::map<std::string, double> largest;
  std::vector<std::map<std::string, double>> gains(of.units.size());
  for (std::size_t i = 0; i < of.units.size(); ++i) {
    const Estimate& base = of.units[i].base.front();
    for (const Sensitivity::Row& stat : of.units[i].rows) {
      if (!stat.more || stat.more->values.empty()) continue;
      const Estimate& more = stat.more->values.front();
      const double gain = more.value - base.value;
      page.remember({gain, more.half_width.value_or(0) + base.half_width.value_or(0)},
                    quantity.is_probability());
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
  blocks::Table table{"", {{"unit", blocks::Column::Set::left}, {"is"}}};
  for (const std::string& key : keys) table.columns.push_back({key});
  for (std::size_t i = 0; i < of.units.size(); ++i) {
    std::vector<std::string> line{shown(of.units[i].unit),
                                  page.cell_of(of.units[i].base.front(), shows(quantity))};
    for (const std::string& key : keys) {
      const auto gain = gains[i].find(key);
      line.push_back(gain == gains[i].end()      ? std::string(page.style().dash())
                     : quantity.is_probability() ? fmt::format("{:+.2f}", gain->second * 100)
                                                 : fmt::format("{:+.4f}", gain->second));
    }
    table.row(std::move(line));
  }
  page.add(std::move(table));
  page.half_widths();
  if (left_out > 0) {
    page.faint(fmt::format("and {} more stats that change less; --format csv has all", left_out));
  }
}

}  // namespace

void state(Facts& facts, const RosterSensitivity& of) {
  CsvLayout layout = table_of(columns_of_stats);
  if (of.points) layout.columns.emplace_back("error");
  facts.lay_out(layout);
  const std::string of_what =
      quantity_in_words(of.quantities.front(), {"the unit", "the opponent"});
  facts.object([&] {
    state_head(facts, "value", of, "what one point more is worth: change of " + of_what);
    facts.to_people([&](Document& page) { say_gains(page, of); });
    facts.objects(
        "units", of.units,
        [&](const Sensitivity& unit) {
          facts.member("unit", unit.unit, in_column);
          state_stats(facts, unit, "");
        },
        asked_for);
    if (!of.points) return;
    facts.object("points", [&] {
      state_worths(facts, *of.points);
      state_formula(facts, *of.points);
    });
    facts.member_if_any("why_no_formula", of.points->why_no_formula, only_json);
  });
}

}  // namespace warodds
