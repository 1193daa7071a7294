// Reads the data files of the tests: comma-separated, a header row, no quoting.
#pragma once

#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace warodds::testing {

using CsvRow = std::map<std::string, std::string>;

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// The rows of tests/data/<name>.
inline std::vector<CsvRow> read_data(const std::string& name) {
  std::ifstream file(std::string(WARODDS_TEST_DATA) + '/' + name);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read tests/data/" + name);
  const std::vector<std::string> header = split(line, ',');
  std::vector<CsvRow> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line, ',');
    if (cells.size() != header.size()) throw std::runtime_error("tests/data/" + name + ": " + line);
    CsvRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[header[i]] = cells[i];
  }
  return rows;
}

/// A row with two units, as the parameter of a test.
struct DataRow {
  CsvRow row;
};
inline std::ostream& operator<<(std::ostream& out, const DataRow& of) {
  return out << of.row.at("attacker") << " v " << of.row.at("defender");
}
inline std::vector<DataRow> data_rows(const std::string& name) {
  std::vector<DataRow> rows;
  for (const CsvRow& row : read_data(name)) rows.push_back({row});
  return rows;
}

}  // namespace warodds::testing
