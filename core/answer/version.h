// Which version of the library gives an answer.
#pragma once

namespace warodds {

/// "0.1.0"; from CMakeLists.txt.
const char* version();

}  // namespace warodds
