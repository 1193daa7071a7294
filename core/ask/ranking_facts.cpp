// What matrices, rankings and the page of a roster say.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// What becomes of a unit among players who choose.
void state_choice(Facts& facts, const Ranking::Row& of, const std::vector<std::string>& units) {
  facts.member("share", of.choice->share, {.label = "chosen", .as = Shows::share});
  facts.member("against_mix", of.choice->odds, {.label = "wins\nthen", .as = Shows::odds});
  facts.member("in_equilibrium", of.choice->is_in_some);
  if (of.best) {
    facts.member("best_against", units[of.best->unit], {.label = "best\nagainst"});
    facts.member("best_odds", of.best->odds, {.label = "best\nodds", .as = Shows::odds});
  }
  if (of.worst) {
    facts.member("worst_against", units[of.worst->unit], {.label = "worst\nagainst"});
    facts.member("worst_odds", of.worst->odds, {.label = "worst\nodds", .as = Shows::odds});
  }
}

/// What players choose, in a sentence.
void say_chosen(Document& page, const Ranking& ranking, const std::vector<std::string>& units,
                const char* more) {
  if (!ranking.exploitability) return;
  std::vector<std::pair<double, std::size_t>> chosen;  // shares, the largest first, and units
  for (const Ranking::Row& row : ranking.rows) {
    if (row.choice->is_in_some) chosen.emplace_back(-row.choice->share, row.unit);
  }
  std::sort(chosen.begin(), chosen.end());
  std::vector<std::string> names;
  for (const auto& [share, unit] : chosen) {
    names.push_back(units[unit]);
    if (chosen.size() > 1) names.back() += " " + text::percent({-share}, page.style());
  }
  constexpr std::size_t most = 6;
  page.note(fmt::format("players who choose field {}{}{}", chosen.size() == 1 ? "nothing but " : "",
                        names_with_commas(names, most), more));
}

void say_choosing(Document& page, const Ranking& ranking, const std::vector<std::string>& units) {
  if (!ranking.exploitability) return;
  if (ranking.noise > 0) {
    page.faint(fmt::format(
        "chosen, in percent, by players who err: odds {:g} % lower, e times less often (logit "
        "equilibrium); the best choice wins {} against them",
        100 * ranking.noise, text::percent({0.5 + *ranking.exploitability}, page.style())));
  } else {
    page.faint(fmt::format(
        "chosen, in percent, where both choose in secret: the equilibrium of largest entropy; no "
        "choice beats it by more than {:.0e}; never: in no equilibrium",
        std::max(*ranking.exploitability, 1e-16)));
  }
  say_chosen(page, ranking, units, "");
}

void say_rating(Document& page, const Ranking& ranking) {
  page.faint(ranking.rows.front().rating
                 ? "rating: Bradley-Terry; the odds of A against B are exp(rating A - rating B)"
                 : "no ratings: some units never lose to the others");
}

/// The units by rank. Beside a grid people are not told all of it.
void state_places(Facts& facts, const Matrix& of, bool beside_grid) {
  const Ranking& ranking = *of.ranking;
  const bool priced = std::any_of(ranking.rows.begin(), ranking.rows.end(),
                                  [](const auto& row) { return row.points > 0; });
  const bool with_choice = ranking.exploitability && !(beside_grid && facts.is_for(Form::text));
  int place = 0;
  facts.rows("ranking", ranking.rows,
             [&](const Ranking::Row& row) {
               const std::string& unit = of.rows[row.unit];
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
                 state_choice(facts, row, of.rows);
               }
               std::vector<std::string> not_met;
               for (const std::size_t other : row.not_met) not_met.push_back(of.columns[other]);
               facts.member_if_any("not_met", not_met, only_json);
               facts.member_if_any("not_met", fmt::format("{}", fmt::join(not_met, "; ")),
                                   only_csv);
               facts.member_if(row.one_way > 0, "one_way", row.one_way);
               state_purchase(facts, of, "bought", unit);
             },
             {.label = "ranking",
              .most = ranking.rows.size(),
              .only = beside_grid ? Form::not_csv : Form::any});
}

/// The order of the rows, and what follows from it. Beside a grid people are told less, and CSV has
/// it from `--ranking`.
void state_ranking(Facts& facts, const Matrix& matrix) {
  const Ranking& of = *matrix.ranking;
  const bool is_alone = matrix.cells.empty();
  const auto name = [&](std::size_t unit) { return matrix.rows[unit]; };
  state_places(facts, matrix, !is_alone);
  facts.to_people([&](Document& page) {
    say_rating(page, of);
    if (is_alone) say_choosing(page, of, matrix.rows);
  });
  facts.member_if(of.noise > 0, "noise", of.noise, only_json);
  if (of.exploitability) facts.member("exploitability", *of.exploitability, only_json);
  state_nobody_wins(facts, matrix);
  if (!is_alone) {
    const auto of_people = [](std::string_view title) {
      return Naming{.label = title, .most = 8, .only = Form::not_csv};
    };
    facts.objects(
        "dominations", of.dominations,
        [&](const auto& pair) {
          facts.member("better", name(pair.first), {.label = "unit"});
          facts.member("worse", name(pair.second), {.label = "than"});
        },
        of_people("better in every match-up"));
    facts.objects(
        "cycles", of.cycles,
        [&](const Cycle& cycle) {
          const std::vector units{name(cycle.first), name(cycle.second), name(cycle.third)};
          facts.member("units", units, only_json);
          facts.member("units", fmt::format("{} beats the first", fmt::join(units, " beats ")),
                       for_people("who"));
          facts.member("odds", 0.5 + cycle.margin, {.label = "with", .as = Shows::odds});
        },
        of_people("rock, paper, scissors"));
  }
  facts.to_people([&](Document& page) {
    if (!is_alone) {
      page.gap();
      say_chosen(page, of, matrix.rows, "; more with --ranking");
    }
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

/// The numbers of all pairs.
void state_grid(Facts& facts, const Matrix& matrix) {
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
}

/// What is in a matrix, or in its ranking alone.
std::string title_of(const Matrix& matrix) {
  if (!matrix.cells.empty()) {
    return fmt::format(
        "{} against {}: {}", matrix.rows.size(), matrix.columns.size(),
        quantity_in_words(matrix.quantities.front(), {"the attacker", "the defender"}));
  }
  return fmt::format("{} against {}",
                     matrix.of_armies ? fmt::format("{} armies", matrix.rows.size())
                                      : counted(matrix.rows.size(), "unit"),
                     matrix.among ? "each other" : counted(matrix.columns.size(), "other"));
}

}  // namespace

void state(Facts& facts, const Matrix& matrix) {
  const bool is_ranking = matrix.cells.empty();
  facts.lay_out(table_of(
      columns_of(is_ranking ? "rank unit odds rating points half_width share against_mix "
                              "in_equilibrium best_against best_odds worst_against worst_odds "
                              "not_met one_way"
                            : "attacker defender quantity value half_width")));
  facts.object([&] {
    state_head(facts, "matrix", matrix, title_of(matrix));
    if (!is_ranking) {
      state_grid(facts, matrix);
    } else if (!matrix.among) {
      facts.member_if_any("opponents", matrix.columns);
    }
    if (matrix.ranking) state_ranking(facts, matrix);
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
