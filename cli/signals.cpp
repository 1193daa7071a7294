#include "cli/signals.h"

#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <csignal>
#include <cstring>
#include <string_view>

namespace warodds::cli {
namespace {

// All of these are used in signal handlers.
std::atomic<bool> stop{false};
std::atomic<bool> undisturbed{false};
std::atomic<int> put_off{0};  ///< a signal that is to end the program
std::array<char, PATH_MAX> unfinished;
std::atomic<bool> has_unfinished{false};
std::atomic<bool> nothing_yet{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void end_by(int signal) {
  if (undisturbed) {
    put_off = signal;
    return;
  }
  if (has_unfinished) ::unlink(unfinished.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// So that the second in which the program is to end is over.
void set_alarm() {
  constexpr int microseconds = 900'000;
  itimerval once{};
  once.it_value.tv_usec = microseconds;
  ::setitimer(ITIMER_REAL, &once, nullptr);
}

void on_stop(int signal) {
  if (stop.exchange(true)) {
    end_by(signal);
  } else if (nothing_yet) {
    set_alarm();
  }
}

void on_alarm(int signal) {
  if (!stop) return end_by(signal);  // not ours
  if (!nothing_yet || undisturbed) return;
  constexpr std::string_view message = "warodds: interrupted before there was anything to show\n";
  [[maybe_unused]] const auto told = ::write(STDERR_FILENO, message.data(), message.size());
  if (has_unfinished) ::unlink(unfinished.data());
  constexpr int no_answer = 1;
  ::_exit(no_answer);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;  // no SA_RESTART: what waits is to notice
  ::sigaction(signal, &action, nullptr);
}

bool is_default(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
}

}  // namespace

void handle_signals() {
  for (const int signal : {SIGINT, SIGTERM}) handle(signal, on_stop);
  if (is_default(SIGALRM)) handle(SIGALRM, on_alarm);
  for (const int signal : {SIGHUP, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGXCPU}) {
    if (is_default(signal)) handle(signal, end_by);
  }
  for (const int signal : {SIGPIPE, SIGXFSZ}) handle(signal, SIG_IGN);
}

const std::atomic<bool>& stop_asked() { return stop; }

void remove_if_ended(const std::string& path) {
  has_unfinished = false;
  if (path.empty() || path.size() >= unfinished.size()) return;
  std::memcpy(unfinished.data(), path.c_str(), path.size() + 1);
  has_unfinished = true;
}

NothingYet::NothingYet() {
  nothing_yet = true;
  if (stop) set_alarm();
}

NothingYet::~NothingYet() { end(); }

void NothingYet::end() { nothing_yet = false; }

Undisturbed::Undisturbed() { undisturbed = true; }

Undisturbed::~Undisturbed() {
  undisturbed = false;
  if (const int signal = put_off.exchange(0); signal != 0) end_by(signal);
}

}  // namespace warodds::cli
