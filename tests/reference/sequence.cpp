// What a step of a sequence is in each of the four systems.
#include "sequence.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "arcane_figures.h"
#include "exchange.h"
#include "fields.h"
#include "law.h"
#include "sequence_chain.h"

namespace reference {

Sequence arcane_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                         const Situation& situation) {
  const std::vector<Figures> figures = figures_of(target);
  const std::string losses = text(situation, "defender-losses", "free");
  Siege<Standing> siege;
  siege.start = damaged(figures, losses, text(situation, "defender-damage", "0"));
  siege.after = [&](const Standing& before, int damage) {
    return assign(figures, losses, before, damage);
  };
  siege.left = figures_left;
  siege.nothing.kills_by_group.assign(figures.size(), {1});
  for (const SequenceStep& step : steps) {
    Encounter<Standing> encounter;
    if (is_ability(step)) {
      encounter.fight = [&](const Standing& before) {
        ResultOf<Rational> result;
        result.attacker.damage = ability_damage(step.ability_damage);
        arcane_casualties(result.attacker, figures, losses, before);
        return result;
      };
      encounter.hit_points_lost = [](int) { return 0; };
      siege.steps.push_back(encounter);
      continue;
    }
    const Situation now = settings(step, situation);
    const std::string own_losses = text(now, "attacker-losses", "free");
    const std::vector<Figures> own = figures_of(step.unit);
    const Standing fresh = damaged(own, own_losses, text(now, "attacker-damage", "0"));
    const Unit attacker = unit_left(step.unit, fresh.left);
    const auto first = arcane_exchange<Rational>(attacker, unit_left(target, siege.start.left), now,
                                                 {lying_on(fresh), lying_on(siege.start)});
    if (!first.legal) return no_sequence(first.why);
    encounter.fight = [=, &target, &figures, &losses](const Standing& before) {
      auto result = arcane_exchange<Rational>(attacker, unit_left(target, before.left), now,
                                              {lying_on(fresh), lying_on(before)});
      arcane_casualties(result.attacker, figures, losses, before);
      arcane_casualties(result.defender, own, own_losses, fresh);
      return result;
    };
    encounter.order_points = arcane_order_cost(step.unit);
    encounter.hit_points = hit_points_left(own, fresh);
    encounter.hit_points_lost = [=](int damage) {
      return hit_points_left(own, fresh) -
             hit_points_left(own, assign(own, own_losses, fresh, damage));
    };
    siege.steps.push_back(encounter);
  }
  return play_sequence(siege);
}

Sequence magewinds_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                            const Situation& situation) {
  const int toughness = number(target.fields, "toughness");
  const std::function<int(int)> left = [=](int damage) { return damage < toughness ? 1 : 0; };
  Siege<int> siege = siege_by_damage(number(situation, "defender-damage", 0), left);
  std::optional<int> reactions = number_or_none(situation, "target-actions", "2");
  for (const SequenceStep& step : steps) {
    if (is_ability(step)) {
      siege.steps.push_back(ability_on(step.ability_damage, left));
      continue;
    }
    Situation now = settings(step, situation);
    const bool passes = text(now, "choice", "light") == "pass";             // B7b
    if (text(now, "reaction", "none") != "none" && reactions && !passes) {  // B7
      const bool feints = text(now, "choice", "light") == "feint";
      if (*reactions == 0) now["reaction"] = "none";
      if (*reactions > 0) --*reactions;
      if (feints) reactions = 0;  // B6: free, and so again until there is no reaction left.
    }
    const auto first = magewinds_exchange<Rational>(step.unit, target, now);
    if (!first.legal) return no_sequence(first.why);
    Encounter<int> encounter;
    encounter.fight = [&step, &target, now](int damage) {
      Situation from_here = now;
      from_here["defender-damage"] = std::to_string(damage);
      return magewinds_exchange<Rational>(step.unit, target, from_here);
    };
    encounter.hit_points = number(step.unit.fields, "toughness");
    encounter.hit_points_lost = [](int) { return 0; };
    siege.steps.push_back(encounter);
  }
  return play_sequence(siege);
}

