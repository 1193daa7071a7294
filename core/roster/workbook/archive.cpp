#include "core/roster/workbook/archive.h"

#include <fmt/format.h>
#include <minizip/unzip.h>
#include <minizip/zip.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/text/error.h"

namespace warodds {
namespace {

constexpr int case_counts = 1, as_packed = 1;

/// The library's own, but for a file that is opened in memory, as `open` does.
zlib_filefunc64_def in_memory(open64_file_func open, void* memory) {
  zlib_filefunc64_def functions;
  fill_fopen64_filefunc(&functions);
  functions.zopen64_file = open;
  functions.opaque = memory;
  return functions;
}

/// What is written piece by piece.
struct Written {
  char* bytes = nullptr;
  std::size_t size = 0;

  Written() = default;
  ~Written() { std::free(bytes); }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
};

/// What the archive says of the file that is at hand.
struct Entry {
  std::string name;
  unz_file_info64 info{};
};
std::optional<Entry> entry_of(unzFile packed) {
  Entry entry;
  constexpr uLong longest = 4096;
  std::array<char, longest + 1> name{};
  const int done =
      unzGetCurrentFileInfo64(packed, &entry.info, name.data(), longest, nullptr, 0, nullptr, 0);
  if (done != UNZ_OK || entry.info.size_filename > longest) return std::nullopt;
  entry.name = name.data();
  return entry;
}

/// Calls each(bytes) for the file that is open; false where it cannot be unpacked.
template <class Each>
bool for_each_part(unzFile packed, const Each& each) {
  std::vector<char> part(std::size_t{1} << 16);
  for (;;) {
    const int size = unzReadCurrentFile(packed, part.data(), static_cast<unsigned>(part.size()));
    if (size < 0) return false;
    if (size == 0) return unzCloseCurrentFile(packed) == UNZ_OK;
    each(std::string_view(part.data(), static_cast<std::size_t>(size)));
  }
}

}  // namespace

Archive::Archive(std::string_view bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {
  zlib_filefunc64_def functions = in_memory(
      [](voidpf of, const void*, int) -> voidpf {
        const auto& bytes = *static_cast<const std::string_view*>(of);
        // Nobody writes to what is opened to be read.
        return ::fmemopen(const_cast<char*>(bytes.data()), bytes.size(), "r");
      },
      &bytes_);
  packed_ = std::shared_ptr<void>(unzOpen2_64(nullptr, &functions), [](unzFile packed) {
    if (packed != nullptr) unzClose(packed);
  });
  require(packed_ != nullptr);
}

void Archive::require(bool done) const {
  if (!done) throw BadRoster(file_ + ": this archive is damaged: save the spreadsheet again");
}

std::optional<std::string> Archive::read(const std::string& name) {
  if (unzLocateFile(packed_.get(), name.c_str(), case_counts) != UNZ_OK) return std::nullopt;
  const std::optional<Entry> entry = entry_of(packed_.get());
  require(entry.has_value());
  if ((entry->info.flag & 1) != 0) {
    throw BadRoster(file_ + ": this is locked with a password: save it without one");
  }
  require(unzOpenCurrentFile(packed_.get()) == UNZ_OK);
  std::string text;
  require(for_each_part(packed_.get(), [&](std::string_view part) {
    text += part;
    read_ += part.size();
    if (read_ <= most_bytes) return;
    throw BadRoster(fmt::format("{}: unpacked it is larger than the {} MiB that there may be",
                                file_, most_bytes >> 20));
  }));
  return text;
}

std::string Archive::with(const std::map<std::string, std::string>& changes) {
  Written written;
  zlib_filefunc64_def functions = in_memory(
      [](voidpf to, const void*, int) -> voidpf {
        return ::open_memstream(&static_cast<Written*>(to)->bytes,
                                &static_cast<Written*>(to)->size);
      },
      &written);
  zipFile to = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
  require(to != nullptr);
  unzFile from = packed_.get();
  bool good = true;
  int found = unzGoToFirstFile(from);
  for (; found == UNZ_OK && good; found = unzGoToNextFile(from)) {
    const std::optional<Entry> entry = entry_of(from);
    if (!(good = entry.has_value())) break;
    const auto change = changes.find(entry->name);
    zip_fileinfo info{};
    info.dosDate = entry->info.dosDate;
    info.external_fa = entry->info.external_fa;
    const auto open = [&](int method, int level, int raw) {
      constexpr uLong name_is_utf8 = 0x800;
      constexpr int memory_level = 8;
      return zipOpenNewFileInZip4_64(to, entry->name.c_str(), &info, nullptr, 0, nullptr, 0,
                                     nullptr, method, level, raw, -MAX_WBITS, memory_level,
                                     Z_DEFAULT_STRATEGY, nullptr, 0, entry->info.version,
                                     entry->info.flag & name_is_utf8, 0) == ZIP_OK;
    };
    const auto write = [&](std::string_view part) {
      good = good &&
             zipWriteInFileInZip(to, part.data(), static_cast<unsigned>(part.size())) == ZIP_OK;
    };
    if (change != changes.end()) {
      good = open(Z_DEFLATED, Z_DEFAULT_COMPRESSION, 0);
      write(change->second);
      good = good && zipCloseFileInZip(to) == ZIP_OK;
      continue;
    }
    int method = 0, level = 0;
    good = unzOpenCurrentFile2(from, &method, &level, as_packed) == UNZ_OK &&
           open(static_cast<int>(entry->info.compression_method), level, as_packed) &&
           for_each_part(from, write) &&
           zipCloseFileInZipRaw64(to, entry->info.uncompressed_size, entry->info.crc) == ZIP_OK;
  }
  const bool closed = zipClose(to, nullptr) == ZIP_OK;
  require(good && closed && found == UNZ_END_OF_LIST_OF_FILE);
  return {written.bytes, written.size};
}

}  // namespace warodds
