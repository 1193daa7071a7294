// The stages of every combat system, compiled for the simulator.
#include "sim/run/plan.h"

namespace warodds::sim {

Plan make_plan(const AnyFight& any) {
  return std::visit([](const auto& fight) { return make_plan(fight); }, any);
}

}  // namespace warodds::sim
