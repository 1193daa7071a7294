// Answers to questions, with what was asked: all that a front end shows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include "core/answer/agreement.h"
#include "core/answer/best_play_answer.h"
#include "core/answer/best_players.h"
#include "core/answer/luck.h"
#include "core/answer/quantity.h"
#include "core/answer/verification.h"
#include "core/ask/forms/text/style.h"
#include "core/ask/question.h"
#include "core/design/balance.h"
#include "core/design/matrix.h"
#include "core/design/prices.h"
#include "core/design/tournament.h"
#include "core/design/variants.h"
#include "core/numbers/fair_dice.h"
#include "core/play/assumed_play.h"

namespace warodds {

/// A unit that was asked about, as it fights.
struct AskedUnit {
  std::string name;  ///< as its side tells it apart
  AnyUnit stats;
  std::vector<Setting> with = {};  ///< what is said of its attacks alone
  int wave = 0;                    ///< how many sides are met before it (--then)
};

/// What was asked about, as it is shown: two sides, or the steps of a sequence and their target,
/// which stands where others have the defender.
struct Asked {
  std::string system;
  std::string title;                      ///< of the system
  PerSide<std::string> names;             ///< of the sides
  PerSide<std::string> labels;            ///< the same, told apart where both have one name
  PerSide<std::vector<AskedUnit>> units;  ///< of a sequence the target alone
  bool is_of_several = false;             ///< whether a side is more than one unit
  PerSide<Conduct> conducts;              ///< of sides of several
  std::vector<std::string> steps;  ///< of a sequence, told apart where two different have one name
  Values situation;
  std::vector<std::string> given;  ///< the settings of the situation, as written
  /// Of a battle: the situation of the attack back as far as it is not at its defaults.
  std::vector<std::string> reply_given;
  /// What is rolled in the first attack of each side; of a fight, in which both do, the attacker's.
  /// Nothing where that is still to be chosen, or where there is none.
  PerSide<std::optional<AnyFight>> rolled;
  std::vector<Purchase> bought = {};  ///< what the budget buys, where there is one
  AssumedPlays assumed = {};          ///< of what is played: what nobody has chosen

  bool is_sequence() const { return !steps.empty(); }
  /// The unit of a side that has one.
  const AskedUnit& unit(Side side) const { return units[side].front(); }
};

/// A quantity that was asked for by name, and its number.
struct ShownQuantity {
  Quantity quantity;
  Estimate number;
};

/// Two facts of outcomes together.
struct JointOfFacts {
  std::string rows;  ///< the names of the facts
  std::string columns;
  /// The values of both, in the order of the rows and columns of the law; empty: 0, 1, 2, …
  std::vector<double> row_values, column_values;
  JointDistribution law;
};

/// What comes of it if who has made no choice plays best: of a battle its answer, of a fight what
/// it is worth.
struct BestPlay {
  PerSide<bool> who;
  std::optional<Answer> battle = {};
  std::string payoff = {};  ///< that is played for
  std::string meaning = {};
  std::vector<std::string> settings = {};  ///< of solve, which says more of it
  double worth = 0;                        ///< to the attacker
};

/// What an answer would be if a stat or a setting were at its default.
struct WithoutOne {
  Unusual what;
  std::vector<Estimate> values = {};  ///< none where there is no such fight or battle ...
  std::string why_not = {};           ///< ... and why
};
/// What did it: the same numbers as asked, and without one after the other.
struct PartsOfDice {
  std::vector<Quantity> quantities;
  std::vector<Estimate> as_asked;
  std::vector<WithoutOne> without;
};

/// A fight, a battle or a sequence: what was asked, and all that is known of it.
struct PlayReport {
  OutcomeOf of;
  std::string command;
  Asked asked = {};
  Answer answer = {};
  std::vector<ShownQuantity> shown = {};  ///< empty: all that is known is shown
  std::optional<JointOfFacts> joint = {};
  std::optional<LuckOfOutcome> luck = {};  ///< of what has happened
  std::optional<BestPlay> best = {};
  std::optional<Agreement> agreement = {};  ///< with dice
  std::optional<PartsOfDice> parts = {};
  // Of battles.
  BestPlayers players = {};         ///< who plays as solve says
  std::string from = {};            ///< how things stand as it begins; empty: from the first
  std::optional<Event> until = {};  ///< it is fought until this
  bool can_break = false;           ///< whether a side can be beaten that still stands
  bool tells_best = false;          ///< what best play of several units is worth, and how it begins
  std::string payoff = {};          ///< that it plays for; empty: to win
  // Of sequences.
  std::string paid = {};  ///< what the attackers pay, such as "order_points"; empty: nothing
  int cost = 0;           ///< that they pay for all steps

