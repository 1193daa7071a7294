// What is said of prices, balanced rosters and versions that are compared.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Odds in a column.
constexpr Naming odds_as(std::string_view label, std::string_view csv = {}) {
  return {.csv = csv, .label = label, .as = Shows::odds, .word = ""};
}

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

/// What a unit is at a budget: in JSON an object of its own, in CSV a row.
void state_at(Facts& facts, const Prices::Row& row, const Prices::At& at) {
  const auto column = [](std::string_view label) {
    return Naming{.label = label, .as = Shows::count, .only = Form::not_json};
  };
  facts.member("unit", row.unit, for_people("unit"));
  facts.member("points", row.points, for_people("points", Shows::count));
  facts.member("was", row.was > 0 ? std::optional(row.was) : std::nullopt,
               for_people("were", Shows::count));
  if (row.range) {
    facts.member("low", row.range->first, column("even from"));
    facts.member("high", row.range->second, column("to"));
  }
  facts.member("budget", at.bought.budget, {.label = "bought\nfor", .as = Shows::count});
  facts.member("odds", at.odds, odds_as("win now"));
  facts.member_if_any("odds_before", at.before, odds_as("won then"));
  facts.member_if_any("share", at.share);
  facts.member("within", at.within);
  facts.member("bought", [&] { state(facts, at.bought, only_json); });
  facts.member("bought", at.bought.text(), only_csv);
  facts.member("cost", at.bought.cost, only_csv);
  if (at.odds_whole) {
    facts.member("odds_whole", *at.odds_whole, odds_as("whole"));
    facts.member("bought_whole", [&] { state(facts, *at.bought_whole, only_json); });
    facts.member("bought_whole", at.bought_whole->text(), only_csv);
  }
  const std::string remark = at.bought.remark.empty() ? "" : ", " + at.bought.remark;
  facts.member(
      "bought",
      fmt::format("{} for {:g}{}", at.bought.sizes_text(), at.bought.rounded_cost(), remark),
      for_people("bought", Shows::words));
}

/// How many units leave the band when all are bought in whole numbers, and by how much at most.
void say_whole(Document& page, const Prices& prices) {
  double farthest = 0;
  std::size_t outside = 0;
  for (const Prices::Row& row : prices.rows) {
    bool leaves = false;
    for (const Prices::At& at : row.at) {
      if (!at.odds_whole) return;
      const double off = at.odds_whole->value - 0.5;
      const double from_even = prices.even_for == EvenFor::choosers ? -off : std::abs(off);
      leaves = leaves || from_even > prices.within;
      farthest = std::max(farthest, from_even);
    }
    outside += leaves ? 1 : 0;
  }
  page.faint(
      fmt::format("whole: the odds if all are bought in the nearest whole numbers, as --buy whole "
                  "does: {} of {} units {} then not even, by up to {:.1f} points of odds",
                  outside, prices.rows.size(), outside == 1 ? "is" : "are", farthest * 100));
}

/// The units whose prices were given.
std::vector<std::string> kept_of(const Prices& prices) {
  std::vector<std::string> kept;
  for (const std::size_t unit : prices.fixed) kept.push_back(prices.rows[unit].unit);
  return kept;
}

/// What all units cost together, or did.
int total_of(const Prices& prices, int Prices::Row::*points) {
  int total = 0;
  for (const Prices::Row& row : prices.rows) total += row.*points;
  return total;
}

std::string kept_text(const Prices& prices) {
  if (const std::vector<std::string> kept = kept_of(prices); !kept.empty()) {
    return fmt::format("{} {} price", names_with_commas(kept),
                       kept.size() == 1 ? "keeps its" : "keep their");
  }
  return fmt::format("in all {} points, were {}{}", total_of(prices, &Prices::Row::points),
                     total_of(prices, &Prices::Row::was),
                     prices.total ? "" : "; --fixed total=POINTS or NAME holds them");
}

void say_below_prices(Document& page, const Prices& prices) {
  const bool for_choosers = prices.even_for == EvenFor::choosers;
  page.faint(fmt::format("{}; the odds of beating {} --budget {:g}{}", kept_text(prices),
                         for_choosers ? "what is chosen are those of matrix --ranking"
                                      : "another are those of matrix --battle",
                         prices.budgets.front(), prices.budgets.size() > 1 ? ", …" : ""));
  say_whole(page, prices);
  for (const Prices::Row& row : prices.rows) {
    for (const Prices::At& at : row.at) page.remember(at.odds, true);
  }
  page.half_widths();
}

