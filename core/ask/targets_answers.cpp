// A fight with several targets: whom to attack.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/ask/play.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// What is remarked of fights, each once, with whom it is said of.
std::map<std::string, std::vector<std::string>> remarks_by_target(
    const std::vector<PlayReport>& fights) {
  std::map<std::string, std::vector<std::string>> remarks;
  for (const PlayReport& fight : fights) {
    for (const std::string& remark : fight.answer.remarks) {
      remarks[remark].push_back(fight.asked.labels.defender);
    }
  }
  return remarks;
}

}  // namespace

TargetsReport answer_targets(const questions::Fight& question, const Engines& engines,
                             const Watch& watch) {
  if (!question.joint.empty() || !question.observed.empty() ||
      question.parts != questions::InParts::Parts::none ||
      question.engine.choice == EngineChoice::both) {
    throw NotTogether(
        "a fight with several targets ranks them: --joint, --observed, --parts and --engine both "
        "take one");
  }
  TargetsReport report;
  std::vector<std::string> why;
  for (std::size_t target = 1; target < question.units.size(); ++target) {
    questions::Fight one = question;
    one.units = {question.units.front(), question.units[target]};
    one.best_if_quick = false;
    // Who limits the time of all shares it among them.
    const auto to_come = static_cast<double>(question.units.size() - target);
    const double seconds = watch.seconds_left(question.engine.time_limit) / to_come;
    const Watch share = question.engine.limits_all ? watch.within(seconds) : watch;
    try {
      report.fights.push_back(fight_of_two(one, engines, share));
    } catch (const Forbidden& error) {
      why.emplace_back(error.what());
    } catch (const NoAnswer&) {
      if (!watch.stopped() || report.fights.empty()) throw;
      why.push_back(fmt::format("PARTIAL: {} before {} of the targets", watch.why_stopped(),
                                question.units.size() - target));
      break;
    }
  }
  if (report.fights.empty()) throw NoAnswer(why.front());
  for (const auto& [remark, targets] : remarks_by_target(report.fights)) {
    why.push_back(fmt::format("{}: {}", fmt::join(targets, ", "), remark));
  }
  report.remarks = std::move(why);
  report.asked = report.fights.front().asked;
  report.with_best = question.best;
  const auto swing = [](const PlayReport& fight) {
    const auto points = fight.answer.points();
    return points && points->swing ? std::optional(points->swing->mean()) : std::nullopt;
  };
  report.by_points = std::all_of(report.fights.begin(), report.fights.end(),
                                 [&](const PlayReport& fight) { return swing(fight).has_value(); });
  const auto worth = [&](const PlayReport& fight) {
    using Kind = OutcomeFact::Kind;
    const auto mean = [&](Kind kind) { return fight.answer.of({kind, Side::attacker}).mean(); };
    return std::tuple(report.by_points ? *swing(fight) : 0.0,
                      fight.answer.probability({Kind::destroys, Side::attacker}).value,
                      mean(Kind::kills), mean(Kind::damage));
  };
  std::stable_sort(report.fights.begin(), report.fights.end(),
                   [&](const auto& a, const auto& b) { return worth(a) > worth(b); });
  return report;
}

}  // namespace warodds
