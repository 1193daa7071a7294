// Text for people: one screen for a fight.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/report.h"

namespace warodds::cli {
namespace {

/// Columns that UTF-8 text takes, one for each code point.
int columns(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

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
  std::string result;
  int used = 0;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (begins && ++used > width - 2) break;
    result += c;
  }
  return result + "..";
}

/// Decimals that a half-width justifies: down to its first digit, one more if that is a 1.
int decimals(double half_width) {
  if (!(half_width > 0)) return 4;
  const double exponent = std::floor(std::log10(half_width));
  const bool leading_one = half_width / std::pow(10, exponent) < 2;
  return std::clamp(static_cast<int>(-exponent) + (leading_one ? 1 : 0), 0, 8);
}

/// A probability in percent: "12.35 %"; simulated, "12.3 ± 0.4 %".
std::string percent(const Number& number, const Style& style, bool with_half_width = true) {
  const double value = number.value * 100;
  if (number.half_width) {
    const double half_width = *number.half_width * 100;
    const int digits = decimals(half_width);
    if (!with_half_width) return fmt::format("{:.{}f} %", value, std::min(digits, 2));
    return fmt::format("{:.{}f} {} {:.{}f} %", value, digits, style.plus_minus(), half_width,
                       digits);
  }
  if (value == 0 || value == 100) return fmt::format("{:.0f} %", value);
  if (value < 0.005) return fmt::format("{:.1e} %", value);
  if (value < 100 && value >= 99.995) return ">99.99 %";
  return fmt::format("{:.2f} %", value);
}

std::string mean(const Number& number, const Style& style) {
  if (!number.half_width) return fmt::format("{:.4f}", number.value);
  const int digits = decimals(*number.half_width);
  return fmt::format("{:.{}f} {} {:.{}f}", number.value, digits, style.plus_minus(),
                     *number.half_width, digits);
}

/// The least k with P(X <= k) >= p.
std::size_t quantile(const Series& series, double p) {
  double sum = 0;
  for (std::size_t k = 0; k < series.pmf.size(); ++k) {
    sum += series.pmf[k].value;
    if (sum >= p) return k;
  }
  return series.pmf.size() - 1;
}

std::string series_line(const Series& series, const Style& style) {
  const std::size_t low = quantile(series, 0.05);
  const std::size_t high = quantile(series, 0.95);
  return fmt::format(
      "  {} {}{}   {}\n", pad(series.name, 22), pad_left(mean(series.mean, style), 18),
      pad_left(fmt::format("{:.4g}", series.sd), 10),
      low == high ? fmt::format("{}", low) : fmt::format("{} {} {}", low, style.dash(), high));
}

std::string side_block(const std::string& name, const std::string& other, const SideAnswer& deals,
                       const Style& style) {
  if (!deals.deals_any) return fmt::format("{} deals nothing.\n", style.bold(shorten(name, 60)));
  std::string text = style.bold(pad("dealt by " + shorten(name, 24), 35)) +
                     style.faint("      mean        sd   9 in 10 between") + "\n";
  for (const Series* series : deals.series()) text += series_line(*series, style);
  const auto chance = [&](const std::string& what, const Number& number) {
    text += fmt::format("  {} {}\n", pad(what, 28), pad_left(percent(number, style), 17));
  };
  chance("destroys " + shorten(other, 19), deals.destroyed);
  if (deals.knockback) chance("may knock back", *deals.knockback);
  if (deals.damage_per_order_point) {
    text += fmt::format("  {} {}\n", pad("damage per order point", 28),
                        pad_left(mean(*deals.damage_per_order_point, style), 17));
  }
  return text;
}

/// The rows of a chart: ranges of damage that hold all but about 1 in 1000, at most 16 of them.
std::vector<std::string> chart(const std::string& title, const Series& series, int width,
                               const Style& style) {
  const std::size_t first = quantile(series, 0.0005);
  const std::size_t last = quantile(series, 0.9995);
  std::size_t step = 1;
  for (const std::size_t next : std::initializer_list<std::size_t>{
           2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000}) {
    if ((last - first) / step < 16) break;
    step = next;
  }
  const std::size_t begin = first / step * step;
  struct Row {
    std::string label;
    Number probability;
    Number at_least;
  };
  std::vector<Row> rows;
  double largest = 0;
  for (std::size_t k = begin; k <= last; k += step) {
    Row row{step == 1 ? fmt::format("{}", k) : fmt::format("{}{}{}", k, style.dash(), k + step - 1),
            {},
            series.at_least[k]};
    if (step == 1) row.probability = series.pmf[k];
    if (step > 1) {
      for (std::size_t i = k; i < std::min(k + step, series.pmf.size()); ++i) {
        row.probability.value += series.pmf[i].value;
      }
      row.probability.half_width = series.at_least[k].half_width;
    }
    largest = std::max(largest, row.probability.value);
    rows.push_back(row);
  }
  const int label_width = step == 1 ? 4 : 11;
  const int bar_width = width - label_width - 20;
  std::vector<std::string> lines{style.bold(pad(shorten(title, width - 9), width - 8)) +
                                 style.faint("at least")};
  for (const Row& row : rows) {
    lines.push_back(pad_left(row.label, label_width) + " " +
                    pad_left(percent(row.probability, style, false), 9) + " " +
                    style.bar(row.probability.value / largest, bar_width) +
                    pad_left(percent(row.at_least, style, false), 9));
  }
  return lines;
}

std::string charts(const Question& question, const Answer& answer, const Style& style) {
  const auto title = [&](Side side) { return "damage by " + question.units[side]; };
  const bool both = answer.deals.attacker.deals_any && answer.deals.defender.deals_any;
  std::string text;
  if (!both) {
    for (const Side side : both_sides) {
      if (!answer.deals[side].deals_any) continue;
      for (const std::string& line : chart(title(side), answer.deals[side].damage, 76, style)) {
        text += line + "\n";
      }
    }
    return text;
  }
  constexpr int half = 38;
  const auto left = chart(title(Side::attacker), answer.deals.attacker.damage, half, style);
  const auto right = chart(title(Side::defender), answer.deals.defender.damage, half, style);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    std::string line = i < left.size() ? left[i] : std::string(half, ' ');
    if (i < right.size()) line += "   " + right[i];
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string heading(const Question& question, const Style& style) {
  return style.bold(fmt::format("{} against {}", shorten(question.units.attacker, 40),
                                shorten(question.units.defender, 40))) +
         "  (" + question.title + ")\n";
}

std::string print(const Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

}  // namespace

std::string engine_line(const EngineReport& engine) {
  if (engine.exact) return fmt::format("exact ({})", engine.reason);
  return fmt::format("simulated ({}): {} trials, seed {}, half-widths at {:g} % confidence{}",
                     engine.reason, engine.trials, engine.seed, engine.confidence * 100,
                     engine.partial ? "; PARTIAL: " + engine.why_partial : "");
}

std::string fight_text(const Question& question, const Answer& answer, const Style& style) {
  std::string text = heading(question, style);
  text += engine_line(answer.engine) + "\n";
  if (!question.given.empty()) text += fmt::format("with {}\n", fmt::join(question.given, ", "));
  text += "\n";
  for (const std::string& line : question.summary) text += "  " + line + "\n";
  for (const std::string& remark : answer.remarks) text += "  " + remark + "\n";
  for (const Side side : both_sides) {
    text += "\n" + side_block(question.units[side], question.units[enemy_of(side)],
                              answer.deals[side], style);
  }
  const std::string drawn = charts(question, answer, style);
  if (!drawn.empty()) text += "\n" + drawn;
  return text;
}

std::string explain_text(const Question& question, const Style& style) {
  std::string text = heading(question, style) + "\n";
  int width = 0;
  for (const ExplanationStep& step : question.why) width = std::max(width, columns(step.what));
  for (const ExplanationStep& step : question.why) {
    text +=
        fmt::format("{}  {}  {}\n", pad("[" + step.rule + "]", 5), pad(step.what, width), step.how);
  }
  return text;
}

std::string check_text(const Question& question, const Check& check, const Style& style) {
  std::string text = heading(question, style);
  text += engine_line(check.simulation) + "\n\n";
  text += style.bold("side      quantity       chi-square  degrees    p-value") + "\n";
  for (const Comparison& one : check.comparisons) {
    text += fmt::format("{:<9} {:<13} {:>11.3f} {:>8} {:>10.4g}{}\n", one.side, one.quantity,
                        one.statistic, one.degrees, one.p_value,
                        one.impossible >= 0
                            ? fmt::format("  saw {}, which is impossible", one.impossible)
                            : (one.agrees ? "" : "  DISAGREES"));
  }
  text += fmt::format(
      "\n{}: each p-value is compared with {:.3g}, so that a false alarm has a chance of at most "
      "{:g}\n",
      check.agrees ? "the engines agree" : "THE ENGINES DISAGREE", check.each_level, check.level);
  return text;
}

std::string systems_text(const std::vector<SystemRow>& systems, const Style& style) {
  std::string text;
  for (const SystemRow& system : systems) {
    text += fmt::format("{}  {}\n", style.bold(pad(system.name, 20)), system.title);
  }
  return text + "\nwarodds systems NAME lists every stat, ability and situation key of one.\n";
}

std::string system_text(const SystemRow& system, const Style& style) {
  std::string text = style.bold(system.title) + "  (" + system.name + ")\n";
  std::string kind;
  for (const FieldRow& field : system.fields) {
    if (field.kind != kind) {
      kind = field.kind;
      const std::string how = kind == "situation" ? "  (--with key=value)"
                              : kind == "unit"
                                  ? "  (a [[unit]] of a roster, key=value, --set SIDE.key=value)"
                                  : "  (a [[unit." + kind + "]], NAME.key=value)";
      text += "\n" + style.bold(kind) + style.faint(how) + "\n";
    }
    text += fmt::format("  {} {} {}\n", pad(field.name, 21), field.meaning,
                        field.unit.empty() ? "" : "[" + field.unit + "]");
    std::string range = "  " + std::string(22, ' ') + field.allowed;
    if (!field.fallback.empty()) range += "; default " + field.fallback;
    text += style.faint(range) + "\n";
  }
  return text;
}

std::string units_text(const UnitList& list, const Style& style) {
  std::string text = fmt::format("{} units of {}\n", list.units.size(), list.title);
  const auto show = [&](const std::string& label, const Values& values) {
    std::string line;
    for (const auto& [key, value] : values) {
      if (key != "name") line += (line.empty() ? "" : ", ") + key + " " + print(value);
    }
    if (!line.empty() || !label.empty()) text += "  " + label + line + "\n";
  };
  for (const ListedUnit& unit : list.units) {
    text +=
        "\n" + style.bold(unit.name) + (unit.note.empty() ? "" : "  (" + unit.note + ")") + "\n";
    show("", unit.set.fields);
    for (const Values& group : unit.set.groups) {
      show(unit.profile.group_word + " " + print(group.front().second) + ": ", group);
    }
  }
  text += "\nFields that are not shown have their default: warodds systems " + list.system + "\n";
  return text;
}

}  // namespace warodds::cli
