//! Reads any bytes as a packet of Perfetto, as a bundle of events, and as compact events.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_recording::{Options, read};

/// A field with bytes.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    let mut length = content.len();
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend(content);
    out
}

fuzz_target!(|data: &[u8]| {
    let first = field(1, &[0x08, 0x01, 0x50, 0x01]);
    for packet in [data.to_vec(), field(1, data), field(1, &field(4, data)), field(1, &field(2, data))] {
        let recording = read(&[first.clone(), field(1, &packet)].concat(), Options::default());
        assert!(recording.counters.packets <= 2 + data.len() as u64);
    }
});
