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
    sys.update_blocked_averages(cpu);
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
    let busy = idle == IdleType::Busy && !sys.is_sched_idle(cpu);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::scenario::Features;

    const CPU: CpuId = CpuId(0);

    /// 40 CPUs on two nodes, with a tick of 4 ms.
    fn system(kernel: KernelId) -> System {
        let rules = KernelRules { hz: Some(250), ..kernel::rules(kernel) };
        System::bare(MachineId::Xeon40, rules, Features::default())
    }

    #[test]
    fn an_interval_is_in_whole_ticks_and_a_busy_cpu_has_a_longer_one() {
        use IdleType::{Busy, Idle};
        for (kernel, idle, ms, ticks) in [
            (KernelId::V5_9, Idle, 0, 1),
            (KernelId::V5_9, Idle, 3, 1),
            (KernelId::V5_9, Idle, 4, 1),
            (KernelId::V5_9, Idle, 5, 2),
            (KernelId::V5_9, Busy, 5, 40),
            // Since 5.10 half as long, and a tick less.
            (KernelId::V5_10, Busy, 5, 19),
            (KernelId::V5_10, Idle, 40, 10),
            // At most 0.1 s for each CPU, in ticks of 1000 Hz.
            (KernelId::V5_9, Busy, 100_000, 4000),
            (KernelId::V5_9, Idle, 16_000, 4000),
            (KernelId::V5_9, Idle, 15_996, 3999),
        ] {
            let mut sys = system(kernel);
            sys.domain_state[CPU][0].balance_interval = ms;
            assert_eq!(interval_ns(&sys, CPU, 0, idle), Ns::ms(4) * ticks, "{kernel:?} {idle:?} {ms}");
        }
    }

    #[test]
    fn each_level_has_its_turn_after_its_interval_and_the_next_one_is_the_earliest() {
        let mut sys = system(KernelId::V5_10);
        let levels = sys.domains.of[CPU].len();
        assert_eq!(levels, 3);
        // The last balance of each level (ms), the time now, and when it is next.
        for (last, now, ran, next) in [
            ([96, 96, 96], 100, [true, false, false], 104),
            ([96, 80, 96], 100, [true, true, false], 104),
            ([99, 80, 60], 100, [false, true, true], 104),
            ([99, 81, 61], 100, [false, false, false], 104),
            ([120, 95, 95], 120, [false, true, false], 124),
        ] {
            sys.now = Ns::ms(now);
            for level in 0..levels {
                let state = &mut sys.domain_state[CPU][level];
                (state.last_balance, state.balance_interval) = (Ns::ms(last[level]), [2, 20, 40][level]);
            }
            rebalance_domains(&mut sys, CPU, IdleType::Idle);
            let actual: Vec<bool> =
                (0..levels).map(|level| sys.domain_state[CPU][level].last_balance == sys.now).collect();
            let ran: Vec<bool> = ran.iter().zip(last).map(|(&ran, last)| ran || last == now).collect();
            assert_eq!(actual, ran, "{last:?}");
            assert_eq!(sys.cpus[CPU].next_balance, Ns::ms(next), "{last:?}");
        }
        // A CPU that is not elected at a level does not balance the higher levels either.
        let other = sys.machine.smt_mask[CPU].iter().last().expect("a sibling");
        sys.now = Ns::s(1);
        for state in &mut sys.domain_state[other] {
            (state.last_balance, state.balance_interval) = (Ns::ZERO, 20);
        }
        rebalance_domains(&mut sys, other, IdleType::Busy);
        assert_eq!(sys.domain_state[other][levels - 1].last_balance, Ns::ZERO);
        // Where it is switched off, nothing is looked at.
        sys.features.periodic_balance = false;
        sys.domain_state[CPU][0].last_balance = Ns::ZERO;
        rebalance_domains(&mut sys, CPU, IdleType::Idle);
        assert_eq!(sys.domain_state[CPU][0].last_balance, Ns::ZERO);
        assert_eq!(sys.cpus[CPU].next_balance, Ns::s(61));
    }

    #[test]
    fn once_a_second_a_cpu_forgets_a_little_of_what_looking_cost_when_it_went_idle() {
        let mut sys = system(KernelId::V5_10);
        let cost = [2560, 512, 256].map(Ns::us);
        let faded = [2530, 506, 253].map(Ns::us);
        for (now, costs, all) in [(1000, cost, Ns::us(9999)), (1001, faded, Ns::us(3289))] {
            sys.now = Ns::ms(now);
            for (state, cost) in sys.domain_state[CPU].iter_mut().zip(cost) {
                (state.max_newidle_lb_cost, state.next_decay) = (cost, Ns::s(1));
            }
            sys.cpus[CPU].max_idle_balance_cost = Ns::us(9999);
            rebalance_domains(&mut sys, CPU, IdleType::Idle);
            let actual: Vec<Ns> =
                sys.domain_state[CPU].iter().map(|state| state.max_newidle_lb_cost).collect();
            assert_eq!((&actual[..], sys.cpus[CPU].max_idle_balance_cost), (&costs[..], all), "{now}");
        }
        assert_eq!(sys.domain_state[CPU][0].next_decay, Ns::ms(2001));
    }

    #[test]
    fn a_cpu_that_goes_idle_does_not_wait_for_the_interval_it_had_while_busy() {
        for (periodic_balance, next, then) in [(true, 500, 60), (true, 50, 50), (false, 500, 500)] {
            let mut sys = system(KernelId::V5_10);
            sys.features.periodic_balance = periodic_balance;
            sys.cpus[CPU].next_balance = Ns::ms(next);
            let state = &mut sys.domain_state[CPU][1];
            (state.last_balance, state.balance_interval) = (Ns::ms(40), 20);
            note_idle_interval(&mut sys, CPU, 1);
            assert_eq!(sys.cpus[CPU].next_balance, Ns::ms(then), "{periodic_balance} {next}");
        }
    }
}
