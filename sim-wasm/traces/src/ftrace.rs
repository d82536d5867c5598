//! The text format of ftrace: `comm-pid [cpu] flags time: event: fields`.

use crate::events::{Event, What};
use crate::words::{received, sent};
use crate::{Cast, Writer, pid};
use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::engine::time::Ns;
use sched_core::observe::vocab::{Cause, Left};

/// Writes ftrace's text.
#[derive(Default)]
pub struct Ftrace;

const HEADER: &str = "\
#                                _-----=> irqs-off/BH-disabled
#                               / _----=> need-resched
#                              | / _---=> hardirq/softirq
#                              || / _--=> preempt-depth
#                              ||| / _-=> migrate-disable
#                              |||| /     delay
#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
#              | |         |   |||||     |         |
";

impl Writer for Ftrace {
    fn begin(&mut self, cast: &Cast, out: &mut Vec<u8>) {
        let cpus = cast.cpus;
        let head = format!("# tracer: nop\n#\n# #P:{cpus}\n{}\n#\n{HEADER}", cast.head.join("\n"));
        out.extend(head.into_bytes());
    }

    fn event(&mut self, cast: &Cast, event: &Event, out: &mut Vec<u8>) {
        let in_interrupt =
            matches!(&event.what, What::Waking { interrupt: true, .. } | What::Wake { interrupt: true, .. });
        let mut line = |cpu: CpuId, current: Option<TaskId>, what: String| {
            let (comm, pid) = (cast.comm(current, cpu), pid(current));
            let (seconds, ns) = (event.at.0 / 1_000_000_000, event.at.0 % 1_000_000_000);
            let context = if in_interrupt { 'h' } else { '.' };
            let line = format!("{comm:>16}-{pid:<7} [{cpu:03}] d.{context}2. {seconds:5}.{ns:09}: {what}\n");
            out.extend(line.into_bytes());
        };
        let who = |task: TaskId, cpu| {
            format!(
                "comm={} pid={} prio={}",
                cast.comm(Some(task), cpu),
                pid(Some(task)),
                cast.prio(Some(task))
            )
        };
        match &event.what {
            What::Switch { cpu, prev, next, left } => {
                let (prev_comm, next_comm) = (cast.comm(*prev, *cpu), cast.comm(*next, *cpu));
                let fields = format!(
                    "prev_comm={prev_comm} prev_pid={} prev_prio={} prev_state={} ==> next_comm={next_comm} next_pid={} next_prio={}",
                    pid(*prev),
                    cast.prio(*prev),
                    state(*left),
                    pid(*next),
                    cast.prio(*next),
                );
                line(*cpu, *prev, format!("sched_switch: {fields}"));
            }
            What::Waking { task, prev, by: (waker_cpu, current), .. } => {
                let fields = format!("{} target_cpu={prev:03}", who(*task, *prev));
                line(*waker_cpu, *current, format!("sched_waking: {fields}"));
            }
            What::Wake { task, cpu, by: (waker_cpu, current), .. } => {
                let fields = format!("{} target_cpu={cpu:03}", who(*task, *cpu));
                line(*waker_cpu, *current, format!("sched_wakeup: {fields}"));
            }
            What::Fork { task, cpu, by: (parent_cpu, parent) } => {
                let (parent_cpu, parent) = (*parent_cpu, *parent);
                let (parent_comm, comm) = (cast.comm(parent, parent_cpu), cast.comm(Some(*task), *cpu));
                let fields = format!(
                    "comm={parent_comm} pid={} child_comm={comm} child_pid={}",
                    pid(parent),
                    pid(Some(*task))
                );
                line(parent_cpu, parent, format!("sched_process_fork: {fields}"));
                let fields = format!("{} target_cpu={cpu:03}", who(*task, *cpu));
                line(parent_cpu, parent, format!("sched_wakeup_new: {fields}"));
            }
            What::Exit { task, cpu } => {
                line(*cpu, Some(*task), format!("sched_process_exit: {}", who(*task, *cpu)));
            }
            // Linux tells no move of a new task: it was nowhere before.
            What::Move { cause: Cause::Fork, .. } => {}
            What::Move { task, from, cpu, by: (by_cpu, current), .. } => {
                let fields = format!("{} orig_cpu={from} dest_cpu={cpu}", who(*task, *cpu));
                line(*by_cpu, *current, format!("sched_migrate_task: {fields}"));
            }
            What::Sent { task, by: (cpu, current) } => {
                line(*cpu, *current, format!("tracing_mark_write: {}", sent(*task)));
            }
            What::Received { task, by: (cpu, current) } => {
                line(*cpu, *current, format!("tracing_mark_write: {}", received(*task)));
            }
            What::Runs { .. } | What::Waits { .. } | What::Schedules { .. } | What::Decision { .. } => {}
        }
    }

    fn end(&mut self, _: &Cast, at: Ns, out: &mut Vec<u8>) {
        out.extend(format!("# until: {}\n", at.0).into_bytes());
    }
}

/// The state of a task that leaves its CPU.
fn state(left: Left) -> &'static str {
    match left {
        Left::Idle | Left::Unknown => "R",
        Left::Preempted | Left::Moved => "R+",
        Left::Slept => "S",
        Left::Exited => "X",
    }
}
