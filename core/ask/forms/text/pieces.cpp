#include "core/ask/forms/text/pieces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/text/shown.h"
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

std::string note_behind(std::string_view note, int width) {
  std::string line;
  for (const char c : trim(note)) {
    const bool is_blank = blanks.find(c) != std::string_view::npos;
    if (!is_blank || line.back() != ' ') line += is_blank ? ' ' : c;
  }
  if (line.empty()) return "";
  line = shown(line);
  return "  (" + (width > 0 ? shorten(line, width) : line) + ")";
}

std::string shorten(const std::string& text, int width) {
  if (columns(text) <= width) return text;
  const auto bracket = text.rfind(" (");
  if (bracket != std::string::npos && bracket > 0 && text.back() == ')' && width >= 12) {
    // What stands in brackets may be all that tells two names apart.
    const std::string inside = shorten(text.substr(bracket), width / 2);
    return shorten(text.substr(0, bracket), width - columns(inside)) + inside;
  }
  return text.substr(0, bytes_within(text, width - 2)) + "..";
}

namespace {

/// Decimals that a half-width justifies: down to its first digit, one more if that is a 1.
int decimals(double half_width) {
  if (!(half_width > 0)) return 4;
  const double exponent = std::floor(std::log10(half_width));
  const bool leading_one = half_width / std::pow(10, exponent) < 2;
  return std::clamp(static_cast<int>(-exponent) + (leading_one ? 1 : 0), 0, 8);
}

}  // namespace

namespace {

// What is certain adds up to 1 but for the last digits.
constexpr double roundings = 1e-13;

/// Whether percent() can say no more than that it is rare, though more is known.
bool is_rare(const Estimate& estimate) {
  return !estimate.half_width && estimate.value > 0 && estimate.value < 0.0001;
}

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
    if (there > 1 && part.value >= 1 - roundings) shown.back().text = ">99.99 %";
    if (part.value < 0.0001 || part.value > 0.9999) continue;
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
  const std::string_view beyond = value > 0 && value < 0.01      ? "<0.01 %"
                                  : value > 99.99 && value < 100 ? ">99.99 %"
                                                                 : "";
  if (estimate.half_width) {
    const double half_width = *estimate.half_width * 100;
    const int digits = decimals(half_width);
    if (!with_half_width && digits >= 2 && !beyond.empty()) return std::string(beyond);
    if (!with_half_width) return rounded(value, std::min(digits, 2)) + " %";
    return fmt::format("{} {} {:.{}f} %", rounded(value, digits), style.plus_minus(), half_width,
                       digits);
  }
  if (value == 0 || 1 - estimate.value < roundings) return fmt::format("{:.0f} %", value);
  if (!beyond.empty()) return std::string(beyond);
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
  if (!estimate.half_width) return without_sign_of_zero(fmt::format("{:.4f}", estimate.value));
  const int digits = decimals(*estimate.half_width);
  return fmt::format("{} {} {:.{}f}",
                     without_sign_of_zero(fmt::format("{:.{}f}", estimate.value, digits)),
                     style.plus_minus(), *estimate.half_width, digits);
}

std::string half_widths_line(double largest, bool probabilities, const Style& style) {
  if (!(largest > 0)) return "";
  return style.faint(probabilities ? fmt::format("half-widths: up to {:.2g} %\n", largest * 100)
                                   : fmt::format("half-widths: up to {:.2g}\n", largest));
}

std::string distribution_header(const std::string& title, const Style& style) {
  return style.bold(pad(title, 35)) + style.faint("      mean        sd   9 in 10 or more within") +
         "\n";
}

namespace {

std::string distribution_line(const std::string& name, const Estimate& mean_of, double sd,
                              const std::string& low, const std::string& high, const Style& style) {
  // Of a simulated one as many digits as of the mean, whose error is larger.
  const std::string spread = sd < 1e-9 ? "0"
                             : mean_of.half_width
                                 ? fmt::format("{:.{}f}", sd, decimals(*mean_of.half_width))
                                 : fmt::format("{:.4g}", sd);
  return fmt::format("  {} {}{}   {}\n", pad(name, 22), pad_left(mean(mean_of, style), 18),
                     pad_left(spread, 10),
                     low == high ? low : fmt::format("{} {} {}", low, style.dash(), high));
}

}  // namespace

