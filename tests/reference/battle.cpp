// Compiled with fractions only.
#include "battle.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "fields.h"

namespace reference {
namespace {

/// Damage taken by the attacker and by the defender.
using State = std::pair<int, int>;
using Spread = std::map<State, Fraction>;

/// The figures of a unit in the order in which they fall.
struct Figures {
  std::vector<int> hit_points;

  int capacity() const { return std::accumulate(hit_points.begin(), hit_points.end(), 0); }
  /// Figures down, and the damage on the next one.
  std::pair<int, int> after(int damage) const {
    int down = 0;
    for (const int of_figure : hit_points) {
      if (damage < of_figure) break;
      damage -= of_figure;
      ++down;
    }
    return {down, damage};
  }
  int standing(int damage) const {
    return static_cast<int>(hit_points.size()) - after(damage).first;
  }
};

/// One attack of a round.
struct Attack {
  bool by_defender = false;
  bool ends_turn = false;  ///< damage short of lethal disappears (A13)
};

struct Rules {
  Figures attacker, defender;
  State opening;
  std::vector<Attack> round;
  /// What happens when that side attacks in that state. In the result that side is the attacker.
  std::function<Result(bool by_defender, const State&)> attack;
};

class Chain {
 public:
  explicit Chain(const Rules& rules) : rules_(rules) {}

  bool over(const State& state) const {
    return state.first == rules_.attacker.capacity() || state.second == rules_.defender.capacity();
  }

  /// All that a round can make of a state.
  const Spread& round(const State& state) {
    const auto known = rounds_.find(state);
    if (known != rounds_.end()) return known->second;
    Spread now{{state, 1}};
    for (const Attack& attack : rules_.round) {
      Spread next;
      for (const auto& [from, p] : now) {
        if (over(from)) {
          next[from] += p;
          continue;
        }
        for (const auto& [to, q] : after(attack, from)) next[to] += p * q;
      }
      now = next;
    }
    return rounds_[state] = now;
  }

  bool stuck(const State& state) {
    return round(state).count(state) > 0 && round(state).size() == 1;
  }
  bool final(const State& state) { return over(state) || stuck(state); }

  /// How a battle ends that stands so, and the mean of its further rounds.
  struct End {
    Spread where;
    Fraction rounds = 0;
  };
  const End& end(const State& state) {
    const auto known = ends_.find(state);
    if (known != ends_.end()) return known->second;
    End end;
    if (final(state)) {
      end.where[state] = 1;
    } else {
      Fraction moved = 0;
      end.rounds = 1;
      for (const auto& [to, p] : round(state)) {
        if (to == state) continue;
        moved += p;
        const End& later = this->end(to);
        end.rounds += p * later.rounds;
        for (const auto& [where, q] : later.where) end.where[where] += p * q;
      }
      end.rounds /= moved;
      for (auto& [where, p] : end.where) p /= moved;
    }
    return ends_[state] = end;
  }

 private:
  Spread after(const Attack& attack, const State& from) const {
    Spread to;
    const auto arrive = [&](State state, const Fraction& p) {
      state.first = std::min(state.first, rules_.attacker.capacity());
      state.second = std::min(state.second, rules_.defender.capacity());
      if (attack.ends_turn && !over(state)) {
        state.first -= rules_.attacker.after(state.first).second;
        state.second -= rules_.defender.after(state.second).second;
      }
      to[state] += p;
    };
    const Result result = rules_.attack(attack.by_defender, from);
    if (!result.legal) {
      arrive(from, 1);
      return to;
    }
    for (std::size_t dealt = 0; dealt < result.joint_damage.size(); ++dealt) {
      for (std::size_t back = 0; back < result.joint_damage[dealt].size(); ++back) {
        const Fraction& p = result.joint_damage[dealt][back];
        if (p == 0) continue;
        int by_attacker = static_cast<int>(dealt);
        int by_defender = static_cast<int>(back);
        if (attack.by_defender) std::swap(by_attacker, by_defender);
        arrive({from.first + by_defender, from.second + by_attacker}, p);
      }
    }
    return to;
  }

