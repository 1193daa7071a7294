// A simulation that is shared out among machines: its parts, and how they become one answer again.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "core/answer/version.h"
#include "core/ask/answers.h"
#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/json.h"
#include "core/ask/json_value.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

/// A part as it was read, and where.
struct Part {
  std::string file;
  std::string version;
  std::string question;
  Tallies tallies;
};

template <class Number>
Number number_of(const JsonValue& value) {
  const auto number = read_number<Number>(value.text());
  if (value.kind() != JsonValue::Kind::number || !number) throw InputError("no such number");
  return *number;
}

std::string text_of(const JsonValue& value) {
  if (!value.is_text()) throw InputError("no text");
  return std::string(value.text());
}

const JsonValue& member_of(const JsonValue& value, std::string_view key) {
  const JsonValue* member = value.find(key);
  if (member == nullptr) throw InputError("no such member");
  return *member;
}

const JsonValue& list_of(const JsonValue& value, std::string_view key) {
  const JsonValue& list = member_of(value, key);
  if (!list.is_list()) throw InputError("no list");
  return list;
}

/// What a part says, with something missing or of another kind: InputError.
Part part_of(const JsonValue& json) {
  Part part{"", text_of(member_of(json, "version")), written(member_of(json, "question")), {}};
  const JsonValue& chunks = member_of(json, "chunks");
  part.tallies.played.first = number_of<std::uint64_t>(member_of(chunks, "first"));
  part.tallies.played.last = number_of<std::uint64_t>(member_of(chunks, "last"));
  part.tallies.chunks = number_of<std::uint64_t>(member_of(chunks, "of"));
  for (const JsonValue& number : list_of(json, "numbers")) {
    part.tallies.numbers.push_back(number_of<std::int64_t>(number));
  }
  for (const JsonValue& name : list_of(json, "names")) part.tallies.names.push_back(text_of(name));
  return part;
}

Part part_of(const std::string& line, const std::string& file) {
  const auto refuse = [&](const std::string& why) -> void {
    throw InputError(fmt::format("'{}' is no part of a simulation: {}", file, why));
  };
  Part part;
  bool has_chunks = false;
  try {
    const JsonText read(line);
    has_chunks = read.value().find("chunks") != nullptr;
    part = part_of(read.value());
  } catch (const InputError&) {
    refuse(has_chunks
               ? "what it says of its chunks is damaged; write it again with --chunks FIRST..LAST"
               : "write one with --chunks FIRST..LAST");
  }
  part.file = file;
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

void state(JsonWriter& json, const PartReport& report) {
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
