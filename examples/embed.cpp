// The library in another program: a roster, a matrix with its ranking, a tuned stat and a battle,
// each from the exact engine, the simulator and the automatic choice of both. Ends with 1 if they
// disagree.
#include <fmt/format.h>

#include <cmath>

#include "core/ask/ask.h"
#include "exact/engine.h"
#include "sim/engine.h"

using namespace warodds;

constexpr const char* roster = R"(
system = "raiders-of-arcana"
unit = [
  {name = "Warriors", figures = 6, hp = 2, cd = 2, as = 5, db = 2, arm = 5},
  {name = "Goblins", figures = 12, hp = 1, cd = 1, as = 6, arm = 4},
  {name = "Trolls", figures = 2, hp = 6, cd = 4, as = 7, arm = 7}])";

/// Asks the engine of that name.
template <class Answer>
Answer ask(Question question, EngineChoice engine) {
  part_of<questions::OfRoster>(question)->roster.given =
      std::make_shared<const Roster>(parse_toml(roster, "roster"));
  part_of<questions::ByEngine>(question)->engine.choice = engine;
  return answer(question, {exact::engine, sim::engine}).as<Answer>();
}

int main() {
  const Question matrix = question_from_json(R"({"command": "matrix", "battle": true})");
  const Question tune = question_from_json(
      R"({"command": "tune", "attacker": "Warriors", "defender": "Trolls",
          "vary": {"attacker.figures": "1..12"}, "target": {"win": 0.5}})");
  const Question battle =
      question_from_json(R"({"command": "battle", "attacker": "Warriors", "defender": "Goblins"})");
  double first_odds = 0;
  bool agree = true;
  for (const EngineChoice engine :
       {EngineChoice::exact, EngineChoice::sim, EngineChoice::automatic}) {
    const Matrix all = ask<Matrix>(matrix, engine);
    for (const Ranking::Row& row : all.ranking->rows) {
      fmt::print("{:<9} beats another with {:.1f} %\n", all.rows[row.unit], 100 * row.odds);
    }
    const Tuning even = ask<Tuning>(tune, engine);
    fmt::print("{} Warriors are even with 2 Trolls\n", even.points[even.best.front()].at.front());
    const Estimate win = ask<PlayReport>(battle, engine).answer.win(Side::attacker);
    fmt::print("Warriors beat Goblins with {:.2f} % +- {:.2f}\n\n", 100 * win.value,
               100 * win.half_width.value_or(0));
    if (first_odds == 0) first_odds = win.value;
    agree = agree && std::abs(win.value - first_odds) <= win.half_width.value_or(1e-12);
  }
  fmt::print("{}\n", agree ? "the engines agree" : "THE ENGINES DISAGREE");
  return agree ? 0 : 1;
}
