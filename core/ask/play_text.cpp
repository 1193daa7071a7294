// Fights, battles and sequences for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/answer/beyond_reach.h"
#include "core/answer/told.h"
#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/matchup_question.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

using Kind = OutcomeFact::Kind;
using blocks::Column;
using text::in_label;
using text::mean;
using text::percent;
using text::percent_or_one_in;
using text::shorten;

// What was asked.

/// The settings of the attack and of the attack back.
void say_settings(Document& page, const Asked& asked) {
  say_given(page, asked.given);
  if (!asked.rolled.defender || (asked.given.empty() && asked.reply_given.empty())) return;
  const std::string settings = asked.reply_given.empty()
                                   ? "nothing set"
                                   : fmt::format("{}", fmt::join(asked.reply_given, ", "));
  page.note("attack back with " + settings, 0, 5);
}

/// "if both play their best", "if Guardian plays its best".
std::string if_best(const PerSide<bool>& who, const PerSide<std::string>& names) {
  if (who.attacker && who.defender) return "if both play their best";
  const Side side = who.attacker ? Side::attacker : Side::defender;
  return fmt::format("if {} plays its best", shorten(names[side], 40));
}

void say_best(Document& page, const PlayReport& report) {
  if (!report.best) return;
  const BestPlay& best = *report.best;
  std::string text = if_best(best.who, report.asked.labels);
  if (!best.battle) {
    std::string how = "solve";
    for (const std::string& setting : best.settings) how += " --with " + setting;
    return page.note(
        fmt::format("{}: {}, {} ({})", text, mean({best.worth}, page.style()), best.meaning, how));
  }
  const char* const policy = best.who.attacker && best.who.defender ? "both"
                             : best.who.attacker                    ? "attacker"
                                                                    : "defender";
  const int last = best.battle->rounds.max();
  if (best.battle->origin.partial) text += " for " + counted(last, "round");
  const Side wins = wins_more(*best.battle);
  text += fmt::format(": {} wins {}", shorten(report.asked.labels[wins], 40),
                      percent(best.battle->win(wins), page.style()));
  const auto add_where_often = [&](const char* how, BattleEnd end) {
    constexpr double often = 0.01;
    const Estimate p = best.battle->end(end);
    if (p.value > often) text += fmt::format(", {} {}", how, percent(p, page.style()));
  };
  add_where_often("undecided", BattleEnd::undecided);
  add_where_often("retreated", BattleEnd::retreated);
  if (report.from.empty()) {  // --policy does not go with --from
    const std::string longer = last > default_best_rounds ? fmt::format(" --rounds {}", last) : "";
    text += fmt::format(" (--policy {}=best{})", policy, longer);
  }
  page.note(text);
}

/// Whether dice agree with what is told.
void say_agreement(Document& page, const std::optional<Agreement>& agreement) {
  if (!agreement) return;
  const std::string dice = fmt::format(
      "{}, seed {}", counted(agreement->simulation.trials, "trial"), agreement->simulation.seed);
  if (agreement->compares_nothing()) {
    return page.note(fmt::format("{} of dice compare nothing; --trials takes more",
                                 counted(agreement->simulation.trials, "trial")));
  }
  if (agreement->agrees) {
    return page.note(fmt::format("dice agree: {} compared with {}",
                                 counted(agreement->tests.size(), "law"), dice));
  }
  std::vector<std::string> wrong;
  for (const AgreementTest& test : agreement->tests) {
    if (!test.agrees) wrong.push_back(test.side + " " + test.quantity);
  }
  page.warn(fmt::format("THE DICE DISAGREE ({}) about: {}", dice, fmt::join(wrong, ", ")));
}

