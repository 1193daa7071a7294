#include "core/answer/outcome_fact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "core/fields/field.h"
#include "core/play/ending.h"
#include "core/rules/report.h"
#include "core/systems/systems.h"
#include "core/systems/traits/order_cost.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

/// What a fact's number is.
enum class Is { count, points, yes_or_no, mean };
constexpr const char* words_of_is[] = {"count", "points", "yes or no", "mean"};

/// In what it is told. Of a sequence: of one step, of all of them.
constexpr unsigned fights = 1, battles = 2, step = 4, steps = 8;
/// What may stand in brackets: behind the name a group of figures, or a unit of several; before it
/// a unit.
constexpr unsigned behind = 1, before = 2;

struct FactRow {
  const char* name;
  Kind kind;
  Is is;
  unsigned in;
  const char* meaning;
  unsigned brackets = 0;
  bool by_side = true;         ///< a side is named before it, but for sequences
  Side side = Side::attacker;  ///< whose it is in sequences
  int value = -1;              ///< of an end: that the fact has then
};

constexpr FactRow end_row(const char* name, BattleEnd end, const char* meaning) {
  return {name, Kind::end, Is::yes_or_no, battles, meaning, 0, false, {}, static_cast<int>(end)};
}
constexpr FactRow ahead_row(const char* name, Ahead who, const char* meaning) {
  return {name, Kind::ahead, Is::yes_or_no, battles, meaning, 0, false, {}, static_cast<int>(who)};
}

constexpr FactRow table[] = {
    {"damage", Kind::damage, Is::count, fights, "damage that it deals"},
    {"kills", Kind::kills, Is::count, fights, "figures of the enemy that fall", behind | before},
    {"destroys", Kind::destroys, Is::yes_or_no, fights, "nobody of the enemy is left"},
    {"destroyed", Kind::destroyed, Is::yes_or_no, fights, "nobody of the side is left"},
    {"points-lost", Kind::points_lost, Is::points, fights, "points of its figures that fall"},
    {"swing", Kind::swing, Is::points, fights, "what the defender loses less the attacker", 0,
     false},
    {"destroyed-per-point", Kind::destroyed_per_point, Is::mean, fights,
     "points destroyed for each that the side costs"},

    end_row("win", BattleEnd::attacker_wins, "the attacker wins"),
    end_row("lose", BattleEnd::defender_wins, "the defender wins"),
    end_row("both_destroyed", BattleEnd::both_destroyed, "both are destroyed or break"),
    end_row("undecided", BattleEnd::undecided, "both still stand"),
    end_row("retreated", BattleEnd::retreated, "a side has moved away"),
    ahead_row("ahead", Ahead::attacker, "undecided; more of the attacker is left"),
    ahead_row("behind", Ahead::defender, "undecided; more of the defender is left"),
    ahead_row("even", Ahead::even, "undecided; as much is left of both"),
    {"odds", Kind::odds, Is::mean, battles, "odds of winning, draws counting half", 0, false},
    {"rounds", Kind::rounds, Is::count, battles, "rounds fought", 0, false},
    {"survivors", Kind::survivors, Is::count, battles, "figures left", behind | before},
    {"kills", Kind::kills, Is::count, battles, "figures that the enemy has lost", behind},
    {"destroyed", Kind::destroyed, Is::yes_or_no, battles, "nobody is left", behind | before},
    {"destroys", Kind::destroys, Is::yes_or_no, battles, "nobody of the enemy is left"},
    {"hit-points-left", Kind::hit_points, Is::count, battles, "hit points left", behind | before},
    {"points-lost", Kind::points_lost, Is::points, battles, "points of figures that have fallen",
     before},
    {"swing", Kind::swing, Is::points, battles, "what the defender has lost less the attacker", 0,
     false},
    {"destroyed-per-point", Kind::destroyed_per_point, Is::mean, battles,
     "points destroyed for each that the side costs"},
    {"part", Kind::part, Is::mean, battles, "odds that its side wins, less those without it",
     before},

    {"damage", Kind::damage, Is::count, step | steps, "damage to the target"},
    {"kills", Kind::kills, Is::count, step | steps, "figures of the target that fall", behind},
    {"losses", Kind::kills, Is::count, step | steps, "figures that attackers lose", 0, true,
     Side::defender},
    {"survivors", Kind::survivors, Is::count, step | steps, "figures of the target left then", 0,
     true, Side::defender},
    {"destroyed", Kind::destroyed, Is::yes_or_no, step | steps, "nobody of the target is left then",
     0, true, Side::defender},
    {"lost", Kind::destroyed, Is::yes_or_no, step, "its attacker is destroyed"},
    {"needed", Kind::needed, Is::yes_or_no, step, "the target still stands before it"},
    {"takes_place", Kind::takes_place, Is::yes_or_no, step, "it is needed, and the rules allow it"},
    {"retreated", Kind::moved_away, Is::yes_or_no, steps, "the target has moved away", 0, true,
     Side::defender},
    {"attacker.points-lost", Kind::points_lost, Is::points, step | steps,
     "points that attackers lose"},
    {"defender.points-lost", Kind::points_lost, Is::points, step | steps,
     "points that the target loses", 0, true, Side::defender},
    {"swing", Kind::swing, Is::points, step | steps, "what the target loses less the attackers", 0,
     false},
    {"attacker.destroyed-per-point", Kind::destroyed_per_point, Is::mean, steps,
     "points destroyed for each that attackers cost"},
    {"defender.destroyed-per-point", Kind::destroyed_per_point, Is::mean, steps,
     "points destroyed for each that the target costs", 0, true, Side::defender},
};