  const Rules& rules_;
  std::map<State, Spread> rounds_;
  std::map<State, End> ends_;
};

Battle fight_out(const Rules& rules, int cap, int horizon) {
  Battle battle;
  const Result first = rules.attack(false, rules.opening);
  if (!first.legal) {
    battle.legal = false;
    battle.why = first.why;
    return battle;
  }
  Chain chain(rules);

  // Round by round.
  const int a = rules.attacker.capacity();
  const int b = rules.defender.capacity();
  Spread going{{rules.opening, 1}};
  Spread ended;
  const auto sort_out = [&](bool broken_off) {
    Fraction ending = 0;
    Spread still;
    for (const auto& [state, p] : going) {
      if (broken_off || chain.final(state)) {
        ended[state] += p;
        ending += p;
      } else {
        still[state] += p;
      }
    }
    going = still;
    battle.rounds.push_back(ending);
  };
  sort_out(false);
  const int last = cap > 0 ? cap : horizon;
  for (int round = 1; round <= last && !going.empty(); ++round) {
    Spread next;
    for (const auto& [state, p] : going) {
      for (const auto& [to, q] : chain.round(state)) next[to] += p * q;
    }
    going = next;
    sort_out(cap > 0 && round == cap);
    Battle::Round report;
    for (const Spread* spread : {&going, &ended}) {
      for (const auto& [state, p] : *spread) {
        if (state.first == a) report.attacker_destroyed += p;
        if (state.second == b) report.defender_destroyed += p;
        report.attacker_mean_left += p * rules.attacker.standing(state.first);
        report.defender_mean_left += p * rules.defender.standing(state.second);
      }
    }
    battle.by_round.push_back(report);
  }

  // The end.
  Spread end = ended;
  if (cap == 0) {
    end = chain.end(rules.opening).where;
    battle.mean_rounds = chain.end(rules.opening).rounds;
  } else {
    for (std::size_t r = 0; r < battle.rounds.size(); ++r) {
      battle.mean_rounds += static_cast<int>(r) * battle.rounds[r];
    }
  }
  battle.attacker_survivors.resize(rules.attacker.hit_points.size() + 1);
  battle.defender_survivors.resize(rules.defender.hit_points.size() + 1);
  for (const auto& [state, p] : end) {
    const bool a_gone = state.first == a;
    const bool b_gone = state.second == b;
    (a_gone && b_gone ? battle.both_destroyed
     : b_gone         ? battle.attacker_wins
     : a_gone         ? battle.defender_wins
                      : battle.undecided) += p;
    battle.attacker_survivors[static_cast<std::size_t>(rules.attacker.standing(state.first))] += p;
    battle.defender_survivors[static_cast<std::size_t>(rules.defender.standing(state.second))] += p;
  }
  return battle;
}

std::string as_text(int number) { return std::to_string(number); }

// ---------------------------------------------------------------------------------------------
// Arcane Legions

/// The groups of figures in the order in which they fall, as places in the unit's list (A11).
std::vector<std::size_t> falling(const Unit& unit, const std::string& losses) {
  std::vector<std::size_t> places(unit.groups.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto hp = [&](std::size_t place) { return number(unit.groups[place].fields, "hp"); };
  std::stable_sort(places.begin(), places.end(), [&](std::size_t x, std::size_t y) {
    if (losses == "fewest") return hp(x) > hp(y);
    return losses == "cheapest" && hp(x) < hp(y);
  });
  return places;
}

Figures legion(const Unit& unit, const std::string& losses) {
  Figures figures;
  if (unit.groups.empty()) {
    figures.hit_points.assign(static_cast<std::size_t>(number(unit.fields, "figures")),
                              number(unit.fields, "hp"));
  }
  for (const std::size_t place : falling(unit, losses)) {
    const Fields& fields = unit.groups[place].fields;
    for (int i = 0; i < number(fields, "count"); ++i) {
      figures.hit_points.push_back(number(fields, "hp"));
    }
  }
  return figures;
}

/// The unit without the figures that are down: their icons are gone with them.
Unit survivors_of_legion(Unit unit, const std::string& losses, int down) {
  if (unit.groups.empty()) {
    unit.fields["figures"] = as_text(number(unit.fields, "figures") - down);
    return unit;
  }
  for (const std::size_t place : falling(unit, losses)) {
    Fields& fields = unit.groups[place].fields;
    const int count = number(fields, "count");
    const int lost = std::min(count, down);
    fields["count"] = as_text(count - lost);
    down -= lost;
  }
  std::erase_if(unit.groups, [](const Group& group) { return number(group.fields, "count") == 0; });
  return unit;
}

// ---------------------------------------------------------------------------------------------
// Dwethia Skirmish

/// D6, D7: models with a save or an ignore roll fall first; with a save before those without.
std::vector<std::size_t> falling_models(const Unit& unit) {
  std::vector<std::size_t> places;
  const auto has = [&](std::size_t place, const char* key) {
    return number(unit.groups[place].fields, key) > 0;
  };
  for (std::size_t i = 0; i < unit.groups.size(); ++i) {
    if (has(i, "save")) places.push_back(i);
  }
  for (std::size_t i = 0; i < unit.groups.size(); ++i) {
    if (!has(i, "save") && has(i, "ignore")) places.push_back(i);
  }
  for (std::size_t i = 0; i < unit.groups.size(); ++i) {
    if (!has(i, "save") && !has(i, "ignore")) places.push_back(i);
  }
  return places;
}

Figures warband(const Unit& unit) {
  Figures figures;
  for (const std::size_t place : falling_models(unit)) {
    const Fields& fields = unit.groups[place].fields;
    for (int i = 0; i < number(fields, "count"); ++i) {
      figures.hit_points.push_back(number(fields, "wounds"));
    }
  }
  return figures;
}

/// The unit after so many wounds. A model that is wounded but stands becomes a group of its own,
/// before the others of its kind; who reaches the enemy, of a group of which not all do, are the
/// unhurt ones for as long as there are enough.
Unit survivors_of_warband(const Unit& unit, int damage) {
  std::vector<std::pair<Group, Group>> remains(unit.groups.size());  // wounded one, unhurt ones
  for (const std::size_t place : falling_models(unit)) {
    const Group& group = unit.groups[place];
    const int wounds = number(group.fields, "wounds");
    const int count = number(group.fields, "count");
    const int lost = std::min(count, damage / wounds);
    damage -= lost * wounds;
    int unhurt = count - lost;
    const int on_next = unhurt > 0 ? damage : 0;
    damage -= on_next;
    const int engaged = text(group.fields, "engaged") == "all"
                            ? unhurt
                            : std::min(unhurt, number(group.fields, "engaged"));
    auto& [hurt_group, unhurt_group] = remains[place];
    hurt_group = unhurt_group = group;
    if (on_next > 0) --unhurt;
    const int engaged_unhurt = std::min(engaged, unhurt);
    hurt_group.fields["count"] = as_text(on_next > 0 ? 1 : 0);
    hurt_group.fields["wounds"] = as_text(wounds - on_next);
    hurt_group.fields["engaged"] = as_text(engaged - engaged_unhurt);
    unhurt_group.fields["count"] = as_text(unhurt);
    unhurt_group.fields["engaged"] = as_text(engaged_unhurt);
  }
  Unit left{unit.fields, {}};
  for (const auto& [hurt, unhurt] : remains) {
    for (const Group* group : {&hurt, &unhurt}) {
      if (number(group->fields, "count") > 0) left.groups.push_back(*group);
    }
  }
  return left;
}

}  // namespace

Battle arcane_legions_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                             int cap, int horizon) {
  const std::string& a_losses = text(situation, "attacker-losses");
  const std::string& b_losses = text(situation, "defender-losses");
  Rules rules;
  rules.attacker = legion(attacker, a_losses);
  rules.defender = legion(defender, b_losses);
  rules.opening = {number(situation, "attacker-damage"), number(situation, "defender-damage")};
  const int attacks = number(situation, "attacks-per-turn");
  for (int i = 1; i <= attacks; ++i) rules.round.push_back({false, i == attacks});
  if (word(situation, "turns", {"alternate", "attacker-only"}) == "alternate") {
    for (int i = 1; i <= attacks; ++i) rules.round.push_back({true, i == attacks});
  }
  rules.attack = [=](bool by_defender, const State& state) {
    const auto [a_down, a_damage] = rules.attacker.after(state.first);
    const auto [b_down, b_damage] = rules.defender.after(state.second);
    const Unit a = survivors_of_legion(attacker, a_losses, a_down);
    const Unit b = survivors_of_legion(defender, b_losses, b_down);
    Situation now = situation;
    now["attacker-damage"] = as_text(a_damage);
    now["defender-damage"] = as_text(b_damage);
    if (!by_defender) return arcane_legions(a, b, now);
    // The roles are swapped; facing and order of losses stay with the unit.
    for (const char* key : {"side", "losses", "damage"}) {
      std::swap(now[std::string("attacker-") + key], now[std::string("defender-") + key]);
    }
    return arcane_legions(b, a, now);
  };
  return fight_out(rules, cap, horizon);
}

Battle magewinds_battle(const Unit& attacker, const Unit& defender, const Situation& situation,
                        int cap, int horizon) {
  Rules rules;
  rules.attacker.hit_points = {number(attacker.fields, "toughness")};
  rules.defender.hit_points = {number(defender.fields, "toughness")};
  rules.opening = {0, number(situation, "defender-damage")};
  const int attacks = number(situation, "attacks-per-round");
  for (int i = 0; i < 2 * attacks; ++i) rules.round.push_back({i >= attacks, false});
  rules.attack = [=](bool by_defender, const State& state) {
    Situation now = situation;
    if (!by_defender) {
      now["defender-damage"] = as_text(state.second);
      return magewinds(attacker, defender, now);
    }
    now["defender-damage"] = as_text(state.first);
    if (text(situation, "defender-choice") != "same") {
      now["choice"] = text(situation, "defender-choice");
    }
    if (text(situation, "attacker-reaction") != "same") {
      now["reaction"] = text(situation, "attacker-reaction");
    }
    // Who has an attack of that name makes it, who has not makes its first.
    const Group* attack = nullptr;
    for (const Group& group : defender.groups) {
      if (attack == nullptr || group.name == text(situation, "attack")) attack = &group;
    }
    if (attack == nullptr) return illegal("no attack");
    const bool named = attack->name == text(situation, "attack");
    if (!named) now["attack"] = "";
    if (text(attack->fields, "power") != "none") now["choice"] = "light";  // a plain attack
    return magewinds(defender, attacker, now);
  };
  return fight_out(rules, cap, horizon);
}

Battle raiders_of_arcana_battle(const Unit& attacker, const Unit& defender,
                                const Situation& situation, int cap, int horizon) {
  Rules rules;
  const auto figures = [](const Unit& unit) {
    return std::vector<int>(static_cast<std::size_t>(number(unit.fields, "figures")),
                            number(unit.fields, "hp"));
  };
  rules.attacker.hit_points = figures(attacker);
  rules.defender.hit_points = figures(defender);
  rules.opening = {number(attacker.fields, "wounds"), number(defender.fields, "wounds")};
  rules.round = {{false, false}};
  rules.attack = [=](bool, const State& state) {
    Unit a = attacker;
    Unit b = defender;
    a.fields["wounds"] = as_text(state.first);
    b.fields["wounds"] = as_text(state.second);
    Situation now = situation;
    const auto cap_dice = [&](const char* key, const Unit& unit, int standing) {
      const std::string& asked = text(situation, key);
      if (asked == "all" || asked == "half" || asked == "none" || state == rules.opening) return;
      const int dice = number(unit.fields, "cd") * standing;
      now[key] = as_text(std::min(number_in(key, asked), dice));
    };
    cap_dice("attacker-attack", attacker, rules.attacker.standing(state.first));
    cap_dice("defender-attack", defender, rules.defender.standing(state.second));
    return raiders_of_arcana(a, b, now);
  };
  // C8: two markers a round; the battle ends when a unit reaches its limit.
  for (const Unit* unit : {&attacker, &defender}) {
    const int limit = number(unit->fields, "fatigue");
    if (limit == 0) continue;
    int rounds = 0;
    while (2 * rounds < limit) ++rounds;
    cap = cap == 0 ? rounds : std::min(cap, rounds);
  }
  return fight_out(rules, cap, horizon);
}

Battle dwethia_skirmish_battle(const Unit& attacker, const Unit& defender,
                               const Situation& situation, int cap, int horizon) {
  Rules rules;
  rules.attacker = warband(attacker);
  rules.defender = warband(defender);
  rules.opening = {0, 0};
  rules.round = {{false, false}};
  rules.attack = [=](bool, const State& state) {
    return dwethia_skirmish(survivors_of_warband(attacker, state.first),
                            survivors_of_warband(defender, state.second), situation);
  };
  return fight_out(rules, cap, horizon);
}

}  // namespace reference
