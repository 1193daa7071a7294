// The page of a roster as text: one report behind the other.
#include "core/ask/forms/text/pieces.h"
#include "core/ask/reports.h"

namespace warodds::text {

std::string text_of(const RosterPage& page, const Style& style) {
  std::string text = text_of(page.ranking, style) + "\n" + text_of(page.odds, style);
  if (page.changes) text += "\n" + text_of(*page.changes, style);
  if (page.stats) text += "\n" + text_of(*page.stats, style);
  if (page.prices) text += "\n" + text_of(*page.prices, style);
  for (const std::string& what : page.left_out) text += "\n" + wrapped(what, 0, 2);
  return text;
}

}  // namespace warodds::text