/// What is rolled, as it begins.
void say_dice(Document& page, const Asked& asked) {
  if (!asked.rolled.defender) {
    if (asked.rolled.attacker) say_lines(page, summary_of(*asked.rolled.attacker));
    return;
  }
  for (const Side side : both_sides) {
    if (!asked.rolled[side]) continue;
    std::string label = shown(asked.labels[side]) + ": ";
    for (const std::string& line : summary_of(*asked.rolled[side])) {
      page.note(label + line, label.empty() ? 4 : 2, label.empty() ? 6 : 4);
      label.clear();
    }
  }
}

void say_conduct(Document& page, const Asked& asked) {
  for (const Side side : both_sides) {
    if (asked.units[side].size() > 1 || !asked.conducts[side].pins.empty()) {
      page.note(shown(asked.labels[side]) + " " + in_words(asked.conducts[side]), 2, 4);
    }
    for (const AskedUnit& unit : asked.units[side]) {
      std::string with;
      for (const Setting& setting : unit.with) {
        with += fmt::format("{}{}={}", with.empty() ? "" : ", ", setting.key, setting.value);
      }
      if (!with.empty()) page.note("attacks of " + shown(unit.name) + ": " + with, 2, 4);
    }
  }
}

/// How best play begins, and what the next best beginning gives away.
void say_beginning(Document& page, const PlayReport& report) {
  const Asked& asked = report.asked;
  const BestBeginning& beginning = *report.answer.best;
  const auto worth = [&](double value) {
    return report.payoff.empty() ? percent({value}, page.style())
                                 : fmt::format("{:.4f} points", value);
  };
  page.note(fmt::format("worth {} to {}, {}", worth(beginning.value), shown(asked.labels.attacker),
                        report.payoff.empty() ? "a battle that nobody wins counting one half"
                                              : payoff_in_points.meaning),
            2, 4);
  if (beginning.choices.empty()) return;
  const auto in_words = [](const FirstChoice& one) {
    return one.target.empty() ? shown(one.unit)
                              : fmt::format("{}, at {}", shown(one.unit), shown(one.target));
  };
  const FirstChoice& best = beginning.choices[beginning.best];
  std::string line =
      fmt::format("{} first: {}", shown(asked.labels[beginning.side]), in_words(best));
  const FirstChoice* second = nullptr;
  const auto lost = [&](const FirstChoice& one) { return std::abs(best.value - one.value); };
  for (const FirstChoice& one : beginning.choices) {
    if (&one != &best && (second == nullptr || lost(one) < lost(*second))) second = &one;
  }
  if (second != nullptr) {
    line +=
        fmt::format("; second best ({}) gives away {}", in_words(*second), worth(lost(*second)));
  }
  page.note(line, 2, 4);
}

// What is asked besides.

/// The event under which all numbers stand, and how likely it is.
void say_condition(Document& page, const std::optional<Condition>& condition) {
  if (!condition) return;
  const std::string met =
      condition->p.half_width ? fmt::format(", met by {} of the trials", condition->trials) : "";
  page.note(fmt::format("given {} ({}{}): all that follows is of these outcomes",
                        shown(condition->event.text()),
                        percent_or_one_in(condition->p, page.style()), met));
}

/// How lucky what has happened was.
void say_luck(Document& page, const std::optional<LuckOfOutcome>& luck) {
  if (!luck) return;
  std::vector<Luck> rows = luck->facts;
  const bool with_sum = luck->sum && rows.size() > 1;
  if (with_sum) {
    rows.push_back(*luck->sum);
    rows.back().fact = name_of_sum;
  }
  page.objects("observed", rows, [&](const Luck& one) { state_luck(page, one); },
               {.label = untitled});
  for (const Luck& one : rows) say_lines(page, tails_of(shorten(one.fact, 22), one));
  if (luck->sum) {
    page.note(
        fmt::format("the attacker was luckier than in {} of such games, a tie counting one half{}",
                    percent({luck->sum->percentile.value}, page.style()),
                    with_sum ? "; its luck is " + shown(luck->words_of_sum()) : ""));
  }
  page.gap();
}

