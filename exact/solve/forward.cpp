#include "exact/solve/forward.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <tuple>

#include "core/numbers/waiting_time.h"
#include "core/text/error.h"
#include "exact/solve/pass.h"

namespace warodds::exact {
namespace {

/// A battle goes on round by round until less than that is left of it; where somebody asks when it
/// ends, until less than this.
constexpr double nothing_left_of_battle = 1e-12, nothing_left_of_rounds = 1e-18;
/// Rounds after which the rest is only known as a whole.
constexpr int most_rounds_one_by_one = 20'000;

class Forward {
 public:
  Forward(Graph& graph, const ForwardQuestion& question, Outcome& outcome)
      : graph_(graph), question_(question), outcome_(outcome) {}

  void answer(BattleAnswer& answer) {
    const Graph::Place opening = graph_.place(graph_.scenario().opening());
    carried_.add(opening.node, opening.row, opening.column, 1);
    step(answer);
    const double left = left_at_last_;
    double beyond = 0;
    if (left > 0) {
      for (int round = last_; round < round_; ++round) beyond += outcome_.left(round);
      PassQuestion rest{round_, true};
      rest.unlikely = is_large() ? std::max(unlikely(), left * 1e-10) : unlikely();
      rest.outcome = &outcome_;
      pass<1>(carried_, rest);
      beyond += rest.rounds_to_come;
    }
    tell_rounds(left, beyond, answer);
  }

