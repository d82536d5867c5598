//! What a kernel's rules ask in a state that no run led to.

use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::machine::KernelId;
use sched_core::observe::decisions::{Why, read};
use sched_core::observe::vocab::{Answer, Decided, How};
use sched_core::scenario::{Lane, MachineChoice, OwnMachine, Scenario};
use sched_core::sim::{Placer, Waking};

fn placer(topology: &str) -> Placer {
    let machine = OwnMachine { name: "m".into(), topology: topology.into(), ..OwnMachine::default() };
    let machine = MachineChoice::Own(Box::new(machine));
    let lanes = vec![Lane::default()];
    let scenario = Scenario { machine, kernel: KernelId::V6_5, lanes, ..Scenario::default() };
    Placer::new(&scenario, 0).expect("a lane")
}

fn waking(busy: &[u16]) -> Waking {
    Waking {
        at: Ns::ms(3),
        task: TaskId(700),
        nice: 0,
        allowed: CpuMask::EMPTY,
        waker: CpuId(0),
        prev: CpuId(1),
        busy: busy.iter().map(|cpu| (CpuId(*cpu), Some(0), Vec::new())).collect(),
    }
}

/// The waker's CPU 0 has a load of one task, and the woken task makes two; the previous CPU 1 has one, less the woken task's own:
/// the target is CPU 1. It runs a task, so the scan begins behind it: 2 and 3 run tasks, 4 is idle. Half of eight CPUs are
/// used, so five may be looked at.
#[test]
fn the_rules_ask_the_target_and_then_its_cache() {
    let record = placer("pack:1 numa:1 l3:1 core:8 pu:1").place(&waking(&[0, 1, 2, 3]));
    let [decision] = &read(&record)[..] else { panic!("{record:?}") };
    assert_eq!((decision.kind, decision.task, decision.ns), (Decided::Wake, Some(TaskId(700)), Ns::ms(3)));
    assert_eq!((decision.cpu, decision.about, decision.chosen), (CpuId(0), CpuId(1), CpuId(4)));
    assert_eq!(decision.why, Why::How(How::Llc));
    let asked: Vec<(u16, Answer)> = decision
        .steps
        .iter()
        .filter(|step| matches!(step.answer, Answer::Busy | Answer::Idle))
        .map(|step| (step.cpu.0, step.answer))
        .collect();
    let busy = |cpu| (cpu, Answer::Busy);
    assert_eq!(asked, [busy(1), busy(2), busy(3), (4, Answer::Idle)]);
}

/// With three of the four CPUs of a cache in use, `SIS_UTIL` allows no scan: the task stays on the target.
#[test]
fn a_busy_cache_is_not_searched_and_no_other_one() {
    let record = placer("pack:1 numa:1 l3:2 core:4 pu:1").place(&waking(&[0, 1, 2]));
    let [decision] = &read(&record)[..] else { panic!("{record:?}") };
    assert_eq!((decision.chosen, decision.why), (CpuId(1), Why::How(How::Fallback)));
    assert_eq!(decision.steps.last().map(|step| step.answer), Some(Answer::OutOfBudget));
}

#[test]
fn an_idle_previous_cpu_and_a_bound_task_need_no_search() {
    let placer = placer("pack:1 numa:1 l3:1 core:8 pu:1");
    let record = placer.place(&waking(&[0]));
    assert_eq!(read(&record)[0].chosen, CpuId(1));
    let bound = Waking { allowed: CpuMask::one(CpuId(1)), ..waking(&[0, 1]) };
    let [decision] = &read(&placer.place(&bound))[..] else { panic!("no decision") };
    assert_eq!((decision.chosen, decision.steps.len()), (CpuId(1), 0));
    // It is another time the same: the kernel itself has not changed.
    assert_eq!(placer.place(&waking(&[0])), record);
}
