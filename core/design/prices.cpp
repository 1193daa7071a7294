#include "core/design/prices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/design/search.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

using Whom = Aim::Whom;

constexpr const char* pricing_stopped = "interrupted before all was tried";

/// A unit at a price, as each budget buys it.
struct Offer {
  std::vector<Purchase> bought = {};
  Aim::Numbers numbers = {};  ///< in the contest

  bool same_purchase(const Offer& other) const {
    return std::equal(bought.begin(), bought.end(), other.bought.begin(),
                      [](const Purchase& one, const Purchase& another) {
                        return one.sizes == another.sizes &&
                               one.share_of_more == another.share_of_more;
                      });
  }
  /// Whether no budget buys less of it, or more.
  bool is_smallest() const {
    return std::all_of(bought.begin(), bought.end(), [](auto& one) { return one.is_least; });
  }
  bool is_largest() const {
    return std::all_of(bought.begin(), bought.end(), [](auto& one) { return one.is_most; });
  }
  /// At the first budget and, where it is another number, at the last.
  std::string sizes_text() const {
    const std::string first = bought.front().sizes_text();
    const std::string last = bought.back().sizes_text();
    return first == last ? first : first + " to " + last;
  }
  /// Figures that are bought, or models.
  int number() const {
    int number = 0;
    for (const auto& [name, of_name] : bought.front().sizes) number += of_name;
    return number;
  }
};

/// What budgets buy of each unit at a price.
class Market {
 public:
  /// Prices are multiples of `step`.
  Market(std::vector<AnyUnit> units, const std::vector<Budget>& budgets, int step, Contest& contest)
      : units_(std::move(units)), budgets_(budgets), step_(step), contest_(contest) {}

  bool is_mixed() const { return budgets_.front().buying == Buying::mixed; }

  /// `in`: as all budgets buy, or in whole numbers.
  const Offer& offer(std::size_t i, int points, std::optional<Buying> in = {}) {
    const Buying buying = in.value_or(budgets_.front().buying);
    const auto [known, is_new] = offers_.try_emplace({i, points, buying});
    Offer& offer = known->second;
    if (!is_new) return offer;
    AnyUnit unit = units_[i];
    set_points(unit, points);
    for (Budget budget : budgets_) {
      budget.buying = buying;
      Bought bought = buy(unit, budget);
      offer.bought.push_back(std::move(bought.purchase));
      offer.numbers.push_back(contest_.enter(bought.lots));
    }
    return offer;
  }

  /// Has a unit cost so much: the levers of the search are prices.
  void put(std::size_t unit, int points, Moved& prices, std::optional<Buying> in = {}) {
    const Aim::Numbers& numbers = offer(unit, points, in).numbers;
    prices.by[unit] = points;
    std::copy(numbers.begin(), numbers.end(),
              prices.numbers.begin() + static_cast<std::ptrdiff_t>(unit * numbers.size()));
  }

  /// The multiple of the step that is nearest to a price.
  int to_step(double price) const {
    const double steps = std::clamp(std::round(price / step_), 1.0, 1.0 * highest_price / step_);
    return static_cast<int>(steps) * step_;
  }

  /// Other prices near by, two more and two less: at which other whole numbers are bought, or, of
  /// mixed purchases, which all prices change, a little and a little more.
  std::vector<int> neighbours(std::size_t unit, int of) {
    std::vector<int> found;
    const int most = std::min(2 * of, highest_price);
    for (const int direction : {-1, 1}) {
      int last = of, seen = 0;
      for (int points = of + direction * step_; seen < 2 && points >= step_ && points <= most;
           points += direction * step_) {
        if (offer(unit, points).same_purchase(offer(unit, last))) continue;
        found.push_back(points);
        last = points;
        ++seen;
        if (!is_mixed()) continue;
        // The next one is farther away.
        constexpr double stride = 0.04;
        const double farther = of * (1 + direction * stride);
        points = direction > 0 ? std::max(points, to_step(farther) - step_)
                               : std::min(points, to_step(farther) + step_);
      }
    }
    return found;
  }

