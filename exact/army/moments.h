// The moments of a battle of several units, as numbers: what there is to choose in each, and where
// fights lead. All of it is asked of core/play/army_round.h once and then looked up.
//
// A moment is what is marked, and the losses of both sides, each a number. Most of what is asked
// does not depend on all of that. Whom a side activates is decided by its own losses, and by what
// the enemy's still allow; at whom it goes, by the enemy's losses; what comes after a fight, by
// what the losses of both sides still allow. What losses allow is their kind: who stands, and whom
// the rules allow each unit to attack. A battle has few kinds of losses and few marks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/play/army_policy.h"
#include "core/play/army_round.h"
#include "core/threads/parallel.h"
#include "exact/army/side_losses.h"
#include "exact/fight/damage_law.h"

namespace warodds::exact {

class LineupCache;

/// What a fight does to the losses of both sides.
struct CombatLaw {
  Eigen::ArrayXXd p;  ///< rows: damage suffered by the attacker's side; columns: by the defender's
  std::vector<double> by_attacker;  ///< the same, row after row
  bool withdraws = false;
  double nothing = 0;    ///< that neither suffers any
  double something = 0;  ///< all else, added up by itself
};

/// What may be chosen in a moment.
struct Options {
  struct Option {
    int unit = 0;   ///< that is activated, or attacked
    int marks = 0;  ///< afterwards
  };
  Side side = Side::attacker;
  std::vector<Option> all;
  /// How likely the side's policy takes each; empty where it is for best play to find out.
  std::vector<double> p;
};

template <class System>
class Moments {
 public:
  using Losses = PerSide<int>;  ///< numbers of the losses of both sides
  template <class T>
  using OfPairs = std::vector<std::vector<T>>;  ///< by numbers of either side

  explicit Moments(const ArmyBattle<System>& battle, LineupCache* lineups)
      : battle_(battle),
        round_(battle),
        laws_(lineups),
        phases_(static_cast<std::size_t>(battle.phases())) {
    const ArmyState opening = round_.opening();
    opening_marks_ = number(opening.marks);
    for (const Side side : both_sides) {
      if (!AttacksBack<System>) number_in_order(side);
      opening_[side] = sides_[side].number(opening.losses[side]);
    }
  }

  const ArmyBattle<System>& battle() const { return battle_; }
  const ArmyRound<System>& round() const { return round_; }
  const SideLosses& sides(Side side) const { return sides_[side]; }
  int opening_marks() const { return opening_marks_; }
  Losses opening() const { return opening_; }
  const ArmyMarks& marks(int number) const { return *marks_[static_cast<std::size_t>(number)]; }

  /// The rounds that are asked about are of this phase.
  void set_phase(int phase) {
    phase_ = phase;
    round_.set_phase(phase);
  }

  /// The marks when a round has begun.
  int begin(int marks, const Losses& losses) {
    int& known = pair(at(marks).begins, kinds_of(losses));
    if (known < 0) {
      ArmyState state = state_of(marks, losses);
      round_.begin(state, phase_);
      known = number(state.marks);
    }
    return known;
  }

  bool is_over(int marks) const { return this->marks(marks).over; }
  Moment::Next next(int marks, const Losses& losses) {
    OfMarks& of = at(marks);
    if (!of.next) of.next = round_.next(state_of(marks, losses)).next;
    return *of.next;
  }

  const Options& options(int marks, const Losses& losses) {
    OfMarks& of = at(marks);
    const Side side = this->marks(marks).side;
    const bool of_unit = next(marks, losses) == Moment::Next::unit;
    // The side whose losses decide, and of the other one what they still allow.
    const Side decides = of_unit ? side : enemy_of(side);
    const int kind = kind_of(enemy_of(decides), losses[enemy_of(decides)]);
    int& known = cell(cell(of.options, kind), losses[decides]);
    if (known < 0) known = find_options(marks, losses);
    return options_[static_cast<std::size_t>(known)];
  }

