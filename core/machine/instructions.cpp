#include "core/machine/instructions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

constexpr std::array all_levels{Instructions::baseline, Instructions::avx2, Instructions::avx512};

bool is_available(Instructions level) {
  if (level == Instructions::baseline) return true;
#if defined(__x86_64__)
  // The compiler's runtime asks the processor, and whether the system keeps its registers.
  const auto has = [](bool feature) { return feature; };
  const bool avx2 = has(__builtin_cpu_supports("avx2")) && has(__builtin_cpu_supports("bmi")) &&
                    has(__builtin_cpu_supports("bmi2")) && has(__builtin_cpu_supports("popcnt"));
  if (level == Instructions::avx2) return avx2;
  return avx2 && has(__builtin_cpu_supports("avx512f")) &&
         has(__builtin_cpu_supports("avx512bw")) && has(__builtin_cpu_supports("avx512vl")) &&
         has(__builtin_cpu_supports("avx512dq")) && has(__builtin_cpu_supports("avx512vbmi")) &&
         has(__builtin_cpu_supports("avx512vbmi2")) &&
         has(__builtin_cpu_supports("avx512vpopcntdq"));
#else
  return false;
#endif
}

Instructions chosen() {
  const std::vector<Instructions> available = available_instructions();
  const char* const wanted = std::getenv("WARODDS_LANES");
  if (wanted == nullptr || *wanted == '\0') return available.back();
  const auto is_wanted = [&](Instructions level) {
    return std::string_view(wanted) == name_of(level);
  };
  std::vector<const char*> names;
  for (const Instructions level : available) {
    if (is_wanted(level)) return level;
    names.push_back(name_of(level));
  }
  const bool is_level = std::any_of(all_levels.begin(), all_levels.end(), is_wanted);
  throw InputError(fmt::format("WARODDS_LANES = {}; available here: {}",
                               is_level ? shown(wanted) + ": not on this processor and system"
                                        : "'" + shown(wanted) + "' is no level of instructions",
                               fmt::join(names, ", ")));
}

}  // namespace

const char* name_of(Instructions level) {
  switch (level) {
    case Instructions::avx2:
      return "avx2";
    case Instructions::avx512:
      return "avx512";
    default:
      return "baseline";
  }
}

std::vector<Instructions> available_instructions() {
  std::vector<Instructions> available;
  for (const Instructions level : all_levels) {
    if (is_available(level)) available.push_back(level);
  }
  return available;
}

Instructions instructions() {
  static const Instructions level = chosen();
  return level;
}

}  // namespace warodds
