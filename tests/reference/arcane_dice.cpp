// A pool is kept as the number of dice that show each face, which is a sorted pool with its equal
// orders counted together. Each side's law over its final pools is found first; then every pool of
// one side is compared with every pool of the other.
#include "arcane_dice.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace reference {
namespace {

// Dice on the table.

constexpr int kFaces = 6;
using Dice = std::array<int, kFaces + 1>;  // [face]: how many dice show it. [0] is always 0.

int count(const Dice& dice) {
  int sum = 0;
  for (int shown : dice) sum += shown;
  return sum;
}

int& showing(Dice& dice, int face) { return dice[static_cast<std::size_t>(face)]; }
int showing(const Dice& dice, int face) { return dice[static_cast<std::size_t>(face)]; }

// Every way to throw some dice, with its probability.
template <typename Number>
using Throws = std::vector<std::pair<Dice, Number>>;

template <typename Number>
Number ways_to_choose(int some, int of) {
  Number ways = 1;
  for (int i = 1; i <= some; ++i) ways = ways * (of - some + i) / i;
  return ways;
}

template <typename Number>
void throw_faces(int face, int dice_left, Dice& dice, const Number& chance,
                 Throws<Number>& throws) {
  if (face == kFaces) {
    showing(dice, face) = dice_left;
    throws.emplace_back(dice, chance);
    return;
  }
  for (int n = 0; n <= dice_left; ++n) {
    showing(dice, face) = n;
    throw_faces<Number>(face + 1, dice_left - n, dice,
                        chance * ways_to_choose<Number>(n, dice_left), throws);
  }
}

template <typename Number>
Throws<Number> throw_dice(int dice) {
  Number one_sequence = 1;
  for (int d = 0; d < dice; ++d) one_sequence /= kFaces;
  Throws<Number> throws;
  Dice none{};
  throw_faces(1, dice, none, one_sequence, throws);
  return throws;
}

// What a side has before it: its dice, and the critical hits its first roll has earned.
struct Table {
  int critical = 0;
  Dice dice{};
  bool operator==(const Table&) const = default;
};
struct TableHash {
  std::size_t operator()(const Table& table) const {
    auto hash = static_cast<std::size_t>(table.critical);
    for (int shown : table.dice) hash = hash * 31 + static_cast<std::size_t>(shown);
    return hash;
  }
};
template <typename Number>
using Tables = std::unordered_map<Table, Number, TableHash>;

// A9: the highest dice are picked up, whatever they show.
Dice without_highest(Dice dice, int picked) {
  for (int face = kFaces; face >= 1; --face) {
    const int taken = std::min(picked, showing(dice, face));
    showing(dice, face) -= taken;
    picked -= taken;
  }
  return dice;
}

// A9: the lowest dice are picked up, as long as they show less than `below`.
Dice without_lowest(Dice dice, int picked, int below) {
  for (int face = 1; face <= kFaces && face < below; ++face) {
    const int taken = std::min(picked, showing(dice, face));
    showing(dice, face) -= taken;
    picked -= taken;
  }
  return dice;
}

// Picks dice up by keep(dice), which returns the dice left lying, and throws the others again.
template <typename Number, typename Keep>
Tables<Number> reroll(const Tables<Number>& tables, int dice, Keep keep) {
  Tables<Number> lying;
  for (const auto& [table, chance] : tables) lying[{table.critical, keep(table.dice)}] += chance;
  std::map<int, Throws<Number>> throws;
  Tables<Number> rerolled;
  for (const auto& [table, chance] : lying) {
    const int picked = dice - count(table.dice);
    if (!throws.contains(picked)) throws[picked] = throw_dice<Number>(picked);
    for (const auto& [thrown, thrown_chance] : throws[picked]) {
      Table after = table;
      for (int face = 1; face <= kFaces; ++face) {
        showing(after.dice, face) += showing(thrown, face);
      }
      rerolled[after] += chance * thrown_chance;
    }
  }
  return rerolled;
}

// How often the critical hit strikes (A6).
int critical_hits(const Critical& rule, int sixes) {
  const int times = sixes / rule.sixes;
  return rule.bonus * (rule.each ? times : std::min(times, 1));
}

// A side's dice before it may reroll any itself.
template <typename Number>
Tables<Number> before_own_rerolls(const Pool& pool) {
  Tables<Number> tables;
  for (const auto& [dice, chance] : throw_dice<Number>(pool.dice)) {
    Table table{0, dice};
    if (pool.critical && pool.critical->natural) {
      table.critical = critical_hits(*pool.critical, showing(dice, 6));
    }
    tables[table] += chance;
  }
  if (pool.forced_rerolls == 0) return tables;
  return reroll(tables, pool.dice,
                [&](const Dice& dice) { return without_highest(dice, pool.forced_rerolls); });
}

// A side's final dice as a tree: each step down is the next highest result that meets an enemy
// die. At the last one stand the hits that are certain whatever the enemy shows: the critical hit
// and the unmatched dice above the phantom.
template <typename Number>
struct Lines {
  int result = 0;
  std::vector<Lines> next;
  std::vector<std::pair<int, Number>> certain_hits;  // With the line's probability.
};

template <typename Number>
void insert(Lines<Number>& lines, const std::vector<int>& matched, int certain_hits,
            const Number& chance) {
  Lines<Number>* at = &lines;
  for (int result : matched) {
    const auto next =
        std::find_if(at->next.begin(), at->next.end(),
                     [&](const Lines<Number>& line) { return line.result == result; });
    if (next != at->next.end()) {
      at = &*next;
    } else {
      at->next.push_back({result, {}, {}});
      at = &at->next.back();
    }
  }
  for (auto& [hits, already] : at->certain_hits) {
    if (hits == certain_hits) {
      already += chance;
      return;
    }
  }
  at->certain_hits.emplace_back(certain_hits, chance);
}

// A8: adjusted results, high to low.
std::vector<int> results(const Dice& dice, const Pool& pool) {
  std::vector<int> line;
  for (int face = kFaces; face >= 1; --face) {
    int result = std::max(0, face + pool.adjustment);
    if (pool.result_cap) result = std::min(result, *pool.result_cap);
    for (int d = 0; d < showing(dice, face); ++d) line.push_back(result);
  }
  return line;
}

template <typename Number>
Lines<Number> line_up(const Pool& pool, int enemy_dice, int phantom, bool can_hit) {
  Tables<Number> tables = before_own_rerolls<Number>(pool);
  if (pool.own_rerolls > 0) {
    tables = reroll(tables, pool.dice, [&](const Dice& dice) {
      return without_lowest(dice, pool.own_rerolls, pool.reroll_below);
    });
  }

  Lines<Number> lines;
  for (const auto& [table, chance] : tables) {
    std::vector<int> matched;
    int certain_hits = table.critical;
    int sixes = 0;
    for (int result : results(table.dice, pool)) {
      if (result >= 6) ++sixes;
      if (static_cast<int>(matched.size()) < enemy_dice) {
        matched.push_back(result);
      } else if (can_hit && result > phantom) {  // A4
        ++certain_hits;
      }
    }
    if (pool.critical && !pool.critical->natural) {
      certain_hits += critical_hits(*pool.critical, sixes);
    }
    insert(lines, matched, certain_hits, chance);
  }
  return lines;
}

// What chances are added up in. Of 11 dice against 14 there are fifty million pairs of lines; in
// doubles their sum would be wrong in the eleventh digit.
template <typename Number>
using SumOf = std::conditional_t<std::is_same_v<Number, double>, long double, Number>;

// Compares the next highest dice, then the rest: [attacker's hits][defender's], which has room.
template <typename Number>
void compare(const Lines<Number>& attack, const Lines<Number>& defence, int attacker_hits,
             int defender_hits, bool defender_can_hit, JointLawOf<SumOf<Number>>& joint) {
  for (const auto& [attacker_more, chance] : attack.certain_hits) {
    LawOf<SumOf<Number>>& row = joint[static_cast<std::size_t>(attacker_hits + attacker_more)];
    for (const auto& [defender_more, enemy_chance] : defence.certain_hits) {
      row[static_cast<std::size_t>(defender_hits + defender_more)] += chance * enemy_chance;
    }
  }
  for (const Lines<Number>& a : attack.next) {
    for (const Lines<Number>& d : defence.next) {  // A3: nobody hits on a tie.
      const int attacker_hit = a.result > d.result ? 1 : 0;
      const int defender_hit = d.result > a.result && defender_can_hit ? 1 : 0;
      compare(a, d, attacker_hits + attacker_hit, defender_hits + defender_hit, defender_can_hit,
              joint);
    }
  }
}

}  // namespace