void say_outside_band(Document& page, const Prices& prices) {
  const bool for_choosers = prices.even_for == EvenFor::choosers;
  const double low = (0.5 - prices.within) * 100;
  const std::string band =
      for_choosers ? fmt::format("{:g} % or more", low)
                   : fmt::format("from {:g} to {:g} %", low, (0.5 + prices.within) * 100);
  page.gap();
  const bool any = say_outside(
      page, for_choosers ? fmt::format("less than {:g} %", low) : "not " + band, prices.rows);
  if (any && prices.buying == Buying::whole) page.faint("a larger budget buys finer steps");
  if (!any && !prices.partial) page.note(fmt::format("the odds of all are {}", band));
}

/// What a unit is at all budgets, its price, and what JSON says of the mean over them; at a single
/// one that is what it is there.
void state_mean(Facts& facts, const Prices::Row& row) {
  facts.member("unit", row.unit, in_column);
  facts.member("points", row.points, in_column);
  facts.member("was", row.was, in_column);
  const Prices::At& first = row.at.front();
  if (row.at.size() == 1) {
    facts.member("odds", first.odds, {.only = Form::json, .word = ""});
    facts.member_if_any("odds_before", first.before, {.only = Form::json, .word = ""});
    facts.member_if_any("share", first.share, only_json);
  } else {
    facts.member("odds", row.odds(), only_json);
  }
  facts.member("within", row.within, only_json);
  facts.member("why", row.why, in_column);
  if (row.range) {
    facts.member("low", row.range->first, only_json);
    facts.member("high", row.range->second, only_json);
  }
  if (row.at.size() == 1) facts.member("bought", [&] { state(facts, first.bought, only_json); });
}

}  // namespace

void state(Facts& facts, const PricesReport& of) {
  facts.lay_out(table_of(
      columns_of("budget unit points was odds odds_before within why bought cost odds_half_width "
                 "odds_before_half_width for share buy low high odds_whole odds_whole_half_width "
                 "bought_whole")));
  std::vector<std::string> budgets;
  for (const double budget : of.budgets) budgets.push_back(fmt::format("{:g}", budget));
  const std::string title = fmt::format(
      "{} units, each bought for {} points{}", of.rows.size(), with_and(budgets),
      of.even_for == EvenFor::choosers ? ", even for players who choose" : ", even on the mean");
  facts.object([&] {
    state_head(facts, "prices", of, title);
    facts.to_people([&](Document& page) { page.note("bought " + bought_how(of.buying)); });
    facts.member_if(of.budgets.size() == 1, "budget", of.budgets.front(), only_json);
    facts.member("budgets", of.budgets, only_json);
    facts.member("buy", word_of(of.buying), in_column);
    facts.member("for", word_of(of.even_for), in_column);
    facts.member("within", of.within);
    facts.member_if_any("keep", kept_of(of));
    facts.member_if(of.total.has_value(), "keeps_total", true);
    facts.member("total", total_of(of, &Prices::Row::points));
    facts.member("total_was", total_of(of, &Prices::Row::was));
    facts.member("battles", of.answered());
    state_nobody_wins(facts, of);
    facts.objects("prices", of.rows, [&](const Prices::Row& row) {
      state_mean(facts, row);
      facts.rows("at", row.at, [&](const Prices::At& at) { state_at(facts, row, at); },
                 {.label = "prices", .most = 1000});
    });
    facts.to_people([&](Document& page) {
      say_below_prices(page, of);
      say_outside_band(page, of);
    });
  });
}

namespace {

std::string wanted_text(const Balance& of) {
  const double low = (of.target - of.within) * 100, high = (of.target + of.within) * 100;
  std::string text = fmt::format("{} units, wanted: ", of.rows.size());
  text += of.even_for == EvenFor::choosers
              ? fmt::format("{:g} % or more against players who choose", low)
              : fmt::format("{:g} to {:g} % on the mean", low, high);
  if (const auto budget = of.budget()) {
    text += fmt::format(", each bought for {:g} points", *budget);
  }
  return text;
}

std::string verdict(const Balance& balance) {
  const std::string tried =
      fmt::format("{} sets of changes tried, {} battles", balance.tried, balance.answered());
  if (balance.partial) return "INTERRUPTED: the best so far; " + tried;
  if (balance.proved_smallest) return "no smaller set of changes does it (proved); " + tried;
  const auto is_within = [](const auto& row) { return row.within; };
  const bool all = std::all_of(balance.rows.begin(), balance.rows.end(), is_within) &&
                   std::all_of(balance.wishes.begin(), balance.wishes.end(), is_within) &&
                   std::all_of(balance.orders.begin(), balance.orders.end(), is_within);
  return (all ? "a smaller set may exist; " : "nothing better was found; ") + tried;
}

/// "hp 4 > 5".
std::string change_in_words(const Balance::Change& change) {
  return fmt::format("{} {} > {}", change.key, change.from, change.to);
}

void say_others(Document& page, const Balance& of) {
  for (std::size_t i = 0; i < of.others.size(); ++i) {
    std::vector<std::string> changes;
    for (const Balance::Change& change : of.others[i]) {
      changes.push_back(shown(change.name) + " " + change_in_words(change));
    }
    page.note(fmt::format("solution {}: {}", i + 2, fmt::join(changes, ", ")));
  }
}

void say_changes(Document& page, const Balance& of) {
  if (of.changes.empty()) return page.bold("no changes");
  page.heading(fmt::format("changes: {} in {} points", of.changes.size(), of.points));
  for (const PointCost& cost : of.costs) {
    page.note(fmt::format("one of {} counts {}", shown(cost.key), cost.cost), 2);
  }
}

}  // namespace

