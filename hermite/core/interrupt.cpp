#include "hermite/core/interrupt.hpp"

#include <csignal>

namespace hermite {

namespace {

volatile std::sig_atomic_t flag = 0;
struct sigaction before_int, before_term;

extern "C" void set_flag(int) { flag = 1; }

}  // namespace

CatchInterrupts::CatchInterrupts() {
  flag = 0;
  struct sigaction action = {};
  action.sa_handler = set_flag;
  // The default comes back after the first signal, so that a second one ends the program.
  action.sa_flags = int(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_int);
  sigaction(SIGTERM, &action, &before_term);
}

CatchInterrupts::~CatchInterrupts() {
  sigaction(SIGINT, &before_int, nullptr);
  sigaction(SIGTERM, &before_term, nullptr);
}

bool interrupted() { return flag != 0; }

}  // namespace hermite
