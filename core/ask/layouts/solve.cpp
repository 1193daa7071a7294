// Best play for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/layouts/layouts.h"

namespace warodds {
namespace {

using text::shorten;

/// A payoff: odds in percent, anything else with four decimals.
std::string payoff(double value, bool odds) {
  if (odds) return text::odds_in_percent(value);
  const double shown = std::abs(value) < 5e-5 ? 0 : value;  // never -0.0000
  return fmt::format("{:.4f}", shown);
}

std::vector<text::PartInPercent> in_percent(const std::vector<double>& parts, const Style& style) {
  std::vector<Estimate> odds;
  for (const double part : parts) odds.push_back({part});
  return text::percents(odds, style);
}

/// What a side does; whether it has anything to choose.
void say_advice(Document& page, const SolveReport& report, Side side) {
  const std::vector<double>& p = report.solution.first[side];
  if (p.size() == 1) return;
  const double largest = *std::max_element(p.begin(), p.end());
  const std::vector<text::PartInPercent> shown = in_percent(p, page.style());
  using Set = blocks::Column::Set;
  const std::string who = shorten(report.asked.labels[side], 60);
  blocks::Table table{who, {{"", Set::left, 30}, {"", Set::right, 10, 1}, {"", Set::bar, 0, 1}}};
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0) continue;
    const std::string& words = report.words[side][i];
    if (p[i] == 1) {
      page.heading(who);
      return page.note("always: " + words, 2, 4);
    }
    table.row({"  " + words, shown[i].text, fmt::format("{}", p[i] / largest)});
  }
  page.add(std::move(table));
}

/// What is known of a side's choice, and whether that leaves anything to choose.
void say_known(Document& page, const SolveReport& report) {
  bool any = false, choice = false;
  for (const Side side : both_sides) {
    if (!report.known[side].empty()) {
      any = true;
      page.note(fmt::format("known: {} plays {}", shorten(report.asked.labels[side], 40),
                            report.known[side]));
    }
    choice = choice || report.solution.choices[side].size() > 1 ||
             (report.solution.assignments && report.known[side].empty());
  }
  if (any && !choice) {
    page.note("nothing is left to choose: this is what these choices are worth");
  }
}

void say_plain(Document& page, const SolveReport& report) {
  if (report.solution.plain.empty()) return;
  using Set = blocks::Column::Set;
  blocks::Table table{
      "one choice for good",
      {{"who", Set::left}, {"choice", Set::left}, {"against best play"}, {"if foreseen"}}};
  const double value = report.solution.value();
  for (const PlainPlan& plan : report.solution.plain) {
    const double sign = plan.side == Side::attacker ? 1 : -1;
    const auto loss = [&](double got) {
      const double lost = std::max(sign * (value - got), 0.0);
      return lost < 1e-9 ? std::string("loses nothing") : "loses " + payoff(lost, report.is_odds);
    };
    table.row({shorten(report.asked.labels[plan.side], 30), plan.name, loss(plan.against_best),
               loss(plan.against_answer)});
  }
  page.add(std::move(table));
}

/// Who falls where most depends on it.
void say_who_falls(Document& page, const SolveReport& report) {
  constexpr std::size_t most_shown = 6;
  constexpr double matters = 1e-9;
  std::size_t shown = 0;
  for (const WhoFalls& row : report.who_falls) {
    if (shown == most_shown || row.met * row.stake < matters) break;
    if (shown++ == 0) page.heading("who falls, where most depends on it");
    const auto left = [&](Side side) { return in_words(row.left[side], row.lying[side]); };
    const Side enemy = enemy_of(row.side);
    std::string falls;
    std::vector<double> odds;
    for (const Falls& one : row.falls) odds.push_back(one.p);
    const std::vector<text::PartInPercent> shown_odds = in_percent(odds, page.style());
    for (std::size_t i = 0; i < row.falls.size(); ++i) {
      falls += (falls.empty() ? "" : "; or ") + in_words(row.falls[i]);
      if (row.falls[i].p < 1) falls += " (" + shown_odds[i].text + ")";
    }
    const std::string when =
        row.rounds_left ? ", " + counted(*row.rounds_left, "round") + " left" : "";
    page.note(fmt::format("{}: {} ({}) suffers {} and deals {} ({}){}: {}", shown,
                          shorten(report.asked.labels[row.side], 30), left(row.side),
                          row.suffered[row.side], row.suffered[enemy], left(enemy), when, falls),
              2, 5);
  }
  if (shown > 0 && shown < report.who_falls.size()) {
    page.faint(fmt::format("... {} more decisions; --format csv has them",
                           report.who_falls.size() - shown),
               2);
  }
}

void say_verification(Document& page, const SolveReport& report) {
  const Verification& verified = *report.verification;
  const auto shown = [&](const PayoffEstimate& estimate) {
    return fmt::format("{} {} {}", payoff(estimate.mean, report.is_odds), page.style().plus_minus(),
                       payoff(estimate.half_width, report.is_odds));
  };
  page.heading("played with dice", fmt::format("{} games each", verified.best_play.trials));
  page.note(fmt::format("both play best: {}, exactly {}{}", shown(verified.best_play),
                        payoff(report.solution.value(), report.is_odds),
                        verified.best_play_agrees ? "" : "  DISAGREES"),
            2);
  int better = 0;
  for (const Deviation& deviation : verified.deviations) {
    if (!deviation.better) continue;
    ++better;
    page.note(fmt::format("{} {} does BETTER: {}", to_string(deviation.side), deviation.name,
                          shown(deviation.payoff)),
              2);
  }
  if (better == 0) {
    page.note(fmt::format("none of the {} single choices does better than best play",
                          verified.deviations.size()),
              2);
  }
  if (verified.not_played > 0) {
    page.note(fmt::format("PARTIAL: {}, {} not played", verified.why_not,
                          counted(verified.not_played, "choice")),
              2);
  }
}

}  // namespace

void lay_out(Document& page, const SolveReport& report) {
  const Solution& solution = report.solution;
  say_heading(page, report.asked);
  page.note(fmt::format("best play for {}: {}", report.payoff, report.payoff_meaning));
  say_given(page, report.asked.given);
  say_until(page, report.until);
  say_known(page, report);
  say_origin(page, "", solution.origin);
  page.gap();
  page.note(
      fmt::format("worth {} to {}, sure to within {:.1g}", payoff(solution.value(), report.is_odds),
                  shorten(report.asked.labels.attacker, 30), std::max(solution.gap(), 1e-15)),
      2);
  const bool any_choice = solution.first.attacker.size() > 1 || solution.first.defender.size() > 1;
  if (any_choice && solution.policy->size() > 1) {
    page.note(fmt::format("the first of {} decisions:", solution.policy->size()), 2);
  }
  for (const Side side : both_sides) say_advice(page, report, side);
  say_who_falls(page, report);
  say_plain(page, report);
  if (report.verification) say_verification(page, report);
  if (report.not_verified.empty()) return;
  page.gap();
  page.note("NOT VERIFIED: " + report.not_verified);
}

}  // namespace warodds
