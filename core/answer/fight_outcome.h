// The facts of one outcome of a fight, from the damage that both sides have dealt and what its
// stages have reported.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/answer/event.h"
#include "core/answer/points_lost.h"
#include "core/rules/casualties.h"
#include "core/rules/report.h"
#include "core/rules/side.h"

namespace warodds {

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

}  // namespace warodds
