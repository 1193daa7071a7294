#include "core/ask/ask.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "core/ask/facts.h"
#include "core/ask/json_question.h"
#include "core/ask/json_writer.h"
#include "core/text/error.h"

namespace warodds {

Asker::Asker(Engines engines)
    : made_of_(std::move(engines)),
      engines_{[this](const EngineSettings& settings) { return exact(settings); }, made_of_.sim} {}

Engine Asker::exact(const EngineSettings& settings) {
  constexpr int most_questions = 1000;
  const std::lock_guard lock(mutex_);
  if (asked_of_it_++ % most_questions == 0) exact_ = made_of_.exact(settings);
  return exact_;
}

std::vector<std::string> Asker::files() {
  const std::lock_guard lock(mutex_);
  return {files_.begin(), files_.end()};
}

void Asker::share(RosterSource& source, const std::string& system) {
  if (source.given || source.path.empty()) return;
  const std::string key =
      fmt::format("{}\n{}\n{}", source.path, system, fmt::join(source.ignored, ","));
  {
    const std::lock_guard lock(mutex_);
    files_.insert(source.path);
    const auto found = rosters_.find(key);
    if (found != rosters_.end()) source.given = found->second;
  }
  if (source.given) return;
  source.given = std::make_shared<const Roster>(read_roster(source.path, system, source.ignored));
  const std::lock_guard lock(mutex_);
  rosters_.emplace(key, source.given);
}

Asker::Reply Asker::ask(std::string_view line, const Watch& watch) {
  std::string id;  // as JSON
  const auto refuse = [&](int status, const char* message) {
    JsonWriter json(JsonWriter::Layout::one_line, id);
    json.object([&] {
      json.object("error", [&] {
        json.member("status", status);
        json.member("message", message);
      });
    });
    return Reply{json.text(), status};
  };
  try {
    const Json json = parse_json(line, &id);
    if (id == "null") id.clear();
    Question question = question_of(json);
    const auto* of = part_of<questions::OfRoster>(question);
    for (RosterSource* source : rosters_of(question)) share(*source, of->system);
    if (const auto* parts = part_of<questions::OfFiles>(question)) {
      const std::lock_guard lock(mutex_);
      files_.insert(parts->files.begin(), parts->files.end());
    }
    const Report report = answer(question, engines_, watch);
    return {to_line(report, id), is_failure(report) ? 1 : 0};
  } catch (const InputError& error) {
    return refuse(2, error.what());
  } catch (const NoAnswer& error) {
    return refuse(1, error.what());
  } catch (const std::bad_alloc&) {
    return refuse(1, "not enough memory for this; try the engine sim, or fewer dice");
  } catch (const std::exception& error) {
    return refuse(1, error.what());
  }
}

}  // namespace warodds
