#include "exact/solve/remembered.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/threads/patience.h"

namespace warodds::exact {
namespace {

std::vector<OutcomeFact> facts_remembered(const AskedLaw& asked) {
  std::vector<OutcomeFact> facts = Observer({asked}).facts();
  std::erase_if(facts, [](const OutcomeFact& fact) { return fact.round == 0; });
  return facts;
}

/// Laws that remember the same of battles.
class Remembering {
 public:
  Remembering(Graph& graph, const ForwardQuestion& question, std::vector<AskedLaw> asked,
              const std::vector<OutcomeFact>& facts, const Outcome::OfFacts& of_facts)
      : graph_(graph),
        question_(question),
        asked_(std::move(asked)),
        facts_(facts),
        of_facts_(of_facts),
        outcome_(of_facts(facts)),
        found_(asked_.size()) {
    question_.tells_rounds = false;
    rounds_ = outcome_.remembers_after();
    // Rounds that are never ended are those after which battles end.
    std::erase_if(rounds_,
                  [&](int round) { return question.rounds > 0 && round >= question.rounds; });
  }

  std::vector<LawSums<double>> find() {
    go_on({{graph_.place(graph_.scenario().opening()), 1}}, 0, 0, {});
    return std::move(found_);
  }

 private:
  /// `next`: of the rounds.
  void go_on(const Population& battles, int round, std::size_t next,
             const BattleOutcome::Remembered& remembered) {
    Outcome::Remembered known;
    for (const auto& [place, value] : remembered) known.emplace_back(facts_[place], value);
    Outcome outcome(graph_, asked_, of_facts_, known);
    const bool is_last = next == rounds_.size();
    const Population then =
        forward(graph_, question_, battles, round, is_last ? 0 : rounds_[next], outcome);
    const std::vector<LawSums<double>> found = outcome.take();
    for (std::size_t law = 0; law < found_.size(); ++law) found_[law].add(found[law]);
    if (is_last) return;
    for (const auto& [all, some] : told_apart(then, rounds_[next], remembered)) {
      go_on(some, rounds_[next], next + 1, all);
    }
  }

  std::map<BattleOutcome::Remembered, Population> told_apart(
      const Population& battles, int round, const BattleOutcome::Remembered& remembered) {
    constexpr WorkUnits per_place = 2000;
    std::map<BattleOutcome::Remembered, Population> apart;
    std::vector<double> values;
    const bool by_rank = outcome_.needs_ranks();
    for (const auto& one : battles) {
      spend(per_place);
      outcome_.tell({left_at(graph_, Side::attacker, one.first.row, by_rank),
                     left_at(graph_, Side::defender, one.first.column, by_rank)},
                    values);
      BattleOutcome::Remembered all = remembered;
      outcome_.remember(round, values, all);
      apart[std::move(all)].push_back(one);
    }
    return apart;
  }

  Graph& graph_;
  ForwardQuestion question_;
  std::vector<AskedLaw> asked_;
  std::vector<OutcomeFact> facts_;
  const Outcome::OfFacts& of_facts_;
  BattleOutcome outcome_;    ///< of the facts
  std::vector<int> rounds_;  ///< after which something is remembered
  std::vector<LawSums<double>> found_;
};

}  // namespace

bool is_remembered(const AskedLaw& asked) { return !facts_remembered(asked).empty(); }

std::vector<LawSums<double>> remembered(Graph& graph, const ForwardQuestion& question,
                                        const std::vector<AskedLaw>& asked,
                                        const Outcome::OfFacts& of_facts) {
  std::vector<LawSums<double>> found(asked.size());
  std::map<std::set<std::string>, std::vector<std::size_t>> alike;
  for (std::size_t law = 0; law < asked.size(); ++law) {
    std::set<std::string> names;
    for (const OutcomeFact& fact : facts_remembered(asked[law])) names.insert(name_of(fact));
    alike[names].push_back(law);
  }
  for (const auto& [names, laws] : alike) {
    std::vector<AskedLaw> some;
    for (const std::size_t law : laws) some.push_back(asked[law]);
    const std::vector<OutcomeFact> facts = facts_remembered(some.front());
    std::vector<LawSums<double>> sums = Remembering(graph, question, some, facts, of_facts).find();
    for (std::size_t i = 0; i < laws.size(); ++i) found[laws[i]] = std::move(sums[i]);
  }
  return found;
}

}  // namespace warodds::exact
