// Games of choice in exact fractions: Raiders of Arcana, Magewinds, Dwethia Skirmish.
#include "best_play.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "fields.h"
#include "law.h"
#include "reference.h"

namespace reference {
namespace {

using Matrix = std::vector<std::vector<Rational>>;

// The chance of 0, 1, 2...
using Chances = std::vector<Rational>;

std::size_t index(int n) { return static_cast<std::size_t>(n); }

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument("reference: " + why);
}

// ---- A matrix game ----

// One table of the simplex method: row i says that its basic variable and the others, with their
// factors, make up `right`; `gain` is what raising a variable adds to the goal.
struct Simplex {
  Matrix factor;
  std::vector<Rational> right;
  std::vector<Rational> gain;
  std::vector<std::size_t> basic;
};

void pivot(Simplex& table, std::size_t row, std::size_t column) {
  const Rational by = table.factor[row][column];
  for (Rational& f : table.factor[row]) f /= by;
  table.right[row] /= by;
  for (std::size_t i = 0; i < table.factor.size(); ++i) {
    const Rational times = table.factor[i][column];
    if (i == row || times == 0) continue;
    for (std::size_t j = 0; j < table.factor[i].size(); ++j) {
      table.factor[i][j] -= times * table.factor[row][j];
    }
    table.right[i] -= times * table.right[row];
  }
  const Rational times = table.gain[column];
  for (std::size_t j = 0; j < table.gain.size(); ++j) {
    table.gain[j] -= times * table.factor[row][j];
  }
  table.basic[row] = column;
}

// Bland's rule, which cannot cycle: the first variable with a gain comes in; of the rows that bound
// it tightest, the one with the first basic variable leaves.
void maximise(Simplex& table) {
  for (;;) {
    std::size_t column = 0;
    while (column < table.gain.size() && table.gain[column] <= 0) ++column;
    if (column == table.gain.size()) return;
    std::optional<std::size_t> leaving;
    Rational tightest;
    for (std::size_t i = 0; i < table.factor.size(); ++i) {
      if (table.factor[i][column] <= 0) continue;
      const Rational bound = table.right[i] / table.factor[i][column];
      if (!leaving || bound < tightest ||
          (bound == tightest && table.basic[i] < table.basic[*leaving])) {
        leaving = i;
        tightest = bound;
      }
    }
    if (!leaving) throw std::logic_error("reference: a matrix game has no bound");
    pivot(table, *leaving, column);
  }
}

}  // namespace

Rational matrix_game_value(const Matrix& payoff) {
  if (payoff.empty() || payoff.front().empty()) refuse("a game without a choice");
  const std::size_t rows = payoff.size();
  const std::size_t columns = payoff.front().size();

  // Raise all payoffs to 1 or more, so that the value is positive.
  Rational lowest = payoff.front().front();
  for (const std::vector<Rational>& row : payoff) {
    if (row.size() != columns) refuse("the rows of a game differ in length");
    for (const Rational& p : row) lowest = std::min(lowest, p);
  }
  const Rational raise = 1 - lowest;

  // Maximise the sum of y >= 0 while no row of (payoff + raise) y exceeds 1: y is the columns'
  // strategy divided by the raised value. Each row has a slack variable, basic at first.
  Simplex table;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Rational> factor;
    for (const Rational& p : payoff[i]) factor.emplace_back(p + raise);
    factor.resize(columns + rows);
    factor[columns + i] = 1;
    table.factor.push_back(factor);
    table.right.emplace_back(1);
    table.basic.push_back(columns + i);
  }
  table.gain.assign(columns, Rational(1));
  table.gain.resize(columns + rows);
  maximise(table);

  std::vector<Rational> column_weight(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    if (table.basic[i] < columns) column_weight[table.basic[i]] = table.right[i];
  }
  Rational sum = 0;
  for (const Rational& weight : column_weight) sum += weight;
  Rational value = 1 / sum - raise;

  // The proof. The rows' strategy is what the slack variables would lose.
  Rational row_sum = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const Rational weight = -table.gain[columns + i];
    if (weight < 0) throw std::logic_error("reference: no strategy for the rows");
    row_sum += weight;
    Rational against = 0;
    for (std::size_t j = 0; j < columns; ++j) against += payoff[i][j] * column_weight[j];
    if (against > value * sum) throw std::logic_error("reference: a row beats the value");
  }
  if (row_sum != sum) throw std::logic_error("reference: the strategies disagree");
  for (std::size_t j = 0; j < columns; ++j) {
    if (column_weight[j] < 0) throw std::logic_error("reference: no strategy for the columns");
    Rational against = 0;
    for (std::size_t i = 0; i < rows; ++i) against -= table.gain[columns + i] * payoff[i][j];
    if (against < value * sum) throw std::logic_error("reference: a column beats the value");
  }
  return value;
}

