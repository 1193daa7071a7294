// Matrix, sweep, value and tune as text, CSV and JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/csv.h"
#include "cli/json.h"
#include "cli/report.h"
#include "cli/text.h"
#include "cli/version.h"

namespace warodds::cli {
namespace {

std::string number_text(const Quantity& quantity, const Number& number, const Style& style) {
  return quantity.is_probability() ? percent(number, style) : mean(number, style);
}

/// How the cells came about, in a line.
std::string origin_line(const Table& table) {
  std::vector<std::string> parts;
  if (table.exact > 0) parts.push_back(fmt::format("{} exact", table.exact));
  if (table.simulated > 0) {
    parts.push_back(fmt::format("{} simulated, {} trials each, seed {}, half-widths at {:g} %",
                                table.simulated, table.trials, table.seed, table.confidence * 100));
  }
  if (table.refused > 0) {
    parts.push_back(
        fmt::format("{} not allowed (for example: {})", table.refused, table.a_refusal));
  }
  std::string line = fmt::format("{}", fmt::join(parts, "; "));
  if (table.partial) line += "; PARTIAL";
  return line;
}

std::string heading(const std::string& what, const Table& table, const Style& style) {
  std::string text = style.bold(what) + "  (" + table.title + ")\n" + origin_line(table) + "\n";
  if (!table.given.empty()) text += fmt::format("with {}\n", fmt::join(table.given, ", "));
  return text + "\n";
}

/// The columns that say where a row comes from.
constexpr const char* origin_names[] = {"version", "system",     "engine", "trials",
                                        "seed",    "confidence", "partial"};

void origin_fields(Csv& csv, const Table& table, const Cell& cell) {
  csv.field(program_version).field(table.system);
  if (cell.state == Cell::State::simulated) {
    csv.field("sim").field(table.trials).field(table.seed).field(table.confidence);
    csv.field(cell.partial ? "yes" : "no");
    return;
  }
  csv.field(cell.state == Cell::State::exact     ? "exact"
            : cell.state == Cell::State::refused ? "not allowed"
                                                 : "not reached");
  csv.field("").field("").field("").field(cell.state == Cell::State::not_reached ? "yes" : "");
}

Cell::State state_of(const Table& table) {
  return table.simulated > 0 ? Cell::State::simulated : Cell::State::exact;
}

void cell_fields(Csv& csv, const Cell& cell, std::size_t quantity) {
  if (cell.values.empty()) {
    csv.field("").field("");
  } else {
    csv.field(cell.values[quantity].value).field(cell.values[quantity].half_width);
  }
}

Json common(const char* command, const Table& table) {
  Json json{{"version", program_version}, {"command", command}, {"system", table.system}};
  Json quantities = Json::array();
  for (const Quantity& quantity : table.quantities) quantities.push_back(quantity.text);
  json["quantities"] = std::move(quantities);
  json["with"] = table.given;
  json["exact"] = table.exact;
  json["simulated"] = table.simulated;
  json["not_allowed"] = table.refused;
  if (table.simulated > 0) {
    json["trials"] = table.trials;
    json["seed"] = table.seed;
    json["confidence"] = table.confidence;
  }
  json["partial"] = table.partial;
  return json;
}

Json to_json(const std::vector<Number>& numbers) {
  if (numbers.empty()) return nullptr;
  Json list = Json::array();
  for (const Number& number : numbers) list.push_back(cli::to_json(number, "value"));
  return list;
}

/// One number in four columns: 0.84 as 84, 3.1416 as 3.14.
std::string in_four(const Quantity& quantity, double value) {
  if (quantity.is_probability()) return fmt::format("{:.0f}", value * 100);
  if (std::abs(value) < 10) return fmt::format("{:.2f}", value);
  if (std::abs(value) < 100) return fmt::format("{:.1f}", value);
  return fmt::format("{:.0f}", value);
}

std::string ranking_text(const Matrix& matrix, const Style& style) {
  const Matrix::Ranking& ranking = *matrix.ranking;
  const bool priced = std::any_of(ranking.rows.begin(), ranking.rows.end(),
                                  [](const auto& row) { return row.points > 0; });
  std::string text = style.bold(pad("ranking", 28)) +
                     style.faint(pad_left("beats another", 14) + pad_left("rating", 10));
  if (priced) {
    text += style.faint(pad_left("points", 8) + pad_left("fair", 8) + pad_left("per point", 11));
  }
  text += "\n";
  int place = 0;
  for (const auto& row : ranking.rows) {
    text += fmt::format("{:>3}  {}{}{}", ++place,
                        pad(shorten(matrix.rows[static_cast<std::size_t>(row.unit)], 22), 23),
                        pad_left(fmt::format("{:.2f} %", row.odds * 100), 14),
                        pad_left(row.rating ? fmt::format("{:+.3f}", *row.rating) : "none", 10));
    if (priced) {
      const bool known = row.points > 0 && row.fair_points;
      text += pad_left(row.points > 0 ? std::to_string(row.points) : "", 8);
      text += pad_left(row.fair_points ? fmt::format("{:.0f}", *row.fair_points) : "", 8);
      text += pad_left(known ? fmt::format("{:.2f}", *row.fair_points / row.points) : "", 11);
    }
    text += "\n";
  }
  text += style.faint(
      ranking.rows.front().rating
          ? "rating: Bradley-Terry; the odds of A against B are exp(rating A - rating B)\n"
          : "no ratings: some units never lose to the others\n");
  if (priced && ranking.rows.front().fair_points) {
    text += style.faint(
        "fair: points for which it would be as strong as its price says\n"
        "per point: what one of its points buys, 1 being the rule\n");
  }
  const auto name = [&](int unit) { return matrix.rows[static_cast<std::size_t>(unit)]; };
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
      text += fmt::format("  {} beats {} beats {} beats the first, each with {:.2f} % or more\n",
                          name(cycle.first), name(cycle.second), name(cycle.third),
                          50 + cycle.margin * 100);
    }
  }
  return text;
}

}  // namespace

