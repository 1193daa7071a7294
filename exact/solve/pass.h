// Once through all places, for K rounds (exact/solve/forward.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "core/threads/patience.h"
#include "exact/dice/vector_sums.h"
#include "exact/solve/coming_back.h"
#include "exact/solve/forward.h"
#include "exact/solve/graph.h"
#include "exact/solve/long_run.h"
#include "exact/solve/outcome.h"
#include "exact/solve/places.h"

namespace warodds::exact {

/// Battles between two rounds, after each of some.
struct Standing {
  std::vector<Graph::Place> places;
  std::vector<double> p;  ///< by place, then by round
  bool too_many = false;

  void add(const Graph::Place& place, const double* of_rounds, int rounds) {
    constexpr std::size_t most = 20'000;
    too_many = too_many || places.size() == most;
    if (too_many) return;
    places.push_back(place);
    p.insert(p.end(), of_rounds, of_rounds + rounds);
  }
  /// The most likely first.
  Population after(std::size_t round) const {
    Population all;
    const std::size_t rounds = places.empty() ? 1 : p.size() / places.size();
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double one = p[i * rounds + round];
      if (one > 0) all.emplace_back(places[i], one);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& x, const auto& y) { return x.second > y.second; });
    return all;
  }
};

/// What is asked of a pass.
struct PassQuestion {
  int first_round = 0;  ///< that have been fought by those that come in
  bool to_the_end = false;
  int last = std::numeric_limits<int>::max();  ///< after so many more rounds no further one begins
  /// States less likely than this are not followed. It is never so little that numbers have fewer
  /// digits.
  double unlikely = 1e-250;
  Outcome* outcome = nullptr;  ///< hears of it; null: nobody
  /// One round only, and columns are not rounds, but each goes its own way: where it leads.
  std::vector<Led>* apart = nullptr;
  /// Told who goes on after each round, while these are not too many.
  Standing* standing = nullptr;
  double rounds_to_come = 0;  ///< found: to the end, on average
};

template <int K>
class Pass {
 public:
  Pass(Graph& graph, const ForwardQuestion& question, std::function<void(double)> share)
      : graph_(graph), question_(question), share_(std::move(share)), places_(K) {}

  /// `carried`: battles between two rounds, then those that go on after K more.
  void run(Places& carried, PassQuestion& asked) {
    asked_ = &asked;
    carried_ = &carried;
    next_ = Places(1);
    if (asked.outcome != nullptr) asked.outcome->begin(asked.first_round, K);
    const auto& blocks = graph_.blocks(Side::attacker);
    std::size_t done = 0;
    for (auto block = blocks.begin(); block != blocks.end(); ++block, ++done) {
      share_(static_cast<double>(done) / static_cast<double>(blocks.size()));
      row_block_ = block->second;
      if (!has_any()) continue;
      const auto& others = graph_.blocks(Side::defender);
      for (auto other = others.begin(); other != others.end(); ++other) {
        column_block_ = other->second;
        visit();
      }
      for (const int row : graph_.block(Side::attacker, row_block_)) {
        places_.release(row);
        carried.release(row);
      }
    }
    std::swap(carried, next_);
  }

 private:
  enum class Fate : char { goes_on, ends, stuck };
  struct Here {
    Graph::Place at;
    Marks marks = 0;
    const Edge* edge = nullptr;
    const Reach* attackers = nullptr;
    const Reach* defenders = nullptr;
    std::size_t flow = 0, flows = 0;    ///< in flow_
    std::size_t law = 0;                ///< in law_
    std::size_t way = 0, ways = 0;      ///< in ways_: where something is chosen
    std::size_t rows = 1, columns = 1;  ///< that it may lead to
    double leaves = 0;                  ///< P(what lasts is lost)
    bool moves = false;                 ///< whether otherwise somebody may move away
    int between = -1;                   ///< place in between_
    int rank = 0;                       ///< by rising marks
  };
  struct Flow {
    int to = 0;
    double p = 0;
  };
  /// A state between two rounds.
  struct Between {
    int here = 0;
    Fate fate = Fate::goes_on;
    double leaves = 0;
    bool moves = false;
    std::vector<Flow> stays;   ///< to others after one round
    std::vector<Flow> fights;  ///< how often each comes in a round
  };

