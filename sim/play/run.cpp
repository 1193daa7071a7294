#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "core/text/error.h"
#include "sim/play/player.h"
#include "sim/run/chunks.h"

namespace warodds::sim {

std::uint64_t Run::play(const Chunk& chunk, const std::function<bool()>& give_up, const Ends& ends,
                        const AfterRound& after_round) {
  table_.emplace(chunk.seed, chunk.number);
  give_up_ = &give_up;
  broken_off_ = 0;
  kept_ = 0;
  groups_.assign(1, {rounds_.opening(), chunk.battles});
  play_rounds(rounds_.opening_phase(), 0, ends, after_round);
  return broken_off_;
}

void Run::play_rounds(int phase, int round, const Ends& ends, const AfterRound& after_round) {
  for (;; ++round, phase = rounds_.phase_after(phase)) {
    std::erase_if(groups_, [&](const Group& group) {
      const std::optional<BattleEnd> how = ended(group, phase, round);
      if (how) ends(group, *how, round);
      return how.has_value();
    });
    if (after_round) after_round(groups_, round);
    if (groups_.empty()) return;
    play_round(phase, round);
    if (is_of_two()) continue;
    // A round that has changed nothing may be one in which nothing could happen any more.
    std::erase_if(groups_, [&](const Group& group) {
      const bool is_idle = !group.may_change && group.before.losses == group.state.losses &&
                           group.before.marks.away == group.state.marks.away;
      if (!is_idle || !board_.stuck.is_stuck({phase, group.before})) return false;
      ends(group, BattleEnd::undecided, round);
      return true;
    });
    if (groups_.empty()) return;
  }
}

std::optional<BattleEnd> Run::ended(const Group& group, int phase, int round) {
  if (const auto how = rounds_.ending(group.state)) return how;
  const bool is_last = round == board_.last_round;
  // Of several units that is looked for where a round has changed nothing.
  if (!is_last && round > 0 && !is_of_two()) return std::nullopt;
  const bool stuck = board_.stuck.is_stuck({phase, group.state});
  if (!is_last && !stuck) return std::nullopt;
  if (!stuck) broken_off_ += group.battles;
  return BattleEnd::undecided;
}

void Run::play_round(int phase, int round) {
  for (Group& group : groups_) {
    if (!is_of_two()) group.before = group.state;
    group.may_change = false;
    rounds_.begin(group.state, phase);
  }
  play_to_end_of_round(phase, round);
}

void Run::play_to_end_of_round(int phase, int round) {
  rounds_.set_phase(phase);
  phase_ = phase;
  round_ = round;
  Places now(groups_.size()), due;
  std::iota(now.begin(), now.end(), std::size_t{0});
  while (!now.empty()) {
    if ((*give_up_)()) throw Abandoned();
    due.clear();
    for (const std::size_t place : now) advance(place, due);
    roll(due);
    keep_few(due);
    std::swap(now, due);
  }
  std::erase_if(groups_, [](const Group& group) { return group.battles == 0; });
  keep_few();
}

void Run::advance(std::size_t place, Places& due) {
  open_.assign(1, place);
  while (!open_.empty()) {
    const std::size_t next = open_.back();
    open_.pop_back();
    for (;;) {
      const Moment moment = rounds_.next(groups_[next].state);
      if (moment.next == Moment::Next::round_over) break;
      if (moment.next == Moment::Next::fight) {
        choose_in_secret(next, due);
        break;
      }
      choose(next, moment);
    }
  }
}

void Run::choose(std::size_t place, const Moment& moment) {
  const auto take = [&](std::size_t of, int unit) {
    if (moment.next == Moment::Next::unit) {
      rounds_.choose_unit(groups_[of].state, unit);
    } else {
      rounds_.choose_target(groups_[of].state, unit);
    }
  };
  if (moment.next == Moment::Next::leave) {
    BattleState& state = groups_[place].state;
    return rounds_.choose_leaving(state, rounds_.leaves(state, board_.last_round - round_));
  }
  switch (moment.picks) {
    case Picks::any:
      break;
    case Picks::weakest:
    case Picks::strongest:
      return take(place, picked(rounds_, groups_[place].state, moment));
    case Picks::tried_out:
      return take(place, tried_out(groups_[place].state, moment));
    case Picks::best:
      throw NoAnswer(
          "best play of sides of several units is not found with dice: take a policy, such as "
          "--targets both=weakest");
  }
  if (moment.options.is_one()) return take(place, moment.options.first());
  std::vector<std::uint64_t> drawn(static_cast<std::size_t>(moment.options.size()), 0);
  for (std::uint64_t i = 0; i < groups_[place].battles; ++i) {
    ++drawn[static_cast<std::size_t>(table_->uniform() * static_cast<double>(drawn.size()))];
  }
  std::size_t option = 0;
  for (const int unit : moment.options) {
    const std::uint64_t battles = drawn[option++];
    if (battles == 0) continue;
    const std::size_t some = tell_apart(place, battles);
    take(some, unit);
    if (some != place) open_.push_back(some);
  }
}

/// The enemy with whom it goes best when the battle is tried out: who tries so attacks the weakest
/// from then on. In the same moment always the same, with dice that depend on the moment alone.
int Run::tried_out(const BattleState& state, const Moment& moment) {
  if (tries_) return picked(rounds_, state, moment);
  constexpr std::uint64_t trials = 128;
  constexpr std::size_t most_kept = 200'000;
  // Where battles are broken off after some rounds, the round matters.
  const At key{board_.last_round >= most_simulated_rounds ? phase_ : -1 - round_, state};
  if (const auto known = board_.tried_out.find(key); known != board_.tried_out.end())
    return known->second;
  const std::uint64_t dice = dice_of(state, moment);
  int best = moment.options.first();
  double of_best = -1;
  for (const int enemy : moment.options) {
    Run run(board_);
    run.table_.emplace(dice, 0);
    run.give_up_ = give_up_;
    run.tries_ = true;
    run.groups_ = {{state, trials}};
    rounds_.set_phase(phase_);
    rounds_.choose_target(run.groups_.front().state, enemy);
    run.play_to_end_of_round(phase_, round_);
    double worth = 0;
    run.play_rounds(rounds_.phase_after(phase_), round_ + 1,
                    [&](const Group& group, BattleEnd how, int) {
                      const double won = worth_of(how);
                      worth += (moment.side == Side::attacker ? won : 1 - won) *
                               static_cast<double>(group.battles);
                    },
                    {});
    if (worth <= of_best) continue;
    best = enemy;
    of_best = worth;
  }
  rounds_.set_phase(phase_);
  if (board_.tried_out.size() == most_kept) board_.tried_out.clear();
  board_.tried_out.emplace(key, best);
  return best;
}

/// A number that tells moments apart, whoever has found which state first: FNV-1a.
std::uint64_t Run::dice_of(const BattleState& state, const Moment& moment) const {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](auto number) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x100000001b3;
  };
  add(board_.seed);
  add(phase_);
  add(static_cast<int>(moment.side));
  add(moment.unit);
  for (const Side side : both_sides) {
    add(state.marks.acted[side].bits());
    for (int unit = 0; unit < rounds_.units(side); ++unit) {
      add(rounds_.hit_points(state, side, unit));
      add(rounds_.states(side, unit).standing(Rounds::losses(state, side, unit)));
    }
  }
  return hash;
}

