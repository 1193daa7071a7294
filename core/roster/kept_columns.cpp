#include "core/roster/kept_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include "core/roster/cell.h"
#include "core/roster/csv.h"
#include "core/roster/node.h"
#include "core/roster/read_file.h"
#include "core/roster/reader.h"
#include "core/systems/systems.h"
#include "core/text/error.h"

namespace warodds {
namespace {

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    const auto byte = static_cast<unsigned char>(c);
    quoted += byte < 0x20 || byte == 0x7F ? fmt::format("\\u{:04x}", byte) : std::string(1, c);
  }
  return quoted + '"';
}

}  // namespace

std::string file_of_columns(const std::string& sheet) {
  return std::filesystem::path(sheet).replace_extension(".columns").string();
}

KeptColumns read_columns(std::string_view text, const std::string& path) {
  const std::string file = file_of_columns(path);
  std::error_code failure;
  KeptColumns kept;
  // No link: it may lead out of a folder that is all that somebody may read.
  if (!is_csv(text, path) || file == path ||
      !std::filesystem::is_regular_file(std::filesystem::symlink_status(file, failure))) {
    return kept;
  }
  kept.text = read_file(file, "columns ", Roster::most_bytes);
  const Node tree = toml_tree(kept.text, file);
  for (const Node& one : tree.inside) {
    if (one.key == "system") {
      if (one.kind != Node::Kind::text) refuse(one, "system is the name of a system in quotes");
      kept.system = system_meant(one.value);
    } else if (one.key == "columns") {
      if (one.kind != Node::Kind::table) refuse(one, "columns is a table: [columns]");
      for (const Node& column : one.inside) {
        if (column.kind != Node::Kind::text)
          refuse(column, "a column is the name of a field in quotes");
        if (column.value.empty()) {
          kept.columns.ignored.push_back(column.key);
        } else {
          kept.columns.called.push_back({column.key, column.value, column.where + ":"});
        }
      }
    } else {
      refuse_key(one, {"system", "columns"});
    }
  }
  return kept;
}

void add(const SheetColumns& kept, SheetColumns& said) {
  std::vector<std::string> known;
  for (const std::string& header : said.ignored) known.push_back(column_key(header));
  for (const ColumnName& one : said.called) known.push_back(column_key(one.header));
  const auto is_new = [&](const std::string& header) {
    return std::find(known.begin(), known.end(), column_key(header)) == known.end();
  };
  std::copy_if(kept.ignored.begin(), kept.ignored.end(), std::back_inserter(said.ignored), is_new);
  std::copy_if(kept.called.begin(), kept.called.end(), std::back_inserter(said.called),
               [&](const ColumnName& one) { return is_new(one.header); });
}

std::string columns_text(const Roster& roster) {
  std::string text = fmt::format("system = {}\n[columns]\n", quoted(roster.system));
  for (const ColumnName& one : roster.columns.called) {
    text += fmt::format("{} = {}\n", quoted(one.header), quoted(one.key));
  }
  for (const std::string& header : roster.columns.ignored) text += quoted(header) + " = \"\"\n";
  return text;
}

}  // namespace warodds
