// Pieces of text that reports are put together from.
#pragma once

#include <string>
#include <string_view>

#include "cli/answer.h"
#include "cli/question.h"
#include "cli/terminal.h"

namespace warodds::cli {

/// Columns that UTF-8 text takes, one for each code point.
int columns(std::string_view text);
/// Filled up with spaces on the right, on the left.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);
/// At most so many columns; what is cut off is marked "..".
std::string shorten(const std::string& text, int width);

/// A probability in percent: "12.35 %"; simulated, "12.3 ± 0.4 %".
std::string percent(const Number& number, const Style& style, bool with_half_width = true);
/// A mean with four decimals; simulated, with as many as its half-width justifies.
std::string mean(const Number& number, const Style& style);
/// The least k with P(X <= k) >= p.
std::size_t quantile(const Series& series, double p);
/// Name, mean, sd and the range of 9 in 10, for a table with series_header().
std::string series_line(const Series& series, const Style& style);
std::string series_header(const std::string& title, const Style& style);

/// "A against B  (System)".
std::string heading(const Question& question, const Style& style);
/// "exact", "simulated, 1000000 trials, seed 1 ...", for the first lines of a text.
std::string engine_line(const EngineReport& engine);
/// A field's value as users write it.
std::string print(const Value& value);

}  // namespace warodds::cli
