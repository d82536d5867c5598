//! 38, 51-54: accounts of time, work done, determinism.

use proptest::prelude::*;
use sched_core::engine::ids::TaskId;
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::read;
use sched_core::observe::log::{self, LogLevel};
use sched_core::observe::report::Ended;
use sched_core::observe::vocab::{EventKind, LOG_WORDS};
use sched_core::scenario::{Flip, KernelId, Scenario, Workload};
use sched_core::sim::Simulation;

use super::{cfs, config, walk};
use crate::common;
use crate::common::random::{group_scenarios, jobs_scenarios, scenarios};

/// The workload has no end.
fn endless(workload: &Workload) -> bool {
    match workload {
        Workload::Hogs(_) | Workload::Stream(_) | Workload::Shared(_) => true,
        // A task that waits for others may wait for ever.
        Workload::RtApp(work) => work.tasks.iter().any(|task| {
            let mut steps = task.phases.iter().flat_map(|phase| &phase.steps);
            task.loops == 0 || steps.any(|step| step.does.sleeps() && !step.does.is_timed())
        }),
        _ => false,
    }
}

proptest! {
    // The runs are short, and the faults to be found are rare.
    #![proptest_config(config(400))]

    /// 52: whenever period timers of groups start.
    #[test]
    fn time_never_goes_back(s in group_scenarios()) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        let mut was = Ns::ZERO;
        while sim.events() < 20_000 && sim.step() {
            assert!(sim.now() >= was, "52: time goes back from {was} to {}", sim.now());
            was = sim.now();
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    /// 38: busy and idle time add up to the time of all CPUs, event by event.
    #[test]
    fn busy_time_is_the_time_of_running_tasks(s in scenarios(), skip in 0..20_000u64) {
        let (mut sum, mut from) = (None, None);
        walk(&s, skip, 3000, |before, sys, _| {
            let from = from.replace(sys.now).unwrap_or(before.now);
            assert!(sys.now >= from, "52: time goes back");
            let running = before.cpus.iter().filter(|c| c.curr.is_some()).count() as u64;
            let added = (sys.now - from) * running;
            let busy = sys.obs.busy.at(sys.now);
            assert_eq!(busy, added + sum.replace(busy).unwrap_or(busy - added), "38");
            assert!(busy <= sys.now * sys.cpus.len() as u64, "38");
        });
    }

    /// 38: however early the run is inspected.
    #[test]
    fn no_cpu_searches_for_longer_than_the_elapsed_time(s in scenarios(), until in 1..20_000u64) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns(until), u64::MAX);
        let find_pct = sim.report().schedstat.find_pct;
        prop_assert!((0.0..=100.0 + 1e-9).contains(&find_pct), "{find_pct} % after {until} ns");
    }

    #[test]
    fn a_snapshot_goes_on_to_the_same_events(s in scenarios(), at in 1..4000u64) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::MAX, at);
        sim.keep_decisions(true);
        let mut copy = sim.snapshot();
        sim.run_to_end();
        prop_assert!(copy.take_decisions().is_empty());
        while !copy.done() {
            // In steps of time instead of events: the hash does not depend on how a run is driven.
            copy.advance(copy.now() + Ns::us(100), u64::MAX);
        }
        prop_assert_eq!(sim.hash(), copy.hash());
        prop_assert_eq!(sim.report(), copy.report());
        prop_assert_eq!(sim.series(), copy.series());
    }

    #[test]
    fn a_snapshot_is_the_whole_state_and_later_events_of_the_run_leave_it_alone(s in scenarios(), at in 0..6000u64) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::MAX, at);
        let before = format!("{sim:?}");
        let kept = sim.snapshot();
        prop_assert_eq!(&format!("{kept:?}"), &before);
        sim.keep_decisions(true);
        sim.set_log(LogLevel::All, Ns::ZERO);
        sim.run_to_end();
        prop_assert_eq!(format!("{kept:?}"), before);
        let mut back = kept.clone();
        back.run_to_end();
        prop_assert_eq!(back.hash(), sim.hash());
        prop_assert_eq!(back.report(), sim.report());
        prop_assert_eq!(back.series(), sim.series());
        prop_assert_eq!(back.tasks(), sim.tasks());
    }

    #[test]
    fn the_next_decision_and_the_last_one_are_the_same(s in scenarios(), at in 1..2000u64, task in 0..4u16) {
        let mut there = Simulation::new(&s, 0).expect("a good scenario");
        there.advance(Ns::MAX, at);
        let mut back = there.snapshot();
        for about in [None, Some(TaskId(task))] {
            if !there.next_decision(about, at + 3000) {
                continue;
            }
            let found = there.events();
            prop_assert_eq!(back.snapshot().last_decision(about, found), Some(found));
            // The replay records the decision that was found.
            back.advance(Ns::MAX, found - 1 - back.events());
            back.keep_decisions(true);
            while back.events() < found {
                // A flip is no event.
                back.step();
            }
            prop_assert!(read(&back.take_decisions()).iter().any(|d| d.is_about(about)));
            prop_assert_eq!(there.hash(), back.hash());
        }
    }

    #[test]
    fn the_log_records_which_cpus_are_wasted(s in scenarios(), at in 1..2000u64) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::MAX, at);
        sim.set_log(LogLevel::Switches, Ns::ZERO);
        sim.advance(Ns::MAX, 500);
        let mut wasted = CpuMask::default();
        let is_wasted = |r: &&[u32]| log::KIND.of(r) == EventKind::Wasted as u32;
        for record in sim.take_log().chunks_exact(LOG_WORDS).filter(is_wasted) {
            let cpu = log::CPU.of(record);
            if log::HOW.of(record) == 1 { wasted.set(cpu) } else { wasted.clear(cpu) }
        }
        prop_assert_eq!(wasted, sim.system().wasted());
    }

    #[test]
    fn a_flip_by_hand_is_the_flip_in_the_document(s in scenarios(), at in 1..3000u64) {
        let mut live = s.clone();
        let later = live.lanes[0].flips.remove(0).features;
        let mut by_hand = Simulation::new(&live, 0).expect("a good scenario");
        by_hand.advance(Ns::MAX, at);
        if by_hand.done() {
            return Ok(());
        }
        live.lanes[0].flips.push(Flip { at_ns: by_hand.now().0, features: later });
        by_hand.set_flips(&live.lanes[0].flips);
        by_hand.run_to_end();
        let mut replayed = Simulation::new(&live, 0).expect("a good scenario");
        replayed.run_to_end();
        prop_assert_eq!(by_hand.hash(), replayed.hash());
    }

    /// 51: every workload with an end comes to it, whatever the switches: no wake-up is lost. All
    /// that was sent was received.
    #[test]
    fn every_workload_comes_to_its_end(s in scenarios()) {
        prop_assume!(!endless(&s.workload), "without an end");
        let mut s = s;
        s.limit_ms = 600_000;
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::MAX, 3_000_000);
        let r = sim.report();
        prop_assert_eq!(r.ended, Ended::Finished, "51: {} events", r.events);
        let work = match &s.workload {
            Workload::Hackbench(h) => u64::from(h.groups) * u64::from(h.loops) * u64::from(h.fds).pow(2),
            Workload::Pairs(p) => 2 * u64::from(p.pairs) * u64::from(p.requests),
            Workload::Jobs(j) => u64::from(j.jobs) * u64::from(j.rounds) + u64::from(j.serial_ms > 0),
            Workload::Schbench(s) => u64::from(s.message_threads * s.workers * s.requests),
            Workload::Numa(_) | Workload::Sharing(_) | Workload::RtApp(_) | Workload::Replay(_) => {
                return Ok(());
            }
            Workload::Hogs(_) | Workload::Stream(_) | Workload::Shared(_) => unreachable!("without an end"),
        };
        prop_assert_eq!(r.messages, work, "51");
    }

    /// 53: no run is shorter than its work divided by the number of CPUs, or than the work of one place.
    #[test]
    fn jobs_take_the_time_of_their_work(s in jobs_scenarios()) {
        let mut s = s;
        s.limit_ms = 600_000;
        let Workload::Jobs(j) = s.workload.clone() else { unreachable!("jobs") };
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.run_to_end();
        let spread = u64::from(sim.system().costs.jitter_pct);
        let least = Ns::us(j.work_us.into()) * u64::from(100 - j.spread_pct) / 100 * (100 - spread) / 100;
        let chain = least * u64::from(j.rounds);
        let cpus = u64::from(sim.system().usable.weight());
        prop_assert!(sim.now() >= chain, "53: {} of {}", sim.now(), chain);
        prop_assert!(sim.now() * cpus >= chain * u64::from(j.jobs), "53: {} on {}", sim.now(), cpus);
        let ran: Ns = cfs(sim.system()).map_or(Ns::ZERO, |cfs| cfs.entities.iter().map(|se| se.sum_exec).sum());
        prop_assert!(ran <= sim.system().obs.busy.at(sim.now()), "53: more time run than busy");
    }
}