template <typename Number>
JointLawOf<Number> hits_of(const Pool& attack, const Pool& defence, int phantom,
                           bool defender_can_hit) {
  const Lines<Number> attack_lines = line_up<Number>(attack, defence.dice, phantom, true);
  const Lines<Number> defence_lines =
      line_up<Number>(defence, attack.dice, phantom, defender_can_hit);
  int most_hits = attack.dice;
  if (attack.critical) {
    most_hits += critical_hits(*attack.critical, std::max(attack.dice, attack.critical->sixes));
  }
  const auto columns = static_cast<std::size_t>(defence.dice + 1);
  JointLawOf<SumOf<Number>> sums(static_cast<std::size_t>(most_hits + 1),
                                 LawOf<SumOf<Number>>(columns, SumOf<Number>(0)));
  compare(attack_lines, defence_lines, 0, 0, defender_can_hit, sums);
  JointLawOf<Number> hits;
  for (const LawOf<SumOf<Number>>& row : sums) {
    hits.emplace_back();
    for (const SumOf<Number>& sum : row) hits.back().push_back(static_cast<Number>(sum));
  }
  return hits;
}

// Best rerolls (A9): every choice is tried. Whole numbers only: an expectation over so many dice is
// kept as its sum over all ordered throws of them.

namespace {

/// Sums over the equally likely throws of some dice: what the attacker and the defender are after.
struct Expected {
  std::int64_t attacker_enough = 0, attacker_damage = 0;
  std::int64_t defender_enough = 0, defender_damage = 0;
};

void add_times(Expected& sum, const Expected& more, std::int64_t times) {
  sum.attacker_enough += times * more.attacker_enough;
  sum.attacker_damage += times * more.attacker_damage;
  sum.defender_enough += times * more.defender_enough;
  sum.defender_damage += times * more.defender_damage;
}

std::int64_t power_of_six(int exponent) {
  std::int64_t power = 1;
  for (; exponent > 0; --exponent) power *= kFaces;
  return power;
}

// Every way to throw some dice, with the number of orders in which they can show it.
const std::vector<std::pair<Dice, std::int64_t>>& throws_in_order(int dice) {
  static std::map<int, std::vector<std::pair<Dice, std::int64_t>>> known;
  std::vector<std::pair<Dice, std::int64_t>>& throws = known[dice];
  if (throws.empty()) {
    Dice none{};
    throw_faces<std::int64_t>(1, dice, none, 1, throws);
  }
  return throws;
}

Dice both(const Dice& lying, const Dice& thrown) {
  Dice sum{};
  for (int face = 1; face <= kFaces; ++face) {
    showing(sum, face) = showing(lying, face) + showing(thrown, face);
  }
  return sum;
}

// All that may be left lying when at most so many dice are picked up.
void leave_lying(int face, int picks_left, Dice& dice, std::vector<Dice>& ways) {
  if (face > kFaces) {
    ways.push_back(dice);
    return;
  }
  const int shown = showing(dice, face);
  for (int picked = 0; picked <= std::min(shown, picks_left); ++picked) {
    showing(dice, face) = shown - picked;
    leave_lying(face + 1, picks_left - picked, dice, ways);
  }
  showing(dice, face) = shown;
}

// The dice picked up, from the lowest.
std::vector<int> picked_up(const Dice& before, const Dice& lying) {
  std::vector<int> dice;
  for (int face = 1; face <= kFaces; ++face) {
    for (int d = showing(lying, face); d < showing(before, face); ++d) dice.push_back(face);
  }
  return dice;
}

int hits_by_pairs(const std::vector<int>& own, const std::vector<int>& other, int phantom) {
  int hits = 0;
  for (std::size_t rank = 0; rank < own.size(); ++rank) {
    if (own[rank] > (rank < other.size() ? other[rank] : phantom)) ++hits;
  }
  return hits;
}

class BestRerolls {
 public:
  BestRerolls(const Pool& attack, const Pool& defence, int phantom, bool defender_can_hit,
              const WorthOf& worth)
      : attack_(attack),
        defence_(defence),
        phantom_(phantom),
        defender_can_hit_(defender_can_hit),
        worth_(worth) {}