std::string distribution_line(const std::string& name, const Distribution& distribution,
                              const Estimate& mean_of, const Style& style) {
  return distribution_line(name, mean_of, distribution.sd(),
                           std::to_string(distribution.quantile(0.05)),
                           std::to_string(distribution.quantile(0.95)), style);
}

std::string distribution_line(const std::string& name, const NumberLaw& law, const Style& style) {
  const auto value = [&](double p) { return fmt::format("{:.6g}", law.quantile(p).value); };
  return distribution_line(name, law.mean(), law.sd(), value(0.05), value(0.95), style);
}

std::string points_lines(const std::optional<PointsAnswer>& points,
                         const PerSide<std::string>& labels, const Style& style) {
  if (!points) return "";
  std::string text = "\n" + distribution_header("points", style);
  for (const Side side : both_sides) {
    text += distribution_line("lost by " + shorten(labels[side], 14), points->lost[side], style);
  }
  if (points->swing) text += distribution_line("swing", *points->swing, style);
  std::vector<std::string> rates;
  for (const Side side : both_sides) {
    if (const auto rate = points->destroyed_per_point(side)) {
      rates.push_back(fmt::format("{} {}", shorten(labels[side], 24), mean(*rate, style)));
    }
  }
  if (!rates.empty()) {
    text += wrapped(fmt::format("destroyed for each point: {}", fmt::join(rates, ", ")), 2, 4);
  }
  return text;
}

std::string heading(const Asked& asked, const Style& style) {
  return style.bold(fmt::format("{} against {}", shorten(asked.labels.attacker, 40),
                                shorten(asked.labels.defender, 40))) +
         "  (" + asked.title + ")\n";
}

