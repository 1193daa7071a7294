#include "core/design/prices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/design/price_reasons.h"
#include "core/design/room.h"
#include "core/design/search.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Prices to start from: as written; where none is written, the mean of the others', or the budget.
struct StartingPrices {
  std::vector<double> prices;
  std::vector<double> budgets;

  explicit StartingPrices(const PricesQuestion& question) : budgets(question.budgets) {
    int dearest = 0;
    double sum = 0;
    double count = 0;
    for (const AnyUnit& unit : question.units) {
      dearest = std::max(dearest, points_of(unit));
      sum += points_of(unit);
      count += points_of(unit) > 0 ? 1 : 0;
    }
    if (budgets.empty() && dearest == 0) {
      throw Missing("prices: no unit has points yet; give --budget, what each side may cost");
    }
    if (budgets.empty()) budgets.push_back(dearest);
    const double otherwise = count > 0 ? sum / count : budgets.front();
    for (const AnyUnit& unit : question.units) {
      prices.push_back(points_of(unit) > 0 ? points_of(unit) : otherwise);
    }
    for (const std::size_t kept : question.keep) {
      if (points_of(question.units[kept]) > 0) continue;
      throw Missing(fmt::format("--keep: {} has no points that could stay",
                                shown(name_of(question.units[kept]))));
    }
    if (question.total && !question.keep.empty()) {
      throw NotTogether(
          "--total and --keep each say how high the prices are; leave out one of the two");
    }
  }

  std::vector<Budget> of(const PricesQuestion& question) const {
    std::vector<Budget> all;
    for (const double points : budgets) all.push_back({points, question.buying, question.limits});
    return all;
  }
};

/// At all budgets, among those who have a price.
bool is_even_everywhere(const Market& market, std::size_t unit, const Offers& offers) {
  const auto [least, greatest] = market.extremes(unit, offers[unit], offers);
  return market.is_even(least) && market.is_even(greatest);
}

/// Prices that move to where something else is bought.
class PriceMoves : public Moves {
 public:
  /// `movable`: the units whose prices may move from these.
  PriceMoves(Market& market, const Offers& start, std::vector<std::size_t> movable)
      : market_(market), start_(start), movable_(std::move(movable)) {
    meet_each_other = true;
  }

  std::size_t unit_count() const override { return start_.size(); }
  std::size_t lever_count() const override { return movable_.size(); }
  std::size_t unit_of(std::size_t lever) const override { return movable_[lever]; }

  std::vector<int> steps(const Moved& from, std::size_t lever) const override {
    const std::size_t unit = movable_[lever];
    std::vector<int> there;
    for (const Offer& offer : market_.neighbours(unit, offer_of(unit, from))) {
      there.push_back(offer.points - start_[unit].points);
    }
    return there;
  }

  void enter(std::size_t unit, Moved& moved) const override {
    const Offer offer = offer_of(unit, moved);
    std::copy(offer.numbers.begin(), offer.numbers.end(),
              moved.numbers.begin() + static_cast<std::ptrdiff_t>(unit * offer.numbers.size()));
  }

  void add_pairs(const Moved& moved, std::vector<Contest::Pair>& pairs) const override {
    const std::size_t budgets = market_.budgets().size();
    for (std::size_t i = 0; i < unit_count(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!market_.has_price(i) || !market_.has_price(j)) continue;
        for (std::size_t b = 0; b < budgets; ++b) {
          pairs.emplace_back(moved.numbers[i * budgets + b], moved.numbers[j * budgets + b]);
        }
      }
    }
  }

  Unfairness rate(const Moved& moved) const override { return market_.unfairness(moved.numbers); }

  bool is_even(const Moved& moved, std::size_t unit) const override {
    return is_even_everywhere(market_, unit, offers(moved));
  }

  Moved start() const {
    Moved moved;
    moved.by.assign(movable_.size(), 0);
    moved.numbers = Market::all_numbers(start_);
    return moved;
  }

  Offers offers(const Moved& moved) const {
    Offers all;
    for (std::size_t i = 0; i < unit_count(); ++i) all.push_back(offer_of(i, moved));
    return all;
  }

 private:
  Offer offer_of(std::size_t unit, const Moved& moved) const {
    const auto lever = std::find(movable_.begin(), movable_.end(), unit);
    if (lever == movable_.end()) return start_[unit];
    const int by = moved.by[static_cast<std::size_t>(lever - movable_.begin())];
    return by == 0 ? start_[unit] : market_.offer(unit, start_[unit].points + by);
  }

  Market& market_;
  const Offers start_;
  std::vector<std::size_t> movable_;
};

