// Dice that fall as the test says, so that an example of a rulebook can be replayed die by die:
//
//   Played round = play(fight, "6 6 2 | 5 3");
//
// '|' divides one throw from the next. A throw of no dice has no place in the script. The trace
// says in words what was thrown and what came of it, one line a throw.
#pragma once

#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/rules/fight.h"
#include "tests/support/table_dice.h"

namespace warodds::testing {

class Script {
 public:
  explicit Script(const std::string& text) {
    std::istringstream throws(text);
    for (std::string one; std::getline(throws, one, '|');) {
      std::istringstream dice(one);
      std::vector<int> faces;
      for (int face = 0; dice >> face;) faces.push_back(face);
      if (!faces.empty()) throws_.push_back(std::move(faces));
    }
  }

  void begin(const char* what) {
    what_ = what;
    shown_.clear();
  }

  int roll(int sides) {
    if (shown_.empty()) {
      if (at_ == throws_.size())
        throw std::runtime_error("the script has no throw left for: " + what_);
      ++at_;
    }
    const std::vector<int>& dice = throws_[at_ - 1];
    if (shown_.size() == dice.size()) {
      throw std::runtime_error("the script has too few dice for: " + what_);
    }
    const int face = dice[shown_.size()];
    if (face < 1 || face > sides) {
      throw std::runtime_error("no die shows " + std::to_string(face) + " in: " + what_);
    }
    shown_.push_back(face);
    return face;
  }

  void end(const std::string& result) {
    if (!shown_.empty() && shown_.size() != throws_[at_ - 1].size()) {
      throw std::runtime_error("the script has dice left over in: " + what_);
    }
    if (shown_.empty() && result.empty()) return;
    std::string dice;
    for (const int face : shown_) dice += ' ' + std::to_string(face);
    note(what_ + ':' + (dice.empty() ? " none" : dice) + (result.empty() ? "" : " -> " + result));
  }

  void note(const std::string& text) { trace_ += text + '\n'; }

  void finish() const {
    if (at_ != throws_.size()) throw std::runtime_error("the script has throws left over");
  }

  const std::string& trace() const { return trace_; }

 private:
  std::vector<std::vector<int>> throws_;
  std::size_t at_ = 0;  ///< throws begun
  std::string what_;
  std::vector<int> shown_;
  std::string trace_;
};

class ScriptedDice : public TableDice<Script> {
 public:
  explicit ScriptedDice(Script& script) : TableDice(script) {}
  void report(Side side, int what, int value) { rolled[side][what] = value; }

  PerSide<std::map<int, int>> rolled;  ///< by place in System::reports
};

struct Played {
  PerSide<std::map<int, int>> rolled;  ///< by place in System::reports
  PerSide<int> damage;
  PerSide<int> kills;
  std::string trace;
};

/// Plays a fight once. Throws std::runtime_error when the script does not fit the dice of the
/// fight.
template <class Fight>
Played play(const Fight& fight, const std::string& text) {
  Script script(text);
  ScriptedDice dice(script);
  Played played;
  for (const auto& track : Fight::System::template tracks<ScriptedDice>(fight)) {
    Exchange<int> exchange;
    for (const auto& stage : track) stage.play(dice, fight, stage, exchange);
    for (const Side side : both_sides) played.damage[side] += exchange.damage[side];
  }
  script.finish();
  for (const Side side : both_sides) {
    played.kills[side] = fight.casualties[enemy_of(side)].kills(played.damage[side]);
  }
  played.rolled = dice.rolled;
  played.trace = script.trace();
  return played;
}

}  // namespace warodds::testing
