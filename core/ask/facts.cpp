#include "core/ask/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "core/answer/version.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/json_writer.h"
#include "core/fields/profile.h"
#include "core/text/shown.h"
#include "core/text/text.h"

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

std::string as_json(const Report& report, JsonWriter json) {
  report.tell(json);
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
      facts.member_if_any("key", on_screen(failure.key));
      facts.member_if_any("at", on_screen(failure.at));
    });
  });
}

std::string to_json(const Report& report, bool pretty) {
  if (!pretty) return to_line(report, "");
  // A part of a simulation is one line, so that parts can be put one behind the other.
  if (report.if_is<PartReport>() != nullptr) return to_line(report, "") + '\n';
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

void state_profile(Facts& facts, const AnyUnit& unit, Naming naming, bool rows) {
  naming.is_map = true;
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
        naming);
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
  const auto state_one = [&](const std::string& key, const Value& value) {
    facts.member(key, value);
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
          state_settings(facts, "situation", unit.with);
          facts.member_if(unit.wave > 0, "then", unit.wave, only_json);
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

void state_sides(Facts& facts, const Asked& asked) {
  const bool in_table = facts.is_table();
  if (asked.is_sequence()) {
    const AskedUnit& target = asked.unit(Side::defender);
    if (!in_table) {
      return state_unit(facts, "target", target.name, target.stats, {.unit = target.name});
    }
    for (const Side side : both_sides) facts.member(to_string(side), asked.names[side], in_column);
    return state_changes(facts, "target.", target.stats);
  }
  for (const Side side : both_sides) {
    if (asked.is_of_several) {
      state_several(facts, asked, side, in_table ? only_json : Naming{.csv = ""});
    } else {
      state_unit(facts, to_string(side), asked.names[side], asked.unit(side).stats,
                 {.of = to_string(side)}, in_table ? only_json : as_keyed);
    }
  }
}

void state_situation(Facts& facts, const Asked& asked) {
  if (!facts.is_table()) return state_map(facts, "situation", asked.situation);
  facts.member("with", asked.given, {.csv = ""});
  if (asked.is_of_several || asked.is_sequence()) return;
  for (const Side side : both_sides) {
    state_changes(facts, std::string(to_string(side)) + ".", asked.unit(side).stats);
  }
}

void state_asked(Facts& facts, const Asked& asked) {
  state_sides(facts, asked);
  state_situation(facts, asked);
}

void state_assumed(Facts& facts, const AssumedPlays& plays, const PerSide<std::string>& conducts) {
  const auto state_keys = [&](Side side) {
    facts.object(
        to_string(side),
        [&] {
          for (const AssumedPlay& play : plays[side]) facts.member(play.key, play.one);
        },
        map_of_data);
  };
  facts.object("assumed", [&] {
    for (const Side side : both_sides) {
      std::string words = conducts[side];
      if (!plays[side].empty()) words += (words.empty() ? "" : "; ") + in_words(plays[side]);
      if (words.empty()) {
        facts.member(to_string(side), nullptr, only_json);
      } else {
        facts.member(to_string(side), words, {.of = to_string(side)});
      }
    }
    facts.object(
        "keys",
        [&] {
          for (const Side side : both_sides) state_keys(side);
        },
        only_json);
  });
}

void state_policy(Facts& facts, const PerSide<bool>& best,
                  const PerSide<std::vector<std::string>>& units) {
  if (!best.attacker && !best.defender) return;
  facts.object("policy",
               [&] {
                 for (const Side side : both_sides) {
                   if (!best[side]) continue;
                   const std::vector<std::string> all{""};
                   for (const std::string& unit : units[side].empty() ? all : units[side]) {
                     const std::string who = to_string(side);
                     facts.member(unit.empty() ? who : fmt::format("{}[{}]", who, unit), "best",
                                  {.of = who});
                   }
                 }
               },
               {.is_map = true});
}

void state(Facts& facts, const Purchase& purchase, const Naming& naming) {
  facts.object(
      [&] {
        facts.member("unit", purchase.unit);
        state_map(facts, "sizes", purchase.sizes);
        if (!purchase.more.empty()) {
          state_map(facts, "more", purchase.more);
          facts.member("share_of_more", purchase.share_of_more);
        }
        facts.member("cost", purchase.cost);
        facts.member("near", purchase.near());
        facts.member_if_any("remark", purchase.remark);
      },
      naming);
}

void state_limits(Facts& facts, const LimitsOfUnits& limits, const std::string& unit) {
  const auto of = limits.find(unit);
  if (of == limits.end()) return;
  const auto [least, most] = of->second;
  facts.member_if(least > 1, "least", least);
  facts.member_if(most < FigureLimits::no_most, "most", most);
}

void state_settings(Facts& facts, std::string_view key, const std::vector<Setting>& settings) {
  Values values;
  for (const Setting& setting : settings) values.emplace_back(setting.key, setting.value);
  if (!values.empty()) state_map(facts, key, values);
}

void state_bought(Facts& facts, const std::vector<Purchase>& bought, const Naming& naming) {
  facts.array(
      "bought", bought, [&](const Purchase& purchase) { state(facts, purchase, as_keyed); },
      naming);
}

using blocks::Column;
using text::shorten;

namespace {

/// How the cells came about.
std::string origins_of(const Table& table) {
  std::vector<std::string> parts;
  if (table.exact > 0) parts.push_back(fmt::format("{} exact", table.exact));
  if (table.simulated > 0) {
    parts.push_back(fmt::format("{} simulated, {}{} trials each, seed {}, half-widths at {:.12g} %",
                                table.simulated, table.same_trials ? "" : "up to ", table.trials,
                                table.seed, table.confidence * 100));
  }
  if (table.refused > 0) {
    parts.push_back(
        fmt::format("{} not allowed (for example: {})", table.refused, table.a_refusal));
  }
  std::string line = fmt::format("{}", fmt::join(parts, "; "));
  if (table.partial) line += "; PARTIAL";
  if (!table.why_partial.empty()) {
    line += ": " + table.why_partial;
    if (table.not_reached > 0) line += fmt::format(", {} not reached", table.not_reached);
  }
  return line;
}

}  // namespace

std::string note_behind(std::string_view note, int width) {
  std::string line;
  for (const char c : trim(note)) {
    const bool is_blank = blanks.find(c) != std::string_view::npos;
    if (!is_blank || line.back() != ' ') line += is_blank ? ' ' : c;
  }
  line = shown(line);
  return width > 0 ? shorten(line, width) : line;
}

std::string quantity_in_words(const Quantity& quantity, const PerSide<std::string>& names) {
  const bool is_alone = quantity.event() != nullptr && quantity.event()->is_alone();
  const bool destroyed =
      quantity.is_of(OutcomeFact::Kind::destroyed) || quantity.is_of(OutcomeFact::Kind::destroys);
  return quantity.of == OutcomeOf::fight && is_alone && destroyed
             ? names[whose_figures(*quantity.fact())] + " destroyed"
             : quantity.text;
}

Shows shows(const Quantity& quantity) {
  return quantity.is_probability() ? Shows::percent : Shows::mean;
}

std::string bought_how(Buying buying) {
  return buying == Buying::whole
             ? "in the nearest whole numbers (--buy whole)"
             : "in one of two numbers, each as often as spends just that (--buy mixed)";
}

void say_heading(Document& page, const Asked& asked) {
  page.title(fmt::format("{} against {}", shorten(asked.labels.attacker, 40),
                         shorten(asked.labels.defender, 40)),
             asked.title);
}

void say_origin(Document& page, std::string_view what, const Origin& origin) {
  const std::string more = page.style().brief ? "; --long says more" : "";
  if (origin.exact) return page.note(fmt::format("{}exact ({}){}", what, origin.reason, more));
  page.note(fmt::format("{}simulated ({}): {}, seed {}, half-widths at {:.12g} % confidence{}{}",
                        what, origin.reason, counted(origin.trials, "trial"), origin.seed,
                        origin.confidence * 100,
                        origin.partial ? "; PARTIAL: " + origin.why_partial : "", more));
}

void say_given(Document& page, const std::vector<std::string>& given) {
  if (!given.empty()) page.note("with " + names_with_commas(given), 0, 5);
}

void say_assumed(Document& page, const AssumedPlays& plays, const PerSide<std::string>& names,
                 std::string_view all) {
  const std::string words =
      in_words(plays, {shorten(names.attacker, 40), shorten(names.defender, 40)}, all);
  if (!words.empty()) page.note("assumed: " + words);
}

void say_assumed(Document& page, const Asked& asked) {
  if (!asked.is_sequence()) return say_assumed(page, asked.assumed, asked.labels);
  say_assumed(page, asked.assumed, {"each attacker", asked.labels.defender}, "all");
}

void say_policy(Document& page, const BestPlayers& players, int indent) {
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
    page.note(line, indent, indent + 2);
  }
}

void say_bought(Document& page, const std::vector<Purchase>& bought) {
  if (bought.empty()) return;
  page.note(fmt::format("bought for {:g} points, {}", bought.front().of_side,
                        bought_how(bought.front().buying)));
  constexpr std::size_t most_shown = 60;
  blocks::Table table{"", {{"", Column::Set::left}, {"", Column::Set::wrapped}}};
  for (const Purchase& one : bought) {
    if (table.rows.size() == most_shown) break;
    table.row({"  " + one.unit, one.text() + (one.remark.empty() ? "" : ", " + one.remark)});
  }
  table.left_out = bought.size() - table.rows.size();
  page.add(std::move(table));
}

void say_frame(Document& page, const std::string& from, const std::optional<Event>& until) {
  if (!from.empty()) page.note("from where it stands: " + shown(from), 0, 5);
  if (until) page.note(fmt::format("until, after a round, {}", shown(until->text())), 0, 5);
}

std::vector<std::string> tails_of(const std::string& name, const Luck& luck) {
  std::vector<std::string> tails;
  const auto add = [&](const char* what, const Estimate& p) {
    if (!text::is_rare(p)) return;
    tails.push_back(fmt::format("{} {}: about {}", name, what, text::one_in(p.value)));
  };
  add("so low", luck.at_most);
  add("so high", luck.at_least);
  return tails;
}

void say_lines(Document& page, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) page.note(line, 2, 4);
}

