// Battles as text, CSV and JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/csv.h"
#include "cli/json.h"
#include "cli/report.h"
#include "cli/text.h"

namespace warodds::cli {
namespace {

/// One bar for all battles: those A wins, those nobody wins, those B wins.
std::string win_bar(const BattleAnswer& answer, int width, const Style& style) {
  const double a = answer.wins.attacker.value;
  const double draws = answer.both_destroyed.value + answer.undecided.value;
  const auto column = [&](double share) { return static_cast<int>(std::lround(share * width)); };
  const int first = column(a);
  const int second = std::clamp(column(a + draws), first, width);
  std::string bar;
  for (int i = 0; i < width; ++i) bar += style.shade(i < first ? 2 : i < second ? 1 : 0);
  return bar;
}

std::string rounds_table(const BattleQuestion& question, const BattleAnswer& answer,
                         const Style& style) {
  std::string text = style.bold(pad("after round", 13));
  const auto name = [&](Side side) { return shorten(question.units[side], 14); };
  for (const Side side : both_sides) text += pad_left(name(side) + " gone", 20);
  for (const Side side : both_sides)
    text += pad_left(side == Side::attacker ? "A left" : "B left", 12);
  text += "\n";
  // All rounds of a short battle; of a long one the first, then ever fewer.
  int shown = 0;
  const int last = static_cast<int>(answer.by_round.size());
  for (const RoundAnswer& row : answer.by_round) {
    const bool early = row.round <= 10 || row.round >= shown + std::max(1, shown / 4);
    if (!early && row.round != last) continue;
    shown = row.round;
    text += pad_left(std::to_string(row.round), 11) + "  ";
    for (const Side side : both_sides) {
      text += pad_left(percent(row.destroyed[side], style, false), 20);
    }
    for (const Side side : both_sides) {
      text += pad_left(fmt::format("{:.2f}", row.mean_left[side].value), 12);
    }
    text += "\n";
    const double going = 1 - row.destroyed.attacker.value - row.destroyed.defender.value;
    if (going < 1e-4 && row.round < last) {
      text += style.faint(fmt::format(
          "fewer than 1 of 10000 battles go on; the distributions reach to round {}\n", last));
      break;
    }
  }
  if (answer.rounds_cut_off > 0) {
    text += style.faint(fmt::format("after which a share of {:.1g} of the battles is left out\n",
                                    answer.rounds_cut_off));
  }
  return text;
}

}  // namespace

std::string battle_text(const BattleQuestion& question, const BattleAnswer& answer,
                        const Style& style) {
  std::string text = heading(question, style);
  text += "battle, " + engine_line(answer.engine) + "\n";
  if (!question.given.empty()) text += fmt::format("with {}\n", fmt::join(question.given, ", "));
  text += "\n";
  for (const std::string& line : question.summary) text += "  " + line + "\n";
  for (const Side side : both_sides) {
    if (question.best[side]) text += fmt::format("  the {} plays best\n", to_string(side));
  }
  for (const std::string& remark : answer.remarks) text += "  " + remark + "\n";

  text += "\n" + win_bar(answer, 76, style) + "\n";
  const auto chance = [&](int shade, const std::string& what, const Number& number) {
    text += fmt::format("{} {}{}\n", style.shade(shade), pad(what, 32),
                        pad_left(percent(number, style), 17));
  };
  chance(2, shorten(question.units.attacker, 26) + " wins", answer.wins.attacker);
  chance(1, "both destroyed", answer.both_destroyed);
  chance(1, "undecided", answer.undecided);
  chance(0, shorten(question.units.defender, 26) + " wins", answer.wins.defender);

  text += "\n" + series_header("", style) + series_line(answer.rounds, style);
  for (const Side side : both_sides) {
    Series named = answer.survivors[side];
    named.name = "left of " + shorten(question.units[side], 14);
    text += series_line(named, style);
  }
  if (!answer.by_round.empty()) text += "\n" + rounds_table(question, answer, style);
  return text;
}

std::string battle_csv(const BattleQuestion& question, const BattleAnswer& answer) {
  Csv csv;
  origin_header(csv);
  row(csv, {"side", "quantity", "statistic", "k", "value", "half_width"});
  const auto observe = [&](const char* side, const char* quantity, const char* statistic,
                           std::optional<std::uint64_t> k, const Number& number) {
    origin(csv, question, answer.engine);
    csv.field(side).field(quantity).field(statistic);
    if (k) csv.field(*k);
    if (!k) csv.field("");
    csv.field(number.value).field(number.half_width);
    csv.end();
  };
  const auto observe_series = [&](const char* side, const Series& series) {
    observe(side, series.name.c_str(), "mean", std::nullopt, series.mean);
    observe(side, series.name.c_str(), "sd", std::nullopt, {series.sd});
    for (std::size_t k = 0; k < series.pmf.size(); ++k) {
      observe(side, series.name.c_str(), "probability", k, series.pmf[k]);
      observe(side, series.name.c_str(), "at_least", k, series.at_least[k]);
    }
  };
  for (const Side side : both_sides) {
    observe(to_string(side), "win", "probability", std::nullopt, answer.wins[side]);
  }
  observe("both", "both_destroyed", "probability", std::nullopt, answer.both_destroyed);
  observe("both", "undecided", "probability", std::nullopt, answer.undecided);
  observe_series("both", answer.rounds);
  for (const Side side : both_sides) observe_series(to_string(side), answer.survivors[side]);
  for (const RoundAnswer& round : answer.by_round) {
    const auto k = static_cast<std::uint64_t>(round.round);
    for (const Side side : both_sides) {
      observe(to_string(side), "destroyed", "after_round", k, round.destroyed[side]);
      observe(to_string(side), "left", "after_round", k, round.mean_left[side]);
    }
  }
  return csv.take();
}

std::string battle_json(const BattleQuestion& question, const BattleAnswer& answer) {
  Json json = header("battle", question);
  json["engine"] = to_json(answer.engine);
  add_matchup(json, question);
  Json policies = Json::object();
  for (const Side side : both_sides) {
    if (question.best[side]) policies[to_string(side)] = "best";
  }
  if (!policies.empty()) json["policy"] = std::move(policies);
  json["win"] = {{"attacker", to_json(answer.wins.attacker, "p")},
                 {"defender", to_json(answer.wins.defender, "p")},
                 {"both_destroyed", to_json(answer.both_destroyed, "p")},
                 {"undecided", to_json(answer.undecided, "p")}};
  json["rounds"] = to_json(answer.rounds);
  if (answer.rounds_cut_off > 0) json["rounds_cut_off"] = answer.rounds_cut_off;
  json["attacker_survivors"] = to_json(answer.survivors.attacker);
  json["defender_survivors"] = to_json(answer.survivors.defender);
  Json rounds = Json::array();
  for (const RoundAnswer& round : answer.by_round) {
    rounds.push_back({{"round", round.round},
                      {"attacker_destroyed", to_json(round.destroyed.attacker, "p")},
                      {"defender_destroyed", to_json(round.destroyed.defender, "p")},
                      {"attacker_mean_left", to_json(round.mean_left.attacker, "mean")},
                      {"defender_mean_left", to_json(round.mean_left.defender, "mean")}});
  }
  json["by_round"] = std::move(rounds);
  if (!answer.remarks.empty()) json["remarks"] = answer.remarks;
  return write(json);
}

}  // namespace warodds::cli
