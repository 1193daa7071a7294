#include "core/ask/people.h"

#include <fmt/ranges.h>

#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {

using blocks::Column;
using text::mean;
using text::percent;
using text::shorten;

namespace {

std::string with_commas(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

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

std::string names_with_commas(const std::vector<std::string>& names, std::size_t most) {
  std::vector<std::string> words;
  for (const std::string& name : names) {
    if (words.size() < most) words.push_back(shown(name));
  }
  const std::string more =
      names.size() > most ? fmt::format(" and {} more", names.size() - most) : "";
  return with_commas(words) + more;
}

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

std::string number_text(const Quantity& quantity, const Estimate& number, const Style& style) {
  return quantity.is_probability() ? percent(number, style) : mean(number, style);
}

std::string odds_text(const Estimate& odds, const Style& style) {
  return odds.half_width ? percent(odds, style) : text::odds_in_percent(odds.value);
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
  if (origin.exact) return page.note(fmt::format("{}exact ({})", what, origin.reason));
  page.note(fmt::format("{}simulated ({}): {}, seed {}, half-widths at {:.12g} % confidence{}",
                        what, origin.reason, counted(origin.trials, "trial"), origin.seed,
                        origin.confidence * 100,
                        origin.partial ? "; PARTIAL: " + origin.why_partial : ""));
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
  page.note(fmt::format("bought for {:g} points, {}", bought.front().budget,
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

void say_until(Document& page, const std::optional<Event>& until) {
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

void say_table(Document& page, const std::string& what, const Table& table) {
  page.title(what, table.title);
  page.note(origins_of(table));
  say_given(page, table.given);
  say_assumed(page, table.assumed, {"the attacker", "the defender"});
  say_policy(page, table.players, 0);
  say_bought(page, table.bought);
  page.gap();
}

}  // namespace warodds
