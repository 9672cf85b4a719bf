#pragma once
// The search for the fastest configuration of one subject (system, grid, pipeline, order,
// precision).
//
// It goes in phases: first all combinations of the crossed axes, then each refined axis by itself
// about the best of each variant; about those that took more than 1.5 times as long as the fastest
// after that, among themselves, and not at all where the time is short. Where one of these then
// seems to be the fastest, all the best are timed once more, together. In a phase every
// configuration is timed once a round, in another random order each round, so that a slow spell of
// the machine meets all of them alike. A configuration is verified just before it is first timed.
// Rules:
//   dropped   for the rest of the phase, whose fastest time is too far above the best median: after
//             the first round more than 1.5 times, after the second 1.25, then 1.1. The best of each
//             variant and what the code chooses by itself stay.
//   skipped   what cannot be built, launched or held in memory, with the reason; what has the same
//             blocks as another; what computes something else than the reference (that is an error
//             of a kernel, and `wrong`).
//   the best  of each variant the lowest median of the last phase, where all that are left were timed
//             together; of a phase that was cut short only where the best took part three times. In
//             the end what took less time than it in the rounds of any phase in which both were timed
//             takes its place, three rounds at least: so none is slower than what the code chooses by
//             itself, which takes part in every phase but that of slower variants.
// The journal has every measurement, so that a search that was stopped goes on.

#include <chrono>
#include <climits>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "kernels/device/stopwatch.hpp"
#include "kernels/stage/simulation.hpp"
#include "roofline/tune/journal.hpp"
#include "roofline/tune/space.hpp"
#include "roofline/tune/verify.hpp"

namespace hermite {

struct TuneOptions {
  int rounds = 9;
  double seconds = 60;        // for this subject, then the search ends with what it has
  double sample_seconds = 0;  // of one measurement at least; 0: chosen
  std::uint64_t seed = 1;     // of the order of measurements and of the data
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

struct TuneCandidate {
  Configuration configuration;
  std::string skipped;  // why; empty: it can run
  bool wrong = false, verified = false, dropped = false;
  std::vector<TuneSample> samples;
  std::optional<Solver> solver;  // where it could be built
  long sweeps = 0;               // of one measurement

  std::string blocks() const;  // "monolithic_march 32x1x16"
  // Of a step: all samples, or those of a phase, up to a round of it.
  std::vector<double> seconds(const std::string& phase = "", int until = INT_MAX) const;
  double median(const std::string& phase = "", int until = INT_MAX) const;  // 0: none
  double spread() const;  // between the quartiles, over the median
  // Times of this one over those of another, where both were timed in the same round: no slow spell
  // of the machine speaks for either.
  std::vector<double> ratios_to(const TuneCandidate& other) const;
  // Their median; none where those rounds were too few to tell.
  std::optional<double> ratio_to(const TuneCandidate& other) const;
};

constexpr std::size_t rounds_until_sure = 3;

struct TuneResult {
  std::vector<TuneCandidate> candidates;
  std::vector<std::size_t> best;        // of each variant, the fastest first; empty: none could run
  std::optional<std::size_t> standard;  // what the code chooses by itself
  bool complete = false;                // every phase had all its rounds
};

class Tuner {
 public:
  Tuner(const TuneSubject& subject, const TuneSetting& setting, const Device& device,
        TuneJournal& journal, const TuneOptions& options);

  // Ends early where the time is up, or a signal came.
  TuneResult search();

 private:
  using Clock = std::chrono::steady_clock;

  Case::Kernel base();
  std::vector<std::size_t> take_far_ones();
  void refine(bool compiles, const std::string& suffix, const std::vector<Case::Kernel>& beside);
  void run_finals(const std::vector<Case::Kernel>& beside);
  std::vector<Case::Kernel> kernels_of(const std::vector<std::size_t>& places) const;
  bool is_new(const Case::Kernel& kernel) const;
  std::size_t place_of(const Case::Kernel& kernel);
  void prepare(TuneCandidate& candidate);
  void refuse_what_cannot_launch(const Solver& solver) const;
  bool run_phase(const std::string& name, const std::vector<Case::Kernel>& kernels, double share);
  std::optional<double> choose_sweeps(TuneCandidate& candidate);
  void measure(TuneCandidate& candidate, const std::string& phase, int round);
  bool verify(TuneCandidate& candidate);
  Simulation& simulation_of(const Solver& solver);
  double seconds_per_step(const Solver& solver, long sweeps);
  void drop_hopeless(const std::vector<std::size_t>& places, const std::string& phase, int round);
  static double hopeless(int round);
  std::vector<std::size_t> fastest(const std::vector<std::size_t>& places, const std::string& phase,
                                   std::size_t samples, int until) const;
  void rank(const std::vector<std::size_t>& places, const std::string& phase, bool complete);
  bool time_is_up(double share) const;

  const TuneSubject& subject_;
  const TuneSetting& setting_;
  const Device& device_;
  TuneJournal& journal_;
  TuneOptions options_;
  Verifier verifier_;
  Stopwatch watch_;
  long free_bytes_;
  Clock::time_point begin_ = Clock::now();
  TuneResult result_;
  Case::Kernel start_;
  std::vector<std::size_t> usual_;  // what the code chooses of each variant
  std::map<std::string, std::size_t> by_name_, by_blocks_;
  std::vector<std::unique_ptr<Simulation>> simulations_;
};

}  // namespace hermite
