#include "core/ask/facts.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/answer/version.h"
#include "core/ask/json_writer.h"
#include "core/fields/profile.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// The fields of a unit or of a group. `group_word`: what a group is called, where its row stands
/// among those of units, and then also the column of its name.
template <class T>
void state_fields(Facts& facts, const Fields<T>& fields, const T& object, Shown shown,
                  std::string_view group_word = "") {
  for_each_value(
      fields, object, shown, UsedIn::best_play, [&](std::string_view key, const Value& value) {
        if (group_word.empty()) return facts.member(key, value);
        const std::string column =
            key == "name" ? std::string(group_word) : find_field(fields, key)->column(group_word);
        facts.member(key, value, {.csv = column});
      });
}

Naming with_keys_of_data(Naming naming) {
  naming.is_map = true;
  return naming;
}

std::string as_json(const Report& report, JsonWriter json) {
  std::visit([&](const auto& of) { state(json, of); }, report);
  return json.text();
}

}  // namespace

std::string to_line(const Report& report, std::string_view id, std::size_t most_bytes,
                    bool only_asked) {
  return as_json(report, JsonWriter(JsonWriter::Layout::one_line, id, most_bytes, only_asked));
}

void state(Facts& facts, const Failure& failure, int status) {
  facts.object([&] {
    facts.object("error", [&] {
      facts.member("status", status);
      facts.member("code", word_of(failure.code));
      facts.member("message", on_screen(failure.what()));
      if (!failure.key.empty()) facts.member("key", on_screen(failure.key));
      if (!failure.at.empty()) facts.member("at", on_screen(failure.at));
    });
  });
}

std::string to_json(const Report& report, bool pretty) {
  if (!pretty) return to_line(report, "");
  // A part of a simulation is one line, so that parts can be put one behind the other.
  if (std::holds_alternative<PartReport>(report)) return to_line(report, "") + '\n';
  return as_json(report, JsonWriter(JsonWriter::Layout::many_lines)) + '\n';
}

void state_head(Facts& facts, std::string_view command, std::string_view system) {
  facts.member("version", version(), {.column = true, .is_asked = true});
  facts.member("command", command, asked_for);
  if (!system.empty()) facts.member("system", system, {.column = true});
}

void state_engine(Facts& facts, const Origin& origin) {
  facts.object("engine", [&] {
    facts.member("name", origin.exact ? "exact" : "sim", {.csv = "engine", .column = true});
    if (origin.exact) return;
    facts.member("trials", origin.trials, {.column = true});
    facts.member("seed", origin.seed, {.column = true});
    facts.member("confidence", origin.confidence, {.column = true});
    facts.member("partial", origin.partial, {.column = true});
  });
}

void state_profile(Facts& facts, const AnyUnit& unit, const Naming& naming, bool rows) {
  visit_unit(unit, [&](auto system, const auto& of) {
    using System = decltype(system);
    const auto state_group = [&](const auto& group) {
      const auto fields = [&] {
        state_fields(facts, System::group_fields(), group, Shown::all,
                     rows ? System::group_word : "");
      };
      const auto row = [&] { facts.row(fields); };
      rows ? facts.object(row, map_of_data)
           : facts.object(fields, {.csv = group.name, .is_map = true});
    };
    facts.object(
        [&] {
          state_fields(facts, System::unit_fields(), of, shown_of(of));
          if (rows) facts.end_row();
          if (!of.groups.empty()) {
            facts.array(System::group_word, of.groups, state_group, {.csv = ""});
          }
        },
        with_keys_of_data(naming));
  });
}

void state_profile(Facts& facts, const Profile& profile) {
  for (const auto& [key, value] : profile.fields) facts.member(key, value);
  if (profile.groups.empty()) return;
  facts.objects(profile.group_word, profile.groups, [&](const Values& group) {
    for (const auto& [key, value] : group) facts.member(key, value);
  });
}

