// OpenDocument 1.3, part 3: 9.1 (tables), 19.385 (values of cells).

#include "core/roster/workbook/parts.h"

namespace warodds::workbook {
namespace {

using pugi::xml_node;

constexpr int most_depth = 16;

/// What stands in a paragraph, in spans and links too.
void add_text(const xml_node& of, int depth, std::string& text) {
  for (const xml_node& one : of.children()) {
    const std::string_view name = local(one.name());
    if (one.type() == pugi::node_pcdata || one.type() == pugi::node_cdata) text += one.value();
    if (name == "s" || name == "tab" || name == "line-break") text += ' ';
    if ((name == "span" || name == "a") && depth < most_depth) add_text(one, depth + 1, text);
  }
}

std::string text_in(const xml_node& cell) {
  const std::string type = attribute(cell, "value-type");
  if (type == "float" || type == "percentage" || type == "currency") {
    return plain_number(attribute(cell, "value"));
  }
  if (type == "date") return attribute(cell, "date-value");
  if (type == "boolean") return attribute(cell, "boolean-value") == "true" ? "TRUE" : "FALSE";
  std::string text;
  for (const xml_node& paragraph : children(cell, "p")) {
    if (!text.empty()) text += ' ';
    add_text(paragraph, 0, text);
  }
  if (text.empty()) text = attribute(cell, "string-value");
  const std::string formula = attribute(cell, "formula");
  return text.empty() && type.empty() && !formula.empty() ? "=" + formula : text;
}

/// Whether anything stands in the row.
bool read_row(const xml_node& of, std::size_t row, Cells& cells) {
  bool any = false;
  std::size_t column = 0;
  for (const xml_node& cell : of.children()) {
    const std::string_view name = local(cell.name());
    if (name != "table-cell" && name != "covered-table-cell") continue;
    const std::size_t times = number(cell, "number-columns-repeated", 1);
    const std::string text = text_in(cell);
    any = any || !text.empty();
    for (std::size_t again = 0; again < times && !text.empty(); ++again) {
      cells.put(row, column + again, text);
    }
    column += times;
  }
  return any;
}

/// Of a table, or of a group of rows in it.
void read_rows(const xml_node& of, int depth, std::size_t& row, Cells& cells) {
  for (const xml_node& one : of.children()) {
    const std::string_view name = local(one.name());
    const bool is_group =
        name == "table-row-group" || name == "table-rows" || name == "table-header-rows";
    if (is_group && depth < most_depth) read_rows(one, depth + 1, row, cells);
    if (name != "table-row") continue;
    const std::size_t times = number(one, "number-rows-repeated", 1);
    for (std::size_t again = 0; again < times; ++again) {
      if (!read_row(one, row + again, cells)) break;  // so it is of all of them
    }
    row += times;
  }
}

}  // namespace

WorkbookText read_ods(const Parts& parts, const pugi::xml_document& content) {
  const std::vector<xml_node> tables =
      children(child(child(content.document_element(), "body"), "spreadsheet"), "table");
  for (const xml_node& table : tables) {
    Cells cells(parts);
    std::size_t row = 0;
    read_rows(table, 0, row, cells);
    if (cells.any()) return cells.text(attribute(table, "name"), tables.size());
  }
  parts.refuse_no_sheet();
}

}  // namespace warodds::workbook
