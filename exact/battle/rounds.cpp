#include "exact/battle/rounds.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/battle/endings.h"

namespace warodds::exact {
namespace {

constexpr int most_rounds_stepped = 200'000;

}  // namespace

void RoundByRound::sort_out() {
  double ending = 0;
  left_ = 0;
  next_.clear();
  next_.reserve(states_.size());
  ended_.reserve(states_.size());
  for (const std::size_t state : now_.states()) {
    const bool final = states_.over(state) || stuck_(attack_, state);
    (final ? ending : left_) += now_[state];
    (final ? ended_ : next_).add(state, now_[state]);
  }
  std::swap(now_, next_);
  ended_after_.push_back(ending);
}

double RoundByRound::mean_beyond() const {
  constexpr std::size_t most_looked_back = 1000;
  const std::size_t back = std::min(most_looked_back, left_after_.size() / 2);
  if (left_ <= 0 || back == 0) return 1;
  const double before = left_after_[left_after_.size() - 1 - back];
  const double stays = std::log(left_ / before) / static_cast<double>(back);
  return stays < 0 ? -1 / std::expm1(stays) : 1;
}

double RoundByRound::operator()(std::size_t opening, int last, BattleAnswer& answer) {
  now_.reserve(states_.size());
  now_.add(opening, 1);
  sort_out();
  const int most = last == 0 ? most_rounds_stepped : last;
  int round = 0;
  while (round < most && left_ >= least_) {
    attack_ = play_(attack_, now_, next_, most - round);
    ++round;
    sort_out();
    left_after_.push_back(left_);
    answer.by_round.push_back(round_answer(states_, round, {&now_, &ended_}));
  }
  const bool broken_off = last > 0 && round == last;
  if (broken_off) ended_after_[static_cast<std::size_t>(round)] += left_;
  answer.rounds_cut_off = broken_off ? 0 : left_;
  answer.rounds =
      Distribution(Eigen::Map<const Eigen::ArrayXd>(ended_after_.data(),
                                                    static_cast<Eigen::Index>(ended_after_.size())),
                   {answer.rounds_cut_off, mean_beyond()});
  answer.mean_rounds = {answer.rounds.mean()};
  std::vector<double> end(states_.size(), 0.0);
  for (std::size_t state = 0; state < end.size(); ++state) end[state] = now_[state] + ended_[state];
  record_end(states_, end, answer);
  return left_;
}

}  // namespace warodds::exact
