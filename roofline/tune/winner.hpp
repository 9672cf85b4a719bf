#pragma once
// Which of a search's configurations are the best in the end: medians are of whatever moments of the machine each
// met, pairs of times of one round are of the same ones.

#include "roofline/tune/tuner.hpp"

namespace hermite {

// The best of each variant gives way to what took less time in the rounds in which both were timed, three at least, and
// so on from there; the first of all to what the code chooses by itself, if that did.
void settle(TuneResult& result);

}  // namespace hermite
