#include "core/roster/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "core/text/error.h"
#include "core/text/shown.h"

namespace warodds {
namespace {

std::string where_in(const std::string& file, const toml::source_region& source) {
  return fmt::format("{}:{}:{}", file, source.begin.line, source.begin.column);
}

/// The parser goes a level deeper, of its own calls too, for every dot of a key.
void require_shallow(std::string_view text, const std::string& file) {
  constexpr int most_dots = 1000;
  int line = 1, dots = 0;
  for (const char character : text) {
    dots += character == '.' ? 1 : 0;
    if (dots > most_dots) {
      throw BadRoster(fmt::format("{}:{}: more than {} dots in a line: no key is so long", file,
                                  line, most_dots));
    }
    if (character != '\n') continue;
    ++line;
    dots = 0;
  }
}

Node tree_of(const toml::node& toml, const std::string& file, const toml::key& key = {}) {
  const auto& [begin, end, path] = toml.source();
  const Node::Span span{begin.line, begin.column, end.line, end.column, key.source().begin.column};
  Node node{std::string(key.str()), Node::Kind::other, "", where_in(file, toml.source()), span};
  toml.visit([&](const auto& of) {
    if constexpr (toml::is_table<decltype(of)>) {
      node.kind = Node::Kind::table;
      for (const auto& [name, inner] : of) node.inside.push_back(tree_of(inner, file, name));
    } else if constexpr (toml::is_array<decltype(of)>) {
      node.kind = Node::Kind::list;
      for (const toml::node& inner : of) node.inside.push_back(tree_of(inner, file));
    } else if constexpr (toml::is_string<decltype(of)>) {
      node.kind = Node::Kind::text;
      node.value = of.get();
    } else if constexpr (toml::is_boolean<decltype(of)>) {
      node.kind = Node::Kind::value;
      node.value = of.get() ? "yes" : "no";
    } else if constexpr (toml::is_number<decltype(of)>) {
      node.kind = Node::Kind::value;
      node.value = fmt::format("{}", of.get());
    }
  });
  return node;
}

/// The place of the last character of what begins here, if that is a comment or a string, whose
/// brackets do not count; else the place itself.
std::size_t skipped(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '#') return std::min(text.find('\n', at), text.size()) - 1;
  if (c != '"' && c != '\'') return at;
  const std::string three(3, c);
  const bool is_long = text.substr(at, 3) == three;
  for (std::size_t i = at + (is_long ? 3 : 1); i < text.size(); ++i) {
    if (c == '"' && text[i] == '\\') {
      ++i;
    } else if (is_long ? text.substr(i, 3) == three : text[i] == c || text[i] == '\n') {
      return is_long ? i + 2 : text[i] == '\n' ? i - 1 : i;
    }
  }
  return text.size() - 1;
}

}  // namespace

Node toml_tree(std::string_view text, const std::string& file) {
  const std::string name = shown(file);
  require_shallow(text, name);
  try {
    return tree_of(toml::parse(text, name), name);
  } catch (const toml::parse_error& error) {
    const std::string bracket = unmatched_bracket(text), where = where_in(name, error.source());
    throw BadRoster(fmt::format("{}: not valid TOML: {}{}{}", where, error.description(),
                                bracket.empty() ? "" : "; ", bracket),
                    "", where);
  }
}

std::string unmatched_bracket(std::string_view toml) {
  struct Open {
    char bracket;
    int line;
  };
  std::vector<Open> open;
  int line = 1;
  for (std::size_t i = 0; i < toml.size(); ++i) {
    const std::size_t last = skipped(toml, i);
    if (last > i) {
      line += static_cast<int>(std::count(toml.begin() + static_cast<std::ptrdiff_t>(i),
                                          toml.begin() + static_cast<std::ptrdiff_t>(last), '\n'));
      i = last;
      continue;
    }
    const char c = toml[i];
    if (c == '{' || c == '[') open.push_back({c, line});
    if (c == '}' || c == ']') {
      const char partner = c == '}' ? '{' : '[';
      if (open.empty() || open.back().bracket != partner) {
        return fmt::format("line {} has a '{}' without its '{}'", line, c, partner);
      }
      open.pop_back();
    }
    if (c != '\n') continue;
    if (!open.empty() && open.back().bracket == '{') {
      return fmt::format("the '{{' of line {} is not closed on its line", open.back().line);
    }
    ++line;
  }
  if (open.empty()) return "";
  return fmt::format("the '{}' of line {} is not closed", open.back().bracket, open.back().line);
}

}  // namespace warodds