class Pricing {
 public:
  Pricing(const PricesQuestion& question, const Watch& watch)
      : question_(question),
        watch_(watch),
        start_(question),
        market_(question.units, start_.of(question), question.step, question.within,
                Contest(question.system, question.conditions, question.cells), watch),
        no_price_(question.units.size()) {}

  Prices answer() {
    const double sizes = static_cast<double>(start_.budgets.size()) * (market_.is_mixed() ? 2 : 1);
    require_room([&](double n) { return bytes_of_prices(n, sizes); }, question_.units.size(),
                 "prices", "units");
    market_.judge_for(question_.even_for);
    std::vector<std::vector<Estimate>> before(market_.size());
    const auto& units = question_.units;
    if (std::all_of(units.begin(), units.end(), [](auto& unit) { return points_of(unit) > 0; })) {
      Offers old;
      for (std::size_t i = 0; i < units.size(); ++i) {
        if (watch_.stopped()) too_early();
        old.push_back(market_.offer(i, points_of(units[i])));
      }
      if (!market_.settle(old, old, watch_)) return as_far_as_known(old);
      for (std::size_t i = 0; i < units.size(); ++i) {
        for (std::size_t b = 0; b < start_.budgets.size(); ++b) {
          before[i].push_back(market_.odds_of_all(i, old[i], old, b).of_beating);
        }
      }
    }
    solve();
    return report(before);
  }

 private:
  [[noreturn]] void too_early() const {
    throw NoAnswer(
        fmt::format("{} before the first odds were known; smaller budgets, --engine sim and "
                    "--rounds take less time",
                    watch_.why_stopped()));
  }

  /// The prices as they were, with the odds of the battles that have been fought.
  Prices as_far_as_known(const Offers& offers) {
    if (market_.contest().battles() == 0) too_early();
    interrupted_ = true;
    best_ = offers;
    return report(std::vector<std::vector<Estimate>>(market_.size()));
  }

  bool is_interrupted() { return interrupted_ = interrupted_ || watch_.stopped(); }

  /// At every pace new numbers are bought of most units, each of which meets all others. `sizes`:
  /// numbers of each that are bought at the same time.
  static double bytes_of_prices(double units, double sizes) {
    constexpr double paces = 20;
    const double pairs = units * units / 2;
    return bytes_of_pairs(pairs * 2 * sizes) + paces * bytes_of_known_pair * pairs * sizes;
  }

  bool is_kept(std::size_t i) const {
    return std::find(question_.keep.begin(), question_.keep.end(), i) != question_.keep.end();
  }

  /// Prices for all units that have one. Those that turn out to have none are set aside, and the
  /// others priced among themselves.
  void solve() {
    // Against what is chosen nobody wins too often, so that says of no price that it is too low.
    // What is even on the mean is a good beginning.
    market_.judge_for(EvenFor::mean);
    do {
      follow_the_odds();
    } while (!is_interrupted() && set_aside() && market_.priced() > 1);
    market_.judge_for(question_.even_for);
    improve();
    if (!is_interrupted() && question_.total) return_to_the_total();
    if (market_.is_mixed()) {
      while (!is_interrupted() && step_to_the_total()) {
      }
    } else {
      round_off();
    }
  }

