// Fields: how values are read, written and refused (core/fields/field.h).
#include "core/fields/field.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/error.h"

namespace warodds {
namespace {

struct Thing {
  int size = 3;
  int mode = 0;
  int flag = 0;
  int limit = -1;
  std::string label;
};

const Field<Thing> size = number("size", "how large", "inches", -2, 10, &Thing::size);
const Field<Thing> mode = choice("mode", "which way", {{"near", 0}, {"far", 1}}, &Thing::mode);
const Field<Thing> yes_no = flag("flag", "whether", &Thing::flag);
const Field<Thing> limit = number_or("limit", "at most", "", 0, 9, {{"none", -1}}, &Thing::limit);
const Field<Thing> label = free_text("label", "its name", &Thing::label);

std::string complaint(const Field<Thing>& field, std::string_view value) {
  try {
    Thing thing;
    field.set(thing, value, "units.toml:7");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Field, RefusesWhatIsNoWholeNumberInRange) {
  for (const char* value : {"11", "-3", "", "x", "3x", "3.0", " 3", "3 ", "+3", "0x3", "1e1",
                            "99999999999999999999", "--1"}) {
    EXPECT_NE(complaint(size, value), "") << "'" << value << "' was read";
  }
}

TEST(Field, ReadsItsWordsAndNothingElse) {
  Thing thing;
  mode.set(thing, "far", "test");
  EXPECT_EQ(thing.mode, 1);
  EXPECT_EQ(mode.get(thing), "far");
  EXPECT_NE(complaint(mode, "1"), "");
  mode.set(thing, "near", "test");
  mode.set(thing, "Far", "test");  // capitals do not count
  EXPECT_EQ(thing.mode, 1);
  EXPECT_NE(complaint(mode, "fa"), "");
}

TEST(Field, ReadsWordsBesideNumbers) {
  Thing thing{3, 0, 0, 5, ""};
  limit.set(thing, "none", "test");
  EXPECT_EQ(thing.limit, -1);
  limit.set(thing, "0", "test");
  EXPECT_EQ(thing.limit, 0);
  EXPECT_NE(complaint(limit, "-1"), "");
}

TEST(Field, FlagsUnderstandYesAndTrueAndOne) {
  Thing thing;
  for (const char* value : {"yes", "true", "1", "TRUE", "WAHR", "VRAI", "Ja", "oui"}) {
    thing.flag = 0;
    yes_no.set(thing, value, "test");
    EXPECT_EQ(yes_no.get(thing), "yes");
  }
  for (const char* value : {"no", "false", "0", "FALSE", "FALSCH", "FAUX", "Nein", "non"}) {
    thing.flag = 1;
    yes_no.set(thing, value, "test");
    EXPECT_EQ(yes_no.get(thing), "no");
  }
  EXPECT_NE(complaint(yes_no, "2"), "");
  EXPECT_TRUE(yes_no.is_flag());
  EXPECT_FALSE(mode.is_flag());
}

TEST(Field, AComplaintNamesThePlaceTheFieldTheValueAndWhatIsAllowed) {
  const std::string message = complaint(size, "12");
  for (const char* part : {"units.toml:7", "size", "12", "-2 to 10", "how large"}) {
    EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
  }
  EXPECT_NE(complaint(mode, "x").find("near or far"), std::string::npos) << complaint(mode, "x");
  EXPECT_NE(complaint(limit, "x").find("0 to 9 or none"), std::string::npos)
      << complaint(limit, "x");
}

TEST(Field, AComplaintDoesNotRepeatALongValue) {
  EXPECT_LT(complaint(size, std::string(100000, 'x')).size(), 300U);
}

TEST(NearestName, IsTheOneWithTheFewestEdits) {
  const std::vector<std::string> names{"brutal", "berserker", "toughness", "red"};
  EXPECT_EQ(nearest_name("brutl", names), "brutal");
  EXPECT_EQ(nearest_name("beserker", names), "berserker");
  EXPECT_EQ(nearest_name("toughnes", names), "toughness");
  EXPECT_EQ(nearest_name("rde", names), "red");
}

TEST(NearestName, IsNothingWhenNoneIsNear) {
  EXPECT_EQ(nearest_name("xylophone", {"red", "blue"}), "");
  EXPECT_EQ(nearest_name("red", {}), "");
}

TEST(NearestName, StaysQuickForAbsurdlyLongNames) {
  EXPECT_EQ(nearest_name(std::string(8000000, 'a'), {"armour"}), "");
}

TEST(UnknownName, SaysWhatIsKnownAndWhatMayHaveBeenMeant) {
  const std::string message = unknown_name("stat", "whit", {"red", "blue", "white"});
  EXPECT_NE(message.find("unknown stat 'whit'"), std::string::npos) << message;
  EXPECT_NE(message.find("did you mean 'white'?"), std::string::npos) << message;
  EXPECT_NE(message.find("red, blue, white"), std::string::npos) << message;
}

TEST(Fields, MayTakeListsOfUpToThreeNumbersTheLargestFirst) {
  const Field<Thing> damage =
      number("damage", "on each", "", 0, 1000, &Thing::size, {.takes_lists = true});
  Thing thing;
  const auto read = [&](const char* text) {
    damage.set(thing, text, "test");
    return damage.list_in(thing.size);
  };
  EXPECT_EQ(read("7"), std::vector<int>{7});
  EXPECT_EQ(thing.size, 7);
  EXPECT_EQ(damage.get(thing), "7");
  EXPECT_EQ(read("2, 3"), (std::vector<int>{3, 2}));
  EXPECT_EQ(damage.get(thing), "3,2");
  EXPECT_EQ(read("3,2"), (std::vector<int>{3, 2}));
  EXPECT_EQ(read("1000,1000,1000"), (std::vector<int>{1000, 1000, 1000}));
  EXPECT_EQ(damage.get(thing), "1000,1000,1000");
  EXPECT_EQ(read("0,2"), std::vector<int>{2});
  EXPECT_EQ(read("0"), std::vector<int>{});
  for (const char* no : {"1,2,3,4", "1,", ",1", "1,1001", "1,-1", "1,x", "1.5,1"}) {
    EXPECT_THROW(damage.set(thing, no, "test"), InputError) << no;
  }
}

}  // namespace
}  // namespace warodds