std::string wrapped(std::string_view text, int first, int rest) {
  constexpr int width = 80;
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

std::string policy_lines(const BestPlayers& players, int indent) {
  std::string text;
  for (const Side side : both_sides) {
    const Side other = enemy_of(side);
    if (!players.best[side]) continue;
    std::string line = fmt::format("the {} plays best", to_string(side));
    const std::string& chooses = players.chooses[other];
    std::vector<std::string> known;
    if (players.known.in_attack[other]) known.push_back(chooses);
    if (players.known.in_reply[other]) known.push_back(players.chooses_in_reply[other]);
    if (!known.empty()) {
      line += fmt::format(", and knows the {}'s {}", to_string(other), fmt::join(known, " and "));
    } else if (!chooses.empty() && !players.best[other]) {
      line += fmt::format(", as if the {} did so too; --with {}=... makes known what it does",
                          to_string(other), chooses);
    }
    text += wrapped(line, indent, indent + 2);
  }
  return text;
}

std::string assumed_lines(const AssumedPlays& plays, const PerSide<std::string>& names,
                          std::string_view all) {
  const std::string words =
      in_words(plays, {shorten(names.attacker, 40), shorten(names.defender, 40)}, all);
  return words.empty() ? "" : wrapped("assumed: " + words, 0, 2);
}

std::string if_best(const PerSide<bool>& who, const PerSide<std::string>& names) {
  if (who.attacker && who.defender) return "if both play their best";
  const Side side = who.attacker ? Side::attacker : Side::defender;
  return fmt::format("if {} plays its best", shorten(names[side], 40));
}

std::string given_lines(const std::vector<std::string>& given) {
  if (given.empty()) return "";
  std::vector<std::string> settings;
  for (const std::string& setting : given) settings.push_back(shown(setting));
  return wrapped(fmt::format("with {}", fmt::join(settings, ", ")), 0, 5);
}

std::string condition_lines(const std::optional<Condition>& condition, const Style& style) {
  if (!condition) return "";
  const std::string met =
      condition->p.half_width ? fmt::format(", met by {} of the trials", condition->trials) : "";
  return wrapped(
      fmt::format("given {} ({}{}): all that follows is of these outcomes",
                  shown(condition->event.text()), percent_or_one_in(condition->p, style), met),
      0, 2);
}

std::string count_text(double number) {
  return number == std::round(number) ? fmt::format("{:.0f}", number)
                                      : fmt::format("{:.4f}", number);
}

std::string signed_text(double difference) {
  return fmt::format("{:+.4f}", std::abs(difference) < 5e-5 ? 0.0 : difference);
}

std::string table_of(const std::vector<std::string>& names,
                     const std::vector<std::vector<std::string>>& rows, const Style& style) {
  std::vector<int> widths;
  for (std::size_t c = 0; c < names.size(); ++c) {
    widths.push_back(columns(names[c]));
    for (const auto& row : rows) widths.back() = std::max(widths.back(), columns(row[c]));
  }
  const auto line_of = [&](const std::vector<std::string>& cells) {
    std::string line = pad(cells[0], widths[0]);
    for (std::size_t c = 1; c < cells.size(); ++c) line += "  " + pad_left(cells[c], widths[c]);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
  };
  std::string text = style.bold(line_of(names)) + "\n";
  for (const auto& row : rows) text += line_of(row) + "\n";
  return text;
}

namespace {

std::vector<std::string> luck_row(const std::string& name, const Luck& luck, const Style& style) {
  return {"  " + name,
          count_text(luck.happened),
          mean({luck.expected.value}, style),
          signed_text(luck.difference()),
          percent(luck.at_most, style, false),
          percent(luck.at_least, style, false),
          percent(luck.percentile, style, false)};
}

}  // namespace

std::string tails_of(const std::string& name, const Luck& luck, int indent) {
  std::string text;
  const auto add = [&](const char* what, const Estimate& p) {
    if (!is_rare(p)) return;
    text +=
        wrapped(fmt::format("{} {}: about {}", name, what, one_in(p.value)), indent, indent + 2);
  };
  add("so low", luck.at_most);
  add("so high", luck.at_least);
  return text;
}

std::string until_line(const std::optional<Event>& until) {
  if (!until) return "";
  return wrapped(fmt::format("until, after a round, {}", shown(until->text())), 0, 5);
}

std::string luck_lines(const std::optional<LuckOfOutcome>& luck, const Style& style) {
  if (!luck) return "";
  std::vector<std::vector<std::string>> rows;
  std::string below;
  double of_odds = 0, of_means = 0;
  const auto add = [&](const std::string& name, const Luck& one) {
    rows.push_back(luck_row(name, one, style));
    below += tails_of(name, one, 2);
    of_means = std::max(of_means, one.expected.half_width.value_or(0));
    for (const Estimate& p : {one.at_most, one.at_least, one.percentile}) {
      of_odds = std::max(of_odds, p.half_width.value_or(0));
    }
  };
  for (const Luck& one : luck->facts) add(shorten(one.fact, 22), one);
  if (luck->sum && luck->facts.size() > 1) add(name_of_sum, *luck->sum);
  if (luck->sum) {
    const double share = luck->sum->percentile.value;
    below += wrapped(
        fmt::format("the attacker was luckier than in {} of such games, a tie counting one half{}",
                    percent({share}, style),
                    luck->facts.size() > 1 ? "; its luck is " + shown(luck->words_of_sum()) : ""),
        0, 2);
  }
  return table_of({"what happened", "happened", "expected", "difference", "so low", "so high",
                   "percentile"},
                  rows, style) +
         below + half_widths_line(of_odds, true, style) + half_widths_line(of_means, false, style) +
         "\n";
}

std::string joint_table(const std::optional<JointOfFacts>& joint, const Style& style) {
  if (!joint) return "";
  // What does not fit stands together in the last row and column.
  constexpr std::ptrdiff_t most_rows = 24, most_columns = 8;
  const Array2d<double>& pmf = joint->law.pmf();
  const std::ptrdiff_t rows = std::min(pmf.rows(), most_rows);
  const std::ptrdiff_t columns = std::min(pmf.cols(), most_columns);
  Array2d<double> cells(rows, columns);
  for (std::ptrdiff_t row = 0; row < pmf.rows(); ++row) {
    for (std::ptrdiff_t column = 0; column < pmf.cols(); ++column) {
      cells(std::min(row, rows - 1), std::min(column, columns - 1)) += pmf(row, column);
    }
  }
  const auto label = [](const std::vector<double>& values, std::ptrdiff_t k, std::ptrdiff_t shown,
                        std::ptrdiff_t all) {
    const double value =
        values.empty() ? static_cast<double>(k) : values[static_cast<std::size_t>(k)];
    return fmt::format("{:.6g}{}", value, k + 1 == shown && shown < all ? "+" : "");
  };
  const int first = joint->row_values.empty() ? 6 : 9;
  std::string text = wrapped(
      fmt::format("{} down, {} across, in percent", shown(joint->rows), shown(joint->columns)), 0,
      2);
  text = style.bold(text.substr(0, text.size() - 1)) + "\n" + pad_left("", first);
  for (std::ptrdiff_t column = 0; column < columns; ++column) {
    text += pad_left(label(joint->column_values, column, columns, pmf.cols()), 9);
  }
  text += "\n";
  for (std::ptrdiff_t row = 0; row < rows; ++row) {
    text += pad_left(label(joint->row_values, row, rows, pmf.rows()), first);
    for (std::ptrdiff_t column = 0; column < columns; ++column) {
      const std::string shown = percent(Estimate{cells(row, column)}, style);
      text += pad_left(shown.substr(0, shown.find(' ')), 9);
    }
    text += "\n";
  }
  return text;
}

std::string origin_lines(std::string_view what, const Origin& origin) {
  if (origin.exact) return wrapped(fmt::format("{}exact ({})", what, origin.reason), 0, 2);
  return wrapped(fmt::format("{}simulated ({}): {}, seed {}, half-widths at {:.12g} % confidence{}",
                             what, origin.reason, counted(origin.trials, "trial"), origin.seed,
                             origin.confidence * 100,
                             origin.partial ? "; PARTIAL: " + origin.why_partial : ""),
                 0, 2);
}

namespace {

/// A name in lines: "attacker.damage.mean" as "attacker" and "damage.mean".
std::vector<std::string> stacked(const std::string& name) {
  if (name.find('\n') != std::string::npos) return split(name, '\n');
  std::vector<std::string> parts;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (const std::string& part : split(name, '.')) {
    // The point of a number divides nothing.
    const bool of_number = !parts.empty() && !parts.back().empty() && !part.empty() &&
                           is_digit(parts.back().back()) && is_digit(part.front());
    of_number ? void(parts.back() += "." + part) : parts.push_back(part);
  }
  while (parts.size() > 2 && columns(parts[parts.size() - 2] + parts.back()) < 14) {
    parts[parts.size() - 2] += "." + parts.back();
    parts.pop_back();
  }
  return parts;
}

}  // namespace

std::string stacked_table(const std::vector<std::string>& names,
                          const std::vector<std::vector<std::string>>& rows, const Style& style) {
  std::vector<std::vector<std::string>> heads;
  std::vector<int> widths;
  std::size_t height = 0;
  for (std::size_t c = 0; c < names.size(); ++c) {
    heads.push_back(stacked(names[c]));
    height = std::max(height, heads.back().size());
    int width = 8;
    for (const std::string& part : heads.back()) width = std::max(width, columns(part));
    for (const auto& one : rows) width = std::max(width, columns(one[c]));
    widths.push_back(width);
  }
  std::string text;
  const auto add = [&](const auto& cell, bool bold) {
    std::string line;
    for (std::size_t c = 0; c < names.size(); ++c) {
      line += pad_left(cell(c), widths[c]) + (c + 1 < names.size() ? "  " : "");
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += (bold ? style.bold(line) : line) + "\n";
  };
  for (std::size_t level = 0; level < height; ++level) {
    add(
        [&](std::size_t c) {
          const std::size_t above = height - heads[c].size();
          return level < above ? std::string() : heads[c][level - above];
        },
        true);
  }
  for (const auto& one : rows) {
    add([&](std::size_t c) { return one[c]; }, false);
  }
  return text;
}

}  // namespace warodds::text

namespace warodds {

namespace {

/// What a reader should know of the whole table.
std::string warning_of(const Report& report) {
  return std::visit(
      [](const auto& of) -> std::string {
        using Of = std::remove_cvref_t<decltype(of)>;
        if constexpr (std::is_base_of_v<Table, Of>) return of.warning;
        if constexpr (std::is_same_v<Of, PricesReport>) return of.prices.warning;
        if constexpr (std::is_same_v<Of, BalanceReport>) return of.balance.warning;
        if constexpr (std::is_same_v<Of, RosterPage>) return of.ranking.warning;
        return "";
      },
      report);
}

}  // namespace

std::string to_text(const Report& report, const Style& style) {
  if (is_json_alone(report)) return to_json(report, true);
  std::string text = std::visit(
      [&](const auto& of) -> std::string {
        if constexpr (requires { text::text_of(of, style); }) return text::text_of(of, style);
        return "";
      },
      report);
  const std::string warning = warning_of(report);
  if (!warning.empty()) text += "\n" + text::wrapped("WARNING: " + warning, 0, 2);
  return style.on_screen(text);
}

}  // namespace warodds
