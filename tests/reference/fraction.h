// Exact fractions.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace reference {

using Fraction = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend,
                                               boost::multiprecision::et_off>;

}  // namespace reference
