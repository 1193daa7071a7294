// Tables out of spreadsheets: titles, the header, and the rows below it. Whatever is read of a
// spreadsheet is read through this.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/roster/csv.h"

namespace warodds {

struct CsvTable {
  CsvText csv;                        ///< without empty rows; cells as clean_cell() has them
  std::optional<std::size_t> header;  ///< its row; nothing: no row can be one
};

/// The header is the first of the rows with most cells that can be one, with at most 20 above it; a
/// title above it may have another mark in it than the one that separates cells. Throws InputError
/// as parse_csv() does.
CsvTable parse_table(std::string_view text, const std::string& file,
                     const std::function<bool(const CsvRow&)>& can_be_header);

/// What stands in a cell of a row; "" if there is none.
std::string cell_of(const CsvRow& row, std::size_t column);

/// Whether what stands below a header so is for people alone: "#Date".
bool is_for_people(std::string_view header);

}  // namespace warodds
