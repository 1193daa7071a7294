// ECMA-376, part 1: 18.2 (workbooks), 18.3.1 (cells and rows), 18.4 (shared texts), 18.8.30
// (formats of numbers); part 2: 9.3 (relationships).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/roster/workbook/parts.h"
#include "core/text/error.h"

namespace warodds::workbook {
namespace {

using pugi::xml_document;
using pugi::xml_node;

/// Where the relationships lead that a file of relationships says.
struct Relationship {
  std::string id, type, part;
};
std::vector<Relationship> relationships(Parts& parts, const std::string& in,
                                        const std::string& folder) {
  std::vector<Relationship> all;
  xml_document document;
  parts.load(in, document);
  for (const xml_node& one : children(document.document_element(), "Relationship")) {
    const std::string to = attribute(one, "Target");
    all.push_back({attribute(one, "Id"), attribute(one, "Type"),
                   to.starts_with('/') ? to.substr(1) : folder + to});
  }
  return all;
}

/// Of a text in a cell or a shared one, without what is written above it small.
std::string text_of(const xml_node& of) {
  std::string text;
  for (const xml_node& one : of.children()) {
    if (local(one.name()) == "t") text += one.child_value();
    if (local(one.name()) == "r") text += child(one, "t").child_value();
  }
  return text;
}

/// What numbers of a style are.
enum class Style { number, day, time };

/// By the letters outside of what is quoted; [h] counts, as it is of hours beyond a day.
Style style_of(std::string_view format) {
  Style style = Style::number;
  char closes = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    const char c = lower(format[i]);
    if (closes != 0) {
      if (c == closes) closes = 0;
    } else if (format.substr(i, 3) == "[h]") {
      return Style::time;
    } else if (c == '"' || c == '[') {
      closes = c == '"' ? '"' : ']';
    } else if (c == '\\' || c == '_' || c == '*') {
      ++i;
    } else if (c == 'y' || c == 'd') {
      return Style::day;
    } else if (c == 'h' || c == 's') {
      style = Style::time;
    } else if (c == 'm' && style == Style::number) {
      style = Style::day;
    }
  }
  return style;
}
Style style_built_in(std::size_t number) {
  const auto is_in = [&](std::size_t first, std::size_t last) {
    return number >= first && number <= last;
  };
  if (is_in(14, 17) || number == 22) return Style::day;
  return is_in(18, 21) || is_in(45, 47) ? Style::time : Style::number;
}

/// A day or a time as spreadsheets count them, and as they write both into a CSV; odds that were
/// typed as 60:40 are a time to them.
std::string text_of_time(const std::string& text, Style style) {
  using std::chrono::days, std::chrono::sys_days, std::chrono::year;
  constexpr double last = 2'958'465;  // day of the year 9999
  constexpr double seconds_of_day = 86'400;
  const auto value = read_number<double>(text);
  if (!value || *value < 0 || *value > last) return text;
  if (style == Style::time) {
    const auto seconds = std::llround(*value * seconds_of_day);
    return fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
  const std::chrono::year_month_day date =
      sys_days(year(1899) / 12 / 30) + days(static_cast<int>(*value));
  return fmt::format("{}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

/// The column of "C7", from 0; nothing: none is said.
std::optional<std::size_t> column_of(std::string_view place) {
  constexpr std::size_t letters = 26, longest = 4;
  std::size_t column = 0, i = 0;
  for (; i < place.size() && place[i] >= 'A' && place[i] <= 'Z' && i < longest; ++i) {
    column = letters * column + static_cast<std::size_t>(place[i] - 'A') + 1;
  }
  return i == 0 ? std::nullopt : std::optional(column - 1);
}
std::string place_of(std::size_t row, std::size_t column) {
  return letters_of(column) + std::to_string(row + 1);
}

class Book {
 public:
  explicit Book(Parts& parts) : parts_(parts) {
    for (const Relationship& one : relationships(parts, "_rels/.rels", "")) {
      if (one.type.ends_with("/officeDocument")) name_ = one.part;
    }
    if (name_.empty() || !parts.load(name_, book_, pugi::parse_full)) parts.refuse_no_sheet();
    const std::size_t slash = name_.rfind('/') + 1;
    folder_ = name_.substr(0, slash);
    relationships_ =
        relationships(parts, folder_ + "_rels/" + name_.substr(slash) + ".rels", folder_);
    read_texts();
    read_formats();
    find_sheet();
  }

  /// Of the first sheet in which anything stands.
  const WorkbookText& text() const { return text_; }

  std::string with(const SheetCells& cells) {
    xml_document sheet;
    parts_.load(path_, sheet, pugi::parse_full | pugi::parse_ws_pcdata);
    xml_node rows = child(sheet.document_element(), "sheetData");
    for (const auto& [row, of_row] : cells) {
      xml_node there = child_at(rows, "row", row, std::to_string(row + 1), row_of);
      for (const auto& [column, text] : of_row) {
        const std::string place = place_of(row, column);
        set(child_at(there, "c", column, place, column_in), place, text);
      }
    }
    work_out_anew();
    return parts_.archive().with({{path_, written(sheet)}, {name_, written(book_)}});
  }

 private:
  static std::size_t row_of(const xml_node& row, std::size_t otherwise) {
    return number(row, "r", otherwise + 1) - 1;
  }
  static std::size_t column_in(const xml_node& cell, std::size_t otherwise) {
    return column_of(attribute(cell, "r")).value_or(otherwise);
  }

  void read_texts() {
    xml_document document;
    parts_.load(folder_ + "sharedStrings.xml", document);
    for (const xml_node& one : children(document.document_element(), "si")) {
      texts_.push_back(text_of(one));
    }
  }
  void read_formats() {
    xml_document styles;
    parts_.load(folder_ + "styles.xml", styles);
    std::map<std::size_t, Style> own;
    for (const xml_node& one : children(child(styles.document_element(), "numFmts"), "numFmt")) {
      own[number(one, "numFmtId", 0)] = style_of(attribute(one, "formatCode"));
    }
    for (const xml_node& one : children(child(styles.document_element(), "cellXfs"), "xf")) {
      const std::size_t format = number(one, "numFmtId", 0);
      const auto found = own.find(format);
      styles_.push_back(found != own.end() ? found->second : style_built_in(format));
    }
  }

  void find_sheet() {
    std::vector<xml_node> sheets = children(child(book_.document_element(), "sheets"), "sheet");
    std::erase_if(sheets, [](const xml_node& one) {
      return attribute(one, "state") == "hidden" || attribute(one, "state") == "veryHidden";
    });
    for (const xml_node& one : sheets) {
      for (const Relationship& leads : relationships_) {
        if (leads.id != attribute(one, "id")) continue;
        xml_document sheet;
        parts_.load(path_ = leads.part, sheet);
        const Cells cells = cells_of(sheet);
        if (!cells.any()) continue;
        text_ = cells.text(attribute(one, "name"), sheets.size());
        return;
      }
    }
    parts_.refuse_no_sheet();
  }
  Cells cells_of(const xml_document& sheet) const {
    Cells cells(parts_);
    std::size_t row = 0;
    for (const xml_node& of_row : children(child(sheet.document_element(), "sheetData"), "row")) {
      row = row_of(of_row, row);
      std::size_t column = 0;
      for (const xml_node& cell : children(of_row, "c")) {
        column = column_in(cell, column);
        cells.put(row, column++, text_in(cell));
      }
      ++row;
    }
    return cells;
  }
  std::string text_in(const xml_node& cell) const {
    const std::string type = attribute(cell, "t");
    if (type == "inlineStr") return text_of(child(cell, "is"));
    const std::string value = child(cell, "v").child_value();
    const xml_node formula = child(cell, "f");
    if (formula && value.empty() && type != "str") return "=" + std::string(formula.child_value());
    if (type == "s") {
      const auto place = read_number<std::size_t>(value);
      if (place && *place < texts_.size()) return texts_[*place];
      parts_.refuse("a cell has a text that is not there");
    }
    if (type == "b") return value == "1" ? "TRUE" : "FALSE";
    if (!type.empty() && type != "n") return value;
    const std::size_t style = number(cell, "s", 0);
    const bool is_number = style >= styles_.size() || styles_[style] == Style::number;
    return is_number ? plain_number(value) : text_of_time(value, styles_[style]);
  }

  // Written anew.

  /// A name in the namespace of a node.
  static std::string beside(const xml_node& node, const char* name) {
    const std::string_view of = node.name();
    return std::string(of.substr(0, of.size() - local(of).size())) + name;
  }
  /// That child of a list in which places rise; made where there is none.
  template <class PlaceOf>
  static xml_node child_at(xml_node list, const char* name, std::size_t place,
                           const std::string& called, const PlaceOf& place_of) {
    xml_node before;
    std::size_t next = 0;
    for (const xml_node& one : children(list, name)) {
      const std::size_t at = place_of(one, next);
      if (at == place) return one;
      if (at > place) break;
      before = one;
      next = at + 1;
    }
    const std::string full = beside(list, name);
    xml_node made =
        before ? list.insert_child_after(full.c_str(), before) : list.prepend_child(full.c_str());
    made.append_attribute("r") = called.c_str();
    return made;
  }
  void set(xml_node cell, const std::string& place, const std::string& text) const {
    if (child(cell, "f")) {
      throw NoAnswer(fmt::format(
          "cell {} is a formula, which would be lost: write a number there, or save as CSV",
          place));
    }
    cell.remove_children();
    cell.remove_attribute("t");
    if (text.empty()) return;
    if (read_number<double>(text)) {
      cell.append_child(beside(cell, "v").c_str()).text().set(text.c_str());
      return;
    }
    cell.append_attribute("t") = "inlineStr";
    xml_node inside = cell.append_child(beside(cell, "is").c_str());
    inside.append_child(beside(cell, "t").c_str()).text().set(text.c_str());
  }
  /// Whoever opens it is to work out all formulas.
  void work_out_anew() {
    xml_node book = book_.document_element();
    xml_node calculation = child(book, "calcPr");
    if (!calculation) {
      xml_node before;
      for (const char* name : {"sheets", "functionGroups", "externalReferences", "definedNames"}) {
        if (const xml_node one = child(book, name)) before = one;
      }
      calculation = book.insert_child_after(beside(before, "calcPr").c_str(), before);
    }
    calculation.remove_attribute("fullCalcOnLoad");
    calculation.append_attribute("fullCalcOnLoad") = "1";
  }
  static std::string written(const xml_document& document) {
    struct Text final : pugi::xml_writer {
      std::string text;
      void write(const void* data, std::size_t size) override {
        text.append(static_cast<const char*>(data), size);
      }
    } to;
    document.save(to, "", pugi::format_raw);
    return std::move(to.text);
  }

  Parts& parts_;
  std::string name_, folder_;  ///< of the part that says which sheets there are
  xml_document book_;
  std::vector<Relationship> relationships_;
  std::vector<std::string> texts_;
  std::vector<Style> styles_;  ///< by number
  std::string path_;           ///< of the sheet
  WorkbookText text_;
};

}  // namespace

WorkbookText read_xlsx(Parts& parts) { return Book(parts).text(); }

std::string xlsx_with(Parts& parts, const SheetCells& cells) { return Book(parts).with(cells); }

}  // namespace warodds::workbook
