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
    // Where CPUs differ, only a task that has outgrown its own counts beside a second task.
    let asked = if sys.is_asym() { sys.misfit_load(cpu) > 0 } else { llc.and_not(sys.idle).weight() > 1 };
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
