// How well the exact engine knows what it costs: 200 random questions of all kinds that are
// predicted to take from 1 ms to 10 s, each asked on one thread, predicted against taken. Prints
// one line a kind and, with the argument `all`, one a question; ends with the figures to reach: a
// median ratio (predicted over taken) within 0.7 and 1.5, and 95 % of the questions within a factor
// of 3.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/play/matchup.h"
#include "core/roster/find_unit.h"
#include "core/roster/roster.h"
#include "core/text/error.h"
#include "core/threads/parallel.h"
#include "exact/engine.h"

namespace warodds {
namespace {

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : engine_(seed) {}
  /// From least to most, both included.
  int between(int least, int most) {
    return least + static_cast<int>(engine_() % static_cast<std::uint64_t>(most - least + 1));
  }
  /// The same, but every order of magnitude as often as another.
  int of_any_size(int least, int most) {
    const double share = static_cast<double>(engine_() >> 11) * 0x1p-53;
    return static_cast<int>(std::lround(least * std::pow(double(most) / least, share)));
  }

 private:
  std::mt19937_64 engine_;
};

/// A question, ready to be predicted and asked.
struct Asked {
  std::string text;
  std::function<double()> predicted;
  std::function<void()> ask;
};

/// Units and situation of one random question of a kind.
struct Texts {
  const char* system;
  std::string a, b, situation;
};

Texts arcane(Numbers& random, int most, bool rerolls, bool groups) {
  const auto unit = [&] {
    const int count = random.of_any_size(2, most);
    std::string text =
        groups ? fmt::format("G.count={0},G.hp={1},G.red=1,G.white=1", count, random.between(1, 2))
               : fmt::format("figures=5,red={},white={}", count, random.of_any_size(2, most));
    if (rerolls)
      text += fmt::format(",attack-rerolls={},defence-rerolls={}", random.between(0, 3),
                          random.between(0, 3));
    return text;
  };
  return {"arcane-legions", unit(), unit(), ""};
}

/// Both have those dice rolled again that are best.
Texts best_rerolls(Numbers& random) {
  Texts texts = arcane(random, 9, true, false);
  for (std::string* unit : {&texts.a, &texts.b}) *unit += ",reroll-below=best";
  return texts;
}

/// Units of several kinds of figures, whose owners have a choice of who falls.
Texts legions(Numbers& random, int most) {
  const auto unit = [&] {
    std::string text;
    for (const char* group : {"A", "B", "C"}) {
      text += fmt::format("{}{}.count={},{}.hp={},{}.red={},{}.white={}", text.empty() ? "" : ",",
                          group, random.of_any_size(1, most), group, random.between(1, 3), group,
                          random.between(text.empty() ? 1 : 0, 2), group, random.between(1, 2));
      if (random.between(0, 2) == 0) break;
    }
    return text;
  };
  return {"arcane-legions", unit(), unit(), ""};
}

Texts raiders(Numbers& random, int most) {
  const auto unit = [&] {
    return fmt::format("figures={},hp={},cd={},as={},arm={}", random.of_any_size(2, most),
                       random.between(1, 3), random.between(1, 3), random.between(4, 7),
                       random.between(4, 8));
  };
  return {"raiders-of-arcana", unit(), unit(), ""};
}

Texts magewinds(Numbers& random) {
  const auto unit = [&] {
    return fmt::format("toughness={},armour=1,dodge=2,deflect=1,barrier={},power={},precision=4",
                       random.of_any_size(10, 400), random.between(0, 2),
                       random.of_any_size(5, 80));
  };
  return {"magewinds", unit(), unit(), ""};
}

Texts dwethia(Numbers& random, int most) {
  const auto unit = [&] {
    return fmt::format("models={},wounds={},save={},aggression=2", random.of_any_size(3, most),
                       random.between(1, 2), random.between(0, 5));
  };
  return {"dwethia-skirmish", unit(), unit(),
          random.between(0, 1) == 0 ? "" : "order=attacker-first"};
}

Matchup matchup_of(const Texts& texts) {
  Matchup matchup{std::string_view(texts.system)};
  matchup.put(Side::attacker, find_unit(texts.system, texts.a, nullptr, role_of(Side::attacker)));
  matchup.put(Side::defender, find_unit(texts.system, texts.b, nullptr, role_of(Side::defender)));
  if (!texts.situation.empty()) {
    for (const Setting& setting : parse_inline(texts.situation, "situation").settings) {
      matchup.set_situation(setting, {UsedIn::best_play, "bench"});
    }
  }
  return matchup;
}

std::string text_of(const Texts& texts) {
  return fmt::format("{} | {} | {}", texts.a, texts.b, texts.situation);
}

Asked fight(const Texts& texts) {
  const AnyFight of = matchup_of(texts).fight();
  return {text_of(texts), [of] { return exact::engine().fight.seconds(of); },
          [of] { exact::engine().fight.answer(of, {}); }};
}

Asked battle(const Texts& texts, int rounds = 0) {
  const BattleQuestion of{matchup_of(texts).battle(), rounds};
  return {text_of(texts), [of] { return exact::engine().battle.seconds(of); },
          [of] { exact::engine().battle.answer(of, {}); }};
}

Asked best_play(const Texts& texts, Payoff payoff, int rounds) {
  const AnyGame of = matchup_of(texts).game(payoff, rounds);
  return {text_of(texts) + fmt::format(" | {} rounds", rounds),
          [of] { return exact::engine().solve.seconds(of); },
          [of] { exact::engine().solve.answer(of, {}); }};
}

struct Kind {
  const char* name;
  std::function<Asked(Numbers&)> draw;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"fight, lineup", [](Numbers& r) { return fight(arcane(r, 120, false, false)); }},
      {"fight, rerolled lineup", [](Numbers& r) { return fight(arcane(r, 40, true, false)); }},
      {"fight, best rerolls", [](Numbers& r) { return fight(best_rerolls(r)); }},
      {"fight, Raiders", [](Numbers& r) { return fight(raiders(r, 10000)); }},
      {"fight, Dwethia", [](Numbers& r) { return fight(dwethia(r, 1000)); }},
      {"battle, Arcane Legions", [](Numbers& r) { return battle(arcane(r, 60, false, true)); }},
      {"battle, Raiders", [](Numbers& r) { return battle(raiders(r, 60)); }},
      {"battle, Magewinds", [](Numbers& r) { return battle(magewinds(r)); }},
      {"battle, Dwethia", [](Numbers& r) { return battle(dwethia(r, 40)); }},
      {"best play, Raiders",
       [](Numbers& r) { return best_play(raiders(r, 15), Payoff::win, r.between(2, 20)); }},
      {"best play, Raiders, a round",
       [](Numbers& r) { return best_play(raiders(r, 80), Payoff::kills, 1); }},
      {"best play, Arcane Legions",
       [](Numbers& r) { return best_play(legions(r, 6), Payoff::win, 4 * r.between(0, 2)); }},
  };
  return all;
}

