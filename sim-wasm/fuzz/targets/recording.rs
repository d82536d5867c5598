//! Reads any bytes as a recording: it is refused with a sentence, or gives figures that agree with each other, whatever the
//! pieces are in which it comes, and a replay whose file is read back, or a sentence.
//!
//! Seeds: `../../tests/fixtures/recordings` and its `vectors`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_recording::{Options, Reader, Wanted, read, replay};
use sched_replay::File;

fuzz_target!(|data: &[u8]| {
    let whole = read(data, Options { draws: true, keeps: true, ..Options::default() });
    let counters = &whole.counters;
    assert!(counters.longest_wait_ns <= counters.wait_ns);
    assert!(counters.wakeup_latencies <= counters.waits);
    assert!(whole.fault.iter().all(|fault| !fault.to_string().is_empty()));
    assert!(whole.notes.iter().all(|note| !note.to_string().is_empty()));
    if let Ok(taken) = replay(&whole, &Wanted::default()) {
        let bytes = taken.file.encode();
        assert_eq!(File::decode(&bytes).as_ref(), Ok(&taken.file));
    }
    // The bytes as a replay file.
    assert!(File::decode(data).err().is_none_or(|fault| !fault.to_string().is_empty()));
    // Of damaged gzip or zlib, how much is unpacked before the damage depends on the pieces.
    if matches!(data, [0x1f, 0x8b, ..] | [0x78, ..]) {
        return;
    }
    let mut reader = Reader::new(Options::default());
    for piece in data.chunks(1 + data.len() % 13) {
        reader.push(piece);
    }
    assert_eq!(reader.finish().counters, whole.counters);
});
