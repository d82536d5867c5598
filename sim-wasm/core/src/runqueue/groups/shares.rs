//! `cpu.weight`: the weight of a group's entity in the queue of its parent on a CPU (`update_cfs_group`, `calc_group_shares`).
//! A group's shares are split over the CPUs in proportion to its load. Since 7.3 there are as many times its shares as it has
//! tasks, up to the number of CPUs.

use super::{Given, Grouped};
use crate::engine::time::Ns;
use crate::machine::kernel::CgroupMode;
use crate::runqueue::weight::WEIGHT_IDLEPRIO;
use crate::runqueue::{At, RunQueues, SchedClass};

/// The default `cpu.weight` of a group.
pub const DEFAULT_WEIGHT: u32 = 100;
/// `MIN_SHARES`: the least weight of an entity.
const MIN_SHARES: u64 = 2;

/// `sched_weight_from_cgroup`: `cpu.weight` on the scale on which nice 0 weighs 1024.
pub fn shares_of(weight: u32) -> u64 {
    (u64::from(weight) * 1024 + 50) / 100
}

impl Given {
    /// `tg->shares`: an idle group has the weight of a task of `SCHED_IDLE`. `weighs`: `cpu.weight` is in force.
    pub(super) fn shares(&self, weighs: bool) -> u64 {
        match (self.idle, weighs) {
            (true, _) => WEIGHT_IDLEPRIO,
            (false, true) => shares_of(self.weight),
            (false, false) => shares_of(DEFAULT_WEIGHT),
        }
    }
}

/// `calc_group_shares`: the portion of a group's shares that a CPU gets. `here`: the group's load on the CPU; `load`: its
/// load on all CPUs; `contributed`: what this CPU contributed to that.
pub fn calc_group_shares(shares: u64, here: u64, load: u64, contributed: u64) -> u64 {
    let all = load - contributed + here;
    let part = (shares * here).checked_div(all).unwrap_or(shares);
    part.clamp(MIN_SHARES, shares.max(MIN_SHARES))
}

/// `tg_tasks`: the number of a group's runnable tasks, on an average.
fn tg_tasks(runnable_avg: u64) -> u64 {
    (runnable_avg / 1024).max(1)
}

impl Grouped {
    /// Sets whether `cpu.weight` is in force.
    pub fn set_weighs(&mut self, weighs: bool) {
        self.weighs = weighs;
    }

    /// `update_tg_load_avg`: updates the CPU's contribution to the group's load, unless it has hardly changed.
    pub(super) fn update_tg_load_avg(&mut self, at: At, group: usize) {
        let avg = self.class.load(self.queue(group, at.cpu));
        let (load, runnable) = (avg.load_avg, avg.runnable_avg);
        let (rate, concur) = (self.rate, self.mode == CgroupMode::Concur);
        let of = &mut self.groups[group - 1];
        let queue = &mut of.queues[at.cpu];
        let due = rate == Ns::ZERO || at.now >= queue.contributed + rate;
        let has_changed = |now: u64, contributed: u64| now.abs_diff(contributed) > contributed / 64;
        if due
            && (has_changed(load, queue.contribution)
                || concur && has_changed(runnable, queue.runnable_contribution))
        {
            of.load = of.load - queue.contribution + load;
            of.runnable = of.runnable - queue.runnable_contribution + runnable;
            queue.contribution = load;
            queue.runnable_contribution = runnable;
            queue.contributed = at.now;
        }
    }

    /// `__update_blocked_fair`: brings the loads of a CPU's group queues up to now, those without a task, too, and its
    /// contributions.
    pub fn update_blocked(&mut self, at: At) {
        for group in self.numbers().rev() {
            self.class.update(self.level(at, group));
            self.update_tg_load_avg(at, group);
        }
    }

    /// Updates the weights of all group entities of a CPU.
    pub fn update_cfs_groups(&mut self, at: At) {
        for group in self.numbers().rev() {
            self.update_cfs_group(at, group);
        }
    }

    /// `update_cfs_group`: updates the weight of the group's entity on a CPU from the group's load.
    pub(super) fn update_cfs_group(&mut self, at: At, group: usize) {
        self.update_tg_load_avg(at, group);
        let inner = self.queue(group, at.cpu);
        let queued = self.class.weight(inner);
        let here = queued.max(self.class.load(inner).load_avg);
        let of = &self.groups[group - 1];
        let queue = &of.queues[at.cpu];
        if queued == 0 || self.is_closed(group, at.cpu) {
            return;
        }
        let times = match self.mode {
            CgroupMode::Smp => 1,
            CgroupMode::Concur => {
                tg_tasks(of.runnable).min(of.given.cpus.weight().min(self.cpus as u32).into())
            }
        };
        let shares = times * of.given.shares(self.weighs);
        let weight = calc_group_shares(shares, here, of.load, queue.contribution);
        if weight == queue.weight {
            return;
        }
        let (queued, entity, above) = (queue.queued, self.entity(group, at.cpu), self.above(at, group));
        match &mut self.class {
            RunQueues::Cfs(cfs) => cfs.reweigh(above, entity, weight, queued),
            RunQueues::Eevdf(eevdf) if eevdf.rules.flat_groups => {
                eevdf.loads.reweigh(above, entity, weight, queued);
            }
            RunQueues::Eevdf(eevdf) => {
                eevdf.turns[above.cpu].recentre(&eevdf.entities);
                eevdf.reweigh(above, entity, weight, queued);
            }
            _ => {}
        }
        self.of_mut(group, at.cpu).weight = weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_of_100_is_nice_0() {
        assert_eq!([1, 50, 100, 200, 10_000].map(shares_of), [10, 512, 1024, 2048, 102_400]);
    }

    #[test]
    fn a_group_on_one_cpu_has_its_shares_there_and_splits_them_by_load() {
        assert_eq!(calc_group_shares(1024, 3072, 3072, 3072), 1024);
        assert_eq!(calc_group_shares(1024, 1024, 4096, 1024), 256);
        // Load that a CPU has not contributed yet counts at once.
        assert_eq!(calc_group_shares(1024, 1024, 1024, 0), 512);
        assert_eq!(calc_group_shares(1024, 1, 1_000_000, 0), 2);
    }

    /// Eight hogs on eight CPUs in a group of weight 100: on each CPU the group weighs an eighth of a task, or as much as one.
    #[test]
    fn a_group_whose_tasks_each_have_a_cpu_weighs_as_a_task_on_each_with_concur() {
        let on_each = |shares| calc_group_shares(shares, 1024, 8 * 1024, 1024);
        assert_eq!([on_each(1024), on_each(tg_tasks(8 * 1024) * 1024)], [128, 1024]);
        assert_eq!([0, 1023, 2047, 2048].map(tg_tasks), [1, 1, 1, 2]);
    }
}
