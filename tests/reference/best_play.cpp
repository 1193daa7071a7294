// Games of choice in exact fractions: Raiders of Arcana and Magewinds.
#include "best_play.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "damage_chain.h"
#include "exchange.h"
#include "fields.h"
#include "halts.h"
#include "law.h"
#include "matrix_game.h"
#include "settings.h"

namespace reference {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument("reference: " + why);
}

// ---- Raiders of Arcana ----

class RaidersGame {
 public:
  RaidersGame(const Unit& attacker, const Unit& defender, const Situation& situation,
              const Given& given)
      : attacker_(attacker), defender_(defender), situation_(situation), given_(given) {
    for (int side = 0; side < 2; ++side) {
      const Unit& unit = side == 0 ? attacker_ : defender_;
      at_first_[side] = raiders_left(unit, number(unit.fields, "wounds", 0));
    }
  }

  // One round from these wounds, in which `worth` is what an exchange of known splits is worth.
  template <typename Worth>
  Dual round(int attacker_wounds, int defender_wounds, Worth worth) {
    const Unit attacker = with_wounds(attacker_, attacker_wounds);
    const Unit defender = with_wounds(defender_, defender_wounds);
    std::vector<std::vector<Dual>> payoff;
    for (const std::string& a : splits(attacker, given_.attacker)) {
      payoff.emplace_back();
      for (const std::string& d : splits(defender, given_.defender)) {
        Situation now = situation_;
        now["attacker-attack"] = a;
        now["defender-attack"] = d;
        const Exchange exchange = raiders_exchange<Rational>(attacker, defender, now);
        if (!exchange.legal) refuse(exchange.why);
        payoff.back().push_back(worth(exchange));
      }
    }
    return matrix_game_value(payoff);
  }

  // The chance to win and half of a draw's, with so many rounds left (none: to the end).
  Rational win(int attacker_wounds, int defender_wounds, std::optional<int> rounds,
               bool begins = false) {
    const bool attacker_gone = raiders_left(attacker_, attacker_wounds) == 0;
    const bool defender_gone = raiders_left(defender_, defender_wounds) == 0;
    if (attacker_gone != defender_gone) return defender_gone ? 1 : 0;
    if (attacker_gone) return Rational(1, 2);
    const int left[2] = {raiders_left(attacker_, attacker_wounds),
                         raiders_left(defender_, defender_wounds)};
    const auto halted = begins ? std::nullopt : worth_if_halted(situation_, left, at_first_);
    if (halted) return *halted;
    if (rounds && *rounds < 1) return Rational(1, 2);
    const auto key = std::make_tuple(attacker_wounds, defender_wounds, rounds);
    const auto known = wins_.find(key);
    if (known != wins_.end()) return known->second;

    const std::optional<int> rounds_after = rounds ? std::optional(*rounds - 1) : std::nullopt;
    const auto played = [&](const Dual& coming_back) {
      return round(attacker_wounds, defender_wounds, [&](const Exchange& exchange) {
        Dual sum{0, 0};
        for (std::size_t dealt = 0; dealt < exchange.joint_damage.size(); ++dealt) {
          for_each(exchange.joint_damage[dealt], [&](int suffered, const Rational& chance) {
            const bool nothing = dealt == 0 && suffered == 0 && !rounds;
            const int a = std::min(raiders_hit_points(attacker_), attacker_wounds + suffered);
            const int d =
                std::min(raiders_hit_points(defender_), defender_wounds + static_cast<int>(dealt));
            const Dual after = nothing ? coming_back : Dual{win(a, d, rounds_after), 0};
            sum.value += chance * after.value;
            sum.slope += chance * after.slope;
          });
        }
        return sum;
      });
    };
    const Rational result = rounds ? played({}).value : worth_of_coming_back(played);
    return wins_[key] = result;
  }

 private:
  // C2: all there are, or the one that is given.
  static std::vector<std::string> splits(const Unit& unit, const std::string& given) {
    if (!given.empty()) return {capped_share({{"share", given}}, "share", unit)};
    const int figures = raiders_left(unit, number(unit.fields, "wounds", 0));
    std::vector<std::string> all;
    for (int dice = 0; dice <= number(unit.fields, "cd") * figures; ++dice) {
      all.push_back(std::to_string(dice));
    }
    return all;
  }

  Unit attacker_;
  Unit defender_;
  Situation situation_;
  Given given_;
  int at_first_[2];
  std::map<std::tuple<int, int, std::optional<int>>, Rational> wins_;
};

}  // namespace

