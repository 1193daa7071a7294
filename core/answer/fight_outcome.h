// The facts of one outcome of a fight, from the damage that both sides have dealt and what its
// stages have reported.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/points_lost.h"
#include "core/rules/casualties.h"
#include "core/rules/report.h"
#include "core/rules/side.h"

namespace warodds {

/// Groups of figures by name: those of one name are one to the reader.
std::vector<std::string> names_once(const std::vector<std::string>& kinds);

class FightOutcome {
 public:
  /// What the stages have reported of a side: a place in System::reports.
  struct Report {
    Side side;
    int what;
    bool operator==(const Report&) const = default;
  };

  /// `casualties`, `kinds`: who falls on each side, and the names of the kinds of its figures;
  /// `most`: no side deals more. Throws InputError where the system has no such fact, NoAnswer
  /// where a target has no such group.
  FightOutcome(const std::vector<OutcomeFact>& facts, const PerSide<Casualties>& casualties,
               const PerSide<std::vector<std::string>>& kinds, std::span<const ReportSpec> reports,
               const PerSide<int>& most);

  /// What must be remembered of what the stages report.
  const std::vector<Report>& reports() const { return reports_; }

  /// The values of the facts. `reported`: of reports().
  void tell(const PerSide<int>& damage, std::span<const int> reported,
            std::vector<double>& values) const {
    values.clear();
    for (const Told& told : told_) {
      if (!told.points.attacker.empty()) {
        values.push_back(
            points_.points(told.points.attacker[static_cast<std::size_t>(damage.attacker)] +
                           told.points.defender[static_cast<std::size_t>(damage.defender)]));
        continue;
      }
      values.push_back(told.by_damage.empty()
                           ? reported[told.report]
                           : told.by_damage[static_cast<std::size_t>(damage[told.side])]);
    }
  }

 private:
  struct Told {
    Side side = Side::attacker;
    std::size_t report = 0;                       ///< a place in reports_ ...
    std::vector<int> by_damage;                   ///< ... or what the side's damage means
    PerSide<std::vector<long long>> points = {};  ///< ... or parts of points that each side's adds
  };

  std::size_t report(const OutcomeFact& fact, std::span<const ReportSpec> specs);

  PointsLost points_;
  std::vector<Told> told_;
  std::vector<Report> reports_;
};

/// What of a fight's outcome some facts follow from.
struct FightNeeds {
  PerSide<bool> damage;           ///< by who deals it
  std::set<std::string> reports;  ///< of the stages

  void add(const OutcomeFact& fact);
  /// Whether they follow from the damage of one side, from that of both, or from one report, and
  /// nothing else. Of others more must be kept of each outcome.
  bool of_damage() const { return reports.empty(); }
  bool of_both() const { return damage.attacker && damage.defender; }
  bool of_report() const { return reports.size() == 1 && !damage.attacker && !damage.defender; }
  /// Whether one number is enough.
  bool of_one() const { return of_report() || (of_damage() && !of_both()); }
  /// Whose damage that is, where it is no report.
  Side dealer() const { return damage.defender ? Side::defender : Side::attacker; }
  /// Calls each(damage, reported, weight) for all that this one number comes to. `weights`: of 0,
  /// 1, …; from the large end, so that small odds of much damage keep their digits.
  template <class Weights, class Each>
  void for_each(const Weights& weights, const Each& each) const {
    for (auto k = weights.size(); k-- > 0;) {
      if (weights[k] == 0) continue;
      const int value = static_cast<int>(k);
      PerSide<int> dealt;
      if (!of_report()) dealt[dealer()] = value;
      each(dealt, std::span(&value, 1), weights[k]);
    }
  }

  bool operator<(const FightNeeds& other) const {
    return std::tie(damage, reports) < std::tie(other.damage, other.reports);
  }
};

/// Laws of a fight that need the same of it to be known.
struct FightLaws : FightNeeds {
  std::vector<std::size_t> places;  ///< of the laws, among those asked for
  Observer observer;                ///< of these
};
std::vector<FightLaws> by_needs(const std::vector<AskedLaw>& asked);

}  // namespace warodds
