#include "core/ask/json_writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/locale/utf.hpp>
#include <cmath>
#include <iterator>
#include <type_traits>

#include "core/text/error.h"

namespace warodds {
namespace {

/// By its byte, whether a character does not stand in JSON as it is.
constexpr auto special = [] {
  std::array<bool, 256> characters{};
  for (std::size_t byte = 0; byte < characters.size(); ++byte) {
    characters[byte] = byte < ' ' || byte > '~' || byte == '"' || byte == '\\';
  }
  return characters;
}();

/// The text with escapes, and with U+FFFD for each byte that belongs to no character.
template <class Buffer>
void escape(std::string_view text, Buffer& to) {
  using Utf8 = boost::locale::utf::utf_traits<char>;
  const auto put = [&](std::string_view part) {
    to.append(part.data(), part.data() + part.size());
  };
  for (auto at = text.begin(); at != text.end();) {
    const auto first = at;
    const auto character = Utf8::decode(at, text.end());
    if (character == boost::locale::utf::illegal || character == boost::locale::utf::incomplete) {
      at = std::next(first);
      put("\xEF\xBF\xBD");
    } else if (character == '"' || character == '\\') {
      to.push_back('\\');
      to.push_back(*first);
    } else if (const auto place = std::string_view("\b\t\n\f\r").find(*first);
               place != std::string_view::npos) {
      to.push_back('\\');
      to.push_back("btnfr"[place]);
    } else if (character < ' ') {
      fmt::format_to(std::back_inserter(to), "\\u{:04X}", character);
    } else {
      to.append(first, at);
    }
  }
}

/// Rounding may make a probability more than 1.
double probability(double p) { return std::min(p, 1.0); }

}  // namespace

void JsonWriter::begin(char bracket) {
  text_.push_back(bracket);
  empty_ = true;
  ++depth_;
}

void JsonWriter::end(char bracket) {
  --depth_;
  if (!empty_) new_line();
  text_.push_back(bracket);
  empty_ = false;
}

bool JsonWriter::open(Nest kind, std::string_view key, const Naming& naming) {
  if (!wants(naming)) return false;
  next(key, inside());
  begin(kind == Nest::object ? '{' : '[');
  if (kind == Nest::object && !id_.empty()) {
    next("id", Nest::object);
    put(std::exchange(id_, {}));
  }
  return true;
}

void JsonWriter::close(Nest kind) { end(kind == Nest::object ? '}' : ']'); }

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
  next(key, inside());
  std::visit(
      [&](const auto& of) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(of)>, Estimate>) {
          write(of);
        } else if (!of.half_width) {
          write(of.value);
        } else if (naming.word.empty()) {
          write(of.value);
          write_member(std::string(key) + "_half_width", *of.half_width);
        } else {
          begin('{');
          write_member(naming.word, of.value);
          write_member("half_width", *of.half_width);
          end('}');
        }
      },
      value);
}

void JsonWriter::write_member(std::string_view key, double number) {
  next(key, Nest::object);
  write(number);
}

template <class WriteOne>
void JsonWriter::write_list(std::string_view key, std::ptrdiff_t size, Nest in,
                            const WriteOne& write_one) {
  if (in != Nest::nothing) next(key, in);
  begin('[');
  for (std::ptrdiff_t i = 0; i < size; ++i) write_one(i);
  end(']');
}

void JsonWriter::write(const Law& law) {
  write_law(law.mean(), law.of->sd(), {}, law.of->estimates());
}

void JsonWriter::write(const LawOfNumbers& law) {
  std::vector<double> values;
  for (const NumberLaw::Value& one : law.of->values()) values.push_back(one.value);
  write_law(law.of->mean(), law.of->sd(), values, law.of->estimates());
}

void JsonWriter::write_law(const Estimate& mean, double sd, const std::vector<double>& values,
                           const std::vector<Estimate>& each) {
  const auto list = [&](std::string_view key, const auto& numbers, const auto& number_of) {
    write_list(key, std::ssize(numbers), Nest::object, [&](std::ptrdiff_t k) {
      next("", Nest::list);
      write(number_of(numbers[static_cast<std::size_t>(k)]));
    });
  };
  begin('{');
  write_member("mean", mean.value);
  write_member("sd", sd);
  if (!values.empty()) list("values", values, [](double value) { return value; });
  list("pmf", each, [](const Estimate& one) { return probability(one.value); });
  if (mean.half_width) {
    list("half_width", each, [](const Estimate& one) { return one.half_width.value_or(0); });
    write_member("mean_half_width", *mean.half_width);
  }
  end('}');
}

void JsonWriter::write(const JointLaw& law) {
  write_list("", law.pmf->rows(), Nest::nothing, [&](std::ptrdiff_t row) {
    write_list("", law.pmf->cols(), Nest::list, [&](std::ptrdiff_t column) {
      next("", Nest::list);
      write(probability((*law.pmf)(row, column)));
    });
  });
}

void JsonWriter::write(std::string_view text) {
  const std::size_t before = text_.size();
  text_.resize(before + text.size() + 2);
  char* to = text_.data() + before;
  bool has_special = false;
  *to++ = '"';
  for (const char character : text) {
    has_special |= special[static_cast<unsigned char>(character)];
    *to++ = character;
  }
  *to = '"';
  if (!has_special) return;
  text_.resize(before + 1);
  escape(text, text_);
  text_.push_back('"');
}

void JsonWriter::write(double number) {
  if (!std::isfinite(number)) return write(nullptr);
  constexpr double most_written_out = 1e16;
  constexpr std::size_t most_characters = 32;  // of a double there are at most 24
  if (std::abs(number) < most_written_out && std::trunc(number) == number) {
    // So that readers who tell kinds of numbers apart see that this is a real one.
    if (number < 0) text_.push_back('-');
    write(static_cast<unsigned long long>(std::abs(number)));
    return put(".0");
  }
  const std::size_t before = text_.size();
  text_.resize(before + most_characters);
  const char* end = fmt::format_to(text_.data() + before, FMT_COMPILE("{}"), number);
  text_.resize(static_cast<std::size_t>(end - text_.data()));
}

void JsonWriter::write(long long number) {
  const fmt::format_int digits(number);
  put({digits.data(), digits.size()});
}

void JsonWriter::write(unsigned long long number) {
  const fmt::format_int digits(number);
  put({digits.data(), digits.size()});
}

}  // namespace warodds
