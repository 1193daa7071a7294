#include "core/answer/version.h"

namespace warodds {

const char* version() { return WARODDS_VERSION; }

}  // namespace warodds