namespace {

// ---- Dice ----

// The chance of one of `good` faces, of which there are none too few and not more than `sides`.
Rational faces(int good, int sides) { return Rational(std::clamp(good, 0, sides), sides); }

Rational reach(int target, int sides) { return faces(sides - target + 1, sides); }

// How many of `dice` dice succeed.
Chances throw_dice(int dice, const Rational& chance) {
  Chances chances{Rational(1)};
  for (int die = 0; die < dice; ++die) {
    Chances next(chances.size() + 1);
    for (std::size_t n = 0; n < chances.size(); ++n) {
      next[n] += chances[n] * (1 - chance);
      next[n + 1] += chances[n] * chance;
    }
    chances = next;
  }
  return chances;
}

// ---- Raiders of Arcana ----

struct Raiders {
  int figures, hp, dice_each;
  Rational cancel;  // C3: one of its defence dice cancels an enemy attack die.
  Rational wound;   // C4: one of its attack dice wounds.
  bool shield_wall;
};

Raiders raiders(const Unit& unit, const Unit& enemy, int sides) {
  const Fields& f = unit.fields;
  const Fields& e = enemy.fields;
  return {number(f, "figures"),
          number(f, "hp"),
          number(f, "cd"),
          reach(number(e, "as") - number(f, "db"), sides),
          reach(number(e, "arm") - number(f, "str"), sides),
          yes(f, "shield-wall")};
}

class RaidersGame {
 public:
  RaidersGame(const Unit& attacker, const Unit& defender, const Situation& situation)
      : attacker_(raiders(attacker, defender, number(situation, "die"))),
        defender_(raiders(defender, attacker, number(situation, "die"))),
        round_up_(yes(situation, "round-up")) {}

  // One round from these wounds (C6). `worth(x, y)` is what the round is worth in which the
  // attacker inflicts x wounds and the defender y.
  template <typename Worth>
  Rational round(int attacker_wounds, int defender_wounds, Worth worth) const {
    const int attacker_dice = dice(attacker_, attacker_wounds);
    const int defender_dice = dice(defender_, defender_wounds);
    Matrix payoff;
    for (int a = 0; a <= attacker_dice; ++a) {  // C2
      payoff.emplace_back();
      for (int d = 0; d <= defender_dice; ++d) {
        const Chances dealt = wounds(attacker_, a, defender_, defender_dice - d);
        const Chances suffered = wounds(defender_, d, attacker_, attacker_dice - a);
        payoff.back().push_back(expected(dealt, suffered, worth));
      }
    }
    return matrix_game_value(payoff);
  }

  // The chance to win, and half of a draw's.
  Rational win(int attacker_wounds, int defender_wounds, int rounds) {
    const bool attacker_gone = standing(attacker_, attacker_wounds) == 0;
    const bool defender_gone = standing(defender_, defender_wounds) == 0;
    if (attacker_gone != defender_gone) return defender_gone ? 1 : 0;
    if (attacker_gone || rounds < 1) return Rational(1, 2);
    const auto state = std::make_tuple(attacker_wounds, defender_wounds, rounds);
    const auto known = wins_.find(state);
    if (known != wins_.end()) return known->second;
    Rational value = round(attacker_wounds, defender_wounds, [&](int dealt, int suffered) {
      return win(std::min(attacker_wounds + suffered, attacker_.figures * attacker_.hp),
                 std::min(defender_wounds + dealt, defender_.figures * defender_.hp), rounds - 1);
    });
    wins_.emplace(state, value);
    return value;
  }

  // C6: the attacker's kills when the defender suffers `more` wounds, and the other way round.
  int kills(int defender_wounds, int more) const {
    return fallen(defender_, defender_wounds, more);
  }
  int losses(int attacker_wounds, int more) const {
    return fallen(attacker_, attacker_wounds, more);
  }

  bool fit(int attacker_wounds, int defender_wounds) const {
    return standing(attacker_, attacker_wounds) > 0 && standing(defender_, defender_wounds) > 0;
  }

 private:
  static int standing(const Raiders& side, int wounds) {
    return std::max(0, side.figures - wounds / side.hp);
  }
  static int fallen(const Raiders& side, int wounds, int more) {
    return standing(side, wounds) - standing(side, wounds + more);
  }
  static int dice(const Raiders& side, int wounds) {
    return side.dice_each * standing(side, wounds);
  }

