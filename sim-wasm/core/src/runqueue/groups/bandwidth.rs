//! `cpu.max`: CFS bandwidth control. A group has a pool of runtime that is filled up at each period
//! (`sched_cfs_period_timer`). A CPU takes a slice of it at a time (`sched_cfs_bandwidth_slice`), and where none is left the
//! group's queue leaves the root queue until there is some again (`throttle_cfs_rq`, `distribute_cfs_runtime`).
//!
//! Groups in groups: what a task runs is charged to its group and to all that it is in, and each throttles its own queue.
//!
//! Rule `throttle_tasks` (6.18): a throttled group stays in the queues, and each of its tasks leaves when it returns to user mode
//! (`throttle_cfs_rq_work`), so that none waits for runtime in the middle of a system call.
//!
//! Left out: the random offset of a period (6.4).

use super::{Group, Grouped};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::engine::tree::NEVER;
use crate::runqueue::{At, Dequeue, Enqueue, Joining, SchedClass};

/// `sched_cfs_bandwidth_slice`: the runtime that a CPU takes at a time.
pub const SLICE: Ns = Ns::ms(5);
/// `min_cfs_rq_runtime`: the runtime that a CPU keeps when the group's last task leaves it.
const KEPT: Ns = Ns::ms(1);
/// `cfs_bandwidth_slack_period`: returned runtime is handed out after this time.
const SLACK_PERIOD: Ns = Ns::ms(5);
/// `min_bandwidth_expiration`: unless the next period is so near.
const MIN_EXPIRATION: Ns = Ns::ms(2);

/// A timer of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// `period_timer`
    Period(usize),
    /// `slack_timer`
    Slack(usize),
}

/// Group timers share the timer queue with sleepers' timers; their numbers are those of no task.
const FIRST_TIMER: u16 = 0xff00;

impl Timer {
    pub fn number(self) -> TaskId {
        let (group, slack) = match self {
            Self::Period(group) => (group, 0),
            Self::Slack(group) => (group, 1),
        };
        TaskId(FIRST_TIMER + 2 * group as u16 + slack)
    }

    /// The timer of a number; `None`: the number is a task's.
    pub fn of(number: TaskId) -> Option<Self> {
        let timer = number.0.checked_sub(FIRST_TIMER)?;
        let group = usize::from(timer / 2);
        Some(if timer % 2 == 0 { Self::Period(group) } else { Self::Slack(group) })
    }
}

/// `struct cfs_bandwidth`, with the counters of `cpu.stat`.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The runtime left in this period (ns).
    runtime: u64,
    /// `runtime_snap`: what there was at its beginning.
    filled: u64,
    /// `expires_seq`: counts the refills, and the starts of the timer.
    refill: u64,
    /// When the period timer expires next; `None`: it is stopped.
    expires: Option<Ns>,
    /// The CPU that started the period timer.
    timer_cpu: CpuId,
    /// No CPU has taken runtime in this period.
    idle: bool,
    slack_started: bool,
    /// The CPUs on which the group is throttled, in the order in which that happened.
    throttled: Vec<CpuId>,
    pub nr_periods: u64,
    pub nr_throttled: u64,
    /// Throttled time of queues that have been unthrottled, summed over the CPUs.
    throttled_time: Ns,
    nr_bursts: u64,
    burst_time: Ns,
}

/// `cpu.stat` of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuStat {
    pub nr_periods: u64,
    /// Periods in which a queue of the group was throttled.
    pub nr_throttled: u64,
    /// Throttled time of the group's queues, summed over the CPUs, including the queues throttled now.
    pub throttled: Ns,
    /// Periods in which more than the quota was used.
    pub nr_bursts: u64,
    /// What was used above the quota in these.
    pub burst: Ns,
}

impl Pool {
    pub fn new(quota: Option<Ns>) -> Self {
        let runtime = quota.unwrap_or_default().0;
        Self { runtime, filled: runtime, ..Self::default() }
    }

    /// `runtime_refresh_within`
    fn is_refilled_within(&self, now: Ns, time: Ns) -> bool {
        self.expires.is_none_or(|expires| expires < now + time)
    }
}

/// Timers to start and a queue to throttle, for the caller to act on.
pub struct News {
    /// Timers that have been started, and when they are due.
    pub started: Vec<(Ns, Timer)>,
    /// Queues to throttle: their CPUs and their groups, from the inside out.
    pub exhausted: Vec<(CpuId, usize)>,
}

