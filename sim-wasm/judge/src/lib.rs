//! A published table beside a simulated one, for the command line and the page alike: what a row asks of a run
//! ([`measure`]), what several seeds say together ([`statistics`]), how they stand to the published figure
//! ([`verdict`]), and the words for all of it ([`words`]).

pub mod measure;
pub mod report;
pub mod skill;
pub mod statistics;
pub mod verdict;
pub mod words;
