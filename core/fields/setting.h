// What is said of units and situations as text, before a system gives it meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warodds {

/// One "key = value", and where it stands ("orcs.toml:12:8", "attacker").
struct Setting {
  std::string key;
  std::string value;
  std::string where;
};

/// One figure, attack or model group.
struct GroupText {
  std::string word;  ///< how the file calls it: "figure", "attack", "model"
  std::string where;
  std::vector<Setting> settings;
};

struct UnitText {
  std::string name;
  std::string note;  ///< for people, e.g. where the profile was published
  std::string where;
  std::vector<Setting> settings;
  std::vector<GroupText> groups;
};

/// Throws InputError when a key is given twice; capital and small letters are the same.
void require_distinct(const std::vector<Setting>& settings);

/// "key=value". Throws InputError; `where` names the argument.
Setting parse_setting(std::string_view text, const std::string& where);

}  // namespace warodds
