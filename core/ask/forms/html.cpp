// The page of a roster: one file of HTML, with every table of the reports behind it. The tables are
// made of what CSV says, so each number is a fact of an answer; beside each stands the CSV itself.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/ask/forms/text/pieces.h"
#include "core/ask/page.h"
#include "core/ask/reports.h"
#include "core/roster/csv.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += character;
    }
  }
  return result;
}

std::string element(std::string_view name, std::string_view inside, std::string_view more = "") {
  return fmt::format("<{0}{1}>{2}</{0}>", name, more, inside);
}

/// What a column of CSV is, and how it is shown.
enum class Shows { text, number, points, percent, change };
struct Column {
  const char* name;
  const char* heading;
  Shows as = Shows::text;
};

std::string shown_as(const std::string& cell, Shows as) {
  const auto number = read_number<double>(cell);
  if (!number || as == Shows::text) return escaped(shown(cell));
  switch (as) {
    case Shows::percent:
      return text::odds_in_percent(*number);
    case Shows::change:
      return fmt::format("{:+.2f}", *number * 100);
    case Shows::points:
      return fmt::format("{:g}", *number);
    default:
      return fmt::format("{:.2f}", *number);
  }
}

/// The CSV of a report, by its columns.
class Sheet {
 public:
  explicit Sheet(const Report& report)
      : csv_(to_csv(report)), rows_(parse_csv(csv_, "", ',').rows) {
    const std::vector<std::string>& header = rows_.front().fields;
    for (std::size_t i = 0; i < header.size(); ++i) places_.emplace(header[i], i);
    rows_.erase(rows_.begin());
  }

  const std::string& csv() const { return csv_; }
  const std::vector<CsvRow>& rows() const { return rows_; }
  std::string at(const CsvRow& row, const std::string& column) const {
    const auto found = places_.find(column);
    return found == places_.end() ? "" : row.fields[found->second];
  }
  /// Whether a row has these values in these columns.
  bool has(const CsvRow& row, const std::map<std::string, std::string>& values) const {
    return std::all_of(values.begin(), values.end(),
                       [&](const auto& value) { return at(row, value.first) == value.second; });
  }

 private:
  std::string csv_;
  std::vector<CsvRow> rows_;
  std::map<std::string, std::size_t> places_;
};

using Blanks = std::map<std::string, std::string>;

std::string link_to_csv(const Sheet& sheet, const std::string& name) {
  return fmt::format(
      "<p class=\"csv\"><a download=\"{0}.csv\" href=\"data:text/csv;charset=utf-8,{1}\">{0}.csv"
      "</a></p>\n",
      name, percent_encoded(sheet.csv()));
}

/// Rows with these values, in these columns as far as anything stands there.
std::string table(const Sheet& sheet, const std::vector<Column>& columns, const Blanks& of) {
  std::vector<const CsvRow*> rows;
  for (const CsvRow& row : sheet.rows()) {
    if (sheet.has(row, of)) rows.push_back(&row);
  }
  if (rows.empty()) return "<p>none</p>\n";
  std::vector<Column> filled;
  for (const Column& column : columns) {
    const bool any = std::any_of(rows.begin(), rows.end(), [&](const CsvRow* row) {
      return !sheet.at(*row, column.name).empty();
    });
    if (any) filled.push_back(column);
  }
  std::string head, body;
  for (const Column& column : filled) head += element("th", column.heading);
  for (const CsvRow* row : rows) {
    std::string cells;
    for (const Column& column : filled) {
      cells += element("td", shown_as(sheet.at(*row, column.name), column.as),
                       column.as == Shows::text ? "" : " class=\"n\"");
    }
    body += element("tr", cells) + "\n";
  }
  const std::string rows_of_table =
      element("table", element("thead", element("tr", head)) + "\n" + element("tbody", body));
  return element("div", rows_of_table, " class=\"wide\"") + "\n";
}

