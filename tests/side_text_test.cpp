// Sides as text are read again as they are written. What is meant by them, and armies:
// cli/right_answers/sides_text.txt.
#include "core/roster/side_text.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "core/roster/roster.h"
#include "core/roster/roster_text.h"
#include "core/text/error.h"

namespace warodds {
namespace {

using Texts = std::vector<std::string>;

Texts parts_of(std::string_view text) {
  Texts texts;
  for (const SidePart& part : parse_side(text, "attacker", {})) {
    texts.push_back(std::get<std::string>(part.unit) + "|" + std::to_string(part.count));
  }
  return texts;
}

TEST(SideText, JoinsUnitsWithAPlusBetweenBlanks) {
  EXPECT_EQ(parts_of("A"), (Texts{"A|1"}));
  EXPECT_EQ(parts_of(" A  +  B*2 + C "), (Texts{"A|1", "B|2", "C|1"}));
  EXPECT_EQ(parts_of("A+B"), (Texts{"A+B|1"}));
  EXPECT_EQ(parts_of("A*2 + A"), (Texts{"A|2", "A|1"}));
  EXPECT_EQ(parts_of("A*2\t+\tB,hp=2*3\r\n"), (Texts{"A|2", "B,hp=2|3"}));
}

/// All words of these letters, up to a length.
Texts words_of(const Texts& letters, std::size_t longest) {
  Texts words{""};
  for (std::size_t begin = 0, length = 0; length < longest; ++length) {
    const std::size_t end = words.size();
    for (; begin < end; ++begin) {
      for (const std::string& letter : letters) words.push_back(words[begin] + letter);
    }
  }
  return words;
}

/// Reads all these words; how many parts they have, each read again as it is written.
std::size_t read_again(const Texts& words, const Texts& names) {
  std::size_t read = 0;
  for (const std::string& word : words) {
    std::vector<SidePart> parts;
    try {
      parts = parse_side(word, "side", names);
    } catch (const InputError&) {
      continue;
    }
    for (const SidePart& part : parts) {
      const std::string text = written(part);
      const auto again = parse_side(text, "side", names);
      EXPECT_EQ(again.size(), 1U) << word;
      EXPECT_EQ(written(again[0]), text) << word;
      if (names.empty()) {
        EXPECT_EQ(again[0].count, part.count) << word;
      }
      ++read;
    }
  }
  return read;
}

TEST(SideText, IsReadAgainAsItIsWritten) {
  const Texts any = words_of({"a", "*1", "*2", " ", "\r", ",", "=", " + ", " with "}, 5);
  EXPECT_GT(read_again(any, {}), 5'000U);
  const Texts of_names = words_of({"a", "*1", "*2", " ", ",", "=", " + "}, 5);
  EXPECT_GT(read_again(of_names, {"a", "a*2", "a + a"}), 5'000U);
}

TEST(Armies, StayWhenASpreadsheetIsWrittenAnew) {
  Roster roster;
  roster.file = "a.csv";
  roster.system = "raiders-of-arcana";
  roster.text = "name,army,count,hp\nOrcs,Horde,2,\nOrcs,,,2\n";
  EXPECT_EQ(with_values(roster, {{"Orcs", "", "hp", "3"}}),
            "name,army,count,hp\nOrcs,Horde,2,\nOrcs,,,3\n");
}

}  // namespace
}  // namespace warodds
