// Columns that terminals give to texts, by what Unicode says of single characters and sequences.
#include <gtest/gtest.h>

#include "core/text/width.h"

namespace warodds {
namespace {

TEST(TextWidth, CountsWideCharactersTwiceAndMarksNotAtAll) {
  EXPECT_EQ(columns(""), 0);
  EXPECT_EQ(columns("Goblin Mob"), 10);
  EXPECT_EQ(columns("Kr\u00E4he"), 5);
  EXPECT_EQ(columns("Kra\u0308he"), 5);         // a and a mark above it
  EXPECT_EQ(columns("\u9A0E\u58EB\u56E3"), 6);  // three ideographs
  EXPECT_EQ(columns("\uAE30\uC0AC"), 4);        // two syllables of Hangul
  EXPECT_EQ(columns("\u1100\u1161"), 2);        // one, in its parts
  EXPECT_EQ(columns("\uFF21\uFF22"), 4);        // fullwidth letters
  EXPECT_EQ(columns("\uFF76\uFF9E"), 2);  // halfwidth kana with its mark, which stands by itself
  EXPECT_EQ(columns("a\u200Bb"), 10);     // a space of no width is shown as a\u{200B}b
  EXPECT_EQ(columns("\u2588\u2588"), 2);  // blocks of a bar
}

TEST(TextWidth, TakesASequenceOfEmojiForOnePicture) {
  EXPECT_EQ(columns("\U0001F409"), 2);                                  // a dragon
  EXPECT_EQ(columns("\u2694"), 1);                                      // crossed swords as text
  EXPECT_EQ(columns("\u2694\uFE0F"), 2);                                // as a picture
  EXPECT_EQ(columns("\U0001F44D\U0001F3FD"), 2);                        // with a tone of skin
  EXPECT_EQ(columns("\U0001F468\u200D\U0001F469\u200D\U0001F466"), 2);  // a family
  EXPECT_EQ(columns("\U0001F1E9\U0001F1EA"), 2);                        // a flag
  EXPECT_EQ(columns("\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7"), 4);    // two flags
}

TEST(TextWidth, GivesBytesThatAreNoTextOneColumn) {
  EXPECT_EQ(columns("\xFF\xFE"), 2);
  EXPECT_EQ(columns("a\xC3"), 2);
}

TEST(TextWidth, CutsBetweenCharactersOnly) {
  EXPECT_EQ(bytes_within("Goblin", 3), 3u);
  EXPECT_EQ(bytes_within("Goblin", 10), 6u);
  EXPECT_EQ(bytes_within("\u9A0E\u58EB", 3), 3u);  // the second would take the fourth column
  EXPECT_EQ(bytes_within("a\u0308b", 1), 3u);      // with its mark
  EXPECT_EQ(bytes_within("Goblin", 0), 0u);
}

}  // namespace
}  // namespace warodds