  bool has_any() {
    for (const int row : graph_.block(Side::attacker, row_block_)) {
      if (places_.nodes_of(row) > 0 || carried_->nodes_of(row) > 0) return true;
    }
    return false;
  }

  // The places of a block.

  double* local(int here) { return local_.data() + static_cast<std::size_t>(here) * K; }

  int include(Graph::Place at) {
    const Edge& edge = graph_.decided(at.node, at.row, at.column);
    at.node = edge.node;
    const auto number = static_cast<int>(here_.size());
    int& known = number_of(at);
    if (known >= 0) return known;
    known = number;
    Here here;
    here.at = at;
    here.marks = graph_.marks(at.node);
    here.edge = &edge;
    here_.push_back(here);
    if (local_.size() < here_.size() * K) local_.resize(here_.size() * K * 2);
    std::memset(local(number), 0, sizeof(double) * K);
    return number;
  }
  /// Where the number of a place stands; -1: it has none yet.
  int& number_of(const Graph::Place& at) {
    const PerSide<std::size_t> size{graph_.block(Side::attacker, row_block_).size(),
                                    graph_.block(Side::defender, column_block_).size()};
    if (!(size == size_)) {  // more of the block has been found
      forget_numbers();
      size_ = size;
      for (std::size_t i = 0; i < here_.size(); ++i) {
        number_of(here_[i].at) = static_cast<int>(i);
      }
    }
    const auto r = static_cast<std::size_t>(graph_.place_in_block(Side::attacker, at.row));
    const auto c = static_cast<std::size_t>(graph_.place_in_block(Side::defender, at.column));
    const std::size_t place =
        (static_cast<std::size_t>(at.node) * size.attacker + r) * size.defender + c;
    if (numbers_.size() <= place) numbers_.resize(std::max(place + 1, 2 * numbers_.size()), -1);
    if (numbers_[place] < 0) used_.push_back(place);
    return numbers_[place];
  }
  void forget_numbers() {
    for (const std::size_t place : used_) numbers_[place] = -1;
    used_.clear();
  }

  void gather(Places& from, int width) {
    const std::vector<int>& rows = graph_.block(Side::attacker, row_block_);
    const std::vector<int>& columns = graph_.block(Side::defender, column_block_);
    // More of either may be found meanwhile, to which nothing comes from here.
    const std::size_t last_row = rows.size(), last_column = columns.size();
    for (std::size_t r = 0; r < last_row; ++r) {
      const int row = rows[r];
      for (std::size_t n = 0; n < from.nodes_of(row); ++n) {
        Places::Row& of = from.node_of(row, n);
        for (std::size_t c = 0; c < last_column; ++c) {
          const int column = columns[c];
          if (column < of.low || column >= of.high ||
              of.used[static_cast<std::size_t>(column)] == 0) {
            continue;
          }
          of.used[static_cast<std::size_t>(column)] = 0;
          double* const p = of.p.data() + static_cast<std::size_t>(column * width);
          if (std::any_of(p, p + width, [&](double one) { return one >= asked_->unlikely; })) {
            double* const into = local(include({of.node, row, column}));
            for (int k = 0; k < width; ++k) into[k] += p[k];
          }
          std::fill_n(p, width, 0.0);
        }
      }
    }
  }

