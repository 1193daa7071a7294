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

constexpr std::array names{"baseline", "avx2", "avx512"};  // of the levels, in their order

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
  std::vector<std::string_view> here;
  for (const Instructions level : available) {
    here.emplace_back(name_of(level));
    if (here.back() == wanted) return level;
  }
  const bool is_level =
      std::find(names.begin(), names.end(), std::string_view(wanted)) != names.end();
  throw InputError(fmt::format("WARODDS_LANES = {}; available here: {}",
                               is_level ? shown(wanted) + ": not on this processor and system"
                                        : "'" + shown(wanted) + "' is no level of instructions",
                               fmt::join(here, ", ")));
}

}  // namespace

const char* name_of(Instructions level) { return names[static_cast<std::size_t>(level)]; }

std::vector<Instructions> available_instructions() {
  std::vector<Instructions> available;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_available(Instructions(i))) available.push_back(Instructions(i));
  }
  return available;
}

Instructions instructions() {
  static const Instructions level = chosen();
  return level;
}

}  // namespace warodds
