// The files of spreadsheet programs: .xlsx (ECMA-376) and .ods (OpenDocument). The first sheet in
// which anything stands is read as the text of a CSV, whose lines are the rows of the sheet. Of an
// .xlsx cells can be changed while everything else stays.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "core/text/text.h"

namespace warodds {

/// The name that a spreadsheet program gives to a column, counted from 0: A, B, …, Z, AA, …
inline std::string letters_of(std::size_t column) {
  constexpr std::size_t letters = 26;
  std::string text;
  for (std::size_t left = column + 1; left > 0; left = (left - 1) / letters) {
    text.insert(text.begin(), static_cast<char>('A' + (left - 1) % letters));
  }
  return text;
}

/// Whether bytes begin as such a file does.
inline bool is_workbook(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }
/// Whether a file is called as one.
inline bool is_called_workbook(std::string_view file) {
  const std::string name = lower(file);
  return name.ends_with(".xlsx") || name.ends_with(".ods");
}

struct WorkbookText {
  std::string csv;     ///< with commas, in UTF-8; cells of one line each
  std::string remark;  ///< which sheet it is, where there are several
};
/// Numbers are as they are kept, whatever they look like; dates are 2026-11-29; a formula whose
/// value is not kept is itself, behind "=". Throws InputError; `file`: as messages name it.
WorkbookText read_workbook(std::string_view bytes, const std::string& file);

/// By row and column of the sheet, both from 0.
using SheetCells = std::map<std::size_t, std::map<std::size_t, std::string>>;
/// The bytes of an .xlsx in whose sheet these cells have other values, of which other cells are
/// worked out anew when a spreadsheet program opens it. Throws NoAnswer for other workbooks.
std::string workbook_with(std::string_view bytes, const std::string& file, const SheetCells& cells);

}  // namespace warodds
