#include "core/roster/cell.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <functional>
#include <set>
#include <utility>

#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr std::string_view digits = "0123456789";

bool is_digit(char c) { return digits.find(c) != std::string_view::npos; }

/// "12.50" as "12" and "50"; the whole text and nothing where there is no such separator.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, char separator) {
  const auto place = text.find(separator);
  if (place == std::string_view::npos) return {text, {}};
  return {text.substr(0, place), text.substr(place + 1)};
}

bool is_all(std::string_view text, std::string_view of) {
  return !text.empty() && text.find_first_not_of(of) == std::string_view::npos;
}

std::string as_written_by_hand(std::string_view cell, const FieldSpec& field, bool decimal_commas) {
  std::string value = lower(cell);
  boost::replace_all(value, "\xE2\x88\x92", "-");  // the minus sign of typesetters
  if (value.size() > 1 && value[0] == '+' && is_digit(value[1])) value.erase(0, 1);
  if (is_target_number(value) && !field.takes_amounts) value.pop_back();
  const auto [before, after] = split_at(value, ',');
  if (decimal_commas && is_all(after, digits)) value[before.size()] = '.';
  const auto [whole, fraction] = split_at(value, '.');
  // Three digits may be the end of a thousand.
  const bool is_whole = is_all(fraction, "0") && fraction.size() != 3;
  if (field.scale == 1 && is_whole) value.resize(whole.size());
  return value;
}

void require_allowed(const FieldSpec& field, std::string_view value, const std::string& where) {
  if (field.takes_amounts) {
    field.parse_amount(value, where);
  } else {
    field.parse(value, where);
  }
}

/// What a spreadsheet or its owner may have done to a number.
std::string_view likely_reason(std::string_view cell, const FieldSpec& field) {
  static constexpr std::array<std::string_view, 7> nothing{
      "-", "n/a", "na", "?", "null", "\xE2\x80\x93", "\xE2\x80\x94"};  // also long dashes
  if (cell.front() == '#') return "; the spreadsheet shows an error in this cell";
  if (cell.front() == '=') return "; save the values of formulas, not the formulas";
  if (std::find(nothing.begin(), nothing.end(), lower(cell)) != nothing.end()) {
    return "; an empty cell has the default";
  }
  const bool numeric = is_all(cell, "0123456789.,/-+ \xC2\xA0\xE2\x80\xAF'");
  const auto marks = std::count_if(cell.begin(), cell.end(),
                                   [](char c) { return c == '.' || c == '/' || c == '-'; });
  if (numeric && is_digit(cell.front()) && marks == 2) {
    return "; has the spreadsheet made a date of it? Set the cell as text";
  }
  if (!field.has_numbers() || field.takes_amounts) return "";
  const bool divided = cell.find_first_of(",' \xC2\xE2") != std::string_view::npos ||
                       split_at(cell, '.').second.size() == 3;
  if (numeric && divided && field.scale == 1) return "; write it without separators";
  const bool begins = is_digit(cell.front()) || (cell.size() > 1 && is_digit(cell[1]));
  if (begins && !numeric) return "; write the number alone, its unit may stand in the header";
  return "";
}

constexpr char guard = '\'';

/// Whether a spreadsheet would take it for a formula, or has been kept from that: an apostrophe
/// that was there before is told apart by one more.
bool is_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(guard), text.size()));
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

}  // namespace

std::string guarded(std::string_view text) {
  const std::string_view number = text.substr(text.starts_with('+') ? 1 : 0);
  const bool safe = !is_formula(text) || read_number<double>(number);
  return (safe ? "" : std::string(1, guard)) + std::string(text);
}

std::string clean_cell(std::string_view cell) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  for (std::size_t before = 0; before != cell.size();) {
    before = cell.size();
    cell = trim(cell);
    if (cell.starts_with(no_break_space)) cell.remove_prefix(no_break_space.size());
    if (cell.ends_with(no_break_space)) cell.remove_suffix(no_break_space.size());
  }
  if (cell.starts_with(guard) && is_formula(cell)) cell.remove_prefix(1);
  return std::string(cell);
}

std::string column_key(std::string_view header) {
  std::string key;
  for (const char c : lower(name_key(header.substr(0, header.find_first_of("(["))))) {
    const bool counts =
        is_digit(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) > 127;
    if (counts) {
      key += c;
    } else if (!key.empty() && key.back() != '-') {
      key += '-';
    }
  }
  if (!key.empty() && key.back() == '-') key.pop_back();
  return key;
}

bool is_target_number(std::string_view cell) {
  return cell.ends_with('+') && is_all(cell.substr(0, cell.size() - 1), digits);
}

std::string value_of_cell(std::string_view cell, const FieldSpec& field, bool decimal_commas,
                          const std::string& where) {
  if (field.text) return std::string(cell);
  const std::string value = as_written_by_hand(cell, field, decimal_commas);
  try {
    require_allowed(field, value, where);
    return value;
  } catch (const InputError&) {
    // Told again below, with the cell as it is written.
  }
  try {
    require_allowed(field, cell, where);
  } catch (const InputError& error) {
    throw InputError(error.what() + std::string(likely_reason(cell, field)), error);
  }
  return std::string(cell);
}

bool is_total(std::string_view name) {
  static const std::set<std::string, std::less<>> words{
      "total",      "totals",       "grand-total",  "subtotal",  "sum",          "sums",
      "average",    "mean",         "summe",        "gesamt",    "gesamtsumme",  "zwischensumme",
      "mittelwert", "durchschnitt", "somme",        "moyenne",   "total-points", "points-total",
      "army-total", "total-cost",   "gesamtpunkte", "insgesamt", "punktesumme"};
  return words.contains(column_key(name));
}

bool means_note(std::string_view key) {
  static const std::set<std::string, std::less<>> words{
      "note",      "notes",       "comment",      "comments",    "remark",
      "remarks",   "bemerkung",   "bemerkungen",  "notiz",       "notizen",
      "anmerkung", "anmerkungen", "kommentar",    "kommentare",  "remarque",
      "remarques", "commentaire", "commentaires", "description", "beschreibung"};
  return words.contains(key);
}

}  // namespace warodds
