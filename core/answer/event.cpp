#include "core/answer/event.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/play/ending.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr std::size_t most_characters = 10'000;
constexpr int most_depth = 200;  ///< of brackets and `not`

/// What may stand behind "win =" and "ahead =": a name of the list above, by the side.
struct EndWord {
  const char* subject;
  const char* word;
  const char* means;
};
constexpr EndWord end_words[] = {
    {"win", "attacker", "win"},
    {"win", "defender", "lose"},
    {"win", "both_destroyed", "both_destroyed"},
    {"win", "undecided", "undecided"},
    {"win", "retreated", "retreated"},
    {"win", "nobody", "draw"},
    {"ahead", "attacker", "ahead"},
    {"ahead", "defender", "behind"},
    {"ahead", "even", "even"},
};

}  // namespace

namespace event_text {

struct Token {
  enum class Kind { name, number, comparison, bracket, end };
  Kind kind = Kind::end;
  std::string_view text;
};

inline bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

/// The next word, number or mark of a text, without blanks before it; `text` goes on behind it. A
/// character that belongs to nothing is a comparison that nobody knows.
inline Token take_token(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  const auto take = [&](Token::Kind kind, std::size_t size) {
    const Token token{kind, text.substr(0, size)};
    text.remove_prefix(size);
    return token;
  };
  if (text.empty()) return {Token::Kind::end, text};
  if (text[0] == '(' || text[0] == ')') return take(Token::Kind::bracket, 1);
  std::size_t size = 0;
  while (size < text.size() && (is_of_name(text[size]) || text[size] == '[')) {
    if (text[size] == '[') {
      const auto end = text.find(']', size);
      if (end == std::string_view::npos) break;
      size = end;
    }
    ++size;
  }
  if (size > 0) {
    const bool is_number = read_number<double>(text.substr(0, size)).has_value();
    return take(is_number ? Token::Kind::number : Token::Kind::name, size);
  }
  for (const char* two : {"<=", ">=", "!=", "==", "<>"}) {
    if (text.starts_with(two)) return take(Token::Kind::comparison, 2);
  }
  size = 1;
  while (size < text.size() && continues_character(text[size])) ++size;
  return take(Token::Kind::comparison, size);
}

inline bool is_word(const Token& token, std::string_view word) {
  return token.kind == Token::Kind::name && lower(token.text) == word;
}

}  // namespace event_text

/// Reads an event by recursive descent: `or` binds less than `and`, that less than `not`.
class EventParser {
 public:
  EventParser(std::string_view text, OutcomeOf of, Event& event)
      : all_(text), rest_(text), of_(of), event_(event) {
    if (text.size() > most_characters) {
      throw EventError(fmt::format("an event of {} characters is too long; the most is {}",
                                   text.size(), most_characters),
                       1);
    }
    go_on();
  }

  void read() {
    event_.root_ = either();
    if (next_.kind == Token::Kind::end) return;
    if (next_.kind == Token::Kind::comparison) {
      fail("one comparison at a time; join two with 'and'");
    }
    fail("expected 'and', 'or' or the end");
  }

 private:
  using Node = Event::Node;
  using Token = event_text::Token;

  [[noreturn]] void fail(const std::string& why) const { fail(next_, why); }
  [[noreturn]] void fail(const Token& at, const std::string& why) const {
    const auto before = all_.substr(0, static_cast<std::size_t>(at.text.data() - all_.data()));
    const auto column = 1 + std::count_if(before.begin(), before.end(),
                                          [](char c) { return !continues_character(c); });
    throw EventError(fmt::format("event '{}', column {}: {}", shown(all_), column, why), column);
  }

  void go_on() { next_ = event_text::take_token(rest_); }
  bool take(std::string_view word) {
    if (!event_text::is_word(next_, word)) return false;
    go_on();
    return true;
  }

  std::size_t add(Node node) {
    event_.nodes_.push_back(node);
    return event_.nodes_.size() - 1;
  }
  std::size_t fact(const OutcomeFact& of) {
    std::vector<OutcomeFact>& facts = event_.facts_;
    const auto found = std::find(facts.begin(), facts.end(), of);
    if (found != facts.end()) return static_cast<std::size_t>(found - facts.begin());
    facts.push_back(of);
    return facts.size() - 1;
  }

  std::size_t either() {
    std::size_t left = both();
    while (take("or")) left = add({Event::Kind::either, left, both()});
    return left;
  }
  std::size_t both() {
    std::size_t left = negated();
    while (take("and")) left = add({Event::Kind::both, left, negated()});
    return left;
  }
  std::size_t negated() {
    if (++depth_ > most_depth) fail(fmt::format("more than {} deep", most_depth));
    std::size_t inner = 0;
    if (take("not")) {
      inner = add({Event::Kind::negated, negated()});
    } else if (next_.kind == Token::Kind::bracket && next_.text == "(") {
      go_on();
      inner = either();
      if (next_.kind != Token::Kind::bracket || next_.text != ")") fail("expected ')'");
      go_on();
    } else {
      inner = comparison();
    }
    --depth_;
    return inner;
  }

