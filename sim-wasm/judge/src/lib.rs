//! Compares a published table with a simulated one, for the command line and the page: the figure of each row
//! ([`measure`]), the statistics over several seeds ([`statistics`]), the comparison with the published
//! figure ([`verdict`]), and the words of a report ([`words`]).

pub mod measure;
pub mod report;
pub mod skill;
pub mod statistics;
pub mod verdict;
pub mod words;
