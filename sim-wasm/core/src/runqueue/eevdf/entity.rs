//! The scheduling entity of a task under EEVDF.

use super::rules::{EevdfRules, Protection, YieldRule};
use crate::engine::time::Ns;
use crate::runqueue::weight::NICE_0_WEIGHT;
use crate::scenario::Policy;

/// A task's contribution to V: its vruntime (ns) and its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighed {
    pub vruntime: i64,
    pub weight: u64,
}

/// The entity of a task. Virtual times are ns at the pace of nice 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity {
    pub weight: u64,
    pub vruntime: i64,
    /// The virtual deadline: the end of the request. Off the queue with `relative`: the rest of the request.
    pub deadline: i64,
    pub relative: bool,
    /// The task's slice (ns of real time); `None`: the kernel's base slice.
    pub own_slice: Option<Ns>,
    /// The lag V − v when the task left the queue, or while it is delayed, when it fell asleep. Positive: the task was owed time;
    /// negative: it owed time.
    pub lag: i64,
    /// While running, the task is protected until its vruntime reaches this value, regardless of other deadlines.
    pub protected_until: i64,
    /// The task sleeps but is still in the queue, since it owes time (`sched_delayed`).
    pub delayed: bool,
    pub policy: Policy,
}

impl Entity {
    /// A new task: no lag, no request.
    pub fn new(weight: u64) -> Self {
        Self {
            weight,
            vruntime: 0,
            deadline: 0,
            relative: false,
            own_slice: None,
            lag: 0,
            protected_until: i64::MIN,
            delayed: false,
            policy: Policy::Normal,
        }
    }

    #[inline]
    pub fn weighed(&self) -> Weighed {
        Weighed { vruntime: self.vruntime, weight: self.weight }
    }

    /// Real time converted to the task's vruntime (`calc_delta_fair`).
    #[inline]
    pub fn scaled(&self, time: Ns) -> i64 {
        let ns = if self.weight == NICE_0_WEIGHT { time.0 } else { time.0 * NICE_0_WEIGHT / self.weight };
        ns as i64
    }

    /// The slice of the task.
    #[inline]
    pub fn slice(&self, rules: &EevdfRules) -> Ns {
        self.own_slice.filter(|_| rules.own_slices).unwrap_or(rules.base_slice)
    }

    /// The length of the task's request in virtual time: d − v at its start.
    #[inline]
    pub fn request(&self, rules: &EevdfRules) -> i64 {
        self.scaled(self.slice(rules))
    }

    /// Charges running time (`update_curr`, `update_deadline`). Returns whether the request is served; then a new one begins.
    pub fn charge(&mut self, time: Ns, rules: &EevdfRules) -> bool {
        self.vruntime += self.scaled(time);
        let served = self.vruntime >= self.deadline;
        if served {
            self.deadline = self.vruntime + self.request(rules);
        }
        served
    }

    /// In what real time its request is served.
    pub fn served_in(&self) -> Ns {
        let virtual_time = (self.deadline - self.vruntime).max(0) as u64;
        Ns((virtual_time * self.weight).div_ceil(NICE_0_WEIGHT))
    }

    #[inline]
    pub fn is_protected(&self) -> bool {
        self.vruntime < self.protected_until
    }

    /// The task is switched in (`set_protect_slice`). `least`: the least slice of the queue, including this task's,
    /// if that protects. `others`: V without this task, beyond which it is no longer eligible, with the rule `short_buddy`.
    pub fn protect(&mut self, least: Ns, others: Option<i64>, rules: &EevdfRules) {
        self.protected_until = match rules.protection {
            // Without `RUN_TO_PARITY` picks ignore the protection, but charges heed it.
            Protection::Request => self.deadline,
            Protection::LeastSlice => {
                let own = self.slice(rules);
                let slice = if rules.run_to_parity { least } else { own.min(rules.normalized_base_slice) };
                let ineligible = others.filter(|_| rules.preempt_short && slice < own).map(|v| v + 1);
                self.deadline.min(ineligible.unwrap_or_else(|| self.vruntime + self.scaled(slice)))
            }
        };
    }

    /// A woken task did not preempt: the protection ends with the least slice (`update_protect_slice`). `v`: V, with the rule
    /// `short_buddy`.
    pub fn protect_less(&mut self, least: Ns, v: Option<i64>) {
        let from = v.map_or(self.vruntime, |v| v.min(self.vruntime));
        self.protected_until = self.protected_until.min(from + self.scaled(least));
    }

    /// `yield_task_fair`. `eligible`: the task is not ahead of V.
    pub fn give_up(&mut self, eligible: bool, rules: &EevdfRules) {
        match rules.yields {
            YieldRule::Postpones => self.deadline += self.request(rules),
            YieldRule::Forfeits if eligible => {
                self.vruntime = self.deadline;
                self.deadline += self.request(rules);
            }
            YieldRule::Forfeits => {}
        }
        self.protected_until = i64::MIN;
    }

    /// Changes the weight of a task off the queue. The lag in service stays the same, at the new pace.
    pub fn reweigh(&mut self, weight: u64) {
        let rescaled =
            |time: i64| (i128::from(time) * i128::from(self.weight)).div_euclid(i128::from(weight)) as i64;
        self.lag = rescaled(self.lag);
        if self.relative {
            self.deadline = rescaled(self.deadline);
        }
        self.weight = weight;
    }
}
