// Any bytes as lines of `ask`: each is answered by one line of JSON, or refused by one, whatever it
// asks. Only what takes no time is worked out, and no file is read.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>

#include "core/ask/lines.h"
#include "core/text/error.h"
#include "core/threads/patience.h"
#include "exact/engine.h"

namespace {

constexpr double small = 0.0005;  ///< seconds of one answer
constexpr std::chrono::milliseconds enough(200);

/// A skill that answers what is small.
template <class Question, class Answer>
void limit(warodds::Solver<Question, Answer>& skill) {
  const auto exactly = skill;
  skill.answer = [exactly](const Question& question, const warodds::Watch& watch) -> Answer {
    warodds::WorkBudget budget(small);
    return warodds::within({watch.stop, watch.until, &budget},
                           [&] { return exactly.answer(question, watch); });
  };
}

/// Of both engines: dice are fuzzed elsewhere, by what they add up to.
warodds::Engine small_engine(const warodds::EngineSettings& settings) {
  warodds::Engine engine = warodds::exact::engine(settings);
  limit(engine.laws);
  limit(engine.solve);
  engine.play.answer = [](const warodds::PlayQuestion&,
                          const warodds::Watch&) -> warodds::PayoffEstimate {
    throw warodds::NoAnswer("too large to be fuzzed");
  };
  return engine;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::istringstream questions(text);
  std::string answers;
  warodds::Watch watch;
  watch.until = warodds::Watch::Clock::now() + enough;
  const warodds::Answered answered = warodds::ask_lines(
      questions, [&](const std::string& more) { answers += more; }, {small_engine, small_engine},
      watch);
  std::istringstream lines(answers);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object()) __builtin_trap();
    if (json.contains("error") && answered.status == 0) __builtin_trap();
  }
  return 0;
}