/// 51: everything sent is received, and no task is left asleep.
#[test]
fn hackbench_delivers_every_message() {
    for kernel in KernelId::KEYS {
        for pipe in [true, false] {
            let s = common::scenario("classroom-8", kernel, common::hackbench(2, 90, 7, pipe), |_| {});
            let r = common::run(&s);
            assert_eq!(r.messages, 2 * 90 * 7 * 7, "{kernel} pipe {pipe}");
            assert_eq!(r.ended, Ended::Finished);
        }
    }
}

/// 38: without preemption a CPU calls `schedule` for the wake-ups it was given and to go idle.
#[test]
fn without_preemption_schedules_are_wake_ups() {
    let s = common::scenario("xeon-e5-2630v4-20", "4.20", common::hackbench(2, 300, 20, false), |s| {
        s.tunables.wakeup_granularity_ns = Some(1_000_000_000);
    });
    let r = common::run(&s);
    let picked = r.sched - r.idle;
    assert!(picked.abs_diff(r.wake) * 50 < r.wake, "{picked} {}", r.wake);
}

fn hackbench_takes(groups: u32, loops: u32) -> f64 {
    let run = |s: &Scenario| common::run(s).elapsed_ns as f64;
    run(&common::scenario("xeon-e5-2630v4-20", "4.20", common::hackbench(groups, loops, 20, false), |s| {
        s.tunables.wakeup_granularity_ns = Some(15_000_000);
    }))
}

