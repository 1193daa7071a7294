#include "core/ask/who_falls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warodds {
namespace {

using GroupNames = std::vector<std::string>;

std::string name_of(const SideStates& states, const GroupNames& names, int rank) {
  const auto kind = static_cast<std::size_t>(states.ranks()[static_cast<std::size_t>(rank)].kind);
  return kind < names.size() ? names[kind] : "";
}

/// By the groups in the order of the unit, each name once.
FiguresByGroup by_group(const SideStates& states, const GroupNames& names,
                        const std::vector<int>& of_ranks) {
  FiguresByGroup figures;
  const auto add = [&](const std::string& group, int count) {
    const auto known = std::find_if(figures.begin(), figures.end(),
                                    [&](const auto& one) { return one.first == group; });
    known == figures.end() ? void(figures.emplace_back(group, count))
                           : void(known->second += count);
  };
  for (const std::string& name : names) add(name, 0);
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    add(name_of(states, names, static_cast<int>(rank)), of_ranks[rank]);
  }
  std::erase_if(figures, [](const auto& one) { return one.second == 0; });
  return figures;
}

std::vector<LyingDamage> lying_on(const SideStates& states, const GroupNames& names,
                                  const Remains& remains) {
  std::vector<LyingDamage> lying;
  for (const Injury& injury : injuries_of(remains)) {
    lying.push_back({name_of(states, names, injury.rank), injury.damage});
  }
  return lying;
}

WhoFalls described(const AssignmentDecision& decision, const PerSide<SideStates>& sides,
                   const PerSide<GroupNames>& names, bool counts_rounds) {
  WhoFalls row;
  row.side = decision.side;
  if (counts_rounds) row.rounds_left = decision.rounds_left;
  row.attack = decision.attack + 1;
  row.suffered = decision.suffered;
  row.met = decision.met;
  row.stake = decision.stake;
  for (const Side side : both_sides) {
    const Remains& remains = sides[side].remains(decision.states[side]);
    row.left[side] = by_group(sides[side], names[side], remains.figures);
    row.lying[side] = lying_on(sides[side], names[side], remains);
  }
  const SideStates& own = sides[decision.side];
  const GroupNames& groups = names[decision.side];
  const Remains& before = own.remains(decision.states[decision.side]);
  for (const WeightedChoice& choice : decision.chosen) {
    const Remains& after = own.remains(choice.value);
    std::vector<int> fallen = before.figures;
    for (std::size_t i = 0; i < fallen.size(); ++i) fallen[i] -= after.figures[i];
    row.falls.push_back({by_group(own, groups, fallen), lying_on(own, groups, after), choice.p});
  }
  std::stable_sort(row.falls.begin(), row.falls.end(),
                   [](const Falls& a, const Falls& b) { return a.p > b.p; });
  return row;
}

std::string number_of_each(const FiguresByGroup& figures) {
  std::vector<std::string> parts;
  for (const auto& [group, count] : figures) {
    if (group.empty()) {
      parts.push_back(fmt::format("{} figure{}", count, count == 1 ? "" : "s"));
    } else {
      parts.push_back(count == 1 ? group : fmt::format("{} {}", count, group));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string in_words(const std::vector<LyingDamage>& lying) {
  std::string text;
  for (const auto& [group, damage] : lying) {
    text += fmt::format(", {}{} on {}", damage, text.empty() ? " damage" : "",
                        group.empty() ? "a figure" : group);
  }
  return text;
}

}  // namespace

std::vector<WhoFalls> who_falls(const AnyBattle& battle, const Solution& solution) {
  std::vector<WhoFalls> rows;
  if (!solution.assignments) return rows;
  const PerSide<GroupNames> names = std::visit([](const auto& of) { return of.kinds(); }, battle);
  const AssignmentPolicy& policy = *solution.assignments;
  const PerSide<SideStates> sides = policy.sides();
  for (const AssignmentDecision& decision : policy.decisions()) {
    rows.push_back(described(decision, sides, names, policy.rounds() > 0));
  }
  return rows;
}

std::string in_words(const Falls& falls) {
  int count = 0;
  for (const auto& [group, figures] : falls.figures) count += figures;
  const std::string who = count == 0 ? "nobody" : number_of_each(falls.figures);
  return fmt::format("{} fall{}{}", who, count < 2 ? "s" : "", in_words(falls.lying));
}

std::string in_words(const FiguresByGroup& figures, const std::vector<LyingDamage>& lying) {
  return number_of_each(figures) + in_words(lying);
}

}  // namespace warodds
