// The simulator's answers to two hundred questions, byte by byte. That they agree with the exact
// engine's is in outcomes_test.cpp.
#include <gtest/gtest.h>

#include "core/text/error.h"
#include "sim/simulate.h"
#include "tests/support/answers.h"
#include "tests/support/matchup_of.h"
#include "tests/support/random_battle.h"
#include "tests/support/random_matchup.h"

namespace warodds {
namespace {

/// FNV-1a.
class Hash {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      value_ = (value_ ^ (word >> (8 * byte) & 0xff)) * 0x100000001b3;
    }
  }
  void add(const Distribution& counted) {
    for (const std::uint64_t count : counted.counts()) add(count);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

/// More trials than a chunk has, so that there is something to share out.
sim::Options two_chunks(int seed, int threads) {
  sim::Options options;
  options.trials = 70'001;
  options.seed = static_cast<std::uint64_t>(seed);
  options.threads = threads;
  return options;
}

template <class System>
void add_fights(Hash& hash, int wanted, int threads) {
  testing::RandomMatchups<System> matchups(testing::Size::tableful, 20261121);
  for (int asked = 0; asked < wanted;) {
    const testing::Matchup<System> matchup = matchups.next();
    try {
      const Answer answer = sim::simulate(testing::prepare(matchup), two_chunks(asked, threads));
      for (const Side side : both_sides) {
        const testing::Deals deals = testing::deals_of(answer, side);
        hash.add(deals.damage);
        for (const Distribution& reported : deals.reported) hash.add(reported);
      }
      if (answer.joint_damage) {
        for (const std::uint64_t count : answer.joint_damage->counts().values()) hash.add(count);
      }
      ++asked;
    } catch (const NoAnswer&) {
    } catch (const InputError&) {
    }
  }
}

template <class System>
void add_battles(Hash& hash, int wanted, int threads) {
  constexpr int rounds = 20;
  testing::RandomBattles<System> battles(20261122);
  for (int asked = 0; asked < wanted; ++asked) {
    const Answer answer =
        sim::simulate(BattleQuestion{battles.next().second, rounds}, two_chunks(asked, threads));
    hash.add(testing::ends_of(answer));
    hash.add(answer.rounds);
    for (const Side side : both_sides) hash.add(testing::survivors_of(answer)[side]);
  }
}

template <class System>
void add_fifty_answers(Hash& hash, int threads) {
  add_fights<System>(hash, 40, threads);
  add_battles<System>(hash, 10, threads);
}

// Two hundred questions. Whatever the instructions (these tests are run once for each level), the
// threads and the machine, their answers are the same; a meant change of the simulator changes the
// number.
TEST(SimulatorBytes, are_those_on_record_whatever_the_threads_and_instructions) {
  for (const int threads : {1, 3}) {
    Hash hash;
    add_fifty_answers<ArcaneLegions>(hash, threads);
    add_fifty_answers<DwethiaSkirmish>(hash, threads);
    add_fifty_answers<Magewinds>(hash, threads);
    add_fifty_answers<RaidersOfArcana>(hash, threads);
    EXPECT_EQ(hash.value(), 12768622620655122923u) << threads << " threads";
  }
}

}  // namespace
}  // namespace warodds
