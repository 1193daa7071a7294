#include "core/ask/ask.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>
#include <functional>
#include <new>
#include <string>
#include <utility>

#include "core/ask/command.h"
#include "core/ask/json_question.h"
#include "core/ask/json_writer.h"
#include "core/rules/error.h"

namespace warodds {
namespace {

/// An object, but for the member with this key.
std::string written_without(std::string_view key, const JsonValue& object) {
  JsonWriter json(JsonWriter::Layout::one_line);
  json.object([&] {
    for (const JsonValue& member : object) {
      if (member.key() != key) json.member(member.key(), [&] { write(json, member); });
    }
  });
  return json.text();
}

}  // namespace

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

std::string Asker::given_before(const std::string& question) {
  const std::lock_guard lock(mutex_);
  const auto found = given_.find(question);
  return found == given_.end() ? std::string{} : found->second;
}

void Asker::keep(const std::string& question, const std::string& answer) {
  constexpr std::size_t most_bytes_of_one = std::size_t{16} << 10;
  constexpr std::size_t most_bytes = std::size_t{4} << 20;
  constexpr std::size_t most_remembered = 1 << 14;
  const std::size_t bytes = question.size() + answer.size();
  if (bytes > most_bytes_of_one) return;
  const std::size_t hash = std::hash<std::string>{}(question);
  const std::lock_guard lock(mutex_);
  came_.resize(most_remembered);
  if (std::exchange(came_[hash % most_remembered], hash) != hash) return;
  if (given_bytes_ + bytes > most_bytes) {
    given_.clear();
    given_bytes_ = 0;
  }
  if (given_.emplace(question, answer).second) given_bytes_ += bytes;
}

Asker::Reply Asker::ask(std::string_view line, const Watch& watch) {
  std::string id;  // as JSON
  const auto refuse = [&](int status, const char* message) {
    JsonWriter json(JsonWriter::Layout::one_line);
    json.object([&] {
      if (!id.empty()) json.member("id", [&] { json.json(id); });
      json.object("error", [&] {
        json.member("status", status);
        json.member("message", message);
      });
    });
    return Reply{json.text(), status};
  };
  try {
    std::string asked(line);
    const bool may_have_id = asked.find("\"id\"") != std::string::npos;
    std::string given = may_have_id ? "" : given_before(asked);
    if (!given.empty()) return {std::move(given), 0};
    const JsonText read(line);
    const JsonValue& json = read.value();
    const JsonValue* handed_back = json.find("id");
    const bool has_id = handed_back != nullptr && handed_back->kind() != JsonValue::Kind::null;
    if (has_id) id = written(*handed_back);
    const auto with_id = [&](std::string text) {
      if (!id.empty()) text.replace(0, 1, "{\"id\":" + id + ",");
      return text;
    };
    if (!id.empty()) {
      asked = written_without("id", json);
      given = given_before(asked);
      if (!given.empty()) return {with_id(std::move(given)), 0};
    }
    Question question = question_of(json);
    share(question.roster, question.system);
    share(question.against, question.system);
    share(question.old, question.system);
    if (!question.parts.empty()) {
      const std::lock_guard lock(mutex_);
      files_.insert(question.parts.begin(), question.parts.end());
    }
    const Report report = answer(question, engines_, watch);
    std::string text = to_json(report, false);
    if (is_failure(report)) return {with_id(std::move(text)), 1};
    // Files that are not shared may have other contents the next time.
    if (question.parts.empty() && !watch.stopped()) keep(asked, text);
    return {with_id(std::move(text)), 0};
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
