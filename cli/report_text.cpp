// Text for people: one screen for a fight.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/report.h"
#include "cli/text.h"

namespace warodds::cli {
namespace {

std::string side_block(const std::string& name, const std::string& other, const SideAnswer& deals,
                       const Style& style) {
  if (!deals.deals_any) return fmt::format("{} deals nothing.\n", style.bold(shorten(name, 60)));
  std::string text = series_header("dealt by " + shorten(name, 24), style);
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

}  // namespace

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
