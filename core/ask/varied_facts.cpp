// What sweeps and tunings say.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

/// The opponent, or "8 opponents, on average".
std::string others_text(const std::string& opponent, const std::vector<std::string>& opponents) {
  return opponents.empty() ? opponent : fmt::format("{} opponents, on average", opponents.size());
}

/// Who, the keys that are varied, and what comes behind.
CsvLayout layout_of_varied(const std::vector<std::string>& keys,
                           std::initializer_list<const char*> behind) {
  std::vector<std::string> columns{"attacker", "defender"};
  columns.insert(columns.end(), keys.begin(), keys.end());
  columns.insert(columns.end(), behind.begin(), behind.end());
  return table_of(columns);
}

/// Who meets whom in a sweep or a tuning.
void state_sides(Facts& facts, const Sweep& varied) {
  facts.member("attacker", varied.units.attacker, in_column);
  if (varied.opponents.empty()) {
    facts.member("defender", varied.units.defender, in_column);
  } else {
    facts.member("defender", others_text("", varied.opponents), csv_column);
    facts.member("opponents", varied.opponents);
  }
  state_purchase(facts, varied, "bought.attacker", varied.units.attacker);
  state_purchase(facts, varied, "bought.defender", varied.units.defender);
}

/// The values of the keys at a point.
void state_keys(Facts& facts, const Sweep& sweep, const Point& point) {
  for (std::size_t k = 0; k < sweep.keys.size(); ++k) {
    const std::string& key = sweep.keys[k];
    facts.member(key, point.at[k], {.label = key, .as = Shows::count});
  }
}

/// The headings of the quantities of a sweep, for people.
std::vector<std::string> headings_of(const Sweep& sweep) {
  constexpr int most = 16;
  const auto name = [](const std::string& of) { return text::shorten(shown(of), most) + "\n"; };
  const PerSide<std::string> sides{name(sweep.units.attacker), sweep.opponents.empty()
                                                                   ? name(sweep.units.defender)
                                                                   : std::string("defender\n")};
  std::vector<std::string> headings;
  for (const Quantity& quantity : sweep.quantities) {
    std::string heading = quantity_in_words(quantity, sides);
    if (heading != quantity.text) heading.erase(heading.find("\n ") + 1, 1);
    headings.push_back(std::move(heading));
  }
  return headings;
}

}  // namespace

void state(Facts& facts, const Sweep& sweep) {
  facts.lay_out(layout_of_varied(sweep.keys, {"quantity", "value", "half_width"}));
  const std::vector<std::string> headings = headings_of(sweep);
  double largest = 0;
  for (const Point& point : sweep.points) {
    if (!point.values.empty()) largest = std::max(largest, std::abs(point.values[0].value));
  }
  const bool bars = sweep.keys.size() == 1 && sweep.quantities.size() == 1 && largest > 0;
  const auto state_point = [&](const Point& point) {
    facts.member("at", point.at, only_json);
    facts.member("values", [&] {
      state_cell(
          facts, sweep, point, [&] { state_keys(facts, sweep, point); }, headings);
    });
    if (!bars) return;
    facts.member("bar", point.values.empty() ? 0 : point.values[0].value / largest,
                 for_people(untitled, Shows::bar));
  };
  facts.object([&] {
    state_head(facts, "sweep", sweep,
               fmt::format("{} against {}", shown(sweep.units.attacker),
                           others_text(shown(sweep.units.defender), sweep.opponents)));
    state_sides(facts, sweep);
    facts.member("keys", sweep.keys, asked_in_json);
    facts.objects("points", sweep.points, state_point,
                  {.label = untitled, .most = sweep.points.size(), .is_asked = true});
    if (sweep.simulated == 0) return;
    facts.to_people([&](Document& page) {
      page.faint(
          "all points roll the same dice where they roll as many of them, so differences are "
          "sharper than values",
          0, 0);
    });
  });
}

namespace {

/// What comes nearest.
void say_nearest(Document& page, const Tuning& tuning) {
  page.note(tuning.method);
  page.gap();
  if (tuning.best.size() == 1) {
    const std::size_t best = tuning.best.front();
    std::vector<std::string> settings;
    for (std::size_t k = 0; k < tuning.keys.size(); ++k) {
      settings.push_back(tuning.keys[k] + "=" + tuning.points[best].at[k]);
    }
    return page.bold(
        fmt::format("{} comes nearest: {}", names_with_commas(settings),
                    page.cell_of(tuning.number(best), shows(tuning.quantities.front()))));
  }
  page.bold(fmt::format("{} settings come equally near{}", tuning.best.size(),
                        tuning.simulated > 0 ? ", as far as their intervals can tell; more "
                                               "--trials may separate them"
                                             : ""));
}

}  // namespace

void state(Facts& facts, const Tuning& tuning) {
  facts.lay_out(
      layout_of_varied(tuning.keys, {"quantity", "target", "value", "half_width", "best"}));
  const Quantity& quantity = tuning.quantities.front();
  const PerSide<std::string> sides{shown(tuning.units.attacker), tuning.opponents.empty()
                                                                     ? shown(tuning.units.defender)
                                                                     : "the opponent"};
  const auto state_candidate = [&](std::size_t place) {
    // People are shown the best ones and their neighbours.
    const bool is_near = std::any_of(tuning.best.begin(), tuning.best.end(), [&](std::size_t best) {
      return best <= place + 2 && place <= best + 2;
    });
    const bool is_best =
        std::find(tuning.best.begin(), tuning.best.end(), place) != tuning.best.end();
    const Point& point = tuning.points[place];
    const auto members = [&] {
      facts.member("at", point.at, only_json);
      if (facts.is_for(Form::text)) state_keys(facts, tuning, point);
      facts.member("value", tuning.number(place),
                   {.label = quantity.text, .as = shows(quantity), .word = "value"});
      facts.member("best", is_best ? "nearest" : "", for_people(untitled));
      if (!facts.is_for(Form::csv)) return;
      if (point.partial) state_origin(facts, tuning, point);
      state_keys(facts, tuning, point);
      facts.member("quantity", quantity.text);
      facts.member("best", is_best);
    };
    facts.object([&] {
      if (is_near || !facts.is_for(Form::text)) facts.row(members);
    });
  };
  constexpr std::size_t most_shown = 25;
  facts.object([&] {
    state_head(facts, "tune", tuning,
               fmt::format("{} against {}: {} = {:g}", sides.attacker,
                           others_text(shown(tuning.units.defender), tuning.opponents),
                           quantity_in_words(quantity, sides), tuning.target));
    state_sides(facts, tuning);
    facts.member("keys", tuning.keys, only_json);
    facts.member("target", tuning.target, in_column);
    facts.member("method", tuning.method);
    facts.to_people([&](Document& page) { say_nearest(page, tuning); });
    facts.array("best", tuning.best, state_candidate, only_json);
    facts.array("tried", places(tuning.points.size()), state_candidate,
                {.label = untitled, .most = most_shown});
  });
}

}  // namespace warodds
