#include "core/answer/outcome_fact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/fields/field.h"
#include "core/play/ending.h"
#include "core/rules/report.h"
#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

constexpr EndName end_names[] = {
    {"win", Kind::end, static_cast<int>(BattleEnd::attacker_wins)},
    {"lose", Kind::end, static_cast<int>(BattleEnd::defender_wins)},
    {"both_destroyed", Kind::end, static_cast<int>(BattleEnd::both_destroyed)},
    {"undecided", Kind::end, static_cast<int>(BattleEnd::undecided)},
    {"retreated", Kind::end, static_cast<int>(BattleEnd::retreated)},
    {"ahead", Kind::ahead, static_cast<int>(Ahead::attacker)},
    {"behind", Kind::ahead, static_cast<int>(Ahead::defender)},
    {"even", Kind::ahead, static_cast<int>(Ahead::even)},
};
/// Facts of sequences by name.
struct SequenceName {
  const char* name;
  Kind kind;
  Side side;  ///< whose fact it is, in the fight of a step
  bool of_step, of_all;
};
constexpr SequenceName sequence_names[] = {
    {"damage", Kind::damage, Side::attacker, true, true},
    {"kills", Kind::kills, Side::attacker, true, true},
    {"losses", Kind::kills, Side::defender, true, true},
    {"lost", Kind::destroyed, Side::defender, true, false},
    {"needed", Kind::needed, Side::attacker, true, false},
    {"takes_place", Kind::takes_place, Side::attacker, true, false},
    {"survivors", Kind::survivors, Side::defender, true, true},
    {"destroyed", Kind::destroyed, Side::attacker, true, true},
    {"retreated", Kind::moved_away, Side::defender, false, true},
    {"attacker.points-lost", Kind::points_lost, Side::attacker, true, true},
    {"defender.points-lost", Kind::points_lost, Side::defender, true, true},
    {"swing", Kind::swing, Side::attacker, true, true},
};

template <class List>
const auto* find_in(const List& list, std::string_view name) {
  const auto found = std::find_if(std::begin(list), std::end(list),
                                  [&](const auto& one) { return name == one.name; });
  return found == std::end(list) ? nullptr : &*found;
}

/// What the fights of any system report.
const std::vector<ReportSpec>& all_reports() {
  static const std::vector<ReportSpec> all = [] {
    std::vector<ReportSpec> reports;
    Systems::for_each([&](auto system) {
      for (const ReportSpec& report : decltype(system)::reports) {
        if (find_in(reports, report.name) == nullptr) reports.push_back(report);
      }
    });
    return reports;
  }();
  return all;
}

/// Names that may stand in an event, for whoever has mistyped one.
std::vector<std::string> names_of_facts(OutcomeOf of) {
  std::vector<std::string> names;
  if (of == OutcomeOf::sequence) {
    for (const SequenceName& known : sequence_names) {
      if (known.of_all) names.emplace_back(known.name);
      if (known.of_step) names.push_back(std::string("step[1].") + known.name);
    }
    for (const ReportSpec& report : all_reports()) {
      names.emplace_back(report.name);
      names.push_back("step[1]." + std::string(report.name));
    }
    return names;
  }
  for (const char* side : {"attacker.", "defender."}) {
    const auto add = [&](std::string_view name) { names.push_back(side + std::string(name)); };
    for (const char* name : {"kills", "destroyed", "points-lost"}) add(name);
    if (of == OutcomeOf::battle) {
      for (const char* name : {"survivors", "hit-points-left"}) add(name);
      continue;
    }
    add("damage");
    for (const ReportSpec& report : all_reports()) add(report.name);
  }
  names.emplace_back("swing");
  if (of == OutcomeOf::fight) return names;
  names.emplace_back("rounds");
  names.emplace_back(name_of_draw);
  for (const EndName& end : end_names) names.emplace_back(end.name);
  return names;
}

/// "step[2].kills[Guard]", "survivors"; nothing: there is none.
std::optional<OutcomeFact> find_fact_of_sequence(std::string_view text) {
  constexpr std::string_view step = "step[";
  OutcomeFact fact;
  fact.step = 0;
  if (lower(text.substr(0, step.size())) == step) {
    const auto end = text.find("].");
    if (end == std::string_view::npos) return std::nullopt;
    const auto number = read_number<int>(text.substr(step.size(), end - step.size()));
    if (!number || *number < 1) return std::nullopt;
    fact.step = *number;
    text.remove_prefix(end + 2);
  }
  const auto bracket = text.find('[');
  if (bracket != std::string_view::npos) {
    if (!text.ends_with(']')) return std::nullopt;
    fact.group = trim(text.substr(bracket + 1, text.size() - bracket - 2));
    text = text.substr(0, bracket);
  }
  const std::string name = lower(trim(text));
  if (const SequenceName* known = find_in(sequence_names, name)) {
    if (!(fact.step > 0 ? known->of_step : known->of_all)) return std::nullopt;
    const bool has_groups = known->kind == Kind::kills && known->side == Side::attacker;
    if (!fact.group.empty() && !has_groups) return std::nullopt;
    fact.kind = known->kind;
    fact.side = known->side;
    return fact;
  }
  const ReportSpec* report = find_in(all_reports(), name);
  if (report == nullptr || !fact.group.empty()) return std::nullopt;
  if (report->kind == ReportKind::event && fact.step == 0) return std::nullopt;
  fact.kind = Kind::report;
  fact.name = name;
  return fact;
}

}  // namespace

