// Arrays of doubles that begin at the beginning of a cache line, as whole vectors should, and whose
// new elements have no value yet: resize() does not write them. Large arrays are in large pages
// where the system has them: most of the time that they take is for the first write to each page.
#pragma once

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cstddef>
#include <new>
#include <vector>

namespace warodds::exact {

template <class T>
struct CacheLineAllocator {
  using value_type = T;

  static constexpr std::size_t cache_line = 64;
  static constexpr std::size_t large_page = std::size_t{2} << 20;
  static constexpr bool is_large(std::size_t size) { return size >= large_page; }
  static constexpr std::align_val_t alignment(std::size_t size) {
    return std::align_val_t{is_large(size) ? large_page : cache_line};
  }

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t size = count * sizeof(T);
    void* memory = ::operator new(size, alignment(size));
#if defined(__linux__)
    // Only advice: what it returns does not matter.
    if (is_large(size)) madvise(memory, size, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    ::operator delete(memory, alignment(count * sizeof(T)));
  }
  template <class U>
  void construct(U* element) {
    ::new (static_cast<void*>(element)) U;
  }
  template <class U, class Value>
  void construct(U* element, const Value& value) {
    ::new (static_cast<void*>(element)) U(value);
  }
  bool operator==(const CacheLineAllocator&) const = default;
};

using AlignedDoubles = std::vector<double, CacheLineAllocator<double>>;

}  // namespace warodds::exact
