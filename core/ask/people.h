// What several reports say to people alike, beside their facts.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ask/forms/document.h"
#include "core/ask/reports.h"

namespace warodds {

/// "1 unit", "2 units".
template <class Number>
std::string counted(Number count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}
/// Words that are not ours, with commas; of more than `most` so many, and how many more.
std::string names_with_commas(const std::vector<std::string>& names, std::size_t most = 1000);
/// What stands in brackets behind a name, on one line; `width`: at most; 0: any.
std::string note_behind(std::string_view note, int width = 0);

/// A quantity by its name, but for who is destroyed. `names`: of the sides.
std::string quantity_in_words(const Quantity& quantity, const PerSide<std::string>& names);
Shows shows(const Quantity& quantity);
/// A probability in percent, anything else as a mean.
std::string number_text(const Quantity& quantity, const Estimate& number, const Style& style);
/// Odds in percent, always with decimals; with the half-width where they are simulated.
std::string odds_text(const Estimate& odds, const Style& style);
/// How numbers become whole that a budget pays for.
std::string bought_how(Buying buying);
/// "A against B", and the system.
void say_heading(Document& page, const Asked& asked);
/// "exact", "simulated, 1000000 trials, seed 1 ..."; `what` goes before it.
void say_origin(Document& page, std::string_view what, const Origin& origin);
void say_given(Document& page, const std::vector<std::string>& given);
/// `names`: of the sides; `all`: of all together.
void say_assumed(Document& page, const AssumedPlays& plays, const PerSide<std::string>& names,
                 std::string_view all = "both");
void say_assumed(Document& page, const Asked& asked);
/// Who plays best and against what.
void say_policy(Document& page, const BestPlayers& players, int indent);
void say_bought(Document& page, const std::vector<Purchase>& bought);
void say_until(Document& page, const std::optional<Event>& until);
/// How rare it was, where percent cannot say.
std::vector<std::string> tails_of(const std::string& name, const Luck& luck);
inline constexpr const char* name_of_sum = "attacker's luck";
/// Lines beneath a heading, set in.
void say_lines(Document& page, const std::vector<std::string>& lines);

/// How a designers' table came about, below its title.
void say_table(Document& page, const std::string& what, const Table& table);

/// The units that are not as they should be, each with why. Whether there are any.
template <class Row>
bool say_outside(Document& page, const std::string& title, const std::vector<Row>& rows) {
  blocks::Table table{title, {{"", blocks::Column::Set::left}, {"", blocks::Column::Set::wrapped}}};
  for (const Row& row : rows) {
    if (!row.within) table.row({row.unit, row.why});
  }
  const bool any = !table.rows.empty();
  if (any) page.add(std::move(table));
  return any;
}

}  // namespace warodds
