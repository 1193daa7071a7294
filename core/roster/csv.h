// Rows of spreadsheets: CSV as RFC 4180 has it and as spreadsheets write it, with semicolons, tabs
// or bars, in UTF-8 or UTF-16, with or without a byte-order mark, or in Windows-1252.
#pragma once

#include <cstddef>
#include <functional>
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
  bool is_windows_1252 = false;  ///< as it was written
  std::vector<CsvRow> rows;
  std::optional<std::size_t> header = {};  ///< its row, of a table; nothing: no row can be one
  std::string remark = {};  ///< which sheet of a workbook it is, where there are several
};

/// Fields are separated by comma, semicolon, tab or bar, whichever the first line that has any has
/// most of outside quotes, unless it is given; a first line "sep=;" says so itself, and is no row.
/// Throws InputError, which begins with file and line, for a quote that is not closed and for what
/// is not text. What is no UTF-8 is Windows-1252, unless most of its characters are UTF-8 or it
/// ends within one. A workbook is read as the text that it stands for (workbook.h).
CsvText parse_csv(std::string_view text, const std::string& file,
                  std::optional<char> separator = {});

/// The bytes of a text in Windows-1252, which has all of its characters.
std::string to_windows_1252(std::string_view text);

/// Refuses files that are neither text nor a workbook (workbook.h). Throws InputError.
void require_text_or_workbook(std::string_view text, const std::string& file);

/// Whether a text is a spreadsheet rather than TOML: by the ending of its file's name, or else by
/// its first line that is not a title of words alone.
bool is_csv(std::string_view text, std::string_view file);

/// Whether a text begins as UTF-16 does: with its byte-order mark, or with an ASCII letter in it.
bool begins_as_utf16(std::string_view text);

// Tables: titles, the header, and the rows below it. Whatever is read of a spreadsheet is read
// through this.

/// Without empty rows; cells as clean_cell() has them. The header is the first of the rows with
/// most cells that can be one, with at most 20 above it; a title above it may have another mark in
/// it than the one that separates cells. Throws InputError as parse_csv() does.
CsvText parse_table(std::string_view text, const std::string& file,
                    const std::function<bool(const CsvRow&)>& can_be_header);

/// What stands in a cell of a row; "" if there is none.
std::string cell_of(const CsvRow& row, std::size_t column);

/// Whether what stands below a header so is for people alone: "#Date".
bool is_for_people(std::string_view header);

}  // namespace warodds
