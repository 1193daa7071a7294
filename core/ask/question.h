// A question as data: what a command line, a line of JSON or a program can ask. Texts are as users
// write them; they get their meaning when the question is answered.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/engine.h"
#include "core/play/matchup.h"
#include "core/roster/find_unit.h"
#include "core/roster/roster.h"

namespace warodds {

/// Where the units of a roster come from: a file, or a roster that is there already. Neither: there
/// is none.
struct RosterSource {
  std::string path;
  std::shared_ptr<const Roster> given = nullptr;
  std::vector<std::string> ignored = {};  ///< columns of a spreadsheet that are left out

  bool empty() const { return path.empty() && !given; }
};

/// A step of a sequence: a unit with settings of its own, or an ability that deals damage.
struct StepRequest {
  UnitRequest unit;
  std::vector<Setting> situation;  ///< besides that of the question
  std::string damage;              ///< of an ability: "1d6"; empty for a unit
};

struct Question {
  std::string command;             ///< "fight", "matrix", …
  std::vector<UnitRequest> units;  ///< attacker and defender, where the command takes units; the
                                   ///< target of a sequence
  std::vector<StepRequest> by;     ///< of a sequence
  bool orders = false;             ///< every order of its steps as well
  std::string topic;               ///< what `systems` is asked about
  RosterSource roster;
  std::string system;              ///< where there is no roster
  std::vector<Setting> situation;  ///< keys of the situation
  std::vector<Setting> stats;      ///< "attacker.hp", after the units have been read
  EngineSettings engine;
  std::optional<int> rounds;        ///< of a battle, or played for
  std::vector<std::string> policy;  ///< "SIDE=best", "both=best"
  bool battle = false;              ///< whole battles, not fights
  bool ranking = false;             ///< only the order of strength
  std::optional<double> budget;     ///< points that each side is bought for
  std::string payoff;               ///< empty: the system's first
  bool verify = false;              ///< play the solution with dice
  RosterSource against;             ///< of the defenders
  RosterSource old;                 ///< what a roster is compared with
  std::vector<std::string> vary;    ///< "KEY=LO..HI[:STEP]", "KEY=A,B,…"
  std::string show;                 ///< quantities, separated by commas
  std::string target;               ///< "QUANTITY=VALUE"; of balance: "VALUE"
  double within = 0.05;             ///< how far from the target is near enough
  std::optional<int> changes;       ///< points that stats may move by, all together
  std::string keep;                 ///< the unit whose price stays
  int step = 1;                     ///< prices are multiples of it
  std::vector<std::string> parts;   ///< files of a simulation that was shared out
};

/// One thing that can be said about a question besides its command and units: the options of the
/// command line, and the keys of a question in JSON.
struct OptionSpec {
  std::string_view name;   ///< "time-limit"
  std::string_view value;  ///< what it takes, for help: "SECONDS"; "" for one that is there or not
  std::string_view meaning;
  bool repeatable = false;
  /// Reads the value into the question. Throws InputError, which begins with `where`.
  void (*read)(Question& question, const std::string& value, const std::string& where) = nullptr;
};

/// All of them, in the order of the help.
const std::vector<OptionSpec>& all_options();
/// Null if there is none of that name.
const OptionSpec* find_option(std::string_view name);

/// Refuses what contradicts itself. Throws InputError.
void require_consistent(const Question& question);

}  // namespace warodds
