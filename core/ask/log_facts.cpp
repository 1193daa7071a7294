// What is said of a game that has been written down.
#include <algorithm>

#include "core/ask/facts.h"

namespace warodds {
namespace {

Naming without_words(std::string_view) { return {.word = ""}; }

/// What a row is of.
void state_question(Facts& facts, const LoggedRow& row) {
  const auto unless_empty = [&](std::string_view key, const std::string& text) {
    if (!text.empty()) facts.member(key, text);
  };
  facts.member("file", row.file);
  facts.member("line", row.line);
  facts.member("command", row.command);
  facts.member("system", row.system);
  unless_empty("player", row.player);
  facts.member("attacker", row.units.attacker);
  facts.member("defender", row.units.defender);
  unless_empty("note", row.note);
  state_engine(facts, row.origin);
}

bool is_observed(const std::string& fact, const LoggedRow& row) {
  return std::any_of(row.luck.facts.begin(), row.luck.facts.end(),
                     [&](const Luck& luck) { return luck.fact == fact; });
}

/// In CSV each fact has a row of its own.
void state_rows_of(Facts& facts, const LoggedRow& logged) {
  const auto state_one = [&](const Luck& luck) {
    facts.row([&] {
      state_question(facts, logged);
      facts.member("fact", luck.fact);
      state_luck(facts, luck, without_words);
      facts.member("evidence", logged.evidence);
    });
  };
  for (const Luck& luck : logged.luck.facts) state_one(luck);
  if (logged.luck.sum) state_one(*logged.luck.sum);
  for (const LuckInPoints& one : logged.luck.points) {
    if (!is_observed(one.luck.fact, logged)) state_one(one.luck);
  }
}

void state_row(Facts& facts, const LoggedRow& row) {
  if (facts.is_for(Form::csv)) return state_rows_of(facts, row);
  state_question(facts, row);
  facts.objects("observed", row.luck.facts,
                [&](const Luck& luck) { state_luck(facts, luck, without_words); });
  if (row.luck.sum) {
    facts.object("sum", [&] {
      facts.member("of", row.luck.words_of_sum());
      state_luck(facts, *row.luck.sum, without_words);
    });
  }
  if (!row.luck.points.empty()) {
    facts.objects("points_lost", row.luck.points,
                  [&](const LuckInPoints& one) { state_luck(facts, one.luck, without_words); });
  }
  if (!row.not_tested.empty()) facts.member("not_tested", row.not_tested);
  facts.member("evidence", row.evidence);
}

void state_game(Facts& facts, const LuckOfGame& luck) {
  facts.row([&] {
    facts.member("player", luck.who);
    facts.member("fact", luck.fact);
    facts.member("rows", luck.rows, only_json);
    facts.member("happened", luck.happened);
    facts.member("expected", luck.expected, {.word = ""});
    facts.member("difference", luck.difference());
    facts.member("sd", luck.sd);
  });
}

}  // namespace

CsvLayout layout_of(const LogReport&) {
  std::vector<std::string> columns{"version", "file",     "line",     "command", "system",
                                   "player",  "attacker", "defender", "note"};
  columns.insert(columns.end(), engine_columns.begin(), engine_columns.end());
  for (const char* own : {"fact", "happened", "expected", "expected_half_width", "difference", "sd",
                          "at_most", "at_most_half_width", "at_least", "at_least_half_width",
                          "percentile", "percentile_half_width", "evidence"}) {
    columns.emplace_back(own);
  }
  return {.columns = columns, .settings = false};
}

void state(Facts& facts, const LogReport& report) {
  facts.object([&] {
    state_head(facts, "log");
    facts.objects("rows", report.rows, [&](const LoggedRow& row) { state_row(facts, row); });
    facts.member("written", report.written, only_json);
    if (!report.why_partial.empty()) facts.member("partial", report.why_partial, only_json);
    facts.objects("game", report.game, [&](const LuckOfGame& luck) { state_game(facts, luck); });
    facts.object(
        "luck",
        [&] {
          facts.member("of", report.who.attacker);
          facts.member("unit", report.unit_of_luck);
          facts.member("so_far", report.luck_so_far);
          if (!report.points_so_far.empty()) facts.member("points_so_far", report.points_so_far);
        },
        only_json);
    facts.object(
        "fair_dice",
        [&] {
          facts.member("rows", report.test.numbers());
          facts.member("evidence", report.test.evidence());
          facts.member("of_luck", report.test.evidence_of_more());
          facts.member("of_bad_luck", report.test.evidence_of_less());
          facts.member("most", report.test.most());
          facts.member("most_after", report.test.most_after());
          facts.member("p_value", report.test.p_value());
        },
        only_json);
  });
}

}  // namespace warodds
