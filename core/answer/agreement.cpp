#include "core/answer/agreement.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/numbers/chi_square.h"
#include "core/numbers/eigen.h"

namespace warodds {
namespace {

/// The name of a fact without its side, or its step.
std::string name_beside(const OutcomeFact& fact) {
  if (fact.kind == OutcomeFact::Kind::end) return "end";
  OutcomeFact of_all = fact;
  of_all.group.clear();
  std::string name = name_of(of_all);
  if (fact.step > 0 || side_of(fact)) name.erase(0, name.find('.') + 1);
  return fact.group.empty() ? name : name + "[" + fact.group + "]";
}
/// The side, or the step, of which it speaks.
std::string whose(const OutcomeFact& fact) {
  if (fact.step > 0) return "step " + std::to_string(fact.step);
  const auto side = side_of(fact);
  return side ? to_string(*side) : "both";
}

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
    if (pmf.size() == 0) return;
    pmf /= exact.given().value;
    const auto& fact = std::get<OutcomeFact>(exact.asked().columns.front());
    add(whose(fact), name_beside(fact), pmf, counts);
  }
  /// All that both answers are read off.
  void add(const std::vector<OutcomeLaw>& exact, const std::vector<OutcomeLaw>& simulated) {
    for (const OutcomeLaw& law : exact) {
      const OutcomeLaw* const seen = find_law(law.asked(), simulated);
      if (seen != nullptr) add(law, *seen);
    }
  }

  /// What is asked for besides.
  void add_besides(const Answer& exact, const Answer& simulated) {
    for (std::size_t i = 0; i < exact.laws.size(); ++i) {
      const bool is_told = find_law(exact.laws[i].asked(), exact.told) != nullptr;
      if (!is_told) add(exact.laws[i], simulated.laws[i]);
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
void add_rounds(Tests& tests, const Answer& exact, const Distribution& simulated) {
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

}  // namespace

bool Agreement::compares_nothing() const {
  constexpr std::uint64_t few = 1000;  // so many trials show which outcomes are usual
  return agrees && simulation.trials < few &&
         std::none_of(tests.begin(), tests.end(),
                      [](const AgreementTest& one) { return one.degrees > 0; });
}

Agreement compare(const Answer& exact, const Answer& simulated) {
  Tests tests(simulated.origin);
  tests.add(exact.told, simulated.told);
  tests.add_besides(exact, simulated);
  if (exact.joint_damage && simulated.joint_damage) {
    tests.add(*exact.joint_damage, *simulated.joint_damage);
  }
  // The exact engine tells no law of all rounds.
  if (simulated.find({OutcomeFact::Kind::rounds})) add_rounds(tests, exact, simulated.rounds);
  return tests.judge();
}

}  // namespace warodds
