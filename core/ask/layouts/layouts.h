// How what is played is laid out for people: the reports whose text is more than their facts in
// order. Each is called by the statement of its report.
#pragma once

#include "core/ask/people.h"

namespace warodds {

void lay_out(Document& page, const PlayReport& report);
void lay_out(Document& page, const SolveReport& report);

}  // namespace warodds
