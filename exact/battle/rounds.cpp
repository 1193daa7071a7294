#include "exact/battle/rounds.h"

#include <Eigen/Core>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/threads/parallel.h"
#include "exact/battle/endings.h"

namespace warodds::exact {
namespace {

constexpr int most_rounds_stepped = 200'000;

}  // namespace

RoundByRound::Judged RoundByRound::judge(std::size_t state) const {
  return states_.over(state) || stuck_(attack_, state) ? Judged::final : Judged::goes_on;
}

void RoundByRound::sort_out() {
  std::vector<Judged>& judged = judged_[attack_];
  judged.resize(states_.size(), Judged::not_yet);
  ended_.resize(states_.size(), 0.0);
  struct Parts {
    Tally left;
    Tally ending;
    std::vector<std::size_t> not_judged;
    std::vector<std::pair<std::size_t, double>> ended;  ///< where somebody hears of it
  };
  const auto sort_state = [&](std::size_t state, Parts& parts) {
    const double p = now_[state];
    if (judged[state] == Judged::final) {
      parts.ending.add(p, states_.standing(state));
      if (tells_end_) parts.ended.emplace_back(state, p);
      ended_[state] += now_.take(state);
    } else {
      parts.left.add(p, states_.standing(state));
    }
  };
  // In pieces, so that the digits are the same however many threads there are.
  constexpr std::size_t piece = 1024;
  constexpr std::size_t worth_waking_threads = 4;
  const std::vector<std::size_t>& listed = now_.states();
  std::vector<Parts> pieces((listed.size() + piece - 1) / piece);
  const auto sort_piece = [&](std::size_t number) {
    Parts parts;
    const std::size_t end = std::min((number + 1) * piece, listed.size());
    for (std::size_t i = number * piece; i < end; ++i) {
      const std::size_t state = listed[i];
      if (now_[state] == 0) continue;
      if (judged[state] == Judged::not_yet) {
        parts.not_judged.push_back(state);
      } else {
        sort_state(state, parts);
      }
    }
    pieces[number] = std::move(parts);
  };
  in_parallel(pieces.size(), sort_piece, pieces.size() >= worth_waking_threads);
  Tally left;
  Tally ending;
  for (Parts& parts : pieces) {
    for (const std::size_t state : parts.not_judged) {
      judged[state] = judge(state);
      sort_state(state, parts);
    }
    left.add(parts.left);
    ending.add(parts.ending);
    for (const auto& [state, p] : parts.ended)
      tells_end_(state, static_cast<int>(ended_after_.size()), p);
  }
  note(left, ending);
}

void RoundByRound::note(const Tally& left, const Tally& ending) {
  left_ = left;
  gone_.add(ending);
  ended_after_.push_back(ending.p);
}

double RoundByRound::mean_beyond() const {
  constexpr std::size_t most_looked_back = 1000;
  const std::size_t back = std::min(most_looked_back, left_after_.size() / 2);
  if (left_.p <= 0 || back == 0) return 1;
  const double before = left_after_[left_after_.size() - 1 - back];
  const double stays = std::log(left_.p / before) / static_cast<double>(back);
  return stays < 0 ? -1 / std::expm1(stays) : 1;
}

double RoundByRound::operator()(std::size_t opening, int last, BattleAnswer& answer) {
  now_.reserve(states_.size());
  now_.add(opening, 1);
  sort_out();
  const int most = last == 0 ? most_rounds_stepped : last;
  int round = 0;
  std::atomic<double> share = 0;  // of the rounds; grows on other threads, too
  std::size_t looked_at = 0;      // states since it was told
  // What is left shrinks by about the same factor each round.
  const auto come_to = [&](double of_this_round) {
    const double shrunk = left_.p > 0 ? std::log(left_.p) / std::log(least_) : 1;
    const double fought = last == 0 ? 0 : (round + of_this_round) / last;
    share = std::clamp(std::max(shrunk, fought), share.load(), 1.0);
  };
  const auto now_and_then = [&] {
    if (progress_) progress_(share);
  };
  const auto within_round = [&](double of_this_round) {
    come_to(of_this_round);
    now_and_then();
  };
  const auto going_on = [&] {
    return round < most && (left_.p >= least_ || (left_.p > 0 && attack_ < always_before_));
  };
  const auto tell = [&] {
    ++round;
    left_after_.push_back(left_.p);
    Tally all = left_;
    all.add(gone_);
    answer.by_round.push_back(round_answer(round, all));
    come_to(0);
  };
  while (going_on()) {
    if (chain_steps_ != nullptr && attack_ >= chain_from_) {
      const auto after_round = [&](const Tally& left, const Tally& ending) {
        note(left, ending);
        tell();
        return going_on();
      };
      chain_steps_->play(now_, ended_, after_round, now_and_then);
      attack_ = chain_from_ + chain_steps_->next_attack();
    } else {
      constexpr std::size_t many = 100'000;  // a fraction of a millisecond
      looked_at += now_.states().size();
      if (looked_at >= many) {
        now_and_then();
        looked_at = 0;
      }
      attack_ = play_(attack_, now_, next_, most - round, within_round);
      sort_out();
      tell();
    }
  }
  const bool broken_off = last > 0 && round == last;
  if (broken_off) ended_after_[static_cast<std::size_t>(round)] += left_.p;
  answer.rounds_cut_off = broken_off ? 0 : left_.p;
  const double beyond = mean_beyond();
  answer.rounds =
      Distribution(ended_after_, {answer.rounds_cut_off, beyond, beyond * (2 * beyond - 1)});
  answer.mean_rounds = {answer.rounds.mean()};
  return left_.p;
}

std::vector<double> RoundByRound::end() const {
  std::vector<double> end = ended_;
  now_.for_each([&](std::size_t state, double p) { end[state] += p; });
  return end;
}

}  // namespace warodds::exact
