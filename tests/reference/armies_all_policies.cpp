// Best play of armies once more: every pure policy against every other, without looking ahead.
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "armies_best.h"
#include "armies_table.h"

namespace reference {
namespace {

using Place = std::pair<std::size_t, Node>;  // Round and moment.

class Policies {
 public:
  Policies(ArmyTable& table, int rounds_cap)
      : table_(table), clocks_(table, rounds_cap), cap_(static_cast<std::size_t>(rounds_cap)) {
    find_between(0, table.opening());
  }

  /// All pairs of policies.
  Rational max_min(long most) {
    long pairs = 1;
    for (const auto& side : choices_) {
      for (const auto& [place, options] : side) {
        pairs *= static_cast<long>(options);
        if (pairs > most) throw std::length_error("reference: too many policies");
      }
    }
    Rational best = -1;
    start(0);
    do {
      Rational worst = 2;
      start(1);
      do {
        played_.clear();
        const Rational odds = between(0, table_.opening());
        if (odds < worst) worst = odds;
      } while (advance(1));
      if (worst > best) best = worst;
    } while (advance(0));
    return best;
  }

 private:
  void find_between(std::size_t clock, const Node& lasting) {
    if (clock == cap_ || table_.ending(lasting) != Ending::none) return;
    find(clock, table_.round_begins(clocks_.phase(clock), lasting));
  }

  void find(std::size_t clock, const Node& node) {
    if (!seen_.insert({{clock, node}, true}).second) return;
    const Moment moment = table_.next(clocks_.phase(clock), node);
    for (const auto& [next, chance] : moment.chances) {
      if (moment.kind == Moment::Kind::round_over) find_between(clock + 1, next);
      if (moment.kind == Moment::Kind::chance) find(clock, next);
    }
    if (moment.options.empty()) return;
    const bool chooses = chosen_by_policy(table_, moment, node).empty();
    if (chooses && moment.options.size() > 1) {
      choices_[moment.side][{clock, node}] = moment.options.size();
    }
    for (const Node& next : moment.after) find(clock, next);
  }

  void start(int side) {
    for (const auto& [place, options] : choices_[side]) policy_[side][place] = 0;
  }

  // The next policy of a side; false after the last.
  bool advance(int side) {
    for (auto& [place, option] : policy_[side]) {
      if (++option < choices_[side].at(place)) return true;
      option = 0;
    }
    return false;
  }

  Rational between(std::size_t clock, const Node& lasting) {
    const Ending ending = table_.ending(lasting);
    if (ending != Ending::none || clock == cap_) return worth(ending);
    return odds(clock, table_.round_begins(clocks_.phase(clock), lasting));
  }

  Rational odds(std::size_t clock, const Node& node) {
    const auto known = played_.find({clock, node});
    if (known != played_.end()) return known->second;
    const Moment moment = table_.next(clocks_.phase(clock), node);
    Rational sum = 0;
    for (const auto& [next, chance] : moment.chances) {
      sum += chance * (moment.kind == Moment::Kind::round_over ? between(clock + 1, next)
                                                               : odds(clock, next));
    }
    if (!moment.options.empty()) {
      const std::vector<Rational> taken = chosen_by_policy(table_, moment, node);
      if (taken.empty()) {
        const auto mine = policy_[moment.side].find({clock, node});
        const std::size_t option = mine == policy_[moment.side].end() ? 0 : mine->second;
        sum = odds(clock, moment.after[option]);
      }
      for (std::size_t i = 0; i < taken.size(); ++i) {
        if (taken[i] > 0) sum += taken[i] * odds(clock, moment.after[i]);
      }
    }
    return played_[{clock, node}] = sum;
  }

  ArmyTable& table_;
  ArmyValues clocks_;  // For its clock only.
  std::size_t cap_;
  std::map<Place, bool> seen_;
  std::map<Place, std::size_t> choices_[2], policy_[2];
  std::map<Place, Rational> played_;
};

}  // namespace

Rational army_value_of_all_policies(ArmySystem system, const Army& attacker, const Army& defender,
                                    const Situation& situation, int rounds_cap, long most) {
  if (rounds_cap < 1) throw std::invalid_argument("reference: policies of how many rounds?");
  const auto table = armies_on_table(system, attacker, defender, situation);
  return Policies(*table, rounds_cap).max_min(most);
}

}  // namespace reference
