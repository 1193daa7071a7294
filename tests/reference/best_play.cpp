// Compiled with fractions only.
#include "best_play.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "fields.h"
#include "law.h"

namespace reference {
namespace {

using Matrix = std::vector<std::vector<Fraction>>;

int at(const Unit& unit, const char* key) { return number(unit.fields, key); }

Unit with(Unit unit, const char* key, int value) {
  unit.fields[key] = std::to_string(value);
  return unit;
}

/// Raiders of Arcana, played to the end of `rounds` rounds.
class RaidersBattle {
 public:
  RaidersBattle(const Unit& attacker, const Unit& defender, const Situation& situation)
      : a_(attacker), b_(defender), situation_(situation) {}

  Fraction value(int a_wounds, int b_wounds, int rounds) {
    const bool a_gone = a_wounds == at(a_, "figures") * at(a_, "hp");
    const bool b_gone = b_wounds == at(b_, "figures") * at(b_, "hp");
    if (a_gone && b_gone) return {1, 2};
    if (a_gone) return 0;
    if (b_gone) return 1;
    if (rounds == 0) return {1, 2};
    const auto key = std::tuple(a_wounds, b_wounds, rounds);
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    const Fraction value = matrix_game_value(matrix(a_wounds, b_wounds, [&](const Result& round) {
      Fraction sum = 0;
      for (std::size_t x = 0; x < round.joint_damage.size(); ++x) {
        for (std::size_t y = 0; y < round.joint_damage[x].size(); ++y) {
          if (round.joint_damage[x][y] == 0) continue;
          sum += round.joint_damage[x][y] * this->value(capped(a_, a_wounds + static_cast<int>(y)),
                                                        capped(b_, b_wounds + static_cast<int>(x)),
                                                        rounds - 1);
        }
      }
      return sum;
    }));
    return values_[key] = value;
  }

  /// The payoffs of one round, by dice of both sides put into attack.
  template <class Payoff>
  Matrix matrix(int a_wounds, int b_wounds, Payoff&& payoff) {
    const Unit a = with(a_, "wounds", a_wounds);
    const Unit b = with(b_, "wounds", b_wounds);
    Matrix matrix;
    for (int i = 0; i <= dice(a); ++i) {
      matrix.emplace_back();
      for (int j = 0; j <= dice(b); ++j) {
        Situation now = situation_;
        now["attacker-attack"] = std::to_string(i);
        now["defender-attack"] = std::to_string(j);
        matrix.back().push_back(payoff(raiders_of_arcana(a, b, now)));
      }
    }
    return matrix;
  }

 private:
  static int dice(const Unit& unit) {
    return at(unit, "cd") * (at(unit, "figures") - at(unit, "wounds") / at(unit, "hp"));
  }
  static int capped(const Unit& unit, int wounds) {
    return std::min(wounds, at(unit, "figures") * at(unit, "hp"));
  }

  Unit a_;
  Unit b_;
  Situation situation_;
  std::map<std::tuple<int, int, int>, Fraction> values_;
};

/// Magewinds: an activation.
class Activation {
 public:
  Activation(const Unit& attacker, const Unit& defender, const Situation& situation, bool damage,
             Fraction reaction_value)
      : attacker_(attacker),
        defender_(defender),
        situation_(situation),
        damage_(damage),
        reaction_value_(std::move(reaction_value)) {
    for (const Group& group : attacker.groups) {
      const bool meant = group.name == text(situation, "attack");
      if (meant || &group == &attacker.groups.front()) {
        plain_ = text(group.fields, "power") != "none";
      }
    }
  }

  Fraction value(int taken, int actions, int reactions) {
    if (taken >= at(defender_, "toughness")) return damage_ ? 0 : 1;
    if (actions == 0) return 0;
    const auto key = std::tuple(taken, actions, reactions);
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    Matrix matrix;
    for (const std::string choice : {"light", "heavy", "feint"}) {
      if (plain_ && choice != "light") continue;  // B5
      matrix.emplace_back();
      for (const std::string reaction : {"none", "dodge", "deflect"}) {
        if (reaction != "none" && reactions == 0) continue;
        matrix.back().push_back(payoff(taken, actions, reactions, choice, reaction));
      }
    }
    return values_[key] = matrix_game_value(matrix);
  }

 private:
  Fraction payoff(int taken, int actions, int reactions, const std::string& choice,
                  const std::string& reaction) {
    const bool reacts = reaction != "none";
    const int reactions_left = reactions - (reacts ? 1 : 0);
    Fraction sum = reacts ? reaction_value_ : Fraction(0);
    if (choice == "feint") {  // B6
      return sum + value(taken, reacts ? actions : actions - 1, reactions_left);
    }
    Situation now = situation_;
    now["choice"] = choice;
    now["reaction"] = reaction;
    now["defender-damage"] = std::to_string(taken);
    const Law damage = magewinds(attacker_, defender_, now).attacker.damage;
    if (damage_) sum += mean(damage);
    for (std::size_t k = 0; k < damage.size(); ++k) {
      if (damage[k] == 0) continue;
      sum += damage[k] * value(taken + static_cast<int>(k), actions - 1, reactions_left);
    }
    return sum;
  }

