//! The figures of a run.

use std::collections::BTreeMap;

use super::Simulation;
use crate::observe::report::{Ended, RunReport};
use crate::observe::vocab::{Cause, Distance};
use crate::system::System;

/// Where the counters stood when the warm-up ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Baseline {
    at: u64,
    messages: u64,
    busy: u64,
    wasted: u64,
}

impl Baseline {
    pub fn of(sys: &System, at: u64) -> Self {
        let obs = &sys.obs;
        Self { at, messages: obs.messages, busy: obs.busy.at(at), wasted: obs.wasted.at(at) }
    }
}

impl Simulation {
    pub fn report(&self) -> RunReport {
        let (sys, obs) = (&self.sys, &self.sys.obs);
        let base = self.baseline.unwrap_or(Baseline { at: 0, messages: 0, busy: 0, wasted: 0 });
        let now = sys.now;
        let span = (now - base.at).max(1) as f64;
        let cpus = sys.usable.weight().max(1);
        let share = |ns: u64| 100.0 * ns as f64 / span / f64::from(cpus);
        let by_distance = |counts: &[u64]| -> BTreeMap<String, u64> {
            Distance::ALL
                .iter()
                .map(|d| (d.key().to_string(), counts[*d as usize]))
                .filter(|e| e.1 > 0)
                .collect()
        };
        RunReport {
            lane: self.lane,
            seed: self.seed,
            elapsed_ns: now,
            messages: obs.messages,
            messages_per_s: (obs.messages - base.messages) as f64 * 1e9 / span,
            busy_pct: share(obs.busy.at(now) - base.busy),
            wasted_pct: share(obs.wasted.at(now) - base.wasted),
            sched: obs.sched,
            idle: obs.goidle,
            wake: obs.ttwu,
            steal: obs.moves_by(Cause::Steal),
            migrations: Cause::ALL
                .iter()
                .map(|c| (c.key().to_string(), by_distance(&obs.moves[*c as usize])))
                .filter(|e| !e.1.is_empty())
                .collect(),
            wakes: by_distance(&obs.wakes),
            wake_latency_p50_ns: obs.latency.quantile(500),
            wake_latency_p99_ns: obs.latency.quantile(990),
            events: obs.events,
            hash: format!("{:016x}", obs.hash.value()),
            ended: match (self.done, sys.live) {
                (false, _) => Ended::Running,
                (true, 0) => Ended::Finished,
                (true, _) => Ended::Limit,
            },
        }
    }
}
