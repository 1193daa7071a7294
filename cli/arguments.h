// The command line as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warodds::cli {

enum class Engine { automatic, exact, sim };
enum class Format { text, csv, json };

struct Arguments {
  std::string command;
  std::vector<std::string> operands;

  std::string roster;
  std::string system;
  std::vector<std::string> with;
  std::vector<std::string> set;

  Engine engine = Engine::automatic;
  std::optional<std::uint64_t> trials;
  std::optional<double> precision;
  double confidence = 0.99;
  std::uint64_t seed = 1;
  int threads = 0;
  double time_limit = 5;

  std::optional<int> rounds;        ///< of a battle, or played for
  std::vector<std::string> policy;  ///< SIDE=best
  bool battle = false;              ///< check the battle, not the fight
  std::string payoff;               ///< empty: the system's first
  bool verify = false;              ///< play the solution with dice
  std::string against;              ///< roster of the defenders of a matrix
  std::vector<std::string> vary;    ///< KEY=LO..HI[:STEP], KEY=A,B,...
  std::string show;                 ///< quantities
  std::string target;               ///< QUANTITY=VALUE
  bool wide = false;                ///< a matrix as a square sheet

  Format format = Format::text;
  std::string output;
  bool ascii = false;
  bool help = false;
  bool version = false;
};

inline constexpr std::uint64_t default_trials = 1'000'000;
/// Rounds that best play looks ahead.
inline constexpr int default_best_rounds = 20;

/// Throws InputError for anything that is not an option, not a value of it, or contradictory.
Arguments parse_arguments(int argc, const char* const* argv);

/// All options, one a line, for --help.
std::string describe_options();

}  // namespace warodds::cli
