// Questions as users put them, and answers as they get them.
#pragma once

#include <nlohmann/json.hpp>

#include "core/ask/ask.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace warodds::testing {

using Json = nlohmann::ordered_json;

/// The answer of `warodds ask`, or {"error": …}.
inline Json ask(const Json& question) {
  static Asker asker({exact::engine, sim::engine});
  return Json::parse(asker.ask(question.dump()).line);
}

/// The same of a question with some more.
inline Json ask(Json question, const Json& more) {
  question.update(more);
  return ask(question);
}

}  // namespace warodds::testing
