// What the writer of JSON writes, against another library.
#include "core/ask/json_writer.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/text/error.h"

namespace warodds {
namespace {

using Json = nlohmann::ordered_json;
using Layout = JsonWriter::Layout;

template <class Write>
std::string written(Layout layout, const Write& write) {
  JsonWriter json(layout);
  write(json);
  return json.text();
}

template <class Value>
std::string written(const Value& value) {
  return written(Layout::one_line, [&](JsonWriter& json) { json.value(value); });
}

TEST(JsonWriter, LaysOutAsTheLibraryDoes) {
  const auto write = [](JsonWriter& json) {
    json.object([&] {
      json.member("empty list", std::vector<int>{});
      json.object("empty object", [] {});
      json.member("yes", true);
      json.member("nothing", std::optional<int>{});
      json.member("something", std::optional<int>{3});
      json.member("word", std::variant<int, std::string>("word"));
      json.array("rows", std::vector<std::vector<int>>{{1, 2}, {}, {-3}},
                 [&](const std::vector<int>& row) { json.value(row); });
      json.member("there already", [&] { json.json("{\"a\":1}"); });
      json.member("last", std::numeric_limits<std::uint64_t>::max());
    });
  };
  const Json tree{{"empty list", Json::array()},
                  {"empty object", Json::object()},
                  {"yes", true},
                  {"nothing", nullptr},
                  {"something", 3},
                  {"word", "word"},
                  {"rows", {{1, 2}, Json::array(), {-3}}},
                  {"there already", {{"a", 1}}},
                  {"last", std::numeric_limits<std::uint64_t>::max()}};
  EXPECT_EQ(written(Layout::one_line, write), tree.dump());
  std::string many_lines = tree.dump(1);
  const std::string inner = "{\n  \"a\": 1\n }";  // what is there already stays on its line
  many_lines.replace(many_lines.find(inner), inner.size(), "{\"a\":1}");
  EXPECT_EQ(written(Layout::many_lines, write), many_lines);
}

TEST(JsonWriter, WritesAnyTextAsTheLibraryDoes) {
  const std::vector<std::string> texts{"",
                                       "plain ~",
                                       "\"quoted\"",
                                       "back\\slash",
                                       "\n\t\x01",
                                       std::string(1, 0),
                                       "Käse, 龍, 🐉",
                                       "\x7f",
                                       "half of \xc3 a letter"};
  for (const std::string& text : texts) {
    EXPECT_EQ(written(text), Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
  }
}

TEST(JsonWriter, WritesNumbersThatAreReadAsTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const std::string text = written(number);
    ASSERT_EQ(Json::parse(text).get<double>(), number) << text;
    ASSERT_TRUE(Json::parse(text).is_number_float()) << text;
  }
}

TEST(JsonWriter, WritesNumbersAsPeopleDo) {
  EXPECT_EQ(written(0.0), "0.0");
  EXPECT_EQ(written(1.0), "1.0");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(-3.0), "-3.0");
  EXPECT_EQ(written(1e-4), "0.0001");
  EXPECT_EQ(written(1e-5), "1e-05");
  EXPECT_EQ(written(1234567890123456.0), "1234567890123456.0");
  EXPECT_EQ(written(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(written(1e16), "1e+16");
  EXPECT_EQ(written(-1.5e17), "-1.5e+17");
  EXPECT_EQ(written(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(written(-2.5e-300), "-2.5e-300");
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(written(std::numeric_limits<int>::min()), "-2147483648");
}

TEST(JsonWriter, KeepsNoMoreThanItMay) {
  const auto write = [](std::size_t most_bytes) {
    JsonWriter json(Layout::one_line, "", most_bytes);
    json.value(std::vector<int>(1000, 7));
    return json.text();
  };
  EXPECT_EQ(write(2001).size(), 2001U);
  EXPECT_THROW(write(1000), NoAnswer);
}

}  // namespace
}  // namespace warodds
