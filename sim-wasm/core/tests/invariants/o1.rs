//! 39-46: the O(1) queue and the node balancers of 2003.

use proptest::prelude::*;
use sched_core::balance::cross_node::{self, smoothing};
use sched_core::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use sched_core::engine::mask::MAX_CPUS;
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::Decision;
use sched_core::observe::steps::Value;
use sched_core::observe::vocab::{Answer, Decided, Func};
use sched_core::runqueue::o1::{MAX_SLEEP_AVG_MS, O1, O1Entity, O1Rq};
use sched_core::scenario::{NodeInterval, Scenario};
use sched_core::sim::Simulation;
use sched_core::system::{Enqueue, System, TaskState};

use super::{Before, config, cpus, o1, walk};
use crate::common::random::{jobs_scenarios, o1_scenarios};

fn steps(d: &Decision, func: Func) -> Vec<sched_core::observe::decisions::Step> {
    d.steps.iter().filter(|s| s.func == func).copied().collect()
}

/// 39: the nodes' counts. 45, 46: the consistency of a queue and its tasks.
fn check_queues(sys: &System) {
    for (node, &count) in sys.node_nr_running.iter().enumerate() {
        let sum: u32 = sys.machine.node_mask[node].iter().map(|c| sys.nr_running(c)).sum();
        assert_eq!(count, sum, "39: node {node}");
    }
    let O1 { queues, entities } = o1(sys).expect("the O(1) scheduler");
    for (cpu, rq) in queues.each() {
        let order: Vec<TaskId> = rq.run_order();
        assert_eq!(order.len(), rq.nr_running() as usize, "45: CPU {cpu}");
        let place = |&t: &TaskId| {
            let e = &entities[t];
            (rq.is_expired(e), e.prio)
        };
        assert!(order.is_sorted_by_key(place), "45: CPU {cpu}: {order:?}");
    }
    for (i, e) in entities.iter().enumerate() {
        assert!((1..=300).contains(&e.timeslice), "46: task {i} {}", e.timeslice);
        assert!(e.sleep_avg <= MAX_SLEEP_AVG_MS && e.bonus().abs() <= 5, "46: task {i}");
        assert!(i32::from(e.prio).abs_diff(i32::from(e.static_prio)) <= 5, "46: task {i}");
    }
}

/// 41: the task that moves at exec, and its destination.
fn check_exec(before: &Before, sys: &System, d: &Decision) {
    let own = before.cpus[d.cpu].nr_running;
    if own <= 2 {
        assert_eq!(d.chosen, d.cpu, "41: with {own} tasks: {d:?}");
        return;
    }
    let with_cpus = |(node, _): &(usize, &u32)| !sys.machine.node_mask[*node].is_empty();
    let (_, least) =
        before.nodes.iter().enumerate().filter(with_cpus).min_by_key(|&(_, nr)| nr).expect("a node");
    let node = sys.machine.node_of[d.chosen];
    let of_node = sys.machine.node_mask[node].iter().map(|c| before.cpus[c].nr_running);
    if sys.machine.nr_nodes > 1 {
        assert_eq!(before.nodes[node], *least, "41: node {node}: {d:?}");
        assert_eq!(Some(before.cpus[d.chosen].nr_running), of_node.min(), "41: {d:?}");
    }
}

/// 42: the conditions of a pull across nodes. 43: the number of tasks that are pulled, and of those that stay.
fn check_pull(before: &Before, sys: &System, d: &Decision) {
    let moved: Vec<_> = steps(d, Func::CanMigrateTask);
    let moved = moved.iter().filter(|s| s.answer == Answer::Moved).count();
    if moved == 0 {
        return;
    }
    let (this, src) = (sys.machine.node_of[d.cpu], sys.machine.node_of[d.about]);
    let nodes = steps(d, Func::FindBusiestNode);
    if src != this && sys.features.node_restricted {
        let chosen = nodes.iter().position(|s| s.answer == Answer::Chosen);
        assert_eq!(chosen, Some(src), "42: {d:?}");
        assert!(sys.features.cross_node, "42: {d:?}");
        // Tasks may be taken home from a node that is not the busiest.
        let margin = if sys.features.node_margin { 400 } else { 0 };
        let load = |node: usize| match nodes[node].value {
            Value::Load(load) => load,
            other => panic!("42: {other:?} in {d:?}"),
        };
        let wanted = u64::from(sys.tuned.node_threshold_pct) * load(this) + margin;
        let busiest = (0..nodes.len()).all(|n| n == this || load(n) <= load(src));
        assert!(sys.features.home_node || 100 * load(src) > wanted && busiest, "42: {d:?}");
    }
    let queues = steps(d, Func::FindBusiestQueue);
    let chosen = queues.iter().find(|s| s.answer == Answer::Chosen).expect("a queue");
    let Value::Imbalance(imbalance) = chosen.value else { panic!("43: {d:?}") };
    let busy = sys.cpus[d.cpu].curr.is_some() && before.cpus[d.cpu].curr == sys.cpus[d.cpu].curr;
    assert!(moved as u64 <= imbalance.max(1), "43: {d:?}");
    assert!(busy || moved == 1 || before.cpus[d.cpu].nr_running > 0, "43: {d:?}");
    assert!(sys.nr_running(d.about) >= sys.nr_running(d.cpu), "43: {d:?}");
}