/// 54: twice the loops take twice the time.
#[test]
fn time_is_linear_in_loops_once_warm() {
    let ratio = hackbench_takes(2, 1200) / hackbench_takes(2, 600);
    assert!((1.8..2.2).contains(&ratio), "{ratio}");
}

/// 54: once all CPUs are busy, twice the groups take twice the time.
#[test]
fn time_is_linear_in_groups_once_saturated() {
    let ratio = hackbench_takes(12, 600) / hackbench_takes(6, 600);
    assert!((1.8..2.2).contains(&ratio), "{ratio}");
}

/// Forking is not measured: no message is read before the go, and twice the cost of a fork moves the go but
/// not the time from there.
#[test]
fn hackbench_measures_from_the_go_on() {
    let of = |fork: u32| {
        let s = common::scenario("classroom-8", "5.9", common::hackbench(1, 300, 4, false), |s| {
            s.costs.insert("fork".into(), fork);
        });
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        while sim.system().measured_from.is_none() {
            assert!(sim.step());
            assert_eq!((sim.report().messages, sim.report().elapsed_ns), (0, 0));
        }
        sim.run_to_end();
        sim.report()
    };
    let (quick, slow) = (of(50_000), of(500_000));
    assert!(quick.started_ns > 8 * 44_000, "{}", quick.started_ns);
    assert!(slow.started_ns > 8 * 440_000, "{}", slow.started_ns);
    let ratio = slow.elapsed_ns as f64 / quick.elapsed_ns as f64;
    assert!((0.7..1.4).contains(&ratio), "{ratio}");
}

/// One sender and one receiver keep one pace, and the receiver does not sleep while both have a CPU: the cluster series
/// has 1.25 µs a message with six such groups (April 2021), less than a wake-up, an interrupt and two switches take. With
/// 24 groups on 24 CPUs it has 1.48 µs, and 32 groups 1.79 µs.
#[test]
fn a_couple_keeps_one_pace() {
    for (groups, published, most, wakes) in
        [(6, 1_247, 1.15, 0.01), (24, 1_480, 1.15, 0.1), (32, 1_790, 1.15, 0.1)]
    {
        let couples = common::hackbench(groups, 1_000_000, 1, true);
        let s = common::scenario("kunpeng920-24", "5.10", couples, |s| {
            s.warmup_ms = 100;
            s.limit_ms = 200;
        });
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.run_to_end();
        let report = sim.report();
        let ns = f64::from(groups) * 1e9 / report.messages_per_s;
        assert!((0.85..most).contains(&(ns / f64::from(published))), "{groups} groups: {ns} ns a message");
        let sleeps = report.wake as f64 / report.messages as f64;
        assert!(sleeps < wakes, "{groups} groups: {sleeps} wake-ups a message");
    }
}