  /// Who fights, where the next thing is a fight.
  int combat(int marks, const Losses& losses) {
    OfMarks& of = at(marks);
    if (of.combat < 0) of.combat = number(round_.combat(state_of(marks, losses)));
    return of.combat;
  }
  const CombatLaw& law(int combat, const Losses& losses) {
    Table& table = tables()[static_cast<std::size_t>(combat)];
    const int a = part(table, Side::attacker, losses.attacker);
    const int d = part(table, Side::defender, losses.defender);
    int& known = cell(cell(table.laws, a), d);
    if (known < 0) {
      known = find_law(table, losses);
      table.withdraws[known_law(known).withdraws ? 1 : 0] = true;
    }
    return known_law(known);
  }
  /// The side's losses after damage of 0, 1, … in a fight, and their kinds.
  struct AfterDamage {
    std::vector<int> losses;
    std::vector<int> kinds;
    /// How many at the beginning have numbers one after the other, and one kind.
    int in_line = 0;
    /// The units that fight stand as those of the losses before, and all that may come of it has
    /// numbers one greater: then many such losses can be treated alike.
    bool follows = false;
  };
  /// Of damage up to at least `most`.
  const AfterDamage& after(int combat, Side side, int losses, int most) {
    Table& table = tables()[static_cast<std::size_t>(combat)];
    AfterDamage& known = grown(table.after[side], losses);
    while (static_cast<int>(known.losses.size()) <= most) {
      ArmyState state;
      state.losses[side] = sides_[side][losses];
      round_.suffer(state, table.combat, side, static_cast<int>(known.losses.size()));
      const int then = sides_[side].number(state.losses[side]);
      known.losses.push_back(then);
      known.kinds.push_back(kind_of(side, then));
    }
    return known;
  }

  /// What comes after a fight that has left these losses.
  struct After {
    int marks = -1;
    bool clears = false;  ///< damage that does not last is gone
  };
  const After& fought(int marks, int combat, const Losses& losses, bool withdraws) {
    After& known = pair(at(marks).after[withdraws ? 1 : 0], kinds_of(losses));
    if (known.marks < 0) {
      ArmyState state = state_of(marks, losses);
      known.clears =
          round_.fought(state, tables()[static_cast<std::size_t>(combat)].combat, withdraws);
      known.marks = number(state.marks);
    }
    return known;
  }
  /// What of losses lasts beyond a turn.
  int lasting(Side side, int losses) {
    int& known = cell(lasting_[side], losses);
    if (known < 0) {
      OfUnits<int> lasting = sides_[side][losses];
      for (std::size_t unit = 0; unit < lasting.size(); ++unit) {
        lasting[unit] = round_.states(side, static_cast<int>(unit)).lasting(lasting[unit]);
      }
      known = sides_[side].number(lasting);
    }
    return known;
  }
  Losses lasting(const Losses& losses) {
    return {lasting(Side::attacker, losses.attacker), lasting(Side::defender, losses.defender)};
  }

  /// Makes known all that can come next in moments with these marks and any of these losses, so
  /// that several threads can look it up at once.
  void prepare(int marks, const PerSide<std::vector<int>>& losses) {
    PerSide<std::vector<int>> all;
    bool any_new = false;
    for (const Side side : both_sides) {
      std::vector<char>& prepared = at(marks).prepared[side];
      prepared.resize(std::max(prepared.size(), static_cast<std::size_t>(sides_[side].size())), 0);
      for (const int one : losses[side]) {
        any_new = any_new || prepared[static_cast<std::size_t>(one)] == 0;
        prepared[static_cast<std::size_t>(one)] = 1;
      }
      for (std::size_t one = 0; one < prepared.size(); ++one) {
        if (prepared[one] != 0) all[side].push_back(static_cast<int>(one));
      }
    }
    if (any_new) prepare_all(marks, all);
  }

  // What has been prepared.

