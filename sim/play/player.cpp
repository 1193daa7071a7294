#include "sim/play/player.h"

#include <algorithm>
#include <utility>

namespace warodds::sim {

/// What is left in all battles together.
struct Player::Totals {
  PerSide<BattleCounts::Sums> sides = {};
  PerSide<std::vector<BattleCounts::Sums>> units = {};  ///< none, of two units

  void add(Player& player, const Group& group) {
    const auto times = static_cast<std::int64_t>(group.battles);
    for (const Side side : both_sides) {
      std::int64_t of_side = 0;
      for (int unit = 0; unit < player.board_->rounds->units(side); ++unit) {
        const UnitLeft& left = player.left(side, unit, group.state);
        of_side += left.figures;
        if (units[side].empty()) continue;
        units[side][static_cast<std::size_t>(unit)].count(left.figures, left.hit_points, times);
      }
      sides[side].count(of_side, 0, times);
    }
  }
};

Player::Player(PlayerQuestion question) : question_(std::move(question)) {
  remembers_after_ = question_.outcome->remembers_after();
  forget();
}

void Player::forget() {
  left_ = {};
  board_.emplace(question_.make(), question_.last_round, question_.seed);
  run_.emplace(*board_);
  for (const Side side : both_sides) {
    left_[side].resize(static_cast<std::size_t>(board_->rounds->units(side)));
    hit_points_at_first_[side] = board_->rounds->hit_points_at_first(side);
  }
}

const UnitLeft& Player::left(Side side, int unit, const BattleState& state) {
  auto& known = left_[side][static_cast<std::size_t>(unit)];
  const int losses = Rounds::losses(state, side, unit);
  const auto place = static_cast<std::size_t>(losses);
  if (known.size() <= place) known.resize(place + 1);
  if (!known[place]) {
    const bool by_rank = question_.outcome->needs_ranks();
    known[place] = left_of(board_->rounds->states(side, unit), losses, by_rank);
  }
  return *known[place];
}

PerSide<std::vector<UnitLeft>> Player::at_first() {
  PerSide<std::vector<UnitLeft>> units;
  const BattleState opening = board_->rounds->opening();
  for (const Side side : both_sides) {
    for (int unit = 0; unit < board_->rounds->units(side); ++unit) {
      units[side].push_back(left(side, unit, opening));
    }
  }
  return units;
}

BattleCounts Player::play_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t trials,
                                const std::function<bool()>& give_up) {
  constexpr std::size_t most_known = 1'000'000;
  if (board_->plans.known() > most_known) forget();
  remembered_.assign(1, {});
  numbers_.clear();
  BattleCounts counts;
  Totals ended, before;
  for (const Side side : both_sides) {
    const int units = question_.of_several ? board_->rounds->units(side) : 0;
    counts.units[side].resize(static_cast<std::size_t>(units));
    ended.units[side].resize(static_cast<std::size_t>(units));
  }
  counts.broken_off = run_->play(
      {seed, chunk, trials}, give_up,
      [&](const Group& group, BattleEnd how, int round) {
        tell_end(group, how, round, counts);
        ended.add(*this, group);
      },
      [&](std::vector<Group>& going_on, int round) {
        remember(going_on, round);
        if (round > most_simulated_rounds) return;
        Totals after = ended;
        for (const Group& group : going_on) after.add(*this, group);
        for (const Side side : both_sides) {
          if (round == 0) break;
          counts.sides[side].emplace_back(after.sides[side]).add(before.sides[side], -1);
          for (std::size_t unit = 0; unit < counts.units[side].size(); ++unit) {
            counts.units[side][unit]
                .emplace_back(after.units[side][unit])
                .add(before.units[side][unit], -1);
          }
        }
        before = std::move(after);
      });
  return counts;
}

void Player::remember(std::vector<Group>& going_on, int round) {
  if (std::find(remembers_after_.begin(), remembers_after_.end(), round) ==
      remembers_after_.end()) {
    return;
  }
  for (Group& group : going_on) {
    tell(group, BattleEnd::undecided, round);
    BattleOutcome::Remembered all = remembered_[group.remembered];
    question_.outcome->remember(round, values_, all);
    const auto [known, is_new] = numbers_.try_emplace(std::move(all), remembered_.size());
    if (is_new) remembered_.push_back(known->first);
    group.remembered = known->second;
  }
}

void Player::tell_end(const Group& group, BattleEnd how, int round, BattleCounts& counts) {
  tell(group, how, round);
  BattleOutcome::recall(remembered_[group.remembered], values_);
  question_.observer.add(values_, group.battles, counts.outcomes.laws);
}

void Player::tell(const Group& group, BattleEnd how, int round) {
  PerSide<int> hit_points;
  for (const Side side : both_sides) {
    of_side_.resize(left_[side].size());
    for (std::size_t place = 0; place < of_side_.size(); ++place) {
      of_side_[place] = left(side, static_cast<int>(place), group.state);
      hit_points[side] += of_side_[place].hit_points;
    }
    question_.outcome->tell_of(side, of_side_, told_[side]);
  }
  const Ahead ahead =
      how == BattleEnd::undecided ? who_is_ahead(hit_points, hit_points_at_first_) : Ahead::decided;
  question_.outcome->tell({how, ahead}, round, {&told_.attacker, &told_.defender}, values_);
}

}  // namespace warodds::sim
