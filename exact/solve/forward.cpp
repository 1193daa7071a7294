#include "exact/solve/forward.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/text/error.h"
#include "exact/solve/long_run.h"
#include "exact/solve/pass.h"

namespace warodds::exact {
namespace {

/// A battle goes on round by round until less than that is left of it; where somebody asks when it
/// ends, until less than this.
constexpr double nothing_left_of_battle = 1e-12, nothing_left_of_rounds = 1e-18;

class Forward {
 public:
  Forward(Graph& graph, const ForwardQuestion& question, Outcome& outcome)
      : graph_(graph), question_(question), outcome_(outcome) {}

  void begin(const Population& battles, int round) {
    sum_ = 0;
    for (const auto& [place, p] : battles) {
      carried_.add(place.node, place.row, place.column, p);
      sum_ += p;
    }
    first_ = round_ = round;
  }

  /// Those that go on after such a round.
  Population go_to(int round) {
    while (round_ < round && (round_ == first_ || outcome_.left(round_ - 1) > 0)) {
      int columns = this->columns();
      if (columns > round - round_)
        columns = round - round_ >= 16 ? 16 : round - round_ >= 8 ? 8 : 1;
      advance(columns, nullptr);
      round_ += columns;
    }
    return population();
  }
  void go_to_the_end() {
    Answer told;
    while (last_ < 0) step(told);
    if (left_at_last_ > 0) finish(told);
  }

  void answer(Answer& answer) {
    begin({{graph_.place(graph_.scenario().opening()), 1}}, 0);
    while (last_ < 0) step(answer);
    std::vector<double> ended = outcome_.ended_after();
    ended.resize(static_cast<std::size_t>(last_) + 1);
    answer.rounds_cut_off = left_at_last_;
    double rounds = 0;
    for (int round = 0; round < last_; ++round) rounds += outcome_.left(round);
    if (left_at_last_ == 0) {
      answer.rounds = Distribution(std::move(ended));
    } else {
      Tail tail = finish(answer);
      rounds += tail.mass * tail.mean;
      answer.rounds = Distribution(std::move(ended), std::move(tail));
    }
    answer.mean_rounds = {rounds};
  }

 private:
  template <int K>
  void pass(Places& carried, PassQuestion& asked) {
    const double before = share_;
    const double then = question_.rounds > 0 ? share_of_rounds(round_ + K) : (1 + before) / 2;
    Pass<K>(graph_, question_, [&](double share) {
      share_ = std::max(share_, before + (then - before) * share);
      if (question_.progress) question_.progress(share_);
    }).run(carried, asked);
  }
  void pass(int columns, Places& carried, PassQuestion& asked) {
    switch (columns) {
      case 1:
        return pass<1>(carried, asked);
      case 8:
        return pass<8>(carried, asked);
      case 16:
        return pass<16>(carried, asked);
      default:
        return pass<64>(carried, asked);
    }
  }

  /// Carries the battles through so many rounds more.
  void advance(int columns, Standing* standing) {
    PassQuestion asked{round_};
    asked.unlikely = unlikely();
    asked.outcome = &outcome_;
    asked.standing = standing;
    if (question_.rounds > 0) asked.last = question_.rounds - round_;
    pass(columns, carried_, asked);
    keep_sum(columns);
  }

  /// Of how many places there may be.
  double places() const {
    double all = 1;
    for (const Side side : both_sides) {
      double rows = 1;
      for (int unit = 0; unit < graph_.scenario().units(side); ++unit) {
        rows *= graph_.scenario().states(side, unit);
      }
      // Before the first pass little is known of how many there are.
      all *= round_ == 0 && graph_.rows(side) < rows ? std::min(rows, 3e3) : graph_.rows(side);
    }
    return all;
  }
  bool is_large() const { return places() > 3e4; }
  /// In small battles everything is followed, so that rare odds have their digits.
  double unlikely() const {
    constexpr double some = 3e5, most = 3e6;
    const double places = this->places();
    return !is_large() ? 1e-250 : places <= some ? 1e-60 : places <= most ? 1e-22 : 1e-20;
  }
  /// Rounds at once: many where there are few places, for numbers take memory.
  int columns() const {
    if (question_.changes_by_round) return 1;
    const double places = this->places();
    const int rounds = question_.rounds > 0 ? question_.rounds + 1 - round_ : 64;
    constexpr double few = 2e4, some = 2e6, many = 3e7;
    if (places <= few && rounds > 16) return 64;
    // Of short battles most rounds are few.
    constexpr double goes_on = 1e-4;
    const bool is_long = round_ > first_ && outcome_.left(round_ - 1) > goes_on;
    if (places <= some && rounds > 8 && is_long) return 16;
    return places <= many && rounds > 1 ? 8 : 1;
  }

