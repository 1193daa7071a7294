// What .xlsx and .ods have in common: parts of XML in an archive, in which namespaces may be called
// anything, and rows of cells.
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/roster/workbook.h"
#include "core/roster/workbook/archive.h"
#include "core/text/text.h"

namespace warodds::workbook {

inline std::string_view local(std::string_view name) { return name.substr(name.find(':') + 1); }

/// The children of that name.
inline std::vector<pugi::xml_node> children(const pugi::xml_node& of, std::string_view name) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node& one : of.children()) {
    if (local(one.name()) == name) found.push_back(one);
  }
  return found;
}
/// The first of them; none, which has none itself.
inline pugi::xml_node child(const pugi::xml_node& of, std::string_view name) {
  return of.find_child([&](const pugi::xml_node& one) { return local(one.name()) == name; });
}
inline std::string attribute(const pugi::xml_node& of, std::string_view name) {
  for (const pugi::xml_attribute& one : of.attributes()) {
    if (local(one.name()) == name) return one.value();
  }
  return "";
}
inline std::size_t number(const pugi::xml_node& of, std::string_view name, std::size_t otherwise) {
  return read_number<std::size_t>(attribute(of, name)).value_or(otherwise);
}

class Parts {
 public:
  Parts(std::string_view bytes, const std::string& file) : archive_(bytes, file), file_(file) {}

  Archive& archive() { return archive_; }
  /// Throws InputError.
  [[noreturn]] void refuse(const std::string& why) const;
  [[noreturn]] void refuse_no_sheet() const;
  /// False where there is none of that name. Throws InputError where it cannot be read.
  bool load(const std::string& name, pugi::xml_document& to, unsigned how = pugi::parse_default);

 private:
  Archive archive_;
  std::string file_;
};

/// A sheet's cells in which anything stands.
class Cells {
 public:
  explicit Cells(const Parts& parts) : parts_(&parts) {}

  bool any() const { return !rows_.empty(); }
  /// Throws InputError beyond the edge of what a sheet can be.
  void put(std::size_t row, std::size_t column, std::string text);
  /// As WorkbookText has them. `sheet`: its name, the first of so many in which anything stands.
  WorkbookText text(const std::string& sheet, std::size_t sheets) const;

 private:
  const Parts* parts_;
  SheetCells rows_;
  std::size_t count_ = 0;  ///< with the empty ones before them
};

/// A number as people write it: as short as it can be.
std::string plain_number(const std::string& text);

WorkbookText read_ods(const Parts& parts, const pugi::xml_document& content);
WorkbookText read_xlsx(Parts& parts);
std::string xlsx_with(Parts& parts, const SheetCells& cells);

}  // namespace warodds::workbook
