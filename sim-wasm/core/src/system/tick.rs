//! The timer tick of a CPU that runs a task.

use super::System;
use crate::engine::ids::CpuId;
use crate::runqueue::SchedClass;

impl System {
    /// Brings the running task's time up to date and asks for a switch when its turn is over.
    pub fn task_tick(&mut self, cpu: CpuId, ticks: u64) {
        let at = self.at(cpu);
        if at.curr.is_none() {
            return;
        }
        if self.queues.tick(at, ticks) {
            self.cpus[cpu].need_resched = true;
        }
        self.settle_groups(cpu);
        self.update_task_group(cpu);
        self.tell_past_load(cpu, self.cpu_load(cpu));
        self.update_misfit(cpu);
    }
}
