//! A window as a text of tracefs, without the names of its tasks: to be shared.

use crate::lane::{Does, RecordedLane};
use crate::tape::{Change, Tape};
use sched_core::engine::ids::{CpuId, Id, TaskId};
use sched_recording::{Class, Doing, NO_CPU, Waker, Why, list};
use std::fmt::Write;
use std::sync::Arc;

/// Writes the window as tracefs prints it. Tasks are called by the number of their process: `p1`, `p2`.
pub fn anonymized(tape: &Arc<Tape>) -> String {
    let mut lane = RecordedLane::new(tape.clone(), 0);
    let mut text = head(tape);
    for (i, (at, change)) in tape.changes.iter().enumerate() {
        let line = line(tape, &lane, change, tape.changes.get(i + 1).map(|(_, next)| next));
        if let Some((cpu, context, flags, event)) = line {
            let time = tape.from + at;
            let (comm, pid) = called(tape, context);
            let (seconds, ns) = (time / 1_000_000_000, time % 1_000_000_000);
            let mut tell = |event: &str| {
                let _ = writeln!(text, "{comm:>16}-{pid:<7} [{cpu:03}] {flags} {seconds:5}.{ns:09}: {event}");
            };
            tell(&event);
            if let Some(event) = woken(tape, &lane, change) {
                tell(&event);
            }
        }
        lane.advance(*at, 1);
    }
    text
}

fn head(tape: &Tape) -> String {
    let mut text = format!("# tracer: nop\n#\n# #P:{}\n", tape.machine.nr_cpus);
    if let Some(release) = &tape.release {
        let _ = writeln!(text, "# kernel: {release}");
    }
    if tape.placed {
        let machine = &tape.machine;
        let groups = [
            ("core", &machine.core_of),
            ("cluster", &machine.cluster_of),
            ("llc", &machine.llc_of),
            ("socket", &machine.socket_of),
        ];
        for (key, of) in groups.into_iter().filter(|(key, _)| *key != "cluster" || machine.has_clusters) {
            let count = machine.cpus().iter().map(|cpu| of[cpu] + 1).max().unwrap_or(0);
            let cpus =
                |group: usize| list(machine.cpus().iter().filter(|cpu| of[*cpu] == group).map(|cpu| cpu.0));
            let lists: Vec<String> = (0..count).map(cpus).filter(|cpus| !cpus.is_empty()).collect();
            let _ = writeln!(text, "# {key}: {}", lists.join("/"));
        }
    }
    text
}

/// Name and pid.
fn called(tape: &Tape, task: Option<TaskId>) -> (String, i32) {
    match task {
        None => ("<idle>".into(), 0),
        Some(task) => {
            let one = &tape.tasks[task.index()];
            (format!("p{}", u32::from(one.process) + 1), one.pid)
        }
    }
}

/// The end of a wake-up: the task is in the queue that it was placed in.
fn woken(tape: &Tape, lane: &RecordedLane, change: &Change) -> Option<String> {
    let (task, cpu) = match *change {
        Change::Woken { task, before, to, .. } => {
            let before = lane.tasks[task.index()].before(before);
            (before == to || before == NO_CPU).then_some((task, to))?
        }
        Change::Moved { task, to, class: Class::Wake, .. } => (task, to),
        _ => return None,
    };
    let (comm, pid) = called(tape, Some(task));
    Some(format!("sched_wakeup: comm={comm} pid={pid} prio=120 target_cpu={cpu:03}"))
}

/// CPU, context, flags and event of a change.
fn line(
    tape: &Tape,
    lane: &RecordedLane,
    change: &Change,
    next: Option<&Change>,
) -> Option<(u16, Option<TaskId>, &'static str, String)> {
    let prio = |task: Option<TaskId>| task.and_then(|task| tape.tasks[task.index()].prio).unwrap_or(120);
    let of = |task: TaskId| {
        let (comm, pid) = called(tape, Some(task));
        format!("comm={comm} pid={pid} prio={}", prio(Some(task)))
    };
    let running = |cpu: u16| match lane.cpus[CpuId(cpu)].does {
        Does::Runs(task) => Some(task),
        Does::Idles | Does::Unknown => None,
    };
    match *change {
        Change::Runs { cpu, task } => {
            let before = running(cpu);
            let state = match before.map(|task| lane.tasks[task.index()].doing) {
                Some(Doing::Waits) => "R+",
                Some(Doing::Sleeps) => "S",
                Some(Doing::Gone) => "X",
                _ => "R",
            };
            let ((prev, prev_pid), (comm, pid)) = (called(tape, before), called(tape, task));
            let event = format!(
                "sched_switch: prev_comm={prev} prev_pid={prev_pid} prev_prio={} prev_state={state} ==> next_comm={comm} next_pid={pid} next_prio={}",
                prio(before),
                prio(task)
            );
            Some((cpu, before, "d..2.", event))
        }
        Change::Woken { task, by, cpu, waker, before, to, .. } => {
            let flags = if waker == Waker::Interrupt { "d.h2." } else { "d..2." };
            let is_new = matches!(next, Some(Change::Becomes { why: Why::New, .. }));
            let name = if is_new { "sched_wakeup_new" } else { "sched_waking" };
            let before = lane.tasks[task.index()].before(before);
            let target = if is_new || before == NO_CPU { to } else { before };
            Some((cpu, by, flags, format!("{name}: {} target_cpu={target:03}", of(task))))
        }
        // The kernel tells no move of a fork.
        Change::Moved { task, from, to, class } if class != Class::Fork => {
            let event = format!("sched_migrate_task: {} orig_cpu={from} dest_cpu={to}", of(task));
            Some((to, running(to), "d..2.", event))
        }
        _ => None,
    }
}
