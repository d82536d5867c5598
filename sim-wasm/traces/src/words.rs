//! The value of a step, with its unit, and the texts of messages.

use crate::pid;
use sched_core::engine::ids::TaskId;
use sched_core::observe::steps::{Counted, Value};

/// The value in words; empty if the step has no value.
pub fn step_value(value: Value) -> String {
    match value {
        Value::Nothing | Value::Left(None) => String::new(),
        Value::Flips(flips) => format!("{flips} changes of wakee"),
        Value::Tasks(tasks) => format!("tasks {tasks}"),
        Value::Left(Some(left)) => format!("{left} left"),
        Value::Load(load) => format!("load {load}"),
        Value::Group(Counted { running, idle }) => format!("{running} running, {idle} idle"),
        Value::Cpus(cpus) => format!("{cpus} CPUs"),
        Value::Imbalance(amount) => format!("imbalance {amount}"),
        Value::Task(task) => format!("task {task}"),
        Value::Cgroup(group) => format!("control group {group}"),
        Value::Shares(shares) => format!("weight {shares}"),
        Value::Failures(failures) => format!("after {failures} failures"),
        Value::AvgIdle(ns) => format!("average idle time {ns} ns"),
        Value::Cost(ns) => format!("{ns} ns"),
        Value::Clock(us) => format!("at {us} µs"),
        Value::Lag(ns) => format!("lag {ns} ns"),
        Value::Deadline(ns) => format!("deadline V {ns:+} ns"),
        Value::Ahead(ns) => format!("vruntime {ns:+} ns"),
        Value::Prio(prio) => format!("priority {prio}"),
        Value::Timeslice(ms) => format!("{ms} ms left"),
        Value::Ratio(ratio) => format!("{ratio} of 1024"),
        Value::Used(pct) => format!("used by {pct} %"),
        Value::Line(line) => format!("line {line}"),
    }
}

/// What a task writes that sends a message: if that wakes nobody, Linux has no event of it.
pub fn sent(to: TaskId) -> String {
    format!("message to {}", pid(Some(to)))
}

/// What a task writes that has received a message: if it did not sleep for it, Linux has no event of it.
pub fn received(from: TaskId) -> String {
    format!("message from {}", pid(Some(from)))
}
