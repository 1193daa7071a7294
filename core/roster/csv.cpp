#include "core/roster/csv.h"

#include <fmt/format.h>
#include <utf8cpp/utf8.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/machine/memory.h"
#include "core/roster/cell.h"
#include "core/roster/workbook.h"
#include "core/text/error.h"
#include "core/text/text.h"

namespace warodds {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// Whether a line ends here: with "\n", or with "\r" alone.
bool ends_line(std::string_view text, std::size_t i) {
  return text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
}

/// What Windows-1252 has from 0x80 to 0x9F; 0: nothing.
constexpr std::array<char32_t, 32> windows_1252{
    0x20AC, 0,      0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0,      0x17D,  0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0,      0x17E,  0x178};

bool is_high(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }

char32_t from_windows_1252(char byte) {
  const unsigned value = static_cast<unsigned char>(byte);
  return value >= 0x80 && value < 0xA0 ? windows_1252[value - 0x80] : value;
}

/// Whether a text that is no UTF-8 ends before its last character does, and is UTF-8 up to there.
bool ends_within_character(std::string_view text, std::size_t wrong) {
  const unsigned lead = byte_at(text, wrong);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  const std::string_view rest = text.substr(wrong + 1);
  return rest.size() + 1 < length && std::all_of(rest.begin(), rest.end(), continues_character);
}

bool seems_windows_1252(std::string_view text) {
  std::size_t valid = 0, wrong = 0;  // bytes of characters that are not ASCII
  for (auto at = text.begin(); at != text.end();) {
    const auto next = utf8::find_invalid(at, text.end());
    valid += static_cast<std::size_t>(std::count_if(at, next, is_high));
    if (next == text.end()) break;
    if (wrong++ == 0 &&
        ends_within_character(text, static_cast<std::size_t>(next - text.begin()))) {
      return false;
    }
    if (from_windows_1252(*next) == 0) return false;
    at = next + 1;
  }
  return wrong > valid;
}

std::string from_windows_1252(std::string_view text) {
  std::string result;
  for (const char byte : text) {
    is_high(byte) ? void(utf8::append(from_windows_1252(byte), std::back_inserter(result)))
                  : result.push_back(byte);
  }
  return result;
}

/// A zero byte is no text either.
void require_utf8(std::string_view text, const std::string& file) {
  const auto zero = text.find('\0');
  const auto valid =
      static_cast<std::size_t>(utf8::find_invalid(text.begin(), text.end()) - text.begin());
  const std::size_t wrong = std::min(zero, valid);
  if (wrong >= text.size()) return;
  std::size_t line = 1;
  for (std::size_t i = 0; i < wrong; ++i) line += ends_line(text, i) ? 1 : 0;
  throw BadRoster(
      fmt::format("{}:{}: byte {:02X} is not UTF-8 text; save the spreadsheet as \"CSV UTF-8\"",
                  file, line, byte_at(text, wrong)));
}

std::string from_utf16(std::string_view bytes, const std::string& file) {
  if (bytes.size() % 2 != 0) throw BadRoster(file + ": half a character at the end of UTF-16");
  const bool big = byte_at(bytes, 0) == 0xFE || byte_at(bytes, 0) == 0;
  std::u16string units;
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    const unsigned first = byte_at(bytes, i), second = byte_at(bytes, i + 1);
    units += static_cast<char16_t>(big ? first << 8 | second : second << 8 | first);
  }
  try {
    return utf8::utf16to8(units);
  } catch (const utf8::exception&) {
    throw BadRoster(file +
                    ": half of a pair stands alone, which is not UTF-16 text; save the "
                    "spreadsheet as \"CSV UTF-8\"");
  }
}

char most_frequent_separator(std::string_view text) {
  const std::string_view separators = ",;\t|";
  std::array<int, 4> counts{};
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    const bool any = counts != std::array<int, 4>{};
    if (any && (c == '\n' || c == '\r')) break;
    const auto which = separators.find(c);
    if (which != std::string_view::npos) ++counts[which];
  }
  return separators[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) -
                                             counts.begin())];
}