Rational raiders_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                           Payoff payoff, int rounds, const Given& given) {
  RaidersGame game(attacker, defender, situation, given);
  const int a = number(attacker.fields, "wounds", 0);
  const int d = number(defender.fields, "wounds", 0);
  if (raiders_left(attacker, a) == 0 || raiders_left(defender, d) == 0) {
    refuse("a unit has no figure left");
  }
  if (payoff == Payoff::damage) {
    return game
        .round(a, d,
               [](const Exchange& exchange) {
                 return Dual{mean(exchange.attacker.damage) - mean(exchange.defender.damage), 0};
               })
        .value;
  }
  if (payoff == Payoff::kills) {
    return game
        .round(a, d,
               [](const Exchange& exchange) {
                 return Dual{mean(exchange.attacker.kills) - mean(exchange.defender.kills), 0};
               })
        .value;
  }
  if (payoff != Payoff::win) refuse("Raiders of Arcana is not played for that");
  const int limit = smaller_limit(rounds, rounds_before_fatigue(attacker, defender, situation));
  return game.win(a, d, limit > 0 ? std::optional(limit) : std::nullopt, true);
}

namespace {

// ---- Magewinds ----

struct Choice {
  std::string word;                               // light, heavy or feint.
  std::map<std::string, LawOf<Rational>> damage;  // [reaction]
};

// B5, B11: what a fighter may do with its attacks (with that called `attack`, if the situation
// names one); nothing if all are out of range. given: one of the words.
std::vector<Choice> attack_choices(const Unit& fighter, const Unit& target,
                                   const Situation& situation, const std::string& given) {
  std::vector<Choice> choices;
  const std::string name = text(situation, "attack", "");
  for (const Group& attack : fighter.groups) {
    if (!name.empty() && attack.name != name) continue;
    for (const std::string choice : {"light", "heavy", "feint"}) {
      if (!given.empty() && choice != given) continue;
      Choice made{choice, {}};
      for (const std::string reaction : {"none", "dodge", "deflect"}) {
        Situation now = situation;
        now["attack"] = "";
        now["choice"] = choice;
        now["reaction"] = reaction;
        const Exchange exchange =
            magewinds_exchange<Rational>({fighter.fields, {attack}}, target, now);
        if (exchange.legal) made.damage[reaction] = exchange.attacker.damage;
      }
      if (!made.damage.empty()) choices.push_back(made);
    }
    if (!name.empty()) break;
  }
  return choices;
}

class Duel {
 public:
  Duel(const Unit& attacker, const Unit& defender, const Situation& situation, Payoff payoff,
       Rational reaction_value, const Given& given)
      : defender_(defender),
        situation_(situation),
        payoff_(payoff),
        reaction_value_(std::move(reaction_value)),
        given_(given),
        toughness_(number(defender.fields, "toughness")) {
    const bool passes = given.attacker == "pass";  // B7b
    choices_ = attack_choices(attacker, defender, situation, passes ? "" : given.attacker);
    if (choices_.empty()) refuse("no attack is possible");
    if (passes) choices_.clear();
  }

  // The value with so many actions left and so much damage on the target.
  Rational value(int attacker_actions, int defender_actions, int damage) {
    if (damage >= toughness_) return payoff_ == Payoff::down ? 1 : 0;  // B4
    if (attacker_actions < 1 || choices_.empty()) return 0;
    const auto state = std::make_tuple(attacker_actions, defender_actions, damage);
    const auto known = values_.find(state);
    if (known != values_.end()) return known->second;

    Matrix payoff;
    for (const Choice& choice : choices_) {
      payoff.emplace_back();
      for (const std::string& reaction : reactions(defender_actions)) {
        const bool reacts = reaction != "none";
        Rational sum = reacts ? reaction_value_ : Rational(0);
        const bool free = choice.word == "feint" && reacts;  // B6
        const int own_left = attacker_actions - (free ? 0 : 1);
        const int enemy_left = defender_actions - (reacts ? 1 : 0);
        for_each(choice.damage.at(reaction), [&](int points, const Rational& chance) {
          if (payoff_ == Payoff::damage) sum += chance * points;
          sum += chance * value(own_left, enemy_left, damage + points);
        });
        payoff.back().push_back(sum);
      }
    }
    return values_[state] = matrix_game_value(payoff);
  }

 private:
  // B7: none at all without an action.
  std::vector<std::string> reactions(int defender_actions) const {
    if (defender_actions < 1) return {"none"};
    if (!given_.defender.empty()) return {given_.defender};
    return {"none", "dodge", "deflect"};
  }

  Unit defender_;
  Situation situation_;
  Payoff payoff_;
  Rational reaction_value_;
  Given given_;
  int toughness_;
  std::vector<Choice> choices_;
  std::map<std::tuple<int, int, int>, Rational> values_;
};

}  // namespace

Rational magewinds_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                             Payoff payoff, int attacker_actions, int defender_actions,
                             const Rational& reaction_value, const Given& given) {
  if (payoff != Payoff::damage && payoff != Payoff::down)
    refuse("Magewinds is not played for that");
  Duel duel(attacker, defender, situation, payoff, reaction_value, given);
  return duel.value(attacker_actions, defender_actions, number(situation, "defender-damage", 0));
}

