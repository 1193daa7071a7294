#include "core/fields/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

[[noreturn]] void refuse(const Setting& setting, const std::string& because) {
  throw BadValue(fmt::format(
      "{}: {}={}: {}; a value that changes from round to round is VALUE*ROUNDS,...,VALUE, for "
      "example a*2,b: two rounds a, then b for good",
      setting.where, shown(setting.key), shown(setting.value), because));
}

Stretch stretch_of(const std::string& part, const Setting& setting) {
  const auto star = part.rfind('*');
  Stretch stretch{std::string(trim(part.substr(0, star))), 1};
  if (stretch.value.empty()) refuse(setting, "there is a value missing");
  if (star == std::string::npos) return stretch;
  const auto rounds = read_number<int>(trim(std::string_view(part).substr(star + 1)));
  if (!rounds || *rounds < 1 || *rounds > most_scheduled_rounds) {
    refuse(setting, fmt::format("{} must hold for 1 to {} rounds", shown(stretch.value),
                                most_scheduled_rounds));
  }
  stretch.rounds = *rounds;
  return stretch;
}

}  // namespace

Schedule parse_schedule(const FieldSpec& field, const Setting& setting) {
  const std::vector<std::string> parts = split(setting.value, ',');
  const auto counts = [](const std::string& part) { return part.find('*') != std::string::npos; };
  const bool is_plain =
      field.text ? parts.size() == 1 || !std::all_of(parts.begin(), parts.end() - 1, counts)
                 : parts.size() == 1 && !counts(parts.front());
  if (is_plain || (field.takes_lists && std::none_of(parts.begin(), parts.end(), counts)))
    return {{setting.value, 1}};
  Schedule schedule;
  int rounds = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    if (last && counts(parts[i])) refuse(setting, "the last value is for good, without a number");
    schedule.push_back(stretch_of(parts[i], setting));
    if (!last) rounds += schedule.back().rounds;
  }
  if (rounds > most_scheduled_rounds) {
    refuse(setting, fmt::format("it changes after round {}", most_scheduled_rounds));
  }
  return schedule;
}

int settled_round(const Schedule& schedule) {
  int round = 1;
  for (std::size_t i = 0; i + 1 < schedule.size(); ++i) round += schedule[i].rounds;
  return round;
}

const std::string& value_in_round(const Schedule& schedule, int round) {
  for (const Stretch& stretch : schedule) {
    if (round <= stretch.rounds) return stretch.value;
    round -= stretch.rounds;
  }
  return schedule.back().value;
}

std::string print(const Schedule& schedule) {
  std::string text;
  for (std::size_t i = 0; i + 1 < schedule.size(); ++i) {
    text += schedule[i].value;
    if (schedule[i].rounds > 1) text += fmt::format("*{}", schedule[i].rounds);
    text += ',';
  }
  return text + schedule.back().value;
}

Schedule shortened(const Schedule& schedule) {
  Schedule result;
  for (const Stretch& stretch : schedule) {
    if (!result.empty() && result.back().value == stretch.value) {
      result.back().rounds += stretch.rounds;
    } else {
      result.push_back(stretch);
    }
  }
  return result;
}

}  // namespace warodds