  Moment::Next known_next(int marks) const { return *known_at(marks).next; }
  /// What has been chosen, where it is decided by the losses of one side and the kind of the
  /// other's: places among all options, by the decider's losses.
  struct Deciding {
    bool is_fight = false;
    Side decides = Side::attacker;
    const std::vector<std::vector<int>>* options = nullptr;  ///< by the kind of the other's losses
  };
  Deciding deciding(int marks) const {
    const OfMarks& of = known_at(marks);
    if (*of.next == Moment::Next::fight) return {true, Side::attacker, nullptr};
    const Side side = this->marks(marks).side;
    return {false, *of.next == Moment::Next::unit ? side : enemy_of(side), &of.options};
  }
  /// The marks after the only option that is there; -1 where there are several.
  int only_option(int options) const { return only_options_[static_cast<std::size_t>(options)]; }
  int known_kind(Side side, int losses) const {
    return phases_[static_cast<std::size_t>(phase_)].kinds[side][static_cast<std::size_t>(losses)];
  }
  int kinds(Side side) const {
    return static_cast<int>(phases_[static_cast<std::size_t>(phase_)].kind_numbers[side].size());
  }

  const Options& known_options(int marks, const Losses& losses) const {
    const OfMarks& of = known_at(marks);
    const Side side = this->marks(marks).side;
    const Side decides = *of.next == Moment::Next::unit ? side : enemy_of(side);
    const auto kind =
        static_cast<std::size_t>(known_kind(enemy_of(decides), losses[enemy_of(decides)]));
    const int known = of.options[kind][static_cast<std::size_t>(losses[decides])];
    return options_[static_cast<std::size_t>(known)];
  }
  /// The fight that comes next, of all states with the same losses of the attacker's side.
  struct NextFight {
    const AfterDamage* attackers = nullptr;
    const AfterDamage* defenders = nullptr;  ///< by the defender's losses
    const int* parts = nullptr;              ///< by the defender's losses
    const int* laws = nullptr;               ///< numbers, by those
    /// What comes after it, whether or not somebody withdraws: by the kinds of the attacker's
    /// losses, then of the defender's.
    const OfPairs<After>* fought = nullptr;
  };
  NextFight known_fight(int marks, int attacker) const {
    const OfMarks& of = known_at(marks);
    const Table& table =
        phases_[static_cast<std::size_t>(phase_)].tables[static_cast<std::size_t>(of.combat)];
    const auto place = static_cast<std::size_t>(attacker);
    const auto part = static_cast<std::size_t>(table.part.attacker[place]);
    return {&table.after.attacker[place], table.after.defender.data(), table.part.defender.data(),
            table.laws[part].data(), of.after};
  }
  const CombatLaw& known_law(int number) const {
    return *all_laws_[static_cast<std::size_t>(number)];
  }
  int known_lasting(Side side, int losses) const {
    return lasting_[side][static_cast<std::size_t>(losses)];
  }
  int kind_of(Side side, int losses) {
    OfPhase& of = of_phase();
    int& known = cell(of.kinds[side], losses);
    if (known < 0) known = find_kind(side, losses);
    return known;
  }

  /// How a battle has ended in this state between two rounds.
  std::optional<BattleEnd> ending(int marks, const Losses& losses) {
    // Kinds of losses tell who stands, but not how many figures.
    const Losses& by = battle_.can_halt() ? losses : kinds_of(losses);
    int& known = pair(at(marks).endings, by);
    if (known < 0) {
      const std::optional<BattleEnd> ending = round_.ending(state_of(marks, losses));
      known = ending ? static_cast<int>(*ending) + 1 : 0;
    }
    if (known == 0) return std::nullopt;
    return static_cast<BattleEnd>(known - 1);
  }

  /// Whether it is over because a side breaks, or by what it is fought until.
  bool halts(int marks, const Losses& losses) const {
    return battle_.can_halt() && round_.halts(state_of(marks, losses));
  }