struct Result {
  std::string kind;
  double ratio;  ///< predicted over taken
};

void print(const std::string& name, std::vector<double> ratios) {
  if (ratios.empty()) return;
  std::sort(ratios.begin(), ratios.end());
  const auto within = std::count_if(ratios.begin(), ratios.end(),
                                    [](double ratio) { return ratio > 1.0 / 3 && ratio < 3; });
  fmt::print(
      "{:<28} {:>4} questions, median {:5.2f}, from {:5.2f} to {:6.2f}, {:5.1f} % within 3\n", name,
      ratios.size(), ratios[ratios.size() / 2], ratios.front(), ratios.back(),
      100.0 * static_cast<double>(within) / static_cast<double>(ratios.size()));
}

int run(bool all) {
  const ThreadsInUse one(1);
  Numbers random(2026);
  std::vector<Result> results;
  constexpr std::size_t wanted = 200;
  for (std::size_t drawn = 0; results.size() < wanted; ++drawn) {
    const Kind& kind = kinds()[drawn % kinds().size()];
    const Asked asked = kind.draw(random);
    const double predicted = asked.predicted();
    if (!(predicted >= 1e-3 && predicted <= 10)) continue;
    const std::clock_t start = std::clock();  // of this program only, whatever else goes on
    asked.ask();
    const double taken = std::max(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 1e-6);
    results.push_back({kind.name, predicted / taken});
    if (all) {
      fmt::print("{:<28} {:9.4f} s predicted, {:9.4f} s taken, ratio {:6.2f}  {}\n", kind.name,
                 predicted, taken, predicted / taken, asked.text);
    }
  }
  std::vector<double> ratios;
  for (const Kind& kind : kinds()) {
    std::vector<double> of_kind;
    for (const Result& result : results) {
      if (result.kind == kind.name) of_kind.push_back(result.ratio);
    }
    ratios.insert(ratios.end(), of_kind.begin(), of_kind.end());
    print(kind.name, of_kind);
  }
  print("all", ratios);
  fmt::print("to reach: median within 0.70 and 1.50, 95 % within a factor of 3\n");
  return 0;
}

}  // namespace
}  // namespace warodds

int main(int argc, char** argv) { return warodds::run(argc > 1 && std::string(argv[1]) == "all"); }
