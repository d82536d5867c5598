//! The figures of a run: what the command line prints and the browser shows.

use serde::Serialize;
use std::collections::BTreeMap;

/// The figures of one lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct RunReport {
    pub lane: u32,
    pub seed: u32,
    /// Simulated time (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub elapsed_ns: u64,
    /// Messages read, or jobs finished.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub messages: u64,
    /// Messages per simulated second, warm-up left out.
    pub messages_per_s: f64,
    /// CPU time spent busy (%).
    pub busy_pct: f64,
    /// CPU time idle while a task waited in the same LLC, in 2.5.5x anywhere (%).
    pub wasted_pct: f64,
    /// Calls of `schedule`.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub sched: u64,
    /// Calls of `schedule` that chose idle.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub idle: u64,
    /// Wake-ups.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub wake: u64,
    /// Tasks stolen.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub steal: u64,
    /// Changes of CPU, by cause and distance.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, Record<string, number>>"))]
    pub migrations: BTreeMap<String, BTreeMap<String, u64>>,
    /// Wake-ups, by distance from the previous CPU to the chosen one.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, number>"))]
    pub wakes: BTreeMap<String, u64>,
    /// Median of the time from a wake-up to running (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub wake_latency_p50_ns: u64,
    /// 99th percentile of the time from a wake-up to running (ns).
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub wake_latency_p99_ns: u64,
    /// Events handled.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub events: u64,
    /// Hash over all events, 16 hexadecimal digits.
    pub hash: String,
    pub ended: Ended,
}

/// Whether and why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum Ended {
    /// It goes on.
    Running,
    /// The workload is done.
    Finished,
    /// The time limit was reached.
    Limit,
}
