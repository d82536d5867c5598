//! The scheduling entity of a task under EEVDF.

use super::rules::{EevdfRules, Protection, YieldRule};
use crate::engine::time::Ns;
use crate::runqueue::weight::NICE_0_WEIGHT;

/// What a queue weighs of a task: its place in virtual time (ns) and its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighed {
    pub vruntime: i64,
    pub weight: u64,
}

/// A task on virtual time. Virtual times are ns at the pace of nice 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity {
    pub weight: u64,
    pub vruntime: i64,
    /// The end of its request. Off the queue with `relative`: the rest of it.
    pub deadline: i64,
    pub relative: bool,
    /// What it asks for at a time (ns of real time); none: the kernel's base slice.
    pub own_slice: Option<Ns>,
    /// V − v when it left the queue: what it was owed (positive) or owed.
    pub lag: i64,
    /// It runs on, whatever the deadlines of the others are, until its vruntime is here.
    pub protected_until: i64,
    /// Asleep, and still in the queue: it owes time.
    pub delayed: bool,
}

impl Entity {
    /// A new task: nothing owed, nothing asked.
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
        }
    }

    #[inline]
    pub fn weighed(&self) -> Weighed {
        Weighed { vruntime: self.vruntime, weight: self.weight }
    }

    /// Real time on this task's own, slower or faster, clock (`calc_delta_fair`).
    #[inline]
    pub fn scaled(&self, time: Ns) -> i64 {
        let ns = if self.weight == NICE_0_WEIGHT { time.0 } else { time.0 * NICE_0_WEIGHT / self.weight };
        ns as i64
    }

    /// What it asks for at a time.
    #[inline]
    pub fn slice(&self, rules: &EevdfRules) -> Ns {
        self.own_slice.filter(|_| rules.own_slices).unwrap_or(rules.base_slice)
    }

    /// A request of its own, on its clock: d − v when it begins.
    #[inline]
    pub fn request(&self, rules: &EevdfRules) -> i64 {
        self.scaled(self.slice(rules))
    }

    /// It has run for so long (`update_curr`, `update_deadline`). Whether that served its request; then a new one begins.
    pub fn charge(&mut self, time: Ns, rules: &EevdfRules) -> bool {
        self.vruntime += self.scaled(time);
        let served = self.vruntime >= self.deadline;
        if served {
            self.deadline = self.vruntime + self.request(rules);
        }
        served
    }

    #[inline]
    pub fn is_protected(&self) -> bool {
        self.vruntime < self.protected_until
    }

    /// It is switched in (`set_protect_slice`). `least`: the least slice of the queue, its own included.
    pub fn protect(&mut self, least: Ns, rules: &EevdfRules) {
        self.protected_until = match rules.protection {
            // Without `RUN_TO_PARITY` a pick does not ask for it, but what goes by itself does.
            Protection::Request => self.deadline,
            Protection::LeastSlice => {
                let parity = rules.run_to_parity;
                let slice = if parity { least } else { self.slice(rules).min(rules.normalized_base_slice) };
                self.deadline.min(self.vruntime + self.scaled(slice))
            }
        };
    }

    /// A task with a shorter slice came and lost: the protection ends with the least slice (`update_protect_slice`).
    pub fn protect_less(&mut self, least: Ns) {
        self.protected_until = self.protected_until.min(self.vruntime + self.scaled(least));
    }

    /// `yield_task_fair`. `eligible`: it is not ahead of the queue.
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

    /// Another weight, off the queue: what it is owed in service stays, on the new clock.
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
