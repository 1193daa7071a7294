#include "core/rules/falling.h"

#include <map>
#include <utility>

#include "core/threads/patience.h"

namespace warodds {
namespace {

/// The models of each rank that stand, by the wounds they have lost.
using Wounded = std::vector<std::map<int, int>>;

Wounded wounded_of(const Remains& remains) {
  Wounded models(remains.figures.size());
  const auto move = [&](int rank, int damage) {
    std::map<int, int>& of_rank = models[static_cast<std::size_t>(rank)];
    ++of_rank[damage];
    if (--of_rank[0] == 0) of_rank.erase(0);
  };
  for (std::size_t rank = 0; rank < models.size(); ++rank) {
    if (remains.figures[rank] > 0) models[rank][0] = remains.figures[rank];
  }
  if (remains.injured >= 0) move(remains.injured, remains.damage);
  for (const Injury& injury : remains.others) move(injury.rank, injury.damage);
  return models;
}

Remains remains_of(const Wounded& models) {
  Remains remains;
  std::vector<Injury> injuries;
  for (std::size_t rank = 0; rank < models.size(); ++rank) {
    int standing = 0;
    for (const auto& [damage, count] : models[rank]) {
      standing += count;
      if (damage > 0) {
        injuries.insert(injuries.end(), static_cast<std::size_t>(count),
                        {static_cast<int>(rank), damage});
      }
    }
    remains.figures.push_back(standing);
  }
  set_injuries(std::move(injuries), remains);
  return remains;
}

/// Who loses wounds next: so many models of a rank, each of which has lost so many.
struct Next {
  std::size_t rank;
  int damage;
};

/// The next model to lose a wound; somebody must stand.
Next next_of(const Wounded& models, const std::vector<std::size_t>& order,
             const std::vector<int>& turns) {
  if (turns.empty()) {
    const auto rank = *std::find_if(order.begin(), order.end(),
                                    [&](std::size_t one) { return !models[one].empty(); });
    return {rank, models[rank].rbegin()->first};
  }
  std::size_t best = order.size();
  const auto key = [&](std::size_t place) {
    return std::pair(turns[place], models[order[place]].begin()->first);
  };
  for (std::size_t place = 0; place < order.size(); ++place) {
    if (models[order[place]].empty()) continue;
    if (best == order.size() || key(place) < key(best)) best = place;
  }
  return {order[best], models[order[best]].begin()->first};
}

void wound(const std::vector<Rank>& ranks, const Next& next, Wounded& models) {
  std::map<int, int>& of_rank = models[next.rank];
  const auto from = of_rank.find(next.damage);
  if (--from->second == 0) of_rank.erase(from);
  if (next.damage + 1 < ranks[next.rank].hit_points) ++of_rank[next.damage + 1];
}

void wound(const std::vector<Rank>& ranks, const std::vector<std::size_t>& order,
           const std::vector<int>& turns, int wounds, Wounded& models) {
  for (; wounds > 0; --wounds) wound(ranks, next_of(models, order, turns), models);
}

/// Falling::turns of the second attack.
std::vector<int> turns_then(const Falling& falling) {
  return std::vector<int>(falling.turns.empty() ? 0 : falling.then.size(), 0);
}

/// As the owner chooses, where no more than one figure is injured: until that one is down nobody
/// falls; then all that may follow is known at once.
std::vector<Remains> after_each_choice(const std::vector<Rank>& ranks, const Remains& remains,
                                       int most) {
  std::vector<Remains> after;
  Remains next = remains;
  if (remains.injured >= 0) {
    const auto rank = static_cast<std::size_t>(remains.injured);
    for (; next.damage < ranks[rank].hit_points && std::ssize(after) <= most; ++next.damage) {
      after.push_back(next);
    }
    --next.figures[rank];
    next = healed(next);
  }
  const int more = std::min(most, left(ranks, remains)) - static_cast<int>(after.size());
  if (more >= 0) {
    for (const Assignment& choice : free_assignments(ranks, next.figures, more)) {
      after.push_back(after_assignment(ranks, next.figures, choice));
    }
  }
  after.resize(static_cast<std::size_t>(most) + 1, Remains{std::vector<int>(ranks.size(), 0)});
  return after;
}

}  // namespace

Remains after_damage(const std::vector<Rank>& ranks, const Falling& falling, const Remains& remains,
                     int damage) {
  switch (falling.how) {
    case Falling::How::freely:
      return after_free_assignment(ranks, remains, damage);
    case Falling::How::filled:
      return after_in_order(ranks, falling.order, remains, damage);
    case Falling::How::wounded:
      break;
  }
  const int all = left(ranks, remains);
  if (amount_of(ranks, falling, remains, damage) >= all) {
    return Remains{std::vector<int>(ranks.size(), 0)};
  }
  const int first = falling.then.empty() ? damage : damage % (all + 1);
  Wounded models = wounded_of(remains);
  wound(ranks, falling.order, falling.turns, first, models);
  if (!falling.then.empty()) {
    wound(ranks, falling.then, turns_then(falling), damage / (all + 1), models);
  }
  return remains_of(models);
}

std::vector<Remains> after_each_damage(const std::vector<Rank>& ranks, const Falling& falling,
                                       const Remains& remains, int most) {
  if (falling.how == Falling::How::freely && remains.others.empty()) {
    return after_each_choice(ranks, remains, most);
  }
  std::vector<Remains> after;
  after.reserve(static_cast<std::size_t>(most) + 1);
  if (falling.how != Falling::How::wounded) {
    for (int damage = 0; damage <= most; ++damage) {
      check_patience();
      after.push_back(after_damage(ranks, falling, remains, damage));
    }
    return after;
  }
  // One wound more at a time: of the first attack, and after each of those of the second.
  const int all = left(ranks, remains);
  const Remains nobody{std::vector<int>(ranks.size(), 0)};
  std::vector<Wounded> now;
  Wounded models = wounded_of(remains);
  for (int damage = 0; damage <= std::min(most, all); ++damage) {
    check_patience();
    after.push_back(damage == all ? nobody : damage == 0 ? remains : remains_of(models));
    if (!falling.then.empty()) now.push_back(models);
    if (damage < all) wound(ranks, falling.order, falling.turns, 1, models);
  }
  for (int damage = all + 1; damage <= most; ++damage) {
    check_patience();
    const int first = falling.then.empty() ? all : damage % (all + 1);
    const int more = damage / (all + 1);
    if (first + more >= all) {
      after.push_back(nobody);
      continue;
    }
    Wounded& of_first = now[static_cast<std::size_t>(first)];
    wound(ranks, falling.then, turns_then(falling), 1, of_first);
    after.push_back(remains_of(of_first));
  }
  return after;
}

std::vector<Rank> wounds_ahead(const std::vector<Rank>& ranks, const Falling& falling,
                               const Remains& remains) {
  std::vector<Rank> ahead;
  Wounded models = wounded_of(remains);
  for (int wounds = left(ranks, remains); wounds > 0;) {
    const Next next = next_of(models, falling.order, falling.turns);
    const int kind = ranks[next.rank].kind;
    const int needed = ranks[next.rank].hit_points - next.damage;
    // All that are alike in what they have lost, and as long as it is their turn.
    int count = models[next.rank][next.damage];
    int of_each = needed;
    if (falling.turns.empty()) {
      if (next.damage > 0) count = 1;
    } else {
      of_each = 1;
    }
    ahead.push_back({count, of_each, 0, kind, of_each < needed});
    for (int model = 0; model < count; ++model) {
      for (int one = 0; one < of_each; ++one) {
        wound(ranks, {next.rank, next.damage + one}, models);
      }
    }
    wounds -= count * of_each;
  }
  return ahead;
}

}  // namespace warodds
