//! Reads any bytes as the description of a machine, as domains of a kernel, as costs, as a workload and as limits: each is
//! refused with a sentence, or gives a valid result.
//!
//! `max_len` bounds a text; quadratic time shows as a slow unit.

#![no_main]

#[path = "../../readers/tests/common/every_reader.rs"]
mod every_reader;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| every_reader::read_anything(data));
