// Rows of spreadsheets: CSV as RFC 4180 has it and as spreadsheets write it, with semicolons or
// tabs, in UTF-8 or UTF-16, with or without a byte-order mark.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warodds {

/// Where a field stands in its text, with its quotes.
struct CsvPlace {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// One row of a CSV text and the line it begins on; a quoted field may hold line ends.
struct CsvRow {
  std::size_t line = 1;
  std::vector<std::string> fields;
  std::vector<CsvPlace> places = {};  ///< of the fields, in CsvText::text
};

/// A CSV text, divided.
struct CsvText {
  std::string text;  ///< in UTF-8, without a byte-order mark
  char separator = ',';
  std::vector<CsvRow> rows;
};

/// Fields are separated by comma, semicolon or tab, whichever the first line that has any has most
/// of outside quotes, unless it is given; a first line "sep=;" says so itself, and is no row.
/// Throws InputError, which begins with file and line, for a quote that is not closed and for what
/// is not text.
CsvText parse_csv(std::string_view text, const std::string& file,
                  std::optional<char> separator = {});

/// Refuses the files of spreadsheet programs that are not text. Throws InputError.
void require_no_workbook(std::string_view text, const std::string& file);

/// Whether a text begins as UTF-16 does: with its byte-order mark, or with an ASCII letter in it.
bool begins_as_utf16(std::string_view text);

}  // namespace warodds
