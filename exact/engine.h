// The exact engine as a value.
#pragma once

#include "core/answer/engine.h"

namespace warodds::exact {

/// Answers fights, battles and best play exactly. The engine and its copies share what they have
/// worked out of lineups, so many questions are best put to one engine.
Engine engine(const EngineSettings& settings = {});

}  // namespace warodds::exact
