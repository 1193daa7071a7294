// Documents as text: aligned tables and bars, at most 80 columns wide.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/ask/forms/document.h"
#include "core/ask/forms/printers.h"
#include "core/ask/forms/text/pieces.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using blocks::Column;
using blocks::Tone;
using text::pad;
using text::pad_left;
using text::page_width;
using text::wrapped;

constexpr int bar_width = 30, half_of_swing = 26;

std::string without_blanks_behind(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// A heading in lines: "attacker.damage.mean" as "attacker" and "damage.mean".
std::vector<std::string> stacked(const std::string& name) {
  if (name.find_first_of("\n ") != std::string::npos) return split(name, '\n');
  std::vector<std::string> parts;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (const std::string& part : split(name, '.')) {
    // The point of a number divides nothing.
    const bool of_number = !parts.empty() && !parts.back().empty() && !part.empty() &&
                           is_digit(parts.back().back()) && is_digit(part.front());
    of_number ? void(parts.back() += "." + part) : parts.push_back(part);
  }
  while (parts.size() > 2 && columns(parts[parts.size() - 2] + parts.back()) < 14) {
    parts[parts.size() - 2] += "." + parts.back();
    parts.pop_back();
  }
  return parts;
}

class TextPrinter {
 public:
  explicit TextPrinter(const Style& style) : style_(style) {}

  std::string of(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) {
      std::visit([&](const auto& one) { print(one); }, block);
      const auto* heading = std::get_if<blocks::Heading>(&block);
      below_heading_ = heading != nullptr && heading->level > 1;
    }
    return std::move(text_);
  }

 private:
  void line(const std::string& of) { text_ += without_blanks_behind(of) + "\n"; }
  void gap() {
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += "\n";
  }

  void print(const blocks::Gap&) { gap(); }

  void print(const blocks::Heading& heading) {
    gap();
    const bool fits = columns(heading.text + heading.behind) <= page_width - 4;
    print(blocks::Note{heading.text, Tone::bold, 0, 2});
    if (heading.behind.empty()) return;
    if (fits) text_.pop_back();
    text_ += fmt::format("{}({})\n", fits ? "  " : "", heading.behind);
  }

  void print(const blocks::Note& note) {
    std::string lines = wrapped(note.text, note.first, note.rest);
    if (note.tone == Tone::faint) lines = style_.faint(lines);
    if (note.tone == Tone::bold) {
      lines.pop_back();
      lines = style_.bold(lines) + "\n";
    }
    text_ += lines;
  }

  void print(const blocks::Table& table) {
    if (!table.title.empty() || !below_heading_) gap();
    if (!table.title.empty()) text_ += style_.bold(table.title) + "\n";
    std::vector<int> widths(table.columns.size());
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = width_of(table, c);
    // What does not fit stands below, beside the names again.
    const auto first_name =
        std::find_if(table.columns.begin(), table.columns.end(),
                     [](const Column& one) { return one.set == Column::Set::left; });
    const bool has_name = first_name != table.columns.end();
    const auto names =
        has_name ? static_cast<std::size_t>(first_name - table.columns.begin()) + 1 : 0;
    std::size_t next = names;
    do {
      if (next > names) gap();
      std::vector<std::size_t> places(names);
      std::iota(places.begin(), places.end(), std::size_t{0});
      int least = 0;
      for (const std::size_t c : places) least += least_width(table.columns[c], widths[c]);
      while (next < widths.size()) {
        least += least_width(table.columns[next], widths[next]);
        if (places.size() > names && least > page_width) break;
        places.push_back(next++);
      }
      // A name goes with the numbers behind it.
      const bool ends_in_name = table.columns[places.back()].set == Column::Set::left;
      if (next < widths.size() && ends_in_name && places.size() > names + 1) {
        places.pop_back();
        --next;
      }
      std::vector<int> of_part = widths;
      make_narrower(table, places, of_part);
      print_columns(table, places, of_part);
    } while (next < widths.size());
    if (table.left_out > 0) {
      text_ += style_.faint(fmt::format("  and {} more\n", table.left_out));
    }
  }

  static int gap_of(const Column& column, std::size_t c) { return c == 0 ? 0 : column.gap; }

  /// With the gap before it.
  int width_of(const blocks::Table& table, std::size_t c) const {
    const Column& column = table.columns[c];
    if (column.set == Column::Set::bar) return column.gap + bar_width;
    if (column.set == Column::Set::swing) return column.gap + 2 * half_of_swing + 1;
    int longest = 0;
    for (const std::string& part : stacked(column.heading))
      longest = std::max(longest, columns(part));
    for (const auto& row : table.rows) {
      if (row.size() == table.columns.size()) longest = std::max(longest, columns(row[c]));
    }
    return std::max(column.width, longest + gap_of(column, c));
  }

  /// How narrow a column may be made.
  static int least_width(const Column& column, int width) {
    constexpr int of_name = 18, of_words = 26;
    return column.set == Column::Set::left      ? std::min(width, of_name)
           : column.set == Column::Set::wrapped ? std::min(width, of_words)
                                                : width;
  }

  /// What is wrapped, then names, the longest first, give way until all fits.
  static void make_narrower(const blocks::Table& table, const std::vector<std::size_t>& places,
                            std::vector<int>& widths) {
    int over = -page_width;
    for (const std::size_t c : places) over += widths[c];
    for (const Column::Set set : {Column::Set::wrapped, Column::Set::left}) {
      for (; over > 0; --over) {
        std::optional<std::size_t> longest;
        for (const std::size_t c : places) {
          const Column& column = table.columns[c];
          if (column.set != set || widths[c] == least_width(column, widths[c])) continue;
          if (!longest || widths[c] > widths[*longest]) longest = c;
        }
        if (!longest) break;
        --widths[*longest];
      }
    }
  }

  void print_columns(const blocks::Table& table, const std::vector<std::size_t>& places,
                     const std::vector<int>& widths) {
    std::vector<std::vector<std::string>> heads;
    std::size_t height = 0;
    bool any = false;
    for (const std::size_t c : places) {
      heads.push_back(stacked(table.columns[c].heading));
      height = std::max(height, heads.back().size());
      any = any || !table.columns[c].heading.empty();
    }
    for (std::size_t level = 0; any && level < height; ++level) {
      std::string text;
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t above = height - heads[i].size();
        add_cell(text, table, places[i], level < above ? "" : heads[i][level - above], widths);
      }
      text_ += style_.bold(without_blanks_behind(text)) + "\n";
    }
    for (const auto& row : table.rows) {
      if (row.size() != table.columns.size()) {
        text_ += wrapped(row.front(), 0, 8);
        continue;
      }
      std::string text;
      for (const std::size_t c : places) {
        if (is_bar(table.columns[c]) && !row[c].empty()) {
          text += std::string(static_cast<std::size_t>(gap_of(table.columns[c], c)), ' ') +
                  bar(table.columns[c].set, std::stod(row[c]));
        } else if (table.columns[c].set == Column::Set::wrapped) {
          const int indent = columns(text) + 2;
          std::replace(text.begin(), text.end(), ' ', text::no_break);
          text = wrapped(text + text::no_break + text::no_break + row[c], 0, indent);
          text.pop_back();
        } else {
          add_cell(text, table, c, row[c], widths);
        }
      }
      line(text);
    }
  }

  static void add_cell(std::string& line, const blocks::Table& table, std::size_t c,
                       const std::string& text, const std::vector<int>& widths) {
    const Column& column = table.columns[c];
    if (column.set == Column::Set::right) {
      line += pad_left(text, widths[c]);
    } else {
      const int gap = gap_of(column, c);
      line += std::string(static_cast<std::size_t>(gap), ' ');
      line += pad(text::shorten(text, std::max(widths[c] - gap, 1)), widths[c] - gap);
    }
  }

  static bool is_bar(const Column& column) {
    return column.set == Column::Set::bar || column.set == Column::Set::swing;
  }

  std::string bar(Column::Set set, double share) const {
    if (set == Column::Set::bar) return style_.bar(share, bar_width);
    const auto width = static_cast<int>(std::lround(std::abs(share) * half_of_swing));
    const std::string drawn = style_.bar(1, width), axis = style_.utf8 ? "│" : "|";
    const auto blanks = [](int count) { return std::string(static_cast<std::size_t>(count), ' '); };
    return share < 0 ? blanks(half_of_swing - width) + drawn + axis
                     : blanks(half_of_swing) + axis + drawn;
  }

  void print(const blocks::Charts& charts) {
    gap();
    constexpr int whole = 76, half = 38;
    const bool is_alone = charts.charted.size() == 1;
    const auto left = chart(charts.charted.front(), is_alone ? whole : half, style_);
    const auto right =
        is_alone ? std::vector<std::string>() : chart(charts.charted.back(), half, style_);
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      line((i < left.size() ? left[i] : std::string(half, ' ')) +
           (i < right.size() ? "   " + right[i] : ""));
    }
  }

  void print(const blocks::Parts& parts) {
    gap();
    constexpr int width = 76;
    constexpr const char* drawn[] = {"█", "╳", "▒", "»", "░"};
    constexpr const char* ascii[] = {"#", "x", "=", ">", "."};
    const auto mark_of = [&](int mark) { return (style_.utf8 ? drawn : ascii)[mark]; };
    double share = 0;
    int filled = 0;
    for (const auto& part : parts.parts) {
      if (!part.mark) continue;
      share += part.share;
      const int until = std::min(static_cast<int>(std::lround(share * width)), width);
      for (; filled < until; ++filled) text_ += mark_of(*part.mark);
    }
    text_ += "\n";
    for (const auto& part : parts.parts) {
      text_ += fmt::format("{} {}{}\n", part.mark ? mark_of(*part.mark) : " ", pad(part.what, 32),
                           pad_left(part.percent, 17));
    }
  }

  void print(const blocks::Grid& grid) {
    gap();
    constexpr std::size_t most_columns = 12, most_rows = 60;
    const std::size_t wide = std::min(grid.columns.size(), most_columns);
    const std::size_t high = std::min(grid.rows.size(), most_rows);
    std::string head(20, ' ');
    for (std::size_t c = 0; c < wide; ++c) head += pad_left(std::to_string(c + 1), 5);
    line(head);
    for (std::size_t r = 0; r < high; ++r) {
      text_ += fmt::format("{:>3} {}", r + 1, pad(text::shorten(grid.rows[r], 15), 16));
      for (std::size_t c = 0; c < wide; ++c) {
        const auto& cell = grid.cells[r][c];
        const double share = cell.share.value_or(0);
        const int depth = share < 1.0 / 3 ? 0 : share < 2.0 / 3 ? 1 : 2;
        text_ += cell.share ? style_.shade(depth) + pad_left(cell.text, 4) : pad_left(cell.text, 5);
      }
      text_ += "\n";
    }
    if (wide < grid.columns.size() || high < grid.rows.size()) {
      text_ += style_.faint("not all fit here; --format csv has them\n");
    }
    const bool is_square = grid.rows == grid.columns;
    text_ +=
        style_.faint(grid.note + (is_square ? "; columns are numbered like the rows\n" : "\n"));
    if (is_square) return;
    std::string names = "columns:";
    for (std::size_t c = 0; c < wide; ++c) {
      names += fmt::format(" {} {}{}", c + 1, shown(grid.columns[c]), c + 1 < wide ? "," : "");
    }
    text_ += wrapped(names, 0, 2);
  }

  const Style& style_;
  std::string text_;
  bool below_heading_ = false;
};

}  // namespace

std::string print_text(const Document& document) {
  return document.style().on_screen(TextPrinter(document.style()).of(document.blocks()));
}

}  // namespace warodds
