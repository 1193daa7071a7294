// What matrices, rankings and the page of a roster say.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"

namespace warodds {
namespace {

/// What becomes of a unit among players who choose.
void state_choice(Facts& facts, const Choosing::Of& of, const std::vector<std::string>& units) {
  facts.member("share", of.share, {.label = "chosen", .as = Shows::share});
  facts.member("against_mix", of.odds, {.label = "wins\nthen", .as = Shows::odds});
  facts.member("in_equilibrium", of.is_in_some);
  const auto state_extreme = [&](const Naming& whom, const Naming& how,
                                 const std::optional<int>& other, double odds) {
    if (!other) return;
    facts.member(whom.csv, units[static_cast<std::size_t>(*other)], whom);
    facts.member(how.csv, odds, how);
  };
  state_extreme({.csv = "best_against", .label = "best\nagainst"},
                {.csv = "best_odds", .label = "best\nodds", .as = Shows::odds}, of.best,
                of.best_odds);
  state_extreme({.csv = "worst_against", .label = "worst\nagainst"},
                {.csv = "worst_odds", .label = "worst\nodds", .as = Shows::odds}, of.worst,
                of.worst_odds);
}

/// What players choose, in a sentence.
void say_chosen(Document& page, const Ranking& ranking, const std::vector<std::string>& units,
                const char* more) {
  if (!ranking.choosing) return;
  const auto share = [&](std::size_t unit) { return ranking.choosing->units[unit].share; };
  std::vector<std::size_t> chosen;
  for (const std::size_t unit : places(units.size())) {
    if (ranking.choosing->units[unit].is_in_some) chosen.push_back(unit);
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](std::size_t a, std::size_t b) { return share(a) > share(b); });
  std::vector<std::string> names;
  for (const std::size_t unit : chosen) {
    names.push_back(units[unit]);
    if (chosen.size() > 1) names.back() += " " + text::percent({share(unit)}, page.style());
  }
  constexpr std::size_t most = 6;
  page.note(fmt::format("players who choose field {}{}{}", chosen.size() == 1 ? "nothing but " : "",
                        names_with_commas(names, most), more));
}

void say_choosing(Document& page, const Ranking& ranking, const std::vector<std::string>& units) {
  if (!ranking.choosing) return;
  page.faint(fmt::format(
      "chosen, in percent, where both choose in secret: the equilibrium of largest entropy; no "
      "choice beats it by more than {:.0e}; never: in no equilibrium",
      std::max(ranking.choosing->exploitability, 1e-16)));
  say_chosen(page, ranking, units, "");
}

/// How good the equilibrium is; CSV has what is said of each unit alone.
void state_exploitability(Facts& facts, const Ranking& ranking) {
  if (!ranking.choosing) return;
  facts.member("exploitability", ranking.choosing->exploitability, only_json);
}

void say_rating(Document& page, const Ranking& ranking) {
  page.faint(ranking.rows.front().rating
                 ? "rating: Bradley-Terry; the odds of A against B are exp(rating A - rating B)"
                 : "no ratings: some units never lose to the others");
}

/// The units by rank; `opponents`: whom they meet.
void state_places(Facts& facts, const Table& table, const Ranking& ranking,
                  const std::vector<std::string>& units, const std::vector<std::string>& opponents,
                  bool is_of_matrix) {
  const bool priced = std::any_of(ranking.rows.begin(), ranking.rows.end(),
                                  [](const auto& row) { return row.points > 0; });
  // A matrix does not tell people all of it.
  const bool with_choice = ranking.choosing && !(is_of_matrix && facts.is_for(Form::text));
  int place = 0;
  facts.rows(
      "ranking", ranking.rows,
      [&](const Ranking::Row& row) {
        const std::string& unit = units[static_cast<std::size_t>(row.unit)];
        facts.member("rank", ++place, {.label = "rank", .as = Shows::count});
        facts.member("unit", unit, {.label = "unit"});
        facts.member("odds", row.odds);
        facts.member_if_any("half_width", row.half_width);
        facts.member("odds", Estimate{row.odds, row.half_width},
                     for_people("beats\nanother", Shows::odds));
        facts.member("rating", row.rating, {.label = "rating", .as = Shows::rating});
        facts.member("points", row.points > 0 ? std::optional(row.points) : std::nullopt,
                     {.label = priced ? "points" : "", .as = Shows::count});
        if (with_choice) {
          state_choice(facts, ranking.choosing->units[static_cast<std::size_t>(row.unit)], units);
        }
        std::vector<std::string> not_met;
        for (const int other : row.not_met) {
          not_met.push_back(opponents[static_cast<std::size_t>(other)]);
        }
        facts.member_if_any("not_met", not_met, only_json);
        facts.member_if_any("not_met", fmt::format("{}", fmt::join(not_met, "; ")), only_csv);
        facts.member_if(row.one_way > 0, "one_way", row.one_way);
        state_purchase(facts, table, "bought", unit);
      },
      {.label = "ranking",
       .most = ranking.rows.size(),
       .only = is_of_matrix ? Form::not_csv : Form::any});
}

/// What is told of a matrix besides; CSV has it from `--ranking`.
void state_ranking(Facts& facts, const Matrix& matrix) {
  const Ranking& of = *matrix.ranking;
  const auto name = [&](int unit) { return matrix.rows[static_cast<std::size_t>(unit)]; };
  const auto state_cycle = [&](const Cycle& cycle) {
    const std::vector units{name(cycle.first), name(cycle.second), name(cycle.third)};
    facts.member("units", units, only_json);
    facts.member("units", fmt::format("{} beats the first", fmt::join(units, " beats ")),
                 for_people("who"));
    facts.member("odds", 0.5 + cycle.margin, {.label = "with", .as = Shows::odds});
  };
  const auto of_people = [](std::string_view title) {
    return Naming{.label = title, .most = 8, .only = Form::not_csv};
  };
  state_places(facts, matrix, of, matrix.rows, matrix.columns, true);
  facts.to_people([&](Document& page) { say_rating(page, of); });
  state_exploitability(facts, of);
  state_nobody_wins(facts, matrix);
  facts.objects(
      "dominations", of.dominations,
      [&](const auto& pair) {
        facts.member("better", name(pair.first), {.label = "unit"});
        facts.member("worse", name(pair.second), {.label = "than"});
      },
      of_people("better in every match-up"));
  facts.objects("cycles", of.cycles, state_cycle, of_people("rock, paper, scissors"));
  facts.to_people([&](Document& page) {
    page.gap();
    say_chosen(page, of, matrix.rows, "; more with --ranking");
    for (const std::string& what : of.left_out) page.faint(what);
  });
  facts.member_if_any("left_out", of.left_out, only_json);
}

/// One number in four columns: 0.84 as 84, 3.1416 as 3.14.
std::string in_four(const Quantity& quantity, double value) {
  if (quantity.is_probability()) {
    if (value < 1 && value >= 0.995) return ">99";
    if (value > 0 && value < 0.005) return "<1";
    return fmt::format("{:.0f}", value * 100);
  }
  if (std::abs(value) < 0.005) value = 0;  // never -0.00
  const double size = std::abs(value);
  return fmt::format("{:.{}f}", value, size < 10 ? 2 : size < 100 ? 1 : 0);
}

/// The first quantity of a matrix.
void say_grid(Document& page, const Matrix& matrix) {
  const Quantity& quantity = matrix.quantities.front();
  const bool is_probability = quantity.is_probability();
  double least = std::numeric_limits<double>::infinity(), largest = -least;
  for (const Cell& cell : matrix.cells) {
    if (cell.values.empty()) continue;
    page.remember(cell.values[0], is_probability);
    least = is_probability ? 0 : std::min(least, cell.values[0].value);
    largest = is_probability ? 1 : std::max(largest, cell.values[0].value);
  }
  blocks::Grid grid{matrix.rows,
                    matrix.columns,
                    {},
                    is_probability,
                    is_probability ? "rows attack; percent" : "rows attack"};
  for (const std::size_t row : places(matrix.rows.size())) {
    std::vector<blocks::Grid::Cell>& cells = grid.cells.emplace_back();
    for (const std::size_t column : places(matrix.columns.size())) {
      const std::vector<Estimate>& values = matrix.at(row, column).values;
      if (values.empty()) {
        cells.push_back({page.style().dash(), {}});
        continue;
      }
      const double value = values[0].value;
      cells.push_back(
          {in_four(quantity, value), largest > least ? (value - least) / (largest - least) : 0.5});
    }
  }
  page.add(std::move(grid));
  page.half_widths();
}

}  // namespace

