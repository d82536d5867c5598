//! Reads any bytes as the lines of a recording that goes on after them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_recording::{Options, read};

/// A switch that every text ends with.
const LINE: &[u8] = b"\n\n            a-10      [000] d..2.     1.000000: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 \
prev_state=S ==> next_comm=b next_pid=11 next_prio=120\n";

fuzz_target!(|data: &[u8]| {
    // A text begins with a line of its head.
    let text = [b"# tracer: nop\n            ", data, LINE].concat();
    let recording = read(&text, Options::default());
    assert!(recording.notes.iter().all(|note| !note.to_string().is_empty()));
});
