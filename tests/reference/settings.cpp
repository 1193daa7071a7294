// Texts in, texts out.
#include "settings.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fields.h"

namespace reference {
namespace {

struct Stretch {
  std::string value;
  int rounds;
};

// The stretches of a setting; the last one lasts for good, whatever it says.
std::vector<Stretch> stretches(const std::string& key, const std::string& value) {
  std::vector<Stretch> result;
  std::size_t from = 0;
  while (true) {
    const std::size_t comma = value.find(',', from);
    const std::string part = value.substr(from, comma == std::string::npos ? comma : comma - from);
    const std::size_t times = part.find('*');
    Stretch stretch{part.substr(0, times), 1};
    if (times != std::string::npos) stretch.rounds = number_in(key, part.substr(times + 1));
    if (stretch.rounds < 1) {
      throw std::invalid_argument("reference: '" + key + "' has a stretch without rounds");
    }
    result.push_back(stretch);
    if (comma == std::string::npos) return result;
    from = comma + 1;
  }
}

const std::string reply_prefix = "reply.";

// The table's rules, which hold for both, and what `reply.` sets.
Situation reply_of(const Situation& of_round, std::initializer_list<const char*> rules_of_table) {
  Situation reply;
  for (const char* key : rules_of_table) {
    if (of_round.contains(key)) reply[key] = of_round.at(key);
    if (of_round.contains(reply_prefix + key)) {
      throw std::invalid_argument(std::string("reference: '") + key + "' holds for both sides");
    }
  }
  for (const auto& [key, value] : of_round) {
    if (key.rfind(reply_prefix, 0) == 0) reply[key.substr(reply_prefix.size())] = value;
  }
  return reply;
}

}  // namespace

Situation in_round(const Situation& situation, int round) {
  Situation now;
  for (const auto& [key, value] : situation) {
    int gone = 0;
    for (const Stretch& stretch : stretches(key, value)) {
      now[key] = stretch.value;
      gone += stretch.rounds;
      if (round <= gone) break;
    }
  }
  return now;
}

int settled_round(const Situation& situation) {
  int settled = 1;
  for (const auto& [key, value] : situation) {
    const std::vector<Stretch> all = stretches(key, value);
    int before_last = 0;
    for (std::size_t s = 0; s + 1 < all.size(); ++s) before_last += all[s].rounds;
    settled = std::max(settled, before_last + 1);
  }
  return settled;
}

Situation arcane_reply(const Situation& of_round) {
  Situation reply = reply_of(of_round, {"phantom", "critical", "critical-per", "critical-count",
                                        "critical-bonus", "turn", "turns", "attacks-per-turn"});
  // A1: from the side that was attacked, at the side that attacked; the mode follows.
  const auto follow = [&](const std::string& key, const std::string& from) {
    if (!reply.contains(key) && of_round.contains(from)) reply[key] = of_round.at(from);
  };
  follow("attacker-side", "defender-side");
  follow("defender-side", "attacker-side");
  follow("mode", "mode");
  // A9: what its best rerolls are for is said of a unit, whoever attacks.
  follow("attacker-rerolls-for", "defender-rerolls-for");
  follow("defender-rerolls-for", "attacker-rerolls-for");
  return reply;
}

Situation magewinds_reply(const Situation& of_round, const Unit& replying) {
  Situation reply = reply_of(of_round, {"attacks-per-round", "actions-per-round"});
  if (reply.contains("choice") || !of_round.contains("choice")) return reply;
  const std::string attack = text(reply, "attack", "");
  for (const Group& group : replying.groups) {
    if (!attack.empty() && group.name != attack) continue;
    const bool split = !number_or_none(group.fields, "power");  // B5
    const bool passes = of_round.at("choice") == "pass";        // B7b: says nothing of the reply
    if (split && !passes) reply["choice"] = of_round.at("choice");
    break;
  }
  return reply;
}

}  // namespace reference
