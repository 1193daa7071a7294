// Arcane Legions: two units on the table in a battle, and the turns of a round.
//
// Shared by the battle, where policies assign the damage, and by best play, where players do.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "arcane_figures.h"
#include "chain.h"
#include "reference.h"

namespace reference {

/// Who stands on either side: 0 the attacker's unit, 1 the defender's.
struct Board {
  Standing side[2];
  auto operator<=>(const Board&) const = default;
};

/// What happens in a round, one after the other.
enum class Step { kAttack, kAttackBack, kEndOfTurn };

class ArcaneTable {
 public:
  ArcaneTable(const Unit& attacker, const Unit& defender, const Situation& situation);

  const Phases& phases() const { return phases_; }
  const std::vector<Figures>& figures(int side) const { return figures_[side]; }
  const std::string& policy(int side) const { return policies_[side]; }
  /// Of the first attack.
  const Situation& situation() const { return attacks_[0].front(); }

  /// With the damage that lies on the units before the battle. Who is to choose best ("best") is
  /// taken to have assigned that freely.
  const Board& opening() const { return opening_; }

  const std::vector<Step>& steps(std::size_t phase) const { return steps_[phase]; }

  /// What an attack by `army` does to those who stand; not legal if it cannot be made.
  const ResultOf<Rational>& attack(std::size_t phase, int army, const Board& board);

  /// Why the battle cannot begin: its first attack is not legal. Empty if it is.
  std::string forbidden();

  bool decided(const Board& board) const;

  /// Losses so far (figures of each group); what lies on the injured is not part of it.
  State state_of(const Board& board) const;
  /// Those who stand in a state, nobody injured; the opening before it is opened.
  Board board_of(const State& state) const;
  /// Of the hit points of those who stood when the battle began.
  Rational share_left(int side, const Board& board) const;

 private:
  Unit units_[2];
  std::vector<Figures> figures_[2];
  std::string policies_[2];
  Board opening_;
  Phases phases_;
  std::vector<Situation> attacks_[2];  // [army][phase]
  std::vector<std::vector<Step>> steps_;
  std::map<std::tuple<std::size_t, int, std::vector<int>, std::vector<int>, int, int>,
           ResultOf<Rational>>
      known_;
};

/// Calls visit(damage on side 0, damage on side 1, probability) for all that an attack can do.
template <typename Visit>
void for_each_damage(const ResultOf<Rational>& attack, int army, Visit visit) {
  if (!attack.legal) {  // It does not take place.
    visit(0, 0, Rational(1));
    return;
  }
  for (std::size_t dealt = 0; dealt < attack.joint_damage.size(); ++dealt) {
    const LawOf<Rational>& row = attack.joint_damage[dealt];
    for (std::size_t suffered = 0; suffered < row.size(); ++suffered) {
      if (row[suffered] == 0) continue;
      const int on_enemy = static_cast<int>(dealt);
      const int on_army = static_cast<int>(suffered);
      if (army == 0) visit(on_army, on_enemy, row[suffered]);
      if (army == 1) visit(on_enemy, on_army, row[suffered]);
    }
  }
}

}  // namespace reference
