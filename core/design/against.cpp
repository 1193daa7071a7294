#include "core/design/against.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/design/room.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// What is worked out for one variant and one opponent: once, or once each way round.
struct Plan {
  std::vector<const AnyUnit*> opponents;
  bool both_ways = false;

  std::size_t cells() const { return opponents.size() * (both_ways ? 2 : 1); }
};

Plan plan_of(const CellQuestion& question, const Opponents& opponents, const std::string& unit) {
  Plan plan;
  for (const AnyUnit& opponent : opponents.units) {
    if (name_of(opponent) != unit) plan.opponents.push_back(&opponent);
  }
  plan.both_ways = question.asks_for_battles();
  return plan;
}

/// The variant against an opponent: the unit attacks or, turned, defends. What is set of the
/// opponents is theirs on either side.
Matchup matchup_of(const Matchup& variant, const AnyUnit& opponent, const Conditions& conditions,
                   bool is_turned) {
  Matchup matchup = variant;
  matchup.put(Side::defender, opponent);
  for (Setting setting : conditions.stats) {
    if (split_side(setting.key) == Side::defender) matchup.set_stat(Side::defender, setting);
  }
  if (is_turned) {
    const AnyUnit unit = matchup.unit(Side::attacker);
    matchup.put(Side::attacker, matchup.unit(Side::defender));
    matchup.put(Side::defender, unit);
  }
  matchup.clear_missing_choices();
  return matchup;
}

void add(Estimate& sum, const Estimate& number, bool from_one) {
  sum.value += from_one ? 1 - number.value : number.value;
  if (number.half_width) {
    // The same dice for all: their errors may all point the same way.
    sum.half_width = sum.half_width.value_or(0) + *number.half_width;
  }
}

/// The mean of one quantity against one opponent over both ways round; nothing where neither is
/// allowed. Quantities of fights are of the way in which the unit attacks. `back`: null if there is
/// no other way; its quantities are followed by the turned ones.
std::optional<Estimate> mean_of_ways(const Quantity& quantity, std::size_t place, const Cell* forth,
                                     const Cell* back) {
  Estimate sum;
  double ways = 0;
  if (!forth->values.empty()) {
    add(sum, forth->values[place], false);
    ++ways;
  }
  if (back != nullptr && quantity.of == OutcomeOf::battle && !back->values.empty()) {
    const std::size_t of_turned = back->values.size() / 2 + place;
    add(sum, back->values[of_turned], quantity.is_of(OutcomeFact::Kind::odds));
    ++ways;
  }
  if (ways == 0) return std::nullopt;
  sum.value /= ways;
  if (sum.half_width) *sum.half_width /= ways;
  return sum;
}

class Means {
 public:
  Means(const CellQuestion& question, const Plan& plan, const std::vector<Cell>& cells)
      : question_(question), plan_(plan), cells_(cells) {}

  Cell of(std::size_t variant) const {
    Cell mean;
    mean.state = Cell::State::exact;
    const std::size_t first = variant * plan_.cells();
    for (std::size_t i = first; i < first + plan_.cells(); ++i) {
      const Cell::State state = cells_[i].state;
      if (state == Cell::State::not_reached) return {};
      if (state == Cell::State::simulated) {
        mean.state = state;
        const std::uint64_t trials = cells_[i].trials;
        mean.trials = mean.trials == 0 ? trials : std::min(mean.trials, trials);
      }
      mean.partial = mean.partial || cells_[i].partial;
    }
    for (std::size_t q = 0; q < question_.quantities.size(); ++q) {
      const auto number = mean_of(variant, q);
      if (!number) {
        mean.state = Cell::State::refused;
        mean.values.clear();
        return mean;
      }
      mean.values.push_back(*number);
    }
    return mean;
  }

 private:
  std::optional<Estimate> against(std::size_t variant, std::size_t opponent, std::size_t q) const {
    const std::size_t ways = plan_.both_ways ? 2 : 1;
    const Cell* cell = &cells_[variant * plan_.cells() + opponent * ways];
    return mean_of_ways(question_.quantities[q], q, cell, plan_.both_ways ? cell + 1 : nullptr);
  }

  std::optional<Estimate> mean_of(std::size_t variant, std::size_t q) const {
    Estimate sum;
    double count = 0;
    for (std::size_t i = 0; i < plan_.opponents.size(); ++i) {
      std::optional<Estimate> number = against(variant, i, q);
      if (!number && question_.quantities[q].is_of(OutcomeFact::Kind::odds)) number = Estimate{0.5};
      if (!number && !against(0, i, q)) continue;  // nobody whom the unit can fight
      if (!number) return std::nullopt;
      add(sum, *number, false);
      ++count;
    }
    if (count == 0) return std::nullopt;
    sum.value /= count;
    if (sum.half_width) *sum.half_width /= count;
    return sum;
  }

  const CellQuestion& question_;
  const Plan& plan_;
  const std::vector<Cell>& cells_;
};

}  // namespace

std::vector<std::string> names_of(const Opponents& opponents, const std::string& unit) {
  std::vector<std::string> names;
  for (const AnyUnit& opponent : opponents.units) {
    if (name_of(opponent) != unit) names.push_back(name_of(opponent));
  }
  return names;
}

std::string others_text(const std::string& opponent, const std::vector<std::string>& opponents) {
  return opponents.empty() ? opponent : fmt::format("{} opponents, on average", opponents.size());
}

std::vector<Cell> answer_against(const CellQuestion& question, const Variants& variants,
                                 const Opponents& opponents, std::string_view what,
                                 const Watch& watch, Table& table) {
  const std::string unit = variants.at(0).name(Side::attacker);
  const Plan plan = plan_of(question, opponents, unit);
  if (plan.opponents.empty()) {
    throw InputError(fmt::format("there is nobody but {} itself to set it against", shown(unit)));
  }
  const std::size_t ways = plan.both_ways ? 2 : 1;
  require_room(
      [&](double n) {
        return bytes_of_cells(n * static_cast<double>(plan.cells()), 1) +
               bytes_of_cells(n, question.quantities.size());
      },
      variants.count, "against a roster", "settings");
  CellQuestion asked = question;
  if (plan.both_ways) {
    for (const Quantity& quantity : question.quantities)
      asked.quantities.push_back(with_sides_exchanged(quantity));
  }
  const std::vector<Cell> cells = answer_cells(
      asked, variants.count * plan.cells(), what,
      [&](std::size_t i) {
        const std::size_t way = i % ways;
        return matchup_of(variants.at(i / plan.cells()), *plan.opponents[i % plan.cells() / ways],
                          opponents.conditions, way == 1);
      },
      watch, table);
  table.quantities = question.quantities;
  const Means means(question, plan, cells);
  std::vector<Cell> result;
  for (std::size_t v = 0; v < variants.count; ++v) result.push_back(means.of(v));
  return result;
}

std::vector<Cell> answer_variants(const CellQuestion& question, const Variants& variants,
                                  const std::optional<Opponents>& against, std::string_view what,
                                  const Watch& watch, Table& table) {
  return against ? answer_against(question, variants, *against, what, watch, table)
                 : answer_cells(question, variants.count, what, variants.at, watch, table);
}

}  // namespace warodds
