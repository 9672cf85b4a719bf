#!/bin/bash
# Verifies the CUDA side on a machine with a GPU and writes the record of it.
#   tests/verify_gpu.sh [FAMILY ...]      families: hermite, roofline (all of them when none is named)
# hermite: builds with CUDA, runs the tests labelled gpu (every schedule against the reference, at every
# order and precision; runs of the command that are stopped and resumed), without contraction to FMA
# those that compare bit for bit, then compute-sanitizer on small cases, arrays of more than 2^31 values
# where memory holds them, and, where there are two GPUs, or four, runs on all of these against runs on one, by
# NCCL where it is found and by MPI (`ranks.messages` of the record). roofline: ceilings, counters, tuner.
# What passed is merged into data/verified/GPU.json, or $HERMITE_VERIFY_OUT/GPU.json. A step that passed
# on the very same sources, tests, GPU and driver is not repeated: its output is kept in build/verify.
# `sources` in it names the files that were tested: .ci/run tells from it whether they changed since.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/local/cuda/bin:/usr/local/cuda/compute-sanitizer"
out=${HERMITE_VERIFY_OUT:-data/verified}

fail() { printf 'verify_gpu: %s\n' "$*" >&2; exit 1; }

families=("$@")
[ $# -gt 0 ] || families=(hermite roofline)
for family in "${families[@]}"; do
  case $family in hermite | roofline) ;; *) fail "no family '$family', there are: hermite, roofline" ;; esac
done
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1) ||
  fail "nvidia-smi finds no GPU here"
command -v nvcc >/dev/null || fail "nvcc is not on the PATH, nor in /usr/local/cuda/bin"

# The state of files as they lie here, whether added to the index yet or not: what `git ls-files -s`
# prints once they are.
state_of() {  # state_of PATH...
  local index; index=$(mktemp)
  cp "$(git rev-parse --git-path index)" "$index" &&
    GIT_INDEX_FILE=$index git add -A "$@" &&
    GIT_INDEX_FILE=$index git ls-files -s "$@" | grep -v README.md | sha256sum | cut -d' ' -f1
  rm -f "$index"
}
git ls-files --error-unmatch CMakeLists.txt >/dev/null 2>&1 ||
  fail "git does not know this tree: the record could not say which files were tested"
sources=$(state_of hermite kernels CMakeLists.txt)

gpus=$(nvidia-smi -L | wc -l)
log=build/verify/$(printf '%s ' "$sources" "$(state_of drivers roofline tests)" "$gpu" "$gpus" "$(command -v mpirun)" |
  sha256sum | cut -c1-16)
mkdir -p "$log"
# Builds are brought up to date, and the steps that have others in them look at each of these.
rm -f "$log"/{build,strict_build,default,exact}.passed
step() {  # step NAME COMMAND...: leaves NAME.passed, with the seconds it took
  local start=$SECONDS
  if [ ! -e "$log/$1.passed" ]; then
    "${@:2}" || fail "$1 failed"
    echo $((SECONDS - start)) >"$log/$1.passed"
    [ -e "$log/$1.seconds" ] || cp "$log/$1.passed" "$log/$1.seconds"  # as first passed: later it may only look at others
  fi
  echo "$1: $(cat "$log/$1.passed") s"
}
build() {  # build FOLDER TARGETS OPTION...: configures, and builds these targets
  local said; said=$log/$(basename "$1").build.log
  cmake -S . -B "$1" -DCMAKE_BUILD_TYPE=Release -DHERMITE_CUDA=ON -DHERMITE_BENCHMARKS=OFF \
    "${@:3}" >"$said" 2>&1 || { cat "$said"; fail "cmake failed"; }
  # shellcheck disable=SC2086  # several targets
  cmake --build "$1" -j "$(nproc)" --target $2 >"$said" 2>&1 ||
    { tail -n 40 "$said"; fail "the build failed"; }
}
# Every test case that passes the filters in a process of its own, several at a time: most of the time is
# the reference's, on threads of the host. Where there are several GPUs, processes share them out, unless they
# take all; what each took is in NAME.times, "SECONDS CASE".
tests() {  # tests NAME PROGRAM FILTER...
  local name=$1 program=$2 count failed=""
  shift 2
  count=$("$program" "$@" --count | sed -n 's/.*current filters: //p')
  [ "${count:-0}" -gt 0 ] || fail "there are no tests ($name)"
  rm -f "$log/$name.case".* "$log/$name.times"
  # shellcheck disable=SC2016  # for the inner shell: $0 is the log, and the arguments the program and its filters
  seq "$count" | gpus=$gpus all_gpus=${all_gpus:-} OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive xargs -P "$workers" -I{} sh -c '
    [ -n "$all_gpus" ] || export CUDA_VISIBLE_DEVICES=$(({} % gpus))
    start=$(date +%s)
    "$@" --first={} --last={} >"$0.case.{}" 2>&1; code=$?
    echo "$(($(date +%s) - start)) {}" >>"$0.times"
    exit $code' "$log/$name" "$program" --no-intro --no-path-filenames "$@" || failed=yes
  cat "$log/$name.case".* >"$log/$name.log"
  echo "$count" >"$log/$name.count"
  [ -z "$failed" ] || { grep -L "Status: SUCCESS" "$log/$name.case".* | xargs tail -n 30; fail "tests failed ($name)"; }
}
sanitize() {  # sanitize TOOL; a machine whose virtualisation keeps the tool out is no failed test
  local file=$log/$1.log
  if compute-sanitizer --tool "$1" --error-exitcode 9 \
    build/gpu-strict/bin/test_kernels "-ts=gpu-sanitize*" >"$file" 2>&1; then
    echo passed >"$log/$1"
  elif grep -q "Device not supported" "$file"; then
    echo "not run: device not supported" >"$log/$1"
  else
    tail -n 40 "$file"
    fail "compute-sanitizer $1 failed"
  fi
}
# together STEP...: steps that are functions of that name, side by side; all end, though one has failed
together() {
  local job jobs=() failed=""
  for job in "$@"; do
    step "$job" "$job" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || failed=yes; done
  [ -z "$failed" ] || exit 1
}

