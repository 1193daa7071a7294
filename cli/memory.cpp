// Operators new for a program that takes its memory from mimalloc. Where none is left, those of a
// mimalloc that was compiled as C, such as Debian's, end the program; these throw, as they should,
// and the program says what is the matter. What they give is freed by mimalloc's operators delete.
#include <stdlib.h>

#include <cstddef>
#include <new>

namespace {

void* require(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* aligned(std::size_t size, std::align_val_t alignment) {
  void* memory = nullptr;
  const bool is_there = posix_memalign(&memory, static_cast<std::size_t>(alignment), size) == 0;
  return require(is_there ? memory : nullptr);
}

}  // namespace

void* operator new(std::size_t size) { return require(malloc(size)); }
void* operator new[](std::size_t size) { return require(malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return aligned(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return aligned(size, alignment);
}
