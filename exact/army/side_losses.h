// The losses of all units of a side, numbered as they are found.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include <boost/functional/hash.hpp>

namespace warodds::exact {

class SideLosses {
 public:
  /// The number of these losses: for each unit, the state of its SideStates.
  int number(const std::vector<int>& losses) {
    const auto [place, is_new] = numbers_.try_emplace(losses, size());
    if (is_new) losses_.push_back(&place->first);
    return place->second;
  }
  int size() const { return static_cast<int>(losses_.size()); }
  const std::vector<int>& operator[](int number) const {
    return *losses_[static_cast<std::size_t>(number)];
  }

 private:
  std::unordered_map<std::vector<int>, int, boost::hash<std::vector<int>>> numbers_;
  std::vector<const std::vector<int>*> losses_;
};

}  // namespace warodds::exact
