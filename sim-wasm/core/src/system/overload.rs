//! `cfs_overload_cpus` of the stealing series: per LLC a bitmap of the CPUs with two tasks or more.

use super::System;
use crate::engine::ids::{CpuId, Id};
use crate::engine::mask::CpuMask;
use crate::machine::{Balancer, Machine};
use crate::scenario::Steal;

/// CPUs whose bits share a line (`SPARSEMASK_DENSITY` of 3).
const CPUS_PER_LINE: usize = 8;

/// Lines of a bitmap.
fn lines_of(machine: &Machine) -> usize {
    machine.nr_cpu_ids.div_ceil(CPUS_PER_LINE)
}

/// The bitmaps of all LLCs.
#[derive(Clone, Debug)]
pub struct Overload {
    cpus: Vec<CpuMask>,
    /// For each LLC and line: the CPU that changed the line last; at first a CPU of the line.
    changed_by: Vec<CpuId>,
}

impl Overload {
    pub fn new(machine: &Machine) -> Self {
        let of_line =
            |line: usize| machine.cpus().iter().find(move |cpu| cpu.index() / CPUS_PER_LINE == line);
        let any = machine.cpus().first().unwrap_or_default();
        let first = (0..lines_of(machine)).map(|line| of_line(line).unwrap_or(any));
        let lines = std::iter::repeat_n(first, machine.nr_llcs).flatten().collect();
        Self { cpus: vec![CpuMask::EMPTY; machine.nr_llcs], changed_by: lines }
    }

    /// The CPUs of an LLC with two tasks or more.
    #[inline]
    pub fn of(&self, llc: usize) -> CpuMask {
        self.cpus[llc]
    }

    /// Some CPU of `span` has two tasks or more.
    pub fn any_in(&self, span: CpuMask) -> bool {
        self.cpus.iter().any(|llc| llc.intersects(span))
    }
}

impl System {
    /// Whether the switch is on for this machine: with more nodes than `sched_steal_node_limit` stealing
    /// is off unless forced. Only a balancer over domains has it.
    pub fn steals(&self) -> bool {
        match self.features.steal {
            _ if self.rules.balancer == Balancer::Nodes => false,
            Steal::Off => false,
            Steal::On => self.machine.nr_nodes <= self.tuned.steal_node_limit as usize,
            Steal::Force => true,
        }
    }

    /// `overload_set`, `overload_clear`: the line with the bit comes from the CPU that changed it last.
    pub(super) fn note_overload(&mut self, cpu: CpuId, overloaded: bool) {
        let llc = self.machine.llc_of[cpu];
        if overloaded {
            self.overload.cpus[llc].set(cpu);
            self.rd_overload = true;
        } else {
            self.overload.cpus[llc].clear(cpu);
        }
        if !self.steals() {
            return;
        }
        let line = llc * lines_of(&self.machine) + cpu.index() / CPUS_PER_LINE;
        let last = std::mem::replace(&mut self.overload.changed_by[line], self.actor);
        let time = self.move_lines(last, self.actor, 1);
        self.charge += time;
        self.obs.search.charge(self.actor, self.now, time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::time::Ns;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;

    #[test]
    fn a_bit_costs_the_line_it_shares_with_seven_others_while_stealing_is_on() {
        for (steal, line) in [(Steal::On, Ns(42)), (Steal::Off, Ns::ZERO)] {
            let features = Features { steal, ..Features::default() };
            let mut sys = System::bare(MachineId::Xeon20, kernel::rules(KernelId::V4_20), features);
            sys.costs.line = [0, 0, 0, 42, 0, 0];
            let mut price = |cpu: CpuId| {
                (sys.actor, sys.charge) = (cpu, Ns::ZERO);
                let found = sys.obs.search.charged();
                sys.note_overload(cpu, true);
                assert_eq!(sys.charge, sys.obs.search.charged() - found);
                sys.charge
            };
            assert_eq!((price(CpuId(0)), price(CpuId(8))), (Ns::ZERO, Ns::ZERO));
            assert_eq!(
                (price(CpuId(7)), price(CpuId(8)), price(CpuId(7)), price(CpuId(1))),
                (line, Ns::ZERO, Ns::ZERO, line)
            );
            assert_eq!(sys.overload.of(0).iter().collect::<Vec<_>>(), [0, 1, 7, 8].map(CpuId));
        }
    }
}
