//! What comes out of a run: the event log and its words, counters, the series, the report's shape.

#[macro_use]
pub mod vocab;

pub mod counters;
pub mod decisions;
pub mod field;
pub mod frame;
pub mod inspect;
pub mod log;
pub mod report;
pub mod search_time;
pub mod series;
pub mod steps;
pub mod trace;
