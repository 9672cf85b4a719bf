#!/bin/bash
# Measures this machine and leaves the results in data/results/MACHINE, from which the numbers of README.md and data/results/README.md are made:
#   roofline/record.sh MACHINE          the host: orders, speed, and both methods at equal error   (after ./setup test)
#   roofline/record.sh MACHINE cuda     the GPU: both methods at equal error; what a call leaves in build/record the next
#                                       one goes on with
# Only a clean tree may write results.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then echo "record.sh: how the machine is called is missing: roofline/record.sh MACHINE [cuda], a name such as xeon-2-cores" >&2; exit 2; fi
machine=$1
device=${2:-host}
if ! prefix=$(git rev-parse --show-prefix 2>/dev/null) || [ -n "$prefix" ]; then  # or one that lies within another's
  echo "record.sh: this is no git checkout: clone the repository" >&2
  exit 1
fi
changes=$(git status --porcelain)
[ -z "$changes" ] || { echo "record.sh: the tree is not clean: commit first" >&2; exit 1; }
folder=data/results/$machine
work=build/record/$machine-$device
mkdir -p "$folder" "$work"
cmake --build build
options=(--orders 1,2,3 --limit 20 --budget 720)
[ "$device" = host ] || options=(--limit 300 --budget 3600)

if [ "$device" = host ]; then
  declare -A cells=([1]=8,16,32,64 [2]=8,16,32 [3]=4,8,16)
  for d in 1 2 3; do
    build/bin/hermite converge "data/cases/advection-${d}d.json" --orders 1,2,3 --cells "${cells[$d]}" \
      --out "$work/$d" --json "$work/convergence-${d}d.json"
  done
  for box in acoustic-box maxwell-cavity elastic-box; do
    for d in 2 3; do
      build/bin/hermite converge "data/cases/$box-${d}d.json" --orders 1,2,3 --cells 8,16 \
        --out "$work/$box-$d" --json "$work/convergence-$box-${d}d.json"
    done
  done
  build/bin/bench_hermite --benchmark_filter='(monolithic/march-truncated|full-step/march)/N3/single' --benchmark_repetitions=3 \
    --benchmark_report_aggregates_only=true --benchmark_min_time=0.2 --benchmark_out="$work/bench_hermite.json" --benchmark_out_format=json
  python3 drivers/plot_convergence.py "$work"/convergence-?d.json --readme --out "$work/picture"
  cp "$work"/picture/*.png data/results/convergence.png
fi
for wave in cavity wave elastic; do
  build/bin/hermite compare "data/cases/compare-$wave.json" --device "$device" "${options[@]}" --periods 10,100 --tuned off \
    --out "$work/$wave" --json "$work/compare-$wave.json"
done
cp "$work"/*.json "$folder/"
if [ "$machine" = h200 ]; then  # the machine that README.md shows
  python3 drivers/plot_comparison.py "$folder/compare-wave.json" --out "$work/picture"
  cp "$work/picture/comparison-seconds.png" data/results/equal-error.png
fi
python3 drivers/readme_numbers.py
