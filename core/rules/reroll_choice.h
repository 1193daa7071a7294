// Which of its dice a side has rolled again where it sees both pools and chooses what is best. This
// is the decision of a player, so it is found once, and both engines play by it.
//
// When both pools have been rolled and forced rerolls are over, the attacker chooses, foreseeing
// what the defender will do; then the defender, who sees the attacker's new dice. Of two choices
// the one with the higher odds to deal enough is better, where that is asked for (Stakes::enough);
// then the one with more expected damage dealt; then with less expected damage suffered; then with
// fewer dice rolled again; then with lower ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/rules/chance.h"
#include "core/rules/face_pools.h"

namespace warodds {

class RerollChoice {
 public:
  /// Of a lineup in which somebody chooses. Throws NoAnswer where work() is infinite.
  explicit RerollChoice(const Lineup& lineup);

  /// Steps that it takes to find all choices; infinite where they would not fit into memory, or
  /// take too long for anybody to wait.
  static double work(const Lineup& lineup);

  /// All pools of a side, and what may be left of them before own rerolls.
  const FacePools& pools(Side side) const { return pools_[side]; }

  /// What the sixes of the first roll are worth is known when dice are chosen: by how many critical
  /// hits they score. Where these are judged later, there is one level.
  std::size_t levels() const { return critical_hits_.size(); }
  std::size_t level(int natural_sixes) const;
  int critical_hits(std::size_t level) const { return critical_hits_[level]; }

  /// What a side keeps of its pool. `attack`: of the defender's choice, as it is after the
  /// attacker's rerolls.
  std::size_t kept(Side side, std::size_t level, std::size_t attack, std::size_t defence) const;

  /// The hits of final pools, but for critical hits of the first roll.
  LineupHits<int> hits(std::size_t attack, std::size_t defence) const;

  double bytes() const;

 private:
  class Solver;

  /// [f]: dice that show the face f or more, 1..7.
  using AtLeast = std::array<std::uint8_t, 8>;
  /// Own dice of one value: hits of those that stand behind all enemy dice that show as much.
  struct Term {
    std::size_t face;      ///< the lowest that counts as the value
    std::size_t higher;    ///< the lowest that counts for more
    std::size_t opposing;  ///< the enemy's lowest that counts as much
    bool paired;           ///< the phantom holds off dice without a partner
  };
  static std::vector<Term> terms(const Pool& own, const Pool& other, int phantom);
  static std::vector<AtLeast> at_least(const FacePools& pools);
  int hits_of(Side side, const AtLeast& own, const AtLeast& other) const;
  std::size_t kept_by_rule(Side side, std::size_t pool) const { return kept_by_rule_[side][pool]; }

  Critical critical_;
  PerSide<FacePools> pools_;
  PerSide<std::vector<Term>> terms_;
  PerSide<std::vector<AtLeast>> at_least_;
  std::size_t final_six_;
  std::vector<int> critical_hits_;  ///< by level
  PerSide<bool> chooses_;
  PerSide<std::vector<std::uint32_t>> kept_by_rule_;  ///< of sides that do not choose
  /// Of sides that choose, by level; and then by the attack pool and the defence pool for the
  /// defender, the other way round for the attacker.
  PerSide<std::vector<std::vector<std::uint32_t>>> kept_;
};

/// Whether somebody chooses, and choices can be found.
bool can_choose(const Lineup& lineup);

/// Throws NoAnswer if somebody chooses, but choices cannot be found.
void require_choosable(const Lineup& lineup);

/// The choices of a lineup, found once: they are kept as long as there is room for them.
std::shared_ptr<const RerollChoice> reroll_choice(const Lineup& lineup);

}  // namespace warodds
