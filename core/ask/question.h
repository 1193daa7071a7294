// Questions as data: what a command line, a line of JSON or a program can ask. One type for each
// command, made of parts that several have in common. Texts are as users write them; they get their
// meaning when the question is answered.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/answer/engine.h"
#include "core/ask/allowed_files.h"
#include "core/design/aim.h"
#include "core/roster/find_unit.h"
#include "core/roster/roster.h"

namespace warodds {

struct Command;

/// Where the units of a roster come from: a file, or a roster that is there already. Neither: there
/// is none.
struct RosterSource {
  std::string path;
  std::shared_ptr<const Roster> given = nullptr;
  SheetColumns columns = {};  ///< how those of a spreadsheet are read

  bool empty() const { return path.empty() && !given; }
};

/// A step of a sequence: a unit with settings of its own, or an ability that deals damage.
struct StepRequest {
  UnitRequest unit;
  std::vector<Setting> situation;  ///< besides that of the question
  std::string damage;              ///< of an ability: "1d6"; empty for a unit
};

namespace questions {

// Parts. An option of the command line, or a key of JSON, reads its value into the part that it
// belongs to, whichever question that is of.

struct OfSystem {
  std::string topic;  ///< a system; empty: all
};
struct OfRoster {
  RosterSource roster;
  std::string system;  ///< where there is no roster
};
/// A roster, and what is set for its units.
struct OfUnits : OfRoster {
  std::vector<Setting> situation;  ///< keys of the situation
  std::vector<Setting> stats;      ///< "attacker.hp", after the units have been read
};
/// Sides: attacker and defender; the target of a sequence.
struct Named {
  std::vector<SideRequest> units;
};
struct ByEngine {
  EngineSettings engine;
};
struct InRounds {
  std::optional<int> rounds;  ///< of a battle, or played for
};
struct AtBudget {
  std::vector<double> budgets;  ///< points that each side is bought for; prices takes several

