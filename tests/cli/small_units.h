// Small units that other tests of the command line set against each other.
#pragma once

#include <string>

namespace warodds::test {

inline const std::string legion = "figures=3,hp=2,red=4,white=3";
inline const std::string band = "models=4,aggression=2,martial=4,strength=4,defence=3";

}  // namespace warodds::test
