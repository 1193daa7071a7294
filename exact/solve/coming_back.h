// How often a battle comes to states that it can come back to.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/threads/patience.h"

namespace warodds::exact {

/// `p`: how often it arrives in each from elsewhere; then how often it comes there at all.
/// `leaves`: how likely each is left for good, `stays`: for another of them, or itself. They are
/// taken out one after the other; no term is negative, and nothing is told by a difference.
inline void count_coming_back(std::vector<double>& p, std::vector<double> leaves,
                              std::vector<std::map<std::size_t, double>> stays) {
  std::vector<double> out(p.size());
  constexpr WorkUnits per_look = 20, per_step = 100;
  for (std::size_t b = p.size(); b-- > 0;) {
    spend(per_look * b);
    out[b] = leaves[b];
    for (const auto& [to, share] : stays[b]) out[b] += to < b ? share : 0;
    for (std::size_t a = 0; a < b; ++a) {
      const auto through = stays[a].find(b);
      if (through == stays[a].end()) continue;
      spend(per_step * stays[b].size());
      const double f = through->second / out[b];
      leaves[a] += f * leaves[b];
      for (const auto& [to, share] : stays[b]) {
        if (to < b) stays[a][to] += f * share;
      }
    }
    for (const auto& [to, share] : stays[b]) {
      if (to < b) p[to] += p[b] * share / out[b];
    }
  }
  for (std::size_t b = 0; b < p.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const auto from = stays[a].find(b);
      if (from != stays[a].end()) p[b] += p[a] * from->second;
    }
    p[b] /= out[b];
  }
}

}  // namespace warodds::exact
