// The warodds program: reads the command line, asks the library, writes its answer.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <istream>
#include <new>

#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/page.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "core/answer/version.h"
#include "core/ask/lines.h"
#include "core/ask/matchup_question.h"
#include "core/machine/instructions.h"
#include "core/machine/memory.h"
#include "core/roster/csv.h"
#include "core/roster/kept_columns.h"
#include "core/roster/workbook.h"
#include "core/text/error.h"
#include "core/text/shown.h"
#include "core/threads/parallel.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace warodds::cli {
namespace {

enum Exit { done = 0, no_answer = 1, bad_input = 2 };

/// Beside the answer; nobody is left to tell where that cannot be written.
void tell(std::string_view what) {
  std::fputs(fmt::format("warodds: {}\n", on_screen(what)).c_str(), stderr);
}

const Engines& engines() {
  static const Engines both{exact::engine, sim::engine};
  return both;
}

/// The report in the form asked for; `to_file`: not for a terminal.
std::string formatted(const Report& report, const OutputOptions& output, bool to_file) {
  if (output.form == "csv") return to_csv(report, output.csv);
  if (output.form == "json") return to_json(report, true);
  if (output.form == "html") return to_html(report.as<RosterPage>());
  if (!output.is_text()) return to_form(report, output.form);
  const bool ascii = output.form == "ascii";
  Style style = detect_style(ascii, to_file);
  style.brief = !output.whole;
  const std::string text = to_text(report, style);
  return ascii ? in_ascii(text) : text;
}

/// The roster that an answer makes, if it makes one; it is what goes to the file.
const NewRoster* new_roster_of(const Report& report) {
  if (const auto* prices = report.if_is<PricesReport>()) return &prices->roster;
  if (const auto* balance = report.if_is<BalanceReport>()) return &balance->roster;
  return nullptr;
}

/// A roster that is written anew stays what it was.
void require_same_kind(const std::string& from, const std::string& to) {
  const auto kind_of = [](const std::string& path) {
    return is_called_workbook(path) ? "a workbook" : is_csv("", path) ? "CSV" : "TOML";
  };
  const std::string_view is = kind_of(from), will_be = kind_of(to);
  if (lower(to).ends_with(".ods")) {
    throw InputError("--output: an .ods file is read, but not written: take .xlsx or CSV");
  }
  if (to.empty() || is == will_be) return;
  throw InputError(
      fmt::format("--output: '{}' would be read as {}, but the roster it is made from, '{}', is {}",
                  shown(to), will_be, shown(from), is));
}

/// Keeps how the columns of a roster have been read.
void write_columns(const Roster& roster, const std::string& file, const Output& output) {
  const std::string name = file_of_columns(roster.file);
  if (!is_csv(roster.text, roster.file) || file != name) {
    throw InputError(
        fmt::format("--output: '{}' would say how columns of a spreadsheet are read; of '{}' {}",
                    shown(file), shown(roster.file),
                    is_csv(roster.text, roster.file) ? "it must be called '" + shown(name) + "'"
                                                     : "there are none"));
  }
  output.write(columns_text(roster));
  tell(fmt::format("'{}' says from now on how the columns of '{}' are read", shown(file),
                   shown(roster.file)));
}

/// A sheet of which columns are kept has them under its new name, too.
void keep_columns(const Roster& roster, const std::string& file) {
  const std::string kept = file_of_columns(roster.file), name = file_of_columns(file);
  if (name == kept || read_columns(roster.text, roster.file).text.empty()) return;
  Output(name).write(columns_text(roster));
  tell(fmt::format("'{}' says how its columns are read, as '{}' does", shown(name), shown(kept)));
}

/// Files that the question says it is read from.
std::vector<std::string> inputs_of(const Arguments& arguments) {
  Question question = arguments.question;
  std::vector<std::string> inputs = files_of(question);
  inputs.push_back(file_of_page(arguments.output.page));
  return inputs;
}

/// What was worked out is not lost where it cannot be written to its file: `show` has it shown.
template <class Write, class Show>
void write_or_show(const Write& write, const Show& show) {
  try {
    write();
  } catch (const std::exception&) {
    try {
      show();
    } catch (const std::exception&) {  // what is to be said is why it is not in its file
    }
    throw;
  }
}

Exit answer_one(const Arguments& arguments) {
  Question question = arguments.question;
  const OutputOptions& options = arguments.output;
  const Output output(options.file);
  output.require_no_input(inputs_of(arguments));
  read_rosters(question);
  // What in a spreadsheet was skipped or read as something else; units says so itself.
  const bool says_so = part_of<questions::Units>(question) != nullptr && options.form != "csv";
  for (const RosterSource* source : rosters_of(question)) {
    if (!source->given || says_so) continue;
    for (const std::string& remark : source->given->remarks) tell(remark);
  }
  const bool is_page = options.form == "html" && !command_of(question).writes_page;
  const bool is_link = options.form == "link";
  if (is_link || is_page) {
    output.write(is_link ? link_to(question, address_of_page(options.page)) + "\n"
                         : filled_page(question, options.page));
    return done;
  }
  const bool makes_roster = command_of(question).writes_roster;
  if (makes_roster && !options.file.empty()) {
    if (options.file != "-")
      require_same_kind(part_of<questions::OfRoster>(question)->roster.path, options.file);
    if (!output.is_standard()) Output("").require_no_input(inputs_of(arguments));
  }
  const Report report = [&] {
    ProgressLine line;
    NothingYet nothing;
    return answer(question, engines(), {&stop_asked(), [&](const Progress& progress) {
                                          if (progress.keeps && progress.done > 0) nothing.end();
                                          line.show(progress);
                                        }});
  }();
  if (const auto* units = report.if_is<UnitsReport>();
      units != nullptr && std::string_view(options.file).ends_with(".columns")) {
    write_columns(*units->roster, options.file, output);
    return done;
  }
  const NewRoster* const roster = options.file.empty() ? nullptr : new_roster_of(report);
  // Beside a roster the report does not go into it.
  const auto show = [&] {
    const std::string text = formatted(report, options, false);
    if (!output.is_standard()) {
      Output("").write(text);
    } else if (roster != nullptr) {
      write_all(text, STDERR_FILENO, "standard error");
    }
  };
  write_or_show(
      [&] {
        if (roster == nullptr) {
          return output.write(formatted(report, options, !output.is_standard()));
        }
        if (roster->text.empty()) throw NoAnswer("--output: " + roster->why_not);
        output.write(roster->text);
      },
      show);
  if (roster != nullptr) {
    show();
    if (!output.is_standard()) {
      tell(fmt::format("the roster is written to '{}', {}", options.file, roster->changes));
      keep_columns(*part_of<questions::OfRoster>(question)->roster.given, options.file);
    }
    return done;
  }
  const auto* page = report.if_is<RosterPage>();
  if (page != nullptr && !(output.is_standard() && options.is_text())) {
    for (const std::string& what : page->left_out) tell("left out of the report: " + what);
  }
  const auto* part = report.if_is<PartReport>();
  if (part != nullptr && !part->cut_short.empty()) throw NoAnswer(part->cut_short);
  return is_failure(report) ? no_answer : done;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WARODDS_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WARODDS_SANITIZED
#endif

/// Where what was foretold was too little, the system has the last word. RLIMIT_AS would count
/// what the allocator reserves for threads and never takes.
void wall([[maybe_unused]] double bytes) {
#ifndef WARODDS_SANITIZED  // the memory of sanitizers is no measure
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const auto most = static_cast<rlim_t>(bytes);
  limit.rlim_cur = limit.rlim_cur == RLIM_INFINITY ? most : std::min(limit.rlim_cur, most);
  ::setrlimit(RLIMIT_DATA, &limit);
#endif
}

/// From now on, of memory and threads.
void keep_limits(const AskArguments& limits) {
  limit_threads(limits.most_threads);
  if (limits.most_bytes == 0) return;
  limit_memory(limits.most_bytes);
  wall(limits.most_bytes);
}

Exit answer_lines(const Arguments& arguments) {
  keep_limits(arguments.ask);
  const Output output(arguments.output.file);
  const bool typed = arguments.lines == "-";
  output.require_no_input({typed ? "" : arguments.lines});
  Input input(typed ? "" : arguments.lines);
  for (const int end : {STDIN_FILENO, STDOUT_FILENO}) widen_if_pipe(end);
  std::istream questions(&input);
  std::string whole;  // of a file, which is written when all is there
  const auto hand_on = [&](const std::string& answers) {
    output.is_standard() ? output.write(answers) : void(whole += answers);
  };
  const Answered answered =
      ask_lines(questions, hand_on, engines(), {&stop_asked(), {}}, arguments.ask.settings);
  if (!output.is_standard()) {
    write_or_show(
        [&] {
          output.require_no_input(answered.files);
          if (!answered.all_files) output.require_new();
          output.write(whole);
        },
        [&] { Output("").write(whole); });
  }
  if (!answered.all) throw NoAnswer("interrupted; the questions that follow are not answered");
  input.require_good();
  return static_cast<Exit>(answered.status);
}

Exit run(const Arguments& arguments) {
  const char* const level = name_of(instructions());  // a wrong wish is refused at once
  const auto write = [&](const std::string& text) { Output(arguments.output.file).write(text); };
  switch (arguments.task) {
    case Arguments::Task::version:
      write(fmt::format("warodds {} ({})\n", version(), level));
      return done;
    case Arguments::Task::help:
      write(arguments.help_on.empty() ? general_help() : help_on(arguments.help_on));
      return done;
    case Arguments::Task::complete:
      Output("").write(completions(arguments.unfinished));
      return done;
    default:
      break;
  }
  const Exit exit =
      arguments.task == Arguments::Task::ask ? answer_lines(arguments) : answer_one(arguments);
  // Of work that was done with less than what was asked for.
  if (const std::string note = note_on_threads(); !note.empty()) tell(note);
  return exit;
}

int guarded(int argc, const char* const* argv) {
  try {
    return run(parse_arguments(argc, argv));
  } catch (const InputError& error) {
    tell(error.what());
    return bad_input;
  } catch (const std::bad_alloc&) {
    tell("not enough memory for this; try --engine sim, or fewer dice");
    return no_answer;
  } catch (const std::exception& error) {
    tell(error.what());
    return no_answer;
  }
}

}  // namespace
}  // namespace warodds::cli

int main(int argc, char** argv) {
  warodds::cli::keep_standard_descriptors();
  warodds::cli::handle_signals();
  return warodds::cli::guarded(argc, argv);
}
