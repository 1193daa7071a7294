#include "core/rules/assignment.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "core/threads/patience.h"

namespace warodds {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 2;

/// Figures that fall and the icons lost with them: the less, the better, in this order.
struct Cost {
  std::int64_t figures = never;
  std::int64_t icons = 0;

  bool possible() const { return figures < never; }
  auto operator<=>(const Cost&) const = default;
};

/// For every damage from 0 to `most`, the cheapest figures whose hit points add up to just that:
/// a knapsack, filled rank after rank from the last to the first, so that among equal costs the
/// earlier ranks lose fewer.
class ExactFall {
 public:
  ExactFall(const std::vector<Rank>& ranks, const std::vector<int>& figures, int most)
      : ranks_(ranks), size_(static_cast<std::size_t>(most) + 1) {
    best_.assign(size_, Cost{});
    best_[0] = {0, 0};
    fallen_.resize(ranks.size());
    for (std::size_t rank = ranks.size(); rank-- > 0;) add(rank, figures[rank]);
  }

  const Cost& cost(int damage) const { return best_[static_cast<std::size_t>(damage)]; }

  /// Of each rank, how many fall; the damage must be possible.
  std::vector<int> figures(int damage) const {
    std::vector<int> figures;
    auto left = static_cast<std::size_t>(damage);
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      figures.push_back(fallen_[rank][left]);
      left -= static_cast<std::size_t>(figures.back()) *
              static_cast<std::size_t>(ranks_[rank].hit_points);
    }
    return figures;
  }

 private:
  /// Lets up to `count` figures of a rank fall as well. The damages that differ by whole figures
  /// are looked at together, with the best of the last `count` + 1 of them at hand.
  void add(std::size_t rank, int count) {
    check_patience();
    const auto step = static_cast<std::size_t>(ranks_[rank].hit_points);
    const std::int64_t icons = ranks_[rank].icons;
    std::vector<Cost> with(size_);
    std::vector<int>& fallen = fallen_[rank];
    fallen.assign(size_, 0);
    for (std::size_t first = 0; first < std::min(step, size_); ++first) {
      struct Candidate {
        std::int64_t place;
        Cost cost;  ///< as if `place` more figures had been spared
      };
      std::deque<Candidate> window;
      std::int64_t place = 0;
      for (std::size_t damage = first; damage < size_; damage += step, ++place) {
        if (best_[damage].possible()) {
          const Cost relative{best_[damage].figures - place, best_[damage].icons - icons * place};
          while (!window.empty() && relative <= window.back().cost) window.pop_back();
          window.push_back({place, relative});
        }
        if (!window.empty() && window.front().place < place - count) window.pop_front();
        if (window.empty()) continue;
        const Candidate& best = window.front();
        with[damage] = {best.cost.figures + place, best.cost.icons + icons * place};
        fallen[damage] = static_cast<int>(place - best.place);
      }
    }
    best_ = std::move(with);
  }

  const std::vector<Rank>& ranks_;
  std::size_t size_;
  std::vector<Cost> best_;
  std::vector<std::vector<int>> fallen_;  ///< by rank and damage
};

int hit_points_of(const std::vector<Rank>& ranks, const std::vector<int>& figures) {
  int sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) sum += figures[i] * ranks[i].hit_points;
  return sum;
}

/// Those who may be filled first, of those who have damage on them: one of each rank.
std::vector<Injury> filled_first(const Remains& remains) {
  std::vector<Injury> first{{remains.injured, remains.damage}};
  for (const Injury& injury : remains.others) {
    if (injury.damage == remains.damage && injury != first.back()) first.push_back(injury);
  }
  return first;
}

/// What is left when damage has been put on an injured figure until it is down, and the damage that
/// is left over.
std::pair<Remains, int> with_filled(const std::vector<Rank>& ranks, Remains remains,
                                    const Injury& injury, int damage) {
  const auto rank = static_cast<std::size_t>(injury.rank);
  const int needed = ranks[rank].hit_points - injury.damage;
  std::vector<Injury> injuries = injuries_of(remains);
  const auto place = std::find(injuries.begin(), injuries.end(), injury);
  if (damage < needed) {
    place->damage += damage;
  } else {
    --remains.figures[rank];
    injuries.erase(place);
  }
  set_injuries(std::move(injuries), remains);
  return {std::move(remains), std::max(damage - needed, 0)};
}

