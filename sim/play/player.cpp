#include "sim/play/player.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "sim/run/chunks.h"

namespace warodds::sim {
namespace {

using NextKind = Scenario::Next::Kind;

}  // namespace

/// Battles on their way to their ends.
class Run {
 public:
  using Ends = std::function<void(const Here&, BattleEnd how, int round, std::uint64_t battles)>;
  using AfterRound = std::function<void(const Population&, int round)>;

  Run(Player& player, std::uint64_t seed, std::uint64_t chunk, const std::function<bool()>& give_up)
      : player_(player),
        lookup_(*player.lookup_),
        plans_(*player.played_.plans),
        table_(seed, chunk),
        give_up_(give_up) {}

  /// From between two rounds. `ends` hears of each battle, `after_round` of those that go on.
  void play(Population now, int round, const Ends& ends, const AfterRound& after_round) {
    for (;; ++round) {
      std::erase_if(now, [&](const Group& group) {
        const Edge& edge = lookup_.edge(group.here);
        const bool over = edge.kind == NextKind::over;
        const bool stuck = !over && !lookup_.can_change(group.here);
        if (!over && !stuck && round < player_.question_.last_round) return false;
        if (!over && !stuck) broken_off_ += group.battles;
        ends(group.here, over ? edge.end : BattleEnd::undecided, round, group.battles);
        return true;
      });
      if (after_round) after_round(now, round);
      if (now.empty()) return;
      play_round(now, round);
    }
  }
  void play_round(Population& now, int round) {
    for (Group& group : now) group.here.node = lookup_.edge(group.here).then;
    play_to_end_of_round(now, round);
  }
  void play_to_end_of_round(Population& now, int round) {
    round_ = round;
    done_.clear();
    while (!now.empty()) {
      if (give_up_()) throw Abandoned();
      due_.clear();
      for (Group& group : now) advance(std::move(group));
      now.clear();
      roll(now);
      keep_few(now);
    }
    now = std::move(done_);
    keep_few(now);
  }
  std::uint64_t broken_off() const { return broken_off_; }

 private:
  /// Battles before a fight.
  struct Due {
    Group group;
    const Edge* edge;
    const ReadyFight* fight;
  };

  /// Puts together what is alike, where that may be much; the first of each stays where it is.
  void keep_few(Population& all) {
    constexpr std::size_t few = 32;
    if (all.size() <= std::max(few, 2 * kept_)) return;
    kept_ = 0;
    alike_.clear();
    for (Group& group : all) {
      group.here.list(list_);
      const std::size_t place = number_of(list_, alike_);
      if (place < kept_) {
        all[place].battles += group.battles;
      } else if (Group& to = all[kept_++]; &to != &group) {
        to = std::move(group);
      }
    }
    all.resize(kept_);
  }

  /// Goes on until a fight is due or the round is over.
  void advance(Group group) {
    for (;;) {
      const Edge& edge = lookup_.edge(group.here);
      if (edge.kind == NextKind::over || is_between_rounds(lookup_.marks(group.here))) {
        done_.push_back(std::move(group));
        return;
      }
      if (edge.kind == NextKind::fight) {
        come_to_fight(std::move(group), edge);
        return;
      }
      group.here.node = edge.then;
    }
  }

  void come_to_fight(Group group, const Edge& edge) {
    if (edge.fight != nullptr) {
      due_.push_back({std::move(group), &edge, edge.fight});
      return;
    }
    const Scenario::State state = lookup_.state(group.here);
    const PerSide<MixedStrategy> mixes = plans_.mixes(state, rounds_left());
    std::map<std::pair<int, int>, std::uint64_t> drawn;
    for (std::uint64_t i = 0; i < group.battles; ++i) {
      PerSide<int> choice = nothing_chosen;
      for (const Side side : both_sides) {
        if (!mixes[side].empty()) choice[side] = table_.draw(mixes[side]);
      }
      ++drawn[{choice.attacker, choice.defender}];
    }
    for (const auto& [choice, battles] : drawn) {
      const FightPlans::Chosen chosen = plans_.chosen(state, {choice.first, choice.second});
      Group some{group.here, battles};
      some.here.node = lookup_.node(chosen.marks);
      due_.push_back({std::move(some), &edge, chosen.fight});
    }
  }
  int rounds_left() const { return player_.question_.last_round - round_; }