/// A number as a colour: `strength` from -1 to 1.
std::string colour(double strength) {
  const double depth = std::min(std::abs(strength), 1.0) * 0.75;
  return fmt::format(" class=\"n\" style=\"background:rgba({},{:.3f})\"",
                     strength < 0 ? "214,96,32" : "33,113,181", depth);
}

/// A grid of what stands in a column, by what stands in two others.
struct Grid {
  const char* down;
  const char* across;
  const char* value;
  Shows as;
  double middle;  ///< the number without a colour ...
  double full;    ///< ... and how far from it the colour is deepest
};
std::string grid(const Sheet& sheet, const Grid& of, const Blanks& values) {
  std::vector<std::string> down, across;
  std::map<std::pair<std::string, std::string>, std::string> cells;
  const auto add = [](std::vector<std::string>& to, const std::string& name) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
  };
  for (const CsvRow& row : sheet.rows()) {
    if (!sheet.has(row, values)) continue;
    const std::string first = sheet.at(row, of.down), second = sheet.at(row, of.across);
    add(down, first);
    add(across, second);
    cells[{first, second}] = sheet.at(row, of.value);
  }
  std::string head = "<th></th>", body;
  for (const std::string& name : across) {
    head += element("th", element("span", escaped(shown(name))), " class=\"up\"");
  }
  for (const std::string& first : down) {
    std::string line = element("th", escaped(shown(first)));
    for (const std::string& second : across) {
      const std::string& cell = cells[{first, second}];
      const auto number = read_number<double>(cell);
      line += element("td", shown_as(cell, of.as),
                      number ? colour((*number - of.middle) / of.full) : " class=\"n\"");
    }
    body += element("tr", line) + "\n";
  }
  return element("div",
                 element("table",
                         element("thead", element("tr", head)) + "\n" + element("tbody", body)),
                 " class=\"wide\"") +
         "\n";
}

/// What a report says to people, as it stands.
std::string in_words(const Report& report) {
  return element("pre", escaped(to_text(report))) + "\n";
}

std::string folded(const std::string& title, const std::string& inside) {
  return element("details", element("summary", title) + inside) + "\n";
}

std::string section(const std::string& title, const std::string& said, const std::string& inside) {
  return "<section>" + element("h2", title) + "\n" + element("p", said) + "\n" + inside +
         "</section>\n";
}

const std::vector<Column> columns_of_ranking{
    {"rank", "rank", Shows::points},           {"unit", "unit"},
    {"share", "fielded", Shows::percent},      {"share_low", "from", Shows::percent},
    {"share_high", "to", Shows::percent},      {"against_mix", "against the mix", Shows::percent},
    {"odds", "beats another", Shows::percent}, {"half_width", "half-width", Shows::percent},
    {"in_equilibrium", "in an equilibrium"},   {"alpha_rank", "alpha-rank", Shows::percent},
    {"points", "points", Shows::points},       {"best_against", "best against"},
    {"best_odds", "odds", Shows::percent},     {"worst_against", "worst against"},
    {"worst_odds", "odds", Shows::percent}};

std::string ranking_section(const RosterPage& page) {
  const Sheet sheet(page.ranking);
  return section("Who is worth choosing",
                 "How often players field a unit who choose in secret and want to win, its odds "
                 "against that mix, and its odds of beating another on the mean.",
                 table(sheet, columns_of_ranking, {}) + link_to_csv(sheet, "ranking")) +
         section("Who counters whom",
                 "Units that beat and lose to the same, who counters whom beyond strength, and how "
                 "much of the odds is rock-paper-scissors.",
                 in_words(page.ranking));
}

std::string odds_section(const RosterPage& page) {
  const Sheet sheet(page.odds);
  return section(
      "All against all",
      "The odds that the unit on the left, which attacks, beats the unit above; a draw is half.",
      grid(sheet, {"attacker", "defender", "value", Shows::percent, 0.5, 0.5}, {}) +
          link_to_csv(sheet, "odds"));
}

