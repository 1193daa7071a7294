// What the READMEs show is what the program says, their tables show as tables, and their links lead
// somewhere. All README.md files of the project are read.
//
// Every "$ warodds" in a fence is run and what it prints is compared with the lines below it, up to
// the next "$". A line with "…" alone stands for any number of lines. "$ echo $?" shows the exit
// status, which is 0 without it. "$ cat FILE" shows a file; where there is none yet, it makes the
// file for the commands after it. Each page has a directory of its own, with the examples in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/cli/markdown.h"
#include "tests/cli/program.h"

namespace warodds::test {
namespace {

namespace fs = std::filesystem;

const fs::path source = fs::path(WARODDS_SOURCE).lexically_normal();

std::string content_of(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// All pages, from the top of the source tree; no build trees, no packages of others, no hidden
/// folders.
std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (auto entry = fs::recursive_directory_iterator(source); entry != fs::end(entry); ++entry) {
    const std::string name = entry->path().filename().string();
    if (entry->is_directory()) {
      const bool built =
          name == "build" || name == "node_modules" || fs::exists(entry->path() / "CMakeCache.txt");
      if (built || name.front() == '.') entry.disable_recursion_pending();
    } else if (name == "README.md") {
      found.push_back(entry->path().lexically_relative(source));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// A line typed after "$", and what is shown below it.
struct Typed {
  std::string command;
  std::vector<std::string> shown;
};

std::vector<Typed> typed_in(const std::string& page) {
  std::vector<Typed> typed;
  for (const std::vector<std::string>& fence : markdown::fences_of(page)) {
    bool session = false;
    for (std::size_t i = 0; i < fence.size(); ++i) {
      if (fence[i].rfind("$ ", 0) == 0) {
        session = true;
        std::string command = fence[i].substr(2);
        while (command.back() == '\\' && i + 1 < fence.size()) {
          command.back() = ' ';
          command += fence[++i];
        }
        typed.push_back({command, {}});
      } else if (session) {
        typed.back().shown.push_back(fence[i]);
      }
    }
  }
  return typed;
}

bool is_any_number_of_lines(const std::string& shown) { return markdown::trimmed(shown) == "…"; }

void expect_shown(const std::string& said_text, const std::vector<std::string>& shown) {
  std::vector<std::string> said;
  for (const markdown::Line& line : markdown::lines_of(said_text)) said.push_back(line.text);
  std::size_t at = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (is_any_number_of_lines(shown[i])) {
      if (i + 1 == shown.size()) return;
      // Skip to where the next shown line goes on.
      while (at < said.size() && said[at] != shown[i + 1]) ++at;
      continue;
    }
    ASSERT_LT(at, said.size()) << "less is said than " << shown[i];
    EXPECT_EQ(said[at], shown[i]);
    ++at;
  }
  EXPECT_EQ(at, said.size()) << "more is said, as: " << (at < said.size() ? said[at] : "");
}

/// The working directory, with the examples in it, as long as the object is.
class Desk {
 public:
  Desk() : before_(fs::current_path()) {
    std::string path = (fs::temp_directory_path() / "warodds-readme-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary directory");
    desk_ = path;
    fs::create_directory_symlink(source / "examples", desk_ / "examples");
    fs::current_path(desk_);
  }
  ~Desk() {
    fs::current_path(before_);
    fs::remove_all(desk_);
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

 private:
  fs::path before_;
  fs::path desk_;
};

/// Does what the page says was typed. Returns the number of calls of the program.
int type_all(const std::vector<Typed>& typed) {
  int calls = 0;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    SCOPED_TRACE("$ " + typed[i].command);
    std::vector<std::string> arguments = words(typed[i].command);
    const std::string program = arguments.front();
    arguments.erase(arguments.begin());
    if (program == "warodds") {
      const Outcome outcome = run(arguments);
      const bool says_status = i + 1 < typed.size() && typed[i + 1].command == "echo $?";
      const std::string status = says_status ? typed[i + 1].shown.at(0) : "0";
      EXPECT_EQ(std::to_string(outcome.exit_code), status) << outcome.err;
      expect_shown(outcome.out + (says_status ? outcome.err : ""), typed[i].shown);
      ++calls;
    } else if (program == "cat" && fs::exists(arguments.at(0))) {
      expect_shown(content_of(arguments[0]), typed[i].shown);
    } else if (program == "cat") {
      std::ofstream file(arguments.at(0));
      for (const std::string& line : typed[i].shown) file << line << '\n';
    } else {
      EXPECT_EQ(typed[i].command, "echo $?") << "the test cannot type this";
    }
  }
  return calls;
}

TEST(Readme, ShowsWhatTheProgramSays) {
  int calls = 0;
  for (const fs::path& page : pages()) {
    SCOPED_TRACE(page.string());
    const Desk desk;
    calls += type_all(typed_in(content_of(source / page)));
  }
  EXPECT_GE(calls, 20);
}

TEST(Readme, IsShort) {
  EXPECT_LE(markdown::lines_of(content_of(source / "README.md")).size(), 200U);
  EXPECT_LE(markdown::lines_of(content_of(source / "cli" / "README.md")).size(), 600U)
      << "what is a mere list, the program prints (warodds help all)";
}

TEST(Readme, HasWholeTables) {
  for (const fs::path& page : pages()) {
    EXPECT_THAT(markdown::table_faults(content_of(source / page)), testing::IsEmpty()) << page;
  }
}

/// The file or folder that a link of a page leads to, from the top of the source tree.
fs::path destination(const fs::path& page, const std::string& path) {
  if (path.empty()) return page;
  fs::path found = (page.parent_path() / path).lexically_normal();
  return found.has_filename() ? found : found.parent_path();
}

/// Empty, or why a link of a page leads nowhere.
std::string link_fault(const fs::path& page, const std::string& target) {
  static const std::regex address("https?://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+(/[^ ]*)?");
  if (target.find("://") != std::string::npos) {
    return std::regex_match(target, address) ? "" : "no address";
  }
  const std::size_t hash = std::min(target.find('#'), target.size());
  const fs::path file = destination(page, target.substr(0, hash));
  if (file.empty() || *file.begin() == ".." || file.is_absolute()) return "outside the project";
  if (!fs::exists(source / file)) return "no such file";
  if (hash == target.size()) return "";
  if (file.extension() != ".md") return "an anchor in what is not a page";
  const auto anchors = markdown::anchors_of(content_of(source / file));
  return anchors.count(target.substr(hash + 1)) == 1 ? "" : "no such heading";
}

TEST(Readme, HasLinksThatLeadSomewhere) {
  std::size_t links = 0;
  for (const fs::path& page : pages()) {
    for (const markdown::Link& link : markdown::links_of(content_of(source / page))) {
      EXPECT_EQ(link_fault(page, link.target), "")
          << page << ", line " << link.line << ": " << link.target;
      ++links;
    }
  }
  EXPECT_GE(links, 10U);
}

TEST(Readme, LeadsToAllOtherPages) {
  std::vector<fs::path> reached{"README.md"};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const fs::path page = reached[i];
    for (const markdown::Link& link : markdown::links_of(content_of(source / page))) {
      if (link.target.find("://") != std::string::npos) continue;
      fs::path next = destination(page, link.target.substr(0, link.target.find('#')));
      if (fs::is_directory(source / next)) next /= "README.md";
      const bool known = std::find(reached.begin(), reached.end(), next) != reached.end();
      if (!known && next.filename() == "README.md" && fs::exists(source / next)) {
        reached.push_back(next);
      }
    }
  }
  EXPECT_THAT(reached, testing::UnorderedElementsAreArray(pages()));
}

// The checks themselves find what they are for.

}  // namespace
}  // namespace warodds::test