  /// Rolls the fights that are due, the same ones together, in the order of their first battles.
  void roll(Population& next) {
    group_of_.clear();
    together_.clear();
    for (std::size_t i = 0; i < due_.size(); ++i) {
      const auto [group, is_new] = group_of_.try_emplace(due_[i].fight, together_.size());
      if (is_new) together_.emplace_back();
      together_[group->second].push_back(i);
    }
    for (const std::vector<std::size_t>& same : together_) roll_same(same, next);
  }
  void roll_same(const std::vector<std::size_t>& same, Population& next) {
    const ReadyFight& fight = *due_[same.front()].fight;
    if (!fight.plan) {
      for (const std::size_t i : same) land(due_[i], {}, due_[i].group.battles, next);
      return;
    }
    std::uint64_t battles = 0;
    for (const std::size_t i : same) battles += due_[i].group.battles;
    rolled_.clear();
    table_.play(*fight.plan, battles, [&](const PerSide<int>& dealt) {
      rolled_.push_back(in_roles(dealt, enemy_of(fight.by)));
    });
    if (fight.plan->rolls.fights > 1 && same.size() > 1) shuffle();
    std::span<const PerSide<int>> rest = rolled_;
    for (const std::size_t i : same) {
      const std::size_t mine = due_[i].group.battles;
      share_out(due_[i], rest.first(mine), next);
      rest = rest.subspan(mine);
    }
  }
  /// Results of random amounts come sorted by what was rolled for them; these battles are not
  /// alike.
  void shuffle() {
    for (std::size_t k = rolled_.size(); k > 1; --k) {
      const auto other = static_cast<std::size_t>(table_.uniform() * static_cast<double>(k));
      std::swap(rolled_[k - 1], rolled_[other]);
    }
  }
  /// What has become of battles that were alike.
  void share_out(const Due& due, std::span<const PerSide<int>> suffered, Population& next) {
    const auto columns = static_cast<std::size_t>(due.fight->most.defender) + 1;
    const std::size_t cells = (static_cast<std::size_t>(due.fight->most.attacker) + 1) * columns;
    if (cells > suffered.size()) {
      for (const PerSide<int>& one : suffered) land(due, one, 1, next);
      return;
    }
    cells_.assign(cells, 0);
    for (const PerSide<int>& one : suffered) {
      ++cells_[static_cast<std::size_t>(one.attacker) * columns +
               static_cast<std::size_t>(one.defender)];
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (cells_[cell] == 0) continue;
      land(due, {static_cast<int>(cell / columns), static_cast<int>(cell % columns)}, cells_[cell],
           next);
    }
  }
  /// Where so much damage leads.
  void land(const Due& due, const PerSide<int>& suffered, std::uint64_t battles, Population& next) {
    const auto arrive = [&](Here here, std::uint64_t some) {
      lookup_.fought(here, due.fight->withdraws);
      next.push_back({std::move(here), some});
    };
    const Here& from = due.group.here;
    if (!plans_.assigns()) {
      Here here = from;
      for (const Side side : both_sides) {
        lookup_.suffer(here, side, due.edge->falls[side], suffered[side]);
      }
      arrive(std::move(here), battles);
      return;
    }
    const PerSide<MixedStrategy> to = plans_.assigned(lookup_.state(from), rounds_left(), suffered);
    const std::uint64_t draws = to.attacker.size() * to.defender.size() > 1 ? battles : 1;
    for (std::uint64_t i = 0; i < draws; ++i) {
      Here here = from;
      for (const Side side : both_sides) lookup_.put(here, side, 0, table_.draw(to[side]));
      arrive(std::move(here), battles / draws);
    }
  }

