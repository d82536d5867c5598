//! `newidle_balance`: a CPU that has run out of tasks looks over its domains before it goes idle.

use super::load_balance::load_balance;
use super::{IdleType, periodic};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::machine::domains::flags;
use crate::observe::decisions::Why;
use crate::observe::steps::{AvgIdle, Cost, NewidleBalance, Ratio};
use crate::observe::vocab::Decided;
use crate::system::System;

/// Tries to pull a task. Returns whether one was pulled, or the queue has one now. In any case the next periodic balance
/// comes at the interval of an idle CPU from now on.
pub fn newidle_balance(sys: &mut System, cpu: CpuId) -> bool {
    if sys.rules.newidle_pending && !sys.cpus[cpu].ipis.is_empty() {
        // Nor is this idle time taken into the average.
        sys.cpus[cpu].idle_stamp = Ns::ZERO;
        sys.decide(Decided::NewIdle, cpu, cpu);
        sys.tried(cpu, NewidleBalance::Pending);
        let charge = sys.charge;
        sys.decided(None, cpu, Why::Nothing, charge);
        return false;
    }
    let gate = sys.rules.newidle_gate && sys.cpus[cpu].avg_idle < sys.tuned.migration_cost;
    if gate || !sys.rd_overload || !sys.features.newidle_balance {
        sys.decide(Decided::NewIdle, cpu, cpu);
        let idle = AvgIdle(sys.cpus[cpu].avg_idle);
        let step = match (gate, sys.rd_overload) {
            (true, _) => NewidleBalance::Gated(idle),
            (false, false) => NewidleBalance::NoOverload(idle),
            (false, true) => NewidleBalance::SwitchedOff(idle),
        };
        sys.tried(cpu, step);
        let charge = sys.charge;
        sys.decided(None, cpu, Why::Nothing, charge);
        if !sys.domains.of[cpu].is_empty() {
            periodic::note_idle_interval(sys, cpu, 0);
        }
        return false;
    }
    let mut curr_cost = Ns::ZERO;
    // A pulled task may be in a throttled queue: then it was pulled all the same.
    let mut pulled = false;
    for level in 0..sys.domains.of[cpu].len() {
        let max = sys.domain_state[cpu][level].max_newidle_lb_cost;
        periodic::note_idle_interval(sys, cpu, level);
        if sys.cpus[cpu].avg_idle < curr_cost + max {
            sys.decide(Decided::NewIdle, cpu, cpu);
            sys.tried(cpu, NewidleBalance::TooDear(Cost(curr_cost + max)));
            let charge = sys.charge;
            sys.decided(None, cpu, Why::Level(level as u8), charge);
            break;
        }
        if sys.domains.of[cpu][level].has(flags::BALANCE_NEWIDLE) {
            let Some(weight) = weight(sys, cpu, level) else { continue };
            let before = sys.charge;
            pulled = load_balance(sys, cpu, level, IdleType::NewlyIdle).moved > 0;
            let cost = sys.charge - before;
            note(sys, cpu, level, if pulled { weight } else { 0 });
            sys.domain_state[cpu][level].max_newidle_lb_cost = max.max(told_cost(sys, max, cost, pulled));
            curr_cost += cost;
        }
        pulled |= sys.nr_running(cpu) > 0;
        if pulled {
            break;
        }
    }
    let c = &mut sys.cpus[cpu];
    c.max_idle_balance_cost = c.max_idle_balance_cost.max(curr_cost);
    pulled
}

/// For how many searches of a level one that succeeds counts; none: by chance this one is not made.
fn weight(sys: &mut System, cpu: CpuId, level: usize) -> Option<u32> {
    if !sys.rules.ni_random {
        return Some(1);
    }
    let lot = sys.newidle_rng[cpu].below(1024);
    let stats = sys.domain_state[cpu][level].newidle;
    let weight = stats.weight(lot);
    if weight.is_none() {
        sys.decide(Decided::NewIdle, cpu, cpu);
        sys.tried(cpu, NewidleBalance::Skipped(Ratio(stats.ratio)));
        let charge = sys.charge;
        sys.decided(None, cpu, Why::Level(level as u8), charge);
        note(sys, cpu, level, 0);
    }
    weight
}

/// Notes for how many successes a search of a level counts.
fn note(sys: &mut System, cpu: CpuId, level: usize, success: u32) {
    if sys.rules.ni_random {
        sys.domain_state[cpu][level].newidle.note(success, sys.now, sys.rules.ni_rate);
    }
}

