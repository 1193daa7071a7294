// What is said of a game that has been written down.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// What a row is of.
void state_question(Facts& facts, const LoggedRow& row) {
  facts.member("file", row.file);
  facts.member("line", row.line);
  facts.member("command", row.command);
  facts.member("system", row.system);
  facts.member_if_any("player", row.player);
  facts.member("attacker", row.units.attacker);
  facts.member("defender", row.units.defender);
  facts.member_if_any("note", row.note);
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
      state_luck(facts, luck);
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
  facts.objects("observed", row.luck.facts, [&](const Luck& luck) { state_luck(facts, luck); });
  if (row.luck.sum) {
    facts.object("sum", [&] {
      facts.member("of", row.luck.words_of_sum());
      state_luck(facts, *row.luck.sum);
    });
  }
  if (!row.luck.points.empty()) {
    facts.objects("points_lost", row.luck.points,
                  [&](const LuckInPoints& one) { state_luck(facts, one.luck); });
  }
  facts.member_if_any("not_tested", row.not_tested);
  facts.member("evidence", row.evidence);
}

void state_game(Facts& facts, const LuckOfGame& luck) {
  facts.member("player", luck.who, {.label = "player"});
  facts.member("fact", luck.fact, {.label = "fact"});
  facts.member("rows", luck.rows, {.label = "rows", .as = Shows::count, .only = Form::not_csv});
  facts.member("happened", luck.happened, {.label = "happened", .as = Shows::counted});
  facts.member("expected", luck.expected,
               {.label = "expected", .as = Shows::mean_alone, .word = ""});
  facts.member("difference", luck.difference(), {.label = "difference", .as = Shows::deviation});
  facts.member("sd", luck.sd);
  facts.member("in_sd", luck.sd > 0 ? luck.difference() / luck.sd : 0,
               for_people("in sd", Shows::signed_number));
}

/// What a row of the log is of: "2  Human Warriors v Goblin Mob".
std::string name_of_row(const LoggedRow& row) {
  std::string text = fmt::format("{:>4}  ", row.line);
  if (!row.player.empty()) text += text::shorten(shown(row.player), 16) + ": ";
  text += fmt::format("{} v {}", text::shorten(row.units.attacker, 22),
                      text::shorten(row.units.defender, 22));
  const std::string note = note_behind(row.note, 60);
  return note.empty() ? text : text + "  (" + note + ")";
}

/// A side, or who plays it.
std::string person(const LogReport& report, Side side) {
  const std::string& name = report.who[side];
  return report.rows.front().player.empty() ? "the " + name : text::shorten(shown(name), 30);
}

/// Each fact of each row, below what it is of.
void say_rows(Document& page, const LogReport& report) {
  using Set = blocks::Column::Set;
  blocks::Table table{"",
                      {{"line", Set::left, 30},
                       {"happened", Set::right, 8, 0},
                       {"expected"},
                       {"so low", Set::right, 9},
                       {"so high", Set::right, 9},
                       {"percentile"}}};
  const auto add = [&](const std::string& name, const Luck& luck) {
    table.row({"      " + name, page.cell_of(Estimate{luck.happened}, Shows::counted),
               page.cell_of(luck.expected, Shows::mean_alone), page.percent_alone(luck.at_most),
               page.percent_alone(luck.at_least), page.percent_alone(luck.percentile)});
    for (const std::string& tail : tails_of(name, luck)) table.row({"        " + tail});
  };
  std::string file;
  const bool has_files = report.rows.front().file != report.rows.back().file;
  for (const LoggedRow& row : report.rows) {
    if (has_files && file != row.file) table.row({shown(file = row.file)});
    table.row({name_of_row(row)});
    for (const Luck& luck : row.luck.facts) add(text::shorten(luck.fact, 22), luck);
    if (row.luck.sum && row.luck.facts.size() > 1) add(name_of_sum, *row.luck.sum);
    if (!row.not_tested.empty()) table.row({"      not in the test: " + row.not_tested});
  }
  page.add(std::move(table));
  page.half_widths();
}

