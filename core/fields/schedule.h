// A value that changes from round to round, as users write it: "ranged*2,close" is ranged for two
// rounds, then close for good.
#pragma once

#include <string>
#include <vector>

#include "core/fields/field.h"
#include "core/fields/setting.h"

namespace warodds {

/// A value for some rounds; the last one of a schedule is for good, whatever its number of rounds.
struct Stretch {
  std::string value;
  int rounds = 1;

  bool operator==(const Stretch&) const = default;
};

using Schedule = std::vector<Stretch>;

/// The most rounds after which settings change no more.
inline constexpr int most_scheduled_rounds = 100;

/// Reads a value, of one stretch if it never changes; the values themselves are not judged. Free
/// text may have commas and asterisks of its own: there every stretch but the last needs its number
/// of rounds. Throws InputError.
Schedule parse_schedule(const FieldSpec& field, const Setting& setting);

/// From this round on (1 is the first) the value changes no more.
int settled_round(const Schedule& schedule);
const std::string& value_in_round(const Schedule& schedule, int round);

/// As users write it, equal neighbours put together.
std::string print(const Schedule& schedule);
/// The same schedule with equal neighbours put together.
Schedule shortened(const Schedule& schedule);

}  // namespace warodds
