// Arrays of doubles that begin at the beginning of a cache line, as whole vectors should, and whose
// new elements have no value yet: resize() does not write them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace warodds::exact {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, alignment); }
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
