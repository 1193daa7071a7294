// What a system tells of a fight besides damage and kills: declared by the system as data, so that
// whoever counts, prints or asks for it needs to know no system.
#pragma once

#include <string_view>

namespace warodds {

enum class ReportKind {
  count,  ///< a number: its distribution is reported
  event   ///< 0 or 1: its probability is reported
};

/// One thing that the stages of a fight report through Chance::report, which names it by its place
/// in System::reports.
struct ReportSpec {
  std::string_view name;   ///< as in JSON, CSV and the names of quantities
  std::string_view label;  ///< as in text
  ReportKind kind = ReportKind::count;
};

/// A mean over what the attacker pays for the attack, such as damage for each order point.
struct RateSpec {
  std::string_view name;
  std::string_view label;
  std::string_view paid;  ///< what is paid: "order_points"
};

}  // namespace warodds
