// What is to be known beyond one command: a page of help for each topic.
#pragma once

#include <string_view>
#include <vector>

namespace warodds::cli {

struct Topic {
  std::string_view name;   ///< "events"
  std::string_view title;  ///< a line
  std::string_view text;   ///< in lines that fit a terminal
};
const std::vector<Topic>& all_topics();
/// Null if there is none of that name.
const Topic* find_topic(std::string_view name);

}  // namespace warodds::cli
