// Any bytes as a line of `ask`: a question, which is written as JSON again where it is about units
// that it has all written out, or refused with InputError.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/ask/ask.h"
#include "core/text/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  try {
    warodds::Question question = warodds::question_from_json(line);
    for (const warodds::RosterSource* roster : warodds::rosters_of(question)) {
      if (!roster->path.empty()) return 0;  // a file
    }
    const std::string written = warodds::to_json(question);
    // What it wrote must be a question, and the same one.
    if (warodds::to_json(warodds::question_from_json(written)) != written) __builtin_trap();
  } catch (const warodds::InputError&) {
  }
  return 0;
}
