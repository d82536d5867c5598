//! Any bytes as a description of a machine, and as domains of a kernel: refused with a sentence, or read as what can be.
//!
//! `max_len` bounds a text; what takes longer than its length shows as a slow unit.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_readers::{domains, read};

fuzz_target!(|data: &[u8]| {
    match read(data) {
        Ok(reading) => {
            assert_eq!(reading.topology.check(), Ok(()), "read, but no machine");
            reading.not_said.iter().for_each(|said| assert!(!said.to_string().is_empty(), "{said:?}"));
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    if let Err(fault) = domains::read(data) {
        assert!(!fault.to_string().is_empty(), "{fault:?}");
    }
});
