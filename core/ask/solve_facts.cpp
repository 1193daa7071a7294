// What is said of best play: in JSON its first decision and what it rests on, in CSV all decisions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/answer/fight_outcome.h"
#include "core/ask/facts.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/play.h"

namespace warodds {
namespace {

using NumbersOfGroups = std::vector<std::pair<std::string, int>>;

/// Figures of each group, without those of which there are none, and the damage that lies on some,
/// the most first; a unit without groups has one, "".
struct Figures {
  NumbersOfGroups figures;
  NumbersOfGroups lying;
};

/// Decisions of who falls (A11b), in the words of the units.
class WhoFalls {
 public:
  explicit WhoFalls(const SolveReport& report)
      : decisions_(report.who_falls),
        sides_(report.solution.assignments->sides()),
        counts_rounds_(report.solution.assignments->rounds() > 0) {
    std::visit(
        [&](const auto& battle) {
          groups_ = battle.kinds();
          for (const Side side : both_sides) {
            if (groups_[side].empty()) groups_[side] = {""};  // all figures are of one kind
          }
          has_phases_ = battle.phases() > 1;
        },
        report.question.battle);
  }

  const std::vector<AssignmentDecision>& decisions() const { return decisions_; }
  /// The round in hand counted; nothing: to the end.
  std::optional<int> rounds_left(const AssignmentDecision& of) const {
    return counts_rounds_ ? std::optional(of.rounds_left) : std::nullopt;
  }
  /// One of those whose settings hold; nothing: all are alike.
  std::optional<int> round(const AssignmentDecision& of) const {
    return !counts_rounds_ && has_phases_ ? std::optional(of.phase + 1) : std::nullopt;
  }
  /// What is left of a side before it.
  Figures left(const AssignmentDecision& of, Side side) const {
    const Remains& remains = sides_[side].remains(of.states[side]);
    return {by_group(side, remains.figures), lying_on(side, remains)};
  }
  /// Those who fall, and the damage that lies afterwards.
  Figures falls(const AssignmentDecision& of, const WeightedChoice& choice) const {
    std::vector<int> fallen = sides_[of.side].remains(of.states[of.side]).figures;
    const Remains& after = sides_[of.side].remains(choice.value);
    for (std::size_t i = 0; i < fallen.size(); ++i) fallen[i] -= after.figures[i];
    return {by_group(of.side, fallen), lying_on(of.side, after)};
  }

 private:
  std::string name_of(Side side, int rank) const {
    const int kind = sides_[side].ranks()[static_cast<std::size_t>(rank)].kind;
    return groups_[side][static_cast<std::size_t>(kind)];
  }

  /// By the groups in the order of the unit, each name once; without those of which there are none.
  NumbersOfGroups by_group(Side side, const std::vector<int>& of_ranks) const {
    NumbersOfGroups figures;
    for (const std::string& name : names_once(groups_[side])) {
      int count = 0;
      for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
        if (name_of(side, static_cast<int>(rank)) == name) count += of_ranks[rank];
      }
      if (count > 0) figures.emplace_back(name, count);
    }
    return figures;
  }

  NumbersOfGroups lying_on(Side side, const Remains& remains) const {
    NumbersOfGroups lying;
    for (const Injury& injury : injuries_of(remains)) {
      lying.emplace_back(name_of(side, injury.rank), injury.damage);
    }
    return lying;
  }

