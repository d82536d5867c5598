//! The timer tick of a CPU that runs a task, and the timer that ends its slice.

use super::System;
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::engine::tree::NEVER;
use crate::runqueue::SchedClass;

/// No timer is set to less (`hrtick_start`).
const SHORTEST_HRTICK: Ns = Ns::us(10);

impl System {
    /// Brings the running task's time up to date and asks for a switch when its turn is over.
    pub fn task_tick(&mut self, cpu: CpuId, ticks: u64) {
        let at = self.at(cpu);
        if at.curr.is_none() {
            return;
        }
        if self.is_ext() {
            self.cpus[cpu].need_resched |= self.ext_tick(cpu);
            return;
        }
        if self.queues.tick(at, ticks) {
            self.cpus[cpu].need_resched = true;
        }
        self.settle_groups(cpu);
        self.update_task_group(cpu);
        self.tell_past_load(cpu, self.cpu_load(cpu));
        self.update_misfit(cpu);
        if self.cache_aware.is_some() {
            self.cache_tick(cpu);
        }
    }

    /// Starts the timer that ends the running task's slice, if others are queued (`hrtick_start_fair`).
    pub fn start_hrtick(&mut self, cpu: CpuId) {
        if self.nr_running(cpu) < 2 {
            self.cpus[cpu].hrtick = NEVER;
            return;
        }
        let time = self.now + self.queues.served_in(self.at(cpu)).max(SHORTEST_HRTICK);
        self.cpus[cpu].hrtick = time;
        if self.cpus[cpu].op.preemptible {
            self.kick(cpu, time);
        }
    }

    /// The timer is due (`hrtick`).
    pub fn hrtick(&mut self, cpu: CpuId) {
        self.cpus[cpu].hrtick = NEVER;
        if self.queues.tick(self.at(cpu), 0) {
            self.cpus[cpu].need_resched = true;
        } else {
            self.start_hrtick(cpu);
        }
        self.settle_groups(cpu);
    }
}
