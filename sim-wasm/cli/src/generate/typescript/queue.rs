//! `queue.ts`: the constants for drawing a run queue.

use super::list;
use sched_core::observe::trace::{QUEUED_STATES, SAMPLE, TASK};
use sched_core::runqueue::o1::MAX_TIMESLICE_MS;
use sched_core::runqueue::weight::{MAX_RT_PRIO, NICE_0_WEIGHT, NICE_WIDTH};

pub fn text() -> String {
    format!(
        "/** A queue over a stretch of time: the numbers of a sample before its tasks, and those of a task. */\n\
         export const TRACE = {{ SAMPLE: {SAMPLE}, TASK: {TASK} }} as const;\n\n\
         /** What a task of a queue does, by the number that says it. */\n\
         export const QUEUED_STATES = {} as const;\n\n\
         /** The weight of nice 0. */\nexport const NICE_0_WEIGHT = {NICE_0_WEIGHT};\n\n\
         /** The priority of nice -20, and how many levels follow. */\nexport const FIRST_PRIO = {MAX_RT_PRIO};\n\
         export const PRIOS = {NICE_WIDTH};\n\n\
         /** O(1): the longest timeslice (ms). */\nexport const MAX_TIMESLICE_MS = {MAX_TIMESLICE_MS};\n",
        list(&QUEUED_STATES)
    )
}
