#include "core/design/prices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/design/price_reasons.h"
#include "core/design/room.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// Prices to start from: as written; where none is written, the mean of the others', or the budget.
struct StartingPrices {
  std::vector<double> prices;
  double budget = 0;

  explicit StartingPrices(const PricesQuestion& question) {
    int dearest = 0;
    double sum = 0;
    double count = 0;
    for (const AnyUnit& unit : question.units) {
      dearest = std::max(dearest, points_of(unit));
      sum += points_of(unit);
      count += points_of(unit) > 0 ? 1 : 0;
    }
    if (!question.budget && dearest == 0) {
      throw InputError("prices: no unit has points yet; give --budget, what each side may cost");
    }
    budget = question.budget.value_or(dearest);
    const double otherwise = count > 0 ? sum / count : budget;
    for (const AnyUnit& unit : question.units) {
      prices.push_back(points_of(unit) > 0 ? points_of(unit) : otherwise);
    }
    if (question.keep && points_of(question.units[*question.keep]) <= 0) {
      throw InputError(fmt::format("--keep: {} has no points that could stay",
                                   shown(name_of(question.units[*question.keep]))));
    }
  }
};

class Pricing {
 public:
  Pricing(const PricesQuestion& question, const Watch& watch)
      : question_(question),
        watch_(watch),
        start_(question),
        market_(question.units, start_.budget, question.step,
                Contest(question.system, question.conditions, question.cells), watch),
        no_price_(question.units.size()) {}

  Prices answer() {
    require_room(bytes_of_prices, question_.units.size(), "prices", "units");
    market_.judge_for(question_.even_for);
    std::vector<std::optional<Estimate>> before(market_.size());
    const auto& units = question_.units;
    if (std::all_of(units.begin(), units.end(), [](auto& unit) { return points_of(unit) > 0; })) {
      Offers old;
      for (std::size_t i = 0; i < units.size(); ++i) {
        if (watch_.stopped()) too_early();
        old.push_back(market_.offer(i, points_of(units[i])));
      }
      if (!market_.settle(old, old, watch_)) too_early();
      for (std::size_t i = 0; i < units.size(); ++i) {
        if (watch_.stopped()) too_early();
        before[i] = market_.odds_of_all(i, old[i], old).of_beating;
      }
    }
    solve();
    return report(before);
  }

 private:
  [[noreturn]] void too_early() const {
    throw NoAnswer(fmt::format("{} before the first odds were known", watch_.why_stopped()));
  }

  bool is_interrupted() { return interrupted_ = interrupted_ || watch_.stopped(); }

  /// At every pace new numbers are bought of most units, each of which meets all others.
  static double bytes_of_prices(double units) {
    constexpr double paces = 20;
    const double pairs = units * units / 2;
    return bytes_of_pairs(pairs) + paces * bytes_of_known_pair * pairs;
  }

