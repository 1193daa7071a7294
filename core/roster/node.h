// What a file says, before anything is made of it: a tree of tables, lists and values, each with
// its place. A file of any kind becomes such a tree, and is read (core/roster/reader.h) and written
// anew (core/roster/roster_text.h) by it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warodds {

struct Node {
  enum class Kind {
    text,
    value,  ///< a number, or yes or no
    list,
    table,
    other  ///< what no roster has: a date, a null
  };
  /// Lines and columns of characters, from 1 on; of a sheet the row and the column, from 0 on.
  struct Span {
    std::uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
    std::uint32_t key_column = 0;  ///< of a key that stands on its line before it; 0: there is none
  };

  std::string key;  ///< in its table; empty in a list
  Kind kind = Kind::other;
  std::string value;  ///< of a text or value, as people write it: "1d6", "3", "yes"
  std::string where;  ///< for messages: "orcs.toml:12:8", "units[2]"
  Span span = {};
  /// What a list or table holds, in its order. Of a value of a sheet: the other cells that say it.
  std::vector<Node> inside = {};

  /// What stands under a key of a table; null: nothing does.
  const Node* find(std::string_view name) const {
    for (const Node& one : inside) {
      if (one.key == name) return &one;
    }
    return nullptr;
  }
  bool is_value() const { return kind == Kind::text || kind == Kind::value; }
};

/// The tree of TOML. Throws InputError with file, line and column.
Node toml_tree(std::string_view text, const std::string& file);

/// Which bracket has no partner, for those whose file the parser does not take: "the '{' of line 3
/// is not closed on its line", "line 4 has a '}' without its '{'"; "" where every bracket has one.
/// Strings and comments do not count; the braces of an inline table stand on one line (TOML 1.0).
std::string unmatched_bracket(std::string_view toml);

}  // namespace warodds