impl Grouped {
    /// The group has a quota, and quotas are in force.
    #[inline]
    pub(super) fn is_limited(&self, group: usize) -> bool {
        self.limits && self.groups[group - 1].given.quota.is_some()
    }

    /// Sets whether `cpu.max` is in force.
    pub fn set_limits(&mut self, limits: bool) {
        self.limits = limits;
    }

    /// Resets all pools after a change of `cpu.max` (`tg_set_cfs_bandwidth`): the pools are full, and no CPU has taken
    /// runtime. Returns the queues to unthrottle.
    pub fn refill_all(&mut self) -> Vec<(usize, CpuId)> {
        let mut free = Vec::new();
        for group in self.numbers() {
            let of = &mut self.groups[group - 1];
            of.pool.runtime = of.given.quota.unwrap_or_default().0;
            of.pool.filled = of.pool.runtime;
            for queue in of.queues.iter_mut() {
                queue.runtime = 0;
            }
            free.extend(std::mem::take(&mut of.pool.throttled).into_iter().map(|cpu| (group, cpu)));
        }
        for here in self.here.iter_mut() {
            here.over = false;
        }
        free
    }

    /// Takes the running task's time from the runtime on this CPU of its group and of those that it is in
    /// (`account_cfs_rq_runtime`).
    pub(super) fn account(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        let mut group = self.group(curr);
        let since = &mut self.here[at.cpu].since;
        let ran = at.now.saturating_sub(*since);
        *since += ran;
        while group > 0 {
            if self.is_limited(group) {
                self.of_mut(group, at.cpu).runtime -= ran.0 as i64;
                self.here[at.cpu].over |= self.is_over(at, group);
            }
            group = self.parent(group);
        }
    }

    /// A task of a group begins to run (`set_next_entity`).
    pub(super) fn start_account(&mut self, at: At, group: usize) {
        self.here[at.cpu].since = at.now;
        self.here[at.cpu].over = false;
        let mut group = group;
        while group > 0 {
            if self.is_limited(group) {
                self.here[at.cpu].over |= self.is_over(at, group);
            }
            group = self.parent(group);
        }
    }

    /// The turn of a running task ends for lack of runtime. One of a throttled group runs on until it returns to user mode.
    fn is_over(&mut self, at: At, group: usize) -> bool {
        let goes_on = self.throttle_tasks && self.of(group, at.cpu).throttled;
        !goes_on && !self.has_runtime(at, group)
    }

    /// Whether a queue has runtime, or gets some (`assign_cfs_rq_runtime`). What it has from an earlier refill may have expired
    /// (`expire_cfs_rq_runtime`); a debt does not.
    fn has_runtime(&mut self, at: At, group: usize) -> bool {
        let of = &mut self.groups[group - 1];
        let queue = &mut of.queues[at.cpu];
        if self.slices_expire && queue.refill != of.pool.refill {
            queue.runtime = queue.runtime.min(0);
        }
        if queue.runtime > 0 {
            return true;
        }
        // `start_cfs_bandwidth`
        if of.pool.expires.is_none() {
            let period = of.given.period;
            let next = period * (at.now / period + 1);
            of.pool.expires = Some(next);
            of.pool.refill += 1;
            of.pool.timer_cpu = at.cpu;
            self.started.push((next, Timer::Period(group)));
        }
        let wanted = (SLICE.0 as i64 - queue.runtime) as u64;
        let taken = wanted.min(of.pool.runtime);
        if taken > 0 {
            of.pool.runtime -= taken;
            of.pool.idle = false;
        }
        queue.runtime += taken as i64;
        queue.refill = of.pool.refill;
        queue.runtime > 0
    }

    /// `check_cfs_rq_runtime`, and `check_enqueue_throttle` after a first task has joined. No task of the group runs here;
    /// the group's queue is throttled if it has no runtime. Whether it is to be.
    pub(super) fn check_runtime(&mut self, at: At, group: usize) -> bool {
        if self.throttle_tasks && self.of(group, at.cpu).throttled {
            return true;
        }
        let exhausted = self.is_limited(group) && !self.has_runtime(at, group);
        if exhausted && !self.exhausted.contains(&(at.cpu, group)) {
            self.exhausted.push((at.cpu, group));
        }
        exhausted
    }

