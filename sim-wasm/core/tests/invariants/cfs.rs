//! 12-18: the CFS queue, fairness, placement, load averages.

use proptest::prelude::*;
use sched_core::engine::ids::{Id, PerTask, TaskId};
use sched_core::engine::time::Ns;
use sched_core::runqueue::SchedClass;
use sched_core::runqueue::cfs::{Cfs, CfsRq, CfsTunables, Entity};
use sched_core::sim::Simulation;
use sched_core::system::{System, TaskState};

use super::{Before, cfs, config, cpus, walk};
use crate::common;
use crate::common::random::{cfs_scenarios, scenarios};

fn after(a: u64, b: u64) -> bool {
    a.wrapping_sub(b) as i64 >= 0
}

/// 12, 13: order and weight of every queue.
fn check_queues(sys: &System) {
    let Cfs { queues, entities, .. } = cfs(sys).expect("CFS");
    for (cpu, rq) in queues.each() {
        let weight: u64 = rq.load.by_last_run().iter().map(|&t| entities[t].load.weight).sum();
        assert_eq!(rq.load.weight, weight, "13: weight of CPU {cpu}");
        assert!(rq.waiting().windows(2).all(|w| after(w[1].0, w[0].0)), "12: order of CPU {cpu}");
        for &(vruntime, t) in rq.waiting() {
            assert_eq!(vruntime, entities[t].vruntime, "12: task {t} of CPU {cpu}");
        }
    }
}

/// 12: `min_vruntime` never goes back. 13: neither does a running task's vruntime, and a waiting
/// one's does not change. 15: where a woken or a new task is placed.
fn check_vruntimes(before: &Before, sys: &System) {
    let Cfs { queues, entities, tunables, .. } = cfs(sys).expect("CFS");
    for (cpu, was) in before.cpus.each() {
        assert!(after(queues[cpu].min_vruntime, was.min_vruntime), "12: min_vruntime of CPU {cpu}");
    }
    for (was, (i, is)) in before.tasks.iter().zip(sys.tasks.each()) {
        let cpu = is.cpu;
        let stays = was.cpu == is.cpu;
        let (old, new) = (before.entities[i].vruntime, entities[i].vruntime);
        match (was.state, is.state) {
            (TaskState::Running, TaskState::Running | TaskState::Waiting) if stays => {
                assert!(after(new, old), "13: task {i} on CPU {cpu}");
            }
            (TaskState::Waiting, TaskState::Waiting) if stays => assert_eq!(old, new, "13: task {i}"),
            (TaskState::Sleeping | TaskState::InFlight, TaskState::Waiting) => {
                let floor = before.cpus[cpu].min_vruntime.wrapping_sub((tunables.latency / 2).0);
                assert!(after(new, floor), "15: task {i} woken on CPU {cpu}");
                assert!(!stays || was.migrated || after(new, old), "15: task {i} woken on CPU {cpu}");
            }
            (TaskState::Dead, TaskState::Waiting) => {
                assert!(after(new, before.cpus[cpu].min_vruntime), "15: task {i} forked to CPU {cpu}");
            }
            _ => {}
        }
    }
}

/// 16: a task that still runs after a tick, with others waiting, has not used up its slice.
fn check_slices(before: &Before, sys: &System) {
    let cpu = before.cpu;
    let c = &sys.cpus[cpu];
    let Cfs { queues, entities, tunables, .. } = cfs(sys).expect("CFS");
    let rq = &queues[cpu];
    let ticked = c.next_tick != before.cpus[cpu].next_tick;
    // The balance that may follow the tick can bring tasks, and so make slices shorter.
    let as_long = rq.nr_running() == before.cpus[cpu].nr_running;
    let Some(curr) = c.curr else { return };
    if c.curr != before.cpus[cpu].curr || !ticked || !as_long || rq.waiting().is_empty() {
        return;
    }
    let se = &entities[curr];
    let slice = rq.slice(se, 0, tunables);
    let ran = se.sum_exec - se.prev_sum_exec;
    assert!(ran <= slice, "16: CPU {cpu} runs {curr} for {ran} of {slice}");
    assert!(c.next_tick > sys.now && c.next_tick <= sys.now + sys.tick(), "16: next tick of CPU {cpu}");
}

/// 17: load averages stay in their bounds.
fn check_loads(sys: &System) {
    for cpu in cpus(sys) {
        // The blocked load of sleepers decays, and migrates with them; each task of this CPU that has not ended adds up to 1024.
        let here = sys.tasks.iter().filter(|t| t.cpu == cpu && t.state != TaskState::Dead);
        let most = 1040 * (here.count() as u64 + 1);
        let avg = sys.queues.load(cpu);
        assert!(avg.util_avg <= most, "17: util of CPU {cpu}: {avg:?}");
    }
    for (i, se) in cfs(sys).into_iter().flat_map(|cfs| cfs.entities.each()) {
        let avg = &se.load.avg;
        assert!(avg.util_avg <= 1040, "17: task {i} {avg:?}");
        assert!(avg.load_avg <= se.load.weight * 1040 / 1024, "17: task {i} {avg:?}");
    }
}

