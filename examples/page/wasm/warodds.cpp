// The library as the page calls it: one line of JSON in, one line of JSON out, as `warodds ask`.
#include <emscripten.h>

#include <cstddef>
#include <new>
#include <string>

#include "core/ask/ask.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace {

/// Tells the worker how far long work has come.
EM_JS(void, tell_progress, (const char* of, double done, double wanted),
      { Module.onProgress(UTF8ToString(of), done, wanted); });

void show(const warodds::Progress& progress) {
  tell_progress(std::string(progress.of).c_str(), static_cast<double>(progress.done),
                static_cast<double>(progress.wanted));
}

warodds::Asker& asker() {
  static warodds::Asker one({warodds::exact::engine, warodds::sim::engine});
  return one;
}

std::string line_of_reply;

}  // namespace

extern "C" {

/// The answer to a question of `length` bytes. It stands until the next question.
EMSCRIPTEN_KEEPALIVE const char* warodds_ask(const char* question, std::size_t length) {
  try {
    line_of_reply = asker().ask({question, length}, {nullptr, show}).line;
  } catch (const std::bad_alloc&) {
    line_of_reply =
        R"({"error":{"status":1,"message":"not enough memory for this in a browser; try fewer dice"}})";
  }
  return line_of_reply.c_str();
}

/// Its length in bytes: names may hold any character.
EMSCRIPTEN_KEEPALIVE std::size_t warodds_reply_length() { return line_of_reply.size(); }
}