  std::size_t comparison() {
    const Token left = operand();
    if (next_.kind != Token::Kind::comparison) return alone(left);
    const Token sign = next_;
    constexpr std::string_view signs[] = {"=", "==", "!=", "<>", "<", "<=", ">", ">="};
    if (std::find(std::begin(signs), std::end(signs), sign.text) == std::end(signs)) {
      fail("expected one of = != < <= > >=");
    }
    go_on();
    if (left.kind == Token::Kind::name) {
      for (const EndWord& end : end_words) {
        if (of_ == OutcomeOf::battle && lower(left.text) == end.subject) {
          return of_end(left, sign, operand());
        }
      }
    }
    return compared(left, sign, operand());
  }

  Token operand() {
    const bool is_one = next_.kind == Token::Kind::number || next_.kind == Token::Kind::name;
    if (!is_one) fail("expected a fact, such as " + example());
    for (const char* word : {"and", "or", "not"}) {
      if (event_text::is_word(next_, word)) fail("expected a fact, such as " + example());
    }
    require_number(next_);
    const Token token = next_;
    go_on();
    return token;
  }
  /// What begins as numbers do, or is "nan" or "inf", must be one.
  void require_number(const Token& token) const {
    if (token.kind == Token::Kind::number && std::isfinite(*read_number<double>(token.text)))
      return;
    const char first = token.text.front();
    const bool begins_so = (first >= '0' && first <= '9') || first == '-' || first == '.';
    if (token.kind == Token::Kind::name && !begins_so) return;
    fail(token, fmt::format("'{}' is no number that a fact can be compared with; write one such as "
                            "3 or 66.6667",
                            shown(token.text)));
  }
  std::string example() const {
    return of_ == OutcomeOf::fight    ? "attacker.kills >= 2"
           : of_ == OutcomeOf::battle ? "rounds <= 3"
                                      : "step[1].kills >= 2";
  }

  /// "win", "attacker.destroyed": what is so or not.
  std::size_t alone(const Token& token) {
    if (token.kind == Token::Kind::number) fail(token, "a number alone is no condition");
    if (const auto end = end_called(lower(token.text))) return *end;
    const OutcomeFact of = known(token);
    if (!is_yes_or_no(of)) {
      fail(token, fmt::format("{} is a number: compare it, as in {} >= 1", shown(token.text),
                              shown(token.text)));
    }
    return add({Event::Kind::negated, add({Event::Kind::equal, fact(of), 0, true, 0})});
  }

  /// The node of an end of battles; nothing: there is none of that name.
  std::optional<std::size_t> end_called(std::string_view name) {
    if (of_ != OutcomeOf::battle) return std::nullopt;
    if (name == name_of_draw) {
      const std::size_t won = add({Event::Kind::either, *end_called("win"), *end_called("lose")});
      return add({Event::Kind::negated, won});
    }
    const auto end = find_end(name);
    if (!end) return std::nullopt;
    return add({Event::Kind::equal, fact({end->of}), 0, true, static_cast<double>(end->value)});
  }

  /// "win = attacker".
  std::size_t of_end(const Token& subject, const Token& sign, const Token& word) {
    const bool equal = sign.text == "=" || sign.text == "==";
    if (!equal && sign.text != "!=" && sign.text != "<>") {
      fail(sign, fmt::format("{} is = or != a word", lower(subject.text)));
    }
    std::string words;
    for (const EndWord& end : end_words) {
      if (lower(subject.text) != end.subject) continue;
      if (lower(word.text) == end.word) {
        const std::size_t is_so = *end_called(end.means);
        return equal ? is_so : add({Event::Kind::negated, is_so});
      }
      words += (words.empty() ? "" : ", ") + std::string(end.word);
    }
    fail(word, fmt::format("{} is one of: {}", lower(subject.text), words));
  }

  std::size_t compared(const Token& left, const Token& sign, const Token& right) {
    if (left.kind == Token::Kind::number && right.kind == Token::Kind::number) {
      fail(left, "one side of a comparison must be a fact, such as " + example());
    }
    // A number stands on the right.
    const bool turned = left.kind == Token::Kind::number;
    const Token& of = turned ? right : left;
    const Token& to = turned ? left : right;
    Node node{Event::Kind::equal, fact(known(of))};
    if (to.kind == Token::Kind::number) {
      node.to_number = true;
      node.number = *read_number<double>(to.text);
      if (is_of_points(event_.facts_[node.left])) node.within = within(node.number, to.text);
    } else {
      node.right = fact(known(to));
    }
    const std::string_view is = sign.text;
    if (is == "=" || is == "==") {
      want(node);
      return add(node);
    }
    if (is == "!=" || is == "<>") return add({Event::Kind::negated, add(node)});
    const bool less = (is[0] == '<') != turned;
    const bool or_equal = is.size() == 2;
    if (!less) want(node);
    // More is not at most; at least is not less.
    node.kind = less == or_equal ? Event::Kind::at_most : Event::Kind::less;
    const std::size_t place = add(node);
    return less ? place : add({Event::Kind::negated, place});
  }