void state(Facts& facts, const Matrix& matrix) {
  facts.lay_out(table_of(columns_of("attacker defender quantity value half_width")));
  const std::string of_what =
      quantity_in_words(matrix.quantities.front(), {"the attacker", "the defender"});
  facts.object([&] {
    state_head(
        facts, "matrix", matrix,
        fmt::format("{} against {}: {}", matrix.rows.size(), matrix.columns.size(), of_what));
    facts.to_people([&](Document& page) { say_grid(page, matrix); });
    facts.member("rows", matrix.rows, asked_in_json);
    facts.member("columns", matrix.columns, asked_in_json);
    const std::vector<std::size_t> columns = places(matrix.columns.size());
    const auto state_row = [&](std::size_t row) {
      facts.array(columns, [&](std::size_t column) {
        state_cell(facts, matrix, matrix.at(row, column), [&] {
          facts.member("attacker", matrix.rows[row]);
          facts.member("defender", matrix.columns[column]);
          state_purchase(facts, matrix, "bought.attacker", matrix.rows[row]);
          state_purchase(facts, matrix, "bought.defender", matrix.columns[column]);
        });
      });
    };
    facts.array("matrix", places(matrix.rows.size()), state_row, asked_for);
    if (matrix.ranking) state_ranking(facts, matrix);
  });
}

