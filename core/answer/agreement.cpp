#include "core/answer/agreement.h"

#include <algorithm>
#include <map>
#include <span>

#include "core/numbers/chi_square.h"
#include "core/numbers/eigen.h"

namespace warodds {
namespace {

/// The name of a fact without its side.
std::string name_beside(const OutcomeFact& fact) {
  if (fact.kind == OutcomeFact::Kind::end) return "end";
  OutcomeFact of_all = fact;
  of_all.group.clear();
  std::string name = name_of(of_all);
  if (side_of(fact)) name.erase(0, name.find('.') + 1);
  return fact.group.empty() ? name : name + "[" + fact.group + "]";
}

template <class Answer>
bool is_told(const Answer& answer, const AskedLaw& law) {
  return find_law(law, answer.told) != nullptr;
}
bool is_told(const SequenceAnswer&, const AskedLaw&) { return false; }

class Tests {
 public:
  explicit Tests(const Origin& simulation) {
    agreement_.simulation = simulation;
    agreement_.simulation.reason = "as asked";
  }

  void add(std::string_view side, std::string_view quantity, const Eigen::ArrayXd& pmf,
           const std::vector<std::uint64_t>& counts) {
    const ChiSquare test = chi_square(pmf, counts);
    agreement_.tests.push_back({std::string(side), std::string(quantity), test.statistic,
                                test.degrees, test.p_value, test.impossible, true});
  }
  void add(std::string_view side, std::string_view quantity, const Distribution& exact,
           const Distribution& simulated) {
    add(side, quantity, as_array(exact.pmf()), simulated.counts());
  }

  /// The same law of both.
  void add(const OutcomeLaw& exact, const OutcomeLaw& simulated) {
    std::map<std::vector<double>, std::pair<double, std::uint64_t>> cells;
    for (const auto& [values, p] : exact.sums()) cells[values].first = p;
    for (const auto& [values, trials] : simulated.counts()) cells[values].second = trials;
    Eigen::ArrayXd pmf(std::ssize(cells));
    std::vector<std::uint64_t> counts;
    for (const auto& [values, cell] : cells) {
      pmf[std::ssize(counts)] = cell.first;
      counts.push_back(cell.second);
    }
    const auto& fact = std::get<OutcomeFact>(exact.asked().columns.front());
    const auto side = side_of(fact);
    add(side ? to_string(*side) : "both", name_beside(fact), pmf, counts);
  }
  /// All that both answers are read off.
  void add(const std::vector<OutcomeLaw>& exact, const std::vector<OutcomeLaw>& simulated) {
    for (const OutcomeLaw& law : exact) {
      const OutcomeLaw* const seen = find_law(law.asked(), simulated);
      if (seen != nullptr) add(law, *seen);
    }
  }

  /// What is asked for besides.
  template <class Answer>
  void add_besides(const Answer& exact, const Answer& simulated) {
    for (std::size_t i = 0; i < exact.laws.size(); ++i) {
      if (!is_told(exact, exact.laws[i].asked())) add(exact.laws[i], simulated.laws[i]);
    }
  }

  /// Both tables as lists of cells, row by row of whichever is larger.
  void add(const JointDistribution& exact, const JointDistribution& simulated) {
    const Array2d<double>& pmf = exact.pmf();
    const JointDistribution::Counts& counts = simulated.counts();
    const Eigen::Index rows = std::max(pmf.rows(), counts.rows());
    const Eigen::Index columns = std::max(pmf.cols(), counts.cols());
    Eigen::ArrayXd cells = Eigen::ArrayXd::Zero(rows * columns);
    std::vector<std::uint64_t> seen(static_cast<std::size_t>(rows * columns), 0);
    for (Eigen::Index r = 0; r < rows; ++r) {
      for (Eigen::Index c = 0; c < columns; ++c) {
        cells[r * columns + c] = exact.probability(static_cast<int>(r), static_cast<int>(c));
        if (r < counts.rows() && c < counts.cols()) {
          seen[static_cast<std::size_t>(r * columns + c)] = counts(r, c);
        }
      }
    }
    add("both", "joint damage", cells, seen);
  }

