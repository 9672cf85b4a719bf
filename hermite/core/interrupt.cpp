#include "hermite/core/interrupt.hpp"

#include <csignal>
#include <ctime>
#include <iterator>

namespace hermite {

namespace {

volatile std::sig_atomic_t flag = 0;
// From the keyboard, a scheduler, a closed terminal.
constexpr int caught[] = {SIGINT, SIGTERM, SIGHUP};
struct sigaction before[std::size(caught)];

volatile std::sig_atomic_t first = 0;  // second at which the flag was set

// Launchers send a signal to a program and to its group, so that it comes twice within a moment: that is one.
// Who presses Ctrl-C again later wants the program to end.
extern "C" void set_flag(int signal) {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const auto second = static_cast<std::sig_atomic_t>(now.tv_sec);
  if (flag == 0) first = second;
  flag = 1;
  if (signal != SIGINT || second - first < 2) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

CatchInterrupts::CatchInterrupts() {
  flag = 0;
  struct sigaction action = {};
  action.sa_handler = set_flag;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(caught); ++i) {
    sigaction(caught[i], nullptr, &before[i]);
    // nohup has one ignored: it stays so.
    if (before[i].sa_handler != SIG_IGN) sigaction(caught[i], &action, nullptr);
  }
}

CatchInterrupts::~CatchInterrupts() {
  for (std::size_t i = 0; i < std::size(caught); ++i) sigaction(caught[i], &before[i], nullptr);
}

bool interrupted() { return flag != 0; }

}  // namespace hermite