    /// `return_cfs_rq_runtime`: the last task has left a queue, which gives back all but a little.
    pub(super) fn return_runtime(&mut self, at: At, group: usize) {
        if !self.is_limited(group) {
            return;
        }
        let of = &mut self.groups[group - 1];
        let queue = &mut of.queues[at.cpu];
        let slack = queue.runtime - KEPT.0 as i64;
        if slack <= 0 {
            return;
        }
        queue.runtime -= slack;
        if self.slices_expire && queue.refill != of.pool.refill {
            return;
        }
        of.pool.runtime += slack as u64;
        if of.pool.runtime > SLICE.0
            && !of.pool.throttled.is_empty()
            && !of.pool.slack_started
            && !of.pool.is_refilled_within(at.now, SLACK_PERIOD + MIN_EXPIRATION)
        {
            of.pool.slack_started = true;
            self.started.push((at.now + SLACK_PERIOD, Timer::Slack(group)));
        }
    }

    /// Takes the news since the last call.
    pub fn take_news(&mut self) -> News {
        News { started: std::mem::take(&mut self.started), exhausted: std::mem::take(&mut self.exhausted) }
    }

    /// `throttle_cfs_rq`: the group's queue leaves that of its parent, so none of its tasks runs; with the rule
    /// `throttle_tasks` it is marked only. Whether it does so now.
    pub fn throttle(&mut self, at: At, group: usize) -> bool {
        if self.of(group, at.cpu).throttled {
            return false;
        }
        if self.throttle_tasks {
            let queue = self.of_mut(group, at.cpu);
            (queue.throttled, queue.throttled_since) = (true, NEVER);
            self.groups[group - 1].pool.throttled.push(at.cpu);
            return true;
        }
        // A task of the group that is about to sleep is still the CPU's, but its entity waits.
        let curr = at.curr.filter(|&curr| !self.is_within(self.group(curr), group));
        let (at, closed) = (At { curr, ..at }, self.is_closed(group, at.cpu));
        if self.is_flat() {
            if self.of(group, at.cpu).queued {
                self.flat_throttle(at, group);
                self.flat_leave(at, group);
            }
        } else {
            self.leave_above(at, group);
        }
        let queue = self.of_mut(group, at.cpu);
        queue.throttled = true;
        queue.throttled_since = at.now;
        if !closed {
            self.here[at.cpu].nr -= self.tasks_of(group, at.cpu, false);
        }
        self.groups[group - 1].pool.throttled.push(at.cpu);
        true
    }

    /// The entity of a throttled group leaves the queue of its parent, and so does that of each group which that leaves empty.
    fn leave_above(&mut self, at: At, group: usize) {
        let mut group = group;
        while group > 0 && std::mem::take(&mut self.of_mut(group, at.cpu).queued) {
            self.class.dequeue(self.above(at, group), self.entity(group, at.cpu), Dequeue::Exit);
            self.settle(group, at.cpu);
            group = self.parent(group);
            if group == 0 || self.of(group, at.cpu).throttled || self.nr_of(group, at.cpu) > 0 {
                return;
            }
            self.update_tg_load_avg(at, group);
            self.return_runtime(at, group);
        }
    }

    /// `throttle_cfs_rq_work`: the running task of a CPU leaves the queues until its groups have runtime.
    pub fn throttle_task(&mut self, at: At, task: TaskId) {
        let group = self.group(task);
        self.dequeue(at, task, Dequeue::Exit);
        self.of_mut(group, at.cpu).limbo.insert(0, task);
        let mut group = group;
        while group > 0 {
            let queue = self.of_mut(group, at.cpu);
            if queue.throttled {
                queue.throttled_since = queue.throttled_since.min(at.now);
            }
            group = self.parent(group);
        }
    }

    /// `tg_unthrottle_up`: the throttled tasks of a group and of the groups in it join their queues again, where no group that
    /// they are in is throttled any more.
    fn unthrottle_tasks(&mut self, at: At, group: usize) {
        for below in self.numbers() {
            if !self.is_within(below, group) || self.is_throttled_group(below, at.cpu) {
                continue;
            }
            for task in std::mem::take(&mut self.of_mut(below, at.cpu).limbo) {
                let why = Enqueue::Unthrottle;
                self.enqueue(at, Joining { task, why, fresh: false, migrated: false });
            }
        }
    }

