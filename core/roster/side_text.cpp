#include "core/roster/side_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cstddef>
#include <optional>

#include "core/systems/systems.h"
#include "core/text/error.h"
#include "core/text/name_key.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds {
namespace {

constexpr std::string_view plus = " + ";
constexpr std::string_view with_word = " with ";
constexpr const char* beside_plus = "has no unit beside a '+'";
constexpr auto nowhere = std::string_view::npos;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Where the count that begins with the asterisk at this place ends; `nowhere`: there is none.
std::size_t end_of_count(std::string_view text, std::size_t asterisk) {
  if (asterisk >= text.size() || text[asterisk] != '*') return nowhere;
  std::size_t end = asterisk + 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  const bool ends = end == text.size() || text[end] == ' ' || text[end] == ',';
  return ends && end > asterisk + 1 ? end : nowhere;
}

/// Where the count begins that ends this text; `nowhere`: it ends with none.
std::size_t count_at_end(std::string_view text) {
  const std::size_t asterisk = text.rfind('*');
  return asterisk != nowhere && end_of_count(text, asterisk) == text.size() ? asterisk : nowhere;
}

class SideReader {
 public:
  SideReader(std::string_view text, const std::string& where, const std::vector<std::string>& names)
      : text_(text), where_(where) {
    for (const std::string& name : names) {
      names_.push_back(lower(name_key(name)));
      longest_name_ = std::max({longest_name_, names_.back().size(), name.size()});
    }
    std::sort(names_.begin(), names_.end());
  }

  std::vector<SidePart> read() {
    std::vector<SidePart> parts;
    for (bool more = true; more;) {
      parts.push_back(read_part());
      more = at_ != nowhere && parts.size() <= most_units_of_side;
    }
    require_few(parts, where_);
    return parts;
  }

 private:
  /// Reads up to the plus behind the part, and goes behind it, or nowhere.
  SidePart read_part() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ >= text_.size() || text_.substr(at_).starts_with(plus.substr(1))) {
      if (!trim(text_).empty()) refuse(text_, beside_plus);
    }
    const std::size_t name = end_of_name();
    const std::size_t with = text_.find(with_word, name);
    const std::size_t next = text_.find(plus, name);
    SidePart part = unit_of(name, std::min({with, next, text_.size()}));
    if (with < next) {
      // The blank behind `with` may be that before the plus.
      const std::string_view rest = text_.substr(0, next).substr(with + with_word.size() - 1);
      part.with = parse_with(trim(rest), where_);
    }
    at_ = next == nowhere ? nowhere : next + plus.size();
    return part;
  }

  /// The unit from here to `end`, whose name ends at `name`, and how many.
  SidePart unit_of(std::size_t name, std::size_t end) const {
    const std::string_view all = trim(text_.substr(at_, end - at_));
    const std::string_view called = trim(text_.substr(at_, name - at_));
    std::string_view stats = trim(text_.substr(name, end - name));
    std::string unit(all);
    std::optional<std::string_view> count;
    if (const std::size_t behind = end_of_count(stats, 0); behind != nowhere) {
      count = stats.substr(1, behind - 1);
      stats = trim(stats.substr(behind));
      unit = std::string(called) + std::string(stats);
    } else if (const std::size_t last = count_at_end(stats); last != nowhere) {
      count = stats.substr(last + 1);
      stats = trim(stats.substr(0, last));
      unit = trim(all.substr(0, all.rfind('*')));
    }
    const bool has_another =
        count_at_end(stats) != nowhere || (count_at_end(called) != nowhere && !is_name(called));
    if (count && has_another) refuse(all, "says twice how many");
    if (!stats.empty() && stats[0] != ',') refuse(all, "goes on behind a count without a ','");
    if ((unit == "+" || unit.ends_with(" +")) && !is_name(unit)) refuse(text_, beside_plus);
    if (unit.ends_with(" with") && !is_name(unit)) refuse(all, "has nothing behind 'with'");
    if (unit.empty() && count) refuse(text_, "has no unit before a '*'");
    if (!count) return {unit};
    const auto number = read_number<int>(*count);
    if (!number || *number < 1 || *number > most_units_of_side) {
      refuse(all, fmt::format("must be from 1 to {} units", most_units_of_side));
    }
    return {unit, *number};
  }

  /// Where the name that begins here may end: before what means something behind a name.
  std::vector<std::size_t> ends_of_names() const {
    std::vector<std::size_t> ends;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      const std::string_view rest = text_.substr(i);
      if (rest[0] == ',' || rest.starts_with(plus) || rest.starts_with(with_word) ||
          end_of_count(text_, i) != nowhere) {
        ends.push_back(i);
      }
    }
    ends.push_back(text_.size());
    return ends;
  }

  /// Whether a unit of the roster is called so, or its name begins so (before a `with` in it).
  bool is_name(std::string_view text) const {
    constexpr std::size_t more_blanks = 16;
    if (text.empty() || text.size() > longest_name_ + more_blanks) return false;
    const std::string name = lower(name_key(text));
    const auto first = std::lower_bound(names_.begin(), names_.end(), name);
    if (first == names_.end() || !first->starts_with(name)) return false;
    return *first == name || !name.ends_with(" with");
  }

  /// The last of these places up to which a unit may be called so.
  std::size_t end_of_name() const {
    const std::vector<std::size_t> ends = ends_of_names();
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
      const std::string_view called = trim(text_.substr(at_, *end - at_));
      if (is_name(called)) return *end;
    }
    return ends.front();
  }

  [[noreturn]] void refuse(std::string_view what, const std::string& why) const {
    throw BadValue(
        fmt::format("{}: '{}' {}{}", where_, shown(what), why, how_to_write_several(plus)));
  }

  std::string_view text_;
  const std::string& where_;
  std::vector<std::string> names_;
  std::size_t longest_name_ = 0;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<SidePart> parse_side(std::string_view text, const std::string& where,
                                 const std::vector<std::string>& names) {
  std::string line(text);
  const auto is_blank = [](char c) { return blanks.find(c) != nowhere; };
  std::replace_if(line.begin(), line.end(), is_blank, ' ');
  boost::replace_all(line, "\xC2\xA0", " ");  // of those that do not break
  return SideReader(line, where, names).read();
}

