//! The differences between the kernels that have EEVDF.

use crate::engine::time::Ns;
use crate::machine::kernel::KernelRules;

pub use crate::machine::kernel::{
    LagLimit, PickBuddy, Protection, ReweightRule, ReweightVprot, Unprotected, YieldRule,
};

/// The rules in force on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EevdfRules {
    /// The default slice of a task (`sysctl_sched_base_slice`).
    pub base_slice: Ns,
    pub tick: Ns,
    /// The base slice of a single CPU (`normalized_sysctl_sched_base_slice`).
    pub normalized_base_slice: Ns,
    pub run_to_parity: bool,
    pub protection: Protection,
    pub unprotected: Unprotected,
    pub place_lag: bool,
    pub lag_limit: LagLimit,
    pub place_deadline_initial: bool,
    pub place_rel_deadline: bool,
    pub delay_dequeue: bool,
    pub delay_zero: bool,
    pub requeue_charges: bool,
    pub delayed_lag_bounds: bool,
    pub preempt_short: bool,
    pub fork_preempts: bool,
    pub loser_cuts: bool,
    pub next_buddy: bool,
    pub repick_delayed: bool,
    pub short_buddy: bool,
    pub pick_buddy: PickBuddy,
    pub idle_unprotected: bool,
    /// Tasks may have individual slices.
    pub own_slices: bool,
    pub group_slice: bool,
    pub flat_groups: bool,
    pub yields: YieldRule,
    pub reweight: ReweightRule,
    pub reweight_vprot: ReweightVprot,
}

impl EevdfRules {
    /// The rules of a kernel on a machine with so many CPUs and a tick of this length.
    pub fn of(rules: &KernelRules, cpus: usize, tick: Ns) -> Self {
        Self {
            base_slice: Ns::us(rules.base_slice_us.into()) * u64::from(1 + cpus.clamp(1, 8).ilog2()),
            tick,
            normalized_base_slice: Ns::us(rules.base_slice_us.into()),
            run_to_parity: rules.run_to_parity,
            protection: rules.protection,
            unprotected: rules.unprotected,
            place_lag: rules.place_lag,
            lag_limit: rules.lag_limit,
            place_deadline_initial: rules.place_deadline_initial,
            place_rel_deadline: rules.place_rel_deadline,
            delay_dequeue: rules.delay_dequeue,
            delay_zero: rules.delay_zero,
            requeue_charges: rules.requeue_charges,
            delayed_lag_bounds: rules.delayed_lag_bounds,
            preempt_short: rules.preempt_short,
            fork_preempts: rules.fork_preempts,
            loser_cuts: rules.loser_cuts,
            next_buddy: rules.next_buddy,
            repick_delayed: rules.repick_delayed,
            short_buddy: rules.short_buddy,
            pick_buddy: rules.pick_buddy,
            idle_unprotected: rules.idle_unprotected,
            own_slices: rules.own_slices,
            group_slice: rules.group_slice,
            flat_groups: rules.flat_groups,
            yields: rules.yields,
            reweight: rules.reweight,
            reweight_vprot: rules.reweight_vprot,
        }
    }

    /// Whether a task that is switched in is protected. With protection by the least slice, `RUN_TO_PARITY` only selects the
    /// slice.
    pub fn protects(&self) -> bool {
        self.run_to_parity || self.protection == Protection::LeastSlice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{KernelId, rules};

    #[test]
    fn the_base_slice_grows_with_the_cpus_up_to_eight() {
        let on = |kernel, cpus| EevdfRules::of(&rules(kernel), cpus, Ns::ms(4)).base_slice;
        let early = [1, 2, 3, 4, 7, 8, 96].map(|cpus| on(KernelId::V6_12_0, cpus));
        assert_eq!(early, [750, 1500, 1500, 2250, 2250, 3000, 3000].map(Ns::us));
        let late = [1, 2, 4, 8].map(|cpus| on(KernelId::V6_18_2, cpus));
        assert_eq!(late, [700, 1400, 2100, 2800].map(Ns::us));
    }
}
