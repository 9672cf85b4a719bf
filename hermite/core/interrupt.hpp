// Ctrl-C, SIGTERM and SIGHUP (a closed terminal): the signal sets a flag, the time loop asks for it between two steps.
#pragma once

namespace hermite {

/// While one of these lives, these set the flag; a Ctrl-C that comes more than a
/// second after the first ends the program.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;
};

bool interrupted();

}  // namespace hermite