std::string matrix_text(const Matrix& matrix, const Style& style) {
  const Quantity& quantity = matrix.quantities.front();
  const std::size_t most = 12;
  std::string text = heading(
      fmt::format("{} against {}: {}", matrix.rows.size(), matrix.columns.size(), quantity.text),
      matrix, style);
  const std::size_t columns = std::min(matrix.columns.size(), most);
  const std::size_t rows = std::min(matrix.rows.size(), std::size_t{60});
  double least = std::numeric_limits<double>::infinity();
  double largest = -least;
  for (const Cell& cell : matrix.cells) {
    if (cell.values.empty()) continue;
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
  if (matrix.rows != matrix.columns) {
    text += "columns:";
    for (std::size_t c = 0; c < columns; ++c) {
      text += fmt::format(" {} {}{}", c + 1, matrix.columns[c], c + 1 < columns ? "," : "");
    }
    text += "\n";
  }
  if (matrix.ranking) text += "\n" + ranking_text(matrix, style);
  return text;
}

std::string matrix_csv(const Matrix& matrix, bool wide) {
  Csv csv;
  if (wide) {
    csv.field(matrix.quantities.front().text);
    for (const std::string& column : matrix.columns) csv.field(column);
    csv.end();
    for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
      csv.field(matrix.rows[r]);
      for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
        const Cell& cell = matrix.at(r, c);
        if (cell.values.empty()) {
          csv.field("");
        } else {
          csv.field(cell.values[0].value);
        }
      }
      csv.end();
    }
    return csv.take();
  }
  for (const char* name : origin_names) csv.field(name);
  row(csv, {"attacker", "defender", "quantity", "value", "half_width"});
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      const Cell& cell = matrix.at(r, c);
      for (std::size_t q = 0; q < matrix.quantities.size(); ++q) {
        origin_fields(csv, matrix, cell);
        csv.field(matrix.rows[r]).field(matrix.columns[c]).field(matrix.quantities[q].text);
        cell_fields(csv, cell, q);
        csv.end();
      }
    }
  }
  return csv.take();
}

std::string matrix_json(const Matrix& matrix) {
  Json json = common("matrix", matrix);
  json["rows"] = matrix.rows;
  json["columns"] = matrix.columns;
  Json rows = Json::array();
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    Json line = Json::array();
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      line.push_back(to_json(matrix.at(r, c).values));
    }
    rows.push_back(std::move(line));
  }
  json["matrix"] = std::move(rows);
  if (matrix.ranking) {
    const auto name = [&](int unit) { return matrix.rows[static_cast<std::size_t>(unit)]; };
    Json ranking = Json::array();
    for (const auto& row : matrix.ranking->rows) {
      Json entry{{"unit", name(row.unit)}, {"odds", row.odds}};
      if (row.rating) entry["rating"] = *row.rating;
      if (row.points > 0) entry["points"] = row.points;
      if (row.fair_points) entry["fair_points"] = *row.fair_points;
      if (row.fair_points && row.points > 0) {
        entry["per_point"] = *row.fair_points / row.points;
      }
      ranking.push_back(std::move(entry));
    }
    json["ranking"] = std::move(ranking);
    Json dominations = Json::array();
    for (const auto& [better, worse] : matrix.ranking->dominations) {
      dominations.push_back({{"better", name(better)}, {"worse", name(worse)}});
    }
    json["dominations"] = std::move(dominations);
    Json cycles = Json::array();
    for (const Cycle& cycle : matrix.ranking->cycles) {
      cycles.push_back({{"units", {name(cycle.first), name(cycle.second), name(cycle.third)}},
                        {"odds", 0.5 + cycle.margin}});
    }
    json["cycles"] = std::move(cycles);
  }
  return write(json);
}

