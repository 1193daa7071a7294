// What is read as JSON: all that is JSON, and nothing else. What it says is held to texts that are
// written down; what is JSON, to the library's own judgement without our limits.
#include "core/ask/json_text.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/text/error.h"

namespace warodds {
namespace {

using testing::HasSubstr;

/// Why a text is refused; empty: it is not.
std::string why_refused(const std::string& text) {
  try {
    parse_json(text);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

const std::vector<std::string> valid{
    R"({"command": "fight", "id": 1, "attacker": {"name": "A", "hp": 2}, "list": [1, [], {}]})",
    R"( [ null , true , false , -0 , 0.5 , -1.5e-3 , 2E+7 , 123456789012345678901234567890 ] )",
    R"(["", "a\"b\\c\/d\b\f\n\r\t", "\u0000\u00e9\u20ac\ud83d\ude00", "Käse 龍 🐉"])",
    R"({"a": {"a": {"a": 1}}, "": 0, "b": "a"})",
    "\xEF\xBB\xBF{}",
    "7",
    R"("text")",
    "\t[\r\n]\n"};

TEST(JsonText, SaysWhatTheTextSays) {
  const std::vector<std::string> said{
      R"({"command":"fight","id":1,"attacker":{"name":"A","hp":2},"list":[1,[],{}]})",
      "[null,true,false,0,0.5,-0.0015,20000000.0,1.2345678901234568e+29]",
      "[\"\",\"a\\\"b\\\\c/d\\b\\f\\n\\r\\t\",\"\\u0000é€😀\",\"Käse 龍 🐉\"]",
      R"({"a":{"a":{"a":1}},"":0,"b":"a"})",
      "{}",
      "7",
      R"("text")",
      "[]"};
  ASSERT_EQ(said.size(), valid.size());
  for (std::size_t i = 0; i < valid.size(); ++i) {
    EXPECT_EQ(parse_json(valid[i]).dump(), said[i]) << valid[i];
  }
}

TEST(JsonText, KeepsNumbersToTheLastDigitOfADouble) {
  for (const std::string digits : {"0", "1.5", "18446744073709551615", "-9223372036854775808",
                                   "0.1", "1e+300", "5e-324", "9007199254740993"}) {
    EXPECT_EQ(parse_json("[" + digits + "]").dump(), "[" + digits + "]");
  }
}

TEST(JsonText, RefusesWhatIsNotJson) {
  for (const std::string text : {"",
                                 " ",
                                 "{",
                                 "]",
                                 "[1,]",
                                 "{\"a\":1,}",
                                 "{\"a\" 1}",
                                 "{a:1}",
                                 "[01]",
                                 "[1.]",
                                 "[.5]",
                                 "[+1]",
                                 "[1e]",
                                 "[NaN]",
                                 "[Infinity]",
                                 "nul",
                                 "[\"a]",
                                 "['a']",
                                 "[1] 2",
                                 "[\"\t\"]",
                                 "[\"\\x\"]",
                                 "[\"\\ud800\"]",
                                 "[\"\\ude00\"]",
                                 "[\"\xc3\"]",
                                 "[\"\xff\"]",
                                 "[\"\xed\xa0\x80\"]",
                                 "[\"\xc0\x80\"]",
                                 "// c\n[]"}) {
    EXPECT_FALSE(Json::accept(text)) << text;
    EXPECT_THAT(why_refused(text), HasSubstr("not JSON")) << text;
  }
  EXPECT_THAT(why_refused("[1e999]"), HasSubstr("too large"));
  EXPECT_THAT(why_refused(std::string("[]\0", 3)), HasSubstr("not JSON"));
  EXPECT_THAT(why_refused(std::string("[]\0[]", 5)), HasSubstr("not JSON"));
}

TEST(JsonText, RefusesAKeyGivenTwice) {
  EXPECT_THAT(why_refused(R"({"a":1,"b":2,"a":3})"), HasSubstr("twice"));
  EXPECT_THAT(why_refused(R"([{"x":{"a":1,"\u0061":3}}])"), HasSubstr("twice"));
  EXPECT_EQ(why_refused(R"([{"a":1},{"a":1,"b":{"a":1}}])"), "");
}

TEST(JsonText, RefusesWhatIsNestedTooDeep) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(why_refused(nested(32)), "");
  EXPECT_THAT(why_refused(nested(33)), HasSubstr("too deep"));
  EXPECT_THAT(why_refused(nested(1'000'000)), HasSubstr("too deep"));
}

/// As the other library reads it: discarded where it is no JSON, binary where a number is beyond
/// it.
Json parsed(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error&) {
    return Json(Json::value_t::discarded);
  } catch (const Json::out_of_range&) {
    return Json::binary({});
  }
}

TEST(JsonText, AgreesOnTextsWithMistakes) {
  const std::string bytes = "\"\\{}[]:,0123eE+-.tfnaul \n\x01\x7f\x80\xc3\xff";
  std::mt19937 random(1);
  const auto below = [&](std::size_t end) { return random() % end; };
  int accepted = 0;
  int refused = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string text = valid[below(valid.size())];
    for (std::size_t mistakes = 1 + below(3); mistakes > 0; --mistakes) {
      const std::size_t at = below(text.size());
      switch (below(3)) {
        case 0:
          text[at] = bytes[below(bytes.size())];
          break;
        case 1:
          text.insert(at, 1, bytes[below(bytes.size())]);
          break;
        default:
          text.erase(at, 1);
          text += ' ';
      }
    }
    const std::string why = why_refused(text);
    if (why.find("twice") != std::string::npos) continue;
    const Json read = parsed(text);
    if (read.is_binary()) continue;
    const bool is_json = !read.is_discarded();
    ASSERT_EQ(why.empty(), is_json) << text << "\n" << why;
    ++(is_json ? accepted : refused);
    if (!is_json) continue;
    ASSERT_EQ(parse_json(text), read) << text;
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace warodds
