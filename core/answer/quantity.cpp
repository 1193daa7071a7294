#include "core/answer/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/fields/field.h"
#include "core/systems/systems.h"
#include "core/systems/traits/order_cost.h"
#include "core/systems/traits/retreat.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using Of = Quantity::Of;
using Statistic = Quantity::Statistic;

/// The names of what has a distribution, and of what is a single number.
struct Names {
  std::vector<std::string> distributions;
  std::vector<std::string> numbers;

  void add(std::vector<std::string>& to, std::string_view name) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.emplace_back(name);
  }
};

/// Of fights, in all systems together.
const Names& of_fights() {
  static const Names names = [] {
    Names all;
    all.add(all.numbers, "destroyed");
    Systems::for_each([&](auto system) {
      using System = decltype(system);
      for (const ReportSpec& report : System::reports) {
        all.add(report.kind == ReportKind::count ? all.distributions : all.numbers, report.name);
      }
    });
    Systems::for_each([&](auto system) {
      using System = decltype(system);
      if (PaysForAttacks<System>) all.add(all.numbers, rate_of<System>().name);
    });
    all.add(all.distributions, "damage");
    all.add(all.distributions, "kills");
    return all;
  }();
  return names;
}

const std::vector<std::string> numbers_of_battles{
    "win",       "lose",  "draw",   "odds", "both_destroyed",
    "undecided", "ahead", "behind", "even", "retreated"};

bool is_one_of(const std::string& word, const std::vector<std::string>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const char* side : {"attacker.", "defender."}) {
    for (const std::string& series : of_fights().distributions) {
      for (const char* statistic : {".mean", ".sd", ".p90", ">=1"}) {
        names.push_back(side + series + statistic);
      }
    }
    for (const std::string& number : of_fights().numbers) names.push_back(side + number);
    for (const char* statistic : {".mean", ".sd", ".p90", ">=1"}) {
      names.push_back(side + std::string("survivors") + statistic);
    }
  }
  names.insert(names.end(), numbers_of_battles.begin(), numbers_of_battles.end());
  for (const char* statistic : {".mean", ".sd", ".p90", ">=3"}) {
    names.push_back(std::string("rounds") + statistic);
  }
  return names;
}

[[noreturn]] void unknown(const std::string& text) {
  throw InputError(unknown_name("quantity", text, examples()) + " See: warodds quantities");
}

/// Whether a text without a side begins with what is reported of fights: "kills>3".
bool is_of_fights(const std::string& text) {
  const std::string word(trim(std::string_view(text).substr(0, text.find_first_of(".>["))));
  return is_one_of(word, of_fights().distributions) || is_one_of(word, of_fights().numbers);
}

int parameter_of(const std::string& digits, const std::string& text, int least, int most) {
  const auto number = warodds::read_number<int>(digits);
  if (!number) unknown(text);
  if (*number < least || *number > most) {
    throw InputError(
        fmt::format("quantity '{}': {} is not from {} to {}", text, *number, least, most));
  }
  return *number;
}

Estimate statistic_of(const Quantity& quantity, const Distribution& distribution) {
  switch (quantity.statistic) {
    case Statistic::mean:
      return distribution.estimate_mean();
    case Statistic::sd:
      return distribution.estimate_sd();
    case Statistic::percentile:
      return distribution.estimate_quantile(quantity.parameter / 100.0);
    default:
      return distribution.estimate_at_least(quantity.parameter);
  }
}

[[noreturn]] void not_reported(const Quantity& quantity) {
  throw InputError(
      fmt::format("quantity '{}': this system does not report it here", quantity.text));
}

/// The kills of one group of figures.
const Distribution& kills_of(const Quantity& quantity, const Deals& deals) {
  std::string there;
  for (const auto& [group, kills] : deals.kills_by_group) {
    if (group == quantity.group) return kills;
  }
  for (const auto& [group, kills] : deals.kills_by_group) {
    if (lower(group) == lower(quantity.group)) return kills;
    there += (there.empty() ? "" : ", ") + group;
  }
  throw NoAnswer(fmt::format("quantity '{}': the {} has no group '{}'{}", quantity.text,
                             to_string(enemy_of(quantity.side)), quantity.group,
                             there.empty() ? "" : "; there is " + there));
}

}  // namespace

bool Quantity::is_probability() const {
  if (statistic != Statistic::value) return statistic == Statistic::at_least;
  bool is_rate = false;
  Systems::for_each(
      [&](auto system) { is_rate = is_rate || subject == rate_of<decltype(system)>().name; });
  return !is_rate;
}

