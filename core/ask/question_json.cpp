// A question as JSON that needs no file: what a link to the page holds, and the page itself.
#include <fmt/format.h>

#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/facts.h"
#include "core/ask/json_text.h"
#include "core/ask/json_writer.h"
#include "core/ask/matchup_question.h"
#include "core/ask/option.h"
#include "core/fields/profile.h"
#include "core/text/error.h"

namespace warodds {
namespace {

constexpr const char* what_links_need =
    "a link needs two units, a unit and --against FILE, or a roster";

/// A unit written out: its name, what differs from the defaults, its groups as a list. `limits`: of
/// how many may be bought.
void write_unit(JsonWriter& json, const AnyUnit& unit, const LimitsOfUnits& limits = {}) {
  json.object([&] {
    json.member("name", name_of(unit));
    state_limits(json, limits, name_of(unit));
    visit_unit(unit, [&](auto system, const auto& of) {
      state_profile(json, changes_of<decltype(system)>(of));
    });
  });
}

void add_roster(JsonWriter& json, const char* key, const Roster& roster, std::string_view system) {
  json.array(key, all_units(roster, system),
             [&](const AnyUnit& unit) { write_unit(json, unit, roster.limits); });
}

void add_armies(JsonWriter& json, const std::vector<ArmyText>& armies) {
  if (armies.empty()) return;
  json.array("armies", armies, [&](const ArmyText& army) {
    json.object([&] {
      json.member("name", army.name);
      if (army.points) json.member("points", *army.points);
      json.array("units", army.parts, [&](const SidePart& part) { json.value(written(part)); });
    });
  });
}

void add_sequence(JsonWriter& json, const std::vector<SideRequest>& units,
                  const std::vector<StepRequest>& by, const std::string& system,
                  const Roster* roster) {
  if (units.size() != 1) throw InputError("a sequence has one target");
  json.member("target", [&] {
    write_unit(json,
               find_sole_unit(system, units.front(), roster, {"target", "Target"}, "sequence"));
  });
  int number = 0;
  json.array("by", by, [&](const StepRequest& step) {
    ++number;
    json.object([&] {
      if (!step.damage.empty()) return json.member("damage", step.damage);
      const UnitRole role{fmt::format("step {}", number), fmt::format("Attacker {}", number)};
      json.member("unit", [&] { write_unit(json, find_unit(system, step.unit, roster, role)); });
      state_settings(json, "situation", step.situation);
    });
  });
}

/// The units of a side, those alike that stand together once.
void write_side(JsonWriter& json, const std::vector<SideUnit>& units, Side side) {
  const auto write = [](JsonWriter& to, const SideUnit& one, int count) {
    to.object([&] {
      to.member("unit", [&] { write_unit(to, one.unit); });
      if (count > 1) to.member("count", count);
      state_settings(to, "situation", one.with);
    });
  };
  const auto text_of = [&](const SideUnit& one) {
    JsonWriter text(JsonWriter::Layout::one_line);
    write(text, one, 1);
    return text.text();
  };
  std::vector<std::pair<const SideUnit*, int>> parts;
  for (const SideUnit& one : units) {
    if (!parts.empty() && text_of(*parts.back().first) == text_of(one)) {
      ++parts.back().second;
    } else {
      parts.emplace_back(&one, 1);
    }
  }
  json.array(to_string(side), parts,
             [&](const auto& part) { write(json, *part.first, part.second); });
}

/// Two sides, as --set leaves them.
void add_pair(JsonWriter& json, const questions::OfUnits& question,
              const std::vector<SideRequest>& units) {
  const Matchup matchup = sides_of(question, units, {}, {UsedIn::best_play, "a link"});
  for (const Side side : both_sides) {
    if (matchup.is_of_several()) {
      write_side(json, matchup.units(side), side);
    } else {
      json.member(to_string(side), [&] { write_unit(json, matchup.unit(side)); });
    }
  }
}

void add_units(JsonWriter& json, const Question& question, const questions::OfUnits& of,
               const std::string& system, const Roster* roster) {
  const auto* named = part_of<questions::Named>(question);
  const auto units = named != nullptr ? named->units : std::vector<SideRequest>();
  const auto* steps = part_of<questions::InSteps>(question);
  if (steps != nullptr && !steps->by.empty()) {
    return add_sequence(json, units, steps->by, system, roster);
  }
  const std::vector<Setting> stats = conditions_of(of).stats;
  if (units.size() == 2) return add_pair(json, of, units);
  const auto* against = part_of<questions::Against>(question);
  const bool has_opponents = against != nullptr && !against->against.empty();
  if (units.size() == 1 && has_opponents) {
    const AnyUnit unit =
        find_sole_unit(system, units.front(), roster, role_of(Side::attacker), "--against");
    json.member("attacker", [&] { write_unit(json, unit); });
  } else if (units.empty() && roster != nullptr) {
    add_roster(json, "units", *roster, system);
    const auto* matrix = part_of<questions::Matrix>(question);
    if (matrix != nullptr && matrix->armies) add_armies(json, roster->armies);
  } else {
    throw InputError(what_links_need);
  }
  if (has_opponents) {
    add_roster(json, "against", *load(against->against, of.system), system);
  }
  state_settings(json, "set", stats);
}

}  // namespace

std::string to_json(const Question& question) {
  const auto* of = part_of<questions::OfUnits>(question);
  if (of == nullptr) throw InputError(what_links_need);
  const auto roster = load(of->roster, of->system);
  const std::string system = system_of(*of, roster.get());
  JsonWriter json(JsonWriter::Layout::one_line);
  json.object([&] {
    json.member("command", command_of(question).name);
    json.member("system", system);
    add_units(json, question, *of, system, roster.get());
    state_settings(json, "situation", of->situation);
    const Question empty = command_of(question).question;
    for (const Option& option : all_options()) {
      if (!option.access.value || !option.access.fits(question)) continue;
      const Json value = option.access.value(option, question);
      if (value != option.access.value(option, empty)) {
        json.member(option.name, [&] { json.json(value.dump()); });
      }
    }
  });
  return json.text();
}

std::string percent_encoded(std::string_view text) {
  // All else ends a link, or is changed, somewhere: in a chat, in a shell, in Markdown.
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  std::string encoded;
  for (const char character : text) {
    if (plain.find(character) != std::string_view::npos) {
      encoded += character;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    }
  }
  return encoded;
}

std::string link_to(const Question& question, const std::string& page) {
  return page + "#" + percent_encoded(to_json(question));
}

std::string page_with(const Question& question, std::string page) {
  constexpr std::string_view place = "<script type=\"application/json\" id=\"question\">";
  const auto at = page.find(place);
  if (at == std::string::npos) return "";
  // No name may end the element that it stands in.
  std::string inside;
  for (const char& one : to_json(question)) {
    inside += one == '<' ? "\\u003c" : std::string_view(&one, 1);
  }
  return page.insert(at + place.size(), inside);
}

}  // namespace warodds