void state_origin(Facts& facts, const Table& table, const Cell& cell) {
  const bool simulated = cell.state == Cell::State::simulated;
  facts.member("engine",
               simulated                            ? "sim"
               : cell.state == Cell::State::exact   ? "exact"
               : cell.state == Cell::State::refused ? "not allowed"
                                                    : "not reached",
               csv_column);
  const auto of_simulation = [&](const char* key, auto number) {
    facts.member(key, simulated ? std::optional(number) : std::nullopt, csv_column);
  };
  of_simulation("trials", cell.trials);
  of_simulation("seed", table.seed);
  of_simulation("confidence", table.confidence);
  facts.member("partial",
               !cell.is_reached() ? std::optional(true)
               : simulated        ? std::optional(cell.partial)
                                  : std::nullopt,
               csv_column);
}

void state_purchase(Facts& facts, const Table& table, std::string_view key,
                    const std::string& unit) {
  const auto of = std::find_if(table.bought.begin(), table.bought.end(),
                               [&](const Purchase& one) { return one.unit == unit; });
  if (of != table.bought.end()) facts.member(key, of->text(), only_csv);
}

std::vector<std::string> columns_of(std::string_view names) { return split(names, ' '); }

CsvLayout table_of(const std::vector<std::string>& own) {
  std::vector<std::string> columns = columns_of("version system " + columns_of_engine);
  columns.insert(columns.end(), own.begin(), own.end());
  return {columns};
}