  bool is_of_armies() const { return of == OutcomeOf::battle && asked.is_of_several; }
};

/// One unit and several whom it might attack, the best for it first.
struct TargetsReport {
  Asked asked;  ///< of the first that was named; labels are those of all
  std::vector<PlayReport> fights;
  bool by_points = false;  ///< the swing, where all have points; else by who falls
  bool with_best = false;  ///< and what each comes to if who has made no choice plays best
  std::vector<std::string> remarks;
};

struct ExplainReport {
  Asked asked;
  Explanation steps;  ///< how what is rolled came about
};

struct CheckReport {
  Asked asked;
  Agreement agreement;
};

struct SolveReport {
  Asked asked = {};
  BestPlayQuestion question;
  std::string payoff;
  std::string payoff_meaning;
  bool is_odds = false;                          ///< the payoff is a probability of winning
  int rounds = 0;                                ///< that are played for; 0: to the end
  PerSide<std::vector<std::string>> names = {};  ///< of the choices at the start
  PerSide<std::vector<std::string>> words = {};  ///< the same as something to do
  PerSide<std::string> known = {};  ///< "reaction=dodge": what a side does, as the other side knows
  Solution solution = {};
  std::vector<Leaving> leavings = {};  ///< of the field, both sides playing best
  /// What the solution decides where it assigns damage, the likeliest choice of each first.
  std::vector<AssignmentDecision> who_falls = {};
  std::optional<Verification> verification = {};
  std::string not_verified = {};    ///< why it is not, though it was to be; else empty
  std::string from = {};            ///< how things stand as it begins; empty: from the first
  std::optional<Event> until = {};  ///< the battle that is played for is fought until this
};

struct SystemsReport {
  std::vector<std::string> systems;
  bool one = false;  ///< one was asked for
};

struct UnitsReport {
  std::shared_ptr<const Roster> roster;
  std::vector<AnyUnit> units;  ///< of it, in their order
};

struct QuantitiesReport {
  std::vector<std::string> systems;
};

/// A roster with new numbers in it.
struct NewRoster {
  std::string text = {};  ///< of the whole file; empty: the roster is no file, or nothing changed
  std::string why_not = {};  ///< why there is no text
  std::string changes = {};  ///< "with new points of 3 of 8 units"
};

struct PricesReport : Prices {
  NewRoster roster;
};

struct BalanceReport : Balance {
  NewRoster roster;
};

/// A roster's balance for colleagues, put together from other reports.
struct RosterPage {
  std::string roster;  ///< as it is called
  Matrix ranking;
  Matrix odds;
  std::optional<RosterSensitivity> stats;
  std::optional<PricesReport> prices;
  std::optional<Comparison> changes;       ///< since an older version, ...
  std::optional<Matrix> ranking_before;    ///< ... and how that stood
  std::vector<std::string> left_out = {};  ///< what could not be had, and why
};

/// What some chunks of a simulation have counted.
struct PartReport {
  std::string question;  ///< JSON, of the whole simulation
  Tallies tallies;
  std::string cut_short = {};  ///< what is missing, where not all chunks were played
};

/// The JSON Schema of questions and answers, as the JSON of its members.
struct SchemaReport {
  using Members = std::vector<std::pair<std::string, std::string>>;
  Members members;
  Members definitions;
};

/// A fight or battle of a game, and how lucky it was.
struct LoggedRow {
  std::string file;
  std::size_t line = 0;
  std::string command;
  std::string system;
  PerSide<std::string> units;  ///< as they are called
  std::string player;          ///< who plays the attacker; empty: nobody says
  std::string note;
  Origin origin;
  LuckOfOutcome luck;
  std::string not_tested;  ///< why the dice are not tested by it; empty: they are
  double evidence = 1;     ///< against fair dice, after it
};

/// What a game has been like, of one fact.
struct LuckOfGame {
  std::string who;  ///< whom more of it is good for
  std::string fact;
  int rows = 0;
  double happened = 0;
  Estimate expected;
  double sd = 0;  ///< of what has happened, the choices being what they were