std::string stats_section(const RosterPage& page) {
  const Sheet sheet(*page.stats);
  std::string inside = grid(sheet, {"unit", "stat", "difference", Shows::change, 0, 0.25},
                            {{"change", "+1"}, {"quantity", "odds"}});
  if (page.stats->points) {
    inside += element("h3", "In points") + "\n" +
              table(sheet,
                    {{"stat", "one more of"},
                     {"value", "points", Shows::number},
                     {"error", "standard error", Shows::number}},
                    {{"quantity", "points.worth"}, {"unit", ""}});
  }
  return section("What a stat is worth",
                 "By how many points of odds (percent) one more of a stat changes the mean odds "
                 "against the others.",
                 inside + folded("in words", in_words(*page.stats)) + link_to_csv(sheet, "value"));
}

std::string prices_section(const RosterPage& page) {
  const Sheet sheet(*page.prices);
  return section("Prices",
                 "Points at which units bought for the same budget are even, and what it buys.",
                 table(sheet,
                       {{"unit", "unit"},
                        {"points", "points", Shows::points},
                        {"was", "was", Shows::points},
                        {"bought", "is bought"},
                        {"cost", "for", Shows::number},
                        {"odds_before", "odds before", Shows::percent},
                        {"odds", "odds", Shows::percent},
                        {"share", "fielded", Shows::percent},
                        {"within", "even"},
                        {"why", "why not"}},
                       {}) +
                     link_to_csv(sheet, "prices"));
}

std::string changes_section(const RosterPage& page) {
  const Sheet sheet(*page.changes);
  const std::vector<Column> of_odds{{"unit", "unit"},
                                    {"key", "against"},
                                    {"old", "odds before", Shows::percent},
                                    {"new", "odds now", Shows::percent}};
  std::string inside;
  for (const char* what : {"added", "gone"}) {
    if (std::any_of(sheet.rows().begin(), sheet.rows().end(), [&](const CsvRow& row) {
          return sheet.has(row, {{"of", what}});
        })) {
      inside += element("h3", what) + "\n" + table(sheet, {{"unit", "unit"}}, {{"of", what}});
    }
  }
  inside += element("h3", "Stats") + "\n" +
            table(sheet, {{"unit", "unit"}, {"key", "stat"}, {"old", "was"}, {"new", "is"}},
                  {{"of", "stat"}}) +
            element("h3", "Odds of beating another") + "\n" +
            table(sheet, of_odds, {{"of", "beats_another"}}) + element("h3", "Odds of pairs") +
            "\n" + table(sheet, of_odds, {{"of", "odds"}}) + link_to_csv(sheet, "changes");
  if (page.ranking_before) {
    const Sheet before(*page.ranking_before);
    inside += element("h3", "Who was worth choosing") + "\n" +
              table(before, columns_of_ranking, {}) + link_to_csv(before, "ranking-before");
  }
  return section("What has changed",
                 escaped(fmt::format("Since {}.", shown(page.changes->old_name))), inside);
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
  std::string given;
  for (const std::string& setting : page.ranking.given) {
    given += (given.empty() ? "" : ", ") + shown(setting);
  }
  if (!given.empty()) body += element("p", "With " + escaped(given) + ".") + "\n";
  std::vector<std::string> remarks = page.left_out;
  if (!page.ranking.warning.empty()) remarks.push_back(page.ranking.warning);
  for (const std::string& what : remarks) {
    body += element("p", "Not here: " + escaped(shown(what)), " class=\"missing\"") + "\n";
  }
  body += ranking_section(page) + odds_section(page);
  if (page.changes) body += changes_section(page);
  if (page.stats) body += stats_section(page);
  if (page.prices) body += prices_section(page);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
         element("title", title) + "\n" + element("style", style_of_page) + "\n</head>\n<body>\n" +
         body + "</body></html>\n";
}

}  // namespace warodds
