#include "core/ask/forms/text/pieces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <numeric>

#include "core/text/text.h"
#include "core/text/width.h"

namespace warodds::text {

std::string pad(std::string_view text, int width) {
  return std::string(text) +
         std::string(static_cast<std::size_t>(std::max(width - columns(text), 0)), ' ');
}

std::string pad_left(std::string_view text, int width) {
  return std::string(static_cast<std::size_t>(std::max(width - columns(text), 0)), ' ') +
         std::string(text);
}

std::string shorten(const std::string& text, int width) {
  if (columns(text) <= width) return text;
  const auto bracket = text.rfind(" (");
  if (bracket != std::string::npos && bracket > 0 && text.back() == ')' && width >= 12) {
    // What stands in brackets may be all that tells two names apart.
    const std::string inside = shorten(text.substr(bracket), width / 2);
    return shorten(text.substr(0, bracket), width - columns(inside)) + inside;
  }
  // Of "attacker[Orc Ravagers].hp" the name can do without its end.
  const auto opens = text.find('['), closes = text.rfind(']');
  if (closes != std::string::npos && opens < closes) {
    const std::string name = text.substr(opens + 1, closes - opens - 1);
    const int for_name = width - columns(text) + columns(name);
    if (for_name >= 4) {
      return text.substr(0, opens + 1) + shorten(name, for_name) + text.substr(closes);
    }
  }
  return text.substr(0, bytes_within(text, width - 2)) + "..";
}

std::string in_label(std::string name) {
  boost::replace_all(name, "{", "{{");
  boost::replace_all(name, "}", "}}");
  return name;
}

namespace {

/// Decimals that a half-width justifies: down to its first digit, one more if that is a 1.
int decimals(double half_width) {
  if (!(half_width > 0)) return 4;
  const double exponent = std::floor(std::log10(half_width));
  const bool leading_one = half_width / std::pow(10, exponent) < 2;
  return std::clamp(static_cast<int>(-exponent) + (leading_one ? 1 : 0), 0, 8);
}

// What is certain adds up to 1 but for the last digits.
constexpr double roundings = 1e-13;

/// A number of so many digits that is not 0 or 100 unless it is exactly that.
std::string rounded(double value, int digits) {
  const double unit = std::pow(10, -digits);
  if (value > 0 && value < unit / 2) return fmt::format("<{:.{}f}", unit, digits);
  if (value < 100 && value > 100 - unit / 2) return fmt::format(">{:.{}f}", 100 - unit, digits);
  return fmt::format("{:.{}f}", value, digits);
}

/// "-0.0000" is 0.
std::string without_sign_of_zero(std::string number) {
  const bool is_zero = number.find_first_not_of("-0.") == std::string::npos;
  if (is_zero && number.front() == '-') number.erase(0, 1);
  return number;
}

/// Parts that are equal: their places, and the sum of what is cut off when they are rounded down.
struct Equals {
  std::vector<std::size_t> places;
  double cut_off = 0;
};

/// Of groups those that have just so many members, with as much cut off as can be. Empty: none
/// have.
std::vector<Equals> most_cut_off(const std::vector<Equals>& groups, std::size_t members) {
  constexpr double none = -1;
  std::vector<double> most(members + 1, none);  // by members
  most[0] = 0;
  std::vector<std::vector<bool>> taken;
  for (const Equals& group : groups) {
    const std::size_t size = group.places.size();
    taken.emplace_back(members + 1);
    for (std::size_t so_many = members; so_many >= size; --so_many) {
      const double before = most[so_many - size];
      if (before == none || before + group.cut_off <= most[so_many]) continue;
      most[so_many] = before + group.cut_off;
      taken.back()[so_many] = true;
    }
  }
  std::vector<Equals> chosen;
  if (most[members] == none) return chosen;
  for (std::size_t i = groups.size(); i-- > 0;) {
    if (!taken[i][members]) continue;
    chosen.push_back(groups[i]);
    members -= groups[i].places.size();
  }
  return chosen;
}

/// Hundredths of a percent of each part, `whole` of them in all: the largest remainders are rounded
/// up, equal parts alike if it can be.
std::vector<long> hundredths(const std::vector<double>& parts, long whole) {
  std::vector<long> result;
  for (const double part : parts) result.push_back(static_cast<long>(std::floor(part * 10000)));
  const long left = whole - std::accumulate(result.begin(), result.end(), 0L);
  if (left <= 0) return result;
  const auto cut_off = [&](std::size_t i) {
    return parts[i] * 10000 - static_cast<double>(result[i]);
  };
  std::vector<std::size_t> places(parts.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return cut_off(a) > cut_off(b); });
  std::vector<Equals> groups;
  for (const std::size_t i : places) {
    const bool alike =
        !groups.empty() && std::abs(parts[groups.back().places[0]] - parts[i]) < roundings;
    if (!alike) groups.emplace_back();
    groups.back().places.push_back(i);
    groups.back().cut_off += cut_off(i);
  }
  const auto members = std::min(static_cast<std::size_t>(left), places.size());
  std::vector<Equals> raised = most_cut_off(groups, members);
  if (raised.empty()) {
    places.resize(members);
    raised.push_back({places});
  }
  for (const Equals& group : raised) {
    for (const std::size_t i : group.places) ++result[i];
  }
  return result;
}

}  // namespace

