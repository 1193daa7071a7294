// What is said of best play: in JSON its first decision and what it rests on, in CSV all decisions.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/ask/facts.h"
#include "core/ask/layouts/layouts.h"
#include "core/systems/traits/choice_in_words.h"

namespace warodds {
namespace {

void state(Facts& facts, std::string_view key, const PayoffEstimate& estimate) {
  facts.object(key, [&] {
    facts.member("mean", estimate.mean);
    facts.member("half_width", estimate.half_width);
  });
}

void state_figures(Facts& facts, std::string_view key, const FiguresByGroup& figures) {
  facts.object(
      key,
      [&] {
        for (const auto& [group, count] : figures) facts.member(group, count);
      },
      map_of_data);
}

void state_injuries(Facts& facts, const std::vector<LyingDamage>& lying) {
  if (lying.empty()) return;
  const auto state_one = [&](const LyingDamage& one) {
    facts.member("injured", one.group);
    facts.member("damage", one.damage);
  };
  state_one(lying.front());
  if (lying.size() < 2) return;
  facts.objects("also", std::span(lying).subspan(1), state_one);
}

void state_decision(Facts& facts, const WhoFalls& row) {
  facts.member("side", to_string(row.side));
  if (row.rounds_left) facts.member("rounds_left", *row.rounds_left);
  facts.member("attack", row.attack);
  for (const Side side : both_sides) {
    facts.object(to_string(side), [&] {
      state_figures(facts, "left", row.left[side]);
      facts.member("suffers", row.suffered[side]);
      state_injuries(facts, row.lying[side]);
    });
  }
  facts.objects("falls", row.falls, [&](const Falls& falls) {
    state_figures(facts, "figures", falls.figures);
    facts.member("p", falls.p);
    state_injuries(facts, falls.lying);
  });
  facts.member("met", row.met);
  facts.member("stake", row.stake);
}

/// A row of CSV for each way to assign damage that is chosen.
void state_rows(Facts& facts, const WhoFalls& row) {
  for (const Falls& falls : row.falls) {
    facts.row([&] {
      facts.member("rounds_left", row.rounds_left);
      facts.member("attack", row.attack);
      for (const Side side : both_sides) {
        const std::string name = to_string(side);
        facts.member(name + "_left", in_words(row.left[side], row.lying[side]));
        facts.member(name + "_suffers", row.suffered[side]);
      }
      facts.member("side", to_string(row.side));
      facts.member("falls", in_words(falls));
      facts.member("p", falls.p);
      facts.member("met", row.met);
      facts.member("stake", row.stake);
    });
  }
}

/// A row of CSV for each choice that may be made at a standpoint.
void state_rows(Facts& facts, const SolveReport& report) {
  const auto state_row = [&](const Standpoint& at, Side side, const std::string& choice, double p) {
    facts.row([&] {
      for (const Side of : both_sides) {
        const std::string name = to_string(of);
        facts.member(name + "_turns", at.turns[of]);
        facts.member(name + "_damage_taken", at.taken[of]);
      }
      facts.member("side", to_string(side));
      facts.member("choice", choice);
      facts.member("p", p);
    });
  };
  std::visit(
      [&](const auto& game) {
        for (const auto& [at, mixes] : *report.solution.policy) {
          for (const Side side : both_sides) {
            for (const WeightedChoice& played : mixes[side]) {
              state_row(at, side, game.name(side, played.value, at), played.p);
            }
          }
        }
      },
      report.game);
}

/// How many decisions JSON lists; CSV has them all.
constexpr std::size_t most_listed = 200;

/// A choice as something to do there.
template <class System>
std::string in_words(const Game<System>& game, Side side, int choice, const Standpoint& at) {
  if constexpr (SaysChoices<System>) {
    const std::vector<int> all = game.choices(side, at);
    if (all.size() > 1) return System::in_words(side, choice, all);
  }
  return game.name(side, choice, at);
}

/// What both do now and later; first what comes first.
void state_plan(Facts& facts, const AnyGame& any_game, const Policy& policy) {
  std::vector<const Policy::value_type*> decisions;
  for (const auto& decision : policy) decisions.push_back(&decision);
  std::stable_sort(decisions.begin(), decisions.end(), [](const auto* x, const auto* y) {
    const auto turns = [](const auto* of) {
      return std::pair(of->first.turns.attacker, of->first.turns.defender);
    };
    return turns(x) > turns(y);
  });
  facts.member("decisions", decisions.size());
  std::visit(
      [&](const auto& game) {
        const auto state_one = [&](const Policy::value_type* decision) {
          const auto& at = decision->first;
          const auto& mixes = decision->second;
          const auto state_numbers = [&](std::string_view key, const PerSide<int>& of) {
            facts.object(key, [&] {
              for (const Side side : both_sides) facts.member(to_string(side), of[side]);
            });
          };
          state_numbers("turns", at.turns);
          state_numbers("damage_taken", at.taken);
          for (const Side side : both_sides) {
            facts.objects(to_string(side), mixes[side], [&](const WeightedChoice& played) {
              facts.member("choice", game.name(side, played.value, at));
              facts.member("p", played.p);
              facts.member("in_words", in_words(game, side, played.value, at));
            });
          }
        };
        facts.objects("plan", std::span(decisions).first(std::min(decisions.size(), most_listed)),
                      state_one, only_json);
      },
      any_game);
}

/// The decisions on which most depends.
void state_decisions(Facts& facts, const std::vector<WhoFalls>& rows) {
  facts.member("decisions", rows.size());
  facts.objects(
      "policy", std::span(rows).first(std::min(rows.size(), most_listed)),
      [&](const WhoFalls& row) { state_decision(facts, row); }, only_json);
}

/// The choices that a side makes at the start, with their odds.
void state_strategy(Facts& facts, const SolveReport& report, Side side) {
  std::size_t place = 0;
  facts.array(
      to_string(side), report.names[side],
      [&](const std::string& choice) {
        const std::size_t i = place++;
        const double p = report.solution.first[side][i];
        if (!(p > 0)) return;
        facts.object([&] {
          facts.member("choice", choice);
          facts.member("p", p);
          facts.member("in_words", report.words[side][i]);
        });
      },
      only_json);
}

void state_verification(Facts& facts, const Verification& verified) {
  facts.member("trials", verified.best_play.trials);
  facts.member("confidence", 1 - verified.each_level);
  state(facts, "best_play", verified.best_play);
  facts.objects("deviations", verified.deviations, [&](const Deviation& deviation) {
    facts.member("side", to_string(deviation.side));
    facts.member("choice", deviation.name);
    state(facts, "payoff", deviation.payoff);
    facts.member("better", deviation.better);
  });
  facts.member("holds", verified.holds);
  if (verified.not_played > 0) {
    facts.member("partial", true);
    facts.member("why_partial", verified.why_not);
    facts.member("not_played", verified.not_played);
  }
}

CsvLayout layout_of(const SolveReport& report) {
  const std::string own = report.solution.assignments
                              ? "rounds_left attack attacker_left defender_left attacker_suffers "
                                "defender_suffers side falls p met stake"
                              : "attacker_turns defender_turns attacker_damage_taken "
                                "defender_damage_taken side choice p";
  return {columns_of("version system attacker defender engine payoff " + own)};
}

}  // namespace

void state(Facts& facts, const SolveReport& report) {
  facts.lay_out(layout_of(report));
  if (Document* page = facts.page()) return lay_out(*page, report);
  const Solution& solution = report.solution;
  facts.object([&] {
    state_head(facts, "solve", report.asked.system);
    state_engine(facts, solution.origin);
    // "attacker" and "defender" are the strategies here, so the units have a place of their own.
    facts.object("units", [&] { state_sides(facts, report.asked, true); });
    state_settings_of_table(facts, report.asked);
    facts.member("payoff", report.payoff, {.column = true});
    facts.member("payoff_meaning", report.payoff_meaning);
    if (report.until) facts.member("until", report.until->text(), only_json);
    if (report.is_odds && report.rounds > 0) facts.member("rounds", report.rounds);
    const PerSide<std::string>& known = report.known;
    if (!known.attacker.empty() || !known.defender.empty()) {
      facts.object("known", [&] {
        for (const Side side : both_sides) {
          if (!known[side].empty()) facts.member(to_string(side), known[side]);
        }
      });
    }
    facts.member("value", solution.value());
    facts.member("gap", solution.gap());
    facts.member("rows", report.names.attacker, only_json);
    facts.member("columns", report.names.defender, only_json);
    facts.member("matrix", solution.matrix.to_rows(), only_json);
    for (const Side side : both_sides) state_strategy(facts, report, side);
    facts.objects(
        "plain", solution.plain,
        [&](const PlainPlan& plan) {
          facts.member("side", to_string(plan.side));
          facts.member("choice", plan.name);
          facts.member("against_best", plan.against_best);
          facts.member("against_answer", plan.against_answer);
        },
        only_json);
    if (solution.assignments) {
      state_decisions(facts, report.who_falls);
    } else {
      state_plan(facts, report.game, *solution.policy);
    }
    if (report.verification) {
      facts.object(
          "verification", [&] { state_verification(facts, *report.verification); }, only_json);
    }
    if (!report.not_verified.empty()) {
      facts.member("not_verified", report.not_verified, only_json);
    }
    if (!facts.is_for(Form::csv)) return;
    if (!solution.assignments) return state_rows(facts, report);
    for (const WhoFalls& row : report.who_falls) state_rows(facts, row);
  });
}

}  // namespace warodds