namespace {

void state_values(Facts& facts, std::string_view key, const Values& values,
                  const Naming& naming = as_keyed) {
  facts.object(
      key,
      [&] {
        for (const auto& [name, value] : values) facts.member(name, value);
      },
      with_keys_of_data(naming));
}

/// A unit: its name and its profile.
void state_unit(Facts& facts, std::string_view key, const std::string& name, const AnyUnit& unit,
                const Naming& naming, const Naming& profile = as_keyed) {
  facts.object(
      key,
      [&] {
        facts.member("unit", name, {.csv = key, .column = true});
        facts.member("profile", [&] { state_profile(facts, unit, profile); });
      },
      naming);
}

/// Stats of a unit that are not at their defaults, each as "<whose>KEY"; for tables in CSV.
void state_changes(Facts& facts, const std::string& whose, const AnyUnit& unit) {
  if (!facts.is_for(Form::csv)) return;
  const auto state_one = [&](const std::string& key, const Value& value) {
    facts.member(key, value, {.only = Form::csv});
  };
  visit_unit(unit, [&](auto system, const auto& of) {
    const Profile changes = changes_of<decltype(system)>(of);
    for (const auto& [key, value] : changes.fields) state_one(whose + key, value);
    for (std::size_t i = 0; i < changes.groups.size(); ++i) {
      for (const auto& [key, value] : changes.groups[i]) {
        if (key != "name") state_one(fmt::format("{}{}.{}", whose, of.groups[i].name, key), value);
      }
    }
  });
}

/// A side of several units. `units`: how the list of them is called.
void state_several(Facts& facts, const Asked& asked, Side side, const Naming& units) {
  const std::string_view key = to_string(side);
  const auto state_one = [&](const AskedUnit& unit) {
    facts.object(
        [&] {
          facts.member("unit", unit.name, only_json);
          facts.member("profile", [&] { state_profile(facts, unit.stats); });
          if (unit.with.empty()) return;
          facts.object(
              "situation",
              [&] {
                for (const Setting& setting : unit.with) facts.member(setting.key, setting.value);
              },
              map_of_data);
        },
        {.csv = "", .unit = unit.name});
  };
  facts.object(key,
               [&] {
                 facts.member(key, asked.names[side], {.column = true, .only = Form::csv});
                 facts.array("units", asked.units[side], state_one, units);
               },
               {.csv = "", .of = key});
}

}  // namespace

void state_sides(Facts& facts, const Asked& asked, bool of_table) {
  const Naming& profile = of_table ? only_json : as_keyed;
  for (const Side side : both_sides) {
    if (asked.is_of_several) {
      state_several(facts, asked, side, of_table ? only_json : Naming{.csv = ""});
    } else {
      state_unit(facts, to_string(side), asked.names[side], asked.unit(side).stats,
                 {.of = to_string(side)}, profile);
    }
  }
}

void state_asked(Facts& facts, const Asked& asked) {
  if (asked.is_sequence()) {
    const std::string& target = asked.names.defender;
    state_unit(facts, "target", target, asked.unit(Side::defender).stats, {.unit = target});
  } else {
    state_sides(facts, asked);
  }
  state_values(facts, "situation", asked.situation);
}

void state_settings_of_table(Facts& facts, const Asked& asked) {
  state_values(facts, "situation", asked.situation, only_json);
  facts.member("with", asked.given, {.csv = "", .only = Form::csv});
  if (asked.is_of_several || asked.is_sequence()) return;
  for (const Side side : both_sides) {
    state_changes(facts, std::string(to_string(side)) + ".", asked.unit(side).stats);
  }
}

void state_asked_of_table(Facts& facts, const Asked& asked) {
  if (!asked.is_sequence()) {
    state_sides(facts, asked, true);
    return state_settings_of_table(facts, asked);
  }
  for (const Side side : both_sides) {
    facts.member(to_string(side), asked.names[side], {.column = true, .only = Form::csv});
  }
  const AskedUnit& target = asked.unit(Side::defender);
  state_unit(facts, "target", target.name, target.stats, only_json);
  state_changes(facts, "target.", target.stats);
  state_settings_of_table(facts, asked);
  facts.member("steps", asked.steps);
}

void state_assumed(Facts& facts, const AssumedPlays& plays) {
  facts.object("assumed", [&] {
    for (const Side side : both_sides) {
      if (plays[side].empty()) {
        facts.member(to_string(side), nullptr, only_json);
      } else {
        facts.member(to_string(side), in_words(plays[side]), {.of = to_string(side)});
      }
    }
    state_keys(facts, plays);
  });
}

void state_keys(Facts& facts, const AssumedPlays& plays) {
  facts.object(
      "keys",
      [&] {
        for (const Side side : both_sides) {
          facts.object(
              to_string(side),
              [&] {
                for (const AssumedPlay& play : plays[side]) facts.member(play.key, play.one);
              },
              map_of_data);
        }
      },
      only_json);
}

void state_policy(Facts& facts, const PerSide<bool>& best) {
  if (!best.attacker && !best.defender) return;
  facts.object("policy", [&] {
    for (const Side side : both_sides) {
      if (best[side]) facts.member(to_string(side), "best", {.of = to_string(side)});
    }
  });
}

void state(Facts& facts, const Purchase& purchase, const Naming& naming) {
  facts.object(
      [&] {
        facts.member("unit", purchase.unit);
        const auto state_sizes = [&](std::string_view key, const auto& sizes) {
          facts.object(
              key,
              [&] {
                for (const auto& [name, number] : sizes) facts.member(name, number);
              },
              map_of_data);
        };
        state_sizes("sizes", purchase.sizes);
        if (!purchase.more.empty()) {
          state_sizes("more", purchase.more);
          facts.member("share_of_more", purchase.share_of_more);
        }
        facts.member("cost", purchase.cost);
        facts.member("near", purchase.near());
        if (!purchase.remark.empty()) facts.member("remark", purchase.remark);
      },
      naming);
}

void state_bought(Facts& facts, const std::vector<Purchase>& bought, const Naming& naming) {
  facts.array(
      "bought", bought, [&](const Purchase& purchase) { state(facts, purchase, as_keyed); },
      naming);
}

}  // namespace warodds