  /// The only one, if there is any. Throws InputError when there are several.
  std::optional<double> budget() const;
};
/// How units are bought for a budget.
struct Buys {
  Buying buying = Buying::mixed;
};
/// What units are to become, and what stays of them.
struct ToBeEven {
  EvenFor even_for = EvenFor::mean;
  double within = 0.05;  ///< so far from even is near enough
  /// Units; of balance also stats: "KEY", "UNIT.KEY"; of prices also what they come to: "total=N".
  std::vector<std::string> fixed;
};
struct WithPolicy {
  std::vector<std::string> policy;  ///< "SIDE=best", "both=best"
};
/// How the units of sides of several are activated, and whom they attack.
struct WithConduct {
  std::vector<std::string> targets;   ///< "SIDE=POLICY", "SIDE[UNIT]=ENEMY"
  std::vector<std::string> activate;  ///< "SIDE=ORDER"
};
/// Of the armies of rosters, not their units.
struct OfArmies : WithConduct {
  bool armies = false;
};
struct Against {
  RosterSource against;  ///< of the defenders
};
struct Shown {
  std::string show;   ///< quantities, separated by commas
  bool only = false;  ///< JSON has nothing else, but for its head and remarks
};
/// Beside the answer: what comes of it if who has made no choice plays best.
struct BestBeside {
  bool best = false;           ///< where that fits the time limit
  bool best_if_quick = false;  ///< where a fifth of it is enough
};
/// What did it: what the answer would be without each stat and setting that is not at its default.
struct InParts {
  enum class Parts { none, dice };
  Parts parts = Parts::none;
};
struct Given {
  std::string given;  ///< an event: all numbers are those of the outcomes in which it holds
};
/// What is asked of outcomes, besides what every answer says.
struct OfOutcomes : Given {
  std::string joint;     ///< "FACT,FACT": both together
  std::string observed;  ///< "FACT=NUMBER,…": what has happened: how lucky was that?
};
struct FoughtFrom {
  std::string from;  ///< "FACT=NUMBER,…": how things stand as a battle begins
};
struct FoughtUntil {
  std::string until;  ///< an event: the battle ends after the first round after which it holds
};
struct FoughtOn {
  std::vector<std::string> then;  ///< sides that the survivors meet, one after the other
};
struct Varied {
  std::vector<std::string> vary;  ///< "KEY=LO..HI[:STEP]", "KEY=A,B,…"
};
struct Aimed {
  std::string target;  ///< "QUANTITY=VALUE"; of balance: "VALUE"; of tournament: "win=VALUE"
};
struct OfFiles {
  std::vector<std::string> files;  ///< parts of a simulation that was shared out, logs
};
struct OfVersions {
  RosterSource old;  ///< what the roster is compared with
};
/// A roster that may be named without --roster.
struct NamedRoster {};
/// An older version of a roster, if there is one.
struct SinceOlder {
  RosterSource older;
};
struct FightOrBattle {
  bool battle = false;  ///< whole battles, not fights
};
struct InSteps {
  std::vector<StepRequest> by;
  bool orders = false;  ///< every order of them as well
};

/// One unit and another.
struct Duel : OfUnits, Named {};
/// From where battles are fought and how far, and which outcomes count.
struct Framed : FoughtFrom, FoughtUntil, Given {};
/// Many fights or battles, a cell of a table for each.
struct Cells : OfUnits, ByEngine, InRounds, AtBudget, Buys {};
/// The same of one unit, against another or a roster.
struct Variants : Cells, Framed, Named, Against, WithPolicy, WithConduct {};

// The questions. Each has the record of its command: its name, its help, how it is answered.

struct Systems : OfSystem {
  static constexpr const char* name = "systems";
  static Command command();
};
struct Units : OfRoster {
  static constexpr const char* name = "units";
  static Command command();
};
struct Quantities : OfSystem {
  static constexpr const char* name = "quantities";
  static Command command();
};
/// Of all other questions, and of their answers.
struct Schema {
  static constexpr const char* name = "schema";
  static Command command();
};
struct Fight : Duel, ByEngine, Shown, BestBeside, OfOutcomes, FoughtFrom, InParts {
  static constexpr const char* name = "fight";
  static Command command();
};
struct Sequence : Duel, InSteps, ByEngine, Shown, OfOutcomes, FoughtFrom {
  static constexpr const char* name = "sequence";
  static Command command();
};
struct Battle : Duel,
                ByEngine,
                InRounds,
                AtBudget,
                WithPolicy,
                WithConduct,
                Shown,
                BestBeside,
                OfOutcomes,
                FoughtFrom,
                FoughtUntil,
                FoughtOn,
                InParts {
  static constexpr const char* name = "battle";
  static Command command();
};
struct Solve : Duel, ByEngine, InRounds, WithConduct, FoughtFrom, FoughtUntil {
  static constexpr const char* name = "solve";
  std::string payoff;   ///< empty: the system's first
  bool verify = false;  ///< play the solution with dice
  enum class Sides { nobody, attacker, defender, both };
  Sides may_leave = Sides::nobody;  ///< the field after a round
  bool may_leave_field(Side side) const {
    return may_leave == Sides::both ||
           may_leave == (side == Side::attacker ? Sides::attacker : Sides::defender);
  }
  static Command command();
};
struct Matrix : Cells, Framed, Against, WithPolicy, OfArmies, Shown, FightOrBattle {
  static constexpr const char* name = "matrix";
  bool ranking = false;  ///< only the order of strength
  double noise = 0;      ///< of those who choose units; 0: they do not err
  static Command command();
};
struct Sweep : Variants, Varied, Shown, FightOrBattle {
  static constexpr const char* name = "sweep";
  static Command command();
};
struct Value : Variants, Varied, Shown, FightOrBattle {
  static constexpr const char* name = "value";
  bool points = false;  ///< what stats are worth in points, too
  static Command command();
};
struct Tune : Variants, Varied, Aimed, FightOrBattle {
  static constexpr const char* name = "tune";
  static Command command();
};
struct Balance : Cells, Against, WithPolicy, Varied, Aimed, ToBeEven {
  static constexpr const char* name = "balance";
  std::optional<int> changes;       ///< points that stats may move by, all together
  std::vector<std::string> wishes;  ///< "A beats B 60:40", "A > B"
  std::vector<std::string> costs;   ///< "KEY=N": what a point of a stat counts
  int solutions = 1;                ///< sets of changes that are wanted
  static Command command();
};
struct Prices : Cells, WithPolicy, ToBeEven {
  static constexpr const char* name = "prices";
  int step = 1;  ///< prices are multiples of it
  static Command command();
};
struct Tournament : Cells, Against, WithConduct, Aimed {
  static constexpr const char* name = "tournament";
  int most_units = 3;  ///< of an army
  static Command command();
};
struct Merge : OfFiles, BestBeside {
  static constexpr const char* name = "merge";
  static constexpr const char* key_of_files = "parts";
  static Command command();
};
struct Compare : Cells, OfVersions, OfArmies {
  static constexpr const char* name = "compare";
  static Command command();
};
struct RosterPage : Cells, NamedRoster, SinceOlder {
  static constexpr const char* name = "report";
  static Command command();
};
struct Explain : Duel {
  static constexpr const char* name = "explain";
  static Command command();
};
struct Check : Duel, InSteps, ByEngine, InRounds, WithPolicy, WithConduct, FightOrBattle {
  static constexpr const char* name = "check";
  static Command command();
};

struct Log : OfRoster, OfFiles, ByEngine {
  static constexpr const char* name = "log";
  static constexpr const char* key_of_files = "log";
  std::string text;  ///< of one more log, where there may be no files
  /// The rosters that its rows may name.
  AllowedFiles allowed = AllowedFiles::all();
  static Command command();
};

}  // namespace questions

/// In the order in which the help lists their commands.
template <class... Kinds>
struct KindsOfQuestions {};
using AllKindsOfQuestions =
    KindsOfQuestions<questions::Systems, questions::Units, questions::Quantities, questions::Fight,
                     questions::Sequence, questions::Battle, questions::Solve, questions::Matrix,
                     questions::Sweep, questions::Value, questions::Tune, questions::Balance,
                     questions::Prices, questions::Tournament, questions::Merge, questions::Compare,
                     questions::RosterPage, questions::Explain, questions::Check, questions::Log,
                     questions::Schema>;

/// Any question: a value of one of these.
class Question {
 public:
  template <class Kind>
  requires std::is_same_v<decltype(Kind::command()), Command> Question(Kind kind)
      : held_(std::make_unique<Held<Kind>>(std::move(kind))) {}  // NOLINT: is one
  /// Of systems.
  Question() : Question(questions::Systems{}) {}
  Question(const Question& other) : held_(other.held_->copy()) {}
  Question(Question&&) = default;
  Question& operator=(Question other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }
  ~Question() = default;

