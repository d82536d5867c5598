//! The built-in masks of idle CPUs.

use crate::engine::ids::{CpuId, PerCpu};
use crate::engine::mask::CpuMask;
use crate::machine::Machine;

/// `scx_idle_masks`, and where the next choice of each CPU begins.
#[derive(Clone, Debug)]
pub struct IdleMasks {
    /// The idle CPUs that nobody has claimed.
    pub cpu: CpuMask,
    /// The CPUs of the cores that are idle as a whole.
    pub smt: CpuMask,
    /// By executing CPU: the CPU that its last choice of any idle CPU gave; at first CPU 0.
    cursor: PerCpu<CpuId>,
}

impl IdleMasks {
    /// As after a load: all CPUs are idle.
    pub fn new(machine: &Machine) -> Self {
        let cpus = machine.cpus();
        Self { cpu: cpus, smt: cpus, cursor: vec![CpuId(0); machine.nr_cpu_ids].into() }
    }

    /// Claims a CPU (`test_and_clear_cpu_idle`): its core is not idle as a whole any more, even if the CPU was not idle.
    /// Whether it was.
    pub fn claim(&mut self, machine: &Machine, cpu: CpuId) -> bool {
        let idle = self.cpu.test(cpu);
        self.cpu.clear(cpu);
        self.smt = self.smt.and_not(machine.smt_mask[cpu]);
        idle
    }

    /// A CPU picked its idle task.
    pub fn enter(&mut self, machine: &Machine, cpu: CpuId) {
        self.cpu.set(cpu);
        if machine.smt_mask[cpu].is_subset_of(self.cpu) {
            self.smt = self.smt.or(machine.smt_mask[cpu]);
        }
    }

    /// Claims an idle CPU of a set for `by`, if there is one: with threads of a wholly idle core first, or only of such.
    pub fn pick(&mut self, machine: &Machine, by: CpuId, of: CpuMask, core: bool) -> Option<CpuId> {
        let cores = if machine.has_smt { self.smt.and(of) } else { CpuMask::EMPTY };
        let found = self.after_last(by, cores);
        let found = if core && machine.has_smt {
            found
        } else {
            found.or_else(|| self.after_last(by, self.cpu.and(of)))
        };
        let found = found?;
        self.claim(machine, found);
        Some(found)
    }

    /// A CPU of a set (`cpumask_any_distribute`): the one after the last choice that `by` made.
    pub fn after_last(&mut self, by: CpuId, of: CpuMask) -> Option<CpuId> {
        let found = if of.is_one() { of.first() } else { of.iter_wrap(self.cursor[by].after()).next() }?;
        self.cursor[by] = found;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight cores of two threads each.
    fn machine() -> Machine {
        let text = r#"{"version": 3, "workload": {"kind": "hogs"}, "lanes": [{}],
            "machine": {"name": "m", "like": "xeon", "topology": "core:8 pu:2"}}"#;
        crate::scenario::parse(text).expect("a good scenario").machine.build()
    }

    #[test]
    fn a_claim_takes_the_whole_core_out_of_the_idle_cores() {
        let machine = &machine();
        let mut idle = IdleMasks::new(machine);
        let (one, sibling) = (CpuId(0), machine.smt_mask[CpuId(0)].iter().nth(1).expect("a sibling"));
        assert!(idle.claim(machine, one) && !idle.claim(machine, one));
        assert!(idle.cpu.test(sibling) && !idle.smt.test(sibling));
        // A busy CPU is not claimed, and its core is not idle even so.
        idle.enter(machine, one);
        assert!(idle.smt.test(sibling));
        idle.cpu.clear(one);
        assert!(!idle.claim(machine, one) && !idle.smt.test(sibling));
    }

    #[test]
    fn choices_go_round_and_a_search_for_cores_stops_at_them() {
        let machine = &machine();
        let mut idle = IdleMasks::new(machine);
        let all = machine.cpus();
        let cores: Vec<CpuId> = std::iter::from_fn(|| idle.pick(machine, CpuId(0), all, true)).collect();
        assert_eq!(cores.len(), 8);
        assert_ne!(cores[0], CpuId(0), "the first choice skips CPU 0");
        let rest: Vec<CpuId> = std::iter::from_fn(|| idle.pick(machine, CpuId(0), all, false)).collect();
        assert_eq!(rest.len(), 8);
        assert!(idle.cpu.is_empty());
    }
}