 private:
  static constexpr int highest_price = 1'000'000;

  std::vector<AnyUnit> units_;
  const std::vector<Budget>& budgets_;
  int step_;
  Contest& contest_;
  std::map<std::tuple<std::size_t, int, Buying>, Offer> offers_;  ///< those that were asked for
};

/// The points of the dearest unit, where no budget is said.
std::vector<Budget> budgets_of(const PricesQuestion& question) {
  std::vector<double> budgets = question.budgets;
  if (budgets.empty()) {
    int dearest = 0;
    for (const Contestant& unit : question.units) dearest = std::max(dearest, unit.points());
    if (dearest == 0) {
      throw Missing("prices: no unit has points yet; give --budget, what each side may cost");
    }
    budgets.push_back(dearest);
  }
  std::vector<Budget> all;
  for (const double points : budgets) all.push_back({points, question.buying, question.limits});
  return all;
}

/// Prices to start from: as written; where none is written, the mean of the others', or the budget.
std::vector<double> starting_prices(const PricesQuestion& question, double budget) {
  double sum = 0;
  double count = 0;
  for (const Contestant& unit : question.units) {
    sum += unit.points();
    count += unit.points() > 0 ? 1 : 0;
  }
  std::vector<double> prices;
  for (const Contestant& unit : question.units) {
    prices.push_back(unit.points() > 0 ? unit.points() : count > 0 ? sum / count : budget);
  }
  for (const std::size_t kept : question.fixed) {
    if (question.units[kept].points() > 0) continue;
    throw Missing(fmt::format("--fixed: {} has no points that could stay",
                              shown(question.units[kept].name())));
  }
  if (question.total && !question.fixed.empty()) {
    throw NotTogether(
        "--fixed: prices that stay and a total each say how high the prices are; leave out one of "
        "the two");
  }
  return prices;
}

class Pricing {
 public:
  Pricing(const PricesQuestion& question, const Watch& watch)
      : question_(question),
        watch_(watch),
        budgets_(budgets_of(question)),
        start_(starting_prices(question, budgets_.front().points)),
        contest_(question),
        market_(units_in(question.units), budgets_, question.step, contest_),
        aim_(contest_, question.units.size(), budgets_.size(), watch),
        too_strong_(size(), false),
        before_(size()) {
    static_cast<Wanted&>(aim_) = question;
  }

  Prices answer() {
    require_room(bytes_needed(), size(), "prices", "units", 2);
    try {
      look_at_old_prices();
      solve();
    } catch (const Interrupted&) {
      interrupted_ = true;
      if (best_.by.empty() || contest_.table().answered() == 0) {
        throw watch_.ended(
            " before the first odds were known; smaller budgets, --engine sim and --rounds take "
            "less time");
      }
    }
    aim_.even_for = question_.even_for;
    return report();
  }

 private:
  /// At every pace new numbers are bought of most units, each of which meets all others.
  double bytes_needed() const {
    constexpr double paces = 20;
    const double units = static_cast<double>(size());
    const double sizes = static_cast<double>(budgets_.size()) * (market_.is_mixed() ? 2 : 1);
    const double pairs = units * units / 2 * sizes;
    return bytes_of_pairs(pairs * 2) + paces * bytes_of_known_pair * pairs;
  }

  std::size_t size() const { return question_.units.size(); }
  bool has_price(std::size_t i) const { return aim_.counts[i]; }
  bool is_kept(std::size_t i) const {
    return std::find(question_.fixed.begin(), question_.fixed.end(), i) != question_.fixed.end();
  }
  bool may_move(std::size_t i) const { return has_price(i) && !is_kept(i); }

  std::vector<Contest::Pair> pairs_of(const Aim::Numbers& some, const Aim::Numbers& others) const {
    return Contest::pairs_of(some, others, budgets_.size());
  }
  /// Has all units meet each other at these prices.
  void settle(const Moved& prices) { aim_.settle(pairs_of(prices.numbers, prices.numbers)); }

