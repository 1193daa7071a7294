// The numbers of the reference. It is compiled twice: with doubles, for many single fights, and
// with exact fractions (REFERENCE_FRACTIONS), for whole battles and best play.
#pragma once

#ifdef REFERENCE_FRACTIONS

#include "fraction.h"

#define REFERENCE_ARITHMETIC in_fractions
namespace reference {
using Number = Fraction;
}

#else

#define REFERENCE_ARITHMETIC in_doubles
namespace reference {
using Number = double;
}

#endif