/// Two facts together.
void say_joint(Document& page, const std::optional<JointOfFacts>& joint) {
  if (!joint) return;
  // What does not fit stands together in the last row and column.
  constexpr std::ptrdiff_t most_rows = 24, most_columns = 8;
  const Array2d<double>& pmf = joint->law.pmf();
  const std::ptrdiff_t rows = std::min(pmf.rows(), most_rows);
  const std::ptrdiff_t columns = std::min(pmf.cols(), most_columns);
  Array2d<double> cells(rows, columns);
  for (std::ptrdiff_t row = 0; row < pmf.rows(); ++row) {
    for (std::ptrdiff_t column = 0; column < pmf.cols(); ++column) {
      cells(std::min(row, rows - 1), std::min(column, columns - 1)) += pmf(row, column);
    }
  }
  const auto label = [](const std::vector<double>& values, std::ptrdiff_t k, std::ptrdiff_t shown,
                        std::ptrdiff_t all) {
    const double value =
        values.empty() ? static_cast<double>(k) : values[static_cast<std::size_t>(k)];
    return fmt::format("{:.6g}{}", value, k + 1 == shown && shown < all ? "+" : "");
  };
  constexpr int cell = 9;
  blocks::Table table{
      fmt::format("{} down, {} across, in percent", shown(joint->rows), shown(joint->columns)),
      {{"", Column::Set::right, joint->row_values.empty() ? 6 : cell}}};
  for (std::ptrdiff_t column = 0; column < columns; ++column) {
    table.columns.push_back(
        {label(joint->column_values, column, columns, pmf.cols()), Column::Set::right, cell, 1});
  }
  for (std::ptrdiff_t row = 0; row < rows; ++row) {
    std::vector<std::string> line{label(joint->row_values, row, rows, pmf.rows())};
    for (std::ptrdiff_t column = 0; column < columns; ++column) {
      const std::string shown = percent(Estimate{cells(row, column)}, page.style());
      line.push_back(shown.substr(0, shown.find(' ')));
    }
    table.row(std::move(line));
  }
  page.add(std::move(table));
}

/// What is lost in points.
void say_points(Document& page, const std::optional<PointsLostAnswer>& points,
                const PerSide<std::string>& labels) {
  if (!points) return;
  page.laws("points", "", [&] { state_points(page, *points, labels); });
  std::vector<std::string> rates;
  for (const Side side : both_sides) {
    if (const auto rate = points->destroyed_per_point(side)) {
      rates.push_back(fmt::format("{} {}", shorten(labels[side], 24), mean(*rate, page.style())));
    }
  }
  if (!rates.empty())
    page.note("destroyed for each point: " + fmt::format("{}", fmt::join(rates, ", ")), 2, 4);
}

/// Quantities asked for by name, and of the remarks what is left if nothing else is shown.
void say_shown(Document& page, const std::vector<ShownQuantity>& shown,
               const PerSide<std::string>& names, const std::vector<std::string>& remarks) {
  const PerSide<std::string> short_names{shorten(names.attacker, 28), shorten(names.defender, 28)};
  blocks::Table table{"", {{"", Column::Set::left, 42}, {"", Column::Set::right, 21, 1}}};
  for (const auto& [quantity, number] : shown) {
    table.row({"  " + quantity_in_words(quantity, short_names),
               quantity.is_probability() ? percent_or_one_in(number, page.style())
                                         : mean(number, page.style())});
  }
  page.add(std::move(table));
  say_lines(page, those_beyond_reach(remarks));
}