    /// `unthrottle_cfs_rq`
    pub fn unthrottle(&mut self, at: At, group: usize) {
        let queue = self.of_mut(group, at.cpu);
        queue.throttled = false;
        let time = at.now.saturating_sub(queue.throttled_since);
        self.groups[group - 1].pool.throttled_time += time;
        if self.throttle_tasks {
            return self.unthrottle_tasks(at, group);
        }
        if self.nr_of(group, at.cpu) > 0 {
            self.charge(at);
            self.climb(at, group);
            self.flat_unthrottle(at, group);
            if !self.is_closed(group, at.cpu) {
                self.here[at.cpu].nr += self.tasks_of(group, at.cpu, false);
            }
        }
    }

    /// The CPU on which the timers of a group expire.
    pub fn timer_cpu(&self, timer: Timer) -> CpuId {
        let (Timer::Period(group) | Timer::Slack(group)) = timer;
        self.groups[group - 1].pool.timer_cpu
    }

    /// Handles an expired timer. Returns the group, and the CPUs on which it is to be unthrottled.
    pub fn fire(&mut self, now: Ns, timer: Timer) -> (usize, Vec<CpuId>) {
        match timer {
            Timer::Period(group) => (group, self.new_period(now, group)),
            Timer::Slack(group) => {
                let limited = self.is_limited(group);
                let pool = &mut self.groups[group - 1].pool;
                pool.slack_started = false;
                let late = pool.is_refilled_within(now, MIN_EXPIRATION);
                let spare = limited && !late && pool.runtime > SLICE.0;
                (group, if spare { self.distribute(group) } else { Vec::new() })
            }
        }
    }

    /// `do_sched_cfs_period_timer`
    fn new_period(&mut self, now: Ns, group: usize) -> Vec<CpuId> {
        let limited = self.is_limited(group);
        let Group { given, pool, .. } = &mut self.groups[group - 1];
        pool.expires = None;
        if !limited {
            return Vec::new();
        }
        let none_throttled = pool.throttled.is_empty();
        pool.nr_periods += 1;
        // `__refill_cfs_bandwidth_runtime`: up to the quota and the burst.
        let quota = given.quota.unwrap_or_default().0;
        let above = pool.filled.saturating_sub(pool.runtime + quota);
        pool.nr_bursts += u64::from(above > 0);
        pool.burst_time += Ns(above);
        pool.runtime = (pool.runtime + quota).min(quota + given.burst.0);
        pool.filled = pool.runtime;
        pool.refill += 1;
        if pool.idle && none_throttled {
            return Vec::new();
        }
        let next = now + given.period;
        pool.expires = Some(next);
        pool.idle = none_throttled;
        pool.nr_throttled += u64::from(!none_throttled);
        self.started.push((next, Timer::Period(group)));
        if none_throttled { Vec::new() } else { self.distribute(group) }
    }

    /// `distribute_cfs_runtime`: throttled queues get enough runtime to be just above zero, in the order in which they were
    /// throttled.
    fn distribute(&mut self, group: usize) -> Vec<CpuId> {
        let expires = self.slices_expire;
        let Group { pool, queues, .. } = &mut self.groups[group - 1];
        let mut free = Vec::new();
        pool.throttled.retain(|&cpu| {
            let queue = &mut queues[cpu];
            if expires && queue.refill != pool.refill {
                (queue.runtime, queue.refill) = (queue.runtime.min(0), pool.refill);
            }
            let given = ((1 - queue.runtime) as u64).min(pool.runtime);
            pool.runtime -= given;
            queue.runtime += given as i64;
            let goes_on = queue.runtime > 0;
            if goes_on {
                free.push(cpu);
            }
            !goes_on
        });
        free
    }

    /// The `cpu.stat` of all groups together.
    pub fn cpu_stats(&self, now: Ns) -> CpuStat {
        let add = |sum: CpuStat, of: CpuStat| CpuStat {
            nr_periods: sum.nr_periods + of.nr_periods,
            nr_throttled: sum.nr_throttled + of.nr_throttled,
            throttled: sum.throttled + of.throttled,
            nr_bursts: sum.nr_bursts + of.nr_bursts,
            burst: sum.burst + of.burst,
        };
        self.numbers().map(|group| self.cpu_stat(now, group)).fold(CpuStat::default(), add)
    }