  void visit() {
    gather(places_, K);
    gather(*carried_, asked_->apart != nullptr ? K : 1);
    constexpr WorkUnits per_block = 20, per_place = 300, per_flow = 20;
    spend(per_block);
    if (here_.empty()) return;
    arrived_ = static_cast<int>(here_.size());
    for (std::size_t i = 0; i < here_.size(); ++i) expand(static_cast<int>(i));
    spend(per_place * here_.size() + per_flow * flow_.size() + law_.size());
    order_.resize(here_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<int>(i);
    const auto less = [&](int x, int y) {
      const Marks a = at(x).marks, b = at(y).marks;
      return a != b ? a < b : x < y;
    };
    std::sort(order_.begin(), order_.end(), less);
    betweens_ = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Here& here = at(order_[i]);
      here.rank = static_cast<int>(i);
      if (!is_between_rounds(here.marks)) continue;
      here.between = betweens_;
      if (between_.size() <= static_cast<std::size_t>(betweens_)) between_.emplace_back();
      Between& one = between_[static_cast<std::size_t>(betweens_++)];
      one.here = order_[i];
      one.fate = Fate::goes_on;
      one.leaves = 0;
      one.moves = false;
      one.stays.clear();
      one.fights.clear();
    }
    // What has come within a round goes on to its end.
    for (const int i : order_) {
      if ((at(i).marks & in_round) == 0) continue;
      for_each_flow(i, [&](const Flow& flow) {
        double* const into = local(flow.to);
        const double* const from = local(i);
        for (int k = 0; k < K; ++k) into[k] += flow.p * from[k];
      });
    }
    if (betweens_ > 0) rounds();
    for (std::size_t i = 0; i < here_.size(); ++i) {
      if (here_[i].edge->kind == Edge::Kind::fight) push(here_[i], local(static_cast<int>(i)));
    }
    here_.clear();
    flow_.clear();
    law_.clear();
    ways_.clear();
    forget_numbers();
  }

  Here& at(int i) { return here_[static_cast<std::size_t>(i)]; }
  template <class F>
  void for_each_flow(int i, F&& f) {
    const Here& here = at(i);
    for (std::size_t n = here.flow; n < here.flow + here.flows; ++n) f(flow_[n]);
  }

  /// Where a battle goes from there without leaving the block.
  void expand(int i) {
    at(i).flow = flow_.size();
    const Here here = at(i);
    const Edge& edge = *here.edge;
    const auto go = [&](int node, double p) {
      const int to = include({node, here.at.row, here.at.column});
      flow_.push_back({to, p});
    };
    if (edge.kind == Edge::Kind::fight) {
      question_.ways ? expand_ways(i) : expand_fight(i);
    } else if (edge.kind == Edge::Kind::goes_on) {
      if (!is_later(i)) go(edge.options.front(), 1);
    } else if (edge.kind == Edge::Kind::choice) {
      const std::vector<double> mixed =
          edge.p.empty() ? question_.mixing(here.at, edge, rounds_left()) : edge.p;
      for (std::size_t option = 0; option < mixed.size(); ++option) {
        if (mixed[option] > 0) go(edge.options[option], mixed[option]);
      }
    }
    at(i).flows = flow_.size() - at(i).flow;
  }
  int rounds_left() const {
    return question_.rounds > 0 && !asked_->to_the_end ? question_.rounds - asked_->first_round : 0;
  }

  /// Whether a round from there is none of this pass, and what is played in it is not yet known.
  bool is_later(int i) {
    return question_.changes_by_round && i >= arrived_ && is_between_rounds(at(i).marks);
  }
  /// As a policy chooses.
  void expand_ways(int i) {
    at(i).way = ways_.size();
    if (question_.rounds > 0 && rounds_left() == 0) return;  // no further round begins
    for (const Way& way : question_.ways(graph_, at(i).at, *at(i).edge, rounds_left())) {
      if (graph_.block_of(Side::attacker, way.to.row) == row_block_ &&
          graph_.block_of(Side::defender, way.to.column) == column_block_) {
        at(i).moves = at(i).moves || way.moves;
        const int to = include(way.to);
        flow_.push_back({to, way.p});
      } else {
        at(i).leaves += way.p;
        ways_.push_back(way);
      }
    }
    at(i).ways = ways_.size() - at(i).way;
  }