  const std::vector<AssignmentDecision>& decisions_;
  PerSide<SideStates> sides_;
  PerSide<std::vector<std::string>> groups_;
  bool counts_rounds_;
  bool has_phases_ = false;
};

std::string number_of_each(const Figures& of) {
  std::vector<std::string> parts;
  for (const auto& [group, count] : of.figures) {
    if (group.empty()) {
      parts.push_back(fmt::format("{} figure{}", count, count == 1 ? "" : "s"));
    } else {
      parts.push_back(count == 1 ? group : fmt::format("{} {}", count, group));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string lying_in_words(const Figures& of) {
  std::string text;
  for (const auto& [group, damage] : of.lying) {
    text += fmt::format(", {}{} on {}", damage, text.empty() ? " damage" : "",
                        group.empty() ? "a figure" : group);
  }
  return text;
}

std::string left_in_words(const Figures& of) { return number_of_each(of) + lying_in_words(of); }

std::string falls_in_words(const Figures& of) {
  int count = 0;
  for (const auto& [group, figures] : of.figures) count += figures;
  const std::string who = count == 0 ? "nobody" : number_of_each(of);
  return fmt::format("{} fall{}{}", who, count < 2 ? "s" : "", lying_in_words(of));
}

void state(Facts& facts, std::string_view key, const PayoffEstimate& estimate) {
  facts.object(key, [&] {
    facts.member("mean", estimate.mean);
    facts.member("half_width", estimate.half_width);
  });
}

void state_injuries(Facts& facts, const NumbersOfGroups& lying) {
  NumbersOfGroups all = lying;
  all.resize(std::max(lying.size(), std::size_t{2}));  // of what is not there, two
  facts.member_if(!lying.empty(), "injured", all.front().first);
  facts.member_if(!lying.empty(), "damage", all.front().second);
  facts.member_if(lying.size() > 1, "also", [&] {
    facts.array(std::span(all).subspan(1), [&](const auto& one) {
      facts.object([&] {
        facts.member("injured", one.first);
        facts.member("damage", one.second);
      });
    });
  });
}

void state_decision(Facts& facts, const WhoFalls& who, const AssignmentDecision& decision) {
  facts.member("side", to_string(decision.side));
  facts.member_if_any("rounds_left", who.rounds_left(decision));
  facts.member_if_any("round", who.round(decision));
  facts.member("attack", decision.attack + 1);
  for (const Side side : both_sides) {
    facts.object(to_string(side), [&] {
      const Figures left = who.left(decision, side);
      state_map(facts, "left", left.figures);
      facts.member("suffers", decision.suffered[side]);
      state_injuries(facts, left.lying);
    });
  }
  facts.objects("falls", decision.chosen, [&](const WeightedChoice& choice) {
    const Figures falls = who.falls(decision, choice);
    state_map(facts, "figures", falls.figures);
    facts.member("p", choice.p);
    state_injuries(facts, falls.lying);
  });
  facts.member("met", decision.met);
  facts.member("stake", decision.stake);
}

/// A row of CSV for each way to assign damage that is chosen.
void state_rows(Facts& facts, const WhoFalls& who, const AssignmentDecision& decision) {
  for (const WeightedChoice& choice : decision.chosen) {
    facts.row([&] {
      facts.member("rounds_left", who.rounds_left(decision));
      facts.member("attack", decision.attack + 1);
      for (const Side side : both_sides) {
        const std::string name = to_string(side);
        facts.member(name + "_left", left_in_words(who.left(decision, side)));
        facts.member(name + "_suffers", decision.suffered[side]);
      }
      facts.member("side", to_string(decision.side));
      facts.member("falls", falls_in_words(who.falls(decision, choice)));
      facts.member("p", choice.p);
      facts.member("met", decision.met);
      facts.member("stake", decision.stake);
    });
  }
}

/// How many decisions JSON lists; CSV has them all.
constexpr std::size_t most_listed = 200;

/// What both do now and later: in JSON first what comes first, in CSV a row for each choice.
void state_plan(Facts& facts, const AnyBattle& any_battle, const Policy& policy) {
  std::vector<const std::pair<const Standpoint, Policy::Decision>*> decisions;
  for (const auto& decision : policy.decisions) decisions.push_back(&decision);
  facts.member("decisions", decisions.size());
  if (!facts.is_for(Form::csv)) {
    std::stable_sort(decisions.begin(), decisions.end(), [](const auto* x, const auto* y) {
      const auto turns = [](const auto* of) {
        return std::pair(of->first.turns.attacker, of->first.turns.defender);
      };
      return turns(x) > turns(y);
    });
    decisions.resize(std::min(decisions.size(), most_listed));
  }
  std::visit(
      [&](const auto& battle) {
        facts.objects("plan", decisions, [&](const auto* decision) {
          const Standpoint& at = decision->first;
          const auto state_numbers = [&](const std::string& key, const auto& of) {
            facts.object(key, [&] {
              for (const Side side : both_sides) {
                const std::string column = fmt::format("{}_{}", to_string(side), key);
                facts.member(to_string(side), of(side), {.csv = column, .column = true});
              }
            });
          };
          state_numbers("turns", [&](Side side) { return at.turns[side]; });
          state_numbers("damage_taken",
                        [&](Side side) { return policy.sides[side].taken(at.states[side]); });
          const auto due = battle.due(at, policy);
          for (const Side side : both_sides) {
            facts.rows(to_string(side), decision->second.mixes[side],
                       [&](const WeightedChoice& played) {
                         facts.member("side", to_string(side), only_csv);
                         facts.member("choice", due.name(side, played.value));
                         facts.member("p", played.p);
                         facts.member("in_words", due.in_words(side, played.value), only_json);
                       });
          }
        });
      },
      any_battle);
}

}  // namespace

void state_leavings(Facts& facts, const Asked& asked, const std::vector<Leaving>& leavings) {
  const PerSide<bool> may{asked.conducts.attacker.may_leave, asked.conducts.defender.may_leave};
  facts.member_if(may.attacker || may.defender, "may_leave",
                  may.attacker && may.defender
                      ? "both"
                      : to_string(may.attacker ? Side::attacker : Side::defender),
                  only_json);
  if (leavings.empty()) return;
  facts.objects(
      "leaves", std::span(leavings).first(std::min(leavings.size(), most_listed)),
      [&](const Leaving& leaving) {
        facts.member("side", to_string(leaving.side));
        for (const Side side : both_sides) {
          facts.objects(to_string(side), leaving.left[side], [&](const UnitLeft& unit) {
            facts.member("figures", unit.figures);
            facts.member("hit_points", unit.hit_points);
          });
        }
        facts.member("p", leaving.p);
      },
      only_json);
}

namespace {

/// The decisions on which most depends.
void state_decisions(Facts& facts, const WhoFalls& who) {
  const std::span decisions(who.decisions());
  facts.member("decisions", decisions.size());
  facts.objects(
      "policy", decisions.first(std::min(decisions.size(), most_listed)),
      [&](const AssignmentDecision& decision) { state_decision(facts, who, decision); }, only_json);
  if (!facts.is_for(Form::csv)) return;
  for (const AssignmentDecision& decision : decisions) state_rows(facts, who, decision);
}

/// The choices that a side makes at the start, with their odds.
void state_strategy(Facts& facts, const SolveReport& report, Side side) {
  std::size_t place = 0;
  facts.array(
      to_string(side), report.names[side],
      [&](const std::string& choice) {
        const std::size_t i = place++;
        const double p = report.solution.first[side][i];
        if (!(p > 0)) return;
        facts.object([&] {
          facts.member("choice", choice);
          facts.member("p", p);
          facts.member("in_words", report.words[side][i]);
        });
      },
      only_json);
}

void state_verification(Facts& facts, const Verification& verified) {
  facts.member("trials", verified.best_play.trials);
  facts.member("confidence", 1 - verified.each_level);
  state(facts, "best_play", verified.best_play);
  facts.objects("deviations", verified.deviations, [&](const Deviation& deviation) {
    facts.member("side", to_string(deviation.side));
    facts.member("choice", deviation.name);
    state(facts, "payoff", deviation.payoff);
    facts.member("better", deviation.better);
  });
  facts.member("holds", verified.holds);
  const bool is_cut = verified.not_played > 0;
  facts.member_if(is_cut, "partial", true);
  facts.member_if(is_cut, "why_partial", verified.why_not);
  facts.member_if(is_cut, "not_played", verified.not_played);
}

CsvLayout layout_of(const SolveReport& report) {
  const std::string own = report.solution.assignments
                              ? "rounds_left attack attacker_left defender_left attacker_suffers "
                                "defender_suffers side falls p met stake"
                              : "attacker_turns defender_turns attacker_damage_taken "
                                "defender_damage_taken side choice p";
  return {columns_of("version system attacker defender engine payoff " + own)};
}

}  // namespace

// For people.

namespace {

using text::shorten;

/// A payoff: odds in percent, anything else with four decimals.
std::string payoff(double value, bool odds) {
  if (odds) return text::odds_in_percent(value);
  const double shown = std::abs(value) < 5e-5 ? 0 : value;  // never -0.0000
  return fmt::format("{:.4f}", shown);
}

std::vector<text::PartInPercent> in_percent(const std::vector<double>& parts, const Style& style) {
  std::vector<Estimate> odds;
  for (const double part : parts) odds.push_back({part});
  return text::percents(odds, style);
}

/// What a side does; whether it has anything to choose.
void say_advice(Document& page, const SolveReport& report, Side side) {
  const std::vector<double>& p = report.solution.first[side];
  if (p.size() == 1) return;
  const double largest = *std::max_element(p.begin(), p.end());
  const std::vector<text::PartInPercent> shown = in_percent(p, page.style());
  using Set = blocks::Column::Set;
  const std::string who = shorten(report.asked.labels[side], 60);
  blocks::Table table{who, {{"", Set::left, 30}, {"", Set::right, 10, 1}, {"", Set::bar, 0, 1}}};
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0) continue;
    const std::string& words = report.words[side][i];
    if (p[i] == 1) {
      page.heading(who);
      return page.note("always: " + words, 2, 4);
    }
    table.row({"  " + words, shown[i].text, fmt::format("{}", p[i] / largest)});
  }
  page.add(std::move(table));
}

/// What is known of a side's choice, and whether that leaves anything to choose.
void say_known(Document& page, const SolveReport& report) {
  bool any = false, choice = false;
  for (const Side side : both_sides) {
    if (!report.known[side].empty()) {
      any = true;
      page.note(fmt::format("known: {} plays {}", shorten(report.asked.labels[side], 40),
                            report.known[side]));
    }
    choice = choice || report.solution.choices[side].size() > 1 ||
             (report.solution.assignments && report.known[side].empty());
  }
  if (any && !choice) {
    page.note("nothing is left to choose: this is what these choices are worth");
  }
}

void say_plain(Document& page, const SolveReport& report) {
  if (report.solution.plain.empty()) return;
  using Set = blocks::Column::Set;
  blocks::Table table{
      "one choice for good",
      {{"who", Set::left}, {"choice", Set::left}, {"against best play"}, {"if foreseen"}}};
  const double value = report.solution.value();
  for (const PlainPlan& plan : report.solution.plain) {
    const double sign = plan.side == Side::attacker ? 1 : -1;
    const auto loss = [&](double got) {
      const double lost = std::max(sign * (value - got), 0.0);
      return lost < 1e-9 ? std::string("loses nothing") : "loses " + payoff(lost, report.is_odds);
    };
    table.row({shorten(report.asked.labels[plan.side], 30), plan.name, loss(plan.against_best),
               loss(plan.against_answer)});
  }
  page.add(std::move(table));
}

/// Who falls where most depends on it.
void say_who_falls(Document& page, const SolveReport& report) {
  constexpr std::size_t most_shown = 6;
  constexpr double matters = 1e-9;
  if (!report.solution.assignments) return;
  const WhoFalls who(report);
  std::size_t shown = 0;
  for (const AssignmentDecision& decision : who.decisions()) {
    if (shown == most_shown || decision.met * decision.stake < matters) break;
    if (shown++ == 0) page.heading("who falls, where most depends on it");
    const auto left = [&](Side side) { return left_in_words(who.left(decision, side)); };
    const Side enemy = enemy_of(decision.side);
    std::string falls;
    std::vector<double> odds;
    for (const WeightedChoice& choice : decision.chosen) odds.push_back(choice.p);
    const std::vector<text::PartInPercent> shown_odds = in_percent(odds, page.style());
    for (std::size_t i = 0; i < decision.chosen.size(); ++i) {
      const WeightedChoice& choice = decision.chosen[i];
      falls += (falls.empty() ? "" : "; or ") + falls_in_words(who.falls(decision, choice));
      if (choice.p < 1) falls += " (" + shown_odds[i].text + ")";
    }
    const auto rounds_left = who.rounds_left(decision), round = who.round(decision);
    const std::string when = rounds_left ? ", " + counted(*rounds_left, "round") + " left"
                             : round     ? fmt::format(", as in round {}", *round)
                                         : "";
    page.note(fmt::format("{}: {} ({}) suffers {} and deals {} ({}){}: {}", shown,
                          shorten(report.asked.labels[decision.side], 30), left(decision.side),
                          decision.suffered[decision.side], decision.suffered[enemy], left(enemy),
                          when, falls),
              2, 5);
  }
  if (shown > 0 && shown < report.who_falls.size()) {
    page.faint(fmt::format("... {} more decisions; --format csv has them",
                           report.who_falls.size() - shown),
               2);
  }
}

/// What is left of a side, unit by unit: "3 figures", "1 + 2 figures", hit points where more than
/// one is left for each.
std::string in_words(const std::vector<UnitLeft>& units) {
  std::string text;
  int figures = 0, hit_points = 0;
  for (const UnitLeft& unit : units) {
    text += fmt::format("{}{}", text.empty() ? "" : " + ", unit.figures);
    figures += unit.figures;
    hit_points += unit.hit_points;
  }
  text += units.size() == 1 && figures == 1 ? " figure" : " figures";
  return hit_points == figures ? text
                               : fmt::format("{} ({})", text, counted(hit_points, "hit point"));
}

void say_verification(Document& page, const SolveReport& report) {
  const Verification& verified = *report.verification;
  const auto shown = [&](const PayoffEstimate& estimate) {
    return fmt::format("{} {} {}", payoff(estimate.mean, report.is_odds), page.style().plus_minus(),
                       payoff(estimate.half_width, report.is_odds));
  };
  page.heading("played with dice", fmt::format("{} games each", verified.best_play.trials));
  page.note(fmt::format("both play best: {}, exactly {}{}", shown(verified.best_play),
                        payoff(report.solution.value(), report.is_odds),
                        verified.best_play_agrees ? "" : "  DISAGREES"),
            2);
  int better = 0;
  for (const Deviation& deviation : verified.deviations) {
    if (!deviation.better) continue;
    ++better;
    page.note(fmt::format("{} {} does BETTER: {}", to_string(deviation.side), deviation.name,
                          shown(deviation.payoff)),
              2);
  }
  if (better == 0) {
    page.note(fmt::format("none of the {} single choices does better than best play",
                          verified.deviations.size()),
              2);
  }
  if (verified.not_played > 0) {
    page.note(fmt::format("PARTIAL: {}, {} not played", verified.why_not,
                          counted(verified.not_played, "choice")),
              2);
  }
}

}  // namespace

void say_leavings(Document& page, const Asked& asked, const std::vector<Leaving>& leavings) {
  if (leavings.empty()) {
    for (const Side side : both_sides) {
      if (!asked.conducts[side].may_leave) continue;
      page.note(shorten(asked.labels[side], 40) + " may leave the field, and never does", 2);
    }
    return;
  }
  constexpr std::size_t most_shown = 6;
  using Set = blocks::Column::Set;
  blocks::Table table{
      "leaves the field, most often",
      {{"who", Set::left}, {"with", Set::left}, {"against", Set::left}, {"of all"}}};
  for (const Leaving& leaving : std::span(leavings).first(std::min(leavings.size(), most_shown))) {
    table.row({shorten(asked.labels[leaving.side], 24), in_words(leaving.left[leaving.side]),
               in_words(leaving.left[enemy_of(leaving.side)]),
               text::percent({leaving.p}, page.style())});
  }
  page.add(std::move(table));
  PerSide<double> all;
  for (const Leaving& leaving : leavings) all[leaving.side] += leaving.p;
  for (const Side side : both_sides) {
    if (!asked.conducts[side].may_leave) continue;
    page.note(fmt::format("{} leaves in {} of all battles", shorten(asked.labels[side], 40),
                          text::percent({all[side]}, page.style())),
              2);
  }
}

void say(Document& page, const SolveReport& report) {
  const Solution& solution = report.solution;
  say_heading(page, report.asked);
  page.note(fmt::format("best play for {}: {}", report.payoff, report.payoff_meaning));
  say_given(page, report.asked.given);
  say_frame(page, report.from, report.until);
  say_known(page, report);
  say_origin(page, "", solution.origin);
  page.gap();
  page.note(
      fmt::format("worth {} to {}, sure to within {:.1g}", payoff(solution.value(), report.is_odds),
                  shorten(report.asked.labels.attacker, 30), std::max(solution.gap(), 1e-15)),
      2);
  const bool any_choice = solution.first.attacker.size() > 1 || solution.first.defender.size() > 1;
  if (any_choice && solution.policy->decisions.size() > 1) {
    page.note(fmt::format("the first of {} decisions:", solution.policy->decisions.size()), 2);
  }
  for (const Side side : both_sides) say_advice(page, report, side);
  say_who_falls(page, report);
  say_leavings(page, report.asked, report.leavings);
  say_plain(page, report);
  if (report.verification) say_verification(page, report);
  if (report.not_verified.empty()) return;
  page.gap();
  page.note("NOT VERIFIED: " + report.not_verified);
}

void state(Facts& facts, const SolveReport& report) {
  facts.lay_out(layout_of(report));
  if (Document* page = facts.page()) return say(*page, report);
  const Solution& solution = report.solution;
  facts.object([&] {
    state_head(facts, "solve", report.asked.system);
    state_engine(facts, solution.origin);
    // "attacker" and "defender" are the strategies here, so the units have a place of their own.
    facts.object("units", [&] { state_sides(facts, report.asked); });
    state_situation(facts, report.asked);
    facts.member("payoff", report.payoff, {.column = true});
    facts.member("payoff_meaning", report.payoff_meaning);
    facts.member_if_any("from", report.from, only_json);
    if (report.until) facts.member("until", report.until->text(), only_json);
    facts.member_if(report.is_odds && report.rounds > 0, "rounds", report.rounds);
    const PerSide<std::string>& known = report.known;
    facts.member_if(!known.attacker.empty() || !known.defender.empty(), "known", [&] {
      facts.object([&] {
        for (const Side side : both_sides) facts.member_if_any(to_string(side), known[side]);
      });
    });
    facts.member("value", solution.value());
    facts.member("gap", solution.gap());
    facts.member("rows", report.names.attacker, only_json);
    facts.member("columns", report.names.defender, only_json);
    facts.member("matrix", solution.matrix.to_rows(), only_json);
    for (const Side side : both_sides) state_strategy(facts, report, side);
    facts.objects(
        "plain", solution.plain,
        [&](const PlainPlan& plan) {
          facts.member("side", to_string(plan.side));
          facts.member("choice", plan.name);
          facts.member("against_best", plan.against_best);
          facts.member("against_answer", plan.against_answer);
        },
        only_json);
    if (solution.assignments) {
      state_decisions(facts, WhoFalls(report));
    } else {
      state_plan(facts, report.question.battle, *solution.policy);
    }
    state_leavings(facts, report.asked, report.leavings);
    if (report.verification) {
      facts.object(
          "verification", [&] { state_verification(facts, *report.verification); }, only_json);
    }
    facts.member_if_any("not_verified", report.not_verified, only_json);
  });
}

}  // namespace warodds
