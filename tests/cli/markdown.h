// As much of GitHub's Markdown as the pages of this project use: what is code, where tables,
// headings and links are, and whether a table will show as one.
#pragma once

#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace warodds::test::markdown {

struct Line {
  std::size_t number = 0;  ///< counted from 1
  std::string text;        ///< without blanks at its end
  bool code = false;       ///< in a fence or indented: nothing in it is marked up
};

inline std::string without_blanks_at_the_end(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.pop_back();
  return text;
}

inline std::vector<Line> lines_of(const std::string& page) {
  std::vector<Line> lines;
  std::istringstream stream(page);
  bool fenced = false;
  for (std::string text; std::getline(stream, text);) {
    text = without_blanks_at_the_end(text);
    const bool fence = text.rfind("```", 0) == 0;
    const bool after_code = lines.empty() || lines.back().text.empty() || lines.back().code;
    const bool indented = text.rfind("    ", 0) == 0 && after_code;
    lines.push_back({lines.size() + 1, text, fenced || fence || indented});
    if (fence) fenced = !fenced;
  }
  return lines;
}

/// The fences of a page, each as the lines between them.
inline std::vector<std::vector<std::string>> fences_of(const std::string& page) {
  std::vector<std::vector<std::string>> fences;
  bool fenced = false;
  for (const Line& line : lines_of(page)) {
    if (line.text.rfind("```", 0) == 0) {
      fenced = !fenced;
      if (fenced) fences.emplace_back();
    } else if (fenced) {
      fences.back().push_back(line.text);
    }
  }
  return fences;
}

inline std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : without_blanks_at_the_end(text.substr(first));
}

/// The cells of a row "| a | b |". A bar in a cell is written \| even within `code`.
inline std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells{""};
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '|' && row[i - 1] != '\\') {
      cells.emplace_back();
    } else {
      cells.back() += row[i];
    }
  }
  if (!row.empty() && row.back() == '|') cells.pop_back();
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

/// Whether a row is the line of dashes below a table's header.
inline bool is_separator(const std::string& row) {
  for (const std::string& cell : cells_of(row)) {
    const std::size_t dashes = cell.find_first_not_of(':');
    if (dashes == std::string::npos || cell[dashes] != '-') return false;
    const std::size_t end = cell.find_first_not_of('-', dashes);
    if (end != std::string::npos && cell.substr(end) != ":") return false;
  }
  return true;
}

/// What keeps a table of a page from showing whole, one sentence a fault.
inline std::vector<std::string> table_faults(const std::string& page) {
  std::vector<std::string> faults;
  const std::vector<Line> lines = lines_of(page);
  const auto is_row = [&](std::size_t i) {
    return i < lines.size() && !lines[i].code && trimmed(lines[i].text).rfind('|', 0) == 0;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_row(i)) continue;
    const auto fault = [&](std::size_t line, const std::string& what) {
      faults.push_back("line " + std::to_string(lines[line].number) + ": " + what);
    };
    if (!is_row(i + 1) || !is_separator(trimmed(lines[i + 1].text))) {
      fault(i, "a row outside a table: no line of dashes below it");
    }
    const std::size_t columns = cells_of(trimmed(lines[i].text)).size();
    for (; is_row(i); ++i) {
      const std::string row = trimmed(lines[i].text);
      if (row.size() < 2 || row.back() != '|') fault(i, "a row that does not end in |");
      const std::size_t cells = cells_of(row).size();
      if (cells != columns) {
        fault(i, std::to_string(cells) + " cells below a header of " + std::to_string(columns));
      }
    }
    const bool ends =
        i == lines.size() || lines[i].text.empty() || lines[i].code || lines[i].text.front() == '#';
    if (!ends) fault(i, "text that a table takes for its last row");
  }
  return faults;
}

/// Text without its `code`.
inline std::string without_code(const std::string& text) {
  std::string result;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (!code && c != '`') result += c;
  }
  return result;
}

struct Link {
  std::size_t line = 0;
  std::string target;
};

/// All links and images, [text](target).
inline std::vector<Link> links_of(const std::string& page) {
  std::vector<Link> links;
  for (const Line& line : lines_of(page)) {
    if (line.code) continue;
    const std::string text = without_code(line.text);
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2)) {
      std::string target;
      int open = 1;
      for (std::size_t i = at + 2; i < text.size(); ++i) {
        if (text[i] == '(') ++open;
        if (text[i] == ')' && --open == 0) break;
        target += text[i];
      }
      links.push_back({line.number, target.substr(0, target.find(' '))});
    }
  }
  return links;
}

/// The anchors of a page's headings, as GitHub makes them: small letters, blanks as hyphens, no
/// other punctuation; a second one of the same name ends in -1.
inline std::set<std::string> anchors_of(const std::string& page) {
  std::set<std::string> anchors;
  std::map<std::string, int> seen;
  for (const Line& line : lines_of(page)) {
    const std::size_t title = line.text.find_first_not_of('#');
    if (line.code || title == 0 || title == std::string::npos || line.text[title] != ' ') continue;
    std::string anchor;
    for (const char c : trimmed(line.text.substr(title))) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == ' ') anchor += '-';
      if (c == '-' || c == '_' || byte >= 0x80 || std::isalnum(byte) != 0) {
        anchor += static_cast<char>(std::tolower(byte));
      }
    }
    const int before = seen[anchor]++;
    anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  return anchors;
}

}  // namespace warodds::test::markdown