/// What did it: what each stat and setting does.
void say_parts(Document& page, const std::optional<PartsOfDice>& parts) {
  if (!parts) return;
  blocks::Table table{"what each does", {{"", Column::Set::left}, {"default", Column::Set::left}}};
  for (const Quantity& quantity : parts->quantities) table.columns.push_back({quantity.text});
  const auto add = [&](std::string what, std::string usual, const std::vector<Estimate>& values) {
    std::vector<std::string> row{std::move(what), std::move(usual)};
    for (std::size_t q = 0; q < parts->quantities.size(); ++q) {
      row.push_back(values.empty() ? "-"
                    : parts->quantities[q].is_probability()
                        ? percent_or_one_in(values[q], page.style())
                        : mean(values[q], page.style()));
    }
    table.row(std::move(row));
  };
  add("as asked", "", parts->as_asked);
  const auto is_same = [](const Estimate& x, const Estimate& y) { return x.value == y.value; };
  std::size_t same = 0;
  for (const WithoutOne& one : parts->without) {
    if (std::equal(one.values.begin(), one.values.end(), parts->as_asked.begin(),
                   parts->as_asked.end(), is_same)) {
      ++same;
      continue;
    }
    add(fmt::format("without {}={}", one.what.key, one.what.value), shorten(one.what.usual, 12),
        one.values);
  }
  page.add(std::move(table));
  if (same > 0) page.faint(fmt::format("{} more change none of these numbers", same));
}

// What a fight comes to.

/// Whether a side can do anything at all.
bool deals_any(const Answer& answer, Side side) {
  return answer.of({Kind::damage, side}).max() > 0 ||
         std::any_of(answer.reports.begin(), answer.reports.end(), [&](const ReportSpec& report) {
           return answer.of({Kind::report, side, std::string(report.name)}).max() > 0;
         });
}

void say_side(Document& page, const Asked& asked, const Answer& answer, Side side) {
  const PerSide<std::string>& names = asked.labels;
  page.gap();
  if (!deals_any(answer, side)) {
    return page.note(shorten(names[side], 60) + " deals nothing.");
  }
  page.laws("dealt by " + shorten(names[side], 24), names[enemy_of(side)],
            [&] { state_deals(page, answer, side); });
}

/// Whether every point of damage takes a figure, as long as there are any.
bool takes_one_each(const Distribution& damage, const Distribution& kills) {
  for (int k = 0; k < kills.max(); ++k) {
    if (kills.probability(k) != damage.probability(k)) return false;
  }
  return true;
}

/// The damage of each side that deals any; and the kills, where a figure has several hit points.
/// In brief the kills alone, unless there is one figure.
void say_charts(Document& page, const Asked& asked, const Answer& answer) {
  std::vector<text::Charted> first, second;
  for (const Side side : both_sides) {
    if (!deals_any(answer, side)) continue;
    const std::string by = " by " + asked.labels[side];
    const text::Charted damage{"damage" + by, answer.of({Kind::damage, side})};
    text::Charted kills{"kills" + by, answer.of({Kind::kills, side})};
    if (answer.probability({Kind::destroys, side}).value > 0) {
      kills.all = kills.distribution.max();
    }
    const bool differ = !takes_one_each(damage.distribution, kills.distribution);
    if (page.style().brief) {
      first.push_back(differ && kills.distribution.max() > 1 ? kills : damage);
    } else {
      first.push_back(damage);
      if (differ) second.push_back(kills);
    }
  }
  for (std::vector<text::Charted>& charts : {std::ref(first), std::ref(second)}) {
    if (!charts.empty()) page.add(blocks::Charts{std::move(charts)});
  }
}

// What a battle comes to.