/// The cost that is recorded for a search of a level that took `cost`, if the maximum so far was `max`.
fn told_cost(sys: &System, max: Ns, cost: Ns, pulled: bool) -> Ns {
    if !sys.rules.newidle_raises_cost {
        return cost;
    }
    let told = if pulled { cost } else { max * 3 / 2 };
    told.min(sys.tuned.migration_cost + Ns(200))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ids::TaskId;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::observe::vocab::Answer;
    use crate::scenario::Features;

    #[test]
    fn no_search_while_a_wake_up_is_on_its_way() {
        for newidle_pending in [false, true] {
            let rules = KernelRules { newidle_pending, ..kernel::rules(KernelId::V5_10) };
            let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
            let cpu = CpuId(0);
            sys.now = Ns::s(1);
            (sys.rd_overload, sys.cpus[cpu].avg_idle, sys.cpus[cpu].idle_stamp) = (true, Ns::ms(1), Ns(1));
            sys.crowd(CpuId(1), 2);
            sys.cpus[cpu].ipis.push((Ns(5), TaskId(0)));
            assert_eq!(newidle_balance(&mut sys, cpu), !newidle_pending);
            assert_eq!(sys.cpus[cpu].idle_stamp == Ns::ZERO, newidle_pending);
        }
    }

    #[test]
    fn a_search_in_vain_raises_the_cost_that_is_remembered_where_the_kernel_does_so() {
        // What was remembered (ns), whether a task is there to pull, and what is remembered then; `None`: what the search took.
        for (kernel, before, pulls, after) in [
            (KernelId::V6_12_0, 100_000, false, Some(100_000)),
            (KernelId::V6_18_2, 100_000, false, Some(150_000)),
            (KernelId::V6_18_2, 400_000, false, Some(500_200)),
            (KernelId::V6_18_2, 100_000, true, Some(100_000)),
            (KernelId::V6_12_0, 0, false, None),
            (KernelId::V6_18_2, 0, false, Some(0)),
            (KernelId::V6_18_2, 0, true, None),
        ] {
            let mut sys = System::bare(MachineId::Xeon20, kernel::rules(kernel), Features::default());
            let cpu = CpuId(0);
            sys.now = Ns::s(1);
            (sys.rd_overload, sys.cpus[cpu].avg_idle) = (true, Ns::ms(1));
            sys.domain_state[cpu][0].max_newidle_lb_cost = Ns(before);
            if pulls {
                // Beside it, on the same core.
                let sibling = sys.domains.of[cpu][0].span.iter().find(|&one| one != cpu).expect("a sibling");
                sys.crowd(sibling, 2);
            }
            assert_eq!(newidle_balance(&mut sys, cpu), pulls);
            let remembered = sys.domain_state[cpu][0].max_newidle_lb_cost;
            let case = format!("{kernel:?} {before} {pulls}");
            match after {
                Some(after) => assert_eq!(remembered, Ns(after), "{case}"),
                None => assert!(remembered > Ns::ZERO, "{case}"),
            }
        }
    }

    #[test]
    fn a_level_is_searched_with_the_probability_of_its_success() {
        // Whether searches are made at random, and what of 1024 succeeds at either level that is searched; the task waits at
        // the second. With 0, one of 512 searches is made.
        for (ni_random, ratio, comes) in [
            (false, [0, 0], true),
            (true, [1024, 1024], true),
            (true, [0, 1024], true),
            (true, [1024, 0], false),
        ] {
            let rules = KernelRules { ni_random, ..kernel::rules(KernelId::V7_0) };
            let mut sys = System::bare(MachineId::Xeon20, rules, Features::default());
            let cpu = CpuId(0);
            sys.now = Ns::s(1);
            sys.crowd(CpuId(5), 2);
            (sys.rd_overload, sys.cpus[cpu].avg_idle) = (true, Ns::ms(1));
            for (state, ratio) in sys.domain_state[cpu].iter_mut().zip(ratio) {
                state.newidle.ratio = ratio;
            }
            let before: Vec<_> = sys.domain_state[cpu].iter().map(|state| state.newidle).collect();
            sys.obs.decisions.keep(true);
            assert_eq!(newidle_balance(&mut sys, cpu), comes, "{ni_random} {ratio:?}");
            let skipped: Vec<bool> = crate::observe::decisions::read(sys.obs.decisions.words())
                .iter()
                .map(|decision| decision.steps.iter().any(|step| step.answer == Answer::Skipped))
                .collect();
            assert_eq!(skipped, ratio.map(|ratio| ni_random && ratio == 0), "{ratio:?}");
            // A search is noted, made or not; one of both levels where they are made at random.
            let noted =
                sys.domain_state[cpu].iter().zip(&before).filter(|(state, was)| state.newidle != **was);
            assert_eq!(noted.count(), if ni_random { 2 } else { 0 });
        }
    }

    #[test]
    fn a_cpu_looks_as_long_as_its_idle_time_pays_for_it() {
        // Average idle time (µs), what the first and the second level once cost, whether any CPU is overloaded, the switch,
        // and whether a task comes that waits two levels up.
        for (avg_idle, costs, overload, on, comes) in [
            (1000, [0, 0], true, true, true),
            (500, [0, 0], true, true, true),
            (499, [0, 0], true, true, false),
            (1000, [0, 0], false, true, false),
            (1000, [0, 0], true, false, false),
            (1000, [1001, 0], true, true, false),
            (1000, [0, 1001], true, true, false),
            (1000, [0, 900], true, true, true),
        ] {
            let mut sys =
                System::bare(MachineId::Xeon20, kernel::rules(KernelId::V5_10), Features::default());
            sys.now = Ns::s(1);
            sys.crowd(CpuId(5), 2);
            sys.features.newidle_balance = on;
            (sys.rd_overload, sys.cpus[CpuId(0)].avg_idle) = (overload, Ns::us(avg_idle));
            for (state, cost) in sys.domain_state[CpuId(0)].iter_mut().zip(costs) {
                state.max_newidle_lb_cost = Ns::us(cost);
            }
            assert_eq!(newidle_balance(&mut sys, CpuId(0)), comes, "{avg_idle} {costs:?} {overload} {on}");
            assert_eq!(sys.nr_running(CpuId(0)), u32::from(comes));
            if comes {
                // What it has cost is remembered, of each level and in all.
                let spent = sys.domain_state[CpuId(0)].iter().map(|state| state.max_newidle_lb_cost);
                assert!(spent.clone().all(|cost| cost > Ns::ZERO));
                assert_eq!(sys.cpus[CpuId(0)].max_idle_balance_cost, sys.charge.max(Ns::us(500)));
            }
        }
    }
}
