// Numbers and words as people are shown them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ask/forms/text/style.h"
#include "core/numbers/distribution.h"
#include "core/numbers/estimate.h"
#include "core/text/width.h"

namespace warodds::text {

/// Filled up with spaces on the right, on the left.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);
/// At most so many columns; what is cut off is marked "..". A name keeps the beginning of what
/// stands in brackets behind it.
std::string shorten(const std::string& text, int width);
/// A name as a part of a label, in which {} would stand for the unit that it speaks of.
std::string in_label(std::string name);
/// How many columns a page has.
inline constexpr int page_width = 80;
/// The text in lines of at most so many columns, broken between words, each with a line end. The
/// first begins with `first` columns of blanks, the others with `rest`. Blanks at the beginning of
/// the text are kept.
std::string wrapped(std::string_view text, int first, int rest, int width = page_width);
/// A blank at which wrapped() does not break.
inline constexpr char no_break = '\x1f';

/// A probability in percent: "12.35 %", "<0.01 %", ">99.99 %"; simulated, "12.3 ± 0.4 %".
std::string percent(const Estimate& estimate, const Style& style, bool with_half_width = true);
/// Whether percent() can say no more than that it is rare, though more is known.
bool is_rare(const Estimate& estimate);
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
/// beside another; simulated ones, and all in brief, are as percent() has them.
std::vector<PartInPercent> percents(const std::vector<Estimate>& parts, const Style& style,
                                    bool with_half_width = true, std::optional<long> whole = 10000);
/// Odds in percent, always with two decimals but for ">99.99 %" and "<0.01 %".
std::string odds_in_percent(double odds);
/// A mean with four decimals; simulated, with as many as its half-width justifies.
std::string mean(const Estimate& estimate, const Style& style);
/// A standard deviation; of a simulated law as many digits as of the mean, whose error is larger.
std::string spread(const Estimate& mean, double sd);

/// What a chart shows: a distribution, and the value that stands for the whole target, if any.
struct Charted {
  std::string title;
  Distribution distribution;
  std::optional<int> all = {};
};

/// The lines of a chart: ranges of values that hold all but about 1 in 1000, at most 16 of them;
/// brief: 1 in 100 and 8.
std::vector<std::string> chart(const Charted& charted, int width, const Style& style);

}  // namespace warodds::text