generator=()
! command -v ninja >/dev/null || generator=(-G Ninja)
workers=$((($(nproc) + 1) / 2))
programs="hermite_command test_kernels test_drivers test_roofline"
bin=build/gpu/bin
default_build() { build build/gpu "$programs" "${generator[@]}"; }
strict_build() { build build/gpu-strict test_kernels "${generator[@]}" -DHERMITE_STRICT_FP=ON "-DHERMITE_ORDERS=1;2;3"; }
kernels() { tests kernels $bin/test_kernels '-ts=gpu,gpu-sanitize,runtime*'; }
drivers() { tests drivers $bin/test_drivers '-ts=gpu'; }
ranks() {  # on two GPUs, or on four; NCCL without NVLink's multicast, which a host that others use may not allow
  if [ "$gpus" -lt 2 ]; then
    echo "not run: one GPU" >"$log/ranks"
  elif ! command -v mpirun >/dev/null; then
    echo "not run: no MPI" >"$log/ranks"
  else
    all_gpus=yes NCCL_NVLS_ENABLE=0 tests ranks $bin/test_drivers '-ts=gpu ranks'
    echo $((gpus < 4 ? 2 : 4)) >"$log/ranks"  # GPUs that these tests take
  fi
}
# The other build needs processors, most tests the GPU: they go on side by side.
default() { together kernels drivers ranks strict_build; }
strict() { tests strict build/gpu-strict/bin/test_kernels '-tc=*strict*'; }  # of the host too
large() {  # arrays of more than 2^31 values
  local mib; mib=$(nvidia-smi --query-gpu=memory.total --format=csv,noheader,nounits | head -n 1)
  if [ "$mib" -lt 60000 ]; then
    echo "not run: the GPU has $mib MiB" >"$log/large"
  else
    tests large $bin/test_kernels '-ts=gpu slow'
    echo passed >"$log/large"
  fi
}
memcheck() { sanitize memcheck; }
racecheck() { sanitize racecheck; }
exact() {
  step strict strict
  if [ "$gpus" -lt 2 ]; then
    together memcheck racecheck
    step large large  # with all of the memory to itself
  else  # on the second GPU (`tests` numbers them), the others on the first one
    together memcheck racecheck large
  fi
}
roofline() {  # times: by itself
  default_build
  workers=1 tests roofline $bin/test_roofline '-ts=gpu*'
}
for family in "${families[@]}"; do
  if [ "$family" = roofline ]; then
    step roofline roofline
  else
    step build default_build
    step default default
    step exact exact
  fi

  HERMITE_GPU="$gpu" HERMITE_SOURCES="$sources" HERMITE_NVCC="$(nvcc --version)" \
    python3 - "$family" "$log" "$out" <<'PYTHON'
import datetime, json, os, pathlib, re, sys

family, log, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
gpu, driver = [part.strip() for part in os.environ["HERMITE_GPU"].split(",")]


def passed(*names):
    """Of tests that all passed: how many there were, and what they checked."""
    checked = r"assertions:\s+\d+ \|\s+(\d+) passed"
    return {"tests": sum(int((log / f"{name}.count").read_text()) for name in names),
            "assertions": sum(int(n) for name in names for n in re.findall(checked, (log / f"{name}.log").read_text()))}


path = out / (re.sub("[^a-z0-9]+", "-", gpu.lower()).strip("-") + ".json")
record = json.loads(path.read_text()) if path.exists() else {"families": {}}
steps = ["roofline"] if family == "roofline" else ["default", "exact", "build"]
result = {
    "date": datetime.date.today().isoformat(),
    **passed(*(["roofline"] if family == "roofline" else ["kernels", "drivers"])),
    "seconds": sum(int((log / f"{step}.seconds").read_text()) for step in steps),
    "sources": os.environ["HERMITE_SOURCES"],
    "driver": driver,
    "cuda": re.search(r"release ([\d.]+)", os.environ["HERMITE_NVCC"]).group(1),
}
if family == "hermite":
    ranks = (log / "ranks").read_text().strip()
    if ranks.isdigit():  # GPUs; by what their messages went each test says, after it was compared with the manifests
        ways = re.findall("messages by (.+)", (log / "ranks.log").read_text())
        ranks = {"gpus": int(ranks), "messages": sorted(set(ways)), **passed("ranks")}
    large = (log / "large").read_text().strip()
    result |= {
        "strict": passed("strict"),
        "large": passed("large") if large == "passed" else large,
        "memcheck": (log / "memcheck").read_text().strip(),
        "racecheck": (log / "racecheck").read_text().strip(),
        "ranks": ranks,
    }
if result["tests"] == 0:
    sys.exit("verify_gpu: no test labelled gpu ran")
record["families"][family] = result
sources = {entry["sources"] for entry in record["families"].values()}
record = {
    "gpu": gpu,
    "date": result["date"],
    "families": record["families"],
    # of the whole record: only when every family in it was verified on the same files
    "sources": sources.pop() if len(sources) == 1 else "mixed",
}
out.mkdir(parents=True, exist_ok=True)
path.write_text(json.dumps(record, indent=2) + "\n")
checks = "".join(f", {tool} {result[tool]}" for tool in ("memcheck", "racecheck") if tool in result)
print(f"{family}: {result['tests']} tests, {result['assertions']} assertions passed{checks}; {path}")
PYTHON
done
