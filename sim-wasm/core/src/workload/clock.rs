//! The figures that `numa_test` prints of a job: its user time on each node.

use super::compute::ran;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::observe::report::JobRow;
use crate::system::System;

/// User time of a task, by node.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// ns
    node_ns: Vec<Ns>,
    first_node: usize,
    /// ns; 0: not yet.
    ended: Ns,
}

impl Clock {
    /// The task begins to compute on `cpu`.
    pub fn start(&mut self, sys: &System, cpu: CpuId) {
        *self = Self {
            node_ns: vec![Ns::ZERO; sys.machine.nr_nodes],
            first_node: sys.machine.node_of[cpu],
            ended: Ns::ZERO,
        };
    }

    /// Charges the time of the running operation of `cpu` to the task.
    pub fn pass(&mut self, sys: &System, cpu: CpuId) {
        let ran = ran(sys, cpu);
        if let Some(ns) = self.node_ns.get_mut(sys.machine.node_of[cpu]) {
            *ns += ran;
        }
    }

    /// The task has ended with the running operation of `cpu`.
    pub fn end(&mut self, sys: &System, cpu: CpuId) {
        self.pass(sys, cpu);
        self.ended = sys.now;
    }

    pub fn row(&self, sys: &System, task: TaskId) -> JobRow {
        let most = (0..self.node_ns.len()).max_by_key(|&n| (self.node_ns[n], self.node_ns.len() - n));
        let memory = sys.tasks[task].memory;
        JobRow {
            task: u32::from(task),
            node_ns: self.node_ns.iter().map(|ns| ns.0).collect(),
            first_node: self.first_node as u32,
            most_node: most.map_or(self.first_node as u32, |n| n as u32),
            memory_node: memory.map_or(self.first_node, |m| m.node) as u32,
            user_ns: self.node_ns.iter().map(|ns| ns.0).sum(),
            ended_ns: self.ended.0,
        }
    }
}