  std::pair<int, int> hits(int critical, const Dice& attack, const Dice& defence) const {
    const std::vector<int> red = results(attack, attack_);
    const std::vector<int> white = results(defence, defence_);
    int attacker_hits = critical + hits_by_pairs(red, white, phantom_);
    if (attack_.critical && !attack_.critical->natural) {
      int sixes = 0;
      for (int result : red) sixes += result >= 6 ? 1 : 0;
      attacker_hits += critical_hits(*attack_.critical, sixes);
    }
    return {attacker_hits, defender_can_hit_ ? hits_by_pairs(white, red, phantom_) : 0};
  }

  // What the defender leaves lying, who sees the attacker's final dice; and what comes of it, over
  // as many dice as it may reroll.
  struct Left {
    Dice lying;
    Expected expected;
  };
  const Left& defender(int critical, const Dice& attack, const Dice& defence) {
    const auto [place, is_new] = defender_.try_emplace({critical, attack, defence});
    if (is_new) {
      place->second = best_of(defence_, false, defence, [&](const Dice& thrown) {
        const auto [a, d] = hits(critical, attack, thrown);
        const Worths worths = worth_(a, d);
        return Expected{worths.attacker.enough ? 1 : 0, worths.attacker.dealt,
                        worths.defender.enough ? 1 : 0, worths.defender.dealt};
      });
    }
    return place->second;
  }

