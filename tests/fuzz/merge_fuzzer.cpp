// Any bytes as parts of a simulation, for `merge`: they are added up, or refused with InputError or
// NoAnswer. The checksum of a part is put right first, so that what stands behind it is met; what
// is answered must be probabilities.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/ask/ask.h"
#include "core/ask/reports.h"
#include "core/text/error.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace {

using Json = nlohmann::ordered_json;

/// The hash of a part as it is written, FNV-1a of what it says.
std::string checksum_of(const Json& part) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](std::string_view text) {
    for (const char byte : text) {
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    }
  };
  std::string names;
  for (const Json& name : part.at("names"))
    names += (names.empty() ? "" : "\n") + name.get<std::string>();
  std::string numbers;
  for (const Json& number : part.at("numbers"))
    numbers += (numbers.empty() ? "" : " ") + number.dump();
  const Json& chunks = part.at("chunks");
  add(fmt::format("{}\n{}\n{} {} {}\n{}\n{}", part.at("version").get<std::string>(),
                  part.at("question").dump(), chunks.at("first").dump(), chunks.at("last").dump(),
                  chunks.at("of").dump(), names, numbers));
  return fmt::format("{:016x}", hash);
}

/// The lines with the checksums that they should have, where they are parts.
std::string mended(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    Json part = Json::parse(line, nullptr, false);
    try {
      if (!part.is_discarded()) part["checksum"] = checksum_of(part);
      result += (part.is_discarded() ? line : part.dump()) + "\n";
    } catch (const Json::exception&) {
      result += line + "\n";
    }
  }
  return result;
}

void require_probabilities(const warodds::Report& report) {
  const Json json = Json::parse(warodds::to_json(report, false));
  for (const char* side : {"attacker_deals", "defender_deals"}) {
    if (!json.contains(side)) continue;
    double sum = 0;
    for (const Json& p : json[side]["damage"]["pmf"]) {
      if (!(p.get<double>() >= 0 && p.get<double>() <= 1)) __builtin_trap();
      sum += p.get<double>();
    }
    if (!(sum > 1 - 1e-9 && sum < 1 + 1e-9)) __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most = 1 << 16;  // bytes; numbers of large fights are as many
  if (size > most) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const int file = memfd_create("part", 0);
  const std::string parts = mended(text);
  if (file < 0 || write(file, parts.data(), parts.size()) != static_cast<ssize_t>(parts.size())) {
    std::abort();
  }
  warodds::questions::Merge question;
  question.files = {fmt::format("/proc/self/fd/{}", file)};
  try {
    require_probabilities(
        warodds::answer(question, {warodds::exact::engine, warodds::sim::engine}));
  } catch (const warodds::InputError&) {
  } catch (const warodds::NoAnswer&) {
  }
  close(file);
  return 0;
}