  /// Rounds after which the rest is only known as a whole.
  int most_rounds_one_by_one() const {
    constexpr double few = 1000;
    return places() <= few ? 200'000 : 20'000;
  }
  double share_of_rounds(int rounds) const {
    return std::clamp(static_cast<double>(rounds) / (question_.rounds + 1), share_, 1.0);
  }

  /// Some rounds more, until hardly anything is left or no round may begin any more.
  void step(Answer& answer) {
    const int limit = question_.rounds > 0 ? question_.rounds : most_rounds_one_by_one();
    const int columns = this->columns();
    Standing standing;
    const bool told = last_ >= 0;
    advance(columns, told ? nullptr : &standing);
    for (int round = round_; !told && round < round_ + columns; ++round) {
      const double left = outcome_.left(round);
      const bool settled = round >= question_.settled;
      if (left > 0 && round < limit && (left >= nothing_left_of_battle || !settled)) continue;
      last_ = round;
      left_at_last_ = round < limit || question_.rounds == 0 ? left : 0;
      if (left_at_last_ > 0 && !standing.too_many) {
        at_last_ = standing.after(static_cast<std::size_t>(round - round_));
      }
      break;
    }
    if (!told) outcome_.tell_rounds(last_ < 0 ? round_ + columns : last_, answer);
    round_ += columns;
    const double left = outcome_.left(round_ - 1);
    share_ =
        std::clamp(left > 0 ? std::log(left) / std::log(nothing_left_of_battle) : 1, share_, 1.0);
  }

  /// Where hardly any battles end in a round, its rounding would add up over very many: those that
  /// go on are all that have not ended.
  void keep_sum(int columns) {
    const std::vector<double>& ended = outcome_.ended_after();
    const double before = sum_, carried = carried_.sum();
    sum_ = carried;
    if (carried <= before / 2) return;
    const auto first = ended.begin() + round_;
    sum_ = before - std::accumulate(first, first + columns, 0.0);
    carried_.scale(sum_ / carried);
  }

  /// The battles that are carried.
  Population population() const {
    Population all;
    carried_.for_each([&](int node, int row, int column, double p) {
      all.push_back({{node, row, column}, p});
    });
    return all;
  }
  std::optional<LongRun> long_run(const Population& battles, std::size_t most_nodes) {
    if (battles.empty() || question_.changes_by_round) return std::nullopt;
    return LongRun::of(battles, most_nodes, [&](const std::vector<Graph::Place>& from) {
      constexpr int at_once = 64;
      std::vector<Led> all;
      for (std::size_t first = 0; first < from.size(); first += at_once) {
        Places places(at_once);
        for (std::size_t k = 0; k < at_once && first + k < from.size(); ++k) {
          const Graph::Place& place = from[first + k];
          Places::Row& row = places.row(place.node, place.row, place.column + 1);
          row.use(place.column, place.column + 1);
          row.p[static_cast<std::size_t>(place.column) * at_once + k] = 1;
        }
        std::vector<Led> led;
        PassQuestion asked{0};
        asked.apart = &led;
        pass<at_once>(places, asked);
        for (Led& one : led) {
          one.from += static_cast<int>(first);
          all.push_back(one);
        }
      }
      return all;
    });
  }