  const Left& attacker(int critical, const Dice& attack, const Dice& defence) {
    const auto [place, is_new] = attacker_.try_emplace({critical, attack, defence});
    if (is_new) {
      place->second = best_of(attack_, true, attack, [&](const Dice& thrown) {
        return defender(critical, thrown, defence).expected;
      });
    }
    return place->second;
  }

 private:
  template <typename After>
  Left best_of(const Pool& pool, bool attacks, const Dice& dice, const After& after) {
    std::vector<Dice> ways;
    if (pool.best_rerolls) {
      Dice lying = dice;
      leave_lying(1, pool.own_rerolls, lying, ways);
    } else {
      ways.push_back(without_lowest(dice, pool.own_rerolls, pool.reroll_below));
    }
    const int most_picked = std::min(pool.own_rerolls, pool.dice);
    std::optional<Left> best;
    for (const Dice& lying : ways) {
      const int picked = pool.dice - count(lying);
      Expected sum;
      for (const auto& [thrown, orders] : throws_in_order(picked)) {
        add_times(sum, after(both(lying, thrown)), orders);
      }
      Left left{lying, {}};
      add_times(left.expected, sum, power_of_six(most_picked - picked));
      if (!best || better(attacks, dice, left, *best)) best = left;
    }
    return *best;
  }

  static bool better(bool attacks, const Dice& dice, const Left& left, const Left& than) {
    const auto order = [&](const Left& of) {
      const Expected& e = of.expected;
      const std::vector<int> picked = picked_up(dice, of.lying);
      return attacks ? std::make_tuple(-e.attacker_enough, -e.attacker_damage, e.defender_damage,
                                       picked.size(), picked)
                     : std::make_tuple(-e.defender_enough, -e.defender_damage, e.attacker_damage,
                                       picked.size(), picked);
    };
    return order(left) < order(than);
  }

  const Pool& attack_;
  const Pool& defence_;
  int phantom_;
  bool defender_can_hit_;
  const WorthOf& worth_;
  using Key = std::tuple<int, Dice, Dice>;
  std::map<Key, Left> defender_, attacker_;
};

}  // namespace

template <typename Number>
JointLawOf<Number> hits_of_best(const Pool& attack, const Pool& defence, int phantom,
                                bool defender_can_hit, const WorthOf& worth) {
  BestRerolls best(attack, defence, phantom, defender_can_hit, worth);
  const auto whites = before_own_rerolls<Number>(defence);
  JointLawOf<Number> law;
  std::map<std::tuple<int, Dice, Dice>, Number> attacked;
  for (const auto& [red, red_chance] : before_own_rerolls<Number>(attack)) {
    for (const auto& [white, white_chance] : whites) {
      const Dice& lying = best.attacker(red.critical, red.dice, white.dice).lying;
      const int picked = attack.dice - count(lying);
      const Number chance = red_chance * white_chance / Number(power_of_six(picked));
      for (const auto& [thrown, orders] : throws_in_order(picked)) {
        attacked[{red.critical, both(lying, thrown), white.dice}] += chance * Number(orders);
      }
    }
  }
  for (const auto& [table, chance] : attacked) {
    const auto& [critical, red, white] = table;
    const Dice& lying = best.defender(critical, red, white).lying;
    const int picked = defence.dice - count(lying);
    const Number each = chance / Number(power_of_six(picked));
    for (const auto& [thrown, orders] : throws_in_order(picked)) {
      const auto [a, d] = best.hits(critical, red, both(lying, thrown));
      add(law, a, d, each * Number(orders));
    }
  }
  return law;
}

template JointLawOf<double> hits_of_best(const Pool&, const Pool&, int, bool, const WorthOf&);
template JointLawOf<Rational> hits_of_best(const Pool&, const Pool&, int, bool, const WorthOf&);

template JointLawOf<double> hits_of(const Pool&, const Pool&, int, bool);
template JointLawOf<Rational> hits_of(const Pool&, const Pool&, int, bool);

}  // namespace reference
