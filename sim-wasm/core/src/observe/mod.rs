//! The output of a run: the event log, its vocabularies, the counters, the series and the types of the report.

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