/// The ends with their odds, and of undecided battles who is ahead.
void say_ends(Document& page, const PlayReport& report) {
  const Answer& answer = report.answer;
  const auto label = [&](Side side) { return shorten(report.asked.labels[side], 24); };
  const std::string names[] = {label(Side::attacker) + " wins",
                               report.can_break ? "both beaten" : "both destroyed", "undecided",
                               "retreated", label(Side::defender) + " wins"};
  constexpr BattleEnd ends[] = {BattleEnd::attacker_wins, BattleEnd::both_destroyed,
                                BattleEnd::undecided, BattleEnd::retreated,
                                BattleEnd::defender_wins};
  std::vector<Estimate> odds;
  for (const BattleEnd end : ends) odds.push_back(answer.end(end));
  const std::vector<text::PartInPercent> shown = text::percents(odds, page.style());
  blocks::Parts parts;
  for (std::size_t i = 0; i < odds.size(); ++i) {
    const bool is_of_a_side =
        ends[i] == BattleEnd::attacker_wins || ends[i] == BattleEnd::defender_wins;
    constexpr double rare = 0.0005;
    if (page.style().brief && (is_of_a_side ? odds[i].value == 0 : odds[i].value < rare)) continue;
    if (ends[i] == BattleEnd::retreated && odds[i].value == 0) continue;
    parts.parts.push_back({static_cast<int>(i), names[i], shown[i].text, odds[i].value});
    if (ends[i] != BattleEnd::undecided || odds[i].value == 0) continue;
    const std::vector<text::PartInPercent> ahead =
        text::percents({answer.is_ahead(Ahead::attacker), answer.is_ahead(Ahead::defender),
                        answer.is_ahead(Ahead::even)},
                       page.style(), true, shown[i].hundredths);
    parts.parts.push_back({{}, "  " + label(Side::attacker) + " ahead", ahead[0].text});
    parts.parts.push_back({{}, "  " + label(Side::defender) + " ahead", ahead[1].text});
    parts.parts.push_back({{}, "  even", ahead[2].text});
  }
  page.add(std::move(parts));
}

/// All rounds of a short battle; of a long one the first, then ever fewer, while many go on.
void say_rounds(Document& page, const Asked& asked, const Answer& answer) {
  if (answer.by_round.empty()) return;
  std::vector<RoundAnswer> rounds;
  const int last = answer.by_round.back().round;
  bool few_go_on = false;
  for (const RoundAnswer& row : answer.by_round) {
    const int before = rounds.empty() ? 0 : rounds.back().round;
    const bool early = row.round <= 10 || row.round >= before + std::max(1, before / 4);
    if (!early && row.round != last) continue;
    rounds.push_back(row);
    const double going = 1 - row.destroyed.attacker.value - row.destroyed.defender.value;
    few_go_on = going < 1e-4 && row.round < last;
    if (few_go_on) break;
  }
  page.objects("by_round", rounds,
               [&](const RoundAnswer& row) { state_round(page, row, asked.labels); },
               {.label = untitled, .most = rounds.size()});
  if (few_go_on) {
    page.faint(fmt::format(
        "fewer than 1 of 10000 battles go on; the distributions reach to round {}", last));
  }
  if (answer.rounds_cut_off > 0) {
    page.faint(fmt::format("after which a share of {:.1g} of the battles still goes on",
                           answer.rounds_cut_off));
  }
}

/// One line a unit.
void say_units(Document& page, const Answer& answer) {
  std::vector<std::pair<Side, const UnitAnswer*>> units;
  for (const Side side : both_sides) {
    for (const UnitAnswer& unit : answer.units[side]) units.emplace_back(side, &unit);
  }
  page.objects("units", units,
               [&](const auto& one) { state_unit(page, answer, *one.second, one.first); },
               {.label = untitled, .most = units.size()});
}

// What a sequence comes to.

/// The first few orders, and the one that was given.
void say_orders(Document& page, const Asked& asked, const Answer& answer) {
  constexpr std::size_t most_shown = 5;
  const std::vector<RankedOrder>& orders = answer.orders;
  if (orders.empty()) return;
  page.heading(fmt::format("the best of {} orders", orders.size()));
  const auto show = [&](std::size_t place) {
    const RankedOrder& ranked = orders[place];
    std::vector<std::string> names;
    for (const std::size_t step : ranked.order) names.push_back(shown(asked.steps[step]));
    page.note(fmt::format("{:>3}  {}", place + 1, fmt::join(names, ", ")), 0, 5);
    page.note(fmt::format("destroyed {}, hit points lost {}, steps needed {}",
                          percent(ranked.destroyed, page.style()),
                          percent(ranked.share_lost, page.style()),
                          text::mean(ranked.steps, page.style())),
              7, 7);
  };
  for (std::size_t place = 0; place < std::min(orders.size(), most_shown); ++place) show(place);
  for (std::size_t place = most_shown; place < orders.size(); ++place) {
    if (!std::is_sorted(orders[place].order.begin(), orders[place].order.end())) continue;
    page.note("as given");
    show(place);
  }
}