  void improve() {
    std::vector<std::size_t> movable;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (market_.has_price(i) && !is_kept(i)) movable.push_back(i);
    }
    const PriceMoves moves(market_, best_, std::move(movable));
    // Of mixed purchases every step of a price is another one, and what is in the band by then is
    // near its middle.
    const SearchSettings settings{.threads = question_.cells.settings.threads,
                                  .ends_in_band = market_.is_mixed()};
    Moved now = moves.start();
    if (is_interrupted()) return;
    interrupted_ = !make_fairer(moves, settings, market_.contest(), watch_, now);
    best_ = moves.offers(now);
  }

  /// What the prices of these come to.
  double total_of_priced(const std::vector<double>& prices) const {
    double sum = 0;
    for (std::size_t i = 0; i < prices.size(); ++i) sum += market_.has_price(i) ? prices[i] : 0;
    return sum;
  }

  /// What units with a price are to come to, where the total of all is given.
  double wanted_of_priced() const {
    double others = 0;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (!market_.has_price(i)) others += start_.prices[i];
    }
    return std::max(*question_.total - others, static_cast<double>(question_.step));
  }

  std::vector<double> points_of_best() const {
    std::vector<double> points;
    for (const Offer& offer : best_) points.push_back(offer.points);
    return points;
  }

  /// Of prices that are as even, those that come to what is wanted; of mixed purchases in any case.
  void return_to_the_total() {
    const double factor = wanted_of_priced() / total_of_priced(points_of_best());
    Offers scaled = best_;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (!market_.has_price(i)) continue;
      scaled[i] = market_.offer(i, market_.to_step(best_[i].points * factor));
    }
    if (!settle(scaled, scaled)) return;
    if (!market_.is_mixed() && market_.unfairness(best_) < market_.unfairness(scaled)) return;
    if (is_interrupted()) return;
    best_ = std::move(scaled);
  }

  /// The price that may best be another step towards the total. False when it is there.
  bool step_to_the_total() {
    if (!question_.total) return false;
    const double left = wanted_of_priced() - total_of_priced(points_of_best());
    if (std::abs(left) < question_.step) return false;
    const int step = left > 0 ? question_.step : -question_.step;
    Offers nearer;
    std::vector<std::size_t> whose;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      const int points = best_[i].points + step;
      if (!market_.has_price(i) || points != market_.to_step(points)) continue;
      nearer.push_back(market_.offer(i, points));
      whose.push_back(i);
    }
    if (nearer.empty() || !settle(nearer, best_)) return false;
    std::optional<Unfairness> least;
    std::size_t best = 0;
    Offers changed = best_;
    for (std::size_t i = 0; i < nearer.size(); ++i) {
      changed[whose[i]] = nearer[i];
      const Unfairness unfairness = market_.unfairness(changed);
      changed[whose[i]] = best_[whose[i]];
      if (is_interrupted()) return false;
      if (least && !(unfairness < *least)) continue;
      least = unfairness;
      best = i;
    }
    best_[whose[best]] = nearer[best];
    return true;
  }

  /// Raises the prices of units that win too often and lowers the others', all at once, by steps
  /// that get smaller when they overshoot.
  void follow_the_odds() {
    std::vector<double> prices = start_.prices;
    for (std::size_t i = 0; i < best_.size(); ++i) prices[i] = best_[i].points;
    best_.clear();
    Unfairness least;
    double pace = 1;
    // Mixed purchases follow every point of a price, so that odds come as near as one likes.
    const double near_enough = market_.is_mixed() ? 1e-6 : 1e-4;
    constexpr int most_rounds = 40;
    for (int round = 0; round < most_rounds && pace > 0.02; ++round) {
      Offers offers;
      for (std::size_t i = 0; i < market_.size() && !watch_.stopped(); ++i) {
        const int points = is_kept(i) ? points_of(question_.units[i]) : market_.to_step(prices[i]);
        offers.push_back(market_.offer(i, points));
      }
      const bool settled = market_.settle(offers, offers, watch_);
      const Unfairness now = settled ? market_.unfairness(offers) : Unfairness();
      if (watch_.stopped()) {
        // The first are known before anything is known of them all together.
        if (best_.empty()) best_ = settled || known_.empty() ? offers : known_;
        if (best_.size() < market_.size() || market_.contest().battles() == 0) too_early();
        interrupted_ = true;
        return;
      }
      if (best_.empty() || now < least) {
        least = now;
        known_ = best_ = offers;
      } else {
        pace *= 0.7;
      }
      const auto all = static_cast<double>(offers.size() * start_.budgets.size());
      if (least.outside == 0 && least.squares < near_enough * all) return;
      adjust(prices, offers, pace);
    }
  }

  void adjust(std::vector<double>& prices, const Offers& offers, double pace) const {
    constexpr double farthest = 0.5;  // in logarithms
    const double others = static_cast<double>(market_.priced()) - 1;
    for (std::size_t i = 0; i < prices.size() && !watch_.stopped(); ++i) {
      if (!market_.has_price(i) || is_kept(i)) continue;
      const double off = market_.odds(i, offers[i], offers) - 0.5;
      // All move at once, so two that meet do not pass each other.
      double move = pace * off / steepness(i, offers) * others / (others + 1);
      move = std::clamp(move, -farthest, farthest);
      if (move > 0 && offers[i].is_smallest()) move = 0;  // smaller it cannot be
      if (move < 0 && offers[i].is_largest()) move = 0;   // nor larger
      prices[i] = std::max(prices[i] * std::exp(move), least_price(i));
    }
    if (!question_.total) return;
    const double factor = wanted_of_priced() / total_of_priced(prices);
    for (std::size_t i = 0; i < prices.size(); ++i) {
      if (market_.has_price(i)) prices[i] *= factor;
    }
  }

  /// How fast the odds of a unit change with the logarithm of its number, roughly: twice as many
  /// win nearly always.
  double steepness(std::size_t i, const Offers& offers) const {
    constexpr double sharpness = 8;
    double sum = 0;
    double count = 0;
    for (std::size_t j = 0; j < offers.size(); ++j) {
      if (j == i || !market_.has_price(j)) continue;
      for (std::size_t b = 0; b < start_.budgets.size(); ++b) {
        const double odds = market_.contest().odds(offers[i].numbers[b], offers[j].numbers[b]);
        sum += sharpness * odds * (1 - odds);
        ++count;
      }
    }
    return std::max(count == 0 ? 0 : sum / count, 0.5);
  }

  /// No unit is looked at in numbers beyond all measure.
  double least_price(std::size_t i) const {
    constexpr double most_times = 8;
    const double least = *std::min_element(start_.budgets.begin(), start_.budgets.end());
    return std::max<double>(question_.step, std::min(start_.prices[i], least) / most_times);
  }

  /// Sets aside who beats the field even as small as can be, or loses to it in any number. They
  /// keep the price they had.
  bool set_aside() {
    const double within = market_.within();
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (is_interrupted()) return false;
      if (!market_.has_price(i) || is_kept(i)) continue;
      double odds = market_.odds(i, best_[i], best_);
      const Offer smallest = market_.offer(i, market_.to_step(1e6));
      bool too_strong = odds > 0.5 + within;
      if (too_strong) {
        if (!settle({smallest}, best_)) return false;
        odds = market_.odds(i, smallest, best_);
        too_strong = odds > 0.5 + within;
      }
      const bool as_many_as_can_be =
          best_[i].is_largest() || best_[i].points <= 1.1 * least_price(i) + question_.step;
      const bool too_weak = as_many_as_can_be && odds < 0.5 - within;
      if (!too_strong && !too_weak) continue;
      no_price_[i] = too_strong ? NoPrice::too_strong : NoPrice::too_weak;
      found.push_back(i);
    }
    for (const std::size_t i : found) {
      market_.set_aside(i);
      best_[i] = market_.offer(i, market_.to_step(start_.prices[i]));
    }
    return !found.empty();
  }

  bool settle(const Offers& offers, const Offers& others) {
    interrupted_ = interrupted_ || !market_.settle(offers, others, watch_);
    return !interrupted_;
  }

  bool is_even_everywhere(std::size_t i) const {
    return warodds::is_even_everywhere(market_, i, best_);
  }

  /// Many prices buy the same. Takes the one at which it costs the budgets, and then what brings
  /// the total to what is wanted.
  void round_off() {
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (!market_.has_price(i)) continue;
      double ideal = 0;
      for (const Purchase& bought : best_[i].bought) {
        ideal += best_[i].points * bought.budget / bought.cost;
      }
      ideal /= static_cast<double>(best_[i].bought.size());
      while (!is_kept(i) && std::abs(best_[i].points - ideal) > question_.step / 2.0 &&
             nudge(i, ideal > best_[i].points ? 1 : -1)) {
      }
    }
    if (!question_.total) return;
    for (bool moved = true; moved && !is_interrupted();) {
      moved = false;
      for (std::size_t i = 0; i < market_.size(); ++i) {
        const double left = wanted_of_priced() - total_of_priced(points_of_best());
        if (std::abs(left) < question_.step) return;
        if (market_.has_price(i) && nudge(i, left > 0 ? 1 : -1)) moved = true;
      }
    }
  }

  /// One step up or down, if that buys the same.
  bool nudge(std::size_t i, int direction) {
    const int points = best_[i].points + direction * question_.step;
    if (points != market_.to_step(points)) return false;
    const Offer next = market_.offer(i, points);
    if (!next.same_purchase(best_[i])) return false;
    best_[i] = next;
    return true;
  }

  /// Prices about the one found at which a unit (for choosers: all of them) is even at all budgets
  /// while the others keep theirs, from half to twice as much: first in strides, then to the step.
  std::optional<std::pair<int, int>> range_of(std::size_t i) {
    if (!market_.has_price(i) || !is_even_everywhere(i)) return std::nullopt;
    const int now = best_[i].points;
    Offers changed = best_;
    const auto is_even = [&](int points) -> std::optional<bool> {
      changed[i] = market_.offer(i, points);
      if (!market_.settle({changed[i]}, best_, watch_) || watch_.stopped()) return std::nullopt;
      // Whoever is too cheap is always chosen, and the others are worth it no more.
      return question_.even_for == EvenFor::choosers
                 ? market_.unfairness(changed).outside == 0
                 : warodds::is_even_everywhere(market_, i, changed);
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
        const auto even = is_too_far ? std::optional(false) : is_even(next);
        if (!even) return std::nullopt;
        if (*even) {
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
    if (interrupted_) return "interrupted before all was tried";
    PriceReasons reasons(market_, best_, question_.units, watch_);
    if (!market_.has_price(i)) {
      const bool strong = no_price_[i] == NoPrice::too_strong;
      return reasons.without_price(i, strong, market_.to_step(strong ? 1e6 : least_price(i)));
    }
    if (market_.priced() < 2) return "because no other unit has a price";
    if (is_even_everywhere(i)) {
      return fmt::format("because of units without a price; among the others {:.0f} %",
                         market_.odds(i, best_[i], best_) * 100);
    }
    if (is_kept(i)) return "its price was to stay";
    if (row.at.size() > 1) return why_not_everywhere(row);
    const double among_priced = market_.odds(i, best_[i], best_);
    if (!market_.is_mixed()) return reasons.of_next_number(i, among_priced);
    const Purchase& bought = best_[i].bought.front();
    if (among_priced > 0.5 && bought.is_least) return "fewer it cannot be";
    if (among_priced < 0.5 && bought.is_most) return "more may not be bought";
    return question_.total ? "no prices were found that are fairer and come to the total"
                           : "no price was found that is fairer to all";
  }

  /// The budgets at which a unit is not even, in a few words.
  static std::string why_not_everywhere(const Prices::Row& row) {
    std::vector<std::string> parts;
    for (const Prices::At& at : row.at) {
      if (at.within) continue;
      parts.push_back(fmt::format("{:.1f} % at {:g}", at.odds.value * 100, at.budget));
    }
    return fmt::format("{}; no price was found that is even at all budgets",
                       fmt::join(parts, ", "));
  }

  /// What a unit is at each budget. `whole`: all units bought so; empty: that is not known.
  std::vector<Prices::At> at_budgets(std::size_t i, const std::vector<Estimate>& before,
                                     const Offers& whole,
                                     const std::vector<std::vector<double>>& shares) {
    std::vector<Prices::At> all;
    for (std::size_t b = 0; b < start_.budgets.size(); ++b) {
      Prices::At at;
      at.budget = start_.budgets[b];
      const Odds odds = market_.odds_of_all(i, best_[i], best_, b);
      at.odds = odds.of_beating;
      nobody_wins_ += odds.nobody_wins;
      at.within = market_.is_even(at.odds.value);
      at.bought = best_[i].bought[b];
      if (!before.empty()) at.before = before[b];
      if (!shares.empty()) at.share = shares[b][i];
      if (!whole.empty()) {
        at.odds_whole = market_.odds_of_all(i, whole[i], whole, b).of_beating;
        at.bought_whole = whole[i].bought[b];
      }
      all.push_back(std::move(at));
    }
    return all;
  }

  Prices report(const std::vector<std::vector<Estimate>>& before) {
    market_.settle(best_, best_, watch_);
    Prices prices;
    prices.budgets = start_.budgets;
    prices.buying = question_.buying;
    prices.within = question_.within;
    prices.even_for = question_.even_for;
    prices.keeps_total = question_.total.has_value();
    for (const std::size_t kept : question_.keep) {
      prices.kept.push_back(name_of(question_.units[kept]));
    }
    Offers whole;
    if (market_.is_mixed()) {
      for (std::size_t i = 0; i < market_.size(); ++i) {
        whole.push_back(market_.offer_whole(i, best_[i].points));
      }
      market_.settle(whole, whole, watch_);
      if (!market_.knows(whole, whole)) whole.clear();
    }
    std::vector<std::vector<double>> shares;
    if (prices.even_for == EvenFor::choosers) {
      for (std::size_t b = 0; b < start_.budgets.size(); ++b) {
        shares.push_back(market_.shares(best_, b));
      }
    }
    for (std::size_t i = 0; i < market_.size(); ++i) {
      Prices::Row row;
      row.unit = name_of(question_.units[i]);
      row.points = best_[i].points;
      row.was = points_of(question_.units[i]);
      row.at = at_budgets(i, before[i], whole, shares);
      row.within = std::all_of(row.at.begin(), row.at.end(), [](auto& at) { return at.within; });
      if (!row.within) row.why = why(row, i);
      if (!is_interrupted()) row.range = range_of(i);
      prices.total += row.points;
      prices.total_was += row.was;
      prices.rows.push_back(std::move(row));
    }
    static_cast<Table&>(prices) = market_.contest().table();
    prices.nobody_wins = nobody_wins_ / static_cast<double>(market_.size() * start_.budgets.size());
    prices.quantities = parse_quantities("odds");
    prices.given = question_.cells.given;
    prices.partial = is_interrupted();
    prices.why_partial = prices.partial ? watch_.why_stopped() : "";
    prices.not_reached = 0;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!market_.knows({best_[i]}, {best_[j]})) ++prices.not_reached;
      }
    }
    prices.battles = market_.contest().battles();
    return prices;
  }

  const PricesQuestion& question_;
  const Watch& watch_;
  StartingPrices start_;
  Market market_;
  enum class NoPrice { none, too_strong, too_weak };
  std::vector<NoPrice> no_price_;
  Offers best_;
  Offers known_;  ///< the last purchases all of whose battles have been fought
  bool interrupted_ = false;
  double nobody_wins_ = 0;  ///< the sum over units and budgets
};

}  // namespace

double Prices::Row::odds() const {
  double sum = 0;
  for (const At& one : at) sum += one.odds.value;
  return sum / static_cast<double>(at.size());
}

Prices answer_prices(const PricesQuestion& question, const Watch& watch) {
  require_size(question.system);
  if (question.units.size() < 2) throw Missing("prices needs at least two units", "units");
  return Pricing(question, watch).answer();
}

}  // namespace warodds
