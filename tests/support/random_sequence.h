// Random sequences that the rules allow: attackers and situations from the tables of fields, and
// abilities between them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/play/sequence.h"
#include "core/text/error.h"
#include "tests/support/random_matchup.h"

namespace warodds::testing {

/// The parts that a sequence was made of.
template <class System>
struct SequenceParts {
  typename System::Unit target;
  typename System::Situation situation;
  std::vector<typename Sequence<System>::Step> steps;
};

template <class System>
class RandomSequences {
 public:
  using Parts = SequenceParts<System>;

  explicit RandomSequences(std::uint64_t seed)
      : plain_(Size::handful, seed),
        rolled_(Size::handful, seed + 1, Amounts::rolled),
        random_(seed + 2) {}

  /// The next, of up to `most` steps.
  Parts next(int most = 4) {
    for (;;) {
      Matchup<System> first = draw();
      Parts parts{first.units.defender, first.situation, {}};
      if (!possible(parts, attack_of(first, parts))) continue;
      const int steps = random_.between(1, most);
      while (static_cast<int>(parts.steps.size()) < steps) {
        auto step = random_.happens(20) ? ability() : attack_of(draw(), parts);
        if (possible(parts, step)) parts.steps.push_back(std::move(step));
      }
      return parts;
    }
  }

 private:
  using Step = typename Sequence<System>::Step;

  Matchup<System> draw() { return random_.happens(30) ? rolled_.next() : plain_.next(); }

  Step ability() {
    if (random_.happens(50)) return Amount(random_.between(0, 3));
    return Amount(random_.between(1, 2), random_.between(2, 3), random_.between(-2, 1));
  }

  /// The attacker and the situation of a matchup, but for what is said of the target.
  static Step attack_of(const Matchup<System>& matchup, const Parts& parts) {
    typename Sequence<System>::Attack attack{matchup.units.attacker, matchup.situation};
    for (const auto& field : System::situation_fields()) {
      if (field.of_target) field.set(attack.situation, field.get(parts.situation), "test");
    }
    return attack;
  }

  /// After the steps that there are.
  static bool possible(const Parts& parts, const Step& step) {
    std::vector<Step> steps = parts.steps;
    steps.push_back(step);
    try {
      const Sequence<System> made(parts.target, parts.situation, std::move(steps));
      return true;
    } catch (const NoAnswer&) {
      return false;
    } catch (const InputError&) {
      return false;
    }
  }

  RandomMatchups<System> plain_;
  RandomMatchups<System> rolled_;
  RandomNumbers random_;
};

template <class System>
Sequence<System> sequence_of(const SequenceParts<System>& parts) {
  return {parts.target, parts.situation, parts.steps};
}

/// In words, for messages.
template <class System>
std::string describe(const SequenceParts<System>& parts) {
  std::string text;
  for (const auto& step : parts.steps) {
    if (const auto* damage = std::get_if<Amount>(&step)) {
      text += "damage=" + damage->text() + "\n";
      continue;
    }
    const auto& attack = std::get<typename Sequence<System>::Attack>(step);
    text += describe(Matchup<System>{{attack.unit, parts.target}, attack.situation}) + "\n";
  }
  return text;
}

}  // namespace warodds::testing
