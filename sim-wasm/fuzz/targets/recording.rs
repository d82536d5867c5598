//! Reads any bytes as a recording: it is refused with a sentence, or gives figures that agree with each other, whatever the
//! pieces are in which it comes.
//!
//! Seeds: `../../tests/fixtures/recordings` and its `vectors`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_recording::{Options, Reader, read};

fuzz_target!(|data: &[u8]| {
    let whole = read(data, Options { draws: true, ..Options::default() });
    let counters = &whole.counters;
    assert!(counters.longest_wait_ns <= counters.wait_ns);
    assert!(counters.wakeup_latencies <= counters.waits);
    assert!(whole.fault.iter().all(|fault| !fault.to_string().is_empty()));
    assert!(whole.notes.iter().all(|note| !note.to_string().is_empty()));
    let mut reader = Reader::new(Options::default());
    for piece in data.chunks(1 + data.len() % 13) {
        reader.push(piece);
    }
    assert_eq!(reader.finish().counters, whole.counters);
});
