// A number made of terms that remembers them, so that it can say how it came about. Terms may be
// amounts: what has been rolled counts, and what was to be rolled is shown.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>

#include "core/rules/amount.h"

namespace warodds {

class Sum {
 public:
  /// `what` may be "" where the number speaks for itself.
  explicit Sum(const Amount& first, const char* what = "") { add(first, what); }

  /// Adds a term; `what` must live as long as the sum.
  Sum& add(const Amount& amount, const char* what) {
    assert(count_ < terms_.size());
    terms_[count_++] = {amount, what};
    total_ += amount.value();
    return *this;
  }

  int total() const { return total_; }
  /// Not below 0.
  int floored() const { return total_ > 0 ? total_ : 0; }

  /// "5", "5 + 1d6"; not below `floor`, if there is one.
  std::string total_text(std::optional<int> floor) const;
  /// "8 icons +1d6 granted -3 from a bad side = 5 + 1d6"; the first term is always there.
  std::string text(std::optional<int> floor) const;

 private:
  struct Term {
    Amount amount;
    const char* what = "";
  };

  std::array<Term, 8> terms_;
  std::size_t count_ = 0;
  int total_ = 0;
};

}  // namespace warodds

/// Writes Sum::text(0): most sums of the rules are floored at 0.
namespace fmt {
template <>
struct formatter<warodds::Sum> : formatter<std::string> {
  template <class Context>
  auto format(const warodds::Sum& sum, Context& context) const {
    return formatter<std::string>::format(sum.text(0), context);
  }
};
}  // namespace fmt