 private:
  template <int K>
  void pass(Places& carried, PassQuestion& asked) {
    const double before = share_;
    Pass<K>(graph_, question_, [&](double share) {
      if (question_.progress) question_.progress(before + (1 - before) * share / 2);
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
  /// In small battles everything is followed, so that rare odds have their digits.
  bool is_large() const { return places() > 3e4; }
  double unlikely() const { return is_large() ? 1e-20 : 1e-250; }
  /// Rounds at once: many where there are few places, for numbers take memory.
  int columns() const {
    if (question_.mixing && question_.rounds > 0) return 1;
    const double places = this->places();
    const int rounds = question_.rounds > 0 ? question_.rounds + 1 - round_ : 64;
    constexpr double few = 2e4, some = 2e6, many = 3e7;
    if (places <= few && rounds > 16) return 64;
    // Of short battles most rounds are few.
    constexpr double goes_on = 1e-4;
    const bool is_long = round_ > 0 && outcome_.left(round_ - 1) > goes_on;
    if (places <= some && rounds > 8 && is_long) return 16;
    return places <= many && rounds > 1 ? 8 : 1;
  }

  /// Round by round, until nothing is left or no round may begin any more.
  void step(BattleAnswer& answer) {
    const int limit = question_.rounds > 0 ? question_.rounds : most_rounds_one_by_one;
    while (true) {
      const int columns = this->columns();
      Population before;  // nobody: those are too many to be told apart
      constexpr std::size_t most_told_apart = 100'000;
      bool few = true;
      carried_.for_each([&](int node, int row, int column, double p) {
        few = few && before.size() < most_told_apart;
        if (few) before.push_back({{node, row, column}, p});
      });
      if (!few) before.clear();
      PassQuestion asked{round_};
      asked.unlikely = unlikely();
      asked.outcome = &outcome_;
      if (question_.rounds > 0) asked.last = question_.rounds - round_;
      pass(columns, carried_, asked);
      const bool told = last_ >= 0;
      for (int round = round_; !told && round < round_ + columns; ++round) {
        const double left = outcome_.left(round);
        const bool settled = round >= question_.settled;
        if (left > 0 && round < limit && (left >= nothing_left_of_battle || !settled)) continue;
        last_ = round;
        left_at_last_ = round < limit || question_.rounds == 0 ? left : 0;
        before_last_ = std::move(before);
        first_of_last_ = round_;
        columns_of_last_ = columns;
        break;
      }
      if (!told) outcome_.tell_rounds(last_ < 0 ? round_ + columns : last_, answer);
      round_ += columns;
      const double left = outcome_.left(round_ - 1);
      share_ =
          std::clamp(left > 0 ? std::log(left) / std::log(nothing_left_of_battle) : 1, share_, 1.0);
      if (last_ < 0) continue;
      if (!outcome_.needs_rounds() || left_at_last_ == 0) return;
      if (left_at_last_ > nothing_left_of_battle) {
        throw TooLarge(
            "the battle goes on for too many rounds to tell them apart; --rounds bounds them");
      }
      if (left <= nothing_left_of_rounds || round_ > limit) return;
    }
  }

  void tell_rounds(double left, double beyond, BattleAnswer& answer) {
    std::vector<double> ended = outcome_.ended_after();
    ended.resize(static_cast<std::size_t>(last_) + 1);
    double rounds = beyond;
    for (int round = 0; round < last_; ++round) rounds += outcome_.left(round);
    answer.rounds_cut_off = left;
    answer.mean_rounds = {rounds};
    if (left == 0) {
      answer.rounds = Distribution(std::move(ended));
      return;
    }
    const double mean = std::max(beyond / left, 1.0);
    Tail tail{left, mean, mean * (2 * mean - 1), nullptr};
    // What is too little to be seen in any number need not be told apart.
    constexpr double does_not_matter = 1e-10;
    if (left * mean * mean > does_not_matter && !tell_apart(tail)) {
      answer.remarks.push_back(fmt::format(
          "of the {:.1g} of the battles that go on after round {} only the mean number of rounds "
          "is known: deviation and percentiles are rough",
          left, last_));
    }
    answer.rounds = Distribution(std::move(ended), std::move(tail));
  }

  /// How many rounds what is left goes on for, where that is in few states: by their chain. False:
  /// there are too many.
  bool tell_apart(Tail& tail) {
    if (before_last_.empty()) return false;
    constexpr std::size_t most_nodes = 512;
    constexpr double nearly_all = 1 - 1e-10;
    PassQuestion asked{first_of_last_};
    asked.unlikely = unlikely();
    asked.last = last_ - first_of_last_;
    Places before(1);
    for (const auto& [place, p] : before_last_) before.add(place.node, place.row, place.column, p);
    pass(columns_of_last_, before, asked);
    std::sort(asked.standing.begin(), asked.standing.end(),
              [](const auto& x, const auto& y) { return x.second > y.second; });
    using Node = std::tuple<int, int, int>;
    std::map<Node, std::uint32_t> numbers;
    std::vector<Graph::Place> nodes;
    const auto number_of = [&](const Graph::Place& place) {
      const auto [number, is_new] = numbers.try_emplace({place.node, place.row, place.column},
                                                        static_cast<std::uint32_t>(nodes.size()));
      if (is_new) nodes.push_back(place);
      return number->second;
    };
    std::vector<double> start;
    double told = 0;
    for (const auto& [place, p] : asked.standing) {
      if (told >= nearly_all * tail.mass) break;
      told += p;
      const std::uint32_t node = number_of(place);
      start.resize(nodes.size(), 0.0);
      start[node] += p;
    }
    for (double& p : start) p *= tail.mass / told;
    std::vector<ChainStep> steps;
    std::vector<double> leaves;
    for (std::uint32_t from = 0; from < nodes.size(); ++from) {
      if (nodes.size() > most_nodes) return false;
      Places one(1);
      one.add(nodes[from].node, nodes[from].row, nodes[from].column, 1);
      PassQuestion round{0};
      round.last = 1;
      pass<8>(one, round);
      for (const auto& [place, p] : round.standing) steps.push_back({from, number_of(place), p});
      leaves.push_back(round.ended);
    }
    start.resize(nodes.size(), 0.0);
    const MeanSteps of_nodes = mean_steps(leaves, steps);
    tail.mean_square =
        std::inner_product(start.begin(), start.end(), of_nodes.square.begin(), 0.0) / tail.mass;
    tail.mean_square = std::max(tail.mean_square, tail.mean * tail.mean);
    tail.law = std::make_shared<const WaitingTime>(std::move(start), leaves, steps, last_);
    return true;
  }

  Graph& graph_;
  const ForwardQuestion& question_;
  Outcome& outcome_;
  Places carried_{1};
  Population before_last_;  ///< those that were carried then
  int round_ = 0;           ///< that have been fought by those that are carried
  int last_ = -1;           ///< round that is listed
  double left_at_last_ = 0;
  int first_of_last_ = 0, columns_of_last_ = 1;
  double share_ = 0;
};

}  // namespace

void forward(Graph& graph, const ForwardQuestion& question, Outcome& outcome,
             BattleAnswer& answer) {
  Forward(graph, question, outcome).answer(answer);
}

}  // namespace warodds::exact