namespace {

constexpr std::string_view of_reply = "reply.";

/// Whether a system has such a key of the situation; `of_text`: whose value may be any text.
bool is_of_situation(std::string_view key, bool of_text) {
  std::string small = lower(key);
  if (small.starts_with(of_reply)) small.erase(0, of_reply.size());
  bool found = false;
  Systems::for_each([&](auto system) {
    for (const auto& field : decltype(system)::situation_fields()) {
      found = found || (field.name == small && (field.text || !of_text));
    }
  });
  return found;
}

/// Whether a part behind a comma is a setting of its own, rather than of the text before it.
bool begins_setting(std::string_view part, const Setting& before) {
  const auto equals = part.find('=');
  if (equals == nowhere) return false;
  return !is_of_situation(before.key, true) || is_of_situation(trim(part.substr(0, equals)), false);
}

}  // namespace

std::vector<Setting> parse_with(std::string_view text, const std::string& where) {
  std::vector<Setting> settings;
  for (const std::string& part : split(text, ',')) {
    if (settings.empty() || begins_setting(part, settings.back())) {
      settings.push_back(parse_setting(trim(part), where));
    } else {
      // Names keep their blanks.
      const bool is_text = is_of_situation(settings.back().key, true);
      settings.back().value += "," + (is_text ? part : std::string(trim(part)));
    }
  }
  require_distinct(settings);
  return settings;
}

std::string with_of(const SidePart& part) {
  std::string text;
  for (const Setting& setting : part.with) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", setting.key, setting.value);
  }
  return text;
}

std::string written(const SidePart& part) {
  const auto* text = std::get_if<std::string>(&part.unit);
  std::string all = text != nullptr ? *text : std::get<UnitText>(part.unit).name;
  if (part.count > 1) all += fmt::format("*{}", part.count);
  if (!part.with.empty()) all += std::string(with_word) + with_of(part);
  return all;
}

std::string written(const std::vector<SidePart>& parts) {
  std::string all;
  for (const SidePart& part : parts) {
    if (!all.empty()) all += plus;
    all += written(part);
  }
  return all;
}

void require_few(const std::vector<SidePart>& parts, const std::string& where) {
  long units = 0;
  for (const SidePart& part : parts) units += part.count;
  if (units <= most_units_of_side) return;
  throw NotInRange(fmt::format("{}: {} units are more than the {} that a side may have", where,
                               units, most_units_of_side));
}

std::string how_to_write_several(std::string_view text) {
  if (text.find_first_of("+*") == nowhere && text.find(with_word) == nowhere) return "";
  return "; several units are written NAME + NAME*2 with KEY=VALUE,..., with blanks around '+'";
}

}  // namespace warodds
