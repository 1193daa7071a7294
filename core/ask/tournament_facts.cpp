// What is said of the armies that are brought.
#include "core/ask/facts.h"

namespace warodds {
namespace {

void state_army(Facts& facts, const Tournament::Army& army, bool is_brought) {
  facts.member("army", army.name);
  facts.member("points", army.points);
  if (is_brought) facts.member("share", army.share);
  if (army.range) {
    facts.member("share_low", army.range->first);
    facts.member("share_high", army.range->second);
  }
  facts.member("odds", army.odds.value);
  if (army.odds.half_width) facts.member("half_width", *army.odds.half_width);
}

}  // namespace

CsvLayout layout_of(const Tournament&) {
  return {table_columns({"budget", "most_units", "army", "unit", "points", "share", "share_low",
                         "share_high", "odds", "half_width", "taken", "mean"})};
}

void state(Facts& facts, const Tournament& of) {
  const bool against_field = !of.field.empty();
  facts.object([&] {
    state_head(facts, "tournament", of);
    facts.member("budget", of.budget, {.column = true});
    facts.member("most_units", of.most_units, {.column = true});
    facts.member("candidates", of.candidates);
    facts.member("compared", of.compared);
    if (against_field) facts.member("field", of.field);
    if (of.as_good_left_out > 0) facts.member("as_good_left_out", of.as_good_left_out);
    if (of.redrawn > 0) facts.member("redrawn", of.redrawn, only_json);
    facts.objects("armies", of.armies, [&](const Tournament::Army& army) {
      facts.row([&] { state_army(facts, army, !against_field); });
    });
    if (of.best_other) {
      facts.member("best_other", [&] {
        facts.object([&] { facts.row([&] { state_army(facts, *of.best_other, true); }); });
      });
    }
    if (!against_field) {
      facts.objects("units", of.units, [&](const Tournament::Unit& unit) {
        facts.row([&] {
          facts.member("unit", unit.name);
          facts.member("points", unit.points);
          facts.member("taken", unit.taken);
          facts.member("mean", unit.mean);
        });
      });
    }
    facts.member("nobody_wins", of.nobody_wins);
  });
}

}  // namespace warodds
