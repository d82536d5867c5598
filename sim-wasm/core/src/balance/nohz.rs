//! `nohz_idle_balance`: where the tick of an idle CPU is stopped, the tick of a busy CPU wakes one idle CPU, and that
//! balances for all idle CPUs, one after the other, until it has work itself.

use super::IdleType;
use super::periodic::rebalance_domains;
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::machine::domains::flags;
use crate::system::System;
use crate::system::nohz::Nohz;

/// A tick of the busy `cpu` (`nohz_balancer_kick`): at most once a tick it sends the first idle CPU an interrupt, if it has
/// a task to give or another CPU of its cache is busy, too.
pub fn kick(sys: &mut System, cpu: CpuId) {
    let waits = sys.now < sys.nohz.next_balance || sys.nohz.ilb.is_some();
    if !sys.stops_ticks() || !sys.features.periodic_balance || waits {
        return;
    }
    let llc = sys.machine.llc_mask[sys.machine.llc_of[cpu]];
    // On machines with unequal CPUs, a misfit task counts as well as a second task.
    let asked = if sys.is_asym() { sys.asks_for_more(cpu) } else { llc.and_not(sys.idle).weight() > 1 };
    if sys.nr_running(cpu) < 2 && !asked && !is_to_be_packed(sys, cpu) {
        return;
    }
    let Some(ilb) = sys.idle.first() else { return };
    let at = sys.now + sys.charge + Ns::from(sys.costs.ipi_idle) + sys.idle_exit(ilb);
    let next_balance = sys.tick() * (sys.now / sys.tick() + 1);
    sys.nohz = Nohz { ilb: Some(ilb), at, next: CpuId(0), earliest: Ns::MAX, next_balance };
    sys.kick(ilb, at);
}

/// An idle CPU is to run before this one what it runs.
#[inline(never)]
fn is_to_be_packed(sys: &System, cpu: CpuId) -> bool {
    let domain = sys.domains.of[cpu].iter().rev().find(|domain| domain.has(flags::ASYM_PACKING));
    domain.is_some_and(|domain| domain.span.and(sys.idle).iter().any(|idle| sys.packs_before(idle, cpu)))
}

/// The CPU at it balances for the next idle CPU that is due, and at last for itself.
pub fn step(sys: &mut System, ilb: CpuId) {
    let from = sys.nohz.next;
    let others = sys.idle.iter().filter(|&cpu| cpu >= from && cpu != ilb);
    for cpu in others {
        let due = sys.now >= sys.cpus[cpu].next_balance;
        if due {
            rebalance_domains(sys, cpu, IdleType::Idle);
            if sys.nr_running(cpu) > 0 {
                sys.interrupt_idle_cpu(cpu);
            }
        }
        sys.nohz.earliest = sys.nohz.earliest.min(sys.cpus[cpu].next_balance);
        if due {
            sys.nohz.next = cpu.after();
            sys.nohz.at = sys.now + sys.charge;
            return;
        }
    }
    rebalance_domains(sys, ilb, IdleType::Idle);
    sys.nohz.next_balance = sys.nohz.earliest.min(sys.cpus[ilb].next_balance);
    sys.nohz.ilb = None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ids::TaskId;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;

    /// A machine whose idle CPUs have no ticks, of which as many run a task, and CPU 2 so many.
    fn system(busy: u16, tasks: usize) -> System {
        let mut sys = System::bare(MachineId::Kunpeng24, kernel::rules(KernelId::V5_10), Features::default());
        assert!(sys.stops_ticks());
        for cpu in (2..2 + busy).map(CpuId) {
            sys.crowd(cpu, if cpu == CpuId(2) { tasks } else { 1 });
        }
        sys.now = Ns::ms(9);
        sys
    }

    #[test]
    fn a_busy_cpu_asks_the_first_idle_one_once_a_tick_if_there_is_something_to_give() {
        for (busy, tasks, asked) in [(1, 1, false), (1, 2, true), (2, 1, true), (2, 2, true)] {
            let mut sys = system(busy, tasks);
            kick(&mut sys, CpuId(2));
            assert_eq!(sys.nohz.ilb, asked.then_some(CpuId(0)), "{busy} {tasks}");
            if asked {
                let at = sys.now + Ns::from(sys.costs.ipi_idle);
                assert_eq!((sys.nohz.at, sys.nohz.next_balance, sys.nohz.next), (at, Ns::ms(12), CpuId(0)));
                assert_eq!(sys.events.time_of(CpuId(0)), at);
                // No other CPU is chosen until this one is ready, and then until the next tick.
                (sys.nohz.ilb, sys.now) = (None, Ns::ms(12) - Ns(1));
                kick(&mut sys, CpuId(2));
                assert_eq!(sys.nohz.ilb, None);
                sys.now = Ns::ms(12);
                kick(&mut sys, CpuId(2));
                assert_eq!((sys.nohz.ilb, sys.nohz.next_balance), (Some(CpuId(0)), Ns::ms(16)));
                sys.now = Ns::ms(20);
                kick(&mut sys, CpuId(2));
                assert_eq!(sys.nohz.next_balance, Ns::ms(16));
            }
        }
        let mut sys = system(1, 2);
        sys.features.periodic_balance = false;
        kick(&mut sys, CpuId(2));
        assert_eq!(sys.nohz.ilb, None);
    }

    #[test]
    fn it_balances_for_one_idle_cpu_after_the_other_that_is_due_and_at_last_for_itself() {
        let mut sys = system(1, 1);
        sys.now = Ns::ms(40);
        sys.tasks[TaskId(0)].allowed = crate::engine::mask::CpuMask::one(CpuId(2));
        for (_, cpu) in sys.cpus.each_mut() {
            cpu.next_balance = Ns::ms(80);
        }
        for (cpu, next) in [(5, 40), (7, 38), (9, 60)] {
            sys.cpus[CpuId(cpu)].next_balance = Ns::ms(next);
        }
        sys.nohz = Nohz { ilb: Some(CpuId(0)), earliest: Ns::MAX, ..Nohz::default() };
        let balanced = |sys: &System, cpu: u16| sys.domain_state[CpuId(cpu)][0].last_balance == sys.now;
        for (next, done) in [(6, vec![5]), (8, vec![5, 7])] {
            step(&mut sys, CpuId(0));
            assert_eq!((sys.nohz.ilb, sys.nohz.next), (Some(CpuId(0)), CpuId(next)));
            assert_eq!(sys.nohz.at, sys.now + sys.charge);
            let told: Vec<u16> = (0..24).filter(|&cpu| balanced(&sys, cpu)).collect();
            assert_eq!(told, done);
        }
        step(&mut sys, CpuId(0));
        assert!(balanced(&sys, 0) && !balanced(&sys, 9) && !balanced(&sys, 2));
        let earliest = sys.cpus.each().filter(|(cpu, _)| *cpu != CpuId(2)).map(|(_, cpu)| cpu.next_balance);
        assert_eq!((sys.nohz.ilb, Some(sys.nohz.next_balance)), (None, earliest.min()));
    }
}
