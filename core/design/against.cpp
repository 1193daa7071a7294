#include "core/design/against.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// The variant against an opponent: the unit attacks or, turned, defends. What is set of the
/// opponents is theirs on either side.
Matchup matchup_of(Matchup matchup, const AnyUnit& opponent, const std::vector<Setting>& stats,
                   bool is_turned) {
  matchup.put(Side::defender, opponent);
  for (Setting setting : stats) {
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

/// The cells of all variants against all opponents, once or once each way round, read as means.
struct CellsAgainst {
  const std::vector<Quantity>& quantities;
  std::size_t opponents = 0;
  std::size_t ways = 1;
  std::vector<Cell> cells;  ///< where there are two ways, quantities are followed by turned ones

  std::size_t of_variant() const { return opponents * ways; }

  /// Against one opponent; nothing where no way is allowed. Quantities of fights are of the way in
  /// which the unit attacks.
  std::optional<Estimate> against(std::size_t variant, std::size_t opponent, std::size_t q) const {
    const std::size_t forth = variant * of_variant() + opponent * ways;
    const std::size_t back = forth + 1;
    Mean mean;
    if (!cells[forth].values.empty()) mean.add(cells[forth].values[q]);
    if (ways == 2 && quantities[q].of == OutcomeOf::battle && !cells[back].values.empty()) {
      Estimate turned = cells[back].values[quantities.size() + q];
      if (quantities[q].is_of(OutcomeFact::Kind::odds)) turned.value = 1 - turned.value;
      mean.add(turned);
    }
    return mean.weight() > 0 ? std::optional(mean.mean()) : std::nullopt;
  }

  std::optional<Estimate> mean_of(std::size_t variant, std::size_t q) const {
    Mean mean;
    for (std::size_t i = 0; i < opponents; ++i) {
      std::optional<Estimate> number = against(variant, i, q);
      if (!number && quantities[q].is_of(OutcomeFact::Kind::odds)) number = Estimate{0.5};
      if (!number && !against(0, i, q)) continue;  // nobody whom the unit can fight
      if (!number) return std::nullopt;
      mean.add(*number);
    }
    return mean.weight() > 0 ? std::optional(mean.mean()) : std::nullopt;
  }

  Cell mean(std::size_t variant) const {
    Cell mean;
    mean.state = Cell::State::exact;
    for (std::size_t i = 0; i < of_variant(); ++i) {
      const Cell& cell = cells[variant * of_variant() + i];
      if (!cell.is_reached()) return {};
      mean.add_origin(cell);
    }
    for (std::size_t q = 0; q < quantities.size(); ++q) {
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

std::vector<Cell> answer_variants(const VariantsQuestion& question, const Variants& variants,
                                  std::string_view what, const Watch& watch, Table& table) {
  const auto& against = question.against;
  CellQuestion asked = question.cells;
  if (!against) return answer_cells(asked, variants.count, what, variants.at, watch, table);
  const std::string unit = question.base.name(Side::attacker);
  std::vector<const AnyUnit*> opponents;
  for (const AnyUnit& opponent : against->units) {
    if (name_of(opponent) != unit) opponents.push_back(&opponent);
  }
  if (opponents.empty()) {
    throw InputError(fmt::format("there is nobody but {} itself to set it against", shown(unit)));
  }
  CellsAgainst all{question.cells.quantities,
                   opponents.size(),
                   asked.asks_for_battles() ? std::size_t{2} : std::size_t{1},
                   {}};
  require_room(
      [&](double n) {
        return bytes_of_cells(n * static_cast<double>(all.of_variant()), 1) +
               bytes_of_cells(n, question.cells.quantities.size());
      },
      variants.count, "against a roster", "settings");
  for (std::size_t q = 0; all.ways == 2 && q < question.cells.quantities.size(); ++q) {
    asked.quantities.push_back(with_sides_exchanged(question.cells.quantities[q]));
  }
  all.cells = answer_cells(
      asked, variants.count * all.of_variant(), what,
      [&](std::size_t i) {
        return matchup_of(variants.at(i / all.of_variant()),
                          *opponents[i % all.of_variant() / all.ways], against->stats,
                          i % all.ways == 1);
      },
      watch, table);
  table.quantities = question.cells.quantities;
  std::vector<Cell> result;
  for (std::size_t v = 0; v < variants.count; ++v) result.push_back(all.mean(v));
  return result;
}

}  // namespace warodds
