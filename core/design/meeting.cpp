#include "core/design/meeting.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/design/movable.h"
#include "core/roster/side_text.h"
#include "core/systems/traits/break_off.h"

namespace warodds {

const std::string& Contestant::name() const {
  const auto* army = std::get_if<UnitsOfSide>(&is);
  return army != nullptr ? army->name : name_of(std::get<AnyUnit>(is));
}

int Contestant::points() const {
  const auto* army = std::get_if<UnitsOfSide>(&is);
  return army != nullptr ? army->points() : points_of(std::get<AnyUnit>(is));
}

Contestants contestants(const std::vector<AnyUnit>& units) { return {units.begin(), units.end()}; }

std::vector<std::string> names_of(const Contestants& all) {
  std::vector<std::string> names;
  for (const Contestant& one : all) names.push_back(one.name());
  return names;
}

std::vector<AnyUnit> units_in(const Contestants& all) {
  std::vector<AnyUnit> units;
  for (const Contestant& one : all) {
    if (!one.is_army()) {
      units.push_back(one.unit());
      continue;
    }
    for (const SideUnit& of : std::get<UnitsOfSide>(one.is).units) units.push_back(of.unit);
  }
  return units;
}

std::string units_text(const UnitsOfSide& army) {
  std::vector<SidePart> parts;
  std::string last;  // one of the last part
  for (const SideUnit& one : army.units) {
    const SidePart part{name_of(one.unit), 1, one.with};
    if (written(part) == last) {
      ++parts.back().count;
    } else {
      parts.push_back(part);
      last = written(part);
    }
  }
  return written(parts);
}

Matchup Meeting::of(const Contestant& attacker, const Contestant& defender) const {
  Matchup matchup = empty;
  const auto put = [&](Side side, const Contestant& who) {
    std::visit([&](const auto& one) { matchup.put(side, one); }, who.is);
  };
  put(Side::attacker, attacker);
  put(Side::defender, defender);
  for (Setting setting : conditions.stats) {
    if (const auto side = split_side(setting.key)) matchup.set_stat(*side, setting);
  }
  matchup.clear_missing_choices();
  return matchup;
}

std::string Meeting::fingerprint(const Contestant& who) const {
  std::string text;
  const auto add = [&](const Values& values) {
    for (const auto& [key, value] : values) {
      if (key != key_of_points) text += key + '=' + print(value) + '\n';
    }
    text += '\n';
  };
  const auto add_unit = [&](const AnyUnit& unit) {
    const Profile profile = profile_of(unit);
    add(profile.fields);
    for (const Values& group : profile.groups) add(group);
  };
  if (!who.is_army()) {
    add_unit(who.unit());
    return text;
  }
  // Whom a unit attacks may be said by its name, and what its stats are.
  const bool names_count =
      !empty.conduct(Side::attacker).pins.empty() || !empty.conduct(Side::defender).pins.empty() ||
      std::any_of(conditions.stats.begin(), conditions.stats.end(),
                  [](const Setting& one) { return one.key.find('[') != std::string::npos; });
  for (const SideUnit& one : std::get<UnitsOfSide>(who.is).units) {
    text += "in army " + (names_count ? name_of(one.unit) : "") + '\n';
    add_unit(one.unit);
    for (const Setting& setting : one.with) text += setting.key + '=' + setting.value + '\n';
  }
  return text;
}

std::vector<std::size_t> Meeting::order() const {
  const auto dearer_first = [&](std::size_t a, std::size_t b) {
    return std::pair(-units[a].points(), units[a].name()) <
           std::pair(-units[b].points(), units[b].name());
  };
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), dearer_first);
  std::map<std::string, std::size_t> kinds;  // numbered by the first of each
  std::vector<std::size_t> kind_of(units.size());
  for (const std::size_t unit : order) {
    kind_of[unit] = kinds.try_emplace(fingerprint(units[unit]), kinds.size()).first->second;
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return kind_of[a] < kind_of[b]; });
  return order;
}

namespace {

/// What has a battle go on that the rules break off.
template <class System>
std::string going_on(const Battle<System>&) {
  if constexpr (BreaksOff<System>) return std::string(System::goes_on_with);
  return "";
}

/// When the rules break off battles, and what has them go on; nothing unless that is most of these
/// battles, before their last round.
std::optional<std::pair<std::string, std::string>> broken_off(const Meeting& meeting) {
  constexpr std::size_t most_looked_at = 30;  // of units: who they are matters little
  const std::vector<AnyUnit> units = units_in(meeting.everybody());
  const int rounds = meeting.cells.rounds;
  std::size_t by_rules = 0, battles = 0;
  std::pair<std::string, std::string> when_and_cure;
  const std::size_t count = std::min(units.size(), most_looked_at);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto look = [&](const auto& battle) {
        const int most = battle.most_rounds();
        ++battles;
        if (most > 0 && (rounds == 0 || most <= rounds)) ++by_rules;
        when_and_cure = {battle.breaks_off(), going_on(battle)};
      };
      try {
        std::visit(look, meeting.of(units[i], units[j]).battle());
      } catch (const std::runtime_error&) {
        // The rules allow no such battle.
      }
    }
  }
  return 2 * by_rules > battles ? std::optional(when_and_cure) : std::nullopt;
}

}  // namespace

Contestants Meeting::everybody() const {
  Contestants all = units;
  if (others) all.insert(all.end(), others->begin(), others->end());
  return all;
}

std::string warning_of_undecided(double nobody_wins, const Meeting& meeting) {
  constexpr double most = 0.5;
  if (!(nobody_wins > most)) return "";
  std::string text = fmt::format(
      "{} % of these battles have no winner and count as even, so these numbers say "
      "little of who is stronger: ",
      nobody_wins > 0.995 && nobody_wins < 1 ? std::string(">99")
                                             : fmt::format("{:.0f}", nobody_wins * 100));
  if (const auto of = broken_off(meeting)) {
    return text + "they are broken off " + of->first + "; " + of->second;
  }
  if (meeting.cells.frame.until) return text + "--until ends them";
  const int rounds = meeting.cells.rounds;
  if (rounds > 0) {
    return text + fmt::format("they end after {} round{}; ask for more with --rounds", rounds,
                              rounds == 1 ? "" : "s");
  }
  return text +
         "neither side can bring the other down, or both fall together; battle says of a pair "
         "which, and explain what its dice can do";
}

}  // namespace warodds