/// 18: idle time. The cap follows `max_idle_balance_cost` when idle time is measured, so that
/// between a decay of that cost and the next measurement the older cap holds.
fn check_idle_time(before: &Before, sys: &System) {
    for (cpu, c) in sys.cpus.each() {
        let was = &before.cpus[cpu];
        assert!(c.max_idle_balance_cost >= sys.tuned.migration_cost, "18: CPU {cpu}");
        if c.avg_idle != was.avg_idle {
            assert!(c.avg_idle <= c.max_idle_balance_cost * 2, "18: avg_idle of CPU {cpu}");
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn queues_are_in_order_and_vruntimes_go_forward(s in cfs_scenarios(), skip in 0..20_000u64) {
        walk(&s, skip, 2000, |before, sys, _| {
            check_queues(sys);
            check_vruntimes(before, sys);
        });
    }

    #[test]
    fn nobody_outruns_its_slice_past_a_tick(s in cfs_scenarios(), skip in 0..20_000u64) {
        walk(&s, skip, 3000, |before, sys, _| check_slices(before, sys));
    }

    #[test]
    fn averages_stay_in_their_bounds(s in scenarios(), skip in 0..20_000u64) {
        walk(&s, skip, 2000, |before, sys, _| {
            check_loads(sys);
            check_idle_time(before, sys);
        });
    }

    /// 12: the picked task is the leftmost, or a buddy within the leftmost's wake-up granularity.
    #[test]
    fn the_pick_is_the_leftmost_or_a_near_buddy(
        tasks in prop::collection::vec((0..40_000_000u64, -20..20i32), 1..12),
        base in any::<u64>(),
        next in 0..16u16,
        last in 0..16u16,
        wakeup_granularity in 0..20_000_000u64,
    ) {
        let wakeup_granularity = Ns(wakeup_granularity);
        let t = CfsTunables { latency: Ns::ms(24), min_granularity: Ns::ms(3), wakeup_granularity, base_slice: false, idle_min_granularity: false };
        let entities: PerTask<Entity> = tasks.iter().map(|&(_, nice)| Entity::new(nice)).collect();
        let mut rq = CfsRq::default();
        for (i, &(v, _)) in tasks.iter().enumerate() {
            let task = TaskId::new(i);
            rq.load.add(task, entities[task].load.weight);
            rq.wait(task, base.wrapping_add(v));
        }
        let (next, last) = (Some(TaskId(next)), Some(TaskId(last)));
        (rq.next, rq.last) = (next, last);
        let left = rq.waiting()[0].1;
        let picked = rq.pick(&t, |i| entities[i].load.weight).expect("a task");
        let lowest = tasks.iter().map(|t| t.0).min().expect("a task");
        prop_assert_eq!(tasks[left.index()].0, lowest);
        let buddy = [next, last].contains(&Some(picked));
        prop_assert!(buddy || picked == left, "picked {} of {:?}", picked, tasks);
        prop_assert!(tasks[picked.index()].0 - lowest <= entities[left].scaled(wakeup_granularity));
        prop_assert!(rq.waiting().iter().all(|w| w.1 != picked));
        prop_assert!(rq.next != Some(picked) && rq.last != Some(picked));
    }

    /// 14: run times follow the weights, to within a turn.
    #[test]
    fn run_times_follow_the_weights(nices in prop::collection::vec(-20..20i32, 2..7)) {
        let t = CfsTunables { latency: Ns::ms(24), min_granularity: Ns::ms(3), wakeup_granularity: Ns::ZERO, base_slice: false, idle_min_granularity: false };
        let mut entities: PerTask<Entity> = nices.iter().map(|&n| Entity::new(n)).collect();
        let total: u64 = entities.iter().map(|e| e.load.weight).sum();
        let mut rq = CfsRq::default();
        for (task, e) in entities.each() {
            rq.load.add(task, e.load.weight);
            rq.wait(task, 0);
        }
        let mut elapsed = Ns::ZERO;
        for _ in 0..3000 {
            let i = rq.pick(&t, |_| 1024).expect("a task");
            let e = &mut entities[i];
            let slice = rq.slice(e, 0, &t).max(Ns(1));
            e.sum_exec += slice;
            e.vruntime += e.scaled(slice).max(1);
            elapsed += slice;
            rq.update_min_vruntime(Some(e.vruntime));
            rq.wait(i, e.vruntime);
        }
        for (e, nice) in entities.iter().zip(&nices) {
            let share = (u128::from(elapsed.0) * u128::from(e.load.weight) / u128::from(total)) as u64;
            let turn = (t.latency * e.load.weight / total).0;
            prop_assert!(e.sum_exec.0.abs_diff(share) <= 2 * turn + share / 50,
                "nice {} ran {} instead of {}", nice, e.sum_exec, share);
        }
    }
}

/// 14: two hogs on one CPU share it to within a slice and a tick.
#[test]
fn two_hogs_on_one_cpu_get_the_same() {
    let s = common::scenario("kunpeng920-24", "5.9", common::jobs(2, 3_000_000, 1), |s| {
        s.limit_ms = 1_000;
        s.cpus = Some("3".into());
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.run_to_end();
    let ran: Vec<u64> =
        cfs(sim.system()).expect("CFS").entities.iter().skip(1).map(|se| se.sum_exec.0).collect();
    let slice_and_tick = 12_000_000 + 4_000_000;
    assert!(ran[0].abs_diff(ran[1]) <= slice_and_tick, "{ran:?}");
    assert!(ran[0] + ran[1] > 990_000_000, "{ran:?}");
}