  ArmyState state_of(int marks, const Losses& losses) const {
    return round_.state({sides_.attacker[losses.attacker], sides_.defender[losses.defender]},
                        this->marks(marks));
  }

 private:
  using Row = std::vector<int>;

  /// What is known of the moments with the same marks, in rounds of one phase.
  struct OfMarks {
    std::optional<Moment::Next> next;
    PerSide<std::vector<char>> prepared;  ///< by losses
    OfPairs<int> begins;
    OfPairs<int> endings;
    std::vector<Row> options;  ///< by the kind of one side's losses, then the losses of the other
    int combat = -1;
    OfPairs<After> after[2];
  };
  /// What is known of the fights between the same units.
  struct Table {
    Combat combat;
    PerSide<Row> part;  ///< by losses: those of the units that fight
    PerSide<std::map<std::vector<int>, int>> parts;
    std::vector<Row> laws;  ///< by parts
    PerSide<std::vector<AfterDamage>> after;
    bool withdraws[2] = {false, false};  ///< whether any fight ends without, or with that
  };
  struct OfPhase {
    std::deque<OfMarks> of_marks;
    std::deque<Table> tables;
    PerSide<Row> kinds;     ///< by losses
    PerSide<Row> examples;  ///< losses of each kind
    PerSide<std::map<std::vector<std::uint64_t>, int>> kind_numbers;
  };
  struct Hash {
    std::size_t operator()(const ArmyMarks& marks) const { return marks.hash(); }
  };

  /// A place in a list that grows as it is asked for; -1 where nothing is known.
  static int& cell(Row& row, int place) {
    const auto index = static_cast<std::size_t>(place);
    if (row.size() <= index) row.resize(std::max(index + 1, 2 * row.size()), -1);
    return row[index];
  }
  template <class T>
  static std::vector<T>& cell(std::vector<std::vector<T>>& rows, int place) {
    const auto index = static_cast<std::size_t>(place);
    if (rows.size() <= index) rows.resize(std::max(index + 1, 2 * rows.size()));
    return rows[index];
  }
  template <class T>
  static T& grown(std::vector<T>& list, int place) {
    const auto index = static_cast<std::size_t>(place);
    if (list.size() <= index) list.resize(std::max(index + 1, 2 * list.size()));
    return list[index];
  }
  static int& pair(OfPairs<int>& pairs, const PerSide<int>& kinds) {
    return cell(cell<int>(pairs, kinds.attacker), kinds.defender);
  }
  static After& pair(OfPairs<After>& pairs, const PerSide<int>& kinds) {
    std::vector<After>& row = cell<After>(pairs, kinds.attacker);
    const auto index = static_cast<std::size_t>(kinds.defender);
    if (row.size() <= index) row.resize(index + 1);
    return row[index];
  }

  OfPhase& of_phase() { return phases_[static_cast<std::size_t>(phase_)]; }
  std::deque<Table>& tables() { return of_phase().tables; }
  OfMarks& at(int marks) {
    std::deque<OfMarks>& all = of_phase().of_marks;
    if (all.size() <= static_cast<std::size_t>(marks)) all.resize(marks_.size());
    return all[static_cast<std::size_t>(marks)];
  }