Sequence raiders_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                          const Situation& situation) {
  const std::function<int(int)> left = [&](int wounds) { return raiders_left(target, wounds); };
  Siege<int> siege = siege_by_damage(number(target.fields, "wounds", 0), left);
  for (const SequenceStep& step : steps) {
    if (is_ability(step)) {
      siege.steps.push_back(ability_on(step.ability_damage, left));
      continue;
    }
    const Situation now = settings(step, situation);
    const auto first = raiders_exchange<Rational>(step.unit, target, now);
    if (!first.legal) return no_sequence(first.why);
    Encounter<int> encounter;
    encounter.fight = [&step, &target, now](int wounds) {
      const Unit wounded = with_wounds(target, wounds);
      Situation from_here = now;
      from_here["defender-attack"] = capped_share(now, "defender-attack", wounded);
      return raiders_exchange<Rational>(step.unit, wounded, from_here);
    };
    const int all = raiders_hit_points(step.unit) - number(step.unit.fields, "wounds", 0);
    encounter.hit_points = all;
    encounter.hit_points_lost = [=](int damage) { return std::min(all, damage); };
    siege.steps.push_back(encounter);
  }
  return play_sequence(siege);
}

Sequence dwethia_sequence(const Unit& target, const std::vector<SequenceStep>& steps,
                          const Situation& situation) {
  // Wounds fall as they do to the first attack.
  Situation first = situation;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (!is_ability(*step)) first = settings(*step, situation);
  }
  using Lost = std::vector<int>;  // of each model
  Siege<Lost> siege;
  siege.start = dwethia_lost(target, number(situation, "defender-damage", 0), first);
  siege.left = [&](const Lost& lost) { return dwethia_models(target, lost); };
  siege.after = [&](const Lost& lost, int damage) {
    return dwethia_lost_after(target, lost, damage, first);
  };
  for (const SequenceStep& step : steps) {
    Encounter<Lost> encounter;
    if (is_ability(step)) {
      encounter.fight = [&](const Lost& lost) {
        const int left = siege.left(lost);
        const int most = dwethia_wounds(target) - std::accumulate(lost.begin(), lost.end(), 0);
        return ability(step.ability_damage, most, 0, left,
                       [&](int damage) { return siege.left(siege.after(lost, damage)); });
      };
      encounter.hit_points_lost = [](int) { return 0; };
      siege.steps.push_back(encounter);
      continue;
    }
    const Situation now = settings(step, situation);
    const std::string why = dwethia_forbidden(step.unit, target, now);
    if (!why.empty()) return no_sequence(why);
    const int own_before = dwethia_losses(now).attacker;
    const Lost own = dwethia_lost(step.unit, own_before, now);
    encounter.fight = [&step, &target, now, own](const Lost& lost) {
      return dwethia_exchange<Rational>(step.unit, target, now, own, lost, nullptr);
    };
    encounter.leads_to = [&step, &target, now, own](const Lost& lost) {
      std::map<Lost, Rational> after;
      const auto result = dwethia_exchange<Rational>(step.unit, target, now, own, lost, &after);
      if (!after.empty()) return after;
      for_each(result.attacker.damage, [&](int damage, const Rational& chance) {
        after[dwethia_lost_after(target, lost, damage, now)] += chance;
      });
      return after;
    };
    encounter.retreats =
        text(now, "mode", "fight") == "fight" && text(now, "response", "fight") == "retreat";
    encounter.hit_points = dwethia_wounds(step.unit) - own_before;
    encounter.hit_points_lost = [](int damage) { return damage; };
    siege.steps.push_back(encounter);
  }
  return play_sequence(siege);
}

std::vector<RankedOrder> ranked_orders(PlaySequence play, const Unit& target,
                                       const std::vector<SequenceStep>& steps,
                                       const Situation& situation) {
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<RankedOrder> ranked;
  do {
    std::vector<SequenceStep> in_order;
    for (const std::size_t step : order) in_order.push_back(steps[step]);
    ranked.push_back({order, play(target, in_order, situation)});
  } while (std::next_permutation(order.begin(), order.end()));
  const auto regret = [](const RankedOrder& one) {
    const Sequence& s = one.sequence;
    return std::make_tuple(Rational(-s.destroyed), s.attackers_share_lost, s.mean_steps);
  };
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](const RankedOrder& one, const RankedOrder& other) {
                     return regret(one) < regret(other);
                   });
  return ranked;
}

}  // namespace reference
