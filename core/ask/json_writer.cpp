#include "core/ask/json_writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/ask/json_text.h"
#include "core/text/error.h"

namespace warodds {
namespace {

/// Whether a character does not stand in JSON as it is.
bool is_special(char character) {
  return character < ' ' || character > '~' || character == '"' || character == '\\';
}

/// Rounding may make a probability more than 1.
double probability(double p) { return std::min(p, 1.0); }

}  // namespace

bool JsonWriter::open(Nest kind, std::string_view key, const Naming& naming) {
  if (!wants(naming)) return false;
  next(key, inside());
  text_.push_back(kind == Nest::object ? '{' : '[');
  empty_ = true;
  ++depth_;
  if (kind == Nest::object && !id_.empty()) {
    next("id", Nest::object);
    put(std::exchange(id_, {}));
  }
  return true;
}

void JsonWriter::close(Nest kind) {
  --depth_;
  if (!empty_) new_line();
  text_.push_back(kind == Nest::object ? '}' : ']');
  empty_ = false;
}

void JsonWriter::next(std::string_view key, Nest in) {
  if (in == Nest::nothing) return;
  if (text_.size() > most_bytes_) {
    throw TooLarge(fmt::format("the answer is longer than {} MiB", most_bytes_ >> 20));
  }
  if (!empty_) text_.push_back(',');
  empty_ = false;
  new_line();
  if (in == Nest::list) return;
  write(key);
  text_.push_back(':');
  if (many_lines_) text_.push_back(' ');
}

void JsonWriter::new_line() {
  if (!many_lines_) return;
  text_.push_back('\n');
  for (std::size_t i = 0; i < depth_; ++i) text_.push_back(' ');
}

void JsonWriter::hear(std::string_view key, const FactValue& value, const Naming& naming) {
  if (!wants(naming)) return;
  std::visit([&](const auto& of) { write_fact(key, of, naming); }, value);
}

void JsonWriter::write_fact(std::string_view key, const Estimate& of, const Naming& naming) {
  if (of.half_width && !naming.word.empty()) {
    const auto members = [&] {
      member(naming.word, of.value);
      member("half_width", *of.half_width);
    };
    return object(key, members, naming);
  }
  write_fact(key, of.value, naming);
  if (of.half_width) member(std::string(key) + "_half_width", *of.half_width, naming);
}

void JsonWriter::write_fact(std::string_view key, const Law& law, const Naming& naming) {
  const Estimate mean = law.mean();
  const std::vector<Estimate> each = law.of->estimates();
  const auto members = [&] {
    member("mean", mean.value);
    member("sd", law.of->sd());
    if (!law.of->values().empty()) member("values", law.of->values());
    array("pmf", each, [&](const Estimate& one) { value(probability(one.value)); });
    if (mean.half_width) {
      array("half_width", each, [&](const Estimate& one) { value(one.half_width.value_or(0)); });
      member("mean_half_width", *mean.half_width);
    }
  };
  object(key, members, naming);
}

void JsonWriter::write_fact(std::string_view key, const JointLaw& law, const Naming& naming) {
  std::vector<std::vector<double>> rows;
  for (std::ptrdiff_t row = 0; row < law.pmf->rows(); ++row) {
    rows.emplace_back();
    for (std::ptrdiff_t column = 0; column < law.pmf->cols(); ++column) {
      rows.back().push_back(probability((*law.pmf)(row, column)));
    }
  }
  member(key, rows, naming);
}

void JsonWriter::write(std::string_view text) {
  if (std::any_of(text.begin(), text.end(), is_special)) {
    // U+FFFD stands for what is no UTF-8.
    return put(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  text_.push_back('"');
  put(text);
  text_.push_back('"');
}

void JsonWriter::write(double number) {
  if (!std::isfinite(number)) return write(nullptr);
  constexpr double most_written_out = 1e16;
  if (std::abs(number) < most_written_out && std::trunc(number) == number) {
    // So that readers who tell kinds of numbers apart see that this is a real one.
    if (number < 0) text_.push_back('-');
    write(static_cast<unsigned long long>(std::abs(number)));
    return put(".0");
  }
  fmt::format_to(std::back_inserter(text_), FMT_COMPILE("{}"), number);
}

}  // namespace warodds