  void expand_fight(int i) {
    const Edge& edge = *at(i).edge;
    const auto [node, row, column] = at(i).at;
    const FightLaw& law = *edge.law;
    const int nx = law.damages(Side::attacker), ny = law.damages(Side::defender);
    const Reach& attackers = graph_.reach(Side::attacker, edge.next.falls.attacker, row, nx);
    const Reach& defenders = graph_.reach(Side::defender, edge.next.falls.defender, column, ny);
    at(i).attackers = &attackers;
    at(i).defenders = &defenders;
    at(i).law = law_.size();
    const std::size_t na = attackers.rows_of(nx), nd = defenders.rows_of(ny);
    at(i).rows = na;
    at(i).columns = nd;
    const bool product = law.together.empty();
    law_.resize(law_.size() + (product ? na + nd : na * nd), 0.0);
    double* const p = law_.data() + at(i).law;
    const auto place = [](const Reach& reach, int damage) {
      return static_cast<std::size_t>(reach.of_damage[static_cast<std::size_t>(damage)]);
    };
    if (product) {
      for (const Side side : both_sides) {
        const Reach& reach = side == Side::attacker ? attackers : defenders;
        double* const to = side == Side::attacker ? p : p + na;
        const std::vector<double>& of = law.each[side];
        if (reach.in_order) {
          const std::size_t rows = side == Side::attacker ? na : nd;
          std::copy_n(of.begin(), rows, to);
          to[rows - 1] = law.at_least[side][rows - 1];
        } else {
          for (std::size_t x = 0; x < of.size(); ++x)
            to[place(reach, static_cast<int>(x))] += of[x];
        }
      }
    } else {
      const double* from = law.together.data();
      for (int x = 0; x < nx; ++x) {
        double* const to = p + place(attackers, x) * nd;
        for (int y = 0; y < ny; ++y) to[place(defenders, y)] += *from++;
      }
    }
    const auto likely = [&, base = at(i).law](std::size_t x, std::size_t y) {
      const double* const of = law_.data() + base;
      return product ? of[x] * of[na + y] : of[x * nd + y];
    };
    double leaves = 0, leave_defenders = 0, stay_defenders = 0;
    if (product) {
      for (std::size_t y = 0; y < nd; ++y) {
        (defenders.same[y] != 0 ? stay_defenders : leave_defenders) += p[na + y];
      }
      for (std::size_t x = 0; x < na; ++x) {
        leaves += p[x] * (leave_defenders + (attackers.same[x] != 0 ? 0 : stay_defenders));
      }
    } else {
      for (std::size_t x = 0; x < na; ++x) {
        for (std::size_t y = 0; y < nd; ++y) {
          if (attackers.same[x] == 0 || defenders.same[y] == 0) leaves += p[x * nd + y];
        }
      }
    }
    at(i).leaves = leaves;
    for (std::size_t x = 0; x < na; ++x) {
      if (attackers.same[x] == 0) continue;
      for (std::size_t y = 0; y < nd; ++y) {
        const double of_both = defenders.same[y] != 0 ? likely(x, y) : 0;
        if (of_both == 0) continue;
        const int a = attackers.rows[x], d = defenders.rows[y];
        const auto [to, moves] = graph_.arrive(edge.node, law.withdraws, a, d);
        at(i).moves = at(i).moves || moves;
        const int there = include(to);
        flow_.push_back({there, of_both});
      }
    }
  }

  // Rounds that do not leave the block.

  /// Once through a round from there.
  void play_round(Between& one) {
    // By rank, and which of them are not zero, in words of bits.
    constexpr std::size_t bits = 64;
    unit_.resize(std::max(unit_.size(), order_.size()), 0.0);
    touched_.resize(unit_.size() / bits + 1, 0);
    const auto come_to = [&](int rank, double p) {
      const auto place = static_cast<std::size_t>(rank);
      unit_[place] += p;
      touched_[place / bits] |= std::uint64_t{1} << place % bits;
    };
    come_to(at(one.here).rank, 1);
    for (std::size_t word = 0; word < touched_.size(); ++word) {
      while (touched_[word] != 0) {
        const std::size_t rank =
            word * bits + static_cast<std::size_t>(std::countr_zero(touched_[word]));
        touched_[word] &= touched_[word] - 1;
        const double p = std::exchange(unit_[rank], 0.0);
        const int i = order_[rank];
        const Here& here = at(i);
        if (here.edge->kind == Edge::Kind::fight) {
          one.fights.push_back({i, p});
          one.leaves += p * here.leaves;
          one.moves = one.moves || here.moves;
        }
        constexpr WorkUnits per_step = 10;
        spend(per_step * (1 + here.flows));
        for_each_flow(i, [&](const Flow& flow) {
          const Here& to = at(flow.to);
          if (to.between >= 0) {
            one.stays.push_back({to.between, p * flow.p});
          } else {
            come_to(to.rank, p * flow.p);
          }
        });
      }
    }
  }

