"""The Python of an environment may lack packages that the system's has."""
import os
import sys

SYSTEM = "/usr/bin/python3"


def instead_of_this_one(package):
    """Runs the same script by the system's Python; where that is this one, says what is missing. Exit code 3."""
    script = sys.argv[0]
    if os.path.realpath(sys.executable) != os.path.realpath(SYSTEM) and os.path.exists(SYSTEM) and os.path.isfile(script):
        os.execv(SYSTEM, [SYSTEM, *sys.argv])
    print(f"{os.path.basename(script)} needs {package}, which {sys.executable} does not have: apt install python3-{package}, for {SYSTEM}",
          file=sys.stderr)
    sys.exit(3)
