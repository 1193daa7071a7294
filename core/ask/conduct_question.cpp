#include "core/ask/conduct_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/ask/matchup_question.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// A word of an option and what it means.
template <class Policy>
struct Word {
  const char* word;
  Policy policy;
  const char* in_words;
};
constexpr Word<Activation> activations[] = {
    {"listed", Activation::listed, "as listed"},
    {"weakest", Activation::weakest, "the weakest first"},
    {"strongest", Activation::strongest, "the strongest first"},
    {"random", Activation::random, "in random order"},
    {"best", Activation::best, "as is best"}};
constexpr Word<Targeting> targetings[] = {
    {"weakest", Targeting::weakest, "the weakest enemy"},
    {"strongest", Targeting::strongest, "the strongest enemy"},
    {"listed", Targeting::listed, "the enemy listed first"},
    {"spread", Targeting::spread, "the enemy chosen least often in this round"},
    {"random", Targeting::random, "a random enemy"},
    {"best", Targeting::best, "whom it is best to attack"},
    {"rollout", Targeting::rollout, "with whom it goes best when the battle is tried out"}};

template <class Policy, std::size_t count>
const Word<Policy>& word_meant(const Word<Policy> (&words)[count], const std::string& word,
                               const std::string& option) {
  std::vector<std::string> names;
  for (const Word<Policy>& one : words) {
    if (lower(word) == one.word) return one;
    names.emplace_back(one.word);
  }
  throw UnknownWord(option + ": " + unknown_name("word", word, names));
}

template <class Policy, std::size_t count>
const Word<Policy>& word_of(const Word<Policy> (&words)[count], Policy policy) {
  return *std::find_if(std::begin(words), std::end(words),
                       [&](const Word<Policy>& one) { return one.policy == policy; });
}

/// What is said of how a side plays.
struct SaidOfSide {
  std::optional<Activation> activate;
  std::optional<Targeting> targets;
  std::vector<Pin> pins;

  bool is_nothing() const { return !activate && !targets && pins.empty(); }
};

/// Calls f(said) for the side, or both, that a word names.
template <class F>
void of_sides(const std::string& word, const std::string& option, PerSide<SaidOfSide>& said,
              F&& f) {
  const bool both = word == "both";
  if (!both && word != to_string(Side::attacker) && word != to_string(Side::defender)) {
    throw UnknownWord(option + ": " + unknown_name("side", word, {"attacker", "defender", "both"}));
  }
  for (const Side side : both_sides) {
    if (both || word == to_string(side)) f(said[side]);
  }
}

/// Says so of a side, of which it must not have been said yet.
template <class Policy>
void say(const Setting& setting, const std::string& option, std::type_identity_t<Policy> policy,
         PerSide<SaidOfSide>& said, std::optional<Policy> SaidOfSide::*what) {
  of_sides(setting.key, option, said, [&](SaidOfSide& of_side) {
    if (of_side.*what) {
      throw InputError(fmt::format("{}: with '{}' it is said twice of a side; say it once", option,
                                   shown(written(setting))));
    }
    of_side.*what = policy;
  });
}

constexpr const char* targets_option = "--targets";
constexpr const char* activate_option = "--activate";

void read_targets(const std::string& text, PerSide<SaidOfSide>& said) {
  const auto bracket = text.find('[');
  const auto end = text.rfind("]=");
  if (bracket == std::string::npos || end == std::string::npos || text.find('=') < bracket) {
    const Setting setting = parse_setting(text, targets_option);
    const Targeting policy = word_meant(targetings, setting.value, targets_option).policy;
    say(setting, targets_option, policy, said, &SaidOfSide::targets);
    return;
  }
  const Pin pin{std::string(trim(text.substr(bracket + 1, end - bracket - 1))),
                std::string(trim(text.substr(end + 2)))};
  of_sides(std::string(trim(text.substr(0, bracket))), targets_option, said,
           [&](SaidOfSide& of_side) { of_side.pins.push_back(pin); });
}

}  // namespace

bool says(const questions::WithConduct& question) {
  return !question.targets.empty() || !question.activate.empty();
}

PerSide<Conduct> conducts_of(const questions::WithConduct& question, const Conduct& unsaid) {
  PerSide<SaidOfSide> said;
  for (const std::string& text : question.targets) read_targets(text, said);
  for (const std::string& text : question.activate) {
    const Setting setting = parse_setting(text, activate_option);
    const Activation order = word_meant(activations, setting.value, activate_option).policy;
    say(setting, activate_option, order, said, &SaidOfSide::activate);
  }
  const auto conduct_of = [&](const SaidOfSide& side) {
    if (side.is_nothing()) return unsaid;
    const Conduct usual;
    return Conduct{side.activate.value_or(usual.activate), side.targets.value_or(usual.targets),
                   side.pins};
  };
  return {conduct_of(said.attacker), conduct_of(said.defender)};
}

void put_in_front(const PerSide<Conduct>& conducts, AssumedPlays& plays) {
  for (const Side side : both_sides) {
    const Conduct& conduct = conducts[side];
    const std::string order = word_of(activations, conduct.activate).in_words;
    const std::string whom = word_of(targetings, conduct.targets).in_words;
    std::vector<AssumedPlay> all{
        {"activate", "activates its units " + order, "activate their units " + order},
        {"targets", "attacks " + whom, "attack " + whom}};
    for (const Pin& pin : conduct.pins) {
      const std::string pinned = fmt::format("{} attack {} while it can", pin.unit, pin.enemy);
      all.push_back({"targets", "has " + pinned, "have " + pinned});
    }
    all.insert(all.end(), plays[side].begin(), plays[side].end());
    plays[side] = std::move(all);
  }
}

std::string in_words(const Conduct& conduct) {
  std::string text = fmt::format("activates its units {}; each attacks {}",
                                 word_of(activations, conduct.activate).in_words,
                                 word_of(targetings, conduct.targets).in_words);
  for (const Pin& pin : conduct.pins) {
    text += fmt::format("; {} attacks {} while it can", pin.unit, pin.enemy);
  }
  return text;
}

}  // namespace warodds