  void rounds() {
    for (int b = 0; b < betweens_; ++b) {
      Between& one = between_[static_cast<std::size_t>(b)];
      if (at(one.here).edge->kind == Edge::Kind::over) {
        one.fate = Fate::ends;
      } else {
        play_round(one);
      }
    }
    find_stuck();
    if (asked_->apart != nullptr) {
      lead_apart();
      return;
    }
    // Rounds that end here go on in the next column.
    for (const int i : order_) {
      if ((at(i).marks & round_has_ended) == 0) continue;
      const double* const over = local(i);
      for_each_flow(i, [&](const Flow& flow) {
        double* const into = local(flow.to);
        if (asked_->to_the_end) {
          into[0] += flow.p * over[0];
          return;
        }
        for (int k = 0; k + 1 < K; ++k) into[k + 1] += flow.p * over[k];
        carry(flow.to, flow.p * over[K - 1]);
      });
    }
    if (asked_->to_the_end) {
      divide_out();
    } else {
      step();
    }
    for (int b = 0; b < betweens_; ++b) {
      const Between& one = between_[static_cast<std::size_t>(b)];
      double* const p = local(one.here);
      tell(one, p);
      if (one.fate != Fate::goes_on) continue;
      for (const Flow& fight : one.fights) {
        double* const into = local(fight.to);
        for (int k = 0; k < K; ++k) into[k] += fight.p * p[k];
      }
    }
  }
  /// Where each column is after one round.
  void lead_apart() {
    const auto lead = [&](int here, const double* p, double share, bool ends, BattleEnd how) {
      for (int k = 0; k < K; ++k) {
        if (p[k] > 0) asked_->apart->push_back({k, at(here).at, share * p[k], ends, how});
      }
    };
    for (const int i : order_) {
      if ((at(i).marks & round_has_ended) == 0) continue;
      for_each_flow(i, [&](const Flow& flow) { lead(flow.to, local(i), flow.p, false, {}); });
    }
    for (int b = 0; b < betweens_; ++b) {
      const Between& one = between_[static_cast<std::size_t>(b)];
      const double* const p = local(one.here);
      if (one.fate != Fate::goes_on) {
        lead(one.here, p, 1, true, how(one));
        continue;
      }
      for (const Flow& flow : one.stays) {
        lead(between_[static_cast<std::size_t>(flow.to)].here, p, flow.p, false, {});
      }
      for (const Flow& fight : one.fights) {
        double* const into = local(fight.to);
        for (int k = 0; k < K; ++k) into[k] += fight.p * p[k];
      }
    }
  }
  BattleEnd how(const Between& one) {
    return one.fate == Fate::ends ? at(one.here).edge->next.end : BattleEnd::undecided;
  }
  void carry(int here, double p) {
    if (p < asked_->unlikely) return;
    const Graph::Place& to = at(here).at;
    next_.add(to.node, to.row, to.column, p);
  }

  /// Whoever can neither lose anything any more nor come to an end that was agreed upon.
  void find_stuck() {
    for (int b = 0; b < betweens_; ++b) {
      Between& one = between_[static_cast<std::size_t>(b)];
      if (one.fate == Fate::goes_on && one.leaves == 0 && !one.moves) one.fate = Fate::stuck;
    }
    if (question_.changes_by_round && !asked_->to_the_end) {
      // Where nothing is to be gained anything may be chosen, and something else a round later.
      for (int b = 0; b < betweens_; ++b) {
        Between& one = between_[static_cast<std::size_t>(b)];
        if (one.fate != Fate::stuck) continue;
        // Who falls may be chosen otherwise a round later, too.
        const bool falls =
            question_.ways && !one.fights.empty() && !at(one.fights.front().to).edge->is_chosen();
        if (falls || is_later(one.here) || can_change(graph_, at(one.here).at)) {
          one.fate = Fate::goes_on;
        }
      }
      return;
    }
    for (bool more = true; more;) {
      more = false;
      for (int b = 0; b < betweens_; ++b) {
        Between& one = between_[static_cast<std::size_t>(b)];
        if (one.fate != Fate::stuck) continue;
        const auto helps = [&](const Flow& flow) {
          const Between& to = between_[static_cast<std::size_t>(flow.to)];
          return to.fate == Fate::goes_on ||
                 (to.fate == Fate::ends && at(to.here).edge->next.halted);
        };
        if (std::any_of(one.stays.begin(), one.stays.end(), helps)) {
          one.fate = Fate::goes_on;
          more = true;
        }
      }
    }
  }