  /// Takes what is left after the last round that is listed to its end.
  Tail finish(Answer& answer) {
    constexpr std::size_t few_nodes = 64, some_nodes = 512;
    const bool by_rounds = outcome_.needs_rounds();
    const bool goes_on = by_rounds || question_.rounds > 0;  // it matters how long
    const std::optional<std::vector<int>> marks = by_rounds ? outcome_.marks() : std::vector<int>();
    const Population& battles = at_last_;
    std::optional<LongRun> run;
    if (goes_on || question_.tells_rounds) {
      run = long_run(battles, goes_on ? some_nodes : few_nodes);
    }
    if (run && goes_on && marks) {
      run->tell_ends(population(), round_, *marks, question_.rounds,
                     [&](const Graph::Place& place, BattleEnd how, int round, double p) {
                       outcome_.ends_late(how, place.row, place.column, round, p);
                     });
      return run->tail(battles, last_, question_.rounds);
    }
    if (goes_on) step_on();
    const double rounds = rounds_to_come();
    const double mean = std::max(rounds / left_at_last_, 1.0);
    if (run) return run->tail(battles, last_, question_.rounds);
    Tail tail{left_at_last_, mean, mean * (2 * mean - 1), nullptr};
    // What is too little to be seen in any number need not be told apart.
    constexpr double does_not_matter = 1e-10, nearly_all = 1 - 1e-10;
    if (tail.mass * mean * mean <= does_not_matter) return tail;
    double told = 0;
    Population most;
    for (const auto& one : battles) {
      if (told >= nearly_all * tail.mass) break;
      told += one.second;
      most.push_back(one);
    }
    run = long_run(most, some_nodes);
    if (!run) {
      answer.remarks.push_back(fmt::format(
          "of the {:.1g} of the battles that go on after round {} only the mean number of rounds "
          "is known: deviation and percentiles are rough",
          tail.mass, last_));
      return tail;
    }
    for (auto& one : most) one.second *= tail.mass / told;
    Tail of_most = run->tail(most, last_, 0);
    return {tail.mass, mean, std::max(of_most.mean_square, mean * mean), std::move(of_most.law)};
  }
  /// Round by round, as far as can be told.
  void step_on() {
    if (left_at_last_ > nothing_left_of_battle) {
      throw TooLarge(
          "the battle goes on for too many rounds to tell them apart; --rounds bounds them");
    }
    // Of battles that are broken off it is told how many go on until then, however few these are.
    const int limit = question_.rounds > 0 ? question_.rounds : most_rounds_one_by_one();
    const double least_left =
        question_.rounds > 0 && !is_large() ? unlikely() : nothing_left_of_rounds;
    Answer told;
    while (round_ <= limit && outcome_.left(round_ - 1) > least_left) step(told);
  }
  /// From the last round that is listed on, of all battles; those that are left go to their end.
  double rounds_to_come() {
    double rounds = 0;
    for (int round = last_; round < round_; ++round) rounds += outcome_.left(round);
    PassQuestion rest{round_, true};
    rest.unlikely = is_large() ? std::max(unlikely(), left_at_last_ * 1e-10) : unlikely();
    rest.outcome = &outcome_;
    pass<1>(carried_, rest);
    return rounds + rest.rounds_to_come;
  }

  Graph& graph_;
  const ForwardQuestion& question_;
  Outcome& outcome_;
  Places carried_{1};
  Population at_last_;  ///< battles that go on then; nobody: in too many places
  double sum_ = 1;      ///< of them
  int round_ = 0;       ///< that have been fought by those that are carried
  int first_ = 0;       ///< that had been when they were begun with
  int last_ = -1;       ///< round that is listed
  double left_at_last_ = 0;
  double share_ = 0;
};

}  // namespace

Population forward(Graph& graph, const ForwardQuestion& question, const Population& battles,
                   int round, int until, Outcome& outcome) {
  Forward forward(graph, question, outcome);
  forward.begin(battles, round);
  if (until > 0) return forward.go_to(until);
  forward.go_to_the_end();
  return {};
}

void forward(Graph& graph, const ForwardQuestion& question, Outcome& outcome, Answer& answer) {
  Forward(graph, question, outcome).answer(answer);
}

}  // namespace warodds::exact