void Run::choose_in_secret(std::size_t place, Places& due) {
  const BattleState& state = groups_[place].state;
  const int rounds_left = board_.last_round - round_;
  const PerSide<MixedStrategy> mixes =
      board_.mixes ? board_.mixes(state, rounds_left) : rounds_.mixes(state, rounds_left);
  if (mixes.attacker.empty() && mixes.defender.empty()) return come_to_fight(place, due);
  std::map<std::pair<int, int>, std::uint64_t> drawn;
  for (std::uint64_t i = 0; i < groups_[place].battles; ++i) {
    PerSide<int> choice = nothing_chosen;
    for (const Side side : both_sides) {
      if (!mixes[side].empty()) choice[side] = table_->draw(mixes[side]);
    }
    ++drawn[{choice.attacker, choice.defender}];
  }
  for (const auto& [choice, battles] : drawn) {
    const std::size_t some = tell_apart(place, battles);
    groups_[some].state.marks.chosen = {choice.first, choice.second};
    come_to_fight(some, due);
  }
}

void Run::come_to_fight(std::size_t place, Places& due) {
  Group& group = groups_[place];
  group.combat = rounds_.combat(group.state);
  group.fight = &board_.plans.of(phase_, group.combat, group.state);
  due.push_back(place);
}

void Run::roll(Places& due) {
  constexpr std::size_t none = ~std::size_t{0};
  place_of_.resize(board_.plans.known(), none);
  sizes_.clear();
  for (const std::size_t place : due) {
    std::size_t& of_fight = place_of_[groups_[place].fight->number];
    if (of_fight == none) {
      of_fight = sizes_.size();
      sizes_.push_back(0);
    }
    ++sizes_[of_fight];
  }
  Places next(sizes_.size());
  std::exclusive_scan(sizes_.begin(), sizes_.end(), next.begin(), std::size_t{0});
  together_.resize(due.size());
  for (const std::size_t place : due) {
    together_[next[place_of_[groups_[place].fight->number]]++] = place;
  }
  due.clear();
  std::size_t first = 0;
  for (const std::size_t size : sizes_) {
    const std::span<const std::size_t> same{together_.data() + first, size};
    place_of_[groups_[same.front()].fight->number] = none;
    roll_same(same, due);
    first += size;
  }
}

