#include "core/rules/reroll_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "core/text/error.h"
#include "core/threads/parallel.h"
#include "core/threads/patience.h"

namespace warodds {
namespace {

constexpr double most_steps = 1.5e9;
constexpr double most_bytes = 5e8;

bool rerolls(const Pool& pool) {
  return pool.own_rerolls > 0 && (pool.is_chosen() || pool.reroll_below > 1);
}

/// How many dice a side may have rolled again.
int most_rerolled(const Pool& pool) {
  return rerolls(pool) ? std::min(pool.own_rerolls, pool.dice) : 0;
}

/// The lowest face that counts as `value` or more; 7 if none does.
std::size_t face_for(const Pool& pool, int value) {
  int face = 1;
  while (face <= 6 && pool.result(face) < value) ++face;
  return static_cast<std::size_t>(face);
}

/// The critical hits that the first roll may have scored when dice are chosen, in rising order.
std::vector<int> critical_levels(const Lineup& lineup) {
  std::vector<int> levels{0};
  if (lineup.critical.judged == Critical::Judged::final) return levels;
  for (int sixes = 1; sixes <= lineup.attack.dice; ++sixes) {
    const int hits = lineup.critical.hits(sixes);
    if (hits != levels.back()) levels.push_back(hits);
  }
  return levels;
}

/// What is left of each pool when the rule of Pool is followed: the lowest dice below a limit go.
std::vector<std::uint32_t> kept_by_the_rule(const Pool& pool, const FacePools& pools) {
  std::vector<std::uint32_t> kept;
  for (std::size_t number = 0; number < pools.whole(); ++number) {
    FacePools::Faces faces = pools.faces(number);
    int left = most_rerolled(pool);
    for (int face = 1; face <= 6 && face < pool.reroll_below; ++face) {
      std::uint8_t& shown = faces[static_cast<std::size_t>(face - 1)];
      const int lifted = std::min<int>(left, shown);
      shown = static_cast<std::uint8_t>(shown - lifted);
      left -= lifted;
    }
    kept.push_back(static_cast<std::uint32_t>(pools.number(faces)));
  }
  return kept;
}

}  // namespace

/// Finds the choices of one level.
///
/// What is kept of a pool is worth the mean over one more die, and so on until no die is missing:
/// V(kept) = mean over faces of V(kept + face). The best that can be kept of a pool is the pool
/// itself or the best that can be kept of it without one of its dice. So all pools together cost a
/// few steps each, for each pool of the enemy's.
class RerollChoice::Solver {
 public:
  /// What can be expected of a choice: what each side deals, by how it values it.
  struct Worth {
    struct OfSide {
      double enough = 0;  ///< odds
      double damage = 0;
    };
    OfSide attacker;
    OfSide defender;

    const OfSide& operator[](Side side) const {
      return side == Side::attacker ? attacker : defender;
    }
    Worth& operator+=(const Worth& more) {
      attacker.enough += more.attacker.enough;
      attacker.damage += more.attacker.damage;
      defender.enough += more.defender.enough;
      defender.damage += more.defender.damage;
      return *this;
    }
    Worth& operator/=(double n) {
      attacker.enough /= n;
      attacker.damage /= n;
      defender.enough /= n;
      defender.damage /= n;
      return *this;
    }
  };

  /// Which is more: 1, -1, or 0 if they are equal but for rounding. Neither is below 0.
  static int compare(double a, double b) {
    constexpr double rounding = 1e-12;
    const double difference = a - b;
    if (std::abs(difference) <= rounding * std::max(a, b)) return 0;
    return difference > 0 ? 1 : -1;
  }

  /// Whether `a` is worth more to a side than `b` (1), less (-1) or as much (0).
  static int prefers(Side side, const Worth& a, const Worth& b) {
    if (const int more = compare(a[side].enough, b[side].enough); more != 0) return more;
    if (const int more = compare(a[side].damage, b[side].damage); more != 0) return more;
    const Side enemy = enemy_of(side);
    return compare(b[enemy].damage, a[enemy].damage);
  }

