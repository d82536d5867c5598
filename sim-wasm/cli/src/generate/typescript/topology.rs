//! `topology.ts`: the limits of a machine, and the meaning of its numbers.

use super::list;
use sched_core::machine::topology::{FULL_CAPACITY, LONGEST_NAME, MOST_CPUS, MOST_NODES};
use sched_core::machine::{Family, NO_GROUP};
use sched_readers::MOST_BYTES;

pub fn text() -> String {
    format!(
        "import type {{ Family }} from './types';\n\n\
         /** Most CPUs, and one more than the highest number of a CPU. */\nexport const MOST_CPUS = {MOST_CPUS};\n\n\
         /** Most NUMA nodes. */\nexport const MOST_NODES = {MOST_NODES};\n\n\
         /** Most characters of a machine's name. */\nexport const LONGEST_NAME = {LONGEST_NAME};\n\n\
         /** Most bytes of a text that says a machine. */\nexport const MOST_BYTES = {MOST_BYTES};\n\n\
         /** Capacity of the fastest CPU. */\nexport const FULL_CAPACITY = {FULL_CAPACITY};\n\n\
         /** In the place of a group or a unit, for a number that no CPU has. */\nexport const NO_GROUP = {NO_GROUP:#x};\n\n\
         /** Machines whose costs are the same. */\nexport const FAMILIES: readonly Family[] = {};\n",
        list(Family::KEYS)
    )
}
