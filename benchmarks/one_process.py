"""pnp whose workers' tasks are done by the process that asks for them, so that a sampler sees what they take.

python -m benchmarks.one_process build
"""

import sys

from pnp.__main__ import run
from tests.without_processes import do_tasks_here

if __name__ == "__main__":
    do_tasks_here(setattr)
    sys.exit(run())