  /// The name of its command.
  std::string_view name() const { return held_->name(); }

 private:
  struct Any {
    virtual ~Any() = default;
    virtual std::unique_ptr<Any> copy() const = 0;
    virtual std::string_view name() const = 0;
  };
  template <class Kind>
  struct Held final : Any, Kind {
    explicit Held(Kind kind) : Kind(std::move(kind)) {}
    std::unique_ptr<Any> copy() const override { return std::make_unique<Held>(*this); }
    std::string_view name() const override { return Kind::name; }
  };

  template <class Part>
  friend Part* part_of(Question& question);
  template <class Part>
  friend const Part* part_of(const Question& question);

  std::unique_ptr<Any> held_;
};

/// That part of a question; null: it has none. A question is a part of itself.
template <class Part>
Part* part_of(Question& question) {
  return dynamic_cast<Part*>(question.held_.get());
}
template <class Part>
const Part* part_of(const Question& question) {
  return dynamic_cast<const Part*>(question.held_.get());
}

/// The rosters that a question is about, each of which may be empty.
std::vector<RosterSource*> rosters_of(Question& question);
/// Reads those that are not there yet. Throws InputError.
void read_rosters(Question& question);
/// The files that a question is read from.
std::vector<std::string> files_of(Question& question);

/// The path of the table of wishes that a --wish names; "": it is a wish itself.
std::string_view file_of_wishes(std::string_view wish);

/// Refuses what contradicts itself. Throws InputError.
void require_consistent(const Question& question);

}  // namespace warodds
