// A simulation that is shared out among machines: its parts, and how they become one answer again.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/answer/version.h"
#include "core/ask/ask.h"
#include "core/ask/command.h"
#include "core/ask/facts.h"
#include "core/ask/json_text.h"
#include "core/ask/json_writer.h"
#include "core/roster/read_file.h"
#include "core/text/error.h"
#include "core/text/shown.h"
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

/// What a part says, in 64 bits: the hash FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, IETF draft
/// draft-eastlake-fnv). Of two texts that differ in one place it is never the same.
std::string checksum_of(const Part& part) {
  const Tallies& tallies = part.tallies;
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](std::string_view text) {
    for (const char byte : text) {
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    }
  };
  add(fmt::format("{}\n{}\n{} {} {}\n{}\n{}", part.version, part.question, tallies.played.first,
                  tallies.played.last, tallies.chunks, fmt::join(tallies.names, "\n"),
                  fmt::join(tallies.numbers, " ")));
  return fmt::format("{:016x}", hash);
}

/// What a part says; Json::exception where something is missing or of another kind.
Part read_part(const Json& json) {
  const Json& chunks = json.at("chunks");
  const auto number = [&](const char* key) {
    if (!chunks.at(key).is_number_unsigned()) throw InputError("no such number");
    return chunks.at(key).get<std::uint64_t>();
  };
  Part part{"", json.at("version").get<std::string>(), json.at("question").dump(), {}};
  part.tallies.played = {number("first"), number("last")};
  part.tallies.chunks = number("of");
  for (const Json& counted : json.at("numbers").get_ref<const Json::array_t&>()) {
    if (!counted.is_number_integer()) throw InputError("no such number");
    part.tallies.numbers.push_back(counted.get<std::int64_t>());
  }
  part.tallies.names = json.at("names").get<std::vector<std::string>>();
  if (json.at("checksum").get_ref<const std::string&>() != checksum_of(part)) {
    throw InputError("changed");
  }
  return part;
}

Part read_part(const std::string& line, const std::string& file) {
  const auto refuse = [&](const std::string& why) -> void {
    throw InputError(fmt::format("'{}' is no part of a simulation: {}", shown(file), why));
  };
  Part part;
  bool has_chunks = false;
  const auto refuse_damaged = [&] {
    refuse(
        has_chunks
            ? "it is damaged, or somebody has changed it; write it again with --chunks FIRST..LAST"
            : "write one with --chunks FIRST..LAST");
  };
  try {
    const Json json = parse_json(line);
    has_chunks = json.contains("chunks");
    part = read_part(json);
  } catch (const InputError&) {
    refuse_damaged();
  } catch (const Json::exception&) {
    refuse_damaged();
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
  constexpr std::size_t most_bytes = std::size_t{512} << 20;
  const std::string text = read_file(path, "", most_bytes);
  const std::size_t before = parts.size();
  for (const std::string& line : split(text, '\n')) {
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      parts.push_back(read_part(line, path));
  }
  if (parts.size() == before) throw InputError(fmt::format("'{}' is empty", shown(path)));
}

std::string named(const ChunkRange& range) {
  return fmt::format("{}..{}", range.first, range.last);
}

/// Parts of one simulation, each chunk of it once.
void require_whole(std::vector<Part>& parts) {
  const Part& first = parts.front();
  for (const Part& part : parts) {
    if (part.version != version()) {
      throw InputError(fmt::format("'{}' was counted by version {}; this is {}", shown(part.file),
                                   shown(part.version), version()));
    }
    if (part.question != first.question || part.tallies.chunks != first.tallies.chunks) {
      throw InputError(fmt::format("'{}' and '{}' are of different questions:\n  {}\n  {}",
                                   shown(first.file), shown(part.file), shown(first.question),
                                   shown(part.question)));
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
      throw NotTogether(fmt::format("'{}': chunks {} were counted already, in another part",
                                    shown(part.file),
                                    named({played.first, std::min(played.last, next - 1)})));
    }
    require_none_missing(played.first);
    next = played.last + 1;
  }
  require_none_missing(first.tallies.chunks);
}

}  // namespace

