#include "core/ask/json.h"

#include <algorithm>

#include "core/answer/version.h"

namespace warodds {

std::string to_line(const Report& report, std::string_view id) {
  JsonWriter json(JsonWriter::Layout::one_line, id);
  std::visit([&](const auto& of) { write(json, of); }, report);
  return json.text();
}

std::string to_json(const Report& report, bool pretty) {
  if (!pretty) return to_line(report, "");
  // A part of a simulation is one line, so that parts can be put one behind the other.
  if (std::holds_alternative<PartReport>(report)) return to_line(report, "") + '\n';
  JsonWriter json(JsonWriter::Layout::many_lines);
  std::visit([&](const auto& of) { write(json, of); }, report);
  return json.text() + '\n';
}

void write(JsonWriter& json, const Values& values) {
  json.object([&] {
    for (const auto& [key, value] : values) json.member(key, value);
  });
}

namespace {

/// The fields of a unit or of a group.
template <class T>
void add_fields(JsonWriter& json, const Fields<T>& fields, const T& object, Shown shown) {
  for_each_value(fields, object, shown, UsedIn::best_play,
                 [&](std::string_view name, const Value& value) { json.member(name, value); });
}

}  // namespace

void write(JsonWriter& json, const AnyUnit& unit) {
  visit_unit(unit, [&](auto system, const auto& of) {
    using System = decltype(system);
    json.object([&] {
      add_fields(json, System::unit_fields(), of, shown_of(of));
      if (of.groups.empty()) return;
      json.array(System::group_word, of.groups, [&](const auto& group) {
        json.object([&] { add_fields(json, System::group_fields(), group, Shown::all); });
      });
    });
  });
}

void write(JsonWriter& json, const Origin& origin) {
  json.object([&] {
    json.member("name", origin.exact ? "exact" : "sim");
    if (origin.exact) return;
    json.member("trials", origin.trials);
    json.member("seed", origin.seed);
    json.member("confidence", origin.confidence);
    json.member("partial", origin.partial);
  });
}

void write(JsonWriter& json, const Distribution& distribution, const Estimate& mean) {
  json.object([&] {
    json.member("mean", mean.value);
    json.member("sd", distribution.sd());
    json.array("pmf", distribution.pmf(),
               [&](double p) { json.value(std::min(p, 1.0)); });  // rounding may make it more
    if (distribution.is_exact()) return;
    json.array("half_width", distribution.estimates(),
               [&](const Estimate& estimate) { json.value(*estimate.half_width); });
    json.member("mean_half_width", *mean.half_width);
  });
}

void write(JsonWriter& json, const Distribution& distribution) {
  write(json, distribution, distribution.estimate_mean());
}

void write(JsonWriter& json, const Estimate& estimate, std::string_view name) {
  if (!estimate.half_width) return json.value(estimate.value);
  json.object([&] {
    json.member(name, estimate.value);
    json.member("half_width", *estimate.half_width);
  });
}

void write(JsonWriter& json, const Purchase& purchase) {
  json.object([&] {
    json.member("unit", purchase.unit);
    json.object("sizes", [&] {
      for (const auto& [name, number] : purchase.sizes) json.member(name, number);
    });
    json.member("cost", purchase.cost);
    json.member("near", purchase.near());
  });
}

void add_members(JsonWriter& json, const Profile& profile) {
  for (const auto& [key, value] : profile.fields) json.member(key, value);
  if (profile.groups.empty()) return;
  json.array(profile.group_word, profile.groups, [&](const Values& group) { write(json, group); });
}

void add_head(JsonWriter& json, const char* command, const std::string& system) {
  json.member("version", version());
  json.member("command", command);
  json.member("system", system);
}

void add_policy(JsonWriter& json, const PerSide<bool>& best) {
  if (!best.attacker && !best.defender) return;
  json.object("policy", [&] {
    for (const Side side : both_sides) {
      if (best[side]) json.member(to_string(side), "best");
    }
  });
}

void add_unit(JsonWriter& json, const char* key, const std::string& name, const AnyUnit& unit) {
  json.object(key, [&] {
    json.member("unit", name);
    add(json, "profile", unit);
  });
}

void add_units(JsonWriter& json, const Asked& asked) {
  for (const Side side : both_sides) {
    add_unit(json, to_string(side), asked.units[side], asked.stats[side]);
  }
}

void add_matchup(JsonWriter& json, const Asked& asked) {
  add_units(json, asked);
  add(json, "situation", asked.situation);
}

void add_bought(JsonWriter& json, const std::vector<Purchase>& bought) {
  json.array("bought", bought, [&](const Purchase& purchase) { write(json, purchase); });
}

}  // namespace warodds
