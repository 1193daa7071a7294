// JSON written as text is what nlohmann-json makes of the same values, byte for byte.
#include "core/ask/written_json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

namespace warodds::test {
namespace {

using Tree = nlohmann::ordered_json;

std::string dumped(const Tree& tree) {
  return tree.dump(-1, ' ', false, Tree::error_handler_t::replace);
}

TEST(WrittenJson, WritesNumbersAsTheLibraryDoes) {
  std::mt19937_64 random(11);
  std::vector<double> numbers{0.0,
                              -0.0,
                              1,
                              -1,
                              0.1,
                              1e-5,
                              1e-4,
                              123456789,
                              1e15,
                              1e16,
                              1e300,
                              5e-324,
                              std::numeric_limits<double>::max(),
                              std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()};
  for (int i = 0; i < 20'000; ++i) {
    numbers.push_back(std::bit_cast<double>(random()));
    numbers.push_back(static_cast<double>(random() >> 11) * 0x1p-53);
  }
  for (const double number : numbers) EXPECT_EQ(Json(number).text(), dumped(number));
  EXPECT_EQ(Json::array(numbers.begin(), numbers.end()).text(), dumped(numbers));
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615");
  EXPECT_EQ(Json(-3).text(), "-3");
}

TEST(WrittenJson, WritesTextsAsTheLibraryDoes) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (auto left = random() % 12; left > 0; --left) {
      text += static_cast<char>(i % 2 == 0 ? random() % 256 : 0x1E + random() % 0x64);
    }
    EXPECT_EQ(Json(text).text(), dumped(text));
    EXPECT_EQ((Json{{text, text}}).text(), dumped({{text, text}}));
  }
}

TEST(WrittenJson, NestsListsAndObjects) {
  Json json{{"a", 1}, {"b", true}, {"c", nullptr}};
  json["list"] = Json::array();
  Json list = Json::array();
  list.push_back({{"x", 0.5}});
  list.push_back("y");
  list.push_back(Json::object());
  json["more"] = list;
  json["names"] = std::vector<std::string>{"p", "q\""};
  const Tree tree{{"a", 1},
                  {"b", true},
                  {"c", nullptr},
                  {"list", Tree::array()},
                  {"more", {{{"x", 0.5}}, "y", Tree::object()}},
                  {"names", {"p", "q\""}}};
  EXPECT_EQ(json.text(), dumped(tree));
  EXPECT_EQ(json.pretty(), tree.dump(1));
}

}  // namespace
}  // namespace warodds::test
