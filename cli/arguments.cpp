#include "cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/options.h"
#include "core/ask/option.h"
#include "core/fields/field.h"
#include "core/numbers/limits.h"
#include "core/roster/roster.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/text/text.h"

namespace warodds::cli {
namespace {

namespace po = boost::program_options;

/// The words and options of a command line, without a meaning yet.
struct Parsed {
  po::variables_map options;
  std::vector<std::string> words;  ///< the command and its operands
};

[[noreturn]] void rethrow(const po::error& error, const po::options_description& known) {
  const auto* unknown = dynamic_cast<const po::unknown_option*>(&error);
  if (unknown == nullptr) throw InputError(shown(error.what()));
  const std::string name = unknown->get_option_name();
  const std::string_view word = std::string_view(name).substr(name.find_first_not_of('-'));
  if (const std::string_view now = new_name_of(word); !now.empty()) {
    throw UnknownOption(fmt::format("--{} is --{} now", word, now));
  }
  const std::string meant = setting_meant(word);
  if (!meant.empty()) {
    throw InputError(
        fmt::format("unknown option '{}'; did you mean --with {}?", shown(name), shown(meant)));
  }
  std::vector<std::string> names;
  for (const auto& option : known.options()) names.push_back("--" + option->long_name());
  throw UnknownOption(unknown_name("option", name, names));
}

/// Dashes and quotes that programs put in the place of those of a command line.
constexpr std::string_view other_dashes[] = {
    "\xE2\x80\x90", "\xE2\x80\x91", "\xE2\x80\x92", "\xE2\x80\x93", "\xE2\x80\x94",
    "\xE2\x80\x95", "\xE2\x88\x92", "\xEF\xB9\x98", "\xEF\xB9\xA3", "\xEF\xBC\x8D"};
constexpr std::pair<std::string_view, std::string_view> other_quotes[] = {
    {"\xE2\x80\x9C", "\xE2\x80\x9D"},  // English
    {"\xE2\x80\x9D", "\xE2\x80\x9D"},  // Swedish
    {"\xE2\x80\x9E", "\xE2\x80\x9C"},  // German
    {"\xE2\x80\x98", "\xE2\x80\x99"},
    {"\xC2\xAB", "\xC2\xBB"}};

/// An argument without the dashes before it, of which one or more is no '-'; empty: there is none.
std::string_view behind_other_dashes(std::string_view argument) {
  bool is_other = false;
  for (;;) {
    const auto dash = std::find_if(std::begin(other_dashes), std::end(other_dashes),
                                   [&](auto one) { return argument.starts_with(one); });
    if (dash != std::end(other_dashes)) {
      is_other = true;
      argument.remove_prefix(dash->size());
    } else if (argument.starts_with('-')) {
      argument.remove_prefix(1);
    } else {
      return is_other ? argument : std::string_view();
    }
  }
}

/// What comes out of a text that was pasted: a shell takes it as it is. A unit may be called so, if
/// it is no option, and no quotes that are opened only.
void require_typed(std::string_view argument, const po::options_description& known) {
  const std::string_view option = behind_other_dashes(argument);
  const std::string name(option.substr(0, option.find('=')));
  if (!name.empty() && known.find_nothrow(name, false) != nullptr) {
    throw InputError(fmt::format(
        "'{}' begins with another dash than the '-' of options, as programs for texts make of it; "
        "write --{}",
        shown(argument), shown(option)));
  }
  for (const auto& [opening, closing] : other_quotes) {
    if (!argument.starts_with(opening)) continue;
    if (argument.find(closing, opening.size()) != std::string_view::npos) return;
    throw InputError(
        fmt::format("'{}' begins with {}, which does not quote on a command line, as programs for "
                    "texts make of "
                    "it; write \"{} ...\"",
                    shown(argument), opening, shown(argument.substr(opening.size()))));
  }
}

Parsed parse(int argc, const char* const* argv) {
  const po::options_description known = all_options_there_are();
  po::options_description all;
  all.add(known);
  for (int i = 1; i < argc; ++i) require_typed(argv[i], known);
  Parsed parsed;
  all.add_options()("word", po::value(&parsed.words));
  po::positional_options_description positional;
  positional.add("word", -1);
  try {
    using style = po::command_line_style::style_t;
    po::store(po::command_line_parser(argc, argv)
                  .options(all)
                  .positional(positional)
                  .style(style::unix_style & ~style::allow_guessing)
                  .run(),
              parsed.options);
    po::notify(parsed.options);
  } catch (const po::error& error) {
    rethrow(error, known);
  }
  return parsed;
}

bool is_given(const Parsed& parsed, const std::string& name) {
  return parsed.options.count(name) > 0;
}

/// What an option is given that is one of the command line alone; nothing: it is not there.
std::optional<std::string> given(const Parsed& parsed, const std::string& name) {
  if (!is_given(parsed, name)) return std::nullopt;
  return parsed.options[name].as<std::string>();
}

/// An option that a command does not have is refused with the commands that have it.
void require_own_options(const Parsed& parsed, const Command& command) {
  for (const Option& option : all_options()) {
    if (!is_given(parsed, std::string(option.name)) || takes(command, option.name)) continue;
    throw InputError(owners_of_option(option.name));
  }
  for (const LineOption& option : output_options()) {
    if (!is_given(parsed, std::string(option.name)) || has(command.name, option)) continue;
    std::vector<std::string_view> owners;
    for (const Command& other : all_commands()) {
      if (has(other.name, option)) owners.push_back(other.name);
    }
    if (has(ask_command, option)) owners.emplace_back(ask_command);
    throw InputError(fmt::format("--{} belongs to {}", option.name, fmt::join(owners, ", ")));
  }
}

/// Its questions say all but where the answers go.
void require_of_ask(const Parsed& parsed, const OutputOptions& output) {
  for (const Option& option : all_options()) {
    if (!is_given(parsed, std::string(option.name))) continue;
    throw InputError(fmt::format(
        "--{0} is said in each question of ask, as \"{0}\", not on the command line", option.name));
  }
  const bool other_format = is_given(parsed, "format") && output.form != "json";
  for (const char* name : {"format", "csv", "long", "page"}) {
    if (!is_given(parsed, name) || (std::string_view(name) == "format" && !other_format)) continue;
    throw InputError(fmt::format("--{} does not belong to ask, which answers in JSON", name));
  }
}

template <class Number>
void read_most(const Parsed& parsed, const char* name, Limits<Number> limits, Number& most) {
  const auto text = given(parsed, name);
  if (!text) return;
  const auto value = read_number<Number>(*text);
  if (!value || !limits.allow(*value)) {
    throw InputError(fmt::format("--{} is '{}' but must be from {} to {}", name, shown(*text),
                                 limits.least, limits.most));
  }
  most = *value;
}

/// A number of bytes: "536870912", "512M", "512MiB", "0.5 GiB".
double read_bytes(const std::string& text) {
  constexpr Limits<double> limits{64.0 * (1 << 20), 0x1p50};
  const std::string small = lower(trim(text));
  const auto digits = std::min(small.find_first_not_of("0123456789."), small.size());
  const std::string unit(trim(std::string_view(small).substr(digits)));
  double bytes = read_number<double>(std::string_view(small).substr(0, digits)).value_or(-1);
  bool is_known = unit.empty() || unit == "b";
  double of_unit = 1;
  for (const char prefix : {'k', 'm', 'g', 't'}) {
    of_unit *= 1024;
    if (unit.empty() || unit.front() != prefix) continue;
    is_known = unit.size() == 1 || unit.substr(1) == "b" || unit.substr(1) == "ib";
    bytes *= of_unit;
  }
  if (is_known && limits.allow(bytes)) return bytes;
  throw InputError(fmt::format(
      "--most-memory is '{}' but must be a size of at least 64 MiB: 512MiB, 2GiB", shown(text)));
}

AskArguments ask_of(const Parsed& parsed) {
  AskArguments ask;
  if (is_given(parsed, "strangers")) {
    ask.settings.most_seconds = 2;
    ask.most_bytes = 512.0 * (1 << 20);
    ask.most_threads = 1;
  }
  if (const auto folder = given(parsed, "files")) {
    try {
      ask.settings.files = AllowedFiles::below(*folder);
    } catch (const InputError& error) {
      throw InputError(std::string("--files: ") + error.what());
    }
  }
  read_most(parsed, "most-time", Limits<double>{0.01, AskLimits::most_seconds},
            ask.settings.most_seconds);
  if (const auto size = given(parsed, "most-memory")) ask.most_bytes = read_bytes(*size);
  read_most(parsed, "most-threads", Limits<int>{1, AskLimits::most_threads}, ask.most_threads);
  return ask;
}

/// Throws UnknownWord where a word is none of those that an option lists.
void require_word(std::string_view name, const std::string& word) {
  const auto option = std::find_if(output_options().begin(), output_options().end(),
                                   [&](const LineOption& one) { return one.name == name; });
  const std::vector<std::string> words = split(option->words, '|');
  if (std::find(words.begin(), words.end(), word) != words.end()) return;
  throw UnknownWord(fmt::format("--{}: {}", name, unknown_name("word", word, words)));
}

/// How CSV is to be written; `excel` is all that its versions with commas in decimals want.
CsvShape shape_of(const std::vector<std::string>& words) {
  CsvShape shape;
  bool commas = false;
  for (const std::string& word : words) {
    require_word("csv", word);
    const bool excel = word == "excel";
    commas = commas || word == "comma";
    shape.semicolons = shape.semicolons || excel || word == "semicolon";
    shape.wide = shape.wide || excel || word == "wide";
    shape.bom = shape.bom || excel || word == "bom";
  }
  if (commas && shape.semicolons) {
    throw NotTogether("--csv: fields are separated by commas or by semicolons, not by both");
  }
  return shape;
}

OutputOptions output_of(const Parsed& parsed) {
  OutputOptions output;
  if (const auto form = given(parsed, "format")) {
    require_word("format", *form);
    output.form = *form;
  }
  if (const auto shapes = given(parsed, "csv")) {
    if (is_given(parsed, "format") && output.form != "csv") {
      throw InputError("--csv and --format contradict each other: --csv writes CSV");
    }
    output.form = "csv";
    output.csv = shape_of(split(*shapes, ','));
  }
  if (const auto file = given(parsed, "output")) {
    output.file = *file;
    if (output.file.empty()) throw InputError("--output: needs the name of a file");
  }
  output.page = given(parsed, "page").value_or("");
  output.whole = is_given(parsed, "long");
  return output;
}

/// What stands behind the command, in the place that the question has for it.
void take_operands(const std::vector<std::string>& operands, const Command& command,
                   Question& question) {
  if (auto* versions = part_of<questions::OfVersions>(question)) {
    if (operands.size() != 2) {
      throw InputError(fmt::format("{} needs two rosters, the old one and the new one; {} given",
                                   command.name, operands.size()));
    }
    versions->old.path = operands[0];
    part_of<questions::OfRoster>(question)->roster.path = operands[1];
  } else if (auto* files = part_of<questions::OfFiles>(question)) {
    files->files = operands;
  } else if (auto* list = part_of<questions::OfSystem>(question)) {
    if (operands.size() > 1) {
      throw InputError(fmt::format("{} takes at most one name", command.name));
    }
    if (!operands.empty()) list->topic = operands.front();
  } else if (part_of<questions::NamedRoster>(question) != nullptr && !operands.empty()) {
    std::string& path = part_of<questions::OfRoster>(question)->roster.path;
    if (operands.size() > 1 || !path.empty()) {
      throw InputError(fmt::format("{} is about one roster", command.name));
    }
    path = operands.front();
  } else if (auto* named = part_of<questions::Named>(question)) {
    named->units.assign(operands.begin(), operands.end());
  } else if (!operands.empty()) {
    throw InputError(fmt::format("{} takes no arguments but options, not '{}'", command.name,
                                 shown(operands.front())));
  }
}

/// A system that is named goes before the usual roster, if that is of another.
void take_usual_roster(questions::OfRoster& question) {
  const std::string path = usual_roster();
  if (path.empty()) return;
  const std::string& system = question.system;
  if (!std::ifstream(path)) {
    throw InputError(
        fmt::format("WARODDS_ROSTER names '{}': no such file, or not readable", shown(path)));
  }
  if (system.empty() || read_roster(path, system, question.roster.columns).system == system) {
    question.roster.path = path;
  }
}

Question question_of(const Parsed& parsed, const Command& command) {
  require_own_options(parsed, command);
  Question question = command.question;
  for (const Option& option : all_options()) {
    if (!is_given(parsed, std::string(option.name))) continue;
    const po::variable_value& said = parsed.options[std::string(option.name)];
    if (option.repeatable) {
      for (const auto& text : said.as<std::vector<std::string>>()) option.read(question, text);
    } else {
      option.read(question, option.value.empty() ? "" : said.as<std::string>());
    }
  }
  take_operands({parsed.words.begin() + 1, parsed.words.end()}, command, question);
  auto* of = part_of<questions::OfRoster>(question);
  if (of != nullptr && of->roster.path.empty() && takes(command, "roster")) take_usual_roster(*of);
  require_consistent(question);
  return question;
}

}  // namespace

std::string usual_roster() {
  const char* const path = std::getenv("WARODDS_ROSTER");
  return path == nullptr ? "" : path;
}

Arguments parse_arguments(int argc, const char* const* argv) {
  if (argc > 1 && argv[1] == std::string_view(complete_command)) {
    Arguments arguments;
    arguments.task = Arguments::Task::complete;
    arguments.unfinished.assign(argv + 2, argv + argc);
    return arguments;
  }
  const Parsed parsed = parse(argc, argv);
  Arguments arguments;
  arguments.output = output_of(parsed);
  const std::vector<std::string>& words = parsed.words;
  if (is_given(parsed, "version")) {
    arguments.task = Arguments::Task::version;
  } else if (words.empty() || words.front() == help_command || is_given(parsed, "help")) {
    if (words.size() > 2) throw InputError("help takes at most one command or topic");
    const bool on_command = !words.empty() && (words.front() != help_command || words.size() > 1);
    if (on_command) arguments.help_on = words.front() == help_command ? words[1] : words.front();
  } else if (words.front() == ask_command) {
    arguments.task = Arguments::Task::ask;
    if (words.size() > 2) throw InputError("ask takes at most one file");
    if (words.size() == 2) arguments.lines = words[1];
    require_of_ask(parsed, arguments.output);
    arguments.ask = ask_of(parsed);
  } else {
    arguments.task = Arguments::Task::answer;
    const Command& command = command_called(words.front(), {help_command, ask_command});
    arguments.question = question_of(parsed, command);
    const bool is_link = arguments.output.form == "link";
    if (!arguments.output.page.empty() && !is_link && arguments.output.form != "html") {
      throw InputError("--page says where the page is that --format link and html use");
    }
    const bool is_told = is_given(parsed, "format") || is_given(parsed, "csv");
    const std::string file = lower(arguments.output.file);
    if (command.writes_page && !is_told && (file.ends_with(".html") || file.ends_with(".htm"))) {
      arguments.output.form = "html";
    }
    const bool is_page = arguments.output.form == "html" && !command.writes_page;
    if ((is_link || is_page) && !command.on_page) {
      throw InputError(fmt::format("--format {}: the page does not show what {} answers",
                                   arguments.output.form, command.name));
    }
    auto* beside = part_of<questions::BestBeside>(arguments.question);
    if (beside != nullptr) beside->best_if_quick = arguments.output.is_text();
  }
  return arguments;
}

}  // namespace warodds::cli
