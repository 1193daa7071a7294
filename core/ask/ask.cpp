#include "core/ask/ask.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "core/ask/facts.h"
#include "core/ask/json_question.h"
#include "core/ask/json_writer.h"
#include "core/machine/memory.h"
#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

constexpr int most_questions_of_an_engine = 1000;

/// Strangers name no pipe or device: nobody waits for what comes out of it.
void require_regular(const std::string& path) {
  std::error_code unknown;  // then to read it says more
  const auto kind = std::filesystem::status(path, unknown).type();
  using Type = std::filesystem::file_type;
  if (kind == Type::regular || kind == Type::not_found || kind == Type::none) return;
  throw InputError(fmt::format("'{}' is no regular file", shown(path)));
}

}  // namespace

Asker::Asker(Engines engines)
    : made_of_(std::move(engines)),
      engines_{[this](const EngineSettings& settings) { return exact(settings); }, made_of_.sim} {}

Engine Asker::exact(const EngineSettings& settings) {
  constexpr int seldom = 16;  // questions
  const std::lock_guard lock(mutex_);
  const int asked = asked_of_it_++;
  const bool is_large = asked % seldom == seldom - 1 &&
                        memory_in_use() > static_cast<double>(AskLimits::most_bytes_in_use);
  if (asked == 0 || asked == most_questions_of_an_engine || is_large) {
    exact_ = made_of_.exact(settings);
    asked_of_it_ = 1;
  }
  return exact_;
}

std::vector<std::string> Asker::files() {
  const std::lock_guard lock(mutex_);
  return {files_.begin(), files_.end()};
}

void Asker::remember_file(const std::string& path) {
  const std::lock_guard lock(mutex_);
  files_.insert(path);
  if (files_.size() <= AskLimits::most_files) return;
  files_.erase(path);
  throw NoAnswer(
      fmt::format("more than {} files are named by these questions", AskLimits::most_files));
}

bool Asker::Kept::is_surely(const FileState& now) const {
  constexpr std::int64_t coarsest_clock = 2'000'000'000;  // of a file system, in nanoseconds
  return now == state && std::max(state.written, state.changed) + coarsest_clock < read_at;
}

std::shared_ptr<const Roster> Asker::known(const std::string& key, const FileState& state) {
  const std::lock_guard lock(mutex_);
  const auto found = rosters_.find(key);
  return found != rosters_.end() && found->second.is_surely(state) ? found->second.roster : nullptr;
}

void Asker::keep(const std::string& key, Kept kept) {
  const std::lock_guard lock(mutex_);
  const auto old = rosters_.find(key);
  if (old != rosters_.end()) {
    bytes_of_rosters_ -= old->second.bytes;
    rosters_.erase(old);
  }
  if (kept.bytes > AskLimits::most_bytes_kept) return;
  if (bytes_of_rosters_ + kept.bytes > AskLimits::most_bytes_kept) {
    rosters_.clear();
    bytes_of_rosters_ = 0;
  }
  bytes_of_rosters_ += kept.bytes;
  rosters_.emplace(key, std::move(kept));
}

void Asker::share(RosterSource& source, const std::string& system) {
  if (source.given || source.path.empty()) return;
  std::string key =
      fmt::format("{}\n{}\n{}", source.path, system, fmt::join(source.columns.ignored, ","));
  for (const ColumnName& one : source.columns.called) key += "\n" + one.header + "=" + one.key;
  remember_file(source.path);
  require_regular(source.path);
  const auto state = state_of_file(source.path);
  if (state) source.given = known(key, *state);
  if (source.given) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  FileText file = read_file(source.path, "roster ", Roster::most_bytes);
  Kept kept{nullptr, file.state, std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(),
            0};
  {
    const std::lock_guard lock(mutex_);
    const auto old = rosters_.find(key);
    if (old != rosters_.end() && old->second.roster->text == file.text) {
      old->second.state = kept.state;
      old->second.read_at = kept.read_at;
      source.given = old->second.roster;
      return;
    }
  }
  auto roster =
      std::make_shared<Roster>(parse_roster(file.text, source.path, system, source.columns));
  roster->text = std::move(file.text);
  kept.roster = source.given = std::move(roster);
  kept.bytes = key.size() + kept.roster->bytes();
  keep(key, std::move(kept));
}

void Asker::keep_limits(Question& question) {
  auto* by = part_of<questions::ByEngine>(question);
  if (by == nullptr) return;
  by->engine.threads = std::min(by->engine.threads, AskLimits::most_threads);
  if (by->engine.time_limit > AskLimits::most_seconds) {
    throw InputError(fmt::format("time-limit is {:g} but must be at most {:g}",
                                 by->engine.time_limit, AskLimits::most_seconds));
  }
}

Asker::Reply Asker::ask(std::string_view line, const Watch& watch) {
  std::string id;  // as JSON
  const auto refuse = [&](int status, const char* message) {
    JsonWriter json(JsonWriter::Layout::one_line, id);
    json.object([&] {
      json.object("error", [&] {
        json.member("status", status);
        json.member("message", on_screen(message));
      });
    });
    return Reply{json.text(), status};
  };
  try {
    if (line.size() > AskLimits::most_bytes_of_question) {
      throw InputError(
          fmt::format("this line is longer than {} MiB", AskLimits::most_bytes_of_question >> 20));
    }
    const Json json = parse_json(line, &id);
    Question question = question_of(json);
    const auto* of = part_of<questions::OfRoster>(question);
    for (RosterSource* source : rosters_of(question)) share(*source, of->system);
    if (const auto* parts = part_of<questions::OfFiles>(question)) {
      for (const std::string& file : parts->files) {
        remember_file(file);
        require_regular(file);
      }
    }
    keep_limits(question);
    const Report report = answer(question, engines_, watch.within(AskLimits::most_seconds));
    return {to_line(report, id, AskLimits::most_bytes_of_answer), is_failure(report) ? 1 : 0};
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