  bool is_kept(std::size_t i) const { return question_.keep && *question_.keep == i; }

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
    while (!is_interrupted() && (improve_one() || improve_two())) {
    }
    if (!is_interrupted() && !question_.keep) return_to_the_total();
    round_off();
  }

  /// Of prices that are as even, those that come to what all cost before.
  void return_to_the_total() {
    double before = 0, after = 0;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      before += market_.has_price(i) ? start_.prices[i] : 0;
      after += market_.has_price(i) ? best_[i].points : 0;
    }
    Offers scaled = best_;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (!market_.has_price(i)) continue;
      scaled[i] = market_.offer(i, market_.to_step(best_[i].points * before / after));
    }
    if (!settle(scaled, scaled) || market_.unfairness(best_) < market_.unfairness(scaled)) return;
    if (is_interrupted()) return;
    best_ = std::move(scaled);
  }

  /// Raises the prices of units that win too often and lowers the others', all at once, by steps
  /// that get smaller when they overshoot.
  void follow_the_odds() {
    std::vector<double> prices = start_.prices;
    for (std::size_t i = 0; i < best_.size(); ++i) prices[i] = best_[i].points;
    best_.clear();
    Unfairness least;
    double pace = 1;
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
        if (best_.empty()) best_ = settled ? offers : known_;
        if (best_.empty()) too_early();
        interrupted_ = true;
        return;
      }
      if (best_.empty() || now < least) {
        least = now;
        known_ = best_ = offers;
      } else {
        pace *= 0.7;
      }
      if (least.outside == 0 && least.squares < 1e-4 * static_cast<double>(offers.size())) return;
      adjust(prices, offers, pace);
    }
  }

  void adjust(std::vector<double>& prices, const Offers& offers, double pace) const {
    constexpr double farthest = 0.5;  // in logarithms
    double before = 0;
    double after = 0;
    const double others = static_cast<double>(market_.priced()) - 1;
    for (std::size_t i = 0; i < prices.size() && !watch_.stopped(); ++i) {
      if (!market_.has_price(i)) continue;
      before += start_.prices[i];
      if (is_kept(i)) continue;
      const double off = market_.odds(i, offers[i], offers) - 0.5;
      // All move at once, so two that meet do not pass each other.
      double move = pace * off / steepness(i, offers) * others / (others + 1);
      move = std::clamp(move, -farthest, farthest);
      if (move > 0 && offers[i].is_smallest()) move = 0;  // smaller it cannot be
      prices[i] = std::max(prices[i] * std::exp(move), least_price(i));
      after += prices[i];
    }
    if (question_.keep) return;  // that unit holds the others
    for (std::size_t i = 0; i < prices.size(); ++i) {
      if (market_.has_price(i)) prices[i] *= before / after;
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
      const double odds = market_.contest().odds(offers[i].number, offers[j].number);
      sum += sharpness * odds * (1 - odds);
      ++count;
    }
    return std::max(count == 0 ? 0 : sum / count, 0.5);
  }

  /// No unit is looked at in numbers beyond all measure.
  double least_price(std::size_t i) const {
    constexpr double most_times = 8;
    return std::max<double>(question_.step, std::min(start_.prices[i], start_.budget) / most_times);
  }

  /// Sets aside who beats the field even as small as can be, or loses to it in any number. They
  /// keep the price they had.
  bool set_aside() {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (is_interrupted()) return false;
      if (!market_.has_price(i) || is_kept(i)) continue;
      double odds = market_.odds(i, best_[i], best_);
      const Offer smallest = market_.offer(i, market_.to_step(1e6));
      bool too_strong = odds > 0.5 + even_within;
      if (too_strong) {
        if (!settle({smallest}, best_)) return false;
        odds = market_.odds(i, smallest, best_);
        too_strong = odds > 0.5 + even_within;
      }
      const bool too_weak =
          best_[i].points <= 1.1 * least_price(i) + question_.step && odds < 0.5 - even_within;
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

  std::vector<Offers> all_neighbours() {
    std::vector<Offers> all(market_.size());
    for (std::size_t i = 0; i < market_.size() && !watch_.stopped(); ++i) {
      if (market_.has_price(i) && !is_kept(i)) all[i] = market_.neighbours(i, best_[i]);
    }
    return all;
  }

  bool settle(const Offers& offers, const Offers& others) {
    interrupted_ = interrupted_ || !market_.settle(offers, others, watch_);
    return !interrupted_;
  }

  /// The fairest of some ways to change purchases.
  class Fairest {
   public:
    Fairest(const Market& market, const Offers& now)
        : market_(market), now_(now), fairest_(now), least_(market.unfairness(now)) {}

    void consider(std::initializer_list<std::pair<std::size_t, const Offer*>> changes) {
      Offers changed = now_;
      for (const auto& [unit, offer] : changes) changed[unit] = *offer;
      const Unfairness unfairness = market_.unfairness(changed);
      if (!(unfairness < least_)) return;
      least_ = unfairness;
      fairest_ = std::move(changed);
      any_ = true;
    }
    /// Whether there is one that is fairer than now, which it then becomes.
    bool take(Offers& now) {
      now = fairest_;
      return any_;
    }

   private:
    const Market& market_;
    const Offers now_;
    Offers fairest_;
    Unfairness least_;
    bool any_ = false;
  };

  /// Takes the best change of one purchase, if any makes things fairer.
  bool improve_one() {
    const std::vector<Offers> others = all_neighbours();
    for (const Offers& offers : others) {
      if (!settle(offers, best_)) return false;
    }
    Fairest fairest(market_, best_);
    for (std::size_t i = 0; i < others.size() && !is_interrupted(); ++i) {
      for (const Offer& one : others[i]) fairest.consider({{i, &one}});
    }
    return !is_interrupted() && fairest.take(best_);
  }

  /// The same with two at once, one of them of a unit that is not even.
  bool improve_two() {
    if (market_.unfairness(best_).outside == 0) return false;
    const std::vector<Offers> others = all_neighbours();
    Fairest fairest(market_, best_);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const bool even = std::abs(market_.odds(i, best_[i], best_) - 0.5) <= even_within;
      if (!market_.has_price(i) || even) continue;
      for (std::size_t j = 0; j < others.size(); ++j) {
        if (is_interrupted()) return false;
        if (j == i || !settle(others[i], others[j])) continue;
        for (const Offer& one : others[i]) {
          for (const Offer& other : others[j]) fairest.consider({{i, &one}, {j, &other}});
        }
      }
    }
    return !is_interrupted() && fairest.take(best_);
  }

  /// Many prices buy the same. Takes the one at which it costs the budget, and then what brings the
  /// total to what it was.
  void round_off() {
    int left = 0;
    for (std::size_t i = 0; i < market_.size(); ++i) {
      if (!market_.has_price(i)) continue;
      left += static_cast<int>(std::lround(start_.prices[i])) - best_[i].points;
      const double ideal = best_[i].points * start_.budget / best_[i].bought.cost;
      while (!is_kept(i) && std::abs(best_[i].points - ideal) > question_.step / 2.0 &&
             nudge(i, ideal > best_[i].points ? 1 : -1, left)) {
      }
    }
    for (bool moved = !question_.keep; moved && !is_interrupted();) {
      moved = false;
      for (std::size_t i = 0; i < market_.size() && std::abs(left) >= question_.step; ++i) {
        if (market_.has_price(i) && nudge(i, left > 0 ? 1 : -1, left)) moved = true;
      }
    }
  }

  /// One step up or down, if that buys the same.
  bool nudge(std::size_t i, int direction, int& left) {
    const int points = best_[i].points + direction * question_.step;
    if (points != market_.to_step(points)) return false;
    const Offer next = market_.offer(i, points);
    if (!next.same_purchase(best_[i])) return false;
    best_[i] = next;
    left -= direction * question_.step;
    return true;
  }

  /// Why a unit is not even.
  std::string why(std::size_t i) {
    PriceReasons reasons(market_, best_, question_.units, watch_);
    if (!market_.has_price(i)) {
      const bool strong = no_price_[i] == NoPrice::too_strong;
      return reasons.without_price(i, strong, market_.to_step(strong ? 1e6 : least_price(i)));
    }
    const double among_priced = market_.odds(i, best_[i], best_);
    if (market_.priced() < 2) return "because no other unit has a price";
    if (std::abs(among_priced - 0.5) <= even_within) {
      return fmt::format("because of units without a price; among the others {:.0f} %",
                         among_priced * 100);
    }
    if (interrupted_) return "interrupted before all was tried";
    if (is_kept(i)) return "its price was to stay";
    return reasons.of_next_number(i, among_priced);
  }

  Prices report(const std::vector<std::optional<Estimate>>& before) {
    // Stopped while the last purchases were changed: that was taken back.
    market_.settle(best_, best_, {});
    Prices prices;
    prices.budget = start_.budget;
    prices.even_for = question_.even_for;
    std::vector<double> shares;
    if (prices.even_for == EvenFor::choosers) shares = market_.shares(best_);
    double nobody_wins = 0;
    if (question_.keep) prices.kept = name_of(question_.units[*question_.keep]);
    for (std::size_t i = 0; i < market_.size(); ++i) {
      Prices::Row row;
      row.unit = name_of(question_.units[i]);
      row.points = best_[i].points;
      row.was = points_of(question_.units[i]);
      const Odds odds = market_.odds_of_all(i, best_[i], best_);
      row.odds = odds.of_beating;
      nobody_wins += odds.nobody_wins / static_cast<double>(market_.size());
      row.odds_before = before[i];
      if (!shares.empty()) row.share = shares[i];
      row.bought = best_[i].bought;
      row.within = std::abs(row.odds.value - 0.5) <= even_within;
      if (!row.within) row.why = why(i);
      prices.total += row.points;
      prices.total_was += row.was;
      prices.rows.push_back(std::move(row));
    }
    static_cast<Table&>(prices) = market_.contest().table();
    prices.nobody_wins = nobody_wins;
    prices.quantities = parse_quantities("odds");
    prices.given = question_.cells.given;
    prices.partial = interrupted_;
    if (interrupted_) prices.why_partial = watch_.why_stopped();
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
};

}  // namespace

Prices answer_prices(const PricesQuestion& question, const Watch& watch) {
  if (question.units.size() < 2) throw InputError("prices needs at least two units");
  return Pricing(question, watch).answer();
}

}  // namespace warodds