    /// The `cpu.stat` of a group.
    pub fn cpu_stat(&self, now: Ns, group: usize) -> CpuStat {
        let Group { pool, queues, .. } = &self.groups[group - 1];
        let since =
            pool.throttled.iter().map(|&cpu| now.saturating_sub(queues[cpu].throttled_since)).sum::<Ns>();
        CpuStat {
            nr_periods: pool.nr_periods,
            nr_throttled: pool.nr_throttled,
            throttled: pool.throttled_time + since,
            nr_bursts: pool.nr_bursts,
            burst: pool.burst_time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{KernelId, rules};
    use crate::runqueue::RunQueues;
    use crate::runqueue::cfs::{Cfs, CfsTunables};
    use crate::runqueue::groups::Given;

    const CPU: CpuId = CpuId(0);

    /// One CPU with one group, which may run for 20 ms in 100 ms.
    fn limited() -> Grouped {
        let tunables = CfsTunables {
            latency: Ns::ms(24),
            min_granularity: Ns::ms(3),
            wakeup_granularity: Ns::ms(4),
            base_slice: false,
            idle_min_granularity: false,
        };
        let given = [Given { quota: Some(Ns::ms(20)), ..Given::default() }];
        let class = RunQueues::Cfs(Cfs::new(1 + given.len(), tunables, false));
        let mut grouped = Grouped::new(class, 1, &given, &rules(KernelId::V5_9));
        grouped.set_limits(true);
        grouped
    }

    fn at(now: Ns) -> At {
        At { now, cpu: CPU, curr: None }
    }

    /// The runtime of the pool and of the CPU (µs).
    fn runtimes(grouped: &mut Grouped) -> (u64, i64) {
        (grouped.groups[0].pool.runtime / 1000, grouped.of_mut(1, CPU).runtime / 1000)
    }

    fn set(grouped: &mut Grouped, pool: Ns, cpu_us: i64) {
        grouped.groups[0].pool.runtime = pool.0;
        grouped.of_mut(1, CPU).runtime = cpu_us * 1000;
    }

    /// `__refill_cfs_bandwidth_runtime` without a burst.
    #[test]
    fn a_new_period_fills_the_pool_up_to_the_quota_so_that_runtime_does_not_pile_up() {
        let mut grouped = limited();
        assert!(grouped.has_runtime(at(Ns::ms(1)), 1));
        assert_eq!(runtimes(&mut grouped), (15_000, 5_000));
        for period in 1..=3 {
            grouped.fire(Ns::ms(100 * period), Timer::Period(1));
            assert_eq!(runtimes(&mut grouped), (20_000, 5_000), "period {period}");
        }
    }

    /// `__assign_cfs_rq_runtime`: the target is a slice above zero, not a slice above the debt.
    #[test]
    fn a_cpu_in_debt_pays_it_before_it_gets_a_slice() {
        let mut grouped = limited();
        set(&mut grouped, Ns::ms(20), -3_000);
        assert!(grouped.has_runtime(at(Ns::ms(1)), 1));
        assert_eq!(runtimes(&mut grouped), (12_000, 5_000));
        // A pool with less than the debt pays some of it, and the group stays throttled.
        set(&mut grouped, Ns::ms(2), -3_000);
        assert!(!grouped.has_runtime(at(Ns::ms(2)), 1));
        assert_eq!(runtimes(&mut grouped), (0, -1_000));
    }

    /// `__return_cfs_rq_runtime`
    #[test]
    fn a_queue_whose_last_task_leaves_keeps_one_millisecond_and_gives_the_rest_back() {
        let mut grouped = limited();
        for (before, after) in [
            ((10_000, 4_000), (13_000, 1_000)),
            ((10_000, 1_000), (10_000, 1_000)),
            ((10_000, 400), (10_000, 400)),
            ((10_000, -400), (10_000, -400)),
        ] {
            set(&mut grouped, Ns::us(before.0), before.1);
            grouped.return_runtime(at(Ns::ms(1)), 1);
            assert_eq!(runtimes(&mut grouped), after, "{before:?}");
        }
    }
}