  Solver(const Lineup& lineup, RerollChoice& choice)
      : lineup_(lineup), choice_(choice), columns_(lineup.stakes.columns) {
    for (const PerSide<int>& damage : lineup.stakes.damage) {
      Worth worth;
      worth.attacker = of_side(Side::attacker, damage.attacker);
      worth.defender = of_side(Side::defender, damage.defender);
      worth_.push_back(worth);
    }
    const std::size_t attacks = choice.pools_.attacker.whole();
    const std::size_t defences = choice.pools_.defender.whole();
    cells_.resize(attacks * defences);
    in_blocks(attacks, defences, [&](std::size_t attack) {
      for (std::size_t defence = 0; defence < defences; ++defence) {
        const auto [own, other] = choice_.hits(attack, defence);
        cells_[attack * defences + defence] = static_cast<std::uint32_t>(own * columns_ + other);
      }
    });
  }

  void solve(std::size_t level) {
    first_cell_ = static_cast<std::size_t>(choice_.critical_hits(level) * columns_);
    const FacePools& attacks = choice_.pools_.attacker;
    const FacePools& defences = choice_.pools_.defender;
    // What comes of the attack's final pools when the defender has done what it does.
    std::vector<Worth> replies;
    const bool replied = choice_.chooses_.attacker && rerolls(lineup_.defence);
    if (replied) replies.resize(attacks.whole() * defences.whole());
    std::vector<std::uint32_t>* kept = kept_by(Side::defender, level);
    if (kept != nullptr || replied) {
      in_blocks(attacks.whole(), defences.size(), [&](std::size_t attack) {
        Decision decision(defences);
        for (std::size_t d = 0; d < defences.whole(); ++d) decision.worth[d] = worth(attack, d);
        decision.find_worth();
        if (kept != nullptr) decision.find_best(Side::defender);
        for (std::size_t d = 0; d < defences.whole(); ++d) {
          const std::size_t left =
              kept != nullptr ? decision.best[d] : choice_.kept_by_rule(Side::defender, d);
          const std::size_t place = attack * defences.whole() + d;
          if (kept != nullptr) (*kept)[place] = static_cast<std::uint32_t>(left);
          if (replied) replies[place] = decision.worth[left];
        }
      });
    }
    kept = kept_by(Side::attacker, level);
    if (kept == nullptr) return;
    in_blocks(defences.whole(), attacks.size(), [&](std::size_t defence) {
      Decision decision(attacks);
      for (std::size_t a = 0; a < attacks.whole(); ++a) {
        decision.worth[a] = replied ? replies[a * defences.whole() + defence] : worth(a, defence);
      }
      decision.find_worth();
      decision.find_best(Side::attacker);
      std::copy_n(decision.best.begin(), attacks.whole(),
                  kept->begin() + static_cast<std::ptrdiff_t>(defence * attacks.whole()));
    });
  }

 private:
  /// One side's choices against one pool of the other.
  struct Decision {
    explicit Decision(const FacePools& of) : pools(of), worth(of.size()), best(of.size()) {}

    /// Of pools that lack dice, from that of whole ones.
    void find_worth() {
      for (std::size_t pool = pools.whole(); pool < pools.size(); ++pool) {
        Worth sum;
        for (const std::uint32_t more : pools.one_more(pool)) sum += worth[more];
        worth[pool] = sum /= 6;
      }
    }

    /// What is best kept of each pool.
    void find_best(Side side) {
      for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        best[pool] = static_cast<std::uint32_t>(pool);
      }
      for (std::size_t pool = pools.size(); pool-- > pools.whole();) {
        for (const std::uint32_t more : pools.one_more(pool)) {
          const int better = prefers(side, worth[best[pool]], worth[best[more]]);
          if (better > 0 || (better == 0 && best[pool] < best[more])) best[more] = best[pool];
        }
      }
    }

    const FacePools& pools;
    std::vector<Worth> worth;
    std::vector<std::uint32_t> best;
  };

  Worth::OfSide of_side(Side side, int damage) const {
    const int enough = lineup_.stakes.enough[side];
    return {enough > 0 && damage >= enough ? 1.0 : 0.0, static_cast<double>(damage)};
  }

  const Worth& worth(std::size_t attack, std::size_t defence) const {
    return worth_[first_cell_ + cells_[attack * choice_.pools_.defender.whole() + defence]];
  }

