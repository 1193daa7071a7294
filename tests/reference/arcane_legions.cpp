// Arcane Legions: both sides' dice are rolled, rerolled, sorted and compared pair by pair.
//
// A pool is kept as the number of dice that show each face, which is a sorted pool with its equal
// orders counted together. Each side's law over its final pools is found first; then every pool of
// one side is compared with every pool of the other.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "reference.h"

namespace reference {
namespace {

// The unit as it stands on the table.

struct Figure {
  std::size_t group;  // 0 in a unit without groups.
  int hit_points;
};

struct Legion {
  const Fields* fields;
  std::vector<Figure> figures;  // In roster order.
  int red, blue, white;         // Icons of the whole unit.
};

Legion muster(const Unit& unit) {
  Legion legion{&unit.fields, {}, 0, 0, 0};
  legion.red = number(unit.fields, "red");
  legion.blue = number(unit.fields, "blue");
  legion.white = number(unit.fields, "white");
  if (unit.groups.empty()) {
    const int figures = number(unit.fields, "figures");
    for (int f = 0; f < figures; ++f) legion.figures.push_back({0, number(unit.fields, "hp")});
  }
  for (std::size_t g = 0; g < unit.groups.size(); ++g) {
    const Fields& fields = unit.groups[g].fields;
    const int count = number(fields, "count");
    for (int f = 0; f < count; ++f) {
      legion.figures.push_back({g, number(fields, "hp")});
      legion.red += number(fields, "red");
      legion.blue += number(fields, "blue");
      legion.white += number(fields, "white");
    }
  }
  return legion;
}

int ability(const Legion& legion, const std::string& key) { return number(*legion.fields, key); }

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

// The critical hit (A6, A7).

struct Critical {
  bool natural;  // Judged on the first roll; otherwise on the final results.
  bool each;     // Once for every full `sixes`; otherwise once.
  int sixes;
  int bonus;
};

int critical_hits(const Critical& rule, int sixes) {
  const int times = sixes / rule.sixes;
  return rule.bonus * (rule.each ? times : std::min(times, 1));
}

// One side's dice, from the cup to the sorted line.

struct Rolling {
  int dice;
  int forced_rerolls, own_rerolls, reroll_below;
  int adjustment;
  std::optional<int> result_cap;
  std::optional<Critical> critical;  // The attacker's only.
};

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
std::vector<int> results(const Dice& dice, const Rolling& rolling) {
  std::vector<int> line;
  for (int face = kFaces; face >= 1; --face) {
    int result = std::max(0, face + rolling.adjustment);
    if (rolling.result_cap) result = std::min(result, *rolling.result_cap);
    for (int d = 0; d < showing(dice, face); ++d) line.push_back(result);
  }
  return line;
}

template <typename Number>
Lines<Number> line_up(const Rolling& rolling, int enemy_dice, int phantom, bool can_hit) {
  Tables<Number> tables;
  for (const auto& [dice, chance] : throw_dice<Number>(rolling.dice)) {
    Table table{0, dice};
    if (rolling.critical && rolling.critical->natural) {
      table.critical = critical_hits(*rolling.critical, showing(dice, 6));
    }
    tables[table] += chance;
  }
  if (rolling.forced_rerolls > 0) {
    tables = reroll(tables, rolling.dice, [&](const Dice& dice) {
      return without_highest(dice, rolling.forced_rerolls);
    });
  }
  if (rolling.own_rerolls > 0) {
    tables = reroll(tables, rolling.dice, [&](const Dice& dice) {
      return without_lowest(dice, rolling.own_rerolls, rolling.reroll_below);
    });
  }

  Lines<Number> lines;
  for (const auto& [table, chance] : tables) {
    std::vector<int> matched;
    int certain_hits = table.critical;
    int sixes = 0;
    for (int result : results(table.dice, rolling)) {
      if (result >= 6) ++sixes;
      if (static_cast<int>(matched.size()) < enemy_dice) {
        matched.push_back(result);
      } else if (can_hit && result > phantom) {  // A4
        ++certain_hits;
      }
    }
    if (rolling.critical && !rolling.critical->natural) {
      certain_hits += critical_hits(*rolling.critical, sixes);
    }
    insert(lines, matched, certain_hits, chance);
  }
  return lines;
}

// Compares the next highest dice, then the rest: [attacker's hits][defender's], which has room.
template <typename Number>
void compare(const Lines<Number>& attack, const Lines<Number>& defence, int attacker_hits,
             int defender_hits, bool defender_can_hit, JointLawOf<Number>& joint) {
  for (const auto& [attacker_more, chance] : attack.certain_hits) {
    LawOf<Number>& row = joint[static_cast<std::size_t>(attacker_hits + attacker_more)];
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

// Damage.

// A10, without berserker.
int combat_damage(int hits, const Legion& from, const Legion& to) {
  const int brutal = hits > 0 ? ability(from, "brutal") : 0;
  return std::max(0, hits + brutal - ability(to, "toughness"));
}

// A11: the figures in the order in which they fall; equal figures in roster order.
std::vector<Figure> casualty_order(std::vector<Figure> figures, const std::string& losses) {
  std::stable_sort(figures.begin(), figures.end(), [&](const Figure& one, const Figure& other) {
    if (losses == "fewest") return one.hit_points > other.hit_points;
    if (losses == "cheapest") return one.hit_points < other.hit_points;
    return false;
  });
  return figures;
}

// A11: one figure after the other takes damage until it is down.
int downed(const std::vector<Figure>& order, int damage) {
  int figures = 0;
  for (const Figure& figure : order) {
    if (damage < figure.hit_points) break;
    damage -= figure.hit_points;
    ++figures;
  }
  return figures;
}

template <typename Number>
void remove_casualties(DealsOf<Number>& deals, const Legion& target, const std::string& losses,
                       int damage_before) {
  const std::vector<Figure> order = casualty_order(target.figures, losses);
  const int down_before = downed(order, damage_before);
  const int all = static_cast<int>(order.size());
  deals.kills.clear();
  for_each(deals.damage, [&](int damage, const Number& chance) {
    const int down = downed(order, damage_before + damage);
    add(deals.kills, down - down_before, chance);
    if (down == all) deals.destroyed += chance;
  });
}

}  // namespace

template <typename Number>
ResultOf<Number> arcane_exchange(const Unit& attacking, const Unit& defending,
                                 const Situation& situation) {
  const Legion attacker = muster(attacking);
  const Legion defender = muster(defending);
  const bool ranged = word(situation, "mode", {"close", "ranged"}) == "ranged";

  // A2, A14: may the order be given at all?
  const int icons = ranged ? attacker.blue : attacker.red;
  if (icons < 1) return illegal<Number>("A2: the attacker has no ready icon of the right colour");
  if (ranged) {
    const std::optional<int> distance = number_or_none(situation, "distance");
    if (distance && *distance > 6)
      return illegal<Number>("A14: the target is more than six steps away");
    if (yes(situation, "blocked")) return illegal<Number>("A14: the line of sight is blocked");
    if (yes(situation, "adjacent"))
      return illegal<Number>("A14: an enemy is adjacent to the attacker");
  }

  // A1: how many dice.
  int attack_dice = icons + ability(attacker, "extra-attack");
  if (word(situation, "attacker-side", {"good", "bad"}) == "bad") attack_dice -= 3;
  if (ranged && yes(situation, "firing-into-melee")) attack_dice -= 1;
  if (ranged) attack_dice -= number(situation, "hindered");
  attack_dice = std::max(0, attack_dice);

  int defence_dice = defender.white + ability(defender, "extra-defence");
  defence_dice += ability(defender, ranged ? "extra-defence-ranged" : "extra-defence-close");
  if (word(situation, "defender-side", {"good", "bad"}) == "bad") defence_dice -= 3;
  defence_dice = std::max(0, defence_dice);

  // Each side's dice.
  Critical critical{};
  critical.natural = word(situation, "critical", {"natural", "final"}) == "natural";
  critical.each = word(situation, "critical-per", {"once", "each-three"}) == "each-three";
  critical.sixes = number(situation, "critical-count");
  critical.bonus = number(situation, "critical-bonus");
  if (critical.sixes < 1 || critical.bonus < 0) {
    throw std::invalid_argument("reference: an impossible critical hit");
  }

  const Rolling attack{attack_dice,
                       ability(defender, "force-attack-reroll"),
                       ability(attacker, "attack-rerolls"),
                       ability(attacker, "reroll-below"),
                       ability(attacker, "attack-result"),
                       number_or_none(attacking.fields, "result-cap"),
                       critical};
  const Rolling defence{defence_dice,
                        ability(attacker, "force-defence-reroll"),
                        ability(defender, "defence-rerolls"),
                        ability(defender, "reroll-below"),
                        ability(defender, "defence-result"),
                        number_or_none(defending.fields, "result-cap"),
                        std::nullopt};
  const bool defender_can_hit = !ranged || yes(defending.fields, "white-hits-blue");  // A5
  const int phantom = number(situation, "phantom");
  const Lines<Number> attack_lines = line_up<Number>(attack, defence_dice, phantom, true);
  const Lines<Number> defence_lines =
      line_up<Number>(defence, attack_dice, phantom, defender_can_hit);
  const int most_critical = critical_hits(critical, std::max(attack_dice, critical.sixes));
  JointLawOf<Number> hits(static_cast<std::size_t>(attack_dice + most_critical + 1),
                          LawOf<Number>(static_cast<std::size_t>(defence_dice + 1), Number(0)));
  compare(attack_lines, defence_lines, 0, 0, defender_can_hit, hits);

  // A10, A12: both sides' damage at once.
  ResultOf<Number> result;
  result.attacker.hits.clear();
  result.defender.hits.clear();
  result.attacker.damage.clear();
  result.defender.damage.clear();
  result.joint_damage.clear();
  for (int a = 0; a < static_cast<int>(hits.size()); ++a) {
    for_each(hits[static_cast<std::size_t>(a)], [&, a](int d, const Number& chance) {
      const int by_attacker = combat_damage(a, attacker, defender);
      const int by_defender = combat_damage(d, defender, attacker);
      const bool attacker_rages = !ranged && by_defender > 0;
      const bool defender_rages = !ranged && by_attacker > 0;
      const int attacker_total =
          by_attacker + (attacker_rages ? ability(attacker, "berserker") : 0);
      const int defender_total =
          by_defender + (defender_rages ? ability(defender, "berserker") : 0);
      add(result.attacker.hits, a, chance);
      add(result.defender.hits, d, chance);
      add(result.attacker.damage, attacker_total, chance);
      add(result.defender.damage, defender_total, chance);
      add(result.joint_damage, attacker_total, defender_total, chance);
    });
  }
  remove_casualties(result.attacker, defender,
                    word(situation, "defender-losses", {"listed", "fewest", "cheapest"}),
                    number(situation, "defender-damage"));
  remove_casualties(result.defender, attacker,
                    word(situation, "attacker-losses", {"listed", "fewest", "cheapest"}),
                    number(situation, "attacker-damage"));

  // A14: what the order costs.
  const bool sortie = word(attacking.fields, "kind", {"formation", "sortie"}) == "sortie";
  const int cost = std::max(0, (sortie ? 1 : 2) + ability(attacker, "order-cost"));
  if (cost > 0) result.attacker.damage_per_order_point = mean(result.attacker.damage) / cost;
  return result;
}

Remains arcane_remains(const Unit& unit, const std::string& losses, int damage) {
  const std::vector<Figure> order = casualty_order(muster(unit).figures, losses);
  Remains remains{unit, static_cast<int>(order.size()), 0};
  const auto one_less = [](Fields& fields, const std::string& key) {
    fields[key] = std::to_string(number(fields, key) - 1);
  };
  const int down = downed(order, damage);
  for (int f = 0; f < down; ++f) {
    const Figure& fallen = order[static_cast<std::size_t>(f)];
    if (unit.groups.empty()) {
      one_less(remains.standing.fields, "figures");
    } else {
      one_less(remains.standing.groups[fallen.group].fields, "count");
    }
    --remains.figures;
    remains.lethal += fallen.hit_points;
  }
  return remains;
}

template ResultOf<Rational> arcane_exchange(const Unit&, const Unit&, const Situation&);

Result arcane_legions(const Unit& attacker, const Unit& defender, const Situation& situation) {
  return arcane_exchange<double>(attacker, defender, situation);
}

}  // namespace reference