void Run::roll_same(std::span<const std::size_t> same, Places& landed) {
  const ReadyFight& fight = *groups_[same.front()].fight;
  if (!fight.plan) {
    for (const std::size_t place : same) land(place, {}, landed);
    return;
  }
  std::uint64_t battles = 0;
  for (const std::size_t place : same) battles += groups_[place].battles;
  rolled_.clear();
  table_->play(*fight.plan, battles, [&](const PerSide<int>& dealt) {
    rolled_.push_back(in_roles(dealt, enemy_of(fight.by)));
  });
  // Results of random amounts come sorted by what was rolled for them; these battles are not alike.
  for (std::size_t k = fight.plan->rolls.fights > 1 && same.size() > 1 ? rolled_.size() : 0; k > 1;
       --k) {
    const auto other = static_cast<std::size_t>(table_->uniform() * static_cast<double>(k));
    std::swap(rolled_[k - 1], rolled_[other]);
  }
  std::span<const PerSide<int>> rest = rolled_;
  for (const std::size_t place : same) {
    const std::size_t mine = groups_[place].battles;
    share_out(place, rest.first(mine), landed);
    rest = rest.subspan(mine);
  }
}

/// What has become of battles that were alike.
void Run::share_out(std::size_t place, std::span<const PerSide<int>> suffered, Places& landed) {
  if (suffered.size() == 1) return land(place, suffered.front(), landed);
  const ReadyFight& fight = *groups_[place].fight;
  const auto columns = static_cast<std::size_t>(fight.most.defender) + 1;
  const std::size_t cells = (static_cast<std::size_t>(fight.most.attacker) + 1) * columns;
  if (cells > suffered.size()) {
    for (const PerSide<int>& one : suffered) land(tell_apart(place, 1), one, landed);
    return;
  }
  cells_.assign(cells, 0);
  for (const PerSide<int>& one : suffered) {
    ++cells_[static_cast<std::size_t>(one.attacker) * columns +
             static_cast<std::size_t>(one.defender)];
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (cells_[cell] == 0) continue;
    land(tell_apart(place, cells_[cell]),
         {static_cast<int>(cell / columns), static_cast<int>(cell % columns)}, landed);
  }
}

/// Where so much damage leads.
void Run::land(std::size_t place, const PerSide<int>& suffered, Places& landed) {
  const auto worth = [&](const Group& group) {
    if (!board_.mixes) return 0.0;
    double worth = group.fight->worth;
    for (const Side side : both_sides) {
      if (!group.fight->plan) continue;
      const auto& of = in_roles(group.fight->plan->facts.casualties, group.fight->by);
      worth += rounds_.worth_of_damage(side, of[side], suffered[side]);
    }
    return worth;
  };
  const auto arrive = [&](std::size_t some) {
    Group& group = groups_[some];
    group.may_change = group.may_change || group.fight->may_change;
    group.won += worth(group);
    rounds_.fought(group.state, group.combat, group.fight->withdraws);
    landed.push_back(some);
  };
  if (!rounds_.assigns()) {
    Group& group = groups_[place];
    for (const Side side : both_sides) {
      rounds_.suffer(group.state, group.combat, side, suffered[side]);
    }
    return arrive(place);
  }
  const PerSide<MixedStrategy> to =
      rounds_.assigned(groups_[place].state, board_.last_round - round_, suffered);
  const bool is_drawn = to.attacker.size() * to.defender.size() > 1;
  for (std::uint64_t left = groups_[place].battles; left > 0;) {
    const std::uint64_t battles = is_drawn ? 1 : left;
    const std::size_t some = tell_apart(place, battles);
    left -= battles;
    for (const Side side : both_sides) {
      groups_[some].state.losses[side] = OfUnits<int>{table_->draw(to[side])};
    }
    rounds_.find_gone(groups_[some].state);
    arrive(some);
  }
}

std::size_t Run::tell_apart(std::size_t place, std::uint64_t battles) {
  if (groups_[place].battles == battles) return place;
  groups_[place].battles -= battles;
  groups_.push_back(groups_[place]);
  groups_.back().battles = battles;
  return groups_.size() - 1;
}

namespace {

/// What makes groups alike: what they were before their round counts where it may have changed
/// nothing.
struct Alike {
  std::size_t operator()(const Group* group) const { return group->state.hash(); }
  bool operator()(const Group* a, const Group* b) const {
    return a->won == b->won && a->remembered == b->remembered && a->state == b->state &&
           a->may_change == b->may_change && (a->may_change || a->before == b->before);
  }
};
using Firsts = std::unordered_map<const Group*, std::size_t, Alike, Alike>;

}  // namespace

void Run::keep_few(Places& places) {
  constexpr std::size_t few = 32;
  if (places.size() <= std::max(few, 2 * kept_)) return;
  Firsts firsts;
  std::erase_if(places, [&](std::size_t place) {
    const auto [first, is_new] = firsts.try_emplace(&groups_[place], place);
    if (!is_new) {
      groups_[first->second].battles += std::exchange(groups_[place].battles, 0);
    }
    return !is_new;
  });
  kept_ = places.size();
}
void Run::keep_few() {
  Places all(groups_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  keep_few(all);
  std::erase_if(groups_, [](const Group& group) { return group.battles == 0; });
}

}  // namespace warodds::sim
