// A library that is loaded before the system's and lets one of the calls that write fail: the one
// that WARODDS_FAIL names, "CALL:NUMBER", the NUMBERth time that a file (no standard descriptor) is
// meant. What the disk does when it is full or broken, without one.
#include <dlfcn.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <string>

namespace {

std::atomic<int> calls{0};

bool fails(const std::string& call) {
  const char* const asked = std::getenv("WARODDS_FAIL");
  if (asked == nullptr) return false;
  const std::string text(asked);
  const auto colon = text.find(':');
  if (text.substr(0, colon) != call || ++calls != std::atoi(text.c_str() + colon + 1)) return false;
  errno = EIO;
  return true;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
  if (file > STDERR_FILENO && fails("write")) return -1;
  return next<ssize_t(int, const void*, size_t)>("write")(file, bytes, count);
}
ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t place) {
  if (fails("pwrite")) return -1;
  return next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64")(file, bytes, count, place);
}
ssize_t pwrite(int file, const void* bytes, size_t count, off_t place) {
  return pwrite64(file, bytes, count, place);
}
int fsync(int file) { return fails("fsync") ? -1 : next<int(int)>("fsync")(file); }
int ftruncate(int file, off_t length) {
  return fails("ftruncate") ? -1 : next<int(int, off_t)>("ftruncate")(file, length);
}
int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }
int posix_fallocate(int file, off_t from, off_t length) {
  return fails("fallocate") ? EIO
                            : next<int(int, off_t, off_t)>("posix_fallocate")(file, from, length);
}
int posix_fallocate64(int file, off64_t from, off64_t length) {
  return posix_fallocate(file, from, length);
}
int fchmod(int file, mode_t mode) {
  return fails("fchmod") ? -1 : next<int(int, mode_t)>("fchmod")(file, mode);
}
int rename(const char* from, const char* to) {
  return fails("rename") ? -1 : next<int(const char*, const char*)>("rename")(from, to);
}
int close(int file) {
  const bool broken = file > STDERR_FILENO && fails("close");
  const int done = next<int(int)>("close")(file);
  if (broken) errno = EIO;
  return broken ? -1 : done;
}

}  // extern "C"
