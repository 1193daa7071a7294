// The laws that an answer tells, each stated once: which an engine is to find, and what the answer
// reads off it.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/answer/outcome.h"
#include "core/answer/points_answer.h"
#include "core/answer/points_lost.h"

namespace warodds {

class ToldLaws {
 public:
  using Read = std::function<void(const OutcomeLaw& law)>;

  explicit ToldLaws(const LawsAsked& asked) : asked_(asked) {}

  /// One more, behind the others.
  void add(AskedLaw law, Read read) {
    laws_.push_back(std::move(law));
    reads_.push_back(std::move(read));
  }
  /// Of a fact, under the condition that is asked for.
  void add(OutcomeFact fact, Read read) {
    add(AskedLaw({std::move(fact)}, asked_.given), std::move(read));
  }
  /// What each side that has points loses, and the swing. `standing`: figures of each unit, by
  /// rank.
  void add_points(const PointsLost& points, const PerSide<std::vector<std::vector<int>>>& standing,
                  bool with_swing, std::optional<PointsAnswer>& answer);

  /// All of them, and those that are asked for besides behind them.
  std::vector<AskedLaw> to_find() const {
    std::vector<AskedLaw> laws = laws_;
    laws.insert(laws.end(), asked_.besides.begin(), asked_.besides.end());
    return laws;
  }
  /// Reads what has been found, in the same order.
  void read(const std::vector<OutcomeLaw>& found) const {
    for (std::size_t i = 0; i < reads_.size(); ++i) reads_[i](found[i]);
  }
  /// Reads answer.told, all of which are under the same condition. Whether that holds in any case;
  /// they are then laws of all outcomes. Throws NoAnswer where it is never met.
  template <class Answer>
  bool read_told(Answer& answer) const {
    bool is_sure = true;
    if (asked_.told && asked_.given) {
      answer.condition = condition_of(answer.told.front());
      is_sure = answer.told.front().is_sure();
    }
    if (asked_.told && is_sure) {
      for (OutcomeLaw& law : answer.told) law.drop_condition();
    }
    read(answer.told);
    return is_sure;
  }

 private:
  const LawsAsked& asked_;
  std::vector<AskedLaw> laws_;
  std::vector<Read> reads_;
};

}  // namespace warodds
