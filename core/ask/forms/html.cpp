// Documents as HTML, and the page of a roster: one file with every report behind it, each table
// also as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ask/ask.h"
#include "core/ask/forms/printers.h"
#include "core/ask/forms/text/pieces.h"
#include "core/ask/reports.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

using blocks::Column;
using blocks::Tone;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char& one : text) {
    result += one == '<'   ? "&lt;"
              : one == '>' ? "&gt;"
              : one == '&' ? "&amp;"
              : one == '"' ? "&quot;"
                           : std::string_view(&one, 1);
  }
  return result;
}

std::string element(std::string_view name, std::string_view inside, std::string_view more = "") {
  return fmt::format("<{0}{1}>{2}</{0}>", name, more, inside);
}

/// A number as a colour: `strength` from -1 to 1.
std::string colour(double strength) {
  const double depth = std::min(std::abs(strength), 1.0) * 0.75;
  return fmt::format(" class=\"n\" style=\"background:rgba({},{:.3f})\"",
                     strength < 0 ? "214,96,32" : "33,113,181", depth);
}

class HtmlPrinter {
 public:
  std::string of(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) {
      std::visit([&](const auto& one) { print(one); }, block);
    }
    return std::move(html_);
  }

 private:
  void put(std::string_view name, std::string_view inside, std::string_view more = "") {
    html_ += element(name, inside, more) + "\n";
  }
  void put_table(const std::string& head, const std::string& body) {
    const std::string table = element("thead", element("tr", head)) + "\n" + element("tbody", body);
    put("div", element("table", table), " class=\"wide\"");
  }
  /// On one line, without what sets it in.
  static std::string said(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), text::no_break, ' ');
    return escaped(trim(text));
  }

  void print(const blocks::Gap&) {}

  void print(const blocks::Heading& heading) {
    const std::string behind = heading.behind.empty() ? "" : " (" + heading.behind + ")";
    put(heading.level == 1 ? "h2" : "h3", said(heading.text + behind));
  }

  void print(const blocks::Note& note) {
    put("p", note.tone == Tone::bold ? element("b", said(note.text)) : said(note.text));
  }

  void print(const blocks::Table& table) {
    if (!table.title.empty()) put("h3", said(table.title));
    std::string head, body;
    for (const Column& column : table.columns) head += element("th", said(column.heading));
    for (const auto& row : table.rows) {
      std::string cells;
      for (std::size_t c = 0; c < row.size(); ++c) {
        cells +=
            row.size() < table.columns.size()
                ? element("th", said(row[c]), fmt::format(" colspan=\"{}\"", table.columns.size()))
                : cell(row[c], table.columns[c].set);
      }
      body += element("tr", cells) + "\n";
    }
    put_table(head, body);
    if (table.left_out > 0) put("p", fmt::format("and {} more", table.left_out));
  }

  static std::string cell(const std::string& text, Column::Set set) {
    if (set == Column::Set::bar || set == Column::Set::swing) {
      return element("td", "", colour(text.empty() ? 0 : std::stod(text)));
    }
    return element("td", said(text), set == Column::Set::right ? " class=\"n\"" : "");
  }

  void print(const blocks::Charts& charts) {
    constexpr int width = 60;
    for (const text::Charted& charted : charts.charted) {
      std::string lines;
      for (const std::string& line : chart(charted, width, {.utf8 = true})) lines += line + "\n";
      put("pre", escaped(lines));
    }
  }

  void print(const blocks::Parts& parts) { print(table_of(parts)); }

  void print(const blocks::Grid& grid) {
    std::string head = "<th></th>", body;
    for (const std::string& name : grid.columns) {
      head += element("th", element("span", said(shown(name))), " class=\"up\"");
    }
    for (std::size_t r = 0; r < grid.rows.size(); ++r) {
      std::string line = element("th", said(shown(grid.rows[r])));
      for (const auto& one : grid.cells[r]) {
        const double share = one.share.value_or(0);
        const double strength = grid.around_middle ? 2 * share - 1 : share;
        line += element("td", said(one.text), one.share ? colour(strength) : " class=\"n\"");
      }
      body += element("tr", line) + "\n";
    }
    put_table(head, body);
    put("p", said(grid.note));
  }

  std::string html_;
};

/// A report, and its CSV.
std::string section(const Report& report, const std::string& name, std::string_view said = "") {
  std::string inside = HtmlPrinter().of(document_of(report, {.utf8 = true}).blocks());
  if (!said.empty()) inside = element("p", said) + "\n" + inside;
  return inside +
         fmt::format(
             "<p class=\"csv\"><a download=\"{0}.csv\" href=\"data:text/csv;charset=utf-8,{1}\">"
             "{0}.csv</a></p>\n",
             name, percent_encoded(to_csv(report)));
}

// No '<' and no '&': the page is read by strict readers, too.
constexpr const char* style_of_page = R"(
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.4; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { padding: .15rem .5rem; text-align: left; border-bottom: 1px solid #8885; }
td.n { text-align: right; white-space: nowrap; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
th.up { vertical-align: bottom; }
th.up span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: normal; }
.wide { overflow-x: auto; }
pre { overflow-x: auto; font-size: .85rem; }
.csv { font-size: .85rem; }
@media print {
  body { max-width: none; margin: 0; font-size: 9pt; }
  section { break-inside: avoid-page; }
  .csv, details:not([open]) { display: none; }
  .wide, pre { overflow: visible; white-space: pre-wrap; }
}
)";

}  // namespace

std::string to_html(const RosterPage& page) {
  const std::string title =
      fmt::format("{}: balance of {}", page.ranking.title, escaped(page.roster));
  std::string body = element("h1", title) + "\n";
  std::vector<std::string> missing = page.left_out;
  if (!page.ranking.warning.empty()) missing.push_back(page.ranking.warning);
  for (const std::string& what : missing) {
    body += element("p", "Not here: " + escaped(shown(what)), " class=\"missing\"") + "\n";
  }
  const auto add = [&](const std::string& inside) { body += element("section", inside) + "\n"; };
  add(section(page.ranking, "ranking"));
  add(section(page.odds, "odds",
              "The odds that the unit on the left, which attacks, beats the unit above; a draw is "
              "half."));
  if (page.changes) {
    std::string changes = section(*page.changes, "changes");
    if (page.ranking_before) changes += section(*page.ranking_before, "ranking-before");
    add(changes);
  }
  if (page.stats) add(section(*page.stats, "value"));
  if (page.prices) add(section(*page.prices, "prices"));
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
         element("title", title) + "\n" + element("style", style_of_page) + "\n</head>\n<body>\n" +
         body + "</body></html>\n";
}

}  // namespace warodds