  const Offer& offer(std::size_t i) { return market_.offer(i, best_.by[i]); }
  /// No price of any unit yet.
  Moved no_prices() const {
    return {std::vector<int>(size()), Aim::Numbers(size() * budgets_.size()), {}, 0};
  }
  /// The best prices but that of a unit, which has met all others at it.
  Moved best_with(std::size_t i, int points) {
    Moved changed = best_;
    market_.put(i, points, changed);
    aim_.settle(pairs_of(market_.offer(i, points).numbers, best_.numbers));
    return changed;
  }

  /// The odds of a unit, the mean over the budgets.
  double odds(std::size_t i, const Moved& prices, Whom whom = Whom::counted) const {
    double sum = 0;
    for (std::size_t b = 0; b < budgets_.size(); ++b) {
      sum += aim_.odds(i, prices.numbers, b, whom).of_beating.value;
    }
    return sum / static_cast<double>(budgets_.size());
  }
  Unfairness unfairness(const Moved& prices) const {
    const Unfairness sum = aim_.unfairness(prices.numbers);
    aim_.go_on();
    return sum;
  }

  void look_at_old_prices() {
    for (const Contestant& unit : question_.units) {
      if (unit.points() == 0) return;
    }
    aim_.even_for = question_.even_for;
    Moved old = no_prices();
    for (std::size_t i = 0; i < size(); ++i) {
      aim_.go_on();
      market_.put(i, question_.units[i].points(), old);
    }
    best_ = std::move(old);
    settle(best_);
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t b = 0; b < budgets_.size(); ++b) {
        before_[i].push_back(aim_.odds(i, best_.numbers, b, Whom::all).of_beating);
      }
    }
  }

  /// Prices for all units that have one. Those that turn out to have none are set aside, and the
  /// others priced among themselves.
  void solve() {
    // Against what is chosen nobody wins too often, so that says of no price that it is too low.
    // What is even on the mean is a good beginning.
    aim_.even_for = EvenFor::mean;
    do {
      follow_the_odds(best_.by.empty() ? start_
                                       : std::vector<double>(best_.by.begin(), best_.by.end()));
    } while (set_aside() && aim_.counted() > 1);
    aim_.even_for = question_.even_for;
    improve();
    if (question_.total) return_to_the_total();
    if (!market_.is_mixed()) return round_off();
    while (question_.total && step_to_the_total()) {
    }
  }

  /// Raises the prices of units that win too often and lowers the others', all at once, by steps
  /// that get smaller when they overshoot.
  void follow_the_odds(std::vector<double> prices) {
    std::optional<Unfairness> least;
    double pace = 1;
    // Mixed purchases follow every point of a price, so that odds come as near as one likes.
    const double near_enough = market_.is_mixed() ? 1e-6 : 1e-4;
    constexpr int most_rounds = 40;
    for (int round = 0; round < most_rounds && pace > 0.02; ++round) {
      Moved now = no_prices();
      for (std::size_t i = 0; i < size(); ++i) {
        aim_.go_on();
        market_.put(i, is_kept(i) ? question_.units[i].points() : market_.to_step(prices[i]), now);
      }
      if (best_.by.empty()) best_ = now;
      settle(now);
      now.unfairness = unfairness(now);
      if (!least || now.unfairness < *least) {
        least = now.unfairness;
        best_ = now;
      } else {
        pace *= 0.7;
      }
      const auto all = static_cast<double>(size() * budgets_.size());
      if (least->outside == 0 && least->squares < near_enough * all) return;
      adjust(prices, now, pace);
    }
  }

  void adjust(std::vector<double>& prices, const Moved& now, double pace) {
    constexpr double farthest = 0.5;  // in logarithms
    const double others = static_cast<double>(aim_.counted()) - 1;
    for (std::size_t i = 0; i < size(); ++i) {
      aim_.go_on();
      if (!may_move(i)) continue;
      const double off = odds(i, now) - 0.5;
      // All move at once, so two that meet do not pass each other.
      double move = pace * off / steepness(i, now.numbers) * others / (others + 1);
      move = std::clamp(move, -farthest, farthest);
      const Offer& offered = market_.offer(i, now.by[i]);
      if (move > 0 && offered.is_smallest()) move = 0;  // smaller it cannot be
      if (move < 0 && offered.is_largest()) move = 0;   // nor larger
      prices[i] = std::max(prices[i] * std::exp(move), least_price(i));
    }
    if (!question_.total) return;
    const double factor = wanted_total() / total_of(prices);
    for (std::size_t i = 0; i < size(); ++i) prices[i] *= has_price(i) ? factor : 1;
  }

  /// How fast the odds of a unit change with the logarithm of its number, roughly: twice as many
  /// win nearly always.
  double steepness(std::size_t i, const Aim::Numbers& numbers) const {
    constexpr double sharpness = 8;
    double sum = 0;
    double count = 0;
    for (std::size_t j = 0; j < size(); ++j) {
      if (j == i || !has_price(j)) continue;
      for (std::size_t b = 0; b < budgets_.size(); ++b) {
        const std::size_t mine = numbers[i * budgets_.size() + b];
        const double p = contest_.odds(mine, numbers[j * budgets_.size() + b]).of_beating.value;
        sum += sharpness * p * (1 - p);
        ++count;
      }
    }
    return std::max(count == 0 ? 0 : sum / count, 0.5);
  }

  /// No unit is looked at in numbers beyond all measure.
  double least_price(std::size_t i) const {
    constexpr double most_times = 8;
    double least = start_[i];
    for (const Budget& budget : budgets_) least = std::min(least, budget.points);
    return std::max<double>(question_.step, least / most_times);
  }

  int price_of_smallest() const { return market_.to_step(1e6); }

  /// Sets aside who beats the field even as small as can be, or loses to it in any number. They
  /// keep the price they had.
  bool set_aside() {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < size(); ++i) {
      aim_.go_on();
      if (!may_move(i)) continue;
      double now = odds(i, best_);
      if (now > 0.5 + aim_.within) {
        // Too weak in the smallest number, too strong in the largest: the step is too coarse.
        now = odds(i, best_with(i, price_of_smallest()));
      }
      const bool too_strong = now > 0.5 + aim_.within;
      const bool as_many_as_can_be =
          offer(i).is_largest() || best_.by[i] <= 1.1 * least_price(i) + question_.step;
      const bool too_weak = as_many_as_can_be && now < 0.5 - aim_.within;
      if (!too_strong && !too_weak) continue;
      too_strong_[i] = too_strong;
      found.push_back(i);
    }
    for (const std::size_t i : found) {
      aim_.counts[i] = false;
      market_.put(i, market_.to_step(start_[i]), best_);
    }
    return !found.empty();
  }

  /// By moves of prices to where something else is bought.
  void improve() {
    Moves moves;
    for (std::size_t i = 0; i < size(); ++i) moves.levers.push_back({i});
    moves.steps = [&](const Moved& from, std::size_t i) {
      return may_move(i) ? market_.neighbours(i, from.by[i]) : std::vector<int>();
    };
    moves.enter = [&](std::size_t i, Moved& moved) { market_.put(i, moved.by[i], moved); };
    // Of mixed purchases every step of a price is another one, and what is in the band by then is
    // near its middle.
    const SearchSettings settings{.threads = question_.cells.settings.threads,
                                  .ends_in_band = market_.is_mixed()};
    make_fairer(moves, aim_, settings, best_);
  }

  /// What the prices of units come to that have one ...
  template <class Price>
  double total_of(const std::vector<Price>& prices) const {
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += has_price(i) ? prices[i] : 0;
    return sum;
  }
  /// ... and are to come to, where the total of all is given.
  double wanted_total() const {
    double others = 0;
    for (std::size_t i = 0; i < size(); ++i) others += has_price(i) ? 0 : start_[i];
    return std::max(*question_.total - others, static_cast<double>(question_.step));
  }
  /// The step that brings their total nearer to what it is to be; 0: it is there.
  int step_wanted() const {
    const double left = wanted_total() - total_of(best_.by);
    if (std::abs(left) < question_.step) return 0;
    return left > 0 ? question_.step : -question_.step;
  }

  /// Of prices that are as even, those that come to what is wanted; of mixed purchases in any case.
  void return_to_the_total() {
    const double factor = wanted_total() / total_of(best_.by);
    Moved scaled = best_;
    for (std::size_t i = 0; i < size(); ++i) {
      if (has_price(i)) market_.put(i, market_.to_step(best_.by[i] * factor), scaled);
    }
    settle(scaled);
    if (market_.is_mixed() || !(unfairness(best_) < unfairness(scaled))) best_ = std::move(scaled);
  }

  /// The price that may best be another step towards the total. False when it is there.
  bool step_to_the_total() {
    const int step = step_wanted();
    if (step == 0) return false;
    std::optional<Moved> fairest;
    for (std::size_t i = 0; i < size(); ++i) {
      const int points = best_.by[i] + step;
      if (!has_price(i) || points != market_.to_step(points)) continue;
      Moved one = best_with(i, points);
      one.unfairness = unfairness(one);
      if (!fairest || one < *fairest) fairest = std::move(one);
    }
    if (fairest) best_ = *fairest;
    return fairest.has_value();
  }

  /// Many prices buy the same. Takes the one at which it costs the budgets, and then what brings
  /// the total to what is wanted.
  void round_off() {
    for (std::size_t i = 0; i < size(); ++i) {
      if (!may_move(i)) continue;
      double ideal = 0;
      for (const Purchase& bought : offer(i).bought) {
        ideal += best_.by[i] * bought.budget / bought.cost;
      }
      ideal /= static_cast<double>(budgets_.size());
      while (std::abs(best_.by[i] - ideal) > question_.step / 2.0 &&
             nudge(i, ideal > best_.by[i] ? question_.step : -question_.step)) {
      }
    }
    for (bool moved = question_.total.has_value(); moved;) {
      moved = false;
      for (std::size_t i = 0; i < size(); ++i) {
        const int step = step_wanted();
        if (step == 0) return;
        if (has_price(i) && nudge(i, step)) moved = true;
      }
      aim_.go_on();
    }
  }

  /// One step up or down, if that buys the same.
  bool nudge(std::size_t i, int step) {
    const int points = best_.by[i] + step;
    if (points != market_.to_step(points) || !market_.offer(i, points).same_purchase(offer(i))) {
      return false;
    }
    market_.put(i, points, best_);
    return true;
  }

  /// Prices about the one found at which a unit (for choosers: all of them) is even at all budgets
  /// while the others keep theirs, from half to twice as much: first in strides, then to the step.
  std::optional<std::pair<int, int>> range_of(std::size_t i) {
    if (!has_price(i) || !aim_.is_even(i, best_.numbers)) return std::nullopt;
    const int now = best_.by[i];
    const auto is_even_at = [&](int points) {
      const Moved changed = best_with(i, points);
      // Whoever is too cheap is always chosen, and the others are worth it no more.
      return question_.even_for == EvenFor::choosers ? unfairness(changed).outside == 0
                                                     : aim_.is_even(i, changed.numbers);
    };
    const int stride = std::max(market_.to_step(now * 0.02), question_.step);
    std::pair<int, int> range{now, now};
    for (const int direction : {-1, 1}) {
      int& end = direction < 0 ? range.first : range.second;
      const int farthest =
          direction < 0 ? std::max(question_.step, market_.to_step(now / 2.0)) : 2 * now;
      for (int by = stride; by >= question_.step;) {
        const int next = end + direction * by;
        const bool is_too_far = direction < 0 ? next < farthest : next > farthest;
        if (!is_too_far && is_even_at(next)) {
          end = next;
        } else {
          by = by == question_.step ? 0 : std::max(market_.to_step(by / 2.0), question_.step);
        }
      }
    }
    return range;
  }

  /// Why a unit is not even.
  std::string why(const Prices::Row& row, std::size_t i) {
    if (interrupted_) return pricing_stopped;
    if (!has_price(i)) return why_without_price(i);
    if (aim_.counted() < 2) return "because no other unit has a price";
    const double now = odds(i, best_);
    if (aim_.is_even(i, best_.numbers)) {
      return fmt::format("because of units without a price; among the others {:.0f} %", now * 100);
    }
    if (is_kept(i)) return "its price was to stay";
    if (row.at.size() > 1) {
      std::vector<std::string> parts;
      for (const Prices::At& at : row.at) {
        if (at.within) continue;
        parts.push_back(fmt::format("{:.1f} % at {:g}", at.odds.value * 100, at.bought.budget));
      }
      return fmt::format("{}; no price was found that is even at all budgets",
                         fmt::join(parts, ", "));
    }
    if (!market_.is_mixed()) return why_by_next_number(i, now);
    const Purchase& bought = offer(i).bought.front();
    if (now > 0.5 && bought.is_least) return "fewer it cannot be";
    if (now < 0.5 && bought.is_most) return "more may not be bought";
    return question_.total ? "no prices were found that are fairer and come to the total"
                           : "no price was found that is fairer to all";
  }

  /// How a unit that has no price does against the others in the number that was tried last.
  std::string why_without_price(std::size_t i) {
    const bool strong = too_strong_[i];
    const int price = strong ? price_of_smallest() : market_.to_step(least_price(i));
    const Offer& last = market_.offer(i, price);
    const double then = odds(i, best_with(i, price), Whom::all);
    const char* hint = question_.step > 1 ? "; a smaller --step has more prices to try" : "";
    if (strong ? then <= 0.5 + aim_.within : then >= 0.5 - aim_.within) {
      return std::string("no price was found") + hint;
    }
    const bool by_limit = !strong && last.is_largest();
    return fmt::format("no price: as {} as {} beat others with {:.0f} %{}{}",
                       strong ? "few" : "many", last.sizes_text(), then * 100,
                       strong ? "" : " only",
                       by_limit ? ", and more may not be bought; a smaller --budget may have one"
                       : strong ? ""
                                : hint);
  }

  /// What the next number in the right direction would bring: odds beyond the other end of the
  /// band, since numbers are whole or prices go in steps, or others who are not even then.
  std::string why_by_next_number(std::size_t i, double now) {
    const bool too_often = now > 0.5;
    for (const int price : market_.neighbours(i, best_.by[i])) {
      if (too_often != (price > best_.by[i])) continue;
      const Offer& next = market_.offer(i, price);
      const Moved changed = best_with(i, price);
      const double then = odds(i, changed);
      const std::string text =
          fmt::format("with {} {:.1f} %, with {} {:.1f} %", offer(i).sizes_text(), now * 100,
                      next.sizes_text(), then * 100);
      if (too_often == (then < 0.5 - aim_.within) && std::abs(then - 0.5) > aim_.within) {
        const bool by_step = question_.step > 1 &&
                             std::abs(price - best_.by[i]) <= question_.step &&
                             std::abs(next.number() - offer(i).number()) > 1;
        return (by_step ? fmt::format("prices are multiples of {}: ", question_.step)
                        : "numbers are whole: ") +
               text;
      }
      return text + ", but then " + who_suffers(i, changed);
    }
    return too_often ? "fewer it cannot be" : "more does not help";
  }

  /// The others whom a purchase would take out of the band, or farther from it.
  std::string who_suffers(std::size_t i, const Moved& changed) const {
    std::string list;
    for (std::size_t j = 0; j < size(); ++j) {
      if (j == i || !has_price(j)) continue;
      const double then = odds(j, changed);
      const double off = std::abs(then - 0.5);
      if (off <= aim_.within || off <= std::abs(odds(j, best_) - 0.5)) continue;
      list += fmt::format("{}{} {:.1f} %", list.empty() ? "" : ", ",
                          shown(question_.units[j].name()), then * 100);
    }
    return list.empty() ? "the others are less even" : list;
  }

  Prices report() {
    contest_.settle(pairs_of(best_.numbers, best_.numbers), watch_);
    Prices prices;
    static_cast<PricesWanted&>(prices) = question_;
    prices.budgets.clear();
    for (const Budget& budget : budgets_) prices.budgets.push_back(budget.points);
    Moved whole = no_prices();  // all bought in whole numbers
    for (std::size_t i = 0; market_.is_mixed() && i < size(); ++i) {
      market_.put(i, best_.by[i], whole, Buying::whole);
    }
    const std::vector<Contest::Pair> of_whole = pairs_of(whole.numbers, whole.numbers);
    if (market_.is_mixed()) contest_.settle(of_whole, watch_);
    const bool knows_whole = market_.is_mixed() && contest_.knows(of_whole);
    std::vector<std::vector<double>> shares;
    for (std::size_t b = 0; prices.even_for == EvenFor::choosers && b < budgets_.size(); ++b) {
      shares.push_back(aim_.shares(best_.numbers, b));
    }
    double nobody_wins = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      Prices::Row row;
      row.unit = question_.units[i].name();
      row.points = best_.by[i];
      row.was = question_.units[i].points();
      for (std::size_t b = 0; b < budgets_.size(); ++b) {
        Prices::At& at = row.at.emplace_back();
        const Odds odds = aim_.odds(i, best_.numbers, b, Whom::all);
        at.odds = odds.of_beating;
        nobody_wins += odds.nobody_wins;
        at.within = aim_.is_even(at.odds.value);
        at.bought = offer(i).bought[b];
        if (!before_[i].empty()) at.before = before_[i][b];
        if (!shares.empty()) at.share = shares[b][i];
        if (!knows_whole) continue;
        at.odds_whole = aim_.odds(i, whole.numbers, b, Whom::all).of_beating;
        at.bought_whole = market_.offer(i, best_.by[i], Buying::whole).bought[b];
      }
      row.within = std::all_of(row.at.begin(), row.at.end(), [](auto& at) { return at.within; });
      try {
        if (!row.within) row.why = why(row, i);
        if (!interrupted_) row.range = range_of(i);
      } catch (const Interrupted&) {
        interrupted_ = true;
        if (!row.within && row.why.empty()) row.why = pricing_stopped;
      }
      prices.rows.push_back(std::move(row));
    }
    static_cast<Table&>(prices) = contest_.table();
    prices.nobody_wins = nobody_wins / static_cast<double>(size() * budgets_.size());
    prices.end(interrupted_ || watch_.stopped(), watch_);
    prices.not_reached = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        prices.not_reached += contest_.knows(pairs_of(offer(i).numbers, offer(j).numbers)) ? 0 : 1;
      }
    }
    return prices;
  }

  const PricesQuestion& question_;
  const Watch& watch_;
  std::vector<Budget> budgets_;
  std::vector<double> start_;
  Contest contest_;
  Market market_;
  Aim aim_;
  std::vector<bool> too_strong_;               ///< of those without a price: else too weak
  std::vector<std::vector<Estimate>> before_;  ///< of each unit at each budget, where known
  Moved best_;                                 ///< prices; none: by is empty
  bool interrupted_ = false;
};

}  // namespace

double Prices::Row::odds() const {
  double sum = 0;
  for (const At& one : at) sum += one.odds.value;
  return sum / static_cast<double>(at.size());
}

Prices answer_prices(const PricesQuestion& question, const Watch& watch) {
  require_size(question.system());
  if (question.units.size() < 2) throw Missing("prices needs at least two units", "units");
  return Pricing(question, watch).answer();
}

}  // namespace warodds