/// "sep=;" as Excel writes and reads it: its separator.
std::optional<char> announced_separator(std::string_view text) {
  const bool announced = text.substr(0, 4) == "sep=" && text.size() > 5 &&
                         std::string_view(",;\t|").find(text[4]) != std::string_view::npos &&
                         (text[5] == '\n' || text[5] == '\r');
  return announced ? std::optional(text[4]) : std::nullopt;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t") == std::string_view::npos;
}

std::vector<CsvRow> rows_of(std::string_view text, char separator, const std::string& file) {
  std::vector<CsvRow> rows;
  CsvRow row;
  std::string field;
  std::size_t line = 1;
  std::size_t opened = 0;  // the line on which a quote was opened
  bool quoted = false;
  bool any = false;  // of the row
  std::size_t from = 0;
  constexpr double bytes_of_cell = 64, share_of_memory = 0.25;
  const double most_cells = std::min(2e7, memory_there_is() * share_of_memory / bytes_of_cell);
  double cells = 0;
  const auto end_field = [&](std::size_t at) {
    if (++cells > most_cells) {
      throw BadRoster(
          fmt::format("{}:{}: more than {:.0f} cells are there up to here, and no more are read",
                      file, line, most_cells));
    }
    row.fields.push_back(std::exchange(field, ""));
    row.places.push_back({from, at});
    from = at + 1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool ends = ends_line(text, i);
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += '"';
        ++i;
      } else {
        quoted = false;
      }
    } else if (c == '"' && is_blank(field)) {  // elsewhere it stands for itself: 12"
      field.clear();
      quoted = true;
      opened = line;
      any = true;
    } else if (c == separator) {
      end_field(i);
      any = true;
    } else if (ends) {
      end_field(i);
      if (i > 0 && c == '\n' && text[i - 1] == '\r') --row.places.back().to;
      rows.push_back(std::exchange(row, {line + 1, {}}));
      any = false;
    } else if (c != '\r') {  // that of a line end of two characters
      field += c;
      any = true;
    }
    line += ends ? 1 : 0;
  }
  if (quoted) {
    throw BadRoster(fmt::format("{}:{}: a quote is opened and not closed", file, opened));
  }
  if (any) {
    end_field(text.size());
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

bool begins_as_utf16(std::string_view text) {
  if (text.size() < 2) return false;
  const unsigned first = byte_at(text, 0), second = byte_at(text, 1);
  const bool marked = (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF);
  return marked || (first == 0) != (second == 0);
}

bool is_csv(std::string_view text, std::string_view file) {
  if (is_workbook(text) || is_called_workbook(file)) return true;
  const std::string name = lower(file);
  for (const char* ending : {".csv", ".tsv", ".tab"}) {
    if (name.ends_with(ending)) return true;
  }
  if (name.ends_with(".toml")) return false;
  const auto line_from = [&](std::size_t at) {
    return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
  };
  // TOML has no line of words alone.
  std::string_view first = line_from(0);
  for (std::size_t at = 0; first.find_first_of("=,;|\t[#") == std::string_view::npos &&
                           at + first.size() < text.size();) {
    at += first.size() + 1;
    first = line_from(at);
  }
  const bool has_cells = first.find('=') == std::string_view::npos &&
                         first.find_first_of(",;|\t") != std::string_view::npos &&
                         first.find_first_of("[#") != 0;
  return begins_as_utf16(text) || text.starts_with("sep=") || has_cells;
}

std::string to_windows_1252(std::string_view text) {
  std::string bytes;
  for (auto at = text.begin(); at != text.end();) {
    const char32_t character = utf8::next(at, text.end());
    const auto place = std::find(windows_1252.begin(), windows_1252.end(), character);
    bytes += static_cast<char>(character >= 0x80 && place != windows_1252.end()
                                   ? 0x80 + (place - windows_1252.begin())
                                   : static_cast<std::ptrdiff_t>(character));
  }
  return bytes;
}

void require_text_or_workbook(std::string_view text, const std::string& file) {
  const std::pair<std::string_view, std::string_view> beginnings[] = {
      {"\xD0\xCF\x11\xE0", "an .xls file, or a workbook with a password"}, {"<", "HTML or XML"}};
  for (const auto& [beginning, what] : beginnings) {
    if (!text.starts_with(beginning)) continue;
    throw BadRoster(fmt::format(
        "{}: this is {}, which warodds does not read: save the spreadsheet as CSV", file, what));
  }
}

CsvText parse_csv(std::string_view text, const std::string& file, std::optional<char> separator) {
  require_text_or_workbook(text, file);
  CsvText csv;
  if (is_workbook(text)) {
    WorkbookText workbook = read_workbook(text, file);
    csv.text = std::move(workbook.csv);
    csv.remark = std::move(workbook.remark);
    require_utf8(csv.text, file);
    csv.rows = rows_of(csv.text, csv.separator, file);
    return csv;
  }
  csv.text = begins_as_utf16(text) ? from_utf16(text, file) : std::string(text);
  if (csv.text.starts_with("\xEF\xBB\xBF")) csv.text.erase(0, 3);
  if (seems_windows_1252(csv.text)) {
    csv.text = from_windows_1252(csv.text);
    csv.is_windows_1252 = true;
  }
  text = csv.text;
  require_utf8(text, file);
  const auto announced = separator ? std::nullopt : announced_separator(text);
  csv.separator = separator ? *separator : announced ? *announced : most_frequent_separator(text);
  csv.rows = rows_of(text, csv.separator, file);
  if (announced) csv.rows.erase(csv.rows.begin());
  return csv;
}

namespace {

/// Rows that may stand above a header, empty ones not counted.
constexpr std::size_t most_titles = 20;

std::size_t filled_cells(const CsvRow& row) {
  return static_cast<std::size_t>(std::count_if(
      row.fields.begin(), row.fields.end(), [](const std::string& cell) { return !cell.empty(); }));
}

/// The line below the header of a table in a text with bars: "|---|:--:|".
bool is_rule(const CsvRow& row) {
  return std::all_of(row.fields.begin(), row.fields.end(), [](const std::string& cell) {
    return cell.find_first_not_of("-: ") == std::string::npos;
  });
}

/// Where every row of cells begins with a bar, there is no cell before it.
void drop_outer_bars(CsvText& csv) {
  const auto begins_with_cell = [](const CsvRow& row) {
    return row.fields.size() > 1 && !row.fields.front().empty();
  };
  if (std::any_of(csv.rows.begin(), csv.rows.end(), begins_with_cell)) return;
  for (CsvRow& row : csv.rows) {
    if (row.fields.size() < 2) continue;
    row.fields.erase(row.fields.begin());
    row.places.erase(row.places.begin());
  }
}

/// The same text as a table.
CsvText table_in(CsvText csv, const std::function<bool(const CsvRow&)>& can_be_header) {
  for (CsvRow& row : csv.rows) {
    for (std::string& cell : row.fields) cell = clean_cell(cell);
  }
  std::erase_if(csv.rows, [&](const CsvRow& row) {
    return filled_cells(row) == 0 || (csv.separator == '|' && is_rule(row));
  });
  if (csv.separator == '|') drop_outer_bars(csv);
  for (std::size_t i = 0; i < std::min(csv.rows.size(), most_titles + 1); ++i) {
    const CsvRow& row = csv.rows[i];
    if (csv.header && filled_cells(row) <= filled_cells(csv.rows[*csv.header])) continue;
    if (can_be_header(row)) csv.header = i;
  }
  return csv;
}

bool has_wide_header(const CsvText& table) {
  return table.header && filled_cells(table.rows[*table.header]) > 1;
}

}  // namespace

std::string cell_of(const CsvRow& row, std::size_t column) {
  return column < row.fields.size() ? row.fields[column] : "";
}

bool is_for_people(std::string_view header) { return header.starts_with('#'); }

CsvText parse_table(std::string_view text, const std::string& file,
                    const std::function<bool(const CsvRow&)>& can_be_header) {
  CsvText table = table_in(parse_csv(text, file), can_be_header);
  for (const char separator : {',', ';', '\t', '|'}) {
    if (has_wide_header(table) || table.text.starts_with("sep=") || is_workbook(text)) break;
    try {
      CsvText other = table_in(parse_csv(text, file, separator), can_be_header);
      if (has_wide_header(other)) table = std::move(other);
    } catch (const InputError&) {  // it makes no sense with this one
    }
  }
  return table;
}

}  // namespace warodds
