#include "core/fields/profile.h"

#include <fmt/format.h>

namespace warodds {

std::string print(const Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

}  // namespace warodds