  /// Where the choices of a side go; null if it has none.
  std::vector<std::uint32_t>* kept_by(Side side, std::size_t level) {
    return choice_.chooses_[side] ? &choice_.kept_[side][level] : nullptr;
  }

  /// Calls turn(i) for every i below `count`, each of which is so much work.
  template <class Turn>
  static void in_blocks(std::size_t count, std::size_t work, const Turn& turn) {
    constexpr std::size_t worth_a_team = 200'000;
    in_parallel(
        count,
        [&](std::size_t i) {
          check_patience();
          turn(i);
        },
        count * work > worth_a_team);
  }

  const Lineup& lineup_;
  RerollChoice& choice_;
  int columns_;
  std::vector<Worth> worth_;          ///< by attack hits and defence hits
  std::vector<std::uint32_t> cells_;  ///< where that is, by final pools without critical hits
  std::size_t first_cell_ = 0;        ///< ... with those of the first roll
};

RerollChoice::RerollChoice(const Lineup& lineup)
    : critical_(lineup.critical),
      pools_{
          (require_choosable(lineup), FacePools(lineup.attack.dice, most_rerolled(lineup.attack))),
          FacePools(lineup.defence.dice, most_rerolled(lineup.defence))},
      terms_{terms(lineup.attack, lineup.defence, lineup.phantom),
             lineup.defence_hits ? terms(lineup.defence, lineup.attack, lineup.phantom)
                                 : std::vector<Term>{}},
      at_least_{at_least(pools_.attacker), at_least(pools_.defender)},
      final_six_(face_for(lineup.attack, 6)),
      critical_hits_(critical_levels(lineup)),
      chooses_{lineup.attack.is_chosen(), lineup.defence.is_chosen()} {
  const std::size_t pairs = pools_.attacker.whole() * pools_.defender.whole();
  const PerSide<const Pool*> of{&lineup.attack, &lineup.defence};
  for (const Side side : both_sides) {
    if (chooses_[side]) {
      kept_[side].assign(levels(), std::vector<std::uint32_t>(pairs));
    } else {
      kept_by_rule_[side] = kept_by_the_rule(*of[side], pools_[side]);
    }
  }
  Solver solver(lineup, *this);
  for (std::size_t level = 0; level < levels(); ++level) solver.solve(level);
}

std::size_t RerollChoice::level(int natural_sixes) const {
  if (levels() == 1) return 0;
  const auto found =
      std::lower_bound(critical_hits_.begin(), critical_hits_.end(), critical_.hits(natural_sixes));
  return static_cast<std::size_t>(found - critical_hits_.begin());
}

std::size_t RerollChoice::kept(Side side, std::size_t level, std::size_t attack,
                               std::size_t defence) const {
  const bool attacks = side == Side::attacker;
  if (!chooses_[side]) return kept_by_rule(side, attacks ? attack : defence);
  return kept_[side][level][attacks ? defence * pools_.attacker.whole() + attack
                                    : attack * pools_.defender.whole() + defence];
}

std::vector<RerollChoice::Term> RerollChoice::terms(const Pool& own, const Pool& other,
                                                    int phantom) {
  std::vector<Term> terms;
  for (int face = 1; face <= 6; ++face) {
    const int value = own.result(face);
    if (face > 1 && own.result(face - 1) == value) continue;
    terms.push_back({static_cast<std::size_t>(face), face_for(own, value + 1),
                     face_for(other, value), value <= phantom});
  }
  return terms;
}

std::vector<RerollChoice::AtLeast> RerollChoice::at_least(const FacePools& pools) {
  std::vector<AtLeast> all(pools.whole());
  for (std::size_t pool = 0; pool < all.size(); ++pool) {
    for (std::size_t face = 6; face >= 1; --face) {
      all[pool][face] =
          static_cast<std::uint8_t>(all[pool][face + 1] + pools.faces(pool)[face - 1]);
    }
  }
  return all;
}

// The dice of one value stand at the ranks behind all own dice that show more. Those behind all
// enemy dice that show as much hit, at most up to the last pair if the phantom holds them off.
int RerollChoice::hits_of(Side side, const AtLeast& own, const AtLeast& other) const {
  const int pairs = std::min(own[1], other[1]);
  int hits = 0;
  for (const Term& term : terms_[side]) {
    const int last = term.paired ? std::min<int>(own[term.face], pairs) : own[term.face];
    hits += std::max(0, last - std::max<int>(own[term.higher], other[term.opposing]));
  }
  return hits;
}