  Unit attacker_;
  Unit defender_;
  Situation situation_;
  bool damage_;
  Fraction reaction_value_;
  bool plain_ = false;
  std::map<std::tuple<int, int, int>, Fraction> values_;
};

}  // namespace

Fraction matrix_game_value(const Matrix& payoff) {
  if (payoff.empty() || payoff[0].empty()) throw std::invalid_argument("reference: no game");
  // All payoffs are made at least 1; then the columns maximise the sum of y >= 0 under
  // payoff y <= 1, and the value is one over that sum.
  Fraction least = payoff[0][0];
  for (const auto& row : payoff) {
    for (const Fraction& entry : row) least = std::min(least, entry);
  }
  const Fraction shift = 1 - least;
  const std::size_t m = payoff.size();
  const std::size_t n = payoff[0].size();
  Matrix tableau;
  std::vector<std::size_t> basis;
  for (const auto& row : payoff) {
    auto& line = tableau.emplace_back();
    for (const Fraction& entry : row) line.push_back(entry + shift);
    basis.push_back(line.size() + basis.size());
    for (std::size_t i = 0; i < m; ++i) line.emplace_back(line.size() == basis.back() ? 1 : 0);
    line.emplace_back(1);
  }
  tableau.emplace_back(n, Fraction(-1)).insert(tableau.back().end(), m + 1, Fraction(0));
  for (;;) {
    // Bland: the first column that improves, the first row that limits it.
    std::size_t in = 0;
    while (in < n + m && tableau[m][in] >= 0) ++in;
    if (in == n + m) return 1 / tableau[m][n + m] - shift;
    std::size_t out = m;
    for (std::size_t i = 0; i < m; ++i) {
      if (tableau[i][in] <= 0) continue;
      if (out == m) {
        out = i;
        continue;
      }
      const Fraction here = tableau[i][n + m] / tableau[i][in];
      const Fraction best = tableau[out][n + m] / tableau[out][in];
      if (here < best || (here == best && basis[i] < basis[out])) out = i;
    }
    const Fraction pivot = tableau[out][in];
    for (Fraction& entry : tableau[out]) entry /= pivot;
    for (std::size_t i = 0; i <= m; ++i) {
      if (i == out) continue;
      const Fraction factor = tableau[i][in];
      if (factor == 0) continue;
      for (std::size_t j = 0; j <= n + m; ++j) tableau[i][j] -= factor * tableau[out][j];
    }
    basis[out] = in;
  }
}

Fraction raiders_of_arcana_best_play(const Unit& attacker, const Unit& defender,
                                     const Situation& situation, const std::string& payoff,
                                     int rounds) {
  RaidersBattle battle(attacker, defender, situation);
  if (payoff != "win") {
    const auto difference = [&](const Result& round) {
      if (payoff == "damage") return mean(round.attacker.damage) - mean(round.defender.damage);
      return mean(round.attacker.kills) - mean(round.defender.kills);
    };
    return matrix_game_value(
        battle.matrix(at(attacker, "wounds"), at(defender, "wounds"), difference));
  }
  for (const Unit* unit : {&attacker, &defender}) {  // C8
    const int limit = at(*unit, "fatigue");
    if (limit > 0) rounds = std::min(rounds, (limit + 1) / 2);
  }
  return battle.value(at(attacker, "wounds"), at(defender, "wounds"), rounds);
}

Fraction magewinds_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                             const std::string& payoff, int attacker_actions, int defender_actions,
                             const Fraction& reaction_value) {
  Activation activation(attacker, defender, situation, payoff == "damage", reaction_value);
  return activation.value(number(situation, "defender-damage"), attacker_actions, defender_actions);
}

Fraction dwethia_skirmish_best_play(const Unit& attacker, const Unit& defender,
                                    const Situation& situation, const std::string& payoff) {
  bool found = false;
  Fraction least = 0;
  for (const std::string response : {"fight", "retreat", "fire"}) {
    Situation now = situation;
    now["response"] = response;
    const Result result = dwethia_skirmish(attacker, defender, now);
    if (!result.legal) continue;
    const auto quantity = [&](const Deals& deals) {
      if (payoff == "damage") return mean(deals.damage);
      if (payoff == "kills") return mean(deals.kills);
      return deals.destroyed;
    };
    const Fraction difference = quantity(result.attacker) - quantity(result.defender);
    if (!found || difference < least) least = difference;
    found = true;
  }
  return least;
}

}  // namespace reference
