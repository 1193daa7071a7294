// What the rows and columns of a spreadsheet are: rows above the header, the header, headings
// between units, and the field that each column has. Whoever reads a sheet or writes it anew goes
// by this.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/field.h"
#include "core/roster/csv.h"
#include "core/roster/faults.h"
#include "core/roster/node.h"
#include "core/roster/roster.h"

namespace warodds {

/// What a system's field tables say of columns.
struct KnownFields {
  std::string group_word;
  std::string size;  ///< the field that says how many a unit is; empty: none
  std::map<std::string, FieldSpec> of_units;
  /// By the name of their column: "figure-points" where a unit has points of its own.
  std::map<std::string, FieldSpec> of_groups;

  /// The column that a stat has, of a unit or of a group.
  std::string column(const std::string& key, bool of_group) const;
  /// The stat whose range stands in such a column: "as" of "as-range"; empty: none.
  std::string ranged(std::string_view column) const;
  /// The column that says the size of a group where it is no column of its own; empty: none.
  std::string size_of_group() const;
};

/// A spreadsheet, its rows and columns told apart.
struct Sheet {
  std::string file;  ///< as messages show it
  CsvText csv;       ///< without empty rows
  std::size_t header = 0;
  std::vector<std::string> headers;
  std::vector<std::string> columns;  ///< the field of each; empty: left out, or without a name
  std::string system;
  KnownFields known;
  /// What its rows say: lists of units and of armies, as TOML would have them; each value with its
  /// row and column.
  Node tree;
  std::vector<SheetHeading> headings;
  std::vector<std::string> remarks;  ///< how it was read, where that may not be what was meant

  std::string where(const CsvRow& row) const;
  std::string where_header() const { return where(csv.rows[header]); }
  /// The text of a row that is a heading: nothing else stands in the row. Empty: it is none.
  std::string heading(const CsvRow& row) const;
  /// Whether a row has sums or means of others: that is what its name says, or its first cell.
  bool is_of_totals(const CsvRow& row) const;
  /// The column of a field.
  std::optional<std::size_t> place_of(std::string_view field) const;
};

/// Adds what is wrong to `faults`; throws InputError where nothing can be read at all.
Sheet read_sheet(std::string_view text, const std::string& file, const std::string& system,
                 const SheetColumns& columns, Faults& faults);

/// A roster in CSV or a workbook with one row for each unit, or for each figure, attack or model
/// group; the header has the names of the fields, `name` the unit's, and `figure`, `attack` or
/// `model` the group's. Rows of the same name are one unit. In a row with a group, the fields of
/// groups are the group's and all others the unit's. In the columns `army`, `count` (1 unless said;
/// in a row with a group it is the group's) and `with` a row says that the unit is in an army; a
/// row that says nothing else is of a unit whose stats stand in another one. The system is in a
/// column `system`, or given. Empty cells keep their default. In the header, capitals, blanks and
/// what stands in brackets do not count: "Extra Attack (dice)" is extra-attack; "Unit", "Models"
/// and "Cost" are the name, the size and the points where no column has these names. Columns that
/// are to be ignored, and those whose name begins with '#', are left out. Rows above the header,
/// and those between units that have one cell, are titles and headings. Decimals may have a comma
/// unless that separates the cells, and "5+" is 5. Throws InputError with all that is wrong, each
/// with file and line.
Roster parse_csv_roster(std::string_view text, const std::string& file, const std::string& system,
                        const SheetColumns& columns = {});

}  // namespace warodds
