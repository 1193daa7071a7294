#include "cli/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/matchup/field.h"
#include "core/numbers/intervals.h"
#include "core/rules/error.h"

namespace warodds::cli {
namespace {

using Of = Quantity::Of;
using Statistic = Quantity::Statistic;

/// What has a distribution, and what is a single number.
const std::vector<std::string> series_of_fights{"hits", "wounds", "damage", "kills"};
const std::vector<std::string> numbers_of_fights{"destroyed", "knockback",
                                                 "damage_per_order_point"};
const std::vector<std::string> numbers_of_battles{"win", "lose", "draw", "both_destroyed",
                                                  "undecided"};

bool is_one_of(const std::string& word, const std::vector<std::string>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const char* side : {"attacker.", "defender."}) {
    for (const std::string& series : series_of_fights) {
      for (const char* statistic : {".mean", ".sd", ".p90", ">=1"}) {
        names.push_back(side + series + statistic);
      }
    }
    for (const std::string& number : numbers_of_fights) names.push_back(side + number);
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
  throw InputError(unknown_name("quantity", text, examples()));
}

int read_number(const std::string& digits, const std::string& text, int least, int most) {
  int number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, failure] = std::from_chars(digits.data(), end, number);
  if (digits.empty() || failure != std::errc() || stop != end) unknown(text);
  if (number < least || number > most) {
    throw InputError(
        fmt::format("quantity '{}': {} is not from {} to {}", text, number, least, most));
  }
  return number;
}

/// The least k with P(X <= k) >= p.
int percentile(const Series& series, double p) {
  double sum = 0;
  for (std::size_t k = 0; k < series.pmf.size(); ++k) {
    sum += series.pmf[k].value;
    if (sum >= p) return static_cast<int>(k);
  }
  return static_cast<int>(series.pmf.size()) - 1;
}

/// Of the standard deviation: from the fourth central moment, for large numbers of trials.
double sd_half_width(const Series& series, const EngineReport& engine) {
  if (!(series.sd > 0)) return *series.mean.half_width;
  double fourth = 0;
  for (std::size_t k = 0; k < series.pmf.size(); ++k) {
    fourth += series.pmf[k].value * std::pow(static_cast<double>(k) - series.mean.value, 4);
  }
  const double variance = series.sd * series.sd;
  const double spread = std::sqrt(std::max(fourth - variance * variance, 0.0));
  return normal_quantile(Confidence(engine.confidence)).z * spread /
         (2 * series.sd * std::sqrt(static_cast<double>(engine.trials)));
}

Number statistic_of(const Quantity& quantity, const Series& series, const EngineReport& engine) {
  const Deviations reach =
      engine.exact ? Deviations(0) : normal_quantile(Confidence(engine.confidence));
  switch (quantity.statistic) {
    case Statistic::mean:
      return series.mean;
    case Statistic::sd:
      if (engine.exact) return {series.sd};
      return {series.sd, sd_half_width(series, engine)};
    case Statistic::percentile: {
      const double p = quantity.parameter / 100.0;
      const int k = percentile(series, p);
      if (engine.exact) return {static_cast<double>(k)};
      const double off = reach.z * std::sqrt(p * (1 - p) / static_cast<double>(engine.trials));
      const int low = percentile(series, std::max(p - off, 0.0));
      const int high = percentile(series, std::min(p + off, 1.0));
      return {static_cast<double>(k), static_cast<double>(std::max(k - low, high - k))};
    }
    default: {
      const auto k = static_cast<std::size_t>(quantity.parameter);
      if (k < series.at_least.size()) return series.at_least[k];
      if (engine.exact) return {0};
      return {0, wilson(0, engine.trials, reach).half_width()};
    }
  }
}

[[noreturn]] void not_reported(const Quantity& quantity) {
  throw InputError(
      fmt::format("quantity '{}': this system does not report it here", quantity.text));
}

Number sum_of(const Number& a, const Number& b, const EngineReport& engine) {
  if (engine.exact) return {a.value + b.value};
  const auto trials = static_cast<double>(engine.trials);
  const auto seen = static_cast<std::uint64_t>(std::lround((a.value + b.value) * trials));
  return Estimates(engine.confidence).probability(seen, engine.trials);
}

}  // namespace

