#include "core/answer/beyond_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <variant>

#include "core/answer/battle_outcome.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;

constexpr const char* begins_number = ": there ";  // are 4, is 1

/// `most(fact)`: how many there are, if that is known.
template <class Most>
std::vector<std::string> more_than(const Event& event, const Most& most) {
  std::vector<std::string> texts;
  for (const auto& [fact, number] : event.wanted()) {
    const bool counts =
        fact.kind == Kind::kills || fact.kind == Kind::survivors || fact.kind == Kind::hit_points;
    if (!counts) continue;
    const std::optional<int> most_of = most(fact);
    if (!most_of || number <= *most_of) continue;
    texts.push_back(fmt::format("{} = {:g}{}{} {}", shown(name_of(fact)), number, begins_number,
                                *most_of == 1 ? "is" : "are", *most_of));
  }
  return texts;
}

/// Those who can be removed are those who are there.
OutcomeFact who_is_there(const OutcomeFact& fact) {
  if (fact.kind != Kind::kills) return fact;
  return {Kind::survivors, enemy_of(fact.side), {}, fact.group, fact.step};
}

}  // namespace

std::vector<std::string> beyond_reach(const Event& event, const AnyFight& fight) {
  return std::visit(
      [&](const auto& of) {
        return more_than(event, [&](const OutcomeFact& fact) -> std::optional<int> {
          const Side side = enemy_of(fact.side);
          const Casualties& casualties = of.any().casualties[side];
          const std::vector<std::string>& kinds = of.any().kinds[side];
          const std::vector<int> standing = casualties.survivors(0);
          int sum = 0;
          for (std::size_t rank = 0; rank < standing.size(); ++rank) {
            const auto kind = static_cast<std::size_t>(casualties.ranks()[rank].kind);
            const bool counts = fact.group.empty() ||
                                (kind < kinds.size() && lower(kinds[kind]) == lower(fact.group));
            if (counts) sum += standing[rank];
          }
          return sum;
        });
      },
      fight);
}

std::vector<std::string> beyond_reach(const Event& event, const AnyBattle& battle) {
  return std::visit(
      [&](const auto& of) {
        return more_than(event, [&](const OutcomeFact& fact) -> std::optional<int> {
          const OutcomeFact there = who_is_there(fact);
          std::vector<UnitLeft> left;
          for (std::size_t unit = 0; unit < of.states()[there.side].size(); ++unit) {
            const SideStates& states = of.states()[there.side][unit];
            const bool as_whole = fact.kind == Kind::kills;
            left.push_back(
                left_of(states, as_whole ? states.opening() : of.opening()[there.side][unit]));
          }
          std::vector<double> values;
          BattleOutcome({there}, of).tell_of(there.side, left, values);
          return static_cast<int>(values.front());
        });
      },
      battle);
}

std::vector<std::string> beyond_reach(const Event& event, const AnySequence& sequence) {
  return std::visit(
      [&](const auto& of) {
        return more_than(event, [&](const OutcomeFact& fact) -> std::optional<int> {
          const bool of_target = fact.kind == Kind::survivors || fact.side == Side::attacker;
          if (!of_target || !fact.group.empty()) return std::nullopt;
          return of.target().standing(of.target().opening());
        });
      },
      sequence);
}

std::vector<std::string> those_beyond_reach(const std::vector<std::string>& remarks) {
  std::vector<std::string> those;
  std::copy_if(
      remarks.begin(), remarks.end(), std::back_inserter(those),
      [](const std::string& remark) { return remark.find(begins_number) != std::string::npos; });
  return those;
}

}  // namespace warodds
