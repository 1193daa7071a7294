#include "core/answer/parts_of_units.h"

#include <cstddef>
#include <map>
#include <variant>
#include <vector>

#include "core/rules/unit_set.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// Those units of a side that differ from the one listed before them in nothing but their names:
/// without either it is the same battle.
UnitSet same_as_before(const Matchup& matchup, Side side) {
  UnitSet same;
  for (const Side each : both_sides) {
    const Conduct& conduct = matchup.conduct(each);
    if (!conduct.pins.empty() || !conduct.choosers.empty()) return same;  // names matter
  }
  const std::vector<SideUnit> units = matchup.units(side);
  std::visit(
      [&](const auto& battle) {
        for (std::size_t i = 1; i < units.size(); ++i) {
          const auto unit = static_cast<int>(i);
          if (units[i].wave == units[i - 1].wave &&
              battle.first_alike(side, unit) == battle.first_alike(side, unit - 1)) {
            same.add(unit);
          }
        }
      },
      matchup.battle());
  return same;
}

/// The odds that a side wins with no more than some of its units.
class OddsOfSome {
 public:
  OddsOfSome(const Matchup& matchup, Side side, int rounds, const Engine& engine,
             const Watch& watch)
      : matchup_(matchup),
        side_(side),
        rounds_(rounds),
        engine_(engine),
        watch_(watch.quiet()),
        same_as_before_(same_as_before(matchup, side)) {}

  void know(UnitSet units, const Estimate& odds) { known_[units] = odds; }

  const Estimate& of(UnitSet units) {
    units = first_ones(units);
    const auto [place, is_new] = known_.try_emplace(units, Estimate{0.0});
    if (is_new && !units.empty()) place->second = ask(units);
    return place->second;
  }

 private:
  /// The same battle with the first ones of units that are the same.
  UnitSet first_ones(UnitSet units) const {
    UnitSet first;
    for (int unit : units) {
      while (same_as_before_.has(unit) && !first.has(unit - 1)) --unit;
      first.add(unit);
    }
    return first;
  }
  Estimate ask(UnitSet units) const {
    const Matchup some = matchup_.with_only(side_, units);
    const Answer answer = engine_.laws.answer(BattleQuestion{some.battle(), rounds_}, watch_);
    if (answer.origin.partial) throw NoAnswer(answer.origin.why_partial);
    return answer.win(side_);
  }

  const Matchup& matchup_;
  Side side_;
  int rounds_;
  const Engine& engine_;
  Watch watch_;
  UnitSet same_as_before_;
  std::map<UnitSet, Estimate> known_;
};

/// All sets of the first so many units.
std::vector<UnitSet> sets_of(int units) {
  std::vector<UnitSet> sets(std::size_t{1} << units);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (int unit = 0; unit < units; ++unit) {
      if ((i >> unit & 1) != 0) sets[i].add(unit);
    }
  }
  return sets;
}

UnitSet all_of(std::size_t units) {
  UnitSet all;
  for (std::size_t i = 0; i < units; ++i) all.add(static_cast<int>(i));
  return all;
}

/// Those of all units, from the odds of every set of them: a unit is as likely to come first,
/// second or last (L. S. Shapley, "A value for n-person games", 1953).
std::vector<double> shapley_values(int units, OddsOfSome& odds) {
  std::vector<double> values(static_cast<std::size_t>(units), 0.0);
  // [k]: of one order, that a certain k others come before the unit.
  std::vector<double> weights(static_cast<std::size_t>(units), 1.0 / units);
  for (int k = 1; k < units; ++k) {
    const auto place = static_cast<std::size_t>(k);
    weights[place] = weights[place - 1] * k / (units - k);
  }
  for (const UnitSet some : sets_of(units)) {
    for (int unit = 0; unit < units; ++unit) {
      if (some.has(unit)) continue;
      const double more = odds.of(some | UnitSet::of(unit)).value - odds.of(some).value;
      values[static_cast<std::size_t>(unit)] +=
          weights[static_cast<std::size_t>(some.size())] * more;
    }
  }
  return values;
}

}  // namespace

int battles_of_parts(const Matchup& matchup) {
  int battles = 0;
  for (const Side side : both_sides) {
    const auto units = static_cast<int>(matchup.units(side).size());
    if (units > 1) battles += units - same_as_before(matchup, side).size();
  }
  return battles;
}

void add_parts(const Matchup& matchup, int rounds, const Engine& engine, const Watch& watch,
               Answer& answer) {
  for (const Side side : both_sides) {
    std::vector<UnitAnswer>& units = answer.units[side];
    if (units.size() < 2) continue;  // without it there is nobody
    OddsOfSome odds(matchup, side, rounds, engine, watch);
    const UnitSet all = all_of(units.size());
    const Estimate& with = answer.win(side);
    for (std::size_t i = 0; i < units.size(); ++i) {
      const Estimate without = odds.of(all - UnitSet::of(static_cast<int>(i)));
      Estimate part{with.value - without.value};
      if (with.half_width || without.half_width) {
        part.half_width = with.half_width.value_or(0) + without.half_width.value_or(0);
      }
      units[i].part = part;
    }
  }
}

void add_shapley_values(const Matchup& matchup, int rounds, const Engine& engine,
                        const Watch& watch, Answer& answer) {
  PerSide<std::vector<double>> values;
  for (const Side side : both_sides) {
    const std::size_t units = answer.units[side].size();
    if (units < 2 || units > most_units_of_shapley) continue;
    OddsOfSome odds(matchup, side, rounds, engine, watch);
    odds.know(all_of(units), answer.win(side));
    values[side] = shapley_values(static_cast<int>(units), odds);
  }
  for (const Side side : both_sides) {
    for (std::size_t i = 0; i < values[side].size(); ++i) {
      answer.units[side][i].shapley = values[side][i];
    }
  }
}

}  // namespace warodds
