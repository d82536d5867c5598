//! Compares a published table with a simulated one, for the command line and the page: the figure of each row
//! ([`measure`]), the statistics over several seeds ([`statistics`]), whether lanes differ ([`decision`]), what that rests on
//! ([`rests_on`]), the comparison with the published figure ([`verdict`]), the kinds of effects ([`kind`]), and the words of a
//! report ([`words`]). Also the search for the setting at which a lane loses most ([`search`]).

pub mod decision;
pub mod fidelity;
pub mod fields;
pub mod kind;
pub mod measure;
pub mod report;
pub mod rests_on;
pub mod search;
pub mod skill;
pub mod statistics;
pub mod verdict;
pub mod words;
