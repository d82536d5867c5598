//! `rebalance_domains`: the periodic balance, level by level, each at its own interval.

use super::IdleType;
use super::load_balance::load_balance;
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::system::System;

/// Runs what is due on `cpu` and sets when to come back.
pub fn rebalance_domains(sys: &mut System, cpu: CpuId, mut idle: IdleType) {
    let levels = sys.domains.of[cpu].len();
    let tick = sys.tick();
    if !sys.features.periodic_balance || levels == 0 {
        sys.cpus[cpu].next_balance = sys.now + Ns::s(60);
        return;
    }
    let mut next = Ns::MAX;
    let mut newidle_cost = Ns::ZERO;
    let mut decayed = false;
    let mut elected = true;
    for level in 0..levels {
        decayed |= decay_newidle_cost(sys, cpu, level);
        newidle_cost += sys.domain_state[cpu][level].max_newidle_lb_cost;
        if !elected {
            continue;
        }
        let interval = interval_ns(sys, cpu, level, idle);
        if sys.now >= sys.domain_state[cpu][level].last_balance + interval {
            let outcome = load_balance(sys, cpu, level, idle);
            elected = outcome.elected;
            if outcome.moved > 0 {
                idle = if sys.is_idle(cpu) { IdleType::Idle } else { IdleType::Busy };
            }
            sys.domain_state[cpu][level].last_balance = sys.now;
        }
        let interval = interval_ns(sys, cpu, level, idle);
        next = next.min(sys.domain_state[cpu][level].last_balance + interval);
    }
    let c = &mut sys.cpus[cpu];
    if decayed {
        c.max_idle_balance_cost = newidle_cost.max(sys.tuned.migration_cost);
    }
    c.next_balance = next.max(sys.now + tick);
}

/// Once a second the remembered cost of the newidle balance fades by about one percent. Returns
/// whether it did.
fn decay_newidle_cost(sys: &mut System, cpu: CpuId, level: usize) -> bool {
    let now = sys.now;
    let state = &mut sys.domain_state[cpu][level];
    let due = now > state.next_decay;
    if due {
        state.max_newidle_lb_cost = state.max_newidle_lb_cost * 253 / 256;
        state.next_decay = now + Ns::s(1);
    }
    due
}

/// A CPU that goes idle need not wait for the long interval it had while busy
/// (`update_next_balance`).
pub fn note_idle_interval(sys: &mut System, cpu: CpuId, level: usize) {
    if sys.features.periodic_balance {
        let interval = interval_ns(sys, cpu, level, IdleType::Idle);
        let next = sys.domain_state[cpu][level].last_balance + interval;
        sys.cpus[cpu].next_balance = sys.cpus[cpu].next_balance.min(next);
    }
}

/// `get_sd_balance_interval` (whole ticks).
fn interval_ns(sys: &System, cpu: CpuId, level: usize, idle: IdleType) -> Ns {
    let busy = idle == IdleType::Busy;
    let tick = sys.tick();
    let factor = if busy { sys.domains.of[cpu][level].busy_factor } else { 1 };
    let ms = u64::from(sys.domain_state[cpu][level].balance_interval) * u64::from(factor);
    let mut ticks = Ns::ms(ms).div_ceil(tick);
    if busy && sys.rules.busy_interval_minus_one {
        ticks -= 1;
    }
    let max = u64::from(sys.machine.platform.hz) * sys.machine.nr_cpus as u64 / 10;
    tick * ticks.clamp(1, max.max(1))
}
