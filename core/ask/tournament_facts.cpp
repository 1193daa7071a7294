// What is said of the armies that are brought.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

void state_army(Facts& facts, const Tournament::Army& army, bool is_brought) {
  facts.member("army", army.name, {.label = "army"});
  facts.member("points", army.points, {.label = "points", .as = Shows::count});
  facts.member_if(is_brought, "share", army.share, {.label = "brought", .as = Shows::percent});
  facts.member("odds", army.odds.value);
  facts.member_if_any("half_width", army.odds.half_width);
  facts.member("odds", army.odds, for_people(is_brought ? "wins then" : "wins", Shows::odds));
}

/// How good that is, and what it leaves open.
std::string notes_of(Document& page, const Tournament& of) {
  const std::string had =
      fmt::format("{} can be had{} with at most {}",
                  counted(of.candidates, of.candidates == 1 ? "army" : "armie"),
                  of.most_points ? fmt::format(" for {:g} points", *of.most_points) : "",
                  counted(of.most_units, "unit"));
  if (!of.field.empty()) {
    std::string text = fmt::format(
        "{}; {} met the {} of the field, each as often: {}", had,
        of.wanted ? fmt::format("the {} cheapest", of.compared) : std::to_string(of.compared),
        counted(of.field.size(), of.field.size() == 1 ? "army" : "armie"),
        fmt::join(of.field, ", "));
    if (of.best_other) {
      text += fmt::format("; of {}, {} ({} points) does best: {}",
                          of.armies.empty() ? "these" : "those that cost less",
                          shown(of.best_other->name), of.best_other->points,
                          page.cell_of(of.best_other->odds, Shows::odds));
    }
    return text;
  }
  std::string text = fmt::format(
      "{}; brought: the equilibrium of largest entropy among the {} that all others were tried "
      "against",
      had, of.compared);
  if (of.best_other) {
    std::string odds = page.cell_of(of.best_other->odds, Shows::odds);
    std::replace(odds.begin(), odds.end(), ' ', text::no_break);
    text += fmt::format("; of those not brought, {} does best against it: {}",
                        shown(of.best_other->name), odds);
  }
  if (of.as_good_left_out > 0) {
    text += fmt::format(
        "; {} more kinds of armies do as well against it, which are too many to be mixed: equal "
        "choices are not treated alike here (a smaller --most-units leaves fewer)",
        of.as_good_left_out);
  }
  return text;
}

}  // namespace

void state(Facts& facts, const Tournament& of) {
  facts.lay_out(table_of(
      columns_of("budget target most_units army unit points share odds half_width taken mean")));
  const bool against_field = !of.field.empty();
  facts.object([&] {
    const std::string title =
        of.wanted ? fmt::format("the cheapest army with odds of {:g} %", 100 * *of.wanted)
                  : fmt::format("armies for {:g} points", of.most_points.value_or(0));
    state_head(facts, "tournament", of, title);
    facts.member_if_any("budget", of.most_points, {.column = true});
    facts.member_if_any("target", of.wanted, {.column = true});
    facts.member("most_units", of.most_units, {.column = true});
    facts.member("candidates", of.candidates);
    facts.member("compared", of.compared);
    facts.member_if_any("field", of.field);
    facts.member_if(of.as_good_left_out > 0, "as_good_left_out", of.as_good_left_out);
    facts.rows("armies", of.armies,
               [&](const Tournament::Army& army) { state_army(facts, army, !against_field); },
               {.label = !against_field      ? "what players bring"
                         : !of.wanted        ? "against these armies"
                         : of.armies.empty() ? "none does so well"
                                             : "cost least"});
    facts.member_if(of.best_other.has_value(), "best_other", [&] {
      facts.object([&] {
        facts.row([&] { state_army(facts, of.best_other.value_or(Tournament::Army()), true); });
      });
    });
    const auto state_unit = [&](const Tournament::Unit& unit) {
      facts.member("unit", unit.name, {.label = "unit"});
      facts.member("points", unit.points, {.label = "points", .as = Shows::count});
      facts.member("taken", unit.taken, {.label = "in armies", .as = Shows::share});
      const bool is_told = unit.taken > 0 || !facts.is_for(Form::text);
      facts.member("mean", is_told ? std::optional(unit.mean) : std::nullopt,
                   {.label = "of it", .as = Shows::number});
    };
    facts.member_if(!against_field, "units", [&] {
      facts.array(of.units,
                  [&](const Tournament::Unit& unit) {
                    facts.object([&] { facts.row([&] { state_unit(unit); }); });
                  },
                  {.label = "who is taken", .most = of.units.size()});
    });
    state_nobody_wins(facts, of);
    facts.to_people([&](Document& page) {
      page.gap();
      page.note(notes_of(page, of), 0, 0);
    });
  });
}

}  // namespace warodds