  template <typename Worth>
  static Rational expected(const Chances& dealt, const Chances& suffered, Worth worth) {
    Rational sum = 0;
    for (std::size_t x = 0; x < dealt.size(); ++x) {
      for (std::size_t y = 0; y < suffered.size(); ++y) {
        const Rational chance = dealt[x] * suffered[y];
        if (chance != 0) sum += chance * worth(static_cast<int>(x), static_cast<int>(y));
      }
    }
    return sum;
  }

  // C3, C4, C7: what `chosen` dice of `from` do to `to`.
  Chances wounds(const Raiders& from, int chosen, const Raiders& to, int defence_dice) const {
    int attack_dice = chosen;
    if (from.shield_wall) attack_dice = (chosen + (round_up_ ? 1 : 0)) / 2;
    Chances sum(index(attack_dice) + 1);
    const Chances cancels = throw_dice(defence_dice, to.cancel);
    for (int c = 0; c <= defence_dice; ++c) {
      const Chances inflicted = throw_dice(std::max(0, attack_dice - c), from.wound);
      for (std::size_t w = 0; w < inflicted.size(); ++w) sum[w] += cancels[index(c)] * inflicted[w];
    }
    return sum;
  }

  Raiders attacker_;
  Raiders defender_;
  bool round_up_;
  std::map<std::tuple<int, int, int>, Rational> wins_;
};

// C8: two markers a round; who has reached the limit fights no more.
int rounds_before_fatigue(const Unit& unit, int rounds) {
  const int limit = number_or_none(unit.fields, "fatigue").value_or(0);
  return limit > 0 ? std::min(rounds, (limit + 1) / 2) : rounds;
}

}  // namespace

Rational raiders_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                           Payoff payoff, int rounds) {
  RaidersGame game(attacker, defender, situation);
  const int a = number(attacker.fields, "wounds");
  const int d = number(defender.fields, "wounds");
  if (!game.fit(a, d)) refuse("a unit has no figure left");
  if (payoff == Payoff::damage) {
    return game.round(a, d, [](int dealt, int suffered) { return dealt - suffered; });
  }
  if (payoff == Payoff::kills) {
    return game.round(a, d, [&](int dealt, int suffered) {
      return game.kills(d, dealt) - game.losses(a, suffered);
    });
  }
  if (payoff != Payoff::win) refuse("Raiders of Arcana is not played for that");
  rounds = rounds_before_fatigue(attacker, rounds);
  rounds = rounds_before_fatigue(defender, rounds);
  return game.win(a, d, rounds);
}

namespace {

// ---- Magewinds ----

enum class Reaction { kNone, kDodge, kDeflect };

class Duel {
 public:
  Duel(const Unit& attacker, const Unit& defender, const Situation& situation, Payoff payoff,
       Rational reaction_value)
      : defender_(defender.fields),
        situation_(situation),
        payoff_(payoff),
        reaction_value_(std::move(reaction_value)),
        toughness_(number(defender.fields, "toughness")) {
    const Group* attack = nullptr;
    const std::string& name = text(situation, "attack");
    for (const Group& group : attacker.groups) {
      if (attack == nullptr && (name.empty() || group.name == name)) attack = &group;
    }
    if (attack == nullptr) refuse("the attacker has no such attack");
    check_range(attack->fields);
    if (number_or_none(attack->fields, "power")) {  // B5
      profiles_ = {profile(attack->fields, "")};
    } else {
      profiles_ = {profile(attack->fields, "light."), profile(attack->fields, "heavy.")};
      may_feint_ = true;
    }
  }

  // The value with so many actions left and so much damage on the target.
  Rational value(int attacker_actions, int defender_actions, int damage) {
    if (damage >= toughness_) return payoff_ == Payoff::down ? 1 : 0;  // B4
    if (attacker_actions < 1) return 0;
    const auto state = std::make_tuple(attacker_actions, defender_actions, damage);
    const auto known = values_.find(state);
    if (known != values_.end()) return known->second;

    std::vector<Reaction> reactions{Reaction::kNone};  // B7
    if (defender_actions > 0) {
      reactions = {Reaction::kNone, Reaction::kDodge, Reaction::kDeflect};
    }
    Matrix payoff;
    for (const Profile& attack : profiles_) {
      payoff.emplace_back();
      for (const Reaction reaction : reactions) {
        const bool reacts = reaction != Reaction::kNone;
        Rational sum = reacts ? reaction_value_ : Rational(0);
        const Chances dealt = damage_of(attack, reaction);
        for (std::size_t n = 0; n < dealt.size(); ++n) {
          const int points = static_cast<int>(n);
          if (payoff_ == Payoff::damage) sum += dealt[n] * points;
          sum += dealt[n] *
                 value(attacker_actions - 1, defender_actions - (reacts ? 1 : 0), damage + points);
        }
        payoff.back().push_back(sum);
      }
    }
    if (may_feint_) {  // B6: free if it draws a reaction, which is spent.
      payoff.emplace_back();
      for (const Reaction reaction : reactions) {
        if (reaction == Reaction::kNone) {
          payoff.back().push_back(value(attacker_actions - 1, defender_actions, damage));
        } else {
          payoff.back().push_back(reaction_value_ +
                                  value(attacker_actions, defender_actions - 1, damage));
        }
      }
    }
    Rational result = matrix_game_value(payoff);
    values_.emplace(state, result);
    return result;
  }