std::string sweep_text(const Sweep& sweep, const Style& style) {
  std::string text = heading(
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

std::string sweep_csv(const Sweep& sweep) {
  Csv csv;
  for (const char* name : origin_names) csv.field(name);
  csv.field("attacker").field("defender");
  for (const std::string& key : sweep.keys) csv.field(key);
  row(csv, {"quantity", "value", "half_width"});
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    for (std::size_t q = 0; q < sweep.quantities.size(); ++q) {
      origin_fields(csv, sweep, sweep.cells[i]);
      csv.field(sweep.units.attacker).field(sweep.units.defender);
      for (const std::string& value : sweep.points[i]) csv.field(value);
      csv.field(sweep.quantities[q].text);
      cell_fields(csv, sweep.cells[i], q);
      csv.end();
    }
  }
  return csv.take();
}

std::string sweep_json(const Sweep& sweep) {
  Json json = common("sweep", sweep);
  json["attacker"] = sweep.units.attacker;
  json["defender"] = sweep.units.defender;
  json["keys"] = sweep.keys;
  Json points = Json::array();
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    points.push_back({{"at", sweep.points[i]}, {"values", to_json(sweep.cells[i].values)}});
  }
  json["points"] = std::move(points);
  return write(json);
}

std::string value_text(const Worth& value, const Style& style) {
  const Quantity& quantity = value.quantities.front();
  const std::string whom = value.opponents.size() == 1
                               ? value.opponents.front()
                               : fmt::format("{} opponents, on average", value.opponents.size());
  std::string text =
      heading(fmt::format("{} against {}: what one point more or less does", value.unit, whom),
              value, style);
  for (std::size_t q = 0; q < value.quantities.size(); ++q) {
    text += fmt::format("  {} {}\n", pad(value.quantities[q].text, 28),
                        number_text(value.quantities[q], value.base[q], style));
  }
  text += "\n" + style.bold(pad("stat", 28)) +
          style.faint(pad_left("is", 8) + pad_left("one less", 14) + pad_left("one more", 14)) +
          style.faint("   change of " + quantity.text) + "\n";
  std::size_t without = 0;
  for (const auto& row : value.rows) {
    if (row.effect == 0) {
      ++without;
      continue;
    }
    const auto change = [&](const std::optional<std::vector<Number>>& numbers) {
      if (!numbers) return std::string("at its limit");
      if (numbers->empty()) return std::string("not allowed");
      const double difference = numbers->front().value - value.base.front().value;
      if (difference == 0) return std::string("0");
      if (quantity.is_probability()) {
        return std::abs(difference) < 5e-5 ? fmt::format("{:+.1e} %", difference * 100)
                                           : fmt::format("{:+.2f} %", difference * 100);
      }
      return fmt::format("{:+.4f}", difference);
    };
    text += fmt::format("{}{}{}{}\n", pad(row.key, 28), pad_left(row.value, 8),
                        pad_left(change(row.less), 14), pad_left(change(row.more), 14));
  }
  if (without > 0) text += style.faint(fmt::format("{} more stats change nothing\n", without));
  return text;
}

std::string value_csv(const Worth& value) {
  Csv csv;
  for (const char* name : origin_names) csv.field(name);
  row(csv, {"unit", "opponents", "stat", "is", "change", "quantity", "value", "half_width",
            "difference"});
  Cell cell;
  cell.state = state_of(value);
  cell.partial = value.partial;
  const std::string opponents = value.opponents.size() == 1
                                    ? value.opponents.front()
                                    : std::to_string(value.opponents.size());
  for (const auto& stat : value.rows) {
    const auto write = [&](const char* change, const std::optional<std::vector<Number>>& numbers) {
      for (std::size_t q = 0; q < value.quantities.size(); ++q) {
        origin_fields(csv, value, cell);
        csv.field(value.unit).field(opponents).field(stat.key).field(stat.value).field(change);
        csv.field(value.quantities[q].text);
        if (numbers && !numbers->empty()) {
          const Number& number = (*numbers)[q];
          csv.field(number.value).field(number.half_width);
          csv.field(number.value - value.base[q].value);
        } else {
          csv.field("").field("").field("");
        }
        csv.end();
      }
    };
    write("-1", stat.less);
    write("+1", stat.more);
  }
  return csv.take();
}