  void step() {
    for (int k = 0; k < std::min(asked_->last, K); ++k) {
      for (int b = 0; b < betweens_; ++b) {
        const Between& one = between_[static_cast<std::size_t>(b)];
        spend(1 + one.stays.size());
        const double p = local(one.here)[k];
        if (one.fate != Fate::goes_on || p < asked_->unlikely) continue;
        for (const Flow& flow : one.stays) {
          const int to = between_[static_cast<std::size_t>(flow.to)].here;
          if (k + 1 < K) {
            local(to)[k + 1] += flow.p * p;
          } else {
            carry(to, flow.p * p);
          }
        }
      }
    }
  }

  /// All rounds at once, by how often a battle comes to each state between two of them.
  void divide_out() {
    std::vector<int> number(static_cast<std::size_t>(betweens_), -1);  // of those that go on
    std::vector<Between*> all;
    for (int b = 0; b < betweens_; ++b) {
      Between& one = between_[static_cast<std::size_t>(b)];
      if (one.fate != Fate::goes_on) continue;
      number[static_cast<std::size_t>(b)] = static_cast<int>(all.size());
      all.push_back(&one);
    }
    std::vector<double> p, leaves;
    std::vector<std::map<std::size_t, double>> stays(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      p.push_back(local(all[i]->here)[0]);
      leaves.push_back(all[i]->leaves);
      for (const Flow& flow : all[i]->stays) {
        const int to = number[static_cast<std::size_t>(flow.to)];
        (to < 0 ? leaves[i] : stays[i][static_cast<std::size_t>(to)]) += flow.p;
      }
    }
    count_coming_back(p, std::move(leaves), std::move(stays));
    for (std::size_t i = 0; i < all.size(); ++i) {
      local(all[i]->here)[0] = p[i];
      for (const Flow& flow : all[i]->stays) {
        const Between& to = between_[static_cast<std::size_t>(flow.to)];
        if (to.fate != Fate::goes_on) local(to.here)[0] += p[i] * flow.p;
      }
    }
  }

  /// What stands between two rounds ends or goes on; what is left in `p` goes on.
  void tell(const Between& one, double* p) {
    const Here& here = at(one.here);
    double ends[K] = {};
    if (one.fate != Fate::goes_on) {
      std::copy_n(p, K, ends);
      std::fill_n(p, K, 0.0);
    } else if (asked_->to_the_end) {
      asked_->rounds_to_come += p[0];
    } else if (asked_->last < K) {
      std::swap(ends[asked_->last], p[asked_->last]);
    }
    asked_->outcome->ends(how(one), here.at.row, here.at.column, ends);
    if (one.fate == Fate::ends && here.edge->next.leaves) {
      const double all = std::accumulate(ends, ends + K, 0.0);
      asked_->outcome->leaves(here.edge->next.side, here.at.row, here.at.column, all);
    }
    if (one.fate == Fate::goes_on && !asked_->to_the_end) {
      asked_->outcome->goes_on(here.at.row, here.at.column, p);
      if (asked_->standing != nullptr) asked_->standing->add(here.at, p, K);
    }
  }

  static constexpr std::size_t products_per_work = 8;

