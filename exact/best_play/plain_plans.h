// Plans that name one choice for good, such as "half": what they bring against best play, and
// against somebody who knows them.
#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/best_play_answer.h"
#include "core/fields/field.h"
#include "core/play/game.h"
#include "exact/best_play/layers.h"
#include "exact/best_play/matrix_game.h"
#include "exact/best_play/payoff_table.h"

namespace warodds::exact {

/// The plans that can be named, with what they are worth everywhere.
template <class System>
class PlainPlans {
 public:
  using Laws = DamageLaws<typename System::Fight>;
  /// The tables of each plan at one state.
  using Tables = std::vector<PayoffTables>;

  PlainPlans(const Game<System>& game, Laws& laws) : game_(game), laws_(laws) {
    for (const Side side : both_sides) {
      for (const Standpoint& at : game.starts()) {
        const auto key = System::choice_key[in_role(side, game.attacks(at))];
        if (key == nullptr || game.choices(side, at).size() < 2) continue;
        for (const auto& field : System::situation_fields()) {
          if (field.number == key) add_plans(side, at, field);
        }
      }
    }
  }

  Tables no_tables() const { return Tables(plans_.size()); }

  /// Values all plans at a standpoint. `can`: what both sides could choose; `best`: best play.
  void follow(const Standpoint& at, const PerSide<std::vector<int>>& can, const MatrixGame& best,
              Tables& tables) {
    for (std::size_t i = 0; i < plans_.size(); ++i) follow(plans_[i], at, can, best, tables[i]);
  }

  std::vector<PlainPlan> answer() {
    const Standpoint start = game_.start();
    std::vector<PlainPlan> plain;
    for (Plan& plan : plans_) {
      plain.push_back({plan.side, plan.name, plan.choice, value(plan.layers, start, &Layer::high),
                       value(plan.layers, start, &Layer::low)});
    }
    return plain;
  }

 private:
  struct Plan {
    Side side;
    Side role;  ///< in which it chooses for good; in the other it plays best
    int choice;
    std::string name;
    Layers layers;  ///< low: against the best answer; high: against best play
  };

  /// Of numbers, such as of dice, only those that have a word; otherwise every choice.
  void add_plans(Side side, const Standpoint& at, const FieldSpec& key) {
    std::vector<int> choices = game_.choices(side, at);
    if (key.has_numbers()) {
      choices.clear();
      for (const auto& [word, value] : key.words) choices.push_back(value);
    }
    for (const int choice : choices) {
      const Side role = game_.role(side, at);
      const bool in_both_roles =
          System::choice_key.attacker != nullptr && System::choice_key.defender != nullptr;
      const char* when = in_both_roles && role != side ? "in reply: " : "";
      plans_.push_back({side, role, choice, when + game_.name(side, choice, at), layers_of(game_)});
    }
  }

  void follow(Plan& plan, const Standpoint& at, PerSide<std::vector<int>> can,
              const MatrixGame& best, PayoffTables& tables) {
    const bool settled = game_.is_settled(plan.side, plan.role, at);
    if (settled) can[plan.side] = {game_.affordable_or_first(plan.side, plan.choice, at)};
    const PayoffTable& table = tables.of(game_, laws_, at, can);
    const Eigen::MatrixXd answered = table.payoffs(game_, plan.layers, at.turns, &Layer::low);
    const Eigen::MatrixXd against_best = table.payoffs(game_, plan.layers, at.turns, &Layer::high);
    // Where the plan says nothing, its side plays best, as if the other did so too.
    const Eigen::VectorXd own = Eigen::VectorXd::Ones(1);
    const bool of_attacker = plan.side == Side::attacker;
    if (of_attacker) {
      const Eigen::VectorXd& rows = settled ? own : best.rows;
      value(plan.layers, at, &Layer::low) = (answered.transpose() * rows).minCoeff();
      value(plan.layers, at, &Layer::high) = rows.dot(against_best * best.columns);
    } else {
      const Eigen::VectorXd& columns = settled ? own : best.columns;
      value(plan.layers, at, &Layer::low) = (answered * columns).maxCoeff();
      value(plan.layers, at, &Layer::high) = best.rows.dot(against_best * columns);
    }
  }

  const Game<System>& game_;
  Laws& laws_;
  std::vector<Plan> plans_;
};

}  // namespace warodds::exact