LineupHits<int> RerollChoice::hits(std::size_t attack, std::size_t defence) const {
  const AtLeast& own = at_least_.attacker[attack];
  const AtLeast& other = at_least_.defender[defence];
  LineupHits<int> hits{hits_of(Side::attacker, own, other), hits_of(Side::defender, other, own)};
  if (critical_.judged == Critical::Judged::final) hits.attack += critical_.hits(own[final_six_]);
  return hits;
}

double RerollChoice::bytes() const {
  double numbers = 0;
  for (const Side side : both_sides) {
    for (const auto& of_level : kept_[side]) numbers += static_cast<double>(of_level.size());
    numbers += 10 * static_cast<double>(pools_[side].size());
  }
  return 4 * numbers;
}

double RerollChoice::work(const Lineup& lineup) {
  const PerSide<const Pool*> of{&lineup.attack, &lineup.defence};
  PerSide<double> whole, all;
  for (const Side side : both_sides) {
    whole[side] = FacePools::count(of[side]->dice, 0);
    all[side] = FacePools::count(of[side]->dice, most_rerolled(*of[side]));
  }
  const double pairs = whole.attacker * whole.defender;
  if (!(pairs <= most_bytes)) return std::numeric_limits<double>::infinity();
  const auto levels = static_cast<double>(critical_levels(lineup).size());
  const bool replied = lineup.attack.is_chosen() && rerolls(lineup.defence);
  const double choosers =
      (lineup.attack.is_chosen() ? 1 : 0) + (lineup.defence.is_chosen() ? 1 : 0);
  const double bytes = pairs * (4 + 4 * levels * choosers + (replied ? sizeof(Solver::Worth) : 0)) +
                       40 * (all.attacker + all.defender);
  // One for a mean over six faces, one for six comparisons.
  double steps = 0;
  if (lineup.defence.is_chosen() || replied) {
    steps += whole.attacker * all.defender * (lineup.defence.is_chosen() ? 2 : 1);
  }
  if (lineup.attack.is_chosen()) steps += whole.defender * all.attacker * 2;
  steps *= 6 * levels;
  if (!(bytes <= most_bytes && steps <= most_steps)) return std::numeric_limits<double>::infinity();
  return steps;
}

bool can_choose(const Lineup& lineup) {
  return lineup.is_chosen() && RerollChoice::work(lineup) <= most_steps;
}

void require_choosable(const Lineup& lineup) {
  if (!lineup.is_chosen() || can_choose(lineup)) return;
  throw TooLarge(
      fmt::format("the best rerolls of {} attack dice against {} defence dice are too many to be "
                  "looked at; give reroll-below a number",
                  lineup.attack.dice, lineup.defence.dice));
}

namespace {

/// Choices that have been found.
class KeptChoices {
 public:
  std::shared_ptr<const RerollChoice> of(const Lineup& lineup) {
    const std::shared_ptr<Place> place = place_of(lineup);
    // Others who ask for the same wait here.
    const std::lock_guard lock(place->mutex);
    if (!place->choice) {
      place->choice = std::make_shared<const RerollChoice>(lineup);
      make_room(place->choice->bytes());
    }
    return place->choice;
  }

 private:
  struct Place {
    std::mutex mutex;
    std::shared_ptr<const RerollChoice> choice;
  };

  std::shared_ptr<Place> place_of(const Lineup& lineup) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Place>& place = places_[numbers_of(lineup)];
    if (!place) place = std::make_shared<Place>();
    return place;
  }

  /// Where there is no room for all, the others are forgotten.
  void make_room(double bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
    if (bytes_ <= most_bytes) return;
    places_.clear();
    bytes_ = 0;
  }

  std::mutex mutex_;
  std::map<std::vector<int>, std::shared_ptr<Place>> places_;
  double bytes_ = 0;
};

}  // namespace

std::shared_ptr<const RerollChoice> reroll_choice(const Lineup& lineup) {
  static KeptChoices kept;
  return kept.of(lineup);
}

}  // namespace warodds
