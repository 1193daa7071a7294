// The warodds program: reads the command line, asks the library, writes its answer.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>

#include "cli/arguments.h"
#include "cli/complete.h"
#include "cli/output.h"
#include "cli/page.h"
#include "cli/terminal.h"
#include "core/answer/version.h"
#include "core/ask/lines.h"
#include "core/ask/page.h"
#include "core/machine/instructions.h"
#include "core/roster/csv_roster.h"
#include "core/text/error.h"
#include "exact/engine.h"
#include "sim/engine.h"

namespace warodds::cli {
namespace {

enum Exit { done = 0, no_answer = 1, bad_input = 2 };

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

/// Ctrl-C asks for the result so far; a second one ends the program as usual.
void on_interrupt(int) {
  interrupted.store(true);
  std::signal(SIGINT, SIG_DFL);
}

const Engines& engines() {
  static const Engines both{exact::engine, sim::engine};
  return both;
}

/// The report in the format asked for.
std::string shown(const Report& report, const OutputOptions& output) {
  switch (output.format) {
    case Format::csv:
      return to_csv(report, output.csv);
    case Format::json:
      return to_json(report, true);
    default: {
      const std::string text = to_text(report, detect_style(output.ascii, !output.file.empty()));
      return output.ascii ? in_ascii(text) : text;
    }
  }
}

/// The roster that an answer makes, if it makes one; it is what goes to the file.
const NewRoster* new_roster_of(const Report& report) {
  if (const auto* prices = std::get_if<PricesReport>(&report)) return &prices->roster;
  if (const auto* balance = std::get_if<BalanceReport>(&report)) return &balance->roster;
  return nullptr;
}

/// A roster that is written anew stays what it was.
void require_same_kind(const std::string& from, const std::string& to) {
  const auto of_cells = [](const std::string& path) { return is_csv("", path); };
  if (to.empty() || of_cells(from) == of_cells(to)) return;
  throw InputError(
      fmt::format("--output: '{}' would be read as {}, but the roster it is made from, '{}', is {}",
                  to, of_cells(to) ? "CSV" : "TOML", from, of_cells(from) ? "CSV" : "TOML"));
}

void write_roster(const NewRoster& roster, const std::string& to) {
  if (to.empty()) return;
  if (roster.text.empty()) throw NoAnswer("--output: " + roster.why_not);
  write_output(roster.text, to);
}

Exit answer_one(const Arguments& arguments) {
  Question question = arguments.question;
  const OutputOptions& output = arguments.output;
  std::vector<std::string> inputs = files_of(question);
  inputs.push_back(output.page);
  require_no_input(output.file, inputs);
  if (output.link || output.format == Format::html) {
    write_output(output.link ? link_to(question, address_of_page(output.page)) + "\n"
                             : filled_page(question, output.page),
                 output.file);
    return done;
  }
  if (command_of(question).writes_roster) {
    require_same_kind(part_of<questions::OfRoster>(question)->roster.path, output.file);
  }
  std::signal(SIGINT, on_interrupt);
  Report report = [&] {
    ProgressLine line;
    return answer(question, engines(),
                  {&interrupted, [&](const Progress& progress) { line.show(progress); }});
  }();
  if (const NewRoster* roster = new_roster_of(report); roster != nullptr) {
    write_roster(*roster, arguments.output.file);
    write_output(shown(report, arguments.output), "");
    return done;
  }
  write_output(shown(report, arguments.output), arguments.output.file);
  const auto* part = std::get_if<PartReport>(&report);
  if (part != nullptr && !part->cut_short.empty()) throw NoAnswer(part->cut_short);
  return is_failure(report) ? no_answer : done;
}

/// Standard input; at its end when Ctrl-C comes while nothing is there to be read.
class StandardInput : public std::streambuf {
 protected:
  std::streamsize showmanyc() override {
    int count = 0;
    return ::ioctl(STDIN_FILENO, FIONREAD, &count) == 0 && count > 0 ? count : 0;
  }
  int_type underflow() override {
    ssize_t count = 0;
    do {
      count = ::read(STDIN_FILENO, read_.data(), read_.size());
    } while (count < 0 && errno == EINTR && !interrupted);
    if (count <= 0) return traits_type::eof();
    setg(read_.data(), read_.data(), read_.data() + count);
    return traits_type::to_int_type(read_.front());
  }

 private:
  std::array<char, 1 << 18> read_;
};

/// Ctrl-C ends what waits for input, too.
void interrupt_reading() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
}

/// Makes room in a pipe, so that its two ends seldom wait for each other.
void widen_if_pipe([[maybe_unused]] int end) {
#ifdef F_SETPIPE_SZ
  constexpr int most_allowed = 1 << 20;
  ::fcntl(end, F_SETPIPE_SZ, most_allowed);
#endif
}

Exit answer_lines(const Arguments& arguments) {
  namespace fs = std::filesystem;
  const std::string& path = arguments.output.file;
  require_no_input(path, {arguments.lines});
  const bool typed = arguments.lines == "-";
  std::ifstream file(typed ? "" : arguments.lines, std::ios::binary);
  std::error_code ignored;
  if (!typed && (!file || fs::is_directory(arguments.lines, ignored))) {
    throw InputError(
        fmt::format("cannot open '{}': no such file, or not readable", arguments.lines));
  }
  interrupt_reading();
  for (const int end : {STDIN_FILENO, STDOUT_FILENO}) widen_if_pipe(end);
  StandardInput standard_input;
  std::istream questions(typed ? static_cast<std::streambuf*>(&standard_input) : file.rdbuf());
  std::string whole;  // of a file, which is written when all is there
  const auto hand_on = [&](const std::string& answers) {
    path.empty() ? write_output(answers, "") : void(whole += answers);
  };
  const Answered answered = ask_lines(questions, hand_on, engines(), {&interrupted, {}});
  require_no_input(path, answered.files);
  if (!path.empty()) write_output(whole, path);
  if (!answered.all) throw NoAnswer("interrupted; the questions that follow are not answered");
  return static_cast<Exit>(answered.status);
}

Exit run(const Arguments& arguments) {
  const char* const level = name_of(instructions());  // a wrong wish is refused at once
  switch (arguments.task) {
    case Arguments::Task::version:
      write_output(fmt::format("warodds {} ({})\n", version(), level), arguments.output.file);
      return done;
    case Arguments::Task::help:
      write_output(arguments.help_on.empty() ? general_help() : help_on(arguments.help_on),
                   arguments.output.file);
      return done;
    case Arguments::Task::complete:
      write_output(completions(arguments.unfinished), "");
      return done;
    case Arguments::Task::ask:
      return answer_lines(arguments);
    default:
      return answer_one(arguments);
  }
}

int guarded(int argc, const char* const* argv) {
  const auto complain = [](const char* what) {  // nobody is left to tell that this is not written
    std::fputs(fmt::format("warodds: {}\n", what).c_str(), stderr);
  };
  try {
    return run(parse_arguments(argc, argv));
  } catch (const InputError& error) {
    complain(error.what());
    return bad_input;
  } catch (const NoAnswer& error) {
    complain(error.what());
    return no_answer;
  } catch (const std::bad_alloc&) {
    complain("not enough memory for this; try --engine sim, or fewer dice");
    return no_answer;
  } catch (const std::exception& error) {
    complain(error.what());
    return no_answer;
  }
}

}  // namespace
}  // namespace warodds::cli

int main(int argc, char** argv) {
  // A closed pipe is reported as an error of the write, with a message.
  std::signal(SIGPIPE, SIG_IGN);
  return warodds::cli::guarded(argc, argv);
}