namespace {

// A whole battle of two fighters, attack by attack.
class MagewindsBattle {
 public:
  MagewindsBattle(const Unit& attacker, const Unit& defender, const Situation& situation,
                  const Given& given)
      : given_(given),
        attacks_(number(situation, "attacks-per-round", 1)),
        actions_(number_or_none(situation, "actions-per-round", "2")),
        toughness_{number(attacker.fields, "toughness"), number(defender.fields, "toughness")} {
    choices_[0] = attack_choices(attacker, defender, situation, "");
    if (choices_[0].empty()) refuse("no attack is possible");
    choices_[1] = attack_choices(defender, attacker, magewinds_reply(situation, defender), "");
    // B7b: nobody is obliged to attack.
    const std::string said[2] = {given.attacker, given.defender_in_reply};
    for (int striker = 0; striker < 2; ++striker) {
      const std::string& word = said[striker];
      may_pass_[striker] = !choices_[striker].empty() && (word.empty() || word == "pass");
      std::erase_if(choices_[striker],
                    [&](const Choice& choice) { return !word.empty() && choice.word != word; });
    }
  }

  // The attacker's chance to win and half of a draw's, as a round begins.
  Rational round(int rounds_left, int attacker_damage, int defender_damage) {
    if (rounds_left == 0) return Rational(1, 2);
    const int actions = actions_.value_or(0);
    return turn({rounds_left, 0, attacks_, {actions, actions}, {attacker_damage, defender_damage}});
  }

 private:
  // Before an attack of the attacker (striker 0) or the defender (1).
  struct Before {
    int rounds_left, striker, attacks;
    std::array<int, 2> actions, damage;
    auto operator<=>(const Before&) const = default;
  };

  Rational turn(const Before& now) {
    if (now.damage[1] >= toughness_[1]) return 1;  // B4
    if (now.damage[0] >= toughness_[0]) return 0;
    const auto me = static_cast<std::size_t>(now.striker);
    const auto target = 1 - me;
    // B7: as many attacks as a round allows, and one can pay for.
    const bool can_pay = !actions_ || now.actions[me] > 0;
    if (now.attacks == 0 || !can_pay || (choices_[me].empty() && !may_pass_[me])) {
      if (now.striker == 1) return round(now.rounds_left - 1, now.damage[0], now.damage[1]);
      return turn({now.rounds_left, 1, attacks_, now.actions, now.damage});
    }
    const auto known = values_.find(now);
    if (known != values_.end()) return known->second;

    const std::string& given = now.striker == 1 ? given_.attacker_in_reply : given_.defender;
    std::vector<std::string> reactions{"none", "dodge", "deflect"};
    if (!given.empty()) reactions = {given};
    if (actions_ && now.actions[target] == 0) reactions = {"none"};
    Matrix of_striker;  // Rows: the striker's choices.
    for (const Choice& choice : choices_[me]) {
      of_striker.emplace_back();
      for (const std::string& reaction : reactions) {
        Before next = now;
        const bool reacts = reaction != "none";
        if (reacts) --next.actions[target];
        // B6: nothing paid, and none of the attacks, unless actions have no limit.
        if (!(reacts && choice.word == "feint" && actions_)) {
          --next.actions[me];
          --next.attacks;
        }
        Rational sum = 0;
        for_each(choice.damage.at(reaction), [&](int points, const Rational& chance) {
          Before hurt = next;
          hurt.damage[target] = std::min(now.damage[target] + points, toughness_[target]);
          sum += chance * turn(hurt);
        });
        of_striker.back().push_back(now.striker == 1 ? 1 - sum : sum);
      }
    }
    if (may_pass_[me]) {
      // No more attacks in this round, and nothing paid, whatever the target would have done.
      Before next = now;
      next.attacks = 0;
      const Rational sum = turn(next);
      of_striker.emplace_back(reactions.size(), now.striker == 1 ? 1 - sum : sum);
    }
    const Rational value = matrix_game_value(of_striker);
    return values_[now] = now.striker == 1 ? 1 - value : value;
  }

  Given given_;
  int attacks_;
  std::optional<int> actions_;
  std::array<int, 2> toughness_;
  std::vector<Choice> choices_[2];  // Of the attacker, of the defender striking back.
  bool may_pass_[2];
  std::map<Before, Rational> values_;
};

}  // namespace

Rational magewinds_battle_best_play(const Unit& attacker, const Unit& defender,
                                    const Situation& situation, int rounds, const Given& given) {
  return MagewindsBattle(attacker, defender, situation, given)
      .round(rounds, number(situation, "attacker-damage", 0),
             number(situation, "defender-damage", 0));
}

}  // namespace reference