void state(Facts& facts, const Standings& standings) {
  facts.lay_out(table_of(columns_of(
      "rank unit odds rating points half_width share against_mix in_equilibrium best_against "
      "best_odds worst_against worst_odds not_met one_way")));
  const Ranking& ranking = standings.ranking;
  const std::vector<std::string>& others = standings.opponents;
  const std::string who = standings.of_armies ? fmt::format("{} armies", standings.units.size())
                                              : counted(standings.units.size(), "unit");
  const std::string whom = others.empty() ? "each other" : counted(others.size(), "other");
  facts.object([&] {
    state_head(facts, "matrix", standings, fmt::format("{} against {}", who, whom));
    facts.member_if_any("opponents", others);
    state_places(facts, standings, ranking, standings.units,
                 others.empty() ? standings.units : others, false);
    facts.to_people([&](Document& page) {
      say_rating(page, ranking);
      say_choosing(page, ranking, standings.units);
    });
    state_exploitability(facts, ranking);
    state_nobody_wins(facts, standings);
    facts.member_if_any("left_out", ranking.left_out, only_json);
    facts.to_people([&](Document& page) {
      for (const std::string& what : ranking.left_out) page.faint(what);
    });
  });
}

/// The page of a roster says what the reports say that it is put together from.
void state(Facts& facts, const RosterPage& page) {
  // In CSV the ranking; the page itself has all tables.
  if (facts.is_for(Form::csv)) return state(facts, page.ranking);
  const auto state_part = [&](std::string_view key, const auto& part) {
    if (part) facts.member(key, [&] { state(facts, *part); });
  };
  facts.object([&] {
    if (!facts.is_for(Form::text)) state_head(facts, "report", page.ranking, "");
    facts.member("roster", page.roster);
    state_part("ranking", &page.ranking);
    state_part("matrix", &page.odds);
    state_part("changes", page.changes);
    state_part("ranking_before", page.ranking_before);
    state_part("value", page.stats);
    state_part("prices", page.prices);
    facts.member_if_any("left_out", page.left_out);
    facts.to_people([&](Document& said) {
      said.gap();
      for (const std::string& what : page.left_out) said.note(what);
    });
  });
}

}  // namespace warodds
