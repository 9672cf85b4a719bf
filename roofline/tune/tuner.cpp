#include "roofline/tune/tuner.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <random>

#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "kernels/hermite/launcher.hpp"
#include "roofline/random_data.hpp"

namespace hermite {

Tuner::Tuner(const TuneSubject& subject, const TuneSetting& setting, const Device& device,
             TuneJournal& journal, const TuneOptions& options)
    : subject_(subject),
      setting_(setting),
      device_(device),
      journal_(journal),
      options_(options),
      verifier_(subject, options.seed),
      watch_(device),
      free_bytes_(static_cast<long>(device.memory_free())) {
  if (options_.sample_seconds <= 0) options_.sample_seconds = device.cuda() ? 0.005 : 0.03;
}

bool Tuner::time_is_up(double share) const {
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  return interrupted() || spent.count() > share * options_.seconds;
}

// Registers and threads; shared memory is refused where the solver is built.
void Tuner::refuse_what_cannot_launch(const Solver& solver) const {
  for (const Stage& stage : solver.stages)
    for (const KernelUse& use : stage.kernels) {
      if (!use.facts) continue;
      const KernelFacts facts = use.facts();
      if (facts.blocks_per_multiprocessor > 0) continue;
      throw MachineError(use.name + " does not launch: a block has " +
                         std::to_string(facts.threads) + " threads and " +
                         std::to_string(facts.shared_bytes) + " bytes of shared memory; with " +
                         std::to_string(facts.registers) + " registers a thread it may have " +
                         std::to_string(facts.max_threads) + " threads");
    }
}

void Tuner::prepare(TuneCandidate& candidate) {
  try {
    Solver solver = solver_of(subject_, candidate.configuration.kernel, device_);
    if (total_bytes(solver) > free_bytes_)
      throw MachineError("memory: it needs " + memory_statement(solver) + ", " +
                         human_bytes(static_cast<double>(free_bytes_)) +
                         " were free; take fewer cells");
    refuse_what_cannot_launch(solver);
    candidate.solver = std::move(solver);
  } catch (const Error& error) {
    candidate.skipped = error.what();
    return;
  }
  const TuneHistory& history = journal_.of(candidate.configuration);
  candidate.skipped = history.skipped;
  candidate.wrong = history.wrong;
  candidate.verified = history.verified;
  candidate.samples = history.samples;
}

// Whether nothing is known of a kernel that has to be compiled first, which may take longer than all the
// measurements.
bool Tuner::is_new(const Case::Kernel& kernel) const {
  const Configuration named{subject_.method.order, subject_.method.precision, kernel};
  return kernel.min_blocks > 0 && by_name_.count(to_json(named).dump()) == 0 &&
         journal_.of(named).samples.empty();
}

// The place of a kernel among the candidates; of two with the same schedule and blocks that of the first.
std::size_t Tuner::place_of(const Case::Kernel& kernel) {
  const Configuration configuration{subject_.method.order, subject_.method.precision, kernel};
  const auto [known, is_unknown] =
      by_name_.emplace(to_json(configuration).dump(), result_.candidates.size());
  if (!is_unknown) return known->second;
  result_.candidates.push_back({});
  TuneCandidate& candidate = result_.candidates.back();
  candidate.configuration = configuration;
  prepare(candidate);
  const std::size_t place = result_.candidates.size() - 1;
  if (!candidate.solver) return place;
  const std::string blocks = candidate.solver->description + "; " + candidate.blocks() + " slab " +
                             std::to_string(kernel.slab) + " min_blocks " +
                             std::to_string(kernel.min_blocks);
  const auto [same, is_new] = by_blocks_.emplace(blocks, place);
  if (!is_new) {
    candidate.skipped =
        "the same blocks as " + text_of(result_.candidates[same->second].configuration.kernel);
    candidate.solver.reset();
    known->second = same->second;
  }
  return same->second;
}

bool Tuner::verify(TuneCandidate& candidate) {
  if (candidate.verified) return true;
  const Verification verdict = verifier_.check(candidate.configuration.kernel, device_);
  if (!verdict.passed()) {
    candidate.skipped = "wrong: " + verdict.text() + " (seed " + std::to_string(verdict.seed) + ")";
    candidate.wrong = true;
    journal_.skip(candidate.configuration, candidate.skipped, true);
    return false;
  }
  candidate.verified = true;
  journal_.verified(candidate.configuration, verdict.share, verdict.seed);
  return true;
}

// Filling a grid takes longer than timing it, and rounds come back to each: one is kept for all solvers that
// it can do with, and as many as memory holds.
Simulation& Tuner::simulation_of(const Solver& solver) {
  for (const std::unique_ptr<Simulation>& one : simulations_)
    if (one->adopt(solver)) return *one;
  if (total_bytes(solver) > static_cast<long>(device_.memory_free())) simulations_.clear();
  simulations_.push_back(std::make_unique<Simulation>(solver, device_));
  fill_random(*simulations_.back(), options_.seed);
  return *simulations_.back();
}

double Tuner::seconds_per_step(const Solver& solver, long sweeps) {
  Simulation& simulation = simulation_of(solver);
  do {
    simulation.step();
  } while (!simulation.settled());  // warms up
  device_.synchronize();
  watch_.start();
  for (long i = 0; i < sweeps; ++i) simulation.step();
  return watch_.stop() / static_cast<double>(sweeps * steps_per_sweep(subject_.method.kernel));
}

// How many sweeps fill a sample, by the fastest of three: a slow moment of the machine would spoil all samples. One that
// takes many times as long is timed but once, and is the first sample.
std::optional<double> Tuner::choose_sweeps(TuneCandidate& candidate) {
  constexpr double far_longer = 10;
  double once = seconds_per_step(*candidate.solver, 1);
  if (once > far_longer * options_.sample_seconds) {
    candidate.sweeps = 1;
    return once;
  }
  for (int again = 0; again < 2; ++again)
    once = std::min(once, seconds_per_step(*candidate.solver, 1));
  once = std::max(once, 1e-9);
  once *= steps_per_sweep(subject_.method.kernel);
  candidate.sweeps = std::clamp(std::lround(options_.sample_seconds / once), 1L, 10000L);
  return {};
}

// One sample; none where the candidate turns out not to run, or a signal came.
void Tuner::measure(TuneCandidate& candidate, const std::string& phase, int round) {
  try {
    if (!verify(candidate) || interrupted()) return;
    const std::optional<double> first =
        candidate.sweeps == 0 ? choose_sweeps(candidate) : std::optional<double>();
    TuneSample sample{phase, round, 0, candidate.sweeps * steps_per_sweep(subject_.method.kernel)};
    sample.seconds = first ? *first : seconds_per_step(*candidate.solver, candidate.sweeps);
    sample.clock = watch_.clock();
    candidate.samples.push_back(sample);
    journal_.add(candidate.configuration, sample);
  } catch (const MachineError& error) {
    candidate.skipped = error.what();
    journal_.skip(candidate.configuration, candidate.skipped);
    simulations_.clear();
  }
}

// How much slower than the best the fastest time of a configuration may be after a round.
double Tuner::hopeless(int round) { return round == 1 ? 1.5 : round == 2 ? 1.25 : 1.1; }

// The fastest of each variant by the times of a phase, of those with so many samples in it. One that was
// dropped is none: it has few samples, and the others' later ones may be of a slow moment of the machine.
std::vector<std::size_t> Tuner::fastest(const std::vector<std::size_t>& places,
                                        const std::string& phase, std::size_t samples,
                                        int until) const {
  std::map<std::string, std::size_t> by_variant;
  for (const std::size_t place : places) {
    const TuneCandidate& candidate = result_.candidates[place];
    if (!candidate.skipped.empty() || candidate.dropped ||
        candidate.seconds(phase, until).size() < samples)
      continue;
    const auto [found, is_new] = by_variant.emplace(candidate.configuration.kernel.variant, place);
    if (!is_new &&
        candidate.median(phase, until) < result_.candidates[found->second].median(phase, until))
      found->second = place;
  }
  std::vector<std::size_t> best;
  for (const auto& [variant, place] : by_variant) best.push_back(place);
  std::sort(best.begin(), best.end(), [&](std::size_t a, std::size_t b) {
    return result_.candidates[a].median(phase, until) < result_.candidates[b].median(phase, until);
  });
  return best;
}

// A later phase that was cut short decides only where all that were the best took part enough.
void Tuner::rank(const std::vector<std::size_t>& places, const std::string& phase, bool complete) {
  const bool decides =
      complete || std::all_of(result_.best.begin(), result_.best.end(), [&](std::size_t place) {
        return result_.candidates[place].seconds(phase).size() >= rounds_until_sure;
      });
  if (!decides) return;
  const std::size_t samples = complete || result_.best.empty() ? 1 : rounds_until_sure;
  const std::vector<std::size_t> best = fastest(places, phase, samples, INT_MAX);
  if (!best.empty()) result_.best = best;
}

void Tuner::drop_hopeless(const std::vector<std::size_t>& places, const std::string& phase,
                          int round) {
  const std::vector<std::size_t> leaders = fastest(places, phase, 1, round);
  if (leaders.empty()) return;
  const double best = result_.candidates[leaders.front()].median(phase, round);
  const double factor = hopeless(round);
  for (const std::size_t place : places) {
    TuneCandidate& candidate = result_.candidates[place];
    const std::vector<double> seconds = candidate.seconds(phase, round);
    if (seconds.empty() || place == result_.standard ||
        std::find(leaders.begin(), leaders.end(), place) != leaders.end())
      continue;
    if (*std::min_element(seconds.begin(), seconds.end()) > factor * best) candidate.dropped = true;
  }
}

// False where the time ran out first.
bool Tuner::run_phase(const std::string& name, const std::vector<Case::Kernel>& kernels,
                      double share) {
  std::vector<std::size_t> places;
  bool complete = true;
  for (const Case::Kernel& kernel : kernels) {
    complete = complete && !(is_new(kernel) && time_is_up(share));
    if (!complete) continue;
    const std::size_t place = place_of(kernel);
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  for (const std::size_t place : places) result_.candidates[place].dropped = false;
  std::mt19937_64 random(options_.seed);
  for (int round = 1; round <= options_.rounds; ++round) {
    std::shuffle(places.begin(), places.end(), random);
    // First what the code takes by itself, once whatever the time. Then what it takes of each variant,
    // so that one is not known by others when the time is short.
    const auto turn = [&](std::size_t place) {
      if (place == result_.standard) return 0;
      return std::find(usual_.begin(), usual_.end(), place) != usual_.end() ? 1 : 2;
    };
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return turn(a) < turn(b); });
    for (const std::size_t place : places) {
      TuneCandidate& candidate = result_.candidates[place];
      if (!candidate.skipped.empty() || candidate.dropped) continue;
      if (journal_.of(candidate.configuration).has(name, round)) continue;
      const bool is_due = place == result_.standard && candidate.samples.empty() && !interrupted();
      if (!is_due && time_is_up(share)) {
        rank(places, name, false);
        return false;
      }
      options_.progress(name + ", round " + std::to_string(round) + " of " +
                        std::to_string(options_.rounds));
      measure(candidate, name, round);
    }
    drop_hopeless(places, name, round);
  }
  rank(places, name, complete);
  return complete;
}

}  // namespace hermite