bool is_rare(const Estimate& estimate) {
  return !estimate.half_width && estimate.value > 0 && estimate.value < 0.0001;
}

std::vector<PartInPercent> percents(const std::vector<Estimate>& parts, const Style& style,
                                    bool with_half_width, std::optional<long> whole) {
  const bool simulated = std::any_of(
      parts.begin(), parts.end(), [](const Estimate& part) { return part.half_width.has_value(); });
  const auto there = std::count_if(parts.begin(), parts.end(),
                                   [](const Estimate& part) { return part.value > 0; });
  std::vector<PartInPercent> shown;
  std::vector<double> numbers;  // those that are not "<0.01 %" and the like
  std::vector<std::size_t> places;
  for (const Estimate& part : parts) {
    shown.push_back({percent(part, style, with_half_width)});
    if (simulated) continue;
    if (there > 1 && part.value >= 1 - roundings) {
      shown.back().text = style.brief ? ">99.9 %" : ">99.99 %";
    }
    if (style.brief || part.value < 0.0001 || part.value > 0.9999) continue;
    numbers.push_back(part.value);
    places.push_back(shown.size() - 1);
  }
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  const bool all = whole && static_cast<std::ptrdiff_t>(numbers.size()) == there;
  const std::vector<long> rounded_to = hundredths(numbers, all ? *whole : std::lround(sum * 10000));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    shown[places[i]] = {fmt::format("{:.2f} %", static_cast<double>(rounded_to[i]) / 100),
                        rounded_to[i]};
  }
  return shown;
}

std::string percent(const Estimate& estimate, const Style& style, bool with_half_width) {
  const double value = estimate.value * 100;
  const bool brief = style.brief && !estimate.half_width;
  const double least = brief ? 0.1 : 0.01;
  const std::string beyond = value > 0 && value < least ? fmt::format("<{:g} %", least)
                             : value > 100 - least && value < 100
                                 ? fmt::format(">{:g} %", 100 - least)
                                 : "";
  if (estimate.half_width) {
    const double half_width = *estimate.half_width * 100;
    const int digits = decimals(half_width);
    if (!with_half_width && digits >= 2 && !beyond.empty()) return beyond;
    if (!with_half_width) return rounded(value, std::min(digits, 2)) + " %";
    return fmt::format("{} {} {:.{}f} %", rounded(value, digits), style.plus_minus(), half_width,
                       digits);
  }
  if (value == 0 || 1 - estimate.value < roundings) return fmt::format("{:.0f} %", value);
  if (!beyond.empty()) return beyond;
  if (brief) return fmt::format("{:.{}f} %", value, value < 1 || value > 99 ? 1 : 0);
  return fmt::format("{:.2f} %", value);
}

std::string one_in(double p) {
  constexpr double most = 1e300, whole = 1e6, named = 1e15;
  struct Name {
    double size;
    const char* name;
  };
  constexpr Name names[] = {{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}};
  const double n = std::min(1 / p, most);
  const double digits = std::pow(10, std::max(std::floor(std::log10(n)) - 1, 0.0));
  const double rounded_to = std::round(n / digits) * digits;
  if (rounded_to < whole) {
    std::string text = fmt::format("{:.0f}", rounded_to);
    if (text.size() > 3) text.insert(text.size() - 3, ",");
    return "1 in " + text;
  }
  if (rounded_to >= named) {
    std::string text = fmt::format("{:.1e}", n);
    text.erase(text.find('+'), 1);
    return "1 in " + text;
  }
  for (const auto& [size, name] : names) {
    if (rounded_to >= size) return fmt::format("1 in {:g} {}", rounded_to / size, name);
  }
  return "";
}