  /// Whole numbers are exact to the six digits that are shown: points of 0.4 are more than 0.
  static double within(double number, std::string_view text) {
    if (number == 0) return 0;
    if (number != std::trunc(number)) return half_a_place(text);
    return 0.5 * std::pow(10, std::floor(std::log10(std::abs(number))) - 5);
  }

  void want(const Node& node) {
    if (node.to_number) event_.wanted_.push_back({event_.facts_[node.left], node.number});
  }

  OutcomeFact known(const Token& token) {
    if (const auto found = find_fact(token.text, of_)) return *found;
    fail(token, why_no_fact(token.text, of_));
  }

  std::string_view all_;
  std::string_view rest_;
  OutcomeOf of_;
  Event& event_;
  Token next_;
  int depth_ = 0;
};

Event::Event(std::string_view text, OutcomeOf of) : text_(trim(text)) {
  EventParser(text_, of, *this).read();
}

bool Event::holds(std::size_t node, std::span<const double> values) const {
  const Node& of = nodes_[node];
  switch (of.kind) {
    case Kind::both:
      return holds(of.left, values) && holds(of.right, values);
    case Kind::either:
      return holds(of.left, values) || holds(of.right, values);
    case Kind::negated:
      return !holds(of.left, values);
    default:
      break;
  }
  return compare(of, values);
}

bool Event::compare(const Node& of, std::span<const double> values) const {
  const double left = values[of.left];
  const double right = of.to_number ? of.number : values[of.right];
  const bool same =
      is_of_points(facts_[of.left]) ? are_meant(left, right, of.within) : left == right;
  return of.kind == Kind::equal  ? same
         : of.kind == Kind::less ? !same && left < right
                                 : same || left < right;
}

std::optional<Event::Bound> Event::bound() const {
  const Node& outer = nodes_[root_];
  if (outer.kind != Kind::negated) return std::nullopt;
  const Node& of = nodes_[outer.left];
  if (!of.to_number || (of.kind != Kind::less && of.kind != Kind::at_most)) return std::nullopt;
  const OutcomeFact& fact = facts_[of.left];
  if (is_of_points(fact) || is_yes_or_no(fact)) return std::nullopt;
  return Bound{fact, of.kind == Kind::less ? std::ceil(of.number) : std::floor(of.number) + 1};
}

std::optional<double> Event::is_alone() const {
  const Node& outer = nodes_[root_];
  const auto is_end = [&](const Node& of) {
    const OutcomeFact::Kind kind = facts_[of.left].kind;
    return kind == OutcomeFact::Kind::end || kind == OutcomeFact::Kind::ahead;
  };
  if (outer.kind == Kind::equal && outer.to_number && is_end(outer)) return outer.number;
  if (outer.kind != Kind::negated) return std::nullopt;
  const Node& of = nodes_[outer.left];
  const bool is_so =
      of.kind == Kind::equal && of.to_number && of.number == 0 && is_yes_or_no(facts_[of.left]);
  return is_so ? std::optional(1.0) : std::nullopt;
}

std::optional<std::vector<double>> Event::compared_with(OutcomeFact::Kind kind) const {
  std::vector<double> numbers;
  for (const Node& node : nodes_) {
    const bool compares =
        node.kind == Kind::less || node.kind == Kind::at_most || node.kind == Kind::equal;
    if (!compares) continue;
    const bool left = facts_[node.left].kind == kind;
    if (!node.to_number && (left || facts_[node.right].kind == kind)) return std::nullopt;
    if (left && node.to_number) numbers.push_back(node.number);
  }
  return numbers;
}

Event Event::with_sides_exchanged() const {
  Event other = *this;
  for (OutcomeFact& fact : other.facts_) {
    const bool is_of_side = fact.kind != OutcomeFact::Kind::rounds &&
                            fact.kind != OutcomeFact::Kind::end &&
                            fact.kind != OutcomeFact::Kind::ahead;
    if (is_of_side) fact.side = enemy_of(fact.side);
  }
  for (Wanted& one : other.wanted_) one.fact.side = enemy_of(one.fact.side);
  // Who has won, and who is ahead, are numbers of the other side.
  for (Node& node : other.nodes_) {
    if (node.kind != Kind::equal || !node.to_number) continue;
    const OutcomeFact::Kind of = facts_[node.left].kind;
    const auto exchange = [&](auto one, auto another) {
      const auto a = static_cast<double>(one), b = static_cast<double>(another);
      node.number = node.number == a ? b : node.number == b ? a : node.number;
    };
    if (of == OutcomeFact::Kind::end) {
      exchange(BattleEnd::attacker_wins, BattleEnd::defender_wins);
    } else if (of == OutcomeFact::Kind::ahead) {
      exchange(Ahead::attacker, Ahead::defender);
    }
  }
  return other;
}

bool looks_like_event(std::string_view text) {
  using event_text::is_word, event_text::take_token, event_text::Token;
  for (Token token = take_token(text); token.kind != Token::Kind::end; token = take_token(text)) {
    if (token.kind == Token::Kind::comparison || token.kind == Token::Kind::bracket) return true;
    for (const char* word : {"and", "or", "not"}) {
      if (is_word(token, word)) return true;
    }
  }
  return false;
}

}  // namespace warodds
