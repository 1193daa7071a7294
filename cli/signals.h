// What stops the program: Ctrl-C and the signal that `timeout`, `kill` and batch systems send. The
// first asks for what is done so far, the next ends the program, and nothing half written is left.
#pragma once

#include <atomic>
#include <string>

namespace warodds::cli {

/// From here on SIGINT and SIGTERM ask to stop, and interrupt system calls that wait (EINTR). A
/// second one ends the program as it would have, and so do other signals that end it, but for the
/// file of remove_if_ended(). A pipe that is closed and a file that may not grow are errors of the
/// write that meets them.
void handle_signals();

/// Set once a stop has been asked for.
const std::atomic<bool>& stop_asked();

/// The file that is removed where a signal ends the program; empty: none. At most one.
void remove_if_ended(const std::string& path);

/// Work of which there is nothing to show yet, from when it is made to when it is told otherwise: a
/// stop that is asked for meanwhile ends the program after a second, if the work has not ended by
/// then.
class NothingYet {
 public:
  NothingYet();
  ~NothingYet();
  NothingYet(const NothingYet&) = delete;
  NothingYet& operator=(const NothingYet&) = delete;

  /// There is something now.
  void end();
};

/// While there is one, no signal ends the program that it can put off; one that came ends it then.
class Undisturbed {
 public:
  Undisturbed();
  ~Undisturbed();
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;
};

}  // namespace warodds::cli