void say_fight(Document& page, const PlayReport& report) {
  for (const Side side : both_sides) {
    if (!page.style().brief) say_side(page, report.asked, report.answer, side);
  }
  say_parts(page, report.parts);
  say_points(page, report.answer.points(), report.asked.labels);
  say_charts(page, report.asked, report.answer);
  say_joint(page, report.joint);
}

void say_battle(Document& page, const PlayReport& report) {
  const Answer& answer = report.answer;
  say_ends(page, report);
  page.laws("", "", [&] {
    page.member("rounds", Law{&answer.rounds, &answer.mean_rounds}, {.label = "rounds"});
    for (const Side side : both_sides) {
      const std::string label = "left of " + in_label(shorten(report.asked.labels[side], 14));
      page.member("left", answer.of({Kind::survivors, side}), {.label = label});
      page.member_if_any("left", left_if_wins(answer, side), {.label = "  if it wins"});
    }
  });
  say_parts(page, report.parts);
  say_points(page, answer.points(), report.asked.labels);
  say_joint(page, report.joint);
  if (!page.style().brief) say_rounds(page, report.asked, answer);
  say_units(page, answer);
}

void say_sequence(Document& page, const PlayReport& report) {
  const std::string& target = report.asked.labels.defender;
  state_steps(page, report.asked, report.answer);
  page.laws("", target, [&] { state_end(page, report); });
  say_points(page, report.answer.points(), {"attackers", target});
  page.add(blocks::Charts{{{"left of " + target, left_of_target(report)}}});
  say_joint(page, report.joint);
  say_orders(page, report.asked, report.answer);
}

}  // namespace

void lay_out(Document& page, const PlayReport& report) {
  const Asked& asked = report.asked;
  const Answer& answer = report.answer;
  if (asked.is_sequence()) {
    const std::size_t steps = asked.steps.size();
    page.title(fmt::format("{}, attacked {}", shorten(asked.labels.defender, 40),
                           steps == 1 ? "once" : fmt::format("{} times", steps)),
               asked.title);
  } else {
    say_heading(page, asked);
  }
  // Of outcomes under a condition it would be read as one of all.
  if (report.shown.empty() && !answer.condition) page.note(verdict_of(report));
  const bool is_battle = report.of == OutcomeOf::battle;
  say_origin(page, report.tells_best ? "best play, " : is_battle ? "battle, " : "", answer.origin);
  say_agreement(page, report.agreement);
  say_settings(page, asked);
  say_assumed(page, asked);
  say_best(page, report);
  say_bought(page, asked.bought);
  say_frame(page, report.from, report.until);
  say_condition(page, answer.condition);
  page.gap();
  say_luck(page, report.luck);
  if (!report.shown.empty()) {
    say_shown(page, report.shown, asked.labels, answer.remarks);
    say_parts(page, report.parts);
    return say_joint(page, report.joint);
  }
  if (!page.style().brief || report.of == OutcomeOf::fight) say_dice(page, asked);
  report.is_of_armies() ? say_conduct(page, asked) : say_policy(page, report.players, 2);
  if (report.tells_best) {
    say_beginning(page, report);
    say_leavings(page, asked, answer.leavings);
  }
  say_lines(page, answer.remarks);
  switch (report.of) {
    case OutcomeOf::fight:
      return say_fight(page, report);
    case OutcomeOf::battle:
      return say_battle(page, report);
    case OutcomeOf::sequence:
      return say_sequence(page, report);
  }
}

}  // namespace warodds
