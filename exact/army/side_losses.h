// The losses of all units of a side, numbered as they are found.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include <boost/functional/hash.hpp>

#include "core/play/army_state.h"

namespace warodds::exact {

class SideLosses {
 public:
  /// The number of these losses: for each unit, the state of its SideStates.
  int number(const OfUnits<int>& losses) {
    const auto [place, is_new] = numbers_.try_emplace(losses, size());
    if (is_new) losses_.push_back(&place->first);
    return place->second;
  }
  int size() const { return static_cast<int>(losses_.size()); }
  const OfUnits<int>& operator[](int number) const {
    return *losses_[static_cast<std::size_t>(number)];
  }

 private:
  struct Hash {
    std::size_t operator()(const OfUnits<int>& losses) const {
      return boost::hash_range(losses.begin(), losses.end());
    }
  };

  std::unordered_map<OfUnits<int>, int, Hash> numbers_;
  std::vector<const OfUnits<int>*> losses_;
};

}  // namespace warodds::exact
