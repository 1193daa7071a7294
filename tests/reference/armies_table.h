// Armies on a table: what stands, what has happened in this round, and what is to happen next.
//
// One table a system says what the rules allow; who chooses what is left to the walk.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "armies.h"
#include "chain.h"

namespace reference {

/// Dwethia, E5: who chose it, and the units of both sides.
struct Melee {
  int chosen_by = 0;
  std::vector<int> units[2];
  auto operator<=>(const Melee&) const = default;
};

/// A moment of a battle. What lasts comes first, and only ever grows.
struct Node {
  /// [side][unit]: the damage taken (Magewinds, Raiders), the figures fallen of each group (Arcane
  /// Legions) or the wounds taken by each model (Dwethia).
  std::vector<std::vector<int>> lost[2];
  std::vector<int> away[2];     ///< Dwethia: has retreated.
  std::vector<int> markers[2];  ///< Raiders: as far as the unit's limit; 0 without a limit.
  int begun = 0;                ///< A round has been fought.

  // Of this round; between rounds as here.
  int side = 0;                           ///< Whose turn it is.
  int active = -1;                        ///< The unit that is activated.
  int target = -1;                        ///< The enemy that it has chosen.
  int attacks = 0;                        ///< How many the active unit may still make.
  std::vector<int> done[2];               ///< Was activated, has fought, or is in a fight.
  std::vector<int> actions[2];            ///< Magewinds: left.
  std::vector<int> injured[2], lying[2];  ///< Arcane Legions: damage on a figure of this group.
  int points[2] = {0, 0};                 ///< Arcane Legions: order points spent.
  std::vector<Melee> fights;              ///< Dwethia: as formed.
  std::vector<int> chosen[2];             ///< E8, spread: how often as a target.
  auto operator<=>(const Node&) const = default;
};

/// What lasts, between rounds.
Node between_rounds(const Node& node);

/// Nobody has lost anything, and nobody has moved away.
bool same_losses(const Node& before, const Node& after);

using Chances = std::map<Node, Rational>;

/// What comes next.
struct Moment {
  enum class Kind {
    round_over,  ///< `chances` has what lasts.
    chance,      ///< `chances` has what may come, or what comes for sure.
    unit,        ///< `side` chooses which of its units (`options`) is activated.
    target       ///< `unit` of `side` chooses one of the enemies in `options`.
  };
  Kind kind = Kind::chance;
  Chances chances = {};
  int side = 0;
  int unit = -1;
  std::vector<int> options = {};
  std::vector<Node> after = {};  ///< [option]
};

enum class Ending { none, attacker_wins, defender_wins, both_destroyed, retreated, undecided };

/// One unit of a side.
struct Fighter {
  std::string name;  ///< With its number, if there are several.
  std::string plain_name;
  Unit unit;
  Situation with;
};

class ArmyTable {
 public:
  ArmyTable(const Army& attacker, const Army& defender, const Situation& situation);
  virtual ~ArmyTable() = default;

  int size(int side) const { return static_cast<int>(fighters_[side].size()); }
  const Fighter& fighter(int side, int unit) const {
    return fighters_[side][static_cast<std::size_t>(unit)];
  }
  const Conduct& conduct(int side) const { return conducts_[side]; }
  const Phases& phases() const { return phases_; }

  virtual Node opening() const = 0;
  /// Ready for the first choice of a round.
  virtual Node round_begins(std::size_t phase, const Node& lasting) const = 0;
  virtual Moment next(std::size_t phase, const Node& node) = 0;
  /// E8: of a unit, as much as counts for policies, who is ahead, and what is left.
  virtual int hit_points_left(int side, int unit, const Node& node) const = 0;
  virtual int figures_left(int side, int unit, const Node& node) const = 0;
  /// Whether the battle is over as a round is to begin.
  virtual Ending ending(const Node& lasting) const;
  /// After a round: a side that breaks, of so few figures of all its units, is beaten, or it was to
  /// be fought until so few are left of a side.
  Ending halted(const Node& lasting) const;

 protected:
  Ending destroyed(const Node& lasting) const;
  bool stands(int side, int unit, const Node& node) const {
    return figures_left(side, unit, node) > 0;
  }
  bool any_stands(int side, const Node& node) const;

  /// A node in which nothing has been lost and nothing has happened.
  Node fresh() const;
  /// Settings of a round; of the whole battle as they are written.
  const Situation& written() const { return situation_; }
  Situation of_round(std::size_t phase) const;
  Situation with_of_round(int side, int unit, std::size_t phase) const;
  /// A single unit a side and no `with`: everything is as `battle` has it (E1).
  bool is_a_duel() const { return duel_; }
  void set_phases(const Phases& phases) { phases_ = phases; }

  Moment unit_choice(const Node& node, const std::vector<int>& units) const;
  /// E8: pins go before everything.
  Moment target_choice(const Node& node, const std::vector<int>& enemies) const;

 private:
  std::vector<Fighter> fighters_[2];
  Conduct conducts_[2];
  Situation situation_;
  Phases phases_;
  bool duel_;
};

inline int& at(std::vector<int>& values, int index) {
  return values[static_cast<std::size_t>(index)];
}
inline int at(const std::vector<int>& values, int index) {
  return values[static_cast<std::size_t>(index)];
}

/// The moment at which it is sure what comes.
Moment surely(const Node& node);
Moment round_over(const Node& node);

std::unique_ptr<ArmyTable> arcane_armies(const Army&, const Army&, const Situation&);
std::unique_ptr<ArmyTable> magewinds_armies(const Army&, const Army&, const Situation&);
std::unique_ptr<ArmyTable> raiders_armies(const Army&, const Army&, const Situation&);
std::unique_ptr<ArmyTable> dwethia_armies(const Army&, const Army&, const Situation&);
std::unique_ptr<ArmyTable> armies_on_table(ArmySystem system, const Army& attacker,
                                           const Army& defender, const Situation& situation);

}  // namespace reference
