#include "cli/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warodds::cli {

int columns(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string pad(std::string_view text, int width) {
  return std::string(text) +
         std::string(static_cast<std::size_t>(std::max(width - columns(text), 0)), ' ');
}

std::string pad_left(std::string_view text, int width) {
  return std::string(static_cast<std::size_t>(std::max(width - columns(text), 0)), ' ') +
         std::string(text);
}

std::string shorten(const std::string& text, int width) {
  if (columns(text) <= width) return text;
  std::string result;
  int used = 0;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (begins && ++used > width - 2) break;
    result += c;
  }
  return result + "..";
}

namespace {

/// Decimals that a half-width justifies: down to its first digit, one more if that is a 1.
int decimals(double half_width) {
  if (!(half_width > 0)) return 4;
  const double exponent = std::floor(std::log10(half_width));
  const bool leading_one = half_width / std::pow(10, exponent) < 2;
  return std::clamp(static_cast<int>(-exponent) + (leading_one ? 1 : 0), 0, 8);
}

}  // namespace

std::string percent(const Number& number, const Style& style, bool with_half_width) {
  const double value = number.value * 100;
  if (number.half_width) {
    const double half_width = *number.half_width * 100;
    const int digits = decimals(half_width);
    if (!with_half_width) return fmt::format("{:.{}f} %", value, std::min(digits, 2));
    return fmt::format("{:.{}f} {} {:.{}f} %", value, digits, style.plus_minus(), half_width,
                       digits);
  }
  if (value == 0 || value == 100) return fmt::format("{:.0f} %", value);
  if (value < 0.005) return fmt::format("{:.1e} %", value);
  if (value < 100 && value >= 99.995) return ">99.99 %";
  return fmt::format("{:.2f} %", value);
}

std::string mean(const Number& number, const Style& style) {
  if (!number.half_width) return fmt::format("{:.4f}", number.value);
  const int digits = decimals(*number.half_width);
  return fmt::format("{:.{}f} {} {:.{}f}", number.value, digits, style.plus_minus(),
                     *number.half_width, digits);
}

std::size_t quantile(const Series& series, double p) {
  double sum = 0;
  for (std::size_t k = 0; k < series.pmf.size(); ++k) {
    sum += series.pmf[k].value;
    if (sum >= p) return k;
  }
  return series.pmf.size() - 1;
}

std::string series_header(const std::string& title, const Style& style) {
  return style.bold(pad(title, 35)) + style.faint("      mean        sd   9 in 10 between") + "\n";
}

std::string series_line(const Series& series, const Style& style) {
  const std::size_t low = quantile(series, 0.05);
  const std::size_t high = quantile(series, 0.95);
  return fmt::format(
      "  {} {}{}   {}\n", pad(series.name, 22), pad_left(mean(series.mean, style), 18),
      pad_left(series.sd < 1e-9 ? "0" : fmt::format("{:.4g}", series.sd), 10),
      low == high ? fmt::format("{}", low) : fmt::format("{} {} {}", low, style.dash(), high));
}

std::string heading(const Question& question, const Style& style) {
  return style.bold(fmt::format("{} against {}", shorten(question.units.attacker, 40),
                                shorten(question.units.defender, 40))) +
         "  (" + question.title + ")\n";
}

std::string print(const Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

std::string engine_line(const EngineReport& engine) {
  if (engine.exact) return fmt::format("exact ({})", engine.reason);
  return fmt::format("simulated ({}): {} trials, seed {}, half-widths at {:g} % confidence{}",
                     engine.reason, engine.trials, engine.seed, engine.confidence * 100,
                     engine.partial ? "; PARTIAL: " + engine.why_partial : "");
}

}  // namespace warodds::cli
