// Dwethia Skirmish: the defender's best response, in one fight and in every round of a battle.
#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "best_play.h"
#include "damage_chain.h"
#include "dwethia_battle.h"
#include "exchange.h"
#include "fields.h"
#include "halts.h"
#include "law.h"
#include "settings.h"

namespace reference {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument("reference: " + why);
}

}  // namespace

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

namespace {

class DwethiaGame {
 public:
  DwethiaGame(const Unit& attacker, const Unit& defender, const Situation& situation)
      : attacker_(attacker),
        defender_(defender),
        situation_(situation),
        phases_(dwethia_phases(situation)) {}

  // From the first round on.
  Rational worth(const State& start, std::optional<int> rounds) {
    at_first_[0] = dwethia_models(attacker_, start.attacker_losses);
    at_first_[1] = dwethia_models(defender_, start.defender_losses);
    return worth(start, 0, rounds, true);
  }

 private:
  // The worth from this round on, of which there are `rounds` left (none: to the end).
  Rational worth(const State& state, std::size_t phase, std::optional<int> rounds,
                 bool begins = false) {
    const bool attacker_gone = dwethia_models(attacker_, state.attacker_losses) == 0;
    const bool defender_gone = dwethia_models(defender_, state.defender_losses) == 0;
    if (attacker_gone != defender_gone) return defender_gone ? 1 : 0;
    if (attacker_gone || state.retreated) return Rational(1, 2);
    const int left[2] = {dwethia_models(attacker_, state.attacker_losses),
                         dwethia_models(defender_, state.defender_losses)};
    const auto halted = begins ? std::nullopt : worth_if_halted(situation_, left, at_first_);
    if (halted) return *halted;
    if (rounds && *rounds < 1) return Rational(1, 2);
    const auto key = std::make_tuple(state, phase, rounds);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;

    const std::size_t next_phase = phases_.after(phase);
    const bool in_ring = phase >= phases_.back_to && !rounds;
    const std::optional<int> rounds_after = rounds ? std::optional(*rounds - 1) : std::nullopt;
    std::vector<Rational> worths;
    for (const Response& response : responses(state, phase, in_ring, rounds_after)) {
      if (!in_ring) {
        worths.push_back(response.elsewhere);
      } else if (next_phase == phase) {
        worths.push_back(come_back(response.elsewhere, response.stay));
      } else {  // The other side answers in the next round, then it is this one's turn again.
        std::vector<Rational> answers;
        for (const Response& answer : responses(state, next_phase, true, rounds_after)) {
          answers.push_back(come_back(response.elsewhere + response.stay * answer.elsewhere,
                                      response.stay * answer.stay));
        }
        worths.push_back(best(next_phase, answers));
      }
    }
    return known_[key] = best(phase, worths);
  }

  // What a response leads to: the worth of all other states, and the chance that nothing happens.
  struct Response {
    Rational elsewhere, stay;
  };

  std::vector<Response> responses(const State& state, std::size_t phase, bool in_ring,
                                  std::optional<int> rounds_after) {
    std::vector<Response> all;
    const bool swapped = roles_swapped(situation_, phase);
    for (const std::string word : {"fight", "retreat", "fire"}) {
      if (word == "fire" && !can_fire(state, swapped, phase)) continue;
      Situation now = in_round(situation_, round_of(phase));
      now["response"] = word;
      Response response{0, 0};
      for (const auto& [next, chance] : dwethia_round(attacker_, defender_, now, swapped, state)) {
        if (in_ring && nothing_happened(state, next)) {
          response.stay += chance;
        } else {
          response.elsewhere += chance * worth(next, phases_.after(phase), rounds_after);
        }
      }
      all.push_back(response);
    }
    return all;
  }

  Situation situation_at(std::size_t phase) const { return in_round(situation_, round_of(phase)); }

  bool can_fire(const State& state, bool swapped, std::size_t phase) const {
    const Situation now = situation_at(phase);
    return swapped ? dwethia_shots(attacker_, state.attacker_losses, now) > 0
                   : dwethia_shots(defender_, state.defender_losses, now) > 0;
  }

  // What for ever comes back to itself is undecided.
  static Rational come_back(const Rational& elsewhere, const Rational& stay) {
    return stay == 1 ? Rational(1, 2) : Rational(elsewhere / (1 - stay));
  }

  // For who defends in this phase.
  Rational best(std::size_t phase, const std::vector<Rational>& worths) const {
    const bool attackers_unit_defends = roles_swapped(situation_, phase);
    return attackers_unit_defends ? *std::max_element(worths.begin(), worths.end())
                                  : *std::min_element(worths.begin(), worths.end());
  }

  Unit attacker_;
  Unit defender_;
  Situation situation_;
  Phases phases_;
  int at_first_[2] = {0, 0};
  std::map<std::tuple<State, std::size_t, std::optional<int>>, Rational> known_;
};

}  // namespace

Rational dwethia_best_play(const Unit& attacker, const Unit& defender, const Situation& situation,
                           int rounds) {
  Situation first = in_round(situation, 1);
  first["response"] = "fight";
  const std::string why = dwethia_gone(attacker, defender, first);
  if (!why.empty()) refuse(why);
  if (text(first, "mode", "fight") != "fight") refuse("no response to choose");
  State start;
  start.attacker_losses = dwethia_lost(attacker, dwethia_losses(first).attacker, first);
  start.defender_losses = dwethia_lost(defender, dwethia_losses(first).defender, first);
  return DwethiaGame(attacker, defender, situation)
      .worth(start, rounds > 0 ? std::optional(rounds) : std::nullopt);
}

}  // namespace reference
