// Counts as a list of whole numbers, to be added up elsewhere. For each kind of counts there is a
// function members(archive, counts), which hands its members over one by one; the same function
// serves to write and to read.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/answer/tallies.h"
#include "core/text/error.h"

namespace warodds::sim {

template <class T>
concept Number = std::is_arithmetic_v<T>;

class TallyWriter {
 public:
  explicit TallyWriter(Tallies& to) : to_(to) {}

  template <Number T>
  void operator()(const T& number) {
    to_.numbers.push_back(static_cast<std::int64_t>(number));
  }
  template <class A, class B>
  void operator()(const std::pair<A, B>& pair) {
    (*this)(pair.first);
    (*this)(pair.second);
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    (*this)(list.size());
    for (const T& one : list) (*this)(one);
  }
  template <class Counts>
  void operator()(const Counts& counts) {
    members(*this, counts);
  }

 private:
  Tallies& to_;
};

/// Reads what a TallyWriter has written. Throws InputError where that is cut short.
class TallyReader {
 public:
  explicit TallyReader(const Tallies& from) : from_(from) {}

  template <Number T>
  void operator()(T& number) {
    if (numbers_ == from_.numbers.size()) not_these();
    const std::int64_t read = from_.numbers[numbers_++];
    if (std::is_unsigned_v<T> && read < 0) not_these();
    number = static_cast<T>(read);
  }
  template <class A, class B>
  void operator()(std::pair<A, B>& pair) {
    (*this)(pair.first);
    (*this)(pair.second);
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    std::size_t size = 0;
    (*this)(size);
    if (size > from_.numbers.size() - numbers_) not_these();
    list.resize(size);
    for (T& one : list) (*this)(one);
  }
  template <class Counts>
  void operator()(Counts& counts) {
    members(*this, counts);
  }

  bool at_end() const { return numbers_ == from_.numbers.size() && from_.names.empty(); }

  [[noreturn]] static void not_these() {
    throw InputError(
        "what these parts have counted is not of their question: one of them was changed; write it "
        "again with --chunks");
  }

 private:
  const Tallies& from_;
  std::size_t numbers_ = 0;
};

/// Whether the counts are of so many trials, each of which is in one of them.
inline bool adds_up(const std::vector<std::uint64_t>& counts, std::uint64_t trials) {
  std::uint64_t rest = trials;
  for (const std::uint64_t count : counts) {
    if (count > rest) return false;
    rest -= count;
  }
  return rest == 0;
}

/// C or const C.
template <class T, class C>
concept Is = std::same_as<std::remove_const_t<T>, C>;

}  // namespace warodds::sim
