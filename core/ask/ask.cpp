#include "core/ask/ask.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>
#include <functional>
#include <new>
#include <string>
#include <utility>

#include "core/ask/command.h"
#include "core/ask/json.h"
#include "core/ask/json_question.h"
#include "core/ask/json_writer.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// A line without what its id says, by which questions that come again are known; empty where that
/// is more than a number or a plain text.
std::string without_id(std::string_view line, const JsonText& read, const JsonValue& id) {
  if (id.kind() != JsonValue::Kind::number && !id.is_text()) return "";
  const std::size_t begin = read.place_of(id);
  const std::size_t end = begin + id.text().size();
  if (line.substr(begin, id.text().size()) != id.text()) return "";  // it was written with escapes
  if (id.is_text() && line[end] != '"') return "";
  return std::string(line.substr(0, begin)).append(line.substr(end));
}

/// An answer with an id; `rest`: the answer without its first bracket.
std::string with_id(std::string_view id, std::string_view rest) {
  return fmt::format("{{\"id\":{},{}", id, rest);
}

}  // namespace

Asker::Asker(Engines engines)
    : made_of_(std::move(engines)),
      engines_{[this](const EngineSettings& settings) { return exact(settings); }, made_of_.sim},
      came_(std::size_t{1} << 14) {}

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
  if (!has_given_ || question.empty()) return "";
  const std::lock_guard lock(mutex_);
  const auto found = given_.find(question);
  return found == given_.end() ? std::string{} : found->second;
}

void Asker::keep(const std::string& question, std::string_view answer, std::string_view id) {
  constexpr std::size_t most_bytes_of_one = std::size_t{16} << 10;
  constexpr std::size_t most_bytes = std::size_t{4} << 20;
  const std::size_t bytes = question.size() + answer.size();
  if (question.empty() || bytes > most_bytes_of_one) return;
  const std::size_t hash = std::hash<std::string>{}(question);
  if (came_[hash % came_.size()].exchange(hash) != hash) return;
  std::string without_id(answer);
  if (!id.empty()) without_id.replace(0, with_id(id, "").size(), "{");
  const std::lock_guard lock(mutex_);
  if (given_bytes_ + bytes > most_bytes) {
    given_.clear();
    given_bytes_ = 0;
  }
  if (given_.emplace(question, std::move(without_id)).second) given_bytes_ += bytes;
  has_given_ = true;
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
    std::string asked(line);
    const bool may_have_id =
        asked.find("\"id\"") != std::string::npos || asked.find('\\') != std::string::npos;
    std::string given = may_have_id ? "" : given_before(asked);
    if (!given.empty()) return {std::move(given), 0};
    const JsonText read(line);
    const JsonValue& json = read.value();
    const JsonValue* handed_back = json.find("id");
    if (handed_back != nullptr && handed_back->kind() != JsonValue::Kind::null) {
      id = written(*handed_back);
      asked = without_id(line, read, *handed_back);
      given = given_before(asked);
      if (!given.empty()) return {with_id(id, std::string_view(given).substr(1)), 0};
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
    Reply reply{to_line(report, id), is_failure(report) ? 1 : 0};
    // Files that are not shared may have other contents the next time.
    const bool lasts = question.parts.empty() && !watch.stopped();
    if (reply.status == 0 && lasts) keep(asked, reply.line, id);
    return reply;
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
