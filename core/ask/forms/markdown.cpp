// Documents as Markdown, as GitHub, chats and forums show it. What stands in a report is never
// taken for markup.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/forms/printers.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using blocks::Column;
using blocks::Tone;

/// On one line, with a backslash before what would be markup, a link, a mention or a tag.
std::string without_markup(std::string_view text) {
  constexpr std::string_view always = "\\`*_[]<>|~#&@$";
  std::string result;
  const bool is_number = trim(text).find_first_of("0123456789") == 1;
  for (const char c : trim(text)) {
    if (c == ' ' || c == '\n' || c == text::no_break) {
      if (!result.ends_with(' ')) result += ' ';
      continue;
    }
    const bool begins_list = result.empty() && (c == '-' || c == '+' || c == '=') && !is_number;
    const bool begins_link = c == '/' && result.ends_with(':');
    if (always.find(c) != std::string_view::npos || begins_list || begins_link) result += '\\';
    result += c;
  }
  // So would a number in a list.
  const auto digits = result.find_first_not_of("0123456789");
  const bool begins_so = digits != 0 && digits != std::string::npos;
  if (begins_so && (result[digits] == '.' || result[digits] == ')') &&
      (digits + 1 == result.size() || result[digits + 1] == ' ')) {
    result.insert(digits, "\\");
  }
  return result;
}

class MarkdownPrinter {
 public:
  std::string of(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) {
      std::visit([&](const auto& one) { print(one); }, block);
    }
    return std::move(text_);
  }

 private:
  void paragraph(const std::string& markdown) {
    if (!text_.empty()) text_ += "\n";
    text_ += markdown + "\n";
  }

  void print(const blocks::Gap&) {}

  void print(const blocks::Heading& heading) {
    const std::string behind = heading.behind.empty() ? "" : " (" + heading.behind + ")";
    paragraph(std::string(static_cast<std::size_t>(heading.level), '#') + " " +
              without_markup(heading.text + behind));
  }

  void print(const blocks::Note& note) {
    const std::string text = without_markup(note.text);
    paragraph(note.tone == Tone::bold ? "**" + text + "**" : text);
  }

  void print(const blocks::Table& table) {
    if (!table.title.empty()) paragraph("### " + without_markup(table.title));
    std::vector<std::string> head, line;
    for (const Column& column : table.columns) {
      head.push_back(without_markup(column.heading));
      line.push_back(column.set == Column::Set::right ? "--:" : ":--");
    }
    paragraph(row_of(head));
    text_ += row_of(line) + "\n";
    for (const auto& row : table.rows) {
      std::vector<std::string> cells;
      for (std::size_t c = 0; c < row.size(); ++c) {
        const Column::Set set = table.columns[c].set;
        cells.push_back(set == Column::Set::bar || set == Column::Set::swing
                            ? bar(row[c])
                            : without_markup(row[c]));
      }
      if (row.size() < table.columns.size()) cells.front() = "**" + cells.front() + "**";
      cells.resize(table.columns.size());
      text_ += row_of(cells) + "\n";
    }
    if (table.left_out > 0) paragraph(fmt::format("and {} more", table.left_out));
  }

  static std::string row_of(const std::vector<std::string>& cells) {
    std::string row = "|";
    for (const std::string& cell : cells) row += " " + cell + " |";
    return row;
  }

  /// A share, drawn; below 0 with a sign.
  static std::string bar(const std::string& share) {
    constexpr int width = 20;
    const double number = share.empty() ? 0 : std::stod(share);
    const std::string drawn(trim(Style{.utf8 = true}.bar(std::abs(number), width)));
    return number < 0 && !drawn.empty() ? "−" + drawn : drawn;
  }

  void print(const blocks::Charts& charts) {
    constexpr int width = 60;
    std::string lines;
    for (const text::Charted& charted : charts.charted) {
      if (!lines.empty()) lines += "\n";
      for (const std::string& line : chart(charted, width, {.utf8 = true})) lines += line + "\n";
    }
    // No run of backticks within may end it.
    std::replace(lines.begin(), lines.end(), '`', '\'');
    paragraph("```text\n" + lines + "```");
  }

  void print(const blocks::Parts& parts) { print(table_of(parts)); }

  void print(const blocks::Grid& grid) {
    print(table_of(grid));
    paragraph(without_markup(grid.note));
  }

  std::string text_;
};

}  // namespace

std::string print_markdown(const Document& document) {
  return Style{}.on_screen(MarkdownPrinter().of(document.blocks()));
}

}  // namespace warodds
