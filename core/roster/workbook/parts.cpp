#include "core/roster/workbook/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace workbook {

void Parts::refuse(const std::string& why) const { throw BadRoster(file_ + ": " + why); }

void Parts::refuse_no_sheet() const {
  refuse(
      "in this file is no sheet of an .xlsx or .ods in which anything stands: save the spreadsheet "
      "as one of them, or as CSV");
}

bool Parts::load(const std::string& name, pugi::xml_document& to, unsigned how) {
  const std::optional<std::string> text = archive_.read(name);
  if (!text) return false;
  const pugi::xml_parse_result result = to.load_buffer(text->data(), text->size(), how);
  if (!result)
    refuse(fmt::format("{} in it is no XML, or has a password: {}", name, result.description()));
  return true;
}

void Cells::put(std::size_t row, std::size_t column, std::string text) {
  constexpr std::size_t most_rows = 1'048'576, most_columns = 16'384;  // by either standard
  constexpr std::size_t most_cells = 4'000'000;
  if (row >= most_rows || column >= most_columns) {
    parts_->refuse("a cell stands beyond the edge of what a sheet can be");
  }
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (trim(text).empty()) return;
  auto& of_row = rows_[row];
  const std::size_t before = of_row.empty() ? 0 : of_row.rbegin()->first;
  if (column >= before) count_ += column - before + 1;
  if (count_ > most_cells) {
    parts_->refuse(fmt::format("more than {} cells are there, and no more are read", most_cells));
  }
  of_row[column] = std::move(text);
}

WorkbookText Cells::text(const std::string& sheet, std::size_t sheets) const {
  WorkbookText text;
  std::size_t at = 0;
  for (const auto& [row, of_row] : rows_) {
    text.csv.append(row - at, '\n');
    at = row;
    std::size_t column = 0;
    for (const auto& [place, cell] : of_row) {
      text.csv.append(place - column, ',');
      column = place;
      const bool quoted = cell.find_first_of(",\"") != std::string::npos;
      if (quoted) text.csv += '"';
      for (const char c : cell) text.csv.append(c == '"' ? 2 : 1, c);
      if (quoted) text.csv += '"';
    }
  }
  text.csv += '\n';
  if (sheets > 1) {
    text.remark = fmt::format("of {} sheets '{}' is read, the first in which anything stands",
                              sheets, shown(sheet));
  }
  return text;
}

std::string plain_number(const std::string& text) {
  const auto value = read_number<double>(text);
  return value ? fmt::format("{}", *value) : text;
}

}  // namespace workbook

WorkbookText read_workbook(std::string_view bytes, const std::string& file) {
  workbook::Parts parts(bytes, file);
  pugi::xml_document content;
  if (parts.load("content.xml", content)) return workbook::read_ods(parts, content);
  return workbook::read_xlsx(parts);
}

std::string workbook_with(std::string_view bytes, const std::string& file,
                          const SheetCells& cells) {
  workbook::Parts parts(bytes, file);
  if (parts.archive().read("content.xml")) {
    throw NoAnswer(file + ": an .ods file is read, but not written: save it as .xlsx or CSV");
  }
  return workbook::xlsx_with(parts, cells);
}

}  // namespace warodds