  Player& player_;
  Lookup& lookup_;
  FightPlans& plans_;
  DiceTable table_;
  const std::function<bool()>& give_up_;
  std::uint64_t broken_off_ = 0;
  int round_ = 0;
  std::size_t kept_ = 0;  ///< when they were put together last
  Numbers alike_;
  std::vector<int> list_;
  Population done_;  ///< with the round
  std::vector<Due> due_;
  std::unordered_map<const ReadyFight*, std::size_t> group_of_;
  std::vector<std::vector<std::size_t>> together_;  ///< places of what is due
  std::vector<PerSide<int>> rolled_;
  std::vector<std::uint64_t> cells_;
};

Player::Player(PlayerQuestion question) : question_(std::move(question)) { forget(); }

void Player::forget() {
  lookup_.reset();
  played_.plans.reset();
  played_ = question_.make();
  lookup_.emplace(*played_.scenario, *played_.plans);
  for (const Side side : both_sides) {
    hit_points_at_first_[side] = played_.scenario->hit_points_at_first(side);
  }
}

PerSide<AtFirst> Player::at_first() {
  PerSide<AtFirst> sides;
  const Here opening = lookup_->opening();
  for (const Side side : both_sides) {
    const Lookup::OfState& of = lookup_->of(side, 0, opening.units[side].front());
    sides[side] = {of.figures, of.hit_points};
  }
  return sides;
}

BattleCounts Player::play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials,
                                const std::function<bool()>& give_up) {
  constexpr std::size_t most_known = 1'000'000;
  if (lookup_->known() > most_known) forget();
  using Sums = PerSide<BattleCounts::Sums>;
  BattleCounts counts;
  const auto add = [&](const Here& here, std::uint64_t battles, Sums& to) {
    const auto times = static_cast<std::int64_t>(battles);
    for (const Side side : both_sides) {
      const std::int64_t left = lookup_->of(side, 0, here.units[side].front()).figures;
      to[side].destroyed += left == 0 ? times : 0;
      to[side].left += times * left;
      to[side].left_squared += times * left * left;
    }
  };
  const Here opening = lookup_->opening();
  Sums ended, before;
  add(opening, trials, before);
  Run run(*this, seed, chunk, give_up);
  run.play(
      {{opening, trials}}, 0,
      [&](const Here& here, BattleEnd how, int round, std::uint64_t battles) {
        tell_end(here, how, round, battles, counts);
        add(here, battles, ended);
      },
      [&](const Population& now, int round) {
        if (round == 0 || round > most_simulated_rounds) return;
        Sums after = ended;
        for (const Group& group : now) add(group.here, group.battles, after);
        for (const Side side : both_sides) {
          counts.sides[side].emplace_back(after[side]).add(before[side], -1);
        }
        before = after;
      });
  counts.broken_off = run.broken_off();
  return counts;
}

Ending Player::ending(const Here& here, BattleEnd how) {
  if (how != BattleEnd::undecided) return {how};
  PerSide<int> left;
  for (const Side side : both_sides) {
    left[side] = lookup_->of(side, 0, here.units[side].front()).hit_points;
  }
  return {how, who_is_ahead(left, hit_points_at_first_)};
}

void Player::tell_end(const Here& here, BattleEnd how, int round, std::uint64_t battles,
                      BattleCounts& counts) {
  BattleOutcome& outcome = *question_.outcome;
  for (const Side side : both_sides) {
    outcome.tell_of(
        side,
        [&](int unit) -> UnitLeft {
          const auto place = static_cast<std::size_t>(unit);
          const int state = here.units[side][place];
          const Lookup::OfState& of = lookup_->of(side, place, state);
          return {of.figures, of.hit_points,
                  outcome.needs_ranks() ? played_.scenario->figures_by_rank(side, unit, state)
                                        : std::vector<int>()};
        },
        told_[side]);
  }
  outcome.tell(ending(here, how), round, {&told_.attacker, &told_.defender}, values_);
  question_.observer.add(values_, battles, counts.outcomes.laws);
}

}  // namespace warodds::sim