std::string percent_or_one_in(const Estimate& estimate, const Style& style) {
  return is_rare(estimate) ? one_in(estimate.value) : percent(estimate, style);
}

std::string odds_in_percent(double odds) {
  const bool whole = odds == 0 || 1 - odds < roundings;
  return whole ? fmt::format("{:.2f} %", odds * 100) : percent({odds}, {});
}

std::string mean(const Estimate& estimate, const Style& style) {
  if (!estimate.half_width) {
    const int digits = !style.brief ? 4 : std::abs(estimate.value) < 0.1 ? 2 : 1;
    return without_sign_of_zero(fmt::format("{:.{}f}", estimate.value, digits));
  }
  const int digits = decimals(*estimate.half_width);
  return fmt::format("{} {} {:.{}f}",
                     without_sign_of_zero(fmt::format("{:.{}f}", estimate.value, digits)),
                     style.plus_minus(), *estimate.half_width, digits);
}

std::string spread(const Estimate& mean, double sd) {
  if (sd < 1e-9) return "0";
  return mean.half_width ? fmt::format("{:.{}f}", sd, decimals(*mean.half_width))
                         : fmt::format("{:.4g}", sd);
}

std::string wrapped(std::string_view text, int first, int rest, int width) {
  std::string result;
  std::string line(static_cast<std::size_t>(first), ' ');
  bool empty = true;
  while (!text.empty() && text.front() == ' ') {
    line += ' ';
    text.remove_prefix(1);
  }
  for (const std::string& word : split(text, ' ')) {
    if (!empty && columns(line) + 1 + columns(word) > width) {
      result += line + "\n";
      line = std::string(static_cast<std::size_t>(rest), ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  result += line + "\n";
  std::replace(result.begin(), result.end(), no_break, ' ');
  return result;
}

std::vector<std::string> chart(const Charted& charted, int width, const Style& style) {
  const Distribution& of = charted.distribution;
  const double cut_off = style.brief ? 0.005 : 0.0005;
  const std::size_t most_rows = style.brief ? 7 : 16;
  const auto first = static_cast<std::size_t>(of.quantile(cut_off));
  const auto last = static_cast<std::size_t>(of.quantile(1 - cut_off));
  const std::vector<Estimate> of_each = of.estimates();
  const std::vector<Estimate> at_least = of.estimates_at_least();
  std::size_t step = 1;
  for (const std::size_t next : std::initializer_list<std::size_t>{
           2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000}) {
    if ((last - first) / step < most_rows) break;
    step = next;
  }
  const std::size_t begin = first / step * step;
  struct Row {
    std::string label;
    Estimate probability;
    Estimate at_least;
  };
  std::vector<Row> rows;
  double largest = 0;
  for (std::size_t k = begin; k <= last; k += step) {
    Row row{step == 1 ? fmt::format("{}", k) : fmt::format("{}{}{}", k, style.dash(), k + step - 1),
            {},
            at_least[k]};
    if (step == 1) row.probability = of_each[k];
    if (step == 1 && charted.all == static_cast<int>(k)) row.label = "all";
    if (step > 1) {
      for (std::size_t i = k; i < std::min(k + step, of_each.size()); ++i) {
        row.probability.value += of_each[i].value;
      }
      row.probability.half_width = at_least[k].half_width;
    }
    largest = std::max(largest, row.probability.value);
    rows.push_back(row);
  }
  const int label_width = step == 1 ? 4 : 11;
  const int bar_width = width - label_width - 20;
  std::vector<std::string> lines{style.bold(pad(shorten(charted.title, width - 9), width - 8)) +
                                 style.faint("at least")};
  // What is not shown is a part, too.
  std::vector<Estimate> parts;
  double rest = 1;
  for (const Row& row : rows) {
    parts.push_back(row.probability);
    rest -= row.probability.value;
  }
  parts.push_back({rest > 1e-12 ? rest : 0, rows.front().probability.half_width});
  const std::vector<PartInPercent> shown = percents(parts, style, false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    lines.push_back(pad_left(row.label, label_width) + " " + pad_left(shown[i].text, 9) + " " +
                    style.bar(row.probability.value / largest, bar_width) +
                    pad_left(percent(row.at_least, style, false), 9));
  }
  return lines;
}

}  // namespace warodds::text