void state(Facts& facts, const PartReport& report) {
  const Tallies& tallies = report.tallies;
  // Of the question as it will be read.
  const std::string question = parse_json(report.question).dump();
  facts.object([&] {
    facts.member("version", version());
    facts.object("chunks", [&] {
      facts.member("first", tallies.played.first);
      facts.member("last", tallies.played.last);
      facts.member("of", tallies.chunks);
    });
    facts.member("question", [&] { facts.json(report.question); });
    facts.member("names", tallies.names);
    facts.member("numbers", tallies.numbers);
    facts.member("checksum", checksum_of({"", std::string(version()), question, tallies}));
  });
}

Report answer_part(const Question& question, const Engines& engines, const Watch& watch) {
  Question whole = question;
  EngineSettings& engine = part_of<questions::ByEngine>(whole)->engine;
  if (engine.time_limit != EngineSettings().time_limit) {
    throw NotTogether("--chunks plays all of its chunks: --time-limit does not go with it");
  }
  engine.choice = EngineChoice::sim;
  engine.tallies = std::make_shared<std::vector<Tallies>>();
  answer(whole, engines, watch);
  if (engine.tallies->size() != 1) {
    throw NoAnswer("--chunks: this question is not answered by one simulation");
  }
  PartReport part{"", engine.tallies->front()};
  const ChunkRange played = part.tallies.played;
  if (const ChunkRange asked = *engine.chunks; played.last < asked.last) {
    part.cut_short =
        fmt::format("interrupted: of the chunks {} this part has {}; --chunks {} has the others",
                    named(asked), named(played), named({played.last + 1, asked.last}));
  }
  engine.chunks.reset();
  part.question = to_json(whole);
  return part;
}

namespace {

constexpr std::size_t most_parts = 10'000;

Report answer_merge(const questions::Merge& question, const Engines& engines, const Watch& watch) {
  if (question.files.empty()) throw Missing("merge needs the files that --chunks has written");
  if (question.files.size() > most_parts) {
    throw InputError(
        fmt::format("merge: {} files are more than {}; put parts into one file, a line "
                    "each",
                    question.files.size(), most_parts));
  }
  std::vector<Part> parts;
  for (const std::string& path : question.files) {
    if (watch.stopped()) {
      throw watch.ended(" before all parts were read");
    }
    read_parts(path, parts);
  }
  require_whole(parts);
  Question whole = question_from_json(parts.front().question);
  auto* by_engine = part_of<questions::ByEngine>(whole);
  if (by_engine == nullptr) {
    throw InputError(fmt::format("'{}' is no part of a simulation", shown(parts.front().file)));
  }
  if (auto* beside = part_of<questions::BestBeside>(whole)) {
    beside->best_if_quick = question.best_if_quick;
  }
  auto& tallies = by_engine->engine.tallies = std::make_shared<std::vector<Tallies>>();
  for (const Part& part : parts) tallies->push_back(part.tallies);
  return answer(whole, engines, watch);
}

}  // namespace

namespace questions {

Command Merge::command() {
  return {
      .operands = "FILE ...",
      .summary = "a simulation from its parts",
      .introduction =
          "Adds up what the parts of a simulation have counted, perhaps on many machines. Parts "
          "are written by fight, sequence and battle:\n\n"
          "  warodds fight A B --trials 1000000 --chunks 0..7 --output first.json\n"
          "  warodds fight A B --trials 1000000 --chunks 8..15 --output second.json\n"
          "  warodds merge first.json second.json\n\n"
          "The answer is that of the whole simulation, byte for byte. Parts of another question, "
          "seed or version are refused, and chunks that are missing or there twice.",
      .without = {"best"},
      .answer = answering(answer_merge)};
}

}  // namespace questions

}  // namespace warodds
