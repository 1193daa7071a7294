// The simulator as an engine.
#pragma once

#include "core/answer/engine.h"

namespace warodds::sim {

/// Answers fights, battles and plays of a game with dice. Answers end early, marked partial, at the
/// time limit or when the watch says so.
Engine engine(const EngineSettings& settings = {});

}  // namespace warodds::sim