/// One way for all the damage to be assigned, and what it costs.
struct CostedAssignment {
  Cost cost;
  Assignment assignment;

  bool better_than(const CostedAssignment& other) const {
    return std::tie(cost, assignment.figures) < std::tie(other.cost, other.assignment.figures);
  }
};

}  // namespace

Remains whole(const std::vector<Rank>& ranks) {
  Remains remains;
  for (const Rank& rank : ranks) remains.figures.push_back(rank.count);
  return remains;
}

int standing(const Remains& remains) {
  int sum = 0;
  for (const int figures : remains.figures) sum += figures;
  return sum;
}

int left(const std::vector<Rank>& ranks, const Remains& remains) {
  int hit_points = hit_points_of(ranks, remains.figures) - remains.damage;
  for (const Injury& injury : remains.others) hit_points -= injury.damage;
  return hit_points;
}

Remains healed(Remains remains) {
  remains.injured = -1;
  remains.damage = 0;
  remains.others.clear();
  return remains;
}

std::vector<Injury> injuries_of(const Remains& remains) {
  std::vector<Injury> injuries;
  if (remains.injured >= 0) injuries.push_back({remains.injured, remains.damage});
  injuries.insert(injuries.end(), remains.others.begin(), remains.others.end());
  return injuries;
}

void set_injuries(std::vector<Injury> injuries, Remains& remains) {
  std::sort(injuries.begin(), injuries.end(), [](const Injury& one, const Injury& other) {
    return std::tie(other.damage, one.rank) < std::tie(one.damage, other.rank);
  });
  remains = healed(std::move(remains));
  if (injuries.empty()) return;
  remains.injured = injuries.front().rank;
  remains.damage = injuries.front().damage;
  remains.others.assign(injuries.begin() + 1, injuries.end());
}

std::vector<Assignment> free_assignments(const std::vector<Rank>& ranks,
                                         const std::vector<int>& figures, int most) {
  assert(most <= hit_points_of(ranks, figures));
  const auto size = static_cast<std::size_t>(most) + 1;
  std::vector<CostedAssignment> best(size);
  const auto offer = [&](int damage, int rest, const ExactFall& fall) {
    CostedAssignment& now = best[static_cast<std::size_t>(damage)];
    const Cost& cost = fall.cost(damage - rest);
    if (!cost.possible() || cost > now.cost) return;
    CostedAssignment way{cost, {fall.figures(damage - rest), rest}};
    if (way.better_than(now)) now = std::move(way);
  };
  const ExactFall nothing_rests(ranks, figures, most);
  for (int damage = 0; damage <= most; ++damage) offer(damage, 0, nothing_rests);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    if (figures[rank] == 0 || ranks[rank].hit_points == 1) continue;
    // A figure of this rank survives, and the rest lies on it or on a larger one.
    std::vector<int> others = figures;
    --others[rank];
    const ExactFall fall(ranks, others, most);
    for (int damage = 1; damage <= most; ++damage) {
      check_patience();
      for (int rest = 1; rest < ranks[rank].hit_points && rest <= damage; ++rest) {
        offer(damage, rest, fall);
      }
    }
  }
  std::vector<Assignment> assignments;
  for (CostedAssignment& way : best) {
    assert(way.cost.possible());  // filling figures one after the other is always allowed
    assignments.push_back(std::move(way.assignment));
  }
  return assignments;
}

Remains after_assignment(const std::vector<Rank>& ranks, const std::vector<int>& figures,
                         const Assignment& assignment) {
  Remains remains{figures};
  for (std::size_t i = 0; i < ranks.size(); ++i) remains.figures[i] -= assignment.figures[i];
  if (assignment.rest == 0) return remains;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (remains.figures[i] == 0) continue;
    if (remains.injured < 0 ||
        ranks[i].hit_points >= ranks[static_cast<std::size_t>(remains.injured)].hit_points) {
      remains.injured = static_cast<int>(i);
    }
  }
  if (remains.injured >= 0) remains.damage = assignment.rest;
  return remains;
}