bool Quantity::is_probability() const {
  return statistic == Statistic::at_least ||
         (statistic == Statistic::value && subject != "damage_per_order_point");
}

Quantity parse_quantity(const std::string& text) {
  Quantity quantity;
  quantity.text = text;
  std::string rest = text;
  const bool sided = rest.rfind("attacker.", 0) == 0 || rest.rfind("defender.", 0) == 0;
  if (sided) {
    quantity.side = rest[0] == 'a' ? Side::attacker : Side::defender;
    rest = rest.substr(9);
  }
  const auto at_least = rest.find(">=");
  const auto dot = rest.find('.');
  const auto end = std::min(at_least, dot);
  quantity.subject = rest.substr(0, end);
  if (end == std::string::npos) {
    quantity.of = sided ? Of::fight : Of::battle;
    if (!is_one_of(quantity.subject, sided ? numbers_of_fights : numbers_of_battles)) {
      unknown(text);
    }
    return quantity;
  }
  const bool of_fight = sided && is_one_of(quantity.subject, series_of_fights);
  const bool of_battle = sided ? quantity.subject == "survivors" : quantity.subject == "rounds";
  if (!of_fight && !of_battle) unknown(text);
  quantity.of = of_battle ? Of::battle : Of::fight;
  if (end == at_least) {
    quantity.statistic = Statistic::at_least;
    quantity.parameter = read_number(rest.substr(at_least + 2), text, 0, 1'000'000'000);
    return quantity;
  }
  const std::string statistic = rest.substr(dot + 1);
  if (statistic == "mean") {
    quantity.statistic = Statistic::mean;
  } else if (statistic == "sd") {
    quantity.statistic = Statistic::sd;
  } else if (statistic.size() > 1 && statistic[0] == 'p') {
    quantity.statistic = Statistic::percentile;
    quantity.parameter = read_number(statistic.substr(1), text, 1, 99);
  } else {
    unknown(text);
  }
  return quantity;
}

std::vector<Quantity> parse_quantities(const std::string& text) {
  std::vector<Quantity> quantities;
  std::size_t begin = 0;
  for (;;) {
    const auto comma = text.find(',', begin);
    quantities.push_back(parse_quantity(text.substr(begin, comma - begin)));
    if (comma == std::string::npos) return quantities;
    begin = comma + 1;
  }
}

Number value_of(const Quantity& quantity, const Answer& answer) {
  const SideAnswer& deals = answer.deals[quantity.side];
  if (quantity.subject == "destroyed") return deals.destroyed;
  if (quantity.subject == "knockback") {
    if (!deals.knockback) not_reported(quantity);
    return *deals.knockback;
  }
  if (quantity.subject == "damage_per_order_point") {
    if (!deals.damage_per_order_point) not_reported(quantity);
    return *deals.damage_per_order_point;
  }
  for (const Series* series : deals.series()) {
    if (series->name == quantity.subject) return statistic_of(quantity, *series, answer.engine);
  }
  not_reported(quantity);
}

Number value_of(const Quantity& quantity, const BattleAnswer& answer) {
  if (quantity.subject == "win") return answer.wins.attacker;
  if (quantity.subject == "lose") return answer.wins.defender;
  if (quantity.subject == "both_destroyed") return answer.both_destroyed;
  if (quantity.subject == "undecided") return answer.undecided;
  if (quantity.subject == "draw") {
    return sum_of(answer.both_destroyed, answer.undecided, answer.engine);
  }
  if (quantity.subject == "rounds") return statistic_of(quantity, answer.rounds, answer.engine);
  return statistic_of(quantity, answer.survivors[quantity.side], answer.engine);
}

}  // namespace warodds::cli
