#include "core/fields/field.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

/// Whether the default of a field without words lies outside its range: it means none, as a fatigue
/// limit of 0 does, so no other value is next to it.
bool means_none_by_default(const FieldSpec& field) {
  return field.has_numbers() && field.words.empty() &&
         (field.fallback < field.least || field.fallback > field.most);
}

}  // namespace

std::string FieldSpec::column(std::string_view group_word) const {
  return is_part ? fmt::format("{}-{}", group_word, name) : std::string(name);
}

bool FieldSpec::is_flag() const {
  return words.size() == 2 && words[0].first == "no" && words[1].first == "yes";
}

std::string FieldSpec::allowed() const {
  if (text) return "any text";
  std::string result;
  if (has_numbers()) result = fmt::format("{} to {}", number_of(least), number_of(most));
  if (means_none_by_default(*this)) result += fmt::format(", or {} for none", fallback);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!result.empty()) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i].first;
  }
  if (takes_amounts) result += ", or an amount such as 1d6+1";
  if (takes_lists) result += ", or up to three such numbers: 3,2";
  if (takes_shares) result += ", or a share from 1% to 99%";
  return result;
}

int FieldSpec::parse(std::string_view value, std::string_view what) const {
  const std::string small = words.empty() ? "" : lower(value.substr(0, 60));
  for (const auto& [word, number] : words) {
    if (small == word) return number;
  }
  if (is_flag()) {
    // Also as spreadsheets write it in English, German and French.
    for (const char* no : {"false", "0", "falsch", "nein", "faux", "non"}) {
      if (small == no) return 0;
    }
    for (const char* yes : {"true", "1", "wahr", "ja", "vrai", "oui"}) {
      if (small == yes) return 1;
    }
  }
  if (takes_lists) {
    if (const auto list = parse_list(value)) return *list;
  }
  if (takes_shares && value.ends_with('%')) {
    const auto share = read_number<int>(value.substr(0, value.size() - 1));
    if (share && *share >= 1 && *share <= 99) return -*share;
  }
  if (has_numbers() && scale == 1) {
    const auto number = read_number<int>(value);
    const bool is_none = means_none_by_default(*this) && number == fallback;
    if (is_none || (number && *number >= least && *number <= most)) return *number;
  } else if (has_numbers()) {
    const double number = read_number<double>(value).value_or(NAN);
    const double scaled = std::round(number * scale);
    const bool fits = std::abs(number * scale - scaled) < 1e-6 && scaled >= least && scaled <= most;
    if (fits) return static_cast<int>(scaled);
  }
  refuse(value, what);
}

std::optional<int> FieldSpec::parse_list(std::string_view value) const {
  constexpr std::size_t most_numbers = 3;
  std::vector<int> numbers;
  for (const std::string& part : split(value, ',')) {
    const auto number = read_number<int>(trim(part));
    if (!number || *number < least || *number > most) return std::nullopt;
    numbers.push_back(*number);
  }
  if (numbers.size() < 2 || numbers.size() > most_numbers) return std::nullopt;
  std::sort(numbers.begin(), numbers.end());
  int list = 0;
  for (const int number : numbers) list = list * (most + 1) + number;
  return list;
}

std::vector<int> FieldSpec::list_in(int value) const {
  std::vector<int> list;
  for (; value > 0; value /= most + 1) {
    if (value % (most + 1) > 0) list.push_back(value % (most + 1));
  }
  return list;
}

Amount FieldSpec::parse_amount(std::string_view value, std::string_view what) const {
  const std::optional<Amount> amount = Amount::parse(value);
  if (!amount) refuse(value, what);
  if (amount->least() >= least && amount->most() <= most) return *amount;
  if (!amount->is_random()) refuse(value, what);
  throw NotInRange(
      fmt::format("{}: {} is {}, which is from {} to {}, but must be from {} to {} ({})", what,
                  name, shown(value), amount->least(), amount->most(), least, most, meaning),
      std::string(name), std::string(what));
}

void FieldSpec::refuse(std::string_view value, std::string_view what) const {
  throw InputError(fmt::format("{}: {} is {} but must be {}{} ({})", what, name,
                               value.empty() ? "empty" : shown(value),
                               !has_numbers() ? ""
                               : scale == 1   ? "a whole number from "
                                              : "a number from ",
                               allowed(), meaning),
                   has_numbers() ? ErrorCode::out_of_range : ErrorCode::unknown_word,
                   std::string(name), std::string(what));
}

Value FieldSpec::value_of(int value) const {
  if (is_flag()) return value != 0;
  for (const auto& [word, number] : words) {
    if (value == number) return std::string(word);
  }
  if (takes_lists && value > most) return fmt::format("{}", fmt::join(list_in(value), ","));
  if (takes_shares && value < 0) return fmt::format("{}%", -value);
  if (scale > 1) return number_of(value);
  return value;
}

std::string FieldSpec::print(int value) const { return warodds::print(value_of(value)); }

std::string print(const Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
  const std::string wanted = lower(name.substr(0, 100));
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 3) + 1;
  for (const std::string& candidate : names) {
    const std::string known = lower(candidate);
    const std::size_t common = std::min(wanted.size(), known.size());
    const bool begins = common >= 2 && wanted.compare(0, common, known, 0, common) == 0;
    const bool is_part = wanted.size() >= 3 && known.find(wanted) != std::string::npos;
    const std::size_t distance = begins ? 1 : is_part ? 2 : edit_distance(wanted, known);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string unknown_name(std::string_view kind, std::string_view name,
                         const std::vector<std::string>& names) {
  const std::string near = nearest_name(name, names);
  std::string message = fmt::format("unknown {} '{}'", kind, shown(name, 60));
  message += names.empty()  ? "; there is none"
             : near.empty() ? "."
                            : fmt::format("; did you mean '{}'?", shown(near));
  constexpr std::size_t most_shown = 40;
  if (names.size() <= most_shown && !names.empty()) {
    std::vector<std::string> known;
    for (const std::string& one : names) known.push_back(shown(one));
    message += fmt::format(" Known: {}", fmt::join(known, ", "));
  }
  return message;
}

}  // namespace warodds