  double difference() const { return happened - expected.value; }
};

/// A game that has been written down.
struct LogReport {
  std::vector<LoggedRow> rows;
  std::size_t written = 0;   ///< rows that there are
  std::string why_partial;   ///< why not all of them have been looked at; empty: they have
  PerSide<std::string> who;  ///< whose luck it is, and whose it is not
  std::vector<LuckOfGame> game;
  FairDice test;
  std::vector<double> luck_so_far;  ///< of `who.attacker` after each row, but for what is expected
  std::string unit_of_luck;         ///< what it is counted in
  /// The same in points that the enemy loses, less one's own; empty: none are known of any row.
  std::vector<double> points_so_far = {};
};

// How each report says itself. A program asks for one of the forms below.

class Facts;  // core/answer/facts.h

/// What a report says, for JSON, CSV, people and whoever else listens.
void state(Facts&, const PartReport&);
void state(Facts&, const SchemaReport&);
void state(Facts&, const SystemsReport&);
void state(Facts&, const UnitsReport&);
void state(Facts&, const QuantitiesReport&);
void state(Facts&, const PlayReport&);
void state(Facts&, const SolveReport&);
void state(Facts&, const ExplainReport&);
void state(Facts&, const CheckReport&);
void state(Facts&, const LogReport&);
void state(Facts&, const Matrix&);
void state(Facts&, const Sweep&);
void state(Facts&, const Sensitivity&);
void state(Facts&, const Tuning&);
void state(Facts&, const RosterSensitivity&);
void state(Facts&, const PricesReport&);
void state(Facts&, const BalanceReport&);
void state(Facts&, const Comparison&);
void state(Facts&, const Tournament&);
void state(Facts&, const TargetsReport&);
void state(Facts&, const RosterPage&);

/// Any answer: one of the reports above. Copies share it.
class Report {
 public:
  template <class Kind>
  requires std::is_class_v<Kind> Report(Kind kind)
      : held_(std::make_shared<const Held<Kind>>(std::move(kind))) {}  // NOLINT: is one

  /// The report, if it is of this kind; else null.
  template <class Kind>
  const Kind* if_is() const {
    return dynamic_cast<const Held<Kind>*>(held_.get());
  }
  /// Throws std::bad_cast if it is of another.
  template <class Kind>
  const Kind& as() const& {
    return dynamic_cast<const Held<Kind>&>(*held_);
  }
  template <class Kind>
  Kind as() const&& {
    return dynamic_cast<const Held<Kind>&>(*held_);
  }
  std::type_index kind() const {
    const Any& held = *held_;
    return typeid(held);
  }
  void tell(Facts& facts) const { held_->tell(facts); }

 private:
  struct Any {
    virtual ~Any() = default;
    virtual void tell(Facts& facts) const = 0;
  };
  template <class Kind>
  struct Held final : Any, Kind {
    explicit Held(Kind kind) : Kind(std::move(kind)) {}
    void tell(Facts& facts) const override { state(facts, static_cast<const Kind&>(*this)); }
  };

  std::shared_ptr<const Any> held_;
};

/// Whether an answer is for programs alone: it is JSON in every form.
bool is_json_alone(const Report& report);

/// Whether an answer says that something is wrong: engines that disagree, a solution that does not
/// hold.
bool is_failure(const Report& report);

/// Answers any question. Throws InputError and NoAnswer.
Report answer(const Question& question, const Engines& engines, const Watch& watch = {});

/// The report for people: aligned tables and bars, at most 80 columns wide, a line end at the end.
std::string to_text(const Report& report, const Style& style = {});

/// The report in another form for people (core/ask/forms/printers.h), such as "md": Markdown.
std::string to_form(const Report& report, std::string_view word);
/// The words of these forms.
std::vector<std::string> words_of_forms();

/// The report as JSON; on one line, or, with `pretty`, on many, and a line end.
std::string to_json(const Report& report, bool pretty);

/// The page: one file of HTML without scripts, which needs nothing from elsewhere; every table is
/// in it as CSV, too.
std::string to_html(const RosterPage& page);

/// How CSV is written. What is for spreadsheets, a square sheet or one with semicolons, begins with
/// a byte-order mark where a name is not ASCII: without it they take it for something else.
struct CsvShape {
  bool wide = false;        ///< a matrix as a square sheet of its first quantity; all else as ever
  bool semicolons = false;  ///< between fields, and commas in decimals
  bool bom = false;         ///< a byte-order mark in any case
};

/// The report as CSV (RFC 4180): tidy, one observation a row below a header. Cells that a
/// spreadsheet would take for formulas have an apostrophe before them, but in a roster.
std::string to_csv(const Report& report, const CsvShape& shape = {});

}  // namespace warodds