/// Luck after each row; of a long game every so many rows.
void say_luck_so_far(Document& page, const LogReport& report, const std::vector<double>& luck,
                     const std::string& unit) {
  constexpr std::size_t most_lines = 40;
  double largest = 0;
  for (const double one : luck) largest = std::max(largest, std::abs(one));
  if (largest == 0) return;
  const std::size_t step = (luck.size() + most_lines - 1) / most_lines;
  using Set = blocks::Column::Set;
  blocks::Table table{fmt::format("luck of {} so far, in {}", person(report, Side::attacker),
                                  text::shorten(unit, 24)),
                      {{"", Set::right, 6}, {"", Set::right, 10, 1}, {"", Set::swing}}};
  for (std::size_t i = 0; i < luck.size(); ++i) {
    if ((i + 1) % step != 0 && i + 1 != luck.size()) continue;
    table.row({fmt::format("{}", report.rows[i].line), fmt::format("{:+.2f}", luck[i]),
               fmt::format("{}", luck[i] / largest)});
  }
  page.add(std::move(table));
}

void say_test(Document& page, const LogReport& report) {
  const FairDice& test = report.test;
  page.heading("were the dice fair?");
  const auto add = [&](const std::string& words) { page.note(words, 2, 4); };
  if (test.numbers() == 0) {
    return add("that cannot be told: no row is exact and has a fact that is a gain for a side");
  }
  const std::size_t left_out = report.rows.size() - test.numbers();
  const bool is_luck = test.evidence_of_more() > test.evidence_of_less();
  add(fmt::format(
      "tested: whether what {} gained less what {} did was drawn from the odds of each "
      "row, all choices being what they were ({}{})",
      person(report, Side::attacker), person(report, Side::defender),
      counted(test.numbers(), "row"), left_out > 0 ? fmt::format("; {} left out", left_out) : ""));
  add(fmt::format(
      "bets on loaded dice have made {:.3g} of 1, at most {:.3g}{}; those on {} of {} "
      "have done best",
      test.evidence(), test.most(),
      test.most_after() > 0 ? fmt::format(" (after {} of them)", test.most_after()) : "",
      is_luck ? "luck" : "bad luck", person(report, Side::attacker)));
  constexpr double level = 0.01;
  if (test.p_value() <= level) {
    add(
        fmt::format("fair dice let them make so much in at most {:.2g} of 100 games, however "
                    "often one looks: these may be loaded, or something was not written down as "
                    "it was",
                    test.p_value() * 100));
  } else {
    add("not enough against fair dice: that would be 100, which they let happen in "
        "at most 1 of 100 games, however often one looks");
  }
  add("assumed: what is written down of a fight was decided before it");
}

void say_game(Document& page, const LogReport& report) {
  std::vector<std::string> files;
  for (const LoggedRow& row : report.rows) {
    const std::string file = shown(row.file);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  page.note(
      fmt::format("a game of {}: {}", counted(report.written, "row"), fmt::join(files, ", ")));
  if (!report.why_partial.empty()) {
    page.note(fmt::format("PARTIAL: {}; {} of {} are done", report.why_partial, report.rows.size(),
                          counted(report.written, "row")));
  }
  const auto simulated = std::count_if(report.rows.begin(), report.rows.end(),
                                       [](const LoggedRow& row) { return !row.origin.exact; });
  if (simulated > 0) {
    page.note(fmt::format("{} of {} simulated; their numbers are off by what is said below",
                          simulated, counted(report.rows.size(), "row")));
  }
  say_rows(page, report);
}

void say_below_game(Document& page, const LogReport& report) {
  say_luck_so_far(page, report, report.luck_so_far, report.unit_of_luck);
  if (!report.points_so_far.empty() && report.unit_of_luck != "points-lost") {
    say_luck_so_far(page, report, report.points_so_far, "points");
  }
  say_test(page, report);
}

}  // namespace

void state(Facts& facts, const LogReport& report) {
  const std::string columns =
      "version file line command system player attacker defender note " + columns_of_engine +
      " fact happened expected expected_half_width difference sd at_most at_most_half_width "
      "at_least at_least_half_width percentile percentile_half_width evidence";
  facts.lay_out({.columns = columns_of(columns), .settings = false});
  facts.to_people([&](Document& page) { say_game(page, report); });
  facts.object([&] {
    state_head(facts, "log");
    facts.objects("rows", report.rows, [&](const LoggedRow& row) { state_row(facts, row); });
    facts.member("written", report.written, only_json);
    facts.member_if_any("partial", report.why_partial, only_json);
    facts.rows("game", report.game, [&](const LuckOfGame& luck) { state_game(facts, luck); },
               {.label = "the whole game", .most = report.game.size()});
    facts.to_people([&](Document& page) { say_below_game(page, report); });
    facts.object(
        "luck",
        [&] {
          facts.member("of", report.who.attacker);
          facts.member("unit", report.unit_of_luck);
          facts.member("so_far", report.luck_so_far);
          facts.member_if_any("points_so_far", report.points_so_far);
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
