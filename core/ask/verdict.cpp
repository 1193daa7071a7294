// The answer to what is played in a sentence.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cmath>

#include "core/answer/told.h"
#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;
using text::shorten;

/// Of a hundred: "84", "fewer than 1", "over 99".
std::string of_hundred(double p) {
  if (p <= 0 || p >= 1) return p <= 0 ? "none" : "all";
  const double rounded = std::round(100 * p);
  return rounded < 1 ? "fewer than 1" : rounded > 99 ? "over 99" : fmt::format("{:.0f}", rounded);
}
/// As far as it matters: "about 4", "1.2", "less than 0.1".
std::string about(double number) {
  if (number <= 0) return "none";
  if (number < 0.05) return "less than 0.1";
  return number < 9.95 ? fmt::format("{:.1f}", number) : fmt::format("{:.0f}", number);
}

/// "wins 84 of 100 battles", "wins all battles".
std::string wins(double p) {
  return p >= 1 ? "wins all battles" : fmt::format("wins {} of 100 battles", of_hundred(p));
}

std::string verdict_on_battle(const PlayReport& report) {
  const Answer& answer = report.answer;
  const auto name = [&](Side side) { return shorten(report.asked.labels[side], 40); };
  const Side first = wins_more(answer), other = enemy_of(first);
  const double won = answer.win(first).value, lost = answer.win(other).value;
  std::string text;
  if (won + lost < 0.5) {
    text = won + lost > 0
               ? fmt::format("{} of 100 battles have no winner", of_hundred(1 - won - lost))
               : "No battle has a winner";
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    const PerSide<double> ahead{answer.is_ahead(Ahead::attacker).value,
                                answer.is_ahead(Ahead::defender).value};
    const Side leads = ahead.attacker >= ahead.defender ? Side::attacker : Side::defender;
    if (ahead[leads] > 0) {
      text += fmt::format("; {} is ahead in {}", name(leads), of_hundred(ahead[leads]));
    }
  } else {
    text = fmt::format("{} {}", name(first), wins(won));
    const auto left = left_if_wins(answer, first);
    if (left && left->max() > 1) {
      text += fmt::format(", with about {} of {} left", about(left->mean()), left->max());
    }
    if (lost > 0) text += fmt::format("; {} wins {}", name(other), of_hundred(lost));
  }
  text += ".";
  if (!report.best || !report.best->battle) return text;
  // What play makes of it, where that is much.
  const Answer& best = *report.best->battle;
  const Side then = wins_more(best);
  constexpr double much = 0.05;
  if (std::abs(best.win(then).value - answer.win(then).value) < much) return text;
  return fmt::format("{} Best play: {} {}.", text, name(then), wins(best.win(then).value));
}

std::string verdict_on_fight(const PlayReport& report) {
  const Answer& answer = report.answer;
  std::vector<std::string> parts;
  for (const Side side : both_sides) {
    const Distribution damage = answer.of({Kind::damage, side});
    if (damage.max() == 0) continue;
    const Distribution kills = answer.of({Kind::kills, side});
    const double destroys = answer.probability({Kind::destroys, side}).value;
    const auto name = [&](Side of) { return shorten(report.asked.labels[of], 40); };
    std::string text = fmt::format("{} deals {} damage", name(side), about(damage.mean()));
    // Of one figure that is the same as to destroy it.
    if (kills.max() > 0 && !(kills.max() == 1 && destroys > 0)) {
      text += fmt::format(", takes {} down", about(kills.mean()));
    }
    if (destroys > 0) {
      text += fmt::format(", destroys {} in {} of 100 fights", name(enemy_of(side)),
                          of_hundred(destroys));
    }
    parts.push_back(std::move(text));
  }
  return parts.empty() ? "Nobody can deal any damage." : fmt::format("{}.", fmt::join(parts, "; "));
}

std::string verdict_on_sequence(const PlayReport& report) {
  return fmt::format("{} is destroyed in {} of 100 such sequences.",
                     shorten(report.asked.labels.defender, 40),
                     of_hundred(left_of_target(report).probability(0)));
}

}  // namespace

Side wins_more(const Answer& answer) {
  return answer.win(Side::attacker).value >= answer.win(Side::defender).value ? Side::attacker
                                                                              : Side::defender;
}

std::string verdict_of(const PlayReport& report) {
  return report.of == OutcomeOf::battle  ? verdict_on_battle(report)
         : report.of == OutcomeOf::fight ? verdict_on_fight(report)
                                         : verdict_on_sequence(report);
}

}  // namespace warodds
