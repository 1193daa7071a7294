// What is said of prices, balanced rosters and versions that are compared.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/facts.h"

namespace warodds {

CsvLayout layout_of(const PricesReport&) {
  return {table_columns({"budget",
                         "unit",
                         "points",
                         "was",
                         "odds",
                         "odds_before",
                         "within",
                         "why",
                         "bought",
                         "cost",
                         "odds_half_width",
                         "odds_before_half_width",
                         "for",
                         "share",
                         "buy",
                         "low",
                         "high",
                         "odds_whole",
                         "odds_whole_half_width",
                         "bought_whole"})};
}

namespace {

/// What a unit is at a budget: in JSON an object of its own, in CSV a row with its price.
void state_at(Facts& facts, const Prices::Row& row, const Prices::At& at) {
  facts.member("budget", at.budget);
  facts.member("unit", row.unit, only_csv);
  facts.member("points", row.points, only_csv);
  facts.member("was", row.was, only_csv);
  facts.member("odds", at.odds, odds_beside);
  if (at.before) facts.member("odds_before", *at.before, odds_beside);
  if (at.share) facts.member("share", *at.share);
  facts.member("within", at.within);
  facts.member("why", row.why, only_csv);
  if (row.range) {
    facts.member("low", row.range->first, only_csv);
    facts.member("high", row.range->second, only_csv);
  }
  facts.member("bought", [&] { state(facts, at.bought, only_json); });
  facts.member("bought", at.bought.text(), only_csv);
  facts.member("cost", at.bought.cost, only_csv);
  if (!at.odds_whole) return;
  facts.member("odds_whole", *at.odds_whole, odds_beside);
  facts.member("bought_whole", [&] { state(facts, *at.bought_whole, only_json); });
  facts.member("bought_whole", at.bought_whole->text(), only_csv);
}

/// What a unit is at all budgets together, for JSON; at a single one that is what it is there.
void state_mean(Facts& facts, const Prices::Row& row) {
  facts.member("unit", row.unit, only_json);
  facts.member("points", row.points, only_json);
  facts.member("was", row.was, only_json);
  const Prices::At& first = row.at.front();
  if (row.at.size() == 1) {
    facts.member("odds", first.odds, {.only = Form::json, .word = ""});
    if (first.before) facts.member("odds_before", *first.before, {.only = Form::json, .word = ""});
    if (first.share) facts.member("share", *first.share, only_json);
  } else {
    facts.member("odds", row.odds(), only_json);
  }
  facts.member("within", row.within, only_json);
  facts.member("why", row.why, only_json);
  if (row.range) {
    facts.member("low", row.range->first, only_json);
    facts.member("high", row.range->second, only_json);
  }
  if (row.at.size() == 1) facts.member("bought", [&] { state(facts, first.bought, only_json); });
}

}  // namespace

void state(Facts& facts, const PricesReport& report) {
  const Prices& of = report.prices;
  facts.object([&] {
    state_head(facts, "prices", of);
    if (of.budgets.size() == 1) facts.member("budget", of.budgets.front(), only_json);
    facts.member("budgets", of.budgets, only_json);
    facts.member("buy", word_of(of.buying), in_column);
    facts.member("for", word_of(of.even_for), in_column);
    facts.member("within", of.within);
    if (!of.kept.empty()) facts.member("keep", of.kept);
    if (of.keeps_total) facts.member("keeps_total", true);
    facts.member("total", of.total);
    facts.member("total_was", of.total_was);
    facts.member("battles", of.battles);
    facts.member("nobody_wins", of.nobody_wins);
    facts.objects("prices", of.rows, [&](const Prices::Row& row) {
      state_mean(facts, row);
      facts.objects("at", row.at,
                    [&](const Prices::At& at) { facts.row([&] { state_at(facts, row, at); }); });
    });
  });
}

CsvLayout layout_of(const BalanceReport&) {
  return {table_columns({"of", "unit", "key", "from", "to", "before", "after", "within", "why",
                         "bought", "cost", "before_half_width", "after_half_width", "for",
                         "share_before", "share_after"})};
}

void state(Facts& facts, const BalanceReport& report) {
  const Balance& of = report.balance;
  const auto state_changed = [&](const Balance::Change& change) {
    facts.row([&] {
      facts.member("of", "change", only_csv);
      facts.member("unit", change.name);
      facts.member("key", change.key);
      facts.member("from", change.from);
      facts.member("to", change.to);
      facts.member("points", change.points);
      facts.member("before", change.odds_before, odds_beside);
      facts.member("after", change.odds_after, odds_beside);
    });
  };
  const auto state_row = [&](const Balance::Row& row) {
    facts.row([&] {
      facts.member("of", "unit", only_csv);
      facts.member("unit", row.unit);
      facts.member("before", row.before, odds_beside);
      facts.member("after", row.after, odds_beside);
      if (of.even_for == EvenFor::choosers) {
        facts.member("share_before", row.share_before);
        facts.member("share_after", row.share_after);
      }
      facts.member("within", row.within);
      facts.member("why", row.why);
      const auto bought = std::find_if(of.bought.begin(), of.bought.end(),
                                       [&](const Purchase& it) { return it.unit == row.unit; });
      if (bought == of.bought.end()) return;
      facts.member("bought", bought->text(), only_csv);
      facts.member("cost", bought->cost, only_csv);
    });
  };
  facts.object([&] {
    state_head(facts, "balance", of);
    facts.member("target", of.target);
    facts.member("within", of.within);
    facts.member("for", word_of(of.even_for), in_column);
    if (of.budget) facts.member("budget", of.budget->points, only_json);
    facts.objects("changes", of.changes, state_changed);
    facts.objects("units", of.rows, state_row);
    if (!of.wishes.empty()) {
      facts.objects("wishes", of.wishes, [&](const Balance::Wish& wish) {
        facts.row([&] {
          facts.member("of", "wish", only_csv);
          facts.member("unit", wish.unit);
          facts.member("other", wish.other, {.csv = "key"});
          facts.member("wanted", wish.odds, {.csv = "to"});
          facts.member("before", wish.before, odds_beside);
          facts.member("after", wish.after, odds_beside);
          facts.member("within", wish.within);
        });
      });
    }
    if (!of.orders.empty()) {
      facts.objects("orders", of.orders, [&](const Balance::Order& order) {
        facts.row([&] {
          facts.member("of", "order", only_csv);
          facts.member("unit", order.stronger);
          facts.member("over", order.weaker, {.csv = "key"});
          facts.member("before", order.before, odds_beside);
          facts.member("after", order.after, odds_beside);
          facts.member("within", order.within);
        });
      });
    }
    if (!of.costs.empty()) {
      facts.objects("costs", of.costs, [&](const PointCost& cost) {
        facts.row([&] {
          facts.member("of", "cost", only_csv);
          facts.member("key", cost.key);
          facts.member("cost", cost.cost, {.csv = "to"});
        });
      });
    }
    if (!of.others.empty()) {
      int number = 1;
      facts.array("others", of.others, [&](const std::vector<Balance::Change>& changes) {
        ++number;
        facts.array(changes, [&](const Balance::Change& change) {
          facts.object([&] {
            facts.row([&] {
              facts.member("of", fmt::format("change of solution {}", number), only_csv);
              facts.member("unit", change.name);
              facts.member("key", change.key);
              facts.member("from", change.from);
              facts.member("to", change.to);
              facts.member("points", change.points);
            });
          });
        });
      });
    }
    facts.member("points", of.points);
    facts.member("proved_smallest", of.proved_smallest);
    facts.member("tried", of.tried);
    facts.member("battles", of.battles);
    facts.member("nobody_wins", of.nobody_wins);
  });
}

CsvLayout layout_of(const Comparison&) {
  return {table_columns({"of", "unit", "key", "old", "new", "old_half_width", "new_half_width"})};
}

void state(Facts& facts, const Comparison& of) {
  // What stands in the columns "old" and "new" of a row of CSV.
  const Naming before{.csv = "old", .word = ""};
  const Naming after{.csv = "new", .word = ""};
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
      facts.member("unit", change.unit);
      facts.member("old", change.before);
      facts.member("new", change.after);
    });
    row_of("beats_another", [&] {
      facts.member("unit", change.unit, only_csv);
      facts.member("odds_old", change.odds_before, before);
      facts.member("odds_new", change.odds_after, after);
    });
  };
  facts.object([&] {
    state_head(facts, "compare", of);
    facts.member("old", of.old_name, {.csv = "old_roster"});
    facts.member("new", of.new_name, {.csv = "new_roster"});
    facts.array("added", of.added, [&](const std::string& unit) { state_name("added", unit); });
    facts.array("gone", of.gone, [&](const std::string& unit) { state_name("gone", unit); });
    facts.objects("stats", of.stats, [&](const Comparison::StatChange& change) {
      row_of("stat", [&] {
        facts.member("unit", change.unit);
        facts.member("key", change.key);
        facts.member("old", change.before);
        facts.member("new", change.after);
      });
    });
    facts.objects("odds", of.odds, [&](const Comparison::OddsChange& change) {
      row_of("odds", [&] {
        facts.member("attacker", change.attacker, {.csv = "unit"});
        facts.member("defender", change.defender, {.csv = "key"});
        facts.member("old", change.before, before);
        facts.member("new", change.after, after);
      });
    });
    facts.objects("ranks", of.ranks, state_rank);
  });
}

}  // namespace warodds
