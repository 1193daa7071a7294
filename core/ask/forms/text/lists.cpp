// Lists of what there is: systems with their fields, units, quantities.
#include <fmt/format.h>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

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
    const std::string unit = field.unit.empty() ? "" : " [" + field.unit + "]";
    text += wrapped(fmt::format("{} {}{}", pad(field.name, 21), field.meaning, unit), 2, 24);
    const std::string otherwise = field.fallback.empty() ? "" : "; default " + field.fallback;
    const std::string whose = field.holds_for.empty() ? "" : "; " + field.holds_for;
    text += style.faint(wrapped(field.allowed + otherwise + whose, 24, 24));
  }
  return text;
}

}  // namespace

std::string text_of(const SystemsReport& report, const Style& style) {
  return report.one ? system_text(report.systems.front(), style)
                    : systems_text(report.systems, style);
}

std::string text_of(const UnitsReport& list, const Style& style) {
  std::string text = counted(list.units.size(), "unit");
  if (list.armies.size() == 1) text += " and an army";
  if (list.armies.size() > 1) text += " and " + std::to_string(list.armies.size()) + " armies";
  text += fmt::format(" of {}\n", list.title);
  const auto show = [&](const std::string& label, const Values& values) {
    std::string line;
    for (const auto& [key, value] : values) {
      if (key != "name") line += (line.empty() ? "" : ", ") + key + no_break + print(value);
    }
    if (!line.empty() || !label.empty()) text += wrapped(label + line, 2, 4);
  };
  for (const std::string& remark : list.remarks) text += wrapped(remark, 2, 4);
  std::string heading;
  for (const ListedUnit& unit : list.units) {
    if (unit.heading != heading) text += "\n" + style.faint(shown(unit.heading)) + "\n";
    heading = unit.heading;
    text += "\n" + style.bold(shown(unit.name)) + note_behind(unit.note) + "\n";
    show("", unit.changes.fields);
    if (const auto of = list.limits.find(unit.name); of != list.limits.end()) {
      const auto& [least, most] = of->second;
      text += wrapped(most == FigureLimits::no_most
                          ? fmt::format("at least {} may be bought", least)
                          : fmt::format("{} to {} may be bought", least, most),
                      2, 4);
    }
    for (const StatRule& rule : list.ranges) {
      if (rule.unit == unit.name) {
        text +=
            wrapped(fmt::format("{} may move within {}", shown(rule.key), shown(rule.range)), 2, 4);
      }
    }
    if (const std::string stats = list.character_of(unit.name); !stats.empty()) {
      text += wrapped(fmt::format("not to be lost: {}", shown(stats)), 2, 4);
    }
    for (const Values& group : unit.changes.groups) {
      show(unit.changes.group_word + " " + shown(print(group.front().second)) + ": ", group);
    }
  }
  for (const ArmyText& army : list.armies) {
    text += "\n" + style.bold(shown(army.name)) + note_behind(army.note) + "\n";
    std::string line = army.points ? fmt::format("army of {} points: ", *army.points) : "army: ";
    for (const SidePart& part : army.parts) {
      line += (&part == &army.parts.front() ? "" : " + ") + written(part);
    }
    text += wrapped(line, 2, 4);
  }
  text += "\nFields that are not shown have their default: warodds systems " + list.system + "\n";
  return text;
}

std::string text_of(const QuantitiesReport& report, const Style& style) {
  std::string text;
  for (const QuantitiesReport::Of& of : report.systems) {
    text += (text.empty() ? "" : "\n") + style.bold(of.title) + "  (" + of.system + ")\n";
    std::string_view kind;
    for (const ListedFact& fact : of.facts) {
      if (fact.of != kind) text += "\n" + style.bold(fmt::format("of {}", fact.of)) + "\n";
      kind = fact.of;
      text += wrapped(fmt::format("{} {} {}", pad(fact.name, 29), pad(fact.is, 9), fact.meaning), 2,
                      42);
    }
  }
  return text + "\n" +
         wrapped(
             "SIDE is attacker or defender. What is yes or no stands alone, and is its "
             "probability. Of a count, or points, ask for NAME.mean, NAME.sd, NAME.median, "
             "NAME.pN (N from 1 to 99), or compare it; conditions may be joined:",
             0, 0) +
         "  \"attacker.kills >= 2 and not defender.destroyed\", \"win and rounds <= 3\"\n";
}

}  // namespace warodds::text
