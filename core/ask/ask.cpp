#include "core/ask/ask.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "core/ask/facts.h"
#include "core/ask/json_question.h"
#include "core/ask/json_writer.h"
#include "core/machine/memory.h"
#include "core/roster/faults.h"
#include "core/roster/kept_columns.h"
#include "core/roster/read_file.h"
#include "core/text/error.h"

namespace warodds {
namespace {

constexpr int most_questions_of_an_engine = 1000;

}  // namespace

Asker::Asker(Engines engines, const AskSettings& settings)
    : made_of_(std::move(engines)),
      settings_(settings),
      engines_{[this](const EngineSettings& of) { return exact(of); }, made_of_.sim} {
  settings_.files = settings_.files.told([this](const std::string& path) { remember_file(path); });
}

Engine Asker::exact(const EngineSettings& settings) {
  constexpr int seldom = 16;  // questions
  const std::lock_guard lock(mutex_);
  const int asked = asked_of_it_++;
  const bool is_large =
      asked % seldom == seldom - 1 &&
      memory_in_use() >
          std::min(static_cast<double>(AskLimits::most_bytes_in_use), memory_there_is() / 2);
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

bool Asker::remembers_all_files() {
  const std::lock_guard lock(mutex_);
  return remembers_all_files_;
}

void Asker::remember_file(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (files_.contains(path)) return;
  if (bytes_of_files_ + path.size() > AskLimits::most_bytes_of_paths) {
    remembers_all_files_ = false;
    return;
  }
  bytes_of_files_ += path.size();
  files_.insert(path);
}

void Asker::forget() {
  const std::lock_guard lock(mutex_);
  rosters_.clear();
  bytes_of_rosters_ = 0;
  exact_ = {};
  asked_of_it_ = 0;
}

void Asker::keep(const std::string& key, const std::shared_ptr<const Roster>& roster) {
  const std::lock_guard lock(mutex_);
  const auto bytes_of = [&](const Roster& of) { return key.size() + of.bytes(); };
  if (const auto old = rosters_.extract(key)) bytes_of_rosters_ -= bytes_of(*old.mapped());
  const auto most =
      std::min(static_cast<double>(AskLimits::most_bytes_kept), memory_there_is() / 8);
  const std::size_t bytes = bytes_of(*roster);
  if (static_cast<double>(bytes) > most) return;
  if (static_cast<double>(bytes_of_rosters_ + bytes) > most) {
    rosters_.clear();
    bytes_of_rosters_ = 0;
  }
  bytes_of_rosters_ += bytes;
  rosters_.emplace(key, roster);
}

void Asker::share(RosterSource& source, const std::string& system) {
  if (source.given || source.path.empty()) return;
  std::string key =
      fmt::format("{}\n{}\n{}", source.path, system, fmt::join(source.columns.ignored, ","));
  for (const ColumnName& one : source.columns.called) key += "\n" + one.header + "=" + one.key;
  std::string text = read_file(source.path, "roster ", Roster::most_bytes);
  const KeptColumns kept = read_columns(text, source.path);
  key += "\n" + kept.text;
  {
    const std::lock_guard lock(mutex_);
    const auto kept = rosters_.find(key);
    if (kept != rosters_.end() && kept->second->text == text) source.given = kept->second;
  }
  if (source.given) return;
  auto roster = std::make_shared<Roster>();
  try {
    *roster = roster_of(std::move(text), source.path, kept, system, source.columns);
  } catch (const NoRoster&) {
    throw no_roster(source.path);
  }
  source.given = roster;
  keep(key, roster);
}

void Asker::keep_limits(Question& question) const {
  auto* by = part_of<questions::ByEngine>(question);
  if (by == nullptr) return;
  by->engine.threads = std::min(by->engine.threads, AskLimits::most_threads);
  if (by->engine.chunks) return;  // without a time limit of their own
  by->engine.time_limit = std::min(by->engine.time_limit, settings_.most_seconds);
}

Asker::Reply Asker::ask(std::string_view line, const Watch& watch) {
  std::string id;  // as JSON
  const auto refuse = [&](int status, const Failure& failure) {
    JsonWriter json(JsonWriter::Layout::one_line, id);
    state(json, failure, status);
    return Reply{json.text(), status};
  };
  try {
    if (line.size() > AskLimits::most_bytes_of_question) {
      throw BadJson(
          fmt::format("this line is longer than {} MiB", AskLimits::most_bytes_of_question >> 20));
    }
    if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      throw BadJson("this line is blank: a question is a JSON object, {\"command\": ...}");
    }
    const Json json = parse_json(line, &id);
    Question question = question_of(json, settings_.files);
    const auto* of = part_of<questions::OfRoster>(question);
    for (RosterSource* source : rosters_of(question)) share(*source, of->system);
    keep_limits(question);
    const Report report = answer(question, engines_, watch.within(settings_.most_seconds));
    const auto* shown = part_of<questions::Shown>(question);
    const bool only = shown != nullptr && shown->only;
    return {to_line(report, id, AskLimits::most_bytes_of_answer, only), is_failure(report) ? 1 : 0};
  } catch (const InputError& error) {
    return refuse(2, error);
  } catch (const NoAnswer& error) {
    return refuse(1, error);
  } catch (const std::bad_alloc&) {
    forget();
    return refuse(1, TooLarge("not enough memory for this; try the engine sim, or fewer dice"));
  } catch (const std::exception& error) {
    return refuse(1, NoAnswer(error.what()));
  }
}

}  // namespace warodds