  /// The verdict, when all tests have been made.
  Agreement judge() {
    const auto tests = static_cast<int>(agreement_.tests.size());
    agreement_.each_level = sidak_level(agreement_.level, tests);
    for (AgreementTest& test : agreement_.tests) {
      test.agrees = test.p_value >= agreement_.each_level;
      agreement_.agrees = agreement_.agrees && test.agrees;
    }
    return std::move(agreement_);
  }

 private:
  Agreement agreement_;
};

/// The rounds an exact distribution leaves out, as one value at its end, and what was seen of them
/// as well.
void add_rounds(Tests& tests, const BattleAnswer& exact, const Distribution& simulated) {
  const auto known = std::ssize(exact.rounds.pmf());
  Eigen::ArrayXd pmf = Eigen::ArrayXd::Zero(known + 1);
  pmf.head(known) = as_array(exact.rounds.pmf());
  pmf[known] = exact.rounds_cut_off;
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(known) + 1, 0);
  for (std::size_t k = 0; k < simulated.counts().size(); ++k) {
    counts[std::min(k, counts.size() - 1)] += simulated.counts()[k];
  }
  tests.add("both", "rounds", pmf, counts);
}

/// What one side deals in a step; `prefix` goes before the names of the quantities.
void add_deals(Tests& tests, std::string_view side, const Deals& law, const Deals& seen,
               std::span<const ReportSpec> reports, const std::string& prefix) {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    tests.add(side, prefix + std::string(reports[i].name), law.reported[i], seen.reported[i]);
  }
  tests.add(side, prefix + "damage", law.damage, seen.damage);
  tests.add(side, prefix + "kills", law.kills, seen.kills);
  if (law.kills_by_group.size() < 2) return;  // as all kills together
  for (std::size_t i = 0; i < law.kills_by_group.size(); ++i) {
    const auto& [group, kills] = law.kills_by_group[i];
    tests.add(side, prefix + "kills[" + group + "]", kills, seen.kills_by_group[i].second);
  }
}

}  // namespace

Agreement compare(const FightAnswer& exact, const FightAnswer& simulated) {
  Tests tests(simulated.origin);
  tests.add(exact.told, simulated.told);
  tests.add_besides(exact, simulated);
  if (exact.joint_damage && simulated.joint_damage) {
    tests.add(*exact.joint_damage, *simulated.joint_damage);
  }
  return tests.judge();
}

Agreement compare(const BattleAnswer& exact, const BattleAnswer& simulated) {
  Tests tests(simulated.origin);
  tests.add(exact.told, simulated.told);
  tests.add_besides(exact, simulated);
  add_rounds(tests, exact, simulated.rounds);
  return tests.judge();
}

Agreement compare(const SequenceAnswer& exact, const SequenceAnswer& simulated) {
  Tests tests(simulated.origin);
  for (std::size_t i = 0; i < exact.steps.size(); ++i) {
    const StepAnswer& law = exact.steps[i];
    const StepAnswer& seen = simulated.steps[i];
    const std::string step = "step " + std::to_string(i + 1);
    tests.add(step, "needed", law.needed, seen.needed);
    tests.add(step, "left", law.left, seen.left);
    tests.add(step, "losses", law.losses, seen.losses);
    if (!law.fight || !seen.fight) continue;  // a step that never takes place leaves what was left
    for (const Side side : both_sides) {
      add_deals(tests, step, law.fight->deals[side], seen.fight->deals[side], law.fight->reports,
                side == Side::attacker ? "" : "back: ");
    }
  }
  tests.add_besides(exact, simulated);
  return tests.judge();
}

}  // namespace warodds