std::vector<Remains> allowed_remains(const std::vector<Rank>& ranks, const Remains& remains,
                                     int damage) {
  if (damage >= left(ranks, remains)) return {Remains{std::vector<int>(ranks.size(), 0)}};
  std::vector<Remains> all;
  if (remains.injured >= 0) {
    if (damage == 0) return {remains};
    for (const Injury& injury : filled_first(remains)) {
      const auto [next, rest] = with_filled(ranks, remains, injury, damage);
      if (rest == 0) {
        all.push_back(next);
        continue;
      }
      for (Remains& one : allowed_remains(ranks, next, rest)) all.push_back(std::move(one));
    }
    // Whoever of equals is filled first, the same may be left.
    std::vector<Remains> once;
    for (Remains& one : all) {
      if (std::find(once.begin(), once.end(), one) == once.end()) once.push_back(std::move(one));
    }
    return once;
  }
  Remains now = remains;
  const auto choose = [&](const auto& self, std::size_t rank, int rest) -> void {
    check_patience();
    if (rank < ranks.size()) {
      const int most = std::min(remains.figures[rank], rest / ranks[rank].hit_points);
      for (int fallen = 0; fallen <= most; ++fallen) {
        now.figures[rank] = remains.figures[rank] - fallen;
        self(self, rank + 1, rest - fallen * ranks[rank].hit_points);
      }
      now.figures[rank] = remains.figures[rank];
      return;
    }
    if (rest == 0) all.push_back(now);
    for (std::size_t i = 0; rest > 0 && i < ranks.size(); ++i) {
      if (now.figures[i] == 0 || ranks[i].hit_points <= rest) continue;
      all.push_back(now);
      all.back().injured = static_cast<int>(i);
      all.back().damage = rest;
    }
  };
  choose(choose, 0, damage);
  return all;
}

Remains after_in_order(const std::vector<Rank>& ranks, const std::vector<std::size_t>& order,
                       Remains remains, int damage) {
  for (;;) {
    if (remains.injured < 0) {
      if (damage == 0) return remains;
      const auto next = std::find_if(order.begin(), order.end(),
                                     [&](std::size_t rank) { return remains.figures[rank] > 0; });
      if (next == order.end()) return remains;
      remains.injured = static_cast<int>(*next);
    }
    const std::vector<Injury> equals = filled_first(remains);
    const auto place = [&](const Injury& injury) {
      return std::find(order.begin(), order.end(), static_cast<std::size_t>(injury.rank));
    };
    const auto first = std::min_element(
        equals.begin(), equals.end(),
        [&](const Injury& one, const Injury& other) { return place(one) < place(other); });
    const bool fills =
        damage >= ranks[static_cast<std::size_t>(first->rank)].hit_points - first->damage;
    std::tie(remains, damage) = with_filled(ranks, remains, *first, damage);
    if (!fills) return remains;
  }
}

Remains after_free_assignment(const std::vector<Rank>& ranks, const Remains& remains, int damage) {
  const int most = left(ranks, remains);
  if (damage >= most) return Remains{std::vector<int>(ranks.size(), 0)};
  if (remains.injured < 0) {
    const std::vector<Assignment> choices = free_assignments(ranks, remains.figures, damage);
    return after_assignment(ranks, remains.figures, choices.back());
  }
  // Which of those with the same damage is filled first is chosen as all else is.
  const auto lost = [&](const Remains& after) {
    int figures = 0;
    int icons = 0;
    std::vector<int> by_rank;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      by_rank.push_back(remains.figures[i] - after.figures[i]);
      figures += by_rank.back();
      icons += by_rank.back() * ranks[i].icons;
    }
    // What downs nobody lies on the survivor with the most hit points, the later listed.
    const int hit_points =
        after.injured < 0 ? 0 : ranks[static_cast<std::size_t>(after.injured)].hit_points;
    return std::tuple(figures, icons, std::move(by_rank), -hit_points, -after.injured);
  };
  std::optional<Remains> best;
  for (const Injury& injury : filled_first(remains)) {
    auto [next, rest] = with_filled(ranks, remains, injury, damage);
    if (rest > 0) next = after_free_assignment(ranks, next, rest);
    if (!best || lost(next) < lost(*best)) best = std::move(next);
  }
  return *best;
}

}  // namespace warodds
