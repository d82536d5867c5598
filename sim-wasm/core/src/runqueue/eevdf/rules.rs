//! What differs between the kernels that have EEVDF, as data.

use crate::engine::time::Ns;

/// How long the running task goes on, whatever the deadlines of the others are (`RUN_TO_PARITY`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// Not at all.
    Off,
    /// Until its request is served.
    Request,
    /// Until its request is served, or the least slice of the queue (kernel 6.17 on).
    LeastSlice,
}

/// When the running task has to go once it is no longer protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unprotected {
    /// Only when its request is served (to kernel 6.11).
    Stays,
    /// When it is no longer eligible (kernel 6.12 on).
    GoesIneligible,
    /// At the next charge (kernel 6.17 on).
    Goes,
}

/// What a task gives up by yielding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// Its deadline moves by one request.
    Postpones,
    /// An eligible task gives the rest of its request away (kernel 6.18 on).
    Forfeits,
}

/// What becomes of lag and deadline when a weight changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reweight {
    /// They are scaled where the task stands.
    Scales,
    /// The task leaves the queue and joins it again (6.18).
    Rejoins,
}

/// The rules of one kernel. Names in capitals are those of `features.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EevdfRules {
    /// The slice of a task that has none of its own.
    pub base_slice: Ns,
    pub tick: Ns,
    pub parity: Parity,
    pub unprotected: Unprotected,
    /// `PLACE_LAG`: a task that joins has the lag it left with.
    pub place_lag: bool,
    /// `PLACE_DEADLINE_INITIAL`: the first request of a new task is half a slice.
    pub half_first_slice: bool,
    /// `PLACE_REL_DEADLINE`: who leaves without sleeping keeps the rest of its request.
    pub relative_deadline: bool,
    /// `DELAY_DEQUEUE`: who sleeps while it owes time stays in the queue until the debt is gone.
    pub delay_dequeue: bool,
    /// `DELAY_ZERO`: who leaves late leaves with no more than lag 0.
    pub delay_zero: bool,
    /// `PREEMPT_SHORT`: a shorter slice ends the protection of a longer one at a wake-up.
    pub preempt_short: bool,
    pub yields: Yield,
    pub reweight: Reweight,
}

impl EevdfRules {
    /// Kernel 6.8, for so many CPUs and a tick of this length.
    pub fn v6_8(cpus: usize, tick: Ns) -> Self {
        Self {
            base_slice: slice_on(Ns::us(750), cpus),
            tick,
            parity: Parity::Request,
            unprotected: Unprotected::Stays,
            place_lag: true,
            half_first_slice: false,
            relative_deadline: false,
            delay_dequeue: false,
            delay_zero: false,
            preempt_short: false,
            yields: Yield::Postpones,
            reweight: Reweight::Scales,
        }
    }

    /// Kernel 6.12.
    pub fn v6_12(cpus: usize, tick: Ns) -> Self {
        Self {
            unprotected: Unprotected::GoesIneligible,
            half_first_slice: true,
            relative_deadline: true,
            delay_dequeue: true,
            delay_zero: true,
            preempt_short: true,
            ..Self::v6_8(cpus, tick)
        }
    }

    /// Kernel 6.18.
    pub fn v6_18(cpus: usize, tick: Ns) -> Self {
        Self {
            base_slice: slice_on(Ns::us(700), cpus),
            parity: Parity::LeastSlice,
            unprotected: Unprotected::Goes,
            yields: Yield::Forfeits,
            reweight: Reweight::Rejoins,
            ..Self::v6_12(cpus, tick)
        }
    }
}

/// `sysctl_sched_base_slice`: more CPUs, a longer slice, up to eight.
fn slice_on(base: Ns, cpus: usize) -> Ns {
    base * u64::from(1 + cpus.clamp(1, 8).ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_slice_grows_with_the_cpus_up_to_eight() {
        let on = |cpus| EevdfRules::v6_12(cpus, Ns::ms(4)).base_slice;
        assert_eq!([1, 2, 3, 4, 7, 8, 96].map(on), [750, 1500, 1500, 2250, 2250, 3000, 3000].map(Ns::us));
        assert_eq!(
            [1, 2, 4, 8].map(|cpus| EevdfRules::v6_18(cpus, Ns::ms(4)).base_slice),
            [700, 1400, 2100, 2800].map(Ns::us)
        );
    }
}
