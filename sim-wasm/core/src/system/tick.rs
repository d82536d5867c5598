//! The timer tick of a CPU that runs a task.

use super::System;
use crate::observe::vocab::NO_TASK;
use crate::runqueue::o1::{STARVATION_LIMIT_MS, timeslice};

impl System {
    /// Brings the running task's time up to date and asks for a switch when its turn is over.
    pub fn task_tick(&mut self, cpu: usize, ticks: u64) {
        let curr = self.cpus[cpu].curr;
        if curr == NO_TASK {
            return;
        }
        if self.rules.o1 {
            self.task_tick_o1(cpu, curr, ticks);
            return;
        }
        self.update_running(cpu);
        self.update_task_group(cpu);
        self.tell_past_load(cpu, self.cpu_load(cpu));
        let se = &self.tasks[curr as usize].se;
        let cfs = &mut self.cpus[cpu].cfs;
        let Some(&(leftmost, _)) = cfs.waiting().first() else {
            return;
        };
        let slice = cfs.slice(se, 0, &self.tuned.cfs);
        let ran = se.sum_exec - se.prev_sum_exec;
        if ran > slice {
            cfs.forget_buddy(curr);
            self.cpus[cpu].need_resched = true;
        } else if ran >= self.tuned.cfs.min_granularity {
            let ahead = se.vruntime.wrapping_sub(leftmost) as i64;
            if ahead > slice as i64 {
                self.cpus[cpu].need_resched = true;
            }
        }
    }

    /// A tick costs a task a tick of its timeslice and of its sleep average. At the end of the slice
    /// it goes to the tail of the active array if it is interactive and nobody starves, else to the
    /// expired array.
    fn task_tick_o1(&mut self, cpu: usize, curr: u16, ticks: u64) {
        let ms = self.now / 1_000_000;
        let t = &mut self.tasks[curr as usize].o1;
        t.sleep_avg = t.sleep_avg.saturating_sub(ticks as u32);
        if u64::from(t.timeslice) > ticks {
            t.timeslice -= ticks as u32;
            return;
        }
        let Some(rq) = self.cpus[cpu].o1.as_mut() else {
            return;
        };
        rq.dequeue(curr, t);
        t.update_prio();
        t.timeslice = timeslice(t.static_prio);
        let waiting = rq.nr_running() as u64 + 1;
        let starving = rq.expired_timestamp != 0
            && ms.saturating_sub(rq.expired_timestamp) >= STARVATION_LIMIT_MS * waiting;
        if t.interactive() && !starving {
            rq.enqueue(curr, t);
        } else {
            if rq.expired_timestamp == 0 {
                rq.expired_timestamp = ms.max(1);
            }
            rq.expire(curr, t);
        }
        self.cpus[cpu].need_resched = true;
    }
}
