// Balanced rosters for people.
#include <fmt/format.h>

#include <algorithm>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/forms/text/table.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"

namespace warodds::text {
namespace {

std::string verdict(const Balance& balance) {
  const std::string tried =
      fmt::format("{} sets of changes tried, {} battles", balance.tried, balance.battles);
  if (balance.partial) return "INTERRUPTED: the best so far; " + tried;
  if (balance.proved_smallest) return "no smaller set of changes does it (proved); " + tried;
  const auto is_within = [](const auto& row) { return row.within; };
  const bool all = std::all_of(balance.rows.begin(), balance.rows.end(), is_within) &&
                   std::all_of(balance.wishes.begin(), balance.wishes.end(), is_within) &&
                   std::all_of(balance.orders.begin(), balance.orders.end(), is_within);
  return (all ? "a smaller set may exist; " : "nothing better was found; ") + tried;
}

}  // namespace

std::string text_of(const BalanceReport& report, const Style& style) {
  const Balance& balance = report.balance;
  const bool for_choosers = balance.even_for == EvenFor::choosers;
  std::string what = fmt::format("{} units, wanted: ", balance.rows.size());
  if (for_choosers) {
    what += fmt::format("{:g} % or more against players who choose",
                        (balance.target - balance.within) * 100);
  } else {
    what += fmt::format("{:g} to {:g} % on the mean", (balance.target - balance.within) * 100,
                        (balance.target + balance.within) * 100);
  }
  if (balance.budget) what += fmt::format(", each bought for {:g} points", balance.budget->points);
  std::string text = table_heading(what, balance, style);
  text +=
      style.bold(balance.changes.empty() ? "no changes"
                                         : fmt::format("changes: {} in {} points",
                                                       balance.changes.size(), balance.points)) +
      "\n";
  for (const PointCost& cost : balance.costs) {
    text += fmt::format("  one of {} counts {}\n", shown(cost.key), cost.cost);
  }
  const auto number = [&](const std::optional<Estimate>& odds) {
    return odds ? odds_text(odds->value) : std::string(style.dash());
  };
  for (const Balance::Change& change : balance.changes) {
    text += fmt::format("  {}{}{}{} {} {}\n", pad(shorten(change.name, 24), 25),
                        pad(shorten(change.key, 18), 19), pad(change.from + " > " + change.to, 10),
                        pad_left(number(change.odds_before), 9), style.utf8 ? "→" : ">",
                        number(change.odds_after));
  }
  const int width = balance.simulated > 0 ? 18 : 10;
  text += "\n" + style.bold(pad(for_choosers ? "beats what is chosen" : "beats another", 27)) +
          style.faint(pad_left("before", width) + pad_left("after", width) +
                      (for_choosers ? pad_left("chosen", 12) + pad_left("now", 10) : "")) +
          "\n";
  const auto share = [&](const std::optional<double>& chosen) {
    return !chosen ? std::string(style.dash()) : *chosen > 0 ? percent({*chosen}, style) : "never";
  };
  for (const Balance::Row& row : balance.rows) {
    text += fmt::format(
        "  {}{}{}{}\n", pad(shorten(row.unit, 24), 25),
        pad_left(row.before ? odds_text(*row.before, style) : style.dash(), width),
        pad_left(row.after ? odds_text(*row.after, style) : style.dash(), width),
        for_choosers ? pad_left(share(row.share_before), 12) + pad_left(share(row.share_after), 10)
                     : "");
  }
  for (const Balance::Wish& wish : balance.wishes) {
    text += wrapped(fmt::format("wish: {} beats {} with {:g} %: {}, was {}{}", shown(wish.unit),
                                shown(wish.other), wish.odds * 100, number(wish.after),
                                number(wish.before), wish.within ? "" : ", NOT AS WISHED"),
                    0, 2);
  }
  for (const Balance::Order& order : balance.orders) {
    text += wrapped(fmt::format("kept: {} beats {}: {}, was {}{}", shown(order.stronger),
                                shown(order.weaker), number(order.after), number(order.before),
                                order.within ? "" : ", NOT IN ORDER"),
                    0, 2);
  }
  for (std::size_t i = 0; i < balance.others.size(); ++i) {
    std::string changes;
    for (const Balance::Change& change : balance.others[i]) {
      changes += fmt::format("{}{} {} {} > {}", changes.empty() ? "" : ", ", shown(change.name),
                             change.key, change.from, change.to);
    }
    text += wrapped(fmt::format("solution {}: {}", i + 2, changes), 0, 2);
  }
  text += nobody_line(balance, style);
  text += outside_lines("not as wanted", balance.rows, style);
  return text + "\n" + wrapped(verdict(balance), 0, 0);
}

}  // namespace warodds::text
