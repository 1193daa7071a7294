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
      {"\u00C9lan", "E\u0301lan"},
      {"Gr\u00F6\u00DFe", "Gro\u0308\u00DFe"},
      {"\u00C5ngstr\u00F6m", "A\u030Angstro\u0308m"},
      {"Vi\u1EC7t", "Vie\u0323\u0302t"},
      {"\uD55C\uAE00", "\u1112\u1161\u11AB\u1100\u1173\u11AF"},
      {"\u1E68", "S\u0323\u0307"},
      {"\u01EC", "O\u0328\u0304"},
      {"\u040C \u1E9Bz\u0120z\u1E01a\u0117", "\u041A\u0301 \u017F\u0307zG\u0307za\u0325ae\u0307"},
      {"\u00CCa\u0476a\u04F0a\u1F35a\u0168z",
       "I\u0300a\u0474\u030Fa\u0423\u0308a\u03B9\u0314\u0301aU\u0303z"},
      {"\u1FBAb\u0208 \u0119 \u0170a\u00E7b", "\u0391\u0300bI\u030F e\u0328 U\u030Bac\u0327b"},
      {"\u0624z\u1E14z\u012F \u012Aa\u1FD8z",
       "\u0648\u0654zE\u0304\u0300zi\u0328 I\u0304a\u0399\u0306z"},
      {"\u04F8 \u1F92z\u1F11a\u1EA4z\u0206z",
       "\u042B\u0308 \u03B7\u0313\u0300\u0345z\u03B5\u0314aA\u0302\u0301zE\u0311z"},
      {"\u017Da\u038A \u1F9F \u04DAb\u1E4F",
       "Z\u030Ca\u0399\u0301 \u0397\u0314\u0342\u0345 \u04D8\u0308bo\u0303\u0308"},
      {"\u1E2Cb\u1F08 \u1EE3a\u1EE9 \u010Aa",
       "I\u0330b\u0391\u0313 o\u031B\u0323au\u031B\u0301 C\u0307a"},
      {"\u1F35z\u04F9z\u01D4b\u00CBz\u00FC",
       "\u03B9\u0314\u0301z\u044B\u0308zu\u030CbE\u0308zu\u0308"},
      {"\u013Ca\u1F35z\u1F30z\u1E78 \u01FDz",
       "l\u0327a\u03B9\u0314\u0301z\u03B9\u0313zU\u0303\u0301 \u00E6\u0301z"},
      {"\u0407b\u1F4Cb\u1EA5a\u0176a\u1F15z",
       "\u0406\u0308b\u039F\u0313\u0301ba\u0302\u0301aY\u0302a\u03B5\u0314\u0301z"},
      {"\u1E92a\u01DBb\u010Ba\u010Db\u1E38b",
       "Z\u0323aU\u0308\u0300bc\u0307ac\u030CbL\u0323\u0304b"},
      {"\u0121 \u1E35z\u1E2E \u1E29b\u1F9Da",
       "g\u0307 k\u0331zI\u0308\u0301 h\u0327b\u0397\u0314\u0301\u0345a"},
      {"\u0116z\u1F0E \u0227z\u1E1C \u1EF8b",
       "E\u0307z\u0391\u0313\u0342 a\u0307zE\u0327\u0306 Y\u0303b"},
      {"\u1E38a\u1F80 \u1F0Ea\u1F45 \u1F55a",
       "L\u0323\u0304a\u03B1\u0313\u0345 \u0391\u0313\u0342a\u03BF\u0314\u0301 "
       "\u03C5\u0314\u0301a"},
      {"\u0226b\u0216a\u00FCa\u1F32z\u1EF3z",
       "A\u0307bU\u0311au\u0308a\u03B9\u0313\u0300zy\u0300z"},
      {"\u04F4 \u1EC6 \u1F11a\u1FA5 \u1F61",
       "\u0427\u0308 E\u0323\u0302 \u03B5\u0314a\u03C9\u0314\u0301\u0345 \u03C9\u0314"},
      {"\u1FC8 \u1EEFa\u1E31b\u1E2Da\u0122z",
       "\u0395\u0300 u\u031B\u0303ak\u0301bi\u0330aG\u0327z"},
      {"\u1F8Fz\u0120b\u1E35z\u0211a\u1E47z",
       "\u0391\u0314\u0342\u0345zG\u0307bk\u0331zr\u030Fan\u0323z"},
      {"\u1FC8b\u1F6Ca\u1F0F \u1F24a\u1F61b",
       "\u0395\u0300b\u03A9\u0313\u0301a\u0391\u0314\u0342 \u03B7\u0313\u0301a\u03C9\u0314b"},
      {"\u1F37b\u0121a\u0162z\u0451b\u1F34z",
       "\u03B9\u0314\u0342bg\u0307aT\u0327z\u0435\u0308b\u03B9\u0313\u0301z"},
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
