// Pieces of text that reports are put together from.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/best_players.h"
#include "core/ask/forms/text/style.h"
#include "core/ask/reports.h"
#include "core/text/width.h"

namespace warodds::text {

/// Filled up with spaces on the right, on the left.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);
/// At most so many columns; what is cut off is marked "..". A name keeps the beginning of what
/// stands in brackets behind it.
std::string shorten(const std::string& text, int width);
/// What stands in brackets behind a name, on one line: "  (as published)"; nothing without a note.
/// `width`: of the note, at most; 0: any.
std::string note_behind(std::string_view note, int width = 0);

/// The text in lines of at most 80 columns, broken between words, each with a line end. The first
/// begins with `first` columns of blanks, the others with `rest`. Blanks at the beginning of the
/// text are kept.
std::string wrapped(std::string_view text, int first, int rest);
/// A blank at which wrapped() does not break.
inline constexpr char no_break = '\x1f';

/// A probability in percent: "12.35 %", "<0.01 %", ">99.99 %"; simulated, "12.3 ± 0.4 %".
std::string percent(const Estimate& estimate, const Style& style, bool with_half_width = true);
/// "1 in 1.2 million": a probability, above 0.
std::string one_in(double p);
/// The same where percent() would say "<0.01 %" of an exact one; percent() elsewhere.
std::string percent_or_one_in(const Estimate& estimate, const Style& style);
/// A part of a whole in percent.
struct PartInPercent {
  std::string text;
  std::optional<long> hundredths = {};  ///< of a percent, where it is shown with so many
};
/// Probabilities that are parts of one whole. Exact ones are rounded so that they add up (the
/// largest remainders up), to 100 % or to `whole` hundredths of a percent, and none is 0 % or 100 %
/// beside another; simulated ones are as percent() has them.
std::vector<PartInPercent> percents(const std::vector<Estimate>& parts, const Style& style,
                                    bool with_half_width = true, std::optional<long> whole = 10000);
/// Odds in percent, always with two decimals but for ">99.99 %" and "<0.01 %".
std::string odds_in_percent(double odds);
/// A mean with four decimals; simulated, with as many as its half-width justifies.
std::string mean(const Estimate& estimate, const Style& style);
/// How far numbers that stand without their half-width may be off at most, in a line; nothing if
/// they are exact.
std::string half_widths_line(double largest, bool probabilities, const Style& style);
/// Name, mean, standard deviation and the values from the 5th to the 95th percentile, for a table
/// with distribution_header().
std::string distribution_line(const std::string& name, const Distribution& distribution,
                              const Estimate& mean_of, const Style& style);
std::string distribution_line(const std::string& name, const NumberLaw& law, const Style& style);
std::string distribution_header(const std::string& title, const Style& style);

/// What is lost in points, after an empty line; nothing where nobody has points.
std::string points_lines(const std::optional<PointsAnswer>& points,
                         const PerSide<std::string>& labels, const Style& style);

/// "1 unit", "2 units".
template <class Number>
std::string counted(Number count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// "A against B  (System)".
std::string heading(const Asked& asked, const Style& style);
/// What play is assumed, in lines, or nothing. `names`: of the sides; `all`: of all together.
std::string assumed_lines(const AssumedPlays& plays, const PerSide<std::string>& names,
                          std::string_view all = "both");
/// "if both play their best", "if Guardian plays its best".
std::string if_best(const PerSide<bool>& who, const PerSide<std::string>& names);
/// "with cover=yes, …", in lines, or nothing.
std::string given_lines(const std::vector<std::string>& given);
/// The event under which all numbers stand, and how likely it is.
std::string condition_lines(const std::optional<Condition>& condition, const Style& style);
/// Until when a battle is fought, or nothing.
std::string until_line(const std::optional<Event>& until);
/// How lucky what has happened was, as a table, or nothing.
std::string luck_lines(const std::optional<LuckOfOutcome>& luck, const Style& style);
/// How rare it was, where a table in percent cannot say; in lines set in by so much, or nothing.
std::string tails_of(const std::string& name, const Luck& luck, int indent);
/// What luck_lines() calls all facts together.
inline constexpr const char* name_of_sum = "attacker's luck";
/// A number that has been counted, without decimals, or a mean with four; with a sign, if wanted.
std::string count_text(double number);
std::string signed_text(double difference);
/// A table of texts: the first column set left, all others right, two blanks between.
std::string table_of(const std::vector<std::string>& names,
                     const std::vector<std::vector<std::string>>& rows, const Style& style);
/// Two facts together as a table in percent, or nothing.
std::string joint_table(const std::optional<JointOfFacts>& joint, const Style& style);
/// Who plays best and against what, in lines set in by so much, or nothing.
std::string policy_lines(const BestPlayers& players, int indent);
/// "exact", "simulated, 1000000 trials, seed 1 ...", for the first lines of a text; `what` goes
/// before it.
std::string origin_lines(std::string_view what, const Origin& origin);

/// A table of texts, its columns as wide as they must be, set right, two blanks between. The names
/// of the columns stand above one another in parts: "attacker" over "damage.mean"; of one with line
/// ends these are its parts.
std::string stacked_table(const std::vector<std::string>& names,
                          const std::vector<std::vector<std::string>>& rows, const Style& style);

/// Of a battle, who wins and how it goes.
std::string outcome_lines(const BattleReport& report, const Style& style);

}  // namespace warodds::text