void state(Facts& facts, const BalanceReport& of) {
  facts.lay_out(table_of(columns_of(
      "of unit key from to before after within why bought cost before_half_width after_half_width "
      "for share_before share_after")));
  const bool for_choosers = of.even_for == EvenFor::choosers;
  const Naming before = odds_as("before"), after = odds_as("after");
  const auto state_change = [&](const Balance::Change& change, const std::string& of_what) {
    facts.member("of", of_what, only_csv);
    facts.member("unit", change.name, {.label = "unit"});
    facts.member("key", change.key, {.label = "stat"});
    facts.member("from", change.from);
    facts.member("to", change.to);
    facts.member("to", change.from + " > " + change.to, for_people("change"));
    facts.member("points", change.points);
  };
  const auto state_changed = [&](const Balance::Change& change) {
    state_change(change, "change");
    facts.member("before", change.odds_before, before);
    facts.member("after", change.odds_after, after);
  };
  const auto state_row = [&](const Balance::Row& row) {
    facts.member("of", "unit", only_csv);
    facts.member("unit", row.unit, {.label = "unit"});
    facts.member("before", row.before, before);
    facts.member("after", row.after, after);
    if (for_choosers) {
      facts.member("share_before", row.share_before, {.label = "chosen", .as = Shows::share});
      facts.member("share_after", row.share_after, {.label = "now", .as = Shows::share});
    }
    facts.member("within", row.within);
    facts.member("why", row.why);
    const auto bought = std::find_if(of.bought.begin(), of.bought.end(),
                                     [&](const Purchase& it) { return it.unit == row.unit; });
    if (bought == of.bought.end()) return;
    facts.member("bought", bought->text(), only_csv);
    facts.member("cost", bought->cost, only_csv);
  };
  facts.object([&] {
    state_head(facts, "balance", of, wanted_text(of));
    facts.member("target", of.target);
    facts.member("within", of.within);
    facts.member("for", word_of(of.even_for), in_column);
    facts.member_if_any("budget", of.budget(), only_json);
    facts.to_people([&](Document& page) { say_changes(page, of); });
    facts.rows("changes", of.changes, state_changed,
               {.label = untitled, .most = of.changes.size()});
    facts.rows(
        "units", of.rows, state_row,
        {.label = for_choosers ? "beats what is chosen" : "beats another", .most = of.rows.size()});
    const auto state_pairs = [&](const char* key, const char* what, const auto& pairs,
                                 std::string_view title, const auto& state_wanted) {
      if (pairs.empty()) return;
      facts.rows(key, pairs,
                 [&](const Balance::Pair& pair) {
                   facts.member("of", what, only_csv);
                   facts.member("unit", pair.unit, {.label = "unit"});
                   state_wanted(pair);
                   facts.member("before", pair.before, before);
                   facts.member("after", pair.after, after);
                   facts.member("within", pair.within, {.label = "holds"});
                 },
                 {.label = title});
    };
    state_pairs("wishes", "wish", of.wishes, "wishes", [&](const Balance::Pair& wish) {
      facts.member("other", wish.other, {.csv = "key", .label = "beats"});
      facts.member("wanted", wish.wanted, {.csv = "to", .label = "wanted", .as = Shows::percent});
    });
    state_pairs("orders", "order", of.orders, "who is to beat whom",
                [&](const Balance::Pair& order) {
                  facts.member("over", order.other, {.csv = "key", .label = "beats"});
                });
    if (!of.costs.empty()) {
      facts.rows("costs", of.costs, [&](const PointCost& cost) {
        facts.member("of", "cost", only_csv);
        facts.member("key", cost.key);
        facts.member("cost", cost.cost, {.csv = "to"});
      });
    }
    if (!of.others.empty()) {
      int number = 1;
      facts.array("others", of.others, [&](const std::vector<Balance::Change>& changes) {
        ++number;
        const std::string of_what = fmt::format("change of solution {}", number);
        facts.array(changes, [&](const Balance::Change& change) {
          facts.object([&] { facts.row([&] { state_change(change, of_what); }); });
        });
      });
    }
    facts.to_people([&](Document& page) { say_others(page, of); });
    facts.member("points", of.points);
    facts.member("proved_smallest", of.proved_smallest);
    facts.member("tried", of.tried);
    facts.member("battles", of.answered());
    state_nobody_wins(facts, of);
    facts.to_people([&](Document& page) {
      say_outside(page, "not as wanted", of.rows);
      page.gap();
      page.note(verdict(of), 0, 0);
    });
  });
}