unsigned told_in(OutcomeOf of, int of_step = OutcomeFact::no_step) {
  return of == OutcomeOf::fight    ? fights
         : of == OutcomeOf::battle ? battles
         : of_step > 0             ? step
                                   : steps;
}

/// Whether a battle that goes on has it, too, after a round.
bool is_after_rounds(const FactRow& row) {
  return (row.in & battles) != 0 && row.value < 0 && row.is != Is::mean && row.kind != Kind::rounds;
}

const FactRow* find_row(std::string_view name, unsigned in) {
  const auto* const found =
      std::find_if(std::begin(table), std::end(table),
                   [&](const FactRow& row) { return (row.in & in) != 0 && name == row.name; });
  return found == std::end(table) ? nullptr : found;
}

/// The row by which a fact is named.
const FactRow* row_of(const OutcomeFact& fact) {
  const bool of_sequence = fact.step != OutcomeFact::no_step;
  const unsigned in = of_sequence ? step | steps : fights | battles;
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [&](const FactRow& row) {
        return row.kind == fact.kind && (row.in & in) != 0 &&
               (!of_sequence || !row.by_side || row.side == fact.side);
      });
  return found == std::end(table) ? nullptr : found;
}

/// What any system has besides: reports of its stages, and what an attack is paid for.
struct OfSystems {
  std::vector<ReportSpec> reports;
  std::vector<RateSpec> rates;
};
const OfSystems& of_systems() {
  static const OfSystems all = [] {
    OfSystems found;
    Systems::for_each([&](auto system) {
      using System = decltype(system);
      for (const ReportSpec& report : System::reports) {
        const bool is_new =
            std::none_of(found.reports.begin(), found.reports.end(),
                         [&](const ReportSpec& known) { return known.name == report.name; });
        if (is_new) found.reports.push_back(report);
      }
      if (PaysForAttacks<System>) found.rates.push_back(rate_of<System>());
    });
    return found;
  }();
  return all;
}
template <class Spec>
const Spec* find_spec(const std::vector<Spec>& specs, std::string_view name) {
  const auto found =
      std::find_if(specs.begin(), specs.end(), [&](const Spec& one) { return one.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

/// The name of a fact, taken apart: "step[2].kills[Guard]", "round[1].attacker[Boys].survivors".
struct NameParts {
  int step = OutcomeFact::no_step;
  int round = 0;
  std::optional<Side> side = {};
  std::string before = {}, name = {}, behind = {};  ///< in brackets; in small letters
};

/// Takes "step[2]." or "round[2]." from the beginning, where it is there; `word`: "step[". False
/// where that has no number.
bool take_number(std::string_view& text, std::string_view word, int& to) {
  if (lower(text.substr(0, word.size())) != word) return true;
  const auto end = text.find("].");
  if (end == std::string_view::npos) return false;
  const auto number = read_number<int>(text.substr(word.size(), end - word.size()));
  if (!number || *number < 1) return false;
  to = *number;
  text.remove_prefix(end + 2);
  return true;
}

/// False where a bracket is left open.
bool take_side(std::string_view& text, NameParts& parts) {
  const std::string small = lower(text);
  for (const Side side : both_sides) {
    const std::string word = to_string(side);
    if (!small.starts_with(word) || small.size() == word.size()) continue;
    const char next = small[word.size()];
    if (next != '.' && next != '[') continue;
    parts.side = side;
    text.remove_prefix(word.size() + (next == '.' ? 1 : 0));
    if (next == '.') return true;
    const auto end = text.rfind("].");
    if (end == std::string_view::npos) return false;
    parts.before = trim(text.substr(1, end - 1));
    text.remove_prefix(end + 2);
    return true;
  }
  return true;
}

std::optional<NameParts> parts_of(std::string_view text, OutcomeOf of) {
  NameParts parts;
  if (of == OutcomeOf::sequence) {
    parts.step = 0;
    if (!take_number(text, "step[", parts.step)) return std::nullopt;
  } else {
    if (of == OutcomeOf::battle && !take_number(text, "round[", parts.round)) return std::nullopt;
    if (!take_side(text, parts)) return std::nullopt;
  }
  const auto bracket = text.find('[');
  if (bracket != std::string_view::npos) {
    if (!text.ends_with(']')) return std::nullopt;
    parts.behind = trim(text.substr(bracket + 1, text.size() - bracket - 2));
    text = text.substr(0, bracket);
  }
  parts.name = lower(trim(text));
  return parts;
}

/// Whether a row may be named so.
bool fits(const FactRow& row, const NameParts& parts, OutcomeOf of) {
  if (!parts.before.empty() && ((row.brackets & before) == 0 || !parts.behind.empty())) {
    return false;
  }
  if (!parts.behind.empty() && (row.brackets & behind) == 0) return false;
  if (parts.round > 0 && !is_after_rounds(row)) return false;
  if (of == OutcomeOf::sequence) return true;
  // What fights tell is the attacker's unless a side is named.
  return row.by_side ? parts.side || of == OutcomeOf::fight : !parts.side;
}

std::optional<OutcomeFact> find_any(std::string_view text, OutcomeOf of) {
  const auto parts = parts_of(text, of);
  if (!parts) return std::nullopt;
  OutcomeFact fact;
  fact.step = parts->step;
  fact.round = parts->round;
  fact.side = parts->side.value_or(Side::attacker);
  fact.group = parts->before.empty() ? parts->behind : parts->before;
  if (const FactRow* row = find_row(parts->name, told_in(of, parts->step))) {
    if (row->value >= 0 || !fits(*row, *parts, of)) return std::nullopt;
    fact.kind = row->kind;
    if (of == OutcomeOf::sequence) fact.side = row->side;
    return fact;
  }
  if (of == OutcomeOf::battle || !fact.group.empty()) return std::nullopt;
  const ReportSpec* const report = find_spec(of_systems().reports, parts->name);
  const bool is_rate = of == OutcomeOf::fight && find_spec(of_systems().rates, parts->name);
  if (report == nullptr && !is_rate) return std::nullopt;
  if (report != nullptr && report->kind == ReportKind::event && fact.step == 0) return std::nullopt;
  fact.kind = is_rate ? Kind::rate : Kind::report;
  fact.name = parts->name;
  return fact;
}

}  // namespace

std::optional<OutcomeFact> find_fact(std::string_view text, OutcomeOf of) {
  const auto fact = find_any(text, of);
  return fact && !is_mean(*fact) ? fact : std::nullopt;
}

std::optional<OutcomeFact> find_mean(std::string_view text, OutcomeOf of) {
  const auto fact = find_any(text, of);
  return fact && is_mean(*fact) ? fact : std::nullopt;
}

std::vector<std::string> names_of_facts(OutcomeOf of) {
  std::vector<std::string> names;
  const auto add = [&](std::string_view name, bool by_side, const char* prefix = "") {
    if (!by_side) return names.push_back(fmt::format("{}{}", prefix, name)), void();
    for (const Side side : both_sides) {
      names.push_back(fmt::format("{}{}.{}", prefix, to_string(side), name));
    }
  };
  const bool of_sequence = of == OutcomeOf::sequence;
  for (const FactRow& row : table) {
    if ((row.in & told_in(of)) != 0) add(row.name, row.by_side && !of_sequence);
    if (of == OutcomeOf::battle && is_after_rounds(row)) add(row.name, row.by_side, "round[1].");
    if (of_sequence && (row.in & step) != 0) names.push_back(std::string("step[1].") + row.name);
  }
  if (of == OutcomeOf::battle) return names.emplace_back(name_of_draw), names;
  for (const ReportSpec& report : of_systems().reports) {
    add(report.name, !of_sequence);
    if (of_sequence) names.push_back("step[1]." + std::string(report.name));
  }
  return names;
}

std::vector<OutcomeFact> facts_of_outcomes(OutcomeOf of) {
  std::vector<OutcomeFact> facts;
  for (const FactRow& row : table) {
    const bool is_told = (row.in & told_in(of)) != 0 && row.is != Is::points && row.is != Is::mean;
    for (const Side side : both_sides) {
      const bool is_twice = side == Side::defender && (!row.by_side || of == OutcomeOf::sequence);
      if (!is_told || is_twice) continue;
      OutcomeFact fact{row.kind, of == OutcomeOf::sequence ? row.side : side};
      if (of == OutcomeOf::sequence) fact.step = 0;
      if (std::find(facts.begin(), facts.end(), fact) == facts.end()) facts.push_back(fact);
    }
  }
  return facts;
}

std::string why_no_fact(std::string_view text, OutcomeOf of) {
  if (of == OutcomeOf::battle && is_end(lower(trim(text)))) {
    return lower(trim(text)) + " is so or not, and no number";
  }
  if (of != OutcomeOf::battle || !lower(text).ends_with("].kills")) {
    std::vector<std::string> names = names_of_facts(of);
    std::erase_if(names, [&](const std::string& name) { return find_mean(name, of).has_value(); });
    return unknown_name("fact", text, names);
  }
  return fmt::format(
      "{}: who has removed whom is not told apart; attacker.kills[NAME] are the figures that NAME, "
      "of the defender's side, has lost",
      shown(text));
}

std::string name_of(const OutcomeFact& fact) {
  const FactRow* const row = row_of(fact);
  const std::string_view name = row != nullptr ? row->name : std::string_view(fact.name);
  const std::string group = fact.group.empty() ? "" : "[" + fact.group + "]";
  if (fact.step != OutcomeFact::no_step) {
    return fmt::format("{}{}{}", fact.step > 0 ? fmt::format("step[{}].", fact.step) : "", name,
                       group);
  }
  const bool by_side = row == nullptr || row->by_side;
  const std::string round = fact.round > 0 ? fmt::format("round[{}].", fact.round) : "";
  if (!by_side && (fact.kind != Kind::swing || fact.side == Side::attacker)) {
    return fact.kind == Kind::end     ? "win"
           : fact.kind == Kind::ahead ? "ahead"
                                      : fmt::format("{}{}", round, name);
  }
  // Who is destroyed, or survives, is named before that; who has been removed, behind it.
  if (fact.kind == Kind::kills) {
    return fmt::format("{}{}.kills{}", round, to_string(fact.side), group);
  }
  return fmt::format("{}{}{}.{}", round, to_string(fact.side), group, name);
}

OutcomeFact parse_fact(std::string_view text, OutcomeOf of) {
  if (const auto found = find_fact(trim(text), of)) return *found;
  throw UnknownQuantity(why_no_fact(text, of));
}

bool is_yes_or_no(const OutcomeFact& fact) {
  if (fact.kind == Kind::report) {
    const ReportSpec* report = find_spec(of_systems().reports, fact.name);
    return report != nullptr && report->kind == ReportKind::event;
  }
  if (fact.kind == Kind::end || fact.kind == Kind::ahead) return false;  // which of several
  const FactRow* const row = row_of(fact);
  return row != nullptr && row->is == Is::yes_or_no;
}

bool is_of_points(const OutcomeFact& fact) {
  return fact.kind == Kind::points_lost || fact.kind == Kind::swing;
}

bool is_mean(const OutcomeFact& fact) {
  const FactRow* const row = row_of(fact);
  return fact.kind == Kind::rate || (row != nullptr && row->is == Is::mean);
}

Side whose_figures(const OutcomeFact& fact) {
  const bool of_enemy = fact.kind == Kind::kills || fact.kind == Kind::destroys;
  return of_enemy ? enemy_of(fact.side) : fact.side;
}

std::vector<int> kinds_called(const OutcomeFact& fact, const std::vector<std::string>& kinds) {
  std::vector<int> found;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (lower(kinds[kind]) == lower(fact.group)) found.push_back(static_cast<int>(kind));
  }
  if (!found.empty()) return found;
  throw NoAnswer(fmt::format("{}: {}", name_of(fact), unknown_name("group", fact.group, kinds)));
}

std::optional<Side> side_of(const OutcomeFact& fact) {
  if (fact.step != OutcomeFact::no_step) {
    const bool is_named = fact.step == 0 && fact.kind == Kind::points_lost;
    return is_named ? std::optional(fact.side) : std::nullopt;
  }
  const FactRow* const row = row_of(fact);
  return row == nullptr || row->by_side ? std::optional(fact.side) : std::nullopt;
}

double half_a_place(std::string_view number) {
  const auto point = number.find('.');
  const auto end = std::min(number.find_first_of("eE"), number.size());
  const auto places = point < end ? static_cast<double>(end - point - 1) : 0;
  const auto exponent = end < number.size() ? read_number<int>(number.substr(end + 1)) : 0;
  return 0.5 * std::pow(10, exponent.value_or(0) - places);
}

bool are_meant(double points, double number, double within) {
  constexpr double roundings = 1e-9;
  const auto is_same = [](double a, double b) {
    return std::abs(a - b) <= roundings * std::max({1.0, std::abs(a), std::abs(b)});
  };
  if (is_same(points, number)) return true;
  if (std::abs(points - number) > within * (1 + roundings)) return false;
  const auto as_shown = read_number<double>(fmt::format("{:.6g}", points));
  return as_shown && !is_same(points, *as_shown);
}

std::optional<EndName> find_end(std::string_view name) {
  const FactRow* const row = find_row(name, battles);
  if (row == nullptr || row->value < 0) return std::nullopt;
  return EndName{row->kind, row->value};
}
bool is_end(std::string_view name) { return name == name_of_draw || find_end(name).has_value(); }

namespace {

/// Adds what a system has to a list.
class FactLister {
 public:
  FactLister(bool groups, bool retreats) : groups_(groups), retreats_(retreats) {}

  void add_table(const char* of, unsigned in, const std::string& prefix = "") {
    for (const FactRow& row : table) {
      const bool is_there =
          row.kind != Kind::moved_away && row.name != std::string_view("retreated");
      if ((row.in & in) == 0 || !(is_there || retreats_)) continue;
      if (in == battles && !prefix.empty() && !is_after_rounds(row)) continue;
      const bool of_sequence = (in & (step | steps)) != 0;
      const std::string side = row.by_side && !of_sequence ? "SIDE." : "";
      if (row.kind != Kind::part) add(of, prefix + side + row.name, row.is, row.meaning);
      if ((row.brackets & behind) != 0 && groups_ && row.kind != Kind::hit_points) {
        add(of, prefix + side + row.name + "[GROUP]", row.is,
            row.meaning + std::string(", of one group"));
      }
      if (in == battles && (row.brackets & (before | behind)) != 0) {
        const bool is_behind = (row.brackets & before) == 0;
        const std::string name =
            is_behind ? side + row.name + "[UNIT]" : std::string("SIDE[UNIT].") + row.name;
        add(of, prefix + name, row.is, row.meaning + std::string(", of one of several units"));
      }
      if (in == battles && row.value == static_cast<int>(BattleEnd::defender_wins) &&
          row.kind == Kind::end) {
        add(of, name_of_draw, Is::yes_or_no, "neither side wins");
      }
    }
  }
  void add(const char* of, std::string name, Is is, std::string meaning) {
    list_.push_back({of, std::move(name), words_of_is[static_cast<int>(is)], std::move(meaning)});
  }
  std::vector<ListedFact> take() { return std::move(list_); }

 private:
  bool groups_, retreats_;
  std::vector<ListedFact> list_;
};

}  // namespace

std::vector<ListedFact> list_facts(std::string_view system) {
  std::vector<ListedFact> all;
  with_system(system, "", [&](auto found) {
    using System = decltype(found);
    FactLister list(System::groups_are_figures, CanRetreat<System>);
    const auto add_reports = [&](const char* of, const char* prefix, bool events_too) {
      for (const ReportSpec& report : System::reports) {
        const bool is_count = report.kind == ReportKind::count;
        if (!is_count && !events_too) continue;
        list.add(of, std::string(prefix) + std::string(report.name),
                 is_count ? Is::count : Is::yes_or_no, std::string(report.label));
      }
    };
    add_reports("fights", "SIDE.", true);
    if constexpr (PaysForAttacks<System>) {
      list.add("fights", "SIDE." + std::string(System::rate.name), Is::mean,
               std::string(System::rate.label));
    }
    list.add_table("fights", fights);
    list.add_table("battles", battles);
    list.add_table("battles", battles, "round[N].");
    add_reports("sequences", "", false);
    list.add_table("sequences", steps);
    add_reports("sequences", "step[N].", true);
    list.add_table("sequences", step, "step[N].");
    all = list.take();
  });
  return all;
}

}  // namespace warodds
