// Names that look the same, and names that do not.
#include "core/text/name_key.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace warodds {
namespace {

// Words and random letters as Python's unicodedata has them in NFC and in NFD.
TEST(NameKey, IsOneForBothFormsOfUnicode) {
  const std::vector<std::pair<std::string, std::string>> both{
      {"\xC3\x89"
       "lan",
       "E\xCC\x81"
       "lan"},
      {"Gr\xC3\xB6\xC3\x9F"
       "e",
       "Gro\xCC\x88\xC3\x9F"
       "e"},
      {"\xC3\x85"
       "ngstr\xC3\xB6"
       "m",
       "A\xCC\x8A"
       "ngstro\xCC\x88"
       "m"},
      {"Vi\xE1\xBB\x87"
       "t",
       "Vie\xCC\xA3\xCC\x82"
       "t"},
      {"\xED\x95\x9C\xEA\xB8\x80",
       "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB\xE1\x84\x80\xE1\x85\xB3\xE1\x86\xAF"},
      {"\xE1\xB9\xA8", "S\xCC\xA3\xCC\x87"},
      {"\xC7\xAC", "O\xCC\xA8\xCC\x84"},
      {"\xD0\x8C"
       " \xE1\xBA\x9B"
       "z\xC4\xA0"
       "z\xE1\xB8\x81"
       "a\xC4\x97",
       "\xD0\x9A\xCC\x81"
       " \xC5\xBF\xCC\x87"
       "zG\xCC\x87"
       "za\xCC\xA5"
       "ae\xCC\x87"},
      {"\xC3\x8C"
       "a\xD1\xB6"
       "a\xD3\xB0"
       "a\xE1\xBC\xB5"
       "a\xC5\xA8"
       "z",
       "I\xCC\x80"
       "a\xD1\xB4\xCC\x8F"
       "a\xD0\xA3\xCC\x88"
       "a\xCE\xB9\xCC\x94\xCC\x81"
       "aU\xCC\x83"
       "z"},
      {"\xE1\xBE\xBA"
       "b\xC8\x88"
       " \xC4\x99"
       " \xC5\xB0"
       "a\xC3\xA7"
       "b",
       "\xCE\x91\xCC\x80"
       "bI\xCC\x8F"
       " e\xCC\xA8"
       " U\xCC\x8B"
       "ac\xCC\xA7"
       "b"},
      {"\xD8\xA4"
       "z\xE1\xB8\x94"
       "z\xC4\xAF"
       " \xC4\xAA"
       "a\xE1\xBF\x98"
       "z",
       "\xD9\x88\xD9\x94"
       "zE\xCC\x84\xCC\x80"
       "zi\xCC\xA8"
       " I\xCC\x84"
       "a\xCE\x99\xCC\x86"
       "z"},
      {"\xD3\xB8"
       " \xE1\xBE\x92"
       "z\xE1\xBC\x91"
       "a\xE1\xBA\xA4"
       "z\xC8\x86"
       "z",
       "\xD0\xAB\xCC\x88"
       " \xCE\xB7\xCC\x93\xCC\x80\xCD\x85"
       "z\xCE\xB5\xCC\x94"
       "aA\xCC\x82\xCC\x81"
       "zE\xCC\x91"
       "z"},
      {"\xC5\xBD"
       "a\xCE\x8A"
       " \xE1\xBE\x9F"
       " \xD3\x9A"
       "b\xE1\xB9\x8F",
       "Z\xCC\x8C"
       "a\xCE\x99\xCC\x81"
       " \xCE\x97\xCC\x94\xCD\x82\xCD\x85"
       " \xD3\x98\xCC\x88"
       "bo\xCC\x83\xCC\x88"},
      {"\xE1\xB8\xAC"
       "b\xE1\xBC\x88"
       " \xE1\xBB\xA3"
       "a\xE1\xBB\xA9"
       " \xC4\x8A"
       "a",
       "I\xCC\xB0"
       "b\xCE\x91\xCC\x93"
       " o\xCC\x9B\xCC\xA3"
       "au\xCC\x9B\xCC\x81"
       " C\xCC\x87"
       "a"},
      {"\xE1\xBC\xB5"
       "z\xD3\xB9"
       "z\xC7\x94"
       "b\xC3\x8B"
       "z\xC3\xBC",
       "\xCE\xB9\xCC\x94\xCC\x81"
       "z\xD1\x8B\xCC\x88"
       "zu\xCC\x8C"
       "bE\xCC\x88"
       "zu\xCC\x88"},
      {"\xC4\xBC"
       "a\xE1\xBC\xB5"
       "z\xE1\xBC\xB0"
       "z\xE1\xB9\xB8"
       " \xC7\xBD"
       "z",
       "l\xCC\xA7"
       "a\xCE\xB9\xCC\x94\xCC\x81"
       "z\xCE\xB9\xCC\x93"
       "zU\xCC\x83\xCC\x81"
       " \xC3\xA6\xCC\x81"
       "z"},
      {"\xD0\x87"
       "b\xE1\xBD\x8C"
       "b\xE1\xBA\xA5"
       "a\xC5\xB6"
       "a\xE1\xBC\x95"
       "z",
       "\xD0\x86\xCC\x88"
       "b\xCE\x9F\xCC\x93\xCC\x81"
       "ba\xCC\x82\xCC\x81"
       "aY\xCC\x82"
       "a\xCE\xB5\xCC\x94\xCC\x81"
       "z"},
      {"\xE1\xBA\x92"
       "a\xC7\x9B"
       "b\xC4\x8B"
       "a\xC4\x8D"
       "b\xE1\xB8\xB8"
       "b",
       "Z\xCC\xA3"
       "aU\xCC\x88\xCC\x80"
       "bc\xCC\x87"
       "ac\xCC\x8C"
       "bL\xCC\xA3\xCC\x84"
       "b"},
      {"\xC4\xA1"
       " \xE1\xB8\xB5"
       "z\xE1\xB8\xAE"
       " \xE1\xB8\xA9"
       "b\xE1\xBE\x9D"
       "a",
       "g\xCC\x87"
       " k\xCC\xB1"
       "zI\xCC\x88\xCC\x81"
       " h\xCC\xA7"
       "b\xCE\x97\xCC\x94\xCC\x81\xCD\x85"
       "a"},
      {"\xC4\x96"
       "z\xE1\xBC\x8E"
       " \xC8\xA7"
       "z\xE1\xB8\x9C"
       " \xE1\xBB\xB8"
       "b",
       "E\xCC\x87"
       "z\xCE\x91\xCC\x93\xCD\x82"
       " a\xCC\x87"
       "zE\xCC\xA7\xCC\x86"
       " Y\xCC\x83"
       "b"},
      {"\xE1\xB8\xB8"
       "a\xE1\xBE\x80"
       " \xE1\xBC\x8E"
       "a\xE1\xBD\x85"
       " \xE1\xBD\x95"
       "a",
       "L\xCC\xA3\xCC\x84"
       "a\xCE\xB1\xCC\x93\xCD\x85"
       " \xCE\x91\xCC\x93\xCD\x82"
       "a\xCE\xBF\xCC\x94\xCC\x81"
       " \xCF\x85\xCC\x94\xCC\x81"
       "a"},
      {"\xC8\xA6"
       "b\xC8\x96"
       "a\xC3\xBC"
       "a\xE1\xBC\xB2"
       "z\xE1\xBB\xB3"
       "z",
       "A\xCC\x87"
       "bU\xCC\x91"
       "au\xCC\x88"
       "a\xCE\xB9\xCC\x93\xCC\x80"
       "zy\xCC\x80"
       "z"},
      {"\xD3\xB4"
       " \xE1\xBB\x86"
       " \xE1\xBC\x91"
       "a\xE1\xBE\xA5"
       " \xE1\xBD\xA1",
       "\xD0\xA7\xCC\x88"
       " E\xCC\xA3\xCC\x82"
       " \xCE\xB5\xCC\x94"
       "a\xCF\x89\xCC\x94\xCC\x81\xCD\x85"
       " \xCF\x89\xCC\x94"},
      {"\xE1\xBF\x88"
       " \xE1\xBB\xAF"
       "a\xE1\xB8\xB1"
       "b\xE1\xB8\xAD"
       "a\xC4\xA2"
       "z",
       "\xCE\x95\xCC\x80"
       " u\xCC\x9B\xCC\x83"
       "ak\xCC\x81"
       "bi\xCC\xB0"
       "aG\xCC\xA7"
       "z"},
      {"\xE1\xBE\x8F"
       "z\xC4\xA0"
       "b\xE1\xB8\xB5"
       "z\xC8\x91"
       "a\xE1\xB9\x87"
       "z",
       "\xCE\x91\xCC\x94\xCD\x82\xCD\x85"
       "zG\xCC\x87"
       "bk\xCC\xB1"
       "zr\xCC\x8F"
       "an\xCC\xA3"
       "z"},
      {"\xE1\xBF\x88"
       "b\xE1\xBD\xAC"
       "a\xE1\xBC\x8F"
       " \xE1\xBC\xA4"
       "a\xE1\xBD\xA1"
       "b",
       "\xCE\x95\xCC\x80"
       "b\xCE\xA9\xCC\x93\xCC\x81"
       "a\xCE\x91\xCC\x94\xCD\x82"
       " \xCE\xB7\xCC\x93\xCC\x81"
       "a\xCF\x89\xCC\x94"
       "b"},
      {"\xE1\xBC\xB7"
       "b\xC4\xA1"
       "a\xC5\xA2"
       "z\xD1\x91"
       "b\xE1\xBC\xB4"
       "z",
       "\xCE\xB9\xCC\x94\xCD\x82"
       "bg\xCC\x87"
       "aT\xCC\xA7"
       "z\xD0\xB5\xCC\x88"
       "b\xCE\xB9\xCC\x93\xCC\x81"
       "z"},
  };
  for (const auto& [composed, apart] : both) {
    EXPECT_TRUE(looks_like(composed, apart)) << composed;
    EXPECT_EQ(name_key(composed), apart);
    EXPECT_EQ(name_key(apart), apart);
    EXPECT_FALSE(looks_like(composed, apart.substr(0, 1))) << composed;
  }
}

TEST(NameKey, HasOneBlankForAny) {
  for (const char* name : {"Oak Shields", " Oak  Shields ", "Oak\xC2\xA0Shields", "Oak\tShields",
                           "Oak \xE2\x80\xAF Shields\xE3\x80\x80", "Oak\xE2\x80\x8B Shields",
                           "\xEF\xBB\xBFOak Shields", "Oak Shie\xC2\xADlds"}) {
    EXPECT_EQ(name_key(name), "Oak Shields") << name;
  }
  EXPECT_EQ(name_key(" \xC2\xA0\t"), "");
}

TEST(NameKey, DiffersWhereNamesDo) {
  const std::vector<std::string> names{"Elan",     "elan",        "\xC3\x89lan", "\xC3\x88lan",
                                       "E lan",    "\xD0\x95lan", "Ela",         "",
                                       "Elan\xFF", "Elan\xFE"};
  for (const std::string& a : names) {
    for (const std::string& b : names) EXPECT_EQ(looks_like(a, b), a == b) << a << " " << b;
  }
}

}  // namespace
}  // namespace warodds