void state(Facts& facts, const Comparison& of) {
  facts.lay_out(table_of(columns_of("of unit key old new old_half_width new_half_width")));
  // What stands in the columns "old" and "new" of a row of CSV.
  const Naming before = odds_as("old", "old"), after = odds_as("new", "new");
  const auto row_of = [&](const char* what, const auto& members) {
    facts.row([&] {
      facts.member("of", what, only_csv);
      members();
    });
  };
  const auto state_name = [&](const char* what, const std::string& unit) {
    row_of(what, [&] { facts.value(unit, {.csv = "unit"}); });
  };
  const auto state_rank = [&](const Comparison::RankChange& change) {
    row_of("rank", [&] {
      facts.member("unit", change.unit, {.label = "unit"});
      facts.member("old", change.before, {.label = "old", .as = Shows::count});
      facts.member("new", change.after, {.label = "new", .as = Shows::count});
    });
    row_of("beats_another", [&] {
      facts.member("unit", change.unit, only_csv);
      facts.member("odds_old", change.odds_before, odds_as("beat another", "old"));
      facts.member("odds_new", change.odds_after, odds_as("beats another", "new"));
    });
  };
  const auto say_names = [&](const char* what, const std::vector<std::string>& names) {
    if (names.empty()) return;
    facts.to_people(
        [&](Document& page) { page.note(fmt::format("{}: {}", what, names_with_commas(names))); });
  };
  const auto say_none = [&](bool none, const char* what) {
    if (!none) return;
    facts.to_people([&](Document& page) {
      page.gap();
      page.note(what);
    });
  };
  constexpr std::size_t most_odds_shown = 20;
  facts.object([&] {
    state_head(
        facts, "compare", of,
        of.of_armies ? "the armies of two versions of a roster" : "two versions of a roster");
    facts.to_people([&](Document& page) {
      page.note("old: " + shown(of.old_name));
      page.note("new: " + shown(of.new_name));
    });
    say_names("added", of.added);
    say_names("gone", of.gone);
    facts.member("old", of.old_name, {.csv = "old_roster"});
    facts.member("new", of.new_name, {.csv = "new_roster"});
    facts.array("added", of.added, [&](const std::string& unit) { state_name("added", unit); });
    facts.array("gone", of.gone, [&](const std::string& unit) { state_name("gone", unit); });
    const auto state_stat = [&](const Comparison::StatChange& change) {
      row_of("stat", [&] {
        facts.member("unit", change.unit, {.label = "unit"});
        facts.member("key", change.key, {.label = "stat"});
        facts.member("old", change.before, {.label = "old"});
        facts.member("new", change.after, {.label = "new"});
      });
    };
    const auto state_odds = [&](const Comparison::OddsChange& change) {
      row_of("odds", [&] {
        facts.member("attacker", change.attacker, {.csv = "unit", .label = "attacker"});
        facts.member("defender", change.defender, {.csv = "key", .label = "defender"});
        facts.member("old", change.before, before);
        facts.member("new", change.after, after);
        facts.member("change", change.after.value - change.before.value,
                     for_people("change", Shows::change));
      });
    };
    say_none(of.stats.empty(), "no stats changed");
    facts.objects("stats", of.stats, state_stat, {.label = "stats", .most = of.stats.size()});
    say_none(of.odds.empty(),
             of.not_reached > 0 ? "no odds are known yet that changed" : "no odds changed");
    facts.objects("odds", of.odds, state_odds,
                  {.label = "odds, most changed first", .most = most_odds_shown});
    facts.objects("ranks", of.ranks, state_rank, {.label = "ranks", .most = of.ranks.size()});
  });
}

}  // namespace warodds