/// The fact of a side, or of the attacker where a fight's names none; nothing: there is none.
std::optional<OutcomeFact> find_fact(std::string_view text, OutcomeOf of) {
  if (of == OutcomeOf::sequence) return find_fact_of_sequence(text);
  OutcomeFact fact;
  bool says_side = false, group_first = false;
  const std::string small = lower(text);
  for (const Side side : both_sides) {
    const std::string word = to_string(side);
    if (!small.starts_with(word) || small.size() == word.size()) continue;
    const char next = small[word.size()];
    if (next != '.' && next != '[') continue;
    says_side = true;
    fact.side = side;
    text.remove_prefix(word.size() + (next == '.' ? 1 : 0));
    if (next == '[') {
      const auto end = text.rfind("].");
      if (end == std::string_view::npos) return std::nullopt;
      fact.group = trim(text.substr(1, end - 1));
      group_first = true;
      text.remove_prefix(end + 2);
    }
    break;
  }
  const auto bracket = text.find('[');
  if (bracket != std::string_view::npos) {
    if (!text.ends_with(']') || !fact.group.empty()) return std::nullopt;
    fact.group = trim(text.substr(bracket + 1, text.size() - bracket - 2));
    text = text.substr(0, bracket);
  }
  const std::string name = lower(trim(text));
  const bool of_fight = of == OutcomeOf::fight;
  if (!of_fight && name == "kills" && group_first) return std::nullopt;
  if (!says_side && name == "swing" && fact.group.empty()) {
    fact.kind = Kind::swing;
    return fact;
  }
  if (!says_side && !of_fight) {
    if (name != "rounds" || !fact.group.empty()) return std::nullopt;
    fact.kind = Kind::rounds;
    return fact;
  }
  if (name == "kills") {
    fact.kind = Kind::kills;
    return fact;
  }
  if (name == "points-lost" && (fact.group.empty() || (!of_fight && group_first))) {
    fact.kind = Kind::points_lost;
    return fact;
  }
  if (!of_fight) {
    if (name != "survivors" && name != "destroyed" && name != "hit-points-left") {
      return std::nullopt;
    }
    fact.kind = name == "survivors"   ? Kind::survivors
                : name == "destroyed" ? Kind::destroyed
                                      : Kind::hit_points;
    return fact;
  }
  if (!fact.group.empty()) return std::nullopt;
  if (name == "damage" || name == "destroyed") {
    fact.kind = name == "damage" ? Kind::damage : Kind::destroyed;
    return fact;
  }
  if (find_in(all_reports(), name) == nullptr) return std::nullopt;
  fact.kind = Kind::report;
  fact.name = name;
  return fact;
}

std::string why_no_fact(std::string_view text, OutcomeOf of) {
  if (of == OutcomeOf::battle && is_end(lower(trim(text)))) {
    return lower(trim(text)) + " is so or not, and no number";
  }
  if (of != OutcomeOf::battle || !lower(text).ends_with("].kills")) {
    return unknown_name("fact", text, names_of_facts(of));
  }
  return fmt::format(
      "{}: who has removed whom is not told apart; attacker.kills[NAME] are the figures that NAME, "
      "of the defender's side, has lost",
      shown(text));
}

std::string name_of(const OutcomeFact& fact) {
  const std::string group = fact.group.empty() ? "" : "[" + fact.group + "]";
  if (fact.step != OutcomeFact::no_step) {
    const SequenceName* const known = std::find_if(
        std::begin(sequence_names), std::end(sequence_names),
        [&](const auto& one) { return one.kind == fact.kind && one.side == fact.side; });
    const bool is_known = known != std::end(sequence_names);
    return (fact.step > 0 ? fmt::format("step[{}].", fact.step) : "") +
           (is_known ? std::string(known->name) : fact.name) + group;
  }
  if (fact.kind == Kind::rounds) return "rounds";
  if (fact.kind == Kind::end) return "win";
  if (fact.kind == Kind::ahead) return "ahead";
  if (fact.kind == Kind::swing && fact.side == Side::attacker) return "swing";
  const std::string_view name = fact.kind == Kind::report        ? std::string_view(fact.name)
                                : fact.kind == Kind::damage      ? "damage"
                                : fact.kind == Kind::destroyed   ? "destroyed"
                                : fact.kind == Kind::points_lost ? "points-lost"
                                : fact.kind == Kind::swing       ? "swing"
                                : fact.kind == Kind::hit_points  ? "hit-points-left"
                                                                 : "survivors";
  // Who is destroyed, or survives, is named before that; who has been removed, behind it.
  if (fact.kind == Kind::kills) return fmt::format("{}.kills{}", to_string(fact.side), group);
  return fmt::format("{}{}.{}", to_string(fact.side), group, name);
}

OutcomeFact parse_fact(std::string_view text, OutcomeOf of) {
  if (const auto found = find_fact(trim(text), of)) return *found;
  throw UnknownQuantity(why_no_fact(text, of));
}

bool is_yes_or_no(const OutcomeFact& fact) {
  if (fact.kind == Kind::destroyed || fact.kind == Kind::needed || fact.kind == Kind::takes_place ||
      fact.kind == Kind::moved_away) {
    return true;
  }
  if (fact.kind != Kind::report) return false;
  const ReportSpec* report = find_in(all_reports(), fact.name);
  return report != nullptr && report->kind == ReportKind::event;
}

bool is_of_points(const OutcomeFact& fact) {
  return fact.kind == Kind::points_lost || fact.kind == Kind::swing;
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

const EndName* find_end(std::string_view name) { return find_in(end_names, name); }
bool is_end(std::string_view name) { return name == name_of_draw || find_end(name) != nullptr; }

}  // namespace warodds
