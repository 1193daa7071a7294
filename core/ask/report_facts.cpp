// What the page of a roster says: what the reports say that it is put together from.
#include "core/ask/facts.h"

namespace warodds {

void state(Facts& facts, const RosterPage& page) {
  // In CSV the ranking; the page itself has all tables.
  if (facts.is_for(Form::csv)) return state(facts, page.ranking);
  const auto state_part = [&](std::string_view key, const auto& part) {
    if (part) facts.member(key, [&] { state(facts, *part); });
  };
  facts.object([&] {
    if (!facts.is_for(Form::text)) state_head(facts, "report", page.ranking, "");
    facts.member("roster", page.roster);
    state_part("ranking", &page.ranking);
    state_part("matrix", &page.odds);
    state_part("changes", page.changes);
    state_part("ranking_before", page.ranking_before);
    state_part("value", page.stats);
    state_part("prices", page.prices);
    if (!page.left_out.empty()) facts.member("left_out", page.left_out);
    facts.to_people([&](Document& said) {
      said.gap();
      for (const std::string& what : page.left_out) said.note(what);
    });
  });
}

}  // namespace warodds