  /// What a fight adds to the places that it leads to.
  void push(const Here& here, double* v) {
    double most = 0;
    for (int k = 0; k < K; ++k) {
      if (v[k] < asked_->unlikely) v[k] = 0;
      most = std::max(most, v[k]);
    }
    if (most == 0) return;
    spend((here.rows * here.columns * K) / products_per_work + K);
    for (std::size_t way = here.way; way < here.way + here.ways; ++way) {
      const auto& [to, p, moves] = ways_[way];
      Places::Row& row = places_.row(to.node, to.row, to.column + 1);
      row.use(to.column, to.column + 1);
      add(v, row.p.data() + static_cast<std::size_t>(to.column) * K, p, K);
    }
    if (question_.ways) return;
    const bool product = here.edge->law->together.empty();
    const Reach& attackers = *here.attackers;
    const Reach& defenders = *here.defenders;
    const std::size_t na = here.rows, nd = here.columns;
    weighed_.resize(std::max(weighed_.size(), nd * K));
    double* const w = weighed_.data();
    const double* const law = law_.data() + here.law;
    const auto weigh = [&](const double* of_defenders) {
      for (std::size_t y = 0; y < nd; ++y) {
        for (int k = 0; k < K; ++k) w[y * K + static_cast<std::size_t>(k)] = of_defenders[y] * v[k];
      }
    };
    if (product) weigh(law + na);
    PerSide<int> kinds{-1, -1};
    Graph::To after;
    for (std::size_t x = 0; x < na; ++x) {
      double of_x = 1;
      if (product) {
        of_x = law[x];
      } else {
        weigh(law + x * nd);
      }
      if (of_x == 0) continue;
      for (const Reach::Run& run : defenders.runs) {
        const int end = std::min(run.to, static_cast<int>(nd));
        if (run.from >= end) break;
        if (run.same && attackers.same[x] != 0) continue;
        if (attackers.kinds[x] != kinds.attacker || run.kind != kinds.defender) {
          kinds = {attackers.kinds[x], run.kind};
          after = graph_.after(*here.edge, attackers.rows[x],
                               defenders.rows[static_cast<std::size_t>(run.from)]);
        }
        const int row =
            after.clears ? graph_.lasting(Side::attacker, attackers.rows[x]) : attackers.rows[x];
        Places::Row& to = places_.row(after.node, row, defenders.high);
        const double* const from = w + static_cast<std::size_t>(run.from) * K;
        const bool clears = after.clears && !run.lasts;
        if (run.in_line && !clears) {
          const int first = defenders.rows[static_cast<std::size_t>(run.from)];
          to.use(first, first + end - run.from);
          add(from, to.p.data() + static_cast<std::size_t>(first) * K, of_x,
              static_cast<std::size_t>(end - run.from) * K);
          continue;
        }
        for (int y = run.from; y < end; ++y) {
          const int reached = defenders.rows[static_cast<std::size_t>(y)];
          const int column = clears ? graph_.lasting(Side::defender, reached) : reached;
          Places::Row& cleared = clears ? places_.row(after.node, row, column + 1) : to;
          cleared.use(column, column + 1);
          add(from + static_cast<std::size_t>(y - run.from) * K,
              cleared.p.data() + static_cast<std::size_t>(column) * K, of_x, K);
        }
      }
    }
  }
  /// into[i] += p · from[i]
  void add(const double* from, double* into, double p, std::size_t length) const {
    if constexpr (K % vector_length == 0) {
      loops_.add_run(from, into, p, length);
    } else {
      for (std::size_t i = 0; i < length; ++i) into[i] += p * from[i];
    }
  }

  Graph& graph_;
  const ForwardQuestion& question_;
  std::function<void(double)> share_;
  const VectorSums& loops_ = vector_sums();
  Places places_;
  Places next_{1};
  Places* carried_ = nullptr;
  PassQuestion* asked_ = nullptr;
  int row_block_ = 0, column_block_ = 0;
  std::vector<Here> here_;
  int arrived_ = 0;  ///< those that battles have come to before
  PerSide<std::size_t> size_;
  std::vector<int> numbers_;
  std::vector<std::size_t> used_;
  std::vector<double> local_, law_, weighed_;
  std::vector<Flow> flow_;
  std::vector<Way> ways_;
  std::vector<int> order_;
  std::vector<Between> between_;
  int betweens_ = 0;
  std::vector<double> unit_;
  std::vector<std::uint64_t> touched_;
};

}  // namespace warodds::exact