/// 42: the calls of a CPU between two of its cross-node checks.
fn fewest_calls(s: &Scenario) -> u32 {
    let ratio = s.tunables.node_balance_ratio.unwrap_or(10);
    let of = |f: &sched_core::scenario::Features| match f.node_interval {
        NodeInterval::Off => ratio,
        NodeInterval::Var1 => 4,
        NodeInterval::Var2 => 1,
    };
    of(&s.lanes[0].features).min(of(&s.lanes[0].flips[0].features))
}

/// Long jobs on 2.5.5x, so that slices end and busy CPUs balance.
fn long_jobs() -> impl Strategy<Value = Scenario> {
    jobs_scenarios().prop_map(|mut s| {
        s.kernel = sched_core::scenario::KernelId::V2_5;
        s.limit_ms = 2000;
        s
    })
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn queues_and_balancing_keep_the_rules(s in prop_oneof![o1_scenarios(), long_jobs()], skip in 0..10_000u64) {
        let fewest = fewest_calls(&s);
        let mut since: PerCpu<Option<u32>> = vec![None; MAX_CPUS].into();
        walk(&s, skip, 3000, |before, sys, records| {
            check_queues(sys);
            for d in records {
                match d.kind {
                    Decided::Exec => check_exec(before, sys, d),
                    Decided::O1Balance => {
                        check_pull(before, sys, d);
                        let calls = since[d.cpu].map(|calls| calls + 1);
                        let across = !steps(d, Func::FindBusiestNode).is_empty();
                        assert!(!across || calls.is_none_or(|c| c >= fewest), "42: after {calls:?}: {d:?}");
                        since[d.cpu] = if across { Some(0) } else { calls };
                    }
                    _ => {}
                }
            }
        });
    }

    /// 40: under the node restriction alone a job starts on its parent's node and leaves it at exec
    /// only.
    #[test]
    fn the_restriction_holds_jobs_on_their_node(s in long_jobs()) {
        let mut s = s;
        s.lanes[0].flips.clear();
        s.lanes[0].features.node_restricted = true;
        s.lanes[0].features.cross_node = false;
        walk(&s, 0, 6000, |before, sys, records| {
            for (was, (i, is)) in before.tasks.iter().zip(sys.tasks.each()) {
                let apart = sys.machine.node_of[was.cpu] != sys.machine.node_of[is.cpu];
                let exec = |d: &Decision| d.kind == Decided::Exec && d.task == Some(i);
                let fork = records.iter().find(|d| d.kind == Decided::Fork && d.task == Some(i));
                if let Some(fork) = fork {
                    let apart = sys.machine.node_of[fork.cpu] != sys.machine.node_of[fork.chosen];
                    assert!(!apart, "40: {fork:?}");
                } else {
                    assert!(!apart || records.iter().any(exec), "40: task {i} changed its node");
                }
            }
        });
    }

    /// 43: an idle CPU pulls one task at most.
    #[test]
    fn an_idle_cpu_pulls_one_task(s in o1_scenarios(), at in 1..8000u64) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::MAX, at);
        for cpu in cpus(sim.system()) {
            let mut sys = sim.system().clone();
            let had = sys.nr_running(cpu);
            let idle = if had == 0 { sched_core::balance::IdleType::Idle } else { sched_core::balance::IdleType::Busy };
            let moved = sched_core::balance::nodes::load_balance(&mut sys, cpu, idle);
            prop_assert_eq!(sys.nr_running(cpu), had + moved);
            prop_assert!(had > 0 || moved <= 1, "43: CPU {} pulled {}", cpu, moved);
            check_queues(&sys);
        }
    }

    /// 46: however long a task sleeps.
    #[test]
    fn sleep_averages_have_a_most(s in o1_scenarios(), at in 1..8000u64, ms in 1..10_000u64) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::MAX, at);
        let mut sys = sim.system().clone();
        sys.now += Ns::ms(ms);
        let asleep = |t: &sched_core::system::Task| t.state == TaskState::Sleeping;
        for task in sys.tasks.ids().filter(|&t| asleep(&sim.system().tasks[t])) {
            sys.enqueue(task, Enqueue::Wakeup);
        }
        check_queues(&sys);
    }

    /// 44: under a constant count the smoothed load settles at twice that, or one less; and with the
    /// margin another node is considered only if it exceeds its threshold by four more.
    #[test]
    fn the_smoothed_load_settles(counts in prop::collection::vec(0..200u32, 4), first in prop::collection::vec(0..400u32, 4)) {
        let s = crate::common::scenario("numaq-16", "2.5.5x", crate::common::jobs(1, 1, 1), |s| {
            let f = &mut s.lanes[0].features;
            (f.node_restricted, f.cross_node, f.node_smoothing, f.node_margin) = (true, true, true, true);
        });
        let mut sys = Simulation::new(&s, 0).expect("a good scenario").system().clone();
        sys.node_nr_running.clone_from(&first);
        smoothing::node_loads(&mut sys, CpuId(0));
        sys.node_nr_running.clone_from(&counts);
        let mut loads = Vec::new();
        (0..20).for_each(|_| loads = smoothing::node_loads(&mut sys, CpuId(0)));
        for (load, count) in loads.iter().zip(&counts) {
            prop_assert!(*load == 2 * count || *load + 1 == 2 * count, "44: {} for {}", load, count);
        }
        // 42: another node is considered if and only if its load exceeds the threshold and the margin.
        let wanted = sys.tuned.node_threshold_pct * loads[0] + 400;
        let across = loads[1..].iter().any(|load| 100 * load > wanted);
        let own = sys.machine.node_mask[0];
        (0..9).for_each(|_| { cross_node::balance_mask(&mut sys, CpuId(0), own); });
        let mask = cross_node::balance_mask(&mut sys, CpuId(0), own);
        prop_assert_eq!(mask != own, across, "42, 44: {:?}", loads);
    }

    /// 45: the arrays against a plain list of tasks.
    #[test]
    fn the_arrays_are_a_list_by_array_and_priority(ops in prop::collection::vec((0..4u8, 0..12u16, -20..20i32), 1..200)) {
        let mut rq = O1Rq::default();
        let mut entities: PerTask<O1Entity> = (0..12).map(|_| O1Entity::new(0)).collect();
        // In order of arrival: task, priority, whether in the expired array.
        let mut model: Vec<(TaskId, u8, bool)> = Vec::new();
        for (op, task, nice) in ops {
            let task = TaskId(task);
            let queued = model.iter().position(|m| m.0 == task);
            let e = &mut entities[task];
            match (op, queued) {
                (0 | 1, None) => {
                    *e = O1Entity::new(nice);
                    if op == 0 { rq.enqueue(task, e) } else { rq.expire(task, e) }
                    model.push((task, e.prio, op == 1));
                }
                (2, Some(i)) => {
                    rq.dequeue(task, e);
                    model.remove(i);
                }
                _ => {
                    if model.iter().all(|m| m.2) {
                        model.iter_mut().for_each(|m| m.2 = false);
                    }
                    let best = model.iter().filter(|m| !m.2).min_by_key(|m| m.1);
                    prop_assert_eq!(rq.pick(), best.map(|m| m.0), "45");
                }
            }
            prop_assert_eq!(rq.nr_running() as usize, model.len(), "45");
            let mut order = model.clone();
            order.sort_by_key(|m| (m.2, m.1));
            let order: Vec<TaskId> = order.iter().map(|m| m.0).collect();
            prop_assert_eq!(rq.run_order(), order, "45");
            for m in &model {
                prop_assert_eq!(rq.is_expired(&entities[m.0]), m.2, "45");
            }
        }
    }
}
