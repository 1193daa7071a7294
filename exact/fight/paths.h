// Chance that follows every path: a stage is played again and again from the same state, each time
// with the next outcome of its random steps, like an odometer. The outcomes come from the laws in
// this folder; the weight of a path is the product of their probabilities.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/rules/chance.h"
#include "exact/dice/law.h"
#include "exact/dice/lineup.h"
#include "exact/dice/lineup_cache.h"

namespace warodds::exact {

class Paths {
 public:
  using Count = int;

  struct Report {
    Side side;
    int what;
    int value;
  };

  /// `lineups`, if not null, knows lineups from earlier.
  explicit Paths(LineupCache* lineups = nullptr) : lineups_(lineups) {}

  /// Begins the paths from a new state.
  void start() {
    depth_ = 0;
    known_ = 0;
    rewind();
  }

  /// Goes on to the next path from the same state. False when all have been followed.
  bool next() {
    for (depth_ = known_; depth_ > 0; --depth_) {
      Step& step = steps_[depth_ - 1];
      if (++step.at < step.outcomes()) break;
    }
    known_ = depth_;
    rewind();
    return known_ > 0;
  }

  double weight() const { return weight_; }
  const std::vector<Report>& reports() const { return reports_; }

  int successes(int n, const Target& target) {
    const Step& step =
        take([&](Step& fresh) { find_binomial(n, target.probability(), fresh.law); });
    return follow(step);
  }

  int saves(int n, const SaveQueue& queue) {
    const Step& step = take([&](Step& fresh) {
      if (saves_ == nullptr || saves_->queue() != queue) saves_ = std::make_unique<SavesLaw>(queue);
      fresh.law = saves_->of(n);
    });
    return follow(step);
  }

  int saves_after(int wounds, int n, const SaveQueue& queue) {
    return saves(n, queue.after(wounds));
  }

  LineupHits<int> lineup(const Lineup& lineup) {
    const Step& step = take([&](Step& fresh) {
      spend_on(lineup);
      const Eigen::ArrayXXd law = lineups_ != nullptr ? lineups_->law(lineup) : lineup_law(lineup);
      fresh.law = {0, {}};
      fresh.columns = static_cast<int>(law.cols());
      for (Eigen::Index row = 0; row < law.rows(); ++row) {
        for (Eigen::Index column = 0; column < law.cols(); ++column) {
          fresh.law.p.push_back(law(row, column));
        }
      }
    });
    const int cell = follow(step);
    return {cell / step.columns, cell % step.columns};
  }

  void report(Side side, int what, int value) { reports_.push_back({side, what, value}); }

 private:
  struct Step {
    Law law;
    int columns = 1;
    std::size_t at = 0;
    std::size_t outcomes() const { return law.p.size(); }
  };

  void rewind() {
    depth_ = 0;
    weight_ = 1;
    reports_.clear();
  }

  /// The step at this depth of the path: the one being followed, or a new one filled by `fill`.
  template <class Fill>
  const Step& take(Fill&& fill) {
    if (depth_ == known_) {
      if (steps_.size() == known_) steps_.emplace_back();
      steps_[known_].at = 0;
      fill(steps_[known_]);
      ++known_;
    }
    return steps_[depth_++];
  }

  int follow(const Step& step) {
    weight_ *= step.law.p[step.at];
    return step.law.first + static_cast<int>(step.at);
  }

  LineupCache* lineups_;
  std::vector<Step> steps_;
  std::size_t known_ = 0;  ///< steps of the current path that have an outcome chosen
  std::size_t depth_ = 0;  ///< steps taken so far while playing it
  double weight_ = 1;
  std::vector<Report> reports_;
  std::unique_ptr<SavesLaw> saves_;
};

}  // namespace warodds::exact