std::optional<double> read_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const auto number = read_number<double>(trim(text));
  if (!number || !std::isfinite(*number)) return std::nullopt;
  return percent ? *number / 100 : *number;
}

Quantity with_sides_exchanged(Quantity quantity) {
  quantity.side = enemy_of(quantity.side);
  for (const auto& [attackers, defenders] : {std::pair{"win", "lose"}, {"ahead", "behind"}}) {
    if (quantity.subject == attackers) {
      quantity.subject = defenders;
    } else if (quantity.subject == defenders) {
      quantity.subject = attackers;
    }
  }
  return quantity;
}

Quantity parse_quantity(const std::string& text) {
  Quantity quantity;
  quantity.text = text;
  std::string rest(trim(text));
  const bool says_side = rest.rfind("attacker.", 0) == 0 || rest.rfind("defender.", 0) == 0;
  if (says_side) {
    quantity.side = rest[0] == 'a' ? Side::attacker : Side::defender;
    rest = rest.substr(9);
  }
  // What fights report is the attacker's, unless a side is named.
  const bool sided = says_side || is_of_fights(rest);
  // A group may be named in any way, so it goes first.
  const auto bracket = rest.rfind(']');
  if (sided && rest.rfind("kills[", 0) == 0 && bracket != std::string::npos) {
    quantity.group = rest.substr(6, bracket - 6);
    rest = "kills" + rest.substr(bracket + 1);
  }
  const auto more = rest.find('>');
  const auto dot = rest.find('.');
  const auto end = std::min(more, dot);
  quantity.subject = trim(std::string_view(rest).substr(0, end));
  if (end == std::string::npos) {
    quantity.of = sided ? Of::fight : Of::battle;
    if (!is_one_of(quantity.subject, sided ? of_fights().numbers : numbers_of_battles)) {
      unknown(text);
    }
    return quantity;
  }
  const bool of_fight = sided && is_one_of(quantity.subject, of_fights().distributions);
  const bool of_battle = sided ? quantity.subject == "survivors" : quantity.subject == "rounds";
  if (!of_fight && !of_battle) unknown(text);
  quantity.of = of_battle ? Of::battle : Of::fight;
  if (end == more) {  // ">=3", or ">3", which is four or more
    const bool or_equal = rest.compare(more, 2, ">=") == 0;
    const std::string number(trim(std::string_view(rest).substr(more + (or_equal ? 2 : 1))));
    quantity.statistic = Statistic::at_least;
    quantity.parameter = parameter_of(number, text, 0, 1'000'000'000) + (or_equal ? 0 : 1);
    return quantity;
  }
  const std::string statistic(trim(std::string_view(rest).substr(dot + 1)));
  if (statistic == "mean") {
    quantity.statistic = Statistic::mean;
  } else if (statistic == "sd") {
    quantity.statistic = Statistic::sd;
  } else if (statistic.size() > 1 && statistic[0] == 'p') {
    quantity.statistic = Statistic::percentile;
    quantity.parameter = parameter_of(statistic.substr(1), text, 1, 99);
  } else {
    unknown(text);
  }
  return quantity;
}

std::vector<Quantity> parse_quantities(const std::string& text) {
  std::vector<Quantity> quantities;
  std::string part;
  bool in_group = false;  // whose name may have commas
  for (const char c : text) {
    if (c == '[' || c == ']') in_group = c == '[';
    if (c == ',' && !in_group) {
      quantities.push_back(parse_quantity(std::exchange(part, "")));
    } else {
      part += c;
    }
  }
  quantities.push_back(parse_quantity(part));
  return quantities;
}

Estimate estimate_of(const Quantity& quantity, const FightAnswer& answer) {
  const Deals& deals = answer.deals[quantity.side];
  if (quantity.subject == "destroyed") return deals.destroyed;
  if (quantity.subject == "damage") return statistic_of(quantity, deals.damage);
  if (!quantity.group.empty()) return statistic_of(quantity, kills_of(quantity, deals));
  if (quantity.subject == "kills") return statistic_of(quantity, deals.kills);
  if (!answer.rate.name.empty() && quantity.subject == answer.rate.name) {
    if (const auto rate = answer.rate_of(quantity.side)) return *rate;
    throw NoAnswer(
        fmt::format("quantity '{}': the {} pays nothing", quantity.text, to_string(quantity.side)));
  }
  for (std::size_t i = 0; i < answer.reports.size(); ++i) {
    const ReportSpec& report = answer.reports[i];
    if (report.name != quantity.subject) continue;
    if (report.kind == ReportKind::event) return deals.reported[i].estimate_at_least(1);
    return statistic_of(quantity, deals.reported[i]);
  }
  not_reported(quantity);
}

Estimate estimate_of(const Quantity& quantity, const BattleAnswer& answer) {
  if (quantity.subject == "win") return answer.win(Side::attacker);
  if (quantity.subject == "lose") return answer.win(Side::defender);
  if (quantity.subject == "odds") {
    return odds_of_beating(answer.win(Side::attacker), answer.win(Side::defender));
  }
  if (quantity.subject == "both_destroyed") return answer.end(BattleEnd::both_destroyed);
  if (quantity.subject == "undecided") return answer.end(BattleEnd::undecided);
  if (quantity.subject == "ahead") return answer.is_ahead(Ahead::attacker);
  if (quantity.subject == "behind") return answer.is_ahead(Ahead::defender);
  if (quantity.subject == "even") return answer.is_ahead(Ahead::even);
  if (quantity.subject == "retreated") {
    if (!answer.can_end_by_retreat) not_reported(quantity);
    return answer.end(BattleEnd::retreated);
  }
  if (quantity.subject == "draw") return answer.draw();
  if (quantity.subject == "rounds") {
    return quantity.statistic == Statistic::mean ? answer.mean_rounds
                                                 : statistic_of(quantity, answer.rounds);
  }
  return statistic_of(quantity, answer.survivors[quantity.side]);
}

std::vector<QuantityRow> list_quantities(std::string_view system) {
  std::vector<QuantityRow> rows;
  const auto distribution = [&](const char* of, const std::string& name, const std::string& what) {
    rows.push_back({of, name + ".mean", "mean " + what});
    rows.push_back({of, name + ".sd", "standard deviation of " + what});
    rows.push_back({of, name + ".pN", "percentile of " + what + ", N from 1 to 99"});
    rows.push_back({of, name + ">=N", "probability of N or more " + what});
  };
  with_system(system, "", [&](auto found) {
    using System = decltype(found);
    std::vector<std::string> counts;
    std::vector<std::pair<std::string, std::string>> numbers{
        {"destroyed", "odds that the side destroys its target"}};
    for (const ReportSpec& report : System::reports) {
      if (report.kind == ReportKind::count) {
        counts.emplace_back(report.name);
      } else {
        numbers.emplace_back(report.name, "odds that the side " + std::string(report.label));
      }
    }
    counts.insert(counts.end(), {"damage", "kills"});
    if constexpr (PaysForAttacks<System>) {
      numbers.emplace_back(System::rate.name, System::rate.label);
    }
    for (const std::string& count : counts) distribution("fights", "SIDE." + count, count);
    if (System::groups_are_figures) {
      distribution("fights", "SIDE.kills[GROUP]", "kills in GROUP");
    }
    for (const auto& [name, meaning] : numbers) rows.push_back({"fights", "SIDE." + name, meaning});
  });
  std::vector<std::pair<const char*, const char*>> ends{
      {"win", "probability that the attacker wins"},
      {"lose", "probability that the defender wins"},
      {"draw", "probability that neither wins"},
      {"odds", "odds of winning, draws counting half"},
      {"both_destroyed", "probability that both are destroyed"},
      {"undecided", "probability that both still stand"},
      {"ahead", "undecided; more of the attacker is left"},
      {"behind", "undecided; more of the defender is left"},
      {"even", "undecided; as much is left of both"}};
  with_system(system, "", [&](auto found) {
    if (CanRetreat<decltype(found)>) {
      ends.emplace_back("retreated", "probability that a side has moved away");
    }
  });
  for (const auto& [name, meaning] : ends) rows.push_back({"battles", name, meaning});
  distribution("battles", "rounds", "rounds");
  distribution("battles", "SIDE.survivors", "figures left");
  return rows;
}

double odds_that_nobody_wins(double win, double lose) {
  constexpr double rounding = 1e-12;
  const double odds = 1 - win - lose;
  return odds > rounding ? odds : 0;
}

double odds_of_beating(double win, double lose) {
  const double draw = odds_that_nobody_wins(win, lose);
  return draw > 0 ? win + draw / 2 : win / (win + lose);
}

Estimate odds_of_beating(const Estimate& win, const Estimate& lose) {
  Estimate odds{odds_of_beating(win.value, lose.value)};
  if (win.half_width) odds.half_width = (*win.half_width + lose.half_width.value_or(0)) / 2;
  return odds;
}

}  // namespace warodds