void state_nobody_wins(Facts& facts, const Table& table) {
  facts.member("nobody_wins", table.nobody_wins);
  constexpr double few = 0.01;
  if (table.nobody_wins < few) return;
  const double share = table.nobody_wins * 100;
  facts.to_people([&](Document& page) {
    page.faint(fmt::format(
        "nobody wins {} % of these battles; they count one half",
        share < 100 && share >= 99.5 ? std::string(">99") : fmt::format("{:.0f}", share)));
  });
}

void state_head(Facts& facts, std::string_view command, const Table& table,
                const std::string& what) {
  facts.to_people([&](Document& page) {
    page.title(what, table.title);
    page.warn(table.warning);
    page.note(origins_of(table));
    say_given(page, table.given);
    say_frame(page, table.frame.from, table.frame.until);
    if (const auto& given = table.frame.given) {
      page.note(fmt::format("given {}: all numbers are of these outcomes", shown(given->text())), 0,
                5);
    }
    say_assumed(page, table.assumed, {"the attacker", "the defender"});
    say_policy(page, table.players, 0);
    say_bought(page, table.bought);
    page.gap();
  });
  state_head(facts, command, table.system);
  facts.array(
      "quantities", table.quantities, [&](const Quantity& quantity) { facts.value(quantity.text); },
      asked_in_json);
  facts.member("with", table.given, {.csv = ""});
  facts.member_if_any("from", table.frame.from);
  if (table.frame.until) facts.member("until", table.frame.until->text());
  if (const auto& given = table.frame.given) {
    facts.object("given", [&] { facts.member("event", given->text()); });
  }
  state_assumed(facts, table.assumed);
  state_policy(facts, table.players.best);
  facts.member("exact", table.exact);
  facts.member("simulated", table.simulated);
  facts.member("not_allowed", table.refused);
  const bool has_dice = table.simulated > 0, is_cut = !table.why_partial.empty();
  facts.member_if(has_dice, "trials", table.trials, only_json);
  facts.member_if(has_dice, "seed", table.seed, only_json);
  facts.member_if(has_dice, "confidence", table.confidence, only_json);
  facts.member("partial", table.partial, only_json);
  facts.member_if(is_cut, "why_partial", table.why_partial, only_json);
  facts.member_if(is_cut, "not_reached", table.not_reached, only_json);
  state_origin(facts, table, {table.state(), table.partial, table.trials, {}});
  facts.member_if(!table.warning.empty(), "remarks", std::vector{table.warning}, asked_in_json);
  if (table.bought.empty()) return;
  facts.member("budget", table.bought.front().of_side, only_csv);
  facts.member("buy", word_of(table.bought.front().buying));
  state_bought(facts, table.bought, only_json);
}

}  // namespace warodds