  int number(const ArmyMarks& marks) {
    const auto [place, is_new] = mark_numbers_.try_emplace(marks, static_cast<int>(marks_.size()));
    if (is_new) marks_.push_back(&place->first);
    return place->second;
  }
  int number(const Combat& combat) {
    std::deque<Table>& all = tables();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].combat == combat) return static_cast<int>(i);
    }
    all.push_back({combat, {}, {}, {}, {}, {}});
    return static_cast<int>(all.size()) - 1;
  }

  /// Where both sides of a fight suffer, a battle comes to nearly all losses: in this order many
  /// can be treated alike.
  void number_in_order(Side side) {
    constexpr double most = 20'000;
    std::vector<int> states;
    double all = 1;
    for (int unit = 0; unit < battle_.size(side); ++unit) {
      const SideStates& of_unit = round_.states(side, unit);
      if (of_unit.chosen()) return;
      states.push_back(static_cast<int>(of_unit.found()));
      all *= states.back();
    }
    if (all > most) return;
    OfUnits<int> losses(states.size(), 0);
    for (double number = 0; number < all; ++number) {
      sides_[side].number(losses);
      for (std::size_t unit = states.size(); unit-- > 0;) {
        if (++losses[unit] < states[unit]) break;
        losses[unit] = 0;
      }
    }
  }

  int find_kind(Side side, int losses) {
    OfPhase& of = of_phase();
    std::vector<std::uint64_t> kind{0};
    for (int unit = 0; unit < battle_.size(side); ++unit) {
      const int state = sides_[side][losses][static_cast<std::size_t>(unit)];
      const bool stands = !round_.states(side, unit).gone(state);
      if (stands) kind[0] |= std::uint64_t{1} << unit;
      kind.push_back(stands ? round_.allowed(side, unit, state).bits() : 0);
    }
    const int next = static_cast<int>(of.kind_numbers[side].size());
    const int number = of.kind_numbers[side].try_emplace(std::move(kind), next).first->second;
    if (number == next) of.examples[side].push_back(losses);
    return number;
  }
  int example(Side side, int kind) {
    return of_phase().examples[side][static_cast<std::size_t>(kind)];
  }
  const OfMarks& known_at(int marks) const {
    return phases_[static_cast<std::size_t>(phase_)].of_marks[static_cast<std::size_t>(marks)];
  }
  /// One of the losses for each number that `of` gives them.
  template <class Of>
  static std::vector<int> one_of_each(const std::vector<int>& losses, Of&& of) {
    std::vector<int> ones;
    std::vector<char> seen;
    for (const int one : losses) {
      const auto number = static_cast<std::size_t>(of(one));
      if (seen.size() <= number) seen.resize(number + 1, 0);
      if (seen[number] == 0) ones.push_back(one);
      seen[number] = 1;
    }
    return ones;
  }

  void prepare_all(int marks, const PerSide<std::vector<int>>& losses) {
    const Losses any{losses.attacker.front(), losses.defender.front()};
    if (next(marks, any) == Moment::Next::fight) {
      prepare_fight(marks, losses);
      return;
    }
    // Some pairs of losses are looked at that do not come together; nothing is chosen there.
    const Side side = this->marks(marks).side;
    const Side decides = next(marks, any) == Moment::Next::unit ? side : enemy_of(side);
    const Side other = enemy_of(decides);
    std::vector<int> then;
    for (const int of_kind :
         one_of_each(losses[other], [&](int one) { return kind_of(other, one); })) {
      for (const int one : losses[decides]) {
        kind_of(decides, one);
        Losses both;
        both[decides] = one;
        both[other] = of_kind;
        for (const Options::Option& option : options(marks, both).all) {
          if (std::find(then.begin(), then.end(), option.marks) == then.end()) {
            then.push_back(option.marks);
          }
        }
      }
    }
    for (const int one : losses[other]) kind_of(other, one);
    for (const int one : then) prepare_all(one, losses);
  }

  void prepare_fight(int marks, const PerSide<std::vector<int>>& losses) {
    const int number = combat(marks, {losses.attacker.front(), losses.defender.front()});
    Table& table = tables()[static_cast<std::size_t>(number)];
    const auto parts = [&](Side side) {
      return one_of_each(losses[side], [&](int one) { return part(table, side, one); });
    };
    const std::vector<int> attackers = parts(Side::attacker);
    const std::vector<int> defenders = parts(Side::defender);
    find_laws(table, attackers, defenders);
    PerSide<std::vector<int>> most;  // damage, by part
    for (const int a : attackers) {
      for (const int d : defenders) {
        const CombatLaw& law = this->law(number, {a, d});
        int& of_a = grown(most.attacker, part(table, Side::attacker, a));
        int& of_d = grown(most.defender, part(table, Side::defender, d));
        of_a = std::max(of_a, static_cast<int>(law.p.rows()) - 1);
        of_d = std::max(of_d, static_cast<int>(law.p.cols()) - 1);
      }
    }
    PerSide<std::vector<int>> kinds;  // that it may lead to
    for (const Side side : both_sides) {
      for (const int one : losses[side]) {
        const int damage = most[side][static_cast<std::size_t>(part(table, side, one))];
        for (const int kind : after(number, side, one, damage).kinds) {
          if (std::find(kinds[side].begin(), kinds[side].end(), kind) == kinds[side].end()) {
            kinds[side].push_back(kind);
          }
        }
      }
    }
    find_lines(table);
    bool clears = false;
    for (const int a : kinds.attacker) {
      for (const int d : kinds.defender) {
        const Losses both{example(Side::attacker, a), example(Side::defender, d)};
        for (const bool withdraws : {false, true}) {
          if (!table.withdraws[withdraws ? 1 : 0]) continue;
          clears = fought(marks, number, both, withdraws).clears || clears;
        }
      }
    }
    if (!clears) return;
    for (const Side side : both_sides) {
      for (const int one : losses[side]) {
        // A copy: more of them may be found.
        const std::vector<int> then = after(number, side, one, 0).losses;
        for (const int damaged : then) lasting(side, damaged);
      }
    }
  }

  PerSide<int> kinds_of(const Losses& losses) {
    return {kind_of(Side::attacker, losses.attacker), kind_of(Side::defender, losses.defender)};
  }

  int find_options(int marks, const Losses& losses) {
    const ArmyState state = state_of(marks, losses);
    const Moment moment = round_.next(state);
    Options options;
    options.side = moment.side;
    if (moment.options.empty()) return number(std::move(options));
    const std::optional<UnitSet> taken = taken_by_policy(round_, state, moment);
    // What a policy never does need not be looked at.
    for (const int unit : taken ? *taken : moment.options) {
      ArmyState then = state;
      if (moment.next == Moment::Next::unit) {
        round_.choose_unit(then, unit);
      } else {
        round_.choose_target(then, unit);
      }
      options.all.push_back({unit, number(then.marks)});
    }
    if (taken) options.p.assign(options.all.size(), 1.0 / static_cast<double>(options.all.size()));
    return number(std::move(options));
  }
  int number(Options options) {
    only_options_.push_back(options.p.size() == 1 ? options.all.front().marks : -1);
    options_.push_back(std::move(options));
    return static_cast<int>(options_.size()) - 1;
  }

  int part(Table& table, Side side, int losses) {
    int& known = cell(table.part[side], losses);
    if (known < 0) {
      std::vector<int> of_units;
      for (const int unit : table.combat.units[side]) {
        of_units.push_back(sides_[side][losses][static_cast<std::size_t>(unit)]);
      }
      const int next = static_cast<int>(table.parts[side].size());
      known = table.parts[side].try_emplace(std::move(of_units), next).first->second;
    }
    return known;
  }

  /// Works out the laws that are not known yet of a fight of any of these losses.
  void find_laws(Table& table, const std::vector<int>& attackers,
                 const std::vector<int>& defenders) {
    struct Wanted {
      int* place;
      Losses losses;
      CombatLaw law;
    };
    for (const int a : attackers) {  // so that places stay where they are
      for (const int d : defenders) {
        cell(cell(table.laws, part(table, Side::attacker, a)), part(table, Side::defender, d));
      }
    }
    std::vector<Wanted> wanted;
    for (const int a : attackers) {
      for (const int d : defenders) {
        int& place =
            cell(cell(table.laws, part(table, Side::attacker, a)), part(table, Side::defender, d));
        if (place < 0) wanted.push_back({&place, {a, d}, {}});
      }
    }
    constexpr std::size_t worth_waking_threads = 8;
    in_parallel(
        wanted.size(),
        [&](std::size_t i) {
          const auto& [attacker, defender] = wanted[i].losses;
          wanted[i].law =
              law_of(table.combat,
                     round_.state({sides_.attacker[attacker], sides_.defender[defender]}, {}));
        },
        wanted.size() >= worth_waking_threads);
    for (Wanted& one : wanted) {
      table.withdraws[one.law.withdraws ? 1 : 0] = true;
      *one.place = static_cast<int>(all_laws_.size());
      all_laws_.push_back(std::make_unique<const CombatLaw>(std::move(one.law)));
    }
  }

  /// Finds what can be treated alike of the defender's losses.
  void find_lines(Table& table) {
    std::vector<AfterDamage>& all = table.after.defender;
    const Row& parts = table.part.defender;
    for (std::size_t one = 0; one < all.size(); ++one) {
      AfterDamage& after = all[one];
      if (after.losses.empty()) continue;
      std::size_t in_line = 1;
      while (in_line < after.losses.size() && after.kinds[in_line] == after.kinds[0] &&
             after.losses[in_line] == after.losses[in_line - 1] + 1) {
        ++in_line;
      }
      after.in_line = static_cast<int>(in_line);
      if (one == 0) continue;
      const AfterDamage& before = all[one - 1];
      const bool same_part = one < parts.size() && parts[one] == parts[one - 1];
      after.follows =
          same_part && before.losses.size() == after.losses.size() && before.kinds == after.kinds;
      for (std::size_t damage = 0; after.follows && damage < after.losses.size(); ++damage) {
        after.follows = after.losses[damage] == before.losses[damage] + 1;
      }
    }
  }

  int find_law(const Table& table, const Losses& losses) {
    all_laws_.push_back(std::make_unique<const CombatLaw>(law_of(
        table.combat,
        round_.state({sides_.attacker[losses.attacker], sides_.defender[losses.defender]}, {}))));
    return static_cast<int>(all_laws_.size()) - 1;
  }

 public:
  /// What a fight does to both sides, with these losses.
  CombatLaw law_of(const Combat& combat, const ArmyState& state) {
    CombatLaw law;
    const auto fights = round_.fights(combat, state);
    if (!fights) {
      law.p = Eigen::ArrayXXd::Ones(1, 1);
    } else {
      // What the attacker can usefully deal is what the other side has left.
      PerSide<int> most;
      for (const Side side : both_sides) {
        for (const int unit : combat.units[side]) {
          most[in_role(enemy_of(side), combat.by)] += round_.hit_points(state, side, unit);
        }
      }
      const Eigen::ArrayXXd joint = laws_.of(*fights).joint(most);
      if (combat.by == Side::attacker) {
        law.p = joint.transpose();
      } else {
        law.p = joint;
      }
      law.withdraws = fights->any().withdraws;
    }
    for (Eigen::Index x = 0; x < law.p.rows(); ++x) {
      for (Eigen::Index y = 0; y < law.p.cols(); ++y) law.by_attacker.push_back(law.p(x, y));
    }
    law.nothing = law.p(0, 0);
    Eigen::ArrayXXd rest = law.p;
    rest(0, 0) = 0;
    law.something = rest.sum();
    return law;
  }

 private:
  const ArmyBattle<System>& battle_;
  ArmyRound<System> round_;
  DamageLaws<typename System::Fight> laws_;
  PerSide<SideLosses> sides_;
  PerSide<Row> lasting_;
  std::unordered_map<ArmyMarks, int, Hash> mark_numbers_;
  std::vector<const ArmyMarks*> marks_;
  int opening_marks_ = 0;
  Losses opening_;
  int phase_ = 0;
  std::deque<OfPhase> phases_;
  std::deque<Options> options_;
  std::vector<int> only_options_;  ///< of each of them
  std::vector<std::unique_ptr<const CombatLaw>> all_laws_;
};

}  // namespace warodds::exact
