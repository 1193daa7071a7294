// A simulation that is shared out among machines: its parts, and how they become one answer again.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/answer/version.h"
#include "core/ask/answers.h"
#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/json.h"
#include "core/rules/error.h"

namespace warodds {
namespace {

/// A part as it was read, and where.
struct Part {
  std::string file;
  std::string version;
  std::string question;
  Tallies tallies;
};

Part part_of(const std::string& line, const std::string& file) {
  const auto refuse = [&](const std::string& why) -> void {
    throw InputError(fmt::format("'{}' is no part of a simulation: {}", file, why));
  };
  using Json = nlohmann::ordered_json;
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("chunks")) refuse("write one with --chunks FIRST..LAST");
  Part part{file, "", "", {}};
  try {
    part.version = json.at("version").get<std::string>();
    part.question = json.at("question").dump();
    const Json& chunks = json.at("chunks");
    part.tallies.played.first = chunks.at("first").get<std::uint64_t>();
    part.tallies.played.last = chunks.at("last").get<std::uint64_t>();
    part.tallies.chunks = chunks.at("of").get<std::uint64_t>();
    part.tallies.numbers = json.at("numbers").get<std::vector<std::int64_t>>();
    part.tallies.names = json.at("names").get<std::vector<std::string>>();
  } catch (const Json::exception&) {
    refuse("what it says of its chunks is damaged; write it again with --chunks FIRST..LAST");
  }
  const Tallies& tallies = part.tallies;
  if (tallies.played.first > tallies.played.last || tallies.played.last >= tallies.chunks) {
    refuse("its chunks are not in order");
  }
  return part;
}

/// The parts in a file, one a line.
void read_parts(const std::string& path, std::vector<Part>& parts) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw InputError(fmt::format("cannot open '{}': no such file, or not readable", path));
  }
  const std::size_t before = parts.size();
  for (std::string line; std::getline(file, line);) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) parts.push_back(part_of(line, path));
  }
  if (parts.size() == before) throw InputError(fmt::format("'{}' is empty", path));
}

std::string named(const ChunkRange& range) {
  return fmt::format("{}..{}", range.first, range.last);
}

/// Parts of one simulation, each chunk of it once.
void require_whole(std::vector<Part>& parts) {
  const Part& first = parts.front();
  for (const Part& part : parts) {
    if (part.version != version()) {
      throw InputError(fmt::format("'{}' was counted by version {}; this is {}", part.file,
                                   part.version, version()));
    }
    if (part.question != first.question || part.tallies.chunks != first.tallies.chunks) {
      throw InputError(fmt::format("'{}' and '{}' are of different questions:\n  {}\n  {}",
                                   first.file, part.file, first.question, part.question));
    }
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return a.tallies.played.first < b.tallies.played.first;
  });
  std::uint64_t next = 0;
  const auto require_none_missing = [&](std::uint64_t until) {
    if (next >= until) return;
    throw InputError(fmt::format("chunks {} of 0..{} are missing: play them with --chunks {}",
                                 named({next, until - 1}), first.tallies.chunks - 1,
                                 named({next, until - 1})));
  };
  for (const Part& part : parts) {
    const ChunkRange& played = part.tallies.played;
    if (played.first < next) {
      throw InputError(fmt::format("'{}': chunks {} were counted already, in another part",
                                   part.file,
                                   named({played.first, std::min(played.last, next - 1)})));
    }
    require_none_missing(played.first);
    next = played.last + 1;
  }
  require_none_missing(first.tallies.chunks);
}

}  // namespace

void write(JsonWriter& json, const PartReport& report) {
  const Tallies& tallies = report.tallies;
  json.object([&] {
    json.member("version", version());
    json.object("chunks", [&] {
      json.member("first", tallies.played.first);
      json.member("last", tallies.played.last);
      json.member("of", tallies.chunks);
    });
    json.member("question", [&] { json.json(report.question); });
    json.member("names", tallies.names);
    json.member("numbers", tallies.numbers);
  });
}

Report answer_part(const Question& question, const Engines& engines, const Watch& watch) {
  if (question.engine.time_limit != EngineSettings().time_limit) {
    throw InputError("--chunks plays all of its chunks: --time-limit does not go with it");
  }
  Question whole = question;
  whole.engine.choice = EngineChoice::sim;
  whole.engine.tallies = std::make_shared<std::vector<Tallies>>();
  answer(whole, engines, watch);
  if (whole.engine.tallies->size() != 1) {
    throw NoAnswer("--chunks: this question is not answered by one simulation");
  }
  PartReport part{"", whole.engine.tallies->front()};
  const ChunkRange played = part.tallies.played;
  if (const ChunkRange asked = *whole.engine.chunks; played.last < asked.last) {
    part.cut_short =
        fmt::format("interrupted: of the chunks {} this part has {}; --chunks {} has the others",
                    named(asked), named(played), named({played.last + 1, asked.last}));
  }
  whole.engine.chunks.reset();
  part.question = to_json(whole);
  return part;
}

Report answer_merge(const Question& question, const Engines& engines, const Watch& watch) {
  if (question.parts.empty()) throw InputError("merge needs the files that --chunks has written");
  std::vector<Part> parts;
  for (const std::string& path : question.parts) read_parts(path, parts);
  require_whole(parts);
  Question whole = question_from_json(parts.front().question);
  whole.engine.tallies = std::make_shared<std::vector<Tallies>>();
  for (const Part& part : parts) whole.engine.tallies->push_back(part.tallies);
  return answer(whole, engines, watch);
}

}  // namespace warodds
