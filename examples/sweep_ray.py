"""Runs the parts of a sweep on a Ray cluster and merges them: python sweep_ray.py PLAN.json PARTS > merged.json

The folder of the plan and the program `sched` must be in reach of every worker. A part that is begun again, after a worker was
lost for instance, goes on where it was.
"""

import subprocess
import sys
from pathlib import Path

import ray

plan = Path(sys.argv[1]).resolve()
parts = int(sys.argv[2])


@ray.remote(num_cpus=1, max_retries=3)
def run(part: int) -> tuple[str, str]:
    out = plan.parent / f"part-{part}.jsonl"
    subprocess.run(["sched", "sweep", plan, "--shard", f"{part}/{parts}", "--out", out], check=True, stdout=sys.stderr)
    return str(out), ray.get_runtime_context().get_node_id()


ray.init(address="auto", log_to_driver=False)
done = ray.get([run.remote(part) for part in range(1, parts + 1)])
print(f"{parts} parts on {len({node for _, node in done})} nodes", file=sys.stderr)
subprocess.run(["sched", "merge", plan, *[out for out, _ in done]], check=True)