std::string value_json(const Worth& value) {
  Json json = common("value", value);
  json["unit"] = value.unit;
  json["opponents"] = value.opponents;
  json["base"] = to_json(value.base);
  Json stats = Json::array();
  for (const auto& row : value.rows) {
    stats.push_back({{"stat", row.key},
                     {"is", row.value},
                     {"less", row.less ? to_json(*row.less) : Json("at its limit")},
                     {"more", row.more ? to_json(*row.more) : Json("at its limit")}});
  }
  json["stats"] = std::move(stats);
  return write(json);
}

std::string tune_text(const Tuning& tuning, const Style& style) {
  const Quantity& quantity = tuning.quantities.front();
  std::string text = heading(fmt::format("{} against {}: {} = {:g}", tuning.units.attacker,
                                         tuning.units.defender, quantity.text, tuning.target),
                             tuning, style);
  text += tuning.method + "\n\n";
  const auto settings = [&](const Tuning::Candidate& candidate) {
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < tuning.keys.size(); ++k) {
      parts.push_back(tuning.keys[k] + "=" + candidate.values[k]);
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  };
  if (tuning.best.size() == 1) {
    const Tuning::Candidate& best = tuning.tried[tuning.best.front()];
    text += style.bold(fmt::format("{} comes nearest: {}", settings(best),
                                   number_text(quantity, best.number, style))) +
            "\n";
  } else {
    text += style.bold(fmt::format("{} settings come equally near{}", tuning.best.size(),
                                   tuning.simulated > 0
                                       ? ", as far as their intervals can tell; more --trials "
                                         "may separate them"
                                       : "")) +
            "\n";
  }
  // The best ones and their neighbours.
  std::size_t shown = 0;
  for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
    const auto near = [&](std::size_t best) { return best <= i + 2 && i <= best + 2; };
    if (std::none_of(tuning.best.begin(), tuning.best.end(), near)) continue;
    const bool best = std::find(tuning.best.begin(), tuning.best.end(), i) != tuning.best.end();
    text += fmt::format("{} {} {}\n", best ? ">" : " ", pad(settings(tuning.tried[i]), 40),
                        pad_left(number_text(quantity, tuning.tried[i].number, style), 20));
    if (++shown == 25) break;
  }
  return text;
}

std::string tune_csv(const Tuning& tuning) {
  Csv csv;
  for (const char* name : origin_names) csv.field(name);
  csv.field("attacker").field("defender");
  for (const std::string& key : tuning.keys) csv.field(key);
  row(csv, {"quantity", "target", "value", "half_width", "best"});
  Cell cell;
  cell.state = state_of(tuning);
  cell.partial = tuning.partial;
  for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
    origin_fields(csv, tuning, cell);
    csv.field(tuning.units.attacker).field(tuning.units.defender);
    for (const std::string& value : tuning.tried[i].values) csv.field(value);
    csv.field(tuning.quantities.front().text).field(tuning.target);
    csv.field(tuning.tried[i].number.value).field(tuning.tried[i].number.half_width);
    const bool best = std::find(tuning.best.begin(), tuning.best.end(), i) != tuning.best.end();
    csv.field(best ? "yes" : "no");
    csv.end();
  }
  return csv.take();
}

std::string tune_json(const Tuning& tuning) {
  Json json = common("tune", tuning);
  json["attacker"] = tuning.units.attacker;
  json["defender"] = tuning.units.defender;
  json["keys"] = tuning.keys;
  json["target"] = tuning.target;
  json["method"] = tuning.method;
  const auto candidate = [](const Tuning::Candidate& one) {
    return Json{{"at", one.values}, {"value", cli::to_json(one.number, "value")}};
  };
  Json best = Json::array();
  for (const std::size_t place : tuning.best) best.push_back(candidate(tuning.tried[place]));
  json["best"] = std::move(best);
  Json tried = Json::array();
  for (const auto& one : tuning.tried) tried.push_back(candidate(one));
  json["tried"] = std::move(tried);
  return write(json);
}

}  // namespace warodds::cli