 private:
  struct Profile {
    int power, precision;
  };

  Profile profile(const Fields& attack, const std::string& prefix) const {
    return {number(attack, prefix + "power") + number(situation_, "power-change"),
            number(attack, prefix + "precision") + number(situation_, "precision-change")};
  }

  void check_range(const Fields& attack) const {  // B11
    const std::optional<int> distance = number_or_none(situation_, "distance");
    const std::optional<int> longest = number_or_none(attack, "max-range");
    if (!distance) return;
    if (*distance < number(attack, "min-range")) refuse("B11: too near");
    if (longest && *distance > *longest) refuse("B11: too far");
  }

  // B1 to B4, B10: one attack.
  Chances damage_of(const Profile& attack, Reaction reaction) const {
    int evasion = number(defender_, "evasion") + number(situation_, "evasion-change");
    int armour = number(defender_, "armour") + number(situation_, "armour-change");
    if (yes(situation_, "cover")) ++evasion;
    if (reaction == Reaction::kDodge) evasion += number(defender_, "dodge");
    if (reaction == Reaction::kDeflect) armour += number(defender_, "deflect");
    armour = std::max(0, armour);

    int target = attack.precision - evasion;
    const std::optional<int> cap = number_or_none(situation_, "target-cap");
    if (cap) target = std::min(target, *cap);
    Rational hit = faces(target, 6);
    if (yes(situation_, "reroll-hits")) hit *= faces(target, 6);
    const Rational past_barrier = 1 - faces(number(defender_, "barrier"), 6);

    const int dice = std::max(0, attack.power);
    const Chances hits = throw_dice(dice, hit);
    Chances sum(index(dice) + 1);
    for (int h = 0; h <= dice; ++h) {
      const Chances points = throw_dice(std::max(0, h - armour), past_barrier);
      for (std::size_t n = 0; n < points.size(); ++n) sum[n] += hits[index(h)] * points[n];
    }
    return sum;
  }

  const Fields& defender_;
  const Situation& situation_;
  Payoff payoff_;
  Rational reaction_value_;
  int toughness_;
  std::vector<Profile> profiles_;
  bool may_feint_ = false;
  std::map<std::tuple<int, int, int>, Rational> values_;
};

}  // namespace

Rational magewinds_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                             Payoff payoff, int attacker_actions, int defender_actions,
                             const Rational& reaction_value) {
  if (payoff != Payoff::damage && payoff != Payoff::down)
    refuse("Magewinds is not played for that");
  Duel duel(attacker, defender, situation, payoff, reaction_value);
  return duel.value(attacker_actions, defender_actions, number(situation, "defender-damage"));
}

// ---- Dwethia Skirmish ----

double dwethia_best_response(const Unit& attacker, const Unit& defender, Situation situation,
                             Payoff payoff) {
  const auto quantity = [payoff](const Deals& deals) {
    if (payoff == Payoff::damage) return mean(deals.damage);
    if (payoff == Payoff::kills) return mean(deals.kills);
    if (payoff == Payoff::destroyed) return deals.destroyed;
    refuse("Dwethia Skirmish is not played for that");
  };
  if (word(situation, "mode", {"fight", "opportunity"}) != "fight") refuse("no response to choose");
  std::optional<double> best;
  for (const char* response : {"fight", "retreat", "fire"}) {
    situation["response"] = response;
    const Result result = dwethia_skirmish(attacker, defender, situation);
    if (!result.legal) continue;  // D9: nobody can shoot.
    const double value = quantity(result.attacker) - quantity(result.defender);
    best = best ? std::min(*best, value) : value;
  }
  if (!best) refuse("no model is engaged");
  return *best;
}

}  // namespace reference
